//! Renders planned pages as HTML and encodes them.

mod content;
mod layout;

use crate::data::{self, rows};
use crate::plan::{Charset, Host, Link, LinkTarget, Page, Plan};
pub(crate) use content::{content, news};
pub(crate) use layout::{INJECTIONS, document};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Returns the text with markup escaped.
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

/// Returns an element with escaped text, on a line of its own.
pub(crate) fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>\n", escape(text))
}

/// Returns a link of a page: with a path for targets on the page's own host, and an absolute URL for others.
fn anchor(plan: &Plan, page: &Page, link: &Link) -> String {
    let href = match &link.target {
        LinkTarget::Page(to) if plan.pages[*to].host == page.host => plan.pages[*to].path.clone(),
        LinkTarget::Page(to) => plan.pages[*to].url(),
        LinkTarget::Redirect(to) => format!("http://moved.test/go/{to}"),
        LinkTarget::Path(path) => path.clone(),
    };
    format!("<a href=\"{}\">{}</a>", escape(&href), escape(&link.anchor))
}

/// Returns a small document outside the plan, with a link to the host's home page. `body` is HTML.
pub(crate) fn simple_document(host: &Host, title: &str, body: &str) -> String {
    data::fill(include_str!("../../data/simple.html"), |slot, html| match slot {
        "title" => *html += &escape(title),
        "body" => *html += body,
        _ => *html += &host.origin(),
    })
}

/// The GB 2312 code of each Chinese character of this web.
static GB2312: LazyLock<BTreeMap<char, [u8; 2]>> = LazyLock::new(|| {
    let pairs = rows(include_str!("../../data/gb2312.txt")).flat_map(|row| row[0].split(' '));
    let code = |pair: &str| Some((pair.chars().next()?, u16::from_str_radix(pair.get(3..)?, 16).ok()?.to_be_bytes()));
    pairs.filter_map(code).collect()
});

/// Encodes a document. Characters that the character set does not have become question marks.
pub(crate) fn encode(charset: Charset, text: String) -> Vec<u8> {
    match charset {
        Charset::Utf8 => text.into_bytes(),
        // Latin-1 and the en dash, the only other character that the web's Windows-1252 pages have.
        Charset::Windows1252 => {
            let byte = |letter| if letter == '–' { 0x96 } else { u8::try_from(letter).unwrap_or(b'?') };
            text.chars().map(byte).collect()
        }
        Charset::Gb2312 => {
            let mut bytes = Vec::with_capacity(text.len());
            for letter in text.chars() {
                match GB2312.get(&letter) {
                    _ if letter.is_ascii() => bytes.push(letter as u8),
                    Some(code) => bytes.extend(code),
                    None => bytes.push(b'?'),
                }
            }
            bytes
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gb2312_code_decodes_to_its_character() {
        let text: String = GB2312.keys().collect();
        let bytes = encode(Charset::Gb2312, text.clone());
        let (decoded, _, broken) = encoding_rs::GB18030.decode(&bytes);
        assert_eq!((decoded.as_ref(), broken), (&*text, false));
    }

    #[test]
    fn every_character_of_a_page_exists_in_its_charset() {
        let plan = Plan::generate(crate::DemoWebSpec::default());
        let question_marks = |bytes: &[u8]| bytes.split(|&byte| byte == b'?').count();
        let mut checked = 0;
        for (index, page) in plan.pages.iter().enumerate() {
            let charset = page.site().charset;
            if charset == Charset::Utf8 {
                continue;
            }
            let document = document(&plan, index, 2);
            assert_eq!(
                question_marks(&encode(charset, document.clone())),
                question_marks(document.as_bytes()),
                "{}",
                page.url()
            );
            checked += 1;
        }
        assert!(checked > 90, "{checked} pages");
    }
}
