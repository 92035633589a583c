//! The families of agents in a stable order: parents before children, by number.
//!
//! A branch is unfolded while an agent in it lives, unless the person chose otherwise. The order never follows success,
//! because rows would jump.

use crate::page::widgets::tree::{TreeItem, TreeStep, tree_step};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::report::{Spider, SpiderState};

/// Branches that the person collapsed (`false`) or expanded (`true`), by the number of the spider at their top.
pub type Expanded = BTreeMap<u32, bool>;

/// The agents as a forest of families.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    spiders: Vec<Rc<Spider>>,
    /// Places of the founders.
    founders: Vec<usize>,
    /// Places of the children of each.
    children: Vec<Vec<usize>>,
    /// The number of living descendants of each.
    living: Vec<u32>,
    /// The number of descendants of each.
    below: Vec<u32>,
}

/// A line of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeRow {
    /// The spider.
    pub spider: Rc<Spider>,
    /// The depth, from 1.
    pub level: usize,
    /// Its place among its siblings, from 1, and how many they are.
    pub place: (usize, usize),
    /// For each spider above it, founder first, and for itself: whether a sibling follows further down.
    pub goes_on: Vec<bool>,
    /// True if its children are visible; none if it has none.
    pub unfolded: Option<bool>,
    /// Spiders below it.
    pub below: u32,
    /// The founder of its family.
    pub founder: u32,
}

/// The visible lines of a forest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisibleRows {
    /// The first lines.
    pub lines: Vec<TreeRow>,
    /// The count.
    pub all: usize,
}

/// Returns whether a spider has died.
pub fn is_dead(spider: &Spider) -> bool {
    matches!(spider.state, SpiderState::Dead(_))
}

impl Forest {
    /// Returns the forest of these spiders, which are in the order of their numbers. One whose parent is not among those before it founds a family.
    pub fn new(spiders: &[Rc<Spider>]) -> Self {
        let count = spiders.len();
        let mut forest = Self {
            spiders: spiders.to_vec(),
            founders: Vec::new(),
            children: vec![Vec::new(); count],
            living: vec![0; count],
            below: vec![0; count],
        };
        for (at, spider) in spiders.iter().enumerate() {
            match forest.parent(at, spider) {
                Some(parent) => forest.children[parent].push(at),
                None => forest.founders.push(at),
            }
        }
        // Children come after their parents: from the back, each is complete when it is added up.
        for at in (0..count).rev() {
            if let Some(parent) = forest.parent(at, &spiders[at]) {
                forest.living[parent] += forest.living[at] + u32::from(!is_dead(&spiders[at]));
                forest.below[parent] += forest.below[at] + 1;
            }
        }
        forest
    }

    fn parent(&self, at: usize, spider: &Spider) -> Option<usize> {
        let wanted = spider.parent?;
        let before = &self.spiders[..at];
        before.binary_search_by_key(&wanted, |other| other.id).ok()
    }

    /// Returns how many live.
    pub fn living(&self) -> usize {
        let living = self.spiders.iter().filter(|spider| !is_dead(spider));
        living.count()
    }

    /// Returns the founder of the family of a spider.
    pub fn founder(&self, id: u32) -> u32 {
        let place = |id: u32| self.spiders.binary_search_by_key(&id, |spider| spider.id);
        let mut founder = id;
        while let Ok(at) = place(founder) {
            match self.parent(at, &self.spiders[at]) {
                Some(parent) => founder = self.spiders[parent].id,
                None => break,
            }
        }
        founder
    }

    /// Returns the lines that are seen, at most so many of them: with or without the dead that have no living descendant.
    pub fn lines(&self, expanded: &Expanded, with_dead: bool, most: usize) -> VisibleRows {
        let mut seen = VisibleRows::default();
        let mut stack = Vec::new();
        self.push(&mut stack, &self.founders, &[], None, with_dead);
        while let Some(Waiting {
            at,
            goes_on,
            place,
            founder,
        }) = stack.pop()
        {
            let spider = &self.spiders[at];
            let founder = founder.unwrap_or(spider.id);
            let unfolded = self
                .has_visible(at, with_dead)
                .then(|| self.is_unfolded(at, expanded));
            if unfolded == Some(true) {
                self.push(
                    &mut stack,
                    &self.children[at],
                    &goes_on,
                    Some(founder),
                    with_dead,
                );
            }
            seen.all += 1;
            if seen.all <= most {
                seen.lines.push(TreeRow {
                    spider: Rc::clone(spider),
                    level: goes_on.len(),
                    place,
                    goes_on,
                    unfolded,
                    below: self.below[at],
                    founder,
                });
            }
        }
        seen
    }

    /// Puts siblings on the stack, the first one on top.
    fn push(
        &self,
        stack: &mut Vec<Waiting>,
        siblings: &[usize],
        above: &[bool],
        founder: Option<u32>,
        with_dead: bool,
    ) {
        let shown: Vec<usize> = siblings
            .iter()
            .copied()
            .filter(|at| with_dead || self.has_life(*at))
            .collect();
        for (place, at) in shown.iter().enumerate().rev() {
            let mut goes_on = above.to_vec();
            goes_on.push(place + 1 < shown.len());
            stack.push(Waiting {
                at: *at,
                goes_on,
                place: (place + 1, shown.len()),
                founder,
            });
        }
    }

    fn has_life(&self, at: usize) -> bool {
        self.living[at] > 0 || !is_dead(&self.spiders[at])
    }

    fn has_visible(&self, at: usize, with_dead: bool) -> bool {
        if with_dead {
            !self.children[at].is_empty()
        } else {
            self.living[at] > 0
        }
    }

    fn is_unfolded(&self, at: usize, expanded: &Expanded) -> bool {
        let wanted = expanded.get(&self.spiders[at].id).copied();
        wanted.unwrap_or(self.living[at] > 0)
    }
}

/// A spider on its way into the lines.
struct Waiting {
    at: usize,
    goes_on: Vec<bool>,
    place: (usize, usize),
    founder: Option<u32>,
}

/// The effect of a key in the tree, from the line of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the line of this spider.
    To(u32),
    /// Its branch is folded, or unfolded.
    Fold(u32, bool),
    /// Its story is opened.
    History(u32),
}

/// Returns what a key does; none where it does nothing.
pub fn step(lines: &[TreeRow], at: usize, key: &str) -> Option<Step> {
    let item = |at: usize| TreeItem {
        level: lines[at].level,
        is_open: lines[at].unfolded,
    };
    let id = |at: usize| lines[at].spider.id;
    let step = match tree_step(lines.len(), at, key, item)? {
        TreeStep::To(at) => Step::To(id(at)),
        TreeStep::Fold(at, open) => Step::Fold(id(at), open),
        TreeStep::Show(at) => Step::History(id(at)),
    };
    Some(step)
}
