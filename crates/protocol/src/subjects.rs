//! Defines the messages about topics of the Library, and about the judgments of their pages.
//!
//! The interface calls a subject a topic; in code, a topic is a node of a taxonomy. Each crawl belongs to one subject,
//! by its query until the person moves it. Judgments belong to a subject and a URL, so that they outlive the crawl.

use serde::{Deserialize, Serialize};
use types::judgment::Judgment;
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
    /// The time of its creation.
    pub created: Millis,
    /// The time of its deletion, which can be undone for a while.
    pub deleted: Option<Millis>,
}

impl Subject {
    /// Returns whether nothing belongs to the topic.
    pub fn is_empty(&self, judged: [u32; 3]) -> bool {
        self.crawls.is_empty() && self.notes.is_empty() && judged == [0; 3]
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
    /// Adds the crawls, judgments and notes of the topic with this id, which is erased.
    Merge(String),
    /// Deletes the topic with its crawls. They are erased when a worker starts a minute or more later.
    Delete,
    /// Restores the topic, and the crawls that were deleted with it.
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
    /// The time at which a revisit found its latest change.
    pub changed: Option<Millis>,
    /// The latest visit that was answered did not find it.
    pub is_gone: bool,
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
            changed: None,
            is_gone: false,
            visited: record.fetch.at,
        };
        for Visit { at, outcome, .. } in visits.iter().filter(|visit| visit.outcome != VisitOutcome::Failed) {
            page.visited = *at;
            page.is_gone = *outcome == VisitOutcome::Gone;
            page.last_seen = if page.is_gone { page.last_seen } else { *at };
            page.changed = if *outcome == VisitOutcome::Changed { Some(*at) } else { page.changed };
        }
        page
    }

    /// Adds what another crawl knows of the page.
    pub fn merge(&mut self, other: Self) {
        if other.visited >= self.visited {
            (self.visited, self.is_gone, self.title) = (other.visited, other.is_gone, other.title);
        }
        self.relevance = self.relevance.max(other.relevance);
        self.first_seen = self.first_seen.min(other.first_seen);
        self.last_seen = self.last_seen.max(other.last_seen);
        self.changed = self.changed.max(other.changed);
    }
}

/// The pages of a topic, and its judgments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SubjectPages {
    /// The pages, the most relevant first.
    pub pages: Vec<SubjectPage>,
    /// The judgments, by URL.
    pub judgments: Vec<(CanonicalUrl, Judgment)>,
}

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JudgmentsRequest {
    /// Requests the judgments of the topic of the crawl with this id; answered by [`JudgmentsEvent::Judgments`].
    Of(String),
    /// Saves the judgment of a page; an empty one is deleted.
    Judge {
        /// The id of the topic.
        subject: String,
        /// The page.
        url: CanonicalUrl,
        /// The judgment.
        judgment: Judgment,
    },
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
    },
    /// Judgments could not be read or saved; the cause and its remedy, as the end of a sentence.
    Failed(String),
}

#[cfg(test)]
mod tests {
    use super::*;

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
