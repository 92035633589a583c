//! Defines a comparison as a person or a program writes it: the content of a plan's file, with the same keys in TOML and JSON.
//!
//! Unknown keys are rejected by name, so that a typo does not change the comparison.

use super::Topic;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use types::compare::SeedUse;
use types::limits;
use types::measures::Measure;
use types::plan::IdfSource;
use types::taxonomy::Taxonomy;
use types::trails::Trails;
use types::url::Scope;

/// Holds an unchecked comparison.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in a plan's file")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Comparison {
    /// The version of this format: 1.
    pub version: u32,
    /// The title.
    pub title: String,
    /// The web, by a name that the driver knows: `demo`, `demo:7`, a file, `live`.
    pub web: String,
    /// The strategies: `ID`, or `ID:NAME=VALUE:…` with parameters.
    pub strategies: Vec<String>,
    /// The names of the topics; all topics if empty.
    pub topics: Vec<String>,
    /// A file of topics that the driver reads ([`super::read_topics`]).
    pub topics_file: Option<String>,
    /// The use of a topic's seeds.
    pub seeds: SeedUse,
    /// The pages to which crawls may follow links, as `allow` and `deny` rules.
    pub scope: Scope,
    /// The number of pages of each crawl.
    pub pages: u32,
    /// The numbers of pages at which figures are shown in tables and tested; by default 100, 200, 500 and the end.
    pub at: Vec<u32>,
    /// The number of crawls of each kind, with different random numbers.
    pub repeats: u32,
    /// The first random seed; repeated crawls use the following ones.
    pub rng: u64,
    /// The measures, most important first.
    pub measures: Vec<Measure>,
    /// The number of known relevant pages with which harvest ratio and average similarity compare crawled pages: an evenly spread sample in
    /// the order of addresses. The thesis uses 50 (Batsakis §4.2); 0 uses all.
    pub relevant_sample: u32,
    /// The mean simulated response time in milliseconds, in addition to that of the web: from 0 to twice the mean, by the URL. The speed of
    /// a crawl then includes this time.
    pub latency_ms: u32,
    /// Computes the figures of an ideal crawl, if the web can be listed. The whole web is read once for that.
    pub ceiling: bool,
    /// For strategies that start with pages of earlier crawls: the length of an earlier crawl by the default strategy for the same topic; 0
    /// for none.
    pub past_pages: u32,
    /// Common parameters, each in the notation `NAME=VALUE`, for all strategies that have them.
    pub params: Vec<String>,
    /// The number of simultaneous fetches; 1 follows a strategy's order strictly.
    pub parallel: u32,
    /// The source of the word weights in the crawls: `auto` (as in each strategy's paper), `none`, `general` or `crawl`. The judge always
    /// uses general English.
    #[serde(with = "idf_word")]
    pub idf: IdfSource,
    /// Words are stemmed.
    pub stemming: bool,
    /// Relevance is computed from the main content of pages, without the blocks that a host's pages repeat.
    pub main_content: bool,
    /// A host is selected at most once in this many selections while others are ready; 0 switches the rule off.
    pub host_window: usize,
    /// Link distance from the seeds beyond which links are not followed.
    pub depth: u32,
    /// The most pages of one site.
    pub host_pages: u32,
    /// The most URLs in the frontier.
    pub frontier: usize,
    /// The relevance from which a crawl counts a page as good, in 0..=1.
    pub good: f64,
    /// The share of the pages of a crawl for pages without content; further ones do not count as pages.
    pub unreadable: f64,
    /// The excluded related words and senses, for strategies that use related words.
    pub excluded: Vec<String>,
    /// Training topics for strategies that need them; by default the compared topics, if all have examples.
    pub taxonomy: Taxonomy,
    /// Strategies that need training topics use the starter topics, with the query of each topic as the target, instead of the compared
    /// topics.
    pub starter_topics: bool,
    /// Training trails that replace those of the topics.
    pub trails: Trails,
    /// Topics of the plan itself, which are neither in the web nor in a file.
    #[serde(rename = "topic")]
    pub own_topics: Vec<Topic>,
    /// Claims of a paper or a person about the figures.
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
    /// The fingerprint of all crawls in an earlier run ([`super::fingerprint`]), with which another run is compared.
    pub fingerprint: Option<String>,
}

/// A claim that one strategy is ahead of another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim in words.
    #[serde(default)]
    pub text: String,
    /// The source: paper and section.
    #[serde(default)]
    pub source: String,
    /// The measure, which must be one of the comparison's.
    pub measure: Measure,
    /// The number of pages, which must be one of the comparison's marks; percent for the search length. By default the last mark.
    #[serde(default)]
    pub at: Option<u32>,
    /// The claim is about the mean of the whole curve (the area under it over its width) instead of a number of pages.
    #[serde(default)]
    pub area: bool,
    /// The strategy that is claimed to be ahead, in the comparison's notation.
    pub better: String,
    /// The strategy that is claimed to be behind.
    pub worse: String,
    /// The claim was made after seeing the figures, so it is tested like the tables.
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
            parallel: limits::IN_FLIGHT,
            idf: IdfSource::Auto,
            stemming: true,
            main_content: false,
            host_window: 0,
            depth: limits::DEPTH,
            host_pages: limits::HOST_PAGES,
            frontier: limits::FRONTIER_URLS,
            good: limits::GOOD_RELEVANCE,
            unreadable: limits::UNREADABLE_SHARE,
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

impl Comparison {
    /// Returns the plan as JSON with the values that differ from the default, and with those that most plans set.
    pub fn without_defaults(&self) -> Value {
        let json = |plan: &Self| serde_json::to_value(plan).unwrap_or_default();
        let usual = json(&Self::default());
        let mut plan = json(self);
        if let Value::Object(fields) = &mut plan {
            let needed = |name: &str| matches!(name, "version" | "web" | "pages" | "measures");
            fields.retain(|name, field| needed(name) || usual.get(name.as_str()) != Some(field));
        }
        plan
    }
}

/// Serializes the source of word weights as its word.
mod idf_word {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use types::plan::IdfSource;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
    pub(super) fn serialize<S: Serializer>(idf: &IdfSource, to: S) -> Result<S::Ok, S::Error> {
        idf.word().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<IdfSource, D::Error> {
        let given = String::deserialize(from)?;
        let error = || format!("idf is “{given}”: write auto, none, general or crawl");
        IdfSource::find(&given).ok_or_else(|| D::Error::custom(error()))
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
            claims: vec![Claim { measure: Measure::Recall, ..Claim::default() }],
            ..Comparison::default()
        };
        let text = serde_json::to_string(&comparison).unwrap();
        assert!(text.contains("\"idf\":\"crawl\""), "{text}");
        let for_another_crawl: Comparison = serde_json::from_str(&text).unwrap();
        assert_eq!(for_another_crawl, comparison);
        let bytes = postcard::to_stdvec(&comparison).unwrap();
        assert_eq!(postcard::from_bytes::<Comparison>(&bytes).unwrap(), comparison);
    }

    #[test]
    fn missing_keys_get_defaults_and_unknown_keys_are_named() {
        let read = |text| serde_json::from_str::<Comparison>(text);
        assert_eq!(read("{}").unwrap(), Comparison::default());
        for (text, named) in [
            (r#"{"straegies": []}"#, "straegies"),
            (r#"{"measures": ["harvets"]}"#, "harvets"),
            (r#"{"idf": "some"}"#, "none, general or crawl"),
            (r#"{"claim": [{"measure": "recall", "better": "a"}]}"#, "worse"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
