//! Russian draughts as the top pieces of columns play it, for the games on several levels.

use super::capture::{Hunt, Sink};
use super::field::Field;
use super::numbers::Numbers;
use super::ply::Ply;
use super::russian::Russian;
use crate::bitboard::Bitboard;
use crate::seat::Seat;
use crate::square::Square;

/// The top pieces of columns, and who acts.
pub(in crate::games) struct Tops(Field<Russian>);

impl Tops {
    /// The squares of each seat's tops, which of them are kings, and who acts.
    #[inline]
    pub(in crate::games) fn new(pieces: [Bitboard; 2], kings: Bitboard, acts: Seat) -> Self {
        let mut field = Field::new(pieces, kings);
        field.acts = acts;
        Tops(field)
    }

    /// Whether there is a legal ply.
    #[inline]
    pub(in crate::games) fn can_act(&self) -> bool {
        self.0.can_act()
    }

    /// Whether there is a capture, which is a duty then.
    #[inline]
    pub(in crate::games) fn can_capture(&self) -> bool {
        !self.0.capturers().is_empty()
    }

    /// Adds the steps.
    #[inline]
    pub(in crate::games) fn steps(&self, list: &mut Vec<Ply>) {
        self.0.each_step(self.0.own(), |ply| list.push(ply));
    }

    /// The number of steps of a seat's tops.
    #[inline]
    pub(in crate::games) fn count_steps(&self, seat: Seat) -> usize {
        self.0.count_steps(seat, self.0.pieces[seat.index()])
    }

    /// Calls `each` with the captures and the squares entered, the first included. With `ALL` it is called for every
    /// route, else at least for one to every end over every row of pieces.
    pub(in crate::games) fn captures<const ALL: bool>(&self, mut each: impl FnMut(&[Square], Ply)) {
        let field = &self.0;
        for from in field.capturers() {
            let mut routes = Routes::<_, ALL> { way: vec![from], each: &mut each };
            let king = field.kings.has(from);
            let (prey, occupied, stops) = (field.enemy(), field.occupied(), field.stops);
            if field.acts == Seat::FIRST {
                Hunt::<Russian, _, true>::new(from, prey, occupied, stops, &mut routes).run(king);
            } else {
                Hunt::<Russian, _, false>::new(from, prey, occupied, stops, &mut routes).run(king);
            }
        }
    }

    /// Adds the numbered forms of a canonical text.
    pub(in crate::games) fn numbers(canonical: &str, list: &mut Vec<String>) {
        Numbers::FromBlack.texts(canonical, list);
    }
}

/// Keeps the squares entered.
struct Routes<'a, F, const ALL: bool> {
    way: Vec<Square>,
    each: &'a mut F,
}

impl<F: FnMut(&[Square], Ply), const ALL: bool> Sink for Routes<'_, F, ALL> {
    const ROUTES: bool = ALL;

    fn enter(&mut self, to: Square) {
        self.way.push(to);
    }

    fn leave(&mut self) {
        self.way.pop();
    }

    fn end(&mut self, ply: Ply) {
        (self.each)(&self.way, ply);
    }
}
