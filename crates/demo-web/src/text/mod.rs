//! Generates titles, sentences and paragraphs on a subject, in three languages.

mod generator;

use crate::data::{Record, records};
pub(crate) use generator::{TextGenerator, capitalized, person_name};
use std::sync::LazyLock;

/// A language of the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Language {
    /// English, the language of most pages.
    English,
    /// Chinese in simplified characters.
    Chinese,
    /// Spanish.
    Spanish,
}

/// Templates, names and vocabularies of a language. `english.txt` lists the slots of its templates.
pub(crate) struct Locale {
    /// Value of the `lang` attribute.
    pub(crate) code: &'static str,
    /// Templates of sentences, with full stop.
    pub(crate) sentences: Vec<&'static str>,
    /// Templates of titles.
    pub(crate) titles: Vec<&'static str>,
    /// Templates of headings inside an article.
    pub(crate) headings: Vec<&'static str>,
    /// Anchor texts that do not describe their target.
    pub(crate) generic_anchors: Vec<&'static str>,
    places: Vec<&'static str>,
    first_names: Vec<&'static str>,
    family_names: Vec<&'static str>,
    months: Vec<&'static str>,
    /// Labels, and templates of pages that are not about a subject.
    texts: Record,
    /// Vocabularies; those of the other languages translate some of the English ones.
    subjects: Vec<Subject>,
}

/// Vocabulary of a subject, which is a topic or a general theme. Its phrases fit the slots of the templates.
pub(crate) struct Subject {
    /// Identifier, also used as a path segment.
    pub(crate) id: &'static str,
    /// Display name.
    pub(crate) title: &'static str,
    /// Name inside a sentence.
    pub(crate) name: &'static str,
    /// A typical search query; empty for themes.
    pub(crate) query: &'static str,
    /// Name of a university's department, which does not reveal the topic; empty for themes.
    pub(crate) department: &'static str,
    /// Plural noun phrases for groups of people.
    people: Vec<&'static str>,
    /// Ids of the subjects that its pages prefer to link to.
    related: Vec<&'static str>,
    /// Its subtopics.
    pub(crate) subtopics: Vec<Subtopic>,
}

/// Vocabulary of a subtopic.
pub(crate) struct Subtopic {
    /// Path segment.
    pub(crate) slug: &'static str,
    /// Display name in sentence case.
    pub(crate) title: &'static str,
    /// Singular noun phrases with an article.
    pub(crate) noun_phrases: Vec<&'static str>,
    /// Verb phrases in the base form.
    verb_phrases: Vec<&'static str>,
    /// Complete clauses in the present tense, starting in lower case.
    clauses: Vec<&'static str>,
}

/// Number of topics. They come first in [`subjects`]; themes follow.
pub(crate) const TOPIC_COUNT: usize = 13;

/// The languages, in the order of [`Language`].
static LOCALES: LazyLock<[Locale; 3]> = LazyLock::new(|| {
    [
        include_str!("../../data/english.txt"),
        include_str!("../../data/chinese.txt"),
        include_str!("../../data/spanish.txt"),
    ]
    .map(locale)
});

fn locale(file: &'static str) -> Locale {
    let mut records = records(file);
    let texts = records.next().unwrap_or_default();
    let mut subjects: Vec<Subject> = Vec::new();
    for record in records {
        if record.kind() == "subject" {
            subjects.push(subject(&record));
        } else if let Some(subject) = subjects.last_mut() {
            subject.subtopics.push(subtopic(&record));
        }
    }
    Locale {
        code: texts.text("code"),
        sentences: texts.texts("sentence"),
        titles: texts.texts("title"),
        headings: texts.texts("heading"),
        generic_anchors: texts.phrases("generic anchors"),
        places: texts.phrases("places"),
        first_names: texts.phrases("first names"),
        family_names: texts.phrases("family names"),
        months: texts.phrases("months"),
        texts,
        subjects,
    }
}

fn subject(record: &Record) -> Subject {
    Subject {
        id: record.text("subject"),
        title: record.text("title"),
        name: record.text("name"),
        query: record.text("query"),
        department: record.text("department"),
        people: record.phrases("people"),
        related: record.phrases("related"),
        subtopics: Vec::new(),
    }
}

fn subtopic(record: &Record) -> Subtopic {
    Subtopic {
        slug: record.text("subtopic"),
        title: record.text("title"),
        noun_phrases: record.phrases("noun phrases"),
        verb_phrases: record.phrases("verb phrases"),
        clauses: record.phrases("clauses"),
    }
}

impl Language {
    /// Returns the templates and names of this language.
    pub(crate) fn locale(self) -> &'static Locale {
        &LOCALES[self as usize]
    }

    /// Returns a label or template of this language by its key in the data file.
    pub(crate) fn text(self, key: &str) -> &'static str {
        self.locale().texts.text(key)
    }

    /// Returns the paragraphs of a page that is not about a subject.
    pub(crate) fn paragraphs(self, key: &str) -> Vec<&'static str> {
        self.locale().texts.texts(key)
    }

    /// Returns the separator between two sentences.
    pub(crate) fn space(self) -> &'static str {
        if self == Self::Chinese { "" } else { " " }
    }

    /// Returns the vocabulary of a subject in this language, or the English one if this language has none.
    pub(crate) fn subject(self, subject: usize) -> &'static Subject {
        let english = &subjects()[subject % subjects().len()];
        self.locale().subjects.iter().find(|translated| translated.id == english.id).unwrap_or(english)
    }

    /// Returns the indices of the subjects with a vocabulary in this language.
    pub(crate) fn subject_indices(self) -> Vec<usize> {
        self.locale().subjects.iter().filter_map(|subject| subject_index(subject.id)).collect()
    }
}

/// Returns all subjects in English. The first six are those of Batsakis's experiments.
pub(crate) fn subjects() -> &'static [Subject] {
    &LOCALES[0].subjects
}

/// Returns true for a topic and false for a theme.
pub(crate) const fn is_topic(subject: usize) -> bool {
    subject < TOPIC_COUNT
}

/// Returns the index of the subject with this id.
pub(crate) fn subject_index(id: &str) -> Option<usize> {
    subjects().iter().position(|subject| subject.id == id)
}

/// Returns the subjects related to this one; all themes if there is no subject.
pub(crate) fn related_subjects(subject: Option<usize>) -> Vec<usize> {
    match subject {
        Some(subject) => subjects()[subject].related.iter().filter_map(|id| subject_index(id)).collect(),
        None => (TOPIC_COUNT..subjects().len()).collect(),
    }
}
