//! The form of a comparison, and the plan that it makes.
//!
//! Fields keep their text until the comparison is sent. The worker checks everything except numbers. Parts of an
//! imported plan that the form does not show (claims, marks, crawl settings) are kept, so that running it again runs
//! the same plan. Not here: the source of pages, which crawls and comparisons share.

use super::topic_draft::TopicDraft;
use crate::page::dom::digits;
use crate::page::state::catalog::Catalog;
use crate::page::state::form::{Form, param_key, param_text, problem};
use crate::page::state::numbers;
use crate::page::state::numbers::{Number, SEED_MAX};
use crate::protocol::Problem;
use crate::protocol::compare::{CompareChoices, ComparisonForm, TopicForm};
use std::collections::BTreeMap;
use types::compare::{SeedUse, TOPICS_AT_LEAST};
use types::measures::Measure;
use types::spec::StrategySpec;
use types::strategy::{ParamInfo, StrategyInfo};
use types::to_u32;

/// Strategies that are chosen at first: the field's two landmarks, and one that reads the words at links.
const FIRST: [&str; 3] = ["breadth-first", "best-first", "shark-search"];
/// Topics of the demo web that are chosen at first: as many as a test needs, and few enough to be over in seconds.
const FIRST_TOPICS: usize = TOPICS_AT_LEAST as usize;
/// Pages of an earlier crawl, for strategies that begin with such, at first.
const PAST_PAGES: f64 = 200.0;
/// Pages of a crawl at first.
const FIRST_PAGES: u32 = 200;

/// The form of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The plan that it was filled from.
    base: ComparisonForm,
    /// True once it was filled: later choices no longer change it.
    is_filled: bool,
    /// Its name.
    pub title: String,
    /// The strategies, in the order of the legend.
    pub picks: Vec<StrategyDraft>,
    /// The place of the one whose settings are open.
    pub open: Option<usize>,
    /// Names of the demo web's topics that are chosen, in their order.
    pub topics: Vec<String>,
    /// Topics that were typed, or came with a file.
    pub typed: Vec<TopicDraft>,
    /// The use of a topic's seeds.
    pub seeds: SeedUse,
    /// Strategies that learn from topics get the starter topics.
    pub starter_topics: bool,
    /// Texts of numbers by name.
    pub numbers: BTreeMap<&'static str, String>,
    /// The measures that are chosen, in their order.
    pub measures: Vec<Measure>,
    /// The problems, field by field.
    pub problems: Vec<Problem>,
}

/// A strategy with the parameters that were typed for it.
///
/// A strategy of an imported plan keeps its spelling until it is changed here, because claims and figures refer to it by that spelling.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyDraft {
    /// The strategy in the notation of plans.
    written: String,
    /// Strategy and parameters, as a crawl's form has them.
    pub form: Form,
}

/// The numbers of the form, in its order.
pub const NUMBERS: [Number<ComparisonForm>; 4] = [
    Number {
        name: "pages",
        title: "Pages per crawl",
        help: "Each crawl ends after this many pages.",
        min: 1.0,
        max: 10_000.0,
        whole: true,
        get: |plan| f64::from(plan.pages),
        set: |plan, value| plan.pages = to_u32(value),
    },
    Number {
        name: "repeats",
        title: "Repeats",
        help: "Runs of each crawl with different random seeds, which matter to randomized strategies only.",
        min: 1.0,
        max: 100.0,
        whole: true,
        get: |plan| f64::from(plan.repeats),
        set: |plan, value| plan.repeats = to_u32(value),
    },
    Number {
        name: "rng",
        title: "Random seed",
        help: "The same plan and seed give the same results.",
        min: 0.0,
        max: SEED_MAX,
        whole: true,
        get: |plan| plan.rng as f64,
        set: |plan, value| plan.rng = types::to_u64(value),
    },
    Number {
        name: "past_pages",
        title: "Earlier crawl’s pages",
        help: "Length of the Best-first crawl given to strategies that need an earlier crawl.",
        min: 0.0,
        max: 10_000.0,
        whole: true,
        get: |plan| f64::from(plan.past_pages),
        set: |plan, value| plan.past_pages = to_u32(value),
    },
];

impl Draft {
    /// Returns the form of a plan.
    pub fn of(plan: ComparisonForm, offer: Option<&CompareChoices>) -> Self {
        let mut draft = Self {
            is_filled: true,
            title: plan.title.clone(),
            picks: plan
                .strategies
                .iter()
                .map(|one| StrategyDraft::of(one))
                .collect(),
            topics: plan.topics.clone(),
            typed: plan.typed.iter().map(TopicDraft::of).collect(),
            seeds: plan.seeds,
            starter_topics: plan.starter_topics,
            measures: plan.measures.clone(),
            base: plan,
            ..Self::default()
        };
        draft.choose_all_where_none(offer);
        draft
    }

    /// Puts topics of a file with those that were typed: all of them, or those that the plan names.
    pub fn add_topics(&mut self, topics: &[TopicForm]) {
        let named = |topic: &&TopicForm| {
            self.base.topics_file.is_none()
                || self.base.topics.is_empty()
                || self.base.topics.contains(&topic.name)
        };
        let added: Vec<TopicDraft> = topics.iter().filter(named).map(TopicDraft::of).collect();
        let is_new = |typed: &TopicDraft| !added.iter().any(|topic| topic.name == typed.name);
        self.typed.retain(is_new);
        self.typed.extend(added);
        self.problems.retain(|problem| problem.field != "topics");
    }

    /// Returns the file from which the plan takes its topics, as long as they are not here.
    pub fn missing_topics(&self) -> Option<&str> {
        let file = self.base.topics_file.as_deref();
        file.filter(|_| self.typed.is_empty())
    }

    /// Returns whether the plan brings trails for all topics.
    pub fn has_trails(&self) -> bool {
        self.base.has_trails
    }

    /// Returns true if the plan has training topics for all compared topics.
    pub fn has_taxonomy(&self) -> bool {
        self.base.has_taxonomy
    }

    /// Returns whether it has content: of a plan, of an import or the default.
    pub fn is_filled(&self) -> bool {
        self.is_filled
    }

    /// Fills an empty form with a default comparison once the choices are known.
    pub fn offer(&mut self, offer: &CompareChoices) {
        if self.is_filled {
            return self.choose_all_where_none(Some(offer));
        }
        let topics = offer.topics.iter().take(FIRST_TOPICS);
        *self = Self {
            is_filled: true,
            base: ComparisonForm {
                pages: FIRST_PAGES,
                repeats: 1,
                rng: 1,
                ..ComparisonForm::default()
            },
            picks: FIRST.iter().map(|id| StrategyDraft::of(id)).collect(),
            topics: topics.map(|(name, _)| name.clone()).collect(),
            measures: [Measure::Harvest, Measure::Recall, Measure::AverageRelevance].into(),
            problems: std::mem::take(&mut self.problems),
            ..Self::default()
        };
    }

    /// Selects all topics of the web if the plan names none.
    fn choose_all_where_none(&mut self, offer: Option<&CompareChoices>) {
        let is_open = self.topics.is_empty() && self.typed.is_empty();
        let is_own = self.base.topics_file.is_none();
        if let Some(offer) = offer.filter(|_| is_open && is_own) {
            self.topics = offer.topics.iter().map(|(name, _)| name.clone()).collect();
        }
    }

    /// Returns the web of the plan that it was filled from, as plans name webs.
    pub fn web(&self) -> &str {
        &self.base.web
    }

    /// Edits a field and clears its problem.
    pub fn edit(&mut self, field: &str, how: impl FnOnce(&mut Self)) {
        self.problems.retain(|problem| problem.field != field);
        how(self);
    }

    /// Edits a setting of the open strategy and clears its problem.
    pub fn edit_open(&mut self, field: &str, how: impl FnOnce(&mut Form)) {
        self.problems
            .retain(|problem| problem.field != "strategies");
        if let Some(pick) = self.open.and_then(|open| self.picks.get_mut(open)) {
            pick.form.edit(field, how);
        }
    }

    /// Returns the text of a number.
    pub fn number(&self, number: &Number<ComparisonForm>) -> String {
        let typed = self.numbers.get(number.name).cloned();
        typed.unwrap_or_else(|| digits::plain((number.get)(&self.base)))
    }

    /// Returns the problems of a field, one per line.
    pub fn problem(&self, field: &str) -> Option<String> {
        let own = self.problems.iter().filter(|one| one.field == field);
        let lines: Vec<&str> = own.map(|one| one.message.as_str()).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Sets the pages of the earlier crawl for a strategy that needs them.
    pub fn need_past(&mut self) {
        if self.base.past_pages == 0 && !self.numbers.contains_key("past_pages") {
            self.numbers.insert("past_pages", digits::plain(PAST_PAGES));
        }
    }

    /// Returns how often a strategy is in it.
    pub fn picks_of<'a>(&'a self, id: &'a str) -> impl Iterator<Item = (usize, &'a StrategyDraft)> {
        let picks = self.picks.iter().enumerate();
        picks.filter(move |(_, pick)| pick.form.strategy.as_deref() == Some(id))
    }

    /// Selects only these strategies. Those that were selected before keep their settings.
    pub fn select<'a>(&mut self, infos: impl Iterator<Item = &'a StrategyInfo>) {
        let mut picks = Vec::new();
        let mut begins_late = false;
        for info in infos {
            let before = picks.len();
            picks.extend(self.picks_of(&info.id).map(|(_, pick)| pick.clone()));
            if picks.len() == before {
                picks.push(StrategyDraft::of(&info.id));
            }
            begins_late |= info.needs.past;
        }
        (self.picks, self.open) = (picks, None);
        if begins_late {
            self.need_past();
        }
    }

    /// Takes a strategy out.
    pub fn drop_pick(&mut self, at: usize) {
        if at < self.picks.len() {
            self.picks.remove(at);
        }
        self.open = None;
    }

    /// Returns the plan, for a web of this name with or without topics of its own; or which texts cannot be read.
    pub fn plan(
        &self,
        web: &str,
        has_topics: bool,
        catalog: &Catalog,
    ) -> Result<ComparisonForm, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut plan = ComparisonForm {
            title: self.title.trim().to_owned(),
            web: web.to_owned(),
            topics: if has_topics {
                self.topics.clone()
            } else {
                Vec::new()
            },
            typed: self.typed.iter().map(TopicDraft::topic).collect(),
            seeds: self.seeds,
            starter_topics: self.starter_topics,
            measures: self.measures.clone(),
            ..self.base.clone()
        };
        for number in &NUMBERS {
            if let Some(text) = self.numbers.get(number.name) {
                match read(text, number) {
                    Ok(value) => (number.set)(&mut plan, value),
                    Err(message) => problems.push(problem(number.name, message)),
                }
            }
        }
        plan.strategies = self.strategies(catalog, &mut problems);
        if self.picks.is_empty() {
            problems.push(problem(
                "strategies",
                "Choose at least two strategies.".to_owned(),
            ));
        }
        if let Some(twin) = twin(&plan.strategies) {
            problems.push(problem(
                "strategies",
                format!("“{twin}” is listed twice. Change its settings or remove it."),
            ));
        }
        if plan.topics.is_empty() && self.typed.is_empty() {
            let message = if has_topics {
                "Choose or add a topic."
            } else {
                "Add a topic with a query and seeds."
            };
            problems.push(problem("topics", message.to_owned()));
        }
        if problems.is_empty() {
            Ok(plan)
        } else {
            Err(problems)
        }
    }

    fn strategies(&self, catalog: &Catalog, problems: &mut Vec<Problem>) -> Vec<String> {
        let mut written = Vec::new();
        for pick in &self.picks {
            match pick.written(catalog) {
                Ok(text) => written.push(text),
                Err(wrong) => problems.extend(wrong.into_iter().map(|one| {
                    let id = pick.form.strategy_id();
                    problem(
                        "strategies",
                        format!("{id}, {}: {}", one.field, one.message),
                    )
                })),
            }
        }
        written
    }
}

/// Returns a strategy that is there twice with the same settings.
fn twin(written: &[String]) -> Option<&String> {
    let mut all = written.iter().enumerate();
    all.find_map(|(at, one)| written[..at].contains(one).then_some(one))
}

fn read(text: &str, number: &Number<ComparisonForm>) -> Result<f64, String> {
    let Number {
        min, max, whole, ..
    } = *number;
    let fits = |value: &f64| (!whole || value.fract() == 0.0) && (min..=max).contains(value);
    let value = digits::read(text).filter(fits);
    value.ok_or_else(|| numbers::range_text(min, max, whole))
}

impl StrategyDraft {
    /// Returns a strategy as plans write it: `ID` or `ID:NAME=VALUE:…`.
    pub fn of(written: &str) -> Self {
        Self {
            written: written.to_owned(),
            form: form_of(&read_spec(written)),
        }
    }

    /// Returns the settings that differ from the defaults, for people: `population = 5, …`.
    pub fn changed_settings(&self, params: &[ParamInfo]) -> String {
        let id = self.form.strategy_id();
        let set = params.iter().filter_map(|param| {
            let text = self.form.typed_param(&id, param)?;
            (*text != param_text(&param.default)).then(|| format!("{} = {text}", param.title))
        });
        set.collect::<Vec<_>>().join(", ")
    }

    /// Returns the strategy in the notation of plans, or the invalid fields. Unchanged strategies stay as imported: the worker checks them.
    fn written(&self, catalog: &Catalog) -> Result<String, Vec<Problem>> {
        let mut spec = read_spec(&self.written);
        let before = form_of(&spec).params;
        if self.form.params == before {
            return Ok(self.written.clone());
        }
        let StrategySpec { id, mut params } = self.form.spec(catalog)?;
        params.retain(|name, _| {
            let key = param_key(&id, name);
            self.form.params.get(&key) != before.get(&key)
        });
        spec.params.extend(params);
        Ok(spec.to_string())
    }
}

/// Reads a strategy in the notation of plans; of a malformed one only the id.
fn read_spec(written: &str) -> StrategySpec {
    StrategySpec::read(written).unwrap_or_else(|_| StrategySpec {
        id: written
            .split(':')
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned(),
        ..StrategySpec::default()
    })
}

fn form_of(spec: &StrategySpec) -> Form {
    let params = spec.params.iter();
    Form {
        params: params
            .map(|(name, value)| (param_key(&spec.id, name), param_text(value)))
            .collect(),
        strategy: Some(spec.id.clone()),
        ..Form::default()
    }
}
