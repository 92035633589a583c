//! A comparison as a person or a program writes it: the content of a plan's file, the same in TOML and JSON.
//!
//! Unknown keys are rejected by name, so that a typo does not change the comparison.

use super::Topic;
use serde::{Deserialize, Serialize};
use types::compare::SeedUse;
use types::limits;
use types::measures::Measure;
use types::plan::IdfSource;
use types::taxonomy::Taxonomy;
use types::trails::Trails;
use types::url::Scope;

/// A comparison, unchecked.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in a plan's file"
)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Comparison {
    /// Version of this form: 1.
    pub version: u32,
    /// The title.
    pub title: String,
    /// The web, by a name that the driver understands: `demo`, `demo:7`, a file, `live`.
    pub web: String,
    /// The strategies: `ID`, or `ID:NAME=VALUE:…` with parameters of its own.
    pub strategies: Vec<String>,
    /// Names of the topics; all of them if empty.
    pub topics: Vec<String>,
    /// A file of topics that the driver reads ([`super::read_topics`]).
    pub topics_file: Option<String>,
    /// The use of a topic's seeds.
    pub seeds: SeedUse,
    /// The pages that crawls may follow links to, as `allow` and `deny` rules.
    pub scope: Scope,
    /// Pages of each crawl.
    pub pages: u32,
    /// Numbers of pages at which figures are given in tables and tested; 100, 200, 500 and the end where none is named.
    pub at: Vec<u32>,
    /// Crawls of each kind, each with other random numbers.
    pub repeats: u32,
    /// The first seed number of random numbers; each further crawl of a kind has the next one.
    pub rng: u64,
    /// The measures, most important first.
    pub measures: Vec<Measure>,
    /// Known relevant pages of a topic that harvest ratio and average similarity compare crawled pages with: a sample of so many, at even distances in
    /// the order of addresses, as the thesis has 50 (Batsakis §4.2); 0 for all.
    pub relevant_sample: u32,
    /// Mean time until a response arrives, in milliseconds of simulated time, beside that of the web: from 0 to twice as much, by the URL. The speed of a
    /// crawl then counts this time with that of the machine.
    pub latency_ms: u32,
    /// Work out what crawls could have reached, where the web can be listed: all of it is read once for that.
    pub ceiling: bool,
    /// For strategies that begin with pages of earlier crawls: the length of a crawl by the usual strategy for the same topic that went before; 0
    /// for none.
    pub past_pages: u32,
    /// Parameters for all strategies that have them, each written `NAME=VALUE`.
    pub params: Vec<String>,
    /// Fetches under way at once; 1 follows a strategy's order strictly.
    pub parallel: u32,
    /// Source of the word weights in the crawls: `auto` (as each strategy's paper has it), `none`, `general` or `crawl`. The judge weighs
    /// words by general English.
    #[serde(with = "idf_word")]
    pub idf: IdfSource,
    /// Words are stemmed.
    pub stemming: bool,
    /// Relevance is computed from the main content of pages, without the blocks that a host's pages repeat.
    pub main_content: bool,
    /// A host is picked at most once in this many picks while others are ready; 0 switches the rule off.
    pub host_window: usize,
    /// Link distance from the seeds beyond which links are not followed.
    pub depth: u32,
    /// Pages of one host at most.
    pub host_pages: u32,
    /// URLs that wait at most.
    pub frontier: usize,
    /// Relevance from which a crawl takes a page for good, in 0..=1.
    pub good: f64,
    /// Related words and senses that are not wanted, for strategies that use such.
    #[serde(alias = "struck")]
    pub excluded: Vec<String>,
    /// Training topics for strategies that need them; by default the compared topics, if all have examples.
    pub taxonomy: Taxonomy,
    /// Strategies that need training topics get the starter topics, and the query of each topic as the target, in place of the compared topics.
    pub starter_topics: bool,
    /// Trails to learn from in place of the topics' own.
    pub trails: Trails,
    /// Topics that are written here and not in the web or a file.
    #[serde(rename = "topic")]
    pub own_topics: Vec<Topic>,
    /// Claims of a paper or a person about the figures.
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
    /// The fingerprint of all crawls in an earlier run ([`super::fingerprint`]), to check whether another run matches.
    pub fingerprint: Option<String>,
}

/// A claim: one strategy is ahead of another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim in words.
    #[serde(default)]
    pub text: String,
    /// The source: paper and section.
    #[serde(default)]
    pub source: String,
    /// The measure; one of the comparison's.
    pub measure: Measure,
    /// At which number of pages, one of the comparison's marks; percent for the search length. The last mark where nothing is said.
    #[serde(default)]
    pub at: Option<u32>,
    /// By the mean of the whole curve, the area under it over its width, in place of a number of pages.
    #[serde(default)]
    pub area: bool,
    /// The strategy that is said to be ahead, as the comparison writes it.
    pub better: String,
    /// The strategy that is said to be behind.
    pub worse: String,
    /// True if the claim was made after seeing the figures: it is tested like the tables.
    #[serde(default)]
    pub afterwards: bool,
    /// The claimed minimum ratio of the means.
    #[serde(default)]
    pub by: Option<f64>,
    /// A remark of a person who saw the figures; reports show it beside the verdict.
    #[serde(default)]
    pub why: String,
}

impl Default for Comparison {
    fn default() -> Self {
        Self {
            version: 1,
            title: String::new(),
            web: "demo".to_owned(),
            strategies: Vec::new(),
            topics: Vec::new(),
            topics_file: None,
            seeds: SeedUse::default(),
            scope: Scope::default(),
            pages: limits::PAGES_DEFAULT,
            at: Vec::new(),
            repeats: 1,
            rng: 1,
            measures: vec![Measure::Harvest],
            ceiling: true,
            past_pages: 0,
            relevant_sample: 0,
            latency_ms: 0,
            params: Vec::new(),
            parallel: 1,
            idf: IdfSource::Auto,
            stemming: true,
            main_content: false,
            host_window: 0,
            depth: limits::DEPTH,
            host_pages: limits::HOST_PAGES,
            frontier: limits::FRONTIER_URLS,
            good: limits::GOOD_RELEVANCE,
            excluded: Vec::new(),
            taxonomy: Taxonomy::default(),
            starter_topics: false,
            trails: Trails::default(),
            own_topics: Vec::new(),
            claims: Vec::new(),
            fingerprint: None,
        }
    }
}

/// The words of a plan's file for the sources of weights, in lower case.
mod idf_word {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use types::plan::IdfSource;

    const WORDS: [(&str, IdfSource); 4] = [
        ("auto", IdfSource::Auto),
        ("none", IdfSource::None),
        ("general", IdfSource::General),
        ("crawl", IdfSource::Crawl),
    ];

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
    pub(super) fn serialize<S: Serializer>(idf: &IdfSource, to: S) -> Result<S::Ok, S::Error> {
        let word = WORDS.iter().find(|(_, source)| source == idf);
        word.map_or("auto", |(word, _)| word).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<IdfSource, D::Error> {
        let given = String::deserialize(from)?;
        let found = WORDS.iter().find(|(word, _)| *word == given);
        found.map(|(_, source)| *source).ok_or_else(|| {
            D::Error::custom(format!(
                "idf is “{given}”: write auto, none, general or crawl"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_comes_back_from_json_and_from_bytes() {
        let comparison = Comparison {
            title: "a".to_owned(),
            idf: IdfSource::Crawl,
            own_topics: vec![Topic::default()],
            claims: vec![Claim {
                measure: Measure::Recall,
                ..Claim::default()
            }],
            ..Comparison::default()
        };
        let text = serde_json::to_string(&comparison).unwrap();
        assert!(text.contains("\"idf\":\"crawl\""), "{text}");
        let for_another_crawl: Comparison = serde_json::from_str(&text).unwrap();
        assert_eq!(for_another_crawl, comparison);
        let bytes = postcard::to_stdvec(&comparison).unwrap();
        assert_eq!(
            postcard::from_bytes::<Comparison>(&bytes).unwrap(),
            comparison
        );
    }

    #[test]
    fn excluded_words_are_read_under_their_former_name() {
        let read: Comparison = serde_json::from_str(r#"{"struck": ["vixen"]}"#).unwrap();
        assert_eq!(read.excluded, ["vixen"]);
    }

    #[test]
    fn what_is_left_out_has_its_default_and_what_is_not_known_is_named() {
        let read = |text| serde_json::from_str::<Comparison>(text);
        assert_eq!(read("{}").unwrap(), Comparison::default());
        for (text, named) in [
            (r#"{"straegies": []}"#, "straegies"),
            (r#"{"measures": ["harvets"]}"#, "harvets"),
            (r#"{"idf": "some"}"#, "none, general or crawl"),
            (
                r#"{"claim": [{"measure": "recall", "better": "a"}]}"#,
                "worse",
            ),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
