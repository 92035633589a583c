//! Tests a spider's frontier: the frequencies of the picks, and that cached sums are up to date.

use super::*;
use crate::frontier::{FrontierEntry, Score};

fn link(sigma: f64, arrival: u64) -> Link {
    let estimate = LinkEstimate { sigma, ..LinkEstimate::default() };
    Link::new(None, estimate, arrival, Inputs::default())
}

/// Returns a crawl's frontier and a spider's frontier with these links: number, site, σ.
fn with(links: &[(u32, u32, f64)]) -> (Frontier, AgentFrontier) {
    let (mut frontier, mut own) = (Frontier::new(1_000, 0), AgentFrontier::default());
    for (at, (id, site, sigma)) in links.iter().enumerate() {
        let waiting = FrontierEntry::new(SiteId(*site), Score::new(*sigma));
        frontier.push(UrlId(*id), waiting);
        own.add(UrlId(*id), link(*sigma, at as u64));
    }
    (frontier, own)
}

/// Returns the frequency of each number below `n`, as a share.
fn shares(links: &mut AgentFrontier, frontier: &Frontier, beta: f64, n: usize) -> Vec<f64> {
    const DRAWS: u32 = 100_000;
    let (mut draw, mut counts) = (Draw::new(11), vec![0_u32; n]);
    for _ in 0..DRAWS {
        let id = links.pick(LinkChoice::Chance(beta), frontier, Frontier::is_site_ready, &mut draw, &mut Vec::new());
        counts[id.expect("a link is ready").0 as usize] += 1;
    }
    let share = |count: u32| f64::from(count) / f64::from(DRAWS);
    counts.into_iter().map(share).collect()
}

#[test]
fn links_are_picked_in_proportion_to_the_exponential_of_their_score() {
    let (frontier, mut links) = with(&[(0, 0, 0.0), (1, 0, 0.5), (2, 1, 1.0)]);
    // e^0, e^1 and e^2 over 11.107338.
    let wanted = [0.090_03, 0.244_73, 0.665_24];
    for (share, wanted) in shares(&mut links, &frontier, 2.0, 3).iter().zip(wanted) {
        assert!((share - wanted).abs() < 0.005, "{share}, not {wanted}");
    }
    let alike = shares(&mut links.clone_unseen(), &frontier, 0.0, 3);
    assert!(alike.iter().all(|share| (share - 1.0 / 3.0).abs() < 0.005), "{alike:?}");
}

impl AgentFrontier {
    /// Returns the same links without cached sums, since some tests change β.
    fn clone_unseen(&self) -> Self {
        let mut links = Self::default();
        for (id, link) in &self.links {
            links.add(*id, link.clone());
        }
        links
    }
}

#[test]
fn a_large_beta_picks_the_best_without_overflow_or_underflow() {
    let (frontier, mut links) = with(&[(0, 0, -1.0), (1, 0, 0.9), (2, 1, 1.0)]);
    assert!(shares(&mut links, &frontier, BETA_MAX, 3)[2] > 0.999_99);
    let (frontier, mut links) = with(&[(0, 0, -1.0), (1, 0, -1.0)]);
    let shares = shares(&mut links, &frontier, BETA_MAX, 2);
    assert!((shares[0] - 0.5).abs() < 0.01, "{shares:?}");
}

#[test]
fn links_of_sites_that_are_not_ready_are_not_drawn() {
    let (mut frontier, mut links) = with(&[(0, 0, 1.0), (1, 1, 0.0), (2, 2, 0.0)]);
    frontier.hold(SiteId(0));
    let held = shares(&mut links, &frontier, 5.0, 3);
    assert!(held[0] <= 0.0 && (held[1] - 0.5).abs() < 0.01, "{held:?}");
    frontier.hold(SiteId(1));
    frontier.hold(SiteId(2));
    let mut draw = Draw::new(1);
    let before = draw.clone();
    let picked = links.pick(LinkChoice::Chance(5.0), &frontier, Frontier::is_site_ready, &mut draw, &mut Vec::new());
    assert_eq!((picked, draw.bits()), (None, before.clone().bits()));
}

#[test]
fn trap_rules_reduce_a_score() {
    let (mut frontier, mut links) = with(&[(0, 0, 1.0), (1, 0, 0.5)]);
    frontier.change(UrlId(0), |waiting| waiting.factor = 0.5);
    let shares = shares(&mut links, &frontier, 10.0, 2);
    assert!((shares[0] - 0.5).abs() < 0.01, "{shares:?}");
}

#[test]
fn trap_rules_reduce_a_negative_score_as_well() {
    let (mut frontier, mut links) = with(&[(0, 0, -0.5), (1, 0, -0.5)]);
    frontier.change(UrlId(0), |waiting| waiting.factor = 0.5);
    // e^−1 against e^−0.5, at β 2.
    let share = shares(&mut links, &frontier, 2.0, 2)[0];
    assert!((share - 0.268_94).abs() < 0.005, "{share}");
}

#[test]
fn dropped_links_are_noticed_when_they_are_picked() {
    let (mut frontier, mut links) = with(&[(0, 0, 1.0), (1, 0, 0.0)]);
    let (mut draw, mut gone) = (Draw::new(1), Vec::new());
    let pick = LinkChoice::Chance(BETA_MAX);
    assert_eq!(links.pick(pick, &frontier, Frontier::is_site_ready, &mut draw, &mut gone), Some(UrlId(0)));
    frontier.take(UrlId(0));
    frontier.release(SiteId(0), 0);
    frontier.wake(1);
    assert_eq!(links.pick(pick, &frontier, Frontier::is_site_ready, &mut draw, &mut gone), Some(UrlId(1)));
    assert_eq!((gone, links.len()), (vec![UrlId(0)], 1));
}

#[test]
fn of_equal_links_the_first_is_best_whatever_its_site() {
    let (mut frontier, mut links) = with(&[(3, 1, 0.5), (0, 0, 0.5), (1, 1, 0.2), (2, 2, 0.5)]);
    let mut best = |frontier: &Frontier| {
        links.pick(LinkChoice::Best, frontier, Frontier::is_site_ready, &mut Draw::new(1), &mut Vec::new())
    };
    assert_eq!(best(&frontier), Some(UrlId(3)));
    frontier.hold(SiteId(1));
    assert_eq!(best(&frontier), Some(UrlId(0)));
}

#[test]
fn halves_have_similar_scores_and_are_disjoint() {
    let (_, mut links) = with(&[(0, 0, 0.1), (1, 0, 0.9), (2, 1, 0.5), (3, 1, 0.7), (4, 2, 0.5)]);
    let given: Vec<UrlId> = links.split().into_iter().map(|(id, _)| id).collect();
    assert_eq!(given, [UrlId(3), UrlId(4)], "the 2nd and the 4th best");
    assert_eq!(links.ids().collect::<Vec<_>>(), [UrlId(0), UrlId(1), UrlId(2)]);
}

#[test]
fn a_restored_frontier_picks_the_same_links() {
    let links: Vec<(u32, u32, f64)> = (0..60).map(|id| (id, id % 7, f64::from(id % 10) / 10.0)).collect();
    let (mut frontier, mut links) = with(&links);
    let (mut draw, mut again) = (Draw::new(5), Draw::new(5));
    let pick = LinkChoice::Chance(3.0);
    for step in 0..50 {
        let bytes = postcard::to_stdvec(&links).expect("plain data");
        let mut restored: AgentFrontier = postcard::from_bytes(&bytes).expect("what was just written");
        let one = links.pick(pick, &frontier, Frontier::is_site_ready, &mut draw, &mut Vec::new());
        let other = restored.pick(pick, &frontier, Frontier::is_site_ready, &mut again, &mut Vec::new());
        assert_eq!(one, other, "step {step}");
        let id = one.expect("links are left");
        if step % 3 == 0 {
            links = restored;
        }
        links.remove(id);
        frontier.take(id);
        let site = SiteId(id.0 % 7);
        frontier.release(site, 0);
        frontier.wake(1);
        links.add(UrlId(100 + step), link(0.4, 100));
        frontier.push(UrlId(100 + step), FrontierEntry::new(SiteId(step % 7), Score::new(0.4)));
    }
}
