//! What a player must never overlook, however little he may think: a win in one ply, and plies that give the other one.

use super::choice::{Choice, Known, WIN};
use crate::game::Game;
use crate::history::History;
use crate::outcome::Outcome;
use crate::played::{Played, outcome_of};
use crate::seat::Seat;

/// Positions between two questions whether to stop.
const NODES_UNASKED: u64 = 64;
/// The most positions that are looked at: more than nearly every position has within two plies.
const MAX_NODES: u64 = 100_000;

/// A ply that wins at once, or those among some plies after which nobody else wins at once; all of them where each of them
/// loses. With the positions visited.
pub(super) fn look<G: Game>(
    game: &Played<G>,
    plies: Vec<G::Ply>,
    stop: &dyn Fn() -> bool,
) -> (Known<G::Ply>, u64) {
    let (position, seat) = (game.position(), game.position().to_act());
    let mut look = Look { history: game.history().clone(), seat, nodes: 0, stopped: false, stop };
    let mut open = Vec::new();
    for &ply in &plies {
        match look.after(position, ply, |_, _, outcome| outcome) {
            Some(Outcome { winner: Some(winner), .. }) if winner != seat => {}
            Some(Outcome { winner: Some(_), .. }) => {
                let choice = Choice { line: vec![ply], score: WIN - 1, depth: 1, nodes: look.nodes };
                return (Known::Best(choice), look.nodes);
            }
            _ => open.push(ply),
        }
    }
    let holds =
        |&ply: &G::Ply| !look.after(position, ply, |look, next, end| end.is_none() && look.is_lost(next));
    let safe: Vec<G::Ply> = open.into_iter().filter(holds).collect();
    (Known::Among(if safe.is_empty() { plies } else { safe }), look.nodes)
}

struct Look<'a> {
    history: History,
    /// For whom it is looked.
    seat: Seat,
    nodes: u64,
    stopped: bool,
    stop: &'a dyn Fn() -> bool,
}

impl Look<'_> {
    /// Whether somebody else can win with the next ply.
    fn is_lost<G: Game>(&mut self, position: &G) -> bool {
        if position.to_act() == self.seat {
            return false;
        }
        let mut plies = Vec::new();
        position.plies(&mut plies);
        let loses = |look: &mut Self, _: &G, outcome: Option<Outcome>| {
            outcome.and_then(|outcome| outcome.winner).is_some_and(|winner| winner != look.seat)
        };
        plies.into_iter().any(|ply| self.after(position, ply, loses))
    }

    /// What is seen after a ply, given the position and the outcome; nothing once it is time to stop.
    fn after<G: Game, T: Default>(
        &mut self,
        position: &G,
        ply: G::Ply,
        see: impl FnOnce(&mut Self, &G, Option<Outcome>) -> T,
    ) -> T {
        self.stopped |=
            self.nodes >= MAX_NODES || self.nodes % NODES_UNASKED == NODES_UNASKED - 1 && (self.stop)();
        if self.stopped {
            return T::default();
        }
        self.nodes += 1;
        let mut next = position.clone();
        let irreversible = next.advance(ply);
        self.history.push(next.key(), irreversible);
        let outcome = outcome_of(&next, &self.history);
        let seen = see(self, &next, outcome);
        self.history.pop();
        seen
    }
}
