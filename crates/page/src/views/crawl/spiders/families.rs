//! Orders the families of agents stably: parents before children, by id.
//!
//! A branch is unfolded while one of its agents is alive, unless the person chose otherwise. The order never depends on
//! success, because rows would move.

use super::tree::{Expanded, Forest, Visibility, VisibleRows};
use protocol::map::{SPIDER_COLORS, SPIDER_SHAPES};
use std::rc::Rc;
use types::count;
use types::report::{Spider, SpiderState};
use yew::prelude::*;

/// The agents as a forest of families.
#[derive(Clone, Debug, Default)]
pub struct Families {
    spiders: Vec<Rc<Spider>>,
    forest: Forest,
    /// The number of living descendants of each agent.
    living: Vec<u32>,
    /// The number of descendants of each agent.
    below: Vec<u32>,
}

/// Returns whether a spider is dead.
pub fn is_dead(spider: &Spider) -> bool {
    matches!(spider.state, SpiderState::Dead(_))
}

impl Families {
    /// Creates the families of spiders ordered by id. A spider whose parent does not precede it founds a family.
    pub fn new(spiders: &[Rc<Spider>]) -> Self {
        let count = spiders.len();
        let forest = Forest::new(spiders.iter().map(|spider| (spider.id, spider.parent)));
        let (mut living, mut below) = (vec![0; count], vec![0; count]);
        // Children follow their parents, so in reverse order each count is complete before it is added to its parent.
        for at in (0..count).rev() {
            if let Some(parent) = forest.parent(at) {
                living[parent] += living[at] + u32::from(!is_dead(&spiders[at]));
                below[parent] += below[at] + 1;
            }
        }
        Self { spiders: spiders.to_vec(), forest, living, below }
    }

    /// Returns the number of living spiders.
    pub fn living(&self) -> usize {
        let living = self.spiders.iter().filter(|spider| !is_dead(spider));
        living.count()
    }

    /// Returns the spider at an index.
    pub fn spider(&self, at: usize) -> &Rc<Spider> {
        &self.spiders[at]
    }

    /// Returns the number of descendants of the spider at an index.
    pub fn below(&self, at: usize) -> u32 {
        self.below[at]
    }

    /// Returns the founder of the family of a spider.
    pub fn founder(&self, id: u32) -> u32 {
        self.forest.root(id)
    }

    /// Returns the visible lines, at most `most` of them, with or without dead spiders that have no living descendant.
    pub fn lines(&self, expanded: &Expanded, with_dead: bool, most: usize) -> VisibleRows {
        let shown = Shown { families: self, with_dead };
        self.forest.lines(expanded, most, &shown)
    }
}

/// The families with or without dead branches.
struct Shown<'a> {
    families: &'a Families,
    with_dead: bool,
}

impl Visibility for Shown<'_> {
    fn is_shown(&self, at: usize) -> bool {
        self.with_dead || self.families.living[at] > 0 || !is_dead(&self.families.spiders[at])
    }

    fn is_usually_open(&self, at: usize) -> bool {
        self.families.living[at] > 0
    }
}

/// Returns the name of a spider.
pub(crate) fn name(id: u32) -> String {
    format!("Spider {id}")
}

/// Returns the index of a family's color, given the founder's id. Families with the same shape have different colors.
pub(crate) fn color_of(founder: u32) -> u32 {
    (founder + founder / count(SPIDER_SHAPES.len())) % count(SPIDER_COLORS.len())
}

/// Returns the index of a family's shape, given the founder's id.
pub(crate) fn shape_of(founder: u32) -> u32 {
    founder % count(SPIDER_SHAPES.len())
}

/// Renders the mark of a family in a box of 16 by 16 pixels; hollow for a dead spider.
pub(crate) fn mark(founder: u32, is_dead: bool) -> Html {
    let color = format!("spider-{}", color_of(founder));
    let shape = SPIDER_SHAPES[shape_of(founder) as usize];
    let hollow = is_dead.then_some("hollow");
    html! {
        <svg class={classes!("spider-mark", color, hollow)} viewBox="0 0 16 16" width="16" height="16"
            aria-hidden="true">
            <path d={shape} />
        </svg>
    }
}
