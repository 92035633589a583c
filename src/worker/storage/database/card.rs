//! A crawl's card: what the Library shows of it, and what is needed to continue or to repeat it.

use crate::protocol::Source;
use serde::{Deserialize, Deserializer, Serialize};
use types::plan::Plan;
use types::report::{Millis, Phase, Progress};
use types::spec::StrategySpec;
use types::steering::Steering;

/// A saved crawl. The first five fields are those of [`archive::bundle::CardHead`], which other programs read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrawlCard {
    /// Sixteen hexadecimal digits, drawn at random.
    pub id: String,
    /// Its name; at first its query.
    pub name: String,
    /// When it began.
    pub created: Millis,
    /// When it last changed.
    pub changed: Millis,
    /// Its plan as of its snapshot, or as it began if there is none: the events after that are replayed with it. Pages of earlier
    /// crawls are in the snapshot alone, if there is one.
    pub plan: Plan,
    /// The source of its pages.
    pub source: Source,
    /// Its phase.
    pub phase: Phase,
    /// Pages crawled.
    pub pages: u32,
    /// Pages of at least the relevance that the plan calls good.
    pub good: u32,
    /// The number of its last event.
    pub last: u64,
    /// The number of the last event in its snapshot; 0 if there is no snapshot.
    pub snapshot: u64,
    /// The space that it takes.
    pub weight: StorageSize,
    /// When the person deleted it, which can be undone for a while.
    pub deleted: Option<Millis>,
    /// The person's changes. Cards of earlier versions end before it.
    #[serde(deserialize_with = "or_default")]
    pub steered: SteeringSummary,
    /// Bytes of the texts that revisits found. Cards of earlier versions end before it.
    #[serde(deserialize_with = "or_default")]
    pub texts: u64,
}

/// The person's changes to a crawl, for lists that do not open it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SteeringSummary {
    /// The strategy with which it began, if another one took its place and it is known.
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

/// Reads a field; a card that ends before it has the default.
#[expect(clippy::unnecessary_wraps, reason = "what serde calls has this form")]
fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(T::deserialize(deserializer).unwrap_or_default())
}

/// Bytes that a crawl takes in the database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageSize {
    /// Events since the snapshot.
    pub journal: u64,
    /// The snapshot.
    pub snapshot: u64,
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

/// Target topics that a name tells.
const NAMED: usize = 2;

/// Returns the name of a crawl until the person renames it: its query, else its target topics, else its first seed.
fn name_of(plan: &Plan) -> String {
    let query = plan.query.trim();
    if !query.is_empty() {
        return query.to_owned();
    }
    let targets = plan.taxonomy.targets();
    let targets = targets.iter().map(|topic| topic.name.as_str());
    let named: Vec<&str> = targets.take(NAMED).collect();
    match &named[..] {
        [] => plan.seeds.first().cloned().unwrap_or_default(),
        named => named.join(", "),
    }
}

impl CrawlCard {
    /// Creates the card of a crawl that begins.
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
        }
    }

    /// Adds so many bytes of texts that a revisit found; fewer than none where they took the place of longer ones.
    pub fn add_texts(&mut self, growth: i64) {
        self.texts = self.texts.saturating_add_signed(growth);
    }

    /// Counts response bodies and texts of revisits no more, which are deleted together.
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
