//! Formats and parses a taxonomy as short lines of text, for addresses and session storage.
//!
//! A topic is `.name`, `*name` if it is a target, `'name` if it is also filed by the text of its pages, or `!name` if
//! it is only a negative class. An example is `_address`, and `~words` are the words of a topic. The number of leading
//! dashes is the depth. No character needs escaping in an address. Folders that are not in use are omitted.

use types::limits::BOOKMARK_DEPTH;
use types::taxonomy::{Taxonomy, Topic};

/// The most bytes of an outline in an address.
pub const ADDRESS_BYTES: usize = 8_000;

/// Formats a taxonomy as lines.
pub fn write_outline(taxonomy: &Taxonomy) -> String {
    let mut lines = Vec::new();
    write(&taxonomy.topics, "", &mut lines);
    lines.join("\n")
}

fn write(topics: &[Topic], dashes: &str, lines: &mut Vec<String>) {
    for topic in topics {
        let sign = match topic {
            Topic { good: true, file_by_text: true, .. } => '\'',
            Topic { good: true, .. } => '*',
            Topic { contrast: true, .. } => '!',
            _ => '.',
        };
        let name = topic.name.replace(['\n', '\r'], " ");
        lines.push(format!("{dashes}{sign}{name}"));
        let examples = topic.examples.iter();
        lines.extend(examples.map(|example| format!("{dashes}_{example}")));
        if !topic.words.is_empty() {
            let words: Vec<&str> = topic.words.split_whitespace().collect();
            lines.push(format!("{dashes}~{}", words.join(" ")));
        }
        write(&topic.topics, &format!("{dashes}-"), lines);
    }
}

/// Parses lines into a taxonomy; ignores invalid ones.
pub fn read_outline(text: &str) -> Taxonomy {
    let mut taxonomy = Taxonomy::default();
    for line in text.lines() {
        let rest = line.trim_start_matches('-');
        let depth = (line.len() - rest.len()).min(BOOKMARK_DEPTH);
        let (sign, text) = rest.split_at(rest.chars().next().map_or(0, char::len_utf8));
        let Some(siblings) = at_depth(&mut taxonomy.topics, depth) else {
            continue;
        };
        match (sign, siblings.last_mut()) {
            ("_", Some(topic)) => topic.examples.push(text.to_owned()),
            ("~", Some(topic)) => text.clone_into(&mut topic.words),
            ("*" | "'" | "." | "!", _) => siblings.push(Topic {
                name: text.to_owned(),
                good: sign == "*" || sign == "'",
                file_by_text: sign == "'",
                contrast: sign == "!",
                ..Topic::default()
            }),
            _ => {}
        }
    }
    taxonomy
}

/// Returns the latest list of topics at a depth; `None` if there is no parent topic.
fn at_depth(topics: &mut Vec<Topic>, depth: usize) -> Option<&mut Vec<Topic>> {
    (0..depth).try_fold(topics, |topics, _| topics.last_mut().map(|topic| &mut topic.topics))
}
