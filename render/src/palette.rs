//! From pixels to a palette of a few colours: in whole numbers only, so that every machine picks the same.
//!
//! Areas keep their colours. What lies between them, the smoothed edges, is nearly all that makes a file long, and there
//! nobody sees whether a pixel has its own colour or one much like it: for these there are only a few.

use crate::raster::Pixels;

/// The most colours of a picture.
pub(crate) const MOST: usize = 96;
/// Colours besides those of the areas. Measured: with four, inner rings show specks of a colour not theirs; with fourteen,
/// a file is a twenty-fifth longer and looks the same.
const BETWEEN: usize = 8;
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
    /// A power of two of places; a place holds the number of a colour, counted from one.
    table: Vec<u32>,
    colours: Vec<u32>,
    /// The pixels of each colour, and those of them in areas.
    counts: Vec<u32>,
    areas: Vec<u32>,
}

impl Colours {
    fn new() -> Colours {
        Colours { table: vec![0; 1 << 13], colours: Vec::new(), counts: Vec::new(), areas: Vec::new() }
    }

    /// The place in the table where a colour is, or would be.
    fn place(&self, colour: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut place = (colour.wrapping_mul(0x9e37_79b1) >> 12) as usize & mask;
        while let Some(number) = (self.table[place] as usize).checked_sub(1) {
            if self.colours[number] == colour {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }

    /// The number of a colour.
    fn number(&mut self, colour: u32) -> usize {
        let place = self.place(colour);
        if let Some(number) = (self.table[place] as usize).checked_sub(1) {
            return number;
        }
        self.colours.push(colour);
        self.counts.push(0);
        self.areas.push(0);
        self.table[place] = self.colours.len() as u32;
        if self.colours.len() * 2 > self.table.len() {
            self.table = vec![0; self.table.len() * 2];
            for number in 0..self.colours.len() {
                let place = self.place(self.colours[number]);
                self.table[place] = number as u32 + 1;
            }
        }
        self.colours.len() - 1
    }
}

/// Picks the palette of a picture and the nearest colour of it for every pixel.
pub(crate) fn reduce(picture: &Pixels) -> Indexed {
    let mut found = Colours::new();
    // A run of one colour is looked up once.
    let mut runs: Vec<(u32, u32)> = Vec::with_capacity(picture.data.len() / 8);
    let mut rest = picture.data.as_slice();
    while let Some(&colour) = rest.first() {
        let (run, after) = rest.split_at(run_length(rest, colour));
        rest = after;
        let number = found.number(colour);
        let length = run.len() as u32;
        found.counts[number] += length;
        found.areas[number] += if length < AREA { 0 } else { length };
        runs.push((number as u32, length));
    }
    let (mut palette, mut nearest) = pick(&found);
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
fn pick(found: &Colours) -> (Vec<u32>, Vec<u8>) {
    let mut picked = Picked {
        channels: found.colours.iter().map(|colour| colour.to_le_bytes().map(i32::from)).collect(),
        palette: Vec::with_capacity(MOST),
        nearest: vec![0; found.colours.len()],
        distance: vec![FAR; found.colours.len()],
    };
    picked.add(found, &found.areas, MOST - BETWEEN);
    let most = picked.palette.len() + BETWEEN;
    picked.add(found, &found.counts, most);
    (picked.palette, picked.nearest)
}

/// Farther than any two colours are.
const FAR: i32 = 10 * 256 * 256;

/// A palette in the making.
struct Picked {
    /// The channels of every colour of the picture.
    channels: Vec<[i32; 4]>,
    palette: Vec<u32>,
    /// For every colour of the picture the nearest one of the palette, and how far it is.
    nearest: Vec<u8>,
    distance: Vec<i32>,
}

impl Picked {
    /// Adds colours until there are so many or nothing is lost with these; `counts` is what weighs.
    fn add(&mut self, found: &Colours, counts: &[u32], most: usize) {
        while self.palette.len() < most {
            let losses = counts.iter().zip(&self.distance).zip(&found.colours);
            let losses = losses.map(|((&count, &distance), &colour)| {
                // Of colours that lose as much, any one, but on every machine the same.
                (u64::from(count) * distance as u64, colour)
            });
            match losses.enumerate().max_by_key(|&(_, loss)| loss) {
                Some((number, (1.., colour))) => self.add_one(number, colour),
                _ => return,
            }
        }
    }

    fn add_one(&mut self, chosen: usize, colour: u32) {
        let index = self.palette.len() as u8;
        self.palette.push(colour);
        let [r, g, b, a] = self.channels[chosen];
        for ((&[r2, g2, b2, a2], nearest), distance) in
            self.channels.iter().zip(&mut self.nearest).zip(&mut self.distance)
        {
            let [r, g, b, a] = [r - r2, g - g2, b - b2, a - a2];
            let from_here = 2 * r * r + 4 * g * g + b * b + 3 * a * a;
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
