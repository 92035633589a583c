//! Converts plain text, Markdown and feeds to HTML, so that they are read like pages: words, headings, items and links.
//!
//! Not covered: tables, reference links, links over several lines, emphasis and HTML within Markdown, which are read as
//! they are written; of feeds, the links and the end of a long summary, dates and authors.
//!
//! Source: RFC 7763 and `CommonMark` 0.31.2.

use super::prescan::{XmlRoot, xml_root};
use super::{listing, text_of_piece};
use quick_xml::escape::escape;
use types::header::MediaType;
use types::limits::{HREF_BYTES, PAGE_LINKS, TITLE_CHARS};
use types::text::cut;
use types::url::{CanonicalUrl, absolute_address};

/// A format of text that is read like HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextFormat {
    Plain,
    Markdown,
    Feed,
}

/// The most lines of the front matter.
const FRONT_LINES: usize = 100;
/// The spaces that begin a line of code in Markdown.
const CODE_INDENT: &str = "    ";

impl TextFormat {
    /// Returns the format of a text by its media type and its URL, and of XML by its root element; `None` for HTML.
    pub(super) fn new(media_type: &MediaType, url: &CanonicalUrl, bytes: &[u8]) -> Option<Self> {
        // Servers of files send Markdown as plain text.
        let path = url.path().to_ascii_lowercase();
        let is_named = [".md", ".markdown", "/llms.txt"].iter().any(|end| path.ends_with(end));
        match media_type.essence.as_str() {
            "text/plain" if !is_named => Some(Self::Plain),
            _ if media_type.is_xml() => (xml_root(bytes) == XmlRoot::Feed).then_some(Self::Feed),
            _ => media_type.is_text().then_some(Self::Markdown),
        }
    }

    /// Returns the text at a URL in this format as HTML; true if a part of it was not read.
    pub(super) fn to_html(self, text: &str, url: &CanonicalUrl) -> (String, bool) {
        let mut page = Converted::default();
        match self {
            Self::Plain => text.lines().for_each(|line| page.add_text(line.trim(), inline_plain)),
            Self::Markdown => page.add_markdown(text),
            Self::Feed => return feed(text, url),
        }
        let title = page.title.unwrap_or(page.first);
        (format!("<title>{}</title>{}", escape(cut(title, TITLE_CHARS)), page.body), false)
    }
}

/// A page under construction.
#[derive(Default)]
struct Converted<'a> {
    body: String,
    /// The first heading, or the title of the front matter.
    title: Option<&'a str>,
    /// The first line.
    first: &'a str,
    /// The last line and its place in `body`, which an underline may make a heading; none behind an empty line.
    last: Option<(&'a str, usize)>,
    in_item: bool,
}

impl<'a> Converted<'a> {
    fn add_markdown(&mut self, text: &'a str) {
        let mut fence = None::<&str>;
        let mut lines = text.lines();
        for line in lines.by_ref().take(front_matter(text)) {
            let title = line.strip_prefix("title:").map(|title| title.trim().trim_matches(['"', '\'']));
            self.title = self.title.or(title);
        }
        for line in lines {
            let content = line.trim();
            let run = run(content);
            if let Some(open) = fence {
                if run.starts_with(open) && run == content {
                    fence = None;
                }
                self.body.extend([&escape(content), "<br>"]);
            } else if run.len() >= 3 && (run.starts_with('~') || !content[run.len()..].contains('`')) {
                fence = Some(run);
                self.end_block();
            } else if line.starts_with(CODE_INDENT) && self.last.is_none() && !self.in_item {
                self.body.extend([&escape(content), "<br>"]);
            } else {
                self.add_line(content);
            }
        }
    }

    fn add_line(&mut self, line: &'a str) {
        const HEADINGS: [&str; 6] = ["<h1>", "<h2>", "<h3>", "<h4>", "<h5>", "<h6>"];
        let content = line.trim_start_matches('#');
        let level = (line.len() - content.len()).checked_sub(1);
        if let Some(open) = level.and_then(|level| HEADINGS.get(level)).filter(|_| content.starts_with(' ')) {
            return self.add_heading(open, content.trim_end_matches('#').trim());
        }
        let is_underline = |sign: char| line.len() > 1 && line.chars().all(|c| c == sign);
        if let Some((heading, at)) = self.last.filter(|_| is_underline('=') || is_underline('-')) {
            self.body.truncate(at);
            return self.add_heading(if line.starts_with('=') { "<h1>" } else { "<h2>" }, heading);
        }
        if is_break(line) {
            return self.end_block();
        }
        if let Some(item) = item(line) {
            self.end_block();
            self.body.push_str("<li>");
            self.add_text(item, inline);
            (self.in_item, self.last) = (true, None);
            return;
        }
        self.add_text(line.trim_start_matches(['>', ' ']), inline);
    }

    fn add_heading(&mut self, open: &str, heading: &'a str) {
        self.end_block();
        self.title = self.title.or(Some(heading));
        self.body.push_str(open);
        inline(heading, &mut self.body);
        // The end tag of any heading closes the open one.
        self.body.push_str("</h1>");
    }

    /// Adds a line of text; an empty one ends the paragraph.
    fn add_text(&mut self, line: &'a str, inline: fn(&str, &mut String)) {
        if line.is_empty() {
            return self.end_block();
        }
        if self.first.is_empty() {
            self.first = line;
        }
        self.last = Some((line, self.body.len()));
        inline(line, &mut self.body);
        self.body.push('\n');
    }

    fn end_block(&mut self) {
        self.body.push_str(if std::mem::take(&mut self.in_item) { "</li>" } else { "<p>" });
        self.last = None;
    }
}

/// Returns a feed as a list: the title of each item as a link to it, then its summary; true if a part was not read.
fn feed(text: &str, url: &CanonicalUrl) -> (String, bool) {
    let Some(listing) = listing::read_xml(text, false, url) else {
        return (String::new(), true);
    };
    let title = text_of_piece(&listing.title, url);
    let title = escape(cut(&title, TITLE_CHARS));
    let mut page = format!("<title>{title}</title><h1>{title}</h1>");
    for item in listing.items.iter().take(PAGE_LINKS) {
        page.push_str("<li>");
        link(&item.link, &item.title.shown(url), &mut page);
        page.extend([" ", &escape(item.summary.shown(url)), "</li>"]);
    }
    (page, listing.cut || listing.items.len() > PAGE_LINKS)
}

/// Returns the number of lines of the front matter, the data in YAML between two lines `---` with which a file may
/// begin.
fn front_matter(text: &str) -> usize {
    let mut lines = text.lines().take(FRONT_LINES);
    let is_begun = lines.next() == Some("---") && text.lines().nth(1).is_some_and(|line| line.contains(':'));
    let end = lines.position(|line| line.trim_end() == "---").filter(|_| is_begun);
    end.map_or(0, |end| end + 2)
}

/// Returns the backticks or tildes at the beginning of a line.
fn run(line: &str) -> &str {
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'));
    &line[..sign.map_or(0, |sign| line.len() - line.trim_start_matches(sign).len())]
}

/// Returns true for a line between sections: `* * *`.
fn is_break(line: &str) -> bool {
    let sign = |c: char| matches!(c, '*' | '-' | '_');
    line.starts_with(sign) && line.matches(sign).count() > 2 && line.chars().all(|c| c == ' ' || line.starts_with(c))
}

/// Returns the content of an item of a list: `- item`, `1. item`.
fn item(line: &str) -> Option<&str> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = if digits > 0 { line[digits..].strip_prefix(['.', ')']) } else { line.strip_prefix(['-', '*', '+']) };
    rest?.strip_prefix(' ').map(str::trim)
}

/// Writes a line of plain text, whose URLs are links.
fn inline_plain(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find("http") {
        out.push_str(&escape(&rest[..at]));
        rest = &rest[at..];
        let url = bare_url(rest).unwrap_or_default();
        if url.is_empty() {
            out.push_str("http");
            rest = &rest[4..];
        } else {
            link(url, url, out);
            rest = &rest[url.len()..];
        }
    }
    out.push_str(&escape(rest));
}

/// Writes a line of Markdown with its links `[text](reference)` and URLs, and the texts of images.
fn inline(line: &str, out: &mut String) {
    let (mut rest, mut done) = (line, line);
    // The text since the last link stands between the beginnings of `done` and `rest`.
    while let Some(at) = rest.find('[') {
        let image = rest[..at].ends_with('!');
        rest = &rest[at..];
        let Some((label, reference, after)) = image_link(rest).or_else(|| labeled(rest)) else {
            rest = &rest[1..];
            continue;
        };
        let before = &done[..done.len() - rest.len()];
        inline_plain(before.strip_suffix('!').filter(|_| image).unwrap_or(before), out);
        if image {
            out.push_str(&escape(label));
        } else {
            link(reference, label, out);
        }
        (rest, done) = (after, after);
    }
    inline_plain(done, out);
}

fn link(reference: &str, label: &str, out: &mut String) {
    out.extend(["<a href=\"", &escape(reference), "\">", &escape(label), "</a>"]);
}

/// Returns the text of an image that is a link, its reference, and what follows: `[![text](image)](reference)`.
fn image_link(text: &str) -> Option<(&str, &str, &str)> {
    let (label, _, after) = labeled(text.strip_prefix("[!")?)?;
    let (reference, after) = reference(after.strip_prefix(']')?)?;
    Some((label, reference, after))
}

/// Returns the text of a link, its reference, and what follows: `[text](reference "title")`.
fn labeled(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.strip_prefix('[')?;
    let label = &text[..text.find(['[', ']'])?];
    let (reference, after) = reference(text[label.len()..].strip_prefix(']')?)?;
    Some((label, reference, after))
}

/// Returns the reference in parentheses at the beginning of a text, and what follows. A `[` ends the search: each part
/// of a line is searched once.
fn reference(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('(')?;
    let mut open = 1;
    let end = text.find(|c: char| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open == 0 || c.is_whitespace() || c == '['
    })?;
    let rest = &text[end..];
    let close = end + rest.find([')', '[']).filter(|at| rest[*at..].starts_with(')'))?;
    Some((text[..end].trim_matches(['<', '>']), &text[close + 1..]))
}

/// Returns the URL at the beginning of a text, without the punctuation and the emphasis behind it in a sentence.
fn bare_url(text: &str) -> Option<&str> {
    let url = absolute_address(&text[..text.floor_char_boundary(HREF_BYTES)])?;
    Some(url.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']))
}

#[cfg(test)]
mod tests {
    use super::super::{Document, EncodingRs, read, read_content};
    use super::*;

    fn url(address: &str) -> CanonicalUrl {
        CanonicalUrl::parse(address).unwrap()
    }

    fn markdown(text: &str) -> Document {
        read(text.as_bytes(), Some("text/markdown"), &url("http://a.test/a"), &EncodingRs)
    }

    fn links(document: &Document) -> Vec<(&str, &str)> {
        document.links.iter().map(|link| (link.url.as_str(), link.anchor.as_str())).collect()
    }

    #[test]
    fn plain_text_has_paragraphs_and_links() {
        let text = "Wolf spiders & <others>\nhunt at night.\r\n\r\nSee https://a.test/silk. Or (http://b.test/x_(y)), \
            shttp://, http:// and # no heading\n[x](/y)";
        let page = read(text.as_bytes(), Some("text/plain"), &url("http://a.test/notes"), &EncodingRs);
        assert_eq!((page.title.as_str(), page.headings.len()), ("Wolf spiders & <others>", 0));
        let body = "Wolf spiders & <others> hunt at night.\nSee https://a.test/silk. Or (http://b.test/x_(y)), \
            shttp://, http:// and # no heading [x](/y)";
        assert_eq!(page.body, body);
        assert_eq!(links(&page), ["https://a.test/silk", "http://b.test/x_(y)"].map(|url| (url, url)));
    }

    #[test]
    fn markdown_is_known_by_its_type_or_its_name() {
        let text = "# Wolf *spiders* #\n> They [hunt](/hunt 'At night') and\n1. [read](<x_(1)>) on\n- https://b.test/a";
        for (address, content_type) in [
            ("http://a.test/a", "text/markdown; charset=utf-8"),
            ("http://a.test/a.MD", "text/plain"),
            ("http://a.test/llms.txt", "text/plain"),
        ] {
            let page = read(text.as_bytes(), Some(content_type), &url(address), &EncodingRs);
            assert_eq!((page.title.as_str(), &*page.headings), ("Wolf *spiders*", &["Wolf *spiders*".to_owned()][..]));
            let expected = [
                ("http://a.test/hunt", "hunt"),
                ("http://a.test/x_(1)", "read"),
                ("https://b.test/a", "https://b.test/a"),
            ];
            assert_eq!(links(&page), expected, "{address}");
            assert_eq!(page.body, "Wolf *spiders*\nThey hunt and\nread on\nhttps://b.test/a");
        }
    }

    /// `CommonMark` 0.31.2 §4.2 to 4.5, 5.2, 6.3 and 6.4.
    #[test]
    fn headings_code_items_and_images_of_markdown() {
        for (text, title, headings, linked) in [
            ("Silk\n====\ntext\n\nUse\n---\n", "Silk", &["Silk", "Use"][..], &[][..]),
            ("---\ntitle: \"Silk\"\nx: # y\n---\ntext", "Silk", &[], &[]),
            ("---\ntext: x\n# Silk", "Silk", &["Silk"], &[]),
            ("plain\ntext", "plain", &[], &[]),
            ("#tag\n* * *\n---\n\n.  x\n####### x", "#tag", &[], &[]),
            ("```sh\n# [no](/link)\n~~~\n```\n# Yes", "Yes", &["Yes"], &[]),
            ("```npm install x```\n# Yes", "Yes", &["Yes"], &[]),
            ("````\n```\n# no\n````\n# Yes", "Yes", &["Yes"], &[]),
            ("text\n\n    # no [no](/x)", "text", &[], &[]),
            (
                "![silk](/a.png) [![build](/b.svg)](/ci) [x] [y](",
                "![silk](/a.png) [![build](/b.svg)](/ci) [x] [y](",
                &[],
                &["/ci"],
            ),
        ] {
            let page = markdown(text);
            assert_eq!(
                (page.title.as_str(), &*page.headings),
                (title, &*headings.iter().map(ToString::to_string).collect::<Vec<_>>())
            );
            assert_eq!(page.links.iter().map(|link| link.url.path()).collect::<Vec<_>>(), linked, "{text}");
        }
        assert_eq!(markdown("![silk](/a.png) [![build](/b.svg)](/ci)").body, "silk build");
        let content =
            read_content(b"- one\n- two\n\n# Silk\n\ntext", Some("text/markdown"), &url("http://a.test/"), &EncodingRs);
        assert_eq!(content.outline.markdown(0).trim_end(), "- one\n- two\n\n# Silk\n\ntext");
    }

    #[test]
    fn a_feed_is_a_list_of_links_with_summaries() {
        let rss = "<?xml version='1.0' encoding='iso-8859-1'?><rss version='2.0'><channel><title>Wolf &#38; \
            <![CDATA[spid&#101;rs]]></title><link>http://a.test/</link>\
            <item><title>Silk &amp;amp; webs</title><link>/silk</link>\
            <description><![CDATA[<p>How they <b>spin<!-- ]]></description></item>\
            <item><title>Z\u{fc}rich</title><guid>http://b.test/1</guid></item></channel></rss>";
        let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Wolf &amp; spiders</title>\
            <entry><title type='html'>Silk &amp;amp; webs</title><link href='/silk'/><summary>How they spin</summary>\
            </entry><entry><title>Z\u{fc}rich</title><id>http://b.test/1</id></entry></feed>";
        let rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>\
            <channel><title>Wolf &amp; spiders</title></channel><item rdf:about='http://a.test/silk'>\
            <title>Silk &amp;amp; webs</title><description>How they spin</description></item>\
            <item rdf:about='http://b.test/1'><title>Z\u{fc}rich</title></item></rdf:RDF>";
        let latin: Vec<u8> = rss.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        for (content_type, feed) in [
            ("application/rss+xml", latin.as_slice()),
            ("application/rss+xml; charset=utf-8", latin.as_slice()),
            ("application/atom+xml; charset=utf-8", atom.as_bytes()),
            ("text/xml", rdf.as_bytes()),
        ] {
            let page = read(feed, Some(content_type), &url("http://a.test/feed"), &EncodingRs);
            let body = "Wolf & spiders\nSilk & webs How they spin\nZ\u{fc}rich";
            assert_eq!((&*page.title, &*page.body, page.class), ("Wolf & spiders", body, None), "{content_type}");
            let expected = [("http://a.test/silk", "Silk & webs"), ("http://b.test/1", "Z\u{fc}rich")];
            assert_eq!(links(&page), expected, "{content_type}");
            assert_eq!(page.links[0].context, "How they spin", "{content_type}");
        }
        let content = read_content(atom.as_bytes(), Some("text/xml"), &url("http://a.test/feed"), &EncodingRs);
        let list = "# Wolf & spiders\n\n- [Silk & webs](http://a.test/silk) How they spin\n\
            - [Z\u{fc}rich](http://b.test/1)";
        assert_eq!(content.outline.markdown(0).trim_end(), list);
    }

    #[test]
    fn the_encoding_of_a_text_is_not_that_of_the_html_it_quotes() {
        let text = "Z\u{fc}rich <meta charset=iso-8859-1> and <b>";
        let page = read(text.as_bytes(), Some("text/plain"), &url("http://a.test/"), &EncodingRs);
        assert_eq!(page.body, text);
    }

    #[test]
    fn long_hostile_lines_are_converted() {
        for part in ["[](", "[", "[](http://", "http://)))))", "![", "[![](", "](", "http"] {
            let line = part.repeat(400_000 / part.len());
            let (html, _) = TextFormat::Markdown.to_html(&line, &url("http://a.test/"));
            assert!(html.len() >= line.len() / 2, "{part}");
        }
    }

    #[test]
    fn hostile_feeds_are_converted_in_time_and_their_losses_are_told() {
        let nested = "&lt;p>".repeat(400);
        for (unit, is_whole) in [
            (format!("<item><link>/1</link><description>{nested}</description></item>"), true),
            ("<item><title><![CDATA[<b>".to_owned(), false),
            ("<item xml:base='/a/b/c/d/'><link>e</link></item>".to_owned(), false),
        ] {
            let end = if is_whole { "</channel></rss>" } else { "" };
            let feed = format!("<rss><channel>{}{end}", unit.repeat(1_000_000 / unit.len()));
            let page = read(feed.as_bytes(), Some("text/xml"), &url("http://a.test/"), &EncodingRs);
            assert_eq!(page.cut, !is_whole, "{}", &unit[..20]);
        }
    }
}
