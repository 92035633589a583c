//! Refuses URLs with more path segments than people create.
//!
//! Not covered: the distance from the seeds, which the crawl limits.

use super::TrapProblem;
use types::limits::URL_SEGMENTS;
use types::url::CanonicalUrl;

pub(super) fn check(url: &CanonicalUrl) -> Result<(), TrapProblem> {
    match url.segments().count() {
        segments if segments > URL_SEGMENTS => Err(TrapProblem::Deep(segments)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_segments(count: usize) -> CanonicalUrl {
        let path = "/x".repeat(count);
        CanonicalUrl::parse(&format!("http://a.test{path}")).unwrap()
    }

    #[test]
    fn a_path_over_the_limit_is_refused() {
        assert_eq!(check(&with_segments(URL_SEGMENTS)), Ok(()));
        assert_eq!(check(&with_segments(URL_SEGMENTS + 1)), Err(TrapProblem::Deep(URL_SEGMENTS + 1)));
    }
}
