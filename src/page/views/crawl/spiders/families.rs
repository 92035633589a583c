//! The families of agents in a stable order: parents before children, by number.
//!
//! A branch is unfolded while an agent in it lives, unless the person chose otherwise. The order never follows success,
//! because rows would jump.

use super::tree::{Expanded, Forest, Visibility, VisibleRows};
use std::rc::Rc;
use types::report::{Spider, SpiderState};

/// The agents as a forest of families.
#[derive(Clone, Debug, Default)]
pub struct Families {
    spiders: Vec<Rc<Spider>>,
    forest: Forest,
    /// The number of living descendants of each.
    living: Vec<u32>,
    /// The number of descendants of each.
    below: Vec<u32>,
}

/// Returns whether a spider has died.
pub fn is_dead(spider: &Spider) -> bool {
    matches!(spider.state, SpiderState::Dead(_))
}

impl Families {
    /// Returns the families of these spiders, which are in the order of their numbers. One whose parent is not among those before it founds a family.
    pub fn new(spiders: &[Rc<Spider>]) -> Self {
        let count = spiders.len();
        let forest = Forest::new(spiders.iter().map(|spider| (spider.id, spider.parent)));
        let (mut living, mut below) = (vec![0; count], vec![0; count]);
        // Children come after their parents: from the back, each is complete when it is added up.
        for at in (0..count).rev() {
            if let Some(parent) = forest.parent(at) {
                living[parent] += living[at] + u32::from(!is_dead(&spiders[at]));
                below[parent] += below[at] + 1;
            }
        }
        Self {
            spiders: spiders.to_vec(),
            forest,
            living,
            below,
        }
    }

    /// Returns how many live.
    pub fn living(&self) -> usize {
        let living = self.spiders.iter().filter(|spider| !is_dead(spider));
        living.count()
    }

    /// Returns the spider at a place.
    pub fn spider(&self, at: usize) -> &Rc<Spider> {
        &self.spiders[at]
    }

    /// Returns the number of descendants of the spider at a place.
    pub fn below(&self, at: usize) -> u32 {
        self.below[at]
    }

    /// Returns the founder of the family of a spider.
    pub fn founder(&self, id: u32) -> u32 {
        self.forest.root(id)
    }

    /// Returns the lines that are seen, at most so many of them: with or without the dead that have no living descendant.
    pub fn lines(&self, expanded: &Expanded, with_dead: bool, most: usize) -> VisibleRows {
        let shown = Shown {
            families: self,
            with_dead,
        };
        self.forest.lines(expanded, most, &shown)
    }
}

/// The families with or without the dead.
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
