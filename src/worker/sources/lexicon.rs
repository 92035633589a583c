//! Loads the lexicon when something first needs it, and keeps it for the worker's life.
//!
//! Concurrent requests wait for the same load. A failed load leaves nothing behind, so the next one starts again. The file's name
//! contains a digest of its content, so a new build never reads an old lexicon from a cache. Its checksum detects damage. If the
//! server declares a content coding, the browser decompresses the file: its first bytes tell. The browser's cache stores it.

use crate::worker::browser::byte_stream::ByteStream;
use crate::worker::browser::gzip::{self, GzipError};
use crate::worker::sources::cancellation::Cancellation;
use engine::lexicon::Lexicon;
use engine::strategy::{self, Assets};
use futures_channel::oneshot;
use gloo_net::http::{Request, Response};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use types::limits::LEXICON_BYTES;
use wasm_bindgen_futures::spawn_local;

/// Milliseconds without a byte after which a load is cancelled.
const STALL_MS: u32 = 30_000;
/// Milliseconds that a load may take: a megabyte at two kilobytes per second.
const LOAD_MS: u32 = 600_000;

/// The lexicon, or why it is missing and what to do, in a sentence.
type Loaded = Result<Arc<Lexicon>, String>;

/// Reports the progress of a load: bytes so far and, if known, in all.
type Progress = Rc<dyn Fn(u32, Option<u32>)>;

/// Loads and holds the lexicon.
pub(crate) struct LexiconLoader {
    address: Option<String>,
    progress: Progress,
    held: RefCell<Held>,
}

enum Held {
    Nothing,
    /// The requests that wait for the current load.
    Coming(Vec<oneshot::Sender<Loaded>>),
    There(Arc<Lexicon>),
}

impl LexiconLoader {
    /// Creates a loader for the lexicon at `address`; `None` if the build has none.
    pub(crate) fn new(address: Option<String>, progress: Progress) -> Rc<Self> {
        Rc::new(Self {
            address,
            progress,
            held: RefCell::new(Held::Nothing),
        })
    }

    /// Returns the lexicon if it is loaded.
    pub(crate) fn lexicon(&self) -> Option<Arc<Lexicon>> {
        match &*self.held.borrow() {
            Held::There(lexicon) => Some(Arc::clone(lexicon)),
            _ => None,
        }
    }

    /// Loads the lexicon, or returns the loaded one.
    ///
    /// # Errors
    /// The error and its remedy, in a sentence.
    pub(crate) async fn load(self: &Rc<Self>) -> Loaded {
        let (mine, coming) = oneshot::channel();
        let waiting = match &mut *self.held.borrow_mut() {
            Held::There(lexicon) => return Ok(Arc::clone(lexicon)),
            Held::Coming(waiting) => {
                waiting.push(mine);
                true
            }
            nothing @ Held::Nothing => {
                *nothing = Held::Coming(vec![mine]);
                false
            }
        };
        if !waiting {
            let library = Rc::clone(self);
            spawn_local(async move { library.put(&library.get().await) });
        }
        coming
            .await
            .unwrap_or_else(|_| Err(sentence("loading was canceled")))
    }

    /// Returns the assets of these strategies. Loads the lexicon if one of them needs it.
    ///
    /// # Errors
    ///
    /// As [`Self::load`].
    pub(crate) async fn assets<'a>(
        self: &Rc<Self>,
        strategies: impl IntoIterator<Item = &'a str>,
    ) -> Result<Assets, String> {
        let needs = |id| strategy::find(id).is_some_and(|entry| entry.needs.lexicon);
        if strategies.into_iter().any(needs) {
            self.load().await?;
        }
        Ok(Assets {
            lexicon: self.lexicon(),
            ..Assets::default()
        })
    }

    /// Ends a load and answers all waiting requests.
    fn put(&self, loaded: &Loaded) {
        let held = match loaded {
            Ok(lexicon) => Held::There(Arc::clone(lexicon)),
            Err(_) => Held::Nothing,
        };
        if let Held::Coming(waiting) = self.held.replace(held) {
            for one in waiting {
                // A dropped request needs no answer.
                let _ = one.send(loaded.clone());
            }
        }
    }

    async fn get(&self) -> Loaded {
        let address = self.address.as_ref();
        let address =
            address.ok_or_else(|| sentence("this build of the app does not include it"))?;
        let packed = self.fetch(address).await.map_err(|why| sentence(&why))?;
        let plain = if packed.starts_with(gzip::MAGIC) {
            let plain = gzip::decompress(packed, LEXICON_BYTES).await;
            plain.map_err(|why| {
                sentence(match why {
                    GzipError::Unsupported => "this browser is too old to decompress it",
                    GzipError::Damaged | GzipError::TooLong => DAMAGED,
                })
            })?
        } else {
            packed
        };
        let lexicon = Lexicon::read(&plain).map_err(|_| sentence(DAMAGED))?;
        Ok(Arc::new(lexicon))
    }

    /// Downloads the file and reports progress.
    async fn fetch(&self, address: &str) -> Result<Vec<u8>, String> {
        let cancellation = Rc::new(Cancellation::new());
        let signal = cancellation.signal(LOAD_MS);
        let mut alarm = stall_alarm(&cancellation);
        (self.progress)(0, None);
        let request = Request::get(address).abort_signal(Some(&signal));
        let response = request.send().await.map_err(|_| AWAY.to_owned())?;
        if !response.ok() {
            return Err(format!(
                "its server responded with status {}",
                response.status()
            ));
        }
        let (pieces, length) = (ByteStream::new(response.body()), length(&response));
        let mut bytes = Vec::new();
        while pieces.append_to(&mut bytes).await.map_err(|_| AWAY)? {
            if bytes.len() > LEXICON_BYTES {
                return Err(DAMAGED.to_owned());
            }
            alarm = stall_alarm(&cancellation);
            let got = engine::count(bytes.len());
            // The header counts compressed bytes, so it says nothing if the browser decompresses.
            let all = length.filter(|_| bytes.starts_with(gzip::MAGIC));
            (self.progress)(got, all);
        }
        drop(alarm);
        Ok(bytes)
    }
}

const AWAY: &str = "its server did not respond, or the connection was lost";
const DAMAGED: &str = "the download was damaged";

/// Describes the error and its remedy, for the strategy's field.
fn sentence(why: &str) -> String {
    format!(
        "Could not load WordNet, which this strategy needs: {why}. Try again, or choose another strategy."
    )
}

/// Cancels the load unless it is dropped in time.
fn stall_alarm(cancellation: &Rc<Cancellation>) -> Timeout {
    let cancellation = Rc::clone(cancellation);
    Timeout::new(STALL_MS, move || cancellation.cancel())
}

fn length(response: &Response) -> Option<u32> {
    response.headers().get("content-length")?.parse().ok()
}
