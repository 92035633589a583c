//! The checked parameters of one strategy.

use super::{Formula, Param, ParamDeclaration, ParamList, Range};
use std::collections::BTreeMap;
use types::spec::{ParamError, ParamValue};

/// The parameters of one strategy: complete, each in range.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    declared: &'static [ParamDeclaration],
    /// A value for each declaration.
    values: Vec<ParamValue>,
}

impl Settings {
    /// Checks values against declarations; an omitted parameter gets its default.
    pub(super) fn check(
        strategy: &str,
        params: &ParamList,
        given: &BTreeMap<String, ParamValue>,
    ) -> Result<Self, Vec<ParamError>> {
        let declared = params.declared();
        let unknown = given.keys().filter(|name| !params.accepts(name));
        let unknown = unknown.map(|name| ParamError::Unknown {
            strategy: strategy.to_owned(),
            param: name.clone(),
            known: names(declared),
        });
        let mut errors: Vec<ParamError> = unknown.collect();
        let mut values = Vec::new();
        for param in declared {
            let value = given.get(param.name).cloned();
            let value = value.unwrap_or_else(|| param.range.default());
            if !param.range.admits(&value) {
                errors.push(ParamError::Value {
                    strategy: strategy.to_owned(),
                    param: param.name.to_owned(),
                    value: value.to_string(),
                    wanted: param.range.describe_mismatch(&value),
                });
            }
            values.push(value);
        }
        errors.is_empty().then_some(Self { declared, values }).ok_or(errors)
    }

    /// Returns the defaults.
    pub(super) fn defaults(declared: &'static [ParamDeclaration]) -> Self {
        let values = declared.iter().map(|param| param.range.default()).collect();
        Self { declared, values }
    }

    /// Returns the value of a parameter.
    ///
    /// # Panics
    /// If the strategy does not declare it, which no input decides.
    pub fn get<T: Copy>(&self, param: &Param<T>) -> T {
        self.chosen(param).unwrap_or_else(|| panic!("{} is not declared", param.name()))
    }

    /// Returns the value of a parameter; `None` if the strategy does not declare it.
    pub(super) fn chosen<T: Copy>(&self, param: &Param<T>) -> Option<T> {
        param.read(self.values.get(self.position(&param.declaration())?)?)
    }

    /// Returns the value of a formula parameter; `None` for any other parameter.
    pub(in crate::strategy) fn formula(&self, param: &ParamDeclaration) -> Option<Formula> {
        match (param.range, self.values.get(self.position(param)?)?) {
            (Range::Formula { features, .. }, ParamValue::Word(text)) => Formula::read(text, features).ok(),
            _ => None,
        }
    }

    /// Returns the settings with another value of a parameter.
    #[must_use]
    pub(in crate::strategy) fn with<T: Copy>(mut self, param: &Param<T>, value: T) -> Self {
        if let Some(place) = self.position(&param.declaration()).and_then(|at| self.values.get_mut(at)) {
            *place = param.write(value);
        }
        self
    }

    fn position(&self, param: &ParamDeclaration) -> Option<usize> {
        self.declared.iter().position(|known| known == param)
    }

    /// Returns true if a model that was trained with these settings can run with others of the same strategy.
    pub fn is_trained_like(&self, other: &Self) -> bool {
        self.trained_otherwise(other).next().is_none()
    }

    /// Returns the parameters of the training whose values differ in `other`, the settings of the same strategy.
    pub(crate) fn trained_otherwise(&self, other: &Self) -> impl Iterator<Item = &'static ParamDeclaration> {
        let values = self.values.iter().zip(&other.values);
        let both = self.declared.iter().zip(values);
        both.filter_map(|(param, (one, another))| (one != another && !param.is_live).then_some(param))
    }
}

/// Joins the names of parameters for a sentence.
fn names(declared: &[ParamDeclaration]) -> String {
    if declared.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<&str> = declared.iter().map(|param| param.name).collect();
    names.join(", ")
}
