//! The parameter of strategies that can do without the lexicon or the word vectors.
//!
//! It is part of the specification, so that a saved crawl is replayed with the data that it had: driver and plan never
//! disagree about them.

use super::{Assets, Entry, Param};
use std::collections::BTreeMap;
use types::spec::{LANGUAGE_DATA_PARAM, ParamValue, StrategySpec};
use types::strategy::Needs;

/// The language data that a crawl uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::strategy) struct DataChoice {
    /// `WordNet`.
    lexicon: bool,
    /// The word vectors.
    vectors: bool,
}

impl DataChoice {
    const fn new(lexicon: bool, vectors: bool) -> Self {
        Self { lexicon, vectors }
    }
}

/// The language data of a strategy that computes everything else without them.
pub(in crate::strategy) const LANGUAGE_DATA: Param<DataChoice> = Param::choice(
    LANGUAGE_DATA_PARAM,
    "Language data",
    &[("all", "WordNet and word vectors"), ("wordnet", "WordNet"), ("vectors", "Word vectors"), ("none", "None")],
    &[
        DataChoice::new(true, true),
        DataChoice::new(true, false),
        DataChoice::new(false, true),
        DataChoice::new(false, false),
    ],
    "WordNet and word vectors, one of them, or none.",
);

impl<M> Entry<M> {
    /// Returns whether the strategy computes everything else without the lexicon or the word vectors.
    pub fn has_optional_data(&self) -> bool {
        self.param(LANGUAGE_DATA.name()).is_some()
    }

    /// Returns the inputs that the strategy requires with these parameters.
    pub fn needs_with(&self, params: &BTreeMap<String, ParamValue>) -> Needs {
        let data = self.data_with(params);
        Needs { lexicon: self.needs.lexicon && data.lexicon, vectors: self.needs.vectors && data.vectors, ..self.needs }
    }

    /// Returns the specification that uses no other language data than that of `assets`; `None` if the strategy cannot
    /// do without the rest.
    pub fn with_available_data(&self, spec: &StrategySpec, assets: &Assets) -> Option<StrategySpec> {
        let needs = self.needs_with(&spec.params);
        if assets.has_language_data(needs) {
            return Some(spec.clone());
        }
        let data = DataChoice {
            lexicon: needs.lexicon && assets.lexicon.is_some(),
            vectors: needs.vectors && assets.vectors.is_some(),
        };
        let mut spec = spec.clone();
        let (name, value) = (LANGUAGE_DATA.name().to_owned(), LANGUAGE_DATA.write(data));
        spec.params.insert(name, value);
        self.has_optional_data().then_some(spec)
    }

    fn data_with(&self, params: &BTreeMap<String, ParamValue>) -> DataChoice {
        let given = params.get(LANGUAGE_DATA.name()).filter(|_| self.has_optional_data());
        let given = given.and_then(|value| LANGUAGE_DATA.read(value));
        given.unwrap_or(LANGUAGE_DATA.default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::find;
    use std::sync::Arc;

    fn assets(lexicon: bool, vectors: bool) -> Assets {
        Assets {
            lexicon: lexicon.then(|| Arc::new(crate::lexicon::tests::tiny())),
            vectors: vectors.then(|| Arc::new(crate::vectors::tests::tiny())),
            ..Assets::core()
        }
    }

    fn check(id: &str, (lexicon, vectors): (bool, bool), expected: Option<&str>) {
        let entry = find(id).expect("it is in the list");
        let assets = assets(lexicon, vectors);
        let spec = entry.with_available_data(&id.into(), &assets);
        assert_eq!(spec.as_ref().map(ToString::to_string).as_deref(), expected);
        if let Some(spec) = spec {
            let needs = entry.needs_with(&spec.params);
            assert!(assets.has_language_data(needs), "{spec}");
        }
    }

    #[test]
    fn a_strategy_with_optional_data_does_without_what_is_missing() {
        check("adaptive", (true, true), Some("adaptive"));
        check("adaptive", (false, true), Some("adaptive:language_data=vectors"));
        check("adaptive-trails", (true, false), Some("adaptive-trails:language_data=wordnet"));
        check("evolved", (false, false), Some("evolved:language_data=none"));
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
        let spec = Some(spec);
        assert_eq!(spec.as_ref().and_then(|spec| entry.with_available_data(spec, &assets(true, true))), spec);
    }
}
