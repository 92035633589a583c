//! Finishes pages: their words, their relevance, their links and their records.
//!
//! A page that is read is counted first, then its links are scored and queued, and at last its record is added with
//! what the strategy tells about it. A page without content is recorded at once, and of its links only those of an
//! application's shell are followed; a host that begins with nothing else is excluded.

use super::Crawl;
use super::addresses::MainText;
use super::relevance::{JudgedRelevance, word_matches};
use super::state::UrlState;
use crate::count;
use crate::fetch::{Content, FetchResponse};
use crate::frontier::FrontierEntry;
use crate::graph::UrlId;
use crate::html::Document;
use crate::robots::MetaRobots;
use crate::strategy::{PageView, Population};
use crate::text::{Language, Sketch, SparseVector, TermCounts, TermId};
use crate::topic::{Relevance, Topic};
use types::limits;
use types::page_class::PageClass;
use types::report::{Discovery, FetchFigures, FetchOutcome, Neighbors, Notification, PageRecord};

impl Crawl {
    pub(super) fn on_page(
        &mut self,
        page: UrlId,
        entry: &FrontierEntry,
        response: FetchResponse,
        text: Option<MainText>,
    ) {
        if self.list_fetched(page, entry, &response.content) {
            return;
        }
        let mut record = self.new_record(page, entry);
        record.status = response.status;
        record.fetch.bytes = response.bytes;
        record.fetch.elapsed_ms = response.elapsed_ms;
        record.fetch.validators = response.validators;
        record.fetch.is_rendered = response.is_rendered;
        let host = self.state.urls.host_of(page);
        if let Some(media_type) = self.unread_type(&response.content) {
            record.outcome = FetchOutcome::UnsupportedContent(media_type.to_owned());
            self.state.results.unreadable += 1;
            return self.finish_unread(page, record);
        }
        record.outcome = match (response.content, text) {
            (Content::Page(document), Some(text)) => {
                let class = document.class.or_else(|| self.state.hosts.soft_not_found(host, &text.sketch));
                let Some(class) = class else {
                    self.state.addresses.keep_text(page, host, &text);
                    return self.read(page, entry, (&document, text.sketch), response.robots, record);
                };
                describe_text(&mut record, &document);
                // Those of other pages lead to no more of the site than a menu.
                if class == PageClass::NeedsScript {
                    self.follow_shell(page, entry, &document, response.robots);
                    record.neighbors.links_to = self.state.linked_pages(page);
                }
                self.state.results.unreadable += 1;
                if !class.is_file() && self.state.hosts.count_unreadable(host) {
                    self.exclude_unreadable_host(page, class);
                }
                FetchOutcome::Unreadable(class)
            }
            _ => FetchOutcome::Status(response.status),
        };
        self.finish_unread(page, record);
    }

    /// Finishes a page that is not read.
    pub(super) fn finish_unread(&mut self, page: UrlId, mut record: PageRecord) {
        self.tell_lost(page);
        self.count_waiting(&mut record);
        self.count_page(page, &mut record);
        let last = self.step.notifications.len();
        // Another page of the host may be read after these.
        let is_of_host =
            !matches!(record.outcome, FetchOutcome::Status(404 | 410) | FetchOutcome::UnsupportedContent(_));
        self.add_record(record, last);
        self.replace_seed(page, is_of_host);
    }

    /// Reads a page: its relevance, its links, its record.
    fn read(
        &mut self,
        id: UrlId,
        entry: &FrontierEntry,
        (document, sketch): (&Document, Sketch),
        header: MetaRobots,
        mut record: PageRecord,
    ) {
        self.state.spare_seeds.forget(id);
        let language = document.language.as_deref().and_then(Language::from_code);
        let (counts, vector) = self.words_of(id, document, language);
        let query = self.topic.vector(language, &mut self.vectorizer).into_owned();
        let mut relevance = Topic::relevance(&vector, &query);
        let meaning = self.meaning.of_page((&counts, &query), language, &self.plan, self.vectorizer.terms());
        let judged = JudgedRelevance::new(relevance.score, meaning, self.plan.plan.relevance);
        relevance.score = judged.score();
        let robots = document.robots.and(header);
        record.outcome = if robots.noindex { FetchOutcome::NoIndex } else { FetchOutcome::Read };
        self.describe(&mut record, document, language, &relevance);
        record.near_duplicate_of = self.state.results.near_duplicates.find_or_keep(record.n, sketch);
        self.count_read(id, &record);
        let from = (!robots.nofollow && entry.depth < self.plan.plan.depth).then_some(entry);
        if let Some(original) =
            document.canonical.as_ref().and_then(|canonical| self.adopt_canonical(id, canonical, &record, from))
        {
            record.near_duplicate_of.get_or_insert(original);
        }
        self.count_page(id, &mut record);
        let before_links = self.step.notifications.len();
        let url = record.url.clone();
        let page = PageView {
            id,
            url: &url,
            document,
            language,
            counts: &counts,
            vector: &vector,
            relevance: judged.by_words,
            meaning,
            depth: entry.depth,
            parent: entry.parent,
        };
        self.follow(&page, record.relevance, &query, robots.nofollow);
        let report = self.strategy.report();
        record.predictions = report.map_or_else(Vec::new, |report| report.predictions(id));
        record.predictions.extend(judged.explanation());
        if let Some(vectors) = report.and_then(|report| report.term_vectors()) {
            let query = &self.plan.plan.query;
            record.predictions.extend(word_matches(&record, query, vectors, &mut self.vectorizer));
        }
        record.neighbors.links_to = self.state.linked_pages(id);
        self.count_waiting(&mut record);
        self.add_record(record, before_links);
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

    /// Returns a record with the data that is known before the response.
    pub(super) fn new_record(&self, page: UrlId, entry: &FrontierEntry) -> PageRecord {
        let discovery = Discovery {
            parent: entry.parent.and_then(|parent| self.state.record_of(parent)),
            anchor: entry.anchor.to_string(),
            pages: entry.pages,
            depth: entry.depth,
            priority: entry.priority(),
            parts: entry.score.parts.clone(),
        };
        let linked_from = entry.linkers.iter().filter_map(|page| self.state.record_of(*page)).collect();
        PageRecord {
            discovery,
            spider: self.agent_of(page),
            neighbors: Neighbors { linked_from, ..Neighbors::default() },
            fetch: FetchFigures { at: self.state.now, ..FetchFigures::default() },
            measures: self.state.results.measures.now(),
            ..PageRecord::new(self.state.results.done() + 1, self.state.urls.url(page).clone())
        }
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
        let spelled = matched.filter_map(|word| {
            let spelling = spellings.get(&word.term)?.clone();
            Some((spelling, word.share))
        });
        record.words = spelled.collect();
        describe_text(record, document);
        // Words learned from judged pages would surprise the person, who did not search for them.
        let named = self.topic.named(language, &mut self.vectorizer);
        let is_named = |term: &TermId| named.as_ref().is_none_or(|named| named.get(*term) > 0.0);
        let searched: Vec<TermId> = words.into_iter().filter(is_named).collect();
        (record.text.snippet, record.text.marks) = self.vectorizer.snippet(document, language, &searched);
    }

    /// Counts a page with content for the rules of its site and host.
    fn count_read(&mut self, id: UrlId, record: &PageRecord) {
        let state = &mut self.state;
        state.traps.count_read(&record.url, record.near_duplicate_of.is_some());
        state.results.pages_read += 1;
        let original = record.near_duplicate_of.and_then(|n| state.results.pages.get(n as usize - 1));
        let is_live = self.plan.plan.politeness.has_delay(&record.host);
        let is_repeated = is_live && original.is_some_and(|page| page.host == record.host);
        state.hosts.count_readable(state.urls.host_of(id), is_repeated);
    }

    /// Counts a finished page, before its record is added.
    fn count_page(&mut self, page: UrlId, record: &mut PageRecord) {
        let state = &mut self.state;
        state.results.count(record, &self.plan.plan);
        if record.discovery.parent.is_some() {
            let is_relevant = record.relevance >= self.plan.plan.good;
            state.frontier.count_outcome(state.urls.site_of(page), is_relevant);
        }
        state.traps.count_page(&record.url);
        state.set_url_state(page, UrlState::Done(record.n - 1));
    }

    /// Records the sizes of the frontier and of the living population after a page.
    fn count_waiting(&self, record: &mut PageRecord) {
        record.queue = count(self.state.frontier.len());
        record.population = self.strategy.population().map(Population::summary);
    }

    /// Adds the record of a counted page, and its notification at this place among those of the step: before those of
    /// its links.
    fn add_record(&mut self, record: PageRecord, place: usize) {
        self.step.notifications.insert(place, Notification::Page(Box::new(record.clone())));
        self.state.results.add(record);
    }
}

/// Records title, language and links of a page.
fn describe_text(record: &mut PageRecord, document: &Document) {
    record.text.title.clone_from(&document.title);
    record.text.language.clone_from(&document.language);
    record.text.document = document.file;
    record.fetch.links = count(document.links.len());
}
