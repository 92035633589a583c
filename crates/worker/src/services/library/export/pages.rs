//! Writes the chosen pages of an export, with their contents.
//!
//! Response bodies are only saved for pages, so an exported recording has no robots.txt and no redirects. Pages of the
//! demo web are generated again.

use super::LibraryService;
use super::chosen::{ChosenPages, CrawlPages};
use crate::browser::blob::BlobBuilder;
use crate::browser::clock::Yielder;
use crate::browser::gzip;
use crate::browser::{BrowserDecoder, documents};
use crate::storage::database::{Body, CrawlCard, Database, SavedPart, Sequenced, StorageError};
use archive::export::{Export, ExportPage};
use archive::page;
use archive::warc::{Exchange, Form, Origin, Response, Writer};
use archive::{csv, list};
use engine::html::{PageContent, read_content};
use engine::journal;
use protocol::Source;
use protocol::library::ExportRequest;
use std::collections::VecDeque;
use types::export::ExportFormat;
use types::report::PageRecord;
use types::url::CanonicalUrl;

/// The name of the app in exported files.
const SOFTWARE: &str = concat!("salticid/", env!("CARGO_PKG_VERSION"));
/// The most bytes of a body: more than any source returns.
const BODY_BYTES: usize = 16 * 1024 * 1024;
/// The number of bodies that are read from the database at once; the last pack adds some.
const BODIES: u32 = 8;

/// The reason that pages are missing in a recording, for one page and for several.
pub(super) const BODY_GONE: [&str; 2] =
    ["its response is no longer stored or cannot be read", "their responses are no longer stored or cannot be read"];
/// The predicate of a sentence about pages that are lacking, for one page and for several.
pub(super) const MISSING: [&str; 2] = ["is missing", "are missing"];
/// See [`MISSING`].
const TEXTLESS: [&str; 2] = ["has no text", "have no text"];
/// See [`MISSING`]; for the list of sites.
const FEEDLESS: [&str; 2] = ["names no feed", "name no feed"];
/// The reason that pages are missing in any file.
pub(super) const RECORD_DAMAGED: [&str; 2] = ["its record cannot be read", "their records cannot be read"];

/// Returns a sentence about the number of pages, what is wrong with them, and the reason; `None` if there are none.
pub(super) fn lacking(count: usize, [is, are]: [&str; 2], [of_one, of_several]: [&str; 2]) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 page {is}: {of_one}.")),
        _ => Some(format!("{count} pages {are}: {of_several}.")),
    }
}

impl LibraryService {
    /// Writes pages of a crawl or a topic. Returns the missing data with the reasons, in sentences.
    pub(super) async fn fill_with_pages(
        &self,
        store: &Database,
        pages: ChosenPages,
        request: &ExportRequest,
        pieces: &BlobBuilder,
    ) -> Result<Vec<String>, StorageError> {
        let unreadable = pages.unreadable;
        let lines = || pages.crawls.iter().flat_map(CrawlPages::lines);
        let lacks = match request.format {
            ExportFormat::Csv => {
                pieces.add(csv::pages(lines()).as_bytes());
                None
            }
            ExportFormat::Jsonl => {
                pieces.add(page::jsonl(lines()).as_bytes());
                None
            }
            ExportFormat::Urls => {
                let pages = pages.crawls.iter().flat_map(|crawl| &crawl.pages);
                pieces.add(list::write(pages.map(|page| &page.url)).as_bytes());
                None
            }
            ExportFormat::Warc => self.warc(store, &pages, Form::Plain, pieces).await?,
            ExportFormat::WarcGz => self.warc(store, &pages, Form::Gzip, pieces).await?,
            ExportFormat::Wacz => self.warc(store, &pages, Form::Wacz, pieces).await?,
            _ => self.fill_with_contents(store, pages, request, pieces).await?,
        };
        Ok(lacks.into_iter().chain(lacking(unreadable, MISSING, RECORD_DAMAGED)).collect())
    }

    /// Writes pages with their contents and judgments. Returns the missing data with the reason, in a sentence.
    async fn fill_with_contents(
        &self,
        store: &Database,
        chosen: ChosenPages,
        request: &ExportRequest,
        pieces: &BlobBuilder,
    ) -> Result<Option<String>, StorageError> {
        let ChosenPages { title, created, crawls, mut judgments, .. } = chosen;
        let (mut pages, mut missing) = (Vec::new(), 0);
        for crawl in &crawls {
            if request.format == ExportFormat::Bookmarks {
                let page = |page| ExportPage::new(page, PageContent::default(), request.format);
                pages.extend(crawl.pages.iter().map(page));
                continue;
            }
            let (read, lacking) = self.read_pages(store, crawl.card.as_ref(), &crawl.pages, request.format).await?;
            pages.extend(read);
            missing += lacking;
        }
        for page in &mut pages {
            page.judgment = judgments.remove(&page.record.url).unwrap_or_default();
        }
        let mut export = Export::new(&title, created, pages);
        if request.tokens > 0 {
            export.tokens = request.tokens;
        }
        pieces.add(&export.write(request.format));
        let missing = if request.format.reads_bodies() { missing } else { 0 };
        let predicate = if request.format == ExportFormat::Opml { FEEDLESS } else { TEXTLESS };
        Ok(lacking(missing, predicate, BODY_GONE))
    }

    /// Reads the content of pages, which are in the order of the crawl. The second value is the number of pages whose
    /// bodies are not saved.
    pub(super) async fn read_pages<'p>(
        &self,
        store: &Database,
        card: Option<&CrawlCard>,
        chosen: &'p [PageRecord],
        format: ExportFormat,
    ) -> Result<(Vec<ExportPage<'p>>, usize), StorageError> {
        let (yielder, mut missing) = (Yielder::new(), 0_usize);
        let mut bodies = SavedBodies { store, card, read: VecDeque::new() };
        let mut pages = Vec::with_capacity(chosen.len());
        for page in chosen {
            yielder.yield_if_due().await;
            let content = if let Some((_, response)) = self.answer(&mut bodies, page).await? {
                if page.text.document.is_some() {
                    documents::load().await.map_err(|error| StorageError::Unavailable(error.to_string()))?;
                }
                read_content(&response.body, response.header("content-type"), &page.url, &BrowserDecoder)
            } else {
                missing += 1;
                PageContent::default()
            };
            pages.push(ExportPage::new(page, content, format));
        }
        Ok((pages, missing))
    }

    /// Writes the responses for pages. Returns the number of those that are not saved with the reason, in a sentence.
    async fn warc(
        &self,
        store: &Database,
        chosen: &ChosenPages,
        form: Form,
        pieces: &BlobBuilder,
    ) -> Result<Option<String>, StorageError> {
        let description = format!("pages that were crawled for “{}”", chosen.title);
        let origin = Origin { software: SOFTWARE, description: &description, started: chosen.created };
        let (mut writer, first) = Writer::begin(form, &origin);
        pieces.add(&first);
        let (yielder, mut missing) = (Yielder::new(), 0_usize);
        for crawl in &chosen.crawls {
            let mut bodies = SavedBodies { store, card: crawl.card.as_ref(), read: VecDeque::new() };
            for page in &crawl.pages {
                yielder.yield_if_due().await;
                let Some((url, response)) = self.answer(&mut bodies, page).await? else {
                    missing += 1;
                    continue;
                };
                let parent = page.discovery.parent.and_then(|n| crawl.urls.get(&n));
                pieces.add(&writer.exchange(&Exchange {
                    url: &url,
                    at: page.fetch.at,
                    response: &response,
                    title: Some(&page.text.title),
                    via: parent.map(CanonicalUrl::as_str),
                    depth: Some(page.discovery.depth),
                    elapsed_ms: Some(page.fetch.elapsed_ms),
                }));
            }
        }
        let last = writer.finish().map_err(|error| StorageError::Unavailable(error.to_string()))?;
        pieces.add(&last);
        Ok(lacking(missing, MISSING, BODY_GONE))
    }

    /// Returns the response for a page and its URL; `None` if it is not saved or cannot be read.
    async fn answer(
        &self,
        bodies: &mut SavedBodies<'_>,
        page: &PageRecord,
    ) -> Result<Option<(String, Response)>, StorageError> {
        if bodies.card.is_some_and(|card| card.source == Source::Demo) {
            let url = page.url.to_string();
            let simulated = self.context.demo.web().fetch(&url).and_then(|simulated| simulated.result.ok());
            return Ok(
                simulated.map(|page| (url, Response { status: page.status, headers: page.headers, body: page.body }))
            );
        }
        let Some(body) = bodies.next(page.n.into()).await? else {
            return Ok(None);
        };
        let unpacked = if body.packed.starts_with(gzip::MAGIC) {
            gzip::decompress(body.packed.clone(), BODY_BYTES).await.ok()
        } else {
            None
        };
        let response = Response { status: body.status, headers: body.headers, body: unpacked.unwrap_or(body.packed) };
        Ok(Some((body.address, response)))
    }
}

/// Reads the responses of a crawl in the order of their pages, each pack once; kept records have none.
struct SavedBodies<'a> {
    store: &'a Database,
    card: Option<&'a CrawlCard>,
    read: VecDeque<Sequenced>,
}

impl SavedBodies<'_> {
    /// Returns the response for the page of this number, which is greater than that of any call before; `None` if it is
    /// not saved or cannot be read.
    async fn next(&mut self, n: u64) -> Result<Option<Body>, StorageError> {
        let Some(card) = self.card else {
            return Ok(None);
        };
        self.read.retain(|body| body.number >= n);
        if self.read.is_empty() {
            let piece = self.store.piece(SavedPart::Bodies, &card.id, n, BODIES);
            self.read = piece.await?.into();
        }
        let body = self.read.pop_front_if(|body| body.number == n);
        Ok(body.and_then(|body| journal::unseal(&body.bytes).ok()))
    }
}
