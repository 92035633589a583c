//! Holds the requests to the worker that follow from the state. They are renewed after each action, and sent when they
//! change.

use super::State;
use super::catalog::{Proxy, Worker};
use super::effect::{CheckCause, Effect, Timer};
use super::route::{Route, param};
use super::screen::View;
use super::train::{LookAheadKey, Train, TrainAction};
use protocol::ahead::{LookAheadRequest, LookAheadStart};
use protocol::compare::CompareRequest;
use protocol::library::LibraryRequest;
use protocol::models::ModelsRequest;
use protocol::pace::Paces;
use protocol::reader::{PageRequest, ReaderRequest};
use protocol::subjects::JudgmentsRequest;
use protocol::trails::TrailsRequest;
use protocol::uncertainty::UncertaintyRequest;
use protocol::watch::{NEXT_UP, WatchedViews};
use protocol::why::WhyRequest;
use protocol::{RelatedTo, SourceKind, ToWorker};
use std::rc::Rc;

/// The interval in milliseconds at which the list of crawls is requested during a crawl.
const LIST_MS: u32 = 2_000;
/// The time without a change in milliseconds after which related words are requested again.
const RELATED_MS: u32 = 300;

/// Returns the value of a request that is new.
#[expect(clippy::ref_option, reason = "both are fields that are compared as a whole")]
fn renewed<T: Clone + PartialEq>(now: &Option<T>, before: &Option<T>) -> Option<T> {
    now.clone().filter(|_| now != before)
}

/// The requests that follow from the state; those to the worker are empty until it is ready.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Standing {
    paces: Option<Paces>,
    watched: Option<WatchedViews>,
    /// The list of crawls is needed, again for each value: the route, whether a revisit runs, the number of imports.
    crawls: Option<(Route, bool, u32)>,
    /// The topic that the Library shows.
    subject: Option<String>,
    /// The judgments of the visible crawl.
    judgments: Option<String>,
    /// The list of crawls is refreshed while a crawl runs.
    refreshes_crawls: bool,
    /// The list of models is needed, again on each route.
    models: Option<Route>,
    model: Option<String>,
    /// The list of comparisons is needed, again if one is opened or closed.
    comparisons: Option<bool>,
    comparison: Option<String>,
    plan_link: Option<String>,
    /// The trails are locked for this tab.
    trails: bool,
    /// Changes of the trails must be saved.
    saves_trails: bool,
    page: Option<Rc<PageRequest>>,
    look_ahead_key: Option<LookAheadKey>,
    look_ahead: Option<LookAheadStart>,
    uncertainty: Option<Rc<UncertaintyRequest>>,
    /// The page whose details are open.
    text: Option<WhyRequest>,
    /// The page in the reader of the crawl.
    result: Option<Rc<WhyRequest>>,
    related: Option<RelatedTo>,
}

impl State {
    /// Renews the requests, and sends those that have changed.
    pub(super) fn renew_standing(&mut self) {
        let before = std::mem::take(&mut self.standing);
        let now = self.standing(&before);
        let is_ready = self.catalog.worker == Worker::Ready;
        let messages = [
            renewed(&now.paces, &before.paces).map(ToWorker::Pace),
            renewed(&now.watched, &before.watched).map(ToWorker::Watch),
            renewed(&now.crawls, &before.crawls).map(|_| ToWorker::Library(LibraryRequest::List)),
            renewed(&now.judgments, &before.judgments).map(|crawl| ToWorker::Judgments(JudgmentsRequest::Of(crawl))),
            renewed(&now.models, &before.models).map(|_| ToWorker::Models(ModelsRequest::List)),
            renewed(&now.model, &before.model).map(|id| ToWorker::Models(ModelsRequest::Open { id })),
            renewed(&now.comparisons, &before.comparisons).map(|_| ToWorker::Compare(CompareRequest::List)),
            renewed(&now.comparison, &before.comparison).map(|id| ToWorker::Compare(CompareRequest::Open { id })),
            renewed(&now.plan_link, &before.plan_link).map(|text| ToWorker::Compare(CompareRequest::ReadText(text))),
            renewed(&now.text, &before.text).map(|request| ToWorker::Why(Box::new(request))),
            renewed(&now.result, &before.result)
                .map(|request| ToWorker::ReadResult(Box::new(Rc::unwrap_or_clone(request)))),
        ];
        self.effects.extend(messages.into_iter().flatten().map(Effect::Send));
        if let Some(id) = renewed(&now.subject, &before.subject) {
            self.library.change(|library| library.open_subject(&id));
            self.send(ToWorker::Library(LibraryRequest::OpenSubject(id)));
        }
        if now.refreshes_crawls && !before.refreshes_crawls {
            self.effects.push(Effect::SetTimer(Timer::ListCrawls, LIST_MS));
        }
        if now.trails && !before.trails {
            self.send(ToWorker::Trails(TrailsRequest::Open));
        } else if before.trails && !now.trails {
            if is_ready {
                self.send(ToWorker::Trails(TrailsRequest::Leave));
            }
            self.apply_train(TrainAction::Leave);
        }
        if now.saves_trails && !before.saves_trails {
            // Serializing thousands of trails takes time, so it runs in a separate task after the page is drawn.
            self.effects.push(Effect::SetTimer(Timer::SaveTrails, 0));
        }
        // A worker that is gone needs no request to stop.
        if is_ready && now.page != before.page {
            let request = now.page.as_deref().cloned();
            self.send(ToWorker::Reader(request.map_or(ReaderRequest::Stop, ReaderRequest::Read)));
        }
        if is_ready && now.look_ahead != before.look_ahead {
            let request = now.look_ahead.clone().map(Box::new);
            self.send(ToWorker::LookAhead(request.map_or(LookAheadRequest::Stop, LookAheadRequest::Start)));
        }
        if is_ready && now.uncertainty != before.uncertainty {
            let request = now.uncertainty.as_deref().cloned();
            self.send(ToWorker::Uncertainty(request.unwrap_or(UncertaintyRequest::Stop)));
        }
        if before.related.is_none() {
            // The first request loads the strategy and its language data while the person types.
            self.send_related(now.related.clone());
        } else if now.related != before.related {
            self.effects.push(Effect::SetTimer(Timer::Related, RELATED_MS));
        }
        let form = &self.setup.form;
        let checks = form.source(&self.catalog) == SourceKind::Proxy && self.catalog.proxy == Proxy::Unknown;
        // An invalid address is reported when a start is requested.
        if checks && let Ok(address) = form.source.proxy_address() {
            self.check_proxy(address, CheckCause::Page);
        }
        self.standing = now;
    }

    fn standing(&self, before: &Standing) -> Standing {
        let is_ready = self.catalog.worker == Worker::Ready;
        let (route, query) = (self.location.route(), self.location.query());
        let named = |name, on: Route| (is_ready && route == on).then(|| param(query, name)).flatten();
        let live = &self.crawl.live;
        let lists_crawls =
            matches!(route, Route::Library | Route::Class) || self.screen.asking && live.request.is_none();
        let comparison = named("id", Route::Compare);
        let train = &self.train;
        let (trains, is_on) = (is_ready && route == Route::Train, train.reader.look_ahead.on);
        let looks = trains && is_on && !train.reader.crashed_here();
        let look_ahead_key = looks.then(|| train.look_ahead_key());
        // There may be many pages, so interests are only computed again if trails or ratings changed.
        let look_ahead = match &look_ahead_key {
            key if *key == before.look_ahead_key => before.look_ahead.clone(),
            Some(_) => train.look_ahead_request(),
            None => None,
        };
        let is_form = route == Route::Crawl && (self.screen.asking || live.request.is_none());
        let form = &self.setup.form;
        let saves_trails = is_ready && train.saving.is_due();
        Standing {
            paces: is_ready.then_some(self.paces),
            watched: is_ready.then(|| self.watched_views()),
            crawls: (is_ready && lists_crawls).then(|| {
                let library = &self.library;
                (route, library.is_revisiting(), library.imports.count)
            }),
            subject: named("topic", Route::Library),
            judgments: live.saved.id.clone().filter(|_| is_ready),
            refreshes_crawls: self.refreshes_crawls(),
            models: is_ready.then_some(route),
            model: (is_ready && route == Route::Model).then(|| param(query, "id").unwrap_or_default()),
            comparisons: (is_ready && route == Route::Compare).then_some(comparison.is_some()),
            comparison,
            plan_link: named("plan", Route::Compare),
            // Pending changes are saved before another tab may edit the trails.
            trails: is_ready && (route.is_training() || train.saving.waits()),
            saves_trails,
            page: train.reader.wanted.clone().filter(|_| is_ready),
            look_ahead_key,
            look_ahead,
            uncertainty: train.uncertainty.request.clone().filter(|_| trains),
            text: self.screen.open.filter(|_| route == Route::Crawl && !is_form).and_then(|n| self.crawl.why(n)),
            result: self.page_reader.wanted().cloned(),
            related: if is_form { form.related_to(&self.catalog) } else { before.related.clone() }.filter(|_| is_ready),
        }
    }

    /// Returns the data of the crawl that the screen shows.
    fn watched_views(&self) -> WatchedViews {
        let screen = &self.screen;
        WatchedViews {
            at: self.crawl.moment(),
            spiders: screen.has_map || matches!(screen.view, View::Spiders | View::Map),
            next_up: if screen.view == View::Frontier { NEXT_UP } else { 0 },
            story: screen.spider.filter(|_| screen.view == View::Spiders),
        }
    }

    fn refreshes_crawls(&self) -> bool {
        let is_ready = self.catalog.worker == Worker::Ready;
        is_ready && self.location.route() == Route::Library && self.crawl.live.is_going()
    }

    /// Requests the list of crawls while a crawl runs.
    pub(super) fn list_crawls(&mut self) {
        if self.refreshes_crawls() {
            self.send(ToWorker::Library(LibraryRequest::List));
            self.effects.push(Effect::SetTimer(Timer::ListCrawls, LIST_MS));
        }
    }

    /// Requests related words once the fields that they depend on are stable.
    pub(super) fn request_related(&mut self) {
        let to = self.standing.related.clone();
        if to != self.setup.related.to {
            self.send_related(to);
        }
    }

    /// Sends the changes of the trails that must be saved.
    pub(super) fn save_trails(&mut self) {
        if self.catalog.worker == Worker::Ready
            && let Some(request) = self.train.change(Train::save)
        {
            self.send(ToWorker::Trails(request));
        }
    }
}
