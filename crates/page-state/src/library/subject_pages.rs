//! Filters the pages of the open topic, for its list and its export.

use super::subjects::{OpenSubject, new_since, subject};
use super::{Library, LibraryAction};
use crate::crawl::ranking::JudgmentFilter;
use crate::editing::FieldChange;
use crate::effect::Effect;
use protocol::library::{ExportRequest, ExportScope};
use protocol::subjects::SubjectPage;
use types::export::ExportFormat;
use types::report::Millis;

/// The filter of a topic's pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageFilter {
    /// Words of the title or the URL, as they are typed; empty for all pages.
    pub words: String,
    /// The state.
    pub state: StateFilter,
}

impl PageFilter {
    /// Returns whether all pages pass.
    pub fn is_empty(&self) -> bool {
        self.words.trim().is_empty() && self.state == StateFilter::All
    }
}

/// Selects pages of a topic by their state.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum StateFilter {
    /// All pages.
    #[default]
    All,
    /// Pages by their judgment.
    Judged(JudgmentFilter),
    /// Those that were first seen since a time, and are not judged.
    New,
    /// Those that have changed.
    Changed,
    /// Those that are gone.
    Gone,
}

impl StateFilter {
    /// Returns the filter with a name of the menu.
    pub fn named(name: &str) -> Self {
        match name {
            "new" => Self::New,
            "changed" => Self::Changed,
            "gone" => Self::Gone,
            name => JudgmentFilter::named(name).map_or(Self::All, Self::Judged),
        }
    }

    fn passes(&self, page: &SubjectPage, open: &OpenSubject, new_since: Option<Millis>) -> bool {
        match self {
            Self::All => true,
            Self::Judged(filter) => filter.passes(open.judgments.get(&page.url).map(|judgment| &**judgment)),
            Self::New => open.is_new(page, new_since),
            Self::Changed => !page.changes.is_empty(),
            Self::Gone => page.gone.is_some(),
        }
    }
}

impl OpenSubject {
    /// Returns whether a page was first seen since a time, and is not judged.
    pub fn is_new(&self, page: &SubjectPage, since: Option<Millis>) -> bool {
        since.is_some_and(|since| page.first_seen >= since) && self.judgments.state(&page.url).is_none()
    }

    /// Returns the pages that pass the filter, the most relevant first; pages are new since a time.
    pub fn listed(&self, new_since: Option<Millis>) -> Vec<&SubjectPage> {
        let words: Vec<String> = self.filter.words.split_whitespace().map(str::to_lowercase).collect();
        let has_words = |page: &SubjectPage| {
            words.is_empty() || {
                let note = self.judgments.get(&page.url).map(|judgment| judgment.note.as_str()).unwrap_or_default();
                let text = format!("{} {} {note}", page.title, page.url).to_lowercase();
                words.iter().all(|word| text.contains(word))
            }
        };
        let passes = |page: &&SubjectPage| self.filter.state.passes(page, self, new_since) && has_words(page);
        self.pages.iter().flatten().flat_map(|pages| pages.iter()).filter(passes).collect()
    }
}

impl Library {
    /// Returns the pages of the open topic that pass its filter.
    pub fn listed_pages(&self) -> Vec<&SubjectPage> {
        let Some((open, Ok(contents))) = self.subject.as_ref().zip(self.contents.as_ref()) else {
            return Vec::new();
        };
        let since = subject(contents, &open.id).and_then(|summary| new_since(&summary.subject, contents));
        open.listed(since)
    }

    /// Changes the filter of the open topic.
    pub(crate) fn filter_pages(&mut self, change: FieldChange<PageFilter>) {
        if let Some(open) = &mut self.subject {
            change(&mut open.filter);
        }
    }

    /// Exports the open topic: the pages that pass its filter, or those that the format lists if it has none. Returns
    /// the effects.
    pub(crate) fn export_subject(&mut self, format: ExportFormat) -> Vec<Effect> {
        let Some(open) = &self.subject else {
            return Vec::new();
        };
        let is_filtered = !open.filter.is_empty() && format.is_of_pages();
        let listed = || self.listed_pages().into_iter().map(|page| page.url.clone()).collect();
        let request = ExportRequest {
            id: open.id.clone(),
            scope: ExportScope::Topic,
            pages: is_filtered.then(listed),
            format,
            tokens: self.exports.token_limit(),
        };
        self.apply(LibraryAction::Export(request))
    }
}
