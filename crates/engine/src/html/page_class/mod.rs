//! Decides whether a page that came with a successful status has content to judge: walls, challenges of firewalls,
//! parked domains, error messages, data that is labeled as HTML, and pages that need scripts.
//!
//! The tests go from cheap to expensive, and almost all pages leave after the first ones: a page with more than
//! [`MOST_LETTERS`] letters outside links is a page. Only shorter ones are compared with words and with the markers of
//! vendors, in prefixes of bounded length. Scripts of vendors that normal pages carry do not count: either the marker
//! belongs to a challenge, or the text must be short.
//!
//! Not covered: pages behind a wall that ship the whole text and hide it with a style sheet. They can be read, so they
//! are.

mod evidence;
mod lists;
mod not_html;
mod rules;

use super::document::Document;
use super::element::ScriptSigns;
pub(super) use evidence::count_letters;
use evidence::{Evidence, own_bytes, own_letters};
use lists::List;
pub(crate) use not_html::is_data_file;
use types::report::PageClass;

/// The number of letters outside links above which a page has content; a character of a Chinese, Japanese or Korean
/// text counts as two.
const MOST_LETTERS: usize = 5_000;
/// The most bytes in a letter of [`MOST_LETTERS`], so that longer texts are not counted.
const LETTER_BYTES: usize = 2;

/// Returns the class of a page that has no content to judge; `None` for a page to read.
///
/// `markup` is the decoded body of a successful response, `document` what was read from it, with its scripts.
pub(super) fn classify(markup: &str, document: &Document, scripts: &ScriptSigns) -> Option<PageClass> {
    if not_html::is_data(markup) {
        return Some(PageClass::NotHtml);
    }
    if own_bytes(document) > LETTER_BYTES * MOST_LETTERS {
        return None;
    }
    let letters = own_letters(document).saturating_sub(scripts.notice_letters());
    if letters > MOST_LETTERS {
        return None;
    }
    let page = Evidence::new(markup, document, letters);
    RULES
        .iter()
        .find(|(_, applies)| applies(&page))
        .map(|(class, _)| *class)
        .or_else(|| rules::without_text(&page, scripts.is_shell()))
}

/// The bytes of a notice about cookies in which it names them.
const COOKIE_BYTES: usize = 80;

/// Returns true if a text begins with cookies, and a short line of the part of it from the first button on is the label
/// of a button that gives consent or closes the notice.
pub(super) fn is_cookie_notice(text: &str, buttons: &str) -> bool {
    let is_label =
        |line: &str| !line.ends_with('?') && (rules::has_consent_button(line) || rules::has_dismiss_button(line));
    let start = evidence::prefix(text, COOKIE_BYTES).to_lowercase();
    List::Cookies.is_in(&start) && buttons.to_lowercase().lines().any(is_label)
}

/// A test of a page for one class.
type Rule = fn(&Evidence<'_>) -> bool;

/// The rules in the order of their certainty: the first that applies decides.
const RULES: [(PageClass, Rule); 7] = [
    (PageClass::Firewall, rules::is_firewall),
    (PageClass::ParkedDomain, rules::is_parked),
    (PageClass::ErrorPage, rules::is_error),
    (PageClass::SoftNotFound, rules::is_not_found),
    (PageClass::ConsentWall, rules::is_consent_wall),
    (PageClass::LoginWall, rules::is_login_wall),
    (PageClass::Paywall, rules::is_paywall),
];
