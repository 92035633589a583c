//! The form as an address, and an address as a form.

use super::{
    ADDRESS_BYTES, Form, IDF, Topics, default_strategy, param_key, read_outline, write_outline,
};
use crate::page::address::CrawlAddress;
use crate::page::numbers;
use engine::topic::IdfSource;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What stands before the digest of topics that are not in the address itself.
const KEPT: char = '~';

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
                ("topics", _) => form.topics = Rc::new(topics(value)),
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
        let (outline, fits) = self.outline();
        if fits {
            flag("topics", !outline.is_empty(), &outline);
        } else {
            flag("topics", true, &format!("{KEPT}{}", digest(&outline)));
        }
        CrawlAddress {
            query: Some(self.query.trim().to_owned()),
            seeds: self.typed_seeds(),
            struck: self.struck.clone(),
            strategy: Some(id),
            source: self.source,
            start: false,
            id: None,
            rest,
        }
    }
}

impl Form {
    /// The topics in use as text, and whether it is short enough for the address.
    pub fn outline(&self) -> (String, bool) {
        let outline = write_outline(&self.topics.taxonomy());
        let fits = outline.len() <= ADDRESS_BYTES;
        (outline, fits)
    }
}

/// The topics that an address gives: as text, or by the digest under which the browser's session has them.
fn topics(value: &str) -> Topics {
    match value.strip_prefix(KEPT) {
        Some(digest) => Topics::kept_as(digest),
        None => Topics::of(&read_outline(value)),
    }
}

/// A short name for a text: the 64-bit FNV-1a hash. It tells texts of one session apart and protects nothing.
pub fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn is_number(name: &str) -> bool {
    let more = numbers::MORE.iter().any(|number| number.name == name);
    more || numbers::PAGES.name == name
}
