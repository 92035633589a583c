//! A crawl's card: what the Library shows of it, and all that is needed to take it up or to start it again.

use crate::protocol::Source;
use crate::protocol::steer::Method;
use engine::event::Millis;
use engine::plan::Plan;
use engine::report::{Phase, Progress};
use engine::steering::Steering;
use serde::{Deserialize, Deserializer, Serialize};

/// A crawl that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Its id: sixteen hexadecimal digits, drawn at random.
    pub id: String,
    /// What the person calls it; at first its query.
    pub name: String,
    /// When it began.
    pub created: Millis,
    /// When something happened last.
    pub changed: Millis,
    /// Its plan, as the worker placed it and the person has changed it since: that with which its snapshot was taken, or with which it
    /// began where there is none, so that the events after that are replayed with it. Its pages of earlier crawls are in the snapshot
    /// alone, where there is one.
    pub plan: Plan,
    /// Where its pages come from.
    pub source: Source,
    /// What it was doing.
    pub phase: Phase,
    /// Pages done.
    pub pages: u32,
    /// Pages of at least the plan's relevance.
    pub good: u32,
    /// Number of its last event.
    pub last: u64,
    /// Number of the last event that its snapshot knows; 0 where there is no snapshot.
    pub snapshot: u64,
    /// The room that it takes.
    pub weight: Weight,
    /// When the person deleted it; it can be taken back for a while.
    pub deleted: Option<Millis>,
    /// What the person has changed. It stands last, since cards of earlier versions end before it.
    #[serde(deserialize_with = "or_nothing")]
    pub steered: Steered,
}

/// What the person has changed of a crawl, for those who show it without taking it up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Steered {
    /// The strategy with which it began, where another one took its place and that is known.
    pub first: Option<Method>,
    /// All changes, each with the pages that were done by then.
    pub list: Vec<(u32, Steering)>,
}

impl Steered {
    /// Takes in a change; `plan` is the plan before it.
    pub fn take(&mut self, done: u32, steering: &Steering, plan: &Plan) {
        let mut all = self.list.iter().map(|(_, steering)| steering);
        if is_switch(steering) && !all.any(is_switch) {
            self.first = Some(Method::of(plan));
        }
        self.list.push((done, steering.clone()));
    }
}

fn is_switch(steering: &Steering) -> bool {
    matches!(steering, Steering::Strategy { .. })
}

/// Nothing, where the card ends before it.
#[expect(clippy::unnecessary_wraps, reason = "what serde calls has this form")]
fn or_nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Steered, D::Error> {
    Ok(Steered::deserialize(deserializer).unwrap_or_default())
}

/// Bytes that a crawl takes in the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    /// Events since the snapshot.
    pub journal: u64,
    /// The snapshot.
    pub snapshot: u64,
    /// Records of pages.
    pub pages: u64,
    /// What the pages' servers sent.
    pub bodies: u64,
}

impl Weight {
    /// All of it.
    pub fn total(self) -> u64 {
        self.journal + self.snapshot + self.pages + self.bodies
    }
}

impl Card {
    /// The card of a crawl that begins.
    pub fn new(id: String, plan: Plan, source: Source, now: Millis) -> Self {
        let seed = plan.seeds.first().cloned().unwrap_or_default();
        let query = plan.query.trim();
        Self {
            id,
            name: if query.is_empty() {
                seed
            } else {
                query.to_owned()
            },
            created: now,
            changed: now,
            plan,
            source,
            phase: Phase::New,
            pages: 0,
            good: 0,
            last: 0,
            snapshot: 0,
            weight: Weight::default(),
            deleted: None,
            steered: Steered::default(),
        }
    }

    /// Takes over where the crawl stands.
    pub fn follow(&mut self, progress: &Progress, now: Millis) {
        self.changed = now;
        self.phase = progress.phase;
        self.pages = progress.pages;
        self.good = progress.measures.good;
    }

    /// True where the crawl could go on.
    pub fn is_open(&self) -> bool {
        !matches!(self.phase, Phase::Ended(_))
    }
}
