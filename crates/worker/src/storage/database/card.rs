//! Holds a crawl's card: the data that the Library shows, and those needed to continue or to repeat the crawl.

use protocol::{Source, SourceKind};
use serde::{Deserialize, Serialize};
use types::plan::Plan;
use types::report::{Millis, PageRecord, Phase, Progress};
use types::spec::StrategySpec;
use types::steering::Steering;

/// A saved crawl. The first six fields are those of [`archive::bundle::CrawlMetadata`], which other programs read and
/// write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrawlCard {
    /// Sixteen random hexadecimal digits.
    pub id: String,
    /// Its name, initially its query.
    pub name: String,
    /// The time of its start.
    pub created: Millis,
    /// The time of its last change.
    pub changed: Millis,
    /// Its plan as of its snapshot, or at its start if there is none. Later events are replayed with it. Pages of
    /// earlier crawls are only in the snapshot, if there is one.
    pub plan: Plan,
    /// The source of its pages.
    pub source: Source,
    /// Its phase.
    pub phase: Phase,
    /// Pages crawled.
    pub pages: u32,
    /// The number of pages with at least the plan's threshold of relevance.
    pub good: u32,
    /// The number of its last event.
    pub last: u64,
    /// The number of the last event in its snapshot; 0 if there is no snapshot.
    pub snapshot: u64,
    /// The space that it uses.
    pub weight: StorageSize,
    /// The time of its deletion, which can be undone for a while.
    pub deleted: Option<Millis>,
    /// The person's changes.
    pub steered: SteeringSummary,
    /// The bytes of the texts that revisits found.
    pub texts: u64,
    /// The strategy to which the crawl switches once its data are loaded.
    pub lacking: Option<StrategySpec>,
}

/// The person's changes to a crawl, for lists that do not open it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SteeringSummary {
    /// The first strategy, if it was replaced and is known.
    pub first: Option<StrategySpec>,
    /// All changes, each with the number of pages crawled before it.
    pub list: Vec<(u32, Steering)>,
}

impl SteeringSummary {
    /// Adds a change; `plan` is the plan before it.
    pub fn take(&mut self, done: u32, steering: &Steering, plan: &Plan) {
        let mut all = self.list.iter().map(|(_, steering)| steering);
        if is_switch(steering) && !all.any(is_switch) {
            self.first = Some(plan.strategy.clone());
        }
        self.list.push((done, steering.clone()));
    }
}

fn is_switch(steering: &Steering) -> bool {
    matches!(steering, Steering::Strategy(_))
}

/// Holds the bytes that a crawl uses in the database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageSize {
    /// Events since the snapshot.
    pub journal: u64,
    /// The snapshot.
    pub snapshot: u64,
    /// The snapshot before it was compressed, which does not count as space.
    pub plain_snapshot: u64,
    /// Records of pages, and the moments of the replay.
    pub pages: u64,
    /// Response bodies.
    pub bodies: u64,
}

impl StorageSize {
    /// Returns the sum.
    pub fn total(self) -> u64 {
        self.journal + self.snapshot + self.pages + self.bodies
    }
}

/// The number of target topics in a name.
const NAMED: usize = 2;

/// Returns the name of a crawl until the person renames it: its query, else its target topics, else its first seed.
fn name_of(plan: &Plan) -> String {
    let query = plan.query.trim();
    if !query.is_empty() {
        return query.to_owned();
    }
    let targets = plan.taxonomy.targets();
    let named: Vec<&str> = targets.iter().map(|topic| topic.name.as_str()).take(NAMED).collect();
    if named.is_empty() { plan.seeds.first().cloned().unwrap_or_default() } else { named.join(", ") }
}

impl CrawlCard {
    /// Creates the card of a new crawl.
    pub fn new(id: String, plan: Plan, source: Source, now: Millis) -> Self {
        Self {
            id,
            name: name_of(&plan),
            created: now,
            changed: now,
            plan,
            source,
            phase: Phase::New,
            pages: 0,
            good: 0,
            last: 0,
            snapshot: 0,
            weight: StorageSize::default(),
            deleted: None,
            steered: SteeringSummary::default(),
            texts: 0,
            lacking: None,
        }
    }

    /// Returns true if a page of the crawl does not exist any longer. A recording lacks pages that exist.
    pub fn has_found_gone(&self, page: &PageRecord) -> bool {
        page.outcome.is_gone() && self.source.kind() != SourceKind::Recorded
    }

    /// Adds the bytes of texts that a revisit found; negative if they replaced longer ones.
    pub fn add_texts(&mut self, growth: i64) {
        self.texts = self.texts.saturating_add_signed(growth);
    }

    /// Sets the sizes of response bodies and of revisit texts to 0, because they were deleted together.
    pub fn drop_bodies(&mut self) {
        (self.weight.bodies, self.texts) = (0, 0);
    }

    /// Updates the card from the crawl's progress.
    pub fn follow(&mut self, progress: &Progress, now: Millis) {
        self.changed = now;
        self.phase = progress.phase;
        self.pages = progress.pages;
        self.good = progress.measures.good;
    }

    /// Returns whether the crawl can continue.
    pub fn is_open(&self) -> bool {
        !matches!(self.phase, Phase::Ended(_))
    }
}
