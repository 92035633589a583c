//! The framework of all strategies: the trait, the list entry, parameters, and the views of a crawl.

mod assets;
mod context;
mod entry;
mod formula;
mod formula_reader;
mod language_data;
mod link_shape;
mod param;
mod param_list;
mod rediscovery;
mod refresh;
mod settings;
mod strategy;

pub use assets::{Assets, CodePart, FindMake, LoadedCode, StrategyInputs};
pub use context::{Context, CrawlOverview, ExampleView, LinkView, PageView};
pub(in crate::strategy) use entry::Declaration;
pub use entry::{Entry, Make, ScorePart};
pub use formula::{Formula, FormulaError, MAX_DEPTH, MAX_NODES, Node, Operator};
pub(in crate::strategy) use language_data::LANGUAGE_DATA;
pub(in crate::strategy) use link_shape::LinkShape;
pub use param::{Param, ParamDeclaration, Range};
pub(in crate::strategy) use param_list::declare;
pub use param_list::{ParamList, Preset};
pub use rediscovery::RediscoveryRule;
pub(in crate::strategy) use rediscovery::{ON_REDISCOVERY, Rediscovery};
pub(crate) use refresh::Refresh;
pub use settings::Settings;
pub use strategy::{Population, RediscoveryDecision, Report, RestartMode, Strategy, Training, TrainingStep, UrlChange};
pub(in crate::strategy) use strategy::{each_link, read_saved, restored, saved};
