//! Fetches one page at a time for the reader, arranges it for reading, and saves it.
//!
//! It fetches from the same sources as a crawl. A click is not a crawl: robots.txt is for programs that follow links
//! automatically (RFC 9309 §1), so it is not checked here, as in a browser. There is no scope, trap rule or delay,
//! because each click causes one request. `noindex` and `nofollow` are for crawlers as well.

pub(crate) mod blocks;

use crate::browser::{BrowserDecoder, clock, documents};
use crate::context::Context;
use crate::sources::Fetcher;
use crate::storage::database::{SavedReaderPage, StorageError};
use engine::fetch::{Content, FetchId, FetchRequest, FetchResponse};
use engine::html::Document;
use gloo_timers::callback::Timeout;
use protocol::chunk::ChunkError;
use protocol::reader::{PageRequest, ReaderPage, ReaderRequest};
use protocol::{Source, SourceKind, ToPage};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use types::failure::Failure;
use types::limits::PAGE_REDIRECTS;
use types::report::Millis;
use types::text::sentence;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;

/// The milliseconds that a page may take, including redirects: twice a source's limit for one response.
const PATIENCE_MS: u32 = 60_000;

/// Reads single pages for the person.
pub(crate) struct ReaderService {
    context: Rc<Context>,
    /// The number of the latest request, which replaces earlier ones.
    latest: Cell<u32>,
    /// The fetcher of the request in progress.
    fetcher: RefCell<Option<Rc<Fetcher>>>,
    /// The page that was read last.
    shown: RefCell<Option<(CanonicalUrl, FetchResponse)>>,
    /// Pages that the look-ahead has fetched and that are not saved, the oldest first.
    waiting: RefCell<VecDeque<(CanonicalUrl, SavedReaderPage)>>,
}

impl ReaderService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            latest: Cell::new(0),
            fetcher: RefCell::default(),
            shown: RefCell::default(),
            waiting: RefCell::default(),
        })
    }

    /// Performs a request.
    pub(crate) fn on_message(self: &Rc<Self>, message: ReaderRequest) {
        self.stop();
        if let ReaderRequest::Read(wanted) = message {
            self.read(wanted);
        }
    }

    /// Reads a page and sends it, unless a later request replaced this one.
    fn read(self: &Rc<Self>, wanted: PageRequest) {
        let number = wanted.number;
        self.latest.set(number);
        let fetcher = Rc::new(self.context.fetcher(&wanted.source));
        self.fetcher.replace(Some(Rc::clone(&fetcher)));
        let reader = Rc::clone(self);
        spawn_local(async move {
            let read = reader.page(&wanted, &fetcher).await;
            if reader.latest.get() == number {
                reader.context.send(&ToPage::Read { number, read: read.map(Box::new) });
            }
        });
    }

    /// Ends the request in progress. Nothing is sent.
    fn stop(&self) {
        self.latest.set(0);
        if let Some(fetcher) = self.fetcher.take() {
            fetcher.abort();
        }
    }

    async fn page(&self, wanted: &PageRequest, fetcher: &Rc<Fetcher>) -> Result<ReaderPage, String> {
        let url = CanonicalUrl::from_person(&wanted.address).map_err(|problem| sentence(&problem.to_string()))?;
        if wanted.kept_will_do
            && let Some(reading) = self.kept(&url).await
        {
            return Ok(reading);
        }
        if let Some(remedy) = self.context.recording.missing(&wanted.source) {
            return Err(sentence(&remedy));
        }
        fetcher.check().await?;
        let late = Rc::new(Cell::new(false));
        let (mark, held) = (Rc::clone(&late), Rc::clone(fetcher));
        let alarm = Timeout::new(PATIENCE_MS, move || {
            mark.set(true);
            held.abort();
        });
        let arrived = follow(fetcher, url, &wanted.source).await;
        drop(alarm);
        match arrived {
            Err(_) if late.get() => Err("The page did not load within a minute. Try again later.".to_owned()),
            arrived => self.arrange(arrived?, &wanted.source).await,
        }
    }

    /// Returns the saved page of an address. If it cannot be read, the page is fetched.
    async fn kept(&self, url: &CanonicalUrl) -> Option<ReaderPage> {
        let kept = match self.waits(url) {
            Some(kept) => kept,
            None => self.context.store().await.ok()?.reading(url).await.ok()??,
        };
        let document = kept.response.document()?;
        let shown = ReaderPage {
            at: kept.at,
            was_kept: true,
            ..blocks::reading(url.clone(), kept.source.clone(), document, blocks::Part::Whole)
        };
        self.shown.replace(Some((url.clone(), kept.response)));
        Some(shown)
    }

    /// Saves a fetched page and arranges it for reading.
    async fn arrange(&self, arrived: FetchedPage, source: &Source) -> Result<ReaderPage, String> {
        let document = readable(&arrived.response, source)?;
        let source = self.context.recording.name_source(source.clone());
        let shown = blocks::reading(arrived.url.clone(), source.clone(), document, blocks::Part::Whole);
        let kept = SavedReaderPage { at: arrived.at, source, response: arrived.response };
        let unkept = self.keep(&arrived.url, &kept).await.err();
        self.shown.replace(Some((arrived.url.clone(), kept.response)));
        Ok(ReaderPage {
            at: arrived.at,
            moved_from: (arrived.asked != arrived.url).then_some(arrived.asked),
            unkept: unkept.map(|error| error.to_string()),
            ..shown
        })
    }

    /// Returns the page that was read last if it has this address.
    pub(crate) fn shown(&self, url: &CanonicalUrl) -> Option<FetchResponse> {
        let shown = self.shown.borrow();
        let (_, response) = shown.as_ref().filter(|(shown, _)| shown == url)?;
        Some(response.clone())
    }

    /// Saves pages that the look-ahead has fetched, one after the other. If a page cannot be saved, opening it fetches
    /// it again and reports the reason.
    pub(crate) fn save_later(self: &Rc<Self>, url: CanonicalUrl, kept: SavedReaderPage) {
        let mut waiting = self.waiting.borrow_mut();
        waiting.push_back((url, kept));
        if waiting.len() == 1 {
            let reader = Rc::clone(self);
            spawn_local(async move { reader.save_waiting().await });
        }
    }

    async fn save_waiting(&self) {
        loop {
            let Some((url, kept)) = self.waiting.borrow().front().cloned() else {
                return;
            };
            drop(self.keep(&url, &kept).await);
            self.waiting.borrow_mut().pop_front();
        }
    }

    /// Returns a fetched page that is not saved.
    fn waits(&self, url: &CanonicalUrl) -> Option<SavedReaderPage> {
        let waiting = self.waiting.borrow();
        let (_, kept) = waiting.iter().find(|(waits, _)| waits == url)?;
        Some(kept.clone())
    }

    async fn keep(&self, url: &CanonicalUrl, kept: &SavedReaderPage) -> Result<(), StorageError> {
        let store = self.context.store().await?;
        let is_near_full = store.readings_weight().await?.is_near_full();
        let wanted = if is_near_full { store.trail_pages().await? } else { BTreeSet::new() };
        store.save_reading(url, kept, &wanted).await
    }
}

/// A response with its requested and its final URL.
pub(crate) struct FetchedPage {
    /// The URL that was requested first.
    asked: CanonicalUrl,
    /// The URL of the response.
    url: CanonicalUrl,
    /// The time of the response.
    at: Millis,
    /// The response, which is not a redirect.
    pub(crate) response: FetchResponse,
}

/// Fetches a page and follows its redirects, as many as a crawl would.
pub(crate) async fn follow(fetcher: &Fetcher, asked: CanonicalUrl, source: &Source) -> Result<FetchedPage, String> {
    let mut request = FetchRequest::page(asked.clone());
    loop {
        let reply = fetcher.fetch(&request).await.map_err(|failure| failed(&failure, source))?;
        documents::load_for(&request, reply.raw()).await.map_err(ChunkError::sentence)?;
        let at = clock::now();
        let response = FetchResponse::read(&request, reply.raw(), at, &BrowserDecoder);
        let Some(location) = &response.location else {
            return Ok(FetchedPage { asked, url: request.url, at, response });
        };
        request = next(&request, location)?;
    }
}

/// Returns the request for the target of a redirect.
fn next(request: &FetchRequest, location: &str) -> Result<FetchRequest, String> {
    let (url, exact) =
        request.url.resolve(location).map_err(|problem| format!("The page redirects to an invalid URL: {problem}."))?;
    let hops = request.id.0 + 1;
    if hops > u64::from(PAGE_REDIRECTS) || *exact == *request.address() {
        return Err(format!("The page redirects in a loop or more than {PAGE_REDIRECTS} times."));
    }
    Ok(FetchRequest { id: FetchId(hops), exact: Some(exact), ..FetchRequest::page(url) })
}

/// Returns the page of a response; the error explains why there is none to read.
pub(crate) fn readable<'a>(response: &'a FetchResponse, source: &Source) -> Result<&'a Document, String> {
    let document = response.document().ok_or_else(|| no_page(response, source))?;
    match document.class.filter(|class| class.is_file()) {
        Some(class) => Err(format!("This page cannot be read: {}.", class.reason())),
        None => Ok(document),
    }
}

fn no_page(response: &FetchResponse, source: &Source) -> String {
    match &response.content {
        Content::Unsupported(media_type) => {
            format!(
                "This is a file of type “{media_type}”. Only HTML, text and documents such as PDF can be read here."
            )
        }
        _ => refused(response.status, source),
    }
}

fn refused(status: u16, source: &Source) -> String {
    let why = match status {
        404 if source.kind() == SourceKind::Recorded => "This URL was not recorded. Choose another source to read it.",
        404 | 410 => "Page not found. Check the URL.",
        401 | 403 | 451 => "The site restricts access to this page.",
        429 => "The site limits requests. Try again later.",
        500..=599 => "The site reported an error. Try again later.",
        _ => "The site's response is not a page.",
    };
    format!("{why} (Status {status}.)")
}

fn failed(failure: &Failure, source: &Source) -> String {
    if failure.code == "not-in-demo-web" && *source == Source::Demo {
        "This page is not in the demo web. Choose another source to read it.".to_owned()
    } else {
        failure.message.clone()
    }
}
