//! Holds the paces of crawls, which the browser stores.
//!
//! Crawls of the demo web or of a recording start slowly enough to be followed.

use super::State;
use super::effect::Effect;
use protocol::pace::{Pace, Paces};

/// The key in local storage of the pace in the demo web and in recordings.
pub(super) const LOCAL: &str = "salticid-pace";
/// The key in local storage of the pace on live sites.
pub(super) const LIVE: &str = "salticid-pace-live";
/// The stored value of [`Pace::Max`].
const MAX: &str = "max";

/// The paces of a first visit.
pub(super) const DEFAULT: Paces = Paces { local: Pace::PerSecond(8), live: Pace::Max };

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
        let key = if action.is_live { LIVE } else { LOCAL };
        self.effects.push(Effect::Store(key, name(action.pace)));
        self.set_pace(action);
    }

    /// Takes the pace that the browser stores under a key.
    pub(super) fn restore_pace(&mut self, key: &str, text: &str) {
        if let Some(pace) = parse(text) {
            self.set_pace(PaceAction { is_live: key == LIVE, pace });
        }
    }

    fn set_pace(&mut self, PaceAction { is_live, pace }: PaceAction) {
        if is_live {
            self.paces.live = pace;
        } else {
            self.paces.local = pace;
        }
    }
}

/// Returns the name of a pace that can be chosen.
pub(super) fn name(pace: Pace) -> String {
    if let Pace::PerSecond(pages) = pace { pages.to_string() } else { MAX.to_owned() }
}

/// Parses the name of a pace.
pub(super) fn parse(text: &str) -> Option<Pace> {
    let pace = match text {
        MAX => Pace::Max,
        text => Pace::PerSecond(text.parse().ok()?),
    };
    Pace::ALL.contains(&pace).then_some(pace)
}
