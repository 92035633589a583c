//! What pages can be about: thirteen topics, and the general themes that fill the rest of the web.
//!
//! A subject is words, nothing else. Its phrases fit the slots of `prose`: things are singular noun phrases with
//! their article, doers are plural, acts are verb phrases in the base form, clauses are whole clauses in the
//! present tense that start in lower case. Phrases of a field are separated by `|`.

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

/// The vocabulary of a topic or theme.
pub(crate) struct Subject {
    /// Short name, also a path segment.
    pub(crate) id: &'static str,
    /// Name for people.
    pub(crate) title: &'static str,
    /// Name inside a sentence.
    pub(crate) name: &'static str,
    /// What a person would type; empty for themes.
    pub(crate) query: &'static str,
    /// Plural noun phrases.
    pub(crate) doers: &'static str,
    /// Ids of the subjects whose pages it links to more often than to others.
    pub(crate) near: &'static [&'static str],
    /// Its subtopics.
    pub(crate) parts: &'static [Part],
}

/// The vocabulary of a subtopic.
pub(crate) struct Part {
    /// A path segment.
    pub(crate) slug: &'static str,
    /// Name for people, in sentence case.
    pub(crate) title: &'static str,
    /// Singular noun phrases with an article.
    pub(crate) things: &'static str,
    /// Verb phrases in the base form.
    pub(crate) acts: &'static str,
    /// Whole clauses.
    pub(crate) clauses: &'static str,
}

/// Number of topics: the first so many of [`SUBJECTS`]; themes follow.
pub(crate) const TOPICS: usize = 13;

/// All subjects, the six topics of the thesis first.
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

/// True for a topic, false for a theme.
pub(crate) const fn is_topic(subject: usize) -> bool {
    subject < TOPICS
}

/// Position of the subject with this id.
pub(crate) fn position(id: &str) -> Option<usize> {
    SUBJECTS.iter().position(|subject| subject.id == id)
}
