//! Challenges: open, to one person, and tables for four.

use rand::seq::SliceRandom;
use tavlei_core::Options;
use tavlei_core::catalogue::Entry;

use super::said::entry_of;
use super::setup::{invited_span, is};
use super::{LIFE, Scene, StepError, Work, button, person_arg};
use crate::caption::title;
use crate::delivery::{ButtonKind, Message, Span};
use crate::keys;
use crate::payload::{Payload, Reply};
use crate::record::{Challenge, ChallengeId, Guest, Invited, Older, OutWhat, Sitter, Slot, Whom};
use crate::terms::MEDIUM;
use crate::texts::{Arg, say};

impl Work<'_> {
    /// Shows a challenge with its buttons.
    pub(super) fn show_challenge(&mut self, scene: &Scene, challenge: &Challenge, entry: &'static Entry) {
        let language = scene.language;
        let reply = |reply| Payload::Challenge { challenge: challenge.id.clone(), reply };
        let mut text = title(entry.info, &challenge.options, language);
        text.push(Span::Plain("\n".to_owned()));
        let by = ("by", person_arg(&challenge.by));
        let mut notify = Vec::new();
        let mut buttons = Vec::new();
        match &challenge.whom {
            Whom::Unsaid => {}
            Whom::Anyone => {
                text.extend(say(language, "challenge-anyone", &[by]));
                buttons.push(vec![
                    button(language, "button-accept", reply(Reply::Accept), ButtonKind::Yes),
                    button(language, "button-withdraw", reply(Reply::Decline), ButtonKind::No),
                ]);
            }
            Whom::One(one) => {
                text.extend(say(
                    language,
                    "challenge-one",
                    &[by, ("whom", Arg::Spans(vec![invited_span(one)]))],
                ));
                notify.extend(id_of(one));
                buttons.push(vec![
                    button(language, "button-accept", reply(Reply::Accept), ButtonKind::Yes),
                    button(language, "button-decline", reply(Reply::Decline), ButtonKind::No),
                ]);
            }
            Whom::Table { invited, joined } => {
                let seats = entry.info.seats.len();
                text.extend(say(language, "challenge-table", &[by, ("seats", seats.into())]));
                if !invited.is_empty() {
                    let whom = Arg::Spans(listed(invited.iter().map(invited_span)));
                    text.push(Span::Plain("\n".to_owned()));
                    text.extend(say(language, "challenge-table-invited", &[("whom", whom)]));
                    notify.extend(invited.iter().filter_map(id_of));
                }
                let who = Arg::Spans(listed(joined.iter().map(person_span)));
                let args = [
                    ("who", who),
                    ("count", joined.len().into()),
                    ("free", (seats - joined.len().min(seats)).into()),
                ];
                text.push(Span::Plain("\n".to_owned()));
                text.extend(say(language, "challenge-table-joined", &args));
                buttons.push(vec![
                    button(language, "button-join", reply(Reply::Join), ButtonKind::Yes),
                    button(language, "button-begin", reply(Reply::Begin), ButtonKind::Plain),
                ]);
                buttons.push(vec![button(language, "button-leave", reply(Reply::Decline), ButtonKind::No)]);
            }
        }
        if entry.info.seats.len() == 2 && challenge.whom != Whom::Unsaid {
            text.push(Span::Plain("\n".to_owned()));
            text.extend(match challenge.seat {
                Some(seat) => {
                    let by = ("by", person_arg(&challenge.by));
                    say(language, "challenge-side", &[by, Self::side_word(entry.info, seat)])
                }
                None => say(language, "challenge-lot", &[]),
            });
        }
        self.put(scene, challenge, text, buttons, notify);
    }

    pub(super) fn press_challenge(
        &mut self,
        scene: &Scene,
        id: &ChallengeId,
        reply: Reply,
    ) -> Result<(), StepError> {
        let Some(challenge) = self.draft.load(&keys::challenge(id))? else {
            self.answer(scene, "challenge-over", &[]);
            self.strip_pressed(scene);
            return Ok(());
        };
        let Some(entry) = entry_of(&challenge.slug) else {
            self.answer(scene, "game-unknown", &[]);
            return Ok(());
        };
        if self.at.saturating_sub(challenge.made) > LIFE {
            self.draft.remove(&keys::challenge(id));
            self.answer(scene, "challenge-over", &[]);
            self.settle_with_title(scene, &challenge, "challenge-expired", &[]);
            return Ok(());
        }
        let mine = challenge.by.id == scene.me.id;
        match (&challenge.whom, reply) {
            (Whom::Unsaid, _) if !mine => self.answer(scene, "not-asked", &[]),
            (Whom::Unsaid, Reply::Bot(level)) => {
                self.draft.remove(&keys::challenge(id));
                if self.has_room(scene, std::slice::from_ref(&scene.me.id))? {
                    let level = level.clamp(1, 8);
                    let word = super::setup::level_word(level, scene.language);
                    self.settle_with_title(
                        scene,
                        &challenge,
                        "play-bot-chosen",
                        &[("level", Arg::plain(word))],
                    );
                    let seat = Some(challenge.seat.unwrap_or(0));
                    self.begin_with_bot(scene, entry, challenge.options, seat, level)?;
                }
            }
            (Whom::Unsaid, Reply::Anyone) if !scene.private => {
                let whom = if entry.info.seats.len() == 2 {
                    Whom::Anyone
                } else {
                    Whom::Table { invited: Vec::new(), joined: vec![challenge.by.clone()] }
                };
                let challenge = Challenge { whom, made: self.at, ..challenge };
                self.draft.save(&keys::challenge(id), &challenge)?;
                self.show_challenge(scene, &challenge, entry);
            }
            (Whom::Unsaid, Reply::Friend) => {
                // The question stays: the bot can still be chosen.
                let text = say(scene.language, "play-friend-how", &[]);
                self.tell(scene, text, Vec::new());
            }
            (Whom::Anyone, Reply::Accept) if mine => self.answer(scene, "challenge-own", &[]),
            (Whom::One(_), Reply::Accept) if mine => self.answer(scene, "challenge-own", &[]),
            (Whom::One(one), Reply::Accept | Reply::Decline)
                if !mine && !is(one, &scene.me, scene.handle.as_deref()) =>
            {
                self.answer(scene, "challenge-not-you", &[]);
            }
            (Whom::Anyone | Whom::One(_), Reply::Accept) => self.accept(scene, challenge, entry)?,
            (Whom::Anyone, Reply::Decline) if !mine => {
                self.answer(scene, "challenge-not-yours", &[]);
            }
            (Whom::Anyone | Whom::One(_), Reply::Decline) => {
                self.draft.remove(&keys::challenge(id));
                let text = if mine { "challenge-withdrawn" } else { "challenge-declined" };
                self.settle_with_title(scene, &challenge, text, &[("who", person_arg(&scene.me))]);
            }
            (Whom::Table { .. }, Reply::Join) => self.join(scene, challenge, entry)?,
            (Whom::Table { .. }, Reply::Begin) if !mine => self.answer(scene, "table-not-yours", &[]),
            (Whom::Table { joined, .. }, Reply::Begin) => {
                let joined = joined.clone();
                self.begin_table(scene, challenge, entry, joined)?;
            }
            (Whom::Table { .. }, Reply::Decline) => self.leave_table(scene, challenge, entry)?,
            _ => self.answer(scene, "button-unknown", &[]),
        }
        Ok(())
    }

    fn accept(
        &mut self,
        scene: &Scene,
        challenge: Challenge,
        entry: &'static Entry,
    ) -> Result<(), StepError> {
        if !self.has_room(scene, &[challenge.by.id.clone(), scene.me.id.clone()])? {
            return Ok(());
        }
        self.draft.remove(&keys::challenge(&challenge.id));
        self.settle_with_title(scene, &challenge, "challenge-accepted", &[("who", person_arg(&scene.me))]);
        let first = challenge.seat.map_or_else(|| self.seed().is_multiple_of(2), |seat| seat == 0);
        let (by, me) = (Sitter::Person(challenge.by), Sitter::Person(scene.me.clone()));
        let seats = if first { vec![by, me] } else { vec![me, by] };
        self.begin(scene, entry, challenge.options, seats)
    }

    // ---- A table for more than two ----

    fn join(
        &mut self,
        scene: &Scene,
        mut challenge: Challenge,
        entry: &'static Entry,
    ) -> Result<(), StepError> {
        let Whom::Table { invited, joined } = &mut challenge.whom else { return Ok(()) };
        if joined.iter().any(|guest| guest.id == scene.me.id) {
            self.answer(scene, "table-joined-already", &[]);
            return Ok(());
        }
        let welcome =
            invited.is_empty() || invited.iter().any(|one| is(one, &scene.me, scene.handle.as_deref()));
        if !welcome {
            self.answer(scene, "challenge-not-you", &[]);
            return Ok(());
        }
        joined.push(scene.me.clone());
        let joined = joined.clone();
        if !self.has_room(scene, std::slice::from_ref(&scene.me.id))? {
            return Ok(());
        }
        if joined.len() >= entry.info.seats.len() {
            return self.begin_table(scene, challenge, entry, joined);
        }
        self.draft.save(&keys::challenge(&challenge.id), &challenge)?;
        self.show_challenge(scene, &challenge, entry);
        Ok(())
    }

    /// Begins with those who have joined, and the bot for the rest.
    fn begin_table(
        &mut self,
        scene: &Scene,
        challenge: Challenge,
        entry: &'static Entry,
        joined: Vec<Guest>,
    ) -> Result<(), StepError> {
        let people: Vec<_> = joined.iter().map(|guest| guest.id.clone()).collect();
        if !self.has_room(scene, &people)? {
            return Ok(());
        }
        self.draft.remove(&keys::challenge(&challenge.id));
        let who = Arg::Spans(listed(joined.iter().map(person_span)));
        self.settle_with_title(scene, &challenge, "table-begins", &[("who", who)]);
        let seats = entry.info.seats.len();
        let mut sitters: Vec<Sitter> = joined.into_iter().map(Sitter::Person).collect();
        sitters.resize(seats, Sitter::Bot { level: MEDIUM });
        match challenge.seat {
            // The challenger, who joined first, has named a seat; the others are drawn by lot.
            Some(seat) => {
                let by = sitters.remove(0);
                sitters.shuffle(&mut self.rng);
                sitters.insert(usize::from(seat).min(sitters.len()), by);
            }
            None => sitters.shuffle(&mut self.rng),
        }
        self.begin(scene, entry, challenge.options, sitters)
    }

    /// The challenger calls the game off; somebody who has joined gets up; somebody invited says no.
    fn leave_table(
        &mut self,
        scene: &Scene,
        mut challenge: Challenge,
        entry: &'static Entry,
    ) -> Result<(), StepError> {
        if challenge.by.id == scene.me.id {
            self.draft.remove(&keys::challenge(&challenge.id));
            self.settle_with_title(
                scene,
                &challenge,
                "challenge-withdrawn",
                &[("who", person_arg(&scene.me))],
            );
            return Ok(());
        }
        let Whom::Table { joined, .. } = &mut challenge.whom else { return Ok(()) };
        let before = joined.len();
        joined.retain(|guest| guest.id != scene.me.id);
        if joined.len() == before {
            self.answer(scene, "table-not-joined", &[]);
            return Ok(());
        }
        self.draft.save(&keys::challenge(&challenge.id), &challenge)?;
        self.show_challenge(scene, &challenge, entry);
        Ok(())
    }

    /// The same people once more, with other seats.
    pub(super) fn challenge_again(
        &mut self,
        scene: &Scene,
        entry: &'static Entry,
        options: Options,
        seat: u8,
        others: Vec<Guest>,
    ) -> Result<(), StepError> {
        let scene = &scene.unpressed();
        let mut invited: Vec<Invited> = others.into_iter().map(Invited::Person).collect();
        let whom = if entry.info.seats.len() == 2 {
            match invited.pop() {
                Some(one) => Whom::One(one),
                None => Whom::Anyone,
            }
        } else {
            Whom::Table { invited, joined: vec![scene.me.clone()] }
        };
        let challenge = self.new_challenge(scene, entry, options, Some(seat), whom)?;
        self.show_challenge(scene, &challenge, entry);
        Ok(())
    }

    /// A challenge that nobody has answered for a day.
    pub(super) fn challenge_ends(&mut self, id: &ChallengeId) -> Result<(), StepError> {
        let Some(challenge) = self.draft.load(&keys::challenge(id))? else { return Ok(()) };
        self.draft.remove(&keys::challenge(id));
        let language = self.language_of(&challenge.chat)?;
        let mut text = Vec::new();
        if let Some(entry) = entry_of(&challenge.slug) {
            text = title(entry.info, &challenge.options, language);
            text.push(Span::Plain("\n".to_owned()));
        }
        text.extend(say(language, "challenge-expired", &[]));
        let slot = Slot::Challenge(id.clone());
        let to = Box::new(Message { text, ..Message::default() });
        let what = OutWhat::Edit { older: Older::Shows(slot), to };
        self.post(&challenge.chat, what, None, None);
        Ok(())
    }
}

fn id_of(invited: &Invited) -> Option<crate::ids::PersonId> {
    match invited {
        Invited::Person(guest) => Some(guest.id.clone()),
        Invited::Handle(_) => None,
    }
}

fn person_span(guest: &Guest) -> Span {
    Span::Person { id: guest.id.clone(), name: guest.name.clone() }
}

/// Pieces separated by commas.
fn listed(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut out = Vec::new();
    for span in spans {
        if !out.is_empty() {
            out.push(Span::Plain(", ".to_owned()));
        }
        out.push(span);
    }
    out
}
