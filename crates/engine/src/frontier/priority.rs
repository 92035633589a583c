//! Defines the order of the frontier: seeds first, then the better score, then the older entry.
//!
//! Scores are compared by the total order of IEEE 754; NaN is excluded ([`Score::checked`]).

use super::FrontierEntry;
use crate::graph::UrlId;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A strategy's score of a link.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Decides the order: larger is fetched earlier. Most strategies use 0..=1.
    pub first: f64,
    /// Decides between links whose `first` is equal (a second criterion such as the HMM's two-step probability).
    pub second: f64,
    /// The components of `first`, in the order of the strategy's [`crate::strategy::Entry::parts`]; for display only.
    pub parts: Vec<f64>,
}

impl Score {
    /// Creates a score of one number without parts.
    pub fn new(first: f64) -> Self {
        Self { first, second: 0.0, parts: Vec::new() }
    }

    /// Creates a score with its parts.
    pub fn with_parts(first: f64, parts: Vec<f64>) -> Self {
        Self { first, second: 0.0, parts }
    }

    /// Returns the score with non-finite numbers set to 0, so that an error of a strategy cannot break the order.
    #[must_use]
    pub fn checked(mut self) -> Self {
        let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
        self.first = finite(self.first);
        self.second = finite(self.second);
        self.parts.iter_mut().for_each(|part| *part = finite(*part));
        self
    }

    /// Returns the score without its parts, reduced to a share in 0..=1 as a trap rule reduces a priority.
    #[must_use]
    pub(crate) fn shared(&self, share: f64) -> Self {
        Self { first: reduced(self.first, share), second: self.second, parts: Vec::new() }
    }

    /// Returns true if this score is strictly ahead of the other.
    pub fn is_ahead_of(&self, other: &Self) -> bool {
        self.first.total_cmp(&other.first).then(self.second.total_cmp(&other.second)) == Ordering::Greater
    }
}

/// Returns a priority reduced by a factor in 0..=1. A negative priority, such as a logarithm, falls by the same amount.
pub(super) fn reduced(priority: f64, factor: f64) -> f64 {
    if priority < 0.0 { priority / factor.max(f64::EPSILON) } else { priority * factor }
}

/// The position of an entry in the frontier; the smallest is fetched first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// 0 for entries that precede all links ([`super::FrontierEntry::priority_reason`]), 1 for links.
    pub(super) tier: u8,
    pub(super) first: f64,
    pub(super) second: f64,
    /// The arrival number: equal scores are first in, first out.
    pub(super) arrival: u64,
    pub(super) id: UrlId,
}

impl Key {
    /// Returns the position of an entry.
    pub(super) fn new(id: UrlId, entry: &FrontierEntry) -> Self {
        Self {
            tier: u8::from(entry.priority_reason().is_none()),
            first: entry.priority(),
            second: entry.score.second,
            arrival: entry.arrival,
            id,
        }
    }

    /// Returns the key with its priority reduced. Entries that precede all links keep theirs.
    pub(super) fn reduced(self, factor: f64) -> Self {
        let first = if self.tier == 0 { self.first } else { reduced(self.first, factor) };
        Self { first, ..self }
    }

    /// Returns the largest key of this tier and priority.
    pub(super) fn last_of_its_priority(self) -> Self {
        Self { second: f64::NEG_INFINITY, arrival: u64::MAX, id: UrlId(u32::MAX), ..self }
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.tier
            .cmp(&other.tier)
            .then(other.first.total_cmp(&self.first))
            .then(other.second.total_cmp(&self.second))
            .then(self.arrival.cmp(&other.arrival))
            .then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Key {}
