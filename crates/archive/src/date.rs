//! Dates as archives write them: `2026-11-20T08:30:00Z`, and milliseconds since 1970.
//!
//! Left out on purpose: leap seconds and other time zones, which neither the engine's clock nor WARC knows.
//! Source: W3C "Date and Time Formats" as ISO 28500:2017 §5.4 uses it; H. Hinnant, "chrono-compatible low-level date algorithms".

use types::report::Millis;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
/// The last day that four digits of a year can name: 9999-12-31.
const LAST_DAY: u64 = 2_932_896;

/// Returns a date to the millisecond. What lies beyond the year 9999 is its last day.
pub(crate) fn to_millis(ms: Millis) -> String {
    let (date, time) = split(ms);
    format!("{date}T{time}.{:03}Z", ms % 1_000)
}

/// Milliseconds since 1970 of a date to the second or finer; `None` if it is not written like that.
pub(crate) fn parse(text: &str) -> Option<Millis> {
    let text = text.strip_suffix('Z')?;
    let (date, time) = text.split_once('T')?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let [year, month, day] = numbers(date, '-')?;
    let [hours, minutes, seconds] = numbers(time, ':')?;
    let valid = (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hours < 24
        && minutes < 60
        && seconds < 61;
    let seconds = (hours * 60 + minutes) * 60 + seconds;
    valid.then(|| days(year, month, day) * DAY_MS + seconds * 1_000 + thousandths(fraction))
}

fn split(ms: Millis) -> (String, String) {
    let (year, month, day) = civil((ms / DAY_MS).min(LAST_DAY));
    let seconds = ms % DAY_MS / 1_000;
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    (
        format!("{year:04}-{month:02}-{day:02}"),
        format!("{hours:02}:{minutes:02}:{:02}", seconds % 60),
    )
}

fn numbers(text: &str, between: char) -> Option<[u64; 3]> {
    let mut parts = text.split(between).map(|part| {
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u64>().ok().filter(|_| digits)
    });
    let three = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(three)
}

/// Returns the first three digits of a fraction.
fn thousandths(fraction: &str) -> u64 {
    let digits = fraction.bytes().chain(*b"000").take(3);
    digits.fold(0, |sum, digit| {
        sum * 10 + u64::from(digit.saturating_sub(b'0').min(9))
    })
}

/// Year, month and day of a day since 1970. Years begin in March here, so that the leap day is their last.
fn civil(day: u64) -> (u64, u64, u64) {
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (date, march) = (day - (153 * month + 2) / 5 + 1, month);
    let month = if march < 10 { march + 3 } else { march - 9 };
    (year + era * 400 + u64::from(month <= 2), month, date)
}

/// Returns the day since 1970 of a date from then on.
fn days(year: u64, month: u64, day: u64) -> u64 {
    let year = year - u64::from(month <= 2);
    let march = if month > 2 { month - 3 } else { month + 9 };
    let (era, year) = (year / 400, year % 400);
    let day = (153 * march + 2) / 5 + day - 1 + year * 365 + year / 4 - year / 100;
    (era * 146_097 + day).saturating_sub(719_468)
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
    fn every_day_is_its_own_for_eight_hundred_years() {
        for day in 0..292_194 {
            let (year, month, date) = civil(day);
            assert_eq!(days(year, month, date), day, "{year}-{month}-{date}");
        }
    }

    #[test]
    fn what_is_no_date_is_none_and_what_is_too_late_is_cut() {
        for text in [
            "",
            "2026",
            "2026-11-20",
            "2026-11-20T08:30Z",
            "2026-11-20T08:30:00",
            "2026-11-20T08:30:00+01:00",
            "2026-13-20T08:30:00Z",
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
