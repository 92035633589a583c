//! The start of a crawl: requested, confirmed or declined, sent, accepted; and the crawl that an address names.
//!
//! Not here: the effects of a start, which are in `page::app::start`.

use super::State;
use super::crawl::changes::Changes;
use super::crawl::live::{Live, ReadOnly};
use super::crawl::page_reader::PageReader;
use super::crawl::ranking::Ranking;
use super::crawl::watched::Watched;
use super::crawl_address::CrawlAddress;
use super::form::{Form, StartRequest};
use super::screen::{Screen, Start, View};
use super::steer::Steer;
use crate::protocol::{Opened, Problem};
use std::rc::Rc;

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
    /// The plan cannot be made.
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
            StartAction::IdAssigned(id) => self.form.change(|form| form.opened.id = Some(id)),
            StartAction::Start => self.start(),
            StartAction::AskFirst(request) => self.ask_before_start(request),
            StartAction::Confirm => self.confirm(),
            StartAction::Decline => self.decline(),
            StartAction::Refused(problems) => self.refuse(problems),
            StartAction::Sent(request, address) => self.send_off(*request, *address),
        }
    }

    /// Fills the form from an opened address. If it names the crawl that is already here, only shows that crawl.
    fn fill_from_address(&mut self, form: Form, start: bool) {
        if self.is_here(form.opened.id.as_deref()) {
            self.decline();
            self.form.change(|old| old.opened = form.opened);
            self.screen.asking = false;
            return;
        }
        self.take_form(form);
        self.settle_model();
        self.screen.asking = true;
        self.screen.by_person = false;
        self.screen.confirmed = false;
        self.unconfirmed = None;
        self.choose_start(start);
        self.report_unknown_params();
    }

    /// Starts the crawl of the form, for which the person clicked.
    fn start(&mut self) {
        // Problems that remain are reported again and get the focus again.
        self.form.change(|form| form.problems.clear());
        self.screen.by_person = self.screen.asking;
        self.screen.confirmed = true;
        self.screen.start = Start::Wanted;
    }

    /// Asks the person whether a crawl of live sites may start.
    fn ask_before_start(&mut self, request: Box<StartRequest>) {
        self.unconfirmed = Some(Rc::from(request));
        self.screen.start = Start::Unconfirmed;
    }

    /// Notes that the person confirmed the start, and starts the crawl that waited for it. If none waits, another address was opened
    /// since, and its crawl is not confirmed.
    fn confirm(&mut self) {
        if self.unconfirmed.take().is_some() {
            self.screen.confirmed = true;
            self.screen.start = Start::Wanted;
        }
    }

    /// Replaces what belonged to the crawl before the one in [`State::live`].
    fn forget_last_crawl(&mut self) {
        let live = self.live.clone();
        self.steer.change(|steer| *steer = Steer::of(&live));
        self.ranking.change(|ranking| *ranking = Ranking::default());
        self.watched.change(|watched| *watched = Watched::default());
        self.replay = None;
        self.page_reader
            .change(|reader| *reader = PageReader::default());
    }

    /// Gives up a start that waits for the person's word.
    pub(super) fn decline(&mut self) {
        if self.unconfirmed.take().is_some() {
            self.screen.start = Start::No;
        }
    }

    pub(super) fn refuse(&mut self, problems: Vec<Problem>) {
        self.unconfirmed = None;
        self.screen.start = Start::No;
        self.screen.asking = true;
        self.form.change(|form| form.take_problems(problems));
    }

    fn send_off(&mut self, request: StartRequest, address: CrawlAddress) {
        self.form.change(|form| {
            form.problems.clear();
            form.opened = address;
        });
        self.screen.start = Start::Sent;
        self.sent = Some(request);
    }

    /// The worker accepted the plan: the crawl before it is over and forgotten. Where two starts went out before it answered, it
    /// accepts twice, and the second time nothing was sent since: the pages before it are of the crawl that is over all the same.
    pub(super) fn begin(&mut self) {
        if let Some(request) = self.sent.take().or_else(|| self.live.request.clone()) {
            self.live.change(|live| *live = Live::begin(request));
            self.forget_last_crawl();
            self.related.change(|related| related.loading = None);
            self.screen = Screen {
                // If its worker crashes before anything was saved, it is started again with the same form.
                confirmed: self.screen.confirmed,
                view: self.first_view(),
                ..Screen::default()
            };
        }
    }

    /// Returns the view in which a crawl is shown first.
    fn first_view(&self) -> View {
        if self.form.site_map {
            View::SiteMap
        } else {
            View::default()
        }
    }

    /// Decides what an opened address leads to: a saved crawl, a start, or neither.
    fn choose_start(&mut self, start: bool) {
        match self.form.opened.id.clone() {
            Some(id) if self.live.id.as_ref() != Some(&id) => {
                self.recovery.want(&id);
                self.recovery.or_start = start;
                self.screen.start = Start::No;
            }
            Some(_) => self.screen.start = Start::No,
            None => self.screen.start = if start { Start::Wanted } else { Start::No },
        }
    }

    /// Replaces the current crawl by a saved one.
    pub(super) fn take_up(&mut self, opened: Opened) {
        self.recovery.done();
        // An address with an id need not say more: the settings are the plan's.
        let form = Form::from_plan(&opened.plan, &opened.source, opened.stay);
        let known = self.form.opened.clone();
        self.take_form(Form {
            opened: known,
            ..form
        });
        let request = StartRequest {
            plan: opened.plan,
            source: opened.source,
            stay: opened.stay,
            model: None,
        };
        self.live.change(|live| {
            *live = Live {
                id: Some(opened.id),
                read_only: opened.elsewhere.then_some(ReadOnly::Elsewhere),
                steered: Changes::since(opened.first),
                is_catching_up: true,
                ..Live::begin(request)
            };
        });
        self.forget_last_crawl();
        self.screen = Screen {
            view: self.first_view(),
            ..Screen::default()
        };
        self.settle_model();
    }

    fn is_here(&self, id: Option<&str>) -> bool {
        id.is_some() && id == self.live.id.as_deref()
    }

    pub(super) fn not_opened(&mut self, id: String, is_missing: bool, message: String) {
        let start = self.recovery.or_start && is_missing;
        self.recovery.done();
        self.form.change(|form| form.opened.id = None);
        if start {
            self.screen.start = Start::Wanted;
        } else {
            self.library
                .change(|library| library.cannot_open(id, message.clone()));
            self.catalog.change(|catalog| catalog.lost = Some(message));
        }
    }
}
