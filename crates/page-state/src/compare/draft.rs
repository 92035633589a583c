//! Holds the form of a comparison, and builds its plan.
//!
//! Fields keep their text until the comparison is sent. The worker checks everything except numbers. Parts of an
//! imported plan that the form does not show (claims, marks, crawl settings) are kept, so that the same plan runs
//! again. The source of pages is not part of the form: crawls and comparisons share it.

use super::strategy_draft::StrategyDrafts;
use crate::catalog::Catalog;
use crate::digits;
use crate::form::{Form, param_text, problem, read_setting};
use protocol::Problem;
use protocol::compare::{CompareChoices, ComparisonForm, TopicForm};
use std::collections::BTreeMap;
use types::compare::MIN_TOPICS;
use types::limits;
use types::measures::Measure;
use types::settings::{Setting, SettingValue};
use types::spec::COMPARED_STRATEGIES;
use types::strategy::StrategyInfo;

/// The number of topics of the demo web that are selected at first: the least for a significance test, which is done in
/// seconds.
const FIRST_TOPICS: usize = MIN_TOPICS as usize;
/// The initial number of pages of an earlier crawl, for strategies that need one.
const PAST_PAGES: f64 = 200.0;
/// The initial number of pages of a crawl.
const FIRST_PAGES: u32 = 200;

/// Holds the form of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The fields of the plan.
    pub form: ComparisonForm,
    /// The form was filled, so that choices that arrive later no longer change it.
    pub is_filled: bool,
    /// The selected strategies.
    pub strategies: StrategyDrafts,
    /// Texts of numbers by name.
    pub numbers: BTreeMap<&'static str, String>,
    /// The problems by field.
    pub problems: Vec<Problem>,
}

/// The numbers of the form, in order.
pub static NUMBERS: [Setting<ComparisonForm>; 5] = [
    Setting {
        name: "pages",
        help: "Each crawl ends after this many pages.",
        get: |plan| plan.pages.to_value(),
        set: |plan, value| plan.pages = SettingValue::from_value(value).unwrap_or(plan.pages),
        ..Setting::whole("Pages per crawl", 1, 10_000)
    },
    Setting {
        name: "repeats",
        help: "Each crawl runs this often with different random seeds, which only change randomized strategies.",
        get: |plan| plan.repeats.to_value(),
        set: |plan, value| plan.repeats = SettingValue::from_value(value).unwrap_or(plan.repeats),
        ..Setting::whole("Repeats", 1, 100)
    },
    Setting {
        name: "parallel",
        help: "As in a crawl; 1 follows the order of each strategy strictly, as the papers do.",
        get: |plan| plan.parallel.to_value(),
        set: |plan, value| plan.parallel = SettingValue::from_value(value).unwrap_or(plan.parallel),
        ..Setting::whole("Parallel fetches", 1, limits::IN_FLIGHT_MAX as u64)
    },
    Setting {
        name: "rng",
        help: "The same plan and seed give the same results.",
        get: |plan| plan.rng.to_value(),
        set: |plan, value| plan.rng = SettingValue::from_value(value).unwrap_or(plan.rng),
        ..Setting::whole("Random seed", 0, limits::RNG_SEED)
    },
    Setting {
        name: "past_pages",
        help: "Strategies that need an earlier crawl get a Best-first crawl of this many pages.",
        get: |plan| plan.past_pages.to_value(),
        set: |plan, value| plan.past_pages = SettingValue::from_value(value).unwrap_or(plan.past_pages),
        ..Setting::whole("Pages of the earlier crawl", 0, 10_000)
    },
];

impl Draft {
    /// Creates the form of a plan.
    pub fn from_plan(plan: ComparisonForm, offer: Option<&CompareChoices>) -> Self {
        let mut draft = Self {
            is_filled: true,
            strategies: StrategyDrafts::parse(&plan.strategies),
            form: plan,
            ..Self::default()
        };
        draft.choose_all_where_none(offer);
        draft
    }

    /// Adds the topics of a file to the typed ones: all of them, or those that the plan names.
    pub fn add_topics(&mut self, topics: &[TopicForm]) {
        let named = |topic: &&TopicForm| {
            self.form.topics_file.is_none() || self.form.topics.is_empty() || self.form.topics.contains(&topic.name)
        };
        let added: Vec<TopicForm> = topics.iter().filter(named).cloned().collect();
        self.form.typed.retain(|typed| !added.iter().any(|topic| topic.name == typed.name));
        self.form.typed.extend(added);
        self.problems.retain(|problem| problem.field != "topics");
    }

    /// Returns the file of the plan's topics, as long as they are not loaded.
    pub fn missing_topics(&self) -> Option<&str> {
        self.form.topics_file.as_deref().filter(|_| self.form.typed.is_empty())
    }

    /// Fills an empty form with a default comparison once the choices are known.
    pub fn offer(&mut self, offer: &CompareChoices) {
        if self.is_filled {
            return self.choose_all_where_none(Some(offer));
        }
        let topics = offer.topics.iter().take(FIRST_TOPICS);
        *self = Self {
            is_filled: true,
            form: ComparisonForm {
                topics: topics.map(|(name, _)| name.clone()).collect(),
                measures: [Measure::Harvest, Measure::Recall, Measure::AverageRelevance].into(),
                pages: FIRST_PAGES,
                repeats: 1,
                parallel: limits::IN_FLIGHT,
                rng: 1,
                ..ComparisonForm::default()
            },
            strategies: StrategyDrafts::parse(&COMPARED_STRATEGIES),
            problems: std::mem::take(&mut self.problems),
            ..Self::default()
        };
    }

    /// Selects all topics of the web if the plan names none.
    fn choose_all_where_none(&mut self, offer: Option<&CompareChoices>) {
        let ComparisonForm { topics, typed, topics_file, .. } = &mut self.form;
        let names_none = topics.is_empty() && typed.is_empty() && topics_file.is_none();
        if let Some(offer) = offer.filter(|_| names_none) {
            *topics = offer.topics.iter().map(|(name, _)| name.clone()).collect();
        }
    }

    /// Returns the number of topics, with the selected ones if the web has topics.
    pub fn topic_count(&self, has_topics: bool) -> usize {
        self.form.typed.len() + if has_topics { self.form.topics.len() } else { 0 }
    }

    /// Edits a field and clears its problem.
    pub fn edit(&mut self, field: &str, how: impl FnOnce(&mut Self)) {
        self.problems.retain(|problem| problem.field != field);
        how(self);
    }

    /// Edits a setting of the open strategy and clears its problem.
    pub fn edit_open(&mut self, field: &str, how: impl FnOnce(&mut Form)) {
        self.problems.retain(|problem| problem.field != "strategies");
        if let Some(draft) = self.strategies.open_mut() {
            draft.form.edit(field, how);
        }
    }

    /// Returns the text of a number.
    pub fn number(&self, number: &Setting<ComparisonForm>) -> String {
        let typed = self.numbers.get(number.name).cloned();
        typed.unwrap_or_else(|| param_text(&(number.get)(&self.form)))
    }

    /// Returns the problems of a field, one per line.
    pub fn problem(&self, field: &str) -> Option<String> {
        let problems = self.problems.iter().filter(|one| one.field == field);
        let lines: Vec<&str> = problems.map(|one| one.message.as_str()).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Sets the pages of the earlier crawl for a strategy that needs them.
    pub fn need_past(&mut self) {
        if self.form.past_pages == 0 && !self.numbers.contains_key("past_pages") {
            self.numbers.insert("past_pages", digits::plain(PAST_PAGES));
        }
    }

    /// Selects exactly these strategies. Those that were selected before keep their settings.
    pub fn select<'a>(&mut self, infos: impl Iterator<Item = &'a StrategyInfo>) {
        let mut begins_late = false;
        let ids = infos.map(|info| {
            begins_late |= info.needs.past;
            info.id.as_str()
        });
        self.strategies.select(ids);
        if begins_late {
            self.need_past();
        }
    }

    /// Returns the plan for a web with this name, with or without topics of its own; otherwise the problems by field.
    pub fn plan(&self, web: &str, has_topics: bool, catalog: &Catalog) -> Result<ComparisonForm, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut plan =
            ComparisonForm { title: self.form.title.trim().to_owned(), web: web.to_owned(), ..self.form.clone() };
        if !has_topics {
            plan.topics.clear();
        }
        for number in &NUMBERS {
            if let Some(text) = self.numbers.get(number.name) {
                match read_setting(number, text) {
                    Ok(value) => (number.set)(&mut plan, &value),
                    Err(message) => problems.push(problem(number.name, message)),
                }
            }
        }
        plan.strategies = self.strategies.written(catalog, &mut problems);
        if self.strategies.selected.is_empty() {
            problems.push(problem("strategies", "Choose at least two strategies.".to_owned()));
        }
        if let Some(twin) = twin(&plan.strategies) {
            problems
                .push(problem("strategies", format!("“{twin}” is listed twice. Change its settings or remove it.")));
        }
        if plan.topics.is_empty() && plan.typed.is_empty() {
            let message = if has_topics { "Choose or add a topic." } else { "Add a topic with a query and seeds." };
            problems.push(problem("topics", message.to_owned()));
        }
        if problems.is_empty() { Ok(plan) } else { Err(problems) }
    }
}

/// Returns a strategy that is selected twice with the same settings.
fn twin(written: &[String]) -> Option<&String> {
    written.iter().enumerate().find_map(|(at, one)| written[..at].contains(one).then_some(one))
}
