//! Taking answers in: redirects, refusals to answer, failures, pages.

use super::Crawl;
use super::state::{Fate, count};
use crate::fetch::{Answer, Content, Failure, FailureKind, FetchId, Purpose};
use crate::frontier::Waiting;
use crate::graph::UrlId;
use crate::html::{Document, MetaRobots};
use crate::limits;
use crate::report::{Note, Outcome, PageRecord};
use crate::strategy::PageView;
use crate::text::{Language, Sketch, TermId};
use crate::topic::{Relevance, Topic};

impl Crawl {
    pub(super) fn answered(&mut self, id: FetchId, answer: Answer) {
        let Some(order) = self.state.under_way.remove(&id) else {
            return;
        };
        if order.order.purpose == Purpose::Robots {
            return self.robots_answered(&order, &answer);
        }
        let wait = self.rest_after(&order, &answer);
        let Some((page, waiting)) = order.page else {
            return;
        };
        match (wait, &answer.location) {
            (Some(wait), _) if waiting.tries + 1 < limits::TRIES => {
                let reason = format!(
                    "the host asked to be left alone for a while ({})",
                    answer.status
                );
                self.queue_again(page, waiting, wait, reason);
            }
            (_, Some(location)) => {
                self.redirected(page, waiting, order.order.address(), location);
            }
            _ if order.order.purpose == Purpose::Example => self.example_answered(page, &answer),
            _ => self.finished(page, &waiting, answer),
        }
    }

    pub(super) fn failed(&mut self, id: FetchId, failure: Failure) {
        let Some(order) = self.state.under_way.remove(&id) else {
            return;
        };
        // A host that hung until the driver gave up is slow: the time that it took counts.
        let elapsed = self.state.now.saturating_sub(order.since);
        let not_asked = failure.kind == FailureKind::NotAsked;
        let wait = not_asked || (order.page.is_none() && failure.kind == FailureKind::Passing);
        self.rest(&order, elapsed, true, wait.then_some(limits::RETRY_MS));
        match order.page {
            None => self.robots_failed(&order, failure),
            Some((page, waiting)) if not_asked && waiting.tries + 1 < limits::TRIES => {
                self.queue_again(page, waiting, limits::RETRY_MS, failure.message);
            }
            Some((page, _)) if order.order.purpose == Purpose::Example => {
                self.lose_example(page, failure.message);
            }
            Some((page, waiting)) => {
                let mut record = self.record(page, &waiting);
                record.outcome = Outcome::Failed(failure.code, failure.message);
                self.lose(page);
                self.file(page, record);
            }
        }
    }

    /// A host that says “too many requests” or “not now” is asked again, later, a few times.
    fn queue_again(&mut self, page: UrlId, mut waiting: Waiting, wait_ms: u64, reason: String) {
        waiting.tries += 1;
        self.push(page, waiting);
        let until = self.state.now.saturating_add(wait_ms);
        let url = self.state.urls.url(page).clone();
        self.step.notes.push(Note::Delayed { url, until, reason });
    }

    /// The target of a redirect takes the place of the page, ahead of all links; where it is known already, nothing is to be
    /// done. A host may insist on a spelling of the page itself: it is asked for in that spelling.
    fn redirected(&mut self, page: UrlId, waiting: Waiting, asked: &str, location: &str) {
        let (target, exact) = match self.state.urls.url(page).resolve(location) {
            Ok(target) => target,
            Err(problem) => {
                return self.give_up(page, problem.code(), problem.to_string());
            }
        };
        if waiting.hops >= limits::PAGE_REDIRECTS || &*exact == asked {
            let reason = format!(
                "redirected in a circle, or more than {} times in a row",
                limits::PAGE_REDIRECTS
            );
            return self.give_up(page, "redirects", reason);
        }
        let waiting = Waiting {
            hops: waiting.hops + 1,
            exact: Some(exact),
            ..waiting
        };
        if target == *self.state.urls.url(page) {
            self.push(page, waiting);
        } else if self.is_preparing() {
            self.move_example(page, &target, waiting);
        } else {
            self.state.set_fate(page, Fate::Redirected);
            if let Some(to) = self.queue_redirect(&target, waiting) {
                self.strategy.redirected(page, to);
            } else {
                let reason = format!("leads to {target}, which is known already");
                self.give_up(page, "redirect-known", reason);
            }
        }
    }

    /// A URL will not be fetched, for this reason.
    pub(super) fn give_up(&mut self, page: UrlId, code: &str, reason: String) {
        if self.is_preparing() {
            self.lose_example(page, reason);
        } else {
            self.state.refuse(page, code, reason, &mut self.step);
            self.lose(page);
        }
    }

    /// A page that the strategy chose came to nothing.
    fn lose(&mut self, page: UrlId) {
        self.strategy.lost(page);
        self.obey_strategy();
    }

    pub(super) fn finished(&mut self, page: UrlId, waiting: &Waiting, answer: Answer) {
        let mut record = self.record(page, waiting);
        record.status = answer.status;
        record.bytes = answer.bytes;
        record.elapsed_ms = answer.elapsed_ms;
        match answer.content {
            Content::Page(document) => self.read(page, waiting, &document, answer.robots, record),
            Content::Unwanted { code, what } => {
                record.outcome = Outcome::Unwanted(code.into(), what);
                self.lose(page);
                self.file(page, record);
            }
            Content::Robots(_) | Content::Nothing => {
                record.outcome = Outcome::Status(answer.status);
                self.lose(page);
                self.file(page, record);
            }
        }
    }

    /// Reads a page: its relevance, its record, its links.
    fn read(
        &mut self,
        id: UrlId,
        waiting: &Waiting,
        document: &Document,
        header: MetaRobots,
        mut record: PageRecord,
    ) {
        let language = document.language.as_deref().and_then(Language::from_code);
        let (counts, vector) = self.lens.page(document, language);
        let query = self.topic.vector(language, &mut self.lens).into_owned();
        let relevance = Topic::relevance(&vector, &query);
        let robots = document.robots.and(header);
        record.outcome = if robots.noindex {
            Outcome::NoIndex
        } else {
            Outcome::Read
        };
        self.describe(&mut record, document, language, &relevance);
        let sketch = Sketch::of(&document.body);
        record.repeats = self.state.originals.find_or_keep(record.n, sketch);
        self.state
            .traps
            .count_read(&record.url, record.repeats.is_some());
        self.state.pages_read += 1;
        self.file(id, record);
        let url = self.state.urls.url(id).clone();
        let (depth, parent, relevance) = (waiting.depth, waiting.parent, relevance.score);
        let page = PageView {
            id,
            url: &url,
            document,
            language,
            counts: &counts,
            vector: &vector,
            relevance,
            depth,
            parent,
        };
        self.follow(&page, &query, robots.nofollow);
        self.complete(id);
        if self.state.insights.is_due(self.state.pages_read) {
            self.tell_insights();
        }
    }

    /// Adds to the record of the page that was filed last, and to what is told of it, what is known once its links were scored.
    fn complete(&mut self, id: UrlId) {
        let Some(mut record) = self.state.pages.pop() else {
            return;
        };
        record.readings = self.strategy.readings(id);
        record.links_to = self.linked_pages(id);
        self.count_waiting(&mut record);
        let told = self
            .step
            .notes
            .iter_mut()
            .rev()
            .find_map(|note| match note {
                Note::Page(told) => Some(told),
                _ => None,
            });
        if let Some(told) = told {
            told.as_mut().clone_from(&record);
        }
        self.state.pages.push(record);
    }

    /// The records of earlier pages that a page links to.
    fn linked_pages(&self, id: UrlId) -> Vec<u32> {
        let targets = self.state.graph.links_of(id).iter();
        let mut linked: Vec<u32> = targets
            .filter_map(|target| self.state.record_of(*target))
            .collect();
        linked.sort_unstable();
        linked.truncate(limits::LINKED_SHOWN);
        linked
    }

    /// What waits after a page, and who lives.
    fn count_waiting(&self, record: &mut PageRecord) {
        record.queue = count(self.state.frontier.len());
        record.herd = self.strategy.herd();
    }

    fn describe(
        &mut self,
        record: &mut PageRecord,
        document: &Document,
        language: Option<Language>,
        relevance: &Relevance,
    ) {
        let matched = relevance.words.iter().take(limits::MATCHED_WORDS);
        let words: Vec<TermId> = matched.clone().map(|word| word.term).collect();
        record.relevance = relevance.score;
        let named = matched.filter_map(|word| {
            let (lens, text) = (&mut self.lens, &document.body);
            let spelled = self.topic.word(word.term, language, text, lens)?;
            Some((spelled, word.share))
        });
        record.words = named.collect();
        record.title.clone_from(&document.title);
        record.language.clone_from(&document.language);
        record.links = count(document.links.len());
        (record.snippet, record.marks) = self.lens.snippet(document, language, &words);
    }

    /// A record with all that is known before the answer.
    fn record(&self, page: UrlId, waiting: &Waiting) -> PageRecord {
        PageRecord {
            n: count(self.state.pages.len()) + 1,
            url: self.state.urls.url(page).clone(),
            status: 0,
            outcome: Outcome::Read,
            title: String::new(),
            snippet: String::new(),
            marks: Vec::new(),
            language: None,
            parent: waiting
                .parent
                .and_then(|parent| self.state.record_of(parent)),
            anchor: waiting.anchor.to_string(),
            pages: waiting.pages,
            depth: waiting.depth,
            priority: waiting.priority(),
            parts: waiting.score.parts.clone(),
            relevance: 0.0,
            spider: self.strategy.spider_of(page),
            herd: None,
            queue: 0,
            links_to: Vec::new(),
            linked_from: waiting
                .linkers
                .iter()
                .filter_map(|page| self.state.record_of(*page))
                .collect(),
            readings: Vec::new(),
            repeats: None,
            words: Vec::new(),
            host: self.state.urls.host_key(waiting.host).to_owned(),
            links: 0,
            bytes: 0,
            at: self.state.now,
            elapsed_ms: 0,
            measures: self.state.live.now(),
        }
    }

    /// Files the record of a page that is done.
    fn file(&mut self, page: UrlId, mut record: PageRecord) {
        record.measures = self.state.live.count(record.relevance);
        self.count_waiting(&mut record);
        if !record.outcome.is_read() {
            *self
                .state
                .failures
                .entry(record.outcome.code())
                .or_default() += 1;
        }
        self.state.traps.count_page(&record.url);
        self.state
            .set_fate(page, Fate::Done(count(self.state.pages.len())));
        self.step.notes.push(Note::Page(Box::new(record.clone())));
        self.state.pages.push(record);
    }
}
