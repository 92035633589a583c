//! A strategy with its parameters as plain data: in plans, comparisons, models, steering, flags and addresses.
//!
//! The engine's list knows which strategies exist and checks specifications. The constants below are the only ids
//! outside the list, for uses that need a certain ability; a test of the engine checks that each strategy has it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The strategy of plans that name none.
pub const DEFAULT_STRATEGY: &str = "best-first";

/// The strategy that the form offers as “Automatic”.
pub const AUTOMATIC_STRATEGY: &str = "adaptive";

/// The automatic strategy of crawls with trails: the training of a model begins with it.
pub const AUTOMATIC_TRAILS_STRATEGY: &str = "adaptive-trails";

/// The strategy of site maps that name none (Pant §5.3).
pub const SITE_MAP_STRATEGY: &str = "shark-search";

/// The strategy that the form offers as “Spiders”.
pub const SPIDERS_STRATEGY: &str = "info-spiders";

/// The strategy of crawls whose automatic strategy is still being loaded. It needs no downloads. By default it weighs
/// words as the automatic one does, so that its relevance by words does not depend on the time of the load.
pub const INTERIM_STRATEGY: &str = "shark-search";

/// The parameter of strategies that can do without WordNet or word vectors: the data that a crawl uses.
pub const LANGUAGE_DATA_PARAM: &str = "language_data";

/// The strategy of crawls without a topic: it fetches pages in order of discovery, seeds in the order of the plan.
pub const UNFOCUSED_STRATEGY: &str = "breadth-first";

/// The strategies that a comparison selects at first: two common baselines, and the automatic one. None needs training.
pub const COMPARED_STRATEGIES: [&str; 3] = [UNFOCUSED_STRATEGY, DEFAULT_STRATEGY, AUTOMATIC_STRATEGY];

/// The id of a strategy, with the parameters that differ from its defaults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StrategySpec {
    /// The id in the engine's list of strategies. Model files store it beside their other fields.
    #[serde(rename = "strategy")]
    pub id: String,
    /// Values by parameter name; an omitted parameter has its default.
    pub params: BTreeMap<String, ParamValue>,
}

impl StrategySpec {
    /// Creates the specification of a strategy with these parameters.
    pub fn new(id: &str, params: impl IntoIterator<Item = (String, ParamValue)>) -> Self {
        Self { id: id.to_owned(), params: params.into_iter().collect() }
    }

    /// Reads `ID:NAME=VALUE:NAME=VALUE`.
    ///
    /// # Errors
    /// Returns a sentence if a part is not `NAME=VALUE`, or a name occurs twice. The id is not checked.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let id = parts.next().unwrap_or_default().trim().to_owned();
        let mut params = BTreeMap::new();
        for part in parts {
            let (name, value) = ParamValue::named(part)?;
            if params.contains_key(&name) {
                return Err(format!("{text}: “{name}” is set twice, set it once"));
            }
            params.insert(name, value);
        }
        Ok(Self { id, params })
    }
}

impl From<&str> for StrategySpec {
    /// Returns the specification of a strategy with its defaults.
    fn from(id: &str) -> Self {
        Self::new(id, [])
    }
}

impl std::fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.id)?;
        self.params.iter().try_for_each(|(name, value)| write!(f, ":{name}={value}"))
    }
}

/// A value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ParamValue {
    /// A number, whole or real.
    Number(f64),
    /// On or off.
    Switch(bool),
    /// A word.
    Word(String),
}

impl ParamValue {
    /// Parses a parameter with its name, written `NAME=VALUE`.
    ///
    /// # Errors
    /// Returns a sentence if there is no equals sign.
    pub fn named(text: &str) -> Result<(String, Self), String> {
        let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
        Ok((name.trim().to_owned(), Self::read(value)))
    }

    /// Parses a value of a flag or address: `0.5`, `true`, `hard`.
    pub fn read(text: &str) -> Self {
        match (text.trim().parse::<f64>(), text.trim()) {
            (Ok(number), _) => Self::Number(number),
            (_, "true" | "on") => Self::Switch(true),
            (_, "false" | "off") => Self::Switch(false),
            (_, word) => Self::Word(word.to_owned()),
        }
    }
}

impl std::fmt::Display for ParamValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Switch(on) => write!(f, "{on}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// The reason why a parameter was rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum ParamError {
    /// The strategy has no such parameter.
    #[error("{strategy} has no parameter “{param}”: it has {known}")]
    Unknown {
        /// The strategy's id.
        strategy: String,
        /// The name given.
        param: String,
        /// The names of its parameters, or “none”.
        known: String,
    },
    /// The value is out of range, or of the wrong type.
    #[error("{param} of {strategy} is {value}: give {wanted}")]
    Value {
        /// The strategy's id.
        strategy: String,
        /// The parameter's name.
        param: String,
        /// The value given.
        value: String,
        /// The accepted values, in words.
        wanted: String,
    },
}

impl ParamError {
    /// Returns the name of the parameter.
    pub fn param(&self) -> &str {
        match self {
            Self::Unknown { param, .. } | Self::Value { param, .. } => param,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_is_read_with_its_parameters_in_any_order() {
        let spec = |text: &str| StrategySpec::read(text).unwrap();
        let n = spec("best-n-first:on_rediscovery=first:n=16");
        assert_eq!(n.id, "best-n-first");
        assert_eq!(n.params["n"], ParamValue::Number(16.0));
        assert_eq!(n.to_string(), "best-n-first:n=16:on_rediscovery=first");
        assert_eq!(n, spec(&n.to_string()));
        assert_ne!(n, spec("best-n-first:n=8:on_rediscovery=first"));
    }

    #[test]
    fn a_parameter_without_value_or_given_twice_is_rejected() {
        for (wrong, says) in [("best-first:16", "NAME=VALUE"), ("best-n-first:n=4:n=8", "“n” is set twice")] {
            let error = StrategySpec::read(wrong).unwrap_err();
            assert!(error.contains(says), "{wrong}: {error}");
        }
    }
}
