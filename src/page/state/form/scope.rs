//! Holds the seeds of the form, and the hosts to which the crawl is limited.

use types::spec::{AUTOMATIC_STRATEGY, SITE_MAP_STRATEGY};

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
pub(crate) fn typed_seeds(text: &str) -> Vec<String> {
    let addresses = text.lines().flat_map(types::seeds::addresses);
    addresses.map(str::to_owned).collect()
}
