//! Holds the paces of crawls, which the browser stores.
//!
//! Crawls of the demo web or of a recording start slowly enough to be followed.

use super::State;
use crate::page::dom::storage;
use crate::protocol::pace::{Pace, Paces};

/// The key in local storage of the pace in the demo web and in recordings.
const LOCAL: &str = "salticid-pace";
/// The key in local storage of the pace on live sites.
const LIVE: &str = "salticid-pace-live";
/// The stored value of [`Pace::Max`].
const MAX: &str = "max";

/// The default pace in the demo web and in recordings.
const DEFAULT_LOCAL: Pace = Pace::PerSecond(8);

/// Sets the pace of crawls of live sites, or of others.
#[derive(Clone, Copy, Debug)]
pub struct PaceAction {
    /// True for crawls of live sites.
    pub is_live: bool,
    /// The pace.
    pub pace: Pace,
}

impl State {
    pub(super) fn apply_pace(&mut self, action: PaceAction) {
        let paces = &mut self.paces;
        if action.is_live {
            paces.live = action.pace;
        } else {
            paces.local = action.pace;
        }
    }
}

/// Returns the stored paces, or the defaults.
pub fn stored_paces() -> Paces {
    let read = |key| storage::read(key).and_then(|text| parse(&text));
    Paces { local: read(LOCAL).unwrap_or(DEFAULT_LOCAL), live: read(LIVE).unwrap_or_default() }
}

/// Stores a pace.
pub(crate) fn store(action: PaceAction) {
    let key = if action.is_live { LIVE } else { LOCAL };
    let text = match action.pace {
        Pace::PerSecond(pages) => pages.to_string(),
        Pace::Max => MAX.to_owned(),
    };
    storage::write(key, Some(&text));
}

fn parse(text: &str) -> Option<Pace> {
    let pace = match text {
        MAX => Pace::Max,
        text => Pace::PerSecond(text.parse().ok()?),
    };
    Pace::ALL.contains(&pace).then_some(pace)
}
