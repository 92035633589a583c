//! Holds the state of the reader of a crawl's pages: a dialog that shows one page at a time and highlights the matched
//! words.

use super::CrawlState;
use super::live::Live;
use super::ranking::Hold;
use crate::State;
use protocol::reader::ReaderPage;
use protocol::why::{PageText, TextUnavailable, WhyRequest};
use std::rc::Rc;
use types::report::PageRecord;
use types::url::CanonicalUrl;

/// The most words that are highlighted.
const WORDS: usize = 24;

/// Holds the pages that were opened in the reader.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageReader {
    /// The pages opened from one another, the visible one last; empty while the dialog is closed.
    path: Vec<Rc<WhyRequest>>,
    /// The page received last.
    read: Option<PageText<Rc<ReaderPage>>>,
}

/// An action on the reader of a crawl's pages.
#[derive(Clone)]
pub enum PageReaderAction {
    /// Opens a page by its address. If the crawl lacks it, the worker fetches it from the crawl's source.
    Open(CanonicalUrl),
    /// Opens the page of a request.
    Read(Rc<WhyRequest>),
    /// Goes back to the previous page.
    Back,
    /// Closes the reader.
    Close,
}

impl PageReader {
    /// Returns the request for the visible page; none while the reader is closed.
    pub fn wanted(&self) -> Option<&Rc<WhyRequest>> {
        self.path.last()
    }

    /// Returns the visible page, once received.
    pub fn read(&self) -> Option<&PageText<Rc<ReaderPage>>> {
        self.read.as_ref()
    }

    /// Returns whether there is a page to go back to.
    pub fn can_back(&self) -> bool {
        self.path.len() > 1
    }

    /// Stores a page; ignores one that is no longer requested.
    pub fn store(&mut self, read: PageText<ReaderPage>) {
        let PageText { n, url, text, is_new } = read;
        let is_wanted = |wanted: &Rc<WhyRequest>| wanted.n == n && wanted.url == url;
        if self.wanted().is_some_and(is_wanted) {
            self.read = Some(PageText { n, url, text: text.map(Rc::new), is_new });
        }
    }

    /// Reports a crash of the worker in place of a page that was not received, since reading it may be the cause.
    pub fn on_worker_crash(&mut self) {
        let Some(wanted) = self.wanted().filter(|_| self.read().is_none()) else {
            return;
        };
        let message = "The crawler crashed on this page. Close it and try another one.".to_owned();
        self.store(PageText {
            n: wanted.n,
            url: wanted.url.clone(),
            text: Err(TextUnavailable::Failed(message)),
            is_new: false,
        });
    }

    fn open(&mut self, request: Rc<WhyRequest>) {
        self.read = None;
        match self.path.last_mut() {
            // The same page is requested again.
            Some(last) if last.url == request.url => *last = request,
            _ => self.path.push(request),
        }
    }
}

/// Returns the request for the text of a page of the crawl; none if the page has no text.
pub fn why_request(live: &Live, record: &PageRecord) -> Option<WhyRequest> {
    let request = live.request.as_ref().filter(|_| record.outcome.is_read())?;
    let steered = &live.steered;
    let is_wanted = |(word, _): &&(String, f64)| steered.weight(word) > 0.0;
    let words = record.words.iter().filter(is_wanted).take(WORDS);
    Some(WhyRequest {
        n: record.n,
        crawl: live.saved.id.clone(),
        url: record.url.clone(),
        source: request.source.clone(),
        words: words.map(|(word, _)| word.clone()).collect(),
        stemming: request.plan.stemming,
        language: record.text.language.clone(),
        again: false,
    })
}

impl CrawlState {
    /// Returns the request for the text of page `n` at the visible moment; none if the page has no text.
    pub(crate) fn why(&self, n: u32) -> Option<WhyRequest> {
        let live = self.replay.as_ref().map_or(&self.live, |replay| &replay.live);
        why_request(live, self.ranking.pages.get(n)?)
    }
}

impl State {
    pub(crate) fn apply_page_reader(&mut self, action: PageReaderAction) {
        let request = match action {
            PageReaderAction::Open(url) => self.reading_of(url).map(Rc::new),
            PageReaderAction::Read(request) => Some(request),
            PageReaderAction::Back => {
                self.page_reader.change(|reader| {
                    reader.read = None;
                    reader.path.pop();
                });
                None
            }
            PageReaderAction::Close => {
                self.page_reader.change(|reader| *reader = PageReader::default());
                None
            }
        };
        if let Some(request) = request {
            self.page_reader.change(|reader| reader.open(request));
        }
        // The list keeps its order, so that it is unchanged when the reader is closed.
        let is_open = self.page_reader.wanted().is_some();
        if self.crawl.ranking.is_held(Hold::Reader) != is_open {
            self.crawl.ranking.change(|ranking| ranking.hold(Hold::Reader, is_open));
        }
    }

    /// Returns the request for a page by its URL.
    fn reading_of(&self, url: CanonicalUrl) -> Option<WhyRequest> {
        let of_crawl = self.crawl.live.request.as_ref().map(|request| &request.source);
        let source = self.page_reader.wanted().map(|wanted| &wanted.source).or(of_crawl)?;
        let mut records = self.crawl.ranking.pages.records().iter();
        let record = records.find(|record| record.url == url && of_crawl == Some(source));
        let request = record.and_then(|record| why_request(&self.crawl.live, record));
        request.or_else(|| Some(WhyRequest::new(url, source.clone())))
    }
}
