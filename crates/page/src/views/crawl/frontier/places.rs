//! Tracks the positions of URLs in the table of the frontier, and their movements between updates.

use crate::views::prelude::*;
use types::report::Candidate;

/// The movement of a row since the last update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The position is unchanged.
    Stays,
    /// The row moved up by this number of positions.
    Up(usize),
    /// The row moved down by this number of positions.
    Down(usize),
    /// The row was not shown before.
    New,
}

impl Move {
    /// Returns the move from one rank to another.
    pub fn between(before: usize, now: usize) -> Self {
        match (before.checked_sub(now), now.checked_sub(before)) {
            (Some(0), _) => Self::Stays,
            (Some(up), _) => Self::Up(up),
            (None, down) => Self::Down(down.unwrap_or_default()),
        }
    }

    /// Describes the move for screen readers.
    pub fn description(self) -> String {
        match self {
            Self::Stays => String::new(),
            Self::Up(by) => format!("{by} up"),
            Self::Down(by) => format!("{by} down"),
            Self::New => "new".to_owned(),
        }
    }

    /// Returns the move as an arrow with a number.
    pub fn sign(self) -> String {
        match self {
            Self::Stays => String::new(),
            Self::Up(by) => format!("↑{by}"),
            Self::Down(by) => format!("↓{by}"),
            Self::New => "new".to_owned(),
        }
    }
}

/// The visible rows, and the latest order, which is applied when a hold ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    shown: Vec<Rc<Candidate>>,
    before: BTreeMap<CanonicalUrl, usize>,
    latest: Vec<Rc<Candidate>>,
    is_held: bool,
}

impl Places {
    /// Sets the latest links, and shows them unless the rows are held. Returns whether the visible rows have changed.
    pub fn update(&mut self, latest: &[Rc<Candidate>]) -> bool {
        self.latest = latest.to_vec();
        // An empty table can be filled at any time, because nothing in it can move.
        let shows = !self.is_held || self.shown.is_empty();
        shows && self.show_latest()
    }

    /// Begins or ends a hold. Returns whether the visible rows have changed.
    pub fn hold(&mut self, on: bool) -> bool {
        self.is_held = on;
        !on && self.show_latest()
    }

    /// Shows the latest order, even during a hold. Returns whether the visible rows have changed.
    pub fn show_latest(&mut self) -> bool {
        if self.same_order() {
            let changed = self.shown != self.latest;
            self.shown.clone_from(&self.latest);
            return changed;
        }
        let old = std::mem::replace(&mut self.shown, self.latest.clone());
        self.before = old.iter().enumerate().map(|(at, one)| (one.url.clone(), at)).collect();
        true
    }

    fn same_order(&self) -> bool {
        let urls = |all: &[Rc<Candidate>]| all.iter().map(|one| one.url.clone()).collect::<Vec<_>>();
        urls(&self.shown) == urls(&self.latest)
    }

    /// Returns whether the visible order differs from the latest one.
    pub fn is_behind(&self) -> bool {
        !self.same_order()
    }

    /// Returns the rows with their movements. After the first update no row has moved.
    pub fn rows(&self) -> impl Iterator<Item = (&Rc<Candidate>, Move)> {
        self.shown.iter().enumerate().map(|(now, one)| {
            let moved = match self.before.get(&one.url) {
                Some(before) => Move::between(*before, now),
                None if self.before.is_empty() => Move::Stays,
                None => Move::New,
            };
            (one, moved)
        })
    }
}
