//! Stores the is-a graph: hypernyms, hyponyms, depths, and for each synset all its ancestors with their distances.
//!
//! In the format a synset has a higher number than its hypernyms, so cycles are impossible, and one pass over the
//! synsets computes everything. The edges are WordNet's hypernyms and instance hypernyms ("Paris is a national
//! capital"). Not covered: WordNet's order of a synset's hypernyms.

use super::bytes::Bytes;
use super::lists::{Lists, sorted_by_row};
use super::{LexiconError, Synset};
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

/// The graph of one part of speech, or of both.
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
    /// Reads the graph of a part of speech whose synsets are numbered from `first`; [`Isa::followed_by`] completes it.
    pub(super) fn read(bytes: &mut Bytes<'_>, first: usize) -> Result<Self, LexiconError> {
        let n = bytes.count("synsets", LEXICON_SYNSETS)?;
        let (counts, edges) = bytes.counts(n, "is-a edges", LEXICON_LINKS)?;
        let mut isa = Self {
            up: Lists::with_capacity(n, edges.min(bytes.0.len())),
            down: Lists::with_capacity(0, 0),
            ancestors: Lists::with_capacity(n, 0),
            depth: Vec::with_capacity(n),
            min_depth: Vec::with_capacity(n),
            climbed: 0,
        };
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
                isa.up.push(Synset(count(first + hypernym)));
            }
            isa.up.end_row();
            isa.climb(count(at), first)?;
        }
        Ok(isa)
    }

    /// Computes the derived data of the last synset from its hypernyms.
    fn climb(&mut self, at: u32, first: usize) -> Result<(), LexiconError> {
        let first = count(first);
        let mut all = vec![Ancestor::new(first + at, 0)];
        let (mut depth, mut min_depth) = (0, u8::MAX);
        for hypernym in self.up.row(at) {
            let local = hypernym.0 - first;
            let theirs = self.ancestors.row(local);
            self.climbed += theirs.len();
            bounded(self.climbed, "ancestors", LEXICON_ANCESTORS)?;
            all.extend(theirs.iter().map(|one| one.one_further()));
            depth = depth.max(self.depth[local as usize] + 1);
            min_depth = min_depth.min(self.min_depth[local as usize] + 1);
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

    /// Appends the synsets of another graph.
    pub(super) fn followed_by(mut self, other: Self) -> Self {
        self.up.append(other.up);
        self.ancestors.append(other.ancestors);
        self.depth.extend(other.depth);
        self.min_depth.extend(other.min_depth);
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
