//! Writes the site map of a crawl as one HTML page and as a drawing. Both are self-contained: they have no script and
//! no external resource, and light and dark follow the reader's setting. [`crate::graph`] writes GraphML.
//!
//! Titles and URLs come from the web: every text is escaped, and the only links are the http(s) URLs of pages. The
//! crate `types` computes the tree.

mod html;
mod svg;

pub use html::html;
pub use svg::svg;

use types::report::PageRecord;
use types::site_map::{Arrangement, Branch, Relation, SiteMap};
use types::text::{clean, cut};

/// The most characters of a title or a name.
const TEXT_CHARS: usize = 100;

/// Holds a site map with its pages.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The title of the file.
    pub title: &'a str,
    /// The pages in crawl order.
    pub pages: &'a [PageRecord],
    /// Pages of at least this relevance are on the topic.
    pub good: f64,
}

/// Holds the texts and the relation of a row.
#[derive(Clone, Debug)]
struct Entry<'a> {
    relation: Relation,
    /// The page, if the row has one.
    page: Option<&'a PageRecord>,
    /// The title, or the name if there is no title.
    label: String,
    /// The name beside a title.
    name: String,
}

/// The marks of a relation: a shape and words, so that color is not the only cue.
struct Marks {
    sign: &'static str,
    meaning: &'static str,
    class: &'static str,
}

fn marks(relation: Relation) -> Marks {
    let (sign, meaning, class) = match relation {
        Relation::OnTopic => ("●", "relevant", "on"),
        Relation::Way => ("○", "leads to relevant pages", "way"),
        Relation::OffTopic => ("·", "not relevant", "off"),
    };
    Marks { sign, meaning, class }
}

impl<'a> Site<'a> {
    fn map(&self, arrangement: Arrangement) -> SiteMap {
        SiteMap::new(self.pages, arrangement, self.good)
    }

    fn entry(&self, map: &SiteMap, branch: Branch) -> Entry<'a> {
        let at = match branch {
            Branch::Node(at) => at,
            Branch::OffTopic(_) => {
                return Entry {
                    relation: map.relation(branch),
                    page: None,
                    label: format!("{}, not relevant", counted(map.pages_of(branch))),
                    name: String::new(),
                };
            }
        };
        let node = &map.nodes()[at];
        let page = node.page.map(|page| &self.pages[page]);
        let name = short(node.name(self.pages));
        let title = page.map_or_else(String::new, |page| short(&page.text.title));
        let (label, name) = if title.is_empty() { (name, String::new()) } else { (title, name) };
        Entry { relation: map.relation(branch), page, label, name }
    }
}

/// Returns the counts of a map as a sentence.
fn counts(map: &SiteMap) -> String {
    let (pages, on_topic) = map.pages();
    format!("{}, {on_topic} relevant.", counted(pages))
}

fn short(text: &str) -> String {
    cut(&clean(text), TEXT_CHARS).to_owned()
}

fn counted(pages: u32) -> String {
    match pages {
        1 => "1 page".to_owned(),
        _ => format!("{pages} pages"),
    }
}

/// Returns the relevance of a page, and its name if that is beside a title.
fn details(entry: &Entry<'_>, page: &PageRecord) -> String {
    let relevance = format!("{:.2}", page.relevance);
    match entry.name.as_str() {
        "" => relevance,
        name => format!("{relevance} · {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::{crawl, golden, url};

    /// The crawl of the other formats, and two pages off the topic.
    fn pages() -> Vec<PageRecord> {
        let mut pages = crawl();
        for (n, title) in [(5, ""), (6, "Weather")] {
            let mut page = crawl().swap_remove(0);
            page.n = n;
            page.url = url(&format!("http://a.test/off/{n}"));
            title.clone_into(&mut page.text.title);
            page.discovery.parent = Some(1);
            pages.push(page);
        }
        pages
    }

    fn site(pages: &[PageRecord]) -> Site<'_> {
        Site { title: "dengue <fever> & \"more\"", pages, good: 0.5 }
    }

    #[test]
    fn a_site_map_is_written_to_the_byte_in_both_formats() {
        let pages = pages();
        golden("site-map.html", &html(&site(&pages)));
        for arrangement in Arrangement::ALL {
            let name = match arrangement {
                Arrangement::Path => "site-map-path.svg",
                Arrangement::Links => "site-map-links.svg",
            };
            golden(name, &svg(&site(&pages), arrangement));
        }
    }

    #[test]
    fn titles_never_become_markup_and_lose_control_characters() {
        let mut pages = pages();
        let title = "</title></ul><script>alert(1)</script>\" onclick=\"x\u{202e}\u{0}";
        title.clone_into(&mut pages[1].text.title);
        let files =
            [html(&site(&pages)), svg(&site(&pages), Arrangement::Path), svg(&site(&pages), Arrangement::Links)];
        for file in files {
            assert!(!file.contains("<script") && !file.contains("\" onclick"), "{file}");
            assert!(!file.contains(['\u{202e}', '\u{0}']), "{file}");
            assert!(file.contains("&lt;script&gt;"), "{file}");
        }
    }

    #[test]
    fn nesting_of_a_deep_tree_is_limited_and_every_list_is_closed() {
        let mut pages = Vec::new();
        for n in 1..=2_000 {
            let mut page = crawl().swap_remove(1);
            page.n = n;
            page.url = url(&format!("http://a.test/{n}"));
            page.discovery.parent = n.checked_sub(1).filter(|parent| *parent > 0);
            pages.push(page);
        }
        let file = html(&site(&pages));
        let (mut depth, mut deepest) = (0_usize, 0);
        for tag in file.split('<') {
            depth += usize::from(tag.starts_with("ul>"));
            depth -= usize::from(tag.starts_with("/ul>"));
            deepest = deepest.max(depth);
        }
        assert_eq!((depth, deepest), (0, html::MAX_LEVEL));
        assert_eq!(file.matches("<a ").count(), 4_000);
        let drawing = svg(&site(&pages), Arrangement::Links);
        assert_eq!(drawing.matches("<a ").count(), 2_000);
    }

    #[test]
    fn a_crawl_without_pages_has_a_map_without_rows() {
        assert!(html(&site(&[])).contains("0 pages, 0 relevant."));
        assert!(svg(&site(&[]), Arrangement::Path).ends_with("</svg>\n"));
    }
}
