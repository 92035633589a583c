//! Defines the languages of the web: templates of titles, headings and sentences, names, and labels of links.
//!
//! A template has slots: `{t}` and `{u}` take noun phrases, `{a}` and `{b}` verb phrases, `{c}` and `{e}` clauses, `{d}` people,
//! `{N}` the subject's name, `{P}` the subtopic's title, `{p}` a place, `{w}` a person, `{m}` a month, `{y}` a year, `{n}` a number.

mod chinese;
mod english;
mod spanish;

use super::subjects::{SUBJECTS, Subject, subject_index};

/// A language of the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Language {
    /// English, the language of most pages.
    English,
    /// Chinese in simplified characters.
    Chinese,
    /// Spanish.
    Spanish,
}

/// Templates, names and labels of a language. Lists of words are separated by `|`.
pub(crate) struct Locale {
    /// Value of the `lang` attribute.
    pub(crate) code: &'static str,
    /// Templates of sentences, with full stop.
    pub(crate) sentences: &'static [&'static str],
    /// Templates of titles.
    pub(crate) titles: &'static [&'static str],
    /// Templates of headings inside an article.
    pub(crate) headings: &'static [&'static str],
    /// Anchor texts that do not describe their target.
    pub(crate) generic_anchors: &'static str,
    /// Places.
    pub(crate) places: &'static str,
    /// First names.
    pub(crate) first_names: &'static str,
    /// Family names.
    pub(crate) family_names: &'static str,
    /// Months.
    pub(crate) months: &'static str,
    /// Separator between two sentences.
    pub(crate) sentence_separator: &'static str,
    /// True when the family name comes first, with no space after it.
    pub(crate) family_name_first: bool,
    /// One label for each [`Label`], in its order.
    pub(crate) labels: [&'static str; 8],
}

/// Index of a label in [`Locale::labels`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum Label {
    /// Link to the home page.
    Home,
    /// Heading of the related links.
    RelatedPages,
    /// Link to a print version.
    PrintVersion,
    /// Start of a sentence that ends in a link.
    SeeAlso,
    /// Heading of a list of steps.
    Steps,
    /// Prefix of an author's name.
    By,
    /// Link to the page about the site.
    About,
    /// Link to the next page of a section.
    Next,
}

impl Language {
    /// Returns the templates and names of this language.
    pub(crate) const fn locale(self) -> &'static Locale {
        match self {
            Self::English => &english::ENGLISH,
            Self::Chinese => &chinese::CHINESE,
            Self::Spanish => &spanish::SPANISH,
        }
    }

    /// Returns a label in this language.
    pub(crate) const fn label(self, label: Label) -> &'static str {
        self.locale().labels[label as usize]
    }

    /// Returns the vocabulary of a subject in this language, or the English one if this language has none.
    pub(crate) fn subject(self, subject: usize) -> &'static Subject {
        let english = SUBJECTS[subject % SUBJECTS.len()];
        let mut translated = self.translated_subjects().iter();
        translated.find(|translated| translated.id == english.id).unwrap_or(english)
    }

    /// Returns the indices of the subjects with a vocabulary in this language.
    pub(crate) fn subjects(self) -> Vec<usize> {
        if self == Self::English {
            return (0..SUBJECTS.len()).collect();
        }
        let translated = self.translated_subjects().iter();
        translated.filter_map(|subject| subject_index(subject.id)).collect()
    }

    /// Returns the vocabularies besides the English ones.
    const fn translated_subjects(self) -> &'static [Subject] {
        match self {
            Self::English => &[],
            Self::Chinese => chinese::SUBJECTS,
            Self::Spanish => spanish::SUBJECTS,
        }
    }
}
