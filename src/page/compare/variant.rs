//! Strategies as plans write them, `ID` or `ID:NAME=VALUE:NAME=VALUE`, in the form and out of it.
//!
//! Left out on purpose: judging names and values, which the worker does.

use crate::page::digits;
use crate::page::form::{Form, param_key};
use crate::protocol::steer::Method;
use engine::strategy::{ParamInfo, ParamValue};

/// The form of a strategy with parameters.
pub fn read_variant(written: &str) -> Form {
    let mut parts = written.split(':');
    let id = parts.next().unwrap_or_default().trim();
    let params = parts.filter_map(|part| part.split_once('='));
    Form {
        params: params
            .map(|(name, value)| (param_key(id, name.trim()), value.trim().to_owned()))
            .collect(),
        strategy: Some(id.to_owned()),
        ..Form::default()
    }
}

/// A strategy with the parameters that were set for it.
pub fn write_variant(method: &Method) -> String {
    let mut text = method.id.clone();
    for (name, value) in &method.params {
        text = format!("{text}:{name}={}", written(value));
    }
    text
}

/// What is set for a strategy, for people: `population = 5, …`; nothing where all is as it is by default.
pub fn settings(form: &Form, params: &[ParamInfo]) -> String {
    let id = form.strategy_id();
    let set = params.iter().filter_map(|param| {
        let text = form.params.get(&param_key(&id, &param.name))?;
        (*text != written(&param.default)).then(|| format!("{} = {text}", param.title))
    });
    set.collect::<Vec<_>>().join(", ")
}

fn written(value: &ParamValue) -> String {
    match value {
        ParamValue::Number(number) => digits::plain(*number),
        ParamValue::Switch(on) => on.to_string(),
        ParamValue::Word(word) => word.clone(),
    }
}
