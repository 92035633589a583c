//! Converts between milliseconds since 1970 and dates in the format of archives: `2026-11-20T08:30:00Z`.
//!
//! Leap seconds and other time zones are not supported, because neither the engine's clock nor WARC has them. Source:
//! W3C "Date and Time Formats" as used in ISO 28500:2017 §5.4.

use std::time::Duration;
use time::{Date, Month, OffsetDateTime};
use types::report::Millis;

/// 9999-12-31T23:59:59.999Z, the last moment of a year with four digits.
const LAST: Millis = 253_402_300_799_999;

/// Returns a date with milliseconds. Dates after the year 9999 are clamped to its last moment.
pub(crate) fn to_millis(ms: Millis) -> String {
    let at = OffsetDateTime::UNIX_EPOCH + Duration::from_millis(ms.min(LAST));
    let (hours, minutes, seconds, rest) = at.to_hms_milli();
    format!("{}T{hours:02}:{minutes:02}:{seconds:02}.{rest:03}Z", at.date())
}

/// Returns the milliseconds since 1970 of a date with seconds or a finer unit; `None` if it is invalid.
pub(crate) fn parse(text: &str) -> Option<Millis> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let [year, month, day] = numbers(date, '-')?;
    let [hours, minutes, seconds] = numbers(time, ':')?.map(u64::from);
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let day = Date::from_calendar_date(i32::from(year), month, u8::try_from(day).ok()?).ok()?;
    let valid = (1970..=9999).contains(&year) && hours < 24 && minutes < 60 && seconds < 61;
    let seconds = (hours * 60 + minutes) * 60 + seconds;
    let midnight = u64::try_from(day.midnight().assume_utc().unix_timestamp()).ok()?;
    valid.then(|| (midnight + seconds) * 1_000 + thousandths(fraction))
}

fn numbers(text: &str, between: char) -> Option<[u16; 3]> {
    let mut parts = text.split(between).map(|part| {
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| digits)
    });
    let three = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(three)
}

/// Returns the first three digits of a fraction.
fn thousandths(fraction: &str) -> u64 {
    let digits = fraction.bytes().chain(*b"000").take(3);
    digits.fold(0, |sum, digit| sum * 10 + u64::from(digit.saturating_sub(b'0').min(9)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_and_read_back() {
        for (ms, written) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_795_163_400_012, "2026-11-20T08:30:00.012Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(to_millis(ms), written);
            assert_eq!(parse(written), Some(ms), "{written}");
            let whole = written.split_once('.').unwrap().0.to_owned() + "Z";
            assert_eq!(parse(&whole), Some(ms / 1_000 * 1_000), "{whole}");
        }
    }

    #[test]
    fn invalid_dates_are_none_and_late_dates_are_clamped() {
        for text in [
            "",
            "2026",
            "2026-11-20",
            "2026-11-20T08:30Z",
            "2026-11-20T08:30:00",
            "2026-11-20T08:30:00+01:00",
            "2026-13-20T08:30:00Z",
            "2026-02-29T08:30:00Z",
            "2026-11-20T25:30:00Z",
            "+2026-11-20T08:30:00Z",
            "1969-12-31T23:59:59Z",
            "2026-11-20-1T08:30:00Z",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(to_millis(u64::MAX).starts_with("9999-12-31T"));
    }
}
