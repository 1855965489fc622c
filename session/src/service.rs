//! The session at work: events in, deliveries out, the bot's thinking beside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tavlei_core::Seat;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::task::{JoinHandle, JoinSet};

use crate::backoff::Backoff;
use crate::boards::Boards;
use crate::event::Event;
use crate::expiry;
use crate::ids::{ChatId, MessageId, PersonId, Platform};
use crate::inbox::Inbox;
use crate::keys::{self, prefix};
use crate::outbox::{self, Outbox, Waiting};
use crate::record::{
    Analysis, FORMAT, Format, Game, GameId, Hint, Migration, Out, Purpose, Record, Task, Think, decode,
};
use crate::step::{Changes, Input, Stamp, Thought, apologise, pass_over, step};
use crate::store::{Commit, Store, StoreError};
use crate::thinker::{Done, Thinkers};
use crate::thought::Job;
use crate::transaction::{StepError, Transaction};

/// How often an event is tried again when something else has changed what it read.
const TRIES: usize = 100;
/// The most events under way at once.
const AT_ONCE: usize = 64;
/// How often old things are swept out.
const SWEEP: Duration = Duration::from_secs(10 * 60);
/// How the service is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads on which the bot thinks, at least one.
    pub thinkers: usize,
    /// The most memory for what the bot remembers while it thinks, on all threads together, in MiB.
    pub memory: usize,
}

impl Default for Settings {
    /// All cores but one, and 64 MiB.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings { thinkers: cores.saturating_sub(1).max(1), memory: 64 }
    }
}

/// Why an event could not be handled. It is not done then, and can be tried again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// The store or something in it.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The store was written by a newer version of the program.
    #[error(
        "the store was written by a newer version of tavlei (format {found}, this one knows {FORMAT}): use that version"
    )]
    Newer {
        /// The format found.
        found: u32,
    },
    /// Others changed the same things again and again.
    #[error("too much happens at once; try again")]
    Busy,
    /// The service is shutting down.
    #[error("the bot is shutting down")]
    Closed,
    /// Something broke inside.
    #[error("something broke inside: {0}")]
    Broken(String),
}

impl ServiceError {
    /// Whether the same may be done some time later.
    const fn may_pass_by(&self) -> bool {
        matches!(self, ServiceError::Busy | ServiceError::Step(StepError::Store(_)))
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        ServiceError::Step(error.into())
    }
}

/// Something to be done in a chat.
struct Entry {
    input: Arc<Input>,
    attempts: Attempts,
    /// Told when it is done.
    done: oneshot::Sender<Result<(), ServiceError>>,
}

/// How often something is attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempts {
    /// Once: whoever asks for it can ask again.
    One,
    /// Until it is stored.
    UntilStored,
}

/// The session at work. Clones are the same service.
#[derive(Clone)]
pub struct Service {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn Store>,
    boards: Boards,
    thinkers: Thinkers,
    /// The most memory for one search, in bytes.
    memory: usize,
    outbox: Outbox,
    inbox: Inbox<Entry>,
    /// One for each chat with something in the inbox.
    workers: Mutex<JoinSet<()>>,
    permits: Semaphore,
    closing: watch::Sender<bool>,
    /// What goes on beside events, until the service shuts down.
    background: Mutex<Vec<JoinHandle<()>>>,
    /// Whether storing failed: then there may be deliveries and thoughts in the store of which nothing is known here.
    behind: AtomicBool,
}

impl Service {
    /// Opens the service on a store, finds what is unfinished, and goes on with it. To be called in a runtime.
    ///
    /// # Errors
    /// The store cannot be read, or was written by a newer version.
    pub fn open(store: impl Store, settings: &Settings) -> Result<Service, ServiceError> {
        let store: Arc<dyn Store> = Arc::new(store);
        check_format(store.as_ref())?;
        expiry::prepare(store.as_ref(), Stamp::now().at)?;
        let (send, receive) = mpsc::unbounded_channel();
        let report = Box::new(move |done| {
            // Nobody listens any more when the service is gone: the store knows what is unfinished.
            let _ = send.send(done);
        });
        let thinkers = Thinkers::start(settings.thinkers, report)
            .map_err(|error| ServiceError::Broken(format!("no thread for thinking: {error}")))?;
        let inner = Arc::new(Inner {
            store,
            boards: Boards::default(),
            thinkers,
            memory: (settings.memory << 20) / settings.thinkers.max(1),
            outbox: Outbox::default(),
            inbox: Inbox::default(),
            workers: Mutex::default(),
            permits: Semaphore::new(AT_ONCE),
            closing: watch::Sender::new(false),
            background: Mutex::default(),
            behind: AtomicBool::new(false),
        });
        inner.find_waiting()?;
        inner.find_unfinished()?;
        let background = vec![
            tokio::spawn(listen(Arc::downgrade(&inner), inner.closing.subscribe(), receive)),
            tokio::spawn(sweep(Arc::downgrade(&inner), inner.closing.subscribe())),
        ];
        *inner.background.lock().unwrap_or_else(PoisonError::into_inner) = background;
        Ok(Service { inner })
    }

    /// Handles an event after those of its chat that were handed in before it: what comes back returns once all that it
    /// does is safely stored. An event that was done before does nothing. It is done even if nobody waits for it.
    ///
    /// # Errors
    /// It could not be stored; it may be handed in again.
    pub fn handle(&self, event: Event) -> impl Future<Output = Result<(), ServiceError>> + Send + use<> {
        self.inner.enqueue_event(event, Attempts::One)
    }

    /// The same for an event that nobody will hand in again: it is tried until it is stored, and the later ones of its
    /// chat wait for it. One that breaks the program is passed over, since it would break it every time.
    ///
    /// # Errors
    /// The service is shut down before it is stored.
    pub fn take(&self, event: Event) -> impl Future<Output = Result<(), ServiceError>> + Send + use<> {
        let stored = self.inner.enqueue_event(event, Attempts::UntilStored);
        async {
            match stored.await {
                Err(error @ ServiceError::Broken(_)) => {
                    tracing::error!("an event is passed over: {error}");
                    Ok(())
                }
                stored => stored,
            }
        }
    }

    /// Notes that a chat goes by another id on its platform from now on (a group of Telegram became a supergroup). Here
    /// it keeps the id by which it is known: the front-end puts one for the other, and asks for
    /// [`Service::migrations`] when it starts.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn note_migration(&self, from: &ChatId, to: &ChatId) -> Result<(), ServiceError> {
        if self.is_closing() {
            return Err(ServiceError::Closed);
        }
        let inner = Arc::clone(&self.inner);
        let migration = Migration { from: from.clone(), to: to.clone() };
        blocking(move || {
            let mut transaction = Transaction::new(inner.store.as_ref());
            transaction.save(&keys::migration(&migration.to), &migration)?;
            let (expected, writes) = transaction.finish();
            // Nothing was read, so nothing can have changed.
            let _ = inner.store.commit(&expected, &writes).inspect_err(|_| inner.fall_behind())?;
            Ok(())
        })
        .await
    }

    /// The chats of a platform that got another id: the one by which they are known here, and the one they have now.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn migrations(&self, platform: Platform) -> Result<Vec<(ChatId, ChatId)>, ServiceError> {
        let inner = Arc::clone(&self.inner);
        blocking(move || {
            let mut migrations = Vec::new();
            for (key, bytes) in inner.store.scan(prefix::MIGRATION)? {
                match decode::<Migration>(&key, &bytes) {
                    Ok(Migration { from, to }) if to.platform == platform => migrations.push((from, to)),
                    Ok(_) => {}
                    Err(error) => tracing::error!("{error}; it is left as it is"),
                }
            }
            Ok(migrations)
        })
        .await
    }

    /// The legal plies of the positions in which a person is to act in a chat, those that begin with what is typed
    /// first; for completion.
    pub async fn legal_plies(
        &self,
        chat: &ChatId,
        person: &PersonId,
        typed: &str,
        most: usize,
    ) -> Vec<String> {
        let inner = Arc::clone(&self.inner);
        let (chat, person, typed) = (chat.clone(), person.clone(), typed.to_owned());
        let found =
            tokio::task::spawn_blocking(move || inner.legal_plies(&chat, &person, &typed, most)).await;
        match found {
            Ok(Ok(plies)) => plies,
            Ok(Err(error)) => {
                tracing::error!("plies cannot be listed: {error}");
                Vec::new()
            }
            Err(error) => {
                tracing::error!("plies cannot be listed: {error}");
                Vec::new()
            }
        }
    }

    /// Shuts the service down: what is under way is finished, thinking is stopped. Couriers
    /// end after what they are carrying. The store can be opened again when they have ended and the last clone of
    /// this service is gone.
    pub async fn shut_down(&self) {
        self.inner.closing.send_replace(true);
        let background =
            std::mem::take(&mut *self.inner.background.lock().unwrap_or_else(PoisonError::into_inner));
        for task in background {
            if let Err(error) = task.await {
                tracing::error!("shutting down: {error}");
            }
        }
        // Whatever is still in a queue is refused now.
        let mut workers = std::mem::take(&mut *self.inner.workers());
        while workers.join_next().await.is_some() {}
        let inner = Arc::clone(&self.inner);
        let closed = tokio::task::spawn_blocking(move || {
            inner.thinkers.close();
        })
        .await;
        if let Err(error) = closed {
            tracing::error!("shutting down: {error}");
        }
    }

    pub(crate) fn outbox(&self) -> &Outbox {
        &self.inner.outbox
    }

    pub(crate) fn is_closing(&self) -> bool {
        *self.inner.closing.borrow()
    }

    /// Returns when the service begins to shut down.
    pub(crate) async fn closing(&self) {
        let mut closing = self.inner.closing.subscribe();
        // The sender lives as long as this service.
        let _ = closing.wait_for(|closing| *closing).await;
    }

    /// A delivery that waits, with the older message that it means by now.
    pub(crate) async fn waiting(&self, chat: &ChatId, number: u64) -> Result<Option<Waiting>, ServiceError> {
        let inner = Arc::clone(&self.inner);
        let chat = chat.clone();
        blocking(move || {
            let found = outbox::resolve(inner.store.as_ref(), &chat, number);
            Ok(found.inspect_err(|_| inner.fall_behind())?)
        })
        .await
    }

    /// Strikes a delivery off; returns when that would survive a crash: whether more is to be carried under its number.
    pub(crate) async fn strike(
        &self,
        waiting: &Waiting,
        id: Option<MessageId>,
    ) -> Result<bool, ServiceError> {
        let inner = Arc::clone(&self.inner);
        let waiting = waiting.clone();
        blocking(move || {
            for _ in 0..TRIES {
                let struck = outbox::struck(inner.store.as_ref(), &waiting, id.clone())?;
                let done = inner.store.commit(&struck.expected, &struck.writes);
                if done.inspect_err(|_| inner.fall_behind())? == Commit::Done {
                    return Ok(struck.more);
                }
            }
            Err(ServiceError::Busy)
        })
        .await
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ServiceError> + Send + 'static,
) -> Result<T, ServiceError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(ServiceError::Broken(error.to_string())))
}

impl Inner {
    fn enqueue_event(
        self: &Arc<Self>,
        event: Event,
        attempts: Attempts,
    ) -> impl Future<Output = Result<(), ServiceError>> + Send + use<> {
        let chat = event.place.chat.clone();
        self.enqueue(chat, Input::Event(Box::new(event)), attempts)
    }

    /// Has something done in a chat after all that was put there before; what comes back tells when it is.
    fn enqueue(
        self: &Arc<Self>,
        chat: ChatId,
        input: Input,
        attempts: Attempts,
    ) -> impl Future<Output = Result<(), ServiceError>> + Send + use<> {
        let (done, told) = oneshot::channel();
        if self.inbox.push(&chat, Entry { input: Arc::new(input), attempts, done }) {
            let inner = Arc::clone(self);
            let mut workers = self.workers();
            while workers.try_join_next().is_some() {}
            workers.spawn(async move {
                while let Some(Entry { input, attempts, done }) = inner.inbox.next(&chat) {
                    // Not everybody waits to hear it.
                    let _ = done.send(inner.run(&input, attempts).await);
                }
            });
        }
        async { told.await.unwrap_or(Err(ServiceError::Closed)) }
    }

    fn workers(&self) -> MutexGuard<'_, JoinSet<()>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one thing.
    async fn run(self: &Arc<Self>, input: &Arc<Input>, attempts: Attempts) -> Result<(), ServiceError> {
        let mut backoff = Backoff::default();
        let mut closing = self.closing.subscribe();
        loop {
            if *closing.borrow() {
                return Err(ServiceError::Closed);
            }
            let permit = self.permits.acquire().await.map_err(|_| ServiceError::Closed)?;
            let (inner, same) = (Arc::clone(self), Arc::clone(input));
            let done = blocking(move || inner.perform(&same)).await;
            drop(permit);
            match done {
                Err(error) if attempts == Attempts::UntilStored && error.may_pass_by() => {
                    tracing::error!(
                        "what happened in a chat could not be stored, and will be tried again: {error}"
                    );
                    tokio::select! {
                        _ = closing.wait_for(|closing| *closing) => {}
                        () = tokio::time::sleep(backoff.wait()) => {}
                    }
                }
                done => return done,
            }
        }
    }

    fn perform(self: &Arc<Self>, input: &Input) -> Result<(), ServiceError> {
        let changes = self.commit(input).inspect_err(|_| self.fall_behind())?;
        if self.behind.swap(false, Ordering::SeqCst) {
            let found = self.find_waiting().and_then(|()| self.find_unfinished());
            found.inspect_err(|_| self.fall_behind())?;
        }
        self.boards.remember(&changes.boards);
        for out in &changes.out {
            self.outbox.push(&out.chat, out.id);
        }
        for (game, purpose) in &changes.dropped {
            self.thinkers.cancel(game, *purpose);
        }
        for (game, think) in changes.think {
            self.think(&game, &think);
        }
        Ok(())
    }

    /// Storing has failed: as soon as it works again, everything unfinished is looked for in the store.
    fn fall_behind(&self) {
        self.behind.store(true, Ordering::SeqCst);
    }

    /// Steps and commits, again if something else was quicker.
    fn commit(&self, input: &Input) -> Result<Changes, ServiceError> {
        let stamp = Stamp::now();
        for _ in 0..TRIES {
            let state = self.store.as_ref();
            let changes = match (step(state, &self.boards, stamp, input), input) {
                (Ok(changes), _) => changes,
                (Err(StepError::Unreadable(why)), Input::Event(event)) => {
                    tracing::error!("{why}; it is left as it is");
                    match apologise(state, &self.boards, stamp, event) {
                        Err(StepError::Unreadable(_)) => pass_over(state, &self.boards, stamp, event)?,
                        changes => changes?,
                    }
                }
                (Err(error), _) => return Err(error.into()),
            };
            if changes.seen || self.store.commit(&changes.expected, &changes.writes)? == Commit::Done {
                return Ok(changes);
            }
        }
        Err(ServiceError::Busy)
    }

    /// Sets the bot thinking.
    fn think(&self, id: &GameId, think: &Think) {
        let mut draft = Transaction::new(self.store.as_ref());
        let game = match draft.load(&keys::game(id)) {
            Ok(Some(game)) => game,
            Ok(None) => return,
            Err(error) => return tracing::error!("the bot cannot think: {error}"),
        };
        let table = match think.task {
            Task::Ply | Task::Draw | Task::Hint => self.boards.table(&game),
            Task::Value { after } | Task::TurningPoint { after } => self.boards.at(&game, after as usize),
        };
        let table = match table {
            Ok(table) => table,
            Err(error) => return tracing::error!("the bot cannot think: {error}"),
        };
        let goes_on = game.ended.is_none() == (think.task.purpose() != Purpose::Analysis);
        if game.stage != think.stage || !goes_on {
            return;
        }
        let (mut seat, mut level, mut played) = (Seat::FIRST, 0, None);
        match think.task {
            Task::Ply | Task::Draw => {
                let all = (0..game.seats.len() as u8).map(Seat);
                let acts = |seat: &Seat| think.task == Task::Draw || table.to_act() == Some(*seat);
                let mut bots = all.filter(acts).filter_map(|seat| Some((seat, game.bot(seat)?)));
                let Some(bot) = bots.next() else { return };
                (seat, level) = bot;
            }
            Task::Hint | Task::Value { .. } => {}
            Task::TurningPoint { after } => {
                played = game.plies.get(after as usize).map(|ply| ply.text.clone())
            }
        }
        self.thinkers.ask(Job {
            game: id.clone(),
            stage: think.stage,
            task: think.task,
            chat: think.chat.clone(),
            seed: think.seed,
            memory: self.memory,
            level,
            seat,
            table,
            played,
            put_off: 0,
            #[cfg(test)]
            gate: None,
        });
    }

    /// Puts everything in the outbox that waits in the store.
    fn find_waiting(&self) -> Result<(), StoreError> {
        for (key, bytes) in self.store.scan(prefix::OUT)? {
            match decode::<Out>(&key, &bytes) {
                Ok(out) => self.outbox.push(&out.chat, out.id),
                Err(error) => tracing::error!("{error}; it is left as it is"),
            }
        }
        Ok(())
    }

    /// Goes on thinking where an earlier run stopped.
    fn find_unfinished(&self) -> Result<(), StoreError> {
        self.find_thoughts(prefix::THINK, |think: Think| think)?;
        self.find_thoughts(prefix::HINT, |hint: Hint| hint.think)?;
        self.find_thoughts(prefix::ANALYSIS, |analysis: Analysis| analysis.think)
    }

    fn find_thoughts<R: Record>(&self, prefix: &str, think: impl Fn(R) -> Think) -> Result<(), StoreError> {
        for (key, bytes) in self.store.scan(prefix)? {
            let id = key.strip_prefix(prefix).and_then(GameId::read);
            match (id, decode::<R>(&key, &bytes)) {
                (Some(id), Ok(record)) => self.think(&id, &think(record)),
                (_, Err(error)) => tracing::error!("{error}; it is left as it is"),
                (None, Ok(_)) => tracing::error!("{key} is no key of ours"),
            }
        }
        Ok(())
    }

    fn legal_plies(
        &self,
        chat: &ChatId,
        person: &PersonId,
        typed: &str,
        most: usize,
    ) -> Result<Vec<String>, StepError> {
        let mut draft = Transaction::new(self.store.as_ref());
        let games = draft.load(&keys::chat(chat))?.map(|chat| chat.games).unwrap_or_default();
        let (mut first, mut rest) = (Vec::new(), Vec::new());
        let plain =
            |text: &str| -> String { text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect() };
        let wanted = plain(typed);
        for id in games.iter().rev() {
            let Some(game) = draft.load(&keys::game(id))? else { continue };
            let table = self.boards.table(&game)?;
            if !table.to_act().is_some_and(|seat| game.sits(person, seat)) {
                continue;
            }
            if let Ok(ply) = table.read(typed) {
                first.push(ply);
            }
            for ply in table.legal() {
                if plain(&ply).starts_with(&wanted) {
                    rest.push(ply);
                }
            }
        }
        for ply in rest {
            if !first.contains(&ply) {
                first.push(ply);
            }
        }
        first.truncate(most);
        Ok(first)
    }

    /// What the bot has thought out comes in like an event.
    async fn thought(self: Arc<Self>, done: Done) {
        let Done { game, stage, answer, .. } = done;
        let (inner, id) = (Arc::clone(&self), game.clone());
        let chat = blocking(move || {
            let game: Option<Game> = Transaction::new(inner.store.as_ref()).load(&keys::game(&id))?;
            Ok(game.and_then(|game| game.chats.into_iter().next()).map(|showing| showing.chat))
        });
        let stored = match chat.await {
            Ok(Some(chat)) => {
                let input = Input::Thought(Thought { game, stage, answer });
                self.enqueue(chat, input, Attempts::UntilStored).await
            }
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        match stored {
            // When the store is opened again it is thought out anew.
            Ok(()) | Err(ServiceError::Closed) => {}
            Err(error) => tracing::error!("the bot's answer is lost for now: {error}"),
        }
    }

    // ---- Sweeping ----

    /// Ends what has become too old, and forgets what need not be remembered any more.
    async fn sweep(self: &Arc<Self>) -> Result<(), ServiceError> {
        let inner = Arc::clone(self);
        let ends = blocking(move || Ok(expiry::sweep(inner.store.as_ref(), Stamp::now().at)?));
        for (chat, input) in ends.await? {
            self.enqueue(chat, input, Attempts::One).await?;
        }
        Ok(())
    }
}

/// Brings in what the bot has thought out.
async fn listen(
    inner: Weak<Inner>,
    mut closing: watch::Receiver<bool>,
    mut receive: mpsc::UnboundedReceiver<Done>,
) {
    let mut thoughts = JoinSet::new();
    loop {
        tokio::select! {
            // An error means that the service is gone.
            _ = closing.wait_for(|closing| *closing) => break,
            done = receive.recv() => {
                let (Some(done), Some(inner)) = (done, inner.upgrade()) else { break };
                thoughts.spawn(inner.thought(done));
            }
            Some(ended) = thoughts.join_next() => {
                if let Err(error) = ended {
                    tracing::error!("the bot's answer is lost for now: {error}");
                }
            }
        }
    }
    while thoughts.join_next().await.is_some() {}
}

async fn sweep(inner: Weak<Inner>, mut closing: watch::Receiver<bool>) {
    loop {
        {
            let Some(inner) = inner.upgrade() else { return };
            match inner.sweep().await {
                Ok(()) => {}
                Err(ServiceError::Closed) => return,
                Err(error) => tracing::error!("old things cannot be swept out: {error}"),
            }
        }
        tokio::select! {
            _ = closing.wait_for(|closing| *closing) => return,
            () = tokio::time::sleep(SWEEP) => {}
        }
    }
}

fn check_format(store: &dyn Store) -> Result<(), ServiceError> {
    let key = keys::format();
    let mut draft = Transaction::new(store);
    match draft.load(&key)? {
        Some(format) if format.number > FORMAT => return Err(ServiceError::Newer { found: format.number }),
        Some(_) => return Ok(()),
        None => draft.save(&key, &Format { number: FORMAT })?,
    }
    let (expected, writes) = draft.finish();
    let _ = store.commit(&expected, &writes)?;
    Ok(())
}
