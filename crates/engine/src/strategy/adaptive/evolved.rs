//! Evolved: the score of a link is a formula over its features, which genetic programming found in the lab
//! (`salticid-lab evolve`).
//!
//! The features are the raw cues of the adaptive strategy, neither scaled nor weighted by evidence, the number of pages
//! with the link, and the `PageRank` of its target. The formula does not change during a crawl: it was trained on other
//! topics, while the adaptive strategy learns from the current crawl. The whole frontier is scored again whenever the
//! crawl has grown by a tenth.
//!
//! Source: Evolving §5 suggests a "genetic algorithm to evolve strategies that combined analysis of text and link
//! structure", whose result "is able to rank links on the same page differently based on how those URLS are linked to
//! other pages in the crawl". It gives neither the representation nor the operators; these are those of genetic
//! programming (Koza 1992).

use super::cues::{CUES_WITHOUT_TRAILS, NAMES_WITHOUT_TRAILS, PARTS_WITHOUT_TRAILS};
use super::history::History;
use super::link::FrontierLink;
use super::observer::LinkObserver;
use crate::strategy::baseline::pagerank::{DAMPING, Ranks};
use crate::strategy::prelude::*;
use crate::vectors::{QueryMeaning, TermVectors};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::report::RelatedWord;

/// The number of cues among the features: all but the last one (`group`), which the evolution did not have.
const SHARED_CUES: usize = CUES_WITHOUT_TRAILS - 1;
/// The number of features.
const FEATURES: usize = SHARED_CUES + 2;

/// Names and descriptions of the features, in the order of a score's parts. The titles are the names, because the
/// formula beside them uses those.
const PARTS: [ScorePart; FEATURES] = {
    let mut parts =
        [ScorePart { name: "backlinks", title: "", help: "number of pages so far that link there" }; FEATURES];
    parts.split_at_mut(SHARED_CUES).0.copy_from_slice(PARTS_WITHOUT_TRAILS.split_at(SHARED_CUES).0);
    parts[FEATURES - 1] = ScorePart {
        name: "rank",
        title: "",
        help: "PageRank relative to the average page, updated whenever the crawl has grown by a tenth",
    };
    let mut at = 0;
    while at < FEATURES {
        parts[at].title = parts[at].name;
        at += 1;
    }
    parts
};

/// The names of the features in formulas.
const NAMES: [&str; FEATURES] = {
    let mut names = ["backlinks"; FEATURES];
    names.split_at_mut(SHARED_CUES).0.copy_from_slice(NAMES_WITHOUT_TRAILS.split_at(SHARED_CUES).0);
    names[FEATURES - 1] = "rank";
    names
};

/// The formula of the first run of `lab/plans/evolve.toml`. `anchor` replaces `min(anchor, anchor / related)`, which is
/// equal as long as no `related` is above 1.
const DEFAULT: &str = "anchor * (links + page) * (related + page)";

const FORMULA: ParamDeclaration = ParamDeclaration::formula(
    ("formula", "Formula", "The score of a link, a formula of its features; salticid-lab evolve finds such formulas."),
    &NAMES,
    DEFAULT,
);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "evolved",
    title: "Evolved formula",
    description: "Ranks links by a formula of their features that genetic programming found on other topics; learns no \
        weights during the crawl.",
    family: Family::Adaptive,
    source: "Evolving §5",
    params: ParamList::new(&[FORMULA, LANGUAGE_DATA.declaration()]),
    needs: Needs::LEXICON.with_vectors(),
    scores_pages_independently: false,
    parts: &PARTS,
    make: |inputs| Box::new(Evolved::new(inputs)),
};

struct Evolved {
    formula: Option<Formula>,
    observer: LinkObserver,
    state: EvolvedState,
    /// True if the current step scores the whole frontier again.
    is_renewed: bool,
}

/// The saved state.
#[derive(Serialize, Deserialize)]
struct EvolvedState {
    history: History,
    ranks: Ranks,
    refresh: Refresh,
    /// True while it sees the pages again after a restart.
    is_catching_up: bool,
    /// The ratings of pages.
    judged: BTreeMap<UrlId, bool>,
}

impl EvolvedState {
    fn new() -> Self {
        Self {
            history: History::default(),
            ranks: Ranks::default(),
            refresh: Refresh::every(1),
            is_catching_up: false,
            judged: BTreeMap::new(),
        }
    }
}

impl Evolved {
    fn new(inputs: &StrategyInputs<'_>) -> Self {
        Self {
            formula: inputs.settings.formula(&FORMULA),
            observer: LinkObserver::new(inputs),
            state: EvolvedState::new(),
            is_renewed: false,
        }
    }

    /// Returns the value of the formula, with all features.
    fn link_score(&self, id: UrlId, found: &FrontierLink, context: &Context<'_>) -> Score {
        let mut features = [0.0; FEATURES];
        let cues = self.state.history.cues(found);
        features[..SHARED_CUES].copy_from_slice(&cues[..SHARED_CUES]);
        features[SHARED_CUES] = f64::from(context.graph.in_links(id));
        features[FEATURES - 1] = self.state.ranks.relative(id, DAMPING.default());
        let value = self.formula.as_ref().map(|of| of.value(&features));
        Score::with_parts(value.unwrap_or(0.0), features.to_vec())
    }

    /// Computes the relevance of all pages and the ranks again.
    fn renew(&mut self, context: &Context<'_>) {
        let EvolvedState { history, ranks, judged, .. } = &mut self.state;
        history.judge(judged, self.observer.query_meaning(), None, true);
        ranks.update(context, DAMPING.default());
        self.is_renewed = true;
    }
}

impl Strategy for Evolved {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let history = &mut self.state.history;
        self.observer.observe(history, page, links, context, |_| ());
        // A separate count, since replayed pages also arrive one by one.
        let pages = crate::count(history.reads.len());
        self.is_renewed = false;
        if self.state.refresh.is_due(pages) {
            self.renew(context);
        }
        let score = |view: &LinkView<'_>| {
            let found = self.state.history.links.get(&view.id)?;
            Some(self.link_score(view.id, found, context))
        };
        links.iter().map(|view| Some(score(view).unwrap_or_default())).collect()
    }

    /// Keeps the ratings and discards the pages, which are replayed.
    fn restart(&mut self) -> RestartMode {
        self.state = EvolvedState {
            judged: std::mem::take(&mut self.state.judged),
            is_catching_up: true,
            ..EvolvedState::new()
        };
        RestartMode::ReplayTrained
    }

    fn on_judgment(&mut self, page: &PageView<'_>, good: Option<bool>) {
        match good {
            Some(good) => self.state.judged.insert(page.id, good),
            None => self.state.judged.remove(&page.id),
        };
    }

    fn revise(&mut self, _page: &PageView<'_>, frontier: &Frontier, context: &mut Context<'_>) -> Vec<(UrlId, Score)> {
        self.observer.update(&mut self.state.history, context);
        if std::mem::take(&mut self.state.is_catching_up) {
            self.renew(context);
        }
        if !self.is_renewed {
            return Vec::new();
        }
        self.state.history.waiting(frontier).map(|(id, found)| (id, self.link_score(id, found, context))).collect()
    }

    /// Keeps the score, which already includes all linking pages.
    fn on_rediscovery(&self, _waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        RediscoveryDecision::Rescore(new.clone())
    }

    fn on_url_change(&mut self, change: UrlChange) {
        self.state.history.on_url_change(change);
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.state)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read: Option<EvolvedState> = read_saved(saved);
        let Some(state) = read.filter(|state| state.history.is_valid()) else {
            return false;
        };
        self.state = state;
        self.state.history.rebuild();
        true
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl Report for Evolved {
    fn predictions(&self, page: UrlId) -> Vec<PagePrediction> {
        self.state.history.prediction(page).into_iter().collect()
    }

    fn related(&self) -> Vec<RelatedWord> {
        self.observer.related()
    }

    fn term_vectors(&self) -> Option<&TermVectors> {
        self.observer.query_meaning().map(QueryMeaning::vectors)
    }

    fn tables(&self, _overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        let Some(formula) = &self.formula else {
            return Vec::new();
        };
        let used = (0..).zip(PARTS).filter(|(at, _)| formula.uses(*at));
        let row =
            |(_, part): (usize, ScorePart)| [part.name, part.help].map(|text| Cell::Text(text.to_owned())).to_vec();
        vec![ModelTable::new(
            "Formula",
            &format!("The score of a link is {formula}. These are its features."),
            &["Feature", "Meaning"],
            used.map(row),
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_names_are_those_of_the_cues_and_two_more_features() {
        assert_eq!(PARTS.map(|part| part.name), NAMES);
        assert_eq!(NAMES[..2], ["page", "asked"]);
        assert_eq!(NAMES[SHARED_CUES - 1..], ["topic", "backlinks", "rank"]);
    }

    #[test]
    fn the_default_has_the_values_of_the_formula_that_was_evolved() {
        let evolved = "min(anchor, anchor / related) * (links + page) * (related + page)";
        let [evolved, default] = [evolved, DEFAULT].map(|text| Formula::read(text, &NAMES).unwrap());
        let place = |name| NAMES.iter().position(|of| *of == name).unwrap();
        let [anchor, links, related] = ["anchor", "links", "related"].map(place);
        for at in 0..11 * 11 {
            let mut features = [0.5; FEATURES];
            features[anchor] = f64::from(at % 11) / 10.0;
            features[related] = f64::from(at / 11) / 10.0;
            features[links] = 0.3;
            let values = [&default, &evolved].map(|of| of.value(&features).to_bits());
            assert_eq!(values[0], values[1]);
        }
    }
}
