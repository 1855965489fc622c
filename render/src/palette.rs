//! The palette of a theme, and the PNG file of a picture in it.
//!
//! Every colour that is drawn is in the palette exactly, so that it is the same in every picture of a theme. What smoothed
//! edges blend is shown as the nearest of these colours.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use crate::raster::Pixels;
use crate::theme::{Colour, Colours};

/// How opaque the smoothed edge of the picture's round corners may be, in 255ths; the first numbers of a palette.
const ALPHAS: [u8; 5] = [0, 51, 102, 153, 204];
/// How many bits of each channel choose a place in the table of nearest colours.
const BITS: u32 = 5;
/// How hard zlib tries, 1..=9.
const LEVEL: u8 = 6;

/// The colours that pictures of a theme have.
pub(crate) struct Palette {
    /// Red, green and blue of each number.
    colours: Vec<[u8; 3]>,
    /// By the upper bits of red, green and blue: the number of the nearest colour, or where a place has several colours of
    /// the palette, how many numbers there are and which of the `alike` is meant.
    nearest: Vec<u8>,
    /// Numbers of colours that share a place.
    alike: Vec<Vec<u8>>,
}

impl Palette {
    /// The palette of a theme's colours.
    pub fn new(theme: &Colours) -> Palette {
        let rgb = |colour: Colour| [16, 8, 0].map(|shift| (colour.0 >> shift) as u8);
        let mut colours = vec![rgb(theme.frame_dim); ALPHAS.len()];
        colours.extend(theme.palette().into_iter().map(rgb));
        let mut palette = Palette { colours, nearest: Vec::new(), alike: Vec::new() };
        let opaque: Vec<u8> = (ALPHAS.len()..palette.colours.len()).map(|number| number as u8).collect();
        let blends = theme.blends().map(rgb);
        let blends: Vec<u8> = opaque
            .iter()
            .copied()
            .filter(|&number| blends.contains(&palette.colours[usize::from(number)]))
            .collect();
        for here in 0..1 << (3 * BITS) {
            let is_here = |number: &u8| place(palette.colours[usize::from(*number)]) == here;
            let exact: Vec<u8> = opaque.iter().copied().filter(is_here).collect();
            palette.nearest.push(match exact.as_slice() {
                [] => {
                    let middle = [2, 1, 0]
                        .map(|channel| ((here >> (BITS * channel)) << (8 - BITS)) as u8 | 1 << (7 - BITS));
                    palette.closest(&blends, middle)
                }
                [one] => *one,
                _ => {
                    palette.alike.push(exact);
                    (palette.colours.len() + palette.alike.len() - 1) as u8
                }
            });
        }
        palette
    }

    /// Which of some numbers has the colour that looks most like another.
    fn closest(&self, numbers: &[u8], colour: [u8; 3]) -> u8 {
        let distance = |number: &u8| {
            let [r, g, b] = [0, 1, 2].map(|channel| {
                let apart = i32::from(colour[channel].abs_diff(self.colours[usize::from(*number)][channel]));
                apart * apart
            });
            3 * r + 4 * g + 2 * b
        };
        numbers.iter().copied().min_by_key(distance).unwrap_or(0)
    }

    /// The number of a pixel's colour.
    fn number(&self, pixel: u32) -> u8 {
        let [r, g, b, alpha] = pixel.to_le_bytes();
        if alpha < u8::MAX {
            return ((u16::from(alpha) + 25) / 51).min(4) as u8;
        }
        let number = self.nearest[place([r, g, b])];
        match usize::from(number).checked_sub(self.colours.len()) {
            Some(alike) => self.closest(&self.alike[alike], [r, g, b]),
            None => number,
        }
    }

    /// The number of each pixel's colour. Most pixels are like their neighbours: eight are compared at once.
    fn numbers(&self, pixels: &[u32]) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(pixels.len());
        let (mut last, mut number) = (0, self.number(0));
        for chunk in pixels.chunks(8) {
            if chunk.iter().fold(0, |differs, pixel| differs | (pixel ^ last)) == 0 {
                numbers.resize(numbers.len() + chunk.len(), number);
                continue;
            }
            for &pixel in chunk {
                if pixel != last {
                    (last, number) = (pixel, self.number(pixel));
                }
                numbers.push(number);
            }
        }
        numbers
    }

    /// Pixels as a PNG file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn png(&self, pixels: &Pixels) -> Result<Vec<u8>, EncodingError> {
        let numbers = self.numbers(&pixels.data);
        let mut file = Vec::with_capacity(32 << 10);
        let mut encoder = Encoder::new(&mut file, pixels.width as u32, pixels.height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(self.colours.as_flattened());
        encoder.set_trns(&ALPHAS);
        // Numbers of colours have nothing in common with neighbouring numbers.
        encoder.set_filter(Filter::NoFilter);
        encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&numbers)?;
        writer.finish()?;
        Ok(file)
    }
}

/// The place of a colour in the table of nearest colours.
fn place([r, g, b]: [u8; 3]) -> usize {
    [r, g, b].into_iter().fold(0, |place, channel| place << BITS | usize::from(channel >> (8 - BITS)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;

    fn opaque([r, g, b]: [u8; 3]) -> u32 {
        u32::from_le_bytes([r, g, b, u8::MAX])
    }

    #[test]
    fn every_colour_of_a_theme_is_itself() {
        for theme in Theme::ALL {
            let palette = Palette::new(theme.colours());
            let count = palette.colours.len() + palette.alike.len();
            assert!(count < usize::from(u8::MAX), "{}: {count} numbers", theme.name());
            for (number, &colour) in palette.colours.iter().enumerate().skip(ALPHAS.len()) {
                assert_eq!(usize::from(palette.number(opaque(colour))), number, "{}", theme.name());
            }
        }
    }

    #[test]
    fn what_edges_blend_is_shown_as_a_colour_like_it() {
        for theme in Theme::ALL {
            let (palette, colours) = (Palette::new(theme.colours()), theme.colours());
            for (one, other) in [(colours.white.edge, colours.light), (colours.coordinate, colours.frame)] {
                for percent in 0..=100 {
                    let blend = one.over(other, percent);
                    let blend = [16, 8, 0].map(|shift| (blend.0 >> shift) as u8);
                    let shown = palette.colours[usize::from(palette.number(opaque(blend)))];
                    let far = blend.iter().zip(shown).map(|(&a, b)| a.abs_diff(b)).max();
                    assert!(far <= Some(64), "{}: {blend:02x?} is shown as {shown:02x?}", theme.name());
                }
            }
        }
    }

    #[test]
    fn corners_fade_in_steps() {
        let palette = Palette::new(Theme::Wood.colours());
        for (number, alpha) in ALPHAS.into_iter().enumerate() {
            assert_eq!(usize::from(palette.number(u32::from(alpha) << 24)), number);
        }
        assert_eq!(usize::from(palette.number(254 << 24)), ALPHAS.len() - 1);
    }
}
