//! Reads files of known pages: a JSON array of URLs, or one URL per line.

use crate::LabError;
use engine::import_warning::ImportWarning;
use std::collections::BTreeSet;
use std::path::Path;
use types::url::CanonicalUrl;

/// Reads a file of URLs. In a file of lines, empty lines and those that start with `#` are ignored.
pub fn read(path: &Path) -> Result<BTreeSet<CanonicalUrl>, LabError> {
    crate::file::read(path, parse)
}

/// Parses a list of URLs; the error names the first invalid one.
pub fn canonical(urls: &[String]) -> Result<BTreeSet<CanonicalUrl>, String> {
    let parse = |url: &String| CanonicalUrl::parse(url).map_err(|problem| problem.to_string());
    urls.iter().map(parse).collect()
}

fn parse(text: &str) -> Result<BTreeSet<CanonicalUrl>, String> {
    if text.trim_start().starts_with('[') {
        let urls: Vec<String> = serde_json::from_str(text)
            .map_err(|error| format!("{error}: give a JSON array of URLs, or one URL per line"))?;
        return canonical(&urls);
    }
    let (urls, warnings) = archive::list::read(text);
    let is_error = |warning: &&ImportWarning| !matches!(warning, ImportWarning::Repeated(_));
    match warnings.iter().find(is_error) {
        Some(ImportWarning::Skipped { entry, problem }) => Err(format!("{entry}: {problem}")),
        Some(warning) => Err(warning.to_string()),
        None => Ok(urls.into_iter().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(text: &str) -> Vec<String> {
        parse(text).unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_array_and_lines_give_the_same_canonical_urls() {
        let expected = ["http://a.test/", "http://b.test/x"];
        assert_eq!(urls("[\"http://B.test/x\", \"http://a.test\"]"), expected);
        assert_eq!(urls("# known\nhttp://B.test/x\r\n\nhttp://a.test\n"), expected);
        assert!(urls("").is_empty());
    }

    #[test]
    fn an_invalid_line_is_named() {
        let problem = parse("http://a.test/\nnot a url\n").unwrap_err();
        assert!(problem.starts_with("line 2: “not a url” is not a URL"), "{problem}");
        assert!(parse("[1]").unwrap_err().contains("one URL per line"));
    }
}
