//! A view of a position becomes a picture: SVG, and PNG 720 pixels wide.
//!
//! The same view in the same [`Look`] gives the same bytes on every machine: the font is embedded, and shapes and
//! colours need nothing that machines compute differently.
//!
//! ```
//! use tavlei_core::catalogue;
//! use tavlei_core::seat::Seat;
//! use tavlei_render::{Look, Renderer, Theme};
//!
//! let renderer = Renderer::new().expect("the font is embedded");
//! let table = catalogue::by_slug("reversi").expect("in the catalogue").table(&Default::default());
//! let look = Look { theme: Theme::Wood, seen_by: Seat::FIRST };
//! let png = renderer.png(&table.view(), &look).expect("a picture");
//! assert!(png.starts_with(b"\x89PNG"));
//! ```

mod draw;
mod font;
mod grid;
mod palette;
mod path;
mod picture;
mod raster;
mod renderer;
mod theme;

pub use font::FontError;
pub use raster::RasterError;
pub use renderer::{Look, RenderError, Renderer};
pub use theme::Theme;
