//! Fetches the plan's examples before the crawl, as politely as any page, and trains the strategy on them. Examples
//! that are words need no fetch.
//!
//! An example is not a page of the crawl: it has no record and counts toward no budget, its links are not followed,
//! scope and traps do not apply, and the crawl may fetch it later as a page. Examples that cannot be read are reported
//! with the reason. When all are done, the crawl reports what was learned and waits until the person starts it. If all
//! examples are words, nothing can fail, and the crawl starts immediately.
//!
//! Source: Pant §3.3 (the examples of a focused crawler), Batsakis §3.4 (training pages).

use super::Crawl;
use super::state::UrlState;
use crate::event::Command;
use crate::fetch::{Content, FetchResponse};
use crate::frontier::{FrontierEntry, Score};
use crate::graph::UrlId;
use crate::html::Document;
use crate::strategy::{ExampleView, Training, TrainingStep};
use crate::text::{Language, SparseVector};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits;
use types::report::{EndReason, Notification, Phase, TrainingReport};
use types::taxonomy::ExampleContent;
use types::url::CanonicalUrl;

/// The training before a crawl: its examples and its report.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct TrainingState {
    /// Examples that are queued or in flight, by URL.
    pub(super) examples: BTreeMap<UrlId, Vec<usize>>,
    /// The vectors of negative and of positive examples, until the topic has learned from them.
    pub(super) examples_seen: [Vec<SparseVector>; 2],
    /// Pages that the person has already read and the crawl has not used yet.
    pub(super) known: BTreeMap<CanonicalUrl, FetchResponse>,
    /// The number of examples read so far.
    pub(super) examples_read: u32,
    pub(super) unread: Vec<(CanonicalUrl, String)>,
    /// The number of training slices done and of all slices, during training.
    pub(super) progress: Option<(u32, u32)>,
    pub(super) report: Option<TrainingReport>,
    /// True if the learned data comes from a saved model.
    pub(super) is_from_model: bool,
}

impl Crawl {
    /// Returns true until the training on the examples is complete.
    pub(super) fn is_preparing(&self) -> bool {
        !self.plan.examples.is_empty() && self.state.training.report.is_none()
    }

    pub(super) fn queue_examples(&mut self) {
        self.state.phase = Phase::Preparing;
        let known = std::mem::take(&mut self.state.training.known);
        for number in 0..self.plan.examples.len() {
            let url = match self.plan.examples[number].content.clone() {
                ExampleContent::Page(url) => url,
                ExampleContent::Words(words) => {
                    self.study_words(number, words);
                    continue;
                }
            };
            match (known.get(&url), self.state.urls.learn(&url)) {
                (Some(response), Some(id)) => {
                    self.state.training.examples.entry(id).or_default().push(number);
                    self.on_example(id, response);
                }
                _ => self.queue_example(&url, vec![number], None),
            }
        }
        self.state.training.known = known;
    }

    /// Adds a page that the person has read, which needs no second fetch and no permission of the host, or a
    /// robots.txt.
    pub(super) fn add_known(&mut self, url: CanonicalUrl, response: FetchResponse) {
        if self.state.phase != Phase::New {
            return;
        }
        if matches!(response.content, Content::Page(_)) {
            self.state.training.known.insert(url, response);
        } else if url.path_and_query() == "/robots.txt" {
            self.on_early_robots(url, &response);
        }
    }

    /// Queues the URL of some examples once. `from` is the entry of a URL that redirected to it.
    fn queue_example(&mut self, url: &CanonicalUrl, numbers: Vec<usize>, from: Option<FrontierEntry>) {
        let Some(id) = self.state.urls.learn(url) else {
            return;
        };
        let known = self.state.training.examples.entry(id).or_default();
        let is_new = known.is_empty();
        known.extend(numbers);
        if is_new {
            let site = self.state.urls.site_of(id);
            let entry = from.unwrap_or_else(|| FrontierEntry::new(site, Score::new(1.0)));
            self.push(id, FrontierEntry { site, ..entry });
        }
    }

    /// Follows the redirect of an example.
    pub(super) fn move_example(&mut self, page: UrlId, target: &CanonicalUrl, entry: FrontierEntry) {
        let numbers = self.take_example(page);
        self.queue_example(target, numbers, Some(entry));
    }

    pub(super) fn on_example(&mut self, page: UrlId, response: &FetchResponse) {
        match &response.content {
            Content::Page(document) => {
                if let Some(class) = document.class {
                    return self.skip_example(page, class.reason().to_owned());
                }
                let language = document.language.as_deref().and_then(Language::from_code);
                let (counts, vector) = self.words_of(page, document, language);
                for number in self.take_example(page) {
                    self.study(&ExampleView { number, document, language, counts: &counts, vector: &vector });
                }
            }
            Content::Unsupported(media_type) => {
                self.skip_example(page, format!("it is not a readable page: {media_type}"));
            }
            Content::Robots(_) | Content::Nothing => {
                self.skip_example(page, format!("the host responded with {}", response.status));
            }
        }
    }

    /// Trains on words. The idf of the crawl does not include them, since they are not pages.
    fn study_words(&mut self, number: usize, words: String) {
        let counts = self.vectorizer.counts(&words, None);
        let vector = self.vectorizer.weigh(&counts);
        self.study(&ExampleView {
            number,
            document: &Document { body: words, ..Document::default() },
            language: None,
            counts: &counts,
            vector: &vector,
        });
    }

    fn study(&mut self, example: &ExampleView<'_>) {
        self.state.training.examples_read += 1;
        if let Some(training) = self.strategy.training() {
            training.study(example, &mut self.vectorizer);
        }
        let side = usize::from(self.plan.examples[example.number].good);
        self.state.training.examples_seen[side].push(example.vector.clone());
    }

    /// Reports that an example cannot be read, for this reason.
    pub(super) fn skip_example(&mut self, page: UrlId, reason: String) {
        self.take_example(page);
        let url = self.state.urls.url(page).clone();
        if self.state.training.unread.len() < limits::UNREAD_SHOWN {
            self.state.training.unread.push((url.clone(), reason.clone()));
        }
        self.step.notifications.push(Notification::Unread { url, reason });
    }

    /// Ends the wait for the examples that are not read yet.
    pub(super) fn skip_unread(&mut self) {
        if self.state.phase != Phase::Preparing {
            return;
        }
        self.drop_in_flight();
        let pages: Vec<UrlId> = self.state.training.examples.keys().copied().collect();
        for page in pages {
            if let Some(entry) = self.state.frontier.take(page) {
                self.state.frontier.release(entry.site, self.state.now);
            }
            self.skip_example(page, "the training did not wait for it".to_owned());
        }
    }

    /// Removes and returns the examples of a URL.
    fn take_example(&mut self, page: UrlId) -> Vec<usize> {
        self.state.set_url_state(page, UrlState::Met);
        self.state.training.examples.remove(&page).unwrap_or_default()
    }

    /// Trains the strategy after all examples are done, one slice at a time, and reports the result.
    pub(super) fn train(&mut self) {
        let training = self.strategy.training();
        match training.map_or_else(|| TrainingStep::Done(Box::default()), Training::train) {
            TrainingStep::Going { done, of } => {
                self.state.training.progress = Some((done, of));
                self.continue_at_once();
            }
            TrainingStep::Done(report) => self.finish_training(*report),
        }
    }

    fn finish_training(&mut self, mut report: TrainingReport) {
        self.state.training.progress = None;
        report.given = crate::count(self.plan.examples.len());
        report.read = self.state.training.examples_read;
        report.unread = std::mem::take(&mut self.state.training.unread);
        let [others, good] = std::mem::take(&mut self.state.training.examples_seen);
        self.topic.learn(&good, &others);
        self.step.notifications.push(Notification::Prepared(Box::new(report.clone())));
        let in_vain = report.trouble.is_some();
        self.state.training.report = Some(report);
        if in_vain {
            self.end(EndReason::NothingLearned);
            return;
        }
        let mut examples = self.plan.examples.iter();
        if examples.any(|example| matches!(example.content, ExampleContent::Page(_))) {
            self.state.phase = Phase::Prepared;
            self.step.commands.push(Command::Confirm);
        } else {
            self.queue_seeds();
            self.continue_at_once();
        }
    }
}
