//! The description of a provider for interface and programs.

use super::Provider;
use super::services::Service;
use types::seeds::{Need, ProviderInfo, Web};

/// The implementation of a provider.
#[derive(Clone, Copy)]
pub(super) enum Make {
    /// A service that one request asks, described by data.
    Service(&'static Service),
    /// The constructor of another provider.
    Provider(fn() -> Box<dyn Provider>),
}

/// The entry that a provider's file declares.
pub(super) type Declaration = Entry<Make>;

/// The entry of a provider in the list. It has no implementation: programs have the list without the code of all
/// providers.
pub struct Entry<M = ()> {
    /// The stable name in messages.
    pub id: &'static str,
    /// The name in the interface.
    pub title: &'static str,
    /// One or two sentences: what it does, and which service it contacts.
    pub description: &'static str,
    /// The required inputs.
    pub needs: &'static [Need],
    /// The webs that its seeds belong to.
    pub webs: &'static [Web],
    /// True if a start without seeds uses it by default, once the address that it needs is named.
    pub asked_by_default: bool,
    /// The expected share of its pages that are about the query, in 0..=1: an estimate, which the results of crawls
    /// replace ([`types::seeds::LearnedRanks`]).
    pub precision: f64,
    /// The label of its address or text field, with an example; empty if it needs neither.
    pub field: (&'static str, &'static str),
    /// The implementation, in a declaration.
    pub(super) make: M,
}

impl Declaration {
    /// Returns the entry of the list.
    pub(super) const fn listed(&self) -> Entry {
        Entry {
            id: self.id,
            title: self.title,
            description: self.description,
            needs: self.needs,
            webs: self.webs,
            asked_by_default: self.asked_by_default,
            precision: self.precision,
            field: self.field,
            make: (),
        }
    }
}

/// All webs.
pub(super) const ALL: &[Web] = &[Web::Live, Web::Demo, Web::Recorded];

impl From<&Entry> for ProviderInfo {
    fn from(entry: &Entry) -> Self {
        let (title, example) = entry.field;
        Self {
            id: entry.id.to_owned(),
            title: entry.title.to_owned(),
            description: entry.description.to_owned(),
            needs: entry.needs.to_vec(),
            webs: entry.webs.to_vec(),
            asked_by_default: entry.asked_by_default,
            field: (title.to_owned(), example.to_owned()),
        }
    }
}
