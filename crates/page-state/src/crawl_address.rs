//! Parses and formats the address of a crawl, the part after `#/crawl?`.
//!
//! `q`, `seed` (repeatable), `strategy`, `pages`, `source` and `start=1` are a public contract. A crawl that learns
//! from examples reads them after a start and then waits for the person, with or without `start=1`. Excluded words are
//! `exclude` (repeatable). Other settings use their own names, and parameters are `params.<name>`, so that a copied
//! address gives the same crawl. Form and worker check the values.

use crate::browser;
use protocol::SourceKind;
use std::collections::BTreeMap;

/// The prefix of the names in the view's part of the address ([`super::view_address`]), which is not part of the crawl.
pub(super) const SHOWN: &str = "show.";

/// The parts of a crawl's address; missing ones are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrawlAddress {
    /// `q`: the query.
    pub query: Option<String>,
    /// Every `seed`, in order.
    pub seeds: Vec<String>,
    /// Every `exclude`, in order: the excluded related words and senses.
    pub excluded: Vec<String>,
    /// `strategy`: an id.
    pub strategy: Option<String>,
    /// `source`: `proxy`, `direct`, `demo` or `recorded`.
    pub source: Option<SourceKind>,
    /// The value of `source` if it is not a known source.
    pub strange_source: Option<String>,
    /// `start=1`: the crawl starts by itself.
    pub start: bool,
    /// `id`: the crawl saved in this browser, which takes precedence if it exists.
    pub id: Option<String>,
    /// All other names with their values: `pages`, `depth`, `params.<name>` and the like.
    pub rest: BTreeMap<String, String>,
}

impl CrawlAddress {
    /// Parses the query of an address. Unknown names are kept in `rest` for the form to check.
    pub fn read(query: &str) -> Self {
        let mut address = Self::default();
        for (name, value) in browser::pairs(query) {
            match name.as_str() {
                "q" => address.query = Some(value),
                "seed" => address.seeds.push(value),
                "exclude" => address.excluded.push(value),
                "strategy" => address.strategy = Some(value),
                "source" => match SourceKind::named(&value) {
                    Some(source) => address.source = Some(source),
                    None => address.strange_source = Some(value),
                },
                "start" => address.start = value == "1",
                "id" => address.id = Some(value).filter(|id| !id.is_empty()),
                name if name.starts_with(SHOWN) => {}
                _ => {
                    address.rest.insert(name, value);
                }
            }
        }
        address
    }

    /// Formats the address, without the question mark.
    pub fn write(&self) -> String {
        let known = [("q", &self.query), ("strategy", &self.strategy)];
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        pairs.extend(known.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?))));
        pairs.extend(self.seeds.iter().map(|seed| ("seed", seed.as_str())));
        pairs.extend(self.excluded.iter().map(|excluded| ("exclude", excluded.as_str())));
        pairs.extend(self.rest.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        pairs.extend(self.source.map(|source| ("source", source.name())));
        pairs.extend(self.start.then_some(("start", "1")));
        pairs.extend(self.id.as_deref().map(|id| ("id", id)));
        browser::query(pairs.into_iter())
    }

    /// Returns whether all parts are missing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
