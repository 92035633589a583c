//! Starts crawls (requested, confirmed or declined, sent, accepted), and opens the crawl of an address.
//!
//! The side effects of a start are in `page::app::start`.

use super::crawl::CrawlState;
use super::crawl::changes::Changes;
use super::crawl::live::{Live, ReadOnly, SavedCrawl};
use super::crawl_address::CrawlAddress;
use super::form::{Form, StartRequest};
use super::screen::{Screen, Start, View};
use super::{Shared, State};
use crate::protocol::{Opened, Problem};
use std::rc::Rc;
use types::report::{EndReason, Phase};

/// A step of a start, or of opening a crawl by its address.
pub enum StartAction {
    /// An address was opened: its form, and whether it requests a start.
    AddressOpened(Box<Form>, bool),
    /// The worker was asked to open the requested crawl.
    OpenRequested,
    /// The crawl's address has this id.
    IdAssigned(String),
    /// A start was requested by a click in the app.
    Start,
    /// The person must confirm the start of this crawl.
    AskFirst(Box<StartRequest>),
    /// The person confirmed the start.
    Confirm,
    /// The person declined the start.
    Decline,
    /// The form is invalid.
    Refused(Vec<Problem>),
    /// The crawl was sent to the worker, and has this address.
    Sent(Box<StartRequest>, Box<CrawlAddress>),
}

impl State {
    pub(super) fn apply_start(&mut self, action: StartAction) {
        self.read_provider_choices();
        match action {
            StartAction::AddressOpened(form, start) => self.fill_from_address(*form, start),
            StartAction::OpenRequested => self.recovery.asked = true,
            StartAction::IdAssigned(id) => self.setup.form.change(|form| form.opened.id = Some(id)),
            StartAction::Start => self.start(),
            StartAction::AskFirst(request) => self.ask_before_start(request),
            StartAction::Confirm => self.confirm(),
            StartAction::Decline => self.decline(),
            StartAction::Refused(problems) => self.refuse(problems),
            StartAction::Sent(request, address) => self.send_off(*request, *address),
        }
    }

    /// Fills the form from an opened address. If the address names the loaded crawl, shows that crawl instead.
    fn fill_from_address(&mut self, form: Form, start: bool) {
        if self.is_here(form.opened.id.as_deref()) {
            self.decline();
            self.setup.form.change(|old| old.opened = form.opened);
            self.screen.asking = false;
            return;
        }
        self.replace_form(form);
        self.settle_model();
        self.screen.asking = true;
        self.screen.by_person = false;
        self.screen.confirmed = false;
        self.setup.unconfirmed = None;
        self.choose_start(start);
        self.report_unknown_params();
    }

    /// Starts the crawl of the form, after a click.
    fn start(&mut self) {
        // Remaining problems are reported again, so that they get the focus again.
        self.setup.form.change(|form| form.problems.clear());
        self.screen.by_person = self.screen.asking;
        self.screen.confirmed = true;
        self.screen.start = Start::Wanted;
    }

    /// Asks the person to confirm a crawl of live sites.
    fn ask_before_start(&mut self, request: Box<StartRequest>) {
        self.setup.unconfirmed = Some(Rc::from(request));
        self.screen.start = Start::Unconfirmed;
    }

    /// Records that the person confirmed the start, and starts the waiting crawl. If none is waiting, another address was opened in the
    /// meantime, whose crawl is not confirmed.
    fn confirm(&mut self) {
        if self.setup.unconfirmed.take().is_some() {
            self.screen.confirmed = true;
            self.screen.start = Start::Wanted;
        }
    }

    /// Cancels a start that waits for a confirmation.
    pub(super) fn decline(&mut self) {
        if self.setup.unconfirmed.take().is_some() {
            self.screen.start = Start::No;
        }
    }

    pub(super) fn refuse(&mut self, problems: Vec<Problem>) {
        self.setup.unconfirmed = None;
        self.screen.start = Start::No;
        self.screen.asking = true;
        self.setup.form.change(|form| form.set_problems(problems));
    }

    fn send_off(&mut self, request: StartRequest, address: CrawlAddress) {
        self.setup.form.change(|form| {
            form.problems.clear();
            form.opened = address;
        });
        self.screen.start = Start::Sent;
        self.setup.sent = Some(request);
    }

    /// Handles the acceptance of the plan, which replaces the previous crawl. After two quick starts the worker accepts twice. The second
    /// acceptance has no pending request, but the earlier pages must still be discarded.
    pub(super) fn begin(&mut self) {
        let sent = self.setup.sent.take();
        if let Some(request) = sent.or_else(|| self.crawl.live.request.clone()) {
            self.replace_crawl(Live::begin(request));
            self.end_loading();
            self.screen = Screen {
                // If the worker crashes before anything is saved, the same form starts again.
                confirmed: self.screen.confirmed,
                view: self.first_view(),
                ..Screen::default()
            };
        }
    }

    /// Replaces the crawl, and closes the reader of its pages.
    fn replace_crawl(&mut self, live: Live) {
        self.crawl = CrawlState::new(live);
        self.page_reader = Shared::default();
    }

    /// Returns the initial view of a crawl.
    fn first_view(&self) -> View {
        if self.setup.form.scope.site_map { View::SiteMap } else { View::default() }
    }

    /// Decides whether an opened address leads to a saved crawl, a start, or neither.
    fn choose_start(&mut self, start: bool) {
        match self.setup.form.opened.id.clone() {
            Some(id) if self.crawl.live.saved.id.as_ref() != Some(&id) => {
                self.recovery.want(&id);
                self.recovery.or_start = start;
                self.screen.start = Start::No;
            }
            Some(_) => self.screen.start = Start::No,
            None => self.screen.start = if start { Start::Wanted } else { Start::No },
        }
    }

    /// Replaces the current crawl by a saved one.
    pub(super) fn reopen(&mut self, opened: Opened) {
        self.recovery.done();
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
        self.replace_crawl(Live {
            saved: SavedCrawl { id: Some(opened.id), error: None },
            read_only: opened.elsewhere.then_some(ReadOnly::Elsewhere),
            interruption,
            is_catching_up: true,
            steered: Changes::since(opened.first),
            ..Live::begin(request)
        });
        self.screen = Screen { view: self.first_view(), ..Screen::default() };
        self.settle_model();
    }

    fn is_here(&self, id: Option<&str>) -> bool {
        id.is_some() && id == self.crawl.live.saved.id.as_deref()
    }

    pub(super) fn not_opened(&mut self, id: String, is_missing: bool, message: String) {
        let start = self.recovery.or_start && is_missing;
        self.recovery.done();
        self.setup.form.change(|form| form.opened.id = None);
        // The worker does not follow it any longer.
        let live = &mut self.crawl.live;
        if live.read_only.is_some() && live.saved.id.as_deref() == Some(&id) {
            live.change(|live| live.progress.phase = Phase::Ended(EndReason::Stopped));
        }
        if start {
            self.screen.start = Start::Wanted;
        } else {
            self.library.change(|library| library.cannot_open(id, message.clone()));
            self.catalog.change(|catalog| catalog.lost = Some(message));
        }
    }
}
