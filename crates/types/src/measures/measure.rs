//! The measures, with their texts, sources and requirements.
//!
//! Menus, flags, tables and reports are generated from [`Measure::ALL`]. The evaluation crate computes the measures.

use serde::{Deserialize, Serialize};

/// A measure. Each is a curve over the crawl ([`super::Curve`]).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Share of known relevant pages.
    #[default]
    Harvest,
    /// Share of the known relevant pages that were found.
    Recall,
    /// Share of the targets that were found.
    TargetRecall,
    /// Pages until a share of the known relevant ones was found.
    SearchLength,
    /// Mean relevance.
    AverageRelevance,
    /// Mean relevance of the last pages.
    WindowRelevance,
    /// Share of pages similar to a known relevant page.
    HarvestRatio,
    /// Mean similarity to the nearest known relevant page.
    AverageSimilarity,
    /// Mean share of the query's words on a page.
    Keywords,
    /// Mean similarity to the query.
    QueryLikeness,
    /// Mean similarity to the seeds.
    SeedLikeness,
    /// Mean probability by a classifier.
    Classifier,
    /// Mean rank in a ranking of all crawls' pages.
    RetrievalRank,
    /// Mean `PageRank`.
    #[serde(rename = "pagerank")]
    PageRank,
    /// Mean authority.
    Hits,
    /// Mean number of incoming links.
    InLinks,
    /// Overlap of two crawls from disjoint seeds.
    Robustness,
    /// Share of the discovered relevant pages that were fetched.
    DiscoveredRecall,
    /// Number of living spiders.
    Population,
}

/// The direction of better values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// Higher values are better.
    Higher,
    /// Lower values are better.
    Lower,
    /// Neither: the measure describes a crawl and does not rank it.
    Neither,
}

/// The range of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// Shares, in 0..=1.
    Share,
    /// Counts and multiples of a mean, 0 or more.
    Count,
}

/// The input that a measure requires in addition to the crawl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Needs {
    /// No further input.
    Nothing,
    /// The relevant pages.
    Relevant,
    /// Relevant pages that are neither seeds nor training pages of a crawl.
    Targets,
    /// A query.
    Query,
    /// The words of the known relevant pages.
    RelevantWords,
    /// The words of the seeds.
    SeedWords,
    /// The words of example pages of the topic and of other pages.
    ExampleWords,
    /// The links of the whole web.
    Links,
    /// Crawls from two halves of the seeds.
    Halves,
}

/// The unit of a crawl's cost: the horizontal axis of a curve.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Axis {
    /// Fetched pages.
    #[default]
    Pages,
    /// Requests, including those for robots.txt, redirects and failures.
    Requests,
}

impl Measure {
    /// All measures, in the order of the interface.
    pub const ALL: [Self; 19] = [
        Self::Harvest,
        Self::Recall,
        Self::TargetRecall,
        Self::DiscoveredRecall,
        Self::SearchLength,
        Self::AverageRelevance,
        Self::WindowRelevance,
        Self::HarvestRatio,
        Self::AverageSimilarity,
        Self::Keywords,
        Self::QueryLikeness,
        Self::SeedLikeness,
        Self::Classifier,
        Self::RetrievalRank,
        Self::PageRank,
        Self::Hits,
        Self::InLinks,
        Self::Robustness,
        Self::Population,
    ];

    /// Returns the stable name in plans, files and flags.
    pub fn id(self) -> &'static str {
        match self {
            Self::Harvest => "harvest",
            Self::Recall => "recall",
            Self::TargetRecall => "target-recall",
            Self::DiscoveredRecall => "discovered-recall",
            Self::SearchLength => "search-length",
            Self::AverageRelevance => "average-relevance",
            Self::WindowRelevance => "window-relevance",
            Self::HarvestRatio => "harvest-ratio",
            Self::AverageSimilarity => "average-similarity",
            Self::Keywords => "keywords",
            Self::QueryLikeness => "query-likeness",
            Self::SeedLikeness => "seed-likeness",
            Self::Classifier => "classifier",
            Self::RetrievalRank => "retrieval-rank",
            Self::PageRank => "pagerank",
            Self::Hits => "hits",
            Self::InLinks => "in-links",
            Self::Robustness => "robustness",
            Self::Population => "population",
        }
    }

    /// Returns the measure with this stable name.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.id() == id)
    }

    /// Returns the name in the interface.
    pub fn title(self) -> &'static str {
        match self {
            Self::Harvest => "Harvest",
            Self::Recall => "Recall",
            Self::TargetRecall => "Target recall",
            Self::DiscoveredRecall => "Discovered recall",
            Self::SearchLength => "Search length",
            Self::AverageRelevance => "Average relevance",
            Self::WindowRelevance => "Relevance of the last 50",
            Self::HarvestRatio => "Harvest ratio",
            Self::AverageSimilarity => "Average similarity",
            Self::Keywords => "Keywords",
            Self::QueryLikeness => "Similarity to the query",
            Self::SeedLikeness => "Similarity to the seeds",
            Self::Classifier => "Classifier",
            Self::RetrievalRank => "Retrieval rank",
            Self::PageRank => "PageRank",
            Self::Hits => "Authority",
            Self::InLinks => "Incoming links",
            Self::Robustness => "Robustness",
            Self::Population => "Population",
        }
    }

    /// Returns a sentence that describes the measure.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Harvest => "Share of the crawled pages that are known to be relevant.",
            Self::Recall => "Share of the known relevant pages that were crawled.",
            Self::TargetRecall => {
                "Share of the targets that were crawled; targets are relevant pages used neither as seeds nor for training."
            }
            Self::DiscoveredRecall => {
                "Share of the known relevant pages met so far, crawled or linked from a crawled page, that were crawled."
            }
            Self::SearchLength => {
                "Pages crawled until 10, 25, 50, 75 and 90 % of the known relevant pages were found; if not found, one more than the crawl has."
            }
            Self::AverageRelevance => {
                "Mean relevance of the crawled pages, as scored by the crawl with its own word weights."
            }
            Self::WindowRelevance => {
                "Mean relevance of the last 50 pages, as scored by the crawl with its own word weights."
            }
            Self::HarvestRatio => {
                "Share of the crawled pages similar to a known relevant page (cosine over .75)."
            }
            Self::AverageSimilarity => {
                "Mean similarity of each crawled page to the most similar known relevant page."
            }
            Self::Keywords => "Mean share of the query's words that occur on a page.",
            Self::QueryLikeness => {
                "Mean cosine similarity of the pages to the query, with the same word weights in all crawls."
            }
            Self::SeedLikeness => "Mean cosine similarity of the pages to all seeds together.",
            Self::Classifier => {
                "Mean probability that a page is on the topic, by naive Bayes trained on example pages and other pages."
            }
            Self::RetrievalRank => {
                "Mean rank of the pages among the pages of all crawls, ranked by similarity to the query: 0 is first, 1 is last."
            }
            Self::PageRank => {
                "Mean PageRank of the crawled pages in the whole web; the web's mean is 1."
            }
            Self::Hits => {
                "Mean authority (HITS) of the crawled pages in the whole web; the web's mean is 1."
            }
            Self::InLinks => "Mean number of pages in the whole web that link to a crawled page.",
            Self::Robustness => {
                "Share of pages that two crawls of the same strategy from different seeds have in common."
            }
            Self::Population => "Number of living spiders; 0 for strategies without spiders.",
        }
    }

    /// Returns paper and section.
    pub fn source(self) -> &'static str {
        match self {
            Self::Harvest => "Pant §4.2 (acquisition rate, precision)",
            Self::Recall
            | Self::TargetRecall
            | Self::SearchLength
            | Self::AverageRelevance
            | Self::WindowRelevance
            | Self::Robustness => "Pant §4.2",
            Self::DiscoveredRecall => "DBSCAN §4, table 1",
            Self::HarvestRatio => "Batsakis §4.2 a",
            Self::AverageSimilarity => "Batsakis §4.2 b",
            Self::Keywords => "Pant §4.1, 1",
            Self::QueryLikeness => "Pant §4.1, 2",
            Self::SeedLikeness => "Pant §4.1, 3",
            Self::Classifier => "Pant §4.1, 4",
            Self::RetrievalRank => "Pant §4.1, 5",
            Self::PageRank | Self::Hits | Self::InLinks => "Pant §4.1, 6",
            Self::Population => "Evolving §4.1, Fig. 4.3",
        }
    }

    /// Returns the direction of better values.
    pub fn better(self) -> Better {
        match self {
            Self::SearchLength | Self::RetrievalRank => Better::Lower,
            Self::Population => Better::Neither,
            _ => Better::Higher,
        }
    }

    /// Returns the range of values.
    pub fn extent(self) -> Extent {
        match self {
            Self::SearchLength | Self::PageRank | Self::Hits | Self::InLinks | Self::Population => {
                Extent::Count
            }
            _ => Extent::Share,
        }
    }

    /// Returns the required input.
    pub fn needs(self) -> Needs {
        match self {
            Self::Harvest | Self::Recall | Self::DiscoveredRecall | Self::SearchLength => {
                Needs::Relevant
            }
            Self::TargetRecall => Needs::Targets,
            Self::AverageRelevance | Self::WindowRelevance | Self::Population => Needs::Nothing,
            Self::HarvestRatio | Self::AverageSimilarity => Needs::RelevantWords,
            Self::Keywords | Self::QueryLikeness | Self::RetrievalRank => Needs::Query,
            Self::SeedLikeness => Needs::SeedWords,
            Self::Classifier => Needs::ExampleWords,
            Self::PageRank | Self::Hits | Self::InLinks => Needs::Links,
            Self::Robustness => Needs::Halves,
        }
    }

    /// Formats a value: three decimals for shares, one for counts.
    pub fn format(self, value: f64) -> String {
        match self.extent() {
            Extent::Share => format!("{value:.3}"),
            Extent::Count => format!("{value:.1}"),
        }
    }

    /// Returns true if the positions of its curve are percents of the known relevant pages and not pages or requests ([`Self::SearchLength`]).
    pub fn is_over_percents(self) -> bool {
        self == Self::SearchLength
    }

    /// Returns true if its only curve is over pages: it compares several crawls at equal numbers of pages, or its positions are percents.
    pub fn has_only_page_axis(self) -> bool {
        self.is_over_percents() || matches!(self, Self::RetrievalRank | Self::Robustness)
    }
}

impl std::fmt::Display for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_is_found_by_its_id_and_written_by_it() {
        for measure in Measure::ALL {
            assert_eq!(Measure::find(measure.id()), Some(measure));
            let text = serde_json::to_string(&measure).expect("a word");
            assert_eq!(text, format!("\"{}\"", measure.id()));
        }
        assert_eq!(Measure::find("no-such"), None);
    }
}
