//! Taking up a crawl that is kept; one that another tab has is shown until it is free.

use super::Session;
use super::telling::opened;
use crate::protocol::{Opened, Suspect, ToPage};
use crate::worker::onlooker::Onlooker;
use crate::worker::shelf::Taken;
use crate::worker::store::{Store, StoreError};
use engine::crawl::Crawl;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

impl Session {
    /// Takes up a crawl that is kept.
    pub(super) fn open(self: &Rc<Self>, id: String, suspects: Vec<Suspect>) {
        let session = Rc::clone(self);
        let wanted = id.clone();
        let read = async move { session.read(&wanted).await };
        self.wait_for(read, move |session, read| match read {
            Ok((crawl, taken)) => {
                let opened = Opened {
                    plan: crawl.plan().clone(),
                    ..opened(&taken.kept.card, false)
                };
                let keeper = taken.keeper(&crawl);
                let driver = session.launch(crawl, &opened.source, Some(keeper));
                (session.post)(&ToPage::Opened(Box::new(opened)));
                driver.take_up(suspects);
            }
            Err(error) => (session.post)(&ToPage::NotOpened {
                id,
                code: error.code().to_owned(),
                message: error.to_string(),
            }),
        });
    }

    /// Reads a crawl as soon as no other tab is at it; until then its pages are shown as they are kept, in the place of the crawl
    /// that was here.
    async fn read(self: &Rc<Self>, id: &str) -> Result<(Crawl, Taken), StoreError> {
        let order = self.starts.get();
        let driver = self.driver.borrow().clone();
        let is_ours = driver.is_some_and(|driver| driver.keeper_of(id).is_some());
        if is_ours {
            // It lets go as soon as all of it is kept.
            self.leave();
        }
        if let Some(taken) = self.shelf.take(id, is_ours).await? {
            return self.rebuilt(taken).await;
        }
        let store = self.shelf.store().await?;
        let card = store.card(id).await?;
        if self.starts.get() == order {
            // Whatever that one said from now on would be taken for news of this one.
            self.leave();
            (self.post)(&ToPage::Opened(Box::new(opened(&card, true))));
        }
        let is_waiting = Rc::new(Cell::new(true));
        self.look_on(store, card.id, order, Rc::clone(&is_waiting));
        let taken = self.shelf.take(id, true).await;
        is_waiting.set(false);
        self.rebuilt(taken?.ok_or(StoreError::NoSuchCrawl)?).await
    }

    /// Shows a crawl that another worker has for as long as it `is_waiting` for it and nothing else was ordered.
    fn look_on(
        self: &Rc<Self>,
        store: Rc<Store>,
        id: String,
        order: u32,
        is_waiting: Rc<Cell<bool>>,
    ) {
        let session = Rc::clone(self);
        spawn_local(async move {
            let is_wanted = || is_waiting.get() && session.starts.get() == order;
            let post = |message: &ToPage| (session.post)(message);
            Onlooker::new(&store, &id).watch(is_wanted, post).await;
        });
    }

    async fn rebuilt(self: &Rc<Self>, taken: Taken) -> Result<(Crawl, Taken), StoreError> {
        let card = &taken.kept.card;
        if card.is_open() {
            let there = self.is_recording_there(&card.plan, &card.source);
            there.map_err(StoreError::Unreadable)?;
        }
        let assets = self.library.assets([&*card.plan.strategy]).await;
        let assets = assets.map_err(StoreError::Unreadable)?;
        Ok((taken.kept.crawl(&assets)?, taken))
    }
}
