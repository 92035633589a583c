//! Reads a [`Lexicon`] from untrusted bytes. Reading always ends, stays within the limits, and never panics.

use super::bytes::Bytes;
use super::collocations::Collocations;
use super::isa::Isa;
use super::lists::{Lists, sorted_by_row};
use super::morphy::Exceptions;
use super::words::Words;
use super::{Lemma, Lexicon, LexiconError, Pos, Synset, VERSION};
use crate::count;
use std::ops::Range;
use types::limits::{LEXICON_LEMMAS, LEXICON_LINKS};

const MAGIC: [u8; 4] = *b"SLEX";

/// The senses and exceptions of one part of speech.
struct Part {
    sense_counts: Vec<usize>,
    /// The senses of the lemmas, one lemma after the other.
    senses: Vec<Synset>,
    /// For each sense, the index of its lemma among those of the synset.
    places: Vec<u32>,
    exceptions: Exceptions,
}

impl Lexicon {
    /// Parses a decompressed lexicon as `cargo xtask lexicon` makes it.
    pub fn read(bytes: &[u8]) -> Result<Self, LexiconError> {
        let mut bytes = Bytes::after_header(bytes, MAGIC, VERSION)?;
        let title = bytes.text()?.to_owned();
        let words = bytes.words(LEXICON_LEMMAS)?;
        if words.has_duplicates() {
            return Err(LexiconError::Content("a lemma stands there twice"));
        }
        let (mut isa, mut first, mut parts) = (Isa::default(), [0; Pos::ALL.len()], Vec::with_capacity(Pos::ALL.len()));
        for pos in Pos::ALL {
            let from = isa.len();
            first[pos as usize] = count(from);
            isa.read(&mut bytes, pos)?;
            parts.push(part(&mut bytes, &words, from..isa.len())?);
        }
        if !bytes.0.is_empty() {
            return Err(LexiconError::Content("something follows its end"));
        }
        let senses = senses(words.len(), &parts);
        let members = members(isa.len(), &parts);
        let collocations = Collocations::new(&words);
        let exceptions = parts.into_iter().map(|part| part.exceptions).collect();
        Ok(Self { title, words, collocations, senses, members, first, isa: isa.with_hyponyms(), exceptions })
    }
}

/// Reads what follows the synsets of a part of speech, which have these numbers.
fn part(bytes: &mut Bytes<'_>, words: &Words, synsets: Range<usize>) -> Result<Part, LexiconError> {
    let lemmas = words.len();
    let (sense_counts, n) = bytes.counts(lemmas, "senses", LEXICON_LINKS)?;
    let mut senses = Vec::with_capacity(n.min(bytes.0.len()));
    for _ in 0..n {
        let local = bytes.read_varint()?;
        if local >= synsets.len() {
            return Err(LexiconError::Content("a sense is no synset"));
        }
        senses.push(Synset(count(synsets.start + local)));
    }
    let mut places = Vec::with_capacity(n.min(bytes.0.len()));
    for _ in 0..n {
        places.push(count(bytes.read_varint()?));
    }
    let forms = bytes.words(LEXICON_LINKS)?;
    let mut bases = Vec::with_capacity(forms.len().min(bytes.0.len()));
    for _ in 0..forms.len() {
        let base = bytes.read_varint()?;
        if base >= lemmas {
            return Err(LexiconError::Content("an exception has no lemma"));
        }
        bases.push(Lemma(count(base)));
    }
    Ok(Part { sense_counts, senses, places, exceptions: Exceptions { forms, bases } })
}

/// Returns the lemmas of each synset, in WordNet's order.
fn members(synsets: usize, parts: &[Part]) -> Lists<Lemma> {
    let mut members = Vec::with_capacity(parts.iter().map(|part| part.senses.len()).sum());
    for part in parts {
        let counts = part.sense_counts.iter().enumerate();
        let lemmas = counts.flat_map(|(lemma, &n)| std::iter::repeat_n(count(lemma), n));
        let places = part.senses.iter().zip(&part.places);
        members.extend(lemmas.zip(places).map(|(lemma, (synset, &place))| (synset.0, place, Lemma(lemma))));
    }
    sorted_by_row(synsets, members)
}

/// Returns the senses of each lemma: part of speech by part of speech, each by rank.
fn senses(lemmas: usize, parts: &[Part]) -> Lists<Synset> {
    let mut lists = Lists::with_capacity(lemmas, parts.iter().map(|part| part.senses.len()).sum());
    let mut left: Vec<&[Synset]> = parts.iter().map(|part| part.senses.as_slice()).collect();
    for lemma in 0..lemmas {
        for (left, part) in left.iter_mut().zip(parts) {
            let (head, rest) = left.split_at(part.sense_counts[lemma].min(left.len()));
            lists.open_row().extend_from_slice(head);
            *left = rest;
        }
        lists.end_row();
    }
    lists
}
