//! What a person types before a crawl, as it was typed, and the plan it makes.
//!
//! Texts stay texts until the crawl starts, so that nothing vanishes under the fingers. Numbers are read here, since
//! a text that is no number cannot be sent; everything else is judged by the worker, which has the engine.

use super::address::CrawlAddress;
use super::catalog::Catalog;
use super::digits;
use super::numbers::{self, Number};
use crate::protocol::{Example, Problem, Source};
use engine::plan::Plan;
use engine::strategy::{Control, Info, ParamInfo, ParamValue};
use engine::topic::IdfSource;
use std::collections::BTreeMap;

/// The form of a crawl.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The query.
    pub query: String,
    /// Seed addresses, apart by white space.
    pub seeds: String,
    /// The strategy's id, where one was chosen.
    pub strategy: Option<String>,
    /// Texts of parameters by `strategy/name`: going back to a strategy finds its parameters as they were.
    pub params: BTreeMap<(String, String), String>,
    /// Texts of [`Number`]s by name.
    pub numbers: BTreeMap<String, String>,
    /// Where pages come from, where it was chosen.
    pub source: Option<Source>,
    /// Only the seeds' hosts are followed.
    pub stay: bool,
    /// Words are not stemmed.
    pub unstemmed: bool,
    /// Where the weights of words come from.
    pub idf: IdfSource,
    /// True once the query was typed in or came with the address: the worked example no longer fills it.
    pub touched: bool,
    /// What is wrong, field by field.
    pub problems: Vec<Problem>,
    /// The address that gave this form, or that was written when it was sent off.
    pub opened: CrawlAddress,
}

/// What a crawl is started with.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The plan.
    pub plan: Plan,
    /// Where pages come from.
    pub source: Source,
    /// Only the seeds' hosts are followed.
    pub stay: bool,
}

/// The names of [`IdfSource`]s in addresses and the form, with a title for people.
pub const IDF: [(IdfSource, &str, &str); 3] = [
    (IdfSource::None, "none", "All alike"),
    (IdfSource::General, "general", "From general English"),
    (IdfSource::Crawl, "crawl", "From the pages of this crawl"),
];

impl Form {
    /// The form that an address asks for.
    pub fn from_address(address: CrawlAddress) -> Self {
        let strategy = address.strategy.clone();
        let mut form = Self {
            query: address.query.clone().unwrap_or_default(),
            seeds: address.seeds.join("\n"),
            source: address.source,
            touched: address.query.is_some() || address.start,
            ..Self::default()
        };
        for (name, value) in &address.rest {
            match (name.as_str(), name.strip_prefix("params.")) {
                (_, Some(param)) => {
                    let of = strategy.clone().unwrap_or_else(default_strategy);
                    form.params.insert((of, param.to_owned()), value.clone());
                }
                ("stay", _) => form.stay = value == "1",
                ("stemming", _) => form.unstemmed = value == "0",
                ("idf", _) => {
                    let found = IDF.iter().find(|(_, name, _)| name == value);
                    form.idf = found.map_or_else(IdfSource::default, |(idf, _, _)| *idf);
                }
                (name, _) if number_named(name).is_some() => {
                    form.numbers.insert(name.to_owned(), value.clone());
                }
                _ => {}
            }
        }
        form.strategy = strategy;
        form.opened = address;
        form
    }

    /// The address that gives this form again. `start` is left for the caller to say.
    pub fn address(&self) -> CrawlAddress {
        let mut rest: BTreeMap<String, String> = self
            .numbers
            .iter()
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(name, text)| (name.clone(), text.trim().to_owned()))
            .collect();
        let id = self.strategy_id();
        for ((_, param), text) in self.params.iter().filter(|((of, _), _)| *of == id) {
            rest.insert(format!("params.{param}"), text.clone());
        }
        let mut flag = |name: &str, on: bool, value: &str| {
            if on {
                rest.insert(name.to_owned(), value.to_owned());
            }
        };
        flag("stay", self.stay, "1");
        flag("stemming", self.unstemmed, "0");
        flag("idf", self.idf != IdfSource::default(), self.idf_name());
        CrawlAddress {
            query: Some(self.query.trim().to_owned()),
            seeds: self.typed_seeds(),
            strategy: Some(id),
            source: self.source,
            start: false,
            rest,
        }
    }

    /// The name of the source of word weights.
    pub fn idf_name(&self) -> &'static str {
        let found = IDF.iter().find(|(idf, _, _)| *idf == self.idf);
        found.map_or("", |(_, name, _)| name)
    }

    /// The id of the strategy: the chosen one, or the one that a plan has when nothing is said.
    pub fn strategy_id(&self) -> String {
        self.strategy.clone().unwrap_or_else(default_strategy)
    }

    /// The seeds that were typed, one by one.
    pub fn typed_seeds(&self) -> Vec<String> {
        let pieces = self.seeds.split_whitespace();
        pieces
            .map(|piece| piece.trim_matches(|c| matches!(c, ',' | ';' | '<' | '>' | '"')))
            .filter(|piece| !piece.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Where pages come from: what was chosen, or what the seeds ask for. The demo web has the hosts that end in `.test`.
    pub fn source(&self, catalog: &Catalog) -> Source {
        self.source.unwrap_or_else(|| {
            if self.typed_seeds().iter().all(|seed| is_demo(seed)) {
                Source::Demo
            } else if catalog.proxy.may_be_there() {
                Source::Proxy
            } else {
                Source::Direct
            }
        })
    }

    /// Where the crawl starts: the typed seeds; without any, in the demo web, those of the example of this query, or of all examples.
    pub fn seeds(&self, catalog: &Catalog) -> Vec<String> {
        let typed = self.typed_seeds();
        if !typed.is_empty() || self.source(catalog) != Source::Demo {
            return typed;
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

    /// The example that asks for the same.
    pub fn example<'a>(&self, catalog: &'a Catalog) -> Option<&'a Example> {
        let query = self.query.trim();
        let mut examples = catalog.examples.iter();
        examples.find(|example| example.query.eq_ignore_ascii_case(query))
    }

    /// The text of a parameter, its default where nothing was typed.
    pub fn param(&self, strategy: &str, info: &ParamInfo) -> String {
        let key = (strategy.to_owned(), info.name.clone());
        let typed = self.params.get(&key).cloned();
        typed.unwrap_or_else(|| match &info.default {
            ParamValue::Number(number) => digits::plain(*number),
            ParamValue::Switch(on) => on.to_string(),
            ParamValue::Word(word) => word.clone(),
        })
    }

    /// The text of a number, the plan's default where nothing was typed.
    pub fn number(&self, number: &Number) -> String {
        let typed = self.numbers.get(number.name).cloned();
        typed.unwrap_or_else(|| digits::plain((number.get)(&Plan::default())))
    }

    /// What is wrong with a field.
    pub fn problem(&self, field: &str) -> Option<String> {
        let mut messages = self
            .problems
            .iter()
            .filter(|problem| problem.field == field);
        let first = messages.next()?.message.clone();
        Some(messages.fold(first, |all, next| format!("{all} {}", next.message)))
    }

    /// Makes the plan, or says which texts cannot be read.
    pub fn order(&self, catalog: &Catalog) -> Result<Order, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut plan = Plan {
            query: self.query.trim().to_owned(),
            seeds: self.seeds(catalog),
            strategy: self.strategy_id(),
            stemming: !self.unstemmed,
            idf: self.idf,
            ..Plan::default()
        };
        for number in std::iter::once(&numbers::PAGES).chain(&numbers::MORE) {
            match self.numbers.get(number.name).map(|text| number.read(text)) {
                Some(Ok(value)) => (number.set)(&mut plan, value),
                Some(Err(message)) => problems.push(problem(number.name, message)),
                None => {}
            }
        }
        if let Some(info) = catalog.strategy(&plan.strategy) {
            plan.params = self.read_params(info, &mut problems);
        }
        let (source, stay) = (self.source(catalog), self.stay);
        if problems.is_empty() {
            Ok(Order { plan, source, stay })
        } else {
            Err(problems)
        }
    }

    fn read_params(
        &self,
        info: &Info,
        problems: &mut Vec<Problem>,
    ) -> BTreeMap<String, ParamValue> {
        let mut params = BTreeMap::new();
        for param in &info.params {
            let Some(text) = self.params.get(&(info.id.clone(), param.name.clone())) else {
                continue;
            };
            let value = match param.control {
                Control::Number { min, max, whole } => digits::read(text)
                    .map(ParamValue::Number)
                    .ok_or_else(|| numbers::give(min, max, whole)),
                Control::Switch => Ok(ParamValue::Switch(text == "true")),
                Control::Choice(_) => Ok(ParamValue::Word(text.clone())),
            };
            match value {
                Ok(value) => {
                    params.insert(param.name.clone(), value);
                }
                Err(message) => problems.push(problem(&format!("params.{}", param.name), message)),
            }
        }
        params
    }
}

/// Something wrong with one field.
pub fn problem(field: &str, message: String) -> Problem {
    let field = field.to_owned();
    Problem { field, message }
}

fn default_strategy() -> String {
    Plan::default().strategy
}

fn number_named(name: &str) -> Option<&'static Number> {
    static PAGES: Number = numbers::PAGES;
    static MORE: [Number; 6] = numbers::MORE;
    std::iter::once(&PAGES)
        .chain(&MORE)
        .find(|number| number.name == name)
}

/// True where a seed, as it was typed, names a host of the demo web.
fn is_demo(seed: &str) -> bool {
    let rest = seed.split_once("://").map_or(seed, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = authority.split(':').next().unwrap_or(authority);
    host.trim_end_matches('.')
        .to_ascii_lowercase()
        .ends_with(".test")
}
