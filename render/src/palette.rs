//! From pixels to a palette of a few colours: in whole numbers only, so that every machine picks the same.

use crate::raster::Pixels;

/// The most colours of a picture.
pub(crate) const MOST: usize = 96;

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
    counts: Vec<u32>,
}

impl Colours {
    fn new() -> Colours {
        Colours { table: vec![0; 1 << 13], colours: Vec::new(), counts: Vec::new() }
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
    for run in picture.data.chunk_by(|a, b| a == b) {
        let number = found.number(run[0]);
        found.counts[number] += run.len() as u32;
        runs.push((number as u32, run.len() as u32));
    }
    let (mut palette, mut nearest) = pick(&found.colours, &found.counts);
    opaque_last(&mut palette, &mut nearest);
    let mut pixels = Vec::with_capacity(picture.data.len());
    for (number, length) in runs {
        pixels.resize(pixels.len() + length as usize, nearest[number as usize]);
    }
    Indexed { palette, pixels }
}

/// Picks the palette: first the most frequent colour, then again and again the colour whose pixels are worst off.
///
/// So flat areas keep their exact colours, and the rest goes to the edges between them.
fn pick(colours: &[u32], counts: &[u32]) -> (Vec<u32>, Vec<u8>) {
    let channels: Vec<[i32; 4]> = colours.iter().map(|colour| colour.to_le_bytes().map(i32::from)).collect();
    let mut palette = Vec::with_capacity(MOST);
    let mut nearest = vec![0; colours.len()];
    let mut distance = vec![i32::MAX; colours.len()];
    let mut next = (0..colours.len()).max_by_key(|&number| (counts[number], colours[number]));
    while let Some(chosen) = next
        && palette.len() < MOST
    {
        let index = palette.len() as u8;
        palette.push(colours[chosen]);
        let [r, g, b, a] = channels[chosen];
        let mut worst = (0, 0);
        next = None;
        for number in 0..colours.len() {
            let [r2, g2, b2, a2] = channels[number];
            let [r, g, b, a] = [r - r2, g - g2, b - b2, a - a2];
            let from_here = 2 * r * r + 4 * g * g + b * b + 3 * a * a;
            if from_here < distance[number] {
                distance[number] = from_here;
                nearest[number] = index;
            }
            let loss = (u64::from(counts[number]) * distance[number] as u64, colours[number]);
            if loss.0 > 0 && loss > worst {
                worst = loss;
                next = Some(number);
            }
        }
    }
    (palette, nearest)
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

    #[test]
    fn few_colours_stay_exact() {
        let data: Vec<u32> = (0..600).map(|n| 0xff00_0000 | ((n * n) % 97 * 0x01_02_01)).collect();
        let picture = Pixels { width: 30, height: 20, data };
        let reduced = reduce(&picture);
        assert!(reduced.palette.len() <= MOST);
        for (&pixel, &index) in picture.data.iter().zip(&reduced.pixels) {
            assert_eq!(reduced.palette[usize::from(index)], pixel);
        }
    }

    #[test]
    fn many_colours_become_few_and_near() {
        let data: Vec<u32> = (0..20_000_u32).map(|n| 0xff00_0000 | (n % 256) | ((n / 256) << 9)).collect();
        let picture = Pixels { width: 200, height: 100, data };
        let reduced = reduce(&picture);
        assert_eq!(reduced.palette.len(), MOST);
        for (&pixel, &index) in picture.data.iter().zip(&reduced.pixels) {
            let chosen = reduced.palette[usize::from(index)].to_le_bytes();
            let far = pixel.to_le_bytes().iter().zip(chosen).any(|(&a, b)| a.abs_diff(b) > 24);
            assert!(!far, "{pixel:08x} became {chosen:02x?}");
        }
    }
}
