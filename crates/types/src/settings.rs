//! The settings of a crawl: what the form's fields, addresses, the lab's flags, plan files, Python and the
//! documentation know of them.
//!
//! [`crate::plan`] declares each setting once, with its field in the plan. Everything else follows from [`Setting`],
//! except the files that tests write again and compare (CONTRIBUTING.md lists them).

use crate::plan::Plan;
use crate::spec::ParamValue;
use crate::strategy::{Choice, Control, ParamInfo};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// Commands and files besides the form that have a setting, as bits of [`Setting::uses`].
pub mod uses {
    /// `salticid-lab score`: it matters for the scores of a single page.
    pub const SCORE: u8 = 1;
    /// Comparisons, and the lab's commands `crawl`, `topics` and `train`.
    pub const COMPARE: u8 = 2;
    /// `salticid-lab crawl`, but no comparison.
    pub const CRAWL: u8 = 4;
    /// `salticid-lab record`, which crawls live sites.
    pub const RECORD: u8 = 8;
}

/// A setting of a plan; by default of a crawl's plan.
#[derive(Debug)]
pub struct Setting<P: 'static = Plan> {
    /// The name of its field in the plan, also in addresses and problems.
    pub name: &'static str,
    /// The key in files and in Python if it differs from the name; else empty.
    pub other_key: &'static str,
    /// Its label.
    pub title: &'static str,
    /// Its effect, in a sentence.
    pub help: &'static str,
    /// The accepted values.
    pub kind: Kind,
    /// True if it can change in a running crawl.
    pub is_live: bool,
    /// True if a model sets it, because training and crawl must agree on it.
    pub is_learned: bool,
    /// Its place in the form.
    pub place: Place,
    /// True if its default suits the machine that crawls: plans for other programs have it only if a person changed it.
    pub is_of_machine: bool,
    /// The commands and files that have it.
    pub uses: u8,
    /// Returns the value in a plan.
    pub get: fn(&P) -> ParamValue,
    /// Sets a value of the same kind; another one changes nothing.
    pub set: fn(&mut P, &ParamValue),
}

/// The place of a setting in the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Under “Advanced”.
    Advanced,
    /// Elsewhere in the form, or not in it.
    Elsewhere,
}

/// The values that a setting accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Numbers from `min` to `max`.
    Number {
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
        /// True if only whole numbers are accepted.
        whole: bool,
    },
    /// On or off.
    Switch,
    /// One of some words, each with its title and its meaning, in the order of the interface.
    Choice(&'static [[&'static str; 3]]),
}

impl<P> Setting<P> {
    const fn new(title: &'static str, kind: Kind) -> Self {
        Self {
            name: "",
            other_key: "",
            title,
            help: "",
            kind,
            is_live: false,
            is_learned: false,
            place: Place::Advanced,
            is_of_machine: false,
            uses: uses::COMPARE,
            get: |_| ParamValue::Switch(false),
            set: |_, _| {},
        }
    }

    /// Declares whole numbers from `min` to `max`.
    pub const fn whole(title: &'static str, min: u64, max: u64) -> Self {
        Self::new(title, Kind::Number { min: min as f64, max: max as f64, whole: true })
    }

    /// Declares shares in 0..=1.
    pub const fn share(title: &'static str) -> Self {
        Self::new(title, Kind::Number { min: 0.0, max: 1.0, whole: false })
    }

    /// Declares a switch.
    pub const fn switch(title: &'static str) -> Self {
        Self::new(title, Kind::Switch)
    }

    /// Declares a choice of words.
    pub const fn choice(title: &'static str, choices: &'static [[&'static str; 3]]) -> Self {
        Self::new(title, Kind::Choice(choices))
    }

    /// Returns the key in files and in Python. With hyphens it is the lab's flag, which begins with `no-` for a switch
    /// that is on by default.
    pub fn key(&self) -> &'static str {
        if self.other_key.is_empty() { self.name } else { self.other_key }
    }

    /// Returns true if the value is of its kind and in its range.
    pub fn admits(&self, value: &ParamValue) -> bool {
        match (self.kind, value) {
            (Kind::Number { min, max, whole }, ParamValue::Number(number)) => {
                (min..=max).contains(number) && !(whole && number.fract() != 0.0)
            }
            (Kind::Switch, ParamValue::Switch(_)) => true,
            (Kind::Choice(choices), ParamValue::Word(word)) => choices.iter().any(|[known, ..]| known == word),
            _ => false,
        }
    }

    /// Returns the accepted values, in words.
    pub fn wanted(&self) -> String {
        match self.kind {
            Kind::Number { min, max, whole: true } => format!("a whole number from {min} to {max}"),
            Kind::Number { min, max, whole: false } => format!("a number from {min} to {max}"),
            Kind::Switch => "true or false".to_owned(),
            Kind::Choice(choices) => {
                let words: Vec<&str> = choices.iter().map(|[word, ..]| *word).collect();
                words.split_last().map_or_else(String::new, |(last, words)| format!("{} or {last}", words.join(", ")))
            }
        }
    }

    /// Returns the description for a form field; `plan` has the default.
    pub fn info(&self, plan: &P) -> ParamInfo {
        ParamInfo {
            name: self.name.to_owned(),
            title: self.title.to_owned(),
            help: self.help.to_owned(),
            control: self.kind.into(),
            default: (self.get)(plan),
            wanted: String::new(),
            is_live: self.is_live,
            note: None,
        }
    }
}

impl From<Kind> for Control {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Number { min, max, whole } => Self::Number { min, max, whole },
            Kind::Switch => Self::Switch,
            Kind::Choice(choices) => {
                let choice =
                    |[word, title, _]: &[&str; 3]| Choice { word: (*word).to_owned(), title: (*title).to_owned() };
                Self::Choice(choices.iter().map(choice).collect())
            }
        }
    }
}

/// Returns the settings of a crawl, in the order of the form.
pub fn settings() -> impl Iterator<Item = &'static Setting> {
    Plan::settings()
}

/// A type of settings.
pub trait SettingValue: Sized {
    /// Returns the value without its type.
    fn to_value(&self) -> ParamValue;
    /// Returns a value of this type; `None` for a value of another kind. Numbers outside the type become the nearest
    /// one.
    fn from_value(value: &ParamValue) -> Option<Self>;
}

macro_rules! values {
    ($($type:ty: $variant:ident, $to:expr, $from:expr;)*) => {$(
        impl SettingValue for $type {
            fn to_value(&self) -> ParamValue {
                ParamValue::$variant($to(*self))
            }

            fn from_value(value: &ParamValue) -> Option<Self> {
                match value {
                    ParamValue::$variant(value) => Some($from(*value)),
                    _ => None,
                }
            }
        }
    )*};
}

values! {
    u32: Number, f64::from, crate::to_u32;
    u64: Number, |number| number as f64, crate::to_u64;
    usize: Number, |number| number as f64, |number| crate::to_u32(number) as usize;
    f64: Number, f64::from, f64::from;
    bool: Switch, bool::from, bool::from;
}

/// A setting with the plan that has its value, written as a plain number, boolean or word.
#[derive(Debug)]
pub struct Written<'a>(pub &'a Setting, pub &'a Plan);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match ((self.0.get)(self.1), self.0.kind) {
            (ParamValue::Number(number), Kind::Number { whole: true, .. }) => to.serialize_u64(crate::to_u64(number)),
            (ParamValue::Number(number), _) => to.serialize_f64(number),
            (ParamValue::Switch(on), _) => to.serialize_bool(on),
            (ParamValue::Word(word), _) => to.serialize_str(&word),
        }
    }
}

/// Reads the value of a setting from a plain number, boolean or word.
impl<'de> DeserializeSeed<'de> for &Setting {
    type Value = ParamValue;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<ParamValue, D::Error> {
        match self.kind {
            Kind::Number { whole: true, .. } => u64::deserialize(from).map(|number| number.to_value()),
            Kind::Number { .. } => f64::deserialize(from).map(ParamValue::Number),
            Kind::Switch => bool::deserialize(from).map(ParamValue::Switch),
            Kind::Choice(_) => {
                let value = ParamValue::Word(String::deserialize(from)?);
                let problem = || D::Error::custom(format!("{} is “{value}”: write {}", self.key(), self.wanted()));
                self.admits(&value).then_some(()).ok_or_else(problem)?;
                Ok(value)
            }
        }
    }
}

/// Deserializes a map that has keys of settings beside the fields of `T`, and writes the settings to the plan. Errors
/// keep the position of their key.
///
/// # Errors
/// Returns an error for a value of another kind, and that of `T` for any other key.
pub fn read_beside<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
    is_read: fn(&Setting) -> bool,
    plan: &mut Plan,
) -> Result<T, D::Error> {
    from.deserialize_map(Beside { from: PhantomData, is_read, plan })
}

/// A map from which settings are taken out.
struct Beside<'a, M> {
    from: M,
    is_read: fn(&Setting) -> bool,
    plan: &'a mut Plan,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Beside<'_, PhantomData<T>> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a plan")
    }

    fn visit_map<M: MapAccess<'de>>(self, from: M) -> Result<T, M::Error> {
        let Self { is_read, plan, .. } = self;
        T::deserialize(MapAccessDeserializer::new(Beside { from, is_read, plan }))
    }
}

impl<'de, M: MapAccess<'de>> MapAccess<'de> for Beside<'_, M> {
    type Error = M::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, mut seed: K) -> Result<Option<K::Value>, M::Error> {
        loop {
            match self.from.next_key_seed(KeySeed { seed, is_read: self.is_read })? {
                None => return Ok(None),
                Some(Key::Field(field)) => return Ok(Some(field)),
                Some(Key::Setting(setting, unused)) => {
                    let value = self.from.next_value_seed(setting)?;
                    (setting.set)(self.plan, &value);
                    seed = unused;
                }
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, M::Error> {
        self.from.next_value_seed(seed)
    }
}

struct KeySeed<K> {
    seed: K,
    is_read: fn(&Setting) -> bool,
}

enum Key<F, K> {
    Setting(&'static Setting, K),
    Field(F),
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<K> {
    type Value = Key<K::Value, K>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        let key = String::deserialize(from)?;
        match settings().find(|setting| setting.key() == key && (self.is_read)(setting)) {
            Some(setting) => Ok(Key::Setting(setting, self.seed)),
            None => self.seed.deserialize(key.into_deserializer()).map(Key::Field),
        }
    }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
