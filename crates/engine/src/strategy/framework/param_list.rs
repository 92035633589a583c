//! The parameters of a strategy in the list of strategies: those that it declares, and presets of their values.

use super::ParamDeclaration;
use std::collections::BTreeMap;
use std::ops::Deref;
use types::spec::ParamValue;
use types::strategy::PresetInfo;

/// The declared parameters of a strategy, in the order of the form.
#[derive(Clone, Copy, Debug)]
pub struct ParamList {
    declared: &'static [ParamDeclaration],
    presets: &'static [Preset],
}

/// Values of several parameters under one name, for people who want them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name in the interface.
    pub title: &'static str,
    /// One sentence: its effect and when to use it.
    pub description: &'static str,
    /// The values by parameter name, as in a flag; other parameters have their defaults.
    pub params: &'static [(&'static str, &'static str)],
}

impl Preset {
    /// Returns the values of the parameters.
    pub fn values(&self) -> BTreeMap<String, ParamValue> {
        let params = self.params.iter();
        params.map(|(name, value)| ((*name).to_owned(), ParamValue::read(value))).collect()
    }
}

impl From<&Preset> for PresetInfo {
    fn from(preset: &Preset) -> Self {
        Self { title: preset.title.to_owned(), description: preset.description.to_owned(), params: preset.values() }
    }
}

impl ParamList {
    /// No parameters.
    pub(in crate::strategy) const NONE: Self = Self::new(&[]);

    /// Lists declared parameters.
    pub(in crate::strategy) const fn new(declared: &'static [ParamDeclaration]) -> Self {
        Self { declared, presets: &[] }
    }

    /// Adds presets.
    #[must_use]
    pub(in crate::strategy) const fn with_presets(self, presets: &'static [Preset]) -> Self {
        Self { presets, ..self }
    }

    /// Returns the presets, in the order of the form.
    pub const fn presets(&self) -> &'static [Preset] {
        self.presets
    }

    /// Returns the declared parameters.
    pub(in crate::strategy) const fn declared(&self) -> &'static [ParamDeclaration] {
        self.declared
    }

    /// Returns true for the name of a declared parameter.
    pub(super) fn accepts(&self, name: &str) -> bool {
        self.declared.iter().any(|param| param.name == name)
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

/// Lists the declarations of typed parameters, for [`super::Entry::params`].
macro_rules! declare {
    ($($param:expr),* $(,)?) => {
        $crate::strategy::ParamList::new(&[$($param.declaration()),*])
    };
}
pub(in crate::strategy) use declare;
