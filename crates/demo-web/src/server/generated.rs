//! Serves crawler traps and documents that are hard to read.

use crate::http::Response;
use crate::page::simple_document;
use crate::plan::{Behavior, Host};
use crate::rng::{Purpose, Rng};
use crate::text::{Language, TOPIC_COUNT, TextGenerator, subject_index};

/// Nested elements of the deep pages.
const DEPTH: usize = 5000;
/// Size of the big page in bytes.
const BIG_BYTES: usize = 3 << 20;
/// Size of the huge page in bytes.
const HUGE_BYTES: usize = 9 << 20;
/// Links of the page with many links.
const MANY_LINKS: u32 = 7000;
/// Attributes of the only element of the page with many attributes.
const MANY_ATTRIBUTES: u32 = 20_000;

/// A single transparent pixel.
const PIXEL: &[u8] = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\
    \x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

/// A PDF without pages.
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";

/// Returns the page at a path of a host with generated pages.
pub(super) fn respond(seed: u64, host: &Host, path: &str) -> Option<Response> {
    if host.behavior == Behavior::Traps { trap(seed, host, path) } else { stress_document(seed, host, path) }
}

/// Returns a page of a crawler trap: an endless calendar, a path that only gets deeper, a shop with a new session id on
/// every page.
fn trap(seed: u64, host: &Host, path: &str) -> Option<Response> {
    let (title, links) = calendar(path).or_else(|| deeper(path)).or_else(|| shop(path))?;
    let item = |(path, anchor): (String, String)| {
        format!("<li><a href=\"{}\">{anchor}</a></li>\n", path.replace('&', "&amp;"))
    };
    let links: String = links.into_iter().map(item).collect();
    // The text follows from the path.
    let add = |sum: u64, byte| sum.wrapping_mul(131).wrapping_add(u64::from(byte));
    let stream = path.bytes().fold(Purpose::TrapText as u64, add);
    let mut generator = TextGenerator::new(Language::English, TOPIC_COUNT + 1, 0, Rng::new(seed, stream));
    let body = format!("<p>{}</p>\n<ul>\n{links}</ul>\n", generator.paragraph(3));
    Some(Response::html(200, simple_document(host, &title, &body)))
}

/// Title of a trap page, and its links with their anchor texts.
type TrapPage = (String, Vec<(String, String)>);

fn calendar(path: &str) -> Option<TrapPage> {
    let (year, month) = path.strip_prefix("/calendar/")?.strip_suffix('/')?.split_once('/')?;
    let (year, month): (u32, u32) = (year.parse().ok()?, month.parse().ok()?);
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let months = year * 12 + month - 1;
    let link = |(months, anchor): (u32, &str)| {
        (format!("/calendar/{:04}/{:02}/", months / 12, months % 12 + 1), anchor.to_owned())
    };
    let links = [(months - 1, "Previous month"), (months + 1, "Next month"), (months + 12, "Next year")];
    Some((format!("Events in {month:02}/{year}"), links.map(link).into()))
}

fn deeper(path: &str) -> Option<TrapPage> {
    let mut segments = path.strip_prefix("/a/")?.split_terminator('/');
    let is_known = segments.all(|segment| segment == "a" || segment == "b");
    let links = [(format!("{path}a/"), "One step further".to_owned()), (format!("{path}b/"), "Another way".to_owned())];
    is_known.then(|| ("Deeper and deeper".to_owned(), links.into()))
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
        (format!("/shop?item={item}&sid={new_session:08x}"), format!("Item {item}"))
    });
    Some((format!("Item {}", item % 40), links.collect()))
}

/// Returns a document that is too deep or too large, has too many links or attributes, or is not HTML.
fn stress_document(seed: u64, host: &Host, path: &str) -> Option<Response> {
    let mut generator = robots_generator(seed, path);
    let text = format!("<p>{}</p>\n", generator.paragraph(5));
    let body = match path {
        "/empty" => return Some(Response::html(200, String::new())),
        "/report.pdf" => return Some(Response::file("application/pdf", PDF)),
        "/photo.gif" => return Some(Response::file("image/gif", PIXEL)),
        "/notes.txt" => {
            let notes = generator.paragraph(20);
            return Some(Response::file("text/plain; charset=utf-8", notes));
        }
        "/deep" => "<div>".repeat(DEPTH) + &text + &"</div>".repeat(DEPTH),
        "/deep-lists" => "<ul><li>".repeat(DEPTH) + &text,
        "/big" => text.repeat(BIG_BYTES / text.len()),
        "/huge" => text.repeat(HUGE_BYTES / text.len()),
        "/many-links" => text + &many_links(),
        "/many-attributes" => format!("<div{}>{text}</div>", many_attributes()),
        _ => return None,
    };
    let document = simple_document(host, "A heavy page on robots", &body);
    Some(Response::html(200, document))
}

fn robots_generator(seed: u64, path: &str) -> TextGenerator {
    let robotics = subject_index("robotics").unwrap_or_default();
    let rng = Rng::new(seed, Purpose::StressDocuments as u64);
    TextGenerator::new(Language::English, robotics, path.len() % 4, rng)
}

fn many_links() -> String {
    let link = |number| format!("<a href=\"/gone/{number}\">Robot {number}</a>\n");
    (1..=MANY_LINKS).map(link).collect::<Vec<_>>().concat()
}

fn many_attributes() -> String {
    (1..=MANY_ATTRIBUTES).map(|number| format!(" data-{number}=\"x\"")).collect::<Vec<_>>().concat()
}
