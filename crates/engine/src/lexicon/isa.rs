//! Stores the is-a graph: hypernyms, hyponyms, depths, and for each synset all its ancestors with their distances.
//!
//! In the format a synset has a higher number than its hypernyms, so cycles are impossible, and one pass over the
//! synsets computes everything. The edges are WordNet's hypernyms and instance hypernyms ("Paris is a national
//! capital"). WordNet has none between adjectives or adverbs. Not covered: WordNet's order of a synset's hypernyms.

use super::bytes::Bytes;
use super::lists::{Lists, sorted_by_row};
use super::{LexiconError, Pos, Synset};
use crate::count;
use types::limits::{LEXICON_ANCESTORS, LEXICON_DEPTH, LEXICON_LINKS, LEXICON_SYNSETS};

/// An ancestor of a synset: its number in the upper three bytes, and the length of the shortest path to it, in edges,
/// in the lowest byte. A synset is its own ancestor at distance 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ancestor(u32);

impl Ancestor {
    pub(super) fn synset(self) -> Synset {
        Synset(self.0 >> 8)
    }

    pub(super) fn distance(self) -> u8 {
        self.0.to_le_bytes()[0]
    }

    fn new(synset: u32, distance: u8) -> Self {
        Self(synset << 8 | u32::from(distance))
    }

    fn one_further(self) -> Self {
        Self(self.0 + 1)
    }
}

/// The graph of all parts of speech.
#[derive(Default)]
pub(super) struct Isa {
    up: Lists<Synset>,
    down: Lists<Synset>,
    /// The ancestors of each synset, ascending by number.
    ancestors: Lists<Ancestor>,
    /// The longest path to a root, in edges.
    depth: Vec<u8>,
    /// The shortest path to a root, in edges.
    min_depth: Vec<u8>,
    /// The number of ancestors visited, which exceeds the number of stored ones if hypernyms share some.
    climbed: usize,
}

impl Isa {
    /// Reads the synsets of a part of speech, numbered after those read so far; [`Isa::with_hyponyms`] completes the
    /// graph.
    pub(super) fn read(&mut self, bytes: &mut Bytes<'_>, pos: Pos) -> Result<(), LexiconError> {
        let first = self.len();
        let n = bytes.count("synsets", LEXICON_SYNSETS)?;
        bounded(first + n, "synsets", LEXICON_SYNSETS)?;
        let (counts, edges) = bytes.counts(n, "is-a edges", LEXICON_LINKS)?;
        if edges > 0 && !pos.has_hypernyms() {
            return Err(LexiconError::Content("an adjective or adverb has a hypernym"));
        }
        let mut largest = 0_usize;
        for (at, edges_of) in counts.into_iter().enumerate() {
            let mut hypernym = largest;
            for nth in 0..edges_of {
                let step = bytes.read_varint()?;
                hypernym = if nth == 0 {
                    largest = largest.saturating_add(step);
                    Some(largest)
                } else {
                    hypernym.checked_sub(step).filter(|_| step > 0)
                }
                .filter(|&hypernym| hypernym < at)
                .ok_or(LexiconError::Content("a hypernym is out of order"))?;
                self.up.push(Synset(count(first + hypernym)));
            }
            self.up.end_row();
            self.climb(count(first + at))?;
        }
        Ok(())
    }

    /// Computes the derived data of the last synset from its hypernyms.
    fn climb(&mut self, synset: u32) -> Result<(), LexiconError> {
        let mut all = vec![Ancestor::new(synset, 0)];
        let (mut depth, mut min_depth) = (0, u8::MAX);
        for hypernym in self.up.row(synset) {
            let theirs = self.ancestors.row(hypernym.0);
            self.climbed += theirs.len();
            bounded(self.climbed, "ancestors", LEXICON_ANCESTORS)?;
            all.extend(theirs.iter().map(|one| one.one_further()));
            depth = depth.max(self.depth[hypernym.0 as usize] + 1);
            min_depth = min_depth.min(self.min_depth[hypernym.0 as usize] + 1);
        }
        bounded(usize::from(depth), "levels", usize::from(LEXICON_DEPTH))?;
        all.sort_unstable();
        all.dedup_by_key(|one| one.synset());
        self.ancestors.open_row().extend(all);
        self.ancestors.end_row();
        self.depth.push(depth);
        self.min_depth.push(if depth == 0 { 0 } else { min_depth });
        Ok(())
    }

    /// Computes the hyponyms, after all parts of speech were read.
    pub(super) fn with_hyponyms(mut self) -> Self {
        let rows = self.len();
        let edges = (0..count(rows)).flat_map(|below| {
            let above = self.up.row(below);
            above.iter().map(move |above| (above.0, below, Synset(below)))
        });
        self.down = sorted_by_row(rows, edges.collect());
        self
    }

    /// Returns the number of synsets.
    pub(super) fn len(&self) -> usize {
        self.up.rows()
    }

    pub(super) fn hypernyms(&self, synset: Synset) -> &[Synset] {
        self.up.row(synset.0)
    }

    pub(super) fn hyponyms(&self, synset: Synset) -> &[Synset] {
        self.down.row(synset.0)
    }

    pub(super) fn ancestors(&self, synset: Synset) -> &[Ancestor] {
        self.ancestors.row(synset.0)
    }

    /// Returns the longest path to a root, in edges; 0 for a root.
    pub(super) fn depth(&self, synset: Synset) -> u8 {
        self.depth.get(synset.0 as usize).copied().unwrap_or(0)
    }

    /// Returns the shortest path to a root, in edges; 0 for a root.
    pub(super) fn min_depth(&self, synset: Synset) -> u8 {
        self.min_depth.get(synset.0 as usize).copied().unwrap_or(0)
    }
}

fn bounded(found: usize, what: &'static str, most: usize) -> Result<(), LexiconError> {
    if found > most {
        return Err(LexiconError::TooLarge { what, most });
    }
    Ok(())
}
