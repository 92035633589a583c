//! The plan of a crawl: everything that a person decides before it starts, as plain data. The engine checks it
//! (`CheckedPlan`).
//!
//! Not covered: the source of pages (proxy, direct, demo web), which the driver chooses.

mod error;

pub use error::PlanError;

use crate::limits;
use crate::settings::uses::{COMPARE, CRAWL, RECORD, SCORE};
use crate::settings::{Place, Setting, SettingValue};
use crate::spec::{DEFAULT_STRATEGY, ParamValue, StrategySpec};
use crate::strategy::Needs;
use crate::taxonomy::Taxonomy;
use crate::trails::Trails;
use crate::url::Scope;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Declares a plan: each field with its documentation, type and default, and after `=>` the name of its setting and
/// what else is known of it, if it is one. The documentation of a setting is its help text, too.
macro_rules! plan {
    (
        $(#[doc = $about:literal])*
        $plan:ident;
        $($(#[doc = $doc:literal])* $field:ident: $type:ty = $default:expr $(=> $name:ident, $setting:expr)?;)*
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct $plan {
            $($(#[doc = $doc])* pub $field: $type,)*
        }

        impl Default for $plan {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        $(setting!($plan, $field, concat!($($doc),*) $(, $name, $setting)?);)*

        impl $plan {
            /// Returns the settings, in the order of the form.
            pub fn settings() -> impl Iterator<Item = &'static Setting<Self>> {
                [$($(&$name,)?)*].into_iter()
            }
        }
    };
}

/// Declares a field of a plan as a setting, or as none.
macro_rules! setting {
    ($plan:ident, $field:ident, $doc:expr) => {};
    ($plan:ident, $field:ident, $doc:expr, $name:ident, $setting:expr) => {
        #[doc = $doc]
        pub static $name: Setting<$plan> = Setting {
            name: stringify!($field),
            help: $doc.trim_ascii(),
            get: |plan| plan.$field.to_value(),
            set: |plan, value| plan.$field = SettingValue::from_value(value).unwrap_or(plan.$field),
            ..$setting
        };
    };
}

plan! {
    /// An unchecked plan, as a person or program writes it.
    Plan;
    /// The query.
    query: String = String::new();
    /// The topic taxonomy, for strategies that learn from one.
    taxonomy: Taxonomy = Taxonomy::default();
    /// Trails to relevant pages, for strategies that learn from them; without a query they also define the topic.
    trails: Trails = Trails::default();
    /// Related words and senses that the person excluded ([`crate::lexicon`]), for strategies that use related words.
    excluded: Vec<String> = Vec::new();
    /// Pages of earlier crawls that may be about the query, the likeliest first, for strategies that start from them.
    past: Vec<PastPage> = Vec::new();
    /// Pages of the topic that the person kept or discarded before, from which the topic's vector learns.
    judged: Vec<JudgedPage> = Vec::new();
    /// The fingerprints of URLs that earlier crawls of the topic have read, in any order. Links to them are not
    /// followed; seeds are fetched.
    known: Vec<u128> = Vec::new();
    /// The seeds.
    seeds: Vec<String> = Vec::new();
    /// Pages that replace seeds which cannot be read in the first minute, the best first.
    spare_seeds: Vec<String> = Vec::new();
    /// The strategy with its parameters.
    strategy: StrategySpec = DEFAULT_STRATEGY.into();
    /// The crawl ends after this many pages.
    pages: u32 = limits::PAGES_DEFAULT
        => PAGES, Setting {
            is_live: true,
            place: Place::Elsewhere,
            uses: COMPARE | RECORD,
            ..Setting::whole("Page limit", 1, limits::PAGES as u64)
        };
    /// The same settings, seed and responses give the same pages.
    rng_seed: u64 = 1
        => RNG_SEED, Setting {
            other_key: "rng",
            is_learned: true,
            ..Setting::whole("Random seed", 0, limits::RNG_SEED)
        };
    /// The URLs that may be followed.
    scope: Scope = Scope::default();
    /// The delays between requests to a host.
    politeness: Politeness = Politeness::default();
    /// Requests at the same time over all hosts; each host gets one at a time. 1 follows the strategy’s order strictly.
    in_flight: u32 = limits::IN_FLIGHT
        => IN_FLIGHT, Setting {
            other_key: "parallel",
            is_of_machine: true,
            uses: COMPARE | RECORD,
            ..Setting::whole("Parallel fetches", 1, limits::IN_FLIGHT_MAX as u64)
        };
    /// The choice between time and pages where hosts need delays.
    speed: Speed = Speed::default()
        => SPEED, Setting {
            is_live: true,
            place: Place::Elsewhere,
            is_of_machine: true,
            uses: RECORD,
            ..Setting::choice("Speed", Speed::TEXTS)
        };
    /// URLs that can wait to be fetched; the best are kept.
    frontier: usize = limits::FRONTIER_URLS
        => FRONTIER, Setting {
            place: Place::Elsewhere,
            is_of_machine: true,
            ..Setting::whole("Frontier size", 1, limits::FRONTIER_URLS_MAX as u64)
        };
    /// Picks of other sites between two of one site; 0 turns it off.
    host_window: usize = 0
        => HOST_WINDOW, Setting {
            uses: COMPARE | RECORD,
            ..Setting::whole("Site diversity", 0, limits::HOST_WINDOW_MAX as u64)
        };
    /// Links that are more clicks away from every seed are skipped.
    depth: u32 = limits::DEPTH
        => DEPTH, Setting { uses: COMPARE | RECORD, ..Setting::whole("Maximum depth", 0, limits::DEPTH_MAX as u64) };
    /// At most this many pages from one site.
    host_pages: u32 = limits::HOST_PAGES
        => HOST_PAGES, Setting { uses: COMPARE | RECORD, ..Setting::whole("Pages per site", 1, limits::PAGES as u64) };
    /// Treats “crawling” and “crawls” as the same word.
    stemming: bool = true
        => STEMMING, Setting { is_learned: true, uses: SCORE | COMPARE, ..Setting::switch("Stem words") };
    /// Counts words of titles three times, those of headings and bold text twice; off counts every occurrence once.
    emphasis: bool = true
        => EMPHASIS, Setting {
            is_learned: true,
            uses: SCORE | COMPARE,
            ..Setting::switch("Weigh titles and headings")
        };
    /// Reads PDF, DOCX, ODT and EPUB files like pages; otherwise “Documents” lists them.
    read_documents: bool = false
        => READ_DOCUMENTS, Setting { uses: COMPARE | RECORD, ..Setting::switch("Read documents") };
    /// Ignores menus and other text that the pages of a site repeat.
    main_content: bool = false
        => MAIN_CONTENT, Setting { is_learned: true, ..Setting::switch("Judge pages by their main content") };
    /// Source of the word frequencies; rare words weigh more.
    idf: IdfSource = IdfSource::default()
        => IDF, Setting {
            is_learned: true,
            uses: SCORE | COMPARE,
            ..Setting::choice("Word weights", IdfSource::TEXTS)
        };
    /// “Meaning” also finds pages that use other words for the topic (English only, downloads 2 MB).
    relevance: RelevanceMeasure = RelevanceMeasure::default()
        => RELEVANCE, Setting { uses: SCORE | CRAWL, ..Setting::choice("Relevance by", RelevanceMeasure::TEXTS) };
    /// Pages with at least this relevance count as relevant.
    good: f64 = limits::GOOD_RELEVANCE
        => GOOD, Setting { uses: SCORE | COMPARE, ..Setting::share("Relevance threshold") };
    /// Walls and error pages beyond it do not count.
    unreadable: f64 = limits::UNREADABLE_SHARE
        => UNREADABLE, Setting {
            is_of_machine: true,
            uses: COMPARE | RECORD,
            ..Setting::share("Share of pages without content")
        };
}

impl Plan {
    /// Returns the default plan of a crawl of live sites.
    pub fn live() -> Self {
        Self { host_window: limits::LIVE_HOST_WINDOW, read_documents: true, ..Self::default() }
    }
}

/// A page of an earlier crawl.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PastPage {
    /// The URL.
    pub url: String,
    /// Its text; only the first [`limits::PAST_TEXT_BYTES`] are read. Empty if only the URL is known.
    #[serde(default)]
    pub text: String,
    /// Its language (ISO 639-1), if known.
    #[serde(default)]
    pub language: Option<String>,
}

impl PastPage {
    /// Returns the part of its text that is read.
    pub fn read_text(&self) -> &str {
        &self.text[..self.text.floor_char_boundary(limits::PAST_TEXT_BYTES)]
    }
}

/// A page that the person judged before the crawl.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JudgedPage {
    /// The page.
    pub page: PastPage,
    /// True for a good example, false for a bad one.
    pub good: bool,
}

/// Makes an enum with the text `word` a type of settings.
macro_rules! choices {
    ($($type:ident),*) => {$(
        impl SettingValue for $type {
            fn to_value(&self) -> ParamValue {
                ParamValue::Word(self.word().to_owned())
            }

            fn from_value(value: &ParamValue) -> Option<Self> {
                Self::ALL.into_iter().find(|choice| choice.to_value() == *value)
            }
        }
    )*};
}

choices! { Speed, IdfSource, RelevanceMeasure }

/// The rule by which a crawl spaces its requests to one host. The source of the pages says which.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Politeness {
    /// [`crate::limits::DELAY_FACTOR`] times the duration of the last fetch, between [`crate::limits::DELAY_MIN_MS`]
    /// and [`crate::limits::DELAY_MAX_MS`].
    #[default]
    Adaptive,
    /// No delay: for recorded and generated webs, which have no server.
    Replay,
    /// As [`Self::Adaptive`], but without a delay for these host names, which the source generates itself.
    AdaptiveExcept(Vec<String>),
    /// As [`Self::Adaptive`], with the rules that the person set for hosts, by name and non-default port.
    AdaptiveWith(BTreeMap<String, HostRule>),
}

/// The rule that a person set for the requests to one host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostRule {
    /// The least delay in milliseconds; below [`crate::limits::DELAY_MIN_MS`], for hosts of the person's own, the delay
    /// itself. `None` if it follows from the duration of the last fetch.
    pub delay_ms: Option<u64>,
    /// The most requests in flight, at least 1; more than 1 for hosts of the person's own. Then the delay is the time
    /// between the starts of two requests.
    pub in_flight: u32,
}

impl HostRule {
    fn is_polite(&self) -> bool {
        self.in_flight <= 1 && self.delay_ms.is_none_or(|delay| delay >= crate::limits::DELAY_MIN_MS)
    }
}

impl Politeness {
    /// Returns true if requests to a host, given by scheme, name and non-default port, need a delay.
    pub fn has_delay(&self, host_key: &str) -> bool {
        match self {
            Self::Adaptive | Self::AdaptiveWith(_) => true,
            Self::Replay => false,
            Self::AdaptiveExcept(hosts) => !hosts.iter().any(|host| host == without_scheme(host_key)),
        }
    }

    /// Returns true if all hosts but those of the generated web, whose names end in `.test` (RFC 6761 §6.2), get one
    /// request at a time, with a delay in between.
    pub fn is_polite(&self) -> bool {
        match self {
            Self::Adaptive => true,
            Self::Replay => false,
            Self::AdaptiveExcept(hosts) => hosts.iter().all(|host| host.rsplit('.').next() == Some("test")),
            Self::AdaptiveWith(rules) => rules.values().all(HostRule::is_polite),
        }
    }

    /// Returns the delay in milliseconds that the person set for a host, given as for [`Self::has_delay`].
    pub fn named_delay_ms(&self, host_key: &str) -> Option<u64> {
        match self {
            Self::AdaptiveWith(rules) => rules.get(without_scheme(host_key))?.delay_ms,
            _ => None,
        }
    }

    /// Returns the most requests in flight to a host, given as for [`Self::has_delay`].
    pub fn most_in_flight(&self, host_key: &str) -> u32 {
        match self {
            Self::AdaptiveWith(rules) => rules.get(without_scheme(host_key)).map_or(1, |rule| rule.in_flight.max(1)),
            _ => 1,
        }
    }
}

fn without_scheme(host_key: &str) -> &str {
    host_key.split_once("://").map_or(host_key, |(_, name)| name)
}

/// The choice between time and pages: how long a free slot waits for a link on a better host that is not ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speed {
    /// As long as better links will be ready soon.
    Careful,
    /// Up to three times the mean time between two requests of a crawl that fills every slot.
    #[default]
    Balanced,
    /// Up to twice that time.
    Fast,
}

texts! { Speed:
    /// Returns the stable name in plans, flags and addresses.
    word,
    /// Returns the name in the interface.
    title,
    /// Returns the meaning, in a sentence.
    help;
    Careful: "careful", "Careful", "Spends pages on the best links only, however long that takes.";
    Balanced: "balanced", "Balanced",
        "Waits a little for better links: an eighth fewer relevant pages than careful, in about half the time.";
    Fast: "fast", "Fast", "Fills more parallel fetches: the shortest time, fewer relevant pages.";
}

impl Speed {
    /// Returns the number of times that the crawl may take in comparison to one that fills every slot; `None` for any
    /// time. The crawl takes less, since better links are usually ready earlier.
    pub fn stretch(self) -> Option<u64> {
        match self {
            Self::Careful => None,
            Self::Balanced => Some(3),
            Self::Fast => Some(2),
        }
    }
}

/// The source of the word weights (Batsakis eq. 1, §3.4.1 b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum IdfSource {
    /// Raw counts, as in naive best-first: a crawl has no idf at its start (Pant §3.1).
    None,
    /// A table of general English that ships with the engine.
    General,
    /// The pages of the crawl so far.
    Crawl,
    /// [`IdfSource::General`] if the strategy needs it ([`crate::strategy::Needs::background_idf`]), otherwise
    /// [`IdfSource::None`].
    #[default]
    Auto,
}

texts! { IdfSource:
    /// Returns the stable name in plans, flags and addresses.
    word,
    /// Returns the name in the interface.
    title,
    /// Returns the meaning, in a sentence.
    help;
    Auto: "auto", "As in the strategy’s paper",
        "General English for strategies whose paper has a background idf, raw counts for others.";
    None: "none", "Equal", "Raw counts.";
    General: "general", "General English", "A table of general English that is included in the engine.";
    Crawl: "crawl", "Crawled pages", "The pages of the crawl so far.";
}

impl IdfSource {
    /// Returns the source for a strategy with these needs; never [`IdfSource::Auto`].
    #[must_use]
    pub fn resolved(self, needs: Needs) -> Self {
        match self {
            Self::Auto if needs.background_idf => Self::General,
            Self::Auto => Self::None,
            chosen => chosen,
        }
    }
}

/// A measure of the relevance of pages, for people, the harvest rate and exports. Strategies compare words as their
/// papers say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RelevanceMeasure {
    /// By the cosine of the page's words with those of the query (Batsakis eq. 2, Pant eq. 1).
    Words,
    /// By the similarity in meaning, with word vectors. A page without vectors is judged by words.
    Meaning,
    /// By the mean of both.
    Both,
    /// [`RelevanceMeasure::Both`] if the crawl begins with a strategy that uses word vectors
    /// ([`crate::strategy::Needs::vectors`]), otherwise [`RelevanceMeasure::Words`].
    #[default]
    Auto,
}

texts! { RelevanceMeasure:
    /// Returns the stable name in plans, flags and addresses.
    word,
    /// Returns the name in the interface.
    title,
    /// Returns the meaning, in a sentence.
    help;
    Auto: "auto", "Words, and meaning if the strategy uses it",
        "By both if the strategy uses word vectors, otherwise by words.";
    Words: "words", "Words", "By the cosine of the words of page and query.";
    Meaning: "meaning", "Meaning", "By the similarity in meaning, with word vectors.";
    Both: "both", "Words and meaning", "By the mean of both.";
}

impl RelevanceMeasure {
    /// Returns the measure for a strategy with these needs; never [`RelevanceMeasure::Auto`].
    #[must_use]
    pub fn resolved(self, needs: Needs) -> Self {
        match self {
            Self::Auto if needs.vectors => Self::Both,
            Self::Auto => Self::Words,
            chosen => chosen,
        }
    }

    /// Returns true if it requires word vectors, whatever the strategy.
    pub fn requires_vectors(self) -> bool {
        matches!(self, Self::Meaning | Self::Both)
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
