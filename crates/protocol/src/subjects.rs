//! Defines the messages about topics of the Library, and about the judgments of their pages.
//!
//! The interface calls a subject a topic; in code, a topic is a node of a taxonomy. Each crawl belongs to one subject,
//! by its query until the person moves it. Judgments belong to a subject and a URL, so that they outlive the crawl.

use serde::{Deserialize, Serialize};
use std::ops::Range;
use types::judgment::{Judgment, JudgmentChange};
use types::report::{Millis, PageRecord};
use types::revisit::{Visit, VisitOutcome};
use types::url::CanonicalUrl;

/// A topic of the Library.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Subject {
    /// Its id.
    pub id: String,
    /// The name, initially that of its first crawl.
    pub name: String,
    /// The queries whose crawls belong to it.
    pub queries: Vec<String>,
    /// The ids of its crawls, some of which may be erased.
    pub crawls: Vec<String>,
    /// The person's notes.
    pub notes: String,
    /// The id of the model that was trained on its judgments last.
    pub model: Option<String>,
    /// Its latest updates, at most [`UPDATES`], the latest last.
    pub updates: Vec<SubjectUpdate>,
    /// The merge that emptied the topic and can be undone.
    pub merged: Option<Merge>,
    /// The time of its creation.
    pub created: Millis,
    /// The time of its deletion, which can be undone for a while.
    pub deleted: Option<Millis>,
}

/// The most updates of a topic that have a digest.
pub const UPDATES: usize = 20;

/// The default number of pages that an update of a topic requests.
pub const UPDATE_PAGES: u32 = 100;

/// An update of a topic, which continues what was not finished, revisits pages, and crawls on from the best ones.
///
/// Its digest is not stored, except for the counts at its end: it has what was found since the update began, until the
/// next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubjectUpdate {
    /// The time of its start.
    pub began: Millis,
    /// The time of its end; `None` if it was interrupted or is running.
    pub ended: Option<Millis>,
    /// The counts of its digest at its end.
    pub found: Option<Findings>,
}

/// The number of pages of each list of a digest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// Pages that were first seen.
    pub new: u32,
    /// Known pages that have changed.
    pub changed: u32,
    /// Pages that are gone since then.
    pub gone: u32,
}

impl Findings {
    /// Counts the pages that were found in a span of time.
    pub fn count(pages: &[SubjectPage], span: &Range<Millis>) -> Self {
        let with = |passes: fn(&SubjectPage, &Range<Millis>) -> bool| {
            types::count(pages.iter().filter(|page| passes(page, span)).count())
        };
        Self {
            new: with(SubjectPage::is_new_in),
            changed: with(SubjectPage::is_changed_in),
            gone: with(SubjectPage::is_gone_in),
        }
    }
}

/// The merge of a topic into another one, with what undoes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Merge {
    /// The id of the other topic.
    pub into: String,
    /// The crawls that were moved.
    pub crawls: Vec<String>,
    /// The queries that the other topic did not have.
    pub queries: Vec<String>,
    /// The earlier notes of the other topic.
    pub notes: String,
    /// The earlier model of the other topic.
    pub model: Option<String>,
    /// The earlier judgments in the other topic that were replaced; empty ones if it had none.
    pub judgments: Vec<(CanonicalUrl, Judgment)>,
}

impl Subject {
    /// Returns whether nothing belongs to the topic except for judgments, and nothing can be restored.
    pub fn is_empty(&self) -> bool {
        self.crawls.is_empty() && self.notes.is_empty() && self.merged.is_none() && self.model.is_none()
    }

    /// Begins an update, or continues the latest one if that has not ended. Returns the time of its start.
    pub fn begin_update(&mut self, now: Millis) -> Millis {
        if let Some(SubjectUpdate { began, ended: None, .. }) = self.updates.last() {
            return *began;
        }
        self.updates.push(SubjectUpdate { began: now, ended: None, found: None });
        self.updates.drain(..self.updates.len().saturating_sub(UPDATES));
        now
    }

    /// Ends the update that is running, with what it has found.
    pub fn end_update(&mut self, now: Millis, found: Option<Findings>) {
        if let Some(update) = self.updates.last_mut().filter(|update| update.ended.is_none()) {
            (update.ended, update.found) = (Some(now), found);
        }
    }

    /// Returns whether the latest update was interrupted, or is running.
    pub fn is_updating(&self) -> bool {
        self.updates.last().is_some_and(|update| update.ended.is_none())
    }

    /// Returns whether a new crawl with this query, or without one and with this name, belongs to the topic.
    pub fn covers(&self, query: &str, name: &str) -> bool {
        if self.deleted.is_some() {
            return false;
        }
        let query = normalized(query);
        if query.is_empty() {
            return self.queries.is_empty() && normalized(&self.name) == normalized(name);
        }
        self.queries.iter().any(|known| normalized(known) == query)
    }

    /// Adds a crawl with a query, which may be empty.
    pub fn add(&mut self, crawl: &str, query: &str) {
        if !self.crawls.iter().any(|known| known == crawl) {
            self.crawls.push(crawl.to_owned());
        }
        self.add_query(query);
    }

    /// Removes a query, whatever its capitals and spaces.
    pub fn remove_query(&mut self, query: &str) {
        self.queries.retain(|known| normalized(known) != normalized(query));
    }

    /// Adds a query, unless it is empty or known.
    pub fn add_query(&mut self, query: &str) {
        let query = query.trim();
        if !query.is_empty() && !self.queries.iter().any(|known| normalized(known) == normalized(query)) {
            self.queries.push(query.to_owned());
        }
    }
}

/// Returns a query in lower case, with its words separated by one space.
fn normalized(query: &str) -> String {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

/// A topic in the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SubjectSummary {
    /// The topic.
    pub subject: Subject,
    /// The number of kept, later and discarded pages, in the order of
    /// [`ALL`](types::judgment::JudgmentState::ALL).
    pub judged: [u32; 3],
}

/// A change of a topic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SubjectChange {
    /// Sets the name; one without a letter or digit changes nothing.
    Rename(String),
    /// Sets the notes.
    SetNotes(String),
    /// Moves the crawl with this id to the topic. Later crawls with its query belong to the topic, too.
    AddCrawl(String),
    /// Moves the crawl with this id from the topic to a new one with the crawl's name, likewise.
    Split(String),
    /// Adds the crawls, judgments and notes of the topic with this id, which is deleted.
    Merge(String),
    /// Ends its update.
    EndUpdate,
    /// Deletes the topic with its crawls. They are erased when a worker starts a minute or more later.
    Delete,
    /// Restores the topic, and the crawls that were deleted with it or that another topic got by a merge.
    Restore,
}

/// A page of a topic, however many of its crawls contain it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SubjectPage {
    /// Its URL.
    pub url: CanonicalUrl,
    /// Its title; empty if there is none.
    pub title: String,
    /// Its highest relevance in a crawl, in 0..=1.
    pub relevance: f64,
    /// The time of its first visit.
    pub first_seen: Millis,
    /// The time of its latest successful visit.
    pub last_seen: Millis,
    /// The times at which revisits found changes, in order.
    pub changes: Vec<Millis>,
    /// The time since which no visit that was answered has found it.
    pub gone: Option<Millis>,
    /// The time of the latest visit that was answered.
    pub visited: Millis,
}

impl SubjectPage {
    /// Creates the page of a record that was read, with its visits since.
    pub fn new(record: &PageRecord, visits: &[Visit]) -> Self {
        let mut page = Self {
            url: record.url.clone(),
            title: record.text.title.clone(),
            relevance: record.relevance,
            first_seen: record.fetch.at,
            last_seen: record.fetch.at,
            changes: Vec::new(),
            gone: None,
            visited: record.fetch.at,
        };
        page.follow(visits);
        page
    }

    /// Adds later visits.
    fn follow(&mut self, visits: &[Visit]) {
        for Visit { found, outcome, .. } in visits.iter().filter(|visit| visit.outcome != VisitOutcome::Failed) {
            self.visited = *found;
            if *outcome == VisitOutcome::Gone {
                self.gone.get_or_insert(*found);
                continue;
            }
            (self.gone, self.last_seen) = (None, *found);
            self.changes.extend((*outcome == VisitOutcome::Changed).then_some(*found));
        }
    }

    /// Adds the time at which another crawl found the page gone.
    pub fn mark_gone(&mut self, at: Millis) {
        if at >= self.visited {
            self.visited = at;
            self.gone.get_or_insert(at);
        }
    }

    /// Returns whether the page was first seen in a span of time.
    pub fn is_new_in(&self, span: &Range<Millis>) -> bool {
        span.contains(&self.first_seen)
    }

    /// Returns whether the page was known before a span of time, and has changed in it.
    pub fn is_changed_in(&self, span: &Range<Millis>) -> bool {
        !self.is_new_in(span) && self.changes.iter().any(|at| span.contains(at))
    }

    /// Returns whether the page is gone since a span of time.
    pub fn is_gone_in(&self, span: &Range<Millis>) -> bool {
        self.gone.is_some_and(|at| span.contains(&at))
    }

    /// Adds what another crawl knows of the page.
    pub fn merge(&mut self, other: Self) {
        if other.visited >= self.visited {
            (self.visited, self.gone, self.title) = (other.visited, other.gone, other.title);
        }
        self.relevance = self.relevance.max(other.relevance);
        self.first_seen = self.first_seen.min(other.first_seen);
        self.last_seen = self.last_seen.max(other.last_seen);
        self.changes.extend(other.changes);
        self.changes.sort_unstable();
    }
}

/// The pages of a topic, and its judgments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SubjectPages {
    /// The pages, the most relevant first.
    pub pages: Vec<SubjectPage>,
    /// The judgments, by URL.
    pub judgments: Vec<(CanonicalUrl, Judgment)>,
    /// The number of damaged records of pages, which are left out.
    pub unreadable: usize,
}

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JudgmentsRequest {
    /// Requests the judgments of the topic of the crawl with this id; answered by [`JudgmentsEvent::Judgments`].
    Of(String),
    /// Changes the judgment of a page.
    Judge(JudgmentEdit),
}

/// A change of the judgment of a page. Changes by several tabs are all kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgmentEdit {
    /// The id of the topic.
    pub subject: String,
    /// The page.
    pub url: CanonicalUrl,
    /// The change.
    pub change: JudgmentChange,
    /// The time of the change.
    pub at: Millis,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JudgmentsEvent {
    /// The judgments of the topic of a crawl.
    Judgments {
        /// The id of the crawl.
        crawl: String,
        /// The id of the topic.
        subject: String,
        /// The judgments, by URL.
        judgments: Vec<(CanonicalUrl, Judgment)>,
        /// The numbers of the crawl's pages that a revisit found gone.
        gone: Vec<u32>,
    },
    /// Judgments could not be read; the cause and its remedy, as the end of a sentence.
    Failed(String),
    /// Judgments could not be saved; the cause and its remedy, as the end of a sentence.
    Unsaved(String),
    /// All judgments are saved, after some could not be.
    Saved,
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::report::Validators;

    #[test]
    fn an_interrupted_update_goes_on_and_only_the_latest_are_kept() {
        let mut subject = Subject::default();
        assert_eq!((subject.begin_update(5), subject.begin_update(6)), (5, 5));
        assert!(subject.is_updating());
        let found = Findings { new: 2, ..Findings::default() };
        subject.end_update(8, Some(found));
        subject.end_update(9, None);
        assert_eq!(subject.updates, [SubjectUpdate { began: 5, ended: Some(8), found: Some(found) }]);
        for now in 10..40 {
            subject.begin_update(now);
            subject.end_update(now, Some(found));
        }
        assert_eq!((subject.updates.len(), subject.updates[0].began, subject.is_updating()), (UPDATES, 20, false));
    }

    fn visit(found: Millis, outcome: VisitOutcome) -> Visit {
        Visit { at: found, found, outcome, validators: Validators::default() }
    }

    /// Returns a page that was first seen at 1, with later visits.
    fn page(visits: &[Visit]) -> SubjectPage {
        let mut page = SubjectPage {
            url: CanonicalUrl::try_from("http://a.test/".to_owned()).expect("a URL"),
            title: String::new(),
            relevance: 0.0,
            first_seen: 1,
            last_seen: 1,
            changes: Vec::new(),
            gone: None,
            visited: 1,
        };
        page.follow(visits);
        page
    }

    #[test]
    fn a_page_counts_as_new_or_changed_and_as_gone_since_an_update() {
        let pages = [
            page(&[]),
            page(&[visit(2, VisitOutcome::Changed)]),
            page(&[visit(2, VisitOutcome::Changed), visit(3, VisitOutcome::Gone)]),
        ];
        let found = |new, changed, gone| Findings { new, changed, gone };
        assert_eq!(Findings::count(&pages, &(1..Millis::MAX)), found(3, 0, 1));
        assert_eq!(Findings::count(&pages, &(2..Millis::MAX)), found(0, 2, 1));
        assert_eq!(Findings::count(&pages, &(2..3)), found(0, 2, 0));
    }

    #[test]
    fn a_page_is_gone_until_a_visit_finds_it_again() {
        let visits = [
            visit(2, VisitOutcome::Changed),
            visit(3, VisitOutcome::Gone),
            visit(4, VisitOutcome::Gone),
            visit(5, VisitOutcome::Failed),
            visit(6, VisitOutcome::Changed),
        ];
        let gone = page(&visits[..4]);
        assert_eq!((gone.gone, gone.last_seen, gone.visited), (Some(3), 2, 4));
        let back = page(&visits);
        assert_eq!((back.gone, back.last_seen, back.changes.clone()), (None, 6, vec![2, 6]));
        let mut merged = gone;
        merged.merge(page(&[visit(9, VisitOutcome::Changed)]));
        assert_eq!((merged.gone, merged.last_seen, merged.changes.clone()), (None, 9, vec![2, 9]));
        for at in [8, 12, 14] {
            merged.mark_gone(at);
        }
        assert_eq!((merged.gone, merged.last_seen, merged.visited), (Some(12), 9, 14));
    }

    #[test]
    fn a_crawl_belongs_to_the_topic_of_its_normalized_query() {
        let mut subject = Subject { name: "Foxes".to_owned(), ..Subject::default() };
        assert!(subject.covers("", "foxes") && !subject.covers("red foxes", "Foxes"));
        subject.add("a", " red foxes ");
        subject.add("b", "Red  FOXES");
        assert_eq!((subject.crawls.len(), subject.queries.len()), (2, 1));
        assert!(subject.covers("RED foxes", "other") && !subject.covers("", "Foxes"));
        subject.deleted = Some(1);
        assert!(!subject.covers("red foxes", "Foxes"));
    }
}
