//! Declarations of parameters: typed for strategies, untyped for forms, flags and documentation.

use super::formula::Formula;
use std::ops::RangeInclusive;
use types::spec::ParamValue;
use types::strategy::{Choice, Control, ParamInfo, ScoreNote};

/// A declared parameter with values of type `T`; [`super::Settings::get`] reads it.
#[derive(Clone, Copy, Debug)]
pub struct Param<T: 'static> {
    declaration: ParamDeclaration,
    default: T,
    /// The values of a choice, in the order of its words.
    choices: &'static [T],
    read: fn(&Self, &ParamValue) -> Option<T>,
    write: fn(&Self, T) -> ParamValue,
}

/// A parameter without the type of its values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamDeclaration {
    /// The stable name in plans and flags.
    pub name: &'static str,
    /// The name in the interface.
    pub title: &'static str,
    /// The accepted values and the default.
    pub range: Range,
    /// True if it can change in a running crawl; otherwise only training reads it.
    pub is_live: bool,
    /// One sentence on its effect.
    pub help: &'static str,
    /// A sentence about scores, as in [`ScoreNote`], after the word with which it holds.
    pub note: Option<(Option<&'static str>, &'static str)>,
}

/// The values that a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Whole numbers from `min` to `max`.
    Whole {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// Default.
        default: i64,
    },
    /// Real numbers from `min` to `max`.
    Real {
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
        /// Default.
        default: f64,
    },
    /// On or off.
    Switch {
        /// Default.
        default: bool,
    },
    /// One of some words, each with its title in the interface; the first is the default.
    Choice(&'static [(&'static str, &'static str)]),
    /// A formula over features ([`Formula`]).
    Formula {
        /// The names of the features.
        features: &'static [&'static str],
        /// Default.
        default: &'static str,
    },
}

impl<T: Copy + 'static> Param<T> {
    const fn new(
        (name, title, help): (&'static str, &'static str, &'static str),
        range: Range,
        default: T,
        read: fn(&Self, &ParamValue) -> Option<T>,
        write: fn(&Self, T) -> ParamValue,
    ) -> Self {
        Self {
            declaration: ParamDeclaration { name, title, range, is_live: true, help, note: None },
            default,
            choices: &[],
            read,
            write,
        }
    }

    /// Marks a parameter that only training reads: a running crawl rejects a change.
    #[must_use]
    pub const fn training_only(mut self) -> Self {
        self.declaration.is_live = false;
        self
    }

    /// Adds a sentence about scores, for values above 0 or for one word of a choice.
    #[must_use]
    pub const fn with_note(mut self, word: Option<&'static str>, text: &'static str) -> Self {
        self.declaration.note = Some((word, text));
        self
    }

    /// Returns the parameter without its type.
    pub const fn declaration(&self) -> ParamDeclaration {
        self.declaration
    }

    /// Returns the stable name.
    pub const fn name(&self) -> &'static str {
        self.declaration.name
    }

    /// Returns the default.
    pub const fn default(&self) -> T {
        self.default
    }

    /// Converts a checked value; `None` for a value of another type.
    pub(super) fn read(&self, value: &ParamValue) -> Option<T> {
        (self.read)(self, value)
    }

    /// Converts a value for a plan.
    pub(super) fn write(&self, value: T) -> ParamValue {
        (self.write)(self, value)
    }
}

impl Param<f64> {
    /// Declares a real number in `range`.
    pub const fn real(
        name: &'static str,
        title: &'static str,
        range: RangeInclusive<f64>,
        default: f64,
        help: &'static str,
    ) -> Self {
        let (min, max) = (*range.start(), *range.end());
        let range = Range::Real { min, max, default };
        let write: fn(&Self, f64) -> ParamValue = |_, value| ParamValue::Number(value);
        Self::new((name, title, help), range, default, read_number, write)
    }

    /// Declares a share in 0..=1.
    pub const fn share(name: &'static str, title: &'static str, default: f64, help: &'static str) -> Self {
        Self::real(name, title, 0.0..=1.0, default, help)
    }
}

impl Param<usize> {
    /// Declares a whole number in `range`, which must not contain negative values.
    pub const fn whole(
        name: &'static str,
        title: &'static str,
        range: RangeInclusive<u32>,
        default: u32,
        help: &'static str,
    ) -> Self {
        let (min, max) = (*range.start() as i64, *range.end() as i64);
        let range = Range::Whole { min, max, default: default as i64 };
        let (read, write) = (read_whole, write_whole);
        Self::new((name, title, help), range, default as usize, read, write)
    }
}

impl Param<bool> {
    /// Declares a switch.
    pub const fn switch(name: &'static str, title: &'static str, default: bool, help: &'static str) -> Self {
        let read: fn(&Self, &ParamValue) -> Option<bool> = |_, value| match value {
            ParamValue::Switch(on) => Some(*on),
            _ => None,
        };
        let write: fn(&Self, bool) -> ParamValue = |_, on| ParamValue::Switch(on);
        let range = Range::Switch { default };
        Self::new((name, title, help), range, default, read, write)
    }
}

impl<T: Copy + PartialEq + 'static> Param<T> {
    /// Declares a choice of words with titles: each stands for the value at the same position. The first is the
    /// default.
    ///
    /// # Panics
    /// At compile time if the numbers of words and values differ or are 0.
    pub const fn choice(
        name: &'static str,
        title: &'static str,
        choices: &'static [(&'static str, &'static str)],
        values: &'static [T],
        help: &'static str,
    ) -> Self {
        assert!(choices.len() == values.len(), "a value for each word");
        let range = Range::Choice(choices);
        let (read, write) = (Self::read_choice, Self::write_choice);
        let mut param = Self::new((name, title, help), range, values[0], read, write);
        param.choices = values;
        param
    }

    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.declaration.range.words()
    }

    fn read_choice(&self, value: &ParamValue) -> Option<T> {
        let ParamValue::Word(word) = value else {
            return None;
        };
        let at = self.words().position(|known| known == word)?;
        self.choices.get(at).copied()
    }

    fn write_choice(&self, value: T) -> ParamValue {
        let at = self.choices.iter().position(|known| *known == value);
        let word = self.words().nth(at.unwrap_or(0));
        ParamValue::Word(word.unwrap_or_default().to_owned())
    }
}

fn read_number(_: &Param<f64>, value: &ParamValue) -> Option<f64> {
    match value {
        ParamValue::Number(number) => Some(*number),
        _ => None,
    }
}

fn read_whole(_: &Param<usize>, value: &ParamValue) -> Option<usize> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be whole and in range")]
    match value {
        ParamValue::Number(number) => Some(*number as usize),
        _ => None,
    }
}

fn write_whole(_: &Param<usize>, value: usize) -> ParamValue {
    ParamValue::Number(value as f64)
}

impl ParamDeclaration {
    /// Declares a formula over `features`; `Settings::formula` reads it.
    pub const fn formula(
        (name, title, help): (&'static str, &'static str, &'static str),
        features: &'static [&'static str],
        default: &'static str,
    ) -> Self {
        Self { name, title, range: Range::Formula { features, default }, is_live: true, help, note: None }
    }
}

impl Range {
    /// Returns the words of a choice; none for another range.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        let choices = match *self {
            Self::Choice(choices) => choices,
            _ => &[],
        };
        choices.iter().map(|(word, _)| *word)
    }

    /// Returns the default.
    pub fn default(&self) -> ParamValue {
        match self {
            Self::Whole { default, .. } => ParamValue::Number(*default as f64),
            Self::Real { default, .. } => ParamValue::Number(*default),
            Self::Switch { default } => ParamValue::Switch(*default),
            Self::Choice(_) => ParamValue::Word(self.words().next().unwrap_or_default().to_owned()),
            Self::Formula { default, .. } => ParamValue::Word((*default).to_owned()),
        }
    }

    /// Returns true for a value in the range.
    pub fn admits(&self, value: &ParamValue) -> bool {
        match (self, value) {
            (Self::Whole { min, max, .. }, ParamValue::Number(n)) => {
                n.fract() == 0.0 && (*min as f64..=*max as f64).contains(n)
            }
            (Self::Real { min, max, .. }, ParamValue::Number(n)) => (*min..=*max).contains(n),
            (Self::Switch { .. }, ParamValue::Switch(_)) => true,
            (Self::Choice(_), ParamValue::Word(word)) => self.words().any(|known| known == word),
            (Self::Formula { features, .. }, ParamValue::Word(text)) => Formula::read(text, features).is_ok(),
            _ => false,
        }
    }

    /// Returns the words of a choice with their titles, where those say more: `oldest (Oldest links), none`.
    pub fn choices(&self) -> String {
        let Self::Choice(choices) = self else {
            return String::new();
        };
        let texts = choices.iter().map(|(word, title)| {
            if title.eq_ignore_ascii_case(&word.replace('-', " ")) {
                (*word).to_owned()
            } else {
                format!("{word} ({title})")
            }
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    /// Describes the accepted values.
    pub fn wanted(&self) -> String {
        match self {
            Self::Whole { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Real { min, max, .. } => format!("a number from {min} to {max}"),
            Self::Switch { .. } => "true or false".to_owned(),
            Self::Choice(_) => format!("one of {}", self.choices()),
            Self::Formula { features, .. } => format!(
                "a formula of numbers, + - * / ( ), min(a, b), max(a, b) and the features {}",
                features.join(", ")
            ),
        }
    }

    /// Returns a sentence that rejects this value and describes the accepted ones.
    pub(super) fn describe_mismatch(&self, value: &ParamValue) -> String {
        let problem = match (self, value) {
            (Self::Formula { features, .. }, ParamValue::Word(text)) => Formula::read(text, features).err(),
            _ => None,
        };
        let wanted = self.wanted();
        problem.map_or_else(|| wanted.clone(), |problem| format!("{wanted} ({problem})"))
    }
}

impl From<Range> for Control {
    fn from(range: Range) -> Self {
        match range {
            Range::Whole { min, max, .. } => Self::Number { min: min as f64, max: max as f64, whole: true },
            Range::Real { min, max, .. } => Self::Number { min, max, whole: false },
            Range::Switch { .. } => Self::Switch,
            Range::Choice(choices) => {
                let choices =
                    choices.iter().map(|(word, title)| Choice { word: (*word).to_owned(), title: (*title).to_owned() });
                Self::Choice(choices.collect())
            }
            Range::Formula { .. } => Self::Formula,
        }
    }
}

impl From<&ParamDeclaration> for ParamInfo {
    fn from(param: &ParamDeclaration) -> Self {
        Self {
            name: param.name.to_owned(),
            title: param.title.to_owned(),
            help: param.help.to_owned(),
            control: param.range.into(),
            default: param.range.default(),
            wanted: param.range.wanted(),
            is_live: param.is_live,
            note: param.note.map(|(word, text)| ScoreNote { word: word.map(str::to_owned), text: text.to_owned() }),
        }
    }
}
