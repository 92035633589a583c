//! Holds the form of a crawl, and builds the crawl's address and start request.
//!
//! Fields keep their text until the crawl starts. Settings are parsed here, since only their values can be sent. The
//! worker, which contains the engine, checks everything else.

mod address;
mod inputs;
mod settings;
mod start_request;
mod topics;
pub use inputs::typed_seeds;
pub use inputs::{ModelInput, QueryInput, ScopeInput, SourceInput, StrategyInput, param_key};
pub use settings::{param_text, read_setting};
pub use start_request::StartRequest;
pub use topics::{
    ADDRESS_BYTES, Folder, Step, Topics, TopicsAction, Totals, examples_field_id, lowercase, name_field_id,
    read_outline, words_field_id, write_outline,
};

use super::catalog::Catalog;
use super::crawl_address::CrawlAddress;
use protocol::library::RecordedWeb;
use protocol::{Example, Problem, Source, SourceKind, TopicsFiled, TopicsRead};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::plan::Plan;
use types::settings::settings;
use types::spec::SITE_MAP_STRATEGY;
use types::strategy::{ParamInfo, StrategyInfo};

/// Holds the form of a crawl.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The query.
    pub query: QueryInput,
    /// The seeds, and the limit to their hosts.
    pub scope: ScopeInput,
    /// The strategy with its parameters.
    pub strategy: StrategyInput,
    /// The texts of the settings that were typed or chosen, by name.
    pub settings: BTreeMap<&'static str, String>,
    /// The source of pages.
    pub source: SourceInput,
    /// The model.
    pub model: ModelInput,
    /// The topics to train on.
    pub topics: Rc<Topics>,
    /// The problems by field.
    pub problems: Vec<Problem>,
    /// The address from which the form was filled, or that was written at the start.
    pub opened: CrawlAddress,
}

impl Form {
    /// Returns the id of the strategy: the chosen one, or the automatic one.
    pub fn strategy_id(&self) -> String {
        let automatic = || self.scope.automatic_strategy();
        self.strategy.id.clone().unwrap_or_else(automatic)
    }

    /// Switches between a crawl of the web and a site map, with the automatic strategy of each.
    pub fn map_site(&mut self, site_map: bool) {
        self.scope.site_map = site_map;
        self.strategy.id = None;
        self.strategy.is_list_open = false;
        self.problems.clear();
    }

    /// Edits a field and clears its problem.
    pub fn edit(&mut self, field: &str, how: impl FnOnce(&mut Self)) {
        self.problems.retain(|problem| problem.field != field);
        how(self);
    }

    /// Selects a source and clears its problem.
    pub fn set_source(&mut self, source: &Source) {
        self.edit("source", |form| form.source.set(source));
    }

    /// Returns whether the strategy is trained on topics.
    pub fn learns(&self, catalog: &Catalog) -> bool {
        let info = catalog.strategy(&self.strategy_id());
        info.is_some_and(|info| info.needs.taxonomy)
    }

    /// Returns true if examples or trails define the topic, so that the query is optional.
    pub fn needs_no_words(&self, catalog: &Catalog) -> bool {
        let info = catalog.strategy(&self.strategy_id());
        let topics = !self.topics.folders.is_empty() || self.topics.kept.is_some();
        let taught = |info: &StrategyInfo| info.needs.trails || info.needs.taxonomy && topics;
        info.is_some_and(|info| taught(info) && !info.needs.query)
    }

    /// Returns the topics for changes.
    pub fn topics_mut(&mut self) -> &mut Topics {
        Rc::make_mut(&mut self.topics)
    }

    /// Applies the content of a file, or the error of reading it.
    pub fn apply_topics(&mut self, name: String, read: Result<TopicsRead, String>) {
        self.problems.retain(|problem| problem.field != "topics");
        let wrong = match read {
            Ok(read) if read.taxonomy.topics.is_empty() => "it has no folder with web pages".to_owned(),
            Ok(read) => {
                let topics = self.topics_mut();
                return topics.import(&read.taxonomy, name, read.warnings);
            }
            Err(wrong) => wrong,
        };
        self.problems.push(problem("topics", format!("“{name}”: {wrong}.")));
    }

    /// Applies the positions of the topics among the starter topics, or the error. The query stays, because it defines
    /// the topic.
    pub fn apply_filed(&mut self, filed: Result<TopicsFiled, String>) {
        self.problems.retain(|problem| problem.field != "topics");
        match filed {
            Ok(filed) => {
                self.query.is_touched |= !self.query.text.is_empty();
                self.topics_mut().apply_filed(&filed);
            }
            Err(wrong) => {
                self.topics_mut().cancel_filing();
                self.problems.push(problem("topics", wrong));
            }
        }
    }

    /// Selects a recorded web as the source, with its suggested seeds unless the person typed some.
    pub fn select_web(&mut self, web: &RecordedWeb) {
        self.source.kind = Some(SourceKind::Recorded);
        if self.scope.typed_seeds().is_empty() {
            self.scope.seeds = web.seeds.join("\n");
        }
    }

    /// Sets the problems, and assigns those of topics to their folders.
    pub fn set_problems(&mut self, mut problems: Vec<Problem>) {
        self.topics_mut().place(&mut problems);
        Self::place_trails(&mut problems);
        self.problems = problems;
    }

    /// Returns the source of pages: the selected one, or the one that seeds and examples imply, or the last one that
    /// the person chose. Without any of them it is the web if the page surely reaches it. Hosts that end in `.test` are
    /// in the demo web, and so are the example queries.
    pub fn source(&self, catalog: &Catalog) -> SourceKind {
        self.source.kind.unwrap_or_else(|| {
            let learns = self.learns(catalog);
            let mut folders = self.topics.folders.iter();
            let is_taught_by_demo = !learns || folders.all(|one| one.all_examples(&is_demo));
            let seeds = self.scope.typed_seeds();
            if !is_taught_by_demo || !seeds.iter().all(|seed| is_demo(seed)) {
                return catalog.web_source();
            }
            if learns || !seeds.is_empty() {
                return SourceKind::Demo;
            }
            // Until the examples are known, the query may become one.
            let is_own = !catalog.examples.is_empty() && self.example(catalog).is_none();
            let implied = if is_own && catalog.reaches_web() { catalog.web_source() } else { SourceKind::Demo };
            catalog.last_source.unwrap_or(implied)
        })
    }

    /// Returns whether the form offers the examples of the demo web: unless the person chose another source.
    pub fn offers_examples(&self, catalog: &Catalog) -> bool {
        let chosen = self.source.kind.or(catalog.last_source);
        chosen.is_none_or(|kind| kind == SourceKind::Demo)
    }

    /// Returns whether the demo web is the source and the query fits none of its topics: fewer than half of its words,
    /// or a half without one of a title, begin a word of their titles or queries.
    pub fn is_unknown_to_demo_web(&self, catalog: &Catalog) -> bool {
        let has_other_target = self.scope.site_map || !self.scope.typed_seeds().is_empty() || self.learns(catalog);
        if has_other_target || catalog.examples.is_empty() || self.source(catalog) != SourceKind::Demo {
            return false;
        }
        let query = lowercase(&self.query.text);
        let titles: Vec<String> = catalog.examples.iter().map(|example| lowercase(&example.title)).collect();
        let queries: Vec<String> = catalog.examples.iter().map(|example| lowercase(&example.query)).collect();
        let is_in = |texts: &[String], word: &str| {
            let stem = word.strip_suffix('s').unwrap_or(word);
            texts.iter().flat_map(|text| words(text)).any(|known| known.starts_with(stem))
        };
        let (known, unknown): (Vec<&str>, Vec<&str>) =
            words(&query).partition(|word| is_in(&titles, word) || is_in(&queries, word));
        let is_half_enough = known.iter().any(|word| is_in(&titles, word));
        !query.trim().is_empty() && known.len() < unknown.len() + usize::from(!is_half_enough)
    }

    /// Returns the seeds: the typed ones or, in the demo web, those of the query's example or of all examples. A site
    /// map of an example starts at the site of its last page.
    pub fn seeds(&self, catalog: &Catalog) -> Vec<String> {
        let typed = self.scope.typed_seeds();
        if !typed.is_empty() || self.source(catalog) != SourceKind::Demo {
            return typed;
        }
        if self.scope.site_map {
            let example = self.example(catalog);
            // The site of the last page has many topics, which make a better map.
            let page = example.and_then(|example| example.examples.last());
            return page.map(|page| home_page(page)).into_iter().collect();
        }
        if let Some(example) = self.example(catalog) {
            return example.seeds.clone();
        }
        catalog.portals()
    }

    /// Returns the example with the same query.
    pub fn example<'a>(&self, catalog: &'a Catalog) -> Option<&'a Example> {
        let query = self.query.text.trim();
        let mut examples = catalog.examples.iter();
        examples.find(|example| example.query.eq_ignore_ascii_case(query))
    }

    /// Returns the text of a parameter: the typed one, else the model's, else the default.
    pub fn param(&self, strategy: &str, info: &ParamInfo) -> String {
        let typed = self.strategy.typed_param(strategy, info).cloned();
        let card = self.model.card.as_ref().filter(|card| card.strategy.id == strategy);
        let taught = card.and_then(|card| card.strategy.params.get(&info.name));
        typed.unwrap_or_else(|| param_text(taught.unwrap_or(&info.default)))
    }

    /// Returns the problems of a field, one per line.
    pub fn problem(&self, field: &str) -> Option<String> {
        let mut messages = self.problems.iter().filter(|problem| problem.field == field);
        let first = messages.next()?.message.clone();
        Some(messages.fold(first, |all, next| format!("{all}\n{}", next.message)))
    }
}

/// Creates a problem of a field.
pub fn problem(field: &str, message: String) -> Problem {
    let field = field.to_owned();
    Problem { field, message }
}

/// Returns the words of a text with at least three letters or digits.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| word.chars().count() > 2)
}

/// Returns the home page of a page's host.
fn home_page(url: &str) -> String {
    let host = url.find("://").map_or(0, |scheme| scheme + 3);
    let end = url[host..].find('/').map_or(url.len(), |path| host + path);
    format!("{}/", &url[..end])
}

/// Returns whether a typed seed is on a host of the demo web.
fn is_demo(seed: &str) -> bool {
    let rest = seed.split_once("://").map_or(seed, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = authority.split(':').next().unwrap_or(authority);
    host.trim_end_matches('.').to_ascii_lowercase().ends_with(".test")
}

impl Form {
    /// Creates the form of a plan; `stay` if only links to the hosts of its seeds are followed. A crawl by the strategy
    /// of site maps that stays on the host of its one seed is shown as a site map. Settings that the form does not have
    /// (other scope rules, politeness) return to their defaults.
    pub fn from_plan(plan: &Plan, source: &Source, stay: bool) -> Self {
        let site_map = stay && plan.seeds.len() == 1 && plan.strategy.id == SITE_MAP_STRATEGY;
        let mut form = Self {
            query: QueryInput { text: plan.query.clone(), is_touched: true, excluded: plan.excluded.clone() },
            scope: ScopeInput { seeds: plan.seeds.join("\n"), stay: stay && !site_map, site_map },
            strategy: StrategyInput::of(&plan.strategy),
            source: SourceInput::of(source),
            topics: Rc::new(Topics::of(&plan.taxonomy)),
            ..Self::default()
        };
        let usual = source.kind().usual_plan();
        for setting in settings() {
            let value = (setting.get)(plan);
            if value != (setting.get)(&usual) {
                form.set(setting, param_text(&value));
            }
        }
        form.model.remember_trails(plan);
        form.opened = form.address();
        form
    }
}
