//! Finds seeds: runs the searches of [`engine::seeds`] through the chosen source, all providers concurrently.
//!
//! A search is limited in time and in requests, and ends when another one starts. A service whose limiter demanded a
//! pause gets no request until that is over; the page stores the pauses. A search runs concurrently with a crawl: that
//! of a start continues after the crawl has begun at the pages found until then. The engine determines the requests and
//! parses the responses. Saved crawls are searched by the Library's search, restricted to pages of the crawl's source.

use crate::browser::{BrowserDecoder, blob, clock, gzip, scope};
use crate::context::{Context, EarlyRobots};
use crate::services::library::LibraryService;
use crate::sources::{Fetcher, SourceResponse};
use engine::fetch::FetchRequest;
use engine::seeds::{Asker, Entry, Search, SearchStep, SeedInputs, SeedsError, StartPages, StartSearch, damaged_list};
use futures_util::future::{Either, FutureExt as _, LocalBoxFuture, Shared, select};
use gloo_timers::future::TimeoutFuture;
use protocol::library::{self, SearchHit};
use protocol::seeds::{ProviderAnswer, SeedSearch, SeedsEvent, SeedsRequest};
use protocol::{Source, SourceKind, ToPage};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::rc::Rc;
use types::failure::Failure;
use types::limits::{BOOKMARK_BYTES, SEED_ANSWER_BYTES, SEED_SEARCH_S, SEED_START_MS, SEED_START_S};
use types::report::Millis;
use types::seeds::{Findings, FoundSeed, Pauses, Seed};
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

/// Searches for seeds.
pub(crate) struct SeedService {
    context: Rc<Context>,
    library: Rc<LibraryService>,
    /// The number of the latest search; results of others are dropped.
    latest: Cell<u32>,
    /// The number of providers that have not answered.
    left: Cell<u32>,
    /// The findings so far, by the index of their provider in the list.
    found: RefCell<BTreeMap<usize, Findings>>,
    /// The start that the search is for, with the time at which it began; none if it is for no start.
    start: RefCell<Option<(StartSearch, Millis)>>,
    /// The fetchers of the search in progress.
    fetchers: RefCell<Vec<Rc<Fetcher>>>,
    /// The pauses that limiters of services demanded.
    pauses: RefCell<Pauses>,
}

impl SeedService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            library: LibraryService::new(context),
            latest: Cell::new(0),
            left: Cell::new(0),
            found: RefCell::default(),
            start: RefCell::default(),
            fetchers: RefCell::default(),
            pauses: RefCell::default(),
        })
    }

    /// Performs a request. Each search has a separate fetcher.
    pub(crate) fn on_message(self: &Rc<Self>, message: SeedsRequest) {
        let (seed_search, file) = match message {
            SeedsRequest::Expect(seed_search) => return self.expect(&seed_search),
            SeedsRequest::Find(seed_search) => (seed_search, None),
            SeedsRequest::FindInFile { seed_search, file } => (seed_search, Some(file)),
            SeedsRequest::Stop => return self.stop(),
        };
        self.stop();
        self.latest.set(seed_search.number);
        let count = engine::count(seed_search.providers.len());
        self.left.set(count);
        if seed_search.for_start {
            let start = StartSearch::new(kind_of(&seed_search), seed_search.ranks.clone());
            self.start.replace(Some((start, clock::now())));
            let (seeds, seed_search) = (Rc::clone(self), seed_search.clone());
            spawn_local(async move {
                for _ in 0..2 {
                    TimeoutFuture::new(u32::try_from(SEED_START_MS).unwrap_or(u32::MAX)).await;
                    seeds.start_if_enough(&seed_search);
                }
            });
        }
        self.pauses.borrow_mut().update(&seed_search.pauses, clock::now());
        let checked = self.new_fetcher(&seed_search);
        let check = async move { checked.check().await }.boxed_local().shared();
        for place in 0..seed_search.providers.len() {
            let source = SearchSource { fetcher: self.new_fetcher(&seed_search), check: check.clone() };
            let (seeds, seed_search, file) = (Rc::clone(self), seed_search.clone(), file.clone());
            spawn_local(async move {
                let found = seeds.find(place, &seed_search, file, &source).await;
                seeds.send(&seed_search, place, found);
            });
        }
    }

    /// Creates a fetcher for a search, which is aborted with it.
    fn new_fetcher(&self, seed_search: &SeedSearch) -> Rc<Fetcher> {
        let fetcher = Rc::new(self.context.fetcher(&seed_search.source));
        self.fetchers.borrow_mut().push(Rc::clone(&fetcher));
        fetcher
    }

    /// Ends the search in progress. Nothing is sent.
    fn stop(&self) {
        self.latest.set(0);
        self.found.take();
        self.start.take();
        for fetcher in self.fetchers.take() {
            fetcher.abort();
        }
    }

    fn is_wanted(&self, number: u32) -> bool {
        self.latest.get() == number
    }

    /// Sends the result of a provider, and the pages of all that have answered, merged.
    fn send(&self, seed_search: &SeedSearch, place: usize, found: Result<Findings, SeedsError>) {
        if !self.is_wanted(seed_search.number) {
            return;
        }
        self.left.set(self.left.get().saturating_sub(1));
        let found = found.map(|findings| {
            let warnings = findings.warnings.clone();
            self.found.borrow_mut().insert(place, findings);
            warnings
        });
        let provider = seed_search.providers[place].clone();
        let answer = ProviderAnswer { provider, found: found.map_err(|error| error.to_string()) };
        let merged = self.merged(seed_search);
        let start = self.start_pages(seed_search, &merged);
        self.send_event(seed_search, Some(answer), merged, start);
    }

    /// Sends the pages at which a crawl may start, if the start need not wait for more.
    fn start_if_enough(&self, seed_search: &SeedSearch) {
        let may_begin = |(start, since): &(StartSearch, Millis)| start.may_begin(clock::now().saturating_sub(*since));
        let may_begin = self.start.borrow().as_ref().is_some_and(may_begin);
        if may_begin && self.is_wanted(seed_search.number) && self.left.get() > 0 {
            let merged = self.merged(seed_search);
            if let Some(start) = self.start_pages(seed_search, &merged) {
                self.send_event(seed_search, None, merged, Some(start));
            }
        }
    }

    /// Returns the pages of the crawl if the merged ones suffice for it to begin, or the search ends after that.
    fn start_pages(&self, seed_search: &SeedSearch, merged: &[FoundSeed]) -> Option<StartPages> {
        if self.left.get() > 0 && !seed_search.may_begin_early {
            return None;
        }
        let early_robots = self.context.early_robots.borrow();
        let early_robots = early_robots.iter().filter(|early| early.is_fit(&seed_search.source));
        let early_robots: Vec<CanonicalUrl> = early_robots.map(|early| early.request.url.clone()).collect();
        let mut start = self.start.borrow_mut();
        let (start, since) = start.as_mut()?;
        start.update(merged, clock::now().saturating_sub(*since), self.left.get() as usize, &early_robots)
    }

    fn merged(&self, seed_search: &SeedSearch) -> Vec<FoundSeed> {
        let all = self.found.borrow();
        let lists: Vec<_> = all.iter().map(|(at, found)| (seed_search.providers[*at].as_str(), found)).collect();
        engine::seeds::merge(&seed_search.query, &lists, &kind_of(seed_search), &seed_search.ranks)
    }

    fn send_event(
        &self,
        seed_search: &SeedSearch,
        answer: Option<ProviderAnswer>,
        merged: Vec<FoundSeed>,
        start: Option<StartPages>,
    ) {
        let starts = start.as_ref().map(|start| engine::count(start.seeds));
        self.context.send(&ToPage::Seeds(Box::new(SeedsEvent {
            number: seed_search.number,
            kind: kind_of(seed_search),
            answer,
            left: self.left.get(),
            seeds: start.map_or(merged, |start| start.pages),
            starts,
        })));
    }

    async fn find(
        &self,
        place: usize,
        seed_search: &SeedSearch,
        file: Option<Blob>,
        source: &SearchSource,
    ) -> Result<Findings, SeedsError> {
        let provider = seed_search.providers[place].as_str();
        let entry = engine::seeds::find(provider).ok_or_else(|| SeedsError::Unknown(provider.to_owned()))?;
        let file = match file {
            Some(file) => read(&file).await?,
            None => Vec::new(),
        };
        let inputs = SeedInputs { file, ..inputs_of(seed_search, provider) };
        self.search(entry, &inputs, (place, seed_search), source).await
    }

    /// Requests the robots.txt files that a search, whose query is still being typed, will need.
    fn expect(&self, seed_search: &SeedSearch) {
        for provider in &seed_search.providers {
            let entry = engine::seeds::find(provider);
            let search = entry.map(|entry| Search::new(entry, &inputs_of(seed_search, provider), &BrowserDecoder));
            if let Some(Ok(search)) = search {
                self.request_early_robots(&search, &seed_search.source);
            }
        }
    }

    /// Requests the robots.txt files that the start of a search will need, unless they are known.
    fn request_early_robots(&self, search: &Search, source: &Source) {
        if source.is_live() {
            search.early_robots().for_each(|request| self.request_robots(request, source));
        }
    }

    fn request_robots(&self, request: FetchRequest, source: &Source) {
        let context = Rc::clone(&self.context);
        let mut known = context.early_robots.borrow_mut();
        known.retain(|early| early.is_fit(source));
        if known.iter().any(|early| early.request.url == request.url) {
            return;
        }
        let (source, at) = (source.clone(), clock::now());
        let fetcher = context.fetcher(&source);
        known.push(EarlyRobots { source, request: request.clone(), reply: None, at });
        drop(known);
        spawn_local(async move {
            let reply = fetcher.fetch(&request).await.ok();
            let mut known = context.early_robots.borrow_mut();
            let is_pending = |early: &EarlyRobots| early.reply.is_none() && early.request.url == request.url;
            if let Some(place) = known.iter().position(is_pending) {
                let early = known.swap_remove(place);
                known.extend(reply.map(|reply| EarlyRobots { reply: Some(reply), at: clock::now(), ..early }));
            }
        });
    }
}

fn inputs_of(seed_search: &SeedSearch, provider: &str) -> SeedInputs {
    SeedInputs {
        query: seed_search.query.clone(),
        language: language(),
        address: (seed_search.addresses.get(provider).cloned()).unwrap_or_default(),
        text: seed_search.text.clone(),
        file: Vec::new(),
        asker: if seed_search.source.kind() == SourceKind::Direct { Asker::Browser } else { Asker::Command },
    }
}

fn kind_of(seed_search: &SeedSearch) -> String {
    engine::seeds::kind_of(&seed_search.query, &language())
}

/// Returns the tag of the person's language.
fn language() -> String {
    scope().navigator().language().unwrap_or_default()
}

/// Reads a file, and one byte more than the limit if it is longer.
async fn read(file: &Blob) -> Result<Vec<u8>, SeedsError> {
    let most = BOOKMARK_BYTES + 1;
    let head = file.slice_with_f64_and_f64(0.0, most as f64).unwrap_or_else(|_| file.clone());
    let unread = |_| SeedsError::NoResponse("Could not read the file. Choose it again.".to_owned());
    blob::read(&head).await.map_err(unread)
}

/// The most pages.
const PAGES: usize = 10;
/// The least score of a page: about that of one with half of the words.
const SCORE: f64 = 0.25;

impl SeedService {
    /// Returns kept pages of the topic with these words, then pages of saved crawls that match them, the best first,
    /// without those that are gone or discarded.
    async fn kept(&self, words: String, seed_search: &SeedSearch) -> Vec<Seed> {
        let kind = seed_search.source.kind();
        let kept = self.library.kept_pages(&words).await.unwrap_or_default().into_iter();
        let kept = kept.filter(|page| self.is_of(kind, &page.url)).take(PAGES);
        let kept = kept.map(|page| Seed::new(page.url, &page.title, "", "kept page"));
        let discarded = match self.context.store().await {
            Ok(store) => store.discarded_pages(None, &words).await.unwrap_or_default(),
            Err(_) => BTreeSet::new(),
        };
        let hits = self.library.search(library::Search { words, is_exact: true }).await.hits;
        let is_fit = |hit: &SearchHit| {
            hit.score >= SCORE && !hit.is_gone && !discarded.contains(&hit.url) && self.is_of(kind, &hit.url)
        };
        kept.chain(hits.into_iter().filter(is_fit).take(PAGES).map(seed)).collect()
    }

    /// Returns whether this source has a page.
    fn is_of(&self, source: SourceKind, url: &CanonicalUrl) -> bool {
        let is_demo = demo_web::is_host(url.host());
        match source {
            SourceKind::Demo => is_demo,
            SourceKind::Proxy | SourceKind::Direct => !is_demo,
            SourceKind::Recorded => self.context.recording.get().is_some_and(|recording| recording.has(url.as_str())),
        }
    }
}

fn seed(hit: SearchHit) -> Seed {
    let topic = hit.topics.first();
    let place = topic.map_or_else(String::new, |topic| format!("crawl “{}”", topic.query));
    Seed::new(hit.url, &hit.title, &hit.snippet, &place)
}

impl SeedService {
    async fn search(
        &self,
        entry: &Entry,
        inputs: &SeedInputs,
        (place, seed_search): (usize, &SeedSearch),
        source: &SearchSource,
    ) -> Result<Findings, SeedsError> {
        let mut search = Search::new(entry, inputs, &BrowserDecoder)?;
        if seed_search.for_start {
            self.request_early_robots(&search, &seed_search.source);
        }
        let limit = if seed_search.for_start { SEED_START_S } else { SEED_SEARCH_S };
        let done = {
            let run = pin!(self.run(&mut search, (place, seed_search), source));
            match select(run, TimeoutFuture::new(limit * 1_000)).await {
                Either::Left((done, _)) => Some(done),
                Either::Right(_) => None,
            }
        };
        if let Some(done) = done {
            done?;
        } else {
            source.fetcher.abort();
            search.timed_out(limit);
        }
        search.finish()
    }

    /// Takes the steps of a search until it is done or canceled.
    async fn run(
        &self,
        search: &mut Search,
        (place, seed_search): (usize, &SeedSearch),
        source: &SearchSource,
    ) -> Result<(), SeedsError> {
        let is_going = || self.is_wanted(seed_search.number);
        while is_going() {
            match search.next_step() {
                SearchStep::Done => break,
                SearchStep::LookUp(words) => search.looked_up(self.kept(words, seed_search).await),
                SearchStep::Fetch(request, pause) => {
                    let is_resting = engine::seeds::check_pause(&self.pauses.borrow(), &request.url, clock::now());
                    if let Err(reason) = is_resting {
                        search.skip(reason);
                        continue;
                    }
                    if seed_search.source.is_live() && pause > 0 {
                        TimeoutFuture::new(u32::try_from(pause).unwrap_or(u32::MAX)).await;
                    }
                    if is_going() {
                        let reply = plain(source.fetch(&request).await.map_err(SeedsError::NoResponse)?).await;
                        search.set_time(clock::now());
                        answer(search, reply);
                        self.begin_pauses(search);
                    }
                    if seed_search.for_start && is_going() {
                        self.found.borrow_mut().insert(place, search.so_far());
                        self.start_if_enough(seed_search);
                    }
                }
            }
        }
        Ok(())
    }

    /// Begins the pauses that the latest response demanded.
    fn begin_pauses(&self, search: &mut Search) {
        let mut pauses = self.pauses.borrow_mut();
        if engine::seeds::begin_pauses(&mut pauses, search, clock::now()) {
            self.context.send(&ToPage::SeedPauses(pauses.clone()));
        }
    }
}

/// The source of the pages that a search by one provider requests.
struct SearchSource {
    fetcher: Rc<Fetcher>,
    /// The check that the source responds, which all providers share; the error is the remedy, in a sentence.
    check: Shared<LocalBoxFuture<'static, Result<(), String>>>,
}

impl SearchSource {
    /// Fetches while the source is checked, since a request to a proxy that does not respond waits for it.
    ///
    /// # Errors
    /// The source does not respond; the remedy, in a sentence.
    async fn fetch(&self, request: &FetchRequest) -> Result<Result<SourceResponse, Failure>, String> {
        let reply = match select(pin!(self.fetcher.fetch(request)), self.check.clone()).await {
            Either::Left((Ok(reply), _)) => return Ok(Ok(reply)),
            Either::Left((Err(failure), check)) => check.await.map(|()| Err(failure)),
            Either::Right((Ok(()), reply)) => Ok(reply.await),
            Either::Right((Err(remedy), _)) => Err(remedy),
        };
        if reply.is_err() {
            self.fetcher.abort();
        }
        reply
    }
}

fn answer(search: &mut Search, reply: Result<(SourceResponse, bool), Failure>) {
    match reply {
        Ok((reply, false)) => search.answer(reply.raw(), &BrowserDecoder),
        Ok((reply, true)) => search.answer_cut(reply.raw(), &BrowserDecoder),
        Err(failure) => search.failed(failure),
    }
}

/// Decompresses a response that is a gzip file, as sitemaps often are. Only the head of a long list is read, and only
/// the part before the damage of a damaged one; then the flag is true.
async fn plain(reply: Result<SourceResponse, Failure>) -> Result<(SourceResponse, bool), Failure> {
    let reply = reply?;
    if !reply.body.starts_with(gzip::MAGIC) {
        return Ok((reply, false));
    }
    let head = gzip::decompress_head(reply.body, SEED_ANSWER_BYTES).await.map_err(|_| damaged_list())?;
    Ok((SourceResponse { body: head.bytes, ..reply }, head.is_cut))
}
