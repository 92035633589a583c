//! Formats changes for the list of changes.

use crate::views::prelude::*;
use page_state::text::without_http;
use types::plan::{PAGES, SPEED};
use types::spec::StrategySpec;
use types::steering::Steering;

/// The most characters of typed or crawled text that are shown.
const CHARS: usize = 80;
/// The number of addresses that are named; further ones are counted.
const NAMED: usize = 2;

/// Returns a change as a text.
pub(crate) fn describe(steering: &Steering, catalog: &Catalog) -> String {
    match steering {
        Steering::Judged { url, good } => {
            let page = short(url.as_str());
            match good {
                Some(true) => format!("Kept {page}"),
                Some(false) => format!("Discarded {page}"),
                None => format!("Judgment removed: {page}"),
            }
        }
        Steering::Word { word, weight } => {
            let word = short(word);
            match *weight {
                weight if weight <= 0.0 => format!("“{word}” excluded"),
                weight if (weight - 1.0).abs() < f64::EPSILON => {
                    format!("“{word}” reset")
                }
                weight => format!("“{word}” boosted ×{}", grouped(weight)),
            }
        }
        Steering::Seeds(seeds) => format!("Seeds added: {}", named(seeds)),
        Steering::FoundSeeds { seeds, spares } => match seeds.len() {
            0 => format!("{} found", counted(spares.len(), "further spare seed")),
            count => format!("{} found: {}", counted(count, "further seed"), named(seeds)),
        },
        Steering::SpareSeed(url) => {
            format!("Seed added in place of one that could not be read: {}", short(url.as_str()))
        }
        Steering::Drop(rule) => format!("Excluded {}", short(&rule.to_string())),
        Steering::Admit(rule) => format!("Included {} again", short(&rule.to_string())),
        Steering::Unreadable(rule, class) => {
            format!("Excluded {}: {}", short(&rule.to_string()), class.reason())
        }
        Steering::Speed(speed) => format!("{} {}", SPEED.title, speed.title()),
        Steering::Budget(pages) => format!("{} {}", PAGES.title, grouped(*pages)),
        Steering::Strategy(spec) => strategy_title(spec, catalog),
    }
}

/// Returns a strategy with its non-default parameters.
pub(crate) fn strategy_title(spec: &StrategySpec, catalog: &Catalog) -> String {
    let info = catalog.strategy(&spec.id);
    let title = info.map(|info| info.title_with(&info.changed(&spec.params)));
    format!("Strategy: {}", title.unwrap_or_else(|| spec.id.clone()))
}

/// Returns the first of some addresses, and the number of the others.
fn named(seeds: &[CanonicalUrl]) -> String {
    let named: Vec<String> = seeds.iter().take(NAMED).map(|url| short(url.as_str())).collect();
    let more = match seeds.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    named.join(", ") + &more
}

fn short(text: &str) -> String {
    let text = clean(text);
    cut(without_http(&text), CHARS).to_owned()
}
