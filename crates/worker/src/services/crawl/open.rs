//! Opens a saved crawl; a crawl that another tab runs is followed until it is released.

use super::CrawlService;
use super::start::LateStrategy;
use crate::crawl::follower::ReadOnlyFollower;
use crate::crawl::journal_writer::JournalWriter;
use crate::crawl::timeline::Timeline;
use crate::storage::crawl_store::LockedCrawl;
use crate::storage::database::{CrawlCard, SavedPart, Sequenced, StorageError};
use engine::crawl::Crawl;
use futures_util::future::{Either, select};
use protocol::{DamagedRecords, Opened, Suspect, ToPage};
use std::pin::pin;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// A saved crawl that was rebuilt, with the moments of its replay and its lock.
type Restored = (Crawl, Timeline, LockedCrawl);

impl CrawlService {
    /// Opens a saved crawl, and continues it unless it is to be `paused`. `suspects` are not fetched again.
    pub(crate) fn open(self: &Rc<Self>, id: String, suspects: Vec<Suspect>, paused: bool) {
        let service = Rc::clone(self);
        self.perform(async move {
            match service.read(&id).await {
                Ok(restored) => service.show(restored, suspects, paused),
                Err(error) => service.context.send(&ToPage::NotOpened {
                    id,
                    is_missing: matches!(error, StorageError::NoSuchCrawl),
                    message: error.to_string(),
                }),
            }
        });
    }

    fn show(self: &Rc<Self>, (crawl, timeline, locked): Restored, suspects: Vec<Suspect>, paused: bool) {
        let (card, lost) = (locked.kept.card.clone(), timeline.lost());
        let opened = Opened { plan: crawl.plan().clone(), ..opened(&card, false) };
        let writer = JournalWriter::resume(locked.into_lock(), &crawl);
        let driver = self.launch(crawl, &card.source, Some(writer), timeline);
        self.context.send(&ToPage::Opened(Box::new(opened)));
        driver.leave_out(suspects);
        if let Some(spec) = card.lacking.clone().filter(|_| !driver.has_finished()) {
            self.late_strategy.replace(Some(LateStrategy { spec, problem: None }));
            self.send_late_strategy(&driver);
        }
        if paused {
            driver.pause_saved();
        }
        driver.continue_saved();
        self.switch_when_loaded(&driver);
        self.report_damage(card, lost);
    }

    /// Tells the page how many records of an opened crawl cannot be read; `moments` is the number of those of its
    /// replay. The crawl goes on while the records of its pages are looked through.
    fn report_damage(self: &Rc<Self>, card: CrawlCard, moments: u64) {
        let service = Rc::clone(self);
        spawn_local(async move {
            let Ok(store) = service.context.store().await else {
                return;
            };
            let pages = store.each_page(&card.id, |_| ()).await;
            // After an error of the database, nothing tells how many there are.
            let pages = pages.map_or(card.pages, engine::count);
            let moments = u32::try_from(moments).unwrap_or(u32::MAX).min(card.pages);
            if pages > 0 || moments > 0 {
                let id = card.id;
                service.context.send(&ToPage::Damaged(DamagedRecords { id, pages, moments }));
            }
        });
    }

    /// Reads a crawl as soon as no other tab has it. Until then its pages are shown as the other tab saves them.
    async fn read(self: &Rc<Self>, id: &str) -> Result<Restored, StorageError> {
        let is_ours = self.context.driver_of(id).is_some();
        if is_ours {
            // The current crawl is released as soon as all of it is saved.
            self.leave();
        }
        if let Some(locked) = self.context.crawls.lock_crawl(id, is_ours).await? {
            return self.restored(locked).await;
        }
        let store = self.context.store().await?;
        let card = store.card(id).await?;
        // The page would take further batches of the current crawl for those of this one.
        self.leave();
        self.context.send(&ToPage::Opened(Box::new(opened(&card, true))));
        self.report_damage(card, 0);
        let follower =
            pin!(ReadOnlyFollower::new(&store, id).watch(|batch| self.context.send(&ToPage::Batch(Box::new(batch)))));
        let locked = match select(pin!(self.context.crawls.lock_crawl(id, true)), follower).await {
            Either::Left((locked, _)) => locked,
            Either::Right(((), lock)) => lock.await,
        };
        self.restored(locked?.ok_or(StorageError::NoSuchCrawl)?).await
    }

    async fn restored(&self, locked: LockedCrawl) -> Result<Restored, StorageError> {
        let card = &locked.kept.card;
        if card.is_open() {
            self.context.recording.check(&card.plan, &card.source).map_err(StorageError::Unreadable)?;
        }
        let crawl = self.context.rebuild(&locked.kept).await?;
        let moments = locked.store.piece(SavedPart::Moments, &card.id, 0, u32::MAX);
        // A crawl whose moments cannot be read has no replay, but can be opened. New ones have higher numbers.
        let unreadable = |_| vec![Sequenced { number: card.last, bytes: Vec::new() }];
        let moments = moments.await.unwrap_or_else(unreadable);
        Ok((crawl, Timeline::read(moments), locked))
    }
}

/// Returns the description of a saved crawl that is opened; `elsewhere` if another tab has it.
fn opened(card: &CrawlCard, elsewhere: bool) -> Opened {
    Opened {
        id: card.id.clone(),
        name: card.name.clone(),
        plan: card.plan.clone(),
        stay: !card.plan.scope.allow.is_empty(),
        source: card.source.clone(),
        first: card.steered.first.clone(),
        lacking: card.lacking.clone(),
        elsewhere,
    }
}
