//! Parses the data files: records of `key: value` lines that an empty line separates, and tables with columns separated
//! by `|`.
//!
//! Lines that start with `#` are comments.

use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};

/// A record with its keys and values in the order of the file.
#[derive(Default)]
pub(crate) struct Record(Vec<(&'static str, &'static str)>);

impl Record {
    /// Returns the first key, which tells the kind of the record.
    pub(crate) fn kind(&self) -> &'static str {
        self.0.first().map_or("", |(key, _)| key)
    }

    /// Returns the value of a key; empty if it is missing.
    pub(crate) fn text(&self, key: &str) -> &'static str {
        self.0.iter().find(|(known, _)| *known == key).map_or("", |(_, value)| value)
    }

    /// Returns the values of a key that occurs several times.
    pub(crate) fn texts(&self, key: &str) -> Vec<&'static str> {
        self.0.iter().filter(|(known, _)| *known == key).map(|(_, value)| *value).collect()
    }

    /// Returns the phrases of a value, which `|` separates.
    pub(crate) fn phrases(&self, key: &str) -> Vec<&'static str> {
        self.text(key).split('|').filter(|phrase| !phrase.is_empty()).collect()
    }
}

/// Returns the records of a file.
pub(crate) fn records(file: &'static str) -> impl Iterator<Item = Record> {
    file.split("\n\n").map(|block| Record(lines(block).filter_map(|line| line.split_once(": ")).collect()))
}

/// Returns the rows of a table.
pub(crate) fn rows(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    lines(file).map(|line| line.split('|').map(str::trim).collect())
}

/// Returns the value of an enum by its name in the files.
pub(crate) fn by_name<T: Deserialize<'static>>(name: &'static str) -> Option<T> {
    T::deserialize(StrDeserializer::<Error>::new(name)).ok()
}

/// Replaces each `{slot}` of a template by what `write` appends for its name.
pub(crate) fn fill(template: &str, mut write: impl FnMut(&str, &mut String)) -> String {
    let mut text = String::with_capacity(template.len() * 3);
    let mut rest = template;
    while let Some((before, (slot, after))) = split_at_slot(rest) {
        text.push_str(before);
        write(slot, &mut text);
        rest = after;
    }
    text + rest
}

/// Splits a template into the text before its first slot, the slot's name, and the rest.
fn split_at_slot(template: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = template.split_once('{')?;
    Some((before, rest.split_once('}')?))
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}
