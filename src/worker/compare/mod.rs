//! Comparisons: strategies on the same topics, judged side by side, in the tab.
//!
//! The engine says which crawls there are, runs each on a virtual clock and makes figures of their outcomes; this folder brings the pages
//! ([`web`], [`live`]), gives the thread away between slices ([`run`]), keeps what came of it, and tells the page what it shows ([`telling`]).
//! One comparison is open at a time; another one takes its place, and it can go on later. Left out on purpose: what is compared and how.

mod answer;
mod begin;
mod doubts;
mod files;
mod live;
mod map;
mod pace;
mod run;
mod sheet;
mod telling;
mod topics;
mod web;

use super::fetch::Fetcher;
use super::lexicon::Library;
use super::librarian::Librarian;
use super::lock::{self, Lock};
use super::shelf::Shelf;
use super::store::{CompareCard, Store, StoreError};
use crate::protocol::compare::{CompareNews, CompareOrder, Read, Standing};
use crate::protocol::{BUILD, Source, ToPage};
use demo_web::DemoWeb;
use engine::compare::Topic;
use engine::eval::WebMap;
use engine::strategy::Assets;
use gloo_timers::future::TimeoutFuture;
use run::{Run, Word};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use web::Web;

/// How often a lock is asked for, and the milliseconds in between.
const LOCK_TRIES: u32 = 5;
const LOCK_MS: u32 = 100;

/// Makes a fetcher for a source.
type Fetch = Rc<dyn Fn(&Source) -> Fetcher>;

/// The comparisons of one page of the app.
pub(super) struct Comparer {
    shelf: Rc<Shelf>,
    lexicon: Rc<Library>,
    librarian: Rc<Librarian>,
    demo: Rc<DemoWeb>,
    post: Rc<dyn Fn(&ToPage)>,
    fetch: Fetch,
    open: RefCell<Option<Rc<Run>>>,
    /// The topics of the demo web that was compared on last, with the seed of that web.
    topics: RefCell<Option<(u64, Rc<Vec<Topic>>)>>,
    /// The map of the web that was compared on last, with the name of that web.
    mapped: RefCell<Option<(String, Arc<WebMap>)>>,
    /// Orders to open or to begin one so far: what an earlier one waited for is void.
    opens: Cell<u32>,
}

/// The lock of a comparison; none where another tab has it. A worker that has just been left, or this one, may still be letting go.
async fn lock_of(id: &str) -> Option<Lock> {
    for _ in 0..LOCK_TRIES {
        if let Some(lock) = lock::take_comparison(id).await {
            return Some(lock);
        }
        TimeoutFuture::new(LOCK_MS).await;
    }
    None
}

impl Comparer {
    pub(super) fn new(
        shelf: &Rc<Shelf>,
        lexicon: &Rc<Library>,
        librarian: &Rc<Librarian>,
        demo: &Rc<DemoWeb>,
        post: &Rc<dyn Fn(&ToPage)>,
        fetch: Fetch,
    ) -> Rc<Self> {
        Rc::new(Self {
            shelf: Rc::clone(shelf),
            lexicon: Rc::clone(lexicon),
            librarian: Rc::clone(librarian),
            demo: Rc::clone(demo),
            post: Rc::clone(post),
            fetch,
            open: RefCell::default(),
            topics: RefCell::default(),
            mapped: RefCell::default(),
            opens: Cell::new(0),
        })
    }

    /// Carries out an order beside whatever else the worker does.
    pub(super) fn obey(self: &Rc<Self>, order: CompareOrder) {
        let comparer = Rc::clone(self);
        match order {
            CompareOrder::List => spawn_local(comparer.offer()),
            CompareOrder::ReadText(text) => {
                self.tell_read(None, files::read(text.as_bytes(), false));
            }
            CompareOrder::ReadFile { name, file } => spawn_local(async move {
                let read = files::read_file(&name, &file).await;
                comparer.tell_read(Some(name), read);
            }),
            CompareOrder::Begin {
                plan,
                source,
                agreed,
            } => {
                let order = self.next_order();
                spawn_local(async move {
                    if let Err(problems) = comparer.begin(order, *plan, source, agreed).await {
                        comparer.tell(CompareNews::Refused(problems));
                    }
                });
            }
            CompareOrder::Open { id } => spawn_local(async move {
                if let Err(error) = comparer.open(&id).await {
                    let message = error.to_string();
                    comparer.tell(CompareNews::Lost { id, message });
                }
            }),
            CompareOrder::Look(look) => self.with_opened(|run| {
                run.look.set(look);
                self.show(run);
            }),
            CompareOrder::Pause => self.word(Word::Halt, Standing::Paused),
            CompareOrder::Stop => self.word(Word::End, Standing::Stopped),
            CompareOrder::Resume => self.resume(),
            CompareOrder::Erase(id) => spawn_local(comparer.erase_and_list(id)),
            CompareOrder::Refill => self.with_opened(|run| {
                let sheet = sheet::sheet(&run.checked.comparison);
                let read = Ok(Read::Plan(Box::new(sheet)));
                self.tell_read(Some("this comparison".to_owned()), read);
            }),
            CompareOrder::Make(paper) => {
                self.with_opened(|run| self.tell(files::make(run, paper)));
            }
        }
    }

    /// Says what there is to choose from, and which comparisons are kept.
    async fn offer(self: Rc<Self>) {
        self.tell(CompareNews::Offer(Box::new(telling::offer(&self.demo))));
        self.list().await;
    }

    async fn erase_and_list(self: Rc<Self>, id: String) {
        match self.erase(&id).await {
            Ok(()) => self.list().await,
            Err(error) => self.tell(CompareNews::Kept(Err(error.to_string()))),
        }
    }

    fn tell_read(&self, file: Option<String>, read: Result<Read, String>) {
        self.tell(CompareNews::Read { file, read });
    }

    /// Does something with the comparison that is open, where one is.
    fn with_opened(&self, what: impl FnOnce(&Rc<Run>)) {
        if let Some(run) = self.opened() {
            what(&run);
        }
    }

    fn tell(&self, news: CompareNews) {
        (self.post)(&ToPage::Compare(Box::new(news)));
    }

    fn opened(&self) -> Option<Rc<Run>> {
        self.open.borrow().clone()
    }

    /// True for the comparison that the page shows.
    fn is_open(&self, run: &Run) -> bool {
        let open = self.open.borrow();
        open.as_ref()
            .is_some_and(|open| std::ptr::eq(Rc::as_ptr(open), run))
    }

    fn next_order(&self) -> u32 {
        let order = self.opens.get() + 1;
        self.opens.set(order);
        order
    }

    async fn list(&self) {
        let kept = match self.shelf.store().await {
            Ok(store) => store.comparisons().await,
            Err(error) => Err(error),
        };
        self.tell(CompareNews::Kept(kept.map_err(|error| error.to_string())));
    }

    /// Says to the comparison that is open what to do, and keeps how it stands.
    fn word(self: &Rc<Self>, word: Word, standing: Standing) {
        let Some(run) = self.opened().filter(|run| run.lock.is_some()) else {
            return;
        };
        run.word.set(word);
        let comparer = Rc::clone(self);
        spawn_local(async move {
            if let Ok(store) = comparer.shelf.store().await
                && run.card.borrow().standing != Standing::Done
            {
                comparer.stand(&run, &store, standing).await;
            }
        });
    }

    /// Goes on with the comparison that is open: where it halted, or from what was kept of it.
    fn resume(self: &Rc<Self>) {
        let Some(run) = self.opened() else {
            return;
        };
        let comparer = Rc::clone(self);
        spawn_local(async move {
            let Ok(store) = comparer.shelf.store().await else {
                return;
            };
            if run.is_going.get() && run.word.get() == Word::Halt {
                run.word.set(Word::Go);
                return comparer.stand(&run, &store, Standing::Running).await;
            }
            comparer.set_out(run, store).await;
        });
    }

    /// Runs what is left of a comparison, where all is there that it needs; else says what to do.
    async fn set_out(self: &Rc<Self>, run: Rc<Run>, store: Rc<Store>) {
        let is_over = run.card.borrow().standing == Standing::Done || run.checked.is_empty();
        if run.is_going.get() || run.lock.is_none() || is_over {
            return self.show(&run);
        }
        // Before anything is waited for: whoever says “go on” meanwhile would set a second loop going.
        run.is_going.set(true);
        run.word.set(Word::Go);
        *run.trouble.borrow_mut() = None;
        self.stand(&run, &store, Standing::Running).await;
        match self.ready(&run, &store).await {
            Ok((web, assets)) => spawn_local(Rc::clone(self).run(run, web, store, assets)),
            Err(sentence) => {
                run.is_going.set(false);
                *run.trouble.borrow_mut() = Some(sentence);
                match run.word.get() {
                    Word::Go => self.stand(&run, &store, Standing::Paused).await,
                    Word::Halt | Word::End => self.show(&run),
                }
            }
        }
    }

    /// All that its crawls need, or what to do where something is not there. Crawls of another build are forgotten, since those of two are not set
    /// beside each other.
    async fn ready(&self, run: &Run, store: &Rc<Store>) -> Result<(Web, Assets), String> {
        let mut card = run.card.borrow().clone();
        let web = self.web_of(&card, store)?;
        let assets = self.assets_of(run).await?;
        if card.build != BUILD {
            (card.build, card.done) = (BUILD.to_owned(), 0);
            card.trials = u32::try_from(run.checked.len()).unwrap_or(u32::MAX);
            let kept = store.begin_anew(&card).await;
            kept.map_err(|error| error.to_string())?;
            run.outcomes.borrow_mut().clear();
            card.standing = run.card.borrow().standing;
            run.card.replace(card);
        }
        Ok((web, assets))
    }

    /// The web of a comparison, or what to do where it is not there.
    fn web_of(&self, card: &CompareCard, store: &Rc<Store>) -> Result<Web, String> {
        if card.source.is_live() {
            let fetcher = (self.fetch)(&card.source);
            let live = live::Live::new(&card.id, fetcher, Rc::clone(store));
            return Ok(Web::Live(live));
        }
        if let Source::Recorded | Source::RecordedIn(_) = &card.source {
            return match self.librarian.recording() {
                Some(recording) if card.web == Some(recording.digest()) => {
                    Ok(Web::Recorded(recording))
                }
                there => Err(begin::missing(&card.plan.web, there.is_some())),
            };
        }
        Ok(Web::Demo(self.demo_of(web::seed_of_demo(&card.plan)?)))
    }

    fn demo_of(&self, seed: u64) -> Rc<DemoWeb> {
        match seed {
            demo_web::DEFAULT_SEED => Rc::clone(&self.demo),
            seed => Rc::new(DemoWeb::new(seed)),
        }
    }

    /// What its strategies need beside pages: the lexicon, where one of them does.
    async fn assets_of(&self, run: &Run) -> Result<Assets, String> {
        self.lexicon.assets(run.checked.strategies()).await
    }

    /// Shows a comparison that is kept, and goes on with it where it was going on. The one that was open is left.
    async fn open(self: &Rc<Self>, id: &str) -> Result<(), StoreError> {
        if let Some(run) = self.opened().filter(|run| run.card.borrow().id == id) {
            self.show(&run);
            return Ok(());
        }
        let order = self.next_order();
        let store = self.shelf.store().await?;
        let (card, outcomes) = store.comparison(id).await?;
        let checked = self.checked(&card.plan);
        let trouble = begin::trouble(&card, &checked);
        let checked = checked.unwrap_or_else(|_| card.plan.retold(&outcomes));
        let lock = lock_of(id).await;
        if self.opens.get() != order {
            return Ok(());
        }
        let (was, waits) = (card.standing, trouble.is_some());
        let run = Run::new(card, checked, outcomes, lock);
        *run.trouble.borrow_mut() = trouble;
        self.put(Rc::clone(&run));
        match was {
            Standing::Running if !waits => self.set_out(run, store).await,
            Standing::Running | Standing::Done if waits && run.lock.is_some() => {
                self.stand(&run, &store, Standing::Paused).await;
            }
            _ => self.show(&run),
        }
        Ok(())
    }

    /// Opens a comparison in the place of another one, which is left where it is and can go on later.
    fn put(&self, run: Rc<Run>) {
        if let Some(before) = self.open.replace(Some(run)) {
            before.word.set(Word::End);
        }
    }

    async fn erase(&self, id: &str) -> Result<(), StoreError> {
        let store = self.shelf.store().await?;
        let own = self.opened().filter(|run| run.card.borrow().id == id);
        let is_elsewhere = own.as_ref().is_some_and(|run| run.lock.is_none());
        let lock = match &own {
            Some(_) => None,
            None => lock_of(id).await,
        };
        if is_elsewhere || own.is_none() && lock.is_none() {
            return Err(StoreError::Elsewhere);
        }
        if let Some(run) = own {
            run.word.set(Word::End);
            self.open.replace(None);
            // What it was about to keep is kept before it is forgotten.
            while run.is_going.get() {
                TimeoutFuture::new(20).await;
            }
        }
        store.erase_comparison(id).await
    }
}
