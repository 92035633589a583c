//! Decides each class. A rule combines words or a marker with how little text there is outside links.

use super::super::link::LinkKind;
use super::evidence::{Evidence, contains, count_letters, prefix};
use super::lists::List;
use types::limits::SHELL_TEXT_CHARS;
use types::report::PageClass;

/// The letters outside links below which a message in title or heading is the page, and not its subject.
const MESSAGE: usize = 450;

/// Detects challenges and rejections by their markers, or by words in title and headings, in the first line, or beside
/// a captcha.
pub(super) fn is_firewall(page: &Evidence<'_>) -> bool {
    let by_marker = || page.letters < 700 && page.links < 20 && page.has_marker(List::Firewall);
    let by_words = || {
        page.letters < MESSAGE
            && page.links < 12
            && (page.heads_have(List::Challenge)
                || page.text_begins_with(List::Challenge, 160)
                || (page.has_marker(List::Captchas) && page.text_has(List::Challenge)))
    };
    by_marker() || by_words()
}

/// Detects parked domains by the markers of parking services or by an offer of the domain, and hosts without a site.
pub(super) fn is_parked(page: &Evidence<'_>) -> bool {
    let by_marker = || page.letters < 1_500 && page.has_marker(List::Parking);
    let by_words = || {
        page.letters < 700
            && page.links < 40
            && (page.heads_have(List::Parked) || (page.letters < MESSAGE && page.text_has(List::Parked)))
    };
    let by_provider = || page.letters < 900 && page.links < 20 && page.has_marker(List::Hosting);
    let is_default = || {
        page.links < 30
            && (page.a_head_is(List::ServerDefault) || (page.letters < 1_500 && page.heads_have(List::ServerDefault)))
    };
    by_marker() || by_words() || by_provider() || is_default()
}

/// Detects dumps of programs at the beginning of the text, and messages of failures.
pub(super) fn is_error(page: &Evidence<'_>) -> bool {
    let is_dump = || {
        (page.text_begins_with(List::Dump, 300) || contains(prefix(&page.text, 300), "stack trace:\n#0"))
            && (page.letters < 800 || is_trace(page))
    };
    let is_message = || {
        page.letters < MESSAGE
            && page.links < 20
            && (page.a_head_is(List::ErrorHead)
                || page.heads_have(List::Error)
                || (page.letters < 250 && page.text_has(List::Error)))
    };
    is_dump() || is_message()
}

/// Returns true if many lines are steps of a stack trace.
fn is_trace(page: &Evidence<'_>) -> bool {
    let is_step = |line: &&str| {
        let line = line.trim_start();
        line.starts_with('#')
            || line.starts_with("at ")
            || line.starts_with("file ")
            || line.contains(".php")
            || line.contains(" in line ")
    };
    let steps = page.text.lines().filter(is_step).count();
    steps * 3 > page.text.lines().count()
        || page.text.matches(" at ").count() > 12
        || page.text.matches(".php(").count() > 4
}

/// Detects pages that say that they do not exist, in title or heading or, with next to no other text, anywhere.
pub(super) fn is_not_found(page: &Evidence<'_>) -> bool {
    (page.letters < MESSAGE
        && !repeats_title(page)
        && (page.heads_have(List::PageNotFound) || page.a_head_is(List::NotFound)))
        || (page.letters < 200 && page.text_has(List::PageNotFound))
        || (page.letters < 60 && page.a_line_is(List::NotFound))
}

/// Returns true if a heading after the first one is the beginning of the title, so that the first one is not the
/// subject of the page.
fn repeats_title(page: &Evidence<'_>) -> bool {
    let title = page.document.title.to_lowercase();
    let mut later = page.document.headings.iter().skip(1);
    later.any(|heading| heading.chars().count() > 8 && title.starts_with(&heading.to_lowercase()))
}

/// The letters of a page's lines by their subject.
#[derive(Default)]
struct ConsentText {
    consent: usize,
    other: usize,
    /// A short line begins or ends with the label of a button that gives consent.
    has_button: bool,
}

/// The letters of the longest line that may be buttons.
const BUTTONS: usize = 70;

impl ConsentText {
    fn new(page: &Evidence<'_>) -> Self {
        page.text.lines().fold(Self::default(), |mut sum, line| {
            let letters = count_letters(line);
            if List::Consent.is_in(line) {
                sum.consent += letters;
            } else {
                sum.other += letters;
            }
            sum.has_button |= has_consent_button(line);
            sum
        })
    }
}

/// Returns true if a line is short and has the label of a button that gives consent.
pub(super) fn has_consent_button(line: &str) -> bool {
    count_letters(line) <= BUTTONS && List::Accept.is_in(line)
}

/// Returns true if a line is short and begins with the label of a button that closes a notice.
pub(super) fn has_dismiss_button(line: &str) -> bool {
    count_letters(line) <= BUTTONS && List::Dismiss.begins(line)
}

/// Detects pages of hardly anything but a request for consent, or for the reader's age. A policy with its headings is
/// a page.
pub(super) fn is_consent_wall(page: &Evidence<'_>) -> bool {
    if page.letters < 300 && page.links < 20 && page.heads_have(List::Age) {
        return true;
    }
    let is_possible = page.letters < 4_000 && page.links < 60 && page.document.headings.len() < 8;
    if !is_possible || !page.text_has(List::Consent) || List::Policy.is_in(&page.heads) || repeats_title(page) {
        return false;
    }
    let text = ConsentText::new(page);
    if !text.has_button {
        return false;
    }
    if page.heads_have(List::ConsentHead) {
        text.consent >= 60 && text.other < 400.max(text.consent / 2)
    } else {
        text.consent >= 120 && text.other < 250 && text.consent > 2 * text.other && page.links < 30
    }
}

/// Detects pages of hardly anything but a form or a demand to log in.
pub(super) fn is_login_wall(page: &Evidence<'_>) -> bool {
    if page.letters >= 600 {
        return false;
    }
    let has_words = page.a_head_is(List::Login) || page.heads_have(List::MustLogIn);
    if page.has_marker(List::Password) {
        return (has_words && page.links < 100) || (page.letters < 150 && page.links < 25);
    }
    let asks = || page.text_has(List::MustLogIn);
    let has_form = || page.has_marker(List::Account) || page.text_has(List::AccountWords);
    page.letters < 400
        && page.links < 40
        && ((has_words && has_form()) || (asks() && page.has_marker(List::Account) && !repeats_title(page)))
}

/// Detects the beginning of an article with a notice that the rest is for subscribers.
pub(super) fn is_paywall(page: &Evidence<'_>) -> bool {
    let is_marked = || {
        (page.letters < 2_500 && is_not_free(&page.markup)) || (page.letters < 650 && page.has_marker(List::Paywall))
    };
    let has_notice = || page.document.headings.iter().any(|heading| List::Subscribe.is_in(&heading.to_lowercase()));
    page.letters < 2_500 && page.text_has(List::Subscribe) && (is_marked() || (page.letters < 650 && has_notice()))
}

/// Returns true if the metadata of schema.org say that the article is not accessible for free.
fn is_not_free(markup: &str) -> bool {
    markup.split("isaccessibleforfree").skip(1).any(|after| {
        let value = after.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        value.starts_with("false")
            || value.starts_with("content=\"false")
            || value.starts_with("http://schema.org/false")
    })
}

/// Returns the class of a page with next to no text: scripts would write it, or it is empty. The text of a page with
/// frames is in them.
pub(super) fn without_text(page: &Evidence<'_>, is_shell: bool) -> Option<PageClass> {
    let body = &page.document.body;
    let is_short = body.len() <= 4 * SHELL_TEXT_CHARS && body.chars().nth(SHELL_TEXT_CHARS).is_none();
    if !is_short || page.document.links.iter().any(|link| link.kind == LinkKind::Frame) {
        return None;
    }
    let is_blank = !body.chars().any(char::is_alphanumeric);
    let has_mount = || contains(&page.markup, "<div id=") || has_custom_element(&page.markup);
    let has_app = || {
        has_script(&page.markup) && (has_mount() || !page.document.title.is_empty())
            || imports_modules(&page.markup)
            || contains(&page.markup, "<astro-island")
    };
    let is_loading = || page.letters < 80 && page.a_line_is(List::Loading) && has_script(&page.markup);
    if is_shell || page.text_has(List::NeedsScript) || (is_blank && has_app()) || is_loading() {
        return Some(PageClass::NeedsScript);
    }
    (is_blank && page.links == 0).then_some(PageClass::Empty)
}

/// Returns true if the page loads a script that does not only count visits, also as a module of an inline script.
fn has_script(markup: &str) -> bool {
    let is_app = |tag: &str| {
        let attributes = tag.split('>').next().unwrap_or_default();
        attributes.contains("src=") && !List::Analytics.phrases().iter().any(|known| attributes.contains(known))
    };
    markup.split("<script").skip(1).any(is_app) || imports_modules(markup)
}

/// Returns true if an inline script imports modules, as those of some frameworks do.
fn imports_modules(markup: &str) -> bool {
    markup.split("<script").skip(1).any(|tag| {
        let script = tag.split("</script").next().unwrap_or_default();
        ["import(\"", "import \""].iter().any(|start| contains(script, start))
    })
}

/// Returns true if an element has a name with a hyphen, which scripts define.
fn has_custom_element(markup: &str) -> bool {
    markup.split('<').skip(1).any(|tag| {
        let name = tag.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default();
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.contains('-')
    })
}
