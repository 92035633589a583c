//! Tests reading and writing settings.

use super::*;
use serde_json::{Map, Value, json};

/// Returns a value that differs from the default.
fn other(setting: &Setting) -> ParamValue {
    let usual = (setting.get)(&Plan::default());
    match setting.kind {
        Kind::Number { min, max, .. } => ParamValue::Number(if usual == ParamValue::Number(max) { min } else { max }),
        Kind::Switch => ParamValue::Switch(usual == ParamValue::Switch(false)),
        Kind::Choice(choices) => ParamValue::Word(choices[choices.len() - 1][0].to_owned()),
    }
}

#[test]
fn every_setting_is_written_and_read_back_beside_other_fields() {
    for setting in settings() {
        let mut plan = Plan::default();
        (setting.set)(&mut plan, &other(setting));
        assert_ne!((setting.get)(&plan), (setting.get)(&Plan::default()), "{}", setting.name);
        let mut text = json!({ "query": "fox" });
        text[setting.key()] = json!(Written(setting, &plan));
        let mut again = Plan::default();
        let rest: Map<String, Value> = read_beside(&text, |_| true, &mut again).expect("a plan");
        assert_eq!(again, plan, "{text}");
        assert_eq!(Value::from(rest), json!({ "query": "fox" }));
        let rest: Map<String, Value> = read_beside(&text, |_| false, &mut again).expect("a plan");
        assert!(rest.contains_key(setting.key()), "a setting that is not read is a field like any other");
    }
}

#[test]
fn a_value_of_another_kind_is_refused() {
    for (text, says) in [
        (json!({ "pages": -1 }), "expected u64"),
        (json!({ "stemming": 1 }), "a boolean"),
        (json!({ "good": "x" }), "expected f64"),
        (json!({ "speed": "quick" }), "speed is “quick”: write careful, balanced or fast"),
    ] {
        let read: Result<Map<String, Value>, _> = read_beside(&text, |_| true, &mut Plan::default());
        let error = read.expect_err("another kind").to_string();
        assert!(error.contains(says), "{error}");
    }
}
