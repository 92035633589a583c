//! Renders the controls that steer a running crawl: words, seeds, exclusions, budget, strategy.

mod chips;
mod panel;
mod strategy;
pub mod toast;
mod words;

pub(crate) use chips::{leave_out, of_page};
pub(crate) use panel::{Panel, button};
pub(crate) use strategy::{StrategyForm, strategy_form, waiting};
pub(crate) use toast::Toast;
pub(crate) use words::{describe, strategy_title};
