//! Writes the plan of a crawl as JSON, for programs that crawl with it: the Python package, and its jobs on Spark.
//!
//! The names are those of the lab's flags. Requests at once and the size of the frontier suit the machine that crawls,
//! so they are written only if they differ from the defaults. Not covered: the politeness toward hosts, and pages of
//! earlier crawls.

use serde_json::{Map, Value, json};
use types::plan::Plan;
use types::settings::{Written, settings};
use types::spec::ParamValue;

/// Returns a plan as an object in JSON with a line end. With a model, which contains the trails of its training, the
/// trails are left out.
pub fn json(plan: &Plan, has_model: bool) -> String {
    let params = plan.strategy.params.iter();
    let params: Map<String, Value> = params.map(|(name, value)| (name.clone(), param(value))).collect();
    let mut fields = json!({
        "query": plan.query,
        "seeds": plan.seeds,
        "strategy": plan.strategy.id,
        "params": params,
        "excluded": plan.excluded,
        "scope": plan.scope,
    });
    let usual = Plan::default();
    for setting in settings() {
        if !setting.is_of_machine || (setting.get)(plan) != (setting.get)(&usual) {
            fields[setting.key()] = json!(Written(setting, plan));
        }
    }
    if !has_model && !plan.trails.trails.is_empty() {
        fields["trails"] = json!(plan.trails.trails);
    }
    if !plan.taxonomy.topics.is_empty() {
        fields["taxonomy"] = json!(plan.taxonomy);
    }
    format!("{fields:#}\n")
}

fn param(value: &ParamValue) -> Value {
    match value {
        ParamValue::Number(number) => json!(number),
        ParamValue::Switch(on) => json!(on),
        ParamValue::Word(word) => json!(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::golden;
    use types::spec::StrategySpec;
    use types::trails::{Trail, Trails};
    use types::url::Scope;

    fn plan() -> Plan {
        let params = [
            ("n".to_owned(), ParamValue::Number(16.0)),
            ("on_rediscovery".to_owned(), ParamValue::Word("best".to_owned())),
        ];
        let rules = |rules: &[&str]| rules.iter().map(|rule| rule.parse().unwrap()).collect();
        Plan {
            query: "asthma \"inhaler\"".to_owned(),
            seeds: vec!["http://portal.test/".to_owned()],
            strategy: StrategySpec::new("best-n-first", params),
            pages: 20,
            scope: Scope { allow: rules(&["*.test"]), deny: rules(&["daily-herald.test"]) },
            frontier: 40_000,
            ..Plan::default()
        }
    }

    /// A test of the Python package reads the same file.
    #[test]
    fn a_plan_is_json_to_the_byte() {
        golden("crawl.plan.json", &json(&plan(), false));
    }

    #[test]
    fn the_trails_of_a_model_are_left_out() {
        let plan = Plan { trails: Trails { trails: vec![Trail::default()] }, ..plan() };
        assert!(json(&plan, false).contains("\"trails\""));
        assert!(!json(&plan, true).contains("\"trails\""));
    }
}
