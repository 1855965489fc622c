//! Small icons of the bar: what is counted, without a word.

use tavlei_core::seat::Side;
use tavlei_core::view::{CounterKind, Sign, TallyKind};

use super::mark::star;
use super::piece::disc;
use super::{Painter, square_sketch};
use crate::font::Weight;
use crate::path::Pen;
use crate::picture::{Fragment, Sketch};
use crate::theme::{Colour, Disc};

/// The side of a seat's icon with its ring.
pub(super) const SEAT: i32 = 46;

/// The side of an icon of something counted, in pixels, and in the units in which it is drawn.
const SMALL: u32 = 32;
const UNITS: u32 = 26;

impl Painter<'_> {
    /// A seat's sign on the bar: its disc, or an arrow to where it sits.
    pub(super) fn seat(&self, side: Side) -> Fragment {
        let c = self.colours;
        self.seat_sign(side, 17, c.bar_quiet, c.bar_text, c.bar)
    }

    /// A seat's sign beside its store on the frame.
    pub(super) fn seat_small(&self, side: Side) -> Fragment {
        let c = self.colours;
        self.seat_sign(side, 12, c.coordinate, c.coordinate, c.frame)
    }

    fn seat_sign(&self, side: Side, half: i32, line: Colour, ground: Colour, arrow: Colour) -> Fragment {
        let c = self.colours;
        match side.colour() {
            Some(colour) => {
                // A light line round the disc, so that Black is seen on a dark ground.
                let ringed = Disc { edge: line, ..*c.disc(colour) };
                disc(c, &ringed, half as f32 - 2.0, half as f32 * 0.18, Sign::None).0
            }
            None => self.seat_arrow(self.rotation.place(side), 2 * half, ground, arrow),
        }
    }

    /// An arrow on a disc to a place at the board: 0 below, 1 at the right, 2 above, 3 at the left.
    pub(super) fn seat_arrow(&self, place: u8, side: i32, ground: Colour, arrow: Colour) -> Fragment {
        let mut sketch = square_sketch(side);
        let half = side as f32 / 2.0;
        sketch.fill(ground, |pen| {
            pen.circle((half, half), half - 1.5);
        });
        sketch.fill(arrow, |pen| {
            // An arrow downwards, turned with the seat.
            let points = [(-0.5, -0.2), (0.5, -0.2), (0.0, 0.5)].map(|(x, y): (f32, f32)| {
                let (x, y) = (x * half, y * half);
                match place {
                    0 => (half + x, half + y),
                    1 => (half + y, half + x),
                    2 => (half + x, half - y),
                    _ => (half - y, half + x),
                }
            });
            pen.polygon(&points);
        });
        sketch.finish()
    }

    /// The ring round the seat that acts.
    pub(super) fn seat_ring(&self) -> Fragment {
        let mut sketch = square_sketch(SEAT);
        let half = SEAT as f32 / 2.0;
        sketch.fill(self.colours.acts, |pen| {
            pen.ring((half, half), half - 0.5, half - 4.5);
        });
        sketch.finish()
    }

    /// The bar through a seat that is out.
    pub(super) fn seat_out(&self) -> Fragment {
        let mut sketch = square_sketch(SEAT);
        let (a, b) = (7.0, SEAT as f32 - 7.0);
        sketch.fill(self.colours.bar, |pen| {
            pen.bar((a, a), (b, b), 9.0);
        });
        sketch.fill(self.colours.taken, |pen| {
            pen.bar((a, a), (b, b), 5.0);
        });
        sketch.finish()
    }

    /// What a side has a number of; none for the pieces on the board, which the side's own sign shows.
    pub(super) fn tally_icon(&self, side: Side, what: TallyKind) -> Option<Fragment> {
        let c = self.colours;
        let own = side.colour().map_or(&c.man, |colour| c.disc(colour));
        let enemy = side.colour().map_or(&c.man, |colour| c.disc(colour.other()));
        let line = c.bar_quiet;
        let mut sketch = Sketch::scaled(SMALL, UNITS);
        match what {
            TallyKind::Pieces => return None,
            TallyKind::Hand => {
                // A tray with pieces.
                for x in [8.0, 18.0] {
                    sketch.fill(line, |pen| {
                        pen.circle((x, 11.0), 5.6);
                    });
                    sketch.fill(own.face, |pen| {
                        pen.circle((x, 11.0), 4.4);
                    });
                }
                sketch.fill(line, |pen| {
                    pen.polygon(&[
                        (1.5, 12.0),
                        (4.5, 12.0),
                        (4.5, 20.0),
                        (21.5, 20.0),
                        (21.5, 12.0),
                        (24.5, 12.0),
                        (24.5, 23.0),
                        (1.5, 23.0),
                    ]);
                });
            }
            TallyKind::Points => {
                sketch.fill(c.acts, |pen| star(pen, (13.0, 14.0), 12.0));
            }
            TallyKind::Taken => {
                sketch.fill(c.taken, |pen| {
                    pen.frame(1.0, 1.0, 24.0, 24.0, 3.0);
                });
                sketch.fill(line, |pen| {
                    pen.circle((13.0, 13.0), 7.4);
                });
                sketch.fill(enemy.face, |pen| {
                    pen.circle((13.0, 13.0), 6.0);
                });
            }
            TallyKind::Lost => {
                sketch.fill(line, |pen| {
                    pen.circle((13.0, 13.0), 9.5);
                });
                sketch.fill(own.face, |pen| {
                    pen.circle((13.0, 13.0), 8.0);
                });
                sketch.fill(c.bar, |pen| {
                    pen.bar((3.0, 23.0), (23.0, 3.0), 7.0);
                });
                sketch.fill(c.taken, |pen| {
                    pen.bar((2.0, 24.0), (24.0, 2.0), 3.6);
                });
            }
            TallyKind::Home => {
                sketch.fill(line, |pen| {
                    pen.polygon(&[(13.0, 2.0), (25.0, 13.5), (1.0, 13.5)]);
                    pen.rect(5.0, 12.5, 16.0, 10.5).rect_hole(10.5, 16.0, 5.0, 7.0);
                });
            }
            TallyKind::Fines => {
                sketch.fill(c.warning, |pen| {
                    pen.round(5.0, 2.0, 16.0, 22.0, 3.0);
                });
                sketch.centred(self.font, c.badge_text, "!", (13.0, 13.5), 18.0, Weight::Bold);
            }
        }
        Some(sketch.finish())
    }

    /// What the game has a number of.
    pub(super) fn counter_icon(&self, what: CounterKind) -> Fragment {
        let c = self.colours;
        let line = c.bar_quiet;
        let mut sketch = Sketch::scaled(SMALL, UNITS);
        let chevron = |pen: &mut Pen, x: f32| {
            pen.polygon(&[
                (x, 4.0),
                (x + 4.0, 4.0),
                (x + 11.0, 13.0),
                (x + 4.0, 22.0),
                (x, 22.0),
                (x + 7.0, 13.0),
            ]);
        };
        match what {
            CounterKind::NoProgress => {
                // An hourglass.
                sketch.fill(line, |pen| {
                    pen.rect(4.0, 2.0, 18.0, 3.0).rect(4.0, 21.0, 18.0, 3.0);
                    pen.polygon(&[
                        (6.0, 5.0),
                        (20.0, 5.0),
                        (14.2, 13.0),
                        (20.0, 21.0),
                        (6.0, 21.0),
                        (11.8, 13.0),
                    ]);
                });
                sketch.fill(c.bar, |pen| {
                    pen.polygon(&[(8.5, 6.0), (17.5, 6.0), (16.0, 8.0), (10.0, 8.0)]);
                    pen.polygon(&[(13.0, 14.2), (16.2, 18.0), (9.8, 18.0)]);
                });
            }
            CounterKind::Limit => {
                // A clock.
                sketch.fill(line, |pen| {
                    pen.ring((13.0, 13.0), 11.5, 8.7);
                    pen.bar((13.0, 14.0), (13.0, 6.5), 2.6).bar((12.0, 13.0), (18.5, 13.0), 2.6);
                });
            }
            CounterKind::TurnLeft => {
                sketch.fill(c.acts, |pen| {
                    chevron(pen, 3.0);
                    chevron(pen, 12.0);
                });
            }
            CounterKind::NextTurn => {
                sketch.fill(line, |pen| {
                    chevron(pen, 4.0);
                    pen.rect(17.5, 4.0, 3.6, 18.0);
                });
            }
        }
        sketch.finish()
    }
}
