//! Detects calendar pages: a date in the query, or a path that ends in one.
//!
//! A calendar's "next month" never ends, but its first pages may be useful, so these URLs are delayed and not refused.
//! Not covered: a date followed by a title (`/2024/05/17/some-title`), which is how news sites and blogs name their
//! articles; future dates, since the engine has no clock.

use types::url::CanonicalUrl;

/// Names of query parameters for paging through time, lower case.
const TIME_PARAMETERS: [&str; 12] =
    ["year", "month", "day", "week", "date", "yr", "mon", "startdate", "enddate", "from_date", "to_date", "cal"];

/// Path segments of calendars, lower case.
const CALENDAR_SEGMENTS: [&str; 4] = ["calendar", "calendrier", "kalender", "calendario"];

/// Returns true for the URL of a calendar page.
pub(super) fn has_date(url: &CanonicalUrl) -> bool {
    url.query().is_some_and(query_has_date) || ends_in_date(url) || is_in_calendar(url)
}

fn query_has_date(query: &str) -> bool {
    query.split('&').any(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let named = TIME_PARAMETERS.iter().any(|known| known.eq_ignore_ascii_case(name));
        (named && value.bytes().any(|byte| byte.is_ascii_digit())) || is_date(value)
    })
}

/// Returns true for `/2024/05`, `/2024/05/17` or `/2024-05` at the path's end; a year alone is an archive page, of
/// which there are few.
fn ends_in_date(url: &CanonicalUrl) -> bool {
    let segments: Vec<&str> = url.segments().collect();
    match segments[..] {
        [.., year, month, day] if is_year(year) && is_month(month) && is_day(day) => true,
        [.., year, month] if is_year(year) && is_month(month) => true,
        [.., last] => is_date(last),
        [] => false,
    }
}

/// Returns true if a segment with a digit follows a calendar segment.
fn is_in_calendar(url: &CanonicalUrl) -> bool {
    let below =
        url.segments().skip_while(|segment| !CALENDAR_SEGMENTS.iter().any(|name| name.eq_ignore_ascii_case(segment)));
    below.skip(1).any(|segment| segment.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Returns true for `2024-05`, `2024-05-17`, `2024_05_17` and `20240517`, also followed by a time.
fn is_date(text: &str) -> bool {
    let text = text.split_once(['T', ' ', '+']).map_or(text, |(date, _)| date);
    let parts: Vec<&str> = text.split(['-', '_']).collect();
    match parts[..] {
        [year, month] => is_year(year) && is_month(month) && month.len() == 2,
        [year, month, day] => is_year(year) && is_month(month) && is_day(day),
        [whole] => match (whole.get(..4), whole.get(4..6), whole.get(6..8)) {
            (Some(year), Some(month), Some(day)) => whole.len() == 8 && is_year(year) && is_month(month) && is_day(day),
            _ => false,
        },
        _ => false,
    }
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && is_number_in(text, 1_900, 2_199)
}

fn is_month(text: &str) -> bool {
    text.len() <= 2 && is_number_in(text, 1, 12)
}

fn is_day(text: &str) -> bool {
    text.len() <= 2 && is_number_in(text, 1, 31)
}

fn is_number_in(text: &str, from: u32, to: u32) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse().is_ok_and(|number| (from..=to).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_queries_and_at_the_end_of_paths_are_calendars() {
        for text in [
            "/cal?year=2024&month=5",
            "/events?Month=13",
            "/events?when=2024-05-17",
            "/events?start=2024-05-17T10:00",
            "/events?d=20240517",
            "/events/2024/05/17",
            "/events/2024/5/",
            "/events/2024-05",
            "/events/2024_05_17",
            "/calendar/week/12",
        ] {
            assert!(has_date(&CanonicalUrl::parse(&format!("http://a.test{text}")).unwrap()), "{text}");
        }
    }

    #[test]
    fn articles_archives_and_numbers_are_no_calendars() {
        for text in [
            "/2024/05/17/some-title",
            "/archive/2024",
            "/history/1848-1849",
            "/a?id=20249917",
            "/a?year=any",
            "/rfc/9309",
            "/calendar",
            "/page/2/3",
            "/a?range=1-12",
            "/é/2024é05",
            "/",
        ] {
            assert!(!has_date(&CanonicalUrl::parse(&format!("http://a.test{text}")).unwrap()), "{text}");
        }
    }
}
