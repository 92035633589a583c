//! Scores recorded pages one by one, for `salticid-lab score`, the Python package and its Spark job.

use engine::crawl::{CheckedPlan, Model, ModelError, PageScorer, ScoringPlan};
use engine::fetch::FetchResponse;
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};
use types::limits;
use types::report::{PageRecord, RELEVANT_CLASS};
use types::url::CanonicalUrl;

/// The seed of a plan whose pages are still to come.
pub const PLACEHOLDER: &str = "http://page.invalid/";

/// Scores pages on any number of threads: each page by a [`PageScorer`] that no other thread uses.
pub struct Scorer {
    plan: Arc<ScoringPlan>,
    idle: Mutex<Vec<PageScorer>>,
}

/// A page with its scores.
#[derive(Debug, PartialEq, Serialize)]
pub struct ScoredPage {
    /// The canonical URL.
    pub url: String,
    /// The title.
    pub title: String,
    /// The code of the language, if it is known.
    pub language: Option<String>,
    /// The relevance, 0 to 1.
    pub relevance: f64,
    /// The most probable class of the model. Without predictions `relevant` if the relevance reaches the plan's
    /// threshold, else `other`.
    pub label: String,
    /// The probability that the page is relevant, 0 to 1, if the strategy predicts it.
    pub probability: Option<f64>,
    /// The links that a crawl would follow, the best first.
    pub links: Vec<ScoredLink>,
}

/// A link with its score.
#[derive(Debug, PartialEq, Serialize)]
pub struct ScoredLink {
    /// The canonical URL of the target.
    pub to: String,
    /// The text of the link.
    pub anchor: String,
    /// The score.
    pub score: f64,
}

impl Scorer {
    /// Creates a scorer. The seeds of the plan are ignored.
    ///
    /// # Errors
    /// Returns an error if the settings of the plan differ from those of the model's training.
    pub fn new(mut plan: CheckedPlan, model: Option<Model>) -> Result<Self, ModelError> {
        plan.compute_initial_weights();
        Ok(Self { plan: ScoringPlan::new(plan, model)?, idle: Mutex::default() })
    }

    /// Returns the checked plan.
    pub fn plan(&self) -> &CheckedPlan {
        self.plan.checked()
    }

    /// Calls a function with a page scorer that no other thread uses, which is created if there is none.
    pub fn with_page_scorer<T>(&self, work: impl FnOnce(&mut PageScorer) -> T) -> T {
        let lock = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = lock().pop();
        let mut scorer = idle.unwrap_or_else(|| PageScorer::new(Arc::clone(&self.plan)));
        let result = work(&mut scorer);
        lock().push(scorer);
        result
    }

    /// Returns a page with its scores; `None` if the response is not a page.
    pub fn score(&self, url: &CanonicalUrl, response: FetchResponse) -> Option<ScoredPage> {
        self.with_page_scorer(|scorer| {
            let crawl = scorer.crawl(url, response);
            let record = crawl.pages().first()?;
            let links = crawl.next_up(limits::PAGE_LINKS).into_iter();
            let links =
                links.map(|link| ScoredLink { to: link.url.to_string(), anchor: link.anchor, score: link.priority });
            Some(ScoredPage {
                url: record.url.to_string(),
                title: record.text.title.clone(),
                language: record.text.language.clone(),
                relevance: record.relevance,
                label: label(record, self.plan().plan.good),
                probability: record.probability(),
                links: links.collect(),
            })
        })
    }
}

/// Returns the most probable class of a page; without predictions, whether it is at least as relevant as `good`.
fn label(page: &PageRecord, good: f64) -> String {
    let shares = page.predictions.iter().find(|prediction| prediction.is_shares);
    let best = shares.and_then(|prediction| {
        let classes = prediction.values.iter();
        classes.max_by(|one, two| one.1.total_cmp(&two.1))
    });
    match best {
        Some((class, _)) => class.clone(),
        None if page.relevance >= good => RELEVANT_CLASS.to_owned(),
        None => "other".to_owned(),
    }
}
