//! Reads a [`Lexicon`] from untrusted bytes. Reading always ends, stays within the limits, and never panics.

use super::bytes::Bytes;
use super::collocations::Collocations;
use super::isa::Isa;
use super::lists::{Lists, sorted_by_row};
use super::morphy::Exceptions;
use super::words::Words;
use super::{Lemma, Lexicon, LexiconError, Synset, VERSION};
use crate::count;
use types::limits::{LEXICON_LEMMAS, LEXICON_LINKS, LEXICON_SYNSETS};

const MAGIC: [u8; 4] = *b"SLEX";

/// The data of one part of speech.
struct Part {
    isa: Isa,
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
        let nouns = part(&mut bytes, &words, 0)?;
        let verbs = part(&mut bytes, &words, nouns.isa.len())?;
        if !bytes.0.is_empty() {
            return Err(LexiconError::Content("something follows its end"));
        }
        Ok(join(title, words, nouns, verbs))
    }
}

/// Reads a part of speech whose synsets are numbered from `first`.
fn part(bytes: &mut Bytes<'_>, words: &Words, first: usize) -> Result<Part, LexiconError> {
    let isa = Isa::read(bytes, first)?;
    let lemmas = words.len();
    let (sense_counts, n) = bytes.counts(lemmas, "senses", LEXICON_LINKS)?;
    let mut senses = Vec::with_capacity(n.min(bytes.0.len()));
    for _ in 0..n {
        let local = bytes.read_varint()?;
        if local >= isa.len() {
            return Err(LexiconError::Content("a sense is no synset"));
        }
        senses.push(Synset(count(first + local)));
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
    Ok(Part { isa, sense_counts, senses, places, exceptions: Exceptions { forms, bases } })
}

fn join(title: String, words: Words, nouns: Part, verbs: Part) -> Lexicon {
    let synsets = nouns.isa.len() + verbs.isa.len();
    debug_assert!(synsets <= 2 * LEXICON_SYNSETS);
    let mut members = Vec::with_capacity(nouns.senses.len() + verbs.senses.len());
    for part in [&nouns, &verbs] {
        let counts = part.sense_counts.iter().enumerate();
        let lemmas = counts.flat_map(|(lemma, &n)| std::iter::repeat_n(count(lemma), n));
        let places = part.senses.iter().zip(&part.places);
        members.extend(lemmas.zip(places).map(|(lemma, (synset, &place))| (synset.0, place, Lemma(lemma))));
    }
    let collocations = Collocations::new(&words);
    let first_verb = count(nouns.isa.len());
    Lexicon {
        title,
        first_verb,
        senses: senses(words.len(), &nouns, &verbs),
        members: sorted_by_row(synsets, members),
        words,
        collocations,
        isa: nouns.isa.followed_by(verbs.isa),
        exceptions: [nouns.exceptions, verbs.exceptions],
    }
}

/// Returns the senses of each lemma: its nouns, then its verbs, each by rank.
fn senses(lemmas: usize, nouns: &Part, verbs: &Part) -> Lists<Synset> {
    let mut lists = Lists::with_capacity(lemmas, nouns.senses.len() + verbs.senses.len());
    let (mut as_noun, mut as_verb) = (nouns.senses.as_slice(), verbs.senses.as_slice());
    for (&n, &v) in nouns.sense_counts.iter().zip(&verbs.sense_counts) {
        for (from, count) in [(&mut as_noun, n), (&mut as_verb, v)] {
            let (head, rest) = from.split_at(count.min(from.len()));
            lists.open_row().extend_from_slice(head);
            *from = rest;
        }
        lists.end_row();
    }
    lists
}
