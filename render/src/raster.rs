//! From a picture to its pixels: every fragment is drawn once, kept, and copied into the pictures that show it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use crate::picture::{Fragment, Picture, Placed};

/// A fragment that is not a picture. The fragments are written by this crate, so this is a mistake of its own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a part of the picture cannot be drawn: {0}")]
pub struct RasterError(String);

/// Pixels, row by row, each premultiplied red, green, blue and alpha from the low byte to the high one.
pub(crate) struct Pixels {
    pub width: usize,
    pub height: usize,
    pub data: Vec<u32>,
}

/// Fragments drawn so far.
///
/// Two generations: what is asked for is in the young one; when that is full, it becomes the old one, and what was
/// old and not asked for since is forgotten.
#[derive(Default)]
struct Drawn {
    young: HashMap<Fragment, Arc<Pixels>>,
    old: HashMap<Fragment, Arc<Pixels>>,
    young_bytes: usize,
}

/// How much a generation holds, in bytes of pixels.
const GENERATION: usize = 24 << 20;

impl Drawn {
    fn get(&mut self, fragment: &Fragment) -> Option<Arc<Pixels>> {
        if let Some(pixels) = self.young.get(fragment) {
            return Some(pixels.clone());
        }
        let pixels = self.old.remove(fragment)?;
        self.put(fragment.clone(), pixels.clone());
        Some(pixels)
    }

    fn put(&mut self, fragment: Fragment, pixels: Arc<Pixels>) {
        let bytes = pixels.data.len() * 4 + fragment.svg.len();
        if self.young_bytes + bytes > GENERATION {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes;
        self.young.insert(fragment, pixels);
    }
}

/// Draws pictures. Can be shared between threads.
#[derive(Default)]
pub(crate) struct Raster {
    options: usvg::Options<'static>,
    drawn: Mutex<Drawn>,
}

impl Raster {
    /// Draws a picture.
    pub fn draw(&self, picture: &Picture) -> Result<Pixels, RasterError> {
        let (width, height) = (picture.width as usize, picture.height as usize);
        let mut pixels = Pixels { width, height, data: Vec::with_capacity(width * height) };
        let mut placed = picture.fragments.as_slice();
        // The ground spans the picture's upper part: it is copied as it is.
        if let [ground, above @ ..] = placed
            && (ground.x, ground.y) == (0, 0)
            && ground.fragment.width == picture.width
            && ground.fragment.height <= picture.height
        {
            pixels.data.extend_from_slice(&self.fragment(&ground.fragment)?.data);
            placed = above;
        }
        pixels.data.resize(width * height, 0);
        for Placed { x, y, fragment } in placed {
            pixels.put(*x, *y, self.fragment(fragment)?.as_ref());
        }
        Ok(pixels)
    }

    fn fragment(&self, fragment: &Fragment) -> Result<Arc<Pixels>, RasterError> {
        // A thread that panicked while it held the lock left a cache that is merely less full.
        let lock = || self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pixels) = lock().get(fragment) {
            return Ok(pixels);
        }
        let pixels = Arc::new(self.render(fragment)?);
        lock().put(fragment.clone(), pixels.clone());
        Ok(pixels)
    }

    fn render(&self, fragment: &Fragment) -> Result<Pixels, RasterError> {
        let document = fragment.document();
        let tree = usvg::Tree::from_str(&document, &self.options)
            .map_err(|error| RasterError(format!("{error}: {document}")))?;
        let mut pixmap = Pixmap::new(fragment.width, fragment.height)
            .ok_or_else(|| RasterError(format!("no size: {document}")))?;
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        let bytes = pixmap.data().chunks_exact(4);
        let data = bytes.map(|p| u32::from_le_bytes([p[0], p[1], p[2], p[3]])).collect();
        Ok(Pixels { width: fragment.width as usize, height: fragment.height as usize, data })
    }
}

impl Pixels {
    /// Lays other pixels over these, their upper left corner at a place; what lies outside is cut off.
    fn put(&mut self, x: i32, y: i32, over: &Pixels) {
        let (skip_x, skip_y) = ((-x).max(0) as usize, (-y).max(0) as usize);
        let (x, y) = (x.max(0) as usize, y.max(0) as usize);
        let columns = over.width.saturating_sub(skip_x).min(self.width.saturating_sub(x));
        let rows = over.height.saturating_sub(skip_y).min(self.height.saturating_sub(y));
        if columns == 0 {
            return;
        }
        for row in 0..rows {
            let from = (row + skip_y) * over.width + skip_x;
            let to = (row + y) * self.width + x;
            let above = &over.data[from..from + columns];
            let below = &mut self.data[to..to + columns];
            // Most pixels are like their neighbours: all of them show what is below, or none.
            const TOGETHER: usize = 8;
            for (below, above) in below.chunks_mut(TOGETHER).zip(above.chunks(TOGETHER)) {
                if above.iter().fold(!0, |all, pixel| all & pixel) >> 24 == 255 {
                    below.copy_from_slice(above);
                } else if above.iter().fold(0, |any, pixel| any | pixel) != 0 {
                    for (below, &above) in below.iter_mut().zip(above) {
                        *below = blend(above, *below, 255 - (above >> 24));
                    }
                }
            }
        }
    }
}

/// `above` over `below`, of which a share in 255ths still shows: two channels at a time, rounded to the nearest.
fn blend(above: u32, below: u32, share: u32) -> u32 {
    const LANES: u32 = 0x00ff_00ff;
    let scaled = |lanes: u32| {
        let product = lanes * share + 0x0080_0080;
        ((product + ((product >> 8) & LANES)) >> 8) & LANES
    };
    above + (scaled(below & LANES) | scaled(below >> 8 & LANES) << 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blending_rounds_to_the_nearest() {
        for share in 0..=255 {
            for value in 0..=255 {
                let exact = (f64::from(share * value) / 255.0).round() as u32;
                let all = value * 0x0101_0101;
                assert_eq!(blend(0, all, share), exact * 0x0101_0101, "{value} × {share}/255");
            }
        }
    }

    #[test]
    fn what_lies_outside_is_cut_off() {
        let mut picture = Pixels { width: 3, height: 2, data: vec![0; 6] };
        let over =
            Pixels { width: 2, height: 2, data: vec![0xff00_0001, 0xff00_0002, 0xff00_0003, 0xff00_0004] };
        picture.put(-1, -1, &over);
        picture.put(2, 1, &over);
        picture.put(-7, 0, &over);
        picture.put(0, 9, &over);
        assert_eq!(picture.data, [0xff00_0004, 0, 0, 0, 0, 0xff00_0001]);
    }

    #[test]
    fn the_cache_forgets_what_is_not_asked_for() {
        let mut drawn = Drawn::default();
        let fragment = |n: usize| Fragment { width: 1, height: 1, svg: n.to_string().into() };
        let big = || Arc::new(Pixels { width: 1, height: 1, data: vec![0; GENERATION / 4 / 4] });
        drawn.put(fragment(0), big());
        drawn.put(fragment(1), big());
        for n in 2..20 {
            assert!(drawn.get(&fragment(0)).is_some(), "asked for every time");
            drawn.put(fragment(n), big());
            assert!(drawn.young_bytes <= GENERATION);
        }
        assert!(drawn.get(&fragment(1)).is_none());
    }
}
