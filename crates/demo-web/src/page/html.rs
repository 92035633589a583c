//! Creates small pieces of HTML.

use crate::plan::{Host, Link, LinkTarget, Page, Plan};

/// Returns the text with markup escaped.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Returns an element with escaped text, on a line of its own.
pub(crate) fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>\n", escape(text))
}

/// Returns a link of a page.
pub(super) fn anchor(plan: &Plan, page: &Page, link: &Link) -> String {
    format!("<a href=\"{}\">{}</a>", escape(&href(plan, page, &link.target)), escape(&link.anchor))
}

/// Returns a path for targets on the page's own host, and an absolute URL for others.
fn href(plan: &Plan, page: &Page, target: &LinkTarget) -> String {
    match target {
        LinkTarget::Page(to) if plan.pages[*to].host == page.host => plan.pages[*to].path.clone(),
        LinkTarget::Page(to) => plan.pages[*to].url(),
        LinkTarget::Redirect(to) => format!("http://moved.test/go/{to}"),
        LinkTarget::Path(path) => path.clone(),
    }
}

/// Returns a small document outside the plan, with a link to the host's home page. `body` is HTML.
pub(crate) fn simple_document(host: &Host, title: &str, body: &str) -> String {
    let (home, title) = (host.origin(), escape(title));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{title}</title></head>\n<body>\n<h1>{title}</h1>\n{body}<p><a href=\"{home}/\">Home</a></p>\n</body>\n</html>\n"
    )
}
