//! Exports crawls and topics to files, which are built piece by piece.
//!
//! Most formats have pages: those of the request are chosen, then written. The others have the state of a whole crawl.
//! The crate `archive` defines the formats.

mod chosen;
mod pages;
mod spark;

use super::LibraryService;
use crate::browser::blob::{self, BlobBuilder};
use crate::services::file_stem;
use crate::storage::database::{CrawlCard, Database, StorageError};
use archive::export::{DocumentList, citation};
use archive::graph::{LinkGraph, gexf, graphml};
use archive::site_map::{self, Site};
use engine::crawl::Crawl;
use pages::{BODY_GONE, MISSING, RECORD_DAMAGED, lacking};
use protocol::library::{CrawlFile, ExportRequest, ExportScope, PageCopy};
use types::document::LinkedDocument;
use types::export::{DocumentsFormat, ExportFormat};
use types::url::CanonicalUrl;

impl LibraryService {
    /// Exports a crawl or a topic.
    pub(super) async fn export(&self, request: &ExportRequest) -> Result<CrawlFile, StorageError> {
        let ExportRequest { id, format, .. } = request;
        let store = self.context.store().await?;
        let pieces = BlobBuilder::default();
        let (name, lacks) = if *format == ExportFormat::Crawl {
            let card = store.card(id).await;
            super::bundle::write(&store, id, &pieces).await?;
            // A crawl whose card cannot be read is exported unchanged.
            let name = card.map_or_else(|_| format!("crawl-{id}.salticid"), |card| file_name(&card.name, *format));
            (name, Vec::new())
        } else if format.is_of_pages() {
            let pages = self.chosen_pages(&store, request).await?;
            let name = file_name(&pages.title, *format);
            (name, self.fill_with_pages(&store, pages, request, &pieces).await?)
        } else if let ExportFormat::Documents(documents) = format {
            let (title, _, cards) = self.exported_crawls(&store, request).await?;
            let lacks = self.fill_with_documents(&title, &cards, *documents, &pieces).await?;
            (file_name(&title, *format), lacks)
        } else {
            let card = store.card(id).await?;
            let lacks = self.fill(&store, &card, *format, &pieces).await?;
            (file_name(&card.name, *format), lacks)
        };
        file_of(&pieces, name, *format, &lacks)
    }

    /// Writes the documents of crawls. Returns the missing data with the reasons, in sentences.
    async fn fill_with_documents(
        &self,
        title: &str,
        cards: &[CrawlCard],
        format: DocumentsFormat,
        pieces: &BlobBuilder,
    ) -> Result<Vec<String>, StorageError> {
        let (mut list, mut lacks) = (DocumentList::default(), Vec::new());
        for card in cards {
            match self.restored(&card.id).await {
                Ok(crawl) => list.add(crawl.documents(), crawl.pages()),
                Err(StorageError::Unreadable(reason)) if cards.len() > 1 => {
                    let reason = reason.trim_end_matches('.');
                    lacks.push(format!("The documents of “{}” are missing: {reason}.", card.name));
                }
                Err(error) => return Err(error),
            }
        }
        pieces.add(list.write(title, format).as_bytes());
        Ok(lacks)
    }

    /// Returns a saved crawl with its state, which contains every page, or is unreadable as a whole.
    async fn restored(&self, id: &str) -> Result<Crawl, StorageError> {
        let store = self.context.store().await?;
        self.context.rebuild(&store.read(id).await?).await
    }

    /// Writes the link graph or the site map of a crawl. Returns the missing data with the reasons, in sentences.
    async fn fill(
        &self,
        store: &Database,
        card: &CrawlCard,
        format: ExportFormat,
        pieces: &BlobBuilder,
    ) -> Result<Vec<String>, StorageError> {
        if let ExportFormat::SiteMapHtml | ExportFormat::SiteMapSvg(_) = format {
            let (pages, unreadable) = store.pages(&card.id).await?;
            let site = Site { title: &card.name, pages: &pages, good: card.plan.good };
            let text = match format {
                ExportFormat::SiteMapSvg(arrangement) => site_map::svg(&site, arrangement),
                _ => site_map::html(&site),
            };
            pieces.add(text.as_bytes());
            return Ok(lacking(unreadable, MISSING, RECORD_DAMAGED).into_iter().collect());
        }
        let crawl = self.restored(&card.id).await?;
        let (pages, links) = (crawl.pages(), crawl.links());
        let text = match format {
            ExportFormat::SiteMapGraphMl => graphml(&LinkGraph::site_map(pages, links, card.plan.good)),
            ExportFormat::GraphMl => graphml(&LinkGraph::new(pages, links, false)),
            _ => gexf(&LinkGraph::new(pages, links, false)),
        };
        pieces.add(text.as_bytes());
        Ok(Vec::new())
    }

    /// Returns the documents that the pages of a crawl link to.
    pub(super) async fn documents(&self, id: &str) -> Result<Vec<LinkedDocument>, StorageError> {
        Ok(self.restored(id).await?.documents())
    }

    /// Returns a text of a page of a crawl or a topic, for the clipboard.
    pub(super) async fn copy(
        &self,
        id: String,
        scope: ExportScope,
        url: CanonicalUrl,
        text: PageCopy,
    ) -> Result<String, StorageError> {
        let store = self.context.store().await?;
        let whole = ExportRequest::whole(id, ExportFormat::MarkdownFolder);
        let request = ExportRequest { scope, pages: Some(vec![url]), ..whole };
        let chosen = self.chosen_pages(&store, &request).await?;
        let gone = || StorageError::Unreadable(RECORD_DAMAGED[0].to_owned());
        let crawl = chosen.crawls.iter().find(|crawl| !crawl.pages.is_empty()).ok_or_else(gone)?;
        let (mut read, missing) = self.read_pages(&store, crawl.card.as_ref(), &crawl.pages, request.format).await?;
        if missing > 0 && text == PageCopy::Markdown {
            return Err(StorageError::Unreadable(BODY_GONE[0].to_owned()));
        }
        let page = read.pop().ok_or_else(gone)?;
        Ok(match text {
            PageCopy::Citation => citation(&page),
            PageCopy::Markdown => page.markdown(),
        })
    }
}

fn creation_failed() -> StorageError {
    StorageError::Unavailable("the browser could not create the file".to_owned())
}

/// Returns a file of these bytes.
fn file(name: String, bytes: &[u8]) -> Result<CrawlFile, StorageError> {
    let file = blob::write(bytes).map_err(|_| creation_failed())?;
    Ok(CrawlFile { name, file, lacks: None })
}

/// Returns the exported file of the pieces.
fn file_of(
    pieces: &BlobBuilder,
    name: String,
    format: ExportFormat,
    lacks: &[String],
) -> Result<CrawlFile, StorageError> {
    let file = pieces.build().map_err(|_| creation_failed())?;
    let typed = file.slice_with_f64_and_f64_and_content_type(0.0, file.size(), format.media_type());
    let file = typed.map_err(|_| creation_failed())?;
    Ok(CrawlFile { name, file, lacks: (!lacks.is_empty()).then(|| lacks.join(" ")) })
}

/// Returns the file's name: the name of the crawl or topic and the format.
fn file_name(name: &str, format: ExportFormat) -> String {
    let stem = file_stem(name, "crawl");
    if format == ExportFormat::Crawl { stem + format.extension() } else { format!("{stem}-{}", format.file_name()) }
}
