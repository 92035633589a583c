//! Breaks ties: of links whose priorities are close to the best one's, the second number decides (Batsakis §3.4: "the difference of
//! probabilities is below a predefined threshold ε").
//!
//! Closeness is not transitive, so the rule applies to each pick: links closer than ε to the best ready link are tied with it.

use super::Frontier;
use super::priority::Key;
use crate::graph::UrlId;

impl Frontier {
    /// Returns the ready URL with the largest second number, the first of equals, among those whose priorities are less than `width` below
    /// that of [`Frontier::best`]. Links are tied only with links, not with seeds.
    pub fn best_of_ties(&self, width: f64) -> Option<UrlId> {
        let id = self.best()?;
        let (key, waiting) = self.entries.get(&id)?;
        let best = key.reduced(self.sites.factor(waiting.site));
        if best.tier == 0 {
            return Some(id);
        }
        let is_within = |width: f64| move |key: &Key| best.first - key.first < width;
        let any_site = !self.is_site_due(waiting.site);
        let sites = self.sites.ready();
        let sites = sites.take_while(|(front, _)| front.tier < best.tier || is_within(width)(front));
        let sites = sites.filter(|(_, site)| any_site || self.is_site_due(*site));
        // Site diversity brings the links of a site closer to each other.
        let tied = sites.flat_map(|(_, site)| {
            let width = width * self.sites.factor(site);
            self.sites.distinct(site).take_while(is_within(width))
        });
        let first = tied.min_by(|a, b| b.second.total_cmp(&a.second).then(a.cmp(b)));
        Some(first.map_or(id, |key| key.id))
    }
}
