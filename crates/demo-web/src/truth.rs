//! Ground truth for tests and experiments: what each page is about, and how far it is from the pages worth finding.
//!
//! No strategy may see this: it is a type of its own, built explicitly from a web, that no crawl is handed.

use crate::DemoWeb;

/// What is true of a web's pages.
pub struct Truth;

impl Truth {
    /// Works out the truth of a web from its plans and its true link graph.
    #[must_use]
    pub fn of(_web: &DemoWeb) -> Self {
        Self
    }

    /// The id of the topic that the page is mainly about; `None` for general pages and unknown URLs.
    pub fn topic_of(&self, _url: &str) -> Option<&'static str> {
        None
    }

    /// True when the page is mainly about the topic.
    pub fn is_target(&self, topic: &str, url: &str) -> bool {
        self.topic_of(url) == Some(topic)
    }

    /// URLs of all targets of the topic, in a fixed order.
    pub fn targets(&self, _topic: &str) -> Vec<String> {
        Vec::new()
    }

    /// Links to follow from the page to the nearest target of the topic: 0 for a target, `None` where no path leads to one.
    pub fn distance(&self, _topic: &str, _url: &str) -> Option<u32> {
        None
    }
}
