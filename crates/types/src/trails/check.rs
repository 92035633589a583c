//! Trails that can be learned from: each page once, with its label, and the layers of the pages along the trails.
//!
//! A page is relevant if it is marked so anywhere: no mark is no judgment, since who passes through a page on one trail may have looked for
//! it on another. A page that follows itself (a reload, a click to another part of it) is one step. The thesis does not say in which layer
//! pages behind the last target of a trail are: here, in the outermost, as all from which no target was reached.

use super::{Trail, TrailKind, Trails, TrailsError};
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
}

impl Trails {
    /// Returns the trails as they are learned from, those without pages left out; or all that is wrong with them.
    pub fn check(&self) -> Result<CheckedTrails, Vec<TrailsError>> {
        let entries: usize = self.trails.iter().map(|trail| trail.pages.len() + 1).sum();
        if entries > TRAIL_ENTRIES {
            return Err(vec![TrailsError::TooManyEntries(entries)]);
        }
        let mut check = Check::default();
        for (at, trail) in self.trails.iter().enumerate() {
            check.trail(at, trail);
        }
        check.finish()
    }
}

#[derive(Default)]
struct Check {
    places: BTreeMap<CanonicalUrl, usize>,
    pages: Vec<TrainingPage>,
    trails: Vec<CheckedTrail>,
    errors: Vec<TrailsError>,
}

impl Check {
    fn trail(&mut self, at: usize, trail: &Trail) {
        let mut steps = Vec::new();
        for (number, page) in trail.pages.iter().enumerate() {
            match CanonicalUrl::parse(&page.url) {
                Ok(url) => {
                    let place = self.page(url, page.relevant);
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
        self.trails
            .extend(steps.into_iter().map(|steps| CheckedTrail {
                name: trail.name.clone(),
                steps,
            }));
    }

    /// Returns the place of a page, which is a new one where it was not seen before.
    fn page(&mut self, url: CanonicalUrl, relevant: bool) -> usize {
        let next = self.pages.len();
        let place = *self.places.entry(url.clone()).or_insert(next);
        match self.pages.get_mut(place) {
            Some(page) => {
                page.marked_both |= page.relevant != relevant;
                page.relevant |= relevant;
            }
            None => self.pages.push(TrainingPage {
                url,
                relevant,
                marked_both: false,
            }),
        }
        place
    }

    fn finish(mut self) -> Result<CheckedTrails, Vec<TrailsError>> {
        let of_web = self.errors.is_empty();
        let relevant = self.pages.iter().any(|page| page.relevant);
        let (pages, trails) = (self.pages.len(), self.trails.len());
        let wrong = [
            (of_web && trails == 0).then_some(TrailsError::NoTrails),
            (of_web && trails == 1).then_some(TrailsError::OneTrail),
            (trails > 0 && !relevant).then_some(TrailsError::NothingRelevant),
            (pages > TRAINING_PAGES).then_some(TrailsError::TooManyPages(pages)),
        ];
        self.errors.extend(wrong.into_iter().flatten());
        if self.errors.is_empty() {
            Ok(CheckedTrails {
                pages: self.pages,
                trails: self.trails,
                places: self.places,
            })
        } else {
            Err(self.errors)
        }
    }
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

    /// Returns the layer of each page: the least of all its steps. What classifiers learn.
    pub fn least_layers(&self, layers: usize) -> Vec<usize> {
        let outermost = layers.saturating_sub(1);
        let mut least = vec![outermost; self.pages.len()];
        for (trail, along) in self.trails.iter().zip(self.layers(layers)) {
            for (page, layer) in trail.steps.iter().zip(along) {
                least[*page] = least[*page].min(layer);
            }
        }
        least
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
