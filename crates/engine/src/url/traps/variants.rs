//! Limits paths with more than fifty query variants: a sorter, a filter, a calendar or `page?id=…` can generate any
//! number of them.
//!
//! Variants are judged by whether their pages repeat each other. Until ten pages of a path were read, its further
//! variants are delayed. After that they are refused if most of these pages were copies, and pass otherwise.
//!
//! Memory is bounded by two generations: paths are stored in the young one; a full young generation replaces the old
//! one, whose content is dropped. A path that occurs again moves to the young one. Only paths without recent links are
//! therefore dropped, and a trap always has recent links. Not covered: which parameters differ, since a trap can vary
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
    /// Judges a further variant: true if it is delayed, false if it passes.
    fn judge(&self) -> Result<bool, TrapProblem> {
        match (self.read, self.copies > self.read / 2) {
            (read, _) if read < VARIANTS_READ => Ok(true),
            (_, true) => Err(TrapProblem::Variants),
            (_, false) => Ok(false),
        }
    }
}

impl QueryVariants {
    /// Stores the URL's query; returns true if the URL exceeds the number of variants and is delayed.
    pub(super) fn check(&mut self, url: &CanonicalUrl) -> Result<bool, TrapProblem> {
        let Some((path, query)) = parts(url) else {
            return Ok(false);
        };
        let variants = self.variants_of(path);
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
            let variants = self.variants_of(path);
            variants.read = variants.read.saturating_add(1);
            variants.copies = variants.copies.saturating_add(u32::from(repeats));
        }
    }

    fn variants_of(&mut self, path: u64) -> &mut Variants {
        if self.young.len() >= VARIANT_PATHS && !self.young.contains_key(&path) {
            self.old = std::mem::take(&mut self.young);
        }
        let old = &mut self.old;
        self.young.entry(path).or_insert_with(|| old.remove(&path).unwrap_or_default())
    }
}

/// Returns the hashes of path and query; `None` without a query.
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
    fn the_51st_query_of_a_path_is_delayed_and_the_first_50_are_not() {
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
    fn paths_and_hosts_are_counted_separately() {
        let mut variants = filled();
        assert_eq!(check(&mut variants, "http://a.test/other?sort=x"), Ok(false));
        assert_eq!(check(&mut variants, "http://b.test/list?sort=x"), Ok(false));
    }

    #[test]
    fn memory_is_bounded_and_a_path_with_recent_links_is_kept() {
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
