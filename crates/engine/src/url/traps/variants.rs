//! Watches paths with more than fifty queries: a sorter, a filter or a calendar can generate any number of them, and so can
//! `page?id=…`.
//!
//! Variants are judged by whether their pages repeat each other. Until ten pages of a path were read, its further
//! variants wait. Then they are refused if most of these pages were copies, and pass if few were.
//!
//! Memory is bounded by two generations: paths are remembered in the young one, and when that is full it becomes the old one,
//! whose former content is forgotten; a path that is seen again moves to the young one. Only paths that were not linked for
//! long are therefore forgotten, which does not happen to a trap. Not covered: which parameters differ, since a trap can vary
//! their names as well as their values.

use super::TrapProblem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits::{QUERY_VARIANTS, VARIANT_PATHS, VARIANTS_READ};
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// The paths with queries, by their hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct QueryVariants {
    young: BTreeMap<u64, Variants>,
    old: BTreeMap<u64, Variants>,
}

/// The data of one path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Variants {
    /// The first queries seen, by their hash.
    seen: Vec<u32>,
    /// The number of pages read, and of copies of earlier pages among them.
    read: u32,
    copies: u32,
}

impl Variants {
    /// Judges one more variant: true if it is delayed, false if it passes.
    fn judge(&self) -> Result<bool, TrapProblem> {
        match (self.read, self.copies > self.read / 2) {
            (read, _) if read < VARIANTS_READ => Ok(true),
            (_, true) => Err(TrapProblem::Variants),
            (_, false) => Ok(false),
        }
    }
}

impl QueryVariants {
    /// Stores the URL's query; returns true if the URL exceeds the number of variants and is
    /// delayed.
    pub(super) fn check(&mut self, url: &CanonicalUrl) -> Result<bool, TrapProblem> {
        let Some((path, query)) = parts(url) else {
            return Ok(false);
        };
        let variants = self.of(path);
        if variants.seen.contains(&query) {
            return Ok(false);
        }
        if variants.seen.len() < QUERY_VARIANTS {
            variants.seen.push(query);
            return Ok(false);
        }
        variants.judge()
    }

    /// Counts a page that was read.
    pub(super) fn count(&mut self, url: &CanonicalUrl, repeats: bool) {
        if let Some((path, _)) = parts(url) {
            let variants = self.of(path);
            variants.read = variants.read.saturating_add(1);
            variants.copies = variants.copies.saturating_add(u32::from(repeats));
        }
    }

    fn of(&mut self, path: u64) -> &mut Variants {
        if self.young.len() >= VARIANT_PATHS && !self.young.contains_key(&path) {
            self.old = std::mem::take(&mut self.young);
        }
        let old = &mut self.old;
        self.young
            .entry(path)
            .or_insert_with(|| old.remove(&path).unwrap_or_default())
    }
}

/// Path and query, hashed; `None` if there is no query.
fn parts(url: &CanonicalUrl) -> Option<(u64, u32)> {
    let query = url.query()?;
    let path = &url.as_str()[..url.as_str().len() - query.len()];
    // 32 bits suffice: a collision among fifty lets one more variant pass.
    let query = u32::try_from(xxh3_64(query.as_bytes()) >> 32).unwrap_or_default();
    Some((xxh3_64(path.as_bytes()), query))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> CanonicalUrl {
        CanonicalUrl::parse(text).expect("a URL")
    }

    fn check(variants: &mut QueryVariants, text: &str) -> Result<bool, TrapProblem> {
        variants.check(&url(text))
    }

    fn filled() -> QueryVariants {
        let mut variants = QueryVariants::default();
        for n in 0..QUERY_VARIANTS {
            let one = check(&mut variants, &format!("http://a.test/list?sort={n}"));
            assert_eq!(one, Ok(false));
        }
        variants
    }

    #[test]
    fn the_fifty_first_query_of_a_path_waits_and_the_first_fifty_do_not() {
        let mut variants = filled();
        assert_eq!(check(&mut variants, "http://a.test/list?sort=x"), Ok(true));
        assert_eq!(check(&mut variants, "http://a.test/list?sort=0"), Ok(false));
        assert_eq!(check(&mut variants, "http://a.test/list"), Ok(false));
    }

    #[test]
    fn variants_that_repeat_each_other_are_refused_and_others_pass() {
        for (copies, expected) in [(VARIANTS_READ, Err(TrapProblem::Variants)), (1, Ok(false))] {
            let mut variants = filled();
            for n in 0..VARIANTS_READ {
                assert_eq!(check(&mut variants, "http://a.test/list?sort=x"), Ok(true));
                variants.count(&url(&format!("http://a.test/list?sort={n}")), n < copies);
            }
            let one_more = check(&mut variants, "http://a.test/list?sort=x");
            assert_eq!(one_more, expected, "{copies} copies");
        }
    }

    #[test]
    fn other_paths_and_other_hosts_have_counts_of_their_own() {
        let mut variants = filled();
        assert_eq!(
            check(&mut variants, "http://a.test/other?sort=x"),
            Ok(false)
        );
        assert_eq!(check(&mut variants, "http://b.test/list?sort=x"), Ok(false));
    }

    #[test]
    fn memory_is_bounded_and_a_path_that_is_still_linked_is_not_forgotten() {
        let mut variants = filled();
        for n in 0..3 * VARIANT_PATHS {
            let other = check(&mut variants, &format!("http://a.test/{n}?q"));
            assert_eq!(other, Ok(false));
            if n % 1_000 == 0 {
                assert_eq!(check(&mut variants, "http://a.test/list?sort=x"), Ok(true));
            }
        }
        assert!(variants.young.len() + variants.old.len() <= 2 * VARIANT_PATHS);
    }
}
