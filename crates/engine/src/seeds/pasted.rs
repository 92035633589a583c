//! Addresses out of a text that was typed or pasted: a bare list, or text with addresses in it, such as Markdown or mail.

use super::search::Desk;
use super::{Entry, Need, Provider, Seed, SeedsError, Wanted, entry};
use crate::limits::{SEED_COMPLAINTS, SEED_TEXT_BYTES};
use crate::url::CanonicalUrl;

pub(super) const ENTRY: Entry = Entry {
    id: "pasted",
    title: "Pasted text",
    sentence: "Extracts URLs from a text that you paste. No network.",
    needs: &[Need::Text],
    webs: entry::ALL,
    field: ("Text with URLs", "https://example.org/links"),
    make: || Box::new(Pasted),
};

struct Pasted;

impl Provider for Pasted {
    fn begin(&mut self, wanted: &Wanted, desk: &mut Desk) -> Result<(), SeedsError> {
        if wanted.text.trim().is_empty() {
            return Err(SeedsError::NoText);
        }
        let head = &wanted.text[..wanted.text.floor_char_boundary(SEED_TEXT_BYTES)];
        if head.len() < wanted.text.len() {
            let most = SEED_TEXT_BYTES / 1024;
            desk.heap()
                .complain(format!("Only the first {most} KB of the text were read."));
        }
        let mut wrong = 0;
        for address in head.lines().flat_map(addresses) {
            match CanonicalUrl::from_person(address) {
                Ok(url) => desk.heap().found(Seed::new(url, "", "", "")),
                Err(problem) if wrong < SEED_COMPLAINTS => {
                    wrong += 1;
                    desk.heap().complain(format!("Left out: {problem}."));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn nothing(&self) -> &'static str {
        "This text has no URLs. Paste one that does, such as https://example.org/links."
    }
}

/// Returns the addresses in a line. Where some begin with `http`, they and whatever looks like a host's name count; otherwise every word does,
/// so that typos are reported and not dropped.
pub fn addresses(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split_whitespace();
    let some_begin = words.clone().any(|word| begin(word).is_some());
    words.filter_map(move |word| {
        if some_begin {
            address(word)
        } else {
            Some(bare(word)).filter(|word| !word.is_empty())
        }
    })
}

fn address(word: &str) -> Option<&str> {
    if let Some(begin) = begin(word) {
        return Some(until_closed(word.get(begin..)?));
    }
    let word = bare(word);
    let name = word.split('/').next().unwrap_or(word);
    let host = name.split('.').count() > 1 && name.split('.').all(|label| !label.is_empty());
    (host || word.contains("://")).then_some(word)
}

/// Returns the position of `http://` or `https://`.
fn begin(word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    let is_begin = |at: &usize| {
        let starts = |scheme: &str| {
            let start = bytes.get(*at..*at + scheme.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
        };
        starts("http://") || starts("https://")
    };
    (0..bytes.len()).find(is_begin)
}

/// Returns an address up to the sign that closes what it stands in; a bracket that it opened itself is its own.
fn until_closed(text: &str) -> &str {
    let mut open = 0_usize;
    let end = text.find(|sign| {
        match sign {
            '(' | '[' => open += 1,
            ')' | ']' if open > 0 => open -= 1,
            ')' | ']' | '<' | '>' | '"' | '|' | '`' => return true,
            _ => {}
        }
        false
    });
    let address = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
    address.trim_end_matches([',', ';', '.', '!', '\'', '*'])
}

/// Returns a word without what lists and mails put around addresses.
fn bare(word: &str) -> &str {
    word.trim_matches([',', ';', '<', '>', '"'])
}
