//! The living spiders on the map: where each is, and the pages that it fetched before.

use super::scene::Scene;
use super::web::Web;
use crate::page::dom::digits::grouped;
use crate::page::views::crawl::spiders::families::is_dead;
use crate::page::views::crawl::spiders::mark::{color_of, shape_of};
use crate::page::views::crawl::spiders::tree::Forest;
use crate::protocol::map::SpiderMarker;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::count;
use types::report::Spider;

/// Most pages of a spider that are marked: the one where it is, and those that it fetched before.
pub const TRAIL: usize = 4;

/// A living spider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivingSpider {
    /// Its number.
    pub id: u32,
    /// The founder of its family.
    pub founder: u32,
    /// The pages that it fetched last, the latest first.
    pub trail: Vec<usize>,
}

/// The living spiders that are on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LivingSpiders {
    /// The spiders, in the order of their numbers.
    pub spiders: Vec<LivingSpider>,
    /// Their numbers by the places of the nodes where they are.
    pub here: BTreeMap<usize, Vec<u32>>,
}

impl LivingSpiders {
    /// Returns those that live of a population, up to page `until` of the crawl. One without a page of its own is where its parent was.
    pub fn new(web: &Web, scene: &Scene, spiders: &[Rc<Spider>], until: Option<u32>) -> Self {
        let parents = spiders.iter().map(|spider| (spider.id, spider.parent));
        let families = Forest::new(parents);
        let mut living = Self::default();
        for spider in spiders.iter().filter(|spider| !is_dead(spider)) {
            let last = |n: u32| n.min(until.unwrap_or(u32::MAX));
            let own = spider.last.map(|n| web.trail(spider.id, last(n), TRAIL));
            let born_at = || {
                let parent = spider.parent?;
                Some(web.trail(parent, last(spider.born), 1))
            };
            let trail = own.filter(|trail| !trail.is_empty()).or_else(born_at);
            let trail = trail.unwrap_or_default();
            let at = trail
                .first()
                .and_then(|page| scene.representative(web, *page));
            let Some(at) = at else { continue };
            living.here.entry(at).or_default().push(spider.id);
            living.spiders.push(LivingSpider {
                id: spider.id,
                founder: families.root(spider.id),
                trail,
            });
        }
        living
    }

    /// Returns the numbers of those at the node of a place, in a list for people; none where there are none.
    pub fn names_at(&self, place: usize) -> Option<String> {
        let ids = self.here.get(&place)?.iter();
        let ids: Vec<String> = ids.map(|id| grouped(*id)).collect();
        Some(ids.join(", "))
    }

    /// Returns the founders of their families.
    pub fn families(&self) -> BTreeSet<u32> {
        self.spiders.iter().map(|spider| spider.founder).collect()
    }

    /// Returns how they are drawn in a scene.
    pub fn markers(&self, web: &Web, scene: &Scene) -> Vec<SpiderMarker> {
        let mut by_page = BTreeMap::<u32, u32>::new();
        let marker = |spider: &LivingSpider| {
            let nodes = spider
                .trail
                .iter()
                .map(|page| scene.representative(web, *page));
            let mut trail: Vec<u32> = nodes.flatten().map(count).collect();
            trail.dedup();
            let place = by_page.entry(*trail.first()?).or_default();
            *place += 1;
            Some(SpiderMarker {
                trail,
                place: *place - 1,
                shape: shape_of(spider.founder),
                color: color_of(spider.founder),
            })
        };
        self.spiders.iter().filter_map(marker).collect()
    }
}
