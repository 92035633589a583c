//! Orders the results by a key, and declares the columns that show the keys.

use super::result_filter::Origin;
use std::cmp::Ordering;
use types::report::PageRecord;

/// A column of the results' table, which is also a key by which results are ranked.
#[derive(Debug)]
pub struct Column {
    /// The stable name in addresses and local storage: lowercase letters.
    pub name: &'static str,
    /// The title of the column.
    pub title: &'static str,
    /// The name of the order in menus, after "By".
    pub order: &'static str,
    /// True if the cells are numbers, which are aligned to the right.
    pub is_number: bool,
    /// True if the largest value comes first.
    pub is_descending: bool,
    /// True if the column is shown until a person chooses.
    pub is_initial: bool,
    /// The initial width in CSS pixels. The title takes the width that the others leave.
    pub width: u16,
    /// Compares two pages; the page that comes first is less.
    compare: fn(&PageRecord, &PageRecord) -> Ordering,
}

/// Declares the keys, in the order of menus and columns, each with its column. Only the cell is elsewhere, in the page.
macro_rules! columns {
    ($($(#[$attribute:meta])* $key:ident: $column:expr;)*) => {
        /// A key by which results are ranked.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum RankingKey {
            $($(#[$attribute])* $key,)*
        }

        impl RankingKey {
            /// All keys, in the order of menus and columns.
            pub const ALL: [Self; [$(stringify!($key)),*].len()] = [$(Self::$key),*];

            /// Returns the column that shows the key.
            pub fn column(self) -> &'static Column {
                match self {
                    $(Self::$key => const { &$column },)*
                }
            }
        }
    };
}

/// Text that is shown from the start, in ascending order.
const TEXT: Column = Column {
    name: "",
    title: "",
    order: "",
    is_number: false,
    is_descending: false,
    is_initial: true,
    width: 152,
    compare: by_relevance,
};
/// Numbers that are shown on request, in ascending order.
const NUMBER: Column = Column { is_number: true, width: 120, is_initial: false, ..TEXT };
/// Numbers that are shown on request, the largest first.
const LARGEST: Column = Column { is_descending: true, ..NUMBER };

columns! {
    /// The similarity to the topic. In menus it has the name of the measure.
    #[default]
    Relevance: Column {
        name: "relevance",
        title: "Relevance",
        order: "relevance",
        is_initial: true,
        ..LARGEST
    };
    /// The strategy's probability that the page is relevant (Tsay §4). Pages without one come last.
    Probability: Column {
        name: "probability",
        title: "Probability",
        order: "probability of the model",
        compare: |one, other| probability(other).total_cmp(&probability(one)),
        ..LARGEST
    };
    /// The title in alphabetical order.
    Title: Column {
        name: "title",
        title: "Page",
        order: "title",
        compare: |one, other| one.text.title.cmp(&other.text.title),
        ..TEXT
    };
    /// The host in alphabetical order, within it by relevance.
    Host: Column {
        name: "host",
        title: "Host",
        order: "host",
        compare: |one, other| one.url.host().cmp(other.url.host()).then_with(|| by_relevance(one, other)),
        ..TEXT
    };
    /// The spider or the seed, which [`RankingOrder`] compares, within it by relevance.
    Origin: Column { name: "from", title: "Spider or seed", order: "spider or seed", is_initial: false, ..TEXT };
    /// The time of the fetch, the latest first.
    Latest: Column {
        name: "time",
        title: "Time",
        order: "time, latest first",
        compare: |one, other| other.n.cmp(&one.n),
        ..LARGEST
    };
    /// The distance from a seed, the least first, within it by relevance.
    Depth: Column {
        name: "depth",
        title: "Depth",
        order: "depth",
        compare: |one, other| one.discovery.depth.cmp(&other.discovery.depth).then_with(|| by_relevance(one, other)),
        ..NUMBER
    };
    /// The HTTP status, the least first.
    Status: Column {
        name: "status",
        title: "Status",
        order: "HTTP status",
        compare: |one, other| one.status.cmp(&other.status),
        is_initial: false,
        ..TEXT
    };
    /// The size, the largest first.
    Size: Column {
        name: "size",
        title: "Size",
        order: "size, largest first",
        compare: |one, other| other.fetch.bytes.cmp(&one.fetch.bytes),
        ..LARGEST
    };
}

impl RankingKey {
    /// Returns the key with a name of addresses.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.column().name == name)
    }

    /// Returns the columns after the title, in order.
    pub fn beside_title() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|key| *key != Self::Title)
    }
}

fn by_relevance(one: &PageRecord, other: &PageRecord) -> Ordering {
    other.relevance.total_cmp(&one.relevance)
}

fn probability(page: &PageRecord) -> f64 {
    page.probability().unwrap_or(-1.0)
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
        let order = origins.then_with(|| (self.key.column().compare)(one, other)).then(one.n.cmp(&other.n));
        if self.is_reversed { order.reverse() } else { order }
    }
}
