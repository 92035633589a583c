//! Changes topics, and collects the pages of their crawls.

use super::{LibraryService, checked_name};
use crate::browser::clock::{self, Yielder};
use crate::services::judgments::{judgments_of, without_records};
use crate::storage::database::{CrawlCard, Destination, StorageError, kept_record};
use protocol::ToPage;
use protocol::subjects::{Findings, Subject, SubjectChange, SubjectPage, SubjectPages};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use types::limits::NOTE_CHARS;
use types::report::{FetchOutcome, Millis, PageRecord};
use types::revisit::Visit;
use types::sorting;
use types::text::cut;
use types::url::CanonicalUrl;

impl LibraryService {
    /// Changes a topic. The page gets the judgments of its crawl again if that belongs to another topic now.
    pub(super) async fn change_subject(&self, id: &str, change: SubjectChange) -> Result<(), StorageError> {
        let store = self.context.store().await?;
        match change {
            SubjectChange::Rename(name) => match checked_name(&name) {
                Some(name) => store.change_subject(id, |subject| subject.name = name).await,
                None => Ok(()),
            },
            SubjectChange::SetNotes(notes) => {
                store.change_subject(id, |subject| cut(&notes, NOTE_CHARS).clone_into(&mut subject.notes)).await
            }
            SubjectChange::AddCrawl(crawl) => self.move_crawl(crawl, Some(id)).await,
            SubjectChange::Split(crawl) => self.move_crawl(crawl, None).await,
            SubjectChange::Merge(from) => {
                let merged = store.subject(&from).await?;
                store.merge_subjects(&from, id, clock::now()).await?;
                self.send_judgments(&merged.crawls).await
            }
            SubjectChange::EndUpdate => self.end_update(id).await,
            SubjectChange::Delete => self.delete_subject(id).await,
            SubjectChange::Restore => self.restore_subject(id).await,
        }
    }

    /// Ends the update of a topic that is running, with the counts of its digest if all its crawls can be read.
    async fn end_update(&self, id: &str) -> Result<(), StorageError> {
        let (store, pages) = (self.context.store().await?, self.subject_pages(id).await.ok());
        let end = |subject: &mut Subject| {
            let began = subject.updates.last().map(|update| update.began);
            let found = began.zip(pages.as_ref());
            let found = found.map(|(began, pages)| Findings::count(&pages.pages, &(began..Millis::MAX)));
            subject.end_update(clock::now(), found);
        };
        store.change_subject(id, end).await
    }

    /// Moves a crawl to a topic, or to a new one with its name, with the judgments of its pages.
    async fn move_crawl(&self, crawl: String, into: Option<&str>) -> Result<(), StorageError> {
        let (store, now) = (self.context.store().await?, clock::now());
        let card = store.card(&crawl).await?;
        let (from, judgments) = store.judgments_of(&card, now).await?;
        let (mut pages, mut shared) = (BTreeSet::new(), BTreeSet::new());
        if !judgments.is_empty() {
            let subject = store.subject(&from).await?;
            self.each_page_of(&subject, |card, record, _| {
                let found = if card.id == crawl { &mut pages } else { &mut shared };
                found.insert(record.url);
            })
            .await?;
        }
        let into = into.map_or(Destination::New(&card.name), Destination::Known);
        store.move_crawl((&crawl, &card.plan.query), into, &pages, &shared, now).await?;
        self.send_judgments(&[crawl]).await
    }

    /// Sends the judgments of the crawl that the page shows, if it is one of these.
    async fn send_judgments(&self, crawls: &[String]) -> Result<(), StorageError> {
        if let Some(crawl) = crawls.iter().find(|crawl| self.context.driver_of(crawl).is_some()) {
            let event = judgments_of(&self.context, crawl.clone()).await?;
            self.context.send(&ToPage::Judgments(Box::new(event)));
        }
        Ok(())
    }

    /// Marks a topic and its crawls as deleted at the same time, by which a restoration finds them. If one of them
    /// cannot be deleted, none is.
    async fn delete_subject(&self, id: &str) -> Result<(), StorageError> {
        let store = self.context.store().await?;
        let (subject, now) = (store.subject(id).await?, clock::now());
        let cards = self.cards_of(&subject).await?;
        let deleted = async {
            for card in &cards {
                // The judgments go with the topic, and need no records.
                self.pause(&card.id);
                self.change(&card.id, |card| card.deleted = Some(now), false).await?;
            }
            store.change_subject(id, |subject| subject.deleted = Some(now)).await
        };
        let deleted = deleted.await;
        if deleted.is_err() {
            for card in &cards {
                // The first error is reported.
                let _ = self.change(&card.id, |card| card.deleted = None, false).await;
            }
        }
        deleted
    }

    async fn restore_subject(&self, id: &str) -> Result<(), StorageError> {
        let store = self.context.store().await?;
        let subject = store.subject(id).await?;
        if let Some(merge) = subject.merged {
            store.undo_merge(id).await?;
            return self.send_judgments(&merge.crawls).await;
        }
        for crawl in &subject.crawls {
            match store.card(crawl).await {
                Ok(card) if card.deleted == subject.deleted => {
                    self.change(crawl, |card| card.deleted = None, false).await?;
                }
                Ok(_) | Err(StorageError::NoSuchCrawl | StorageError::Unreadable(_)) => {}
                Err(error) => return Err(error),
            }
        }
        store.change_subject(id, |subject| subject.deleted = None).await
    }

    /// Returns the pages of a topic that were read, each once, and its judgments. Of deleted crawls it has the judged
    /// pages.
    pub(super) async fn subject_pages(&self, id: &str) -> Result<SubjectPages, StorageError> {
        let store = self.context.store().await?;
        let subject = store.subject(id).await?;
        let (mut pages, mut gone) = (BTreeMap::<CanonicalUrl, SubjectPage>::new(), Vec::new());
        let take = |card: &CrawlCard, record: PageRecord, visits: &[Visit]| {
            if card.has_found_gone(&record) {
                return gone.push((record.fetch.at, record.url));
            }
            // Pages with `noindex` are not listed.
            if record.outcome != FetchOutcome::Read {
                return;
            }
            let page = SubjectPage::new(&record, visits);
            match pages.entry(record.url) {
                Entry::Occupied(mut known) => known.get_mut().merge(page),
                Entry::Vacant(free) => drop(free.insert(page)),
            }
        };
        let unreadable = self.each_page_of(&subject, take).await?;
        let judgments = store.judgments(id).await?;
        for record in judgments.values().filter_map(kept_record) {
            pages.entry(record.url.clone()).or_insert_with(|| SubjectPage::new(&record, &[]));
        }
        gone.sort();
        for (at, url) in gone {
            pages.entry(url).and_modify(|page| page.mark_gone(at));
        }
        let mut pages: Vec<SubjectPage> = pages.into_values().collect();
        sorting::sort_by(&mut pages, |one, other| {
            other.relevance.total_cmp(&one.relevance).then_with(|| one.url.cmp(&other.url))
        });
        Ok(SubjectPages { pages, judgments: without_records(judgments), unreadable })
    }

    /// Calls a function with each page of a topic's crawls, and its visits after the crawl. Returns the number of
    /// unreadable records.
    pub(super) async fn each_page_of(
        &self,
        subject: &Subject,
        mut take: impl FnMut(&CrawlCard, PageRecord, &[Visit]),
    ) -> Result<usize, StorageError> {
        let (store, yielder, mut unreadable) = (self.context.store().await?, Yielder::new(), 0);
        for card in self.cards_of(subject).await? {
            let histories: BTreeMap<u32, _> = store.histories(&card.id).await?.1.into_iter().collect();
            let take = |record: PageRecord| {
                let history = histories.get(&record.n);
                take(&card, record, history.map(|history| history.visits.as_slice()).unwrap_or_default());
            };
            unreadable += store.each_page(&card.id, take).await?;
            yielder.yield_now().await;
        }
        Ok(unreadable)
    }
}
