//! Strategies: the trait, and THE LIST. One file a strategy, one word in the list.
//!
//! Menus, forms, flags, the tables of `docs/strategies.md` and the conformance tests are read from [`LIST`]; nothing else names a strategy.
//!
//! A strategy sees each page once and scores its links. It can also move URLs that wait already, and choose the next URL itself; by default
//! the frontier's best URL is next. It is made from its [`StrategyInputs`]: parameters, the plan's topics and excluded words, the driver's lexicon.
//! It reports its state as tables ([`types::report::ModelTable`]), so the page can show them without knowing any strategy.
//!
//! Not covered: what a page's relevance is (one definition for all, [`crate::topic`]).

mod adaptive;
mod baseline;
mod content;
mod framework;
mod population;
mod semantic;
mod trained;

pub(crate) use framework::Refresh;
pub use framework::{
    Assets, Context, CrawlOverview, Entry, ExampleView, Formula, FormulaError, LinkView, MAX_DEPTH,
    MAX_NODES, Node, Operator, PageView, Param, ParamDeclaration, Population, Range,
    RediscoveryDecision, Report, RestartMode, ScorePart, Settings, Strategy, StrategyInputs,
    Training, TrainingStep, UrlChange,
};
use framework::{ON_REDISCOVERY, Rediscovery, declare, read_saved, restored, saved};

/// Declares the list of the strategies' entries, in the order in which people see them.
macro_rules! strategies {
    ($($family:ident::$file:ident),* $(,)?) => {
        /// All strategies, in the order in which people see them.
        pub const LIST: &[&Entry] = &[$(&$family::$file::ENTRY),*];
    };
}

strategies![
    baseline::breadth_first,
    content::best_first_page,
    content::best_first_anchor,
    content::best_first,
    content::best_n_first,
    adaptive::query,
    adaptive::evolved,
    population::best_first_spiders,
    population::info_spiders,
    population::info_spiders_db,
    content::fish_search,
    content::shark_search,
    content::url_clusters,
    content::intelligent,
    semantic::ehrig,
    semantic::ssrm,
    semantic::synset,
    semantic::mihalcea,
    trained::focused,
    trained::centroid,
    trained::hmm,
    trained::hmm_x,
    trained::hybrid_hmm,
    trained::hybrid_hmm_anchor,
    trained::alternating,
    adaptive::trails,
    trained::context_focused,
    trained::hot_word,
    trained::svm,
    trained::naive_bayes,
    trained::reinforcement,
    trained::apprentice,
    baseline::backlink_count,
    baseline::pagerank,
    baseline::url_depth,
    baseline::out_degree,
];

/// The strategy of a plan that names none: a good first choice for a query.
pub const DEFAULT: &Entry = &content::best_first::ENTRY;

/// The strategy whose formula the lab evolves.
pub const EVOLVED: &Entry = &adaptive::evolved::ENTRY;

/// Returns the strategy of this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    LIST.iter().copied().find(|entry| entry.id == id)
}

/// Returns all ids, in the order of the list.
pub fn ids() -> Vec<&'static str> {
    LIST.iter().map(|entry| entry.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_of_plans_is_the_default_of_the_list() {
        assert_eq!(DEFAULT.id, types::spec::DEFAULT_STRATEGY);
        assert!(find(types::spec::SITE_MAP_STRATEGY).is_some());
        assert!(find(types::spec::SPIDERS_STRATEGY).is_some_and(|entry| entry.has_spiders));
    }
}
