//! Holds the person's choices on a site map: arrangement, filter, folds, active row.

use crate::views::prelude::*;
use std::borrow::Borrow;
use types::site_map::{Arrangement, Branch, SiteMap};
use yew::Reducible;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SiteMapChoices {
    /// The arrangement of the pages: by path or by links.
    pub(super) arrangement: Arrangement,
    /// Branches without a page on the topic are hidden.
    pub(super) only_ways: bool,
    /// The branches that the person closed (`false`) or opened (`true`).
    pub(super) folds: BTreeMap<RowKey, bool>,
    /// The active row.
    pub(super) active: Option<RowKey>,
}

/// Identifies a row while the tree grows: by the address of its node, or of the parent of a row of branches off the
/// topic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RowKey {
    address: String,
    is_off_topic: bool,
}

impl RowKey {
    pub(super) fn new<P: Borrow<PageRecord>>(map: &SiteMap, pages: &[P], branch: Branch) -> Self {
        let (address, is_off_topic) = parts(map, pages, branch);
        Self { address: address.to_owned(), is_off_topic }
    }

    /// Returns whether this is the key of a row.
    pub(super) fn is_of<P: Borrow<PageRecord>>(&self, map: &SiteMap, pages: &[P], branch: Branch) -> bool {
        parts(map, pages, branch) == (self.address.as_str(), self.is_off_topic)
    }
}

fn parts<'a, P: Borrow<PageRecord>>(map: &SiteMap, pages: &'a [P], branch: Branch) -> (&'a str, bool) {
    let nodes = map.nodes();
    match branch {
        Branch::Node(at) => (nodes[at].address(pages), false),
        Branch::OffTopic(at) => {
            let parent = nodes[at].parent;
            (parent.map_or("", |parent| nodes[parent].address(pages)), true)
        }
    }
}

/// A change of the choices.
pub(crate) enum Change {
    /// Selects the arrangement.
    Arrange(Arrangement),
    /// Hides branches without a page on the topic, or shows them again.
    OnlyWays,
    /// Opens or closes a branch.
    Fold(RowKey, bool),
    /// Makes a row the active one.
    Activate(RowKey),
}

impl Reducible for SiteMapChoices {
    type Action = Change;

    fn reduce(self: Rc<Self>, change: Change) -> Rc<Self> {
        let mut next = Rc::unwrap_or_clone(self);
        match change {
            Change::Arrange(arrangement) => {
                // In the other arrangement, the same address names another branch.
                next.folds.clear();
                next.arrangement = arrangement;
            }
            Change::OnlyWays => next.only_ways = !next.only_ways,
            Change::Fold(key, is_open) => {
                next.folds.insert(key, is_open);
            }
            Change::Activate(key) => next.active = Some(key),
        }
        Rc::new(next)
    }
}
