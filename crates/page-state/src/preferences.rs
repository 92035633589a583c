//! Holds what a person chose in the views of a crawl, which the browser stores for later visits.

use super::State;
use super::crawl::results_layout::ResultsLayout;
use super::effect::Effect;

/// The key in local storage of the layout of the results.
pub(super) const RESULTS: &str = "salticid-results";
/// The key in local storage of the keyboard shortcuts: `on` or `off`.
pub(super) const SHORTCUTS: &str = "salticid-shortcuts";
/// The key in local storage of the strategy that was chosen last from the list.
pub(super) const STRATEGY: &str = "salticid-strategy";
/// The key in local storage of the tour: `wanted` or `done`.
pub(super) const TOUR: &str = "salticid-tour";

/// The choices of a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Preferences {
    /// The layout of the results.
    pub results: ResultsLayout,
    /// Single keys act on the crawl.
    pub has_shortcuts: bool,
    /// The id of the strategy that was chosen last from the list.
    pub strategy: Option<String>,
    /// When the tour is shown.
    pub tour: TourStart,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { results: ResultsLayout::default(), has_shortcuts: true, strategy: None, tour: TourStart::WhenWatched }
    }
}

/// When the tour is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourStart {
    /// In the first crawl that is slow enough to follow.
    WhenWatched,
    /// In the next crawl at any speed.
    Next,
    /// No more: it was shown.
    Never,
}

/// A choice.
#[derive(Clone, Debug, PartialEq)]
pub enum Preference {
    /// The layout of the results.
    Results(ResultsLayout),
    /// Single keys act on the crawl, or do not.
    Shortcuts(bool),
    /// The id of the strategy that was chosen from the list.
    Strategy(String),
    /// When the tour is shown.
    Tour(TourStart),
}

impl Preference {
    /// Returns the key in local storage and its text.
    fn stored(&self) -> (&'static str, String) {
        match self {
            Self::Results(layout) => (RESULTS, layout.text()),
            Self::Shortcuts(on) => (SHORTCUTS, if *on { "on" } else { "off" }.to_owned()),
            Self::Strategy(id) => (STRATEGY, id.clone()),
            Self::Tour(start) => (TOUR, if *start == TourStart::Next { "wanted" } else { "done" }.to_owned()),
        }
    }

    /// Reads the text of a key in local storage; `None` for another key.
    fn read(key: &str, text: &str) -> Option<Self> {
        match key {
            RESULTS => Some(Self::Results(ResultsLayout::read(text))),
            SHORTCUTS => Some(Self::Shortcuts(text != "off")),
            STRATEGY => Some(Self::Strategy(text.to_owned())),
            TOUR => Some(Self::Tour(if text == "wanted" { TourStart::Next } else { TourStart::Never })),
            _ => None,
        }
    }
}

impl State {
    pub(super) fn prefer(&mut self, preference: Preference) {
        let (key, text) = preference.stored();
        self.effects.push(Effect::Store(key, text));
        self.take_preference(preference);
    }

    /// Takes the choice that the browser stores under a key.
    pub(super) fn restore_preference(&mut self, key: &str, text: &str) {
        if let Some(preference) = Preference::read(key, text) {
            self.take_preference(preference);
        }
    }

    fn take_preference(&mut self, preference: Preference) {
        self.preferences.change(|preferences| match preference {
            Preference::Results(layout) => preferences.results = layout,
            Preference::Shortcuts(on) => preferences.has_shortcuts = on,
            Preference::Strategy(id) => preferences.strategy = Some(id),
            Preference::Tour(start) => preferences.tour = start,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;
    use crate::crawl::ranking::RankingKey;

    #[test]
    fn a_later_visit_has_the_same_choices() {
        let layout = ResultsLayout { is_table: true, ..ResultsLayout::default() };
        let layout = layout.toggled(RankingKey::Depth).resized(RankingKey::Relevance, 70);
        let mut state = State::default();
        let choices = [
            Preference::Results(layout),
            Preference::Shortcuts(false),
            Preference::Strategy("fish-search".to_owned()),
            Preference::Tour(TourStart::Never),
            Preference::Tour(TourStart::Next),
        ];
        let mut later = State::default();
        for choice in choices {
            for effect in state.apply(Action::Prefer(choice)) {
                let Effect::Store(key, text) = effect else { panic!("{effect:?}") };
                assert!(crate::SHARED_KEYS.contains(&key), "{key}");
                later.restore(key, &text);
            }
        }
        assert_ne!(*state.preferences, Preferences::default());
        assert_eq!(*later.preferences, *state.preferences);
    }

    #[test]
    fn unknown_columns_and_widths_are_passed_over() {
        let layout = ResultsLayout::read("table,host:wide,nothing:90,depth:80");
        assert_eq!(layout.chosen, [RankingKey::Host, RankingKey::Depth]);
        assert_eq!((layout.width(RankingKey::Host), layout.width(RankingKey::Depth)), (152, 80));
        assert_eq!(layout.text(), "table,host,depth:80");
    }
}
