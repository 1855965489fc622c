//! From pixels to a palette of a few colours: in whole numbers only, so that every machine picks the same.
//!
//! Areas keep their colours. What lies between them, the smoothed edges, is nearly all that makes a file long, and there
//! nobody sees whether a pixel has its own colour or one much like it: for these there are only a few.
//!
//! A crowded picture gets by with [`FEW`] colours if nobody sees that either. Then two pixels share a byte, so that DEFLATE
//! looks back 90 rows instead of 45: over a whole rank of a board, whose pieces it thus knows when the next rank comes.

use crate::novelty::Novelty;
use crate::raster::Pixels;

/// The most colours of a picture.
pub(crate) const MOST: usize = 96;
/// Colours besides those of the areas. Measured: with four, inner rings show specks of a colour not theirs; with fourteen,
/// a file is a twenty-fifth longer and looks the same.
const BETWEEN: usize = 8;
/// The colours of a picture in which two pixels share a byte.
pub(crate) const FEW: usize = 16;
/// A picture of more bytes, as [`Novelty`] forecasts them with a byte for each pixel, is crowded: some of a forecast so large
/// would have more than 30 kB. So is one of more runs: it would take longer than 5 ms.
const MANY_BYTES: usize = 26_000;
const MANY_RUNS: usize = 85_000;
/// What the areas of a crowded picture may lose, as pixels times the square of a distance. Found by looking: below, what
/// differs is the shade of rims and of thin lines; above, seams of towers are lost, and soon tints of squares.
const BEARABLE: u64 = 9_000_000;
/// So many thousandths of its pixels may be off by more than so much in a channel.
const FAR_OFF: u32 = 3;
const OFF: u8 = 38;
/// In a crowded picture a pixel of an area weighs so much more than one of an edge.
const WEIGHT: u32 = 8;
/// A row of so many pixels of one colour belongs to an area; the smoothed upper edge of a piece has fewer.
const AREA: u32 = 14;

/// A picture of few colours.
pub(crate) struct Indexed {
    /// Premultiplied colours, red in the low byte and alpha in the high one; at most [`MOST`], the opaque ones last.
    pub palette: Vec<u32>,
    /// The colour of every pixel, row by row.
    pub pixels: Vec<u8>,
}

/// The distinct colours of a picture in the order in which they are met, found by hashing.
struct Colours {
    /// A power of two of places; a place holds a colour and its number, counted from one.
    table: Vec<(u32, u32)>,
    colours: Vec<u32>,
    /// The pixels of each colour, and those of them in areas.
    counts: Vec<u32>,
    areas: Vec<u32>,
}

impl Colours {
    fn new() -> Colours {
        Colours { table: vec![(0, 0); 1 << 12], colours: Vec::new(), counts: Vec::new(), areas: Vec::new() }
    }

    /// The place in the table where a colour is, or would be.
    fn place(&self, colour: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut place = (colour.wrapping_mul(0x9e37_79b1) >> 12) as usize & mask;
        while self.table[place].1 > 0 && self.table[place].0 != colour {
            place = (place + 1) & mask;
        }
        place
    }

    /// The number of a colour.
    fn number(&mut self, colour: u32) -> usize {
        let place = self.place(colour);
        if let Some(number) = (self.table[place].1 as usize).checked_sub(1) {
            return number;
        }
        self.colours.push(colour);
        self.counts.push(0);
        self.areas.push(0);
        self.table[place] = (colour, self.colours.len() as u32);
        if self.colours.len() * 2 > self.table.len() {
            self.table = vec![(0, 0); self.table.len() * 2];
            for number in 0..self.colours.len() {
                let place = self.place(self.colours[number]);
                self.table[place] = (self.colours[number], number as u32 + 1);
            }
        }
        self.colours.len() - 1
    }
}

/// Picks the palette of a picture and the nearest colour of it for every pixel.
pub(crate) fn reduce(picture: &Pixels) -> Indexed {
    let mut found = Colours::new();
    // A run of one colour is looked up once.
    let mut runs: Vec<(u32, u32)> = Vec::with_capacity(picture.data.len() / 4);
    let mut novelty = Novelty::new();
    for (y, mut rest) in picture.data.chunks(picture.width).enumerate() {
        let before = runs.len();
        while let Some(&colour) = rest.first() {
            let (run, after) = rest.split_at(run_length(rest, colour));
            rest = after;
            let number = found.number(colour);
            let length = run.len() as u32;
            found.counts[number] += length;
            found.areas[number] += if length < AREA { 0 } else { length };
            runs.push((number as u32, length));
        }
        if y % Novelty::STEP == 0 {
            novelty.row(&runs[before..]);
        }
    }
    let crowded = novelty.bytes(runs.len()) > MANY_BYTES || runs.len() > MANY_RUNS;
    let few = if crowded { pick_few(&found) } else { None };
    let Picked { mut palette, mut nearest, .. } = few.unwrap_or_else(|| pick(&found));
    opaque_last(&mut palette, &mut nearest);
    // Most runs are short: a fixed number of pixels is filled faster, and the next run goes over what was too much.
    const SHORT: usize = 16;
    let mut pixels = vec![0; picture.data.len() + SHORT];
    let mut at = 0;
    for (number, length) in runs {
        let (index, end) = (nearest[number as usize], at + length as usize);
        pixels[at..at + SHORT].fill(index);
        if end > at + SHORT {
            pixels[at + SHORT..end].fill(index);
        }
        at = end;
    }
    pixels.truncate(at);
    Indexed { palette, pixels }
}

/// How many pixels of a colour come first.
fn run_length(pixels: &[u32], colour: u32) -> usize {
    const TOGETHER: usize = 8;
    let others = |pixels: &[u32]| pixels.iter().fold(0, |others, pixel| others | (pixel ^ colour));
    let together = pixels.chunks_exact(TOGETHER).take_while(|pixels| others(pixels) == 0).count() * TOGETHER;
    let alone = pixels[together..].iter().take_while(|&&pixel| pixel == colour).count();
    together + alone
}

/// Picks the palette: again and again the colour whose pixels are worst off with what there is, those in areas first.
fn pick(found: &Colours) -> Picked {
    let mut picked = Picked::none(found);
    picked.add(found, &found.areas, MOST - BETWEEN);
    let most = picked.palette.len() + BETWEEN;
    picked.add(found, &found.counts, most);
    picked
}

/// Picks [`FEW`] colours for areas and edges alike, unless too much is lost.
fn pick_few(found: &Colours) -> Option<Picked> {
    let mut picked = Picked::none(found);
    let weights = found.counts.iter().zip(&found.areas);
    let weights: Vec<u32> = weights.map(|(&count, &area)| count + (WEIGHT - 1) * area).collect();
    picked.add(found, &weights, FEW);
    let losses = found.areas.iter().zip(&picked.distance);
    let lost: u64 = losses.map(|(&area, &distance)| loss(area, distance)).sum();
    let far =
        found.colours.iter().zip(&picked.nearest).zip(&found.counts).filter(|((colour, nearest), _)| {
            let shown = picked.palette[usize::from(**nearest)].to_le_bytes();
            colour.to_le_bytes().iter().zip(shown).any(|(&a, b)| a.abs_diff(b) > OFF)
        });
    let far: u32 = far.map(|(_, &count)| count).sum();
    let all: u32 = found.counts.iter().sum();
    (lost <= BEARABLE && far <= all / 1000 * FAR_OFF).then_some(picked)
}

/// A colour by what the eye tells apart: lightness, how much redder and how much bluer than it the colour is, and alpha.
fn perceived(colour: u32) -> [i32; 4] {
    let [r, g, b, a] = colour.to_le_bytes().map(i32::from);
    let lightness = (2 * r + 5 * g + b + 4) / 8;
    [lightness, r - lightness, b - lightness, a]
}

/// What so many pixels lose that are shown at a distance from their colour.
fn loss(pixels: u32, distance: i32) -> u64 {
    u64::from(pixels) * distance as u64
}

/// Farther than any two colours are.
const FAR: i32 = 64 * 256 * 256;

/// A palette in the making.
struct Picked {
    palette: Vec<u32>,
    /// Every colour of the picture as it is perceived.
    perceived: Vec<[i32; 4]>,
    /// For every colour of the picture the nearest one of the palette, and the square of how far it is.
    nearest: Vec<u8>,
    distance: Vec<i32>,
}

impl Picked {
    fn none(found: &Colours) -> Picked {
        Picked {
            palette: Vec::with_capacity(MOST),
            perceived: found.colours.iter().map(|&colour| perceived(colour)).collect(),
            nearest: vec![0; found.colours.len()],
            distance: vec![FAR; found.colours.len()],
        }
    }

    /// Adds colours until there are so many or nothing is lost with these; `counts` is what weighs.
    fn add(&mut self, found: &Colours, counts: &[u32], most: usize) {
        let weighing: Vec<usize> = (0..counts.len()).filter(|&number| counts[number] > 0).collect();
        while self.palette.len() < most {
            let losses = weighing.iter().map(|&number| {
                // Of colours that lose as much, any one, but on every machine the same.
                (loss(counts[number], self.distance[number]), found.colours[number])
            });
            match losses.max() {
                Some((1.., colour)) => self.add_one(colour),
                _ => return,
            }
        }
    }

    fn add_one(&mut self, colour: u32) {
        let index = self.palette.len() as u8;
        self.palette.push(colour);
        let [lightness, red, blue, alpha] = perceived(colour);
        for ((&[l2, r2, b2, a2], nearest), distance) in
            self.perceived.iter().zip(&mut self.nearest).zip(&mut self.distance)
        {
            let [l, r, b, a] = [lightness - l2, red - r2, blue - b2, alpha - a2];
            let from_here = 6 * l * l + 4 * r * r + 2 * b * b + 3 * a * a;
            // No branch: the loop then runs on several colours at once.
            let nearer = from_here < *distance;
            *nearest = if nearer { index } else { *nearest };
            *distance = if nearer { from_here } else { *distance };
        }
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

    #[test]
    fn areas_stay_exact() {
        let picture = areas(80, |area| area * area % 97 * 0x01_0201);
        let reduced = reduce(&picture);
        assert!(reduced.palette.len() <= 80 + BETWEEN);
        for (row, indices) in picture.data.chunks(picture.width).zip(reduced.pixels.chunks(picture.width)) {
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
    fn many_colours_become_few_and_near() {
        let picture = areas(2000, |area| (area % 256) | ((area / 256) << 9));
        let reduced = reduce(&picture);
        assert_eq!(reduced.palette.len(), MOST);
        assert_eq!(reduced.pixels.len(), picture.data.len());
        for (&pixel, &index) in picture.data.iter().zip(&reduced.pixels) {
            let chosen = reduced.palette[usize::from(index)].to_le_bytes();
            let far = pixel.to_le_bytes().iter().zip(chosen).any(|(&a, b)| a.abs_diff(b) > 24);
            assert!(!far, "{pixel:08x} became {chosen:02x?}");
        }
    }
}
