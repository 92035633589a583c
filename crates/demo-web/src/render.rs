//! Puts a page together: head, bar, text, lists, foot, in one of three fashions of markup.
//!
//! Left out: styles and scripts. What a hostile or broken host does to a page happens elsewhere.

use crate::article;
use crate::hosts::{Charset, HOSTS, Quirk};
use crate::links::{Link, Links, To, of};
use crate::mischief;
use crate::plan::{Kind, Page, Plan};
use crate::soup;
use crate::tongues::{Label, Tongue};

/// The document of a page, as text.
pub(crate) fn document(plan: &Plan, at: usize) -> String {
    let page = &plan.pages[at];
    let links = of(plan, at);
    let trick = mischief::trick(page);
    let title = trick.as_ref().and_then(|trick| trick.title.clone());
    let title = title.unwrap_or_else(|| full_title(page));
    let text = format!(
        "{}{}",
        article::body(plan, at, &links.inline),
        trick.as_ref().map_or("", |trick| trick.body)
    );
    let shape = Shape {
        page,
        plan,
        links: &links,
        text,
    };
    let head = head(page, &title, trick.as_ref().map_or("", |trick| trick.head));
    let lang = page.site().tongue.grammar().code;
    let body = match page.host % 3 {
        0 => shape.modern(),
        1 => shape.blocks(),
        _ => shape.tables(),
    };
    let html =
        format!("<!DOCTYPE html>\n<html lang=\"{lang}\">\n{head}<body>\n{body}</body>\n</html>\n");
    if page.site().quirk == Quirk::Soup && page.kind != Kind::Home {
        soup::spoil(&html)
    } else {
        html
    }
}

fn full_title(page: &Page) -> String {
    let (title, site) = (&page.title, page.site().title);
    match (page.kind, page.site().tongue) {
        (Kind::Home, _) => site.to_owned(),
        (_, Tongue::Spanish) => format!("{title} – {site}"),
        (_, Tongue::Chinese) => format!("{title}_{site}"),
        _ => format!("{title} | {site}"),
    }
}

fn head(page: &Page, title: &str, more: &str) -> String {
    let charset = match page.site().charset {
        Charset::Utf8 => "<meta charset=\"utf-8\">\n",
        Charset::Latin => "",
        Charset::Chinese => {
            "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=gb18030\">\n"
        }
    };
    let robots = match (page.site().quirk, page.serial % 4) {
        (Quirk::RobotTags, 1) => "<meta name=\"robots\" content=\"noindex\">\n",
        (Quirk::RobotTags, 2) => "<meta name=\"robots\" content=\"nofollow\">\n",
        _ => "",
    };
    format!(
        "<head>\n{charset}<title>{}</title>\n{robots}{more}</head>\n",
        escape(title)
    )
}

/// A page that is about to be laid out.
struct Shape<'a> {
    plan: &'a Plan,
    page: &'a Page,
    links: &'a Links,
    text: String,
}

impl Shape<'_> {
    fn modern(&self) -> String {
        let Self { page, text, .. } = self;
        format!(
            "<header><p class=\"site\">{}</p>\n<nav><ul>\n{}</ul></nav></header>\n<main><article>\n<h1>{}</h1>\n{}{text}</article>\n<aside>{}<ul>\n{}</ul></aside></main>\n<footer>{}</footer>\n",
            page.site().title,
            self.items(&self.links.bar),
            escape(&page.title),
            self.origin(),
            self.heading(),
            self.items(&self.links.listed),
            self.foot(),
        )
    }

    fn blocks(&self) -> String {
        let Self { page, text, .. } = self;
        format!(
            "<div id=\"top\"><div class=\"logo\">{}</div><div class=\"menu\">{}</div></div>\n<div id=\"content\">\n<h1>{}</h1>\n{}{text}</div>\n<div class=\"related\">{}<ul>\n{}</ul></div>\n<div id=\"foot\">{}</div>\n",
            page.site().title,
            self.row(&self.links.bar),
            escape(&page.title),
            self.origin(),
            self.heading(),
            self.items(&self.links.listed),
            self.foot(),
        )
    }

    fn tables(&self) -> String {
        let Self { page, text, .. } = self;
        format!(
            "<table width=\"100%\"><tr><td colspan=\"2\"><b>{}</b><br>{}</td></tr>\n<tr valign=\"top\"><td width=\"25%\">{}<ul>\n{}</ul></td>\n<td><h1>{}</h1>\n{}{text}</td></tr>\n<tr><td colspan=\"2\"><hr>{}</td></tr></table>\n",
            page.site().title,
            self.row(&self.links.bar),
            self.heading(),
            self.items(&self.links.listed),
            escape(&page.title),
            self.origin(),
            self.foot(),
        )
    }

    /// Where a copy says that it is one.
    fn origin(&self) -> String {
        let Some(original) = self.page.original else {
            return String::new();
        };
        let original = self.plan.pages[original].url();
        match self.page.kind {
            Kind::Print => format!("<p>Printed from {original}</p>\n"),
            _ => format!("<p>This is a mirror of {original}, copied once a week.</p>\n"),
        }
    }

    fn heading(&self) -> String {
        match self.page.kind {
            Kind::Article | Kind::Paper => {
                format!("<h3>{}</h3>", self.page.site().tongue.label(Label::Related))
            }
            _ => String::new(),
        }
    }

    fn items(&self, links: &[Link]) -> String {
        let items = links.iter().map(|link| {
            format!(
                "<li>{}</li>
",
                anchor(self.plan, self.page, link)
            )
        });
        items.collect::<Vec<_>>().concat()
    }

    fn row(&self, links: &[Link]) -> String {
        let anchors: Vec<String> = links
            .iter()
            .map(|link| anchor(self.plan, self.page, link))
            .collect();
        anchors.join(" | ")
    }

    fn foot(&self) -> String {
        let host = self.page.site().name;
        format!(
            "<p>{} | <a href=\"mailto:editor@{host}\">editor@{host}</a> | &copy; {}</p>",
            self.row(&self.links.foot),
            self.page.site().title
        )
    }
}

/// A link as HTML.
pub(crate) fn anchor(plan: &Plan, page: &Page, link: &Link) -> String {
    format!(
        "<a href=\"{}\">{}</a>",
        escape(&address(plan, page, &link.to)),
        escape(&link.anchor)
    )
}

/// What a page writes to name a destination: a path on its own host, an absolute URL for others.
fn address(plan: &Plan, page: &Page, to: &To) -> String {
    match to {
        To::Page(to) if plan.pages[*to].host == page.host => plan.pages[*to].path.clone(),
        To::Page(to) => plan.pages[*to].url(),
        To::Moved(to) => format!("http://moved.test/go/{to}"),
        To::Path(path) => path.clone(),
    }
}

/// A small document that no plan knows.
pub(crate) fn slip(host: usize, title: &str, body: &str) -> String {
    let home = HOSTS[host].origin();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{}</title></head>\n<body>\n<h1>{}</h1>\n{body}<p><a href=\"{home}/\">Home</a></p>\n</body>\n</html>\n",
        escape(title),
        escape(title)
    )
}

/// A text inside a tag, on a line of its own.
pub(crate) fn tag(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>\n", escape(text))
}

/// The text with markup made harmless.
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
