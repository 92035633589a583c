//! Orders the results by a key.

use super::result_filter::Origin;
use std::cmp::Ordering;
use types::report::PageRecord;

/// A key by which results are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankingKey {
    /// The similarity to the topic.
    #[default]
    Relevance,
    /// The strategy's probability that the page is relevant (Tsay §4). Pages without one come last.
    Probability,
    /// The time of the fetch, the latest first.
    Latest,
    /// The host in alphabetical order, within it by relevance.
    Host,
    /// The title in alphabetical order.
    Title,
    /// The spider or the seed, within it by relevance.
    Origin,
    /// The distance from a seed, the least first, within it by relevance.
    Depth,
    /// The HTTP status, the least first.
    Status,
    /// The size, the largest first.
    Size,
}

impl RankingKey {
    /// All keys, in the order of the menu.
    pub const ALL: [Self; 9] = [
        Self::Relevance,
        Self::Probability,
        Self::Latest,
        Self::Host,
        Self::Title,
        Self::Origin,
        Self::Depth,
        Self::Status,
        Self::Size,
    ];

    /// Returns the name in menus and addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Relevance => "relevance",
            Self::Probability => "probability",
            Self::Latest => "time",
            Self::Host => "host",
            Self::Title => "title",
            Self::Origin => "from",
            Self::Depth => "depth",
            Self::Status => "status",
            Self::Size => "size",
        }
    }

    /// Returns whether the largest value comes first.
    pub fn is_descending(self) -> bool {
        matches!(self, Self::Relevance | Self::Probability | Self::Latest | Self::Size)
    }

    /// Compares two pages; the page that comes first is less. Origins are compared by [`RankingOrder`].
    fn compare(self, one: &PageRecord, other: &PageRecord) -> Ordering {
        let by_relevance = || other.relevance.total_cmp(&one.relevance);
        let probability = |page: &PageRecord| page.probability().unwrap_or(-1.0);
        let order = match self {
            Self::Relevance | Self::Origin => by_relevance(),
            Self::Title => one.text.title.cmp(&other.text.title),
            Self::Depth => one.discovery.depth.cmp(&other.discovery.depth).then_with(by_relevance),
            Self::Status => one.status.cmp(&other.status),
            Self::Size => other.fetch.bytes.cmp(&one.fetch.bytes),
            Self::Probability => probability(other).total_cmp(&probability(one)),
            Self::Latest => other.n.cmp(&one.n),
            Self::Host => one.url.host().cmp(other.url.host()).then_with(by_relevance),
        };
        order.then(one.n.cmp(&other.n))
    }
}

/// The order of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankingOrder {
    /// The key.
    pub key: RankingKey,
    /// The order is reversed.
    pub is_reversed: bool,
}

impl RankingOrder {
    /// Compares two pages; the page that comes first is less.
    pub(super) fn compare(
        self,
        one: &PageRecord,
        other: &PageRecord,
        origin: impl Fn(&PageRecord) -> Origin,
    ) -> Ordering {
        let origins = match self.key {
            RankingKey::Origin => origin(one).cmp(&origin(other)),
            _ => Ordering::Equal,
        };
        let order = origins.then_with(|| self.key.compare(one, other));
        if self.is_reversed { order.reverse() } else { order }
    }
}
