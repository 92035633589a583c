//! Detects traps: URLs that a server can generate without end. Each rule refuses or delays URLs with a reason.
//!
//! Two rules are part of canonicalization: the length limit and the removal of session ids ([`types::url`]). Copies are
//! detected only after a page was read, when the crawl calls [`TrapDetector::count_read`]. Source: Pant §2.1 and §2.4
//! ("spider traps").

mod calendar;
mod path;
mod sites;
mod variants;

use serde::{Deserialize, Serialize};
use types::limits;
use types::url::CanonicalUrl;

/// Detects spider traps. It keeps the state of the rules that need one: query variants, pages per site, copies. The
/// same URLs in the same order give the same verdicts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrapDetector {
    variants: variants::QueryVariants,
    budget: sites::SiteBudget,
    copies: sites::SiteCopies,
}

/// The verdict of the trap rules on a URL.
#[derive(Clone, Debug, PartialEq)]
pub enum TrapVerdict {
    /// It may be followed.
    Pass,
    /// It may be followed, but after other pages.
    Penalty {
        /// The factor on the URL's priority, between 0 and 1.
        factor: f64,
        /// A stable code of the rule, for logs and counters.
        rule: &'static str,
    },
    /// It must not be followed.
    Refused(TrapProblem),
}

/// The rule that classifies a URL as a trap.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum TrapProblem {
    /// Its path has more than [`types::limits::URL_SEGMENTS`] segments; with their number.
    #[error(
        "the URL has {0} folders, the limit is {limit}: deeper URLs are usually traps",
        limit = types::limits::URL_SEGMENTS
    )]
    Deep(usize),
    /// A part of its path is repeated more than [`types::limits::SEGMENT_REPEATS`] times in a row; with the part.
    #[error("the URL repeats “{0}”: the link that led to it is probably wrong")]
    Repeats(String),
    /// More than [`types::limits::QUERY_VARIANTS`] queries of its path are known, and the pages read of them repeat
    /// each other.
    #[error(
        "this page has more than {limit} query variants with similar content: the rest is skipped",
        limit = types::limits::QUERY_VARIANTS
    )]
    Variants,
    /// Its site has reached its page limit; with the number of pages.
    #[error("{0} pages of this site were fetched, its limit: raise the pages per site to continue")]
    Budget(u32),
}

impl TrapProblem {
    /// Returns a stable code for logs and counters.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Deep(_) => "trap-deep",
            Self::Repeats(_) => "trap-repeats",
            Self::Variants => "trap-variants",
            Self::Budget(_) => "trap-budget",
        }
    }
}

impl Default for TrapDetector {
    fn default() -> Self {
        Self::new(types::limits::HOST_PAGES)
    }
}

impl TrapDetector {
    /// Creates rules with a limit of `host_pages` pages per site.
    pub fn new(host_pages: u32) -> Self {
        Self {
            variants: variants::QueryVariants::default(),
            budget: sites::SiteBudget::new(host_pages),
            copies: sites::SiteCopies::default(),
        }
    }

    /// Judges a link before it enters the frontier, and stores its query. Pages read later may change the verdict.
    pub fn judge(&mut self, url: &CanonicalUrl) -> TrapVerdict {
        match self.costs(url) {
            Err(problem) => TrapVerdict::Refused(problem),
            Ok(costs) => match costs.into_iter().flatten().min_by(|a, b| a.1.total_cmp(&b.1)) {
                Some((rule, factor)) => TrapVerdict::Penalty { factor, rule },
                None => TrapVerdict::Pass,
            },
        }
    }

    /// Checks that the site may have one more page. Called again before a page is fetched, since other URLs of the site
    /// may have used up its budget in the meantime.
    pub fn within_budget(&self, url: &CanonicalUrl) -> Result<(), TrapProblem> {
        self.budget.check(sites::site(url))
    }

    /// Counts a fetched page against its site's budget.
    pub fn count_page(&mut self, url: &CanonicalUrl) {
        self.budget.count(url);
    }

    /// Counts a page that was read; `repeats` if it nearly repeats an earlier one.
    pub fn count_read(&mut self, url: &CanonicalUrl, repeats: bool) {
        self.copies.count(url, repeats);
        self.variants.count(url, repeats);
    }

    /// Returns the rules that lower a URL's priority, each with its factor.
    fn costs(&mut self, url: &CanonicalUrl) -> Result<[Option<(&'static str, f64)>; 3], TrapProblem> {
        path::check(url)?;
        let site = sites::site(url);
        self.budget.check(site)?;
        let many = self.variants.check(url)?;
        Ok([
            calendar::has_date(url).then_some(("trap-calendar", limits::CALENDAR_FACTOR)),
            many.then_some(("trap-variants", limits::VARIANT_FACTOR)),
            self.copies.factor(site).map(|factor| ("trap-copies", factor)),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::limits::{CALENDAR_FACTOR, HOST_PAGES};

    fn url(text: &str) -> CanonicalUrl {
        CanonicalUrl::parse(text).unwrap()
    }

    #[test]
    fn an_ordinary_url_passes() {
        assert_eq!(TrapDetector::default().judge(&url("http://a.test/b/c.html?page=2")), TrapVerdict::Pass);
    }

    #[test]
    fn a_calendar_is_delayed_and_a_trap_is_refused_with_its_code() {
        let mut traps = TrapDetector::default();
        let cost = TrapVerdict::Penalty { factor: CALENDAR_FACTOR, rule: "trap-calendar" };
        assert_eq!(traps.judge(&url("http://a.test/events/2026-11")), cost);
        for (text, code) in [
            (format!("http://a.test{}", "/a/b/c".repeat(7)), "trap-deep"),
            ("http://a.test/x/x/x".to_owned(), "trap-repeats"),
        ] {
            let TrapVerdict::Refused(problem) = traps.judge(&url(&text)) else {
                panic!("{text} is not refused");
            };
            assert_eq!(problem.code(), code);
            assert!(problem.to_string().len() > 30, "{problem}");
        }
    }

    #[test]
    fn a_spent_budget_refuses_new_links_and_queued_pages_of_that_site_only() {
        let mut traps = TrapDetector::new(2);
        traps.count_page(&url("http://a.test/1"));
        assert_eq!(traps.judge(&url("http://a.test/2")), TrapVerdict::Pass);
        traps.count_page(&url("http://a.test/2"));
        assert_eq!(traps.judge(&url("http://a.test/3")), TrapVerdict::Refused(TrapProblem::Budget(2)));
        assert_eq!(traps.within_budget(&url("http://a.test/2")), Err(TrapProblem::Budget(2)));
        assert_eq!(traps.judge(&url("http://b.test/")), TrapVerdict::Pass);
        assert_eq!(TrapDetector::default(), TrapDetector::new(HOST_PAGES));
    }

    #[test]
    fn restored_traps_give_the_same_verdicts() {
        let mut traps = TrapDetector::new(3);
        for n in 0..60 {
            traps.judge(&url(&format!("http://a.test/list?page={n}")));
        }
        traps.count_page(&url("http://b.test/"));
        let bytes = postcard::to_stdvec(&traps).unwrap();
        let mut read: TrapDetector = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(read, traps);
        for text in ["http://a.test/list?page=1", "http://a.test/list?page=61", "http://a.test/list"] {
            assert_eq!(read.judge(&url(text)), traps.judge(&url(text)), "{text}");
        }
    }
}
