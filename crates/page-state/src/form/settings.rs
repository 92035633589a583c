//! Reads and writes the texts of settings and parameters: of fields, of addresses, of the default plan.

use super::{Form, problem};
use crate::catalog::Catalog;
use crate::digits;
use crate::digits::grouped;
use protocol::Problem;
use types::plan::Plan;
use types::settings::{Kind, Setting, settings};
use types::spec::ParamValue;
use types::strategy::Control;

impl Form {
    /// Returns the text of a setting: the typed one, or that of the default plan.
    pub fn setting(&self, setting: &Setting, catalog: &Catalog) -> String {
        let usual = || param_text(&(setting.get)(&catalog.usual_plan(self.source(catalog))));
        self.settings.get(setting.name).cloned().unwrap_or_else(usual)
    }

    /// Sets the text of a setting. A switch or choice with the default of every source is not set.
    pub fn set(&mut self, setting: &Setting, text: String) {
        let is_default_of = |plan: &Plan| text == param_text(&(setting.get)(plan));
        let is_usual = || is_default_of(&Plan::default()) && is_default_of(&Plan::live());
        if !matches!(setting.kind, Kind::Number { .. }) && is_usual() {
            self.settings.remove(setting.name);
        } else {
            self.settings.insert(setting.name, text);
        }
    }

    /// Returns the default plan with the settings of the form.
    pub fn plan(&self) -> Plan {
        self.with_settings(Plan::default(), &mut Vec::new())
    }

    /// Returns the plan with the settings of the form; texts that cannot be read add their problems.
    pub(super) fn with_settings(&self, mut plan: Plan, problems: &mut Vec<Problem>) -> Plan {
        for setting in settings() {
            match self.settings.get(setting.name).map(|text| read_setting(setting, text)) {
                Some(Ok(value)) => (setting.set)(&mut plan, &value),
                Some(Err(message)) => problems.push(problem(setting.name, message)),
                None => {}
            }
        }
        plan
    }
}

/// Reads the text of a field. The error describes the accepted values, in a sentence.
pub(super) fn read_value(control: &Control, text: &str) -> Result<ParamValue, String> {
    match *control {
        Control::Number { min, max, whole } => {
            digits::read(text).map(ParamValue::Number).ok_or_else(|| range_text(min, max, whole))
        }
        Control::Switch => Ok(ParamValue::Switch(text == "true")),
        Control::Choice(_) | Control::Formula => Ok(ParamValue::Word(text.to_owned())),
    }
}

/// Reads the text of a setting, which must be in its range. The worker checks the ranges of a strategy's parameters.
pub fn read_setting<P>(setting: &Setting<P>, text: &str) -> Result<ParamValue, String> {
    let value = read_value(&setting.kind.into(), text)?;
    match setting.kind {
        Kind::Number { min, max, whole } if !setting.admits(&value) => Err(range_text(min, max, whole)),
        _ => Ok(value),
    }
}

/// Returns the text of a setting for an address; `None` if it is empty.
pub(super) fn address_text(setting: &Setting, text: &str) -> Option<String> {
    let text = match (setting.kind, text.trim()) {
        (Kind::Switch, text) => {
            if text == "true" {
                "1"
            } else {
                "0"
            }
        }
        (_, text) => text,
    };
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns the text of a setting in an address for its field; `None` if it has no such value.
pub(super) fn field_text(setting: &Setting, text: &str) -> Option<String> {
    match (setting.kind, text) {
        (Kind::Switch, "1") => Some("true".to_owned()),
        (Kind::Switch, "0") => Some("false".to_owned()),
        (Kind::Switch, _) => None,
        (Kind::Choice(_), word) => setting.admits(&ParamValue::Word(word.to_owned())).then(|| word.to_owned()),
        // A number is read at the start, when its field can show the problem.
        (Kind::Number { .. }, text) => Some(text.to_owned()),
    }
}

/// Returns the text of a value, as in its field.
pub fn param_text(value: &ParamValue) -> String {
    match value {
        ParamValue::Number(number) => digits::plain(*number),
        value => value.to_string(),
    }
}

fn range_text(min: f64, max: f64, whole: bool) -> String {
    let kind = if whole { "a whole number" } else { "a number" };
    format!("Enter {kind} from {} to {}.", grouped(min), grouped(max))
}
