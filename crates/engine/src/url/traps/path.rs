//! Refuses URLs with more path segments than people create, and paths that repeat a part more than twice in a row:
//! `/a/a/a`, and `/a/b/a/b/a/b` too.
//!
//! Repeating paths result from a relative link in every response, resolved against the URL of the previous response. A
//! link of two or three folders repeats as a whole, so parts of up to three segments are checked. Not covered:
//! repetition with other segments in between, as in tables of contents; the distance from the seeds, which the crawl
//! limits.

use super::TrapProblem;
use types::limits::{SEGMENT_REPEATS, URL_SEGMENTS};
use types::url::CanonicalUrl;

/// The number of segments of the longest part that is checked.
const LONGEST_PART: usize = 3;

pub(super) fn check(url: &CanonicalUrl) -> Result<(), TrapProblem> {
    let segments: Vec<&str> = url.segments().collect();
    if segments.len() > URL_SEGMENTS {
        return Err(TrapProblem::Deep(segments.len()));
    }
    for size in 1..=LONGEST_PART {
        let times = SEGMENT_REPEATS + 1;
        let repeated = segments.windows(size * times).find(|run| run.chunks(size).all(|part| part == &run[..size]));
        if let Some(run) = repeated {
            return Err(TrapProblem::Repeats(format!("/{}", run[..size].join("/"))));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_over_the_limit_is_refused() {
        let with_segments = |count: usize| {
            let path = (0..count).fold(String::new(), |path, n| format!("{path}/{n}"));
            CanonicalUrl::parse(&format!("http://a.test{path}")).unwrap()
        };
        assert_eq!(check(&with_segments(URL_SEGMENTS)), Ok(()));
        assert_eq!(check(&with_segments(URL_SEGMENTS + 1)), Err(TrapProblem::Deep(URL_SEGMENTS + 1)));
    }

    #[test]
    fn a_part_repeated_more_than_twice_in_a_row_is_refused() {
        for (path, repeated) in [
            ("/a/a", None),
            ("/a/a/a", Some("/a")),
            ("/x/a/a/a/y", Some("/a")),
            ("/a//a/a", Some("/a")),
            ("/a/b/a/b", None),
            ("/a/b/a/b/a/b", Some("/a/b")),
            ("/x/a/b/c/a/b/c/a/b/c/y", Some("/a/b/c")),
            ("/a/x/a/y/a/z", None),
            ("/", None),
        ] {
            let answer = check(&CanonicalUrl::parse(&format!("http://a.test{path}")).unwrap());
            let expected = repeated.map(|part| TrapProblem::Repeats(part.to_owned()));
            assert_eq!(answer.err(), expected, "{path}");
        }
    }
}
