//! Converts written forms to terms: the lemma with that spelling, and the lemmas that it inflects.
//!
//! As in WordNet's own search, `links` is the lemma "links" and the plural of "link", and has the senses of both. Two
//! rules are added for forms that are lemmas. A noun or verb is not the inflection of one with fewer than
//! [`BASE_LETTERS`] letters, and an adjective or adverb not of such an adjective: otherwise `gas` would also be "ga"
//! (Georgia). A noun or verb that is no adjective or adverb is not a comparative either: otherwise `number` would also
//! be "numb".
//!
//! Texts write some collocations with a space where WordNet has a hyphen, and vice versa; both are tried, as in
//! WordNet's search, until one is a noun or a verb: `working-class` is an adjective, and also the noun "working class".

use super::spelling::Spelling;
use super::{Lemma, Lexicon, Pos, Synset};
use types::limits::BASE_LETTERS;

/// A written term as its possible lemmas: the written form, and its base as each part of speech; then those of the
/// spelling with the other separator. Terms are equal if their lemmas are, as those of `dogs` and `dog`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    lemmas: [Option<Lemma>; Self::LEMMAS],
}

impl Term {
    /// The maximum number of lemmas of a term.
    pub(super) const LEMMAS: usize = 1 + Pos::ALL.len();

    /// Returns its lemmas: the written form first, then the bases in the order of [`Pos::ALL`], then those of the
    /// spelling with the other separator. There is at least one.
    pub fn lemmas(self) -> impl Iterator<Item = Lemma> {
        self.lemmas.into_iter().flatten()
    }

    /// Returns true if the terms share a lemma and so are forms of one word, such as `links` and `link`.
    pub fn is_form_of(self, other: Self) -> bool {
        self.lemmas().any(|lemma| other.lemmas().any(|its| its == lemma))
    }

    /// Returns the term of the first different lemmas; `None` without lemmas.
    fn new(all: impl Iterator<Item = Lemma>) -> Option<Self> {
        let mut lemmas = [None; Self::LEMMAS];
        let mut filled = 0;
        for lemma in all {
            if filled < lemmas.len() && !lemmas.contains(&Some(lemma)) {
                lemmas[filled] = Some(lemma);
                filled += 1;
            }
        }
        (filled > 0).then_some(Self { lemmas })
    }
}

impl From<Lemma> for Term {
    fn from(lemma: Lemma) -> Self {
        let mut lemmas = [None; Self::LEMMAS];
        lemmas[0] = Some(lemma);
        Self { lemmas }
    }
}

impl Lexicon {
    /// Returns the term of a written form, in any inflection and case, with spaces or underscores. `None` if the
    /// lexicon does not contain it: such a word is similar only to itself, and the caller compares it. Allocates
    /// nothing.
    pub fn term(&self, written: &str) -> Option<Term> {
        self.term_with(&Spelling::new(written)?, &[(b'-', b' '), (b' ', b'-')])
    }

    /// Returns the term of a form as it is written and with these characters replaced, up to the first spelling that is
    /// a noun or a verb.
    pub(super) fn term_with(&self, form: &Spelling, replacements: &[(u8, u8)]) -> Option<Term> {
        let mut found = self.term_of(form);
        for &(from, to) in replacements {
            let mut lemmas = found.into_iter().flat_map(Term::lemmas);
            if lemmas.any(|lemma| self.is_as(lemma, Pos::has_hypernyms)) {
                break;
            }
            if form.as_str().as_bytes().contains(&from) {
                let other = self.term_of(&form.replaced(from, to));
                found = Term::new(found.into_iter().chain(other).flat_map(Term::lemmas));
            }
        }
        found
    }

    /// Returns the term of a form in the lexicon's spelling.
    fn term_of(&self, form: &Spelling) -> Option<Term> {
        let exact = self.words.find(form.as_str()).map(Lemma);
        let base = |pos| {
            let base = self.base_of(form, pos)?;
            exact.is_none_or(|exact| self.is_also(exact, base, pos)).then_some(base)
        };
        Term::new(exact.into_iter().chain(Pos::ALL.into_iter().filter_map(base)))
    }

    /// Returns true if a form that is a lemma is also an inflection of `base`.
    fn is_also(&self, exact: Lemma, base: Lemma, pos: Pos) -> bool {
        if self.is_as(exact, |other| other.has_hypernyms() == pos.has_hypernyms()) {
            self.written(base).len() >= BASE_LETTERS
        } else {
            // `used` is an adjective and a form of "use"; `number` is a noun and no comparative.
            pos.has_hypernyms()
        }
    }

    /// Returns true if a lemma has a sense as one of these parts of speech.
    fn is_as(&self, lemma: Lemma, parts: impl Fn(Pos) -> bool) -> bool {
        self.senses(lemma).iter().any(|&synset| parts(self.pos(synset)))
    }

    /// Returns the lemma with exactly this spelling, in any case, with spaces or underscores. Allocates nothing.
    pub fn lemma(&self, written: &str) -> Option<Lemma> {
        let form = Spelling::new(written)?;
        self.words.find(form.as_str()).map(Lemma)
    }

    /// Returns the senses of a written form as this part of speech, the most frequent first: those of its own lemma, or
    /// else of its base; `None` if it has none. Allocates nothing.
    pub fn find(&self, written: &str, pos: Pos) -> Option<&[Synset]> {
        let form = Spelling::new(written)?;
        let lemma = self.lemma_of(form.as_str(), pos);
        let senses = self.senses_as(lemma.or_else(|| self.base_of(&form, pos))?, pos);
        (!senses.is_empty()).then_some(senses)
    }

    /// Returns the spelling of a lemma: lower case, with spaces.
    pub fn written(&self, lemma: Lemma) -> &str {
        self.words.get(lemma.0 as usize)
    }
}
