//! Tests of populations on small pages; every expected number was computed by hand.

use super::super::inputs::squash;
use super::super::rules::CostRule;
use super::*;
use crate::graph::{LinkGraph, SiteId, Urls};
use crate::html::{EncodingRs, read};
use crate::learning::Draw;
use crate::strategy::find;
use crate::text::SparseVector;
use crate::topic::{Topic, Vectorizer};
use std::collections::BTreeSet;
use types::limits;
use types::plan::{IdfSource, Plan};
use types::url::CanonicalUrl;

#[path = "lifecycle_tests.rs"]
mod lifecycle;
#[path = "sharing_tests.rs"]
mod sharing;
#[path = "steered_tests.rs"]
mod steered;

/// A minimal crawl with the data that a population uses.
struct Web {
    population: PopulationStrategy,
    frontier: Frontier,
    urls: Urls,
    graph: LinkGraph,
    vectorizer: Vectorizer,
    query: &'static str,
    pages_read: u32,
}

impl Web {
    /// Creates a population with these parameters that searches for “web spider”.
    fn with(params: &[(&str, f64)]) -> Self {
        let params = params.iter().map(|(name, value)| ((*name).to_owned(), types::spec::ParamValue::Number(*value)));
        let plan = Plan {
            query: "web spider".to_owned(),
            pages: 100,
            strategy: types::spec::StrategySpec::new("info-spiders", params),
            ..Plan::default()
        };
        let entry = find("info-spiders").expect("it is in the list");
        let settings = entry.settings(&plan.strategy.params).expect("in range");
        Self {
            population: PopulationStrategy::new(Rules::info_spiders(&settings, &plan, 1), &plan),
            frontier: Frontier::new(1_000, 0),
            urls: Urls::default(),
            graph: LinkGraph::default(),
            vectorizer: Vectorizer::new(true, IdfSource::None),
            query: "web spider",
            pages_read: 0,
        }
    }

    fn id(&mut self, path: &str) -> UrlId {
        let url = CanonicalUrl::parse(&format!("http://{path}")).expect("a URL");
        self.urls.learn(&url).expect("the table has room")
    }

    fn seed(&mut self, path: &str) -> UrlId {
        let id = self.id(path);
        let waiting = FrontierEntry::new(self.urls.site_of(id), Score::new(1.0));
        self.frontier.push(id, waiting);
        id
    }

    /// Takes the population's choice from the frontier.
    fn go(&mut self) -> Option<UrlId> {
        let id = self.population.choose(&self.frontier)?;
        assert!(self.frontier.is_ready(id), "what is chosen is ready");
        self.frontier.take(id);
        Some(id)
    }

    fn done(&mut self, id: UrlId) {
        self.frontier.release(self.urls.site_of(id), 0);
        self.frontier.wake(1);
        for id in self.population.released() {
            self.frontier.drop(id);
        }
        assert!(self.population.state.agents.is_valid());
        self.balances();
    }

    /// Asserts that the energy of the living is income minus expenses.
    fn balances(&self) {
        let agents = &self.population.state.agents;
        let has: f64 = agents.living.iter().map(|at| agents.spiders[*at].energy).sum();
        let account = agents.account;
        let owed = account.endowed + account.gained - account.paid + account.forgiven - account.buried;
        assert!((has - owed).abs() < 1e-9, "{has} is not {owed}: {account:?}");
    }

    fn reads(&mut self, id: UrlId, html: &str) -> Vec<Score> {
        self.looks_at(id, html, true)
    }

    /// Reads or rescores a page, and adds its links to the frontier.
    fn looks_at(&mut self, id: UrlId, html: &str, is_new: bool) -> Vec<Score> {
        let url = self.urls.url(id).clone();
        let document = read(html.as_bytes(), None, &url, &EncodingRs);
        let (counts, vector) = self.vectorizer.page(&document, None);
        let query: SparseVector = self.vectorizer.vector(self.query, None);
        let page = PageView {
            id,
            url: &url,
            document: &document,
            language: None,
            counts: &counts,
            vector: &vector,
            relevance: Topic::relevance(&vector, &query).score,
            meaning: None,
            depth: 0,
            parent: None,
        };
        let ids: Vec<UrlId> =
            document.links.iter().map(|link| self.urls.learn(&link.url).expect("the table has room")).collect();
        let views: Vec<LinkView<'_>> =
            ids.iter().zip(&document.links).map(|(id, link)| LinkView { id: *id, link }).collect();
        self.pages_read += u32::from(is_new);
        let mut context = Context {
            query: &query,
            language: None,
            vectorizer: &mut self.vectorizer,
            graph: &self.graph,
            urls: &self.urls,
            pages_read: self.pages_read,
        };
        let scores = if is_new {
            self.population.score(&page, &views, &mut context)
        } else {
            self.population.rescore(&page, &views, &mut context)
        };
        for (link, score) in ids.iter().zip(&scores) {
            let Some(score) = score else {
                continue;
            };
            if let Some(waiting) = self.frontier.get(*link) {
                let again = self.population.on_rediscovery(waiting, score);
                assert_eq!(again, RediscoveryDecision::Rescore(score.clone()));
                self.frontier.change(*link, |waiting| waiting.score = score.clone());
            } else if is_new {
                let waiting =
                    FrontierEntry { parent: Some(id), ..FrontierEntry::new(self.urls.site_of(*link), score.clone()) };
                self.frontier.push(*link, waiting);
            }
        }
        if is_new {
            self.done(id);
        }
        scores.into_iter().flatten().collect()
    }

    /// Reads a seed and then a page found there; returns the scores of the second page's links.
    fn two_pages(&mut self, first: &str, second: &str) -> (Vec<Score>, UrlId) {
        self.seed("a.test/");
        let seed = self.go().expect("the seed waits");
        self.reads(seed, first);
        let next = self.go().expect("a link waits");
        (self.reads(next, second), next)
    }

    fn spider(&self, at: usize) -> &super::super::agents::Spider {
        &self.population.state.agents.spiders[at]
    }
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

/// A text with similarity `3 / (√2 · √6)` to “web spider”.
const LIKE: &str = "web web spider ship";
const LIKENESS: f64 = 0.866_025_403_784_438_6;

#[test]
fn sigma_is_the_weighted_sum_of_net_and_page() {
    let mut web = Web::with(&[("alpha", 0.25), ("rate", 0.0), ("rho", 2.0)]);
    web.seed("a.test/");
    let seed = web.go().expect("the seed waits");
    let html = format!("{LIKE} <a href=//b.test/>x</a> spider <a href=//c.test/>x</a>");
    let scores = web.reads(seed, &html);
    let terms = [web.vectorizer.vector("web", None), web.vectorizer.vector("spider", None)]
        .map(|word| word.iter().next().expect("a word").0);
    // Beside b, web occurs twice and spider once; on its other side, each once. One link separates the first three from
    // c.
    let inputs = [[2.0, 2.0], [1.0, 1.5]].map(|sums| [(terms[0], squash(sums[0])), (terms[1], squash(sums[1]))]);
    for (score, inputs) in scores.iter().zip(&inputs) {
        near(score.parts[0], web.spider(0).net.judge(inputs));
        // web 2, spider 2, ship 1, x 2, over 2 · √13: anchor texts belong to the page.
        near(score.parts[1], 4.0 / (2.0_f64.sqrt() * 13.0_f64.sqrt()));
        near(score.first, 0.25 * score.parts[0] + 0.75 * score.parts[1]);
    }
}

#[test]
fn energy_starts_at_half_of_theta_and_changes_by_similarity_minus_cost() {
    let mut web = Web::with(&[("theta", 4.0), ("cost", 0.5)]);
    web.two_pages(&format!("{LIKE} <a href=//b.test/></a>"), &format!("{LIKE} <a href=//c.test/></a>"));
    near(web.spider(0).energy, 2.0 + LIKENESS - 0.5);
    let energy_history: Vec<f64> = web.spider(0).energy_history.iter().map(|(_, has)| *has).collect();
    assert_eq!(energy_history, [2.0, 2.0, web.spider(0).energy], "born, read, read");
    let third = web.go().expect("a link waits");
    web.population.on_lost(third);
    web.done(third);
    near(web.population.state.agents.account.paid, 1.0);
}

#[test]
fn the_cost_of_a_page_is_fixed_or_the_average_gain_or_the_budget_share() {
    let fixed = Web::with(&[]).population.rules.energy.expect("they live");
    assert_eq!(fixed.price, CostRule::Fixed(limits::GOOD_RELEVANCE / 2.0));
    let entry = find("info-spiders").expect("it is in the list");
    let rules = |price: &str| {
        let word = types::spec::ParamValue::Word(price.to_owned());
        let params = [("price".to_owned(), word)].into();
        let settings = entry.settings(&params).expect("in range");
        let plan = Plan { pages: 100, ..Plan::default() };
        move |founders: usize| Rules::info_spiders(&settings, &plan, founders).energy.expect("they live")
    };
    // Four spiders with energy 1/2 for 100 pages; the population limit bounds the number of first families.
    assert_eq!(rules("budget")(4).price, CostRule::Fixed(0.02));
    assert_eq!(rules("budget")(700).price, CostRule::Fixed(0.5));
    let mut web = Web::with(&[]);
    web.population.rules.energy = Some(rules("average")(4));
    web.two_pages("<a href=//b.test/></a>", &format!("{LIKE} <a href=//c.test/></a>"));
    near(web.spider(0).energy, 0.5);
    let next = web.go().expect("a link waits");
    web.reads(next, "ship <a href=//d.test/></a>");
    near(web.spider(0).energy, 0.5 - LIKENESS / 2.0);
}

#[test]
fn the_net_learns_the_similarity_of_the_page_and_its_best_link() {
    let mut web = Web::with(&[("mu", 0.5), ("rate", 2.0), ("theta", 100.0)]);
    web.seed("a.test/");
    let seed = web.go().expect("the seed waits");
    web.reads(seed, "spider <a href=//b.test/></a>");
    let before = web.spider(0).net.clone();
    let next = web.go().expect("a link waits");
    let pending = web.spider(0).pending.clone().expect("it was sent");
    let inputs = pending.link.expect("by a link").inputs;
    assert_eq!(inputs.len(), 1, "spider stood beside the link");
    web.reads(next, &format!("{LIKE} <a href=//c.test/></a>"));
    let word = |text: &str, web: &mut Web| web.vectorizer.vector(text, None).iter().next().expect("a word").0;
    let (about, spider) = (word("web", &mut web), word("spider", &mut web));
    let best = before.judge(&[(about, squash(2.0)), (spider, squash(1.0))]);
    let mut taught = before.clone();
    taught.learn(&inputs, LIKENESS + 0.5 * best, 2.0);
    let learned = &web.spider(0).net;
    for inputs in [&inputs[..], &[(about, 1.0)], &[(spider, 5.0)]] {
        near(learned.judge(inputs), taught.judge(inputs));
    }
    let moved = learned.judge(&inputs) - before.judge(&inputs);
    assert!(moved > 0.01, "it learned {moved}");
}

#[test]
fn a_spider_keeps_its_choice_until_it_is_fetched_while_others_take_turns() {
    let mut web = Web::with(&[]);
    let seeds = ["a.test/", "b.test/"].map(|path| web.seed(path));
    let first = web.population.choose(&web.frontier);
    let second = web.population.choose(&web.frontier);
    assert_eq!([first, second], seeds.map(Some), "each its own");
    assert_eq!(web.population.choose(&web.frontier), first, "nothing was taken");
    web.frontier.hold(SiteId(0));
    assert_eq!(web.population.choose(&web.frontier), second);
    web.frontier.take(seeds[1]);
    assert_eq!(web.population.choose(&web.frontier), None);
}

/// Runs a population on a random web with on-topic and off-topic pages, errors, redirects and busy hosts.
#[test]
fn energy_balances_links_have_one_owner_and_the_population_is_bounded() {
    for (seed, population, legacy) in [(1, 30.0, false), (2, 4.0, true), (3, 1.0, false)] {
        let mut web = Web::with(&[("theta", 1.0), ("cost", 0.06), ("population", population), ("beta", 8.0)]);
        web.population.rules.energy.as_mut().expect("they live").inherit = legacy;
        web.frontier = Frontier::new(150, 0);
        (0..5).for_each(|n| {
            web.seed(&format!("seed{n}.test/"));
        });
        let mut draw = Draw::new(seed);
        let mut under_way: Vec<UrlId> = Vec::new();
        let (mut read, mut restored) = (0, 0);
        for step in 0..1_500 {
            if under_way.len() < 4 {
                under_way.extend(web.go());
            }
            if under_way.is_empty() {
                web.seed(&format!("new{step}.test/"));
                continue;
            }
            let id = under_way.remove(draw.below(under_way.len()));
            match draw.below(12) {
                0 => {
                    web.population.on_lost(id);
                    web.done(id);
                }
                1 => {
                    let to = web.id(&format!("moved.test/{step}"));
                    let waiting =
                        FrontierEntry { hops: 1, ..FrontierEntry::new(web.urls.site_of(to), Score::new(0.5)) };
                    web.frontier.push(to, waiting);
                    web.population.on_redirected(id, to);
                    web.done(id);
                }
                kind => {
                    let words = if kind % 3 == 0 { "web spider web" } else { "ship sea wind" };
                    let links = (0..draw.below(6))
                        .map(|_| format!("{words} <a href=//h{}.test/{}>x</a> ", draw.below(9), draw.below(600)));
                    let html: String = links.collect();
                    web.reads(id, &html);
                    read += 1;
                }
            }
            let agents = &web.population.state.agents;
            assert!(agents.living.len() as f64 <= population);
            if step % 150 == 0 {
                let bytes = web.population.save();
                assert!(web.population.restore(&bytes), "what was saved is sound");
                restored += 1;
            }
        }
        let born = web.population.state.agents.spiders.len();
        assert!(read > 500 && restored > 3, "{read} pages, {born} spiders");
        let died = born - web.population.state.agents.living.len();
        let is_lively = died > 5 && born > 10;
        assert!(population < 2.0 || is_lively, "{born} born, {died} died");
    }
}
