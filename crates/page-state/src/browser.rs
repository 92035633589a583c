//! Asks the browser for what would make the download larger: number formats, lower case, query strings.
//!
//! The standard library and the crate `url` stand in for it where there is no browser, that is, in native tests.

#[cfg(target_arch = "wasm32")]
mod functions {
    use js_sys::{Array, JsString, Number};
    use wasm_bindgen::JsValue;
    use web_sys::UrlSearchParams;

    pub(crate) fn fixed(value: f64, decimals: u8) -> String {
        Number::from(value).to_fixed(decimals.min(100)).map(String::from).unwrap_or_default()
    }

    pub(crate) fn grouped(value: f64) -> String {
        Number::from(value).to_locale_string("en-US").into()
    }

    pub(crate) fn plain(value: f64) -> String {
        Number::from(value).to_string_with_radix(10).map(String::from).unwrap_or_default()
    }

    pub(crate) fn number(digits: &str) -> f64 {
        JsValue::from_str(digits).unchecked_into_f64()
    }

    pub(crate) fn lowercase(text: &str) -> String {
        JsString::from(text).to_lower_case().into()
    }

    pub(crate) fn page_is_secure() -> bool {
        let location = web_sys::window().map(|window| window.location());
        location.and_then(|location| location.protocol().ok()).is_some_and(|scheme| scheme == "https:")
    }

    pub(crate) fn pairs(query: &str) -> Vec<(String, String)> {
        let params = UrlSearchParams::new_with_str(query);
        let entries = params.ok().and_then(|params| js_sys::try_iter(&params).ok()?);
        let pair = |entry| {
            let entry = Array::from(&entry);
            Some((entry.get(0).as_string()?, entry.get(1).as_string()?))
        };
        entries.into_iter().flatten().flatten().filter_map(pair).collect()
    }

    pub(crate) fn query<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
        let Ok(params) = UrlSearchParams::new() else {
            return String::new();
        };
        pairs.for_each(|(name, value)| params.append(name, value));
        params.to_string().into()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod functions {
    use url::form_urlencoded::{self, Serializer};

    pub(crate) fn fixed(value: f64, decimals: u8) -> String {
        // Browsers round a tie up.
        let scale = 10_f64.powi(decimals.into());
        let is_tie = ((value * scale).fract() - 0.5).abs() < f64::EPSILON;
        let value = if is_tie { (value * scale).ceil() / scale } else { value };
        format!("{value:.*}", usize::from(decimals))
    }

    pub(crate) fn grouped(value: f64) -> String {
        let text = plain((value * 1000.0).round() / 1000.0);
        let (whole, decimals) = text.split_at(text.find('.').unwrap_or(text.len()));
        let mut grouped = decimals.to_owned();
        for (at, digit) in whole.chars().rev().enumerate() {
            if at > 0 && at % 3 == 0 && digit != '-' {
                grouped.insert(0, ',');
            }
            grouped.insert(0, digit);
        }
        grouped
    }

    pub(crate) fn plain(value: f64) -> String {
        value.to_string()
    }

    pub(crate) fn number(digits: &str) -> f64 {
        digits.parse().unwrap_or(f64::NAN)
    }

    pub(crate) fn lowercase(text: &str) -> String {
        text.to_lowercase()
    }

    pub(crate) fn page_is_secure() -> bool {
        false
    }

    pub(crate) fn pairs(query: &str) -> Vec<(String, String)> {
        form_urlencoded::parse(query.as_bytes()).into_owned().collect()
    }

    pub(crate) fn query<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
        Serializer::new(String::new()).extend_pairs(pairs).finish()
    }
}

pub(crate) use functions::{fixed, grouped, lowercase, number, page_is_secure, pairs, plain, query};
