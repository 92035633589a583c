//! Restores the form from a plan, so that a saved crawl can run again with the same or changed settings.
//!
//! A crawl by the strategy of site maps that stays on the host of its one seed is a site map.
//! Settings that the form does not show (other scope rules, politeness, frontier size) return to their defaults.

use super::{Form, Topics, param_key, param_text};
use crate::page::dom::digits;
use crate::page::state::numbers;
use crate::protocol::Source;
use std::rc::Rc;
use types::plan::Plan;
use types::spec::SITE_MAP_STRATEGY;

impl Form {
    /// Returns the form that makes this plan; `stay` where nothing but the hosts of its seeds is followed.
    pub fn from_plan(plan: &Plan, source: &Source, stay: bool) -> Self {
        let site_map = stay && plan.seeds.len() == 1 && plan.strategy.id == SITE_MAP_STRATEGY;
        let mut form = Self {
            query: plan.query.clone(),
            seeds: plan.seeds.join("\n"),
            strategy: Some(plan.strategy.id.clone()),
            excluded: plan.excluded.clone(),
            source: Some(source.kind()),
            proxy: proxy(source),
            allowed: allowed(source),
            stay: stay && !site_map,
            site_map,
            unstemmed: !plan.stemming,
            main_content: plan.main_content,
            idf: plan.idf,
            touched: true,
            topics: Rc::new(Topics::of(&plan.taxonomy)),
            ..Self::default()
        };
        for (name, value) in &plan.strategy.params {
            let key = param_key(&plan.strategy.id, name);
            form.params.insert(key, param_text(value));
        }
        let usual = source.kind().usual_plan();
        for number in std::iter::once(&numbers::PAGES).chain(&numbers::MORE) {
            let (value, usual) = ((number.get)(plan), (number.get)(&usual));
            if value.total_cmp(&usual).is_ne() {
                form.numbers
                    .insert(number.name.to_owned(), digits::plain(value));
            }
        }
        form.remember_trails(plan);
        form.opened = form.address();
        form
    }

    /// Chooses a source.
    pub(crate) fn set_source(&mut self, source: &Source) {
        self.source = Some(source.kind());
        self.proxy = proxy(source).or(self.proxy.take());
        self.allowed = allowed(source).or(self.allowed.take());
        self.problems.retain(|problem| problem.field != "source");
    }
}

/// Returns the allowed addresses as they are typed; none where the crawl had nothing to do with any.
fn allowed(source: &Source) -> Option<String> {
    match source {
        Source::DirectAllowing(allowed) => {
            let texts: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            Some(texts.join(" "))
        }
        _ => None,
    }
}

/// Returns the text of the field for the proxy's address; `None` if the crawl used no proxy.
fn proxy(source: &Source) -> Option<String> {
    match source {
        Source::Proxy => Some(String::new()),
        Source::ProxyAt(address) => Some(address.as_str().to_owned()),
        _ => None,
    }
}
