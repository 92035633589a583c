//! Formats numbers for display.

use crate::browser;

/// Returns a number with this many decimals, at most 100; without a sign if it rounds to zero.
pub fn fixed(value: f64, decimals: u8) -> String {
    let digits = browser::fixed(value, decimals);
    let is_zero = digits.bytes().all(|byte| b"-0.".contains(&byte));
    if is_zero { digits.replace('-', "") } else { digits }
}

/// Returns a number from 0 to 1 with two decimals and without the zero before the point.
pub fn short(share: f64) -> String {
    fixed(share, 2).trim_start_matches('0').to_owned()
}

/// Returns a number with thousands separators and at most three decimals.
pub fn grouped(value: impl Into<f64>) -> String {
    browser::grouped(value.into())
}

/// Returns a count with its noun, whose plural ends in -s or, for a consonant and -y, in -ies: `2 pages`, `3 days`, `4
/// copies`.
pub fn counted(count: impl TryInto<u32>, name: &str) -> String {
    let count = count.try_into().unwrap_or(u32::MAX);
    let stem = name.strip_suffix('y');
    let name = match stem.filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        _ if count == 1 => name.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{name}s"),
    };
    grouped(count) + " " + &name
}

/// Returns a speed, with one decimal if it is significant.
pub fn rate(value: f64) -> String {
    if value < 99.95 { fixed(value, 1) } else { grouped(value.round()) }
}

/// Returns a share in 0..=1 as a whole percentage; a positive share that rounds to 0 is shown as below 1 %.
pub fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.005 { "< 1%".to_owned() } else { fixed(share * 100.0, 0) + "%" }
}

/// Returns a share as a percentage with one decimal.
pub fn percent_with_decimal(share: f64) -> String {
    fixed(share * 100.0, 1) + "%"
}

/// Returns a duration in milliseconds: `850 ms`, `1.2 s`, `3 min 20 s`, `2 h 5 min`.
pub fn duration(ms: f64) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    let seconds = (ms / 1000.0).round();
    let pair = |of: f64, units: [&str; 2], part: f64| {
        let (whole, rest) = ((of / part).floor(), of % part);
        format!("{} {} {} {}", grouped(whole), units[0], fixed(rest, 0), units[1])
    };
    match () {
        () if ms < 999.5 => fixed(ms, 0) + " ms",
        () if ms < 59_950.0 => fixed(ms / 1000.0, 1) + " s",
        () if seconds < HOUR => pair(seconds, ["min", "s"], MINUTE),
        () => pair((seconds / MINUTE).round(), ["h", "min"], MINUTE),
    }
}

/// Returns the rest of a delay in milliseconds, in whole seconds and at least one: `4 s`, `1 min 5 s`.
pub fn countdown(ms: f64) -> String {
    let seconds = (ms / 1000.0).ceil().max(1.0);
    if seconds < 60.0 { fixed(seconds, 0) + " s" } else { duration(seconds * 1000.0) }
}

/// Returns a number as the text of a field, without separators.
pub fn plain(value: f64) -> String {
    browser::plain(value)
}

/// Parses a typed number; commas and spaces between digits are ignored. `None` if it is not a number.
pub fn read(text: &str) -> Option<f64> {
    let kept = |c: &char| !matches!(c, ',' | ' ' | '\u{a0}' | '_');
    let digits: String = text.trim().chars().filter(kept).collect();
    let decimal = digits.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    if digits.is_empty() || !decimal {
        return None;
    }
    let value = browser::number(&digits);
    value.is_finite().then_some(value)
}
