//! Before the crawl: the plan's examples are read, as politely as anything else, and the strategy learns from them.
//!
//! An example is no page of the crawl: it has no record and counts toward no budget, its links are not followed, scope and traps do not
//! apply to it, and the crawl may meet it later as a page like others. What cannot be read is told with its reason. When all are done, the person is shown what was
//! learned, and the crawl waits for the word to begin.
//!
//! Source: Pant §3.3 (the examples of a focused crawler), Batsakis §3.4 (training pages).

use super::Crawl;
use super::state::{Fate, count};
use crate::event::{Command, EndReason};
use crate::fetch::{Answer, Content};
use crate::frontier::{Score, Waiting};
use crate::graph::UrlId;
use crate::limits;
use crate::report::{Learning, Lesson, Note, Phase};
use crate::strategy::ExampleView;
use crate::text::Language;
use crate::url::CanonicalUrl;

impl Crawl {
    /// True until what the examples teach is known, where there are any.
    pub(super) fn is_preparing(&self) -> bool {
        !self.plan.examples.is_empty() && self.state.lesson.is_none()
    }

    pub(super) fn queue_examples(&mut self) {
        self.state.phase = Phase::Preparing;
        let known = std::mem::take(&mut self.state.known);
        for number in 0..self.plan.examples.len() {
            let url = self.plan.examples[number].url.clone();
            match (known.get(&url), self.state.urls.learn(&url)) {
                (Some(answer), Some(id)) => {
                    self.state.examples.entry(id).or_default().push(number);
                    self.example_answered(id, answer);
                }
                _ => self.await_example(&url, vec![number], None),
            }
        }
        self.state.known = known;
    }

    /// What a person read needs no second reading, and no leave of the host.
    pub(super) fn know(&mut self, url: CanonicalUrl, answer: Answer) {
        if self.state.phase == Phase::New && matches!(answer.content, Content::Page(_)) {
            self.state.known.insert(url, answer);
        }
    }

    /// Queues the URL that stands for some examples, once; `from` is what was redirected there.
    fn await_example(&mut self, url: &CanonicalUrl, numbers: Vec<usize>, from: Option<Waiting>) {
        let Some(id) = self.state.urls.learn(url) else {
            return;
        };
        let known = self.state.examples.entry(id).or_default();
        let is_new = known.is_empty();
        known.extend(numbers);
        if is_new {
            let host = self.state.urls.host_of(id);
            let waiting = from.unwrap_or_else(|| Waiting::new(host, Score::of(1.0)));
            self.push(id, Waiting { host, ..waiting });
        }
    }

    /// An example stands elsewhere.
    pub(super) fn move_example(&mut self, page: UrlId, target: &CanonicalUrl, waiting: Waiting) {
        let numbers = self.take_example(page);
        self.await_example(target, numbers, Some(waiting));
    }

    pub(super) fn example_answered(&mut self, page: UrlId, answer: &Answer) {
        match &answer.content {
            Content::Page(document) => {
                let language = document.language.as_deref().and_then(Language::from_code);
                let (counts, vector) = self.lens.page(document, language);
                for number in self.take_example(page) {
                    self.state.examples_read += 1;
                    let example = ExampleView {
                        number,
                        document,
                        language,
                        counts: &counts,
                        vector: &vector,
                    };
                    self.strategy.study(&example, &mut self.lens);
                    let side = usize::from(self.plan.examples[number].good);
                    self.state.examples_seen[side].push(vector.clone());
                }
            }
            Content::Unwanted { what, .. } => {
                self.lose_example(page, format!("it is no page that can be read: {what}"));
            }
            Content::Robots(_) | Content::Nothing => {
                self.lose_example(page, format!("the host answered with {}", answer.status));
            }
        }
    }

    /// An example will not be read, for this reason.
    pub(super) fn lose_example(&mut self, page: UrlId, reason: String) {
        self.take_example(page);
        let url = self.state.urls.url(page).clone();
        if self.state.unread.len() < limits::UNREAD_SHOWN {
            self.state.unread.push((url.clone(), reason.clone()));
        }
        self.step.notes.push(Note::Unread { url, reason });
    }

    /// The examples that a URL stands for, which is then like any other URL.
    fn take_example(&mut self, page: UrlId) -> Vec<usize> {
        self.state.set_fate(page, Fate::Met);
        self.state.examples.remove(&page).unwrap_or_default()
    }

    /// All examples are done: the strategy learns, one slice at a time, and people are told what.
    pub(super) fn conclude(&mut self) {
        match self.strategy.conclude() {
            Learning::Going { done, of } => {
                self.state.learning = Some((done, of));
                let at_once = self.state.now;
                self.step.commands.push(Command::WaitUntil(at_once));
            }
            Learning::Done(lesson) => self.learned(*lesson),
        }
    }

    fn learned(&mut self, mut lesson: Lesson) {
        self.state.learning = None;
        lesson.given = count(self.plan.examples.len());
        lesson.read = self.state.examples_read;
        lesson.unread = std::mem::take(&mut self.state.unread);
        let [others, good] = std::mem::take(&mut self.state.examples_seen);
        self.topic.learn(&good, &others);
        self.step
            .notes
            .push(Note::Prepared(Box::new(lesson.clone())));
        let in_vain = lesson.trouble.is_some();
        self.state.lesson = Some(lesson);
        if in_vain {
            self.end(EndReason::NothingLearned);
        } else {
            self.state.phase = Phase::Prepared;
            self.step.commands.push(Command::Confirm);
        }
    }
}
