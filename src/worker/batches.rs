//! What happened since the last batch, kept small: pages always, refusals up to a number.
//!
//! One page can lead to thousands of refused links, and the page of the app shows only some. Left out on purpose: when a
//! batch goes out, which is the driver's.

use crate::protocol::Batch;
use crate::protocol::watch::Sight;
use engine::event::Millis;
use engine::report::{Note, Progress};
use std::collections::{BTreeMap, VecDeque};

/// Refusals for one reason in one batch; more tell a person nothing new, and each costs a millisecond's fraction to post.
const REFUSALS: u32 = 20;
/// Milliseconds over which the rate is taken: long enough to be steady, short enough to follow a slow site.
const RATE_WINDOW_MS: Millis = 5_000;

/// Notes that wait for the next batch, and the rate.
#[derive(Debug, Default)]
pub(super) struct Batches {
    notes: Vec<Note>,
    refusals: BTreeMap<String, u32>,
    /// Time and number of pages, oldest first.
    samples: VecDeque<(Millis, u32)>,
}

impl Batches {
    pub(super) fn add(&mut self, notes: Vec<Note>) {
        for note in notes {
            if self.is_wanted(&note) {
                self.notes.push(note);
            }
        }
    }

    fn is_wanted(&mut self, note: &Note) -> bool {
        let Note::Refused(refusal) = note else {
            return true;
        };
        let told = self.refusals.entry(refusal.code.clone()).or_default();
        *told += 1;
        *told <= REFUSALS
    }

    /// The batch that goes out now.
    pub(super) fn take(
        &mut self,
        progress: Progress,
        now: Millis,
        trouble: Option<String>,
        sight: Sight,
    ) -> Batch {
        self.refusals.clear();
        Batch {
            rate: self.rate(now, progress.pages),
            notes: std::mem::take(&mut self.notes),
            progress,
            trouble,
            sight,
        }
    }

    /// Pages a second since the oldest sample of the window; the newest one before the window marks its beginning.
    fn rate(&mut self, now: Millis, pages: u32) -> f64 {
        self.samples.push_back((now, pages));
        while self
            .samples
            .get(1)
            .is_some_and(|(at, _)| at + RATE_WINDOW_MS <= now)
        {
            self.samples.pop_front();
        }
        let (since, before) = self.samples.front().copied().unwrap_or((now, pages));
        let seconds = now.saturating_sub(since) as f64 / 1_000.0;
        if seconds > 0.0 {
            f64::from(pages.saturating_sub(before)) / seconds
        } else {
            0.0
        }
    }
}
