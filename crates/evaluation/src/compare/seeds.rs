//! Defines the use of a topic's seeds: which crawls start from which of them.
//!
//! Source: Pant §4.2 (robustness: the seeds are split into two disjoint sets).

use super::Topic;
use engine::url::{CanonicalUrl, Scope};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The use of a topic's seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedUse {
    /// One crawl a topic, from all its seeds.
    #[default]
    Together,
    /// One crawl a seed; the topic's figure is the mean of its crawls.
    Apart,
    /// One crawl a topic, from the home pages of the sites that have its targets, which it does not leave: only what stands on the way to a target
    /// can tell where it is.
    Sites,
    /// Two crawls a topic, from every other seed each: their overlap is the robustness.
    Halves,
}

impl SeedUse {
    /// All ways, in the order in which people see them.
    pub const ALL: [Self; 4] = [Self::Together, Self::Apart, Self::Sites, Self::Halves];

    /// Returns the stable name in plans and flags.
    pub fn id(self) -> &'static str {
        match self {
            Self::Together => "together",
            Self::Apart => "apart",
            Self::Sites => "sites",
            Self::Halves => "halves",
        }
    }

    /// Returns the name in the interface.
    pub fn title(self) -> &'static str {
        match self {
            Self::Together => "Together",
            Self::Apart => "Separately",
            Self::Sites => "Target sites",
            Self::Halves => "Two halves",
        }
    }

    /// Describes it in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Together => "One crawl per topic, from all its seeds.",
            Self::Apart => "One crawl per seed, averaged over each topic.",
            Self::Sites => {
                "One crawl per topic, from the home pages of its targets’ sites and limited to these sites."
            }
            Self::Halves => {
                "Two crawls per topic, each from half of its seeds, to measure their overlap."
            }
        }
    }

    /// Returns the seeds of each crawl for a topic.
    pub(super) fn groups(self, topic: &Topic) -> Vec<Vec<String>> {
        let seeds = distinct(&topic.seeds);
        let half = |from: usize| seeds.iter().skip(from).step_by(2).cloned().collect();
        match self {
            Self::Together => vec![seeds],
            Self::Apart => seeds.iter().map(|seed| vec![seed.clone()]).collect(),
            Self::Sites => vec![homes(&topic.targets)],
            Self::Halves => vec![half(0), half(1)],
        }
    }

    /// Returns the scope of crawls from these seeds.
    pub(super) fn scope(self, seeds: &[String]) -> Scope {
        let rules = seeds.iter().filter_map(|seed| seed.parse().ok());
        match self {
            Self::Together | Self::Apart | Self::Halves => Scope::default(),
            Self::Sites => Scope {
                allow: rules.collect(),
                deny: Vec::new(),
            },
        }
    }
}

/// Returns the seeds, of several spellings of a URL the first; what is no URL stays, to be told of.
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
        assert_eq!(
            SeedUse::Halves.groups(&topic),
            [vec!["a".to_owned(), "c".to_owned()], vec!["b".to_owned()]]
        );
    }

    #[test]
    fn two_spellings_of_a_seed_are_one() {
        let topic = topic(&["http://a.test", "HTTP://A.test:80/", "::"], &[]);
        assert_eq!(SeedUse::Halves.groups(&topic), [["http://a.test"], ["::"]]);
        assert_eq!(SeedUse::Apart.groups(&topic).len(), 2);
    }

    #[test]
    fn a_crawl_on_the_sites_of_the_targets_starts_at_their_home_pages_and_stays_there() {
        let targets = ["http://a.test/x", "http://a.test/y/z", "http://b.test:81/"];
        let topic = topic(&["http://portal.test/"], &targets);
        let groups = SeedUse::Sites.groups(&topic);
        assert_eq!(groups, [["http://a.test/", "http://b.test:81/"]]);
        let scope = SeedUse::Sites.scope(&groups[0]);
        for (url, admitted) in [
            ("http://a.test/q?id=1", true),
            ("http://b.test:81/x", true),
            ("http://portal.test/", false),
            ("http://b.test/x", false),
        ] {
            let url = CanonicalUrl::parse(url).unwrap();
            assert_eq!(scope.admits(&url).is_ok(), admitted, "{url}");
        }
    }
}
