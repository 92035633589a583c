//! Serves documents that are too deep, too large, have too many links or attributes, or are not HTML.

use crate::page::simple_document;
use crate::plan::Host;
use crate::response::Response;
use crate::rng::{Purpose, Rng};
use crate::text::{Language, SUBJECTS, TextGenerator, subject_index};

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
const PIXEL: &[u8] = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

/// A PDF without pages.
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";

/// Returns the document at a path.
pub(super) fn respond(seed: u64, host: &Host, path: &str) -> Option<Response> {
    let mut generator = generator(seed, path);
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

fn generator(seed: u64, path: &str) -> TextGenerator {
    let robotics = subject_index("robotics").unwrap_or(SUBJECTS.len() - 1);
    let rng = Rng::new(seed, Purpose::StressDocuments as u64);
    TextGenerator::new(Language::English, robotics, path.len() % 4, rng)
}

fn many_links() -> String {
    let link = |number| format!("<a href=\"/gone/{number}\">Robot {number}</a>\n");
    let links = (1..=MANY_LINKS).map(link);
    links.collect::<Vec<_>>().concat()
}

fn many_attributes() -> String {
    let attribute = |number| format!(" data-{number}=\"x\"");
    let attributes = (1..=MANY_ATTRIBUTES).map(attribute);
    attributes.collect::<Vec<_>>().concat()
}
