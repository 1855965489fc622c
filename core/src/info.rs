//! What is to be said of a game without playing it.

use serde::Serialize;

use crate::seat::Side;

/// A family of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Block the enemy, or break through (`docs/rules/1-blocking.md`).
    Blocking,
    /// Custodian capture and leaping capture (`docs/rules/2a-capture-race.md`, `docs/rules/2b-shark-bees.md`).
    Capture,
    /// Race to a place, or gather (`docs/rules/2a-capture-race.md`).
    Race,
    /// Draughts and their relatives (`docs/rules/3a-draughts.md`, and the frontal games of
    /// `docs/rules/3b-frontal-stacks.md`).
    Draughts,
    /// Stacks and towers (`docs/rules/3b-frontal-stacks.md`).
    Stacks,
    /// Sowing games and the games of the track (`docs/rules/4-mancala-pachisi.md`).
    Sowing,
    /// Territory (`docs/rules/5a-territory.md`).
    Territory,
    /// Placing and figures (`docs/rules/5b-figures.md`).
    Figures,
}

impl Family {
    /// All families in the order in which lists show them.
    pub const ALL: [Family; 8] = [
        Family::Draughts,
        Family::Stacks,
        Family::Blocking,
        Family::Capture,
        Family::Race,
        Family::Sowing,
        Family::Territory,
        Family::Figures,
    ];

    /// The name in lower case, as in `--json` output and text ids.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Blocking => "blocking",
            Family::Capture => "capture",
            Family::Race => "race",
            Family::Draughts => "draughts",
            Family::Stacks => "stacks",
            Family::Sowing => "sowing",
            Family::Territory => "territory",
            Family::Figures => "figures",
        }
    }
}

/// An option of a game: a name and the values that it takes, the default first.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionSpec {
    /// The name.
    pub name: &'static str,
    /// The values; the first is the default.
    pub values: &'static [&'static str],
}

/// What an upper-case letter of the board output means for the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capital {
    /// A king.
    King,
    /// A piece turned over (a hook).
    Flipped,
    /// A dead piece.
    Dead,
    /// A piece that has done its round.
    Home,
}

/// A game's entry in the catalogue.
///
/// ```
/// use tavlei_core::{Family, catalogue};
///
/// let info = catalogue::by_slug("reversi").expect("a game").info;
/// assert_eq!((info.en, info.family, info.seats.len()), ("Reversi", Family::Territory, 2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The stable name in commands, files and the store.
    pub slug: &'static str,
    /// Its family.
    pub family: Family,
    /// The Russian name.
    pub ru: &'static str,
    /// The English name.
    pub en: &'static str,
    /// Other names in any language, for look-ups.
    pub aliases: &'static [&'static str],
    /// The sides in the order in which they first act.
    pub seats: &'static [Side],
    /// The options.
    pub options: &'static [OptionSpec],
    /// What an upper-case letter of the board output means.
    pub capital: Capital,
}

/// White first, then Black.
pub const WHITE_FIRST: &[Side] = &[Side::White, Side::Black];
/// Black first, then White.
pub const BLACK_FIRST: &[Side] = &[Side::Black, Side::White];
