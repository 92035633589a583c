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
    /// True if the score of a link depends only on the page and on what was learned before the crawl, not on other
    /// pages of the crawl. Such pages can be scored in any order and on several machines, with the same scores.
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
    pub fn settings(&self, given: &BTreeMap<String, ParamValue>) -> Result<Settings, Vec<ParamError>> {
        Settings::check(self.id, &self.params, given)
    }

    /// Returns the parameter with this name.
    pub fn param(&self, name: &str) -> Option<&'static ParamDeclaration> {
        self.params.into_iter().find(|param| param.name == name)
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
    pub(in crate::strategy) const PAGE: Self =
        Self { name: "page", title: "Linking page", help: "similarity of the linking page to your query" };
    /// The similarity of the link's own text.
    pub(in crate::strategy) const ANCHOR: Self =
        Self { name: "anchor", title: "Link text", help: "similarity of the link text to your query" };
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
            presets: entry.params.presets().iter().map(PresetInfo::from).collect(),
            needs: entry.needs,
            has_spiders: entry.family == Family::Spiders,
            parts: entry.parts.iter().map(|part| (part.title.to_owned(), part.help.to_owned())).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::strategy::LIST;
    use std::collections::BTreeSet;
    use types::strategy::{Control, StrategyInfo};

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
            assert!(has_formula || parts.clone().all(is_sentence_case), "{}", info.id);
        }
    }

    fn is_sentence_case(title: &str) -> bool {
        title.starts_with(|first: char| first.is_ascii_uppercase())
    }
}
