//! Finds terms in a text: the longest run of words that is a collocation of the lexicon, or else the single word.
//!
//! The analyzer splits the text into words. The words of a collocation may be separated by white space, or by one sign
//! as in "x-ray" and "alzheimer's disease". Commas and brackets separate terms; a full stop followed by a space does
//! not, since "St. Louis" is one name. A collocation may contain stop words ("act of god") but does not begin with one.
//! Words that the lexicon does not contain are returned as stems. Not covered: word sense disambiguation.

use super::collocations::WordHash;
use super::spelling::Spelling;
use super::{Lexicon, Term};
use crate::count;
use crate::text::{Analyzer, Language, WordMap};
use types::limits::{COLLOCATION_WORDS, STEM_MEMO};

/// An occurrence of a term in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention<'a> {
    /// The term of the lexicon; `None` for an unknown word.
    pub term: Option<Term>,
    /// The stem of the word; for a collocation, the stems of its words except stop words, separated by spaces.
    pub stem: &'a str,
    /// The number of words.
    pub words: usize,
    /// Byte offset of the first word in the text.
    pub start: usize,
    /// Byte offset of the last word's end.
    pub end: usize,
}

/// Finds terms of one lexicon. It caches all words, so keep one instance for a whole crawl.
#[derive(Default)]
pub struct Mentions {
    /// The lower-case words of the text and their stems, one after the other.
    letters: String,
    words: Vec<Word>,
    /// The stems of a collocation.
    stems: String,
    /// The index of each known word in `known`.
    places: WordMap<Box<str>, u32>,
    known: Vec<Known>,
}

/// The lexicon entry of a word.
#[derive(Clone, Copy)]
struct Known {
    term: Option<Term>,
    /// The hash of the word as it is written, then those of its lemmas.
    forms: [Option<WordHash>; 1 + Term::LEMMAS],
}

/// A word by its ranges in `letters` and in the text.
struct Word {
    written: (usize, usize),
    /// Its index in `known`.
    known: u32,
    /// `None` for a stop word.
    stem: Option<(usize, usize)>,
    start: usize,
    end: usize,
}

impl Mentions {
    /// Returns a finder with empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `each` with every term of the text, in order. An unknown language counts as English. The lexicon is
    /// English, so of a text in another language it contains little more than names.
    pub fn find(
        &mut self,
        lexicon: &Lexicon,
        analyzer: &mut Analyzer,
        text: &str,
        language: Option<Language>,
        mut each: impl FnMut(Mention<'_>),
    ) {
        if self.known.len() > STEM_MEMO {
            self.known.clear();
            self.places.clear();
        }
        self.split(lexicon, analyzer, text, language);
        let mut at = 0;
        while let Some(word) = self.words.get(at) {
            let Some(stem) = word.stem else {
                at += 1;
                continue;
            };
            let (term, words) = self.longest(lexicon, text, at);
            self.stems.clear();
            self.stems.push_str(&self.letters[stem.0..stem.1]);
            for stem in self.words[at + 1..at + words].iter().filter_map(|word| word.stem) {
                self.stems.push(' ');
                self.stems.push_str(&self.letters[stem.0..stem.1]);
            }
            each(Mention { term, stem: &self.stems, words, start: word.start, end: self.words[at + words - 1].end });
            at += words;
        }
    }

    fn split(&mut self, lexicon: &Lexicon, analyzer: &mut Analyzer, text: &str, language: Option<Language>) {
        let (letters, words) = (&mut self.letters, &mut self.words);
        let (places, memory) = (&mut self.places, &mut self.known);
        letters.clear();
        words.clear();
        let mut keep = |word: &str| {
            let start = letters.len();
            letters.push_str(word);
            (start, letters.len())
        };
        analyzer.written_words(text, language, |word| {
            let written = keep(word.written);
            let known = places.get(word.written).copied().unwrap_or_else(|| {
                let place = count(memory.len());
                memory.push(Known::new(lexicon, word.written));
                places.insert(word.written.into(), place);
                place
            });
            words.push(Word {
                written,
                known,
                stem: word.term.map(|stem| if stem == word.written { written } else { keep(stem) }),
                start: word.start,
                end: word.end,
            });
        });
    }

    /// Returns the longest term that begins with this word, and its number of words.
    fn longest(&self, lexicon: &Lexicon, text: &str, at: usize) -> (Option<Term>, usize) {
        let known = self.known_at(at);
        let most = match self.words.get(at + 1) {
            Some(_) => known.longest_with(self.known_at(at + 1), lexicon),
            None => 1,
        };
        let mut forms = [Spelling::EMPTY; COLLOCATION_WORDS];
        let mut filled = 0;
        while filled < most {
            let Some(form) = self.extended(text, at + filled, forms[..filled].last()) else {
                break;
            };
            forms[filled] = form;
            filled += 1;
        }
        for words in (2..=filled).rev() {
            let form = &forms[words - 1];
            let term = lexicon.term_with(form, &[(b'-', b' ')]);
            if term.is_some() {
                return (term, words);
            }
        }
        (known.term, 1)
    }

    /// Returns a form with this word appended; `None` if a separator precedes the word, or the text ends.
    fn extended(&self, text: &str, at: usize, form: Option<&Spelling>) -> Option<Spelling> {
        let word = self.words.get(at)?;
        let mut longer = form.copied().unwrap_or(Spelling::EMPTY);
        if form.is_some() {
            let before = &self.words[at - 1];
            longer.push(joint(text.get(before.end..word.start)?)?)?;
        }
        longer.push(self.written(at))?;
        Some(longer)
    }

    fn known_at(&self, at: usize) -> &Known {
        &self.known[self.words[at].known as usize]
    }

    fn written(&self, at: usize) -> &str {
        let (start, end) = self.words[at].written;
        &self.letters[start..end]
    }
}

impl Known {
    fn new(lexicon: &Lexicon, word: &str) -> Self {
        let term = lexicon.term(word);
        let mut forms = [None; 1 + Term::LEMMAS];
        forms[0] = Some(WordHash::new(word));
        let lemmas = term.into_iter().flat_map(Term::lemmas);
        let written = lemmas.map(|lemma| lexicon.written(lemma));
        let others = written.filter(|&lemma| lemma != word);
        for (form, lemma) in forms[1..].iter_mut().zip(others) {
            *form = Some(WordHash::new(lemma));
        }
        Self { term, forms }
    }

    /// Returns the maximum number of words of collocations that begin with this word and another; below two if there
    /// are none.
    fn longest_with(&self, second: &Self, lexicon: &Lexicon) -> usize {
        let firsts = self.forms.iter().flatten();
        let pairs = firsts.flat_map(|&a| second.forms.iter().flatten().map(move |&b| (a, b)));
        let longest = pairs.map(|(a, b)| lexicon.collocations.longest(a, b)).max();
        longest.unwrap_or(0).min(COLLOCATION_WORDS)
    }
}

/// Returns the lexicon's spelling of the text between two words; `None` if it separates terms.
fn joint(between: &str) -> Option<&'static str> {
    match between {
        "-" | "\u{2010}" | "\u{2011}" => Some("-"),
        "'" | "\u{2019}" => Some("'"),
        "." => Some("."),
        "/" => Some("/"),
        ". " => Some(". "),
        _ if !between.is_empty() && between.chars().all(|c| c == '_' || c.is_whitespace()) => Some(" "),
        _ => None,
    }
}
