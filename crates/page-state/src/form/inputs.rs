//! Holds the parts of the form: the query, the seeds, the strategy, the source of pages, and the model.
//!
//! A strategy that learns from trails uses a model trained before. The choice is always visible: an address names its
//! model, and the form shows the selected one.

use super::{Form, param_text, problem};
use crate::browser;
use crate::catalog::Catalog;
use protocol::models::ModelCard;
use protocol::{Problem, ProxyAddress, Source, SourceKind};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::rc::Rc;
use types::direct::DirectOptions;
use types::plan::Plan;
use types::spec::{AUTOMATIC_STRATEGY, SITE_MAP_STRATEGY, StrategySpec};
use types::strategy::{ParamInfo, StrategyInfo};
use types::trails::Trails;

/// Holds the query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryInput {
    /// The query.
    pub text: String,
    /// The query was typed or came with the address, so that no example replaces it.
    pub is_touched: bool,
    /// The excluded related words and senses in the notation of plans, in the order of exclusion.
    pub excluded: Vec<String>,
}

impl QueryInput {
    /// Returns whether a related word or sense is excluded.
    pub fn is_excluded(&self, entry: &str) -> bool {
        self.excluded.iter().any(|excluded| excluded == entry)
    }

    /// Excludes a related word or sense, or includes it again.
    pub fn toggle_excluded(&mut self, entry: &str) {
        if self.is_excluded(entry) {
            self.excluded.retain(|excluded| excluded != entry);
        } else {
            self.excluded.push(entry.to_owned());
        }
    }
}

/// Holds the seeds and the limit to their hosts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScopeInput {
    /// The seed addresses, separated by white space.
    pub seeds: String,
    /// Only links to the seeds' hosts are followed.
    pub stay: bool,
    /// The crawl maps a site: its seed is the site, it stays on that host, and it has another default strategy.
    pub site_map: bool,
}

impl ScopeInput {
    /// Returns the id of the strategy that is used unless another one is chosen.
    pub fn automatic_strategy(&self) -> String {
        if self.site_map { SITE_MAP_STRATEGY.to_owned() } else { AUTOMATIC_STRATEGY.to_owned() }
    }

    /// Adds seeds to the typed ones, one per line, and returns the number of those that are new.
    pub fn add_seeds(&mut self, urls: &[String]) -> usize {
        let mut seeds = self.typed_seeds();
        let before = seeds.len();
        for url in urls {
            if !seeds.contains(url) {
                seeds.push(url.clone());
            }
        }
        self.seeds = seeds.join("\n");
        seeds.len() - before
    }

    /// Returns the typed seeds.
    pub fn typed_seeds(&self) -> Vec<String> {
        typed_seeds(&self.seeds)
    }
}

/// Returns the seeds in a typed text.
pub fn typed_seeds(text: &str) -> Vec<String> {
    let addresses = text.lines().flat_map(types::url::addresses);
    addresses.map(str::to_owned).collect()
}

/// Holds the chosen strategy and the typed parameters of all strategies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyInput {
    /// The id of the chosen strategy, if any.
    pub id: Option<String>,
    /// The list of all strategies is open.
    pub is_list_open: bool,
    /// The texts of parameters by [`param_key`], so that each strategy keeps its own.
    pub params: BTreeMap<String, String>,
}

impl StrategyInput {
    /// Creates the choice of a strategy with its parameters.
    pub fn of(spec: &StrategySpec) -> Self {
        let params = spec.params.iter();
        Self {
            id: Some(spec.id.clone()),
            is_list_open: false,
            params: params.map(|(name, value)| (param_key(&spec.id, name), param_text(value))).collect(),
        }
    }

    /// Returns the parameters of a strategy that differ from their defaults, with their texts.
    pub fn changed_params<'a>(
        &'a self,
        strategy: &'a str,
        params: &'a [ParamInfo],
    ) -> impl Iterator<Item = (&'a ParamInfo, &'a String)> {
        let changed = move |param: &'a ParamInfo| Some((param, self.typed_param(strategy, param)?));
        params.iter().filter_map(changed).filter(|(param, text)| **text != param_text(&param.default))
    }

    /// Returns the parameters of a strategy that differ from their defaults as a text: `Initial population: 5, …`.
    pub fn changed_settings(&self, strategy: &str, params: &[ParamInfo]) -> String {
        let changed = self.changed_params(strategy, params);
        let set = changed.map(|(param, text)| format!("{}: {}", param.title, param.text_title(text)));
        set.collect::<Vec<_>>().join(", ")
    }

    /// Returns the typed text of a parameter, or its text in an address or plan.
    pub fn typed_param(&self, strategy: &str, info: &ParamInfo) -> Option<&String> {
        self.params.get(&param_key(strategy, &info.name))
    }
}

/// Returns the key of a strategy's parameter in [`StrategyInput::params`].
pub fn param_key(strategy: &str, param: &str) -> String {
    format!("{strategy}/{param}")
}

/// Holds the source of pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceInput {
    /// The chosen kind of source.
    pub kind: Option<SourceKind>,
    /// The address of the proxy; empty for the one that served this page, `None` if never entered. Links do not contain
    /// it.
    pub proxy: Option<String>,
    /// The addresses of the person's own network that the browser extension may connect to, separated by white space;
    /// `None` if never entered. Links do not contain them.
    pub allowed: Option<String>,
    /// The most pages that the browser extension renders, in percent of the page limit; `None` if never chosen. Links
    /// do not contain it.
    pub rendered_percent: Option<u8>,
}

impl SourceInput {
    /// Creates the selection of a source.
    pub fn of(source: &Source) -> Self {
        let options = options(source);
        Self {
            kind: Some(source.kind()),
            proxy: proxy(source),
            allowed: options.map(allowed),
            rendered_percent: options.map(|options| options.rendered_percent),
        }
    }

    /// Selects a source. What was entered for other sources stays.
    pub fn set(&mut self, source: &Source) {
        let before = std::mem::replace(self, Self::of(source));
        self.keep_entered(before);
    }

    /// Takes what was entered before for other sources.
    pub fn keep_entered(&mut self, before: Self) {
        self.proxy = self.proxy.take().or(before.proxy);
        self.allowed = self.allowed.take().or(before.allowed);
        self.rendered_percent = self.rendered_percent.or(before.rendered_percent);
    }

    /// Returns the address of a proxy; none for the one that served this page, and an error message if it is invalid.
    pub fn proxy_address(&self) -> Result<Option<ProxyAddress>, String> {
        match self.proxy.as_deref().map(str::trim) {
            None | Some("") => Ok(None),
            Some(text) => ProxyAddress::read(text, browser::page_is_secure()).map(Some),
        }
    }

    /// Returns direct requests of the extension as the source.
    pub(super) fn direct_source(&self, renders_apart: bool) -> Result<Source, String> {
        let read = |text: &str| {
            text.parse::<IpAddr>().map_err(|_| {
                format!("“{text}” is not an IP address. Enter addresses such as 127.0.0.1, separated by spaces.")
            })
        };
        let allowed =
            (self.allowed.iter().flat_map(|text| text.split_whitespace()).map(read)).collect::<Result<Vec<_>, _>>()?;
        let rendered_percent = self.rendered_percent.unwrap_or_default();
        let renders_apart = rendered_percent > 0 && renders_apart;
        let options = DirectOptions { allowed, rendered_percent, renders_apart };
        Ok(if options == DirectOptions::default() { Source::Direct } else { Source::DirectWith(options) })
    }
}

/// Returns the options of direct requests; none for another source or without any.
fn options(source: &Source) -> Option<&DirectOptions> {
    match source {
        Source::DirectWith(options) => Some(options),
        _ => None,
    }
}

/// Returns the text of the field for allowed addresses.
fn allowed(options: &DirectOptions) -> String {
    let texts: Vec<String> = options.allowed.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

/// Returns the text of the field for the proxy's address; `None` if the crawl used no proxy.
fn proxy(source: &Source) -> Option<String> {
    match source {
        Source::Proxy => Some(String::new()),
        Source::ProxyAt(address) => Some(address.as_str().to_owned()),
        _ => None,
    }
}

/// The message if a model is needed and none is selected.
const NONE: &str = "Choose a model. This strategy needs one trained on trails.";
/// The message if the crawl's model cannot be found.
const GONE: &str = "This crawl’s model is no longer in this browser. Choose another one.";
/// The message if the address names a model that is not in this browser.
const ELSEWHERE: &str = "The linked model is not in this browser. Import its file under Models, or choose another one.";

/// Holds the choice of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelInput {
    /// The id of the chosen model, if any.
    pub id: Option<String>,
    /// The model, once found among the saved ones.
    pub card: Option<Rc<ModelCard>>,
    /// The digest of the crawl's trails with these settings, which identifies its model.
    pub trails: Option<String>,
}

impl ModelInput {
    /// Returns whether the form refers to a model that is not loaded or may no longer exist.
    pub fn is_wanted(&self) -> bool {
        self.id.is_some() || self.trails.is_some() || self.card.is_some()
    }

    /// Stores the digest of the trails that trained the crawl's model.
    pub fn remember_trails(&mut self, plan: &Plan) {
        self.trails = trails_digest_of(&plan.trails);
    }

    /// Returns the model for a strategy, or none if it needs none. The error is the remedy, in a sentence.
    pub fn card_for(&self, info: &StrategyInfo) -> Result<Option<Rc<ModelCard>>, String> {
        if !info.needs.trails {
            return Ok(None);
        }
        match &self.card {
            Some(card) if card.strategy.id != info.id => {
                Err(format!("“{}” was trained for another strategy. Choose a model for this one.", card.name))
            }
            Some(card) => match &card.stale {
                Some(reason) => Err(reason.clone()),
                None => Ok(Some(Rc::clone(card))),
            },
            None if self.id.is_some() => Err(ELSEWHERE.to_owned()),
            None if self.trails.is_some() => Err(GONE.to_owned()),
            None => Err(NONE.to_owned()),
        }
    }
}

impl Form {
    /// Returns whether the strategy uses a model.
    pub fn uses_model(&self, catalog: &Catalog) -> bool {
        let info = catalog.strategy(&self.strategy_id());
        info.is_some_and(|info| info.needs.trails)
    }

    /// Moves the problems of a plan's trails to the field of its model.
    pub fn place_trails(problems: &mut [Problem]) {
        let of_trails = |field: &str| field == "trails" || field.starts_with("trails.");
        for one in problems.iter_mut().filter(|one| of_trails(&one.field)) {
            *one = problem("model", one.message.clone());
        }
    }
}

/// Returns the digest of the trails of a plan.
fn trails_digest_of(trails: &Trails) -> Option<String> {
    (!trails.trails.is_empty()).then(|| protocol::models::trails_digest(trails))
}
