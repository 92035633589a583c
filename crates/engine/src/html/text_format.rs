//! Converts plain text, Markdown and feeds to HTML, so that they are read like pages: words, headings and links.
//!
//! Not covered: tables, reference links, emphasis and HTML within Markdown, which are read as they are written; the
//! modules of feeds.
//!
//! Source: RFC 7763 and `CommonMark` 0.31.2; RSS 2.0 and 1.0; RFC 4287 (Atom).

use super::prescan::{XmlPage, xml_page};
use super::tokenizer::{Token, Tokenizer};
use quick_xml::escape::escape;
use types::header::MediaType;
use types::limits::{HREF_BYTES, TITLE_CHARS};
use types::text::cut;
use types::url::CanonicalUrl;

/// A format of text that is read like HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextFormat {
    Plain,
    Markdown,
    Feed,
}

/// The most bytes of a link's text in Markdown.
const LABEL_BYTES: usize = 500;

impl TextFormat {
    /// Returns the format of a text by its media type and its URL; `None` for HTML.
    pub(super) fn of(media_type: Option<&MediaType>, text: &str, url: &CanonicalUrl) -> Option<Self> {
        let media_type = media_type?;
        if media_type.is_xml() {
            return (xml_page(text) == Some(XmlPage::Feed)).then_some(Self::Feed);
        }
        // Servers of files send Markdown as plain text.
        let path = url.path().to_ascii_lowercase();
        let is_named = [".md", ".markdown", "/llms.txt"].iter().any(|end| path.ends_with(end));
        match media_type.essence.as_str() {
            "text/plain" if !is_named => Some(Self::Plain),
            _ => media_type.is_text().then_some(Self::Markdown),
        }
    }

    /// Returns a text in this format as HTML.
    pub(super) fn to_html(self, text: &str) -> String {
        match self {
            Self::Plain => lines(text, false),
            Self::Markdown => lines(text, true),
            Self::Feed => feed(text),
        }
    }
}

/// Returns lines of text as paragraphs, and those of Markdown as headings and items as well.
fn lines(text: &str, is_markdown: bool) -> String {
    let (mut body, mut title, mut is_code) = (String::new(), "", false);
    for line in text.lines().map(str::trim) {
        let is_fence = is_markdown && (line.starts_with("```") || line.starts_with("~~~"));
        is_code ^= is_fence;
        if is_fence || line.is_empty() {
            body.push_str("<p>");
            continue;
        }
        if is_code {
            body.extend([&escape(line), "<br>"]);
            continue;
        }
        let (open, content) = if is_markdown { block(line) } else { ("", line) };
        if title.is_empty() && (!is_markdown || open.starts_with("<h")) {
            title = content;
        }
        body.push_str(open);
        inline(content, is_markdown, &mut body);
        body.push_str(if open.starts_with("<h") { "</h1>" } else { "\n" });
    }
    format!("<title>{}</title><p>{body}", escape(cut(title, TITLE_CHARS)))
}

/// Returns the tag with which a line of Markdown begins, and its content.
fn block(line: &str) -> (&'static str, &str) {
    const HEADINGS: [&str; 6] = ["<h1>", "<h2>", "<h3>", "<h4>", "<h5>", "<h6>"];
    let content = line.trim_start_matches('#');
    let level = line.len() - content.len();
    if let Some(open) = level.checked_sub(1).and_then(|at| HEADINGS.get(at)).filter(|_| content.starts_with(' ')) {
        return (open, content.trim_end_matches('#').trim());
    }
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut items = [line.strip_prefix(['-', '*', '+']), numbered.strip_prefix(['.', ')'])].into_iter().flatten();
    match items.find(|rest| rest.starts_with(' ')) {
        Some(item) => ("<li>", item.trim()),
        None => ("", line.trim_start_matches(['>', ' '])),
    }
}

/// Writes a line with its links: URLs and, in Markdown, `[text](reference)`.
fn inline(line: &str, is_markdown: bool, out: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find(|c| c == 'h' || c == '[' && is_markdown) {
        out.push_str(&escape(&rest[..at]));
        rest = &rest[at..];
        let found = if rest.starts_with('[') { labeled(rest) } else { bare(rest) };
        if let Some((label, reference, length)) = found {
            let (reference, label) = (escape(reference), escape(label));
            out.extend(["<a href=\"", &reference, "\">", &label, "</a>"]);
            rest = &rest[length..];
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out.push_str(&escape(rest));
}

/// Returns the text and the reference of a link at the beginning of a text, and its length.
fn labeled(text: &str) -> Option<(&str, &str, usize)> {
    let start = &text[1..text.floor_char_boundary(LABEL_BYTES)];
    let label = &start[..start.find(['[', ']'])?];
    start[label.len()..].strip_prefix("](")?;
    let begin = label.len() + 3;
    let mut depth = 1;
    let rest = &text[begin..text.floor_char_boundary(begin + HREF_BYTES)];
    let length = rest.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    })?;
    let reference = rest[..length].split_whitespace().next()?;
    Some((label, reference.trim_matches(['<', '>']), begin + length + 1))
}

/// Returns a URL at the beginning of a text, as text and reference of a link, and its length.
fn bare(text: &str) -> Option<(&str, &str, usize)> {
    let rest = text.strip_prefix("http")?;
    rest.strip_prefix('s').unwrap_or(rest).strip_prefix("://")?;
    let text = &text[..text.floor_char_boundary(HREF_BYTES)];
    let mut url = text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '|' | ']')).next()?;
    let is_sign = |url: &str| {
        url.ends_with(['.', ',', ';', ':', '!', '?', '\'', '*', '_', '`'])
            || url.ends_with(')') && url.matches(')').count() > url.matches('(').count()
    };
    // What follows a URL in a sentence.
    while is_sign(url) {
        url = &url[..url.len() - 1];
    }
    Some((url, url, url.len()))
}

/// The entries of a feed are written with these elements, by their local names.
#[derive(Default)]
struct Entry {
    title: String,
    link: String,
    text: String,
}

/// Returns the title of a feed, and its entries as linked headings with their texts, which are HTML or plain.
fn feed(text: &str) -> String {
    let mut tokens = Tokenizer::new(text);
    tokens.set_xml(true);
    let (mut whole, mut entry, mut field) = (Entry::default(), None::<Entry>, "");
    let mut entries = String::new();
    while let Some(token) = tokens.next() {
        let local = |name: &'static str, tag: &str| tag.rsplit(':').next() == Some(name);
        match token {
            Token::StartTag(tag) if local("item", tag.name) || local("entry", tag.name) => {
                entry = Some(Entry::default());
            }
            Token::EndTag(tag) if local("item", tag.name) || local("entry", tag.name) => {
                let Some(Entry { title, link, text }) = entry.take() else { continue };
                let (title, link) = (title.trim(), escape(link.trim()).into_owned());
                entries.extend(["<h2><a href=\"", &link, "\">", title, "</a></h2><div>", &text, "</div>"]);
            }
            Token::StartTag(tag) => {
                let open = entry.as_mut().unwrap_or(&mut whole);
                field = FIELDS.iter().find(|name| local(name, tag.name)).copied().unwrap_or(field);
                let attributes = tokens.attributes();
                let is_own = attributes.value("rel").is_none_or(|rel| rel == "alternate");
                if let Some(href) = attributes.value("href").filter(|_| field == "link" && is_own) {
                    open.link = href.into_owned();
                }
            }
            Token::EndTag(tag) if local(field, tag.name) => field = "",
            Token::Text(text) => {
                let open = entry.as_mut().unwrap_or(&mut whole);
                let text = text.decoded();
                match field {
                    "title" => open.title.push_str(&text),
                    "link" => open.link.push_str(&text),
                    "" => {}
                    _ => open.text.push_str(&text),
                }
            }
            _ => {}
        }
    }
    let title = whole.title.trim();
    format!("<title>{title}</title><h1>{title}</h1><div>{}</div>{entries}", whole.text)
}

/// The elements of a feed that are read: names and addresses, then texts.
const FIELDS: [&str; 7] = ["title", "link", "description", "subtitle", "summary", "content", "encoded"];

#[cfg(test)]
mod tests {
    use super::super::{Document, Utf8Only, read};
    use super::*;

    fn read_at(address: &str, content_type: &str, text: &str) -> Document {
        read(text.as_bytes(), Some(content_type), &CanonicalUrl::parse(address).unwrap(), &Utf8Only)
    }

    fn links(document: &Document) -> Vec<(&str, &str)> {
        document.links.iter().map(|link| (link.url.as_str(), link.anchor.as_str())).collect()
    }

    #[test]
    fn plain_text_has_paragraphs_and_links() {
        let text = "Wolf spiders & <others>\nhunt at night.\r\n\r\nSee https://a.test/silk. Or (http://b.test/x_(y)), \
            shttp://, http:// and # no heading\n";
        let page = read_at("http://a.test/notes", "text/plain", text);
        assert_eq!((page.title.as_str(), page.headings.len()), ("Wolf spiders & <others>", 0));
        let body = "Wolf spiders & <others> hunt at night.\nSee https://a.test/silk. Or (http://b.test/x_(y)), \
            shttp://, http:// and # no heading";
        assert_eq!(page.body, body);
        assert_eq!(links(&page), ["https://a.test/silk", "http://b.test/x_(y)"].map(|url| (url, url)));
    }

    #[test]
    fn markdown_has_headings_items_and_links() {
        let text = "intro\n\n# Wolf *spiders* #\n> They [hunt](/hunt 'At night') and\n1. [read](<x_(1)>) on\n- \
            https://b.test/a\n\n```sh\n# [no](/link)\n```\n#tag [x] [y](\n";
        for (address, content_type) in [
            ("http://a.test/a", "text/markdown; charset=utf-8"),
            ("http://a.test/a.MD", "text/plain"),
            ("http://a.test/llms.txt", "text/plain"),
        ] {
            let page = read_at(address, content_type, text);
            assert_eq!(
                (page.title.as_str(), &page.headings[..]),
                ("Wolf *spiders*", &["Wolf *spiders*".to_owned()][..])
            );
            let expected = [
                ("http://a.test/hunt", "hunt"),
                ("http://a.test/x_(1)", "read"),
                ("https://b.test/a", "https://b.test/a"),
            ];
            assert_eq!(links(&page), expected, "{address}");
            assert!(page.body.contains("They hunt and\nread on\n") && page.body.ends_with("#tag [x] [y]("), "{page:?}");
        }
    }

    #[test]
    fn a_feed_has_its_entries_as_linked_headings() {
        let rss = "<?xml version='1.0'?><rss><channel><title>Silk &amp; webs</title><link>http://a.test/</link>\
            <description>About silk</description><item><title>Wolf &lt;b&gt;spiders&lt;/b&gt;</title>\
            <link>http://a.test/wolf?a=1&amp;b=2</link><description><![CDATA[<p>They <a href='/hunt'>hunt</a>.]]>\
            </description></item></channel></rss>";
        let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Silk &amp; webs</title><link rel='self' href='/f'/>\
            <entry><title>Wolf spiders</title><link rel='alternate' href='http://a.test/wolf?a=1&amp;b=2'/>\
            <link rel='edit' href='/edit'/><summary>They &lt;a href='/hunt'>hunt&lt;/a>.</summary></entry></feed>";
        let rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>\
            <channel><title>Silk &amp; webs</title></channel><item><title>Wolf spiders</title>\
            <link>http://a.test/wolf?a=1&amp;b=2</link><description>They &lt;a href='/hunt'>hunt&lt;/a>.</description>\
            </item></rdf:RDF>";
        for (content_type, feed) in [("application/rss+xml", rss), ("application/atom+xml", atom), ("text/xml", rdf)] {
            let page = read_at("http://a.test/feed", content_type, feed);
            assert_eq!(page.title, "Silk & webs", "{content_type}");
            assert_eq!(links(&page), [("http://a.test/wolf?a=1&b=2", "Wolf spiders"), ("http://a.test/hunt", "hunt")]);
            assert!(page.body.ends_with("Wolf spiders\nThey hunt."), "{}", page.body);
        }
        let sitemap = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'/>";
        assert_eq!(xml_page(sitemap), None);
    }
}
