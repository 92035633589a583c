//! Tests of interventions in a running population: steering, links of another strategy, redirects, dropped links.

use super::*;
use crate::strategy::population::agents::Death;

#[test]
fn links_of_another_strategy_are_assigned_to_ten_families() {
    let mut web = Web::with(&[]);
    for n in 0..50_u32 {
        let id = web.id(&format!("host{}.test/{n}", n % 20));
        let waiting = FrontierEntry {
            parent: Some(UrlId(0)),
            ..FrontierEntry::new(web.urls.site_of(id), Score::new(f64::from(n) / 50.0))
        };
        web.frontier.push(id, waiting);
    }
    let chosen = web.go().expect("links wait");
    assert_eq!(web.urls.url(chosen).as_str(), "http://host9.test/49", "the best founded the first");
    let agents = &web.population.state.agents;
    assert_eq!(agents.living.len(), 10);
    assert!(agents.spiders.iter().all(|spider| spider.links.len() == 4));
    // A page was in flight when the person switched the strategy: its links are assigned before the next choice.
    let in_flight = web.id("elsewhere.test/");
    web.reads(in_flight, "<a href=//c.test/></a>");
    assert_eq!(web.population.agent_of(in_flight), None);
    let c = web.id("c.test/");
    assert_eq!(web.population.agent_of(c), None);
    web.population.choose(&web.frontier);
    assert!(web.population.agent_of(c).is_some());
    assert_eq!(web.population.state.agents.living.len(), 10);
}

/// Asserts that the frontier and the spiders have the same score for every link.
fn assert_same_scores(web: &Web) {
    for (id, waiting) in web.frontier.all() {
        let link = web.population.state.agents.link(id).expect("it is a spider's");
        assert_eq!(waiting.score, web.population.rules.score(link.estimate), "{id:?}");
    }
}

#[test]
fn a_link_is_scored_by_the_page_on_which_it_was_found_first() {
    let pages = [
        format!("{LIKE} <a href=//c.test/>web</a> <a href=//d.test/></a>"),
        "ship sea <a href=//c.test/>ship</a> <a href=//e.test/></a>".to_owned(),
    ];
    for params in [&[][..], &[("alpha", 0.0)]] {
        let mut web = Web::with(params);
        let seeds = ["a.test/", "b.test/"].map(|path| web.seed(path));
        assert_eq!([web.go(), web.go()], seeds.map(Some));
        for (seed, html) in seeds.into_iter().zip(&pages) {
            web.reads(seed, html);
            assert_same_scores(&web);
        }
        let c = web.id("c.test/");
        let before = web.frontier.get(c).expect("it waits").score.clone();
        web.query = "ship";
        for (seed, html) in seeds.into_iter().zip(&pages) {
            web.looks_at(seed, html, false);
            assert_same_scores(&web);
        }
        let after = &web.frontier.get(c).expect("it waits").score;
        assert!(after.first < before.first, "web is on its page, and ship on the other: {after:?}, {before:?}");
        // A chosen link in the frontier is rescored as well, and returns with the new score.
        let chosen = web.population.choose(&web.frontier).expect("links wait");
        web.query = "web spider";
        for (seed, html) in seeds.into_iter().zip(&pages) {
            web.looks_at(seed, html, false);
            assert_same_scores(&web);
        }
        web.frontier.release(web.urls.site_of(chosen), 100);
        web.population.choose(&web.frontier);
        assert_same_scores(&web);
    }
}

#[test]
fn a_dropped_link_loses_its_owner_and_the_spider_continues() {
    let mut web = Web::with(&[]);
    web.seed("a.test/");
    let seed = web.go().expect("the seed waits");
    web.reads(seed, "<a href=//b.test/></a> <a href=//c.test/></a>");
    // The crawl took it and requested the host's robots.txt; it was excluded in the meantime.
    let chosen = web.population.choose(&web.frontier).expect("links wait");
    web.frontier.drop(chosen);
    web.population.on_dropped(chosen);
    assert_eq!(web.population.agent_of(chosen), None);
    let other = web.go().expect("the other link waits");
    assert_ne!(other, chosen);
    web.frontier.drop(other);
    web.population.on_dropped(other);
    let died = web.spider(0).died.map(|(_, death)| death);
    assert_eq!(died, Some(Death::Stranded));
}

#[test]
fn changed_rules_keep_nets_and_add_missing_ones() {
    let mut plain = Web::with(&[("alpha", 0.0)]);
    plain.two_pages("<a href=//b.test/></a>", "<a href=//c.test/></a>");
    let mut web = Web::with(&[("hidden", 2.0)]);
    assert!(web.population.restore(&plain.population.save()));
    assert!(!web.spider(0).net.is_none(), "it was given one");
    let mut narrow = Web::with(&[]);
    assert!(narrow.population.restore(&web.population.save()));
    assert_eq!(narrow.spider(0).net, web.spider(0).net, "it keeps its own");
    assert_eq!(narrow.population.save(), web.population.save());
}

#[test]
fn a_read_page_belongs_to_its_reader_whoever_has_a_link_to_it() {
    let mut web = Web::with(&[]);
    web.seed("a.test/");
    web.seed("b.test/");
    let (a, b) = (web.go().expect("ready"), web.go().expect("ready"));
    web.reads(a, "<a href=//c.test/></a>");
    web.reads(b, "<a href=//a.test/></a> <a href=//d.test/></a>");
    assert_eq!(web.population.agent_of(a), Some(1));
}

#[test]
fn steering_changes_only_the_scores_of_links() {
    let mut web = Web::with(&[("alpha", 0.5)]);
    let html = "web ship ship <a href=//b.test/></a> <a href=//c.test/></a>";
    web.seed("a.test/");
    let seed = web.go().expect("the seed waits");
    let before = web.reads(seed, html);
    let (net, energy) = (web.spider(0).net.clone(), web.spider(0).energy);
    web.query = "web ship";
    let after = web.looks_at(seed, html, false);
    for (before, after) in before.iter().zip(&after) {
        near(after.parts[0], before.parts[0]);
        // web 1, ship 2: 3 / (√2 · √5).
        near(after.parts[1], 3.0 / 10.0_f64.sqrt());
        assert!(after.first > before.first);
    }
    assert_eq!(web.spider(0).net, net);
    near(web.spider(0).energy, energy);
    assert_eq!(web.spider(0).visited.len(), 1);
}

#[test]
fn a_redirect_moves_the_spider_even_to_a_link_of_another_one() {
    let mut web = Web::with(&[]);
    web.seed("a.test/");
    web.seed("b.test/");
    let (a, b) = (web.go().expect("ready"), web.go().expect("ready"));
    web.reads(a, "<a href=//c.test/></a> <a href=//d.test/></a>");
    let c = web.id("c.test/");
    web.population.on_redirected(b, c);
    let waiting = FrontierEntry { hops: 1, ..FrontierEntry::new(web.urls.site_of(c), Score::new(1.0)) };
    web.frontier.push(c, waiting);
    web.done(b);
    assert_eq!(web.population.agent_of(c), Some(2));
    assert_eq!(web.spider(0).links.len(), 1);
    let chosen: BTreeSet<Option<UrlId>> = [web.go(), web.go(), web.go()].into();
    assert_eq!(chosen, [Some(c), Some(web.id("d.test/")), None].into());
}
