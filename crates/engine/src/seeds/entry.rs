//! Describes a provider for people and programs.

use super::Provider;
use serde::{Deserialize, Serialize};

/// A provider's card in the list.
pub struct Entry {
    /// The stable name in messages.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// One or two sentences for people: what it does, and whom it asks.
    pub sentence: &'static str,
    /// The required inputs.
    pub needs: &'static [Need],
    /// The webs whose crawls can start at what it finds.
    pub webs: &'static [Web],
    /// The label of its address or text field, and an example; empty if it needs neither.
    pub field: (&'static str, &'static str),
    /// Makes one.
    pub(super) make: fn() -> Box<dyn Provider>,
}

/// Something that a person gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Need {
    /// The query of the crawl.
    Query,
    /// An address of its own.
    Address,
    /// A text.
    Text,
    /// A file.
    File,
}

/// A web that is crawled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Web {
    /// The web out there.
    Live,
    /// The web that is built in.
    Demo,
    /// A file of recorded pages.
    Recorded,
}

/// All webs.
pub(super) const ALL: &[Web] = &[Web::Live, Web::Demo, Web::Recorded];

/// An [`Entry`] as plain data, for the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// The stable name.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// One or two sentences for people.
    pub sentence: String,
    /// The required inputs.
    pub needs: Vec<Need>,
    /// The webs whose crawls can start at what it finds.
    pub webs: Vec<Web>,
    /// The label of its address or text field, and an example.
    pub field: (String, String),
}

impl Info {
    /// Returns true if it can be asked without another word of the person: it needs the query alone, and finds seeds for this web.
    pub fn is_ready_for(&self, web: Web) -> bool {
        self.needs == [Need::Query] && self.webs.contains(&web)
    }
}

impl From<&Entry> for Info {
    fn from(entry: &Entry) -> Self {
        let (title, example) = entry.field;
        Self {
            id: entry.id.to_owned(),
            title: entry.title.to_owned(),
            sentence: entry.sentence.to_owned(),
            needs: entry.needs.to_vec(),
            webs: entry.webs.to_vec(),
            field: (title.to_owned(), example.to_owned()),
        }
    }
}
