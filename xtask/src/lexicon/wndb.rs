//! Reads WordNet's database: the synsets, the ranked senses of their lemmas, and morphy's exceptions.
//!
//! Not covered: glosses, frames, the places that adjectives may have beside a noun, and all pointers but the hypernyms.
//!
//! Source: wndb(5WN) of WordNet 3.0.

use anyhow::{Context as _, Result};
use fs_err as fs;
use std::collections::BTreeMap;
use std::path::Path;

/// The parts of speech as in the file names, in the order of the format.
const PARTS: [&str; 4] = ["noun", "verb", "adj", "adv"];
/// The markers of adjectives that stand only before a noun, in the predicate, or after a noun.
const MARKERS: [&str; 3] = ["(a)", "(p)", "(ip)"];

/// The part of the database that the lexicon needs.
pub(super) struct Database {
    /// The license, from the head of the nouns.
    pub(super) license: String,
    /// The parts of speech, in the order of [`PARTS`].
    pub(super) parts: Vec<Part>,
}

/// One part of speech.
pub(super) struct Part {
    /// By their offset in the data file.
    pub(super) synsets: BTreeMap<u32, Synset>,
    /// For each lemma the offsets of its synsets, the most frequent first.
    pub(super) senses: BTreeMap<String, Vec<u32>>,
    /// Inflected forms with their bases.
    pub(super) exceptions: BTreeMap<String, Vec<String>>,
}

/// One synset.
pub(super) struct Synset {
    /// Its lemmas in lower case, with spaces.
    pub(super) lemmas: Vec<String>,
    /// The offsets of its hypernyms, by kind or by instance.
    pub(super) hypernyms: Vec<u32>,
}

impl Database {
    /// Reads `data.*`, `index.*` and `*.exc` of each part of speech.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let nouns = fs::read_to_string(folder.join("data.noun"))?;
        let parts = PARTS.iter().map(|name| Part::read(folder, name));
        Ok(Self { license: license(&nouns), parts: parts.collect::<Result<_>>()? })
    }
}

impl Part {
    fn read(folder: &Path, name: &str) -> Result<Self> {
        let read = |file: &str| fs::read_to_string(folder.join(file));
        let whole =
            |line: &str| format!("this line of the {name} files of WordNet's database cannot be understood: {line}");
        let mut part = Self { synsets: BTreeMap::new(), senses: BTreeMap::new(), exceptions: BTreeMap::new() };
        for line in entries(&read(&format!("data.{name}"))?) {
            let (offset, synset) = synset(line).with_context(|| whole(line))?;
            part.synsets.insert(offset, synset);
        }
        for line in entries(&read(&format!("index.{name}"))?) {
            let (lemma, senses) = senses(line).with_context(|| whole(line))?;
            part.senses.insert(lemma, senses);
        }
        for line in read(&format!("{name}.exc"))?.lines() {
            let mut forms = line.split_whitespace().map(spelled);
            let form = forms.next().with_context(|| whole(line))?;
            part.exceptions.entry(form).or_default().extend(forms);
        }
        Ok(part)
    }
}

/// Returns the lines without the license, which is indented.
fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("  "))
}

/// Returns the head of a file without the numbers of its lines.
fn license(text: &str) -> String {
    let head = text.lines().take_while(|line| line.starts_with("  "));
    let bare = head.map(|line| {
        let line = line.trim_start();
        line.trim_start_matches(|c: char| c.is_ascii_digit()).trim()
    });
    bare.flat_map(|line| [line, "\n"]).collect()
}

/// `00001740 03 n 01 entity 0 003 ~ 00001930 n 0000 … | gloss`
fn synset(line: &str) -> Option<(u32, Synset)> {
    let mut fields = line.split('|').next()?.split_whitespace();
    let offset = fields.next()?.parse().ok()?;
    let count = fields.nth(2)?;
    let mut lemmas = Vec::new();
    for _ in 0..usize::from_str_radix(count, 16).ok()? {
        let word = fields.next()?;
        let bare = MARKERS.iter().find_map(|marker| word.strip_suffix(marker));
        lemmas.push(spelled(bare.unwrap_or(word)));
        fields.next()?;
    }
    let mut hypernyms = Vec::new();
    for _ in 0..fields.next()?.parse::<usize>().ok()? {
        let (kind, target) = (fields.next()?, fields.next()?);
        fields.nth(1)?;
        if matches!(kind, "@" | "@i") {
            hypernyms.push(target.parse().ok()?);
        }
    }
    Some((offset, Synset { lemmas, hypernyms }))
}

/// `dog n 7 5 @ ~ #m #p %p 7 1 02084071 …`
fn senses(line: &str) -> Option<(String, Vec<u32>)> {
    let mut fields = line.split_whitespace();
    let lemma = spelled(fields.next()?);
    let count: usize = fields.nth(1)?.parse().ok()?;
    let pointers: usize = fields.next()?.parse().ok()?;
    let offsets = fields.skip(pointers + 2).map(|offset| offset.parse().ok());
    let offsets = offsets.collect::<Option<Vec<u32>>>()?;
    (offsets.len() == count).then_some((lemma, offsets))
}

fn spelled(word: &str) -> String {
    word.to_lowercase().replace('_', " ")
}
