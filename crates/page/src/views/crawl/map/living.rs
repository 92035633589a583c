//! Locates the living spiders on the map: their positions and the pages that they fetched before.

use super::scene::Scene;
use super::web::Web;
use crate::views::crawl::spiders::families::is_dead;
use crate::views::crawl::spiders::families::{color_of, shape_of};
use crate::views::crawl::spiders::tree::Forest;
use crate::views::prelude::*;
use protocol::map::SpiderMarker;
use types::report::Spider;

/// The most marked pages of a spider: its position and the pages before.
pub const TRAIL: usize = 4;

/// A living spider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivingSpider {
    /// Its number.
    pub id: u32,
    /// The founder of its family.
    pub founder: u32,
    /// The latest pages that it fetched, the latest first.
    pub trail: Vec<usize>,
}

/// The living spiders that are on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LivingSpiders {
    /// The spiders, ordered by id.
    pub spiders: Vec<LivingSpider>,
    /// The ids of the spiders at each node, by the node's index in the scene.
    pub here: BTreeMap<usize, Vec<u32>>,
}

impl LivingSpiders {
    /// Returns the spiders that are alive after page `until` of the crawl. A spider that has fetched no page is at its
    /// parent's position.
    pub fn new(web: &Web, scene: &Scene, spiders: &[Rc<Spider>], until: Option<u32>) -> Self {
        let parents = spiders.iter().map(|spider| (spider.id, spider.parent));
        let families = Forest::new(parents);
        let mut living = Self::default();
        for spider in spiders.iter().filter(|spider| !is_dead(spider)) {
            let last = |n: u32| n.min(until.unwrap_or(u32::MAX));
            let trail = spider.last.map(|n| web.trail(spider.id, last(n), TRAIL));
            let born_at = || {
                let parent = spider.parent?;
                Some(web.trail(parent, last(spider.born), 1))
            };
            let trail = trail.filter(|trail| !trail.is_empty()).or_else(born_at);
            let trail = trail.unwrap_or_default();
            let at = trail.first().and_then(|page| scene.representative(web, *page));
            let Some(at) = at else { continue };
            living.here.entry(at).or_default().push(spider.id);
            living.spiders.push(LivingSpider { id: spider.id, founder: families.root(spider.id), trail });
        }
        living
    }

    /// Returns the ids of the spiders at a node as a readable list; none if it has no spider.
    pub fn names_at(&self, place: usize) -> Option<String> {
        let ids = self.here.get(&place)?.iter();
        let ids: Vec<String> = ids.map(|id| grouped(*id)).collect();
        Some(ids.join(", "))
    }

    /// Returns the founders of their families.
    pub fn families(&self) -> BTreeSet<u32> {
        self.spiders.iter().map(|spider| spider.founder).collect()
    }

    /// Returns the markers that show the spiders in a scene.
    pub fn markers(&self, web: &Web, scene: &Scene) -> Vec<SpiderMarker> {
        let mut by_page = BTreeMap::<u32, u32>::new();
        let marker = |spider: &LivingSpider| {
            let nodes = spider.trail.iter().map(|page| scene.representative(web, *page));
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
