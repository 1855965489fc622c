//! Every game of the catalogue is played to its end on every front-end, in both languages, with the real binary.
//!
//! A game begins in one language and goes on in the other from its middle; its end is read in both. Which language is the
//! first changes from game to game and from front-end to front-end.

mod support;

use futures::StreamExt;
use support::discord::{self, BOT, Discord};
use support::process::Process;
use support::speech::{Said, check_board, check_end, check_words, name, other, sitters};
use support::telegram::{Chat, Posted, Telegram, User};
use support::telegram_play::{check_output, codes};
use support::web_chat::{Shown, Window};
use support::whole_games::{Turn, WHOLE_GAMES, WholeGame, hastening};
use tavlei_core::Length;
use tavlei_session::Language;

/// Games under way at once on one front-end.
const AT_ONCE: usize = 12;
/// Windows of the local page, each of a process of its own: a page has one chat, with one game at a time here.
const PAGES: usize = 3;

/// A chat of a front-end, and the people in it.
trait Place {
    /// What the people are called in the bot's texts.
    fn people(&self) -> Vec<String>;

    /// What the second person is called before they have said anything.
    fn handle(&self) -> String;

    /// Somebody gives a command.
    async fn command(&mut self, person: usize, command: &str, argument: &str);

    /// The first person orders a game against the second, who is to accept it.
    async fn challenge(&mut self, game: &WholeGame, language: Language);

    /// Somebody types plies: plainly, as a command or as an answer to the last board.
    async fn type_plies(&mut self, person: usize, way: usize, text: &str);

    /// Somebody presses a button under the last message.
    async fn press(&mut self, person: usize, label: &str);

    /// The next message that fits. Those before it are passed over.
    async fn next(&mut self, what: &str, fits: impl Fn(&Said) -> bool) -> Said;
}

/// Words of the bot in one language.
struct Words {
    code: &'static str,
    accept: &'static str,
    table: &'static str,
    join: &'static str,
    begin: &'static str,
    /// In the rules: who begins, and how long a game lasts.
    begins: &'static str,
    lasts: &'static str,
    /// The answer to the command that chooses the language.
    chosen: &'static str,
}

const ENGLISH: Words = Words {
    code: "en",
    accept: "Accept",
    table: "With people here",
    join: "Join",
    begin: "Begin",
    begins: "begins.",
    lasts: "A game takes about ",
    chosen: "In this chat I will speak English.",
};
const RUSSIAN: Words = Words {
    code: "ru",
    accept: "Принять",
    table: "С людьми из чата",
    join: "Сесть за стол",
    begin: "Начать",
    begins: "Начина",
    lasts: "Партия длится ",
    chosen: "В этом чате буду говорить по-русски.",
};

fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::Russian => &RUSSIAN,
    }
}

/// The language in which a game begins.
fn first_language(number: usize, front_end: usize) -> Language {
    if (number + front_end).is_multiple_of(2) { Language::Russian } else { Language::English }
}

/// Plays a game from its rules to its end.
async fn play(place: &mut impl Place, game: &WholeGame, begun_in: Language) {
    let entry = game.entry;
    let slug = entry.info.slug;
    let people = place.people();
    let mut language = begun_in;

    place.command(0, "rules", name(entry, language)).await;
    let rules = place.next("the rules", |said| said.text.contains(words(language).begins)).await;
    assert_eq!(rules.text.contains(words(language).lasts), Length::of(slug).is_some(), "{rules:?}");

    // The board says who sits where; the bot takes the seats that people leave free.
    let mut board = begin(place, game, language).await;
    let seats = sitters(&board, entry, language, &people);
    check_board(&board, entry, language, None, &people);

    // A game with the bot in it goes its own way.
    let fixed = seats.iter().all(Option::is_some);
    let mut turns = game.turns.iter();
    let half = game.turns.len() / 2;
    let mut table = entry.table(&Default::default());
    let mut typed = 0;
    while let Some(seat) = table.to_act() {
        let Some(person) = seats[seat.index()] else {
            board = place.next("the bot's ply", |said| is_new_board(said, &board)).await;
            let ply = board.codes.last().unwrap_or_else(|| panic!("{slug}: {board:?}")).clone();
            table.play(&ply).unwrap_or_else(|why| panic!("{slug}: the bot plays {ply}: {why}"));
            check_board(&board, entry, language, Some(&ply), &people);
            continue;
        };
        if typed == half {
            language = other(language);
            choose(place, language).await;
        }
        let own;
        let (text, plies) = if fixed {
            let Turn { text, plies, .. } = turns.next().expect("the game is over after its last ply");
            (text, plies)
        } else {
            own = vec![hastening(table.as_ref(), typed as u64)];
            (&own[0], &own)
        };
        place.type_plies(person, typed, text).await;
        typed += 1;
        for ply in plies {
            table.play(ply).expect("legal");
        }
        board = place.next(&format!("{slug}: {text}"), |said| is_new_board(said, &board)).await;
        check_board(&board, entry, language, plies.last(), &people);
    }
    assert!(!fixed || turns.next().is_none(), "{slug} was over too early");

    let outcome = table.outcome().expect("over");
    check_end(&board, entry, language, &outcome, &seats, &people);
    let language = other(language);
    choose(place, language).await;
    place.command(0, "board", "").await;
    let again = place.next("the end once more", |said| is_new_board(said, &board)).await;
    check_board(&again, entry, language, table.plies().last(), &people);
    check_end(&again, entry, language, &outcome, &seats, &people);
}

/// Two people begin by a challenge; more gather at a table.
async fn begin(place: &mut impl Place, game: &WholeGame, language: Language) -> Said {
    let (entry, people, words) = (game.entry, place.people(), words(language));
    let handle = place.handle();
    let own = people.iter().map(String::as_str).chain([name(entry, language), &handle]);
    let own: Vec<&str> = own.collect();
    let seats = entry.info.seats.len();
    if seats == 2 {
        place.challenge(game, language).await;
        let challenge = place.next("a challenge", |said| has(said, words.accept)).await;
        check_words(&challenge.text, language, &own);
        place.press(1, words.accept).await;
    } else {
        place.command(0, "play", entry.info.slug).await;
        place.next("whom to play", |said| has(said, words.table)).await;
        place.press(0, words.table).await;
        for person in 1..people.len().min(seats) {
            let table = place.next("a table", |said| joined(said, &people) == person).await;
            check_words(&table.text, language, &own);
            place.press(person, words.join).await;
        }
        if people.len() < seats {
            place.next("everybody at the table", |said| joined(said, &people) == people.len()).await;
            place.press(0, words.begin).await;
        }
    }
    place.next("the first board", |said| said.picture.is_some()).await
}

/// How many people sit at a table that can still be joined.
fn joined(said: &Said, people: &[String]) -> usize {
    if !has(said, ENGLISH.join) && !has(said, RUSSIAN.join) {
        return 0;
    }
    let last = said.text.lines().last().unwrap_or_default();
    people.iter().filter(|name| last.contains(name.as_str())).count()
}

fn has(said: &Said, label: &str) -> bool {
    said.labels.iter().any(|known| known == label)
}

/// The last board, or an older one, without its buttons is none.
fn is_new_board(said: &Said, before: &Said) -> bool {
    said.picture.is_some() && said.number >= before.number && said.text != before.text
}

/// The chat's language is changed.
async fn choose(place: &mut impl Place, language: Language) {
    let words = words(language);
    place.command(0, "lang", words.code).await;
    place.next("another language", |said| said.text.contains(words.chosen)).await;
}

// ---- The local page ----

struct OnPage {
    window: Window,
    language: Language,
    last: Option<Shown>,
}

const PAGE_PEOPLE: [&str; 2] = ["①", "②"];

impl Place for OnPage {
    fn people(&self) -> Vec<String> {
        PAGE_PEOPLE.map(str::to_owned).to_vec()
    }

    fn handle(&self) -> String {
        "two".to_owned()
    }

    async fn command(&mut self, person: usize, command: &str, argument: &str) {
        let text = format!("/{command} {argument}");
        self.window.say(person, PAGE_PEOPLE[person], self.language.code(), &text, None).await;
    }

    async fn challenge(&mut self, game: &WholeGame, language: Language) {
        let argument = format!("{} @two {}", name(game.entry, language), first_side(game, language));
        self.command(0, "play", &argument).await;
    }

    async fn type_plies(&mut self, person: usize, way: usize, text: &str) {
        let last = self.last.as_ref().map(|shown| shown.id.clone());
        let (text, reply_to) = match way % 3 {
            0 => (text.to_owned(), None),
            1 => (format!("/move {text}"), None),
            _ => (text.to_owned(), last),
        };
        self.window.say(person, PAGE_PEOPLE[person], self.language.code(), &text, reply_to.as_deref()).await;
    }

    async fn press(&mut self, person: usize, label: &str) {
        let under = self.last.as_ref().expect("there was a message");
        self.window.press(person, PAGE_PEOPLE[person], self.language.code(), under, label).await;
    }

    async fn next(&mut self, what: &str, fits: impl Fn(&Said) -> bool) -> Said {
        let after = self.last.as_ref().map_or(0, |shown| shown.seq);
        let shown = self.window.next(after, what, |shown| fits(&of_page(shown))).await;
        let mut said = of_page(&shown);
        if said.picture.is_some() {
            said.picture = Some(self.window.picture(&shown).await);
        }
        self.last = Some(shown);
        said
    }
}

/// The picture is still to be fetched.
fn of_page(shown: &Shown) -> Said {
    Said {
        number: shown.id.parse().expect("a number"),
        text: shown.spans.iter().map(|(_, text)| text.as_str()).collect(),
        codes: shown.spans.iter().filter(|(kind, _)| kind == "code").map(|(_, text)| text.clone()).collect(),
        picture: shown.alt.as_ref().map(|_| Default::default()),
        alt: shown.alt.clone(),
        labels: shown.buttons.iter().map(|(label, _)| label.clone()).collect(),
    }
}

/// The side that acts first, in words of a language.
fn first_side(game: &WholeGame, language: Language) -> &'static str {
    let side = game.entry.info.seats[0].name();
    match (language, side) {
        (Language::Russian, "white") => "белыми",
        (Language::Russian, "black") => "чёрными",
        _ => side,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_the_local_page() {
    let pages = (0..PAGES).map(async |page| {
        let folder = tempfile::tempdir().expect("a folder");
        let process = Process::start(folder.path(), &[("TAVLEI_WEB", "127.0.0.1:0"), ("TAVLEI_LOG", "warn")]);
        let mut place =
            OnPage { window: Window::open(&process).await, language: Language::English, last: None };
        for (number, game) in WHOLE_GAMES.iter().enumerate().skip(page).step_by(PAGES) {
            let language = first_language(number, 0);
            choose(&mut place, language).await;
            play(&mut place, game, language).await;
        }
        drop(place);
        end(process).await;
    });
    futures::future::join_all(pages).await;
}

/// The process is stopped, and has had nothing to complain of.
async fn end(process: Process) {
    let (status, said) = process.stop().await;
    assert!(status.success(), "{said}");
    assert!(!said.contains("ERROR") && !said.contains("WARN"), "{said}");
    check_output(&said);
}

// ---- Telegram ----

const fn user(id: i64, name: &'static str, handle: &'static str, language: &'static str) -> User {
    User { id, name, handle: Some(handle), language }
}

const TELEGRAM_PEOPLE: [[User; 4]; 2] = [
    [
        user(2001, "①", "one_en", "en"),
        user(2002, "②", "two_en", "en"),
        user(2003, "③", "three_en", "en"),
        user(2004, "④", "four_en", "en"),
    ],
    [
        user(3001, "①", "one_ru", "ru"),
        user(3002, "②", "two_ru", "ru"),
        user(3003, "③", "three_ru", "ru"),
        user(3004, "④", "four_ru", "ru"),
    ],
];

struct InGroup<'a> {
    telegram: &'a Telegram,
    chat: Chat,
    people: [User; 4],
    /// How much was shown before what is to come.
    at: usize,
    last: Option<Posted>,
}

impl Place for InGroup<'_> {
    fn people(&self) -> Vec<String> {
        self.people.map(|user| user.name.to_owned()).to_vec()
    }

    fn handle(&self) -> String {
        format!("@{}", self.people[1].handle.expect("everybody has one"))
    }

    async fn command(&mut self, person: usize, command: &str, argument: &str) {
        self.telegram.say(self.people[person], self.chat, &format!("/{command} {argument}"));
    }

    async fn challenge(&mut self, game: &WholeGame, language: Language) {
        let (handle, side) = (self.handle(), first_side(game, language));
        let argument = format!("{} {handle} {side}", name(game.entry, language));
        self.command(0, "play", &argument).await;
    }

    async fn type_plies(&mut self, person: usize, way: usize, text: &str) {
        let user = self.people[person];
        match (way % 3, &self.last) {
            (1, _) => self.telegram.say(user, self.chat, &format!("/move {text}")),
            (2, Some(last)) => self.telegram.reply(user, last, text),
            _ => self.telegram.say(user, self.chat, text),
        };
    }

    async fn press(&mut self, person: usize, label: &str) {
        let under = self.last.as_ref().expect("there was a message");
        self.telegram.press(self.people[person], under, label);
    }

    async fn next(&mut self, what: &str, fits: impl Fn(&Said) -> bool) -> Said {
        let posted = self.telegram.shown(self.chat, self.at, what, |posted| fits(&of_telegram(posted))).await;
        let said = of_telegram(&posted);
        self.at = posted.seq;
        self.last = Some(posted);
        said
    }
}

fn of_telegram(posted: &Posted) -> Said {
    Said {
        number: posted.id as u64,
        text: posted.text.clone(),
        codes: codes(posted),
        picture: posted.photo.clone(),
        alt: None,
        labels: posted.labels().into_iter().map(str::to_owned).collect(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_telegram() {
    let telegram = Telegram::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let [token, url] = telegram.settings();
    let process = Process::start(folder.path(), &[token, url, ("TAVLEI_LOG", "warn")]);
    let games = futures::stream::iter(WHOLE_GAMES.iter().enumerate());
    games
        .for_each_concurrent(AT_ONCE, async |(number, game)| {
            let language = first_language(number, 1);
            let mut place = InGroup {
                telegram: &telegram,
                chat: Chat::Group(-1_000_000 - number as i64),
                people: TELEGRAM_PEOPLE[usize::from(language == Language::Russian)],
                at: telegram.seq(),
                last: None,
            };
            play(&mut place, game, language).await;
        })
        .await;
    end(process).await;
}

// ---- Discord ----

struct InChannel<'a> {
    discord: &'a Discord,
    channel: String,
    people: Vec<discord::Person>,
    at: usize,
    last: Option<discord::Message>,
}

impl Place for InChannel<'_> {
    fn people(&self) -> Vec<String> {
        self.people.iter().map(|person| format!("<@{}>", person.id)).collect()
    }

    fn handle(&self) -> String {
        format!("<@{}>", self.people[1].id)
    }

    async fn command(&mut self, person: usize, command: &str, argument: &str) {
        let option = match command {
            "rules" | "play" => "game",
            "lang" => "language",
            "move" => "move",
            _ => "",
        };
        let options: &[(&str, &str)] = if option.is_empty() { &[] } else { &[(option, argument)] };
        self.discord.command(&self.people[person], &self.channel, command, options);
    }

    async fn challenge(&mut self, game: &WholeGame, language: Language) {
        let friend = &self.people[1];
        let options = [
            ("game", name(game.entry, language)),
            ("opponent", friend.id.as_str()),
            ("side", game.entry.info.seats[0].name()),
        ];
        self.discord.command_with(&self.people[0], &self.channel, "play", &options, friend);
    }

    async fn type_plies(&mut self, person: usize, way: usize, text: &str) {
        let who = &self.people[person];
        match (way % 3, &self.last) {
            (1, _) => self.discord.say(who, &self.channel, &format!("<@{BOT}> {text}"), None),
            (2, Some(last)) => self.discord.say(who, &self.channel, text, Some(last)),
            _ => self.discord.command(who, &self.channel, "move", &[("move", text)]),
        };
    }

    async fn press(&mut self, person: usize, label: &str) {
        let under = self.last.as_ref().expect("there was a message");
        let button = under.button(label).unwrap_or_else(|| panic!("no button {label}: {under:?}"));
        self.discord.press(&self.people[person], under, &button);
    }

    async fn next(&mut self, what: &str, fits: impl Fn(&Said) -> bool) -> Said {
        let (at, message) = self
            .discord
            .wait(what, |inner| {
                let mut shown = inner.shown.iter().enumerate().skip(self.at);
                let found = shown.find(|(_, message)| {
                    message.channel == self.channel && !message.loading && fits(&of_discord(message))
                });
                found.map(|(at, message)| (at, message.clone()))
            })
            .await;
        self.at = at + 1;
        let said = of_discord(&message);
        self.last = Some(message);
        said
    }
}

fn of_discord(message: &discord::Message) -> Said {
    let codes = support::discord_board::typed(message);
    Said {
        number: message.id.parse().expect("a number"),
        text: message.content.replace(['\\', '*', '`'], ""),
        codes,
        picture: message.files.first().map(|file| file.bytes.clone()),
        alt: message.files.first().map(|file| file.alt.clone()),
        labels: message.buttons().into_iter().map(|button| button.label).collect(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_discord() {
    let discord = Discord::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let [token, url] = discord.settings();
    let process = Process::start(folder.path(), &[token, url, ("TAVLEI_LOG", "warn")]);
    discord.ready().await;
    let person = |number: u64, locale: &str| {
        discord::Person::new(number, &format!("player{number}"), &format!("Player {number}"), locale)
    };
    let english: Vec<discord::Person> = (1..=4).map(|number| person(number, "en-GB")).collect();
    let russian: Vec<discord::Person> = (11..=14).map(|number| person(number, "ru")).collect();
    let games = futures::stream::iter(WHOLE_GAMES.iter().enumerate());
    games
        .for_each_concurrent(AT_ONCE, async |(number, game)| {
            let language = first_language(number, number / 2);
            let mut place = InChannel {
                discord: &discord,
                channel: discord.channel(number as u64),
                people: if language == Language::Russian { russian.clone() } else { english.clone() },
                at: discord.look(|inner| inner.shown.len()),
                last: None,
            };
            play(&mut place, game, language).await;
        })
        .await;
    discord.assert_clean();
    end(process).await;
}
