//! From a picture of few colours to a PNG file.

use std::io::Write;

use libflate::zlib;
use png::{BitDepth, ColorType, Encoder, chunk};

use crate::lz77::RunLz77;
use crate::palette::Indexed;
use crate::pick::FEW;
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
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    let few = picture.palette.len() <= FEW;
    encoder.set_depth(if few { BitDepth::Four } else { BitDepth::Eight });
    encoder.set_palette(colours);
    encoder.set_trns(alphas);
    let mut writer = encoder.write_header()?;
    writer.write_chunk(chunk::IDAT, &compressed(width as usize, &picture.pixels, few)?)?;
    writer.finish()?;
    Ok(file)
}

/// The rows of a picture as PNG has them, compressed; of few colours, two pixels share a byte.
fn compressed(width: usize, pixels: &[u8], few: bool) -> std::io::Result<Vec<u8>> {
    let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / width + 1);
    for row in pixels.chunks_exact(width) {
        // Numbers of colours are not filtered: neighbours have nothing in common.
        rows.push(0);
        if few {
            let (pairs, alone) = row.as_chunks::<2>();
            rows.extend(pairs.iter().map(|&[left, right]| left << 4 | right));
            rows.extend(alone.iter().map(|&left| left << 4));
        } else {
            rows.extend_from_slice(row);
        }
    }
    let options = zlib::EncodeOptions::with_lz77(RunLz77::default());
    let mut encoder = zlib::Encoder::with_options(Vec::with_capacity(32 << 10), options)?;
    encoder.write_all(&rows)?;
    encoder.finish().into_result()
}

/// A channel without its alpha multiplied in.
fn straight(channel: u8, alpha: u8) -> u8 {
    let (channel, alpha) = (u32::from(channel), u32::from(alpha));
    ((channel * 255 + alpha / 2) / alpha).min(255) as u8
}
