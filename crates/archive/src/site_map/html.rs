//! Writes a site map as an HTML page: both trees as nested lists that fold without a script.

use super::{Entry, Site, counts, details, marks};
use crate::xml::escaped;
use std::fmt::Write as _;
use types::site_map::Relation;
use types::site_map::{Arrangement, Branch, SiteMap};

/// The deepest nesting of lists; deeper items are in the last one. Browsers nest about 500 elements.
pub(super) const MAX_LEVEL: usize = 50;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#222;--back:#fff;--soft:#5c636b;--rule:#ccc;--topic:#0a665a}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--back:#16181b;--soft:#a3abb3;--rule:#44484d;--topic:#5ed0ba}}\
body{margin:0 auto;padding:1.5rem;max-width:60rem;\
font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--back)}\
h1,h2{line-height:1.25}h2{margin-top:2em}\
ul{margin:0;padding:0 0 0 1.1rem;list-style:none;border-left:1px solid var(--rule)}\
main>ul{padding:0;border:0}li{overflow-wrap:anywhere}summary{cursor:pointer}li>.row{margin-left:1rem}\
a{color:inherit;text-underline-offset:.18em;text-decoration-color:var(--rule)}\
.sign{display:inline-block;width:1.2em;text-align:center}\
small{color:var(--soft)}.off>*{color:var(--soft)}.on>.sign,.way>.sign{color:var(--topic)}.on>a{font-weight:600}";

/// Returns the page.
pub fn html(site: &Site<'_>) -> String {
    let title = escaped(site.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
<meta name=\"referrer\" content=\"no-referrer\">\n\
<title>Site map: {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Site map: {title}</h1>\n"
    );
    for (at, arrangement) in Arrangement::ALL.into_iter().enumerate() {
        let map = site.map(arrangement);
        if at == 0 {
            let signs = [Relation::OnTopic, Relation::Way, Relation::OffTopic];
            let legend = signs.map(|relation| format!("{} {}", marks(relation).sign, marks(relation).meaning));
            let _ = writeln!(out, "<p>{}</p>\n<p><small>{}</small></p>", counts(&map), legend.join(" &nbsp; "));
        }
        let _ = writeln!(out, "<h2>{}</h2>", arrangement.title());
        tree(&mut out, site, &map);
    }
    out + "</main>\n</body>\n</html>\n"
}

fn tree(out: &mut String, site: &Site<'_>, map: &SiteMap) {
    *out += "<ul>\n";
    let mut open = 0;
    for row in map.rows(false, |_| Some(true)) {
        let level = row.level.min(MAX_LEVEL);
        close(out, &mut open, level - 1);
        let entry = site.entry(map, row.branch);
        let unfolds = matches!(row.branch, Branch::Node(at) if map.is_usually_open(at));
        if row.is_open.is_some() && level < MAX_LEVEL {
            let open_now = if unfolds { " open" } else { "" };
            let _ = writeln!(out, "<li><details{open_now}><summary>{}</summary><ul>", text(&entry));
            open += 1;
        } else {
            let _ = writeln!(out, "<li><div class=\"row\">{}</div></li>", text(&entry));
        }
    }
    close(out, &mut open, 0);
    *out += "</ul>\n";
}

/// Closes lists until this many are open.
fn close(out: &mut String, open: &mut usize, wanted: usize) {
    while *open > wanted {
        *out += "</ul></details></li>\n";
        *open -= 1;
    }
}

fn text(entry: &Entry<'_>) -> String {
    let marks = marks(entry.relation);
    let label = escaped(&entry.label);
    let mut out = format!(
        "<span class=\"{}\"><span class=\"sign\" title=\"{}\">{}</span> ",
        marks.class, marks.meaning, marks.sign
    );
    match entry.page {
        Some(page) => {
            let url = escaped(page.url.as_str());
            let details = escaped(&details(entry, page));
            let _ = write!(out, "<a href=\"{url}\" title=\"{url}\">{label}</a> <small>{details}</small>");
        }
        None => {
            let _ = write!(out, "<span>{label}</span>");
        }
    }
    out + "</span>"
}
