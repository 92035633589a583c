//! Starts crawls (requested, confirmed or declined, sent, accepted), and opens saved ones.

use super::catalog::{PROXY_MISSING, Proxy, SiteAccess, Worker};
use super::crawl::CrawlState;
use super::crawl::changes::Changes;
use super::crawl::failures::Failures;
use super::crawl::live::{Live, ReadOnly, SavedCrawl};
use super::form::{Form, StartRequest, problem};
use super::screen::{Screen, View};
use super::{Shared, State};
use protocol::{Opened, Problem, Source, SourceKind, ToWorker};
use std::rc::Rc;
use types::report::{EndReason, Phase};

/// The remedy if a proxy at another address is not connected.
const PROXY_UNCONNECTED: &str = "This page is not connected to the proxy yet. Press “Connect” next to its address.";
/// The remedy if another page embeds this one.
const FRAMED: &str = "Another site shows this page inside its own, so it starts no crawl of live sites. Open Salticid \
    in a tab of its own.";
/// The name of the topics in an address.
const TOPICS: &str = "topics";

/// Tells how the next crawl begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Start {
    /// No start was requested.
    #[default]
    No,
    /// A saved crawl is opened as soon as a worker is ready.
    Open {
        /// Its id.
        id: String,
        /// The worker was asked to open it.
        is_sent: bool,
        /// If it is not saved in this browser, it starts from its address.
        or_start: bool,
    },
    /// A start was requested, and waits for the worker, the models or the check of the proxy.
    Wanted,
    /// It waits for the person to confirm requests to live sites.
    Unconfirmed(Rc<StartRequest>),
    /// It waits for the search for seeds, until that has found enough.
    Seeking,
    /// The request was sent, and the worker checks it.
    Sent(Rc<StartRequest>),
}

/// The cause of a start. Without a person, nothing is fetched from live sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartCause {
    /// An address, which any web page can link to.
    #[default]
    Address,
    /// A click on the form, to which the browser's back button leads back.
    Form,
    /// Another click in the app, or a confirmation.
    Person,
}

/// A step of a start.
pub enum StartAction {
    /// An address was opened: its form, and whether it requests a start.
    AddressOpened(Box<Form>, bool),
    /// Runs a saved crawl again with this form, or fills the form with it.
    RunAgain(Box<Form>, bool),
    /// The saved crawl with this id resumes once it is opened.
    ResumeOpened(String),
    /// A start was requested by a click in the app.
    Start,
    /// The person confirmed the start.
    Confirm,
    /// The person declined the start.
    Decline,
    /// Cancels a start that the worker prepares.
    Cancel,
    /// The form is invalid.
    Refused(Vec<Problem>),
}

impl State {
    pub(super) fn apply_start(&mut self, action: StartAction) {
        match action {
            StartAction::AddressOpened(form, start) => self.fill_from_address(*form, start),
            StartAction::RunAgain(form, start) => self.run_again(*form, start),
            StartAction::ResumeOpened(id) => self.resumes = Some(id),
            StartAction::Start => self.request_start(),
            StartAction::Confirm => self.confirm(),
            StartAction::Decline => self.decline(),
            StartAction::Cancel => self.send(ToWorker::Stop),
            StartAction::Refused(problems) => self.refuse(problems),
        }
    }

    /// Fills the form from an opened address. If the address names the loaded crawl, shows that crawl instead.
    pub(super) fn fill_from_address(&mut self, form: Form, start: bool) {
        let id = form.opened.id.clone();
        let is_here = id.is_some() && id == self.crawl.live.saved.id;
        if is_here {
            self.decline();
            self.setup.form.change(|old| old.opened = form.opened);
            self.screen.asking = false;
            if self.resumes.take() == id {
                self.send(ToWorker::Resume);
            }
            return;
        }
        self.replace_form(form);
        self.find_models();
        self.screen.asking = true;
        self.cause = StartCause::Address;
        self.start = match id {
            Some(id) => {
                self.recovery.pause = None;
                Start::Open { id, is_sent: false, or_start: start }
            }
            None if start => Start::Wanted,
            None => Start::No,
        };
        self.report_unknown_params();
    }

    /// Fills the form with that of a saved crawl, and opens its address, because the person pressed a button.
    pub(super) fn run_again(&mut self, mut form: Form, start: bool) {
        form.opened.start = start;
        let stored = self.setup.store_topics(&form);
        self.effects.extend(stored);
        let fragment = format!("#/crawl?{}", form.opened.write());
        self.fill_from_address(form, start);
        self.cause = StartCause::Person;
        self.open(fragment);
    }

    /// Reports parameters that the strategy does not have; such a crawl is not started automatically.
    pub(super) fn report_unknown_params(&mut self) {
        let before = self.setup.form.problems.len();
        let catalog = self.catalog.clone();
        self.setup.form.change(|form| form.report_unknown_params(&catalog));
        if self.setup.form.problems.len() > before && self.start == Start::Wanted {
            self.start = Start::No;
            self.screen.asking = true;
        }
    }

    /// Starts the crawl of the form, after a click.
    fn request_start(&mut self) {
        // Remaining problems are reported again, so that they get the focus again.
        // The query of an example that is crawled is the person's from now on.
        self.setup.form.change(|form| {
            form.problems.clear();
            form.query.is_touched |= !form.query.text.is_empty();
        });
        self.cause = if self.screen.asking { StartCause::Form } else { StartCause::Person };
        self.start = Start::Wanted;
    }

    /// Starts the waiting crawl, because the person confirmed it. If none is waiting, another address was opened in the
    /// meantime, whose crawl is not confirmed.
    fn confirm(&mut self) {
        if let Start::Unconfirmed(_) = self.start {
            if self.cause == StartCause::Address {
                self.cause = StartCause::Person;
            }
            self.start = Start::Wanted;
        }
    }

    /// Cancels a start that waits for a confirmation.
    pub(super) fn decline(&mut self) {
        if let Start::Unconfirmed(_) = self.start {
            self.start = Start::No;
        }
    }

    pub(super) fn refuse(&mut self, problems: Vec<Problem>) {
        if !matches!(self.start, Start::Open { .. }) {
            self.start = Start::No;
        }
        self.screen.asking = true;
        self.setup.form.change(|form| form.set_problems(problems));
    }

    /// Continues a start once the states of worker, models and proxy are known.
    pub(super) fn proceed(&mut self) {
        if self.catalog.worker != Worker::Ready {
            return;
        }
        match &mut self.start {
            Start::Open { id, is_sent: is_sent @ false, .. } => {
                *is_sent = true;
                let (id, suspects) = (id.clone(), self.recovery.suspects());
                self.send(ToWorker::Open { id, suspects, paused: self.recovery.pause.is_some() });
            }
            Start::Wanted
                if self.catalog.access != SiteAccess::Unknown && !self.setup.form.waits_for_models(&self.models) =>
            {
                self.begin_start();
            }
            _ => {}
        }
    }

    /// Sends the request of the form, unless its source is being checked, the person must confirm it, or it lacks
    /// seeds.
    fn begin_start(&mut self) {
        let (form, catalog) = (&self.setup.form, &self.catalog);
        let request = match form.start_request(catalog).and_then(|request| with_source(request, catalog.proxy)) {
            Ok(Some(request)) => request,
            Ok(None) => return,
            Err(problems) => return self.refuse(problems),
        };
        let is_live = request.source.is_live();
        if is_live && self.is_framed {
            // The embedding page could cover the buttons (clickjacking), so that neither a click nor a confirmation can
            // be trusted.
            self.refuse(vec![problem("source", FRAMED.to_owned())]);
        } else if is_live && (self.cause == StartCause::Address || catalog.lacks_access(&request.source)) {
            self.start = Start::Unconfirmed(Rc::new(request));
        } else if form.needs_seed_search(catalog) {
            let search = catalog.search_of_start(request);
            self.search_seeds(search, None);
            self.start = Start::Seeking;
        } else {
            self.send_start(request);
        }
    }

    fn send_start(&mut self, mut request: StartRequest) {
        if self.setup.has_found_seeds() {
            request.plan.spare_seeds = self.setup.seeds.spare_addresses(&request.plan.seeds);
        }
        let form = self.setup.form.clone();
        let mut address = form.address();
        address.start = form.opened.start;
        if request.plan.taxonomy.topics.is_empty() {
            address.rest.remove(TOPICS);
        } else {
            let stored = self.setup.store_topics(&form);
            self.effects.extend(stored);
        }
        // The form also keeps the excluded words of other strategies; the address has only those of this one.
        address.excluded.clone_from(&request.plan.excluded);
        self.replace_address(&address.write(), self.cause == StartCause::Form);
        self.setup.form.change(|form| {
            form.problems.clear();
            form.opened = address;
        });
        self.send(ToWorker::Start {
            plan: Box::new(request.plan.clone()),
            source: request.source.clone(),
            stay: request.stay,
            model: request.model.as_ref().map(|card| card.id.clone()),
            topic: self.topic_of_start(),
        });
        self.start = Start::Sent(Rc::new(request));
    }

    /// Handles the acceptance of the plan, which replaces the previous crawl. After two quick starts the worker accepts
    /// twice. The second acceptance has no pending request, but the earlier pages must still be discarded.
    pub(super) fn begin(&mut self) {
        let sent = match std::mem::take(&mut self.start) {
            Start::Sent(request) => Some(Rc::unwrap_or_clone(request)),
            _ => None,
        };
        if let Some(request) = sent.or_else(|| self.crawl.live.request.clone()) {
            self.replace_crawl(Live::begin(request));
            self.on_update_crawl_opened(None);
            self.end_loading();
            self.show_crawl();
            // If the worker crashes before anything is saved, the same form starts again, without another step of the
            // history.
            if self.cause == StartCause::Form {
                self.cause = StartCause::Person;
            }
        }
    }

    /// Replaces the crawl, and closes the reader of its pages. The judgments of the same crawl stay.
    fn replace_crawl(&mut self, live: Live) {
        let is_same = live.saved.id.is_some() && live.saved.id == self.crawl.live.saved.id;
        let judgments = if is_same { self.crawl.judgments.clone() } else { Shared::default() };
        self.crawl = CrawlState { judgments, ..CrawlState::new(live) };
        self.page_reader = Shared::default();
    }

    /// Shows the initial view of a crawl.
    fn show_crawl(&mut self) {
        let view = if self.setup.form.scope.site_map { View::SiteMap } else { View::default() };
        self.screen = Screen { view, has_map: self.screen.has_map, ..Screen::default() };
    }

    /// Adds the id of the saved crawl to its address, so that a reload continues it.
    pub(super) fn name_crawl(&mut self, id: String) {
        if self.setup.form.opened.id.as_ref() != Some(&id) {
            self.setup.form.change(|form| form.opened.id = Some(id));
            let query = self.setup.form.opened.write();
            self.replace_address(&query, false);
        }
    }

    /// Replaces the current crawl by a saved one.
    pub(super) fn reopen(&mut self, opened: Opened) {
        // The person may have started another crawl in the meantime.
        if !matches!(self.start, Start::Sent(_)) {
            self.start = Start::No;
            self.cause = StartCause::Address;
        }
        if opened.elsewhere {
            self.library.change(|library| library.fail_update("its crawl is open in another tab"));
        } else {
            self.on_update_crawl_opened(Some(&opened.id));
        }
        if self.resumes.take().is_some_and(|id| id == opened.id) && !opened.elsewhere {
            self.send(ToWorker::Resume);
        }
        let interruption = self.recovery.pause.clone();
        // An address with an id may omit the settings; those of the plan are used.
        let mut chosen = opened.plan.clone();
        if let Some(lacking) = opened.lacking {
            chosen.strategy = lacking;
        }
        let form = Form::from_plan(&chosen, &opened.source, opened.stay);
        let known = self.setup.form.opened.clone();
        self.replace_form(Form { opened: known, ..form });
        let request = StartRequest { plan: opened.plan, source: opened.source, stay: opened.stay, model: None };
        let mut failures = Failures::default();
        for (from, to) in self.stored_redirects(&opened.id) {
            failures.redirect(from, to);
        }
        self.replace_crawl(Live {
            failures,
            saved: SavedCrawl { id: Some(opened.id.clone()), error: None },
            read_only: opened.elsewhere.then_some(ReadOnly::Elsewhere),
            interruption,
            is_catching_up: true,
            steered: Changes::since(opened.first),
            ..Live::begin(request)
        });
        self.show_crawl();
        self.find_models();
        self.name_crawl(opened.id);
    }

    pub(super) fn not_opened(&mut self, id: String, is_missing: bool, message: String) {
        let start = match self.start {
            Start::Open { or_start, .. } => {
                self.start = Start::No;
                or_start && is_missing
            }
            _ => false,
        };
        self.setup.form.change(|form| form.opened.id = None);
        // The worker does not follow it any longer.
        let live = &mut self.crawl.live;
        if live.read_only.is_some() && live.saved.id.as_deref() == Some(&id) {
            live.change(|live| live.progress.phase = Phase::Ended(EndReason::Stopped));
        }
        if start {
            self.start = Start::Wanted;
        } else {
            self.library.change(|library| library.unopenable.insert(id, message.clone()));
            self.catalog.change(|catalog| catalog.lost = Some(message));
        }
    }
}

/// Returns the request if its source is available; `None` while the proxy is being checked.
pub(super) fn with_source(request: StartRequest, proxy: Proxy) -> Result<Option<StartRequest>, Vec<Problem>> {
    if request.source.kind() != SourceKind::Proxy || proxy == Proxy::There {
        return Ok(Some(request));
    }
    match (&request.source, proxy) {
        (_, Proxy::Unknown | Proxy::Checking) => Ok(None),
        (Source::ProxyAt(_), _) => Err(vec![problem("proxy", PROXY_UNCONNECTED.to_owned())]),
        _ => Err(vec![problem("source", PROXY_MISSING.to_owned())]),
    }
}
