//! A link on a page, and its saved form.
//!
//! A link is saved field by field, as in format 4 of the journal. The default document was added later: it follows the URL after a `#`, which
//! a canonical URL never contains, so older saved crawls remain readable.

use serde::{Deserialize, Serialize, Serializer};
use types::url::{CanonicalUrl, UrlProblem, is_default_document};

/// A link on a page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Saved<String>")]
pub struct Link {
    /// The canonical URL of its target, resolved against the page's base.
    pub url: CanonicalUrl,
    /// The default document (`index.html`) that the link names and the canonical URL omits; robots.txt may have a rule for it.
    pub document: Option<Box<str>>,
    /// The text of the element, or an image's `alt` if there is none.
    pub anchor: String,
    /// The text of the nearest block around the link, without the anchor: the augmented context of SharkSearch.
    pub context: String,
    /// The last heading before or around the link; empty if there is none.
    pub heading: String,
    /// The byte range of the anchor in [`super::Document::body`]; empty at the body's end if the body was truncated before it.
    pub span: (u32, u32),
    /// True for `rel=nofollow`, `ugc` or `sponsored`.
    pub nofollow: bool,
}

impl Link {
    /// Returns the address that the link names if it is not the canonical URL.
    pub fn spelled(&self) -> Option<Box<str>> {
        let document = self.document.as_deref()?;
        Some(format!("{}{document}", self.url).into())
    }
}

/// The saved fields of a link, in their order.
#[derive(Serialize, Deserialize)]
struct Saved<T> {
    url: String,
    anchor: T,
    context: T,
    heading: T,
    span: (u32, u32),
    nofollow: bool,
}

/// The character between URL and default document.
const SEPARATOR: char = '#';

impl Serialize for Link {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut url = self.url.to_string();
        if let Some(document) = &self.document {
            url.push(SEPARATOR);
            url.push_str(document);
        }
        let saved = Saved {
            url,
            anchor: self.anchor.as_str(),
            context: &self.context,
            heading: &self.heading,
            span: self.span,
            nofollow: self.nofollow,
        };
        saved.serialize(serializer)
    }
}

impl TryFrom<Saved<String>> for Link {
    type Error = UrlProblem;

    fn try_from(saved: Saved<String>) -> Result<Self, UrlProblem> {
        let (url, document) = match saved.url.split_once(SEPARATOR) {
            Some((url, document)) => (url.to_owned(), Some(document.into())),
            None => (saved.url, None),
        };
        let link = Self {
            url: url.try_into()?,
            document,
            anchor: saved.anchor,
            context: saved.context,
            heading: saved.heading,
            span: saved.span,
            nofollow: saved.nofollow,
        };
        let names_one = |name: &str| is_default_document(name) && link.url.as_str().ends_with('/');
        match link.document.as_deref() {
            Some(name) if !names_one(name) => Err(UrlProblem::unreadable(name)),
            _ => Ok(link),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(document: Option<&str>) -> Link {
        Link {
            url: CanonicalUrl::parse("http://a.test/docs/").unwrap(),
            document: document.map(Into::into),
            anchor: "anchor".into(),
            context: "context".into(),
            heading: "heading".into(),
            span: (1, 7),
            nofollow: true,
        }
    }

    #[test]
    fn a_link_is_saved_with_the_default_document_that_it_names() {
        for link in [
            link(None),
            link(Some("index.html")),
            link(Some("Default.ASPX")),
        ] {
            let bytes = postcard::to_stdvec(&link).unwrap();
            assert_eq!(postcard::from_bytes::<Link>(&bytes).as_ref(), Ok(&link));
        }
    }

    /// The derived serialization of earlier versions.
    #[test]
    fn a_link_without_a_default_document_is_saved_as_before() {
        let link = link(None);
        let fields = (
            "http://a.test/docs/",
            ("anchor", "context", "heading"),
            (1_u32, 7_u32),
            true,
        );
        assert_eq!(postcard::to_stdvec(&link), postcard::to_stdvec(&fields));
    }

    #[test]
    fn a_saved_link_with_an_invalid_document_is_rejected() {
        for document in ["other.html", "x/index.html", "#", "", "index.html?x"] {
            let bytes = postcard::to_stdvec(&link(Some(document))).unwrap();
            assert!(postcard::from_bytes::<Link>(&bytes).is_err(), "{document}");
        }
    }

    #[test]
    fn the_address_that_a_link_names_is_its_folder_with_the_document() {
        let spelled = link(Some("index.html")).spelled();
        assert_eq!(spelled.as_deref(), Some("http://a.test/docs/index.html"));
        assert_eq!(link(None).spelled(), None);
    }
}
