//! The renderer: a view in, a picture out.

use std::sync::OnceLock;

use tavlei_core::seat::Seat;
use tavlei_core::view::View;

use crate::draw;
use crate::font::{Font, FontError};
use crate::palette::Palette;
use crate::raster::{Raster, RasterError};
use crate::theme::Theme;

/// How a view is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// The seat whose own side is below.
    pub seen_by: Seat,
}

impl Look {
    /// The look by a theme's name (the default theme where there is none of that name) and a seat's index.
    pub fn named(theme: &str, seen_by: u8) -> Look {
        Look { theme: Theme::by_name(theme).unwrap_or_default(), seen_by: Seat(seen_by) }
    }
}

/// A picture that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A part of it cannot be drawn.
    #[error(transparent)]
    Raster(#[from] RasterError),
    /// The file cannot be written.
    #[error("the picture cannot be encoded: {0}")]
    Encode(#[from] png::EncodingError),
}

/// Makes pictures of views. Keeps what it has drawn for the next picture; share one between threads.
pub struct Renderer {
    font: Font,
    raster: Raster,
    /// By theme; made when a picture first needs it.
    palettes: [OnceLock<Palette>; Theme::ALL.len()],
}

impl Renderer {
    /// A renderer with the embedded font.
    ///
    /// # Errors
    /// The font cannot be read.
    pub fn new() -> Result<Renderer, FontError> {
        Ok(Renderer { font: Font::embedded()?, raster: Raster::default(), palettes: Default::default() })
    }

    /// The picture of a view as an SVG document, 720 units wide.
    pub fn svg(&self, view: &View, look: &Look) -> String {
        draw::picture(view, look.theme, look.seen_by, &self.font).document()
    }

    /// The picture of a view as a PNG file, 720 pixels wide.
    ///
    /// The same view and look give the same bytes on every machine.
    ///
    /// # Errors
    /// A part of the picture cannot be drawn, or the file cannot be written.
    pub fn png(&self, view: &View, look: &Look) -> Result<Vec<u8>, RenderError> {
        let picture = draw::picture(view, look.theme, look.seen_by, &self.font);
        let palette = self.palettes[look.theme as usize].get_or_init(|| Palette::new(look.theme.colours()));
        Ok(palette.png(&self.raster.draw(&picture)?)?)
    }
}
