//! Renders a page in one of three styles of markup: semantic elements, blocks, or layout tables.

use super::content::content;
use super::html::{anchor, escape};
use super::updates::updates;
use super::{injections, malformed};
use crate::plan::{Behavior, Charset, Link, Links, Page, PageKind, Plan, page_links};
use crate::text::{Label, Language};

/// Renders the document of a page after this many changes.
pub(crate) fn document(plan: &Plan, index: usize, version: usize) -> String {
    let page = &plan.pages[index];
    let links = page_links(plan, index);
    let injection = injections::injection(page);
    let content = content(plan, index, &links.inline) + &updates(plan, index, version) + injection.body;
    let title = injection.title.unwrap_or_else(|| full_title(page));
    let head = head(page, &title, injection.head);
    let lang = page.site().language.locale().code;
    let layout = Layout { plan, page, links: &links, content };
    let body = match page.host % 3 {
        0 => layout.semantic(),
        1 => layout.blocks(),
        _ => layout.tables(),
    };
    let html = format!("<!DOCTYPE html>\n<html lang=\"{lang}\">\n{head}<body>\n{body}</body>\n</html>\n");
    if page.site().behavior == Behavior::MalformedHtml && page.kind != PageKind::Home {
        malformed::malform(&html)
    } else {
        html
    }
}

fn full_title(page: &Page) -> String {
    let (title, site) = (&page.title, page.site().title);
    match (page.kind, page.site().language) {
        (PageKind::Home, _) => site.to_owned(),
        (_, Language::Spanish) => format!("{title} – {site}"),
        (_, Language::Chinese) => format!("{title}_{site}"),
        _ => format!("{title} | {site}"),
    }
}

fn head(page: &Page, title: &str, injected: &str) -> String {
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
    format!("<head>\n{charset}<title>{}</title>\n{robots}{injected}</head>\n", escape(title))
}

/// The parts of a page's body.
struct Layout<'a> {
    plan: &'a Plan,
    page: &'a Page,
    links: &'a Links,
    content: String,
}

impl Layout<'_> {
    fn semantic(&self) -> String {
        let Self { page, content, .. } = self;
        format!(
            "<header><p class=\"site\">{}</p>\n<nav><ul>\n{}</ul></nav></header>\n<main><article>\n<h1>{}</h1>\n{}{content}</article>\n<aside>{}<ul>\n{}</ul></aside></main>\n<footer>{}</footer>\n",
            page.site().title,
            self.list_items(&self.links.navigation),
            escape(&page.title),
            self.original_notice(),
            self.related_heading(),
            self.list_items(&self.links.listed),
            self.footer(),
        )
    }

    fn blocks(&self) -> String {
        let Self { page, content, .. } = self;
        format!(
            "<div id=\"top\"><div class=\"logo\">{}</div><div class=\"menu\">{}</div></div>\n<div id=\"content\">\n<h1>{}</h1>\n{}{content}</div>\n<div class=\"related\">{}<ul>\n{}</ul></div>\n<div id=\"foot\">{}</div>\n",
            page.site().title,
            self.row(&self.links.navigation),
            escape(&page.title),
            self.original_notice(),
            self.related_heading(),
            self.list_items(&self.links.listed),
            self.footer(),
        )
    }

    fn tables(&self) -> String {
        let Self { page, content, .. } = self;
        format!(
            "<table width=\"100%\"><tr><td colspan=\"2\"><b>{}</b><br>{}</td></tr>\n<tr valign=\"top\"><td width=\"25%\">{}<ul>\n{}</ul></td>\n<td><h1>{}</h1>\n{}{content}</td></tr>\n<tr><td colspan=\"2\"><hr>{}</td></tr></table>\n",
            page.site().title,
            self.row(&self.links.navigation),
            self.related_heading(),
            self.list_items(&self.links.listed),
            escape(&page.title),
            self.original_notice(),
            self.footer(),
        )
    }

    /// Names the original on a copy; empty for other pages.
    fn original_notice(&self) -> String {
        let Some(original) = self.page.original else {
            return String::new();
        };
        let original = self.plan.pages[original].url();
        match self.page.kind {
            PageKind::Print => format!("<p>Printed from {original}</p>\n"),
            _ => format!("<p>This is a mirror of {original}, copied once a week.</p>\n"),
        }
    }

    fn related_heading(&self) -> String {
        match self.page.kind {
            PageKind::Article | PageKind::Paper => {
                let heading = self.page.site().language.label(Label::RelatedPages);
                format!("<h3>{heading}</h3>")
            }
            _ => String::new(),
        }
    }

    fn list_items(&self, links: &[Link]) -> String {
        let anchors = self.anchors(links).into_iter();
        let items = anchors.map(|anchor| format!("<li>{anchor}</li>\n"));
        items.collect::<Vec<_>>().concat()
    }

    fn row(&self, links: &[Link]) -> String {
        self.anchors(links).join(" | ")
    }

    fn anchors(&self, links: &[Link]) -> Vec<String> {
        let links = links.iter();
        links.map(|link| anchor(self.plan, self.page, link)).collect()
    }

    fn footer(&self) -> String {
        let host = self.page.site().name;
        format!(
            "<p>{} | <a href=\"mailto:editor@{host}\">editor@{host}</a> | &copy; {}</p>",
            self.row(&self.links.footer),
            self.page.site().title
        )
    }
}
