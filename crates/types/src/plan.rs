//! The plan of a crawl: everything that a person decides before it starts, as plain data. The engine checks it (`CheckedPlan`).
//!
//! Not covered: the source of pages (proxy, direct, demo web), which the driver chooses.

mod error;
mod politeness;

pub use error::PlanError;
pub use politeness::Politeness;

use crate::limits;
use crate::spec::{DEFAULT_STRATEGY, StrategySpec};
use crate::strategy::Needs;
use crate::taxonomy::Taxonomy;
use crate::trails::Trails;
use crate::url::Scope;
use serde::{Deserialize, Serialize};

/// An unchecked plan, as a person or program writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// The query.
    pub query: String,
    /// The topic taxonomy, for strategies that learn from one.
    pub taxonomy: Taxonomy,
    /// Trails to relevant pages, for strategies that learn from them; without a query they also define the topic.
    pub trails: Trails,
    /// Related words and senses that the person excluded ([`crate::lexicon`]), for strategies that use related words.
    pub excluded: Vec<String>,
    /// Pages of earlier crawls that may be about the query, the likeliest first, for strategies that start from them.
    pub past: Vec<PastPage>,
    /// The seeds.
    pub seeds: Vec<String>,
    /// The strategy with its parameters.
    pub strategy: StrategySpec,
    /// Number of pages to fetch: every response that is not a redirect counts; a URL that the crawler refuses does not.
    pub pages: u32,
    /// The seed of the crawl's random numbers, for strategies that draw any.
    pub rng_seed: u64,
    /// The URLs that may be followed.
    pub scope: Scope,
    /// The delays between requests to a host.
    pub politeness: Politeness,
    /// Maximum number of requests in flight, over all hosts.
    pub in_flight: u32,
    /// The choice between time and pages, if several requests may be in flight.
    pub speed: Speed,
    /// Maximum number of URLs in the frontier.
    pub frontier: usize,
    /// A host is chosen at most once in this many consecutive picks while other hosts are ready; 0 and 1 disable the rule.
    pub host_window: usize,
    /// Link distance from the seeds beyond which links are not followed.
    pub depth: u32,
    /// Maximum number of pages of one site.
    pub host_pages: u32,
    /// True if words are stemmed (Pant §2.4 reports a domain in which stemming hurt).
    pub stemming: bool,
    /// True if relevance is computed from the main content of pages, without the blocks that a host's pages repeat (Evolving §2.1.4).
    pub main_content: bool,
    /// The source of the word weights.
    pub idf: IdfSource,
    /// The measure of the relevance of pages.
    pub relevance: RelevanceMeasure,
    /// The relevance in 0..=1 from which a page counts as harvested.
    pub good: f64,
    /// The share of the page limit, in 0..=1, for pages without content ([`crate::report::PageClass`]). Further ones
    /// do not count as pages.
    pub unreadable: f64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            query: String::new(),
            taxonomy: Taxonomy::default(),
            trails: Trails::default(),
            excluded: Vec::new(),
            past: Vec::new(),
            seeds: Vec::new(),
            strategy: DEFAULT_STRATEGY.into(),
            pages: limits::PAGES_DEFAULT,
            rng_seed: 1,
            scope: Scope::default(),
            politeness: Politeness::default(),
            in_flight: limits::IN_FLIGHT,
            speed: Speed::default(),
            frontier: limits::FRONTIER_URLS,
            host_window: 0,
            depth: limits::DEPTH,
            host_pages: limits::HOST_PAGES,
            stemming: true,
            main_content: false,
            idf: IdfSource::default(),
            relevance: RelevanceMeasure::default(),
            good: limits::GOOD_RELEVANCE,
            unreadable: limits::UNREADABLE_SHARE,
        }
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

/// Declares the choices of a setting in the order of the interface: stable name, name in the interface.
macro_rules! choices {
    ($setting:ident: $($choice:ident: $word:literal, $title:literal;)*) => {
        impl $setting {
            /// All choices, in the order of the interface.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$choice),*];

            /// Returns the stable name in plans, flags and addresses.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$choice => $word,)*
                }
            }

            /// Returns the name in the interface.
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$choice => $title,)*
                }
            }

            /// Returns the choice with this stable name.
            pub fn find(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|choice| choice.word() == word)
            }
        }
    };
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

choices! { Speed:
    Careful: "careful", "Careful";
    Balanced: "balanced", "Balanced";
    Fast: "fast", "Fast";
}

impl Speed {
    /// Returns the number of times that the crawl may take in comparison to one that fills every slot; `None` for any time. The crawl takes
    /// less, since better links are usually ready earlier.
    pub fn stretch(self) -> Option<u64> {
        match self {
            Self::Careful => None,
            Self::Balanced => Some(3),
            Self::Fast => Some(2),
        }
    }

    /// Returns its effect, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Careful => "Spends pages on the best links only, however long that takes.",
            Self::Balanced => {
                "Waits a little for better links: an eighth fewer relevant pages than careful, in about half the time."
            }
            Self::Fast => "Fills more parallel fetches: the shortest time, fewer relevant pages.",
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
    /// [`IdfSource::General`] if the strategy needs it ([`crate::strategy::Needs::background_idf`]), otherwise [`IdfSource::None`].
    #[default]
    Auto,
}

choices! { IdfSource:
    Auto: "auto", "As in the strategy’s paper";
    None: "none", "Equal";
    General: "general", "General English";
    Crawl: "crawl", "Crawled pages";
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

/// A measure of the relevance of pages, for people, the harvest rate and exports. Strategies compare words as their papers say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RelevanceMeasure {
    /// By the cosine of the page's words with those of the query (Batsakis eq. 2, Pant eq. 1).
    Words,
    /// By the similarity in meaning, with word vectors. A page without vectors is judged by words.
    Meaning,
    /// By the mean of both.
    Both,
    /// [`RelevanceMeasure::Both`] if the crawl begins with a strategy that uses word vectors ([`crate::strategy::Needs::vectors`]), otherwise
    /// [`RelevanceMeasure::Words`].
    #[default]
    Auto,
}

choices! { RelevanceMeasure:
    Auto: "auto", "Words, and meaning if the strategy uses it";
    Words: "words", "Words";
    Meaning: "meaning", "Meaning";
    Both: "both", "Words and meaning";
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
mod tests {
    use super::*;

    #[test]
    fn chosen_word_weights_are_kept_and_auto_gives_those_of_the_paper() {
        let (thesis, other) = (Needs::QUERY.with_background_idf(), Needs::QUERY);
        for chosen in [IdfSource::None, IdfSource::General, IdfSource::Crawl] {
            assert_eq!(chosen.resolved(thesis), chosen);
            assert_eq!(chosen.resolved(other), chosen);
        }
        assert_eq!(IdfSource::default().resolved(thesis), IdfSource::General);
        assert_eq!(IdfSource::default().resolved(other), IdfSource::None);
    }

    #[test]
    fn relevance_is_judged_by_words_and_meaning_where_the_strategy_has_word_vectors() {
        use RelevanceMeasure::{Auto, Both, Meaning, Words};
        for (measure, with, without) in
            [(Auto, Both, Words), (Words, Words, Words), (Meaning, Meaning, Meaning), (Both, Both, Both)]
        {
            assert_eq!(measure.resolved(Needs::QUERY.with_vectors()), with);
            assert_eq!(measure.resolved(Needs::QUERY), without);
            assert_eq!(RelevanceMeasure::find(measure.word()), Some(measure));
        }
    }
}
