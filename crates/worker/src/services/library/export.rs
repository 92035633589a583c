//! Exports crawls to files, which are built piece by piece.
//!
//! Response bodies are only saved for pages, so an exported recording has no robots.txt and no redirects. Pages of the
//! demo web are generated again. The crate `archive` defines the formats.

use super::LibraryService;
use crate::browser::BrowserDecoder;
use crate::browser::blob::{self, BlobBuilder};
use crate::browser::clock::{self, Yielder};
use crate::browser::gzip;
use crate::services::file_stem;
use crate::storage::database::{Body, CrawlCard, Database, Judgments, SavedPart, Sequenced, StorageError, kept_record};
use archive::export::{DocumentList, Export, ExportPage, citation, is_exported};
use archive::graph::{LinkGraph, gexf, graphml};
use archive::page::{self, PageLine};
use archive::site_map::{self, Site};
use archive::warc::{Exchange, Form, Origin, Response, Writer};
use archive::{csv, list};
use engine::crawl::{Crawl, check_rounds};
use engine::html::{PageContent, read_content};
use engine::{journal, strategy};
use protocol::Source;
use protocol::library::{CrawlFile, ExportRequest, ExportScope, PageCopy, SparkFiles};
use protocol::models::{ModelCard, trails_digest};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use types::document::LinkedDocument;
use types::export::{DocumentsFormat, ExportFormat};
use types::plan::Plan;
use types::report::{Millis, PageRecord};
use types::spec::StrategySpec;
use types::text::clean;
use types::url::CanonicalUrl;

/// The name of the app in exported files.
const SOFTWARE: &str = concat!("salticid/", env!("CARGO_PKG_VERSION"));
/// The most bytes of a body: more than any source returns.
const BODY_BYTES: usize = 16 * 1024 * 1024;
/// The number of bodies that are read from the database at once; the last pack adds some.
const BODIES: u32 = 8;

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

    /// Returns the name and the time of creation of a crawl or a topic, and its crawls.
    async fn exported_crawls(
        &self,
        store: &Database,
        request: &ExportRequest,
    ) -> Result<(String, Millis, Vec<CrawlCard>), StorageError> {
        if request.scope == ExportScope::Topic {
            let subject = store.subject(&request.id).await?;
            let cards = self.cards_of(&subject).await?;
            return Ok((subject.name, subject.created, cards));
        }
        let card = store.card(&request.id).await?;
        Ok((card.name.clone(), card.created, vec![card]))
    }

    /// Reads the pages to export, each URL once: of several records one that was read, of these one whose body may be
    /// saved if the format needs it, and of these the most relevant one.
    async fn chosen_pages(&self, store: &Database, request: &ExportRequest) -> Result<ChosenPages, StorageError> {
        let ExportRequest { id, format, scope, .. } = request;
        let (title, created, cards) = self.exported_crawls(store, request).await?;
        let judgments = match (scope, cards.first()) {
            (ExportScope::Topic, _) => store.judgments(id).await?,
            (_, Some(card)) if format.has_judgments() => store.judgments_of(card, clock::now()).await?.1,
            _ => Judgments::new(),
        };
        let chosen: Option<BTreeSet<u32>> = match scope {
            ExportScope::Pages(chosen) => Some(chosen.iter().copied().collect()),
            ExportScope::Crawl | ExportScope::Topic => None,
        };
        let needs_body = format.reads_bodies() || format.is_recording();
        let (mut crawls, mut unreadable) = (Vec::new(), 0);
        let mut best: BTreeMap<CanonicalUrl, (Rank, usize, PageRecord)> = BTreeMap::new();
        for (at, card) in cards.into_iter().enumerate() {
            let has_body = !needs_body || card.source == Source::Demo || card.weight.bodies > 0;
            let mut urls = BTreeMap::new();
            let take = |page: PageRecord| {
                urls.insert(page.n, page.url.clone());
                let is_chosen = match &chosen {
                    Some(chosen) => chosen.contains(&page.n),
                    None => is_exported(*format, &page, judgments.get(&page.url), card.plan.good),
                };
                let rank = (page.outcome.is_read(), has_body, page.relevance);
                if is_chosen && best.get(&page.url).is_none_or(|(known, ..)| *known < rank) {
                    best.insert(page.url.clone(), (rank, at, page));
                }
            };
            unreadable += store.each_page(&card.id, take).await?;
            crawls.push(CrawlPages { card, urls, pages: Vec::new() });
        }
        if *scope == ExportScope::Topic {
            // Of deleted crawls, the records of judged pages are left.
            for judgment in judgments.values() {
                if let Some(page) = kept_record(judgment)
                    && is_exported(*format, &page, Some(judgment), 1.0)
                    && !best.contains_key(&page.url)
                {
                    best.insert(page.url.clone(), (Rank::default(), crawls.len(), page));
                }
            }
            let card = CrawlCard::new(String::new(), Plan::default(), Source::Direct, created);
            crawls.push(CrawlPages { card, urls: BTreeMap::new(), pages: Vec::new() });
        }
        for (_, at, page) in best.into_values() {
            crawls[at].pages.push(page);
        }
        for crawl in &mut crawls {
            crawl.pages.sort_by_key(|page| page.n);
        }
        Ok(ChosenPages { title, created, crawls, judgments, unreadable })
    }

    /// Writes pages of a crawl or a topic. Returns the missing data with the reasons, in sentences.
    async fn fill_with_pages(
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
            let (read, lacking) = self.read_pages(store, &crawl.card, &crawl.pages, request.format).await?;
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
        Ok(lacking(missing, TEXTLESS, BODY_GONE))
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

    /// Reads the content of pages, which are in the order of the crawl. The second value is the number of pages whose
    /// bodies are not saved.
    async fn read_pages<'p>(
        &self,
        store: &Database,
        card: &CrawlCard,
        chosen: &'p [PageRecord],
        format: ExportFormat,
    ) -> Result<(Vec<ExportPage<'p>>, usize), StorageError> {
        let (yielder, mut missing) = (Yielder::new(), 0_usize);
        let mut bodies = SavedBodies { store, id: &card.id, read: VecDeque::new() };
        let mut pages = Vec::with_capacity(chosen.len());
        for page in chosen {
            yielder.yield_if_due().await;
            let content = if let Some((_, response)) = self.answer(&mut bodies, card, page).await? {
                read_content(&response.body, response.header("content-type"), &page.url, &BrowserDecoder)
            } else {
                missing += 1;
                PageContent::default()
            };
            pages.push(ExportPage::new(page, content, format));
        }
        Ok((pages, missing))
    }

    /// Returns the documents that the pages of a crawl link to.
    pub(super) async fn documents(&self, id: &str) -> Result<Vec<LinkedDocument>, StorageError> {
        Ok(self.restored(id).await?.documents())
    }

    /// Returns a text of a page for the clipboard.
    pub(super) async fn copy(&self, id: &str, n: u32, text: PageCopy) -> Result<String, StorageError> {
        let store = self.context.store().await?;
        let card = store.card(id).await?;
        let (pages, _) = store.pages(id).await?;
        let gone = || StorageError::Unreadable("its record cannot be read".to_owned());
        let page = numbered(&pages, n).ok_or_else(gone)?;
        let (mut read, missing) =
            self.read_pages(&store, &card, std::slice::from_ref(page), ExportFormat::MarkdownFolder).await?;
        if missing > 0 && text == PageCopy::Markdown {
            return Err(StorageError::Unreadable(BODY_GONE[0].to_owned()));
        }
        let page = read.pop().ok_or_else(gone)?;
        Ok(match text {
            PageCopy::Citation => citation(&page),
            PageCopy::Markdown => page.markdown(),
        })
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
            let mut bodies = SavedBodies { store, id: &crawl.card.id, read: VecDeque::new() };
            for page in &crawl.pages {
                yielder.yield_if_due().await;
                let Some((url, response)) = self.answer(&mut bodies, &crawl.card, page).await? else {
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
        card: &CrawlCard,
        page: &PageRecord,
    ) -> Result<Option<(String, Response)>, StorageError> {
        if card.source == Source::Demo {
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

/// The pages of a crawl or a topic to export.
struct ChosenPages {
    /// The name of the crawl or the topic.
    title: String,
    /// The time of its creation.
    created: Millis,
    crawls: Vec<CrawlPages>,
    judgments: Judgments,
    /// The number of records that cannot be read.
    unreadable: usize,
}

/// The pages of a crawl to export.
struct CrawlPages {
    card: CrawlCard,
    /// The URLs of all pages of the crawl by their record numbers.
    urls: BTreeMap<u32, CanonicalUrl>,
    /// The pages to export, in the order of the crawl.
    pages: Vec<PageRecord>,
}

impl CrawlPages {
    /// Returns the lines of the pages to export.
    fn lines(&self) -> impl Iterator<Item = PageLine<'_>> {
        self.pages.iter().map(|page| PageLine::new(page, |n| self.urls.get(&n)))
    }
}

/// The order of records of the same URL: whether the page was read, whether its body may be saved, its relevance.
type Rank = (bool, bool, f64);

/// Reads the responses of a crawl in the order of their pages, each pack once.
struct SavedBodies<'a> {
    store: &'a Database,
    id: &'a str,
    read: VecDeque<Sequenced>,
}

impl SavedBodies<'_> {
    /// Returns the response for the page of this number, which is greater than that of any call before; `None` if it is
    /// not saved or cannot be read.
    async fn next(&mut self, n: u64) -> Result<Option<Body>, StorageError> {
        self.read.retain(|body| body.number >= n);
        if self.read.is_empty() {
            let piece = self.store.piece(SavedPart::Bodies, self.id, n, BODIES);
            self.read = piece.await?.into();
        }
        let body = self.read.pop_front_if(|body| body.number == n);
        Ok(body.and_then(|body| journal::unseal(&body.bytes).ok()))
    }
}

fn creation_failed() -> StorageError {
    StorageError::Unavailable("the browser could not create the file".to_owned())
}

/// Returns the page of this number. If its record cannot be read, the number is missing.
fn numbered(pages: &[PageRecord], n: u32) -> Option<&PageRecord> {
    pages.get(pages.binary_search_by_key(&n, |page| page.n).ok()?)
}

/// The reason that pages are missing in a recording, for one page and for several.
const BODY_GONE: [&str; 2] =
    ["its response is no longer stored or cannot be read", "their responses are no longer stored or cannot be read"];
/// What is wrong with pages, for one page and for several.
const MISSING: [&str; 2] = ["is missing", "are missing"];
/// See [`MISSING`].
const TEXTLESS: [&str; 2] = ["has no text", "have no text"];
/// The reason that pages are missing in any file.
const RECORD_DAMAGED: [&str; 2] = ["its record cannot be read", "their records cannot be read"];

/// Returns a sentence about the number of pages, what is wrong with them, and the reason; `None` if there are none.
fn lacking(count: usize, [is, are]: [&str; 2], [of_one, of_several]: [&str; 2]) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 page {is}: {of_one}.")),
        _ => Some(format!("{count} pages {are}: {of_several}.")),
    }
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

/// The reason that a model is missing.
const NO_MODEL: &str = "this browser does not have the model of this crawl: import its file under Models, or train it \
    again on the same trails";

impl LibraryService {
    /// Returns the files and commands with which a crawl runs on Spark, by its present plan. The error is the reason
    /// that it cannot run there.
    pub(super) async fn spark_files(&self, id: &str) -> Result<SparkFiles, StorageError> {
        let store = self.context.store().await?;
        let kept = store.read(id).await?;
        let crawl = self.context.rebuild(&kept).await?;
        let plan = crawl.plan();
        check_rounds(plan).map_err(|error| StorageError::Unreadable(error.to_string()))?;
        let entry = strategy::find(&plan.strategy.id);
        let model = match entry.filter(|entry| entry.needs.trails) {
            Some(_) => Some(model_of(&store, plan).await?),
            None => None,
        };
        let stem = file_stem(&kept.card.name, "crawl");
        let text = archive::plan::json(plan, model.is_some());
        let plan = file(format!("{stem}.plan.json"), text.as_bytes())?;
        let commands = commands(&stem, &plan, model.as_ref(), &kept.card.source);
        Ok(SparkFiles { plan, model, commands })
    }
}

fn file(name: String, bytes: &[u8]) -> Result<CrawlFile, StorageError> {
    let file = blob::write(bytes).map_err(|_| creation_failed())?;
    Ok(CrawlFile { name, file, lacks: None })
}

/// Returns the file of the model that was trained on the trails of a plan, with its query and parameters.
async fn model_of(store: &Database, plan: &Plan) -> Result<CrawlFile, StorageError> {
    let digest = trails_digest(&plan.trails);
    let cards = store.model_cards().await?;
    let settings = |spec: &StrategySpec| strategy::find(&spec.id)?.settings(&spec.params).ok();
    let wanted = settings(&plan.strategy);
    let is_trained_alike = |card: &ModelCard| {
        settings(&card.strategy).zip(wanted.as_ref()).is_some_and(|(trained, wanted)| trained.is_trained_like(wanted))
    };
    let is_wanted = |card: &&ModelCard| {
        card.stale.is_none()
            && card.strategy.id == plan.strategy.id
            && card.trails_digest == digest
            && (card.query.is_empty() || card.query == plan.query)
            && is_trained_alike(card)
    };
    let card = cards.iter().find(is_wanted).ok_or_else(|| StorageError::Unreadable(NO_MODEL.to_owned()))?;
    let (card, bytes) = store.model(&card.id).await?;
    file(file_stem(&card.name, "model") + ".salticid-model", &bytes)
}

/// Returns the command that crawls, and the one that writes the results as a file for the Library.
fn commands(stem: &str, plan: &CrawlFile, model: Option<&CrawlFile>, source: &Source) -> [String; 2] {
    let model = model.map_or_else(String::new, |model| format!(" --model {}", quoted(&model.name)));
    let web = match source {
        Source::Demo => " --web demo".to_owned(),
        Source::RecordedIn(name) => format!(" --web {}", quoted(&clean(name))),
        Source::Recorded => " --web recording.warc.gz".to_owned(),
        Source::Proxy | Source::ProxyAt(_) | Source::Direct | Source::DirectAllowing(_) => String::new(),
    };
    let (job, plan, out) = ("python -m salticid.spark", quoted(&plan.name), quoted(stem));
    [
        format!("{job} crawl --plan {plan}{model}{web} --out {out}"),
        format!("{job} export {out}{model} --out {}", quoted(&format!("{stem}.salticid"))),
    ]
}

/// Quotes a file name for a shell, which then takes it as one word and not as an option.
fn quoted(name: &str) -> String {
    let name = if name.starts_with('-') { format!("./{name}") } else { name.to_owned() };
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./".contains(sign);
    if !name.is_empty() && name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
}
