//! The description of a strategy for interface and programs.

use super::{ParamDeclaration, ParamList, Settings, Strategy, StrategyInputs};
use std::collections::BTreeMap;
use types::spec::{ParamError, ParamValue};
use types::strategy::{Family, Needs, ParamInfo, PresetInfo, StrategyInfo};

/// The constructor of a strategy.
pub type Make = fn(&StrategyInputs<'_>) -> Box<dyn Strategy>;

/// The entry that a strategy's file declares.
pub(in crate::strategy) type Declaration = Entry<Make>;

/// The entry of a strategy in the list.
///
/// The list has no constructors: a program that loads the code of strategies on demand has the list without that code
/// ([`super::LoadedCode`]).
#[derive(Debug)]
pub struct Entry<M = ()> {
    /// The stable name in plans, flags and addresses.
    pub id: &'static str,
    /// The title in the interface.
    pub title: &'static str,
    /// One sentence: what it does and when to use it.
    pub description: &'static str,
    /// The group of the strategy in forms.
    pub family: Family,
    /// Paper and section.
    pub source: &'static str,
    /// Its parameters, in the order of the form.
    pub params: ParamList,
    /// The inputs that it requires.
    pub needs: Needs,
    /// True if the score of a link depends only on the page and on what was learned before the crawl, not on other pages of the crawl.
    /// Such pages can be scored in any order and on several machines, with the same scores.
    pub scores_pages_independently: bool,
    /// The meanings of its score parts, in the order of [`crate::frontier::Score::parts`].
    pub parts: &'static [ScorePart],
    /// The constructor, in a declaration.
    pub(in crate::strategy) make: M,
}

impl Declaration {
    /// Returns the entry of the list.
    pub(in crate::strategy) const fn listed(&self) -> Entry {
        Entry {
            id: self.id,
            title: self.title,
            description: self.description,
            family: self.family,
            source: self.source,
            params: self.params,
            needs: self.needs,
            scores_pages_independently: self.scores_pages_independently,
            parts: self.parts,
            make: (),
        }
    }
}

impl<M> Entry<M> {
    /// Checks parameters against the declared ones; an omitted parameter gets its default.
    ///
    /// # Errors
    /// Returns one error for each unknown name and each value out of range.
    pub fn settings(
        &self,
        given: &BTreeMap<String, ParamValue>,
    ) -> Result<Settings, Vec<ParamError>> {
        Settings::check(self.id, &self.params, given)
    }

    /// Returns the parameter with this current or former name.
    pub fn param(&self, name: &str) -> Option<&'static ParamDeclaration> {
        self.params.into_iter().find(|param| param.is_named(name))
    }

    /// Renames parameters to their current names. If both names are given, the value of the current one is kept.
    pub fn renamed(&self, given: &BTreeMap<String, ParamValue>) -> BTreeMap<String, ParamValue> {
        let mut renamed = given.clone();
        for (name, value) in given {
            if let Some(param) = self.param(name).filter(|param| param.name != name) {
                renamed.remove(name);
                renamed
                    .entry(param.name.to_owned())
                    .or_insert_with(|| value.clone());
            }
        }
        renamed
    }

    /// Returns the defaults of all parameters.
    pub(in crate::strategy) fn defaults(&self) -> Settings {
        Settings::defaults(self.params.declared())
    }
}

/// One part of a strategy's scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScorePart {
    /// The stable name in formulas and in Python: “page”, “anchor”.
    pub name: &'static str,
    /// The name in the interface.
    pub title: &'static str,
    /// The meaning, in a sentence.
    pub help: &'static str,
}

impl ScorePart {
    /// The relevance of the page with the link.
    pub(in crate::strategy) const PAGE: Self = Self {
        name: "page",
        title: "Linking page",
        help: "similarity of the linking page to your query",
    };
    /// The similarity of the link's own text.
    pub(in crate::strategy) const ANCHOR: Self = Self {
        name: "anchor",
        title: "Link text",
        help: "similarity of the link text to your query",
    };
}

impl From<&Entry> for StrategyInfo {
    fn from(entry: &Entry) -> Self {
        Self {
            id: entry.id.to_owned(),
            title: entry.title.to_owned(),
            description: entry.description.to_owned(),
            family: entry.family,
            source: entry.source.to_owned(),
            params: entry.params.iter().map(ParamInfo::from).collect(),
            presets: entry
                .params
                .presets()
                .iter()
                .map(PresetInfo::from)
                .collect(),
            needs: entry.needs,
            has_spiders: entry.family == Family::Spiders,
            parts: entry
                .parts
                .iter()
                .map(|part| (part.title.to_owned(), part.help.to_owned()))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::{LIST, Rediscovery, find};
    use std::collections::{BTreeMap, BTreeSet};
    use types::spec::{ParamError, ParamValue, StrategySpec};
    use types::strategy::{Control, StrategyInfo};

    fn check(spec: &str, expected: Rediscovery) {
        let spec = StrategySpec::read(spec).expect("it is a specification");
        let entry = find(&spec.id).expect("the strategy exists");
        for params in [spec.params.clone(), entry.renamed(&spec.params)] {
            let settings = entry.settings(&params).expect("the names are accepted");
            assert_eq!(Rediscovery::of(&settings), expected, "{spec}");
        }
    }

    #[test]
    fn a_former_name_of_a_parameter_is_accepted_and_the_current_one_goes_first() {
        check("best-first", Rediscovery::Mean);
        check("best-first:on_rediscovery=best", Rediscovery::Best);
        check("best-first:again=best", Rediscovery::Best);
        check(
            "best-first:again=best:on_rediscovery=first",
            Rediscovery::First,
        );
    }

    #[test]
    fn the_values_of_every_preset_are_valid_and_differ_from_the_defaults() {
        let mut with_presets = Vec::new();
        for entry in LIST {
            for preset in entry.params.presets() {
                let settings = entry.settings(&preset.values());
                assert_ne!(settings, Ok(entry.defaults()), "{}", entry.id);
                settings.unwrap_or_else(|errors| panic!("{}: {errors:?}", entry.id));
                with_presets.push(entry.id);
            }
        }
        assert_eq!(with_presets, ["hybrid-hmm", "hybrid-hmm-anchor"]);
    }

    #[test]
    fn titles_of_choices_and_parts_are_in_sentence_case_and_distinct() {
        for info in LIST.iter().map(|entry| StrategyInfo::from(*entry)) {
            let choices = info.params.iter().filter_map(|param| match &param.control {
                Control::Choice(choices) => Some(choices.as_slice()),
                _ => None,
            });
            for titled in choices {
                let titles: BTreeSet<&str> = titled.iter().map(|choice| &*choice.title).collect();
                assert_eq!(titles.len(), titled.len(), "{}: {titled:?}", info.id);
                assert!(titles.iter().all(|title| is_sentence_case(title)));
            }
            let parts = info.parts.iter().map(|(title, _)| &**title);
            let distinct: BTreeSet<&str> = parts.clone().collect();
            assert_eq!(distinct.len(), info.parts.len(), "{}", info.id);
            // The features of a formula keep the names that the formula uses.
            let mut controls = info.params.iter().map(|param| &param.control);
            let has_formula = controls.any(|control| *control == Control::Formula);
            assert!(
                has_formula || parts.clone().all(is_sentence_case),
                "{}",
                info.id
            );
        }
    }

    fn is_sentence_case(title: &str) -> bool {
        title.starts_with(|first: char| first.is_ascii_uppercase())
    }

    #[test]
    fn a_retired_parameter_is_accepted_only_by_the_strategies_that_had_it() {
        let ties = BTreeMap::from([("ties".to_owned(), ParamValue::Number(0.1))]);
        let accepting = LIST.iter().filter(|entry| entry.settings(&ties).is_ok());
        let ids: Vec<&str> = accepting.map(|entry| entry.id).collect();
        let retired = ["hybrid-hmm", "hybrid-hmm-anchor"];
        assert_eq!(ids, ["hmm", "hmm-x", retired[0], retired[1], "alternating"]);
        for id in retired {
            let entry = find(id).expect("it exists");
            let (settings, defaults) = (entry.settings(&ties), entry.defaults());
            assert_eq!(settings, Ok(defaults), "{id}");
            assert!(entry.param("ties").is_none(), "{id} does not offer it");
        }
        let refusals = find("best-first").expect("it exists").settings(&ties);
        let [refusal] = &refusals.expect_err("it never had it")[..] else {
            panic!("one unknown name")
        };
        let sentence = refusal.to_string();
        assert!(
            sentence.starts_with("best-first has no parameter “ties”"),
            "{sentence}"
        );
    }

    #[test]
    fn a_value_under_a_former_name_is_checked_and_moves_to_the_current_one() {
        let entry = find("best-n-first").expect("it exists");
        let spec = |text| StrategySpec::read(text).expect("it is a specification");
        let renamed = entry.renamed(&spec("best-n-first:again=first:n=4").params);
        assert_eq!(
            renamed,
            spec("best-n-first:n=4:on_rediscovery=first").params
        );
        let errors = entry.settings(&spec("best-n-first:again=never").params);
        let errors = errors.expect_err("no such word");
        assert!(
            matches!(&errors[..], [ParamError::Value { param, .. }] if param == "on_rediscovery")
        );
        let breadth = find("breadth-first").expect("it exists");
        assert!(
            breadth
                .settings(&spec("breadth-first:again=best").params)
                .is_err()
        );
    }
}
