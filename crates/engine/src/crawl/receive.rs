//! Handles responses: redirects, retries, failures and pages.

use super::Crawl;
use super::relevance::JudgedRelevance;
use super::state::{UnknownAddress, UrlState};
use crate::count;
use crate::fetch::{Content, FetchId, FetchResponse, Purpose};
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::html::Document;
use crate::robots::MetaRobots;
use crate::strategy::{PageView, Population, UrlChange};
use crate::text::{Language, Sketch, SparseVector, TermCounts, TermId};
use crate::topic::{Relevance, Topic};
use types::failure::{Failure, FailureKind};
use types::limits;
use types::report::{Discovery, FetchFigures, FetchOutcome, Neighbors, Notification, PageRecord, PageText};

impl Crawl {
    pub(super) fn on_response(&mut self, id: FetchId, response: FetchResponse) {
        let Some(fetch) = self.state.in_flight.remove(&id) else {
            return;
        };
        if fetch.request.purpose == Purpose::Robots {
            return self.robots_answered(&fetch, &response);
        }
        if fetch.request.purpose == Purpose::UnknownAddress {
            return self.unknown_address_answered(&fetch, &response);
        }
        let wait = self.delay_after(&fetch, &response);
        let Some((page, entry)) = fetch.page else {
            return;
        };
        match (wait, &response.location) {
            (Some(wait), _) if entry.tries + 1 < limits::TRIES => {
                let reason = format!("rate-limited ({})", response.status);
                self.queue_again(page, entry, wait, reason);
            }
            (_, Some(location)) => {
                self.redirected(page, entry, fetch.request.address(), location);
            }
            _ if fetch.request.purpose == Purpose::Example => {
                self.example_answered(page, &response);
            }
            _ => self.finished(page, &entry, response),
        }
    }

    pub(super) fn on_failure(&mut self, id: FetchId, failure: Failure) {
        let Some(fetch) = self.state.in_flight.remove(&id) else {
            return;
        };
        // A host that hung until the timeout is slow, so the elapsed time counts for its delay.
        let elapsed = self.state.now.saturating_sub(fetch.since);
        let not_sent = failure.kind == FailureKind::NotSent;
        let wait = not_sent || (fetch.page.is_none() && failure.kind == FailureKind::Transient);
        self.rest(&fetch, elapsed, true, wait.then_some(limits::RETRY_MS));
        match fetch.page {
            None if fetch.request.purpose == Purpose::UnknownAddress => {
                self.set_unknown_address(fetch.host, UnknownAddress::Known(None));
            }
            None => self.robots_failed(&fetch, failure),
            Some((page, entry)) if not_sent && entry.tries + 1 < limits::TRIES => {
                self.queue_again(page, entry, limits::RETRY_MS, failure.message);
            }
            Some((page, _)) if fetch.request.purpose == Purpose::Example => {
                self.skip_example(page, failure.message);
            }
            Some((page, entry)) => {
                let mut record = self.record(page, &entry);
                record.outcome = FetchOutcome::Failed(failure.code, failure.message);
                self.lose(page);
                self.file(page, record);
            }
        }
    }

    /// Queues a page again after a 429 (too many requests) or 503 (service unavailable) response.
    fn queue_again(&mut self, page: UrlId, mut entry: FrontierEntry, wait_ms: u64, reason: String) {
        entry.tries += 1;
        self.push(page, entry);
        let until = self.state.now.saturating_add(wait_ms);
        let url = self.state.urls.url(page).clone();
        self.step.notifications.push(Notification::Delayed { url, until, reason });
    }

    /// Replaces a redirected page by its target, ahead of all links, unless the target is already known. A redirect to another
    /// spelling of the same URL is requested in that spelling.
    fn redirected(&mut self, page: UrlId, entry: FrontierEntry, asked: &str, location: &str) {
        let (target, exact) = match self.state.urls.url(page).resolve(location) {
            Ok(target) => target,
            Err(problem) => {
                return self.give_up(page, problem.code(), problem.to_string());
            }
        };
        if entry.hops >= limits::PAGE_REDIRECTS || &*exact == asked {
            let reason = format!("redirected in a loop or more than {} times", limits::PAGE_REDIRECTS);
            return self.give_up(page, "redirects", reason);
        }
        let entry = FrontierEntry { hops: entry.hops + 1, exact: Some(exact), ..entry };
        if target == *self.state.urls.url(page) {
            self.push(page, entry);
        } else if self.is_preparing() {
            self.move_example(page, &target, entry);
        } else {
            self.state.set_url_state(page, UrlState::Redirected);
            let to = self.state.urls.learn(&target);
            if let Some(to) = to {
                self.state.redirects.insert(page, to);
            }
            if let Some(to) = to.filter(|to| self.queue_redirect(*to, entry)) {
                let change = UrlChange::Redirected { from: page, to };
                self.strategy.on_url_change(change);
            } else {
                let state = to.map(|to| self.state.url_state(to));
                let why =
                    if matches!(state, Some(UrlState::Refused)) { "may not be crawled" } else { "is already known" };
                let reason = format!("redirects to {target}, which {why}");
                self.give_up(page, "redirect-known", reason);
            }
        }
    }

    /// Refuses a URL that will not be fetched, with this reason.
    pub(super) fn give_up(&mut self, page: UrlId, code: &str, reason: String) {
        if self.is_preparing() {
            self.skip_example(page, reason);
        } else {
            self.state.refuse(page, code, reason, &mut self.step);
            self.lose(page);
        }
    }

    /// Tells the strategy that a chosen page could not be read.
    fn lose(&mut self, page: UrlId) {
        self.strategy.on_url_change(UrlChange::Lost(page));
        self.apply_strategy_requests();
    }

    pub(super) fn finished(&mut self, page: UrlId, entry: &FrontierEntry, response: FetchResponse) {
        let mut record = self.record(page, entry);
        record.status = response.status;
        record.fetch.bytes = response.bytes;
        record.fetch.elapsed_ms = response.elapsed_ms;
        record.fetch.validators = response.validators;
        match response.content {
            Content::Page(document) => match document.class.or_else(|| self.soft_not_found(page, &document)) {
                // Its links lead to no more of its site than a menu, and they would be scored without its text.
                Some(class) => {
                    record.outcome = FetchOutcome::Unreadable(class);
                    describe_text(&mut record, &document);
                    self.count_unreadable(page, class);
                    self.lose(page);
                    self.file(page, record);
                }
                None => self.read(page, entry, &document, response.robots, record),
            },
            Content::Unsupported { code, what } => {
                record.outcome = FetchOutcome::UnsupportedContent(code.into(), what);
                self.state.results.unreadable += 1;
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
        entry: &FrontierEntry,
        document: &Document,
        header: MetaRobots,
        mut record: PageRecord,
    ) {
        let language = document.language.as_deref().and_then(Language::from_code);
        let (counts, vector) = self.words_of(id, document, language);
        let query = self.topic.vector(language, &mut self.vectorizer).into_owned();
        let mut relevance = Topic::relevance(&vector, &query);
        let judged = self.judge_relevance(relevance.score, &counts, &query, language);
        relevance.score = judged.score();
        let robots = document.robots.and(header);
        record.outcome = if robots.noindex { FetchOutcome::NoIndex } else { FetchOutcome::Read };
        self.describe(&mut record, document, language, &relevance);
        let sketch = Sketch::of(&document.body);
        record.near_duplicate_of = self.state.results.near_duplicates.find_or_keep(record.n, sketch);
        self.state.traps.count_read(&record.url, record.near_duplicate_of.is_some());
        self.state.results.pages_read += 1;
        self.count_readable(id, record.near_duplicate_of);
        self.file(id, record);
        let url = self.state.urls.url(id).clone();
        let (depth, parent) = (entry.depth, entry.parent);
        let page = PageView {
            id,
            url: &url,
            document,
            language,
            counts: &counts,
            vector: &vector,
            relevance: judged.by_words,
            depth,
            parent,
        };
        self.follow(&page, &query, robots.nofollow);
        self.complete(id, judged);
        if self.state.model_tables.is_due(self.state.results.pages_read) {
            self.report_model_tables();
        }
    }

    /// Returns the words of a page, or of its main content if the plan says so.
    pub(super) fn words_of(
        &mut self,
        page: UrlId,
        document: &Document,
        language: Option<Language>,
    ) -> (TermCounts, SparseVector) {
        if !self.plan.plan.main_content {
            return self.vectorizer.page(document, language);
        }
        let host = self.state.urls.host_of(page);
        let fields = self.state.templates.main_content(host, document);
        self.vectorizer.fields(&fields, language)
    }

    /// Completes the latest record, and its notification, with the data that is known after its links are scored.
    fn complete(&mut self, id: UrlId, judged: JudgedRelevance) {
        let Some(mut record) = self.state.results.pages.pop() else {
            return;
        };
        let report = self.strategy.report();
        record.predictions = report.map_or_else(Vec::new, |report| report.predictions(id));
        record.predictions.extend(judged.explanation());
        record.predictions.extend(self.word_matches(&record));
        record.neighbors.links_to = self.linked_pages(id);
        self.count_waiting(&mut record);
        let noted = self.step.notifications.iter_mut().rev().find_map(|notification| match notification {
            Notification::Page(noted) => Some(noted),
            _ => None,
        });
        if let Some(noted) = noted {
            noted.as_mut().clone_from(&record);
        }
        self.state.results.pages.push(record);
    }

    /// Returns the records of earlier pages that a page links to.
    fn linked_pages(&self, id: UrlId) -> Vec<u32> {
        let targets = self.state.graph.links_of(id).iter();
        let mut linked: Vec<u32> = targets.filter_map(|target| self.state.record_of(*target)).collect();
        linked.sort_unstable();
        linked.truncate(limits::LINKED_SHOWN);
        linked
    }

    /// Records the sizes of the frontier and of the living population after a page.
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
        let terms = words.iter().copied();
        let (vectorizer, text) = (&mut self.vectorizer, &document.body);
        let spellings = self.topic.spellings(terms, language, text, vectorizer);
        let named = matched.filter_map(|word| {
            let spelling = spellings.get(&word.term)?.clone();
            Some((spelling, word.share))
        });
        record.words = named.collect();
        describe_text(record, document);
        (record.text.snippet, record.text.marks) = self.vectorizer.snippet(document, language, &words);
    }

    /// Returns a record with the data that is known before the response.
    fn record(&self, page: UrlId, entry: &FrontierEntry) -> PageRecord {
        PageRecord {
            n: count(self.state.results.pages.len()) + 1,
            url: self.state.urls.url(page).clone(),
            status: 0,
            outcome: FetchOutcome::Read,
            text: PageText::default(),
            discovery: Discovery {
                parent: entry.parent.and_then(|parent| self.state.record_of(parent)),
                anchor: entry.anchor.to_string(),
                pages: entry.pages,
                depth: entry.depth,
                priority: entry.priority(),
                parts: entry.score.parts.clone(),
            },
            relevance: 0.0,
            spider: self.agent_of(page),
            population: None,
            queue: 0,
            neighbors: Neighbors {
                linked_from: entry.linkers.iter().filter_map(|page| self.state.record_of(*page)).collect(),
                ..Neighbors::default()
            },
            predictions: Vec::new(),
            near_duplicate_of: None,
            words: Vec::new(),
            host: self.state.urls.url(page).host_key().to_owned(),
            fetch: FetchFigures { at: self.state.now, ..FetchFigures::default() },
            measures: self.state.results.measures.now(),
        }
    }

    /// Appends the record of a finished page.
    fn file(&mut self, page: UrlId, mut record: PageRecord) {
        let is_beyond_share =
            record.outcome.has_no_content() && self.state.unreadable_beyond_share(&self.plan.plan) > 0;
        let measures = &mut self.state.results.measures;
        record.measures = if is_beyond_share { measures.now() } else { measures.count(record.relevance) };
        self.count_waiting(&mut record);
        if !record.outcome.is_read() {
            *self.state.results.failures.entry(record.outcome.code()).or_default() += 1;
        }
        if record.discovery.parent.is_some() {
            let is_relevant = record.relevance >= self.plan.plan.good;
            let site = self.state.urls.site_of(page);
            self.state.frontier.count_outcome(site, is_relevant);
        }
        self.state.traps.count_page(&record.url);
        self.state.set_url_state(page, UrlState::Done(count(self.state.results.pages.len())));
        self.step.notifications.push(Notification::Page(Box::new(record.clone())));
        self.state.results.pages.push(record);
    }
}

/// Records title, language and links of a page.
fn describe_text(record: &mut PageRecord, document: &Document) {
    record.text.title.clone_from(&document.title);
    record.text.language.clone_from(&document.language);
    record.fetch.links = count(document.links.len());
}
