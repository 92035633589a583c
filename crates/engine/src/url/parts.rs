//! Splits URLs into the parts by which they are clustered.

use types::url::CanonicalUrl;

/// Returns the parts of a URL: its host, path and query, split at `/` and `.`, the query at `&` and `=` as well. Scheme, port and fragment are
/// left out.
///
/// Source: DBSCAN §3.
pub fn parts(url: &CanonicalUrl) -> impl Iterator<Item = &str> {
    let path = url.path().split(['/', '.']);
    let query = url.query().unwrap_or_default().split(['/', '.', '&', '=']);
    let parts = url.host().split('.').chain(path).chain(query);
    parts.filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_path_and_query_are_split_into_parts() {
        let url = CanonicalUrl::parse("http://forum.a.test:81/go/topic.php?f=12&t=v1.2").unwrap();
        let expected = ["forum", "a", "test", "go", "topic", "php", "f", "12", "t", "v1", "2"];
        assert_eq!(parts(&url).collect::<Vec<_>>(), expected);
    }
}
