//! Descriptions of strategies and their parameters, for forms, tables and documents.

use crate::spec::ParamValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A strategy in the engine's list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StrategyInfo {
    /// The stable name.
    pub id: String,
    /// The name in the interface.
    pub title: String,
    /// One sentence of description.
    #[serde(rename = "sentence")]
    pub description: String,
    /// Its group in forms.
    pub family: Family,
    /// Paper and section.
    pub source: String,
    /// Its parameters.
    pub params: Vec<ParamInfo>,
    /// Values of several parameters to choose together.
    #[serde(default)]
    pub presets: Vec<PresetInfo>,
    /// The inputs that it requires.
    pub needs: Needs,
    /// True if several spiders crawl concurrently, each with its own frontier.
    pub has_spiders: bool,
    /// Title and help of each component of its scores.
    pub parts: Vec<(String, String)>,
}

impl StrategyInfo {
    /// Returns the title, followed by these values of parameters: “Best-N-first (Links per step: 4)”. Unknown
    /// parameters keep their names.
    pub fn title_with(&self, params: &BTreeMap<String, ParamValue>) -> String {
        let texts = params.iter().map(|(name, value)| {
            let param = self.params.iter().find(|param| param.name == *name);
            param.map_or_else(
                || format!("{name}: {value}"),
                |param| format!("{}: {}", param.title, param.value_title(value)),
            )
        });
        let texts: Vec<String> = texts.collect();
        if texts.is_empty() { self.title.clone() } else { format!("{} ({})", self.title, texts.join(", ")) }
    }

    /// Returns the values that differ from the defaults.
    pub fn changed(&self, params: &BTreeMap<String, ParamValue>) -> BTreeMap<String, ParamValue> {
        let is_changed = |name: &str, value: &ParamValue| {
            let param = self.params.iter().find(|param| param.name == name);
            param.is_none_or(|param| param.default != *value)
        };
        let mut params = params.clone();
        params.retain(|name, value| is_changed(name, value));
        params
    }

    /// Returns the names of the papers that describe it: `Pant` and `Tsay` for “Pant §3.1, §3.2, Tsay §3”.
    pub fn papers(&self) -> impl Iterator<Item = &str> {
        let parts = self.source.split(", ");
        parts.filter_map(|part| part.split(' ').next()).filter(|name| !name.starts_with('§'))
    }
}

/// The groups of strategies in forms (Batsakis §2.3–2.5: classic, semantic and learning crawlers).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Family {
    /// Rank links by the query words.
    #[default]
    Classics,
    /// Combine all features of a link, and adapt during the crawl.
    Adaptive,
    /// Populations of agents.
    Spiders,
    /// Compare meanings with WordNet.
    Semantic,
    /// Learn before the crawl, from trails or example pages.
    Trained,
    /// Ignore the topic.
    Baselines,
}

impl Family {
    /// All families, in the order of forms.
    pub const ALL: [Self; 6] =
        [Self::Adaptive, Self::Classics, Self::Semantic, Self::Spiders, Self::Trained, Self::Baselines];

    /// Returns the name in the interface.
    pub fn title(self) -> &'static str {
        match self {
            Self::Classics => "Content (classics)",
            Self::Adaptive => "Recommended",
            Self::Spiders => "Populations",
            Self::Semantic => "Semantic",
            Self::Trained => "Trained",
            Self::Baselines => "Baselines",
        }
    }
}

/// The inputs that a strategy requires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that a person or a driver brings, and any of them may be needed together"
)]
pub struct Needs {
    /// A query.
    pub query: bool,
    /// Trails to learn from.
    pub trails: bool,
    /// Trails with pages that are not relevant: the strategy learns how these differ from relevant ones.
    pub contrast: bool,
    /// A topic taxonomy.
    pub taxonomy: bool,
    /// The lexicon.
    pub lexicon: bool,
    /// The word vectors.
    pub vectors: bool,
    /// Pages of earlier crawls, if there are any.
    pub past: bool,
    /// A background idf, as in the experiments of its paper: with [`crate::plan::IdfSource::Auto`] the crawl uses that
    /// of general English.
    pub background_idf: bool,
}

impl Needs {
    /// Only seeds.
    pub const NOTHING: Self = Self {
        query: false,
        trails: false,
        contrast: false,
        taxonomy: false,
        lexicon: false,
        vectors: false,
        past: false,
        background_idf: false,
    };
    /// A query.
    pub const QUERY: Self = Self { query: true, ..Self::NOTHING };
    /// A taxonomy with examples.
    pub const TAXONOMY: Self = Self { taxonomy: true, ..Self::NOTHING };
    /// Trails to relevant pages, or good pages with a context graph.
    pub const TRAILS: Self = Self { trails: true, contrast: true, ..Self::NOTHING };

    /// Returns true if the strategy is trained on pages before the crawl.
    pub fn training(self) -> bool {
        self.trails || self.taxonomy
    }

    /// Adds a background idf to the needs.
    #[must_use]
    pub const fn with_background_idf(self) -> Self {
        Self { background_idf: true, ..self }
    }
    /// The same needs, and the word vectors.
    #[must_use]
    pub const fn with_vectors(self) -> Self {
        Self { vectors: true, ..self }
    }
    /// A query, and the lexicon to find related words.
    pub const LEXICON: Self = Self { lexicon: true, ..Self::QUERY };
    /// A query, and pages of earlier crawls if there are any.
    pub const PAST: Self = Self { past: true, ..Self::QUERY };
}

/// Values of several parameters of a strategy under one name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PresetInfo {
    /// The name in the interface.
    pub title: String,
    /// One sentence: its effect and when to use it.
    pub description: String,
    /// The values by parameter name; other parameters have their defaults.
    pub params: BTreeMap<String, ParamValue>,
}

/// A parameter of a strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParamInfo {
    /// The stable name.
    pub name: String,
    /// The name in the interface.
    pub title: String,
    /// One sentence on its effect.
    pub help: String,
    /// The form control, with its bounds.
    pub control: Control,
    /// The default.
    pub default: ParamValue,
    /// The accepted values, in words.
    pub wanted: String,
    /// True if it can change in a running crawl.
    pub is_live: bool,
    /// What it says about scores, in the explanation of a result.
    #[serde(default)]
    pub note: Option<ScoreNote>,
}

/// A sentence about a score that follows from the value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreNote {
    /// The word with which the sentence holds; none for every number above 0.
    pub word: Option<String>,
    /// The sentence: `{value}` stands for the number, `{pages}` for the number of pages with the link, which must be
    /// several.
    pub text: String,
}

impl ParamInfo {
    /// Returns a value as a text for people: the title of a word, On or Off, or the number.
    pub fn value_title(&self, value: &ParamValue) -> String {
        match (&self.control, value) {
            (Control::Choice(choices), ParamValue::Word(word)) => {
                let known = choices.iter().find(|known| known.word == *word);
                known.map_or(word, |known| &known.title).clone()
            }
            (_, ParamValue::Switch(on)) => if *on { "On" } else { "Off" }.to_owned(),
            (_, value) => value.to_string(),
        }
    }

    /// Returns the text of a field or flag as a text for people.
    pub fn text_title(&self, text: &str) -> String {
        match self.control {
            Control::Number { .. } | Control::Formula => text.to_owned(),
            Control::Choice(_) | Control::Switch => self.value_title(&ParamValue::read(text)),
        }
    }
}

/// A value of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The stable name in plans, flags and addresses.
    pub word: String,
    /// The name in the interface.
    pub title: String,
}

/// The form control of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Control {
    /// A number field with bounds.
    Number {
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
        /// True if only whole numbers are accepted.
        whole: bool,
    },
    /// A check box.
    Switch,
    /// A menu.
    Choice(Vec<Choice>),
    /// A text field for a formula.
    Formula,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_changed_parameters_have_titles() {
        let choice = |word: &str, title: &str| Choice { word: word.to_owned(), title: title.to_owned() };
        let param = |name: &str, title: &str, control, default| ParamInfo {
            name: name.to_owned(),
            title: title.to_owned(),
            help: String::new(),
            control,
            default,
            wanted: String::new(),
            is_live: true,
            note: None,
        };
        let word = |word: &str| ParamValue::Word(word.to_owned());
        let words = Control::Choice(vec![choice("mean", "Mean"), choice("best", "Best")]);
        let info = StrategyInfo {
            title: "Best-first".to_owned(),
            params: vec![
                param("on_rediscovery", "On rediscovery", words, word("mean")),
                param("breeding", "Breeding", Control::Switch, ParamValue::Switch(true)),
            ],
            ..empty("Pant §3")
        };
        let title = |params: &[(&str, ParamValue)]| {
            let params = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
            info.title_with(&params.collect())
        };
        assert_eq!(title(&[]), "Best-first");
        assert_eq!(
            title(&[("on_rediscovery", word("mean"))]),
            "Best-first (On rediscovery: Mean)",
            "a default that was given is told"
        );
        assert_eq!(title(&[("ties", word("random"))]), "Best-first (ties: random)");
        assert_eq!(
            title(&[("on_rediscovery", word("best")), ("breeding", ParamValue::Switch(false))]),
            "Best-first (Breeding: Off, On rediscovery: Best)"
        );
        assert_eq!(info.params[0].text_title("unknown"), "unknown");
    }

    fn empty(source: &str) -> StrategyInfo {
        StrategyInfo { source: source.to_owned(), ..StrategyInfo::default() }
    }

    fn check(source: &str, expected: &[&str]) {
        let info = empty(source);
        assert_eq!(info.papers().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_papers_of_a_source_are_named_without_their_sections() {
        check("Pant §3.1", &["Pant"]);
        check("Batsakis ch. 1, §3.3", &["Batsakis"]);
        check("Batsakis §2.3, §2.5 and §3.4.1, Pant §3", &["Batsakis", "Pant"]);
    }
}
