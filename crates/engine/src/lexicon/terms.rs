//! Converts written forms to terms: the lemma with that spelling, and the lemmas that it inflects.
//!
//! As in WordNet's own search, `links` is the lemma "links" and the plural of "link", and has the senses of both. One
//! rule is added: a form that is a lemma is not shortened to fewer than [`BASE_LETTERS`] letters; otherwise `gas` would
//! also be "ga" (Georgia).
//!
//! Texts write some collocations with a space where WordNet has a hyphen, and vice versa; both are tried, as in
//! WordNet's search.

use super::spelling::Spelling;
use super::{Lemma, Lexicon, Pos, Synset};
use types::limits::BASE_LETTERS;

/// A written term as its possible lemmas, at most three: the written form, the base of a noun, the base of a verb.
/// Terms are equal if their lemmas are, as those of `dogs` and `dog`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    lemmas: [Option<Lemma>; 3],
}

impl Term {
    /// Returns its lemmas: the written form first, then the base of the noun, then that of the verb. There is at least
    /// one.
    pub fn lemmas(self) -> impl Iterator<Item = Lemma> {
        self.lemmas.into_iter().flatten()
    }

    /// Returns true if the terms share a lemma and so are forms of one word, such as `links` and `link`.
    pub fn is_form_of(self, other: Self) -> bool {
        self.lemmas().any(|lemma| other.lemmas().any(|its| its == lemma))
    }

    fn new(exact: Option<Lemma>, noun: Option<Lemma>, verb: Option<Lemma>) -> Option<Self> {
        let mut lemmas = [None; 3];
        let mut filled = 0;
        for lemma in [exact, noun, verb].into_iter().flatten() {
            if !lemmas.contains(&Some(lemma)) {
                lemmas[filled] = Some(lemma);
                filled += 1;
            }
        }
        (filled > 0).then_some(Self { lemmas })
    }
}

impl From<Lemma> for Term {
    fn from(lemma: Lemma) -> Self {
        Self { lemmas: [Some(lemma), None, None] }
    }
}

impl Lexicon {
    /// Returns the term of a written form, in any inflection and case, with spaces or underscores. `None` if the
    /// lexicon does not contain it: such a word is similar only to itself, and the caller compares it. Allocates
    /// nothing.
    pub fn term(&self, written: &str) -> Option<Term> {
        let form = Spelling::new(written)?;
        self.term_of(&form)
            .or_else(|| self.term_of(&form.replaced(b'-', b' ')))
            .or_else(|| self.term_of(&form.replaced(b' ', b'-')))
    }

    /// Returns the term of a form in the lexicon's spelling.
    pub(super) fn term_of(&self, form: &Spelling) -> Option<Term> {
        let exact = self.words.find(form.as_str()).map(Lemma);
        let base = |pos| {
            let base = self.base_of(form, pos)?;
            (exact.is_none() || self.written(base).len() >= BASE_LETTERS).then_some(base)
        };
        Term::new(exact, base(Pos::Noun), base(Pos::Verb))
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
