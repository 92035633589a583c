//! Keeps the account of a crawl at its interface: requests, responses, and notifications about every URL.
//!
//! It reads the events, commands and notifications between crawl and driver and derives the rest: the known URLs, from
//! seeds, links and redirects, and the state of each. From the crawl itself it only gets the number of queued URLs at
//! the end, which it compares with the URLs without any other state.

use engine::crawl::CheckedPlan;
use engine::event::{Command, Event, EventKind, Step};
use engine::fetch::{Content, FetchId, FetchRequest, FetchResponse, Purpose};
use salticid_lab::driver::Exchange;
use std::collections::BTreeMap;
use types::report::{EndReason, FetchOutcome, Notification, PageRecord, Refusal};
use types::url::CanonicalUrl;

/// The state of a URL.
#[derive(Clone, Debug, Default)]
enum UrlState {
    /// It is known, without a notification so far.
    #[default]
    Waiting,
    /// It was requested.
    UnderWay,
    /// It got a response, and a page with this code must be reported.
    Answered(String),
    /// It got a redirect to another URL.
    Moved,
    /// It was reported as a page with this code.
    Reported(String),
    /// It was reported as refused, by whether another link to it may still be followed.
    Refused { is_open: bool },
}

#[derive(Debug, Default)]
struct Entry {
    url_state: UrlState,
    /// A seed, a redirect, or a link that may be followed led here.
    open: bool,
    /// The address of the latest request.
    address: String,
}

/// The open account.
pub(crate) struct Ledger {
    depth: u32,
    entries: BTreeMap<CanonicalUrl, Entry>,
    in_flight: BTreeMap<FetchId, FetchRequest>,
    last_order: Option<FetchId>,
    /// The last page that got a response, and its links: their targets and whether they are nofollow.
    answered: Option<CanonicalUrl>,
    links: Vec<(CanonicalUrl, bool)>,
    /// The target of the last response, if it was new.
    led_to: Option<CanonicalUrl>,
    account: Account,
}

/// The closed account.
#[derive(Debug, Default)]
pub(crate) struct Account {
    /// Pages requested again because the host asked for a delay, or redirected to another spelling.
    pub(crate) again: u32,
    /// Address and code of every reported page.
    pub(crate) ended: Vec<(String, String)>,
    /// Faulty pages, by fault.
    pub(crate) injected: BTreeMap<&'static str, u32>,
    /// URLs that redirected elsewhere.
    pub(crate) moved: u32,
    /// Queued URLs.
    pub(crate) waiting: u32,
    /// The reason for the end of the crawl.
    pub(crate) end: Option<EndReason>,
    /// Lost URLs, one per line.
    pub(crate) lost: Vec<String>,
    /// Repeated URLs, one per line.
    pub(crate) twice: Vec<String>,
    /// Other contradictions, one per line.
    pub(crate) wrong: Vec<String>,
}

impl Account {
    /// Returns the number of faulty pages.
    pub(crate) fn faults(&self) -> u32 {
        self.injected.values().sum()
    }

    fn count(&mut self, entry: Entry) {
        match entry.url_state {
            UrlState::Waiting => self.waiting += 1,
            // Lost ones were reported where they were detected.
            UrlState::UnderWay | UrlState::Answered(_) | UrlState::Refused { .. } => {}
            UrlState::Moved => self.moved += 1,
            UrlState::Reported(code) => {
                self.ended.push((entry.address, code));
            }
        }
    }

    /// Returns the errors of the crawl, one per line; none if every URL is accounted for exactly once.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let kinds = [("lost", &self.lost), ("twice", &self.twice), ("wrong", &self.wrong)];
        let lines = kinds.into_iter().flat_map(|(kind, lines)| lines.iter().map(move |line| format!("{kind}: {line}")));
        lines.collect()
    }
}

impl Ledger {
    /// Returns an account of a crawl by this plan.
    pub(crate) fn new(plan: &CheckedPlan) -> Self {
        let mut ledger = Self {
            depth: plan.plan.depth,
            entries: BTreeMap::new(),
            in_flight: BTreeMap::new(),
            last_order: None,
            answered: None,
            links: Vec::new(),
            led_to: None,
            account: Account::default(),
        };
        for seed in &plan.seeds {
            ledger.meet(seed, true);
        }
        ledger
    }

    /// Records an exchange between crawl and driver.
    pub(crate) fn enter(&mut self, exchange: Exchange<'_>) {
        match exchange {
            Exchange::Event(event) => self.event(event),
            Exchange::Step(step) => self.step(step),
        }
    }

    /// Closes the account, with the crawl's number of queued URLs.
    pub(crate) fn close(self, waiting: u32) -> Account {
        let mut account = self.account;
        for request in self.in_flight.values() {
            if request.purpose == Purpose::Page {
                let line = format!("{}, ordered and under way at the end", request.url);
                account.lost.push(line);
            }
        }
        for entry in self.entries.into_values() {
            account.count(entry);
        }
        if account.waiting != waiting {
            let counted = account.waiting;
            let line = format!("{counted} URLs wait by this account, {waiting} by the crawl's");
            account.lost.push(line);
        }
        if account.end.is_none() {
            account.wrong.push("the crawl has no end".to_owned());
        }
        account
    }

    fn meet(&mut self, url: &CanonicalUrl, open: bool) {
        let entry = self.entries.entry(url.clone()).or_default();
        entry.open |= open;
        if open && matches!(entry.url_state, UrlState::Refused { is_open: true }) {
            entry.url_state = UrlState::Waiting;
        }
    }

    fn event(&mut self, event: &Event) {
        let (id, response) = match &event.kind {
            EventKind::Fetched(id, response) => (id, Ok(response)),
            EventKind::Failed(id, failure) => (id, Err(failure)),
            _ => return,
        };
        let Some(request) = self.in_flight.remove(id) else {
            return self.account.twice.push(format!("an answer to order {}, which is not under way", id.0));
        };
        if request.purpose != Purpose::Page {
            return;
        }
        let url_state = match response {
            Ok(response) => self.state_after(&request.url, response),
            Err(failure) => UrlState::Answered(failure.code.clone()),
        };
        self.answered = Some(request.url.clone());
        self.entries.entry(request.url).or_default().url_state = url_state;
    }

    /// Returns the expected state after a response, and registers its redirect target and links.
    fn state_after(&mut self, url: &CanonicalUrl, response: &FetchResponse) -> UrlState {
        if let Some(location) = &response.location {
            return match url.resolve(location) {
                Ok((target, _)) if target == *url => {
                    self.account.again += 1;
                    UrlState::Waiting
                }
                Ok((target, _)) => {
                    let is_new = !self.entries.contains_key(&target);
                    self.meet(&target, true);
                    self.led_to = Some(target).filter(|_| is_new);
                    UrlState::Moved
                }
                Err(problem) => UrlState::Answered(problem.code().to_owned()),
            };
        }
        UrlState::Answered(match &response.content {
            Content::Page(document) => {
                let closed = response.robots.nofollow || document.robots.nofollow;
                let links = document.links.iter();
                self.links = links.map(|link| (link.url.clone(), closed || link.nofollow)).collect();
                if let Some(class) = document.class {
                    self.links.clear();
                    return UrlState::Answered(class.code().to_owned());
                }
                let noindex = response.robots.noindex || document.robots.noindex;
                if noindex { "noindex" } else { "read" }.to_owned()
            }
            Content::Unsupported(_) => "type".to_owned(),
            Content::Robots(_) | Content::Nothing => format!("status-{}", response.status),
        })
    }

    fn step(&mut self, step: &Step) {
        for notification in &step.notifications {
            match notification {
                Notification::Page(page) => self.page(page),
                Notification::Refused(refusal) => self.refused(refusal),
                Notification::Delayed { url, .. } => self.delayed(url),
                _ => {}
            }
        }
        self.check_all_reported();
        for command in &step.commands {
            match command {
                Command::Fetch(request) => self.request(request),
                Command::Finished(reason) => self.account.end = Some(*reason),
                Command::WaitUntil(_) | Command::Confirm => {}
            }
        }
    }

    fn page(&mut self, page: &PageRecord) {
        let entry = self.entries.entry(page.url.clone()).or_default();
        let code = page.outcome.code();
        match std::mem::replace(&mut entry.url_state, UrlState::Reported(code.clone())) {
            UrlState::Answered(expected) if expected == code => {}
            UrlState::Reported(_) => self.account.twice.push(format!("{}, told as a page", page.url)),
            url_state => self.account.wrong.push(format!("{} was told as {code} after {url_state:?}", page.url)),
        }
        if let FetchOutcome::Failed(_, reason) | FetchOutcome::UnsupportedContent(reason) = &page.outcome
            && reason.is_empty()
        {
            self.account.wrong.push(format!("{} has no reason", page.url));
        }
        let deep = page.discovery.depth >= self.depth;
        for (url, closed) in std::mem::take(&mut self.links) {
            self.meet(&url, !closed && !deep);
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        let Refusal { url, code, reason } = refusal;
        if reason.is_empty() {
            self.account.wrong.push(format!("{url} was refused without a reason"));
        }
        // A redirect beyond the limit is not followed, so its target is not known.
        if let Some(target) = self.led_to.take_if(|_| code == "redirects") {
            self.entries.remove(&target);
        }
        let Some(entry) = self.entries.get_mut(url) else {
            return self.account.wrong.push(format!("{url} was refused and never met"));
        };
        match entry.url_state {
            // Links of this page without an entry in the account: too long, or beyond the number that is read.
            UrlState::Reported(_) => {}
            UrlState::UnderWay => self.account.wrong.push(format!("{url} was refused under way")),
            _ if entry.open && is_of_the_link(code) => {}
            _ => entry.url_state = UrlState::Refused { is_open: is_of_the_link(code) },
        }
    }

    /// Records that the page is queued again.
    fn delayed(&mut self, url: &CanonicalUrl) {
        let Some(entry) = self.entries.get_mut(url) else {
            return;
        };
        if matches!(entry.url_state, UrlState::Answered(_)) {
            entry.url_state = UrlState::Waiting;
            self.account.again += 1;
        }
    }

    /// Checks that a page is reported in the same step as its response.
    fn check_all_reported(&mut self) {
        let Some(url) = self.answered.take() else {
            return;
        };
        self.links.clear();
        self.led_to = None;
        if let Some(UrlState::Answered(code)) = self.entries.get(&url).map(|entry| &entry.url_state) {
            self.account.lost.push(format!("{url}, answered ({code}) and not told"));
        }
    }

    fn request(&mut self, request: &FetchRequest) {
        if self.last_order.is_some_and(|last| last >= request.id) {
            self.account.twice.push(format!("the number of order {}", request.id.0));
        }
        self.last_order = Some(request.id);
        self.in_flight.insert(request.id, request.clone());
        if request.purpose != Purpose::Page {
            return;
        }
        let entry = self.entries.entry(request.url.clone()).or_default();
        request.address().clone_into(&mut entry.address);
        match std::mem::replace(&mut entry.url_state, UrlState::UnderWay) {
            UrlState::Waiting if entry.open => {}
            url_state => self.account.twice.push(format!("{} was ordered after {url_state:?}", request.url)),
        }
    }
}

/// Returns true if the reason against a link does not apply to other links to the same page.
fn is_of_the_link(code: &str) -> bool {
    matches!(code, "nofollow" | "depth")
}
