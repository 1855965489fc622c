//! The palette of a picture: which of its colours are kept, and which of these is shown for each of the others.

use crate::colours::Colours;

/// The most colours of a picture.
pub(crate) const MOST: usize = 96;
/// Colours besides those of the areas. Measured: with four, inner rings show specks of a colour not theirs; with fourteen,
/// a file is a twenty-fifth longer and looks the same.
pub(crate) const BETWEEN: usize = 8;
/// The colours of a picture in which two pixels share a byte.
pub(crate) const FEW: usize = 16;
/// The colours of a picture that would get too long with all of those of its areas, but needs more than [`FEW`]. Measured:
/// with 24, some have more than 30 kB; with these, seams of towers and tints of squares are still there.
pub(crate) const SOME: usize = 20;
/// What the areas of a picture of few colours may lose, as pixels times the square of a distance. Found by looking: below,
/// what differs is the shade of rims and of thin lines; above, seams of towers are lost, and soon tints of squares.
const BEARABLE: u64 = 9_000_000;
/// So many of 10,000 pixels may be off by more than so much in a channel.
const FAR_OFF: u64 = 33;
const OFF: u8 = 38;
/// Where colours are few, a pixel of an area weighs so much more than one of an edge.
const WEIGHT: u32 = 8;
/// So often one of few colours may be given up for another.
const EXCHANGES: usize = 6;
/// So many colours are tried in its place.
const TRIED: usize = 16;
/// An exchange must better the picture by one part in so many: less is not worth the time.
const WORTHWHILE: u64 = 1000;

/// A palette in the making.
#[derive(Clone)]
pub(crate) struct Picked {
    pub palette: Vec<u32>,
    /// For every colour of the picture the nearest one of the palette.
    pub nearest: Vec<u8>,
    /// And the square of how far it is.
    distance: Vec<i32>,
    /// Every colour of the picture as it is perceived.
    perceived: Vec<Perceived>,
}

/// Picks the palette: again and again the colour whose pixels are worst off with what there is, those in areas first.
pub(crate) fn pick(found: &Colours) -> Picked {
    let mut picked = Picked::none(found);
    picked.add(found, &found.areas, MOST - BETWEEN);
    let most = picked.palette.len() + BETWEEN;
    picked.add(found, &found.counts, most);
    picked
}

/// Picks [`FEW`] colours for areas and edges alike. If too much is lost, looks for better ones if that is `worthwhile`, and then
/// picks as many as there may be at `most`; `None` if too much is lost even so.
pub(crate) fn pick_alike(found: &Colours, most: usize, worthwhile: bool) -> Option<Picked> {
    let weights = weights(found);
    let mut picked = Picked::none(found);
    picked.add(found, &weights, FEW);
    if picked.is_bearable(found) {
        return Some(picked);
    }
    if worthwhile && let Some(better) = picked.bettered(found, &weights) {
        return Some(better);
    }
    if most > FEW {
        picked.add(found, &weights, most);
    }
    picked.is_bearable(found).then_some(picked)
}

/// What the pixels of each colour weigh where colours are few.
fn weights(found: &Colours) -> Vec<u32> {
    let counts = found.counts.iter().zip(&found.areas);
    counts.map(|(&count, &area)| count + (WEIGHT - 1) * area).collect()
}

/// A colour by what the eye tells apart: lightness, how much redder and how much bluer than it the colour is, and alpha.
type Perceived = [i32; 4];

fn perceived(colour: u32) -> Perceived {
    let [r, g, b, a] = colour.to_le_bytes().map(i32::from);
    let lightness = (2 * r + 5 * g + b + 4) / 8;
    [lightness, r - lightness, b - lightness, a]
}

/// The square of how far two colours are apart.
fn distance([l1, r1, b1, a1]: Perceived, [l2, r2, b2, a2]: Perceived) -> i32 {
    let [l, r, b, a] = [l1 - l2, r1 - r2, b1 - b2, a1 - a2];
    6 * l * l + 4 * r * r + 2 * b * b + 3 * a * a
}

/// Farther than any two colours are.
const FAR: i32 = 64 * 256 * 256;

/// How much worse it is to be shown as a colour at a distance: what is far off is seen even in a thin line.
fn felt(distance: i32) -> u32 {
    // Square and sum stay within 32 bits.
    let near = distance.unsigned_abs().min(0xffff);
    near + near * near / 8192
}

/// What so many pixels lose that are shown at a distance from their colour.
fn loss(pixels: u32, distance: u32) -> u64 {
    u64::from(pixels) * u64::from(distance)
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
                (loss(counts[number], self.distance[number].unsigned_abs()), found.colours[number])
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
        let this = perceived(colour);
        for ((&other, nearest), least) in self.perceived.iter().zip(&mut self.nearest).zip(&mut self.distance)
        {
            let from_here = distance(this, other);
            // No branch: the loop then runs on several colours at once.
            let nearer = from_here < *least;
            *nearest = if nearer { index } else { *nearest };
            *least = if nearer { from_here } else { *least };
        }
    }

    /// Starts again with these colours.
    fn become_these(&mut self, palette: &[u32]) {
        self.palette.clear();
        self.distance.fill(FAR);
        palette.iter().for_each(|&colour| self.add_one(colour));
    }

    /// What the areas lose.
    fn lost(&self, found: &Colours) -> u64 {
        let losses = found.areas.iter().zip(&self.distance);
        losses.map(|(&area, &distance)| loss(area, distance.unsigned_abs())).sum()
    }

    /// Whether nobody sees how few colours there are.
    fn is_bearable(&self, found: &Colours) -> bool {
        let far =
            found.colours.iter().zip(&self.nearest).zip(&found.counts).filter(|((colour, nearest), _)| {
                let shown = self.palette[usize::from(**nearest)].to_le_bytes();
                colour.to_le_bytes().iter().zip(shown).any(|(&a, b)| a.abs_diff(b) > OFF)
            });
        let far: u64 = far.map(|(_, &count)| u64::from(count)).sum();
        let all: u64 = found.counts.iter().map(|&count| u64::from(count)).sum();
        far * 10_000 <= all * FAR_OFF && self.lost(found) <= BEARABLE
    }

    /// As many colours that lose less together than those that are picked one after another, unless that is still too much.
    ///
    /// One after another, a thin line of every piece may end up without any colour that is like it.
    fn bettered(&self, found: &Colours, weights: &[u32]) -> Option<Picked> {
        // Exchanges help edges, but areas hardly.
        if self.lost(found) > BEARABLE / 2 * 3 {
            return None;
        }
        let mut better = self.clone();
        for _ in 0..EXCHANGES {
            if !better.exchange(found, weights) {
                break;
            }
        }
        if !better.is_bearable(found) {
            better.centre(found, weights);
        }
        better.is_bearable(found).then_some(better)
    }

    /// Gives up the colour that is missed least for the one that helps most, if that betters the picture.
    fn exchange(&mut self, found: &Colours, weights: &[u32]) -> bool {
        let number = weights.len();
        // How each colour would feel without the one that it is shown as.
        let mut without = vec![u32::MAX; number];
        for (index, &colour) in self.palette.iter().enumerate() {
            let this = perceived(colour);
            for ((&other, &nearest), without) in self.perceived.iter().zip(&self.nearest).zip(&mut without) {
                let from_here = felt(distance(this, other));
                let other_index = usize::from(nearest) != index;
                *without = if other_index && from_here < *without { from_here } else { *without };
            }
        }
        let mut now: Vec<u32> = self.distance.iter().map(|&distance| felt(distance)).collect();
        let before: u64 = weights.iter().zip(&now).map(|(&weight, &felt)| loss(weight, felt)).sum();
        let mut worst: Vec<(u64, u32)> = (0..number)
            .map(|number| (loss(weights[number], now[number]), found.colours[number]))
            .filter(|&(loss, _)| loss > 0)
            .collect();
        if worst.len() > TRIED {
            worst.select_nth_unstable_by(TRIED, |a, b| b.cmp(a));
            worst.truncate(TRIED);
        }
        let mut missed = vec![0; self.palette.len()];
        for (((&nearest, &without), &now), &weight) in
            self.nearest.iter().zip(&without).zip(&now).zip(weights)
        {
            missed[usize::from(nearest)] += loss(weight, without - now);
        }
        let Some(least) = (0..missed.len()).min_by_key(|&index| missed[index]) else { return false };
        for ((now, &without), &nearest) in now.iter_mut().zip(&without).zip(&self.nearest) {
            *now = if usize::from(nearest) == least { without } else { *now };
        }
        let with = |colour: u32| -> u64 {
            let this = perceived(colour);
            let losses = self.perceived.iter().zip(&now).zip(weights);
            losses.map(|((&other, &now), &weight)| loss(weight, now.min(felt(distance(this, other))))).sum()
        };
        let best = worst.iter().map(|&(_, colour)| (with(colour), colour)).min();
        let Some((_, colour)) = best.filter(|&(after, _)| after + before / WORTHWHILE < before) else {
            return false;
        };
        let mut palette = std::mem::take(&mut self.palette);
        palette[least] = colour;
        self.become_these(&palette);
        true
    }

    /// Replaces every opaque colour by the one that is most like the mean of those that are shown as it.
    fn centre(&mut self, found: &Colours, weights: &[u32]) {
        let count = self.palette.len();
        let mut sums = vec![([0_i64; 4], 0_i64); count];
        for ((&nearest, perceived), &weight) in self.nearest.iter().zip(&self.perceived).zip(weights) {
            let (sum, total) = &mut sums[usize::from(nearest)];
            for (sum, &part) in sum.iter_mut().zip(perceived) {
                *sum += i64::from(part) * i64::from(weight);
            }
            *total += i64::from(weight);
        }
        let means: Vec<Perceived> =
            sums.iter().map(|(sum, total)| sum.map(|part| (part / (*total).max(1)) as i32)).collect();
        let mut centres = vec![(FAR, 0); count];
        for ((&nearest, &perceived), &colour) in self.nearest.iter().zip(&self.perceived).zip(&found.colours)
        {
            let index = usize::from(nearest);
            centres[index] = centres[index].min((distance(means[index], perceived), colour));
        }
        let mut palette = std::mem::take(&mut self.palette);
        for (colour, (far, centre)) in palette.iter_mut().zip(centres) {
            if *colour >> 24 == 255 && centre >> 24 == 255 && far < FAR {
                *colour = centre;
            }
        }
        self.become_these(&palette);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opaque colours, each of so many pixels in areas and in edges.
    fn found(colours: impl IntoIterator<Item = (u32, u32, u32)>) -> Colours {
        let mut found = Colours::new();
        for (colour, area, edge) in colours {
            let number = found.number(0xff00_0000 | colour);
            found.counts[number] = area + edge;
            found.areas[number] = area;
        }
        found
    }

    /// A thin line that is unlike all else, but weighs less than the least of the areas.
    #[test]
    fn a_line_that_would_be_far_off_gets_its_colour() {
        let greys = (0..FEW as u32).map(|grey| (grey * 0x04_0404, 20_000, 0));
        let line = 0x28_0000 + 0x3c_3c3c;
        let found = found(greys.chain([(line, 0, 5_000)]));
        let picked = pick_alike(&found, FEW, true).expect("one grey is not missed");
        assert_eq!(picked.palette.len(), FEW);
        assert!(picked.palette.contains(&(0xff00_0000 | line)));
        assert!(
            pick_alike(&found, FEW, false).is_none(),
            "the colours picked one after another do without it"
        );
    }

    #[test]
    fn an_exchange_betters_the_picture_or_is_not_made() {
        let shades = |shade: u32| (shade * shade * 7919 % 0xff_ffff, shade % 5 * 900, shade % 7 * 300);
        let found = found((1..200).map(shades));
        let weights = weights(&found);
        let mut picked = Picked::none(&found);
        picked.add(&found, &weights, FEW);
        let felt = |picked: &Picked| -> u64 {
            picked
                .distance
                .iter()
                .zip(&weights)
                .map(|(&distance, &weight)| loss(weight, felt(distance)))
                .sum()
        };
        let mut before = felt(&picked);
        while picked.exchange(&found, &weights) {
            assert!(felt(&picked) < before);
            assert_eq!(picked.palette.len(), FEW);
            before = felt(&picked);
        }
    }

    #[test]
    fn the_centre_of_shades_stands_for_them() {
        let shades = [0x10_1010, 0x1c_1c1c, 0x21_2121, 0x30_3030];
        let found = found(shades.map(|shade| (shade, 100, 0)));
        let mut picked = Picked::none(&found);
        picked.become_these(&[0xff10_1010]);
        picked.centre(&found, &weights(&found));
        assert_eq!(picked.palette, [0xff21_2121]);
    }

    #[test]
    fn what_is_transparent_stays() {
        let mut found = found([(0x10_1010, 100, 0), (0x30_3030, 100, 0)]);
        let clear = found.number(0);
        found.counts[clear] = 1;
        let mut picked = Picked::none(&found);
        picked.become_these(&[0, 0xff10_1010]);
        picked.centre(&found, &weights(&found));
        assert_eq!(picked.palette[0], 0);
    }
}
