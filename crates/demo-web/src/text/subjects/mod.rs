//! Vocabularies of the subjects: thirteen topics, and the general themes that fill the rest of the web.
//!
//! The phrases of a field are separated by `|` and fit the slots of the text generator's templates.

mod asthma;
mod astronomy;
mod bird_watching;
mod bread;
mod cheese;
mod chess;
mod dengue;
mod first_aid;
mod general;
mod java;
mod jazz;
mod linux;
mod robotics;
mod sailing;

/// Vocabulary of a subject, which is a topic or a general theme.
pub(crate) struct Subject {
    /// Identifier, also used as a path segment.
    pub(crate) id: &'static str,
    /// Display name.
    pub(crate) title: &'static str,
    /// Name inside a sentence.
    pub(crate) name: &'static str,
    /// A typical search query; empty for themes.
    pub(crate) query: &'static str,
    /// Plural noun phrases for groups of people.
    pub(crate) people: &'static str,
    /// Ids of the subjects that its pages prefer to link to.
    pub(crate) related: &'static [&'static str],
    /// Its subtopics.
    pub(crate) subtopics: &'static [Subtopic],
}

/// Vocabulary of a subtopic.
pub(crate) struct Subtopic {
    /// Path segment.
    pub(crate) slug: &'static str,
    /// Display name in sentence case.
    pub(crate) title: &'static str,
    /// Singular noun phrases with an article.
    pub(crate) noun_phrases: &'static str,
    /// Verb phrases in the base form.
    pub(crate) verb_phrases: &'static str,
    /// Complete clauses in the present tense, starting in lower case.
    pub(crate) clauses: &'static str,
}

/// Number of topics. They come first in [`SUBJECTS`]; themes follow.
pub(crate) const TOPIC_COUNT: usize = 13;

/// All subjects. The first six are those of Batsakis's experiments.
pub(crate) static SUBJECTS: [&Subject; 18] = [
    &linux::LINUX,
    &asthma::ASTHMA,
    &robotics::ROBOTICS,
    &dengue::DENGUE,
    &java::JAVA,
    &first_aid::FIRST_AID,
    &astronomy::ASTRONOMY,
    &cheese::CHEESE,
    &bird_watching::BIRDS,
    &jazz::JAZZ,
    &sailing::SAILING,
    &bread::BREAD,
    &chess::CHESS,
    &general::TOWN,
    &general::TRAVEL,
    &general::MONEY,
    &general::STUDY,
    &general::HOME,
];

/// Returns true for a topic and false for a theme.
pub(crate) const fn is_topic(subject: usize) -> bool {
    subject < TOPIC_COUNT
}

/// Returns the index of the subject with this id.
pub(crate) fn subject_index(id: &str) -> Option<usize> {
    SUBJECTS.iter().position(|subject| subject.id == id)
}
