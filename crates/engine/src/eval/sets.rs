//! Measures against known pages: precision, recall, target recall (Pant §4.2).

use crate::url::CanonicalUrl;
use std::collections::BTreeSet;

/// Sets of pages that a crawl is judged against. Strategies never see them.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Pages known to be relevant.
    pub relevant: BTreeSet<CanonicalUrl>,
    /// The relevant pages that count for target recall; they and the seeds have nothing in common.
    pub targets: BTreeSet<CanonicalUrl>,
}

/// What a crawl has found of the known pages so far.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pages: u32,
    relevant: u32,
    targets: u32,
}

impl Judged {
    /// True where the page is relevant: a known relevant page or a target.
    pub fn is_relevant(&self, url: &CanonicalUrl) -> bool {
        self.relevant.contains(url) || self.targets.contains(url)
    }

    /// Relevant pages in all.
    pub fn len(&self) -> usize {
        self.relevant.union(&self.targets).count()
    }

    /// True where nothing is known.
    pub fn is_empty(&self) -> bool {
        self.relevant.is_empty() && self.targets.is_empty()
    }
}

impl Found {
    /// Counts a crawled page.
    pub fn count(&mut self, judged: &Judged, url: &CanonicalUrl) {
        self.pages += 1;
        self.relevant += u32::from(judged.is_relevant(url));
        self.targets += u32::from(judged.targets.contains(url));
    }

    /// Share of the crawled pages that are relevant; `None` before the first page.
    pub fn precision(&self) -> Option<f64> {
        (self.pages > 0).then(|| f64::from(self.relevant) / f64::from(self.pages))
    }

    /// Share of the relevant pages that were crawled; `None` where none is known.
    pub fn recall(&self, judged: &Judged) -> Option<f64> {
        (!judged.is_empty()).then(|| f64::from(self.relevant) / judged.len() as f64)
    }

    /// `|targets ∩ crawled| / |targets|`; `None` where there are no targets.
    pub fn target_recall(&self, judged: &Judged) -> Option<f64> {
        (!judged.targets.is_empty()).then(|| f64::from(self.targets) / judged.targets.len() as f64)
    }

    /// Relevant pages crawled.
    pub fn relevant(&self) -> u32 {
        self.relevant
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> BTreeSet<CanonicalUrl> {
        names
            .chars()
            .map(|c| CanonicalUrl::parse(&format!("http://{c}.test/")).expect("a URL"))
            .collect()
    }

    #[test]
    fn precision_recall_and_target_recall_follow_their_definitions() {
        let judged = Judged {
            relevant: set("ab"),
            targets: set("cd"),
        };
        let mut found = Found::default();
        assert_eq!(found.precision(), None);
        for url in set("acxyz") {
            found.count(&judged, &url);
        }
        assert_eq!(found.precision(), Some(2.0 / 5.0));
        assert_eq!(found.recall(&judged), Some(2.0 / 4.0));
        assert_eq!(found.target_recall(&judged), Some(1.0 / 2.0));
    }

    #[test]
    fn nothing_known_gives_no_recall() {
        assert_eq!(Found::default().recall(&Judged::default()), None);
        assert_eq!(Found::default().target_recall(&Judged::default()), None);
    }
}
