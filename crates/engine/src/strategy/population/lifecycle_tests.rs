//! Tests of cloning and death: energy, links and the population limit.

use super::*;
use crate::strategy::population::agents::Death;

#[test]
fn a_spider_with_energy_theta_is_cloned_and_shares_energy_and_links_with_its_child() {
    let params = [("theta", 2.0), ("cost", 0.01), ("alpha", 0.5), ("mutated", 1.0), ("rate", 0.0)];
    let mut web = Web::with(&params);
    let links = "<a href=//c.test/></a><a href=//d.test/></a><a href=//e.test/></a>";
    let ships = "ship ship ship ship";
    web.seed("a.test/");
    let seed = web.go().expect("the seed waits");
    web.reads(seed, "<a href=//b.test/></a>");
    let mut next = web.go().expect("a link waits");
    for host in ["f", "g", "h"] {
        web.reads(next, &format!("{LIKE} <a href=//{host}.test/></a>"));
        next = web.go().expect("a link waits");
    }
    assert_eq!(web.spider(0).children, Vec::<usize>::new(), "no link for two");
    let energy = web.spider(0).energy;
    near(energy, 1.0 + 3.0 * (LIKENESS - 0.01));
    web.reads(next, &format!("{LIKE} {ships} {links}"));
    // web 2, spider 1, ship 5: 3 / (√2 · √30).
    let gain = 3.0 / (2.0_f64.sqrt() * 30.0_f64.sqrt());
    let half = (energy + gain - 0.01) / 2.0;
    let ship = web.vectorizer.vector("ship", None);
    let ship = ship.iter().next().expect("a word").0;
    let (parent, child) = (web.spider(0), web.spider(1));
    near(parent.energy, half);
    near(child.energy, half);
    let (energy_history, born) = (&parent.energy_history, &child.energy_history);
    assert_eq!(energy_history.last(), Some(&(Some(next), parent.energy)));
    assert_eq!(born[..], [(Some(next), child.energy)], "at its birth");
    assert_eq!((parent.children.as_slice(), child.parent), (&[1][..], Some(0)));
    assert_eq!((parent.links.len(), child.links.len()), (2, 1), "three links");
    assert_ne!(parent.net, child.net, "every weight of the child was hit");
    assert!(parent.words.learned.is_empty());
    let learned = &child.words.learned[0];
    assert_eq!((learned.term, learned.by, learned.from), (ship, 1, next));
    near(learned.weight, 1.0);
}

#[test]
fn no_spider_is_cloned_at_the_population_limit() {
    let mut web = Web::with(&[("theta", 0.01), ("population", 1.0)]);
    let links = "<a href=//c.test/></a><a href=//d.test/></a>";
    web.two_pages(links, &format!("{LIKE} {links} <a href=//e.test/></a>"));
    assert_eq!(web.population.state.agents.spiders.len(), 1);
}

#[test]
fn a_spider_without_energy_dies_and_its_links_leave_the_frontier_unless_a_parent_inherits() {
    for (legacy, left) in [("lost", 0), ("parent", 1)] {
        let mut web = Web::with(&[("theta", 1.0), ("cost", 0.9)]);
        let energy_rules = web.population.rules.energy.as_mut().expect("they live");
        energy_rules.inherit = legacy == "parent";
        web.seed("a.test/");
        let seed = web.go().expect("the seed waits");
        web.reads(seed, "<a href=//b.test/></a> <a href=//c.test/></a>");
        let child = web.population.state.agents.clone_spider(0);
        // Each spider has one link and energy 0.25; the page of the first one to die gives no energy.
        let next = web.go().expect("a link waits");
        assert_eq!(web.population.agent_of(next), Some(2), "the child's turn");
        web.reads(next, "<a href=//d.test/></a>");
        assert!(web.spider(child).died.is_some());
        assert_eq!(web.population.state.agents.living.len(), 1);
        let d = web.id("d.test/");
        assert_eq!(usize::from(web.frontier.get(d).is_some()), left);
        assert_eq!(web.population.state.agents.owners.contains_key(&d), left == 1);
        near(web.population.state.agents.account.buried, 0.25 - 0.9);
    }
}

#[test]
fn the_last_spider_with_links_survives_unless_extinction_is_allowed() {
    for (extinction, living) in [(false, 1), (true, 0)] {
        let mut web = Web::with(&[("theta", 1.0), ("cost", 0.9)]);
        let energy_rules = web.population.rules.energy.as_mut().expect("they live");
        energy_rules.extinction = extinction;
        web.two_pages("<a href=//b.test/></a>", "<a href=//c.test/></a>");
        assert_eq!(web.population.state.agents.living.len(), living);
        assert_eq!(web.frontier.len(), living, "c is kept or let go");
        near(web.spider(0).energy, 0.0);
        let energy_history = &web.spider(0).energy_history;
        near(energy_history.last().expect("it has a course").1, 0.0);
    }
}

#[test]
fn the_last_spider_of_a_family_lives_on_without_energy_but_rarely_has_its_turn() {
    let mut web = Web::with(&[("theta", 9.0), ("cost", 0.1)]);
    web.seed("a.test/");
    web.seed("b.test/");
    let links = "<a href=//c.test/></a><a href=//d.test/></a><a href=//e.test/></a>";
    for html in [links, "<a href=//f.test/></a>", "", "<a href=//g.test/></a>"] {
        let next = web.go().expect("a link waits");
        if web.population.agent_of(next) == Some(2) {
            let agents = &mut web.population.state.agents;
            let spent = agents.spiders[1].energy - 0.05;
            agents.account.paid += spent;
            agents.spiders[1].energy = 0.05;
        }
        web.reads(next, html);
    }
    assert_eq!((web.population.state.agents.living.len(), web.spider(1).energy), (2, 0.0));
    for turn in ["before the second spider", "instead of it"] {
        let next = web.go().expect("a link waits");
        assert_eq!(web.population.agent_of(next), Some(1), "{turn}");
        web.reads(next, "");
    }
}

#[test]
fn a_spider_without_links_dies_with_its_energy() {
    let mut web = Web::with(&[("theta", 1.0), ("cost", 0.1)]);
    web.two_pages("<a href=//b.test/></a>", LIKE);
    let died = web.spider(0).died.map(|(_, death)| death);
    assert_eq!(died, Some(Death::Stranded));
    near(web.population.state.agents.account.buried, 0.5 + LIKENESS - 0.1);
}

#[test]
fn a_spider_that_picks_from_its_current_page_drops_the_links_of_earlier_ones() {
    for (current_page, hosts) in [(true, &["d", "e"][..]), (false, &["b", "c", "d", "e"])] {
        let mut web = Web::with(&[]);
        web.population.rules.current_page = current_page;
        let first = "<a href=//b.test/></a><a href=//c.test/></a><a href=//d.test/></a>";
        let (_, second) = web.two_pages(first, "<a href=//d.test/></a><a href=//e.test/></a>");
        let mut expected: BTreeSet<UrlId> = hosts.iter().map(|host| web.id(&format!("{host}.test/"))).collect();
        expected.remove(&second);
        let links: BTreeSet<UrlId> = web.spider(0).links.ids().collect();
        assert_eq!(links, expected);
        let waiting: BTreeSet<UrlId> = web.frontier.top(9).map(|(id, _)| id).collect();
        assert_eq!(waiting, expected, "dropped links leave the frontier");
    }
}
