//! Provides a crawl that is steered.

use page_state::crawl::live::Live;
use page_state::form::StartRequest;
use protocol::{Batch, Source};
use types::plan::Plan;
use types::report::{Notification, Phase, Progress};
use types::spec::StrategySpec;
use types::steering::Steering;

pub(crate) fn to(id: &str) -> Steering {
    Steering::Strategy(StrategySpec::from(id))
}

pub(crate) fn live() -> Live {
    Live::begin(StartRequest {
        plan: Plan { query: "red fox".into(), strategy: "best-first".into(), ..Plan::default() },
        source: Source::Demo,
        stay: false,
        model: None,
    })
}

pub(crate) fn batch(phase: Phase, notifications: Vec<Notification>) -> Batch {
    Batch { progress: Progress { phase, ..Progress::default() }, notifications, ..Batch::default() }
}
