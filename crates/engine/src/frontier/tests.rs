//! Tests the order, the bounds and the sites of the frontier.

use super::*;

/// Returns a queued link.
fn waiting(site: u32, first: f64) -> FrontierEntry {
    FrontierEntry { parent: Some(UrlId(99)), ..FrontierEntry::new(SiteId(site), Score::new(first)) }
}

fn filled(scores: &[(u32, f64)]) -> Frontier {
    filled_with(0, scores)
}

/// Returns a frontier with links of these sites and scores, and this window of site diversity.
fn filled_with(window: usize, scores: &[(u32, f64)]) -> Frontier {
    let mut frontier = Frontier::new(100, window);
    for (id, (site, score)) in (0..).zip(scores) {
        frontier.push(UrlId(id), waiting(*site, *score));
    }
    frontier
}

/// Picks until nothing is ready, and releases each site immediately.
fn picks(mut frontier: Frontier) -> Vec<u32> {
    let mut out = Vec::new();
    while let Some(id) = frontier.best() {
        let picked = frontier.take(id).expect("best waits");
        frontier.release(picked.site, 0);
        frontier.wake(0);
        out.push(id.0);
    }
    out
}

#[test]
fn the_better_score_goes_first_and_equal_scores_go_in_order_of_arrival() {
    assert_eq!(picks(filled(&[(0, 0.1), (0, 0.9), (0, 0.5), (0, 0.9)])), [1, 3, 2, 0]);
    assert_eq!(picks(filled(&[(0, 0.0), (1, 0.0), (0, 0.0)])), [0, 1, 2]);
}

#[test]
fn the_oldest_url_is_chosen_whatever_the_scores() {
    let mut frontier = filled(&[(0, 0.1), (1, 0.9), (0, 0.5)]);
    // A seed precedes all links.
    frontier.push(UrlId(7), FrontierEntry::new(SiteId(2), Score::new(0.0)));
    let mut picked = Vec::new();
    while let Some(id) = frontier.oldest() {
        // The sites are not released, so only the oldest URL of each site is ready.
        frontier.take(id).expect("it waits");
        picked.push(id.0);
    }
    assert_eq!(picked, [7, 0, 1]);
}

#[test]
fn the_oldest_url_is_of_another_site_than_the_last_one() {
    let mut frontier = filled_with(2, &[(0, 0.5), (0, 0.5), (1, 0.5)]);
    assert_eq!(taken(&mut frontier), SiteId(0));
    assert_eq!(frontier.oldest(), Some(UrlId(2)));
}

#[test]
fn the_second_number_breaks_ties() {
    let mut frontier = Frontier::new(9, 0);
    for (id, second) in [(0, 0.2), (1, 0.7)] {
        let score = Score { first: 0.5, second, parts: vec![] };
        frontier.push(UrlId(id), FrontierEntry { score, ..waiting(0, 0.0) });
    }
    assert_eq!(picks(frontier), [1, 0]);
}

#[test]
fn seeds_redirects_and_retries_precede_the_best_link() {
    let mut frontier = filled(&[(0, 1e9)]);
    let seed = FrontierEntry::new(SiteId(0), Score::new(0.0));
    let moved = FrontierEntry { hops: 1, ..waiting(0, 0.0) };
    let again = FrontierEntry { tries: 1, ..waiting(0, 0.0) };
    let all = [seed, moved, again];
    let why = all.each_ref().map(FrontierEntry::priority_reason);
    assert_eq!(why, [PriorityReason::Seed, PriorityReason::Redirect, PriorityReason::Retry].map(Some));
    for (id, waiting) in (7..).zip(all) {
        frontier.push(UrlId(id), waiting);
    }
    assert_eq!(picks(frontier), [7, 8, 9, 0]);
}

#[test]
fn a_full_frontier_keeps_the_best() {
    let mut frontier = Frontier::new(2, 0);
    assert_eq!(frontier.push(UrlId(0), waiting(0, 0.5)), None);
    assert_eq!(frontier.push(UrlId(1), waiting(0, 0.1)), None);
    assert_eq!(frontier.push(UrlId(2), waiting(0, 0.9)), Some(UrlId(1)));
    assert_eq!(frontier.push(UrlId(3), waiting(0, 0.2)), Some(UrlId(3)), "the new one may be the worst");
    assert_eq!(picks(frontier), [2, 0]);
}

#[test]
fn busy_and_delayed_sites_are_skipped() {
    let mut frontier = filled(&[(0, 0.9), (0, 0.8), (1, 0.1)]);
    assert_eq!(frontier.best(), Some(UrlId(0)));
    frontier.take(UrlId(0));
    assert_eq!(frontier.best(), Some(UrlId(2)), "site 0 is busy");
    frontier.release(SiteId(0), 50);
    assert_eq!((frontier.best(), frontier.next_ready_time()), (Some(UrlId(2)), Some(50)));
    frontier.wake(49);
    assert!(!frontier.is_ready(UrlId(1)));
    frontier.wake(50);
    assert_eq!(frontier.best(), Some(UrlId(1)));
}

#[test]
fn a_site_is_picked_at_most_once_in_k_picks_while_others_are_ready() {
    let mut frontier = Frontier::new(100, 3);
    for (id, (site, score)) in (0..).zip([(0, 0.9), (0, 0.8), (0, 0.7), (1, 0.3), (2, 0.2), (1, 0.1)]) {
        frontier.push(UrlId(id), waiting(site, score));
    }
    assert_eq!(picks(frontier), [0, 3, 4, 1, 5, 2], "the last one yields: no other site is left");
}

#[test]
fn a_rescored_url_moves_and_keeps_its_arrival_number() {
    let mut frontier = filled(&[(0, 0.1), (0, 0.5), (0, 0.9)]);
    frontier.change(UrlId(0), |waiting| waiting.score = Score::new(0.9));
    assert_eq!(picks(frontier), [0, 2, 1]);
}

#[test]
fn a_new_second_number_moves_a_link_among_equals() {
    let mut frontier = with_seconds(&[(0, 0.5, 0.9), (0, 0.5, 0.1)]);
    frontier.change(UrlId(1), |entry| entry.score.second = 1.0);
    assert_eq!(picks(frontier), [1, 0]);
}

#[test]
fn top_returns_the_best_even_if_their_sites_are_not_ready() {
    let mut frontier = filled(&[(0, 0.1), (0, 0.9), (1, 0.5)]);
    frontier.hold(SiteId(0));
    assert_eq!(frontier.top(2).map(|(id, _)| id.0).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn scores_that_are_not_finite_count_as_zero() {
    let score = Score::with_parts(f64::NAN, vec![f64::INFINITY, 0.5]).checked();
    assert_eq!(score, Score::with_parts(0.0, vec![0.0, 0.5]));
}

/// Returns a frontier of links, each given by site, first and second number.
fn with_seconds(links: &[(u32, f64, f64)]) -> Frontier {
    let mut frontier = Frontier::new(100, 0);
    for (id, (site, first, second)) in (0..).zip(links) {
        let mut link = waiting(*site, *first);
        link.score.second = *second;
        frontier.push(UrlId(id), link);
    }
    frontier
}

/// .48 and .45 are within .1 of .52; .42, with a larger second number, is not. .48 and .52 are on both sides of a
/// multiple of .1.
#[test]
fn the_second_number_decides_among_links_close_to_the_best() {
    let links = [(0, 0.52, 0.1), (1, 0.48, 0.3), (0, 0.45, 0.2), (1, 0.42, 0.9), (0, 0.52, 0.0), (0, 0.48, 0.3)];
    let mut frontier = with_seconds(&links);
    for (width, expected) in [(0.0, 0), (0.04, 0), (0.05, 1), (0.1, 1), (0.11, 3)] {
        assert_eq!(frontier.best_of_ties(width), Some(UrlId(expected)), "{width}");
    }
    frontier.take(UrlId(1));
    assert_eq!(frontier.best_of_ties(0.1), Some(UrlId(5)), "site 1 is busy");
    frontier.push(UrlId(9), FrontierEntry::new(SiteId(2), Score::new(0.0)));
    assert_eq!(frontier.best_of_ties(1.0), Some(UrlId(9)), "seeds go first");
    assert_eq!(Frontier::new(1, 0).best_of_ties(1.0), None);
}

/// A trap rule halves the priority of the second link, which is then no longer near the first.
#[test]
fn ties_are_those_of_final_priorities() {
    let mut frontier = with_seconds(&[(0, 0.5, 0.1), (0, 0.5, 0.9)]);
    assert_eq!(frontier.best_of_ties(0.1), Some(UrlId(1)));
    let mut halved = waiting(0, 0.5);
    halved.score.second = 0.9;
    halved.factor = 0.5;
    frontier.push(UrlId(1), halved);
    assert_eq!(frontier.best_of_ties(0.1), Some(UrlId(0)));
}

#[test]
fn a_tie_is_less_than_the_width_apart() {
    let frontier = with_seconds(&[(0, 0.75, 0.1), (0, 0.5, 0.9)]);
    assert_eq!(frontier.best_of_ties(0.25), Some(UrlId(0)));
    assert_eq!(frontier.best_of_ties(0.26), Some(UrlId(1)));
}

#[test]
fn links_are_tied_while_the_site_of_a_seed_has_to_wait() {
    let mut frontier = Frontier::new(100, 2);
    for id in [0, 1] {
        frontier.push(UrlId(id), FrontierEntry::new(SiteId(0), Score::new(0.0)));
    }
    for (id, second) in [(2, 0.1), (3, 0.9)] {
        let score = Score { second, ..Score::new(0.9) };
        frontier.push(UrlId(id), FrontierEntry { score, ..waiting(1, 0.0) });
    }
    assert_eq!(taken(&mut frontier), SiteId(0));
    assert_eq!(frontier.best_of_ties(0.1), Some(UrlId(3)));
}

#[test]
fn ties_respect_site_diversity() {
    let mut frontier = Frontier::new(100, 2);
    for (id, site, second) in [(0, 0, 0.9), (1, 0, 0.8), (2, 1, 0.1)] {
        let mut link = waiting(site, 0.5);
        link.score.second = second;
        frontier.push(UrlId(id), link);
    }
    assert_eq!(frontier.best_of_ties(0.1), Some(UrlId(0)));
    frontier.take(UrlId(0));
    frontier.release(SiteId(0), 0);
    frontier.wake(0);
    assert_eq!(frontier.best_of_ties(0.1), Some(UrlId(2)));
}

/// Takes the best URL, and releases its site immediately.
fn taken(frontier: &mut Frontier) -> SiteId {
    let id = frontier.best_ready().expect("a URL waits");
    let entry = frontier.take(id).expect("it waits");
    frontier.release(entry.site, 0);
    frontier.wake(0);
    entry.site
}

/// Returns how many of the best `n` URLs are of `site`.
fn taken_of(frontier: &mut Frontier, n: usize, site: u32) -> usize {
    let sites = (0..n).map(|_| taken(frontier));
    sites.filter(|taken| *taken == SiteId(site)).count()
}

/// Returns a frontier in which the 1,000 links of site 0 have the priority 0.9, and those of sites 1 to 4 have 0.5 and
/// 0.1 in turn.
fn with_an_endless_site(window: usize) -> Frontier {
    let mut frontier = Frontier::new(10_000, window);
    for id in 0..1_000 {
        frontier.push(UrlId(2 * id), waiting(0, 0.9));
        let first = if id < 500 { 0.5 } else { 0.1 };
        frontier.push(UrlId(2 * id + 1), waiting(1 + id % 4, first));
    }
    frontier
}

#[test]
fn the_links_of_a_site_count_less_with_each_page_beyond_its_share() {
    // Every second page is of the site, until 0.9 · (40 / 54)² is less than 0.5.
    let mut frontier = with_an_endless_site(2);
    assert_eq!(taken_of(&mut frontier, 108, 0), 54);
    let (of_site, of_others) = (frontier.site_factor(SiteId(0)), frontier.site_factor(SiteId(1)));
    assert!((of_site * 54.0 * 54.0 - 40.0 * 40.0).abs() < 1e-9);
    assert_eq!(of_others.to_bits(), 1.0_f64.to_bits());
    // At the end 0.9 · (40 / 113)² = 0.5 · (40 / 84)².
    let of_site = taken_of(&mut with_an_endless_site(2), 450, 0);
    assert!((108..=118).contains(&of_site), "{of_site} of 450");
    let of_site = taken_of(&mut with_an_endless_site(0), 450, 0);
    assert_eq!(of_site, 450, "without site diversity");
}

#[test]
fn a_topic_on_one_site_is_read_there_to_its_end() {
    let mut frontier = with_an_endless_site(2);
    let mut of_site = 0;
    for _ in 0..600 {
        let site = taken(&mut frontier);
        frontier.count_outcome(site, site == SiteId(0));
        of_site += usize::from(site == SiteId(0));
    }
    // Every second page, but for some fifty pages until the others turn out irrelevant.
    assert!((250..=300).contains(&of_site), "{of_site} of 600");
}

#[test]
fn the_share_of_a_site_survives_a_snapshot_and_orders_the_best_urls() {
    let mut frontier = with_an_endless_site(2);
    taken_of(&mut frontier, 220, 0);
    let bytes = postcard::to_allocvec(&frontier).expect("it is plain data");
    let restored: Frontier = postcard::from_bytes(&bytes).expect("they were just written");
    let order = |frontier: &Frontier| frontier.top(2_000).map(|(id, _)| id).collect::<Vec<_>>();
    let best = order(&frontier);
    assert_eq!(best.len(), 1_780);
    assert_eq!(best, order(&restored));
    let counts = |entry: &FrontierEntry| entry.priority() * frontier.site_factor(entry.site);
    assert!(frontier.top(2_000).is_sorted_by(|(_, one), (_, next)| counts(one) >= counts(next)));
}

#[test]
fn a_restored_frontier_keeps_site_diversity_and_the_order_of_arrival() {
    let mut frontier = filled_with(2, &[(0, 0.5), (0, 0.5), (1, 0.5)]);
    assert_eq!(taken(&mut frontier), SiteId(0));
    let bytes = postcard::to_allocvec(&frontier).expect("it is plain data");
    let mut restored: Frontier = postcard::from_bytes(&bytes).expect("they were just written");
    restored.push(UrlId(3), waiting(1, 0.5));
    assert_eq!(picks(restored), [2, 1, 3]);
}

#[test]
fn a_full_frontier_drops_the_links_that_would_count_least() {
    let mut frontier = Frontier::new(400, 2);
    for id in 0..100 {
        let first = if id < 50 { 0.5 } else { 0.1 };
        frontier.push(UrlId(id), waiting(1 + id % 5, first));
    }
    for id in 100..400 {
        frontier.push(UrlId(id), waiting(0, 0.9));
    }
    taken_of(&mut frontier, 40, 0);
    let dropped = (400..600).filter_map(|id| frontier.push(UrlId(id), waiting(1 + id % 5, 0.5)));
    let dropped: Vec<UrlId> = dropped.collect();
    assert_eq!(dropped.len(), 160);
    assert!(dropped.iter().all(|id| (50..400).contains(&id.0)));
}

#[test]
fn the_state_of_a_site_follows_its_fetches() {
    let mut frontier = Frontier::new(100, 2);
    frontier.push(UrlId(0), waiting(0, 0.5));
    frontier.push(UrlId(1), waiting(1, 0.4));
    assert_eq!((frontier.len(), frontier.is_empty(), frontier.site_count()), (2, false, 2));
    let site = SiteId(0);
    assert!(frontier.is_site_due(site) && !frontier.is_site_busy(site) && !frontier.is_any_site_recent());
    frontier.take(UrlId(0));
    assert_eq!(frontier.site_state(site), HostState::Busy);
    assert!(frontier.is_site_busy(site) && !frontier.is_site_ready(site) && frontier.is_any_site_recent());
    assert_eq!((frontier.len(), frontier.site_count()), (1, 1));
    frontier.release(site, 50);
    frontier.release(site, 70);
    assert_eq!(frontier.site_state(site), HostState::Delayed(70));
    frontier.wake(69);
    assert!(!frontier.is_site_busy(site) && !frontier.is_site_ready(site));
    frontier.wake(70);
    assert!(frontier.is_site_ready(site) && !frontier.is_site_due(site), "it was just picked");
    assert!(frontier.drop(UrlId(1)).is_some() && frontier.drop(UrlId(1)).is_none() && frontier.is_empty());
}

#[test]
fn a_site_may_be_picked_again_after_k_minus_one_others() {
    let mut frontier = Frontier::new(100, 3);
    for site in [0, 1, 2] {
        frontier.push(UrlId(site), waiting(site, 0.5));
        frontier.take(UrlId(site));
        frontier.release(SiteId(site), 0);
    }
    frontier.wake(0);
    assert_eq!([0, 1, 2].map(|site| frontier.is_site_due(SiteId(site))), [true, false, false]);
}

#[test]
fn only_sites_with_urls_are_waited_for() {
    let mut frontier = filled(&[(0, 0.5)]);
    frontier.take(UrlId(0));
    frontier.release(SiteId(0), 50);
    assert_eq!((frontier.next_ready_time(), frontier.next_wake()), (None, None));
    frontier.push(UrlId(1), waiting(0, 0.5));
    assert_eq!((frontier.next_ready_time(), frontier.next_wake()), (Some(50), Some(50)));
}

#[test]
fn a_url_that_is_put_back_keeps_its_place_among_equals_and_a_pushed_one_does_not() {
    let returned = |again: fn(&mut Frontier, FrontierEntry)| {
        let mut frontier = filled(&[(0, 0.5), (1, 0.5)]);
        let entry = frontier.take(UrlId(0)).expect("it waits");
        frontier.release(SiteId(0), 0);
        frontier.wake(0);
        again(&mut frontier, entry);
        let by_arrival: Vec<u32> = frontier.by_arrival().into_iter().map(|(id, _)| id.0).collect();
        assert_eq!(by_arrival, picks(frontier));
        by_arrival
    };
    assert_eq!(returned(|frontier, entry| assert_eq!(frontier.put_back(UrlId(0), entry), None)), [0, 1]);
    assert_eq!(returned(|frontier, entry| assert_eq!(frontier.push(UrlId(0), entry), None)), [1, 0]);
}

#[test]
fn an_entry_counts_its_linking_pages_and_keeps_the_first() {
    let mut entry = waiting(0, 0.5);
    let pages = crate::count(limits::LINKED_SHOWN) + 3;
    (0..pages).for_each(|page| entry.count(UrlId(page)));
    assert_eq!((entry.pages, entry.linkers.len()), (pages, limits::LINKED_SHOWN));
    assert_eq!(entry.linkers[0], UrlId(0));
}

#[test]
fn a_factor_lowers_every_priority_and_only_links_are_scored() {
    let halved = |first| FrontierEntry { factor: 0.5, ..waiting(0, first) }.priority();
    assert_eq!((halved(0.8).to_bits(), halved(-2.0).to_bits()), (0.4_f64.to_bits(), (-4.0_f64).to_bits()));
    let seed = FrontierEntry::new(SiteId(0), Score::new(0.0));
    let redirected = FrontierEntry { hops: 1, ..waiting(0, 0.0) };
    assert_eq!([waiting(0, 0.0), seed, redirected].map(|entry| entry.is_scored()), [true, false, false]);
}

#[test]
fn a_score_is_ahead_by_its_first_number_and_then_by_its_second() {
    let score = |first, second| Score { first, second, parts: Vec::new() };
    for (one, other, is_ahead) in [
        (score(0.2, 0.0), score(0.1, 1.0), true),
        (score(0.1, 1.0), score(0.2, 0.0), false),
        (score(0.1, 1.0), score(0.1, 0.5), true),
        (score(0.1, 0.5), score(0.1, 0.5), false),
    ] {
        assert_eq!(one.is_ahead_of(&other), is_ahead, "{one:?} {other:?}");
    }
}

#[test]
fn a_share_of_a_score_is_never_more_than_the_whole() {
    assert_eq!(Score::with_parts(0.5, vec![0.3]).shared(0.5), Score::new(0.25));
    assert_eq!(Score::with_parts(-0.5, vec![0.3]).shared(0.5), Score::new(-1.0));
}
