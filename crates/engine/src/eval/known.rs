//! What is known of a topic before any crawl: which pages are relevant, and what has to be read of them for the measures that were asked for.
//!
//! It is made once a topic and shared by all its crawls, so that all are judged by the same. A driver asks what is wanted
//! ([`Gathering::wants`]), brings what it can have ([`Gathering::read`]), and what could not be had leaves its measures out: they are then
//! not measured, rather than measured wrong. Left out on purpose: fetching.

use super::{Judged, Measure};
use crate::fetch::Answer;
use crate::url::CanonicalUrl;

/// Where what is known of a topic comes from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The pages known to be relevant.
    pub judged: Judged,
    /// The query.
    pub query: String,
    /// All seeds of the topic.
    pub seeds: Vec<CanonicalUrl>,
    /// Pages on the topic that a classifier may learn from.
    pub examples: Vec<CanonicalUrl>,
    /// Pages off the topic that it may learn from.
    pub others: Vec<CanonicalUrl>,
}

/// What is known of a topic, while it is brought together.
#[derive(Clone, Debug)]
pub struct Gathering {
    known: Known,
}

/// What is known of a topic.
#[derive(Clone, Debug)]
pub struct Known {
    pub(super) measures: Vec<Measure>,
    pub(super) judged: Judged,
}

impl Gathering {
    /// Of these sources for these measures.
    pub fn new(sources: Sources, measures: &[Measure]) -> Self {
        Self {
            known: Known {
                measures: measures.to_vec(),
                judged: sources.judged,
            },
        }
    }

    /// The pages whose words are wanted, each once.
    pub fn wants(&self) -> Vec<CanonicalUrl> {
        Vec::new()
    }

    /// Takes the words of a wanted page. What is no page, or is not wanted, changes nothing.
    pub fn read(&mut self, _url: &CanonicalUrl, _answer: &Answer) {}

    /// What is known by now.
    pub fn known(self) -> Known {
        self.known
    }
}

impl Known {
    /// What is known from addresses alone.
    pub fn of(judged: Judged, measures: &[Measure]) -> Self {
        let sources = Sources {
            judged,
            ..Sources::default()
        };
        Gathering::new(sources, measures).known()
    }

    /// The measures that were asked for.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The pages known to be relevant.
    pub fn judged(&self) -> &Judged {
        &self.judged
    }
}
