//! Implements RFC 9309 (parsing, matching, the meaning of a 4xx, a 5xx or a time-out) and the directives of pages.
//!
//! Not covered: fetching and redirects, which the crawl does; the content of sitemaps.

mod directives;
mod lines;
mod policy;
mod rules;

pub use directives::{MetaRobots, directives, header_robots};
pub use policy::RobotsPolicy;
pub(crate) use policy::may_be_rules;
use types::url::{CanonicalUrl, begins_absolute};

/// The product token of this crawler in robots.txt files and headers (RFC 9309 §2.2.1).
pub const PRODUCT_TOKEN: &str = "salticid";

/// Returns the URLs of the `Sitemap:` lines of a robots.txt as they are written, in their order (sitemaps.org protocol
/// 0.9). They are read as leniently as rules: several may stand on a line, and each in quotes or angle brackets, or
/// among the signs that editors insert.
pub fn sitemap_values(file: &[u8]) -> Vec<String> {
    let mut values = values(file);
    values.retain(|value| is_url(value));
    values
}

/// Returns the values of the `Sitemap:` lines of a robots.txt.
fn values(file: &[u8]) -> Vec<String> {
    let content = lines::content(file);
    let values = lines::records(&content).filter(|(field, _)| *field == lines::Field::Sitemap);
    let values = values.flat_map(|(_, value)| {
        let value = String::from_utf8_lossy(value);
        split(&value).map(str::to_owned).collect::<Vec<_>>()
    });
    values.collect()
}

/// Returns false for a sentence, which is no path.
fn is_url(value: &str) -> bool {
    !value.contains(char::is_whitespace) || value.starts_with('/') || begins_absolute(value)
}

/// Returns the addresses of the `Sitemap:` lines of the robots.txt at `at`, in their order, and the number of values
/// that were left out because they have no crawlable URL.
///
/// The protocol asks for absolute URLs. Relative ones are resolved, as in other crawlers; one that begins with a host
/// of the same site lacks its scheme.
pub fn sitemaps(file: &[u8], at: &CanonicalUrl) -> (Vec<CanonicalUrl>, usize) {
    let values = values(file);
    let resolved = |value: &String| without_scheme(value, at).or_else(|| Some(at.resolve(value).ok()?.0));
    let urls: Vec<_> = values.iter().filter(|value| is_url(value)).filter_map(resolved).collect();
    let left_out = values.len() - urls.len();
    (urls, left_out)
}

/// Returns the URLs of a line: an absolute one begins another, and so does, behind a space, a path or one of several
/// names of files.
fn split(value: &str) -> impl Iterator<Item = &str> {
    const MARKS: &[char] = &[
        ' ', '\t', ',', ';', '|', '"', '\'', '<', '>', '(', ')', '[', ']', '“', '”', '„', '‘', '’', '«', '»', '\u{a0}',
        '\u{200b}', '\u{feff}',
    ];
    let is_start = move |(at, mark): (usize, &str)| {
        let end = at + mark.len();
        let rest = &value[end..];
        // Each run of marks is examined once, at its end.
        if rest.starts_with(MARKS) {
            return None;
        }
        let before = value[..end].trim_end_matches(MARKS);
        let is_apart = value[before.len()..end].contains(char::is_whitespace);
        let word = || rest.split(char::is_whitespace).next().unwrap_or_default().trim_end_matches(MARKS);
        let is_path = rest.starts_with('/') && !rest.starts_with("//");
        let is_next = is_apart && (is_path || is_file(before) && is_file(word()));
        (is_next || begins_absolute(rest)).then_some(end)
    };
    let starts = value.match_indices(MARKS).filter_map(is_start);
    let mut from = 0;
    let pieces = starts.chain([value.len()]).map(move |end| &value[std::mem::replace(&mut from, end)..end]);
    pieces.map(|piece| with_one_scheme(piece.trim_matches(MARKS))).filter(|piece| !piece.is_empty())
}

/// Returns an address without a scheme that is repeated: `https://https://a.test/`.
fn with_one_scheme(address: &str) -> &str {
    let rest = address.split_once("://").map(|(_, rest)| rest);
    rest.filter(|rest| begins_absolute(address) && begins_absolute(rest)).unwrap_or(address)
}

/// Returns true for the name of a file that a sitemap may have.
fn is_file(name: &str) -> bool {
    [".xml", ".xml.gz", ".txt"].iter().any(|end| name.ends_with(end))
}

/// Returns the address of a value such as `www.example.org/sitemap.xml`.
fn without_scheme(value: &str, at: &CanonicalUrl) -> Option<CanonicalUrl> {
    let starts_with_host = value.starts_with(|c: char| c.is_ascii_alphanumeric()) && !value.contains("://");
    let scheme = at.host_key().split_once(':').filter(|_| starts_with_host)?.0;
    let url = CanonicalUrl::parse(&format!("{scheme}://{value}")).ok()?;
    (url.site() == at.site()).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &[u8], expected: &[&str]) {
        let at = CanonicalUrl::parse("https://www.a.test/robots.txt").unwrap();
        let found: Vec<String> = sitemaps(file, &at).0.into_iter().map(Into::into).collect();
        assert_eq!(found, expected, "{}", file.escape_ascii());
    }

    #[test]
    fn sitemap_lines_are_read_in_any_case_and_without_those_that_name_no_page() {
        let text = b"sitemap: http://a.test/2\nSitemap: mailto:x\nSitemap: not one\nUser-agent: *\n\
            SITEMAP : http://a.test/1\nSitemap:";
        check(text, &["http://a.test/2", "http://a.test/1"]);
    }

    #[test]
    fn relative_sitemap_lines_are_resolved() {
        for (value, expected) in [
            ("/maps/s.xml", "https://www.a.test/maps/s.xml"),
            ("s.xml", "https://www.a.test/s.xml"),
            ("//b.test/s.xml", "https://b.test/s.xml"),
            ("www.a.test/s.xml", "https://www.a.test/s.xml"),
            ("a.test/s.xml", "https://a.test/s.xml"),
        ] {
            check(format!("User-agent: *\nAllow: /\nSitemap: {value}\n").as_bytes(), &[expected]);
        }
    }

    #[test]
    fn several_urls_of_a_sitemap_line_are_split_and_their_marks_removed() {
        let two = ["https://b.test/1", "https://b.test/2"];
        for value in [
            "https://b.test/1 https://b.test/2",
            "https://b.test/1, https://b.test/2",
            "https://b.test/1,HTTPS://b.test/2",
            "\"https://b.test/1\" <https://b.test/2>",
            "“https://b.test/1”,„https://b.test/2“",
            "\u{feff}https://b.test/1\u{200b} \u{200b}https://b.test/2\u{feff}",
            "‘https://b.test/1’\u{a0}«https://b.test/2»",
        ] {
            check(format!("Sitemap: {value}\n").as_bytes(), &two);
        }
        let relative = ["https://www.a.test/1", "https://www.a.test/2,/3"];
        for value in ["/1, /2,/3", "/1 /2,/3", "\"/1\", \"/2,/3\"", "https://www.a.test/1 /2,/3"] {
            check(format!("Sitemap: {value}\n").as_bytes(), &relative);
        }
        let files = ["https://www.a.test/1.xml", "https://www.a.test/2.xml.gz"];
        for value in [
            "1.xml, 2.xml.gz",
            "www.a.test/1.xml www.a.test/2.xml.gz",
            "[https://www.a.test/1.xml] (https://www.a.test/2.xml.gz)",
            "https://www.a.test/1.xml; https://www.a.test/2.xml.gz",
            "https://www.a.test/1.xml | https://www.a.test/2.xml.gz",
        ] {
            check(format!("Sitemap: {value}\n").as_bytes(), &files);
        }
        check(b"Sitemap: https: //www.a.test/1.xml", &[]);
        check(b"Sitemap: https://https://b.test/a.xml", &["https://b.test/a.xml"]);
        check(b"Sitemap: https://b.test/a b.xml", &["https://b.test/a%20b.xml"]);
        check(b"Sitemap: https://b.test/a,b.xml", &["https://b.test/a,b.xml"]);
    }

    #[test]
    fn sitemap_lines_are_read_as_leniently_as_rules() {
        let two = ["https://b.test/1", "https://b.test/2"];
        for file in [
            &b"Sitemap: https://b.test/1\rUser-agent: *\rSitemap: https://b.test/2\r"[..],
            b"Sitemap: https://b.test/1 # pages\nSitemap: https://b.test/2#news",
            b"Sitemap https://b.test/1\nSite-map:https://b.test/2",
            b"\xEF\xBB\xBFSitemap: https://b.test/1\0sitemaps\t:\thttps://b.test/2",
            b"Disallow: /\xFF\n  site map: https://b.test/1\nsitemap : https://b.test/2",
        ] {
            check(file, &two);
        }
    }
}
