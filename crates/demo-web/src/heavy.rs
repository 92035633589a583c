//! Documents that cost: too deep, too big, too many links, too many attributes, and some that are not HTML.
//!
//! All are made when asked for.

use crate::answer::Answer;
use crate::prose::Voice;
use crate::render::slip;
use crate::rng::Rng;
use crate::tongues::Tongue;

/// What the home page links to.
pub(crate) static LINKS: [(&str, &str); 10] = [
    ("/deep", "A deep page on robot sensors"),
    ("/deep-lists", "A deep list of robot arms"),
    ("/big", "A big page on robot control"),
    ("/huge", "A huge page on robot control"),
    ("/many-links", "A page of links"),
    ("/many-attributes", "A decorated page"),
    ("/report.pdf", "Robotics report (PDF)"),
    ("/photo.gif", "Photo of a robot"),
    ("/notes.txt", "Plain notes on robots"),
    ("/empty", "An empty page"),
];

/// Levels of the deep pages.
const DEPTH: usize = 5000;
/// Bytes of the big page, and of the huge one.
const BIG: usize = 3 << 20;
const HUGE: usize = 9 << 20;
/// Links of the page of links.
const MANY_LINKS: u32 = 7000;
/// Attributes of the decorated page's one tag.
const MANY_ATTRIBUTES: u32 = 20_000;

/// A single transparent pixel.
const PIXEL: &[u8] = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

/// The document at a path.
pub(crate) fn answer(seed: u64, host: usize, path: &str) -> Option<Answer> {
    let mut voice = Voice::new(Tongue::English, 2, path.len() % 4, Rng::of(seed, 11));
    let words = format!("<p>{}</p>\n", voice.paragraph(5));
    let body = match path {
        "/deep" => format!("{}{words}{}", "<div>".repeat(DEPTH), "</div>".repeat(DEPTH)),
        "/deep-lists" => format!("{}{words}", "<ul><li>".repeat(DEPTH)),
        "/big" => words.repeat(BIG / words.len()),
        "/huge" => words.repeat(HUGE / words.len()),
        "/many-links" => {
            let links = (1..=MANY_LINKS)
                .map(|number| format!("<a href=\"/gone/{number}\">Robot {number}</a>\n"))
                .collect::<Vec<_>>()
                .concat();
            format!("{words}{links}")
        }
        "/many-attributes" => {
            let attributes = (1..=MANY_ATTRIBUTES)
                .map(|number| format!(" data-{number}=\"x\""))
                .collect::<Vec<_>>()
                .concat();
            format!("<div{attributes}>{words}</div>")
        }
        "/empty" => return Some(Answer::html(200, String::new())),
        "/report.pdf" => return Some(Answer::file(
            "application/pdf",
            b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n",
        )),
        "/photo.gif" => return Some(Answer::file("image/gif", PIXEL)),
        "/notes.txt" => {
            return Some(Answer::file(
                "text/plain; charset=utf-8",
                voice.paragraph(20).as_bytes(),
            ));
        }
        _ => return None,
    };
    Some(Answer::html(
        200,
        slip(host, "A heavy page on robots", &body),
    ))
}
