//! A game of draughts whose turn is one ply: the shared machine behind the shared trait.

use std::marker::PhantomData;

use super::field::Field;
use super::numbers::Numbers;
use super::ply::Ply;
use super::rules::Ruled;
use super::terms::measure;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::Info;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::squares_in;
use crate::view::{Mark, View};

/// What a game of one ply a turn says of itself, beside its table of differences.
pub trait Variant: Ruled {
    /// The catalogue's entry.
    const INFO: Info;

    /// *Evaluation*: what is good.
    const TERMS: &'static [Term];

    /// How its squares are numbered, where people number them.
    const NUMBERS: Option<Numbers>;

    /// *End*: whether the side wins that has no pieces or cannot act.
    const REVERSED: bool = false;

    /// Men and kings at the start.
    fn start(options: &Options) -> Field<Self>;

    /// *End*: a further way of winning, looked at first.
    #[inline]
    fn goal(field: &Field<Self>) -> Option<Outcome> {
        let _ = field;
        None
    }

    /// *Evaluation*: how much there is of each, as a seat sees it.
    #[inline]
    fn measure(field: &Field<Self>, seat: Seat) -> Measured {
        measure(field, seat)
    }

    /// *Board letters*.
    fn board(field: &Field<Self>) -> Board {
        field.board()
    }

    /// *Picture*: more about a ply that was legal on this field.
    fn view_ply(field: &Field<Self>, ply: Ply, view: &mut View) {
        let _ = (field, ply, view);
    }

    /// *Picture*.
    fn view(field: &Field<Self>, view: &mut View) {
        let _ = (field, view);
    }
}

/// A position of such a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draughts<V> {
    pub(super) field: Field<V>,
    variant: PhantomData<V>,
}

impl<V: Variant> Draughts<V> {
    #[cfg(test)]
    pub(super) fn of(words: &str, acts: Seat) -> Self {
        Draughts { field: Field::of(words, acts), variant: PhantomData }
    }

    /// Whether the pieces alone end the game.
    #[inline]
    fn is_decided(&self) -> bool {
        self.field.is_one_sided() || V::goal(&self.field).is_some()
    }
}

/// *End: usual*: a side without pieces loses, and a side about to act that cannot. The winner and the reason.
#[inline]
pub(super) fn usual_end<R: Ruled>(field: &Field<R>) -> Option<(Seat, Reason)> {
    let (own, enemy) = (field.acts, field.acts.other());
    if field.enemy().is_empty() {
        return Some((own, Reason::NO_PIECES));
    }
    if field.own().is_empty() {
        return Some((enemy, Reason::NO_PIECES));
    }
    (!field.can_act()).then_some((enemy, Reason::NO_MOVES))
}

/// Marks an earlier ply of the same turn, below the marks of the last.
pub(super) fn view_before(ply: Ply, view: &mut View) {
    view.marks.push((ply.from, Mark::Start));
    view.marks.push((ply.to, Mark::Way));
    view.mark(ply.captured, Mark::Taken);
}

impl<V: Variant> Game for Draughts<V> {
    type Ply = Ply;

    const INFO: Info = V::INFO;

    fn start(options: &Options) -> Self {
        Draughts { field: V::start(options), variant: PhantomData }
    }

    #[inline]
    fn to_act(&self) -> Seat {
        self.field.acts
    }

    #[inline]
    fn plies(&self, list: &mut Vec<Ply>) {
        if !self.is_decided() {
            self.field.plies(list);
        }
    }

    #[inline]
    fn count(&self) -> usize {
        if self.is_decided() { 0 } else { self.field.count() }
    }

    #[inline]
    fn play(&mut self, ply: Ply) {
        self.field.play(ply);
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = V::goal(&self.field) {
            return Some(outcome);
        }
        let (winner, reason) = usual_end(&self.field)?;
        Some(Outcome::win(if V::REVERSED { winner.other() } else { winner }, reason))
    }

    /// *Endless play*: no position comes back across a capture that takes a piece off.
    #[inline]
    fn endless(&self) -> Endless {
        Endless { returns: V::RULES.kings_stay, ..Endless::STANDARD }
    }

    #[inline]
    fn is_irreversible(&self, ply: Ply) -> bool {
        self.field.is_irreversible(ply)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.field.key()
    }

    fn text(&self, ply: Ply) -> String {
        self.field.text(ply)
    }

    fn other_texts(&self, ply: Ply, list: &mut Vec<String>) {
        list.extend(self.field.other_routes(ply));
        if let Some(numbers) = V::NUMBERS {
            numbers.texts(&self.field.text(ply), list);
        }
    }

    fn board(&self) -> Board {
        V::board(&self.field)
    }
}

impl<V: Variant> Evaluate for Draughts<V> {
    #[inline]
    fn is_capture(&self, ply: Ply) -> bool {
        ply.is_capture() || ply.crowned
    }

    const TERMS: &'static [Term] = V::TERMS;

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        V::measure(&self.field, seat)
    }

    /// Up to four pieces where half the squares are played on, three where all are, and few of them men.
    #[inline]
    fn ending(&self) -> Option<usize> {
        self.field.ending()
    }
}

impl<V: Variant> Show for Draughts<V> {
    fn view(&self, view: &mut View) {
        V::view(&self.field, view);
    }

    /// *Picture*: the ply with its captured squares, also those that it landed on afterwards.
    fn view_ply(&self, ply: Ply, next: &Self, view: &mut View) {
        let text = self.text(ply);
        view.show_ply(&text, &self.board(), &next.board());
        let landed: Bitboard = squares_in(&text).into_iter().collect();
        view.mark(ply.captured & landed, Mark::Taken);
        V::view_ply(&self.field, ply, view);
    }
}
