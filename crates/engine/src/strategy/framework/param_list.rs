//! The parameters of a strategy in the list of strategies: those that it declares, and names of earlier versions.

use super::ParamDeclaration;
use std::ops::Deref;

/// The declared parameters of a strategy, in the order of the form.
#[derive(Clone, Copy, Debug)]
pub struct ParamList {
    declared: &'static [ParamDeclaration],
    retired: &'static [&'static str],
}

impl ParamList {
    /// No parameters.
    pub(in crate::strategy) const NONE: Self = Self::new(&[]);

    /// Lists declared parameters.
    pub(in crate::strategy) const fn new(declared: &'static [ParamDeclaration]) -> Self {
        Self {
            declared,
            retired: &[],
        }
    }

    /// Adds names of parameters that earlier versions of the strategy had. They are accepted without effect, so that plans and model files
    /// of those versions can still run.
    #[must_use]
    pub(in crate::strategy) const fn with_retired(self, retired: &'static [&'static str]) -> Self {
        Self { retired, ..self }
    }

    /// Returns the declared parameters.
    pub(in crate::strategy) const fn declared(&self) -> &'static [ParamDeclaration] {
        self.declared
    }

    /// Returns true for the name of a declared parameter, its former name, or a retired name.
    pub(super) fn accepts(&self, name: &str) -> bool {
        self.declared.iter().any(|param| param.is_named(name)) || self.retired.contains(&name)
    }
}

impl Deref for ParamList {
    type Target = [ParamDeclaration];

    fn deref(&self) -> &Self::Target {
        self.declared
    }
}

impl IntoIterator for ParamList {
    type Item = &'static ParamDeclaration;
    type IntoIter = std::slice::Iter<'static, ParamDeclaration>;

    fn into_iter(self) -> Self::IntoIter {
        self.declared.iter()
    }
}
