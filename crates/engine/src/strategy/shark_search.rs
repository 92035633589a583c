//! Shark-search: fish-search with real numbers. A link's score is inherited from the pages on the path to it, and corrected by its
//! neighborhood: its own text, or the words around it where its text says nothing.
//!
//! `potential = γ · inherited + (1 − γ) · neighborhood`, `inherited = δ · sim(q, p)` where that is above 0, else `δ · inherited(p)`,
//! `neighborhood = β · anchor + (1 − β) · context`, `context = 1` where the anchor is above 0, else the similarity of the words around.
//!
//! Source: Pant §3.2, eq. 2–5; defaults from the SharkSearch paper (Hersovici et al. 1998).

use super::again::{AGAIN, Again};
use super::{
    Context, Entry, FoundAgain, LinkView, Materials, Needs, PageView, Param, Part, Range, Settings,
    Strategy,
};
use crate::frontier::{Score, Waiting};
use crate::graph::UrlId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(super) const ENTRY: Entry = Entry {
    id: "shark-search",
    title: "Shark-search",
    sentence: "Follows links by their own text, the words around them and what their paths have led to so far; gives up on paths that score nothing.",
    source: "Pant §3.2 eq. 2–5",
    params: &[GAMMA, DELTA, BETA, DEPTH, AGAIN],
    needs: Needs::QUERY,
    has_spiders: false,
    parts: &[
        Part {
            title: "inherited",
            help: "what the pages on the path handed down",
        },
        Part {
            title: "anchor",
            help: "how much the link's own text looks like your words",
        },
        Part {
            title: "context",
            help: "how much the words around the link look like yours; 1 where its own text does",
        },
    ],
    make: |Materials { settings, .. }| Box::new(SharkSearch::new(settings)),
};

pub(super) const GAMMA: Param = share(
    "gamma",
    "Inherited share γ",
    0.5,
    "How much of a score is inherited from the path, the rest comes from the link's neighborhood.",
);
pub(super) const DELTA: Param = share(
    "delta",
    "Decay δ",
    0.5,
    "What a page hands down of its likeness to its links, and they to theirs.",
);
pub(super) const BETA: Param = share(
    "beta",
    "Anchor share β",
    0.8,
    "How much of the neighborhood is the link's own text, the rest is the words around it.",
);
pub(super) const DEPTH: Param = Param {
    name: "depth",
    title: "Depth bound",
    range: Range::Whole {
        min: 1,
        max: 20,
        default: 3,
    },
    help: "How many pages that score nothing a path may cross before it is given up.",
};

/// A parameter that is a share of 1.
pub(super) const fn share(
    name: &'static str,
    title: &'static str,
    default: f64,
    help: &'static str,
) -> Param {
    let range = Range::Real {
        min: 0.0,
        max: 1.0,
        default,
    };
    Param {
        name,
        title,
        range,
        help,
    }
}

/// The strategy, which others build upon.
pub(super) struct SharkSearch {
    gamma: f64,
    delta: f64,
    beta: f64,
    depth: usize,
    again: Again,
    /// What the pages that wait were handed down.
    paths: BTreeMap<UrlId, Path>,
}

/// What a path hands down to a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Path {
    inherited: f64,
    /// Pages that score nothing which the path may still cross.
    left: usize,
}

impl SharkSearch {
    /// With nothing handed down yet.
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            gamma: settings.real(GAMMA.name),
            delta: settings.real(DELTA.name),
            beta: settings.real(BETA.name),
            depth: settings.whole(DEPTH.name),
            again: Again::of(settings),
            paths: BTreeMap::new(),
        }
    }

    /// What a page hands down to its links; `None` where the path ends.
    fn handed_down(&self, relevance: f64, own: Option<Path>) -> Option<Path> {
        if relevance > 0.0 {
            return Some(Path {
                inherited: self.delta * relevance,
                left: self.depth,
            });
        }
        let own = own.unwrap_or(Path {
            inherited: 0.0,
            left: self.depth,
        });
        let left = own.left.checked_sub(1).filter(|left| *left > 0)?;
        Some(Path {
            inherited: self.delta * own.inherited,
            left,
        })
    }

    fn potential(&self, inherited: f64, anchor: f64, context: f64) -> f64 {
        let neighborhood = self.beta * anchor + (1.0 - self.beta) * context;
        self.gamma * inherited + (1.0 - self.gamma) * neighborhood
    }
}

impl Strategy for SharkSearch {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let own = self.paths.remove(&page.id);
        let Some(path) = self.handed_down(page.relevance, own) else {
            return vec![None; links.len()];
        };
        let mut of_link = |view: &LinkView<'_>| {
            let anchor = context.similarity(&view.link.anchor);
            let around = if anchor > 0.0 {
                1.0
            } else {
                context.similarity(&view.link.context)
            };
            let kept = self.paths.entry(view.id).or_default();
            kept.inherited = kept.inherited.max(path.inherited);
            kept.left = kept.left.max(path.left);
            let potential = self.potential(path.inherited, anchor, around);
            Some(Score::with_parts(
                potential,
                vec![path.inherited, anchor, around],
            ))
        };
        links.iter().map(&mut of_link).collect()
    }

    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        self.again.decide(waiting, new)
    }

    fn save(&self) -> Vec<u8> {
        super::saved(&self.paths)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        super::restored(&mut self.paths, saved)
    }
}
