//! Formats dates for display.

use js_sys::Date;
use protocol::object::object;
use types::report::Millis;

/// Returns a date and time in the local time zone.
pub fn date(at: Millis) -> String {
    // A browser that does not support these options shows more detail.
    let options = object([("dateStyle", "medium".into()), ("timeStyle", "short".into())]);
    Date::new(&(at as f64).into()).to_locale_string("en-GB", &options).into()
}

/// Returns a day of the year in the local time zone, such as "24 Nov".
pub fn day(at: Millis) -> String {
    let options = object([("day", "numeric".into()), ("month", "short".into())]);
    Date::new(&(at as f64).into()).to_locale_date_string("en-GB", &options).into()
}
