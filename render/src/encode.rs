//! From a picture of few colours to a PNG file.

use libflate::deflate::{EncodeOptions, Encoder};
use png::{BitDepth, ColorType, chunk};

use crate::lz77::RunLz77;
use crate::palette::Indexed;
use crate::pick::FEW;
use crate::runs::Runs;
use crate::theme::Colour;

/// Encodes a picture. `matte` is the colour that a transparent pixel hides, for viewers that ignore transparency.
pub(crate) fn png(
    width: u32,
    height: u32,
    picture: &Indexed,
    matte: Colour,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut colours = Vec::with_capacity(picture.palette.len() * 3);
    let mut alphas = Vec::with_capacity(picture.palette.len());
    for colour in &picture.palette {
        let [r, g, b, alpha] = colour.to_le_bytes();
        if alpha == 0 {
            colours.extend_from_slice(&matte.rgb.to_be_bytes()[1..]);
        } else {
            colours.extend([r, g, b].map(|channel| straight(channel, alpha)));
        }
        if alpha < 255 {
            alphas.push(alpha);
        }
    }
    let mut file = Vec::with_capacity(32 << 10);
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    let few = picture.palette.len() <= FEW;
    encoder.set_depth(if few { BitDepth::Four } else { BitDepth::Eight });
    encoder.set_palette(colours);
    encoder.set_trns(alphas);
    let mut writer = encoder.write_header()?;
    writer.write_chunk(chunk::IDAT, &compressed(width, picture, few)?)?;
    writer.finish()?;
    Ok(file)
}

/// The rows of a picture as PNG has them, compressed as zlib does; of few colours, two pixels share a byte.
fn compressed(width: u32, picture: &Indexed, few: bool) -> std::io::Result<Vec<u8>> {
    let (runs, checksum) = if few { pairs(width, picture) } else { singles(width, picture) }.finish();
    let mut file = Vec::with_capacity(32 << 10);
    // A window of 32 kB, some effort, no dictionary.
    file.extend([0x78, 0x9c]);
    let options = EncodeOptions::with_lz77(RunLz77::new(runs));
    let mut file = Encoder::with_options(file, options).finish().into_result()?;
    file.extend(checksum.to_be_bytes());
    Ok(file)
}

/// Before every row stands how it is filtered: not at all, for numbers of colours have nothing in common with neighbours.
const UNFILTERED: u8 = 0;

/// Rows with a byte for each pixel.
fn singles(width: u32, picture: &Indexed) -> Runs {
    let mut rows = Runs::with_capacity(picture.runs.len() + picture.runs.len() / 8);
    let mut left = 0;
    for (colour, length) in picture.colours() {
        if left == 0 {
            rows.push(UNFILTERED, 1);
            left = width;
        }
        rows.push(colour, length);
        left -= length;
    }
    rows
}

/// Rows with a byte for two pixels; the left one comes first, in the high bits.
fn pairs(width: u32, picture: &Indexed) -> Runs {
    let mut rows = Runs::with_capacity(picture.runs.len() + picture.runs.len() / 8);
    let mut left = 0;
    // A pixel without its right neighbour.
    let mut half = None;
    for (colour, mut length) in picture.colours() {
        if left == 0 {
            rows.push(UNFILTERED, 1);
            left = width;
        }
        left -= length;
        if let Some(half) = half.take() {
            rows.push(half << 4 | colour, 1);
            length -= 1;
        }
        if length >= 2 {
            rows.push(colour << 4 | colour, length / 2);
        }
        if length % 2 == 1 {
            half = Some(colour);
        }
        if left == 0
            && let Some(half) = half.take()
        {
            rows.push(half << 4, 1);
        }
    }
    rows
}

/// A channel without its alpha multiplied in.
fn straight(channel: u8, alpha: u8) -> u8 {
    let (channel, alpha) = (u32::from(channel), u32::from(alpha));
    ((channel * 255 + alpha / 2) / alpha).min(255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of rows of colours.
    fn picture(rows: &[&[u8]]) -> Indexed {
        let mut runs = Vec::new();
        for row in rows {
            for run in row.chunk_by(|a, b| a == b) {
                runs.push((u32::from(run[0]), run.len() as u32));
            }
        }
        Indexed { palette: vec![0xff00_0000; 16], nearest: (0..16).collect(), runs }
    }

    fn bytes(runs: Runs) -> Vec<u8> {
        let runs = runs.finish().0;
        runs.iter().flat_map(|run| vec![run.value(); run.length() as usize]).collect()
    }

    #[test]
    fn rows_are_as_png_has_them() {
        let rows: [&[u8]; 4] = [&[1, 1, 1, 2, 2], &[2, 3, 3, 3, 3], &[4, 4, 4, 4, 4], &[0, 0, 0, 0, 5]];
        let singles = bytes(singles(5, &picture(&rows)));
        assert_eq!(singles, [0, 1, 1, 1, 2, 2, 0, 2, 3, 3, 3, 3, 0, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 5]);
        let pairs = bytes(pairs(5, &picture(&rows)));
        assert_eq!(pairs, [0, 0x11, 0x12, 0x20, 0, 0x23, 0x33, 0x30, 0, 0x44, 0x44, 0x40, 0, 0, 0, 0x50]);
    }
}
