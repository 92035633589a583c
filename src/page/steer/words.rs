//! Changes in words, for the list of what was changed.

use crate::page::catalog::Catalog;
use crate::page::digits::grouped;
use engine::steering::Steering;
use engine::strategy::ParamValue;
use engine::text::{clean, cut};
use std::collections::BTreeMap;

/// Most characters of what was typed or crawled that are shown.
const CHARS: usize = 80;
/// Addresses that are named; more are counted.
const NAMED: usize = 2;

/// A change, as a person would tell it.
pub(in crate::page) fn told(steering: &Steering, catalog: &Catalog) -> String {
    match steering {
        Steering::Judged { url, good } => {
            let page = short(url.as_str());
            match good {
                Some(true) => format!("More like {page}"),
                Some(false) => format!("Less like {page}"),
                None => format!("Nothing more said of {page}"),
            }
        }
        Steering::Word { word, weight } => {
            let word = short(word);
            match *weight {
                weight if weight <= 0.0 => format!("“{word}” struck out"),
                weight if (weight - 1.0).abs() < f64::EPSILON => {
                    format!("“{word}” counts as before")
                }
                weight => format!("“{word}” counts {} times", grouped(weight)),
            }
        }
        Steering::Seeds(seeds) => {
            let named: Vec<String> = seeds
                .iter()
                .take(NAMED)
                .map(|url| short(url.as_str()))
                .collect();
            let more = match seeds.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("Started from {}{more} as well", named.join(", "))
        }
        Steering::Drop(rule) => format!("Left out {}", short(&rule.to_string())),
        Steering::Admit(rule) => format!("Took {} in again", short(&rule.to_string())),
        Steering::Budget(pages) => format!("{} pages to fetch", grouped(*pages)),
        Steering::Strategy { id, params } => method(id, params, catalog),
    }
}

/// A strategy, with the parameters that are not its defaults.
pub(in crate::page) fn method(
    id: &str,
    params: &BTreeMap<String, ParamValue>,
    catalog: &Catalog,
) -> String {
    let info = catalog.strategy(id);
    let title = info.map_or(id, |info| info.title.as_str());
    let set = params.iter().filter_map(|(name, value)| {
        let param = info?.params.iter().find(|param| param.name == *name)?;
        (param.default != *value).then(|| format!("{}: {value}", param.title))
    });
    let set: Vec<String> = set.collect();
    if set.is_empty() {
        format!("Strategy: {title}")
    } else {
        format!("Strategy: {title} ({})", set.join(", "))
    }
}

fn short(text: &str) -> String {
    let text = clean(text);
    let bare = text.strip_prefix("http://").unwrap_or(&text);
    cut(bare, CHARS).to_owned()
}
