//! Files of a crawl: made here, piece by piece where they are large, and handed over as `Blob`s.
//!
//! What servers sent is kept for pages alone, so a recording made here has no robots.txt and no redirects; pages of the demo web are
//! made again. Left out on purpose: the formats, which are the crate `archive`'s.

use super::Librarian;
use crate::protocol::Source;
use crate::protocol::library::{Format, Made};
use crate::worker::clock::{self, Breath};
use crate::worker::pack;
use crate::worker::store::{Card, Store, StoreError};
use archive::graph::{LinkGraph, gexf, graphml};
use archive::warc::{Exchange, Form, Origin, Response, Writer};
use archive::{bookmarks, csv, list, page};
use demo_web::Outcome;
use engine::report::PageRecord;
use js_sys::{Array, Uint8Array};
use web_sys::Blob;

/// What the app calls itself in the files that it writes.
const SOFTWARE: &str = concat!("salticid/", env!("CARGO_PKG_VERSION"));
/// Most bytes of a crawl's name in the name of a file.
const NAME_BYTES: usize = 48;
/// Most bytes of a body: beyond what every source gives.
const BODY_BYTES: usize = 16 * 1024 * 1024;
/// Milliseconds of work after which a crawl that runs gets its turn.
const WORK_MS: f64 = 10.0;

/// A file as it grows.
#[derive(Default)]
pub(super) struct Pieces(Array);

impl Pieces {
    /// Adds bytes at the end.
    pub(super) fn add(&self, bytes: &[u8]) {
        self.0.push(&Uint8Array::from(bytes));
    }

    fn file(&self) -> Result<Blob, StoreError> {
        let file = Blob::new_with_u8_array_sequence(&self.0);
        file.map_err(|_| StoreError::Unavailable("the file could not be made".to_owned()))
    }
}

impl Librarian {
    /// Makes a file, or says in a sentence why not.
    pub(super) async fn export(&self, id: &str, format: Format) -> Result<Made, String> {
        self.made(id, format)
            .await
            .map_err(|error| error.to_string())
    }

    async fn made(&self, id: &str, format: Format) -> Result<Made, StoreError> {
        let store = self.shelf.store().await?;
        let pieces = Pieces::default();
        let (name, lacks) = if format == Format::Crawl {
            super::whole::write(&store, id, &pieces).await?;
            // One whose card cannot be read is saved as it is.
            let name = store.card(id).await.map_or_else(
                |_| format!("crawl-{id}.salticid"),
                |card| file_name(&card, format),
            );
            (name, Vec::new())
        } else {
            let card = store.card(id).await?;
            let lacks = self.fill(&store, &card, format, &pieces).await?;
            (file_name(&card, format), lacks)
        };
        Ok(Made {
            name,
            file: pieces.file()?,
            lacks: (!lacks.is_empty()).then(|| lacks.join(" ")),
        })
    }

    /// Writes what a crawl found; gives what is not in the file and why, in sentences.
    async fn fill(
        &self,
        store: &Store,
        card: &Card,
        format: Format,
        pieces: &Pieces,
    ) -> Result<Vec<String>, StoreError> {
        if let Some(write) = graph_format(format) {
            // The crawl's state has every page, or cannot be read at all.
            let crawl = self.rebuilt(&store.read(&card.id).await?).await?;
            let graph = LinkGraph::new(crawl.pages(), crawl.links(), false);
            pieces.add(write(&graph).as_bytes());
            return Ok(Vec::new());
        }
        let (pages, unreadable) = store.pages(&card.id).await?;
        let mut lacks = Vec::new();
        match format {
            Format::Csv => pieces.add(csv::pages(&pages).as_bytes()),
            Format::Jsonl => pieces.add(page::jsonl(&pages).as_bytes()),
            Format::Bookmarks => {
                let text = bookmarks::good_pages(&card.name, &pages, card.plan.good);
                pieces.add(text.as_bytes());
            }
            Format::Urls => {
                let read = pages.iter().filter(|page| page.outcome.is_read());
                pieces.add(list::write(read.map(|page| &page.url)).as_bytes());
            }
            Format::Warc => {
                let missing = self.warc(store, card, &pages, pieces).await?;
                lacks.extend(lacking(missing, BODY_GONE));
            }
            Format::Gexf | Format::GraphMl | Format::Crawl => {}
        }
        lacks.extend(lacking(unreadable, RECORD_DAMAGED));
        Ok(lacks)
    }

    /// Writes what was answered for pages; gives for how many that is not there.
    async fn warc(
        &self,
        store: &Store,
        card: &Card,
        pages: &[PageRecord],
        pieces: &Pieces,
    ) -> Result<usize, StoreError> {
        let description = format!("the pages of a crawl for “{}”", card.name);
        let origin = Origin {
            software: SOFTWARE,
            description: &description,
            started: card.created,
        };
        let (mut writer, first) = Writer::begin(Form::Gzip, &origin);
        pieces.add(&first);
        let (breath, mut since, mut missing) = (Breath::new(), clock::precise(), 0_usize);
        for page in pages.iter().filter(|page| page.status > 0) {
            if clock::precise() - since > WORK_MS {
                breath.take().await;
                since = clock::precise();
            }
            let Some((url, response)) = self.answer(store, card, page).await? else {
                missing += 1;
                continue;
            };
            let parent = page.parent.and_then(|n| numbered(pages, n));
            pieces.add(&writer.exchange(&Exchange {
                url: &url,
                at: page.at,
                response: &response,
                via: parent.map(|parent| parent.url.as_str()),
                depth: Some(page.depth),
                elapsed_ms: Some(page.elapsed_ms),
            }));
        }
        Ok(missing)
    }

    /// What was answered for a page, and under which address; `None` where that is not kept.
    async fn answer(
        &self,
        store: &Store,
        card: &Card,
        page: &PageRecord,
    ) -> Result<Option<(String, Response)>, StoreError> {
        if card.source == Source::Demo {
            let url = page.url.to_string();
            return Ok(self.made_again(&url).map(|response| (url, response)));
        }
        let Some(body) = store.body(&card.id, page.n).await? else {
            return Ok(None);
        };
        let unpacked = if body.packed.starts_with(pack::GZIP) {
            pack::gunzip(body.packed.clone(), BODY_BYTES).await.ok()
        } else {
            None
        };
        let response = Response {
            status: body.status,
            headers: body.headers,
            body: unpacked.unwrap_or(body.packed),
        };
        Ok(Some((body.address, response)))
    }

    fn made_again(&self, url: &str) -> Option<Response> {
        match self.demo.answer(url)?.outcome {
            Outcome::Response(response) => Some(Response {
                status: response.status,
                headers: response.headers,
                body: response.body,
            }),
            Outcome::Failure(_) => None,
        }
    }
}

/// The page of this number. Where a record cannot be read its number is missing.
fn numbered(pages: &[PageRecord], n: u32) -> Option<&PageRecord> {
    let at = pages.binary_search_by_key(&n, |page| page.n).ok()?;
    pages.get(at)
}

/// Why pages are missing in a recording: of one, and of several.
const BODY_GONE: [&str; 2] = [
    "what its server sent is no longer kept",
    "what their servers sent is no longer kept",
];
/// Why pages are missing in any file.
const RECORD_DAMAGED: [&str; 2] = ["its record cannot be read", "their records cannot be read"];

/// That so many pages are not in a file, and why; nothing where none is missing.
fn lacking(count: usize, [of_one, of_several]: [&str; 2]) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 page is not in it, since {of_one}.")),
        _ => Some(format!("{count} pages are not in it, since {of_several}.")),
    }
}

/// How a format writes the links between pages, where it does.
fn graph_format(format: Format) -> Option<fn(&LinkGraph<'_>) -> String> {
    match format {
        Format::Gexf => Some(gexf),
        Format::GraphMl => Some(graphml),
        _ => None,
    }
}

/// What to call a file: the crawl's name in letters and digits that every system takes, and what is in it.
fn file_name(card: &Card, format: Format) -> String {
    let end = match format {
        Format::Csv => "-pages.csv",
        Format::Jsonl => "-pages.jsonl",
        Format::Gexf => "-graph.gexf",
        Format::GraphMl => "-graph.graphml",
        Format::Warc => "-pages.warc.gz",
        Format::Bookmarks => "-good-pages.html",
        Format::Urls => "-urls.txt",
        Format::Crawl => ".salticid",
    };
    file_stem(&card.name, "crawl") + end
}

/// What a person calls something, in letters and digits that every system takes; `none` where it has none of them.
pub(in crate::worker) fn file_stem(called: &str, none: &str) -> String {
    let mut name = String::new();
    for word in called.split(|sign: char| !sign.is_alphanumeric()) {
        if word.is_empty() || name.len() + word.len() >= NAME_BYTES {
            continue;
        }
        if !name.is_empty() {
            name.push('-');
        }
        name.push_str(&word.to_lowercase());
    }
    if name.is_empty() {
        none.to_owned()
    } else {
        name
    }
}
