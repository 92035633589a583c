//! Files topmost targets under the broad topics that match the text of their example pages best.
//!
//! The rule is that of [`super::filing`], with two differences, since pages were read: example pages of broad topics
//! are training data as well as words, and all broad topics have equal priors. Only those terms of pages count that are
//! among the words of a broad topic; other terms distinguish pages from lists of words, not topics from each other. The
//! pages of a target form one document. The target stays at the top if they have no such term, or if it does not fit
//! below its broad topic.
//!
//! Source: Pant §3.3 (Chakrabarti's focused crawler classifies the example pages into the taxonomy, and the person
//! corrects it).

use super::filing::{SMOOTHING, best_class};
use crate::learning::{NaiveBayes, Priors};
use crate::text::{TermCounts, TermId};
use std::collections::{BTreeMap, BTreeSet};
use types::taxonomy::{CheckedTaxonomy, Taxonomy};

/// The term counts of the examples that were read, by example number.
pub(crate) type ReadExamples = BTreeMap<usize, TermCounts>;

/// Topmost targets, each with its new parent; both are indices of topmost topics.
pub(crate) type Homes = Vec<(usize, usize)>;

/// Returns the new parents of the targets that are filed by their text.
pub(crate) fn homes(taxonomy: &Taxonomy, checked: &CheckedTaxonomy, read: &ReadExamples) -> Homes {
    let topics = &taxonomy.topics;
    let is_target = |place: &usize| topics[*place].good && topics[*place].file_by_text;
    let targets: Vec<usize> = (0..topics.len()).filter(is_target).collect();
    if targets.is_empty() {
        return Homes::new();
    }
    let top = places(checked);
    let of_broad = || {
        read.iter().filter_map(|(number, counts)| {
            let example = checked.examples().get(*number)?;
            let place = *top.get(example.node)?;
            let is_broad = !checked.nodes()[example.node].good && !topics.get(place)?.contrast;
            is_broad.then_some((place, example, counts))
        })
    };
    let broad: BTreeSet<usize> = of_broad().map(|(place, ..)| place).collect();
    let broad: Vec<usize> = broad.into_iter().collect();
    let worded = of_broad().filter(|(_, example, _)| !example.is_page());
    let terms = worded.flat_map(|(.., counts)| counts.iter().map(|(term, _)| term));
    let terms: BTreeSet<TermId> = terms.collect();
    let terms: Vec<TermId> = terms.into_iter().collect();
    let examples: Vec<(usize, TermCounts)> = of_broad()
        .filter_map(|(place, _, counts)| Some((broad.binary_search(&place).ok()?, counts.only(&terms))))
        .collect();
    let examples = examples.iter().map(|(class, counts)| (*class, counts));
    let trained = NaiveBayes::train(broad.len(), examples, SMOOTHING, Priors::Uniform);
    let Ok(classifier) = trained else {
        return Homes::new();
    };
    let home = |place: usize| {
        let mut text = TermCounts::new();
        for (number, counts) in read {
            let example = checked.examples().get(*number);
            if example.is_some_and(|example| top.get(example.node) == Some(&place)) {
                text.merge(counts, 1);
            }
        }
        let fit = best_class(&classifier, &broad, &text)?;
        let mut below = topics[fit.index].topics.iter();
        let is_free = !below.any(|topic| topic.name.trim() == topics[place].name.trim());
        is_free.then_some((place, fit.index))
    };
    let found: Homes = targets.into_iter().filter_map(home).collect();
    let fits = |homes: &Homes| moved(taxonomy, homes).is_some_and(|moved| moved.check().is_ok());
    if fits(&found) { found } else { Homes::new() }
}

/// Returns the taxonomy with each target moved to the end of its new parent's topics; `None` if an index is invalid.
pub(crate) fn moved(taxonomy: &Taxonomy, homes: &Homes) -> Option<Taxonomy> {
    let mut topics: Vec<_> = taxonomy.topics.iter().cloned().map(Some).collect();
    for (target, home) in homes {
        let target = topics.get_mut(*target)?.take()?;
        topics.get_mut(*home)?.as_mut()?.topics.push(target);
    }
    Some(Taxonomy { topics: topics.into_iter().flatten().collect() })
}

/// Returns the examples with their numbers after the move. The examples of a topmost topic are consecutive.
pub(crate) fn renumbered(checked: &CheckedTaxonomy, homes: &Homes, mut read: ReadExamples) -> ReadExamples {
    let top = places(checked);
    let mut blocks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, example) in checked.examples().iter().enumerate() {
        blocks.entry(top[example.node]).or_default().push(number);
    }
    for (target, home) in homes {
        let block = blocks.remove(target).unwrap_or_default();
        blocks.entry(*home).or_default().extend(block);
    }
    let numbers = blocks.into_values().flatten().enumerate();
    numbers.filter_map(|(new, old)| Some((new, read.remove(&old)?))).collect()
}

/// Returns the index of each node's topmost topic; the root's is not used.
fn places(checked: &CheckedTaxonomy) -> Vec<usize> {
    let (mut places, mut next) = (Vec::new(), 0);
    for node in checked.nodes() {
        let place = match node.parent {
            Some(parent) if parent > 0 => places[parent],
            parent => {
                let place = next;
                next += usize::from(parent.is_some());
                place
            }
        };
        places.push(place);
    }
    places
}

#[cfg(test)]
#[path = "filed_by_text_tests.rs"]
mod tests;
