//! Provides the framework of all strategies: the trait, the list entry, parameters, and the views of a crawl.

mod context;
mod entry;
mod formula;
mod formula_reader;
mod inputs;
mod param;
mod rediscovery;
mod refresh;
mod saved;
mod settings;
mod strategy;

pub use context::{Context, CrawlOverview, ExampleView, LinkView, PageView};
pub use entry::{Entry, ScorePart};
pub use formula::{Formula, FormulaError, MAX_DEPTH, MAX_NODES, Node, Operator};
pub use inputs::{Assets, StrategyInputs};
pub(in crate::strategy) use param::declare;
pub use param::{Param, ParamDeclaration, Range};
pub(in crate::strategy) use rediscovery::{ON_REDISCOVERY, Rediscovery};
pub(crate) use refresh::Refresh;
pub(in crate::strategy) use saved::{read_saved, restored, saved};
pub use settings::Settings;
pub use strategy::{
    Population, RediscoveryDecision, Report, RestartMode, Strategy, Training, TrainingStep,
    UrlChange,
};
