//! Builds the tree of a site map during the crawl: pages are inserted in order, one batch at a time.

use crate::page::views::prelude::*;
use types::site_map::{Arrangement, PathOrder, SiteMap};

/// The number of pages in a batch, which keeps the page's thread responsive.
const SHARE: usize = 2_000;
/// The duration of a frame, in milliseconds.
const FRAME_MS: u32 = 16;

/// Returns the tree of the pages. The order by path grows by one batch at a time.
#[hook]
pub(super) fn use_map(ranking: &Shared<Ranking>, arrangement: Arrangement, good: f64) -> Shared<SiteMap> {
    let growing = use_mut_ref(GrowingOrder::default);
    let shares = use_state_eq(|| 0_u32);
    let input = (ranking.clone(), arrangement, good, *shares);
    let drawn = use_memo(input, move |(ranking, arrangement, good, _)| {
        let records = ranking.pages.records();
        if *arrangement == Arrangement::Links {
            return (Rc::new(SiteMap::new(records, *arrangement, *good)), true);
        }
        let mut growing = growing.borrow_mut();
        let is_all = growing.follow(records);
        let map = SiteMap::by_path(records, &growing.order, *good);
        (Rc::new(map), is_all)
    });
    let next = (!drawn.1).then_some(*shares + 1);
    let setter = shares.setter();
    use_effect_with(next, move |next| {
        let more = next.map(|next| Timeout::new(FRAME_MS, move || setter.set(next)));
        move || drop(more)
    });
    Rc::clone(&drawn.0).into()
}

/// The order by path of a crawl's pages, and the last page in it.
#[derive(Debug, Default)]
struct GrowingOrder {
    order: PathOrder,
    taken: usize,
    last: Option<Rc<PageRecord>>,
}

impl GrowingOrder {
    /// Adds a batch of new pages; starts again if they belong to another crawl or moment. Returns true if none are left.
    fn follow(&mut self, records: &[Rc<PageRecord>]) -> bool {
        let last = self.taken.checked_sub(1).and_then(|at| records.get(at));
        if last.map(Rc::as_ptr) != self.last.as_ref().map(Rc::as_ptr) {
            *self = Self::default();
        }
        self.taken = self.order.take(records, SHARE);
        let last = self.taken.checked_sub(1).and_then(|at| records.get(at));
        self.last = last.cloned();
        self.taken == records.len()
    }
}
