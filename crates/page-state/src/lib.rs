//! Holds the state of the page in one place, with all actions on it.
//!
//! Each part is shared by pointer and replaced when it changes, so that a component is redrawn only if the part that it
//! reads has changed. Each concern has a file that defines and applies its actions. [`State::apply`] returns the
//! effects of an action as plain data: those that the concern names, those of a start that can go on (`starting`), and
//! the requests to the worker that follow from the new state (`standing`).

mod browser;
pub mod catalog;
pub mod class;
pub mod compare;
pub mod crawl;
pub mod crawl_address;
pub mod digits;
pub mod editing;
pub mod effect;
pub mod feedback;
pub mod file_content;
pub mod form;
mod history;
pub mod library;
pub mod models;
pub mod pace;
pub mod preferences;
pub mod recovery;
pub mod related;
pub mod route;
pub mod screen;
pub mod seeds;
pub mod setup;
pub mod shared;
mod standing;
pub mod starting;
pub mod text;
pub mod train;
pub mod view_address;
pub mod worker;

use catalog::{Catalog, ProxyAction, SiteAccess};
use class::{ClassAction, ClassState};
use compare::draft::Draft;
use compare::{CompareAction, CompareState};
use crawl::CrawlState;
use crawl::page_reader::{PageReader, PageReaderAction};
use crawl::ranking::ResultsAction;
use crawl::replay::ReplayAction;
use crawl::steer::SteerAction;
use editing::{FieldChange, FieldName};
use effect::{AccessCause, Effect, Timer};
use file_content::{FileContent, InputFile};
use form::{Form, TopicsAction, problem};
use library::subject_pages::PageFilter;
use library::{Library, LibraryAction};
use models::{Models, ModelsAction};
use pace::PaceAction;
use preferences::{Preference, Preferences};
use protocol::pace::Paces;
use protocol::{SourceKind, ToWorker};
use recovery::Recovery;
use related::RelatedAction;
use route::{Location, Route};
use screen::{Screen, ScreenAction};
use seeds::SeedsAction;
use setup::CrawlSetup;
pub use shared::Shared;
use standing::Standing;
use starting::{Start, StartAction, StartCause};
use train::{Train, TrainAction};
use types::export::ExportFormat;
use types::judgment::JudgmentChange;
use types::url::CanonicalUrl;
use worker::WorkerAction;

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
    /// The view for a class.
    pub class: Shared<ClassState>,
    /// The paces of crawls.
    pub paces: Paces,
    /// The choices of the person in the views of a crawl.
    pub preferences: Shared<Preferences>,
    /// The visible screen.
    pub screen: Screen,
    /// The app's address.
    pub location: Location,
    /// How the next crawl begins.
    pub start: Start,
    /// The id of the saved crawl that resumes once it is opened.
    resumes: Option<String>,
    /// The cause of the latest start.
    pub cause: StartCause,
    /// The recovery after a crash.
    pub recovery: Recovery,
    /// The time of the latest action, in milliseconds since 1970.
    pub now: f64,
    /// Another page embeds this one in a frame.
    pub is_framed: bool,
    /// The requests to the worker that follow from the state.
    standing: Standing,
    /// The effects of the action that is being applied.
    effects: Vec<Effect>,
}

/// A change of the state, by concern.
pub enum Action {
    /// Performs an effect that changes no state.
    Perform(Box<Effect>),
    /// The time of a timer is over.
    Timeout(Timer),
    /// A text was copied, or the browser blocked that.
    Copied(bool),
    /// The app's address has changed to this fragment; `Some(true)` if its history entry is that of a form that started
    /// a crawl.
    Moved(String, Option<bool>),
    /// The text that the browser stores under a key.
    Stored(&'static str, String),
    /// A file was chosen, or dropped on an area that uses such files; true opens the screen that imports it.
    File(FileContent, InputFile, bool),
    /// The worker and its messages.
    Worker(WorkerAction),
    /// The access of the browser extension to sites.
    Access(SiteAccess),
    /// The person has granted access to all sites, or has not.
    AccessAnswered(AccessCause, bool),
    /// The extension keeps pages that it renders apart from the person's cookies, or does not.
    RendersApart(bool),
    /// The proxy.
    Proxy(ProxyAction),
    /// Exports the open crawl, which has this id, with the pages and the limit of its drawer.
    Export(String, ExportFormat),
    /// Exports the open topic of the Library with the pages that its filter lists.
    ExportSubject(ExportFormat),
    /// Changes the filter of the pages of the open topic of the Library.
    FilterSubject(FieldChange<PageFilter>),
    /// Changes a field of the form of a crawl and clears its problem.
    Form(FieldName, FieldChange<Form>),
    /// The topics of the form.
    Topics(TopicsAction),
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
    /// The view for a class.
    Class(ClassAction),
    /// The judgment of a page of the crawl.
    Judge(CanonicalUrl, JudgmentChange),
    /// The judgment of a page of the open topic.
    JudgeInSubject(CanonicalUrl, JudgmentChange),
    /// Steering of the crawl.
    Steer(SteerAction),
    /// The pace of crawls.
    Pace(PaceAction),
    /// A choice that later visits have as well.
    Prefer(Preference),
    /// The replay of the crawl.
    Replay(ReplayAction),
}

impl Action {
    /// Creates the action that performs an effect which changes no state.
    pub fn perform(effect: Effect) -> Self {
        Self::Perform(Box::new(effect))
    }

    /// Creates the action that opens an address of the app, like a link.
    pub fn open(fragment: &str) -> Self {
        Self::perform(Effect::Open(fragment.to_owned()))
    }

    /// Creates a change of a field of the form of a crawl.
    pub fn edit_form(field: impl Into<FieldName>, change: impl FnOnce(&mut Form) + 'static) -> Self {
        Self::Form(field.into(), Box::new(change))
    }

    /// Creates a change of a field of the steering panel.
    pub fn edit_steering(field: FieldName, change: FieldChange<Form>) -> Self {
        Self::Steer(SteerAction::Edit(field, change))
    }

    /// Creates a change of a field of the next model.
    pub fn edit_model(field: FieldName, change: FieldChange<Form>) -> Self {
        Self::Models(ModelsAction::Edit(field, change))
    }

    /// Creates a change of a field of the comparison.
    pub fn edit_comparison(field: FieldName, change: FieldChange<Draft>) -> Self {
        Self::Compare(CompareAction::Edit(field, change))
    }

    /// Creates a change of a field of the strategy whose settings are open in the comparison.
    pub fn edit_compared(field: FieldName, change: FieldChange<Form>) -> Self {
        Self::Compare(CompareAction::Param(field, change))
    }

    /// Returns a function that creates a replacement of parts of the comparison, with a notice and an undo.
    pub fn replace_compared(notice: String) -> impl Fn(FieldName, FieldChange<Draft>) -> Self {
        move |field, change| Self::Compare(CompareAction::Replace(field, notice.clone(), change))
    }
}

impl State {
    /// Creates the initial state. `typed` is the text entered before the page's program had loaded; `proxy` is the
    /// address of the last proxy that answered.
    pub fn new(typed: &str, proxy: Option<String>) -> Self {
        let mut state =
            Self { screen: Screen { asking: true, ..Screen::default() }, paces: pace::DEFAULT, ..Self::default() };
        state.setup.form.change(|form| {
            form.query.is_touched = !typed.is_empty();
            typed.clone_into(&mut form.query.text);
            form.source.proxy = proxy;
        });
        state
    }

    /// Applies one action, and returns its effects in order.
    pub fn apply(&mut self, action: Action) -> Vec<Effect> {
        let screen = |state: &Self| (state.location.route(), state.screen.asking, state.screen.view);
        let before = screen(self);
        self.change(action);
        if screen(self) != before {
            self.end_toast();
        }
        self.proceed();
        self.proceed_class();
        self.proceed_update();
        self.sync_address(false);
        self.renew_standing();
        std::mem::take(&mut self.effects)
    }

    /// Sends a message to the worker.
    fn send(&mut self, message: ToWorker) {
        self.effects.push(Effect::Send(message));
    }

    /// Opens an address of the app, like a link.
    fn open(&mut self, fragment: impl Into<String>) {
        self.effects.push(Effect::Open(fragment.into()));
    }

    fn change(&mut self, action: Action) {
        match action {
            Action::Perform(effect) => self.effects.push(*effect),
            Action::Timeout(timer) => self.on_timeout(timer),
            Action::Copied(is_copied) => self.on_copied(is_copied),
            Action::Moved(fragment, is_form_entry) => self.on_move(fragment, is_form_entry),
            Action::Stored(key, text) => self.restore(key, &text),
            Action::File(content, file, opens_screen) => self.take_file(content, file, opens_screen),
            Action::Worker(action) => self.apply_worker(action),
            Action::Access(access) => self.catalog.change(|catalog| catalog.access = access),
            Action::AccessAnswered(cause, is_granted) => self.on_access_answer(cause, is_granted),
            Action::RendersApart(is_apart) => self.catalog.change(|catalog| catalog.renders_apart = is_apart),
            Action::Proxy(action) => self.apply_proxy(action),
            Action::Form(field, change) => self.edit_form(&field, change),
            Action::Topics(action) => self.apply_topics(action),
            Action::Related(action) => self.apply_related(action),
            Action::Start(action) => self.apply_start(action),
            Action::Screen(action) => self.apply_screen(action),
            Action::Results(action) => self.apply_results(action),
            Action::PageReader(action) => self.apply_page_reader(action),
            Action::Seeds(action) => self.apply_seeds(action),
            Action::Library(action) => self.effects.extend(self.library.change(|library| library.apply(action))),
            Action::Export(id, format) => self.export(id, format),
            Action::ExportSubject(format) => {
                self.effects.extend(self.library.change(|library| library.export_subject(format)));
            }
            Action::FilterSubject(change) => self.library.change(|library| library.filter_pages(change)),
            Action::Train(action) => self.apply_train(action),
            Action::Models(action) => self.apply_models(action),
            Action::Compare(action) => self.apply_compare(action),
            Action::Class(action) => self.apply_class(action),
            Action::Pace(action) => self.apply_pace(action),
            Action::Prefer(preference) => self.prefer(preference),
            Action::Replay(action) => self.crawl.apply_replay(action),
            Action::Judge(url, change) => self.judge(&url, change),
            Action::JudgeInSubject(url, change) => self.judge_in_subject(&url, change),
            Action::Steer(action) => self.apply_steer(action),
        }
    }

    /// Starts what the person has granted access for, or says that it needs the access.
    fn on_access_answer(&mut self, cause: AccessCause, is_granted: bool) {
        self.catalog.change(|catalog| catalog.access = SiteAccess::of_extension(is_granted));
        match (cause, is_granted) {
            (AccessCause::Crawl, true) => self.apply_start(StartAction::Confirm),
            (AccessCause::Crawl, false) => {
                let message = "Salticid has no access to sites. Start again and allow it, or choose another source.";
                self.apply_start(StartAction::Refused(vec![problem("source", message.to_owned())]));
            }
            (AccessCause::Recording, true) => self.effects.push(Effect::Record(train::browsing::Record::Start)),
            (AccessCause::Recording, false) => {
                let message =
                    "Could not record: Salticid has no access to sites. Press “Record browsing” again and allow it.";
                self.apply_train(TrainAction::ReportError(message.to_owned()));
            }
        }
    }

    fn on_timeout(&mut self, timer: Timer) {
        match timer {
            Timer::Related => self.request_related(),
            Timer::Address => self.sync_address(true),
            Timer::ListCrawls => self.list_crawls(),
            Timer::SaveTrails => self.save_trails(),
            Timer::ClassStep => self.rest_is_over(),
            Timer::Toast => self.end_toast(),
        }
    }

    /// Hides the effect of the latest change.
    fn end_toast(&mut self) {
        if self.crawl.steer.effect.is_some() {
            self.crawl.steer.change(|steer| steer.effect = None);
        }
    }

    /// Reports that a link or a command was copied, or how to copy it.
    fn on_copied(&mut self, is_copied: bool) {
        if self.location.route() == Route::Class {
            return self.apply_class(ClassAction::Copied(is_copied));
        }
        let sentence = match (self.location.route(), is_copied) {
            (Route::Compare, true) => "Link copied.",
            (Route::Compare, false) => "The browser blocked copying. Copy the link under “Plan as a link” instead.",
            (_, true) => "Copied.",
            (_, false) => "The browser blocked copying. Allow it for this site, then retry.",
        };
        self.change(match (self.location.route(), is_copied) {
            (Route::Compare, true) => Action::Compare(CompareAction::ShowNotice(sentence.to_owned())),
            (Route::Compare, false) => Action::Compare(CompareAction::ReportError(sentence.to_owned())),
            _ => Action::Library(LibraryAction::ShowNotice(sentence.to_owned())),
        });
    }

    /// Takes a choice of an earlier visit, or of another tab. What follows from it is an effect of the next action.
    pub fn restore(&mut self, key: &str, text: &str) {
        match key {
            pace::LOCAL | pace::LIVE => self.restore_pace(key, text),
            seeds::CHOICES | seeds::ADDRESSES | seeds::RANKS | seeds::PAUSES | seeds::UNLEARNED => {
                self.restore_providers(key, text);
            }
            editing::LAST_SOURCE => self.catalog.change(|catalog| catalog.last_source = SourceKind::named(text)),
            train::LOOK_AHEAD => self.train.change(|train| train.reader.look_ahead.turn(text == "on")),
            library::update::BUDGET => self.library.change(|library| text.clone_into(&mut library.budget)),
            setup::TOPICS => self.setup.stored_topics = Some(text.to_owned()),
            _ => self.restore_preference(key, text),
        }
    }
}

/// The keys in local storage that a tab reads when it starts only.
pub const START_KEYS: [&str; 5] =
    [pace::LOCAL, pace::LIVE, train::LOOK_AHEAD, editing::LAST_SOURCE, library::update::BUDGET];
/// The keys of [`Action::Stored`] in local storage, whose texts all tabs share.
pub const SHARED_KEYS: [&str; 9] = [
    preferences::RESULTS,
    preferences::SHORTCUTS,
    preferences::STRATEGY,
    preferences::TOUR,
    seeds::CHOICES,
    seeds::ADDRESSES,
    seeds::RANKS,
    seeds::PAUSES,
    seeds::UNLEARNED,
];
