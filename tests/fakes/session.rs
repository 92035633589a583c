//! Provides a page that talks to a worker's session in the test's thread.

use demo_web::{DEFAULT_SEED, DemoWeb};
use gloo_timers::future::TimeoutFuture;
use protocol::library::{LibraryEvent, LibraryRequest};
use protocol::message::{read, written};
use protocol::models::{ModelView, ModelsEvent, ModelsRequest};
use protocol::steer::SteeringRejected;
use protocol::{Hello, Source, Suspect, ToPage, ToWorker};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::plan::Plan;
use types::report::{EndReason, Notification, PageRecord, Phase};
use types::spec::DEFAULT_STRATEGY;
use worker::Session;
use worker::storage::database::Database;

/// Opens the database of the worker.
pub(crate) async fn store() -> Database {
    Database::open("salticid").await.expect("the store opens")
}

/// A page that records the worker's messages.
pub(crate) struct Page {
    session: Rc<Session>,
    heard: Rc<RefCell<Vec<ToPage>>>,
    /// A saved crawl is being opened: batches are those of the crawl before.
    is_opening: Rc<Cell<bool>>,
}

impl Page {
    pub(crate) fn new() -> Self {
        Self::with(None)
    }

    /// Returns a page whose worker has its lexicon at this address.
    pub(crate) fn with(lexicon: Option<String>) -> Self {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let write = Rc::clone(&heard);
        let is_opening = Rc::new(Cell::new(false));
        let opening = Rc::clone(&is_opening);
        let post = move |message: &ToPage| {
            // The message as it arrives at the page.
            let posted = written(message).expect("messages are plain data");
            let heard = read(&posted).expect("the page can read it");
            match heard {
                ToPage::Batch(_) if opening.get() => return,
                ToPage::Opened(_) | ToPage::NotOpened { .. } => opening.set(false),
                _ => {}
            }
            write.borrow_mut().push(heard);
        };
        let page = Self { session: Session::new(Rc::new(post), lexicon), heard, is_opening };
        page.session.on_message(&Hello::of_this_build().written());
        page
    }

    pub(crate) fn say(&self, message: &ToWorker) {
        self.session.on_message(&written(message).expect("messages are plain data"));
    }

    /// Starts a crawl of the demo web, one fetch at a time, and returns the id under which it is
    /// saved.
    pub(crate) async fn start(&self, pages: u32) -> String {
        self.start_by(DEFAULT_STRATEGY, pages).await
    }

    /// Starts such a crawl by the strategy with this id.
    pub(crate) async fn start_by(&self, strategy: &str, pages: u32) -> String {
        self.heard.borrow_mut().clear();
        let web = DemoWeb::new(DEFAULT_SEED);
        let topic = &web.topics()[0];
        self.say(&ToWorker::Start {
            plan: Box::new(Plan {
                query: topic.query.into(),
                seeds: topic.seeds.clone(),
                strategy: strategy.into(),
                pages,
                in_flight: 1,
                ..Plan::default()
            }),
            source: Source::Demo,
            stay: false,
            model: None,
            topic: None,
        });
        self.kept().await
    }

    /// Waits until the crawl is saved, and returns its id.
    pub(crate) async fn kept(&self) -> String {
        let kept = |message: &ToPage| match message {
            ToPage::Kept(kept) => Some(kept.clone().expect("this browser keeps")),
            _ => None,
        };
        self.until(kept).await
    }

    pub(crate) fn open(&self, id: &str, suspects: Vec<Suspect>) {
        self.heard.borrow_mut().clear();
        self.is_opening.set(true);
        self.say(&ToWorker::Open { id: id.into(), suspects, paused: false });
    }

    /// Returns the first message of a kind, as soon as it has arrived.
    pub(crate) async fn until<T>(&self, kind: impl Fn(&ToPage) -> Option<T>) -> T {
        loop {
            let found = self.heard.borrow().iter().find_map(&kind);
            match found {
                Some(found) => return found,
                None => TimeoutFuture::new(5).await,
            }
        }
    }

    /// Returns all messages of a kind, in order of arrival.
    pub(crate) fn all<T>(&self, kind: impl Fn(&ToPage) -> Option<T>) -> Vec<T> {
        self.heard.borrow().iter().filter_map(kind).collect()
    }

    /// Returns the first message of a kind that has arrived so far.
    pub(crate) fn heard<T>(&self, kind: impl Fn(&ToPage) -> Option<T>) -> Option<T> {
        self.heard.borrow().iter().find_map(kind)
    }

    pub(crate) fn pages(&self) -> Vec<PageRecord> {
        let mut pages = Vec::new();
        for message in &*self.heard.borrow() {
            if let ToPage::Batch(batch) = message {
                pages.extend(batch.notifications.iter().filter_map(|notification| match notification {
                    Notification::Page(page) => Some((**page).clone()),
                    _ => None,
                }));
            }
        }
        pages
    }

    pub(crate) async fn finished(&self) -> Vec<PageRecord> {
        let ended = |message: &ToPage| match message {
            ToPage::Batch(batch) if matches!(batch.progress.phase, Phase::Ended(_)) => Some(batch.progress.phase),
            _ => None,
        };
        assert_eq!(self.until(ended).await, Phase::Ended(EndReason::BudgetSpent));
        self.pages()
    }

    /// Starts a crawl and replaces it by another one after some pages. Returns its id.
    pub(crate) async fn leave(&self, pages: u32, after: usize) -> String {
        let id = self.start(pages).await;
        while self.pages().len() < after {
            TimeoutFuture::new(1).await;
        }
        self.start(1).await;
        self.finished().await;
        id
    }

    /// Ignores the messages so far.
    pub(crate) fn forget(&self) {
        self.heard.borrow_mut().clear();
    }

    pub(crate) async fn refusal(&self) -> (bool, String) {
        let refused = |message: &ToPage| match message {
            ToPage::NotOpened { is_missing, message, .. } => Some((*is_missing, message.clone())),
            _ => None,
        };
        self.until(refused).await
    }

    /// Waits until a change of the crawl is refused.
    pub(crate) async fn steering_refusal(&self) -> SteeringRejected {
        let refused = |message: &ToPage| match message {
            ToPage::SteeringRejected(refused) => Some((**refused).clone()),
            _ => None,
        };
        self.until(refused).await
    }

    /// Returns the reported shares of the file that were read, in order.
    pub(crate) fn parts_read(&self) -> Vec<f64> {
        let part = |message: &ToPage| match message {
            ToPage::Library(news) => match **news {
                LibraryEvent::Reading { part, .. } => Some(part),
                _ => None,
            },
            _ => None,
        };
        self.heard.borrow().iter().filter_map(part).collect()
    }

    /// Trains a model, and returns it.
    pub(crate) async fn learned(&self, request: ModelsRequest) -> Result<Box<ModelView>, String> {
        self.forget();
        self.say(&ToWorker::Models(request));
        self.trained().await
    }

    /// Waits for the end of a training.
    pub(crate) async fn trained(&self) -> Result<Box<ModelView>, String> {
        let learned = |message: &ToPage| match message {
            ToPage::Models(event) => match &**event {
                ModelsEvent::Learned { learned, .. } => Some(learned.clone()),
                _ => None,
            },
            _ => None,
        };
        self.until(learned).await
    }

    /// Sends a request to the library service and returns the answer.
    pub(crate) async fn ask(&self, request: LibraryRequest) -> LibraryEvent {
        self.heard.borrow_mut().retain(|message| !matches!(message, ToPage::Library(_)));
        self.say(&ToWorker::Library(request));
        let news = |message: &ToPage| match message {
            ToPage::Library(news) if !matches!(**news, LibraryEvent::Reading { .. }) => Some((**news).clone()),
            _ => None,
        };
        self.until(news).await
    }
}
