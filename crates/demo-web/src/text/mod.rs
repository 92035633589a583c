//! Generates titles, sentences and paragraphs on a subject, in three languages.

mod generator;
mod languages;
mod subjects;

pub(crate) use generator::{TextGenerator, capitalized, person_name};
pub(crate) use languages::{Label, Language};
pub(crate) use subjects::{SUBJECTS, TOPIC_COUNT, is_topic, subject_index};
