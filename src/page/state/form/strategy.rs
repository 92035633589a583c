//! Holds the strategy of the form, with its typed parameters.

use crate::page::dom::digits;
use std::collections::BTreeMap;
use types::spec::{ParamValue, StrategySpec};
use types::strategy::ParamInfo;

/// Holds the chosen strategy and the typed parameters of all strategies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyInput {
    /// The id of the chosen strategy, if any.
    pub id: Option<String>,
    /// The list of all strategies is open.
    pub is_list_open: bool,
    /// The texts of parameters by [`param_key`], so that each strategy keeps its own.
    pub params: BTreeMap<String, String>,
}

impl StrategyInput {
    /// Creates the choice of a strategy with its parameters.
    pub fn of(spec: &StrategySpec) -> Self {
        let params = spec.params.iter();
        Self {
            id: Some(spec.id.clone()),
            is_list_open: false,
            params: params.map(|(name, value)| (param_key(&spec.id, name), param_text(value))).collect(),
        }
    }

    /// Returns the typed text of a parameter, or its text in an address or plan.
    pub fn typed_param(&self, strategy: &str, info: &ParamInfo) -> Option<&String> {
        self.params.get(&param_key(strategy, &info.name))
    }
}

/// Returns the key of a strategy's parameter in [`StrategyInput::params`].
pub fn param_key(strategy: &str, param: &str) -> String {
    format!("{strategy}/{param}")
}

/// Returns the text of a parameter's value, as in its field.
pub fn param_text(value: &ParamValue) -> String {
    match value {
        ParamValue::Number(number) => digits::plain(*number),
        value => value.to_string(),
    }
}
