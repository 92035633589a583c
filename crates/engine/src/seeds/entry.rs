//! Describes a provider for people and programs.

use super::Provider;
use types::seeds::{Need, ProviderInfo, Web};

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
    /// A start without seeds asks it, unless the person chose otherwise.
    pub asked_by_default: bool,
    /// Seconds that a person waits for what it finds.
    pub wait_s: u32,
    /// The label of its address or text field, and an example; empty if it needs neither.
    pub field: (&'static str, &'static str),
    /// Makes one.
    pub(super) make: fn() -> Box<dyn Provider>,
}

/// Seconds for a service that answers a search with one response, or from this device.
pub(super) const QUICK_S: u32 = 5;
/// Seconds for several requests with pauses between them.
pub(super) const PATIENT_S: u32 = 45;

/// All webs.
pub(super) const ALL: &[Web] = &[Web::Live, Web::Demo, Web::Recorded];

impl From<&Entry> for ProviderInfo {
    fn from(entry: &Entry) -> Self {
        let (title, example) = entry.field;
        Self {
            id: entry.id.to_owned(),
            title: entry.title.to_owned(),
            sentence: entry.sentence.to_owned(),
            needs: entry.needs.to_vec(),
            webs: entry.webs.to_vec(),
            asked_by_default: entry.asked_by_default,
            field: (title.to_owned(), example.to_owned()),
        }
    }
}
