//! Provides a batch of a crawl that is steered.

use protocol::Batch;
use types::report::{Notification, Phase, Progress};

pub(crate) fn batch(phase: Phase, notifications: Vec<Notification>) -> Batch {
    Batch { progress: Progress { phase, ..Progress::default() }, notifications, ..Batch::default() }
}
