//! Stores the pages of the trails and of their context graphs until training: each page's words, its links' words, and
//! the trails' paths.
//!
//! A page that could not be read is omitted from its trails; the pages before it keep their distance to the target.
//!
//! Source: Batsakis §3.4, Fig. 8 (training pages and their layers); Pant §3.4, Tsay §3.2 (context graphs).

use crate::html::Link;
use crate::learning::Fold;
use crate::strategy::prelude::*;
use crate::text::{Idf, Language, SparseVector, TermCounts, TermId};
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::limits;
use types::trails::CheckedTrails;

/// The pages that were read, of trails and context graphs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::strategy) struct TrainingSet {
    /// The pages by their number among the pages of the trails.
    read: BTreeMap<usize, TrainingPage>,
    /// The spelling of each term on the page that had it first.
    words: BTreeMap<TermId, Box<str>>,
}

/// A page that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) struct TrainingPage {
    /// Its number among the pages of the trails.
    number: usize,
    pub(in crate::strategy) title: String,
    pub(in crate::strategy) counts: TermCounts,
    /// Its words under the idf of the crawl.
    pub(in crate::strategy) vector: SparseVector,
    /// Its links to pages of the trails, and a sample of the rest.
    pub(in crate::strategy) links: Vec<TrainingLink>,
}

/// A link of a page that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) struct TrainingLink {
    /// The page of the trails that it leads to; `None` for a page outside the trails.
    pub(in crate::strategy) to: Option<usize>,
    pub(in crate::strategy) anchor: TermCounts,
    /// The words of the anchor under the idf of the crawl.
    pub(in crate::strategy) anchor_vector: SparseVector,
    /// The words of anchor, context and heading.
    pub(in crate::strategy) around: TermCounts,
    /// The features of its shape.
    pub(in crate::strategy) shape: TermCounts,
}

impl TrainingLink {
    /// Returns true if it leads to this page.
    pub(in crate::strategy) fn leads_to(&self, page: &TrainingPage) -> bool {
        self.to == Some(page.number)
    }
}

/// A page on a trail.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct TrailStep<'a> {
    /// Its number among the pages of the trails.
    pub(in crate::strategy) number: usize,
    /// Its index among the steps of the trail, including those that could not be read.
    pub(in crate::strategy) at: usize,
    /// The link distance to the next relevant page, at most the last layer.
    pub(in crate::strategy) layer: usize,
    pub(in crate::strategy) page: &'a TrainingPage,
}

/// A link of a context graph that leads closer to a relevant page, from a page that is on no path of two or more pages.
/// Nobody followed it.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct ContextLink<'a> {
    pub(in crate::strategy) link: &'a TrainingLink,
    /// The numbers of the page and of its target.
    pub(in crate::strategy) pages: (usize, usize),
    /// Their link distances to a relevant page, at most the last layer.
    pub(in crate::strategy) layers: (usize, usize),
}

/// A link that was followed on a trail.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct FollowedLink<'a> {
    pub(in crate::strategy) link: &'a TrainingLink,
    /// The number of the trail.
    pub(in crate::strategy) trail: usize,
    /// The index of the step on which it was followed.
    pub(in crate::strategy) from: usize,
    /// The layer of the page that it led to.
    pub(in crate::strategy) layer: usize,
}

impl TrainingSet {
    /// Adds a page of the trails.
    pub(super) fn study(&mut self, example: &ExampleView<'_>, trails: &CheckedTrails, vectorizer: &mut Vectorizer) {
        let shapes = LinkShape::of_links(&trails.pages()[example.number].url, example.document);
        let links = example.document.links.iter().zip(shapes);
        let to = |link: &Link| trails.page(&link.url);
        let (known, other): (Vec<_>, Vec<_>) = links.partition(|(link, _)| to(link).is_some());
        // Samples evenly over the page, so that menus do not dominate.
        let every = other.len().div_ceil(limits::UNFOLLOWED_LINKS).max(1);
        let kept = known.into_iter().chain(other.into_iter().step_by(every));
        let links = kept.map(|(link, shape)| {
            let anchor = vectorizer.counts(&link.anchor, example.language);
            TrainingLink {
                to: to(link),
                anchor_vector: vectorizer.weigh(&anchor),
                anchor,
                around: around(link, example.language, vectorizer),
                shape: shape.terms(),
            }
        });
        let links = links.collect();
        let page = TrainingPage {
            number: example.number,
            title: example.document.title.clone(),
            counts: example.counts.clone(),
            vector: example.vector.clone(),
            links,
        };
        self.read.insert(example.number, page);
        vectorizer.spellings(example.document, example.language, |term, word| {
            self.words.entry(term).or_insert_with(|| word.into());
        });
    }

    /// Returns true if every page belongs to these trails.
    pub(super) fn is_of(&self, trails: &CheckedTrails) -> bool {
        let pages = trails.pages().len();
        let leads = |link: &TrainingLink| link.to.is_none_or(|to| to < pages);
        let mut read = self.read.iter();
        read.all(|(number, page)| *number < pages && page.links.iter().all(leads))
    }

    /// Returns a page that was read, by its number.
    pub(in crate::strategy) fn page(&self, number: usize) -> Option<&TrainingPage> {
        self.read.get(&number)
    }

    /// Returns the spelling of a term; the term itself if no page has it.
    pub(in crate::strategy) fn word(&self, term: TermId) -> &str {
        self.words.get(&term).map_or("", |word| word)
    }

    /// Returns the spellings of the terms with the highest scores.
    pub(in crate::strategy) fn words(&self, terms: impl IntoIterator<Item = TermId>) -> String {
        let words: Vec<&str> = terms.into_iter().map(|term| self.word(term)).filter(|word| !word.is_empty()).collect();
        words.join(", ")
    }
}

/// The trails on which a model is trained: all, or those of a fold.
#[derive(Clone, Copy)]
pub(in crate::strategy) struct TrainingFold<'a> {
    pub(in crate::strategy) training_set: &'a TrainingSet,
    pub(in crate::strategy) trails: &'a CheckedTrails,
    /// The left-out trails.
    pub(super) fold: Option<&'a Fold>,
}

impl<'a> TrainingFold<'a> {
    /// Divides these trails into as many folds as possible. Each fold leaves out some of them, besides those already
    /// left out.
    pub(in crate::strategy) fn folds(self) -> Vec<Fold> {
        let numbers: Vec<usize> = self.numbers().collect();
        let already: &[usize] = self.fold.map_or(&[], |fold| &fold.test);
        let named = |places: Vec<usize>| places.into_iter().map(|at| numbers[at]);
        let within = |fold: Fold| Fold {
            training: named(fold.training).collect(),
            test: named(fold.test).chain(already.iter().copied()).collect(),
        };
        let each_alone = vec![0; numbers.len()];
        Fold::by_group(&each_alone, limits::TRAIL_FOLDS).into_iter().map(within).collect()
    }

    /// Returns true if no trail is left out, as for the final model.
    pub(in crate::strategy) fn is_whole(self) -> bool {
        self.fold.is_none()
    }

    /// Returns the same training data without a fold's trails.
    pub(in crate::strategy) fn without(self, fold: &'a Fold) -> Self {
        Self { fold: Some(fold), ..self }
    }

    /// Returns the numbers of the trails.
    pub(in crate::strategy) fn numbers(self) -> impl Iterator<Item = usize> + 'a {
        let all = 0..self.trails.trails().len();
        all.filter(move |trail| self.fold.is_none_or(|fold| fold.training.contains(trail)))
    }

    /// Returns the steps of a trail that were read, in their order, with layers from 0 to `layers - 1`.
    pub(in crate::strategy) fn steps(self, trail: usize, layers: usize) -> Vec<TrailStep<'a>> {
        let trail = &self.trails.trails()[trail];
        let places = trail.steps.iter().zip(self.trails.layers_along(trail, layers));
        let step = |(at, (number, layer)): (usize, (&usize, usize))| {
            let page = self.training_set.page(*number)?;
            Some(TrailStep { number: *number, at, layer, page })
        };
        places.enumerate().filter_map(step).collect()
    }

    /// Returns the pages of a trail's context graph that were read, ascending, with layers from 0 to `layers - 1`.
    pub(in crate::strategy) fn context(self, trail: usize, layers: usize) -> Vec<TrailStep<'a>> {
        let pages = self.trails.context(trail).iter();
        pages.filter_map(|page| self.step(*page, layers)).collect()
    }

    /// Returns all pages of these trails and their context graphs that were read and are not unlabeled, each once,
    /// ascending, by their shortest distance to a relevant page.
    pub(in crate::strategy) fn pages(self, layers: usize) -> Vec<TrailStep<'a>> {
        let mut pages = self.all_pages(layers);
        pages.retain(|step| !self.trails.pages()[step.number].is_unlabeled);
        pages
    }

    /// Returns the pages of [`Self::pages`] and the unlabeled ones, whose links lead to relevant pages as well.
    fn all_pages(self, layers: usize) -> Vec<TrailStep<'a>> {
        let left_out = self.left_out();
        let numbers = self.training_set.read.keys();
        let kept = numbers.filter(|page| !left_out.contains(page));
        kept.filter_map(|page| self.step(*page, layers)).collect()
    }

    /// Returns a page that was read, independent of a trail.
    fn step(self, number: usize, layers: usize) -> Option<TrailStep<'a>> {
        Some(TrailStep {
            number,
            at: 0,
            layer: self.trails.layer(number, layers),
            page: self.training_set.page(number)?,
        })
    }

    /// Returns the pages of the left-out trails and of their context graphs: training on them would leak the answer.
    fn left_out(self) -> BTreeSet<usize> {
        let trails = self.fold.iter().flat_map(|fold| &fold.test);
        let pages = trails.flat_map(|trail| {
            let steps = self.trails.trails()[*trail].steps.iter();
            steps.chain(self.trails.context(*trail))
        });
        pages.copied().collect()
    }

    /// Returns the pages of the merged context graph, each once: those of [`Self::pages`] that reach a relevant page
    /// within `layers - 1` links. Farther pages, and those after the last relevant page of their trails, are in no
    /// layer (Pant §3.4, Tsay §3.2).
    pub(in crate::strategy) fn context_graph(self, layers: usize) -> Vec<TrailStep<'a>> {
        let mut pages = self.pages(layers + 1);
        pages.retain(|step| step.layer < layers);
        pages
    }

    /// Returns the links of the pages that were read, followed or not, each with its set: `L_i` for a target in layer i
    /// of the context graph, the set after the last layer for a target in no layer (Tsay §3.3). Pages of left-out
    /// trails are ignored as sources and targets.
    pub(in crate::strategy) fn link_sets(self, layers: usize) -> Vec<(usize, &'a TrainingLink)> {
        let left_out = self.left_out();
        let set = |link: &TrainingLink| match link.to {
            Some(page) if left_out.contains(&page) => None,
            Some(page) => Some(self.trails.layer(page, layers + 1)),
            None => Some(layers),
        };
        let links = self.pages(1).into_iter().flat_map(|step| &step.page.links);
        links.filter_map(|link| Some((set(link)?, link))).collect()
    }

    /// Returns true for a link to a relevant page, false for a link that leaves the trails' pages, and `None` for any
    /// other.
    pub(super) fn is_to_relevant(self, link: &TrainingLink) -> Option<bool> {
        match link.to {
            Some(page) => self.trails.pages()[page].relevant.then_some(true),
            None => Some(false),
        }
    }

    /// Returns the links of context graphs that lead closer to a relevant page, page by page, with layers from 0 to
    /// `layers - 1`.
    pub(in crate::strategy) fn context_links(self, layers: usize) -> Vec<ContextLink<'a>> {
        let left_out = self.left_out();
        let layer = |page: usize| self.trails.layer(page, layers);
        let closer = |step: TrailStep<'a>| {
            let links = step.page.links.iter();
            links.filter_map(move |link| {
                let to = link.to.filter(|to| layer(*to) < step.layer)?;
                Some(ContextLink { link, pages: (step.number, to), layers: (step.layer, layer(to)) })
            })
        };
        let pages = self.all_pages(layers).into_iter();
        let unvisited = pages.filter(|step| !self.trails.is_on_path(step.number));
        let links = unvisited.flat_map(closer);
        links.filter(|link| !left_out.contains(&link.pages.1)).collect()
    }

    /// Returns the followed links between two pages that were read and are on no left-out trail, trail by trail.
    pub(in crate::strategy) fn followed(self, layers: usize) -> Vec<FollowedLink<'a>> {
        let left_out = self.left_out();
        let out = |page| left_out.contains(&page);
        let mut followed = Vec::new();
        for trail in self.numbers() {
            let steps = self.steps(trail, layers);
            let unbroken = steps.windows(2).filter(|pair| pair[1].at == pair[0].at + 1);
            for pair in unbroken.filter(|pair| !out(pair[0].number) && !out(pair[1].number)) {
                let links = pair[0].page.links.iter();
                let to_next = links.filter(|link| link.leads_to(pair[1].page));
                followed.extend(to_next.map(|link| FollowedLink {
                    link,
                    trail,
                    from: pair[0].at,
                    layer: pair[1].layer,
                }));
            }
        }
        followed
    }

    /// Returns for each step of a trail, read or not, whether it is the first visit of a relevant page.
    pub(in crate::strategy) fn targets(self, trail: usize) -> Vec<bool> {
        let steps = &self.trails.trails()[trail].steps;
        let first = |at: usize| !steps[..at].contains(&steps[at]);
        let relevant = |at: usize| self.trails.pages()[steps[at]].relevant;
        (0..steps.len()).map(|at| relevant(at) && first(at)).collect()
    }

    /// Returns the idf of the training pages (Batsakis §3.4.1 b).
    pub(in crate::strategy) fn idf(self) -> Idf {
        Idf::new(self.pages(1).iter().map(|step| &step.page.counts))
    }
}

/// Returns the words of a link's anchor, its context and its heading.
pub(in crate::strategy) fn around(link: &Link, language: Option<Language>, vectorizer: &mut Vectorizer) -> TermCounts {
    let mut counts = vectorizer.counts(&link.anchor, language);
    for text in [&link.context, &link.heading] {
        counts.merge(&vectorizer.counts(text, language), 1);
    }
    counts
}
