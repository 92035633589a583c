//! The parameter of strategies that can do without the lexicon or the word vectors.
//!
//! It is part of the specification, so that a saved crawl is replayed with the data that it had: driver and plan never disagree about them.

use super::{Entry, Param};
use std::collections::BTreeMap;
use types::spec::{LANGUAGE_DATA_PARAM, ParamValue, StrategySpec};
use types::strategy::Needs;

/// The language data that a crawl uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageData {
    /// `WordNet`.
    pub lexicon: bool,
    /// The word vectors.
    pub vectors: bool,
}

impl LanguageData {
    const fn new(lexicon: bool, vectors: bool) -> Self {
        Self { lexicon, vectors }
    }
}

/// The language data of a strategy that computes everything else without them.
pub(in crate::strategy) const LANGUAGE_DATA: Param<LanguageData> = Param::choice(
    LANGUAGE_DATA_PARAM,
    "Language data",
    &["all", "wordnet", "vectors", "none"],
    &[
        LanguageData::new(true, true),
        LanguageData::new(true, false),
        LanguageData::new(false, true),
        LanguageData::new(false, false),
    ],
    "The data to compare words with, WordNet and word vectors; a crawl in the app starts without data that cannot be loaded.",
);

impl<M> Entry<M> {
    /// Returns whether the strategy computes everything else without the lexicon or the word vectors.
    pub fn has_optional_data(&self) -> bool {
        self.param(LANGUAGE_DATA.name()).is_some()
    }

    /// Returns the inputs that the strategy requires with these parameters.
    pub fn needs_with(&self, params: &BTreeMap<String, ParamValue>) -> Needs {
        let data = self.data_with(params);
        Needs {
            lexicon: self.needs.lexicon && data.lexicon,
            vectors: self.needs.vectors && data.vectors,
            ..self.needs
        }
    }

    /// Returns the specification that uses no other language data than `available`; `None` if the strategy cannot do without the rest.
    pub fn with_available_data(
        &self,
        spec: &StrategySpec,
        available: LanguageData,
    ) -> Option<StrategySpec> {
        let needs = self.needs_with(&spec.params);
        let lacks = needs.lexicon && !available.lexicon || needs.vectors && !available.vectors;
        if !lacks {
            return Some(spec.clone());
        }
        let data = LanguageData {
            lexicon: needs.lexicon && available.lexicon,
            vectors: needs.vectors && available.vectors,
        };
        let mut spec = spec.clone();
        let (name, value) = (LANGUAGE_DATA.name().to_owned(), LANGUAGE_DATA.write(data));
        spec.params.insert(name, value);
        self.has_optional_data().then_some(spec)
    }

    /// Returns the specification with all language data; `None` if this one uses all.
    pub fn with_all_data(&self, spec: &StrategySpec) -> Option<StrategySpec> {
        if self.needs_with(&spec.params) == self.needs {
            return None;
        }
        let mut spec = spec.clone();
        spec.params.remove(LANGUAGE_DATA.name());
        Some(spec)
    }

    fn data_with(&self, params: &BTreeMap<String, ParamValue>) -> LanguageData {
        let given = params
            .get(LANGUAGE_DATA.name())
            .filter(|_| self.has_optional_data());
        let given = given.and_then(|value| LANGUAGE_DATA.read(value));
        given.unwrap_or(LANGUAGE_DATA.default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::find;

    fn check(id: &str, available: (bool, bool), expected: Option<&str>) {
        let entry = find(id).expect("it is in the list");
        let available = LanguageData::new(available.0, available.1);
        let spec = entry.with_available_data(&id.into(), available);
        assert_eq!(spec.as_ref().map(ToString::to_string).as_deref(), expected);
        if let Some(spec) = spec {
            let needs = entry.needs_with(&spec.params);
            assert!(
                needs.lexicon <= available.lexicon && needs.vectors <= available.vectors,
                "{spec}"
            );
            assert_eq!(
                entry.with_all_data(&spec).unwrap_or(spec),
                StrategySpec::from(id)
            );
        }
    }

    #[test]
    fn a_strategy_with_optional_data_does_without_what_is_missing() {
        check("adaptive", (true, true), Some("adaptive"));
        check(
            "adaptive",
            (false, true),
            Some("adaptive:language_data=vectors"),
        );
        check(
            "adaptive-trails",
            (true, false),
            Some("adaptive-trails:language_data=wordnet"),
        );
        check(
            "evolved",
            (false, false),
            Some("evolved:language_data=none"),
        );
    }

    #[test]
    fn a_strategy_that_is_nothing_without_its_data_has_no_substitute() {
        check("ehrig", (true, false), Some("ehrig"));
        check("ehrig", (false, true), None);
        check("embedding", (false, true), Some("embedding"));
        check("embedding", (true, false), None);
        check("best-first", (false, false), Some("best-first"));
    }

    #[test]
    fn data_that_the_person_left_out_stay_out() {
        let entry = find("adaptive").expect("it is in the list");
        let spec = StrategySpec::read("adaptive:language_data=vectors").expect("it is one");
        let all = LanguageData::new(true, true);
        assert_eq!(entry.with_available_data(&spec, all), Some(spec));
    }
}
