//! The languages of the web: sentence patterns, names, and the words around an article.
//!
//! A pattern is a sentence with slots. `{t}` and `{u}` are things, `{a}` and `{b}` acts, `{c}` and `{e}` clauses,
//! `{d}` doers, `{N}` the subject's name, `{p}` a place, `{w}` a person, `{m}` a month, `{y}` a year, `{n}` a number.

mod chinese;
mod english;
pub(crate) mod gb2312;
mod spanish;

use crate::topics::{SUBJECTS, Subject};

/// A language of the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tongue {
    /// English, most of the web.
    English,
    /// Chinese in simplified characters.
    Chinese,
    /// Spanish.
    Spanish,
}

/// What a language brings to a page.
pub(crate) struct Grammar {
    /// Value of the `lang` attribute.
    pub(crate) code: &'static str,
    /// Patterns of sentences with full stop.
    pub(crate) sentences: &'static [&'static str],
    /// Patterns of titles.
    pub(crate) titles: &'static [&'static str],
    /// Patterns of headings inside an article.
    pub(crate) headings: &'static [&'static str],
    /// Anchors that say nothing.
    pub(crate) useless: &'static str,
    /// Places.
    pub(crate) places: &'static str,
    /// First names.
    pub(crate) first_names: &'static str,
    /// Family names.
    pub(crate) family_names: &'static str,
    /// Months.
    pub(crate) months: &'static str,
    /// What stands between two sentences.
    pub(crate) gap: &'static str,
    /// What stands between first and family name, the first name first or last.
    pub(crate) family_first: bool,
    /// Labels: home, related pages, print version, see also, steps, written by, about, next page.
    pub(crate) labels: [&'static str; 8],
}

/// Position of a label in [`Grammar::labels`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum Label {
    /// Link to the home page.
    Home,
    /// Heading of the related links.
    Related,
    /// Anchor of a print version.
    Print,
    /// Start of a sentence that ends in a link.
    See,
    /// Heading of a list of steps.
    Steps,
    /// Before an author's name.
    By,
    /// Link to the page on the site itself.
    About,
    /// Link to the next page of a section.
    Next,
}

impl Tongue {
    /// The grammar of this language.
    pub(crate) const fn grammar(self) -> &'static Grammar {
        match self {
            Self::English => &english::ENGLISH,
            Self::Chinese => &chinese::CHINESE,
            Self::Spanish => &spanish::SPANISH,
        }
    }

    /// A label in this language.
    pub(crate) const fn label(self, label: Label) -> &'static str {
        self.grammar().labels[label as usize]
    }

    /// The words of a subject in this language; the English ones where it has none of its own.
    pub(crate) fn subject(self, subject: usize) -> &'static Subject {
        let english = SUBJECTS[subject % SUBJECTS.len()];
        let own = match self {
            Self::English => &[][..],
            Self::Chinese => chinese::SUBJECTS,
            Self::Spanish => spanish::SUBJECTS,
        };
        own.iter()
            .find(|own| own.id == english.id)
            .unwrap_or(english)
    }

    /// Positions of the subjects that this language has words for.
    pub(crate) fn subjects(self) -> Vec<usize> {
        let own = match self {
            Self::English => return (0..SUBJECTS.len()).collect(),
            Self::Chinese => chinese::SUBJECTS,
            Self::Spanish => spanish::SUBJECTS,
        };
        own.iter()
            .filter_map(|subject| crate::topics::position(subject.id))
            .collect()
    }
}
