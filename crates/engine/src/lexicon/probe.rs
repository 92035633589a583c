//! Compares one term with many. A table stores the ancestors of the term's senses.
//!
//! A comparison looks up the ancestors of the other term's senses, some nine each. A match gives the distance between
//! the two senses. This is far less work than comparing all pairs of senses, with the same result.

use super::isa::Ancestor;
use super::similarity::{WITHIN_SYNSET, path};
use super::{ExcludedWords, Lexicon, Measure, Pos, Synset, Term};
use types::limits::{LEXICON_DEPTH, TERM_SENSES};

/// A term of a query, without its excluded senses, and the table of its ancestors.
#[derive(Clone, Debug)]
pub struct Probe {
    term: Term,
    excluded: ExcludedWords,
    /// The senses to compare, ascending.
    senses: Vec<Sense>,
    /// The ancestors of all senses, ascending.
    rows: Vec<Row>,
    /// For each row, the senses with that ancestor and their distances: indices into `senses`, and edges.
    hits: Vec<(u8, u8)>,
}

#[derive(Clone, Debug)]
struct Sense {
    synset: Synset,
    pos: Pos,
    /// The number of edges to the virtual root, which only nouns and verbs have.
    root_distance: u8,
}

#[derive(Clone, Debug)]
struct Row {
    ancestor: Synset,
    depth: u8,
    /// The number of edges from the nearest sense.
    nearest: u8,
    /// The end of the row's hits; they begin at the end of the previous row.
    end: u32,
}

/// A length that exceeds any path: two paths to the virtual root, plus one.
const APART: u8 = 2 * (LEXICON_DEPTH + 1) + 1;

impl Lexicon {
    /// Returns the least number of edges between senses of two terms; 0 for two forms of one word, `None` if they are
    /// not connected. To compare one term with many, keep a [`Probe`].
    pub fn path_length(&self, a: Term, b: Term) -> Option<u8> {
        self.probe(a).path_length(self, b)
    }

    /// Returns the similarity of the most similar senses of two terms.
    pub fn similarity(&self, a: Term, b: Term, measure: Measure) -> f64 {
        self.probe(a).similarity(self, b, measure)
    }

    fn probe(&self, term: Term) -> Probe {
        Probe::new(self, term, &ExcludedWords::default())
    }
}

impl Probe {
    /// Prepares a term for comparisons. An excluded term is related only to itself.
    pub fn new(lexicon: &Lexicon, term: Term, excluded: &ExcludedWords) -> Self {
        let mut synsets: Vec<Synset> = lexicon
            .senses_of(term)
            .filter(|&(lemma, synset)| !excluded.has_sense(lemma, synset))
            .map(|(_, synset)| synset)
            .take(TERM_SENSES)
            .collect();
        synsets.sort_unstable();
        synsets.dedup();
        let (rows, hits) = table(lexicon, &synsets);
        let sense = |&synset: &Synset| Sense {
            synset,
            pos: lexicon.pos(synset),
            root_distance: lexicon.isa.min_depth(synset) + 1,
        };
        Self { term, excluded: excluded.clone(), senses: synsets.iter().map(sense).collect(), rows, hits }
    }

    /// Returns the term.
    pub fn term(&self) -> Term {
        self.term
    }

    /// Returns the similarity of a term to this one, without allocation. `lexicon` must be the one given to
    /// [`Probe::new`].
    pub fn similarity(&self, lexicon: &Lexicon, other: Term, measure: Measure) -> f64 {
        if self.term.is_form_of(other) {
            return 1.0;
        }
        match measure {
            Measure::Path => self.path_length(lexicon, other).map_or(0.0, path),
            Measure::BoundedPath(_) => measure.similarity(self.is_a_length(lexicon, other), 0),
            Measure::Synonyms => f64::from(u8::from(self.shares_a_synset(lexicon, other))),
            Measure::Li { .. } => self.best_pair(lexicon, self.comparable(lexicon, other), measure),
        }
    }

    /// Returns the similarity of one sense of another word to this term, by a measure that is monotonic in length and
    /// depth.
    pub fn similarity_to_sense(&self, lexicon: &Lexicon, sense: Synset, measure: Measure) -> f64 {
        self.best_pair(lexicon, std::iter::once(sense), measure)
    }

    /// Returns the least number of edges between senses of a term and this one; `None` if they are not connected.
    /// Allocates nothing.
    pub fn path_length(&self, lexicon: &Lexicon, other: Term) -> Option<u8> {
        if self.term.is_form_of(other) {
            return Some(0);
        }
        let mut best = APART;
        for synset in self.comparable(lexicon, other) {
            let pos = lexicon.pos(synset);
            if !pos.has_hypernyms() {
                continue;
            }
            let root_distance = lexicon.isa.min_depth(synset) + 1;
            let same_pos = self.senses.iter().filter(|sense| sense.pos == pos);
            best = same_pos.fold(best, |best, sense| best.min(root_distance + sense.root_distance));
        }
        best = best.min(self.is_a_length(lexicon, other));
        (best < APART).then_some(best)
    }

    /// Returns the least number of edges between senses by way of a common ancestor; [`APART`] if there is none.
    fn is_a_length(&self, lexicon: &Lexicon, other: Term) -> u8 {
        let mut best = APART;
        for synset in self.comparable(lexicon, other) {
            self.each_common(lexicon, synset, |row, distance| {
                best = best.min(distance + self.rows[row].nearest);
            });
        }
        best
    }

    /// Returns the similarity of the best pair of senses, for measures that depend on both length and depth.
    fn best_pair(&self, lexicon: &Lexicon, others: impl Iterator<Item = Synset>, measure: Measure) -> f64 {
        // The shortest path for each depth of the common ancestor, so that the formula is computed once per depth.
        let mut shortest = [APART; LEXICON_DEPTH as usize + 1];
        let mut pairs = [(APART, 0); TERM_SENSES];
        for synset in others {
            if !lexicon.pos(synset).has_hypernyms() {
                if self.has_sense(synset) {
                    return WITHIN_SYNSET;
                }
                continue;
            }
            self.pairs_with(lexicon, synset, &mut pairs[..self.senses.len()]);
            for &(length, depth) in &pairs[..self.senses.len()] {
                let known = &mut shortest[usize::from(depth)];
                *known = length.min(*known);
            }
        }
        let mut nearest = APART;
        let mut best = 0.0_f64;
        for depth in (1..=LEXICON_DEPTH).rev() {
            // A pair that is neither shorter nor deeper than another is less similar.
            let length = shortest[usize::from(depth)];
            if length < nearest {
                nearest = length;
                best = best.max(measure.similarity(length, depth));
            }
        }
        best
    }

    /// Writes into `pairs`, for each sense, its distance from a synset of nouns or verbs and the depth of their deepest
    /// common ancestor.
    fn pairs_with(&self, lexicon: &Lexicon, synset: Synset, pairs: &mut [(u8, u8)]) {
        let pos = lexicon.pos(synset);
        let root_distance = lexicon.isa.min_depth(synset) + 1;
        for (pair, sense) in pairs.iter_mut().zip(&self.senses) {
            *pair = if sense.pos == pos { (root_distance + sense.root_distance, 0) } else { (APART, 0) };
        }
        self.each_common(lexicon, synset, |at, distance| {
            let row = &self.rows[at];
            let start = at.checked_sub(1).map_or(0, |before| self.rows[before].end);
            for &(sense, up) in &self.hits[start as usize..row.end as usize] {
                let (length, depth) = &mut pairs[usize::from(sense)];
                *length = (*length).min(up + distance);
                *depth = (*depth).max(row.depth);
            }
        });
    }

    /// Calls `each` with the row of every common ancestor of a synset and the senses, and its distance from the synset.
    fn each_common(&self, lexicon: &Lexicon, synset: Synset, mut each: impl FnMut(usize, u8)) {
        let mut from = 0;
        for ancestor in lexicon.isa.ancestors(synset) {
            let rest = &self.rows[from..];
            from += rest.partition_point(|row| row.ancestor < ancestor.synset());
            match self.rows.get(from) {
                Some(row) if row.ancestor == ancestor.synset() => each(from, ancestor.distance()),
                Some(_) => {}
                None => return,
            }
        }
    }

    fn shares_a_synset(&self, lexicon: &Lexicon, other: Term) -> bool {
        self.comparable(lexicon, other).any(|synset| self.has_sense(synset))
    }

    fn has_sense(&self, synset: Synset) -> bool {
        self.senses.binary_search_by_key(&synset, |sense| sense.synset).is_ok()
    }

    /// Returns the senses of another term to compare: none if it is excluded.
    fn comparable(&self, lexicon: &Lexicon, other: Term) -> impl Iterator<Item = Synset> {
        let senses = if self.excluded.has(other) { 0 } else { TERM_SENSES };
        let all = lexicon.senses_of(other).take(senses);
        all.map(|(_, synset)| synset)
    }
}

/// Returns the ancestors of some synsets, ascending, with the synsets below each and their distances.
fn table(lexicon: &Lexicon, synsets: &[Synset]) -> (Vec<Row>, Vec<(u8, u8)>) {
    let mut all: Vec<(Ancestor, u8)> = Vec::with_capacity(12 * synsets.len());
    for (sense, &synset) in (0_u8..).zip(synsets) {
        all.extend(lexicon.isa.ancestors(synset).iter().map(|&one| (one, sense)));
    }
    all.sort_unstable();
    let mut rows = Vec::new();
    let mut hits = Vec::with_capacity(all.len());
    for same in all.chunk_by(|a, b| a.0.synset() == b.0.synset()) {
        hits.extend(same.iter().map(|&(one, sense)| (sense, one.distance())));
        let nearest = same[0].0;
        rows.push(Row {
            ancestor: nearest.synset(),
            depth: lexicon.isa.depth(nearest.synset()),
            nearest: nearest.distance(),
            end: crate::count(hits.len()),
        });
    }
    (rows, hits)
}
