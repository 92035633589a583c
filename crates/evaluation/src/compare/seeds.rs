//! Assigns a topic's seeds to crawls.
//!
//! Source: Pant §4.2 (robustness: the seeds are split into two disjoint sets).

use super::{Comparison, Topic};
use crate::stats::spread;
use std::collections::BTreeSet;
use types::compare::SeedUse;
use types::url::{CanonicalUrl, Scope};

/// Returns the seeds of each crawl for a topic.
pub(super) fn groups(of: SeedUse, topic: &Topic) -> Vec<Vec<String>> {
    let seeds = distinct(&topic.seeds);
    let half = |from: usize| seeds.iter().skip(from).step_by(2).cloned().collect();
    match of {
        SeedUse::Together => vec![seeds],
        SeedUse::Apart => seeds.iter().map(|seed| vec![seed.clone()]).collect(),
        SeedUse::Sites => vec![homes(&topic.targets)],
        SeedUse::Halves => vec![half(0), half(1)],
        SeedUse::OnTopic => vec![spread(&distinct(&topic.examples), seeds.len().max(1))],
    }
}

/// Returns the scope of a comparison's crawls from these seeds, which may be narrower than the comparison's.
pub(super) fn scope(of: &Comparison, seeds: &[String]) -> Scope {
    let rules = seeds.iter().filter_map(|seed| seed.parse().ok());
    match of.seeds {
        SeedUse::Together | SeedUse::Apart | SeedUse::Halves | SeedUse::OnTopic => of.scope.clone(),
        SeedUse::Sites => Scope { allow: rules.collect(), deny: of.scope.deny.clone() },
    }
}

/// Returns the seeds; of several spellings of a URL, the first. Invalid URLs stay, so that they are
/// reported.
fn distinct(seeds: &[String]) -> Vec<String> {
    let mut met = BTreeSet::new();
    let is_new = |seed: &&String| match CanonicalUrl::from_person(seed) {
        Ok(url) => met.insert(url),
        Err(_) => true,
    };
    seeds.iter().filter(is_new).cloned().collect()
}

/// Returns the home pages of the sites of some pages, each once.
fn homes(pages: &BTreeSet<CanonicalUrl>) -> Vec<String> {
    let home = |url: &CanonicalUrl| format!("{}/", url.host_key());
    let homes: BTreeSet<String> = pages.iter().map(home).collect();
    homes.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(seeds: &[&str], targets: &[&str]) -> Topic {
        let url = |text: &&str| CanonicalUrl::parse(text).unwrap();
        Topic {
            seeds: seeds.iter().map(|seed| (*seed).to_owned()).collect(),
            targets: targets.iter().map(url).collect(),
            ..Topic::default()
        }
    }

    #[test]
    fn halves_are_disjoint_and_have_all_seeds() {
        let topic = topic(&["a", "b", "c"], &[]);
        assert_eq!(groups(SeedUse::Halves, &topic), [vec!["a".to_owned(), "c".to_owned()], vec!["b".to_owned()]]);
    }

    #[test]
    fn a_crawl_from_on_topic_pages_has_as_many_of_the_examples_as_there_are_seeds() {
        let of = |seeds: &[&str], examples: &[&str]| {
            let topic =
                Topic { examples: examples.iter().map(|page| (*page).to_owned()).collect(), ..topic(seeds, &[]) };
            groups(SeedUse::OnTopic, &topic)
        };
        let five = ["a.test", "b.test", "b.test/", "c.test", "d.test", "e.test"];
        assert_eq!(of(&["s", "t"], &five), [["a.test", "c.test"]]);
        assert_eq!(of(&[], &five), [["a.test"]]);
        assert_eq!(of(&["s", "t"], &five[..1]), [["a.test"]]);
        assert!(of(&["s"], &[])[0].is_empty());
    }

    #[test]
    fn two_spellings_of_a_seed_are_one() {
        let topic = topic(&["http://a.test", "HTTP://A.test:80/", "::"], &[]);
        assert_eq!(groups(SeedUse::Halves, &topic), [["http://a.test"], ["::"]]);
        assert_eq!(groups(SeedUse::Apart, &topic).len(), 2);
    }

    #[test]
    fn a_crawl_on_the_sites_of_the_targets_starts_at_their_home_pages_and_stays_there() {
        let targets = ["http://a.test/x", "http://a.test/y/z", "http://b.test:81/"];
        let topic = topic(&["http://portal.test/"], &targets);
        let groups = groups(SeedUse::Sites, &topic);
        assert_eq!(groups, [["http://a.test/", "http://b.test:81/"]]);
        let comparison = Comparison {
            seeds: SeedUse::Sites,
            scope: Scope { allow: vec!["portal.test".parse().unwrap()], deny: vec!["/y".parse().unwrap()] },
            ..Comparison::default()
        };
        let scope = scope(&comparison, &groups[0]);
        for (url, admitted) in [
            ("http://a.test/q?id=1", true),
            ("http://b.test:81/x", true),
            ("http://portal.test/", false),
            ("http://a.test/y/z", false),
            ("http://b.test/x", false),
        ] {
            let url = CanonicalUrl::parse(url).unwrap();
            assert_eq!(scope.admits(&url).is_ok(), admitted, "{url}");
        }
    }
}
