//! Self-eating draughts: `docs/rules/3a-draughts.md#self-eaters`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::ply::Ply;
use super::rules::{Obligation, RUSSIAN, Ruled, Rules};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;
use crate::seat::{Colour, Seat};
use crate::view::{Mark, View};

/// Self-eating draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SelfEaters;

impl Ruled for SelfEaters {
    /// *Turn*: a step or a capture at will. *Capture*: over pieces of either colour, ended on any landing square.
    const RULES: Rules = Rules {
        obligation: Obligation::None,
        eats_own: true,
        breaks_off: true,
        kings_choice: false,
        ..RUSSIAN
    };
}

impl Variant for SelfEaters {
    const INFO: Info = Info {
        slug: "self-eaters",
        family: Family::Draughts,
        ru: "Самоеды",
        en: "Self-eating draughts",
        aliases: &["Self-eaters", "Siberian draughts", "Сибирские шашки", "Шашки сибирские"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned { advance: 4, guard: 3, ..Untuned::RUSSIAN }.terms();
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        Field::new(TWELVE, Bitboard::EMPTY)
    }

    /// *Picture*: of the captured pieces, one's own are told apart by a corner of their colour.
    fn view_ply(field: &Field<Self>, ply: Ply, view: &mut View) {
        let colour = if field.acts == Seat::FIRST { Colour::White } else { Colour::Black };
        view.mark(ply.captured & field.own(), Mark::Home(colour));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::draughts::Draughts;
    use crate::games::study::legal;
    use crate::played::Played;

    #[test]
    fn two_pieces_that_eat_each_other_to_the_same_end_are_one_ply() {
        // The kings e3 and f4 can each take the other and the same enemies, and end on a1.
        let words = "b2=b a3=w e3=W b4=b f4=W c5=w d6=b a7=b c7=w e7=B";
        let texts = legal(&Draughts::<SelfEaters>::of(words, Seat::FIRST));
        assert!(texts.contains(&"e3:b6:d8:f6:a1".to_owned()));
        assert!(!texts.contains(&"f4:d2:a5:d8:f6:a1".to_owned()));
    }

    #[test]
    fn own_captured_pieces_are_marked() {
        let mut played = Played::<Draughts<SelfEaters>>::new(&Options::default());
        for text in ["c3-b4", "c7:a5:c3"] {
            let position = *played.position();
            let ply = played.legal().into_iter().find(|&ply| position.text(ply) == text);
            played.play(ply.expect("legal"));
        }
        let marks = played.view().marks;
        let has = |name: &str, mark| marks.contains(&(name.parse().expect("a square"), mark));
        assert!(has("b6", Mark::Taken) && has("b6", Mark::Home(Colour::Black)));
        assert!(has("b4", Mark::Taken) && !has("b4", Mark::Home(Colour::White)));
    }
}
