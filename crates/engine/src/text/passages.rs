//! Finds the passages of a text that contain certain words, to show why a page was found.
//!
//! Words are compared by their terms, as in the crawl. A passage is a line of the text, or the part of a long line
//! around the words. The first passages are returned, in document order. Not covered: ranking of passages.

use super::{Analyzer, Language, TextOptions};
use std::collections::BTreeSet;
use types::limits::{PASSAGE_CHARS, PASSAGES};
use types::text::{Passage, Passages, clean};

/// Finds certain words in texts of one language.
pub struct WordFinder {
    analyzer: Analyzer,
    language: Option<Language>,
    /// The terms of the words to find.
    wanted: BTreeSet<String>,
}

impl WordFinder {
    /// Creates a finder of these words; with `stemming` they are compared by their stems.
    pub fn new(words: &[String], stemming: bool, language: Option<Language>) -> Self {
        let mut analyzer = Analyzer::new(TextOptions { stemming, ..TextOptions::default() });
        let mut wanted = BTreeSet::new();
        for word in words {
            analyzer.tokens(word, language, |token| {
                wanted.insert(token.term.to_owned());
            });
        }
        Self { analyzer, language, wanted }
    }

    /// Returns the byte ranges of the words in a text, in order.
    pub fn places(&mut self, text: &str) -> Vec<(u32, u32)> {
        let (mut places, wanted) = (Vec::new(), &self.wanted);
        self.analyzer.tokens(text, self.language, |token| {
            if wanted.contains(token.term) {
                places.push((crate::count(token.start), crate::count(token.end)));
            }
        });
        places
    }
}

/// Returns the passages of a text with certain words.
pub fn passages(text: &str, finder: &mut WordFinder) -> Passages {
    let mut found = Passages::default();
    let mut plain = Vec::new();
    for line in text.lines().map(clean).filter(|line| !line.is_empty()) {
        let places = finder.places(&line);
        match places.first() {
            None if plain.len() < PASSAGES => plain.push(part(&line, 0, &places)),
            None => {}
            Some(_) if found.passages.len() >= PASSAGES => found.more += 1,
            Some((first, _)) => found.passages.push(part(&line, *first as usize, &places)),
        }
    }
    if found.passages.is_empty() {
        found.passages = plain;
    }
    found
}

/// Returns the part of a line around its first match, with all matches in that part.
fn part(line: &str, first: usize, places: &[(u32, u32)]) -> Passage {
    let begin = begin(line, first);
    let rest = &line[begin..];
    let end = rest.char_indices().nth(PASSAGE_CHARS).map_or(line.len(), |(at, _)| whole_words(line, begin, begin + at));
    let shown = &line[begin..end];
    let (start, limit) = (crate::count(begin), crate::count(end));
    let within = places.iter().filter(|(from, to)| *from >= start && *to <= limit);
    Passage {
        marks: within.map(|(from, to)| (from - start, to - start)).collect(),
        text: shown.to_owned(),
        is_cut_before: begin > 0,
        is_cut_after: end < line.len(),
    }
}

/// Returns the end of a cut part: after the last whole word, if it has one.
fn whole_words(line: &str, begin: usize, end: usize) -> usize {
    let is_between = line[end..].starts_with(' ');
    let space = line[begin..end].rfind(' ').filter(|_| !is_between);
    space.map_or(end, |space| begin + space)
}

/// Returns the start of an excerpt: the beginning of the line, or some words before the match.
fn begin(line: &str, first: usize) -> usize {
    let lead = PASSAGE_CHARS / 3;
    let before = line[..first].char_indices().rev().take(lead + 1);
    let Some((at, _)) = before.last().filter(|_| line[..first].chars().count() > lead) else {
        return 0;
    };
    let space = line[at..first].find(' ');
    space.map_or(at, |space| at + space + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str, words: &[&str]) -> Passages {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        passages(text, &mut WordFinder::new(&words, true, Language::from_code("en")))
    }

    fn marked(passage: &Passage) -> Vec<&str> {
        let marks = passage.marks.iter();
        marks.map(|(from, to)| &passage.text[*from as usize..*to as usize]).collect()
    }

    #[test]
    fn matching_lines_are_returned_with_all_matches() {
        let found = find("Menu\nA Spider sees.\nNothing here.\nSpiders, the spider's web.", &["spiders"]);
        let texts: Vec<&str> = found.passages.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["A Spider sees.", "Spiders, the spider's web."]);
        assert_eq!(marked(&found.passages[0]), ["Spider"]);
        assert_eq!(marked(&found.passages[1]), ["Spiders", "spider"]);
        assert_eq!(found.more, 0);
    }

    #[test]
    fn a_long_line_is_cut_around_the_first_match() {
        let line = format!("{}jazz {}", "before ".repeat(500), "後 ".repeat(500));
        let found = find(&line, &["jazz"]);
        let [one] = found.passages.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(marked(one), ["jazz"]);
        assert!(one.text.starts_with("before "), "{}", one.text);
        assert!(one.is_cut_before && one.is_cut_after);
        let length = one.text.chars().count();
        assert!((PASSAGE_CHARS - 2..=PASSAGE_CHARS).contains(&length));
        assert!(one.text.ends_with('後'));
    }

    #[test]
    fn without_matches_the_first_lines_are_returned() {
        let found = find("One\n\nTwo", &["jazz"]);
        let texts: Vec<&str> = found.passages.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["One", "Two"]);
        assert!(found.passages.iter().all(|one| one.marks.is_empty()));
        assert_eq!(find("", &["a"]), Passages::default());
    }

    #[test]
    fn further_matching_lines_are_counted() {
        let found = find(&"jazz\n".repeat(PASSAGES + 5), &["jazz"]);
        assert_eq!((found.passages.len(), found.more), (PASSAGES, 5));
    }

    #[test]
    fn hidden_characters_are_not_shown() {
        let found = find("a\u{202e} jazz\u{0} b", &["jazz"]);
        assert_eq!(found.passages[0].text, "a jazz b");
        assert_eq!(marked(&found.passages[0]), ["jazz"]);
    }
}
