//! Writes a feed of the pages, and a list of their sites.
//!
//! Source: RFC 4287 (Atom); OPML 2.0.

use super::Export;
use crate::date;
use crate::xml::escaped;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use types::sorting;
use types::text::clean;

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

impl Export<'_> {
    /// Returns the pages as an Atom feed, the latest first.
    pub(super) fn atom(&self) -> String {
        let mut pages: Vec<_> = self.pages.iter().collect();
        sorting::sort_by_key(&mut pages, |page| std::cmp::Reverse(page.record.fetch.at));
        let updated = pages.first().map_or(self.created, |page| page.record.fetch.at);
        let title = escaped(&clean(self.title));
        let mut out = format!(
            "{XML}<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>{title}</title>\n\
            <id>urn:salticid:crawl:{}:{}</id>\n<updated>{}</updated>\n<author><name>Salticid</name></author>\n",
            self.created,
            utf8_percent_encode(self.title, NON_ALPHANUMERIC),
            date::to_millis(updated),
        );
        for page in pages {
            let url = escaped(page.record.url.as_str());
            let _ = write!(
                out,
                "<entry>\n<title>{}</title>\n<id>{url}</id>\n<link href=\"{url}\"/>\n<updated>{}</updated>\n",
                escaped(&page.title()),
                date::to_millis(page.record.fetch.at),
            );
            for author in &page.metadata.authors {
                let _ = writeln!(out, "<author><name>{}</name></author>", escaped(&clean(author)));
            }
            let state = Some(page.state()).filter(|state| !state.is_empty());
            for tag in page.judgment.tags.iter().map(String::as_str).chain(state) {
                let _ = writeln!(out, "<category term=\"{}\"/>", escaped(tag));
            }
            let (note, summary) = (clean(&page.judgment.note), page.summary());
            let (attribute, text) = match note.as_str() {
                "" => ("", summary),
                note => (" type=\"html\"", format!("<p>{}</p><p>{}</p>", escaped(note), escaped(&summary))),
            };
            let _ = writeln!(out, "<summary{attribute}>{}</summary>\n</entry>", escaped(&text));
        }
        out + "</feed>\n"
    }

    /// Returns the sites of the pages as OPML, those with most pages first. A site is a subscription if one of its
    /// pages names a feed.
    pub(super) fn opml(&self) -> String {
        let mut sites = BTreeMap::<&str, (u32, &str, &str)>::new();
        for page in &self.pages {
            let (count, name, feed) = sites.entry(&page.record.host).or_default();
            *count += 1;
            if name.is_empty() {
                *name = &page.metadata.site_name;
            }
            if feed.is_empty() {
                *feed = &page.metadata.feed;
            }
        }
        let mut sites: Vec<_> = sites.into_iter().collect();
        sorting::sort_by_key(&mut sites, |(_, (count, ..))| std::cmp::Reverse(*count));
        let title = escaped(&clean(self.title));
        let mut out = format!("{XML}<opml version=\"2.0\">\n<head>\n<title>{title}</title>\n</head>\n<body>\n");
        for (host, (count, name, feed)) in sites {
            let name = if name.is_empty() { host.split("://").last().unwrap_or(host) } else { name };
            let pages = if count == 1 { "page" } else { "pages" };
            let (name, host) = (escaped(&clean(name)), escaped(host));
            let address = if feed.is_empty() {
                format!("type=\"link\" url=\"{host}/\"")
            } else {
                format!("type=\"rss\" xmlUrl=\"{}\" htmlUrl=\"{host}/\"", escaped(feed))
            };
            let _ = writeln!(out, "<outline text=\"{name}\" {address} description=\"{count} {pages}\"/>");
        }
        out + "</body>\n</opml>\n"
    }
}
