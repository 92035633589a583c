//! Refuses more than fifty queries of one path: what links more is a sorter, a filter or a calendar.
//!
//! Memory is bounded by two generations: paths are remembered in the young one, and when that is full it becomes the old one,
//! whose former content is forgotten; a path that is seen again moves to the young one. So what is forgotten is what has not
//! been linked for long, which a trap never is.
//! Left out on purpose: which parameters differ; a trap's parameters are as easily made up as their values.

use super::TrapProblem;
use crate::limits::{QUERY_VARIANTS, VARIANT_PATHS};
use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64;

/// The queries seen of each path, both by their hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct QueryVariants {
    young: BTreeMap<u64, Vec<u32>>,
    old: BTreeMap<u64, Vec<u32>>,
}

impl QueryVariants {
    /// Remembers the URL's query, unless its path has had as many as it may.
    pub(super) fn check(&mut self, url: &CanonicalUrl) -> Result<(), TrapProblem> {
        let Some(query) = url.query() else {
            return Ok(());
        };
        let path = &url.as_str()[..url.as_str().len() - query.len()];
        // 32 bits do: a collision among fifty lets one variant more through.
        let query = u32::try_from(xxh3_64(query.as_bytes()) >> 32).unwrap_or_default();
        let seen = self.seen(xxh3_64(path.as_bytes()));
        if seen.contains(&query) {
            return Ok(());
        }
        if seen.len() >= QUERY_VARIANTS {
            return Err(TrapProblem::Variants);
        }
        seen.push(query);
        Ok(())
    }

    fn seen(&mut self, path: u64) -> &mut Vec<u32> {
        if self.young.len() >= VARIANT_PATHS && !self.young.contains_key(&path) {
            self.old = std::mem::take(&mut self.young);
        }
        let old = &mut self.old;
        self.young
            .entry(path)
            .or_insert_with(|| old.remove(&path).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variants: &mut QueryVariants, text: &str) -> Result<(), TrapProblem> {
        variants.check(&CanonicalUrl::parse(text).unwrap())
    }

    fn filled() -> QueryVariants {
        let mut variants = QueryVariants::default();
        for n in 0..QUERY_VARIANTS {
            assert_eq!(
                check(&mut variants, &format!("http://a.test/list?sort={n}")),
                Ok(())
            );
        }
        variants
    }

    #[test]
    fn the_fifty_first_query_of_a_path_is_refused_and_the_first_fifty_stay_good() {
        let mut variants = filled();
        assert_eq!(
            check(&mut variants, "http://a.test/list?sort=x"),
            Err(TrapProblem::Variants)
        );
        assert_eq!(check(&mut variants, "http://a.test/list?sort=0"), Ok(()));
        assert_eq!(check(&mut variants, "http://a.test/list"), Ok(()));
    }

    #[test]
    fn other_paths_and_other_hosts_have_counts_of_their_own() {
        let mut variants = filled();
        assert_eq!(check(&mut variants, "http://a.test/other?sort=x"), Ok(()));
        assert_eq!(check(&mut variants, "http://b.test/list?sort=x"), Ok(()));
    }

    #[test]
    fn memory_is_bounded_and_a_path_that_is_still_linked_is_not_forgotten() {
        let mut variants = filled();
        for n in 0..3 * VARIANT_PATHS {
            assert_eq!(
                check(&mut variants, &format!("http://a.test/{n}?q")),
                Ok(())
            );
            if n % 1_000 == 0 {
                assert_eq!(
                    check(&mut variants, "http://a.test/list?sort=x"),
                    Err(TrapProblem::Variants)
                );
            }
        }
        assert!(variants.young.len() + variants.old.len() <= 2 * VARIANT_PATHS);
    }
}
