//! Defines a comparison as a person or a program writes it: the content of a plan's file, with the same keys in TOML
//! and JSON.
//!
//! Unknown keys are rejected by name, so that a typo does not change the comparison.

use super::Topic;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use types::compare::SeedUse;
use types::limits;
use types::measures::Measure;
use types::plan::{PAGES, Plan, RNG_SEED};
use types::settings::{Setting, Written, read_beside, settings, uses};
use types::taxonomy::Taxonomy;
use types::trails::Trails;
use types::url::Scope;

/// Holds an unchecked comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, remote = "Self")]
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
    /// The number of known relevant pages with which harvest ratio and average similarity compare crawled pages: an
    /// evenly spread sample in the order of addresses. The thesis uses 50 (Batsakis §4.2); 0 uses all.
    pub relevant_sample: u32,
    /// The mean simulated response time in milliseconds, in addition to that of the web: from 0 to twice the mean, by
    /// the URL. The speed of a crawl then includes this time.
    pub latency_ms: u32,
    /// Computes the figures of an ideal crawl, if the web can be listed. The whole web is read once for that.
    pub ceiling: bool,
    /// For strategies that start with pages of earlier crawls: the length of an earlier crawl by the default strategy
    /// for the same topic; 0 for none.
    pub past_pages: u32,
    /// Common parameters, each in the notation `NAME=VALUE`, for all strategies that have them.
    pub params: Vec<String>,
    /// The settings of the crawls that are not fields of the comparison (`is_setting`); other fields of this plan are
    /// not used. The judge always weighs words by general English.
    #[serde(skip)]
    pub settings: Plan,
    /// The excluded related words and senses, for strategies that use related words.
    pub excluded: Vec<String>,
    /// Training topics for strategies that need them; by default the compared topics, if all have examples.
    pub taxonomy: Taxonomy,
    /// Strategies that need training topics use the starter topics, with the query of each topic as the target, instead
    /// of the compared topics.
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
    /// The number of pages, which must be one of the comparison's marks; percent for the search length. By default the
    /// last mark.
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
            settings: Plan::default(),
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

/// Returns whether plans of comparisons have a key for this setting. The number of pages and the random seed are fields
/// of the comparison.
fn is_setting(setting: &Setting) -> bool {
    setting.uses & uses::COMPARE != 0 && ![PAGES.name, RNG_SEED.name].contains(&setting.name)
}

impl<'de> Deserialize<'de> for Comparison {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// The fields of a comparison without its settings.
        #[derive(Deserialize)]
        #[serde(transparent)]
        struct Fields(#[serde(with = "Comparison")] Comparison);

        let mut settings = Plan::default();
        let Fields(fields) = read_beside(from, is_setting, &mut settings)?;
        Ok(Self { settings, ..fields })
    }
}

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = Self::serialize(self, serde_json::value::Serializer).map_err(S::Error::custom)?;
        for setting in settings().filter(|setting| is_setting(setting)) {
            fields[setting.key()] = json!(Written(setting, &self.settings));
        }
        fields.serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::plan::IdfSource;

    #[test]
    fn no_setting_has_the_key_of_another_field() {
        let fields = Comparison::serialize(&Comparison::default(), serde_json::value::Serializer).unwrap();
        for setting in settings().filter(|setting| is_setting(setting)) {
            assert_eq!(fields.get(setting.key()), None, "{}", setting.name);
        }
    }

    #[test]
    fn a_comparison_comes_back_from_json() {
        let comparison = Comparison {
            title: "a".to_owned(),
            settings: Plan { idf: IdfSource::Crawl, depth: 3, good: 0.5, main_content: true, ..Plan::default() },
            own_topics: vec![Topic::default()],
            claims: vec![Claim { measure: Measure::Recall, ..Claim::default() }],
            ..Comparison::default()
        };
        let text = serde_json::to_string(&comparison).unwrap();
        assert!(text.contains("\"idf\":\"crawl\""), "{text}");
        let for_another_crawl: Comparison = serde_json::from_str(&text).unwrap();
        assert_eq!(for_another_crawl, comparison);
    }

    #[test]
    fn missing_keys_get_defaults_and_unknown_keys_are_named() {
        let read = |text| serde_json::from_str::<Comparison>(text);
        assert_eq!(read("{}").unwrap(), Comparison::default());
        for (text, named) in [
            (r#"{"straegies": []}"#, "straegies"),
            (r#"{"measures": ["harvets"]}"#, "harvets"),
            (r#"{"idf": "some"}"#, "none, general or crawl"),
            (r#"{"depth": 1.5}"#, "expected u64"),
            (r#"{"speed": "fast"}"#, "unknown field `speed`"),
            (r#"{"claim": [{"measure": "recall", "better": "a"}]}"#, "worse"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
