//! Reads and writes strategies as plans have them: `ID` or `ID:NAME=VALUE:NAME=VALUE`.
//!
//! A strategy of an imported plan keeps its spelling until it is changed here, because claims and figures refer to it
//! by that spelling. Not here: checking names and values, which the worker does.

use crate::page::dom::digits;
use crate::page::state::form::{Form, param_key};
use std::collections::BTreeMap;
use types::spec::ParamValue;
use types::strategy::ParamInfo;

/// Returns the form of a strategy with parameters.
pub fn read_variant(text: &str) -> Form {
    let mut parts = text.split(':');
    let id = parts.next().unwrap_or_default().trim();
    let params = parts.filter_map(|part| part.split_once('='));
    Form {
        params: params
            .map(|(name, value)| {
                (
                    param_key(id, name.trim()),
                    written(&ParamValue::read(value)),
                )
            })
            .collect(),
        strategy: Some(id.to_owned()),
        ..Form::default()
    }
}

/// Returns a strategy as it was written before, with the parameters that are other ones by now: each in its place, those that were not written behind them.
pub fn write_variant(before: &str, mut changed: BTreeMap<String, ParamValue>) -> String {
    let mut parts = Vec::new();
    for part in before.split(':') {
        let name = part.split_once('=').map(|(name, _)| name.trim());
        let value = name.and_then(|name| changed.remove_entry(name));
        parts.push(value.map_or_else(|| part.to_owned(), said));
    }
    parts.extend(changed.into_iter().map(said));
    parts.join(":")
}

fn said((name, value): (String, ParamValue)) -> String {
    format!("{name}={}", written(&value))
}

/// Returns what is set for a strategy, for people: `population = 5, …`; nothing where all is as it is by default.
pub fn settings(form: &Form, params: &[ParamInfo]) -> String {
    let id = form.strategy_id();
    let set = params.iter().filter_map(|param| {
        let text = form.typed_param(&id, param)?;
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
