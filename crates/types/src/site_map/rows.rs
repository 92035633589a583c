//! The visible rows of a site map: branches with on-topic pages are open, and off-topic siblings are folded into one
//! row.

use super::SiteMap;

/// A branch of the tree that a row shows and can fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Branch {
    /// A node.
    Node(usize),
    /// The off-topic siblings from this node on, if an earlier sibling's branch has an on-topic page.
    OffTopic(usize),
}

/// A visible row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The branch that it shows.
    pub branch: Branch,
    /// The depth, from 1.
    pub level: usize,
    /// Its position among its siblings' rows, from 1, and their number.
    pub place: (usize, usize),
    /// True if the rows below it are visible; `None` if it has none.
    pub is_open: Option<bool>,
}

/// The state of an iteration over siblings.
struct Siblings {
    next: usize,
    end: usize,
    level: usize,
    /// Number of rows so far, and in all.
    place: (usize, usize),
    /// True if no off-topic siblings are folded into one row.
    is_plain: bool,
}

impl SiteMap {
    /// Returns the visible rows. `is_open` returns the person's choice for a branch; without one, branches with
    /// on-topic pages are open. With `only_ways`, branches without on-topic pages have no rows.
    pub fn rows(&self, only_ways: bool, is_open: impl Fn(Branch) -> Option<bool>) -> Vec<Row> {
        let mut rows = Vec::new();
        if only_ways && self.pages.1 == 0 {
            return rows;
        }
        let mut stack = vec![self.below(None, 1, only_ways)];
        while let Some(siblings) = stack.last_mut() {
            if siblings.next == siblings.end {
                stack.pop();
                continue;
            }
            let (at, end, level) = (siblings.next, siblings.end, siblings.level);
            let node = &self.nodes[at];
            let is_group = !siblings.is_plain && node.on_topic == 0;
            siblings.next = if is_group { end } else { node.end };
            if is_group && only_ways {
                continue;
            }
            siblings.place.0 += 1;
            let place = siblings.place;
            let (branch, has_rows, usual) = if is_group {
                (Branch::OffTopic(at), true, false)
            } else {
                let has_rows = at + 1 < node.end && (self.is_way(at) || !only_ways);
                (Branch::Node(at), has_rows, self.is_usually_open(at))
            };
            let is_open = has_rows.then(|| is_open(branch).unwrap_or(usual));
            rows.push(Row { branch, level, place, is_open });
            if is_open == Some(true) {
                stack.push(match branch {
                    Branch::Node(at) => self.below(Some(at), level + 1, only_ways),
                    Branch::OffTopic(at) => Siblings {
                        next: at,
                        end,
                        level: level + 1,
                        place: (0, self.siblings_from(at).count()),
                        is_plain: true,
                    },
                });
            }
        }
        rows
    }

    /// Returns the siblings below a node, or the topmost nodes.
    fn below(&self, parent: Option<usize>, level: usize, only_ways: bool) -> Siblings {
        let (next, end) = self.range(parent);
        let siblings = || self.siblings_between(next, end);
        let on_topic = parent.map_or_else(|| self.pages.1, |parent| self.nodes[parent].on_topic);
        let ways = siblings().take_while(|at| self.nodes[*at].on_topic > 0).count();
        let all = siblings().count();
        let rows = match on_topic {
            0 => all,
            _ => ways + usize::from(ways < all && !only_ways),
        };
        Siblings { next, end, level, place: (0, rows), is_plain: on_topic == 0 }
    }

    /// Returns the number of pages of a branch; that of a node includes its own page.
    pub fn pages_of(&self, branch: Branch) -> u32 {
        match branch {
            Branch::Node(at) => self.nodes[at].pages,
            Branch::OffTopic(at) => self.siblings_from(at).map(|at| self.nodes[at].pages).sum(),
        }
    }

    /// Returns a node and its later siblings.
    fn siblings_from(&self, at: usize) -> impl Iterator<Item = usize> {
        self.siblings_between(at, self.range(self.nodes[at].parent).1)
    }
}
