//! Fish-search: links of pages that contain the query come first, and their paths get a fresh depth bound. Links of
//! other pages follow with a bound reduced by one, until it is 0.
//!
//! By default a page contains the query if it has all of its words. Settings accept any of the words, or the words in
//! sequence as a phrase; with any word, a query of several words matches almost every page.
//!
//! Not covered: the width limit and the transfer speed of the original program.
//! Source: Batsakis §2.3 (De Bra and Post 1994).

use crate::strategy::prelude::*;
use crate::text::TermId;
use std::collections::BTreeMap;

const DEPTH: Param<usize> =
    Param::whole("depth", "Depth bound", 1..=20, 3, "Irrelevant pages a path may cross before it is abandoned.");
const MATCHING: Param<Matching> = Param::choice(
    "match",
    "Match",
    &[("all", "All words"), ("phrase", "Phrase"), ("any", "Any word")],
    &[Matching::All, Matching::Phrase, Matching::Any],
    "Whether a page must contain all of your words, the phrase, or any of the words.",
);

/// The rule by which a page counts as relevant.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Matching {
    /// The page has every word of the query as typed; words added by judgments do not count.
    All,
    /// The page has the words of the query in sequence, except stop words.
    Phrase,
    /// The page has at least one word of the query.
    Any,
}

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "fish-search",
    title: "Fish-search",
    description: "Follows paths while they lead to pages with your words, and abandons those that no longer do.",
    family: Family::Classics,
    source: "Batsakis §2.3",
    params: declare![DEPTH, MATCHING,],
    needs: Needs::QUERY,
    scores_pages_independently: false,
    parts: &[ScorePart { name: "match", title: "Match", help: "1 if the linking page contains your words" }],
    make: |StrategyInputs { settings, plan, .. }| {
        Box::new(FishSearch {
            depth: settings.get(&DEPTH),
            matching: settings.get(&MATCHING),
            query: plan.query.clone(),
            bounds: BTreeMap::new(),
        })
    },
};

struct FishSearch {
    depth: usize,
    matching: Matching,
    query: String,
    /// The remaining depth bound of pages in the frontier; seeds have the full bound.
    bounds: BTreeMap<UrlId, usize>,
}

impl FishSearch {
    fn matches(&self, page: &PageView<'_>, context: &mut Context<'_>) -> bool {
        let mut terms = |text: &str| context.vectorizer.sequence(text, page.language);
        let query = terms(&self.query);
        let stands = |term: &TermId| page.counts.get(*term) > 0;
        !query.is_empty()
            && match self.matching {
                Matching::All => query.iter().all(stands),
                Matching::Any => query.iter().any(stands),
                Matching::Phrase => [&page.document.title, &page.document.body]
                    .into_iter()
                    .any(|text| terms(text).windows(query.len()).any(|part| part == query)),
            }
    }
}

impl Strategy for FishSearch {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let inherited = self.bounds.remove(&page.id).unwrap_or(self.depth);
        let matches = self.matches(page, context);
        let bound = if matches { self.depth } else { inherited.saturating_sub(1) };
        if bound == 0 {
            return vec![None; links.len()];
        }
        for view in links {
            let kept = self.bounds.entry(view.id).or_default();
            *kept = (*kept).max(bound);
        }
        let score = if matches { 1.0 } else { 0.0 };
        vec![Some(Score::with_parts(score, vec![score])); links.len()]
    }

    /// Moves a link up if a matching page contains it as well.
    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        Rediscovery::Best.decide(waiting, new)
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.bounds)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        restored(&mut self.bounds, saved)
    }
}
