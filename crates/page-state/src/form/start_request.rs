//! Builds the request that starts a crawl from the form: the plan and the source of its pages.

use super::settings::read_value;
use super::{Form, problem};
use crate::catalog::Catalog;
use protocol::models::ModelCard;
use protocol::{Problem, RelatedTo, Source, SourceKind};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::plan::{HOST_PAGES, Plan};
use types::spec::{ParamValue, StrategySpec};
use types::strategy::StrategyInfo;
use types::trails::Trails;

/// A request to start a crawl: its plan, its source, its model.
#[derive(Clone, Debug, PartialEq)]
pub struct StartRequest {
    /// The plan.
    pub plan: Plan,
    /// The source of pages.
    pub source: Source,
    /// Only links to the seeds' hosts are followed.
    pub stay: bool,
    /// The model of the crawl, if known.
    pub model: Option<Rc<ModelCard>>,
}

/// The message if a site map has no site.
const NO_SITE: &str = "Enter a site, such as example.org.";

/// The message if a site map has several sites.
const ONE_SITE: &str = "Enter one site only: a map shows a single host.";

/// The most names in a title; further ones are counted.
const NAMED: usize = 2;

impl StartRequest {
    /// Returns the title of the crawl: its query, or its target topics.
    pub fn title(&self) -> String {
        let targets = self.plan.taxonomy.targets().into_iter();
        let mut good: Vec<&str> = targets.map(|topic| topic.name.as_str()).collect();
        let more = good.len().saturating_sub(NAMED);
        good.truncate(NAMED);
        match (self.plan.query.as_str(), more) {
            ("", _) if self.is_trained() => match &self.model {
                Some(card) => format!("Pages like those of “{}”", card.name),
                None => "Pages like its trails".to_owned(),
            },
            ("", _) if good.is_empty() => "Crawl without a query".to_owned(),
            ("", 0) => format!("Pages like {}", good.join(" and ")),
            ("", _) => format!("Pages like {} and {more} more", good.join(", ")),
            (query, _) => query.to_owned(),
        }
    }

    /// Returns whether relevance is the similarity to good examples, because there is no query.
    pub fn is_by_examples(&self) -> bool {
        let examples = !self.plan.taxonomy.topics.is_empty() || self.is_trained();
        self.plan.query.is_empty() && examples
    }

    /// Returns whether the strategy was trained on trails.
    pub fn is_trained(&self) -> bool {
        self.model.is_some() || !self.plan.trails.trails.is_empty()
    }
}

impl Form {
    /// Returns the start request, or the problems of invalid fields.
    pub fn start_request(&self, catalog: &Catalog) -> Result<StartRequest, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut plan = Plan {
            query: self.query.text.trim().to_owned(),
            seeds: self.seeds(catalog),
            strategy: self.strategy_id().as_str().into(),
            ..self.with_settings(catalog.usual_plan(self.source(catalog)), &mut problems)
        };
        if self.scope.site_map {
            match plan.seeds.len() {
                0 => problems.push(problem("seeds", NO_SITE.to_owned())),
                1 => {}
                _ => problems.push(problem("seeds", ONE_SITE.to_owned())),
            }
            // The page limit alone bounds the size of the map.
            if !self.settings.contains_key(HOST_PAGES.name) {
                plan.host_pages = plan.host_pages.max(plan.pages);
            }
        }
        let mut model = None;
        if let Some(info) = catalog.strategy(&plan.strategy.id) {
            let typed = self.read_params(info, &mut problems);
            match self.model.card_for(info) {
                Ok(known) => model = known,
                Err(sentence) => problems.push(problem("model", sentence)),
            }
            plan.strategy.params = model.as_ref().map(|card| card.strategy.params.clone()).unwrap_or_default();
            plan.strategy.params.extend(typed);
            if info.needs.taxonomy {
                plan.taxonomy = self.topics.taxonomy();
            }
            if info.needs.lexicon {
                plan.excluded.clone_from(&self.query.excluded);
            }
        }
        let source = self.full_source(catalog);
        let source = source.map_err(|sentence| problems.push(problem("proxy", sentence)));
        match source {
            Ok(source) if problems.is_empty() => {
                Ok(StartRequest { plan, source, stay: self.scope.stay || self.scope.site_map, model })
            }
            _ => Err(problems),
        }
    }

    /// Returns the plan that trains a model with this name by the form's strategy and parameters, or the problems.
    pub fn training_plan(&self, name: &str, trails: Trails, catalog: &Catalog) -> Result<Plan, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut plan = Plan { strategy: self.strategy_id().as_str().into(), trails, ..Plan::default() };
        if let Some(info) = catalog.strategy(&plan.strategy.id) {
            plan.strategy.params = self.read_params(info, &mut problems);
            if info.needs.query {
                self.query.text.trim().clone_into(&mut plan.query);
                if plan.query.is_empty() {
                    let sentence = format!("Enter a query: “{}” needs one.", info.title);
                    problems.push(problem("query", sentence));
                }
            }
        }
        if name.trim().is_empty() {
            problems.push(problem("name", "Enter a name for the model.".to_owned()));
        }
        if problems.is_empty() { Ok(plan) } else { Err(problems) }
    }

    /// Returns the source of pages with its settings.
    pub fn full_source(&self, catalog: &Catalog) -> Result<Source, String> {
        Ok(match self.source(catalog) {
            SourceKind::Proxy => self.source.proxy_address()?.map_or(Source::Proxy, Source::ProxyAt),
            SourceKind::Direct if catalog.access.is_of_extension() => {
                self.source.direct_source(catalog.renders_apart)?
            }
            SourceKind::Direct => Source::Direct,
            SourceKind::Demo => Source::Demo,
            SourceKind::Recorded => Source::Recorded,
        })
    }

    /// Returns the request for related words. Returns `None` for a strategy without them, without a query, or if a text
    /// is invalid.
    pub fn related_to(&self, catalog: &Catalog) -> Option<RelatedTo> {
        let info = catalog.strategy(&self.strategy_id())?;
        let query = self.query.text.trim();
        let strategy = self.spec(catalog).ok()?;
        // Language data are large: an example query that nobody touched does not load them.
        let is_chosen = self.query.is_touched || self.strategy.id.is_some();
        let asks = info.needs.lexicon && !query.is_empty() && is_chosen;
        asks.then(|| RelatedTo { query: query.to_owned(), strategy })
    }

    /// Returns the strategy with its parameters, or the problems of invalid texts.
    pub fn spec(&self, catalog: &Catalog) -> Result<StrategySpec, Vec<Problem>> {
        let mut problems = Vec::new();
        let id = self.strategy_id();
        let info = catalog.strategy(&id);
        let params = info.map(|info| self.read_params(info, &mut problems));
        if problems.is_empty() {
            let params = params.unwrap_or_default();
            Ok(StrategySpec { id, params })
        } else {
            Err(problems)
        }
    }

    fn read_params(&self, info: &StrategyInfo, problems: &mut Vec<Problem>) -> BTreeMap<String, ParamValue> {
        let mut params = BTreeMap::new();
        for param in &info.params {
            let Some(text) = self.strategy.typed_param(&info.id, param) else {
                continue;
            };
            match read_value(&param.control, text) {
                Ok(value) => {
                    params.insert(param.name.clone(), value);
                }
                Err(message) => problems.push(problem(&format!("params.{}", param.name), message)),
            }
        }
        params
    }
}
