//! Switch-off draughts: `docs/rules/3a-draughts.md#switch-off`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{RUSSIAN, Ruled, Rules};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;

/// Switch-off draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SwitchOff;

impl Ruled for SwitchOff {
    /// *Capture*: a captured king stays where it stood, as a man.
    const RULES: Rules = Rules { kings_stay: true, ..RUSSIAN };
}

impl Variant for SwitchOff {
    const INFO: Info = Info {
        slug: "switch-off",
        family: Family::Draughts,
        ru: "Отключка",
        en: "Switch-off draughts",
        aliases: &["Switch-off", "Northern draughts", "Северные шашки", "Шашки северные"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned { king: 400, ..Untuned::RUSSIAN }.terms();
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        Field::new(TWELVE, Bitboard::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::draughts::Draughts;
    use crate::outcome::{Outcome, Reason};
    use crate::played::Played;
    use crate::seat::Seat;

    #[test]
    fn a_position_that_captures_bring_back_counts() {
        // Switched off on f2, the man is crowned again on e1.
        let start = Draughts::<SwitchOff>::of("d4=W f2=B", Seat::FIRST);
        let mut game = Played::from_position(start, &Options::default());
        for text in ["d4:g1", "f2-e1", "g1-d4", "e1-f2"].iter().cycle().take(8) {
            assert_eq!(game.outcome(), None);
            let ply = game.legal().into_iter().find(|&ply| game.position().text(ply) == *text);
            game.play(ply.unwrap_or_else(|| panic!("{text} is legal")));
        }
        assert_eq!(game.outcome(), Some(Outcome::draw(Reason::REPETITION)));
    }
}
