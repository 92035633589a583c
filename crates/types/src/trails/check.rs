//! Trails that can be learned from: each page once, with its label, its distance to a relevant page, and the layers along the trails.
//!
//! Steps of trails and links of context graphs are edges of one link graph. A page's distance is that of the shortest way to a relevant page in it. Pages
//! of context graphs from which no relevant page can be reached are left out. Each of the others belongs to the trail of its nearest relevant page.
//!
//! A page is relevant if it is marked so anywhere: no mark is no judgment, since who passes through a page on one trail may have looked for
//! it on another. A page that follows itself (a reload, a click to another part of it) is one step. The thesis does not say in which layer
//! pages behind the last target of a trail are: here, in the outermost, as all from which no target was reached.

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
    /// Marked so on some trail.
    pub relevant: bool,
    /// Marked relevant on one visit and not on another.
    pub marked_both: bool,
}

/// A trail as steps from page to page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedTrail {
    /// The name; may be empty.
    pub name: String,
    /// The pages visited, by their place in [`CheckedTrails::pages`]; at least one. A page comes twice where the person went back to it.
    pub steps: Vec<usize>,
}

/// Trails that can be learned from: at least two, and a relevant page. The default are none, for who learns from none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedTrails {
    pages: Vec<TrainingPage>,
    trails: Vec<CheckedTrail>,
    /// The place of each page among the pages.
    places: BTreeMap<CanonicalUrl, usize>,
    /// The nearest relevant page of each page.
    nearest: Vec<Option<Nearest>>,
    /// For each trail the pages of context graphs that belong to it, ascending.
    context: Vec<Vec<usize>>,
    /// True for each page on a trail of two steps or more.
    on_path: Vec<bool>,
}

impl Trails {
    /// Returns the trails as they are learned from, those without pages left out; or all that is wrong with them.
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
    places: BTreeMap<CanonicalUrl, usize>,
    pages: Vec<TrainingPage>,
    trails: Vec<CheckedTrail>,
    /// Pairs of pages of which the first leads to the second.
    links: Vec<(usize, usize)>,
    errors: Vec<TrailsError>,
}

impl Check {
    fn trail(&mut self, at: usize, trail: &Trail) {
        let mut steps = Vec::new();
        for (number, page) in trail.pages.iter().enumerate() {
            match CanonicalUrl::parse(&page.url) {
                Ok(url) => {
                    let place = self.visit(url, page.relevant);
                    if steps.last() != Some(&place) {
                        steps.push(place);
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
            self.links
                .extend(steps.windows(2).map(|pair| (pair[0], pair[1])));
        }
        self.trails
            .extend(steps.into_iter().map(|steps| CheckedTrail {
                name: trail.name.clone(),
                steps,
            }));
    }

    /// Returns the place of a page that a trail visits.
    fn visit(&mut self, url: CanonicalUrl, relevant: bool) -> usize {
        let known = self.pages.len();
        let place = self.place(url);
        let page = &mut self.pages[place];
        page.marked_both |= place < known && page.relevant != relevant;
        page.relevant |= relevant;
        place
    }

    /// Returns the place of a page, which is a new one where it was not seen before.
    fn place(&mut self, url: CanonicalUrl) -> usize {
        let next = self.pages.len();
        let place = *self.places.entry(url.clone()).or_insert(next);
        if place == next {
            self.pages.push(TrainingPage {
                url,
                relevant: false,
                marked_both: false,
            });
        }
        place
    }

    /// Takes in the links of a context graph. Pages that cannot be crawled are left out: their files warn of them.
    fn graph(&mut self, graph: &ContextGraph) {
        let mut places: Vec<Option<usize>> = Vec::new();
        for page in &graph.pages {
            let url = CanonicalUrl::parse(&page.url).ok();
            let place = url.map(|url| self.place(url));
            let targets = page.links.iter();
            let targets = targets.filter_map(|link| *places.get(usize::try_from(*link).ok()?)?);
            self.links.extend(
                place
                    .into_iter()
                    .flat_map(|from| targets.clone().map(move |to| (from, to))),
            );
            places.push(place);
        }
    }

    /// `on_trails` pages are on trails; the others are of context graphs alone.
    fn finish(mut self, on_trails: usize) -> Result<CheckedTrails, Vec<TrailsError>> {
        let of_web = self.errors.is_empty();
        let relevant: Vec<bool> = self.pages.iter().map(|page| page.relevant).collect();
        let mut nearest = nearest(&relevant, &self.links);
        let is_of_use = |place: usize| place < on_trails || nearest[place].is_some();
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
        let places = self.pages.iter().map(|page| page.url.clone());
        let places: BTreeMap<CanonicalUrl, usize> = places.zip(0..).collect();
        let context = context(&self.trails, &nearest, on_trails);
        let mut on_path = vec![false; self.pages.len()];
        let paths = self.trails.iter().filter(|trail| trail.steps.len() > 1);
        for page in paths.flat_map(|trail| &trail.steps) {
            on_path[*page] = true;
        }
        Ok(CheckedTrails {
            pages: self.pages,
            trails: self.trails,
            places,
            nearest,
            context,
            on_path,
        })
    }
}

/// Returns for each trail the pages of context graphs that belong to it: it is the first that visits their nearest relevant page.
fn context(
    trails: &[CheckedTrail],
    nearest: &[Option<Nearest>],
    on_trails: usize,
) -> Vec<Vec<usize>> {
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

    /// Returns the place of a page among the pages.
    pub fn page(&self, url: &CanonicalUrl) -> Option<usize> {
        self.places.get(url).copied()
    }

    /// Returns the trails; at least two.
    pub fn trails(&self) -> &[CheckedTrail] {
        &self.trails
    }

    /// Returns the number of relevant pages; at least one.
    pub fn relevant(&self) -> usize {
        self.pages.iter().filter(|page| page.relevant).count()
    }

    /// Returns the layer of each step of each trail: its distance to the next relevant page further along, 0 on a relevant page, and `layers − 1`
    /// where that is farther, or none follows. A click back is a step like any other. The hidden Markov model counts all of them.
    pub fn layers(&self, layers: usize) -> Vec<Vec<usize>> {
        let of_trail = |trail: &CheckedTrail| self.layers_along(trail, layers);
        self.trails.iter().map(of_trail).collect()
    }

    /// Returns the layer of a page, by the shortest way to a relevant page on the trails and in the context graphs: `layers − 1` where that is farther, or
    /// none is reached. What classifiers learn.
    pub fn layer(&self, page: usize, layers: usize) -> usize {
        let nearest = self.nearest.get(page).copied().flatten();
        let outermost = layers.saturating_sub(1);
        nearest.map_or(outermost, |nearest| nearest.distance.min(outermost))
    }

    /// Returns the pages of context graphs that belong to a trail, ascending.
    pub fn context(&self, trail: usize) -> &[usize] {
        self.context.get(trail).map_or(&[], |pages| pages)
    }

    /// Returns true if a page is on a trail of two steps or more.
    pub fn is_on_path(&self, page: usize) -> bool {
        self.on_path.get(page) == Some(&true)
    }

    /// Returns the same of one trail.
    pub fn layers_along(&self, trail: &CheckedTrail, layers: usize) -> Vec<usize> {
        let outermost = layers.saturating_sub(1);
        let mut distance = outermost;
        let back = trail.steps.iter().rev().map(|page| {
            distance = if self.pages[*page].relevant {
                0
            } else {
                (distance + 1).min(outermost)
            };
            distance
        });
        let mut layers: Vec<usize> = back.collect();
        layers.reverse();
        layers
    }
}
