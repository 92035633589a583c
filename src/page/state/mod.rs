//! Holds the state of the page in one place, with all actions on it.
//!
//! Each part is shared by pointer and replaced when it changes, so that a component is redrawn only if the part that it reads has changed.
//! Each concern has a file that defines and applies its actions.

pub mod catalog;
pub mod compare;
pub mod crawl;
pub mod crawl_address;
pub mod dispatch;
pub mod editing;
pub mod feedback;
pub mod file_content;
pub mod form;
pub mod library;
pub mod models;
pub mod pace;
pub mod proxy;
pub mod recovery;
pub mod related;
pub mod route;
pub mod screen;
pub mod seeds;
pub mod session_topics;
pub mod setup;
pub mod shared;
pub mod starting;
pub mod train;
pub mod view_address;
pub mod worker;

use crate::protocol::pace::Paces;
use catalog::{Catalog, SiteAccess};
use compare::draft::Draft;
use compare::{CompareAction, CompareState};
use crawl::CrawlState;
use crawl::page_reader::{PageReader, PageReaderAction};
use crawl::ranking::ResultsAction;
use crawl::replay::ReplayAction;
use crawl::steer::SteerAction;
use editing::FieldChange;
use form::Form;
use library::{Library, LibraryAction};
use models::{Models, ModelsAction};
use pace::PaceAction;
use proxy::ProxyAction;
use recovery::Recovery;
use related::RelatedAction;
use screen::{Screen, ScreenAction};
use seeds::SeedsAction;
use setup::CrawlSetup;
pub use shared::Shared;
use starting::StartAction;
use train::{Train, TrainAction};
use worker::WorkerAction;
use yew::AttrValue;

/// Holds everything that the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The strategies and examples, and the status of worker and proxy.
    pub catalog: Shared<Catalog>,
    /// The setup of the next crawl.
    pub setup: CrawlSetup,
    /// The crawl.
    pub crawl: CrawlState,
    /// The reader of crawled pages, which the crawl and the Library open.
    pub page_reader: Shared<PageReader>,
    /// The saved crawls.
    pub library: Shared<Library>,
    /// The reader and the trails.
    pub train: Shared<Train>,
    /// The models that were trained on them.
    pub models: Shared<Models>,
    /// Comparisons.
    pub compare: Shared<CompareState>,
    /// The paces of crawls.
    pub paces: Paces,
    /// The visible screen.
    pub screen: Screen,
    /// The recovery after a crash.
    pub recovery: Recovery,
}

/// A change of the state, by concern.
pub enum Action {
    /// The worker and its messages.
    Worker(WorkerAction),
    /// The access of the browser extension to sites.
    Access(SiteAccess),
    /// The proxy.
    Proxy(ProxyAction),
    /// Changes a field of the form of a crawl and clears its problem.
    Form(AttrValue, FieldChange<Form>),
    /// Related words of the query.
    Related(RelatedAction),
    /// The start of a crawl, and the crawl that an address names.
    Start(StartAction),
    /// The visible screen.
    Screen(ScreenAction),
    /// The list of results.
    Results(ResultsAction),
    /// The reader of a crawl's pages.
    PageReader(PageReaderAction),
    /// The search for seeds.
    Seeds(SeedsAction),
    /// The Library.
    Library(LibraryAction),
    /// The reader and the trails.
    Train(TrainAction),
    /// Models.
    Models(ModelsAction),
    /// Comparisons.
    Compare(CompareAction),
    /// Steering of the crawl.
    Steer(SteerAction),
    /// The pace of crawls.
    Pace(PaceAction),
    /// The replay of the crawl.
    Replay(ReplayAction),
}

impl Action {
    /// Creates a change of a field of the form of a crawl.
    pub fn edit_form(field: impl Into<AttrValue>, change: impl FnOnce(&mut Form) + 'static) -> Self {
        Self::Form(field.into(), Box::new(change))
    }

    /// Creates a change of a field of the steering panel.
    pub(crate) fn edit_steering(field: AttrValue, change: FieldChange<Form>) -> Self {
        Self::Steer(SteerAction::Edit(field, change))
    }

    /// Creates a change of a field of the next model.
    pub(crate) fn edit_model(field: AttrValue, change: FieldChange<Form>) -> Self {
        Self::Models(ModelsAction::Edit(field, change))
    }

    /// Creates a change of a field of the comparison.
    pub(crate) fn edit_comparison(field: AttrValue, change: FieldChange<Draft>) -> Self {
        Self::Compare(CompareAction::Edit(field, change))
    }

    /// Creates a change of a field of the strategy whose settings are open in the comparison.
    pub(crate) fn edit_compared(field: AttrValue, change: FieldChange<Form>) -> Self {
        Self::Compare(CompareAction::Param(field, change))
    }

    /// Returns a function that creates a replacement of parts of the comparison, with a notice and an undo.
    pub(crate) fn replace_compared(notice: String) -> impl Fn(AttrValue, FieldChange<Draft>) -> Self {
        move |field, change| Self::Compare(CompareAction::Replace(field, notice.clone(), change))
    }
}

impl State {
    /// Creates the initial state. `typed` is the text entered before the page's program had loaded; `proxy` is the address of the last
    /// proxy that answered.
    pub fn new(typed: &str, proxy: Option<String>) -> Self {
        let mut state = Self {
            screen: Screen { asking: true, ..Screen::default() },
            paces: pace::stored_paces(),
            ..Self::default()
        };
        state.read_provider_choices();
        state.setup.form.change(|form| {
            form.query.is_touched = !typed.is_empty();
            typed.clone_into(&mut form.query.text);
            form.source.proxy = proxy;
        });
        state
    }

    /// Applies one action.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Worker(action) => self.apply_worker(action),
            Action::Access(access) => self.catalog.change(|catalog| catalog.access = access),
            Action::Proxy(action) => self.apply_proxy(action),
            Action::Form(field, change) => self.edit_form(&field, change),
            Action::Related(action) => self.apply_related(action),
            Action::Start(action) => self.apply_start(action),
            Action::Screen(action) => self.apply_screen(action),
            Action::Results(action) => self.apply_results(action),
            Action::PageReader(action) => self.apply_page_reader(action),
            Action::Seeds(action) => self.apply_seeds(action),
            Action::Library(action) => self.library.change(|library| library.apply(action)),
            Action::Train(action) => {
                if let Some(own) = self.train.source_of(&action).cloned() {
                    self.change_source(|form| form.set_source(&own));
                }
                let source = self.setup.form.full_source(&self.catalog);
                self.train.change(|train| train.apply(action, source));
            }
            Action::Models(action) => self.models.change(|models| models.apply(action)),
            Action::Compare(action) => self.compare.change(|compare| compare.apply(action)),
            Action::Pace(action) => self.apply_pace(action),
            Action::Replay(action) => self.crawl.apply_replay(action),
            Action::Steer(action) => self.crawl.steer.change(|steer| steer.apply(action)),
        }
    }
}
