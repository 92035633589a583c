//! Describes in a sentence what each side does now, and in the end which strategy found more.

use super::{ClassSide, ClassState};
use crate::catalog::{Catalog, loading_text};
use crate::digits::{counted, grouped, short};
use crate::text::title_or;
use types::report::{PageRecord, Phase};
use types::strategy::StrategyInfo;
use types::text::{clean, cut, sentence};

/// The most characters of a title.
const TITLE_CHARS: usize = 80;
/// The most characters of the reason that a page was not read.
const REASON_CHARS: usize = 120;

impl ClassState {
    /// Returns the sentence below a side: its problem; the explained page, or the latest one; after the end of both the
    /// verdict.
    pub fn sentence(&self, side: usize, catalog: &Catalog) -> String {
        let this = &self.sides[side];
        if let Some(problem) = &this.problem {
            return sentence(problem);
        }
        if let Some(record) = this.open.and_then(|n| this.crawl.ranking.pages.get(n)) {
            return this.explanation(record, catalog);
        }
        if let Phase::Ended(reason) = this.crawl.live.progress.phase {
            let verdict = self.verdict_on(side, catalog);
            return verdict.unwrap_or_else(|| reason.sentence().to_owned());
        }
        match this.crawl.ranking.pages.records().last() {
            Some(record) => this.explanation(record, catalog),
            None => this.beginning(catalog),
        }
    }

    /// Returns which strategy found more relevant pages, once both crawls have ended.
    pub fn verdict(&self, catalog: &Catalog) -> Option<String> {
        self.is_compared().then(|| {
            let [left, right] = self.sides.each_ref().map(ClassSide::found);
            let [left_title, right_title] = self.sides.each_ref().map(|side| side.title(catalog));
            let (more, best, less) = if left >= right { (left, left_title, right) } else { (right, right_title, left) };
            if left == right {
                return format!("A tie: both found {}.", counted(more, "relevant page"));
            }
            format!("{best} found more: {} against {}.", counted(more, "relevant page"), grouped(less))
        })
    }

    /// Returns whether both crawls have ended without a problem.
    fn is_compared(&self) -> bool {
        self.is_over() && self.sides.iter().all(|side| side.problem.is_none())
    }

    /// Returns the verdict on a side.
    fn verdict_on(&self, side: usize, catalog: &Catalog) -> Option<String> {
        let (this, other) = (&self.sides[side], &self.sides[1 - side]);
        self.is_compared().then(|| {
            let (found, rival) = (this.found(), other.found());
            let than = match found.abs_diff(rival) {
                0 => "as many as".to_owned(),
                gap if found > rival => format!("{} more than", grouped(gap)),
                gap => format!("{} fewer than", grouped(gap)),
            };
            let pages = counted(this.crawl.live.progress.pages, "page");
            format!("Found {} in {pages}, {than} {}.", counted(found, "relevant page"), other.title(catalog))
        })
    }
}

impl ClassSide {
    /// Returns the number of relevant pages that were found.
    pub fn found(&self) -> u32 {
        self.crawl.live.progress.measures.good
    }

    /// Returns the title of the strategy that was asked for.
    pub fn title<'a>(&'a self, catalog: &'a Catalog) -> &'a str {
        self.request.as_ref().map_or("", |request| catalog.title(&request.plan.strategy.id))
    }

    /// Returns the sentence before the first page: what is loaded, or what the strategy says about itself.
    fn beginning(&self, catalog: &Catalog) -> String {
        if let Some(progress) = self.loading {
            return loading_text(progress);
        }
        let id = self.request.as_ref().map(|request| &request.plan.strategy.id);
        let info = id.and_then(|id| catalog.strategy(id));
        info.map_or_else(|| "Starting…".to_owned(), |info| info.description.clone())
    }

    /// Returns why a page was selected, and whether it is relevant.
    fn explanation(&self, record: &PageRecord, catalog: &Catalog) -> String {
        let title = clean(&record.text.title);
        let title = cut(title_or(&title, record.url.as_str()), TITLE_CHARS);
        let n = grouped(record.n);
        let who = record.spider.map_or_else(String::new, |id| format!("spider {} takes ", grouped(id)));
        let strategy = self.crawl.live.spec_at(record.n);
        let why = why(record, strategy.and_then(|spec| catalog.strategy(&spec.id)));
        let good = self.crawl.live.good_from();
        let judged = match record.outcome.reason() {
            Some(reason) => format!("not read: {}", cut(clean(&reason).trim_end_matches('.'), REASON_CHARS)),
            None if record.relevance >= good => format!("relevant ({})", short(record.relevance)),
            None => format!("not relevant ({})", short(record.relevance)),
        };
        format!("Page {n}: {who}“{title}”, {why}; {judged}.")
    }
}

/// Returns why a strategy selected a page, as the part of a sentence.
fn why(record: &PageRecord, strategy: Option<&StrategyInfo>) -> String {
    let parts = strategy.map(|info| info.parts.as_slice()).unwrap_or_default();
    let values = &record.discovery.parts;
    match record.discovery.parent {
        None => return "a seed".to_owned(),
        Some(parent) if parts.is_empty() => {
            return format!("the next in order of discovery, found on page {}", grouped(parent));
        }
        Some(_) => {}
    }
    let score = format!("with a score of {}", short(record.discovery.priority));
    let named = parts.iter().zip(values).filter(|_| parts.len() == values.len());
    match named.max_by(|one, other| one.1.total_cmp(other.1)) {
        Some(((title, help), value)) if *value > 0.0 => format!("{score}, most of all for {}", reason(title, help)),
        _ => score,
    }
}

/// Returns a part of a score within a sentence: ““Link text” (similarity of the link text to your query)”.
fn reason(title: &str, help: &str) -> String {
    if help.is_empty() { format!("“{title}”") } else { format!("“{title}” ({help})") }
}
