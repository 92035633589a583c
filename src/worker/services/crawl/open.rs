//! Opens a saved crawl; a crawl that another tab runs is followed until it is released.

use super::CrawlService;
use super::messages::opened;
use super::start::LateStrategy;
use crate::protocol::{DamagedRecords, Opened, Suspect, ToPage};
use crate::worker::crawl::driver::Driver;
use crate::worker::crawl::follower::ReadOnlyFollower;
use crate::worker::crawl::journal_writer::JournalWriter;
use crate::worker::crawl::restore::restore;
use crate::worker::crawl::timeline::Timeline;
use crate::worker::storage::crawl_store::LockedCrawl;
use crate::worker::storage::database::{CrawlCard, Database, SavedPart, Sequenced, StorageError};
use engine::crawl::Crawl;
use std::cell::Cell;
use std::rc::Rc;
use types::spec::StrategySpec;
use wasm_bindgen_futures::spawn_local;

impl CrawlService {
    /// Opens a saved crawl, and continues it unless it is to be `paused`. `suspects` are not fetched again.
    pub(crate) fn open(self: &Rc<Self>, id: String, suspects: Vec<Suspect>, paused: bool) {
        self.begin_request();
        let service = Rc::clone(self);
        let wanted = id.clone();
        let read = async move { service.read(&wanted).await };
        self.wait_for(read, move |service, read| match read {
            Ok((crawl, timeline, claimed)) => {
                let opened = Opened { plan: crawl.plan().clone(), ..opened(&claimed.kept.card, false) };
                let lacking = opened.lacking.clone();
                let (card, lost) = (claimed.kept.card.clone(), timeline.lost());
                let writer = JournalWriter::resume(claimed.into_lock(), &crawl);
                let driver = service.launch(crawl, &opened.source, Some(writer), timeline);
                service.context.send(&ToPage::Opened(Box::new(opened)));
                driver.leave_out(suspects);
                service.lack(&driver, lacking);
                if paused {
                    driver.pause_saved();
                }
                driver.continue_saved();
                service.switch_when_loaded(&driver);
                service.report_damage(card, lost);
            }
            Err(error) => service.context.send(&ToPage::NotOpened {
                id,
                is_missing: matches!(error, StorageError::NoSuchCrawl),
                message: error.to_string(),
            }),
        });
    }

    /// Tells the page how many records of an opened crawl cannot be read; `moments` is the number of those of its replay. The crawl goes on
    /// while the records of its pages are looked through.
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

    /// Sets the strategy to which the crawl switches as soon as its data are loaded.
    fn lack(&self, driver: &Driver, lacking: Option<StrategySpec>) {
        if let Some(spec) = lacking.filter(|_| !driver.has_finished()) {
            let problem = None;
            self.late_strategy.replace(Some(LateStrategy { spec, problem }));
            self.send_late_strategy(driver);
        }
    }

    /// Reads a crawl as soon as no other tab has it. Until then its pages are shown as the other tab saves them.
    async fn read(self: &Rc<Self>, id: &str) -> Result<(Crawl, Timeline, LockedCrawl), StorageError> {
        let request = self.latest.get();
        let is_ours = self.context.driver_of(id).is_some();
        if is_ours {
            // The current crawl is released as soon as all of it is saved.
            self.leave();
        }
        if let Some(claimed) = self.context.crawls.lock_crawl(id, is_ours).await? {
            return self.restored(claimed).await;
        }
        let store = self.context.store().await?;
        let card = store.card(id).await?;
        if self.latest.get() == request {
            // The page would take further batches of the current crawl for those of this one.
            self.leave();
            let opened = opened(&card, true);
            self.context.send(&ToPage::Opened(Box::new(opened)));
            self.report_damage(card.clone(), 0);
        }
        let is_waiting = Rc::new(Cell::new(true));
        self.follow(store, card.id, request, Rc::clone(&is_waiting));
        let claimed = self.context.crawls.lock_crawl(id, true).await;
        is_waiting.set(false);
        self.restored(claimed?.ok_or(StorageError::NoSuchCrawl)?).await
    }

    /// Follows a crawl of another worker while this one `is_waiting` for it and no other request was made.
    fn follow(self: &Rc<Self>, store: Rc<Database>, id: String, request: u32, is_waiting: Rc<Cell<bool>>) {
        let service = Rc::clone(self);
        spawn_local(async move {
            let is_wanted = || is_waiting.get() && service.latest.get() == request;
            let post = |message: &ToPage| service.context.send(message);
            ReadOnlyFollower::new(&store, &id).watch(is_wanted, post).await;
        });
    }

    async fn restored(&self, claimed: LockedCrawl) -> Result<(Crawl, Timeline, LockedCrawl), StorageError> {
        let card = &claimed.kept.card;
        if card.is_open() {
            let there = self.context.recording.check(&card.plan, &card.source);
            there.map_err(StorageError::Unreadable)?;
        }
        let assets = self.context.load_plan_assets(&card.plan).await;
        let assets = assets.map_err(StorageError::Unreadable)?;
        let crawl = restore(&claimed.kept, &assets, &*self.context.post()).await?;
        let moments = claimed.store.piece(SavedPart::Moments, &claimed.kept.card.id, 0, u32::MAX);
        // A crawl whose moments cannot be read has no replay, but can be opened. New ones have higher numbers.
        let unreadable = |_| vec![Sequenced { number: card.last, bytes: Vec::new() }];
        let moments = moments.await.unwrap_or_else(unreadable);
        Ok((crawl, Timeline::read(moments), claimed))
    }
}
