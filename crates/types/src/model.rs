//! The specification of a trained model.

use crate::plan::Plan;
use crate::settings::{Setting, settings};
use crate::spec::{ParamValue, StrategySpec};
use crate::taxonomy::Taxonomy;
use crate::trails::Trails;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The inputs of a model's training, sufficient to repeat it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelSpec {
    /// The name.
    pub name: String,
    /// Its strategy with the parameters.
    #[serde(flatten)]
    pub strategy: StrategySpec,
    /// The values of the settings that training and crawl must share ([`crate::settings::Setting::is_learned`]), by
    /// name.
    pub settings: BTreeMap<String, ParamValue>,
    /// The query; empty if the strategy needs none.
    pub query: String,
    /// The trails.
    pub trails: Trails,
    /// The topics; empty unless the strategy learns from topics.
    #[serde(skip_serializing_if = "Taxonomy::is_empty")]
    pub taxonomy: Taxonomy,
}

impl ModelSpec {
    /// Returns the specification of the model that a plan trains.
    pub fn of(name: &str, plan: &Plan) -> Self {
        Self {
            name: name.to_owned(),
            strategy: plan.strategy.clone(),
            settings: learned().map(|setting| (setting.name.to_owned(), (setting.get)(plan))).collect(),
            query: plan.query.clone(),
            trails: plan.trails.clone(),
            taxonomy: plan.taxonomy.clone(),
        }
    }

    /// Returns a plan for training this model or crawling with it. The plan's own parameters and query override those
    /// of the specification.
    #[must_use]
    pub fn apply(&self, mut plan: Plan) -> Plan {
        for setting in learned() {
            if let Some(value) = self.settings.get(setting.name) {
                (setting.set)(&mut plan, value);
            }
        }
        let mut strategy = self.strategy.clone();
        strategy.params.extend(plan.strategy.params);
        let query = if plan.query.trim().is_empty() { self.query.clone() } else { plan.query };
        Plan { strategy, query, trails: self.trails.clone(), taxonomy: self.taxonomy.clone(), ..plan }
    }
}

fn learned() -> impl Iterator<Item = &'static Setting> {
    settings().filter(|setting| setting.is_learned)
}

#[cfg(test)]
mod tests {
    use super::ModelSpec;
    use crate::spec::{ParamValue, StrategySpec};

    #[test]
    fn a_specification_has_strategy_and_parameters_beside_its_other_fields() {
        let text = r#"{"name":"Foxes","strategy":"hmm","params":{"layers":{"Number":3.0}},"query":"fox"}"#;
        let spec: ModelSpec = serde_json::from_str(text).expect("it is a specification");
        let layers = ("layers".to_owned(), ParamValue::Number(3.0));
        assert_eq!(spec.strategy, StrategySpec::new("hmm", [layers]));
        assert_eq!((spec.name.as_str(), spec.query.as_str()), ("Foxes", "fox"));
        let written = serde_json::to_value(&spec).expect("it can be written");
        let given: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
        for key in ["strategy", "params"] {
            assert_eq!(written[key], given[key]);
        }
        assert_eq!(written.get("taxonomy"), None, "it learned from no topics");
        let bare: ModelSpec = serde_json::from_str("{}").expect("every field may be missing");
        assert_eq!(bare, ModelSpec::default());
    }
}
