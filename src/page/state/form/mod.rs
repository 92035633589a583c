//! The form of a crawl as the person filled it in; it makes the crawl's address and start request.
//!
//! Fields keep their text until the crawl starts. Numbers are parsed here, because a text that is no number cannot be
//! sent. The worker, which has the engine, checks everything else.

mod address;
mod model;
mod plan;
mod start_request;
mod topics;

pub use start_request::StartRequest;
pub use topics::{
    ADDRESS_BYTES, Folder, Step, Topics, Totals, examples_id, lowercase, name_id, read_outline,
    words_id, write_outline,
};

use super::catalog::Catalog;
use super::crawl_address::CrawlAddress;
use super::numbers::Number;
use super::proxy;
use crate::page::dom::digits;
use crate::protocol::library::RecordedWeb;
use crate::protocol::models::ModelCard;
use crate::protocol::{
    Example, FileKind, Problem, ProxyAddress, SourceKind, TopicsFiled, TopicsRead,
};
use std::collections::BTreeMap;
use std::rc::Rc;
use types::plan::{IdfSource, Plan};
use types::spec::{ParamValue, SITE_MAP_STRATEGY};
use types::strategy::{ParamInfo, StrategyInfo};

/// The form of a crawl.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a check box of its own or a fact about the form"
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The query.
    pub query: String,
    /// Seed addresses, apart by white space.
    pub seeds: String,
    /// The id of the chosen strategy, if any.
    pub strategy: Option<String>,
    /// The strategy is being chosen from the list of all.
    pub lists_strategies: bool,
    /// Related words and senses that are excluded, as they are written in a plan, in the order in which they were.
    pub excluded: Vec<String>,
    /// Texts of parameters by [`param_key`]: going back to a strategy finds its parameters as they were.
    pub params: BTreeMap<String, String>,
    /// Texts of [`Number`]s by name.
    pub numbers: BTreeMap<String, String>,
    /// The chosen source of pages.
    pub source: Option<SourceKind>,
    /// The address of the proxy, where anything was said of it; empty for the one that this page came from. It stands in no link.
    pub proxy: Option<String>,
    /// Addresses of the person's own network that the browser extension may connect to, separated by white space; `None` if never entered.
    /// Links do not contain them.
    pub allowed: Option<String>,
    /// Only the seeds' hosts are followed.
    pub stay: bool,
    /// The crawl maps a site: the seed is the site, only its host is followed, and the strategy is another by default.
    pub site_map: bool,
    /// Words are not stemmed.
    pub unstemmed: bool,
    /// Pages are judged by their main content.
    pub main_content: bool,
    /// The source of word weights.
    pub idf: IdfSource,
    /// True once the query was typed in or came with the address: the worked example no longer fills it.
    pub touched: bool,
    /// The id of the chosen model, if any.
    pub model: Option<String>,
    /// The model, as soon as it is found among the saved ones.
    pub taught: Option<Rc<ModelCard>>,
    /// Identifies the trails of the crawl with these settings, and thereby its model.
    pub trails: Option<String>,
    /// The topics to learn from.
    pub topics: Rc<Topics>,
    /// A file of the topics that waits to be saved.
    pub written: Option<(FileKind, Rc<str>)>,
    /// The problems, field by field.
    pub problems: Vec<Problem>,
    /// The address that gave this form, or that was written when it was sent off.
    pub opened: CrawlAddress,
}

/// The names of [`IdfSource`]s in addresses and the form, with a title for people.
pub const IDF: [(IdfSource, &str, &str); 4] = [
    (IdfSource::Auto, "auto", "As in the strategy's paper"),
    (IdfSource::None, "none", "Equal"),
    (IdfSource::General, "general", "General English"),
    (IdfSource::Crawl, "crawl", "Crawled pages"),
];

impl Form {
    /// Returns the name of the source of word weights.
    pub fn idf_name(&self) -> &'static str {
        let found = IDF.iter().find(|(idf, _, _)| *idf == self.idf);
        found.map_or("", |(_, name, _)| name)
    }

    /// Returns the id of the strategy: the chosen one, or the default.
    pub fn strategy_id(&self) -> String {
        let default = || self.default_strategy();
        self.strategy.clone().unwrap_or_else(default)
    }

    /// Returns the id of the strategy of a crawl for which none was chosen.
    pub fn default_strategy(&self) -> String {
        default_strategy(self.site_map)
    }

    /// Changes between a crawl of the web and a site map, with the strategy that is the default there.
    pub fn map_site(&mut self, site_map: bool) {
        self.site_map = site_map;
        self.strategy = None;
        self.lists_strategies = false;
        self.problems.clear();
    }

    /// Edits a field and clears its problem.
    pub fn edit(&mut self, field: &str, how: impl FnOnce(&mut Self)) {
        self.problems.retain(|problem| problem.field != field);
        how(self);
    }

    /// Returns whether the strategy learns from topics.
    pub fn learns(&self, catalog: &Catalog) -> bool {
        let info = catalog.strategy(&self.strategy_id());
        info.is_some_and(|info| info.needs.taxonomy)
    }

    /// Returns true if examples or trails define the topic, so that words are optional.
    pub fn needs_no_words(&self, catalog: &Catalog) -> bool {
        let info = catalog.strategy(&self.strategy_id());
        let topics = !self.topics.folders.is_empty() || self.topics.kept.is_some();
        let taught = |info: &StrategyInfo| info.needs.trails || info.needs.taxonomy && topics;
        info.is_some_and(|info| taught(info) && !info.needs.query)
    }

    /// Returns the topics, to be changed.
    pub fn topics_mut(&mut self) -> &mut Topics {
        Rc::make_mut(&mut self.topics)
    }

    /// Handles the content of a file, or the error of reading it.
    pub fn take_topics(&mut self, name: String, read: Result<TopicsRead, String>) {
        self.problems.retain(|problem| problem.field != "topics");
        let wrong = match read {
            Ok(read) if read.taxonomy.topics.is_empty() => {
                "it has no folder with web pages".to_owned()
            }
            Ok(read) => {
                let topics = self.topics_mut();
                return topics.import(&read.taxonomy, name, read.warnings);
            }
            Err(wrong) => wrong,
        };
        self.problems
            .push(problem("topics", format!("“{name}”: {wrong}.")));
    }

    /// Handles the places of the topics among the starter topics, or why these are unknown. The query stays: it defines the topic.
    pub fn take_filed(&mut self, filed: Result<TopicsFiled, String>) {
        self.problems.retain(|problem| problem.field != "topics");
        match filed {
            Ok(filed) => {
                self.touched |= !self.query.is_empty();
                self.topics_mut().take_filed(&filed);
            }
            Err(wrong) => {
                self.topics_mut().stop_filing();
                self.problems.push(problem("topics", wrong));
            }
        }
    }

    /// Chooses a recorded web as the source, with its suggested seeds unless the person typed some.
    pub fn take_web(&mut self, web: &RecordedWeb) {
        self.source = Some(SourceKind::Recorded);
        if self.typed_seeds().is_empty() {
            self.seeds = web.seeds.join("\n");
        }
    }

    /// Sets the problems; those of topics are assigned to their folders.
    pub fn take_problems(&mut self, mut problems: Vec<Problem>) {
        self.topics_mut().place(&mut problems);
        Self::place_trails(&mut problems);
        self.problems = problems;
    }

    /// Adds seeds to the typed ones, one per line.
    pub fn add_seeds(&mut self, urls: &[String]) {
        let mut seeds = self.typed_seeds();
        for url in urls {
            if !seeds.contains(url) {
                seeds.push(url.clone());
            }
        }
        self.seeds = seeds.join("\n");
    }

    /// Returns the seeds that were typed, one by one.
    pub fn typed_seeds(&self) -> Vec<String> {
        self.seeds
            .lines()
            .flat_map(types::seeds::addresses)
            .map(str::to_owned)
            .collect()
    }

    /// Returns where pages come from: what was chosen, or what the seeds and the examples ask for. The demo web has the hosts that end in `.test`.
    pub fn source(&self, catalog: &Catalog) -> SourceKind {
        self.source.unwrap_or_else(|| {
            let mut folders = self.topics.folders.iter();
            let taught = !self.learns(catalog) || folders.all(|one| one.all_examples(&is_demo));
            if taught && self.typed_seeds().iter().all(|seed| is_demo(seed)) {
                SourceKind::Demo
            } else if catalog.proxy.may_be_usable() && !catalog.access.is_of_extension() {
                SourceKind::Proxy
            } else {
                SourceKind::Direct
            }
        })
    }

    /// Returns the address of a proxy elsewhere; none for the one that this page came from, and a sentence where it cannot be read.
    pub fn proxy_address(&self) -> Result<Option<ProxyAddress>, String> {
        match self.proxy.as_deref().map(str::trim) {
            None | Some("") => Ok(None),
            Some(text) => ProxyAddress::read(text, proxy::page_is_secure()).map(Some),
        }
    }

    /// Returns where the crawl starts: the typed seeds; without any, in the demo web, those of the example of this query, or of all examples. A site
    /// map of an example starts at the site of its last page.
    pub fn seeds(&self, catalog: &Catalog) -> Vec<String> {
        let typed = self.typed_seeds();
        if !typed.is_empty() || self.source(catalog) != SourceKind::Demo {
            return typed;
        }
        if self.site_map {
            let example = self.example(catalog);
            // The last page is on a site of many topics, which makes a better map than a site of one.
            let page = example.and_then(|example| example.examples.last());
            return page.map(|page| home_page(page)).into_iter().collect();
        }
        if let Some(example) = self.example(catalog) {
            return example.seeds.clone();
        }
        let mut all: Vec<String> = Vec::new();
        for seed in catalog.examples.iter().flat_map(|example| &example.seeds) {
            if !all.contains(seed) {
                all.push(seed.clone());
            }
        }
        all
    }

    /// Returns the example with the same query.
    pub fn example<'a>(&self, catalog: &'a Catalog) -> Option<&'a Example> {
        let query = self.query.trim();
        let mut examples = catalog.examples.iter();
        examples.find(|example| example.query.eq_ignore_ascii_case(query))
    }

    /// Returns the text that was typed for a parameter, or that an address or a plan gave under its current or former name.
    pub(crate) fn typed_param(&self, strategy: &str, info: &ParamInfo) -> Option<&String> {
        let under = |name: &str| self.params.get(&param_key(strategy, name));
        under(&info.name).or_else(|| under(info.former_name.as_ref()?))
    }

    /// Returns the text of a parameter: the typed one, the model's, or else its default.
    pub fn param(&self, strategy: &str, info: &ParamInfo) -> String {
        let typed = self.typed_param(strategy, info).cloned();
        let card = self
            .taught
            .as_ref()
            .filter(|card| card.strategy.id == strategy);
        let taught = card.and_then(|card| info.value_in(&card.strategy.params));
        typed.unwrap_or_else(|| param_text(taught.unwrap_or(&info.default)))
    }

    /// Returns the text of a number: the typed one, or that of the default plan.
    pub fn number(&self, number: &Number, catalog: &Catalog) -> String {
        let typed = self.numbers.get(number.name).cloned();
        let usual = || (number.get)(&self.source(catalog).usual_plan());
        typed.unwrap_or_else(|| digits::plain(usual()))
    }

    /// Returns whether a related word or sense is excluded.
    pub fn is_excluded(&self, entry: &str) -> bool {
        self.excluded.iter().any(|excluded| excluded == entry)
    }

    /// Excludes a related word or sense, or takes it back.
    pub fn toggle_excluded(&mut self, entry: &str) {
        if self.is_excluded(entry) {
            self.excluded.retain(|excluded| excluded != entry);
        } else {
            self.excluded.push(entry.to_owned());
        }
    }

    /// Returns the problems of a field, one per line.
    pub fn problem(&self, field: &str) -> Option<String> {
        let mut messages = self
            .problems
            .iter()
            .filter(|problem| problem.field == field);
        let first = messages.next()?.message.clone();
        Some(messages.fold(first, |all, next| format!("{all}\n{}", next.message)))
    }
}

/// Returns the key under which the text of a strategy's parameter is stored.
pub fn param_key(strategy: &str, param: &str) -> String {
    format!("{strategy}/{param}")
}

/// Returns the text of a parameter's value, as its field shows it.
pub fn param_text(value: &ParamValue) -> String {
    match value {
        ParamValue::Number(number) => digits::plain(*number),
        value => value.to_string(),
    }
}

/// Creates a problem of a field.
pub fn problem(field: &str, message: String) -> Problem {
    let field = field.to_owned();
    Problem { field, message }
}

fn default_strategy(site_map: bool) -> String {
    if site_map {
        SITE_MAP_STRATEGY.to_owned()
    } else {
        Plan::default().strategy.id
    }
}

/// Returns the home page of a page's host.
fn home_page(url: &str) -> String {
    let host = url.find("://").map_or(0, |scheme| scheme + 3);
    let end = url[host..].find('/').map_or(url.len(), |path| host + path);
    format!("{}/", &url[..end])
}

/// Returns whether a seed, as it was typed, names a host of the demo web.
fn is_demo(seed: &str) -> bool {
    let rest = seed.split_once("://").map_or(seed, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = authority.split(':').next().unwrap_or(authority);
    host.trim_end_matches('.')
        .to_ascii_lowercase()
        .ends_with(".test")
}
