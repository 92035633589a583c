//! The lexicon's way into the worker: fetched once, when something first needs it, unpacked, read, and kept for the worker's life.
//!
//! All who ask while it loads wait for one load. A load that failed leaves nothing behind: whoever asks next begins anew. The file's
//! name holds a digest of its content, so a new build never reads an old lexicon from a cache; what is damaged on its way is told by the
//! file's own checksum. Some servers say that the file is content-coded, and then the browser unpacks it: its first bytes tell.
//! Left out on purpose: storing it, which the browser's cache does.

use super::fetch::lifeline::Lifeline;
use super::fetch::stream::Pieces;
use super::pack::{self, Unpacking};
use engine::lexicon::Lexicon;
use engine::limits::LEXICON_BYTES;
use engine::strategy::{self, Assets};
use futures_channel::oneshot;
use gloo_net::http::{Request, Response};
use gloo_timers::callback::Timeout;
use js_sys::Reflect;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

/// Milliseconds without a byte after which a load is given up.
const STALL_MS: u32 = 30_000;
/// Milliseconds that a load may take in all: a megabyte at two kilobytes a second.
const LOAD_MS: u32 = 600_000;

/// The lexicon, or why it is not there and what to do, in a sentence.
type Loaded = Result<Arc<Lexicon>, String>;

/// Told of a load's progress: bytes so far and, where that is known, in all.
type Tell = Rc<dyn Fn(u32, Option<u32>)>;

/// The one place where the worker keeps the lexicon.
pub struct Library {
    address: Option<String>,
    tell: Tell,
    held: RefCell<Held>,
}

enum Held {
    Nothing,
    /// Those who wait for the load that is under way.
    Coming(Vec<oneshot::Sender<Loaded>>),
    There(Arc<Lexicon>),
}

/// Where the lexicon is: the worker's loader says it.
pub fn address() -> Option<String> {
    let name = JsValue::from_str("salticidLexicon");
    Reflect::get(&js_sys::global(), &name).ok()?.as_string()
}

impl Library {
    /// A place for the lexicon at `address`; none where the build has none.
    pub fn new(address: Option<String>, tell: Tell) -> Rc<Self> {
        Rc::new(Self {
            address,
            tell,
            held: RefCell::new(Held::Nothing),
        })
    }

    /// The lexicon, if it is here.
    pub fn lexicon(&self) -> Option<Arc<Lexicon>> {
        match &*self.held.borrow() {
            Held::There(lexicon) => Some(Arc::clone(lexicon)),
            _ => None,
        }
    }

    /// The lexicon, as soon as it is here.
    pub async fn load(self: &Rc<Self>) -> Loaded {
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
            .unwrap_or_else(|_| Err(sentence("its load was given up")))
    }

    /// What strategies of these ids need beside pages: the lexicon, loaded where one of them needs it.
    pub async fn assets<'a>(
        self: &Rc<Self>,
        strategies: impl IntoIterator<Item = &'a str>,
    ) -> Result<Assets, String> {
        let needs = |id| strategy::find(id).is_some_and(|entry| entry.needs.lexicon);
        if strategies.into_iter().any(needs) {
            self.load().await?;
        }
        Ok(Assets {
            lexicon: self.lexicon(),
        })
    }

    /// Ends a load: tells all who wait for it.
    fn put(&self, loaded: &Loaded) {
        let held = match loaded {
            Ok(lexicon) => Held::There(Arc::clone(lexicon)),
            Err(_) => Held::Nothing,
        };
        if let Held::Coming(waiting) = self.held.replace(held) {
            for one in waiting {
                // Whoever no longer waits needs no answer.
                let _ = one.send(loaded.clone());
            }
        }
    }

    async fn get(&self) -> Loaded {
        let address = self.address.as_ref();
        let address =
            address.ok_or_else(|| sentence("this build of the app was made without it"))?;
        let packed = self.fetch(address).await.map_err(|why| sentence(&why))?;
        let plain = if packed.starts_with(pack::GZIP) {
            let plain = pack::gunzip(packed, LEXICON_BYTES).await;
            plain.map_err(|why| {
                sentence(match why {
                    Unpacking::TooOld => "this browser is too old to unpack it",
                    Unpacking::Damaged => DAMAGED,
                })
            })?
        } else {
            packed
        };
        let lexicon = Lexicon::read(&plain).map_err(|_| sentence(DAMAGED))?;
        Ok(Arc::new(lexicon))
    }

    /// The bytes as they come, with progress told at the beginning and at every piece.
    async fn fetch(&self, address: &str) -> Result<Vec<u8>, String> {
        let lifeline = Rc::new(Lifeline::new());
        let signal = lifeline.signal(LOAD_MS);
        let mut alarm = stall_alarm(&lifeline);
        (self.tell)(0, None);
        let request = Request::get(address).abort_signal(Some(&signal));
        let response = request.send().await.map_err(|_| AWAY.to_owned())?;
        if !response.ok() {
            return Err(format!(
                "its server answered with status {}",
                response.status()
            ));
        }
        let (pieces, length) = (Pieces::of(response.body()), length(&response));
        let mut bytes = Vec::new();
        while pieces.append_to(&mut bytes).await.map_err(|_| AWAY)? {
            if bytes.len() > LEXICON_BYTES {
                return Err(DAMAGED.to_owned());
            }
            alarm = stall_alarm(&lifeline);
            let got = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            // The header counts packed bytes: it says nothing of a body that the browser unpacks.
            let all = length.filter(|_| bytes.starts_with(pack::GZIP));
            (self.tell)(got, all);
        }
        drop(alarm);
        Ok(bytes)
    }
}

const AWAY: &str = "its server does not answer, or broke off";
const DAMAGED: &str = "it came damaged or cut off";

/// What is wrong and what to do. The words fit beside the strategy's field, for a start and for related words alike.
fn sentence(why: &str) -> String {
    format!(
        "WordNet, which this strategy needs, could not be loaded: {why}. Try again, or choose a strategy that does without."
    )
}

/// Cuts the line unless it is dropped in time.
fn stall_alarm(lifeline: &Rc<Lifeline>) -> Timeout {
    let lifeline = Rc::clone(lifeline);
    Timeout::new(STALL_MS, move || lifeline.cut())
}

fn length(response: &Response) -> Option<u32> {
    response.headers().get("content-length")?.parse().ok()
}
