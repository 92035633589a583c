//! The paces of crawls that the person chose; this browser remembers them.
//!
//! A crawl of the demo web or of a recording begins slowly enough to be watched.

use super::State;
use crate::page::dom::storage;
use crate::protocol::pace::{Pace, Paces};

/// The key of the pace in the demo web and in recordings.
const LOCAL: &str = "salticid-pace";
/// The key of the pace on live sites.
const LIVE: &str = "salticid-pace-live";
/// The word for [`Pace::Max`].
const MAX: &str = "max";

/// The pace in the demo web and in recordings until the person chooses another.
const FIRST: Pace = Pace::PerSecond(8);

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

/// Returns the paces that were chosen last, or those to begin with.
pub fn remembered() -> Paces {
    let read = |key| storage::read(key).and_then(|text| parse(&text));
    Paces {
        local: read(LOCAL).unwrap_or(FIRST),
        live: read(LIVE).unwrap_or_default(),
    }
}

/// Remembers a choice.
pub(crate) fn remember(action: PaceAction) {
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
