//! From pixels to a palette of a few colours: in whole numbers only, so that every machine picks the same.
//!
//! Areas keep their colours. What lies between them, the smoothed edges, is nearly all that makes a file long, and there
//! nobody sees whether a pixel has its own colour or one much like it: for these there are only a few.
//!
//! A crowded picture gets by with [`FEW`] colours if nobody sees that either. Then two pixels share a byte, so that DEFLATE
//! looks back 90 rows instead of 45: over a whole rank of a board, whose pieces it thus knows when the next rank comes. If
//! that would be seen, [`SOME`] colours keep a picture short enough.

use crate::colours::Colours;
use crate::novelty::Novelty;
use crate::pick::{FEW, Picked, SOME, pick, pick_alike};
use crate::raster::Pixels;

/// A picture of more bytes, as [`Novelty`] forecasts them with a byte for each pixel, is crowded: some of a forecast so large
/// would have more than 30 kB. So is one of more runs: it would take longer than 5 ms.
const MANY_BYTES: usize = 26_000;
const MANY_RUNS: usize = 85_000;
/// Of pictures of a larger forecast, some have more than 30 kB if all of their areas keep their colours.
const TOO_MANY_BYTES: usize = 27_000;
/// A picture of more runs gets too long even with [`SOME`] colours.
const FAR_TOO_MANY_RUNS: usize = 110_000;
/// A row of so many pixels of one colour belongs to an area; the smoothed upper edge of a piece has fewer.
const AREA: u32 = 14;

/// A picture of few colours.
pub(crate) struct Indexed {
    /// Premultiplied colours, red in the low byte and alpha in the high one; at most [`MOST`](crate::pick::MOST), the opaque
    /// ones last.
    pub palette: Vec<u32>,
    /// For every colour that the picture had before, which of the palette it is now.
    pub nearest: Vec<u8>,
    /// Row by row, numbers of colours that the picture had before, and how many pixels have them; no run goes on in the
    /// next row.
    pub runs: Vec<(u32, u32)>,
}

impl Indexed {
    /// Row by row, colours of the palette, and how many pixels have them.
    pub fn colours(&self) -> impl Iterator<Item = (u8, u32)> {
        self.runs.iter().map(|&(number, length)| (self.nearest[number as usize], length))
    }
}

/// Picks the palette of a picture and the nearest colour of it for every pixel.
pub(crate) fn reduce(picture: &Pixels) -> Indexed {
    let mut found = Colours::new();
    // A run of one colour is looked up once.
    let mut runs: Vec<(u32, u32)> = Vec::with_capacity(picture.data.len() / 4);
    let mut ends = vec![0; picture.width];
    let mut novelty = Novelty::new();
    for (y, row) in picture.data.chunks(picture.width).enumerate() {
        let before = runs.len();
        push_runs(row, &mut ends, &mut runs);
        for (colour, length) in &mut runs[before..] {
            let number = found.number(*colour);
            found.count(number, *length, *length >= AREA);
            *colour = number as u32;
        }
        if y % Novelty::STEP == 0 {
            novelty.row(&runs[before..]);
        }
    }
    let forecast = novelty.bytes(runs.len());
    let crowded = forecast > MANY_BYTES || runs.len() > MANY_RUNS;
    let most = if forecast > TOO_MANY_BYTES { SOME } else { FEW };
    let worthwhile = runs.len() > FAR_TOO_MANY_RUNS;
    let alike = if crowded { pick_alike(&found, most, worthwhile) } else { None };
    let Picked { mut palette, mut nearest, .. } = alike.unwrap_or_else(|| pick(&found));
    opaque_last(&mut palette, &mut nearest);
    Indexed { palette, nearest, runs }
}

/// Adds the runs of one colour in a row: the colour, and how many pixels have it. `ends` is as long as the row.
///
/// In two steps, each of which takes several pixels at once: who looks at them one by one has to guess at each whether the
/// run ends.
fn push_runs(row: &[u32], ends: &mut [u8], runs: &mut Vec<(u32, u32)>) {
    for ((end, this), next) in ends.iter_mut().zip(row).zip(row.get(1..).unwrap_or_default()) {
        *end = u8::from(this != next);
    }
    if let Some(last) = ends.last_mut() {
        *last = 1;
    }
    let mut start = 0;
    let mut end_after = |at: usize| {
        runs.push((row[at], (at + 1 - start) as u32));
        start = at + 1;
    };
    let (words, alone) = ends.as_chunks::<8>();
    for (number, &word) in words.iter().enumerate() {
        let mut word = u64::from_le_bytes(word);
        while word != 0 {
            end_after(number * 8 + word.trailing_zeros() as usize / 8);
            word &= word - 1;
        }
    }
    for (number, _) in alone.iter().enumerate().filter(|&(_, &end)| end > 0) {
        end_after(words.len() * 8 + number);
    }
}

/// Sorts a palette so that the opaque colours come last: the file then says nothing of their opacity.
fn opaque_last(palette: &mut Vec<u32>, nearest: &mut [u8]) {
    let mut order: Vec<usize> = (0..palette.len()).collect();
    order.sort_by_key(|&index| palette[index] >> 24 == 255);
    let mut place = vec![0; palette.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old] = new as u8;
    }
    *palette = order.iter().map(|&old| palette[old]).collect();
    for index in nearest {
        *index = place[usize::from(*index)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pick::{BETWEEN, MOST};

    /// Areas of some colours, side by side, and between two of them a pixel of a colour of its own.
    fn areas(number: u32, colour: impl Fn(u32) -> u32) -> Pixels {
        let mut data = Vec::new();
        for area in 0..number {
            let half = |area| (colour(area) >> 1) & 0x7f_7f7f;
            data.extend([0xff00_0000 | colour(area); AREA as usize]);
            data.push(0xff00_0000 | (half(area) + half(area + 1)));
        }
        Pixels { width: AREA as usize + 1, height: number as usize, data }
    }

    /// The colour of every pixel, row by row.
    fn pixels(picture: &Indexed) -> Vec<u8> {
        picture.colours().flat_map(|(colour, length)| vec![colour; length as usize]).collect()
    }

    #[test]
    fn runs_end_where_colours_change() {
        for width in 1..40_u32 {
            let row: Vec<u32> = (0..width).map(|x| x * x / 7 % 5 * (x / 20)).collect();
            let mut runs = Vec::new();
            push_runs(&row, &mut vec![9; row.len()], &mut runs);
            let expected: Vec<_> =
                row.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect();
            assert_eq!(runs, expected);
        }
    }

    #[test]
    fn areas_stay_exact() {
        let picture = areas(80, |area| area * area % 97 * 0x01_0201);
        let reduced = reduce(&picture);
        assert!(reduced.palette.len() <= 80 + BETWEEN);
        for (row, indices) in picture.data.chunks(picture.width).zip(pixels(&reduced).chunks(picture.width)) {
            assert_eq!(reduced.palette[usize::from(indices[0])], row[0]);
        }
    }

    /// Rows of runs that never repeat, of some colours.
    fn crowd(colours: &[u32]) -> Pixels {
        let (width, height) = (720, 700);
        let mut state = 7_u32;
        let mut data = Vec::with_capacity(width * height + 32);
        while data.len() < width * height {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let colour = colours[(state >> 16) as usize % colours.len()];
            data.extend(vec![0xff00_0000 | colour; 1 + (state >> 24) as usize % 16]);
        }
        data.truncate(width * height);
        Pixels { width, height, data }
    }

    #[test]
    fn crowded_pictures_get_few_colours_if_nobody_sees_it() {
        let shades: Vec<u32> =
            (0..40).map(|shade| 0x40_4040 * (shade % 4) + 0x01_0101 * (shade / 4)).collect();
        let reduced = reduce(&crowd(&shades));
        assert_eq!(reduced.palette.len(), FEW);
        let apart: Vec<u32> =
            (0..40).map(|shade| 0x30_1070 * (shade % 4) + 0x06_1a03 * (shade / 4)).collect();
        assert!(reduce(&crowd(&apart)).palette.len() > FEW);
        // The same shades without a crowd stay as they are.
        let quiet = areas(40, |area| shades[area as usize % 40]);
        assert!(reduce(&quiet).palette.len() >= 40);
    }

    #[test]
    fn the_most_crowded_pictures_get_some_colours_if_few_are_too_few() {
        let shades: Vec<u32> = (0..2 * SOME as u32)
            .map(|shade| (0x30_0018 * (shade % 5) + 0x00_4010 * (shade / 5 % 4)) ^ (shade / SOME as u32))
            .collect();
        assert_eq!(reduce(&crowd(&shades)).palette.len(), SOME);
        let quiet = areas(2 * SOME as u32, |area| shades[area as usize % shades.len()]);
        assert!(reduce(&quiet).palette.len() >= 2 * SOME);
    }

    #[test]
    fn many_colours_become_few_and_near() {
        let picture = areas(2000, |area| (area % 256) | ((area / 256) << 9));
        let reduced = reduce(&picture);
        assert_eq!(reduced.palette.len(), MOST);
        assert_eq!(pixels(&reduced).len(), picture.data.len());
        for (&pixel, index) in picture.data.iter().zip(pixels(&reduced)) {
            let chosen = reduced.palette[usize::from(index)].to_le_bytes();
            let far = pixel.to_le_bytes().iter().zip(chosen).any(|(&a, b)| a.abs_diff(b) > 24);
            assert!(!far, "{pixel:08x} became {chosen:02x?}");
        }
    }
}
