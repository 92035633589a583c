//! Lists the terms related to a term, sense by sense, for display: the words that a semantic strategy counts as
//! related, and their senses.

use super::similarity::{WITHIN_SYNSET, path};
use super::{Lemma, Lexicon, Measure, Synset, Term};
use std::collections::BTreeMap;
use types::lexicon::{RelatedSense, RelatedTerm};
use types::limits::{LEXICON_DEPTH, RELATED_SYNSETS};
use types::sorting;

impl Lexicon {
    /// Returns the words related to each sense of a term, at least `least` similar (above 0), at most `most` per sense.
    ///
    /// The walk goes up to the ancestors and down from them, the nearest synsets first, through at most
    /// [`RELATED_SYNSETS`] and not through the virtual root. Of adjectives and adverbs it finds the synonyms only. The
    /// term's own lemmas are omitted.
    pub fn related(&self, term: Term, measure: Measure, least: f64, most: usize) -> Vec<RelatedSense> {
        let mut senses: Vec<(Lemma, Synset)> = Vec::new();
        for (lemma, synset) in self.senses_of(term) {
            if senses.iter().all(|&(_, known)| known != synset) {
                senses.push((lemma, synset));
            }
        }
        senses
            .into_iter()
            .map(|(lemma, synset)| self.related_to_sense(term, (lemma, synset), measure, least, most))
            .collect()
    }

    fn related_to_sense(
        &self,
        term: Term,
        (lemma, synset): (Lemma, Synset),
        measure: Measure,
        least: f64,
        most: usize,
    ) -> RelatedSense {
        let (around, cut) = self.around(synset, reach(measure, least));
        let above = self.depths_above(synset);
        let has_hypernyms = self.pos(synset).has_hypernyms();
        // Each lemma with its best similarity and its position in the walk.
        let mut best: BTreeMap<Lemma, (f64, usize)> = BTreeMap::new();
        let mut met = 0;
        for (other, length) in around {
            let others = self.isa.ancestors(other).iter();
            let common = others.map(|one| above[one.synset().0 as usize]).max();
            let similarity =
                if has_hypernyms { measure.similarity(length, common.unwrap_or(0)) } else { WITHIN_SYNSET };
            if similarity < least || similarity <= 0.0 {
                continue;
            }
            for &word in self.lemmas(other) {
                met += 1;
                let known = best.entry(word).or_insert((0.0, met));
                if similarity > known.0 {
                    *known = (similarity, met);
                }
            }
        }
        best.retain(|word, _| term.lemmas().all(|lemma| lemma != *word));
        let more = cut || best.len() > most;
        let mut nearest: Vec<_> = best.into_iter().collect();
        sorting::sort_by(&mut nearest, |(_, a), (_, b)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        nearest.truncate(most);
        let related = nearest
            .into_iter()
            .map(|(word, (similarity, _))| RelatedTerm { word: self.written(word).to_owned(), similarity });
        RelatedSense {
            notation: self.notation(lemma, synset).to_string(),
            synonyms: self.other_names(synset, lemma),
            hypernyms: self.hypernyms(synset).iter().map(|&above| self.name(above)).collect(),
            related: related.collect(),
            more,
        }
    }

    /// Returns the synsets within `reach` edges of a synset, nearest first, each with its distance; and whether there
    /// were too many.
    fn around(&self, synset: Synset, reach: u8) -> (Vec<(Synset, u8)>, bool) {
        // The synsets to visit, by distance: the ancestors first, then the synsets below them.
        let mut waiting = vec![Vec::new(); usize::from(reach) + 1];
        for ancestor in self.isa.ancestors(synset) {
            if let Some(level) = waiting.get_mut(usize::from(ancestor.distance())) {
                level.push(ancestor.synset());
            }
        }
        let mut seen = vec![false; self.synsets_len()];
        let mut found = Vec::new();
        for distance in 0..=reach {
            for at in std::mem::take(&mut waiting[usize::from(distance)]) {
                if std::mem::replace(&mut seen[at.0 as usize], true) {
                    continue;
                }
                if found.len() == RELATED_SYNSETS {
                    return (found, true);
                }
                found.push((at, distance));
                if let Some(next) = waiting.get_mut(usize::from(distance) + 1) {
                    next.extend_from_slice(self.hyponyms(at));
                }
            }
        }
        (found, false)
    }

    /// Returns the depth of every ancestor of this synset, and 0 for all other synsets.
    fn depths_above(&self, synset: Synset) -> Vec<u8> {
        let mut depths = vec![0; self.synsets_len()];
        for ancestor in self.isa.ancestors(synset) {
            let above = ancestor.synset();
            depths[above.0 as usize] = self.depth(above);
        }
        depths
    }

    /// Returns the lemmas of a synset except one.
    fn other_names(&self, synset: Synset, but: Lemma) -> Vec<String> {
        let names = self.lemmas(synset).iter().filter(|&&lemma| lemma != but);
        names.map(|&lemma| self.written(lemma).to_owned()).collect()
    }

    /// Returns the lemma that names a synset best.
    fn name(&self, synset: Synset) -> String {
        let first = self.lemmas(synset).first();
        first.map_or("", |&lemma| self.written(lemma)).to_owned()
    }
}

/// Returns the maximum number of edges at which a measure can still reach `least`.
fn reach(measure: Measure, least: f64) -> u8 {
    // No synset is this deep: the best case of the measure.
    let at = |length: u8| match measure {
        Measure::Path => path(length),
        other => other.similarity(length, u8::MAX),
    };
    (0..=2 * LEXICON_DEPTH).take_while(|&length| at(length) >= least && at(length) > 0.0).last().unwrap_or(0)
}
