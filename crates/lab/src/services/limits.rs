//! Counts the requests to services, and refuses those above the limits of the real ones.

use super::answer::{Data, FailureResponse, Limit};
use crate::web::Response;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The limits of services, and the times of the requests that they answered.
pub(super) struct RequestCounts {
    limits: BTreeMap<String, (Limit, FailureResponse)>,
    times: Mutex<BTreeMap<String, VecDeque<Instant>>>,
}

impl RequestCounts {
    pub(super) fn new(data: Data) -> Self {
        let limited = data.service.into_iter().filter_map(|service| Some((service.id, service.limit?)));
        let refused = |limit: &Limit| data.failure.iter().find(|failure| failure.id == limit.failure).cloned();
        let limits = limited.filter_map(|(id, limit)| {
            let failure = refused(&limit)?;
            Some((id, (limit, failure)))
        });
        let limits = limits.collect();
        Self { limits, times: Mutex::default() }
    }

    /// Counts a request; returns the response to it if the service has answered too many before.
    pub(super) fn refusal(&self, id: &str) -> Option<Response> {
        let (limit, failure) = self.limits.get(id)?;
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let times = times.entry(id.to_owned()).or_default();
        let span = Duration::from_secs(limit.seconds);
        times.retain(|time| time.elapsed() < span);
        if times.len() >= limit.requests {
            return Some(failure.response());
        }
        times.push_back(Instant::now());
        None
    }
}
