//! Parses and formats the part of a crawl's address that describes its view: view, open page, spider, filter and order
//! of the results, and the moment of the replay.
//!
//! Names begin with `show.`, and defaults are omitted. A reload restores the view; the rest of the address identifies
//! the crawl.

use super::browser::{self, pairs};
use super::crawl::ranking::{JudgmentFilter, Origin, RankingKey, ResultFilter, ResultsAction};
use super::crawl::replay::ReplayAction;
use super::crawl::result_filter::PageStatus;
use super::crawl_address::SHOWN;
use super::screen::{ScreenAction, View};
use super::{Action, State};

/// The view of a crawl, as values by the suffixes of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewAddress(Vec<(&'static str, String)>);

/// The suffixes of the names.
const NAMES: [&str; 10] = ["view", "page", "spider", "words", "host", "from", "status", "judged", "sort", "at"];

impl ViewAddress {
    /// Parses the query of an address; other names are ignored.
    pub fn read(query: &str) -> Self {
        let given = pairs(query);
        let value = |end: &str| {
            given.iter().find(|(name, _)| name.strip_prefix(SHOWN) == Some(end)).map(|(_, value)| value.clone())
        };
        Self(NAMES.into_iter().filter_map(|end| Some((end, value(end)?))).collect())
    }

    /// Returns the current view.
    pub fn current(state: &State) -> Self {
        let (screen, ranking) = (&state.screen, &state.crawl.ranking);
        let filter = ranking.filter();
        let view = (screen.view != View::default()).then(|| screen.view.name().to_owned());
        let sort = (ranking.order.key != RankingKey::default() || ranking.order.is_reversed).then(|| {
            let sign = if ranking.order.is_reversed { "-" } else { "" };
            format!("{sign}{}", ranking.order.key.column().name)
        });
        let values = [
            view,
            screen.open.map(|n| n.to_string()),
            screen.spider.map(|id| id.to_string()),
            Some(filter.text.clone()).filter(|text| !text.is_empty()),
            filter.host.clone(),
            filter.origin.map(origin_name),
            filter.status.as_ref().map(PageStatus::name),
            filter.judgment.as_ref().map(JudgmentFilter::name),
            sort,
            state.crawl.replay.as_ref().map(|replay| replay.at.to_string()),
        ];
        Self(NAMES.into_iter().zip(values).filter_map(|(end, value)| Some((end, value?))).collect())
    }

    /// Returns true if it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the query of a crawl's address with its view replaced by this one.
    pub fn add_to(&self, query: &str) -> String {
        let mut pairs = pairs(query);
        pairs.retain(|(name, _)| !name.strip_prefix(SHOWN).is_some_and(|end| NAMES.contains(&end)));
        pairs.extend(self.0.iter().map(|(end, value)| (format!("{SHOWN}{end}"), value.clone())));
        browser::query(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    fn value(&self, end: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == end).map(|(_, value)| value.as_str())
    }

    fn number(&self, end: &str) -> Option<u32> {
        self.value(end)?.parse().ok()
    }

    /// Returns the number of pages at the moment of the replay, if there is one.
    pub fn moment(&self) -> Option<u32> {
        self.number("at")
    }

    /// Returns the actions that restore the view; `good` is the relevance from which a page of the crawl is on the
    /// topic.
    pub fn actions(&self, good: f64) -> Vec<Action> {
        let (value, number) = (|end| self.value(end), |end| self.number(end));
        let view = View::ALL.into_iter().find(|view| Some(view.name()) == value("view"));
        let filter = ResultFilter {
            text: value("words").unwrap_or_default().to_owned(),
            host: value("host").map(str::to_owned),
            origin: value("from").and_then(origin_named),
            status: value("status").and_then(|name| PageStatus::named(name, good)),
            judgment: value("judged").and_then(JudgmentFilter::named),
        };
        let sort = value("sort").unwrap_or_default();
        let (key, is_reversed) = match sort.strip_prefix('-') {
            Some(key) => (key, true),
            None => (sort, false),
        };
        let key = RankingKey::named(key).unwrap_or_default();
        let moment = self.moment().map_or(ReplayAction::End, ReplayAction::To);
        let mut actions = vec![
            Action::Replay(moment),
            Action::Screen(ScreenAction::View(view.unwrap_or_default())),
            Action::Results(ResultsAction::RankBy(key)),
            Action::Results(ResultsAction::Filter(filter)),
            Action::Screen(ScreenAction::Spider(number("spider"))),
            Action::Screen(ScreenAction::Details(number("page"))),
        ];
        if is_reversed {
            actions.push(Action::Results(ResultsAction::SortBy(key)));
        }
        actions
    }
}

fn origin_name(origin: Origin) -> String {
    match origin {
        Origin::Spider(id) => format!("spider-{id}"),
        Origin::Seed(n) => format!("seed-{n}"),
    }
}

fn origin_named(name: &str) -> Option<Origin> {
    let (kind, number) = name.split_once('-')?;
    let number = number.parse().ok()?;
    match kind {
        "spider" => Some(Origin::Spider(number)),
        "seed" => Some(Origin::Seed(number)),
        _ => None,
    }
}
