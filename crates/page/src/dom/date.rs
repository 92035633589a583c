//! Formats dates for display.

use js_sys::Date;
use protocol::object::object;
use types::report::Millis;

/// Returns a date and time in the local time zone.
pub fn date(at: Millis) -> String {
    // A browser that does not support these options shows more detail.
    let options = object([("dateStyle", "medium".into()), ("timeStyle", "short".into())]);
    let date = Date::new(&(at as f64).into());
    date.to_locale_string("en-GB", &options).into()
}
