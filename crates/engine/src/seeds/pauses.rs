//! The pauses that limiters of services demand: a service is not asked before its limiter accepts requests again.
//!
//! Not covered: limiters that name no time, after which the person decides when to try again.

use super::{Remedy, Search, SeedsError};
use crate::event::Millis;
use types::seeds::Pauses;
use types::url::CanonicalUrl;

/// Returns an error while a pause of the host of a requested URL lasts.
///
/// # Errors
/// Returns [`SeedsError::Resting`] with the rest of the pause.
pub fn check_pause(pauses: &Pauses, url: &CanonicalUrl, now: Millis) -> Result<(), SeedsError> {
    match pauses.rest_ms(url.authority(), now) {
        0 => Ok(()),
        rest => Err(SeedsError::Resting(Remedy::Wait(Some(rest.div_ceil(1_000))))),
    }
}

/// Begins the pauses that the responses to a search demanded since the last call; returns whether there are any.
pub fn begin_pauses(pauses: &mut Pauses, search: &mut Search, now: Millis) -> bool {
    let demanded = search.take_pauses();
    let has_pauses = !demanded.is_empty();
    for (host, wait_s) in demanded {
        pauses.begin(host, wait_s, now);
    }
    has_pauses
}

#[cfg(test)]
mod tests {
    use super::super::{SearchStep, SeedInputs, find};
    use super::*;
    use crate::fetch::RawResponse;
    use crate::html::EncodingRs;

    const BUSY: u16 = 429;

    /// Returns a search with an instance of SearXNG or with Wikipedia.
    fn search(id: &str, address: &str) -> Search {
        let inputs = SeedInputs { query: "jazz".into(), address: address.into(), ..SeedInputs::default() };
        Search::new(find(id).expect("in the list"), &inputs, &EncodingRs).expect("has words")
    }

    fn request(search: &mut Search) -> Option<CanonicalUrl> {
        match search.next_step() {
            SearchStep::Fetch(request, _) => Some(request.url),
            _ => None,
        }
    }

    fn answer(search: &mut Search, status: u16, retry_after: &str, body: &str) {
        let headers = [("retry-after".to_owned(), retry_after.to_owned())];
        search.answer(RawResponse { status, headers: &headers, body: body.as_bytes(), elapsed_ms: 1 }, &EncodingRs);
    }

    #[test]
    fn a_limited_service_is_asked_again_after_its_pause_only_whatever_its_address_looks_like() {
        let mut pauses = Pauses::default();
        let mut limited = search("searxng", "https://searx.test");
        let url = request(&mut limited).expect("a request");
        answer(&mut limited, BUSY, "", "");
        assert!(begin_pauses(&mut pauses, &mut limited, 1_000));
        for address in ["https://searx.test/", " searx.test/search "] {
            let url = request(&mut search("searxng", address)).expect("a request");
            let error = check_pause(&pauses, &url, 2_000).unwrap_err();
            assert_eq!(error.to_string(), "It limits requests and was not asked again. Try again in an hour.");
            assert_eq!(error.limit(), None, "the pause does not grow");
        }
        assert!(check_pause(&pauses, &url, 3_600_999).is_err());
        assert_eq!(check_pause(&pauses, &url, 3_601_000), Ok(()));
        let other = CanonicalUrl::parse("https://other.test/search").expect("a URL");
        assert_eq!(check_pause(&pauses, &other, 2_000), Ok(()));
    }

    #[test]
    fn a_limit_after_a_partial_success_begins_a_pause_and_ends_the_requests_to_its_host() {
        let mut pauses = Pauses::default();
        let mut search = search("wikipedia", "");
        let url = request(&mut search).expect("a request");
        answer(&mut search, 200, "", r#"{"query":{"search":[{"title":"A"},{"title":"B"},{"title":"C"}]}}"#);
        assert!(request(&mut search).is_some(), "the text of an article");
        answer(&mut search, BUSY, "60", "");
        assert_eq!(request(&mut search), None, "not that of the other one");
        begin_pauses(&mut pauses, &mut search, 0);
        assert!(check_pause(&pauses, &url, 59_999).is_err());
        let found = search.finish().expect("articles");
        assert_eq!((found.seeds.len(), found.warnings.len()), (3, 1));
    }

    #[test]
    fn a_wait_that_stack_exchange_demands_with_its_results_is_a_pause() {
        let mut pauses = Pauses::default();
        let mut search = search("stack-exchange", "");
        let url = request(&mut search).expect("a request");
        let body = r#"{"items":[{"link":"https://a.example.org/","title":"a"}],"backoff":10,"quota_remaining":3}"#;
        answer(&mut search, 200, "", body);
        assert!(begin_pauses(&mut pauses, &mut search, 0));
        assert_eq!(search.finish().map(|found| found.seeds.len()), Ok(1));
        assert!(check_pause(&pauses, &url, 9_999).is_err());
        assert_eq!(check_pause(&pauses, &url, 10_000), Ok(()));
    }

    #[test]
    fn a_service_that_pauses_is_not_asked_and_named() {
        let mut search = search("wikipedia", "");
        assert!(request(&mut search).is_some());
        search.skip(SeedsError::Resting(Remedy::Wait(Some(9))));
        assert_eq!(request(&mut search), None);
        assert_eq!(search.finish(), Err(SeedsError::Resting(Remedy::Wait(Some(9)))));
    }

    #[test]
    fn a_date_is_a_pause_from_now() {
        let date = "Wed, 21 Oct 2026 07:28:00 GMT";
        let mut pauses = Pauses::default();
        let now = 1_792_567_680_000 - 120_000;
        let mut search = search("wikipedia", "");
        let url = request(&mut search).expect("a request");
        search.set_time(now);
        answer(&mut search, BUSY, date, "");
        begin_pauses(&mut pauses, &mut search, now);
        assert!(check_pause(&pauses, &url, now + 119_999).is_err());
        assert_eq!(check_pause(&pauses, &url, now + 120_000), Ok(()));
    }

    #[test]
    fn other_errors_and_impossible_times_cause_no_pause_and_no_overflow() {
        let mut pauses = Pauses::default();
        for (status, retry_after) in [(BUSY, ""), (403, "9"), (200, "9")] {
            let mut search = search("wikipedia", "");
            request(&mut search);
            answer(&mut search, status, retry_after, "");
            begin_pauses(&mut pauses, &mut search, 0);
        }
        assert_eq!(pauses, Pauses::default());
        let mut search = search("wikipedia", "");
        let url = request(&mut search).expect("a request");
        answer(&mut search, BUSY, &u64::MAX.to_string(), "");
        begin_pauses(&mut pauses, &mut search, u64::MAX);
        assert_eq!(check_pause(&pauses, &url, u64::MAX), Ok(()));
        assert!(check_pause(&pauses, &url, 0).is_err());
    }
}
