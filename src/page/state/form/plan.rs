//! Restores the form from a plan, so that a saved crawl can run again with the same or changed settings.
//!
//! A crawl by the strategy of site maps that stays on the host of its one seed is shown as a site map. Settings that the form does not have
//! (other scope rules, politeness, frontier size) return to their defaults.

use super::{Form, QueryInput, ScopeInput, SourceInput, StrategyInput, TextInput, Topics};
use crate::page::dom::digits;
use crate::page::state::numbers;
use crate::protocol::Source;
use std::rc::Rc;
use types::plan::Plan;
use types::spec::SITE_MAP_STRATEGY;

impl Form {
    /// Creates the form of a plan; `stay` if only links to the hosts of its seeds are followed.
    pub fn from_plan(plan: &Plan, source: &Source, stay: bool) -> Self {
        let site_map = stay && plan.seeds.len() == 1 && plan.strategy.id == SITE_MAP_STRATEGY;
        let mut form = Self {
            query: QueryInput { text: plan.query.clone(), is_touched: true, excluded: plan.excluded.clone() },
            scope: ScopeInput { seeds: plan.seeds.join("\n"), stay: stay && !site_map, site_map },
            strategy: StrategyInput::of(&plan.strategy),
            source: SourceInput::of(source),
            speed: plan.speed,
            text: TextInput {
                unstemmed: !plan.stemming,
                main_content: plan.main_content,
                idf: plan.idf,
                relevance: plan.relevance,
            },
            topics: Rc::new(Topics::of(&plan.taxonomy)),
            ..Self::default()
        };
        let usual = source.kind().usual_plan();
        for number in std::iter::once(&numbers::PAGES).chain(&numbers::MORE) {
            let (value, usual) = ((number.get)(plan), (number.get)(&usual));
            if value.total_cmp(&usual).is_ne() {
                form.numbers.insert(number.name.to_owned(), digits::plain(value));
            }
        }
        form.model.remember_trails(plan);
        form.opened = form.address();
        form
    }
}
