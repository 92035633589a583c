//! Files of a crawl: made here, piece by piece where they are large, and handed over as `Blob`s.
//!
//! What servers sent is kept for pages alone, so a recording made here has no robots.txt and no redirects; pages of the demo web are
//! made again. Left out on purpose: the formats, which are the crate `archive`'s.

use super::Librarian;
use crate::protocol::Source;
use crate::protocol::library::{Format, Made};
use crate::worker::clock::{self, Breath};
use crate::worker::pack;
use crate::worker::store::{Card, Kept, Store, StoreError};
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
        if format == Format::Crawl {
            super::whole::write(&store, id, &pieces).await?;
            let name = store.card(id).await.map_or_else(
                |_| format!("crawl-{id}.salticid"),
                |card| file_name(&card, format),
            );
            let lacks = None;
            return Ok(Made {
                name,
                file: pieces.file()?,
                lacks,
            });
        }
        let card = store.card(id).await?;
        let pages = store.pages(id).await?;
        let mut lacks = None;
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
            Format::Gexf => pieces.add(self.graph(store.read(id).await?, gexf).await?.as_bytes()),
            Format::GraphMl => {
                pieces.add(self.graph(store.read(id).await?, graphml).await?.as_bytes());
            }
            Format::Warc => lacks = self.warc(&store, &card, &pages, &pieces).await?,
            Format::Crawl => {}
        }
        Ok(Made {
            name: file_name(&card, format),
            file: pieces.file()?,
            lacks,
        })
    }

    async fn graph(
        &self,
        kept: Kept,
        write: fn(&LinkGraph<'_>) -> String,
    ) -> Result<String, StoreError> {
        let crawl = self.rebuilt(&kept).await?;
        Ok(write(&LinkGraph::new(crawl.pages(), crawl.links(), false)))
    }

    /// Writes what was answered for pages; gives what is not there.
    async fn warc(
        &self,
        store: &Store,
        card: &Card,
        pages: &[PageRecord],
        pieces: &Pieces,
    ) -> Result<Option<String>, StoreError> {
        let description = format!("the pages of a crawl for “{}”", card.name);
        let origin = Origin {
            software: SOFTWARE,
            description: &description,
            started: card.created,
        };
        let (mut writer, first) = Writer::begin(Form::Gzip, &origin);
        pieces.add(&first);
        let (breath, mut since, mut missing) = (Breath::new(), clock::precise(), 0);
        for page in pages.iter().filter(|page| page.status > 0) {
            if clock::precise() - since > WORK_MS {
                breath.take().await;
                since = clock::precise();
            }
            let Some((url, response)) = self.answer(store, card, page).await? else {
                missing += 1;
                continue;
            };
            let parent = page
                .parent
                .and_then(|n| pages.get(n.checked_sub(1)? as usize));
            pieces.add(&writer.exchange(&Exchange {
                url: &url,
                at: page.at,
                response: &response,
                via: parent.map(|parent| parent.url.as_str()),
                depth: Some(page.depth),
                elapsed_ms: Some(page.elapsed_ms),
            }));
        }
        Ok(match missing {
            0 => None,
            1 => Some(
                "1 page is not in it, since what its server sent is no longer kept.".to_owned(),
            ),
            _ => Some(format!(
                "{missing} pages are not in it, since what their servers sent is no longer kept."
            )),
        })
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
                headers: response
                    .headers
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect(),
                body: response.body,
            }),
            Outcome::Failure(_) => None,
        }
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
