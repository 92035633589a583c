//! Parses the value of `<meta http-equiv=refresh>` and of the header `Refresh`.
//!
//! Source: WHATWG HTML §4.2.5.3, "shared declarative refresh steps".

/// A refresh: the page is replaced by another one after a delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refresh<'a> {
    /// The delay in whole seconds.
    pub(crate) seconds: u32,
    /// The reference to the other page; empty if the page is loaded again.
    pub(crate) reference: &'a str,
}

impl<'a> Refresh<'a> {
    /// Parses a value; `None` if it is no refresh.
    pub(crate) fn parse(value: &'a str) -> Option<Self> {
        let value = trim(value);
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = value.split_at(digits);
        if number.is_empty() && !after.starts_with('.') {
            return None;
        }
        // A number that does not fit is a long delay.
        let seconds = if number.is_empty() { 0 } else { number.parse().unwrap_or(u32::MAX) };
        let after = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let is_separated = after.is_empty() || after.starts_with([';', ',']) || after.starts_with(is_space);
        let after = trim(after);
        let reference = trim(after.strip_prefix([';', ',']).unwrap_or(after));
        is_separated.then(|| Self { seconds, reference: without_quotes(without_name(reference)) })
    }
}

/// Removes `url=`; without the whole name, the text is the reference.
fn without_name(text: &str) -> &str {
    let value = text.get(..3).filter(|name| name.eq_ignore_ascii_case("url"));
    let value = value.and_then(|_| trim(&text[3..]).strip_prefix('='));
    value.map_or(text, trim)
}

/// Returns the text between the quote at its start and the next one, or its end.
fn without_quotes(text: &str) -> &str {
    match text.chars().next() {
        Some(quote @ ('"' | '\'')) => text[1..].split(quote).next().unwrap_or_default(),
        _ => text,
    }
}

fn trim(text: &str) -> &str {
    text.trim_start_matches(is_space)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0c' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WHATWG HTML §4.2.5.3.
    #[test]
    fn a_refresh_has_a_delay_and_a_reference() {
        for (value, expected) in [
            ("0; url=/home/", Some((0, "/home/"))),
            ("0;URL=/home/", Some((0, "/home/"))),
            ("0;url='/home/'", Some((0, "/home/"))),
            ("0;url=\"/home/\" and more", Some((0, "/home/"))),
            ("0;url='/home/", Some((0, "/home/"))),
            ("0; Url = /home/", Some((0, "/home/"))),
            ("0, url=/home/", Some((0, "/home/"))),
            ("0 url=/home/", Some((0, "/home/"))),
            ("0;/home/", Some((0, "/home/"))),
            ("0 /home/", Some((0, "/home/"))),
            ("0;'/home/'", Some((0, "/home/"))),
            ("0;url/home/", Some((0, "url/home/"))),
            ("0;u=/home/", Some((0, "u=/home/"))),
            ("0; ; url=/home/", Some((0, "; url=/home/"))),
            (" \n5.9;url=a", Some((5, "a"))),
            (".5;url=a", Some((0, "a"))),
            ("1.2.3;url=a", Some((1, "a"))),
            ("99999999999;url=a", Some((u32::MAX, "a"))),
            ("30", Some((30, ""))),
            ("30;", Some((30, ""))),
            ("30;url=", Some((30, ""))),
            ("0;url=é", Some((0, "é"))),
            ("0;\turl=/x", Some((0, "/x"))),
            ("0 ;\n url\t=\t/x", Some((0, "/x"))),
            ("0;url=/x;y=1,z", Some((0, "/x;y=1,z"))),
            ("0;url=\"/a b", Some((0, "/a b"))),
            ("00010;/x", Some((10, "/x"))),
            ("٠;url=a", None),
            ("0;ürl=a", Some((0, "ürl=a"))),
            ("-1;url=a", None),
            ("+1;url=a", None),
            ("url=a", None),
            ("5a;url=a", None),
            ("", None),
        ] {
            let refresh = Refresh::parse(value).map(|refresh| (refresh.seconds, refresh.reference));
            assert_eq!(refresh, expected, "{value:?}");
        }
    }
}
