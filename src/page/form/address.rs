//! The form as an address, and an address as a form.

use super::{Form, IDF, default_strategy, param_key};
use crate::page::address::CrawlAddress;
use crate::page::numbers;
use engine::topic::IdfSource;
use std::collections::BTreeMap;

impl Form {
    /// The form that an address asks for.
    pub fn from_address(address: CrawlAddress) -> Self {
        let strategy = address.strategy.clone();
        let mut form = Self {
            query: address.query.clone().unwrap_or_default(),
            seeds: address.seeds.join("\n"),
            struck: address.struck.clone(),
            source: address.source,
            touched: address.query.is_some() || address.start,
            ..Self::default()
        };
        for (name, value) in &address.rest {
            match (name.as_str(), name.strip_prefix("params.")) {
                (_, Some(param)) => {
                    let of = strategy.clone().unwrap_or_else(default_strategy);
                    form.params.insert(param_key(&of, param), value.clone());
                }
                ("stay", _) => form.stay = value == "1",
                ("stemming", _) => form.unstemmed = value == "0",
                ("idf", _) => {
                    let found = IDF.iter().find(|(_, name, _)| name == value);
                    form.idf = found.map_or_else(IdfSource::default, |(idf, _, _)| *idf);
                }
                (name, _) if is_number(name) => {
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
        let mut rest = BTreeMap::new();
        for (name, text) in &self.numbers {
            if !text.trim().is_empty() {
                rest.insert(name.clone(), text.trim().to_owned());
            }
        }
        let id = self.strategy_id();
        for (key, text) in &self.params {
            if let Some(param) = key.strip_prefix(&param_key(&id, "")) {
                rest.insert(format!("params.{param}"), text.clone());
            }
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
            struck: self.struck.clone(),
            strategy: Some(id),
            source: self.source,
            start: false,
            rest,
        }
    }
}

fn is_number(name: &str) -> bool {
    let more = numbers::MORE.iter().any(|number| number.name == name);
    more || numbers::PAGES.name == name
}
