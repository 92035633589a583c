//! Holds the judgments of pages, and applies the person's changes to them.
//!
//! A change is shown at once. The worker is told afterwards: it saves the change with the topic, and a crawl that can
//! be steered learns from kept and discarded pages. Changes before the topic is known are sent once it is.

use super::result_filter::JudgmentFilter;
use super::steer::SteerAction;
use crate::effect::Effect;
use crate::text::shown;
use crate::{Shared, State};
use protocol::ToWorker;
use protocol::steer::Change;
use protocol::subjects::{JudgmentEdit, JudgmentsEvent, JudgmentsRequest};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::judgment::{Judgment, JudgmentChange, JudgmentState};
use types::report::Millis;
use types::url::CanonicalUrl;

/// The judgments of the pages of a topic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgments {
    /// The id of the topic; `None` until the worker has sent it.
    subject: Option<String>,
    pages: BTreeMap<CanonicalUrl, Rc<Judgment>>,
    /// The page of the last change of a state, and its state before.
    before: Option<(CanonicalUrl, Option<JudgmentState>)>,
    /// The changes that wait for the topic, with their times.
    unsent: Vec<(CanonicalUrl, JudgmentChange, Millis)>,
    /// The numbers of the crawl's pages that a revisit found gone.
    gone: BTreeSet<u32>,
    /// The reason that judgments could not be read, as the end of a sentence.
    read_error: Option<String>,
    /// The reason that judgments could not be saved, as the end of a sentence.
    save_error: Option<String>,
}

impl Judgments {
    /// Returns the judgment of a page.
    pub fn get(&self, url: &CanonicalUrl) -> Option<&Rc<Judgment>> {
        self.pages.get(url)
    }

    /// Returns the state of a page.
    pub fn state(&self, url: &CanonicalUrl) -> Option<JudgmentState> {
        self.get(url)?.state
    }

    /// Returns whether a revisit found the crawl's page with this number gone.
    pub fn is_gone(&self, n: u32) -> bool {
        self.gone.contains(&n)
    }

    /// Returns the problems of reading and saving judgments, as sentences.
    pub fn problems(&self) -> Vec<String> {
        let problem = |what: &str, reason: &Option<String>| Some(format!("{what}: {}.", shown(reason.as_ref()?)));
        let read = problem("Judgments could not be read", &self.read_error);
        read.into_iter().chain(problem("Judgments are not saved", &self.save_error)).collect()
    }

    /// Returns all tags, and the one that a filter has chosen, in alphabetical order.
    pub fn tags<'a>(&'a self, chosen: Option<&'a JudgmentFilter>) -> BTreeSet<&'a str> {
        let chosen = chosen.and_then(|filter| match filter {
            JudgmentFilter::Tag(tag) => Some(tag),
            JudgmentFilter::State(_) | JudgmentFilter::NotJudged => None,
        });
        let tags = self.pages.values().flat_map(|judgment| &judgment.tags);
        tags.chain(chosen).map(String::as_str).collect()
    }

    /// Creates the judgments of a topic.
    pub(crate) fn of(subject: String, saved: Vec<(CanonicalUrl, Judgment)>) -> Self {
        let mut judgments = Self::default();
        judgments.load(subject, saved);
        judgments
    }

    /// Returns whether these are the judgments of the topic with this id.
    pub(crate) fn is_of(&self, subject: &str) -> bool {
        self.subject.as_deref() == Some(subject)
    }

    /// Changes the judgment of a page at a time, and returns the effect that saves it, if the topic is known.
    pub(crate) fn apply(&mut self, url: &CanonicalUrl, change: JudgmentChange, at: Millis) -> Option<Effect> {
        let change = match change {
            // In another tab, the page may have another state.
            JudgmentChange::Toggle(state) => JudgmentChange::Set((self.state(url) != Some(state)).then_some(state)),
            change => change,
        };
        self.update(url, &change, at);
        self.unsent.push((url.clone(), change, at));
        self.send().pop()
    }

    fn update(&mut self, url: &CanonicalUrl, change: &JudgmentChange, at: Millis) {
        let mut judgment = self.get(url).map(|known| (**known).clone()).unwrap_or_default();
        judgment.apply(change, at);
        if judgment.is_empty() {
            self.pages.remove(url);
        } else {
            self.pages.insert(url.clone(), Rc::new(judgment));
        }
    }

    /// Returns the state of a page with a rating: the one before its last change if that had this rating.
    fn state_of_rating(&self, url: &CanonicalUrl, rating: Option<bool>) -> Option<JudgmentState> {
        let before = self.before.as_ref().filter(|(page, _)| page == url).map(|(_, state)| *state);
        let before = before.filter(|state| state.and_then(JudgmentState::rating) == rating);
        before.unwrap_or_else(|| rating.map(JudgmentState::of_rating))
    }

    /// Replaces the judgments by those of a topic, with the changes that were not sent.
    fn load(&mut self, subject: String, saved: Vec<(CanonicalUrl, Judgment)>) {
        self.subject = Some(subject);
        self.pages = saved.into_iter().map(|(url, judgment)| (url, Rc::new(judgment))).collect();
        for (url, change, at) in self.unsent.clone() {
            self.update(&url, &change, at);
        }
    }

    /// Returns the effects that save what was not sent, if the topic is known.
    fn send(&mut self) -> Vec<Effect> {
        let Some(subject) = &self.subject else {
            return Vec::new();
        };
        let request = |(url, change, at)| {
            let edit = JudgmentEdit { subject: subject.clone(), url, change, at };
            Effect::Send(ToWorker::Judgments(JudgmentsRequest::Judge(edit)))
        };
        std::mem::take(&mut self.unsent).into_iter().map(request).collect()
    }
}

impl State {
    /// Changes the judgment of a page of the crawl. A crawl that can be steered learns from a new rating.
    pub(crate) fn judge(&mut self, url: &CanonicalUrl, change: JudgmentChange) {
        let state = self.crawl.judgments.state(url);
        let (before, good) = self.save_judgment(url, change);
        if self.crawl.judgments.state(url) != state {
            self.crawl.judgments.change(|judgments| judgments.before = Some((url.clone(), state)));
        }
        if good != before && self.crawl.live.can_be_steered() && self.crawl.ranking.pages.has_read(url) {
            self.send(ToWorker::Steer(Box::new(Change::Judged { url: url.clone(), good })));
        }
    }

    /// Steers the crawl. The undo of a rating restores the state of the judgment, too.
    pub(crate) fn apply_steer(&mut self, action: SteerAction) {
        if let SteerAction::Change(change) = &action
            && let Change::Judged { url, good } = &**change
        {
            let state = self.crawl.judgments.state_of_rating(url, *good);
            self.save_judgment(url, JudgmentChange::Set(state));
        }
        self.effects.extend(self.crawl.steer.change(|steer| steer.apply(action, &self.catalog)));
    }

    /// Changes and saves the judgment of a page; returns the ratings before and after the change.
    fn save_judgment(&mut self, url: &CanonicalUrl, change: JudgmentChange) -> (Option<bool>, Option<bool>) {
        let (before, now) = (self.crawl.judgments.state(url), types::to_u64(self.now));
        let saved = self.crawl.judgments.change(|judgments| judgments.apply(url, change, now));
        self.effects.extend(saved);
        self.crawl.renew_judged(Some(url));
        let after = self.crawl.judgments.state(url);
        if let Some(subject) = &self.crawl.judgments.subject {
            self.library.change(|library| library.recount(subject, before, after));
        }
        let rating = |state: Option<JudgmentState>| state.and_then(JudgmentState::rating);
        (rating(before), rating(after))
    }

    /// Handles a message of the worker about judgments.
    pub(crate) fn on_judgments_message(&mut self, event: JudgmentsEvent) {
        match event {
            JudgmentsEvent::Judgments { crawl, subject, judgments, gone } => {
                if self.crawl.live.saved.id.as_ref() != Some(&crawl) {
                    return;
                }
                let unsent = self.crawl.judgments.change(|known| {
                    known.load(subject, judgments);
                    known.gone = gone.into_iter().collect();
                    (known.read_error, known.save_error) = (None, None);
                    known.send()
                });
                self.effects.extend(unsent);
                self.crawl.renew_judged(None);
            }
            JudgmentsEvent::Failed(reason) => {
                self.crawl.judgments.change(|judgments| judgments.read_error = Some(reason));
            }
            JudgmentsEvent::Unsaved(reason) => self.report_unsaved(Some(&reason)),
            JudgmentsEvent::Saved => self.report_unsaved(None),
        }
    }

    /// Sets the reason that judgments could not be saved, for the open crawl and the open topic.
    fn report_unsaved(&mut self, reason: Option<&String>) {
        self.crawl.judgments.change(|judgments| judgments.save_error = reason.cloned());
        self.library.change(|library| {
            if let Some(open) = &mut library.subject {
                open.judgments.change(|judgments| judgments.save_error = reason.cloned());
            }
        });
    }
}

impl super::CrawlState {
    /// Updates results that are filtered by their judgments, at the changed page or all of them.
    fn renew_judged(&mut self, changed: Option<&CanonicalUrl>) {
        let judgments = self.judgments.clone();
        let past = self.replay.as_mut().map(|replay| &mut replay.ranking);
        for ranking in [Some(&mut self.ranking), past].into_iter().flatten() {
            if ranking.filter().is_by_judgment() {
                ranking.change(|ranking| ranking.renew_judged(Shared::clone(&judgments), changed));
            }
        }
    }
}
