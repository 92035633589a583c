//! A strategy with some of its parameters, written `ID:NAME=VALUE:NAME=VALUE`.

use crate::strategy::{self, ParamValue};

/// A strategy with some of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its id.
    pub strategy: String,
    /// Its own parameters, in the order in which they were written.
    pub params: Vec<(String, ParamValue)>,
}

impl Variant {
    /// A strategy with its usual parameters.
    pub fn plain(id: &str) -> Self {
        Self {
            strategy: id.to_owned(),
            params: Vec::new(),
        }
    }

    /// Reads what was written; what is wrong is told in words.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let id = parts.next().unwrap_or_default().trim();
        if strategy::find(id).is_none() {
            return Err(format!(
                "there is no strategy “{id}”: choose all or some of {}",
                strategy::ids().join(", ")
            ));
        }
        let mut params: Vec<(String, ParamValue)> = Vec::new();
        for part in parts {
            let (name, value) = Self::param(part)?;
            if params.iter().any(|(other, _)| *other == name) {
                return Err(format!("{text}: “{name}” is given twice, give it once"));
            }
            params.push((name, value));
        }
        Ok(Self {
            params,
            ..Self::plain(id)
        })
    }

    /// True where both are the same strategy with the same parameters, in whatever order they were written.
    pub fn is_like(&self, other: &Self) -> bool {
        let is_there = |param| other.params.contains(param);
        self.strategy == other.strategy
            && self.params.len() == other.params.len()
            && self.params.iter().all(is_there)
    }

    /// Reads a parameter, written `NAME=VALUE`.
    pub fn param(text: &str) -> Result<(String, ParamValue), String> {
        let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
        Ok((name.trim().to_owned(), ParamValue::read(value)))
    }

    /// True where the strategy has a parameter of this name.
    pub fn takes(&self, name: &str) -> bool {
        strategy::find(&self.strategy)
            .is_some_and(|entry| entry.params.iter().any(|param| param.name == name))
    }
}

impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.strategy)?;
        self.params
            .iter()
            .try_for_each(|(name, value)| write!(f, ":{name}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_may_be_written_with_parameters_of_its_own() {
        let text = "best-n-first:n=16:again=first";
        let variant = Variant::read(text).unwrap();
        assert_eq!(variant.strategy, "best-n-first");
        assert_eq!(variant.params.len(), 2);
        assert_eq!(variant.to_string(), text);
        assert!(variant.takes("n") && !variant.takes("zz"));
        let like = |text| variant.is_like(&Variant::read(text).unwrap());
        assert!(like("best-n-first:again=first:n=16"));
        assert!(!like("best-n-first:n=16") && !like("best-n-first:n=8:again=first"));
        for (wrong, says) in [
            ("worst-first", "no strategy"),
            ("best-first:16", "NAME=VALUE"),
            ("best-n-first:n=4:n=8", "“n” is given twice"),
        ] {
            assert!(Variant::read(wrong).unwrap_err().contains(says), "{wrong}");
        }
    }
}
