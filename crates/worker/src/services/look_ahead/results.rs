//! Observes a look-ahead: compares its pages with the interests, saves them as readings, and selects suggestions: pages
//! that fit, the best first, each with the matched words and the path to it.

use super::{FIT, FOUND, WORDS};
use crate::browser::clock;
use crate::crawl::CrawlObserver;
use crate::services::reader::ReaderService;
use crate::storage::database::SavedReaderPage;
use engine::fetch::{FetchRequest, FetchResponse, Purpose};
use engine::topic::{Fit, Interests};
use futures_channel::mpsc::UnboundedSender;
use protocol::ahead::{IntermediatePage, SuggestedPage};
use protocol::{Batch, Source};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::limits::ROBOTS_AGE_MS;
use types::report::{FetchOutcome, Millis, PageRecord};
use types::sorting;
use types::url::CanonicalUrl;

/// The most cached responses, beyond which the cache is cleared. A response has at most half a megabyte, and usually a
/// thousandth of that.
const ANSWERS: usize = 64;

/// The robots.txt responses of a source between look-aheads, by address, so that a host is not asked at every page that
/// the person opens.
#[derive(Default)]
pub(super) struct RobotsCache {
    source: Source,
    responses: BTreeMap<String, (Millis, FetchResponse)>,
}

impl RobotsCache {
    /// Clears the cache if its responses are of another source.
    pub(super) fn set_source(&mut self, source: &Source) {
        if self.source != *source {
            *self = Self { source: source.clone(), responses: BTreeMap::new() };
        }
    }
}

/// The observer of a look-ahead.
pub(super) struct LookAheadObserver {
    pub(super) robots: Rc<RefCell<RobotsCache>>,
    pub(super) reader: Rc<ReaderService>,
    pub(super) source: Source,
    pub(super) fits: Rc<Fits>,
    pub(super) batches: UnboundedSender<Batch>,
}

impl CrawlObserver for LookAheadObserver {
    fn on_batch(&self, batch: Batch) {
        self.batches.on_batch(batch);
    }

    fn known_response(&self, request: &FetchRequest) -> Option<FetchResponse> {
        if request.purpose != Purpose::Robots {
            return None;
        }
        let robots = self.robots.borrow();
        let (at, response) = robots.responses.get(request.address())?;
        (clock::now().saturating_sub(*at) < ROBOTS_AGE_MS).then(|| response.clone())
    }

    fn on_response(&self, request: &FetchRequest, response: &FetchResponse) {
        let at = clock::now();
        // A host with a temporary error may have a robots.txt soon.
        if request.purpose == Purpose::Robots && response.status < 500 && response.status != 429 {
            let responses = &mut self.robots.borrow_mut().responses;
            if responses.len() >= ANSWERS {
                responses.clear();
            }
            responses.insert(request.address().to_owned(), (at, response.clone()));
        }
        self.fits.add(&request.url, response);
        if response.document().is_some() {
            let reading = SavedReaderPage { at, source: self.source.clone(), response: response.clone() };
            self.reader.save_later(request.url.clone(), reading);
        }
    }
}

/// The interests, and the fit of each page read so far.
pub(super) struct Fits {
    interests: RefCell<Interests>,
    pages: RefCell<BTreeMap<CanonicalUrl, Fit>>,
}

impl Fits {
    /// Returns the fits of pages that need not be fetched.
    pub(super) fn new(interests: Interests, known: &BTreeMap<CanonicalUrl, FetchResponse>) -> Self {
        let fits = Self { interests: RefCell::new(interests), pages: RefCell::default() };
        for (url, response) in known {
            fits.add(url, response);
        }
        fits
    }

    /// Compares a response with the interests if it is a page.
    fn add(&self, url: &CanonicalUrl, response: &FetchResponse) {
        if let Some(page) = response.document() {
            let fit = self.interests.borrow_mut().fit(page, WORDS);
            self.pages.borrow_mut().insert(url.clone(), fit);
        }
    }

    /// Returns the fit of a page; none if it was not read.
    fn get(&self, url: &CanonicalUrl) -> Fit {
        self.pages.borrow().get(url).cloned().unwrap_or_default()
    }
}

/// Returns the number of pages read, without the first.
pub(super) fn pages_checked(records: &[PageRecord]) -> u32 {
    let read = records.iter().filter(|page| page.discovery.depth > 0).filter(|page| page.outcome.is_read()).count();
    engine::count(read)
}

/// Returns the pages that fit, the best first, without duplicates and without pages with `noindex`.
pub(super) fn suggestions(records: &[PageRecord], fits: &Fits) -> Vec<SuggestedPage> {
    let shown = records.iter().filter(|page| {
        let is_page = page.outcome == FetchOutcome::Read && page.near_duplicate_of.is_none();
        page.discovery.depth > 0 && is_page
    });
    let fitting = shown.map(|page| (page, fits.get(&page.url)));
    let mut best: Vec<(&PageRecord, Fit)> = fitting.filter(|(_, fit)| fit.score >= FIT).collect();
    sorting::sort_by(&mut best, |(a, a_fit), (b, b_fit)| b_fit.score.total_cmp(&a_fit.score).then(a.n.cmp(&b.n)));
    best.into_iter().take(FOUND).map(|(page, fit)| result(page, fit, records)).collect()
}

fn result(page: &PageRecord, fit: Fit, records: &[PageRecord]) -> SuggestedPage {
    let parent = page.discovery.parent.and_then(|n| records.iter().find(|other| other.n == n));
    let between = parent.filter(|parent| parent.discovery.depth > 0);
    SuggestedPage {
        url: page.url.clone(),
        title: page.text.title.clone(),
        fit: fit.score,
        words: fit.words,
        anchor: page.discovery.anchor.clone(),
        between: between
            .map(|parent| IntermediatePage { title: display_name(parent), anchor: parent.discovery.anchor.clone() }),
    }
}

fn display_name(page: &PageRecord) -> String {
    if page.text.title.is_empty() { page.url.to_string() } else { page.text.title.clone() }
}
