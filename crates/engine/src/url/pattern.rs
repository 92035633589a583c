//! What addresses have in common, in words: `docs.example/*/tutorial/*`.
//!
//! Labels of the host and segments of the path are compared place by place, labels from the right, segments from the left. Left out on
//! purpose: scheme, port and query, which rarely tell one part of a site from another.

use super::CanonicalUrl;

/// What stands where addresses differ.
const ANY: &str = "*";

/// The pattern of some addresses; empty where there are none.
pub(crate) fn pattern<'a>(urls: impl IntoIterator<Item = &'a CanonicalUrl>) -> String {
    let mut common: Option<(Vec<&str>, Vec<&str>)> = None;
    for url in urls {
        let host: Vec<&str> = url.host().rsplit('.').collect();
        let path: Vec<&str> = url.path().trim_start_matches('/').split('/').collect();
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

/// Place by place what two lists have in common; where one goes on longer, one [`ANY`] stands for the rest.
fn shared<'a>(a: &[&'a str], b: &[&'a str]) -> Vec<&'a str> {
    let pairs = a.iter().zip(b);
    let mut shared: Vec<&str> = pairs.map(|(a, b)| if a == b { *a } else { ANY }).collect();
    if a.len() != b.len() && shared.last() != Some(&ANY) {
        shared.push(ANY);
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(addresses: &[&str], expected: &str) {
        let urls = addresses
            .iter()
            .map(|address| CanonicalUrl::parse(address).expect("a URL"));
        let urls: Vec<CanonicalUrl> = urls.collect();
        assert_eq!(pattern(&urls), expected);
    }

    #[test]
    fn a_star_stands_where_addresses_differ() {
        check(&[], "");
        check(&["http://a.test/x/y"], "a.test/x/y");
        check(
            &[
                "http://docs.example/en/tutorial/one",
                "http://docs.example/de/tutorial/two",
            ],
            "docs.example/*/tutorial/*",
        );
        check(
            &[
                "http://a.test/x/y",
                "http://a.test/x/y/z",
                "http://a.test/x",
            ],
            "a.test/x/*",
        );
        check(
            &["http://en.wiki.test/w/a", "http://de.wiki.test/w/b"],
            "*.wiki.test/w/*",
        );
        check(&["http://one.test/a", "http://two.other/a"], "*.*/a");
        check(
            &["http://wiki.test/a", "http://de.wiki.test/a"],
            "*.wiki.test/a",
        );
    }
}
