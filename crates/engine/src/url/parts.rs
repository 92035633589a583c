//! Splits URLs into the parts by which they are clustered, and finds the common pattern of URLs:
//! `docs.example/*/tutorial/*`.
//!
//! Host labels are compared pairwise from the right, path segments from the left. If two differ, their common prefix is
//! kept. Not covered: scheme, port and query, which rarely distinguish parts of a site.

use types::url::CanonicalUrl;

/// Maximum length of a file extension.
const EXTENSION: usize = 5;

/// Returns the parts of a URL: its host, path and query, split at `/` and `.`, the query at `&` and `=` as well.
/// Scheme, port and fragment are left out.
///
/// So are the top-level domain and the extension of a file. The paper does not exclude them, but `com` and `html` alone
/// would make URLs of unrelated sites similar.
///
/// Source: DBSCAN §3.
pub fn parts(url: &CanonicalUrl) -> impl Iterator<Item = &str> {
    let is_name = |end: &str| end.bytes().all(|letter| letter.is_ascii_alphabetic());
    let host = url.host().rsplit_once('.').filter(|(_, end)| is_name(end) || end.starts_with("xn--"));
    let host = host.map_or(url.host(), |(host, _)| host).split('.');
    let path = url.path().rsplit_once('.').filter(|(_, end)| is_name(end) && end.len() <= EXTENSION);
    let path = path.map_or(url.path(), |(path, _)| path).split(['/', '.']);
    let query = url.query().unwrap_or_default().split(['/', '.', '&', '=']);
    host.chain(path).chain(query).filter(|part| !part.is_empty())
}

/// The wildcard for differing parts.
const ANY: &str = "*";
/// Minimum length of a displayed common prefix.
const ALIKE: usize = 4;

/// Returns the pattern of some URLs; empty without URLs.
pub(crate) fn pattern<'a>(urls: impl IntoIterator<Item = &'a CanonicalUrl>) -> String {
    let mut common: Option<(Vec<String>, Vec<String>)> = None;
    for url in urls {
        let host: Vec<String> = url.host().rsplit('.').map(str::to_owned).collect();
        let path = url.path().trim_start_matches('/').split('/');
        let path: Vec<String> = path.map(str::to_owned).collect();
        common = Some(match common {
            None => (host, path),
            Some((hosts, paths)) => (shared(&hosts, &host), shared(&paths, &path)),
        });
    }
    let Some((mut host, path)) = common else {
        return String::new();
    };
    host.reverse();
    format!("{}/{}", host.join("."), path.join("/"))
}

/// Returns the common parts of two lists; one [`ANY`] represents the rest of the longer one.
fn shared(a: &[String], b: &[String]) -> Vec<String> {
    let pairs = a.iter().zip(b);
    let mut shared: Vec<String> = pairs.map(|(a, b)| alike(a, b)).collect();
    if a.len() != b.len() && shared.last().is_none_or(|last| last != ANY) {
        shared.push(ANY.to_owned());
    }
    shared
}

/// Returns the common part of two segments: the whole, their prefix, or nothing.
fn alike(a: &str, b: &str) -> String {
    if a == b {
        return a.to_owned();
    }
    let pairs = a.trim_end_matches(ANY).chars().zip(b.chars());
    let start: String = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a).collect();
    if start.chars().count() < ALIKE {
        return ANY.to_owned();
    }
    start + ANY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(addresses: &[&str], expected: &str) {
        let urls = addresses.iter().map(|address| CanonicalUrl::parse(address).expect("a URL"));
        let urls: Vec<CanonicalUrl> = urls.collect();
        assert_eq!(pattern(&urls), expected);
    }

    #[test]
    fn a_star_replaces_differing_parts() {
        check(&[], "");
        check(&["http://a.test/x/y"], "a.test/x/y");
        check(
            &["http://docs.example/en/tutorial/one", "http://docs.example/de/tutorial/two"],
            "docs.example/*/tutorial/*",
        );
        check(&["http://a.test/x/y", "http://a.test/x/y/z", "http://a.test/x"], "a.test/x/*");
        check(&["http://en.wiki.test/w/a", "http://de.wiki.test/w/b"], "*.wiki.test/w/*");
        check(&["http://one.test/a", "http://two.other/a"], "*.*/a");
        check(
            &["http://asthma-guide.test/x", "http://asthma-guide-mirror.test/x", "http://asthma-help.test/x"],
            "asthma-*.test/x",
        );
        check(&["http://wiki.test/a", "http://de.wiki.test/a"], "*.wiki.test/a");
    }

    #[test]
    fn host_path_and_query_are_split_into_parts() {
        for (url, expected) in [
            ("http://forum.a.test:81/go/topic.php?f=12&t=v1.2", "forum a go topic f 12 t v1 2"),
            ("http://10.0.0.7/v1.2/page.notes", "10 0 0 7 v1 2 page"),
            ("http://a.test/St.Petersburg", "a St Petersburg"),
        ] {
            let url = CanonicalUrl::parse(url).unwrap();
            assert_eq!(parts(&url).collect::<Vec<_>>().join(" "), expected);
        }
    }
}
