//! The measures, with their texts, sources and requirements.
//!
//! Menus, flags, tables and reports are generated from [`Measure::ALL`]. The evaluation crate computes the measures.

use serde::{Deserialize, Serialize};

/// A measure. Each is a curve over the crawl ([`super::Curve`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// Number of sites with a known relevant page that was fetched.
    RelevantSites,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axis {
    /// Fetched pages.
    #[default]
    Pages,
    /// Requests, including those for robots.txt, redirects and failures.
    Requests,
}

/// Declares the measures: name in plans, name in the interface, better values, range, required input, source, sentence.
macro_rules! measures {
    ($($measure:ident: $id:literal, $title:literal, $better:ident, $extent:ident, $needs:ident,
        $source:literal, $sentence:literal;)*) => {
        impl Measure {
            /// All measures, in the order of the interface.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$measure),*];

            measures! { @
                /// Returns the stable name in plans, files and flags.
                id: &'static str { $($measure => $id,)* }
                /// Returns the name in the interface.
                title: &'static str { $($measure => $title,)* }
                /// Returns a sentence that describes the measure.
                sentence: &'static str { $($measure => $sentence,)* }
                /// Returns paper and section.
                source: &'static str { $($measure => $source,)* }
                /// Returns the direction of better values.
                better: Better { $($measure => Better::$better,)* }
                /// Returns the range of values.
                extent: Extent { $($measure => Extent::$extent,)* }
                /// Returns the required input.
                needs: Needs { $($measure => Needs::$needs,)* }
            }
        }
    };
    (@ $($(#[$doc:meta])* $name:ident: $kind:ty { $($measure:ident => $value:expr,)* })*) => {
        $($(#[$doc])* pub fn $name(self) -> $kind {
            match self {
                $(Self::$measure => $value,)*
            }
        })*
    };
}

measures! {
    Harvest: "harvest", "Harvest rate", Higher, Share, Relevant,
        "Pant §4.2 (acquisition rate, precision)",
        "Share of the crawled pages that are known to be relevant.";
    Recall: "recall", "Recall", Higher, Share, Relevant,
        "Pant §4.2",
        "Share of the known relevant pages that were crawled.";
    TargetRecall: "target-recall", "Target recall", Higher, Share, Targets,
        "Pant §4.2",
        "Share of the targets that were crawled; targets are relevant pages used neither as seeds nor for training.";
    DiscoveredRecall: "discovered-recall", "Discovered recall", Higher, Share, Relevant,
        "DBSCAN §4, table 1",
        "Share of the known relevant pages met so far, crawled or linked from a crawled page, that were crawled.";
    RelevantSites: "relevant-sites", "Relevant sites", Higher, Count, Relevant,
        "Kontogiannis et al. 2025 (relevant domains)",
        "Sites (registered domains) of which a known relevant page was crawled.";
    SearchLength: "search-length", "Search length", Lower, Count, Relevant,
        "Pant §4.2",
        "Pages crawled until 10, 25, 50, 75 and 90 % of the known relevant pages were found; if not found, one more \
        than the crawl has.";
    AverageRelevance: "average-relevance", "Average relevance", Higher, Share, Nothing,
        "Pant §4.2",
        "Mean relevance of the crawled pages, as scored by the crawl with its own word weights.";
    WindowRelevance: "window-relevance", "Relevance of the last 50", Higher, Share, Nothing,
        "Pant §4.2",
        "Mean relevance of the last 50 pages, as scored by the crawl with its own word weights.";
    HarvestRatio: "harvest-ratio", "Harvest ratio", Higher, Share, RelevantWords,
        "Batsakis §4.2 a",
        "Share of the crawled pages similar to a known relevant page (cosine over .75).";
    AverageSimilarity: "average-similarity", "Average similarity", Higher, Share, RelevantWords,
        "Batsakis §4.2 b",
        "Mean similarity of each crawled page to the most similar known relevant page.";
    Keywords: "keywords", "Keywords", Higher, Share, Query,
        "Pant §4.1, 1",
        "Mean share of the query's words that occur on a page.";
    QueryLikeness: "query-likeness", "Similarity to the query", Higher, Share, Query,
        "Pant §4.1, 2",
        "Mean cosine similarity of the pages to the query, with the same word weights in all crawls.";
    SeedLikeness: "seed-likeness", "Similarity to the seeds", Higher, Share, SeedWords,
        "Pant §4.1, 3",
        "Mean cosine similarity of the pages to all seeds together.";
    Classifier: "classifier", "Classifier", Higher, Share, ExampleWords,
        "Pant §4.1, 4",
        "Mean probability that a page is on the topic, by naive Bayes trained on example pages and other pages.";
    RetrievalRank: "retrieval-rank", "Retrieval rank", Lower, Share, Query,
        "Pant §4.1, 5",
        "Mean rank of the pages among the pages of all crawls, ranked by similarity to the query: 0 is first, 1 is \
        last.";
    PageRank: "pagerank", "PageRank", Higher, Count, Links,
        "Pant §4.1, 6",
        "Mean PageRank of the crawled pages in the whole web; the web's mean is 1.";
    Hits: "hits", "Authority", Higher, Count, Links,
        "Pant §4.1, 6",
        "Mean authority (HITS) of the crawled pages in the whole web; the web's mean is 1.";
    InLinks: "in-links", "Incoming links", Higher, Count, Links,
        "Pant §4.1, 6",
        "Mean number of pages in the whole web that link to a crawled page.";
    Robustness: "robustness", "Robustness", Higher, Share, Halves,
        "Pant §4.2",
        "Share of pages that two crawls of the same strategy from different seeds have in common.";
    Population: "population", "Population", Neither, Count, Nothing,
        "Evolving §4.1, Fig. 4.3",
        "Number of living spiders; 0 for strategies without spiders.";
}

impl Measure {
    /// Returns the measure with this stable name.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.id() == id)
    }

    /// Formats a value: three decimals for shares, one for counts.
    pub fn format(self, value: f64) -> String {
        match self.extent() {
            Extent::Share => format!("{value:.3}"),
            Extent::Count => format!("{value:.1}"),
        }
    }

    /// Returns true if the positions of its curve are percents of the known relevant pages and not pages or requests
    /// ([`Self::SearchLength`]).
    pub fn is_over_percents(self) -> bool {
        self == Self::SearchLength
    }

    /// Returns true if its only curve is over pages: it compares several crawls at equal numbers of pages, or its
    /// positions are percents.
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
