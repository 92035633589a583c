//! Comparisons: strategies on the same topics, judged side by side, in the tab.
//!
//! The engine says which crawls there are, runs each on a virtual clock and makes figures of their outcomes; this folder brings the pages
//! ([`web`], [`live`]), gives the thread away between slices ([`run`]), keeps what came of it, and tells the page what it shows ([`telling`]).
//! One comparison is open at a time; another one takes its place, and it can go on later. Left out on purpose: what is compared and how.

mod begin;
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
use crate::protocol::{Source, ToPage};
use demo_web::DemoWeb;
use engine::compare::Topic;
use engine::eval::WebMap;
use engine::strategy::{self, Assets};
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
            CompareOrder::List => spawn_local(async move {
                comparer.tell(CompareNews::Offer(Box::new(telling::offer(&comparer.demo))));
                comparer.list().await;
            }),
            CompareOrder::ReadText(text) => {
                let read = files::read(text.as_bytes(), false);
                self.tell(CompareNews::Read { file: None, read });
            }
            CompareOrder::ReadFile { name, file } => spawn_local(async move {
                let read = files::read_file(&name, &file).await;
                let file = Some(name);
                comparer.tell(CompareNews::Read { file, read });
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
            CompareOrder::Look(look) => {
                if let Some(run) = self.opened() {
                    run.look.set(look);
                    self.show(&run);
                }
            }
            CompareOrder::Pause => self.word(Word::Halt, Standing::Paused),
            CompareOrder::Stop => self.word(Word::End, Standing::Stopped),
            CompareOrder::Resume => self.resume(),
            CompareOrder::Erase(id) => spawn_local(async move {
                if let Err(error) = comparer.erase(&id).await {
                    comparer.tell(CompareNews::Kept(Err(error.to_string())));
                } else {
                    comparer.list().await;
                }
            }),
            CompareOrder::Refill => {
                if let Some(run) = self.opened() {
                    let sheet = sheet::sheet(&run.checked.comparison);
                    let read = Ok(Read::Plan(Box::new(sheet)));
                    let file = Some("this comparison".to_owned());
                    self.tell(CompareNews::Read { file, read });
                }
            }
            CompareOrder::Make(paper) => {
                if let Some(run) = self.opened() {
                    self.tell(files::make(&run, paper));
                }
            }
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
        if run.is_going.get() || run.lock.is_none() || run.card.borrow().standing == Standing::Done
        {
            return self.show(&run);
        }
        let card = run.card.borrow().clone();
        let ready = match self.web_of(&card, &store) {
            Ok(web) => self.assets_of(&run).await.map(|assets| (web, assets)),
            Err(sentence) => Err(sentence),
        };
        match ready {
            Ok((web, assets)) if self.is_open(&run) => {
                *run.trouble.borrow_mut() = None;
                spawn_local(Rc::clone(self).run(run, web, store, assets));
            }
            Ok(_) => {}
            Err(sentence) => {
                *run.trouble.borrow_mut() = Some(sentence);
                self.stand(&run, &store, Standing::Paused).await;
            }
        }
    }

    /// The web of a comparison, or what to do where it is not there.
    fn web_of(&self, card: &CompareCard, store: &Rc<Store>) -> Result<Web, String> {
        if web::is_live(&card.source) {
            let fetcher = (self.fetch)(&card.source);
            let live = live::Live::new(&card.id, fetcher, Rc::clone(store));
            return Ok(Web::Live(live));
        }
        if let Source::Recorded | Source::RecordedIn(_) = &card.source {
            return match self.librarian.recording() {
                Some(recording) if card.web.as_deref() == Some(&*begin::mark(&recording)) => {
                    Ok(Web::Recorded(recording))
                }
                there => Err(begin::missing(&card.plan.web, there.is_some())),
            };
        }
        Ok(Web::Demo(self.demo_of(web::demo_seed(&card.plan))))
    }

    fn demo_of(&self, seed: Option<u64>) -> Rc<DemoWeb> {
        match seed {
            Some(seed) if seed != demo_web::DEFAULT_SEED => Rc::new(DemoWeb::new(seed)),
            _ => Rc::clone(&self.demo),
        }
    }

    /// What its strategies need beside pages: the lexicon, where one of them does.
    async fn assets_of(&self, run: &Run) -> Result<Assets, String> {
        let strategies = run.checked.contenders.iter();
        let mut ids = strategies.map(|one| one.name.split(':').next().unwrap_or_default());
        let needs = ids.any(|id| strategy::find(id).is_some_and(|entry| entry.needs.lexicon));
        if needs {
            self.lexicon.load().await?;
        }
        Ok(Assets {
            lexicon: self.lexicon.lexicon(),
        })
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
        let checked = self.checked(&card.plan).map_err(StoreError::Unreadable)?;
        let lock = lock_of(id).await;
        if self.opens.get() != order {
            return Ok(());
        }
        let goes_on = card.standing == Standing::Running;
        let run = Run::new(card, checked, outcomes, lock);
        self.put(Rc::clone(&run));
        if goes_on {
            self.set_out(run, store).await;
        } else {
            self.show(&run);
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
