//! Holds the strategies of a comparison with their typed parameters.

use crate::catalog::Catalog;
use crate::form::{Form, StrategyInput, param_key, problem};
use protocol::Problem;
use types::spec::StrategySpec;
use types::strategy::ParamInfo;

/// Holds the selected strategies of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyDrafts {
    /// The strategies, in the order of the legend.
    pub selected: Vec<StrategyDraft>,
    /// The index of the strategy whose settings are open.
    pub open: Option<usize>,
}

/// A strategy with its typed parameters.
///
/// A strategy of an imported plan keeps its notation until it is changed, because claims and figures refer to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyDraft {
    /// The strategy in the notation of plans.
    written: String,
    /// The strategy and its parameters, as in the form of a crawl.
    pub form: Form,
}

impl StrategyDrafts {
    /// Parses strategies in the notation of plans.
    pub(super) fn parse<T: AsRef<str>>(written: &[T]) -> Self {
        let selected = written.iter().map(|one| StrategyDraft::parse(one.as_ref()));
        Self { selected: selected.collect(), open: None }
    }

    /// Returns the entries of a strategy, with their indices.
    pub fn entries_of<'a>(&'a self, id: &'a str) -> impl Iterator<Item = (usize, &'a StrategyDraft)> {
        self.selected.iter().enumerate().filter(move |(_, draft)| draft.form.strategy.id.as_deref() == Some(id))
    }

    /// Returns the strategy whose settings are open.
    pub(super) fn open_mut(&mut self) -> Option<&mut StrategyDraft> {
        self.open.and_then(|open| self.selected.get_mut(open))
    }

    /// Selects exactly the strategies with these ids. Those that were selected before keep their settings.
    pub(super) fn select<'a>(&mut self, ids: impl Iterator<Item = &'a str>) {
        let mut selected = Vec::new();
        for id in ids {
            let before = selected.len();
            selected.extend(self.entries_of(id).map(|(_, draft)| draft.clone()));
            if selected.len() == before {
                selected.push(StrategyDraft::parse(id));
            }
        }
        (self.selected, self.open) = (selected, None);
    }

    /// Removes a strategy.
    pub fn remove(&mut self, at: usize) {
        if at < self.selected.len() {
            self.selected.remove(at);
        }
        self.open = None;
    }

    /// Returns the strategies in the notation of plans, and adds the problems of invalid ones.
    pub(super) fn written(&self, catalog: &Catalog, problems: &mut Vec<Problem>) -> Vec<String> {
        let mut written = Vec::new();
        for draft in &self.selected {
            match draft.written(catalog) {
                Ok(text) => written.push(text),
                Err(wrong) => {
                    let problem_of = |one: Problem| catalog.problem_text(&draft.form.strategy_id(), &one);
                    problems.extend(wrong.into_iter().map(problem_of).map(|text| problem("strategies", text)));
                }
            }
        }
        written
    }
}

impl StrategyDraft {
    /// Parses a strategy in the notation of plans: `ID` or `ID:NAME=VALUE:…`.
    pub fn parse(written: &str) -> Self {
        Self { written: written.to_owned(), form: form_of(&read_spec(written)) }
    }

    /// Returns the settings that differ from the defaults as a text: `Initial population: 5, …`.
    pub fn changed_settings(&self, params: &[ParamInfo]) -> String {
        self.form.strategy.changed_settings(&self.form.strategy_id(), params)
    }

    /// Returns the strategy in the notation of plans, or the invalid fields. Unchanged strategies keep the imported
    /// notation, which the worker checks.
    fn written(&self, catalog: &Catalog) -> Result<String, Vec<Problem>> {
        let mut spec = read_spec(&self.written);
        let before = StrategyInput::of(&spec).params;
        if self.form.strategy.params == before {
            return Ok(self.written.clone());
        }
        let StrategySpec { id, mut params } = self.form.spec(catalog)?;
        params.retain(|name, _| {
            let key = param_key(&id, name);
            self.form.strategy.params.get(&key) != before.get(&key)
        });
        spec.params.extend(params);
        Ok(spec.to_string())
    }
}

/// Parses a strategy in the notation of plans; of a malformed one only the id.
fn read_spec(written: &str) -> StrategySpec {
    StrategySpec::read(written).unwrap_or_else(|_| StrategySpec {
        id: written.split(':').next().unwrap_or_default().trim().to_owned(),
        ..StrategySpec::default()
    })
}

fn form_of(spec: &StrategySpec) -> Form {
    Form { strategy: StrategyInput::of(spec), ..Form::default() }
}
