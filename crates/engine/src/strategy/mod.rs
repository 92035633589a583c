//! Strategies: the trait and the list of all of them. A new strategy is one file, named in its folder and in the list.
//!
//! Menus, forms, flags, the tables of `docs/strategies.md` and the conformance tests are generated from [`LIST`].
//! Programs choose a few strategies by the constants of [`types::spec`], for an ability that a test here checks; no
//! other place names one, but a conformance test lists those whose papers give them the word weights of general English.
//!
//! A strategy sees each page once and scores its links. It can also move URLs in the frontier, and choose the next URL;
//! by default the frontier's best URL is next. It is created from [`StrategyInputs`]: parameters, the plan's topics and
//! excluded words, the driver's language data. It reports its state as tables ([`types::report::ModelTable`]), so the
//! page can display them without knowing any strategy.
//!
//! Not covered: the relevance of a page, which has one definition for all strategies ([`crate::topic`]).

mod adaptive;
mod baseline;
mod content;
mod framework;
mod population;
mod rewards;
mod semantic;
mod trained;

pub(crate) use framework::Refresh;
pub use framework::{
    Assets, CodePart, Context, CrawlOverview, Entry, ExampleView, FindMake, Formula, FormulaError, LinkView,
    LoadedCode, MAX_DEPTH, MAX_NODES, Make, Node, Operator, PageView, Param, ParamDeclaration, ParamList, Population,
    Preset, Range, RediscoveryDecision, RediscoveryRule, Report, RestartMode, ScorePart, Settings, Strategy,
    StrategyInputs, Training, TrainingStep, UrlChange,
};

/// Re-exports what most strategies use.
pub(in crate::strategy) mod prelude {
    pub(in crate::strategy) use super::framework::{
        Context, CrawlOverview, Declaration, Entry, ExampleView, Formula, LANGUAGE_DATA, LinkShape, LinkView,
        ON_REDISCOVERY, PageView, Param, ParamDeclaration, ParamList, Population, Preset, Rediscovery,
        RediscoveryDecision, Refresh, Report, RestartMode, ScorePart, Settings, Strategy, StrategyInputs, Training,
        TrainingStep, UrlChange, declare, each_link, read_saved, restored, saved,
    };
    pub(in crate::strategy) use crate::frontier::{Frontier, FrontierEntry, Score};
    pub(in crate::strategy) use crate::graph::UrlId;
    pub(in crate::strategy) use types::report::{Cell, ModelTable, PagePrediction};
    pub(in crate::strategy) use types::strategy::{Family, Needs};
}

/// Declares the list of strategies by folder, in the order of the interface.
macro_rules! strategies {
    ($($part:ident: $family:ident { $($file:ident),* $(,)? })*) => {
        /// All strategies, in the order of the interface.
        pub const LIST: &[&Entry] = &[$($(&$family::$file::ENTRY.listed(),)*)*];

        /// Returns the code part of the strategy with this id.
        pub fn code_part(id: &str) -> Option<CodePart> {
            $($(if id == $family::$file::ENTRY.id {
                return Some(CodePart::$part);
            })*)*
            None
        }

        /// Returns all parts of the code.
        pub fn all_code() -> LoadedCode {
            LoadedCode::default()$(.with(CodePart::$part, code::$family))*
        }

        /// The parts of the strategies' code: each function returns the constructors of one part.
        pub mod code {
            use super::Make;

            $(
                /// Returns the constructor of a strategy of this part; `None` for other ids.
                pub fn $family(id: &str) -> Option<Make> {
                    $(if id == super::$family::$file::ENTRY.id {
                        return Some(super::$family::$file::ENTRY.make);
                    })*
                    None
                }
            )*
        }
    };
}

strategies! {
    Baseline: baseline { breadth_first, url_depth, out_degree, backlink_count, pagerank }
    Content: content {
        best_first_page,
        best_first_anchor,
        best_first,
        best_n_first,
        fish_search,
        shark_search,
        url_clusters,
        intelligent,
    }
    Population: population { best_first_spiders, info_spiders, info_spiders_db }
    Semantic: semantic { ehrig, ssrm, synset, mihalcea, embedding }
    Trained: trained {
        focused,
        centroid,
        hmm,
        hmm_x,
        hybrid_hmm,
        hybrid_hmm_anchor,
        alternating,
        context_focused,
        hot_word,
        svm,
        naive_bayes,
        reinforcement,
        apprentice,
    }
    Adaptive: adaptive { query, evolved, trails }
    Rewards: rewards { tree_frontier }
}

/// Returns the code that every program includes: strategies without training, populations or lexicon.
pub fn core_code() -> LoadedCode {
    LoadedCode::default().with(CodePart::Baseline, code::baseline).with(CodePart::Content, code::content)
}

/// The strategy of a plan that names none. It needs no downloads.
pub const DEFAULT: &Entry = &content::best_first::ENTRY.listed();

/// The strategy whose formula the lab evolves by genetic programming.
pub const EVOLVED: &Entry = &adaptive::evolved::ENTRY.listed();

/// Returns the strategy with this id.
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
    use types::spec;
    use types::strategy::{Family, Needs};

    /// Returns the strategy with this id if it runs without training and downloads; it may need a query.
    fn ready(id: &str) -> &'static Entry {
        let entry = find(id).unwrap_or_else(|| panic!("{id} is in the list"));
        assert!(core_code().find(id).is_some(), "{id} needs no other code");
        let needs = Needs { query: false, background_idf: false, ..entry.needs };
        assert_eq!(needs, Needs::NOTHING, "{id}");
        entry
    }

    #[test]
    fn the_default_of_plans_is_the_default_of_the_list() {
        assert_eq!(ready(spec::DEFAULT_STRATEGY).id, DEFAULT.id);
    }

    #[test]
    fn the_strategy_of_site_maps_runs_without_training_and_downloads() {
        ready(spec::SITE_MAP_STRATEGY);
    }

    #[test]
    fn the_strategies_of_a_new_comparison_run_without_training() {
        for id in spec::COMPARED_STRATEGIES {
            let needs = find(id).expect("it is in the list").needs;
            let needs = Needs { query: false, background_idf: false, lexicon: false, vectors: false, ..needs };
            assert_eq!(needs, Needs::NOTHING, "{id}");
        }
    }

    #[test]
    fn the_strategy_without_a_topic_needs_nothing() {
        let entry = ready(spec::UNFOCUSED_STRATEGY);
        assert_eq!(entry.needs, Needs::NOTHING);
        assert!(entry.params.is_empty());
    }

    #[test]
    fn the_automatic_strategy_needs_a_query_and_data_that_the_app_loads() {
        let entry = find(spec::AUTOMATIC_STRATEGY).expect("it is in the list");
        let needs = Needs { lexicon: false, vectors: false, ..entry.needs };
        assert_eq!(needs, Needs::QUERY);
    }

    #[test]
    fn the_automatic_strategy_with_trails_needs_trails_besides() {
        let [automatic, trained] = [spec::AUTOMATIC_STRATEGY, spec::AUTOMATIC_TRAILS_STRATEGY].map(find);
        let automatic = automatic.expect("it is in the list");
        let needs = Needs { trails: true, ..automatic.needs };
        assert_eq!(trained.map(|entry| entry.needs), Some(needs));
    }

    #[test]
    fn the_interim_strategy_weighs_words_as_the_automatic_one() {
        let automatic = find(spec::AUTOMATIC_STRATEGY).expect("it is in the list");
        let interim = ready(spec::INTERIM_STRATEGY);
        assert_eq!(interim.needs.background_idf, automatic.needs.background_idf);
    }

    #[test]
    fn the_strategy_of_spiders_has_spiders() {
        assert!(find(spec::SPIDERS_STRATEGY).is_some_and(|entry| entry.family == Family::Spiders));
    }
}
