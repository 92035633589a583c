//! Runs a strategy in a minimal crawl, so that its priorities can be computed by hand.
//!
//! The words of the tests are their own stems and no stop words. The query is `spider silk`. A page's vector is its raw
//! counts, unless the plan names an idf; words of the title would count three times.

use crate::support::assets;
use engine::crawl::CheckedPlan;
use engine::frontier::{Frontier, FrontierEntry, Score};

use engine::graph::{LinkGraph, SiteId, UrlId, Urls};
use engine::html::{Utf8Only, read};
use engine::strategy::{
    Context, CrawlOverview, ExampleView, LinkView, PageView, RediscoveryRule, Settings, Strategy, TrainingStep,
};
use engine::text::Language;
use engine::topic::{Topic, Vectorizer};
use std::collections::BTreeMap;
use types::plan::Plan;
use types::report::{ModelTable, PagePrediction, TrainingReport};
use types::url::CanonicalUrl;

/// A strategy in a minimal crawl.
pub(crate) struct Bench {
    pub(crate) strategy: Box<dyn Strategy>,
    settings: Settings,
    topic: Topic,
    vectorizer: Vectorizer,
    pub(crate) urls: Urls,
    graph: LinkGraph,
    pub(crate) frontier: Frontier,
    pages_read: u32,
    parents: BTreeMap<UrlId, UrlId>,
}

impl Bench {
    /// Creates the strategy of a plan, to which a seed and a query are added.
    pub(crate) fn planned(plan: Plan) -> Self {
        let plan = Plan {
            seeds: vec!["http://a.test/".to_owned()],
            query: if plan.query.is_empty() { "spider silk".to_owned() } else { plan.query },
            ..plan
        };
        let plan = CheckedPlan::new(plan, &assets()).expect("the plan is fine");
        Self {
            strategy: plan.strategy(),
            settings: plan.settings.clone(),
            topic: Topic::new(&plan.plan.query),
            vectorizer: Vectorizer::new(true, plan.plan.idf),
            urls: Urls::default(),
            graph: LinkGraph::default(),
            frontier: Frontier::new(100, 0),
            pages_read: 0,
            parents: BTreeMap::new(),
        }
    }

    /// Trains on the texts of the plan's examples, in order.
    pub(crate) fn study(&mut self, texts: &[&str]) -> TrainingReport {
        self.show(texts);
        self.conclude()
    }

    /// Passes the texts of the plan's examples to the strategy, in order.
    pub(crate) fn show(&mut self, texts: &[&str]) {
        for (number, text) in texts.iter().enumerate() {
            let document = read(text.as_bytes(), None, &url("example"), &Utf8Only);
            let (counts, vector) = self.vectorizer.page(&document, Some(Language::ENGLISH));
            let example = ExampleView {
                number,
                document: &document,
                language: Some(Language::ENGLISH),
                counts: &counts,
                vector: &vector,
            };
            if let Some(training) = self.strategy.training() {
                training.study(&example, &mut self.vectorizer);
            }
        }
    }

    /// Completes the training.
    pub(crate) fn conclude(&mut self) -> TrainingReport {
        loop {
            if let TrainingStep::Done(report) = self.strategy.training().expect("it learns").train() {
                return *report;
            }
        }
    }

    /// Returns all reports of the strategy.
    pub(crate) fn told(&self) -> (Vec<Vec<PagePrediction>>, Vec<ModelTable>) {
        let ids = (0..self.urls.len()).filter_map(|at| u32::try_from(at).ok().map(UrlId));
        let Some(report) = self.strategy.report() else {
            return Default::default();
        };
        let predictions = ids.map(|id| report.predictions(id)).collect();
        let (frontier, graph, urls) = (&self.frontier, &self.graph, &self.urls);
        let record = |_: UrlId| None;
        let overview = CrawlOverview { frontier, graph, urls, record: &record };
        (predictions, report.tables(&overview))
    }

    /// Reads a page and returns the first number of each link's score; `None` for a link that is not followed. For a
    /// rediscovered link it is the score in the frontier.
    pub(crate) fn read(&mut self, path: &str, body: &str) -> Vec<Option<f64>> {
        let url = url(path);
        let document = read(body.as_bytes(), None, &url, &Utf8Only);
        let id = self.urls.learn(&url).expect("there is room");
        let ids: Vec<UrlId> =
            document.links.iter().map(|link| self.urls.learn(&link.url).expect("there is room")).collect();
        self.graph.record(id, ids.iter().copied());
        self.frontier.take(id);
        self.pages_read += 1;
        let language = Some(Language::ENGLISH);
        let (counts, vector) = self.vectorizer.page(&document, language);
        let query = self.topic.vector(language, &mut self.vectorizer);
        let relevance = Topic::relevance(&vector, &query).score;
        let parent = self.parents.get(&id).copied();
        let page = PageView {
            id,
            url: &url,
            document: &document,
            language,
            counts: &counts,
            vector: &vector,
            relevance,
            meaning: None,
            depth: 0,
            parent,
        };
        let links: Vec<LinkView<'_>> =
            document.links.iter().zip(&ids).map(|(link, id)| LinkView { id: *id, link }).collect();
        let pages_read = self.pages_read;
        let mut context = Context {
            query: &query,
            language,
            vectorizer: &mut self.vectorizer,
            graph: &self.graph,
            urls: &self.urls,
            pages_read,
        };
        let scores = self.strategy.score(&page, &links, &mut context);
        for (moved, score) in self.strategy.revise(&page, &self.frontier, &mut context) {
            self.frontier.change(moved, |waiting| waiting.score = score);
        }
        let offered = ids.into_iter().zip(scores);
        offered.map(|(link, score)| score.map(|score| self.offer(id, link, score))).collect()
    }

    fn offer(&mut self, page: UrlId, link: UrlId, score: Score) -> f64 {
        if let Some(waiting) = self.frontier.get(link) {
            let rule = RediscoveryRule { settings: &self.settings, strategy: self.strategy.as_ref() };
            let again = rule.decide(waiting, &score);
            self.frontier.change(link, |waiting| {
                again.apply(waiting, score);
                waiting.pages += 1;
            });
        } else {
            self.parents.insert(link, page);
            let waiting = FrontierEntry { parent: Some(page), pages: 1, ..FrontierEntry::new(SiteId(0), score) };
            self.frontier.push(link, waiting);
        }
        self.frontier.get(link).map_or(f64::NAN, |waiting| waiting.score.first)
    }

    /// Passes a person's judgment of a page, or its withdrawal, to the strategy.
    pub(crate) fn judge(&mut self, path: &str, good: Option<bool>) {
        let url = url(path);
        let document = read(b"", None, &url, &Utf8Only);
        let id = self.urls.learn(&url).expect("there is room");
        let (counts, vector) = self.vectorizer.page(&document, None);
        let page = PageView {
            id,
            url: &url,
            document: &document,
            language: None,
            counts: &counts,
            vector: &vector,
            relevance: 0.0,
            meaning: None,
            depth: 0,
            parent: None,
        };
        self.strategy.on_judgment(&page, good);
    }

    /// Returns the priority of a queued link.
    pub(crate) fn waits(&self, path: &str) -> f64 {
        let id = self.urls.find(&url(path)).expect("the URL is known");
        self.frontier.get(id).expect("it waits").score.first
    }
}

/// Returns a page of the host that all tests crawl.
pub(crate) fn url(path: &str) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://a.test/{path}")).expect("a URL")
}

/// Fails if numbers differ by more than rounding.
#[track_caller]
pub(crate) fn close(found: &[Option<f64>], expected: &[Option<f64>]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        let same = match (found, expected) {
            (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
            (found, expected) => found == expected,
        };
        assert!(same, "{found:?} is not {expected:?}");
    }
}
