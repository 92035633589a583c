//! Parameters of strategies: declared once with range and default, checked once, then only in range.

use super::Entry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A parameter of a strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// The stable name in plans and flags.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Which values it takes, and which it has when nothing is said.
    pub range: Range,
    /// What it does, in a sentence.
    pub help: &'static str,
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Whole numbers from `min` to `max`.
    Whole {
        /// Least value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Value when nothing is said.
        default: i64,
    },
    /// Real numbers from `min` to `max`.
    Real {
        /// Least value.
        min: f64,
        /// Largest value.
        max: f64,
        /// Value when nothing is said.
        default: f64,
    },
    /// On or off.
    Switch {
        /// Value when nothing is said.
        default: bool,
    },
    /// One of some words; the first is the default.
    Choice(&'static [&'static str]),
}

/// A value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ParamValue {
    /// A number, whole or real.
    Number(f64),
    /// On or off.
    Switch(bool),
    /// A word.
    Word(String),
}

impl ParamValue {
    /// Reads a value as it stands in a flag or an address: `0.5`, `true`, `hard`.
    pub fn read(text: &str) -> Self {
        match (text.trim().parse::<f64>(), text.trim()) {
            (Ok(number), _) => Self::Number(number),
            (_, "true" | "on") => Self::Switch(true),
            (_, "false" | "off") => Self::Switch(false),
            (_, word) => Self::Word(word.to_owned()),
        }
    }
}

impl std::fmt::Display for ParamValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Switch(on) => write!(f, "{on}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// Why a parameter was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum ParamError {
    /// The strategy has no such parameter.
    #[error("{strategy} has no parameter “{param}”: it has {known}")]
    Unknown {
        /// The strategy's id.
        strategy: String,
        /// The name given.
        param: String,
        /// The names it has.
        known: String,
    },
    /// The value is out of range, or of the wrong kind.
    #[error("{param} of {strategy} is {value}: give {wanted}")]
    Value {
        /// The strategy's id.
        strategy: String,
        /// The parameter's name.
        param: String,
        /// The value given.
        value: String,
        /// What would be right.
        wanted: String,
    },
}

impl ParamError {
    /// The name of the parameter.
    pub fn param(&self) -> &str {
        match self {
            Self::Unknown { param, .. } | Self::Value { param, .. } => param,
        }
    }
}

/// The parameters of one strategy: complete, each in range.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings(BTreeMap<&'static str, ParamValue>);

impl Settings {
    /// Checks what was given against what the strategy declares; what was left out gets its default.
    pub fn check(
        entry: &Entry,
        given: &BTreeMap<String, ParamValue>,
    ) -> Result<Self, Vec<ParamError>> {
        let mut errors: Vec<ParamError> = Vec::new();
        for name in given
            .keys()
            .filter(|name| !entry.params.iter().any(|param| param.name == **name))
        {
            let known: Vec<&str> = entry.params.iter().map(|param| param.name).collect();
            let known = if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            };
            errors.push(ParamError::Unknown {
                strategy: entry.id.to_owned(),
                param: name.clone(),
                known,
            });
        }
        let mut values = BTreeMap::new();
        for param in entry.params {
            let value = given
                .get(param.name)
                .cloned()
                .unwrap_or_else(|| param.range.default());
            if param.range.admits(&value) {
                values.insert(param.name, value);
            } else {
                let (strategy, param_name) = (entry.id.to_owned(), param.name.to_owned());
                let wanted = param.range.wanted();
                errors.push(ParamError::Value {
                    strategy,
                    param: param_name,
                    value: value.to_string(),
                    wanted,
                });
            }
        }
        if errors.is_empty() {
            Ok(Self(values))
        } else {
            Err(errors)
        }
    }

    /// The names of the parameters whose values are others in `other`, which is of the same strategy.
    pub(crate) fn differ(&self, other: &Self) -> impl Iterator<Item = &'static str> {
        let values = self.0.iter();
        values.filter_map(|(name, value)| (other.0.get(name) != Some(value)).then_some(*name))
    }

    /// A real parameter; 0 where the strategy declares none of this name.
    pub fn real(&self, name: &str) -> f64 {
        if let Some(ParamValue::Number(number)) = self.0.get(name) {
            *number
        } else {
            0.0
        }
    }

    /// A whole parameter that is not negative; 0 where the strategy declares none of this name.
    pub fn whole(&self, name: &str) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be whole and in range; negative ones saturate at 0"
        )]
        let whole = self.real(name) as usize;
        whole
    }

    /// A switch; off where the strategy declares none of this name.
    pub fn switch(&self, name: &str) -> bool {
        matches!(self.0.get(name), Some(ParamValue::Switch(true)))
    }

    /// A choice; empty where the strategy declares none of this name.
    pub fn choice(&self, name: &str) -> &str {
        if let Some(ParamValue::Word(word)) = self.0.get(name) {
            word
        } else {
            ""
        }
    }
}

impl Range {
    /// The value when nothing is said.
    pub fn default(&self) -> ParamValue {
        match self {
            Self::Whole { default, .. } => ParamValue::Number(*default as f64),
            Self::Real { default, .. } => ParamValue::Number(*default),
            Self::Switch { default } => ParamValue::Switch(*default),
            Self::Choice(words) => {
                ParamValue::Word(words.first().copied().unwrap_or_default().to_owned())
            }
        }
    }

    /// True where the value is in the range.
    pub fn admits(&self, value: &ParamValue) -> bool {
        match (self, value) {
            (Self::Whole { min, max, .. }, ParamValue::Number(n)) => {
                n.fract() == 0.0 && (*min as f64..=*max as f64).contains(n)
            }
            (Self::Real { min, max, .. }, ParamValue::Number(n)) => (*min..=*max).contains(n),
            (Self::Switch { .. }, ParamValue::Switch(_)) => true,
            (Self::Choice(words), ParamValue::Word(word)) => words.contains(&word.as_str()),
            _ => false,
        }
    }

    /// What would be right, in words.
    pub fn wanted(&self) -> String {
        match self {
            Self::Whole { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Real { min, max, .. } => format!("a number from {min} to {max}"),
            Self::Switch { .. } => "true or false".to_owned(),
            Self::Choice(words) => format!("one of {}", words.join(", ")),
        }
    }
}

/// A [`Param`] as plain data, for the page's forms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParamInfo {
    /// The stable name.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// What it does.
    pub help: String,
    /// The form control that fits, with its bounds.
    pub control: Control,
    /// The value when nothing is said.
    pub default: ParamValue,
    /// What values it takes, in words.
    pub wanted: String,
}

/// The form control that fits a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Control {
    /// A number field with bounds and step.
    Number {
        /// Least value.
        min: f64,
        /// Largest value.
        max: f64,
        /// True where only whole numbers are taken.
        whole: bool,
    },
    /// A check box.
    Switch,
    /// A menu of words.
    Choice(Vec<String>),
}

impl From<&Param> for ParamInfo {
    fn from(param: &Param) -> Self {
        let control = match param.range {
            Range::Whole { min, max, .. } => Control::Number {
                min: min as f64,
                max: max as f64,
                whole: true,
            },
            Range::Real { min, max, .. } => Control::Number {
                min,
                max,
                whole: false,
            },
            Range::Switch { .. } => Control::Switch,
            Range::Choice(words) => {
                Control::Choice(words.iter().map(|word| (*word).to_owned()).collect())
            }
        };
        Self {
            name: param.name.to_owned(),
            title: param.title.to_owned(),
            help: param.help.to_owned(),
            control,
            default: param.range.default(),
            wanted: param.range.wanted(),
        }
    }
}
