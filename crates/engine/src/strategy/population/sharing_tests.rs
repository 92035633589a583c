//! Tests of links that fail or that several spiders could take, of waiting seeds, and of delayed hosts.

use super::*;

#[test]
fn a_spider_whose_page_failed_chooses_again() {
    let mut web = Web::with(&[]);
    web.seed("a.test/");
    let seed = web.go().expect("the seed waits");
    web.reads(seed, "<a href=//b.test/></a> <a href=//c.test/></a>");
    let failed = web.go().expect("a link waits");
    assert_eq!(web.go(), None, "one page at a time");
    web.population.on_lost(failed);
    web.done(failed);
    let other = web.go().expect("the other link waits");
    assert_ne!(other, failed);
}

#[test]
fn a_link_that_two_spiders_find_belongs_to_the_first() {
    let mut web = Web::with(&[]);
    web.seed("a.test/");
    web.seed("b.test/");
    let (a, b) = (web.go().expect("ready"), web.go().expect("ready"));
    web.reads(a, "<a href=//c.test/></a>");
    web.reads(b, "<a href=//c.test/></a> <a href=//d.test/></a>");
    let paths = ["c.test/", "d.test/"].map(|path| web.id(path));
    assert_eq!(paths.map(|id| web.population.agent_of(id)), [Some(1), Some(2)]);
}

#[test]
fn changed_trap_factors_change_the_score_of_a_link() {
    let mut web = Web::with(&[("alpha", 0.0)]);
    web.population.rules.pick = super::super::super::agent_frontier::LinkChoice::Best;
    web.seed("a.test/");
    let seed = web.go().expect("the seed waits");
    let links = "<a href=//b.test/></a> <a href=//c.test/></a> <a href=//d.test/></a>";
    web.reads(seed, &format!("{LIKE} {links}"));
    let [b, c, d] = ["b.test/", "c.test/", "d.test/"].map(|path| web.id(path));
    assert_eq!(web.go(), Some(b), "the first of equals");
    web.reads(b, &format!("ship {links}"));
    // The crawl does this with a rediscovered link.
    web.frontier.change(c, |waiting| waiting.factor = 0.5);
    let bytes = web.population.save();
    assert!(web.population.restore(&bytes), "a pause in between changes nothing");
    assert_eq!(web.go(), Some(d));
}

#[test]
fn a_seed_that_is_already_a_link_founds_a_family_or_is_the_next_pick_of_its_spider() {
    for (population, owner) in [(100.0, 2), (1.0, 1)] {
        let mut web = Web::with(&[("population", population)]);
        web.seed("a.test/");
        let seed = web.go().expect("the seed waits");
        web.reads(seed, "<a href=//b.test/></a> <a href=//c.test/></a> <a href=//d.test/></a>");
        let c = web.seed("c.test/");
        web.population.choose(&web.frontier);
        assert_eq!(web.population.agent_of(c), Some(owner));
        let next: Vec<UrlId> = std::iter::from_fn(|| web.go()).collect();
        assert!(next.contains(&c), "{next:?}");
    }
}

#[test]
fn seeds_of_a_starved_spider_go_to_the_next_family() {
    let mut web = Web::with(&[("theta", 1.0), ("cost", 0.9), ("population", 1.0)]);
    web.population.rules.energy.as_mut().expect("they live").extinction = true;
    let seeds = ["a.test/", "b.test/", "c.test/"].map(|path| web.seed(path));
    for seed in seeds {
        assert_eq!(web.go(), Some(seed));
        web.reads(seed, "<a href=//d.test/></a>");
    }
    let died = |at: usize| web.spider(at).died.is_some();
    assert_eq!([died(0), died(1)], [true, false], "c founded a family");
    assert_eq!(web.population.state.agents.spiders.len(), 2);
}

#[test]
fn a_host_is_picked_again_only_if_no_other_host_is_ready_for_any_spider() {
    let mut web = Web::with(&[("alpha", 0.0), ("cost", 0.0)]);
    web.population.rules.pick = super::super::super::agent_frontier::LinkChoice::Best;
    web.frontier = Frontier::new(1_000, 3);
    web.seed("a.test/");
    web.seed("b.test/");
    let (a, b) = (web.go().expect("ready"), web.go().expect("ready"));
    // The first spider has links of this host and of another; the second has only links of this host.
    web.reads(a, "<a href=//a.test/1></a> <a href=//a.test/2></a> <a href=//c.test/></a>");
    web.reads(b, "<a href=//b.test/1></a>");
    let mut hosts = Vec::new();
    while let Some(next) = web.go() {
        hosts.push(web.urls.url(next).host().to_owned());
        // It is ready again at once.
        web.reads(next, "ship");
    }
    assert_eq!(hosts, ["c.test", "a.test", "b.test", "a.test"]);
}
