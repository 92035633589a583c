//! Finds seeds: carries out the searches of [`engine::seeds`] by the person's chosen source, all providers of a quest side by side.
//!
//! A search is bounded in time as in requests, and ends at once when another quest comes. It goes beside a crawl that runs and takes nothing
//! from it. Left out on purpose: what is asked and how answers are read, which is the engine's.

mod kept;
mod quest;

use super::fetch::Fetcher;
use super::librarian::Librarian;
use crate::protocol::seeds::{Quest, SeedsNews, SeedsOrder, Unfound};
use crate::protocol::{Source, ToPage};
use demo_web::DemoWeb;
use engine::limits::BOOKMARK_BYTES;
use engine::seeds::{Findings, SeedsError, Wanted};
use js_sys::Uint8Array;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;

/// Finds seeds for one page of the app.
pub(super) struct Seeker {
    librarian: Rc<Librarian>,
    demo: Rc<DemoWeb>,
    post: Rc<dyn Fn(&ToPage)>,
    /// The number of the quest that is wanted; answers to others are void.
    latest: Cell<u32>,
    /// Providers of it that have not answered.
    left: Cell<u32>,
    /// What its searches fetch by.
    fetchers: RefCell<Vec<Rc<Fetcher>>>,
}

impl Seeker {
    pub(super) fn new(
        librarian: &Rc<Librarian>,
        demo: &Rc<DemoWeb>,
        post: &Rc<dyn Fn(&ToPage)>,
    ) -> Rc<Self> {
        Rc::new(Self {
            librarian: Rc::clone(librarian),
            demo: Rc::clone(demo),
            post: Rc::clone(post),
            latest: Cell::new(0),
            left: Cell::new(0),
            fetchers: RefCell::default(),
        })
    }

    /// Carries out an order; each search gets a fetcher of its own.
    pub(super) fn obey(self: &Rc<Self>, order: SeedsOrder, fetcher: impl Fn(&Source) -> Fetcher) {
        self.stop();
        let (quest, file) = match order {
            SeedsOrder::Find(quest) => (quest, None),
            SeedsOrder::FindInFile { quest, file } => (quest, Some(file)),
            SeedsOrder::Stop => return,
        };
        self.latest.set(quest.number);
        let count = u32::try_from(quest.providers.len()).unwrap_or(u32::MAX);
        self.left.set(count);
        for provider in quest.providers.clone() {
            let fetcher = Rc::new(fetcher(&quest.source));
            self.fetchers.borrow_mut().push(Rc::clone(&fetcher));
            let (seeker, quest, file) = (Rc::clone(self), quest.clone(), file.clone());
            spawn_local(async move {
                let found = seeker.find(&provider, &quest, file, &fetcher).await;
                seeker.tell(quest.number, provider, found);
            });
        }
    }

    /// Ends the quest that is under way, without a word.
    fn stop(&self) {
        self.latest.set(0);
        for fetcher in self.fetchers.take() {
            fetcher.abort();
        }
    }

    fn is_wanted(&self, number: u32) -> bool {
        self.latest.get() == number
    }

    fn tell(&self, number: u32, provider: String, found: Result<Findings, SeedsError>) {
        if !self.is_wanted(number) {
            return;
        }
        self.left.set(self.left.get().saturating_sub(1));
        let unfound = |error: SeedsError| Unfound {
            code: error.code().to_owned(),
            message: error.to_string(),
        };
        (self.post)(&ToPage::Seeds(Box::new(SeedsNews {
            number,
            provider,
            found: found.map_err(unfound),
            left: self.left.get(),
        })));
    }

    async fn find(
        &self,
        provider: &str,
        quest: &Quest,
        file: Option<Blob>,
        fetcher: &Rc<Fetcher>,
    ) -> Result<Findings, SeedsError> {
        let entry = engine::seeds::find(provider);
        let entry = entry.ok_or_else(|| SeedsError::Unknown(provider.to_owned()))?;
        let wanted = Wanted {
            query: quest.query.clone(),
            address: quest.address.clone(),
            text: quest.text.clone(),
            file: match file {
                Some(file) => read(&file).await?,
                None => Vec::new(),
            },
        };
        self.search(entry, &wanted, quest, fetcher).await
    }
}

/// The bytes of a file, one more than are read where it is longer.
async fn read(file: &Blob) -> Result<Vec<u8>, SeedsError> {
    let most = BOOKMARK_BYTES + 1;
    let head = file.slice_with_f64_and_f64(0.0, most as f64);
    let head = head.unwrap_or_else(|_| file.clone());
    let buffer = JsFuture::from(head.array_buffer()).await;
    let buffer = buffer.map_err(|_| SeedsError::Unreached {
        code: "file".to_owned(),
        message: "The file cannot be read: choose it again.".to_owned(),
    })?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
