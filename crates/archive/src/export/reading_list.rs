//! Writes a list to read from: an HTML page without scripts and without anything from other servers.

use super::Export;
use crate::xml::escaped;
use std::fmt::Write as _;

/// The frame of the page, up to its title.
const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<style>\n\
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }\n\
    body { max-width: 45rem; margin: 2rem auto; padding: 0 1rem }\nli { margin: 1.2rem 0 }\n\
    h2 { font-size: 1.1rem; margin: 0 } p { margin: .2rem 0; overflow-wrap: anywhere } .fine { font-size: .85rem }\n\
    </style>\n";

impl Export<'_> {
    /// Returns the page.
    pub(super) fn reading_list(&self) -> String {
        let title = escaped(self.title);
        let mut out = format!("{HEAD}<title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n<ol>\n");
        for page in &self.pages {
            let (url, data) = (escaped(page.record.url.as_str()), &page.metadata);
            let _ = write!(out, "<li>\n<h2><a href=\"{url}\">{}</a></h2>\n", escaped(&page.title()));
            let by = [data.authors.join("; "), data.date.clone(), page.site().to_owned(), page.state().to_owned()];
            let by: Vec<String> = by.into_iter().filter(|part| !part.is_empty()).collect();
            let _ = writeln!(out, "<p class=\"fine\">{}</p>", escaped(&by.join(" · ")));
            for (text, class) in [
                (page.summary(), ""),
                (page.judgment.note.clone(), ""),
                (page.judgment.tags.join(", "), " class=\"fine\""),
            ] {
                if !text.is_empty() {
                    let _ = writeln!(out, "<p{class}>{}</p>", escaped(&text));
                }
            }
            out.push_str("</li>\n");
        }
        out + "</ol>\n</body>\n</html>\n"
    }
}
