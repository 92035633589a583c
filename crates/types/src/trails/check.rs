//! Checks trails for training: lists each page once, with its label, its distance to a relevant page, and the layers
//! along the trails.
//!
//! Steps of trails and links of context graphs are the edges of one link graph, in which a page's distance is that of
//! the shortest path to a relevant page. Pages of context graphs that reach no relevant page are left out. Each other
//! page belongs to the trail of its nearest relevant page.
//!
//! Relevant pages of a link graph from which a person has chosen some are unlabeled if they were not chosen: they are
//! neither good nor bad examples. The other pages are the reliable negatives of the two-step method (Liu, Dai, Li, Lee
//! and Yu 2003, "Building text classifiers using positive and unlabeled examples").
//!
//! A page is relevant if any visit marks it so: an unmarked visit is no judgment. Consecutive visits of the same page
//! (a reload, a jump within the page) are one step. The thesis does not define the layer of pages after the last target
//! of a trail: here they are in the outermost layer, like all pages that reach no target.

use super::graph::{Nearest, nearest};
use super::{ContextGraph, Trail, TrailKind, Trails, TrailsError};
use crate::limits::{LISTED_PROBLEMS, TRAIL_ENTRIES, TRAINING_PAGES};
use crate::url::CanonicalUrl;
use std::collections::BTreeMap;

/// A page of the training set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingPage {
    /// Its address.
    pub url: CanonicalUrl,
    /// True if at least one visit is marked relevant.
    pub relevant: bool,
    /// True if one visit is marked relevant and another is not.
    pub marked_both: bool,
    /// True if the page is in context graphs as unlabeled and no visit is marked relevant. Classifiers do not learn
    /// from it.
    pub is_unlabeled: bool,
}

/// A trail as steps from page to page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedTrail {
    /// The name; may be empty.
    pub name: String,
    /// The visited pages, as indexes into [`CheckedTrails::pages`]; at least one. A page that was visited twice occurs
    /// twice.
    pub steps: Vec<usize>,
}

/// Checked trails: at least two, with a relevant page. The default is empty, for strategies that need no trails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedTrails {
    pages: Vec<TrainingPage>,
    trails: Vec<CheckedTrail>,
    /// The index of each page.
    indices: BTreeMap<CanonicalUrl, usize>,
    /// The nearest relevant page of each page.
    nearest: Vec<Option<Nearest>>,
    /// For each trail the context-graph pages that belong to it, ascending.
    context: Vec<Vec<usize>>,
    /// True for each page on a trail of two steps or more.
    on_path: Vec<bool>,
}

impl Trails {
    /// Checks the trails and returns those with pages, or all problems.
    pub fn check(&self) -> Result<CheckedTrails, Vec<TrailsError>> {
        let entries: usize = self.trails.iter().map(Trail::entries).sum();
        if entries > TRAIL_ENTRIES {
            return Err(vec![TrailsError::TooManyEntries(entries)]);
        }
        let mut check = Check::default();
        for (at, trail) in self.trails.iter().enumerate() {
            check.trail(at, trail);
        }
        let on_trails = check.pages.len();
        for graph in self.trails.iter().flat_map(|trail| &trail.graphs) {
            check.graph(graph);
        }
        check.finish(on_trails)
    }
}

#[derive(Default)]
struct Check {
    indices: BTreeMap<CanonicalUrl, usize>,
    pages: Vec<TrainingPage>,
    trails: Vec<CheckedTrail>,
    /// Links as pairs of source and target page.
    links: Vec<(usize, usize)>,
    errors: Vec<TrailsError>,
}

impl Check {
    fn trail(&mut self, at: usize, trail: &Trail) {
        let mut steps = Vec::new();
        for (number, page) in trail.pages.iter().enumerate() {
            match CanonicalUrl::parse(&page.url) {
                Ok(url) => {
                    let index = self.visit(url, page.relevant);
                    if steps.last() != Some(&index) {
                        steps.push(index);
                    }
                }
                Err(problem) if self.errors.len() < LISTED_PROBLEMS => {
                    self.errors.push(TrailsError::Page {
                        trail: at + 1,
                        name: trail.name.clone(),
                        number: number + 1,
                        problem,
                        field: format!("trails[{at}].pages[{number}].url"),
                    });
                }
                Err(_) => {}
            }
        }
        let steps: Vec<Vec<usize>> = match trail.kind {
            TrailKind::Path if steps.is_empty() => Vec::new(),
            TrailKind::Path => vec![steps],
            TrailKind::Set => steps.into_iter().map(|page| vec![page]).collect(),
        };
        for steps in &steps {
            self.links.extend(steps.windows(2).map(|pair| (pair[0], pair[1])));
        }
        self.trails.extend(steps.into_iter().map(|steps| CheckedTrail { name: trail.name.clone(), steps }));
    }

    /// Adds a visit of a page, and returns the page's index.
    fn visit(&mut self, url: CanonicalUrl, relevant: bool) -> usize {
        let known = self.pages.len();
        let index = self.index_of(url);
        let page = &mut self.pages[index];
        page.marked_both |= index < known && page.relevant != relevant;
        page.relevant |= relevant;
        index
    }

    /// Returns the index of a page, which is added if it is new.
    fn index_of(&mut self, url: CanonicalUrl) -> usize {
        let next = self.pages.len();
        let index = *self.indices.entry(url.clone()).or_insert(next);
        if index == next {
            self.pages.push(TrainingPage { url, relevant: false, marked_both: false, is_unlabeled: false });
        }
        index
    }

    /// Adds the links of a context graph. Pages that cannot be crawled are ignored here; the file readers warn about
    /// them.
    fn graph(&mut self, graph: &ContextGraph) {
        let mut indices: Vec<Option<usize>> = Vec::new();
        for page in &graph.pages {
            let url = CanonicalUrl::parse(&page.url).ok();
            let index = url.map(|url| self.index_of(url));
            let targets = page.links.iter();
            let targets = targets.filter_map(|link| *indices.get(usize::try_from(*link).ok()?)?);
            self.links.extend(index.into_iter().flat_map(|from| targets.clone().map(move |to| (from, to))));
            indices.push(index);
        }
        for at in &graph.unlabeled {
            let index = usize::try_from(*at).ok().and_then(|at| *indices.get(at)?);
            if let Some(page) = index.map(|index| &mut self.pages[index]).filter(|page| !page.relevant) {
                page.is_unlabeled = true;
            }
        }
    }

    /// Completes the check. The first `on_trails` pages are on trails; the others are only in context graphs.
    fn finish(mut self, on_trails: usize) -> Result<CheckedTrails, Vec<TrailsError>> {
        let of_web = self.errors.is_empty();
        let relevant: Vec<bool> = self.pages.iter().map(|page| page.relevant).collect();
        let mut nearest = nearest(&relevant, &self.links);
        let is_of_use = |index: usize| index < on_trails || nearest[index].is_some();
        let of_use: Vec<bool> = (0..self.pages.len()).map(is_of_use).collect();
        let pages = of_use.iter().filter(|of_use| **of_use).count();
        let trails = self.trails.len();
        let wrong = [
            (of_web && trails == 0).then_some(TrailsError::NoTrails),
            (of_web && trails == 1).then_some(TrailsError::OneTrail),
            (trails > 0 && !relevant.contains(&true)).then_some(TrailsError::NothingRelevant),
            (pages > TRAINING_PAGES).then_some(TrailsError::TooManyPages(pages)),
        ];
        self.errors.extend(wrong.into_iter().flatten());
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let mut keep = of_use.iter();
        self.pages.retain(|_| keep.next() == Some(&true));
        let mut keep = of_use.iter();
        nearest.retain(|_| keep.next() == Some(&true));
        let indices = self.pages.iter().map(|page| page.url.clone());
        let indices: BTreeMap<CanonicalUrl, usize> = indices.zip(0..).collect();
        let context = context(&self.trails, &nearest, on_trails);
        let mut on_path = vec![false; self.pages.len()];
        let paths = self.trails.iter().filter(|trail| trail.steps.len() > 1);
        for page in paths.flat_map(|trail| &trail.steps) {
            on_path[*page] = true;
        }
        Ok(CheckedTrails { pages: self.pages, trails: self.trails, indices, nearest, context, on_path })
    }
}

/// Returns for each trail its context-graph pages: those whose nearest relevant page occurs on no earlier trail.
fn context(trails: &[CheckedTrail], nearest: &[Option<Nearest>], on_trails: usize) -> Vec<Vec<usize>> {
    let mut visitor = vec![None; on_trails];
    for (at, trail) in trails.iter().enumerate() {
        for page in &trail.steps {
            visitor[*page].get_or_insert(at);
        }
    }
    let mut context = vec![Vec::new(); trails.len()];
    for (page, nearest) in nearest.iter().enumerate().skip(on_trails) {
        let trail = nearest.and_then(|nearest| *visitor.get(nearest.page)?);
        if let Some(trail) = trail {
            context[trail].push(page);
        }
    }
    context
}

impl CheckedTrails {
    /// Returns the pages, each once, in the order of their first visit.
    pub fn pages(&self) -> &[TrainingPage] {
        &self.pages
    }

    /// Returns the index of a page.
    pub fn page(&self, url: &CanonicalUrl) -> Option<usize> {
        self.indices.get(url).copied()
    }

    /// Returns the trails; at least two.
    pub fn trails(&self) -> &[CheckedTrail] {
        &self.trails
    }

    /// Returns the number of relevant pages; at least one.
    pub fn relevant(&self) -> usize {
        self.pages.iter().filter(|page| page.relevant).count()
    }

    /// Returns the layer of each step of each trail: the distance to the next relevant page on the trail, 0 on a
    /// relevant page, and `layers − 1` if that is farther or missing. A step back counts like any other. The hidden
    /// Markov model uses these layers.
    pub fn layers(&self, layers: usize) -> Vec<Vec<usize>> {
        let of_trail = |trail: &CheckedTrail| self.layers_along(trail, layers);
        self.trails.iter().map(of_trail).collect()
    }

    /// Returns the layer of a page by the shortest path to a relevant page in trails and context graphs: `layers − 1`
    /// if that is farther or missing. The classifiers learn these layers.
    pub fn layer(&self, page: usize, layers: usize) -> usize {
        let nearest = self.nearest.get(page).copied().flatten();
        let outermost = layers.saturating_sub(1);
        nearest.map_or(outermost, |nearest| nearest.distance.min(outermost))
    }

    /// Returns the context-graph pages that belong to a trail, ascending.
    pub fn context(&self, trail: usize) -> &[usize] {
        self.context.get(trail).map_or(&[], |pages| pages)
    }

    /// Returns true if a page is on a trail of two steps or more.
    pub fn is_on_path(&self, page: usize) -> bool {
        self.on_path.get(page) == Some(&true)
    }

    /// Returns the layer of each step of one trail, as [`Self::layers`] does for all.
    pub fn layers_along(&self, trail: &CheckedTrail, layers: usize) -> Vec<usize> {
        let outermost = layers.saturating_sub(1);
        let mut distance = outermost;
        let back = trail.steps.iter().rev().map(|page| {
            distance = if self.pages[*page].relevant { 0 } else { (distance + 1).min(outermost) };
            distance
        });
        let mut layers: Vec<usize> = back.collect();
        layers.reverse();
        layers
    }
}
