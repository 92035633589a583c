//! The pauses that limiters of services demanded, so that a service is not asked before its limiter accepts requests
//! again.
//!
//! Not covered: limiters that name no time, after which the person decides when to try again.

use super::{Remedy, SeedsError};
use crate::event::Millis;
use std::collections::BTreeMap;

/// The times until which services must not be asked, by provider and address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pauses(BTreeMap<(String, String), Millis>);

impl Pauses {
    /// Returns an error while a pause of the service at this address lasts; the address is empty if the provider has
    /// none.
    ///
    /// # Errors
    /// Returns [`SeedsError::Resting`] with the rest of the pause.
    pub fn check(&self, provider: &str, address: &str, now: Millis) -> Result<(), SeedsError> {
        let until = self.0.get(&key(provider, address)).copied().unwrap_or_default();
        match until.saturating_sub(now) {
            0 => Ok(()),
            rest => Err(SeedsError::Resting(Remedy::Wait(Some(rest.div_ceil(1_000))))),
        }
    }

    /// Begins a pause if the error demands one ([`SeedsError::wait_s`]).
    pub fn note(&mut self, provider: &str, address: &str, now: Millis, error: &SeedsError) {
        if let Some(wait_s) = error.wait_s() {
            let until = now.saturating_add(wait_s.saturating_mul(1_000));
            self.0.insert(key(provider, address), until);
        }
    }
}

fn key(provider: &str, address: &str) -> (String, String) {
    (provider.to_owned(), address.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(wait_s: Option<u64>) -> SeedsError {
        SeedsError::Status { host: "searx.test".into(), status: 429, remedy: Remedy::Wait(wait_s) }
    }

    #[test]
    fn a_limited_service_is_asked_again_after_its_pause_only() {
        let mut pauses = Pauses::default();
        let (provider, address) = ("searxng", "searx.test");
        pauses.note(provider, " searx.test ", 1_000, &limited(Some(3_600)));
        let error = pauses.check(provider, address, 2_000).unwrap_err();
        assert_eq!(error.to_string(), "It limits requests and was not asked again. Try again in an hour.");
        assert_eq!(error.wait_s(), None, "the pause does not grow");
        assert!(pauses.check(provider, address, 3_600_999).is_err());
        assert_eq!(pauses.check(provider, address, 3_601_000), Ok(()));
        assert_eq!(pauses.check(provider, "other.test", 2_000), Ok(()));
        assert_eq!(pauses.check("wikipedia", address, 2_000), Ok(()));
    }

    #[test]
    fn other_errors_and_impossible_times_cause_no_pause_and_no_overflow() {
        let mut pauses = Pauses::default();
        for error in [limited(None), SeedsError::NoWords, SeedsError::Offline] {
            pauses.note("searxng", "", 0, &error);
        }
        assert_eq!(pauses, Pauses::default());
        pauses.note("searxng", "", u64::MAX, &limited(Some(u64::MAX)));
        assert_eq!(pauses.check("searxng", "", u64::MAX), Ok(()));
        assert!(pauses.check("searxng", "", 0).is_err());
    }
}
