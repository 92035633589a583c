//! Renders a page in one of three styles of markup: semantic elements, blocks, or layout tables.
//!
//! The articles of one host try to run scripts in the reader's program, or to mislead with their titles. Those of
//! another are malformed.

use super::content::{content, updates};
use super::{anchor, escape};
use crate::data::{fill, records};
use crate::plan::{Behavior, Charset, Link, Page, PageKind, Plan, page_links};
use std::sync::LazyLock;

/// The body of a page, in three styles.
static LAYOUTS: [&str; 3] = [
    include_str!("../../data/semantic.html"),
    include_str!("../../data/blocks.html"),
    include_str!("../../data/tables.html"),
];

/// The parts of a page that an injection changes.
#[derive(Default)]
pub(crate) struct Injection {
    /// Name, which is also the page's path: `http://mischief.test/script-tags`.
    pub(crate) name: &'static str,
    /// Comes at the end of the head.
    head: Vec<&'static str>,
    /// Comes at the end of the text.
    body: Vec<&'static str>,
}

/// All injections.
pub(crate) static INJECTIONS: LazyLock<Vec<Injection>> = LazyLock::new(|| {
    let records = records(include_str!("../../data/injections.txt"));
    let injection = |record: crate::data::Record| Injection {
        name: record.text("name"),
        head: record.texts("head"),
        body: record.texts("body"),
    };
    records.map(injection).collect()
});

/// Renders the document of a page after this many changes.
pub(crate) fn document(plan: &Plan, index: usize, version: usize) -> String {
    let page = &plan.pages[index];
    let links = page_links(plan, index);
    let injection = injection(page);
    let content =
        content(plan, index, &links.inline) + &updates(plan, index, version) + &with_newlines(&injection.body);
    let anchors = |links: &[Link]| -> Vec<String> { links.iter().map(|link| anchor(plan, page, link)).collect() };
    let item = |anchor: String| format!("<li>{anchor}</li>\n");
    let items = |links| anchors(links).into_iter().map(item).collect::<Vec<_>>().concat();
    let row = |links| anchors(links).join(" | ");
    let (title, site) = (escape(&page.title), page.site().title);
    let body = fill(LAYOUTS[page.host % 3], |slot, html| {
        *html += &match slot {
            "site" => site.to_owned(),
            "title" => title.clone(),
            "navigation" => row(&links.navigation),
            "navigation items" => items(&links.navigation),
            "notice" => original_notice(plan, page),
            "related" => related_heading(page),
            "listed" => items(&links.listed),
            "footer" => footer(page, &row(&links.footer)),
            "content" => content.clone(),
            template => escape(page.site().language.text(template)),
        };
    });
    let (lang, head) = (page.site().language.locale().code, head(page, injection));
    let html = format!("<!DOCTYPE html>\n<html lang=\"{lang}\">\n{head}<body>\n{body}</body>\n</html>\n");
    let is_malformed = page.site().behavior == Behavior::MalformedHtml && page.kind != PageKind::Home;
    if is_malformed { malform(&html) } else { html }
}

fn with_newlines(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

fn head(page: &Page, injection: &Injection) -> String {
    let charset = match page.site().charset {
        Charset::Utf8 => "<meta charset=\"utf-8\">\n",
        Charset::Windows1252 => "",
        Charset::Gb2312 => "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=gb18030\">\n",
    };
    let robots = match (page.site().behavior, page.number % 4) {
        (Behavior::RobotsMetadata, 1) => "<meta name=\"robots\" content=\"noindex\">\n",
        (Behavior::RobotsMetadata, 2) => "<meta name=\"robots\" content=\"nofollow\">\n",
        _ => "",
    };
    let (title, injected) = (escape(&full_title(page, injection.name)), with_newlines(&injection.head));
    format!("<head>\n{charset}<title>{title}</title>\n{robots}{injected}</head>\n")
}

/// Returns the title of the document, which some injections replace.
fn full_title(page: &Page, injection: &str) -> String {
    let (title, site) = (&page.title, page.site().title);
    match injection {
        "turned-title" => format!("\u{202E}{title}\u{202C}\u{2066}\u{200F} fdp.exe"),
        "control-title" => format!("{title}\u{7}\u{8}\u{1B}[31m\u{9B}\u{FEFF}\u{0}\r\n\tend"),
        "formula-title" => format!("=HYPERLINK(\"http://mischief.test/\",\"{title}\")"),
        "long-title" => format!("{title} and on ").repeat(400),
        "markup-title" => format!("</title><img src=x onerror=alert(1)> {title} <b>bold</b> &amp; `${{x}}`"),
        _ if page.kind == PageKind::Home => site.to_owned(),
        _ => fill(page.site().language.text("page title"), |slot, text| {
            *text += if slot == "title" { title } else { site };
        }),
    }
}

/// Returns the injection of a page; one without effect for ordinary pages.
fn injection(page: &Page) -> &'static Injection {
    static NONE: Injection = Injection { name: "", head: Vec::new(), body: Vec::new() };
    if page.site().behavior != Behavior::ScriptInjection || page.kind != PageKind::Article {
        return &NONE;
    }
    let path = page.path.trim_start_matches('/');
    INJECTIONS.iter().find(|injection| path.starts_with(injection.name)).unwrap_or(&NONE)
}

/// Names the original on a copy; empty for other pages.
fn original_notice(plan: &Plan, page: &Page) -> String {
    let original = page.original.map(|original| plan.pages[original].url());
    original.map_or_else(String::new, |original| match page.kind {
        PageKind::Print => format!("<p>Printed from {original}</p>\n"),
        _ => format!("<p>This is a mirror of {original}, copied once a week.</p>\n"),
    })
}

fn related_heading(page: &Page) -> String {
    match page.kind {
        PageKind::Article | PageKind::Paper => format!("<h3>{}</h3>", page.site().language.text("related pages")),
        _ => String::new(),
    }
}

fn footer(page: &Page, links: &str) -> String {
    let (host, site) = (page.site().name, page.site().title);
    format!("<p>{links} | <a href=\"mailto:editor@{host}\">editor@{host}</a> | &copy; {site}</p>")
}

/// Makes a document malformed like hand-written pages: unclosed tags, stray attributes, nested tables. All links stay
/// where a browser finds them.
fn malform(html: &str) -> String {
    [
        ("<!DOCTYPE html>\n", ""),
        ("</p>", ""),
        ("</li>", ""),
        ("</td>", ""),
        ("</h1>", "</h2>"),
        ("<h1>", "<table border><tr><td><table><tr><td><h1 =\"\" align=center align=left>"),
        ("<li>", "<LI class='item>' class=again style=>"),
        ("<p>", "<P><font color=#333 size=+1><b>"),
        (
            "</body>\n</html>\n",
            "</p></i></center>\n</html>\n<p>One line after the end &nbsp &bogus; &#xFFFFFF;\n<!-- never closed",
        ),
    ]
    .iter()
    .fold(html.to_owned(), |html, (from, to)| html.replace(from, to))
}
