//! What is said under a board, and the board in words.

use tavlei_core::view::{Sign, TallyKind};
use tavlei_core::{Info, Seat, Side, Table, View};

use crate::commands::name_of;
use crate::delivery::{Picture, Span};
use crate::language::Language;
use crate::record::{Ended, Game, Sitter};
use crate::texts::{self, Arg, length, lines, say};

/// The most characters of a caption.
pub(crate) const CAPTION: usize = 1_000;
/// The most characters of a board in words.
const IN_WORDS: usize = 900;
/// The most plies of one turn that are named.
const PLIES: usize = 8;

/// A game's name with the options that are not at their defaults.
pub(crate) fn title(info: &Info, options: &tavlei_core::Options, language: Language) -> Vec<Span> {
    let mut spans = vec![Span::Strong(name_of(info, language).to_owned())];
    let chosen: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if !chosen.is_empty() {
        spans.push(Span::Plain(format!(" ({})", chosen.join(", "))));
    }
    spans
}

/// A text under the name of its game.
pub(crate) fn titled(
    info: &Info,
    options: &tavlei_core::Options,
    language: Language,
    text: Vec<Span>,
) -> Vec<Span> {
    lines([title(info, options, language), text])
}

/// Who sits on a seat, as a piece of a text.
pub(crate) fn sitter(game: &Game, seat: Seat, language: Language) -> Vec<Span> {
    match game.seats.get(seat.index()) {
        Some(Sitter::Person(guest)) => vec![guest.span()],
        Some(Sitter::Bot { level }) => say(language, "the-bot", &[("level", (*level).into())]),
        None => Vec::new(),
    }
}

/// The side of a seat.
fn side(info: &Info, seat: Seat) -> Side {
    info.seats.get(seat.index()).copied().unwrap_or(Side::White)
}

/// The side of a seat, for a text to choose by.
pub(crate) fn side_arg(info: &Info, seat: Seat) -> (&'static str, Arg) {
    ("side", Arg::Word(side(info, seat).name()))
}

/// The caption of a board: the game, who plays which side, the last plies, and who is to act or how it ended.
pub(crate) fn caption(game: &Game, table: &dyn Table, language: Language) -> Vec<Span> {
    let info = table.info();
    let mut text = title(info, &game.options, language);
    let newline = || Span::Plain("\n".to_owned());
    for index in 0..info.seats.len() {
        let seat = Seat(index as u8);
        // Two sides share a line, four have one each.
        text.push(if index == 1 && info.seats.len() == 2 {
            Span::Plain(" · ".to_owned())
        } else {
            newline()
        });
        let who = Arg::Spans(sitter(game, seat, language));
        text.extend(say(language, "caption-player", &[side_arg(info, seat), ("who", who)]));
    }
    if let Some(last) = game.plies.last() {
        let run = game.plies.iter().rev().take_while(|ply| ply.seat == last.seat).count();
        let shown = &game.plies[game.plies.len() - run.min(PLIES)..];
        let plies = Arg::codes(shown.iter().map(|ply| ply.text.as_str()));
        text.push(newline());
        text.extend(say(
            language,
            "caption-last",
            &[side_arg(info, Seat(last.seat)), ("plies", plies), ("count", shown.len().into())],
        ));
    }
    text.push(newline());
    text.extend(standing(game, table, language));
    if let Some(plies) = game.sure_win() {
        text.push(newline());
        text.extend(say(language, "caption-win", &[("count", plies.into())]));
    }
    shortened(text)
}

/// Who is to act, or how the game ended.
pub(crate) fn standing(game: &Game, table: &dyn Table, language: Language) -> Vec<Span> {
    let info = table.info();
    if let Some(ended) = &game.ended {
        return result(game, info, ended, language);
    }
    let Some(seat) = table.to_act() else { return Vec::new() };
    let who = ("who", Arg::Spans(sitter(game, seat, language)));
    let id = if game.bot(seat).is_some() { "caption-thinks" } else { "caption-to-act" };
    say(language, id, &[side_arg(info, seat), who])
}

/// How a game ended.
pub(crate) fn result(game: &Game, info: &Info, ended: &Ended, language: Language) -> Vec<Span> {
    let reason = format!("reason-{}", ended.reason);
    let reason = if texts::has(language, &reason) {
        Arg::Spans(say(language, &reason, &[]))
    } else {
        Arg::plain(ended.reason.clone())
    };
    let mut text = match ended.winner {
        Some(winner) => {
            let seat = Seat(winner);
            let who = ("who", Arg::Spans(sitter(game, seat, language)));
            say(language, "result-win", &[side_arg(info, seat), who, ("reason", reason)])
        }
        None if ended.reason == ABANDONED => say(language, "result-abandoned", &[]),
        None => say(language, "result-draw", &[("reason", reason)]),
    };
    if let Some(score) = &ended.score {
        let score = if score.len() == 2 {
            score.iter().map(i16::to_string).collect::<Vec<_>>().join(" : ")
        } else {
            by_seat(info, score, language)
        };
        text.push(Span::Plain("\n".to_owned()));
        text.extend(say(language, "result-score", &[("score", Arg::plain(score))]));
    }
    if let Some(places) = &ended.places {
        let places = by_seat(info, places, language);
        text.push(Span::Plain("\n".to_owned()));
        text.extend(say(language, "result-places", &[("places", Arg::plain(places))]));
    }
    text
}

/// The reason's word of a game that everybody has left.
pub(crate) const ABANDONED: &str = "abandoned";

fn by_seat(info: &Info, numbers: &[i16], language: Language) -> String {
    let each = numbers.iter().enumerate().map(|(index, number)| {
        let side = texts::plain(language, "side-name", &[side_arg(info, Seat(index as u8))]);
        format!("{side} {number}")
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The picture of a position.
pub(crate) fn picture(view: View, info: &Info, seen_by: u8, theme: &str, language: Language) -> Picture {
    let alt = in_words(&view, info, language);
    Picture { view: Box::new(view), seen_by, theme: theme.to_owned(), alt }
}

/// A position in words, for those who cannot see it.
fn in_words(view: &View, info: &Info, language: Language) -> String {
    let mut lines = vec![name_of(info, language).to_owned()];
    if let Some(last) = &view.last {
        lines.push(texts::plain(language, "alt-last", &[("ply", Arg::plain(last.clone()))]));
    }
    for player in &view.players {
        if player.acts {
            let side = ("side", Arg::Word(player.side.name()));
            lines.push(texts::plain(language, "alt-to-act", &[side]));
        }
        let mut pieces = Vec::new();
        if let Some(colour) = player.side.colour() {
            for (square, tower) in &view.pieces {
                if tower.last().is_some_and(|top| top.colour == colour) {
                    let height = if tower.len() > 1 { format!("×{}", tower.len()) } else { String::new() };
                    let king = tower.last().is_some_and(|top| top.sign == Sign::King);
                    pieces.push(format!("{square}{}{height}", if king { "♔" } else { "" }));
                }
            }
        }
        for pit in view.pits.iter().filter(|pit| pit.owner == player.seat) {
            pieces.push(format!("{}={}", pit.name, pit.count));
        }
        for store in view.stores.iter().filter(|store| store.owner == Some(player.seat)) {
            pieces.push(format!("({})", store.count));
        }
        for tally in player.tallies.iter().filter(|tally| tally.what == TallyKind::Hand) {
            pieces.push(format!("+{}", tally.count));
        }
        let side = texts::plain(language, "side-name", &[("side", Arg::Word(player.side.name()))]);
        let pieces = if pieces.is_empty() { "—".to_owned() } else { pieces.join(" ") };
        lines.push(format!("{side}: {pieces}"));
    }
    let text = lines.join("\n");
    if text.chars().count() <= IN_WORDS {
        return text;
    }
    text.chars().take(IN_WORDS - 1).chain(['…']).collect()
}

/// Cuts a caption that is too long for a platform, at the end of a piece.
pub(crate) fn shortened(mut text: Vec<Span>) -> Vec<Span> {
    while length(&text) > CAPTION && text.len() > 1 {
        text.pop();
    }
    text
}
