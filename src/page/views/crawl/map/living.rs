//! The living spiders on the map: where each is, and the pages that it fetched before.

use super::scene::Scene;
use super::web::Web;
use crate::page::views::crawl::spiders::families::{Families, is_dead};
use crate::page::views::crawl::spiders::mark::{color_of, shape_of};
use crate::protocol::map::SpiderMarker;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::count;
use types::report::Spider;

/// Most pages of a spider that are marked: the one where it is, and those that it fetched before.
pub const TRAIL: usize = 4;

/// Families in a legend.
const SAMPLES: usize = 3;

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
        let families = Families::new(spiders);
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
                founder: families.founder(spider.id),
                trail,
            });
        }
        living
    }

    /// Returns a spider of each family, some families at most, with the founder: samples for a legend.
    pub fn samples(&self) -> impl Iterator<Item = (u32, u32)> {
        let families: BTreeMap<u32, u32> = self
            .spiders
            .iter()
            .rev()
            .map(|spider| (spider.founder, spider.id))
            .collect();
        let samples = families.into_iter().take(SAMPLES);
        samples.map(|(founder, id)| (id, founder))
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
                color: color_of(spider.id),
            })
        };
        self.spiders.iter().filter_map(marker).collect()
    }
}
