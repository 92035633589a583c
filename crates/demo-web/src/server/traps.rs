//! Serves crawler traps: an endless calendar, a path that only gets deeper, a shop with a new session id on every page.

use crate::page::simple_document;
use crate::plan::Host;
use crate::response::Response;
use crate::rng::{Purpose, Rng};
use crate::text::{Language, TOPIC_COUNT, TextGenerator};

/// Returns the page at a path of a trap.
pub(super) fn respond(seed: u64, host: &Host, path: &str) -> Option<Response> {
    let page = calendar(path).or_else(|| deeper(path)).or_else(|| shop(path))?;
    let links: String = page.links.iter().map(TrapLink::list_item).collect();
    let text = generator(seed, path).paragraph(3);
    let body = format!("<p>{text}</p>\n<ul>\n{links}</ul>\n");
    Some(Response::html(200, simple_document(host, &page.title, &body)))
}

/// A page of a trap.
struct TrapPage {
    title: String,
    links: Vec<TrapLink>,
}

/// A link of a trap page.
struct TrapLink {
    path: String,
    anchor: String,
}

impl TrapLink {
    fn new(path: String, anchor: impl Into<String>) -> Self {
        let anchor = anchor.into();
        Self { path, anchor }
    }

    fn list_item(&self) -> String {
        let path = self.path.replace('&', "&amp;");
        format!("<li><a href=\"{path}\">{}</a></li>\n", self.anchor)
    }
}

/// Creates the text generator of a trap page, whose text follows from its path.
fn generator(seed: u64, path: &str) -> TextGenerator {
    let start = Purpose::TrapText as u64;
    let stream = path.bytes().fold(start, |sum, byte| sum.wrapping_mul(131).wrapping_add(u64::from(byte)));
    let theme = TOPIC_COUNT + 1;
    TextGenerator::new(Language::English, theme, 0, Rng::new(seed, stream))
}

fn calendar(path: &str) -> Option<TrapPage> {
    let date = path.strip_prefix("/calendar/")?.strip_suffix('/')?;
    let (year, month) = date.split_once('/')?;
    let (year, month): (u32, u32) = (year.parse().ok()?, month.parse().ok()?);
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let path = |months: u32| format!("/calendar/{:04}/{:02}/", months / 12, months % 12 + 1);
    let months = year * 12 + month - 1;
    Some(TrapPage {
        title: format!("Events in {month:02}/{year}"),
        links: vec![
            TrapLink::new(path(months.saturating_sub(1)), "Previous month"),
            TrapLink::new(path(months + 1), "Next month"),
            TrapLink::new(path(months + 12), "Next year"),
        ],
    })
}

fn deeper(path: &str) -> Option<TrapPage> {
    let mut segments = path.strip_prefix("/a/")?.split_terminator('/');
    let is_known = segments.all(|segment| segment == "a" || segment == "b");
    is_known.then(|| TrapPage {
        title: "Deeper and deeper".to_owned(),
        links: vec![
            TrapLink::new(format!("{path}a/"), "One step further"),
            TrapLink::new(format!("{path}b/"), "Another way"),
        ],
    })
}

fn shop(path: &str) -> Option<TrapPage> {
    let query = path.strip_prefix("/shop?")?;
    let parameter = |name| query.split('&').find_map(|pair| pair.strip_prefix(name));
    let item: u64 = parameter("item=")?.parse().ok()?;
    let session = parameter("sid=").unwrap_or("0");
    let hash = session.bytes().fold(item, |sum, byte| sum.wrapping_mul(0x0100_0000_01B3) ^ u64::from(byte));
    let links = (1..=6).map(|step| {
        let new_session = hash.wrapping_mul(step * 2 + 1) & 0xFFFF_FFFF;
        let item = (item % 40 + step) % 40 + 1;
        let path = format!("/shop?item={item}&sid={new_session:08x}");
        TrapLink::new(path, format!("Item {item}"))
    });
    Some(TrapPage { title: format!("Item {}", item % 40), links: links.collect() })
}
