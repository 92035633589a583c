//! Taking answers in: redirects, refusals to answer, failures, pages.

use super::Crawl;
use super::state::UrlState;
use crate::count;
use crate::fetch::{Content, FetchId, FetchResponse, Purpose};
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::html::Document;
use crate::robots::MetaRobots;
use crate::strategy::{PageView, Population, UrlChange};
use crate::text::{Language, Sketch, TermId};
use crate::topic::{Relevance, Topic};
use types::failure::{Failure, FailureKind};
use types::limits;
use types::report::{Discovery, FetchFigures, FetchOutcome, Neighbors, Note, PageRecord, PageText};

impl Crawl {
    pub(super) fn answered(&mut self, id: FetchId, response: FetchResponse) {
        let Some(fetch) = self.state.in_flight.remove(&id) else {
            return;
        };
        if fetch.request.purpose == Purpose::Robots {
            return self.robots_answered(&fetch, &response);
        }
        let wait = self.rest_after(&fetch, &response);
        let Some((page, waiting)) = fetch.page else {
            return;
        };
        match (wait, &response.location) {
            (Some(wait), _) if waiting.tries + 1 < limits::TRIES => {
                let reason = format!("rate-limited ({})", response.status);
                self.queue_again(page, waiting, wait, reason);
            }
            (_, Some(location)) => {
                self.redirected(page, waiting, fetch.request.address(), location);
            }
            _ if fetch.request.purpose == Purpose::Example => {
                self.example_answered(page, &response);
            }
            _ => self.finished(page, &waiting, response),
        }
    }

    pub(super) fn failed(&mut self, id: FetchId, failure: Failure) {
        let Some(fetch) = self.state.in_flight.remove(&id) else {
            return;
        };
        // A host that hung until the driver gave up is slow: the time that it took counts.
        let elapsed = self.state.now.saturating_sub(fetch.since);
        let not_asked = failure.kind == FailureKind::NotAsked;
        let wait = not_asked || (fetch.page.is_none() && failure.kind == FailureKind::Passing);
        self.rest(&fetch, elapsed, true, wait.then_some(limits::RETRY_MS));
        match fetch.page {
            None => self.robots_failed(&fetch, failure),
            Some((page, waiting)) if not_asked && waiting.tries + 1 < limits::TRIES => {
                self.queue_again(page, waiting, limits::RETRY_MS, failure.message);
            }
            Some((page, _)) if fetch.request.purpose == Purpose::Example => {
                self.lose_example(page, failure.message);
            }
            Some((page, waiting)) => {
                let mut record = self.record(page, &waiting);
                record.outcome = FetchOutcome::Failed(failure.code, failure.message);
                self.lose(page);
                self.file(page, record);
            }
        }
    }

    /// A host that says “too many requests” or “not now” is asked again, later, a few times.
    fn queue_again(
        &mut self,
        page: UrlId,
        mut waiting: FrontierEntry,
        wait_ms: u64,
        reason: String,
    ) {
        waiting.tries += 1;
        self.push(page, waiting);
        let until = self.state.now.saturating_add(wait_ms);
        let url = self.state.urls.url(page).clone();
        self.step.notes.push(Note::Delayed { url, until, reason });
    }

    /// The target of a redirect takes the place of the page, ahead of all links; where it is known already, nothing is to be
    /// done. A host may insist on a spelling of the page itself: it is asked for in that spelling.
    fn redirected(&mut self, page: UrlId, waiting: FrontierEntry, asked: &str, location: &str) {
        let (target, exact) = match self.state.urls.url(page).resolve(location) {
            Ok(target) => target,
            Err(problem) => {
                return self.give_up(page, problem.code(), problem.to_string());
            }
        };
        if waiting.hops >= limits::PAGE_REDIRECTS || &*exact == asked {
            let reason = format!(
                "redirected in a loop or more than {} times",
                limits::PAGE_REDIRECTS
            );
            return self.give_up(page, "redirects", reason);
        }
        let waiting = FrontierEntry {
            hops: waiting.hops + 1,
            exact: Some(exact),
            ..waiting
        };
        if target == *self.state.urls.url(page) {
            self.push(page, waiting);
        } else if self.is_preparing() {
            self.move_example(page, &target, waiting);
        } else {
            self.state.set_url_state(page, UrlState::Redirected);
            if let Some(to) = self.queue_redirect(&target, waiting) {
                let change = UrlChange::Redirected { from: page, to };
                self.strategy.on_url_change(change);
            } else {
                let reason = format!("redirects to {target}, which is already known");
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
        self.strategy.on_url_change(UrlChange::Lost(page));
        self.obey_strategy();
    }

    pub(super) fn finished(
        &mut self,
        page: UrlId,
        waiting: &FrontierEntry,
        response: FetchResponse,
    ) {
        let mut record = self.record(page, waiting);
        record.status = response.status;
        record.fetch.bytes = response.bytes;
        record.fetch.elapsed_ms = response.elapsed_ms;
        match response.content {
            Content::Page(document) => self.read(page, waiting, &document, response.robots, record),
            Content::Unwanted { code, what } => {
                record.outcome = FetchOutcome::Unwanted(code.into(), what);
                self.lose(page);
                self.file(page, record);
            }
            Content::Robots(_) | Content::Nothing => {
                record.outcome = FetchOutcome::Status(response.status);
                self.lose(page);
                self.file(page, record);
            }
        }
    }

    /// Reads a page: its relevance, its record, its links.
    fn read(
        &mut self,
        id: UrlId,
        waiting: &FrontierEntry,
        document: &Document,
        header: MetaRobots,
        mut record: PageRecord,
    ) {
        let language = document.language.as_deref().and_then(Language::from_code);
        let (counts, vector) = self.vectorizer.page(document, language);
        let query = self
            .topic
            .vector(language, &mut self.vectorizer)
            .into_owned();
        let relevance = Topic::relevance(&vector, &query);
        let robots = document.robots.and(header);
        record.outcome = if robots.noindex {
            FetchOutcome::NoIndex
        } else {
            FetchOutcome::Read
        };
        self.describe(&mut record, document, language, &relevance);
        let sketch = Sketch::of(&document.body);
        record.repeats = self.state.results.originals.find_or_keep(record.n, sketch);
        self.state
            .traps
            .count_read(&record.url, record.repeats.is_some());
        self.state.results.pages_read += 1;
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
        if self.state.insights.is_due(self.state.results.pages_read) {
            self.tell_insights();
        }
    }

    /// Adds to the record of the page that was filed last, and to what is told of it, what is known once its links were scored.
    fn complete(&mut self, id: UrlId) {
        let Some(mut record) = self.state.results.pages.pop() else {
            return;
        };
        let report = self.strategy.report();
        record.predictions = report.map_or_else(Vec::new, |report| report.predictions(id));
        record.neighbors.links_to = self.linked_pages(id);
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
        self.state.results.pages.push(record);
    }

    /// Returns the records of earlier pages that a page links to.
    fn linked_pages(&self, id: UrlId) -> Vec<u32> {
        let targets = self.state.graph.links_of(id).iter();
        let mut linked: Vec<u32> = targets
            .filter_map(|target| self.state.record_of(*target))
            .collect();
        linked.sort_unstable();
        linked.truncate(limits::LINKED_SHOWN);
        linked
    }

    /// Counts the frontier and the living spiders after a page.
    fn count_waiting(&self, record: &mut PageRecord) {
        record.queue = count(self.state.frontier.len());
        record.population = self.strategy.population().map(Population::summary);
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
            let (vectorizer, text) = (&mut self.vectorizer, &document.body);
            let spelled = self.topic.word(word.term, language, text, vectorizer)?;
            Some((spelled, word.share))
        });
        record.words = named.collect();
        record.text.title.clone_from(&document.title);
        record.text.language.clone_from(&document.language);
        record.fetch.links = count(document.links.len());
        (record.text.snippet, record.text.marks) =
            self.vectorizer.snippet(document, language, &words);
    }

    /// Returns a record with all that is known before the answer.
    fn record(&self, page: UrlId, waiting: &FrontierEntry) -> PageRecord {
        PageRecord {
            n: count(self.state.results.pages.len()) + 1,
            url: self.state.urls.url(page).clone(),
            status: 0,
            outcome: FetchOutcome::Read,
            text: PageText::default(),
            discovery: Discovery {
                parent: waiting
                    .parent
                    .and_then(|parent| self.state.record_of(parent)),
                anchor: waiting.anchor.to_string(),
                pages: waiting.pages,
                depth: waiting.depth,
                priority: waiting.priority(),
                parts: waiting.score.parts.clone(),
            },
            relevance: 0.0,
            spider: self.agent_of(page),
            population: None,
            queue: 0,
            neighbors: Neighbors {
                linked_from: waiting
                    .linkers
                    .iter()
                    .filter_map(|page| self.state.record_of(*page))
                    .collect(),
                ..Neighbors::default()
            },
            predictions: Vec::new(),
            repeats: None,
            words: Vec::new(),
            host: self.state.urls.host_key(waiting.host).to_owned(),
            fetch: FetchFigures {
                at: self.state.now,
                ..FetchFigures::default()
            },
            measures: self.state.results.measures.now(),
        }
    }

    /// Files the record of a page that is done.
    fn file(&mut self, page: UrlId, mut record: PageRecord) {
        record.measures = self.state.results.measures.count(record.relevance);
        self.count_waiting(&mut record);
        if !record.outcome.is_read() {
            *self
                .state
                .results
                .failures
                .entry(record.outcome.code())
                .or_default() += 1;
        }
        self.state.traps.count_page(&record.url);
        self.state
            .set_url_state(page, UrlState::Done(count(self.state.results.pages.len())));
        self.step.notes.push(Note::Page(Box::new(record.clone())));
        self.state.results.pages.push(record);
    }
}
