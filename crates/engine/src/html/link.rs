//! A link on a page.

use super::main_text::BlockKind;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use types::url::{CanonicalUrl, Omitted, UrlProblem, is_default_document};

/// The markup of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkKind {
    /// An element that a person clicks: `a` or `area`.
    #[default]
    Anchor,
    /// A part of the page that is a page of its own: `frame`, `iframe` or `object`.
    Frame,
    /// A page that replaces this one after a delay: `<meta http-equiv=refresh>` or the header `Refresh`.
    Refresh,
    /// An address in the data of the scripts of an application's shell.
    Data,
}

impl LinkKind {
    /// Returns its name: `anchor`, `frame`, `refresh` or `data`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anchor => "anchor",
            Self::Frame => "frame",
            Self::Refresh => "refresh",
            Self::Data => "data",
        }
    }
}

/// The place of a link in the markup of its page, whatever its text: the block elements around it. Two sites that list
/// people have the same kinds of blocks; within a site, one list has one path.
///
/// Source: the tag paths of Gauquier, Manolescu and Senellart 2025 (SB-CLASSIFIER), of block elements alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkPlace {
    /// A number for the names and first classes of the elements, from the outermost to the innermost. Digits do not
    /// count: `item-1` and `item-2` are one class.
    pub path: u16,
    /// The kind of the innermost element.
    pub block: BlockKind,
    /// True in navigation, advertisements and the like, by the names, classes and roles of the elements.
    pub is_aside: bool,
}

/// A link on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Link {
    /// The canonical URL of its target, resolved against the page's base.
    pub url: CanonicalUrl,
    /// The parts of the named address that the canonical URL omits.
    pub omitted: Omitted,
    /// The text of the element, or an image's `alt` if there is none.
    pub anchor: String,
    /// The text of the nearest block around the link, without the anchor: the augmented context of SharkSearch.
    pub context: String,
    /// The last heading before or around the link; empty if there is none.
    pub heading: String,
    /// The byte range of the anchor in [`super::Document::body`]; empty at the body's end if the body was truncated
    /// before it.
    pub span: (u32, u32),
    /// True for `rel=nofollow`, `ugc` or `sponsored`.
    pub nofollow: bool,
    /// True in an element that `hidden` or `display:none` hides, such as a menu that a script opens.
    pub hidden: bool,
    /// The markup.
    pub kind: LinkKind,
    /// The place in the markup; the default for a link that is no part of it.
    pub place: LinkPlace,
}

impl Link {
    /// Returns the address with the default document that the link names, if it names one.
    pub fn spelled(&self) -> Option<Box<str>> {
        let document = self.omitted.document.as_deref()?;
        Some(format!("{}{document}", self.url).into())
    }
}

impl Serialize for Link {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Checks what was omitted from the URL, because a saved crawl may come from anyone.
impl<'de> Deserialize<'de> for Link {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let link = Self::deserialize(deserializer)?;
        let is_folder = link.url.as_str().ends_with('/');
        let is_other = |address: &&CanonicalUrl| CanonicalUrl::parse(address.as_str()).as_ref() != Ok(&link.url);
        let omitted = &link.omitted;
        let document = omitted.document.as_deref().filter(|name| !is_folder || !is_default_document(name));
        let original = omitted.original.as_ref().filter(is_other).map(CanonicalUrl::as_str);
        match document.or(original) {
            Some(invalid) => Err(D::Error::custom(UrlProblem::unreadable(invalid))),
            None => Ok(link),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(document: Option<&str>) -> Link {
        Link {
            url: CanonicalUrl::parse("http://a.test/docs/").unwrap(),
            omitted: Omitted { document: document.map(Into::into), original: None },
            anchor: "anchor".into(),
            context: "context".into(),
            heading: "heading".into(),
            span: (1, 7),
            nofollow: true,
            hidden: true,
            kind: LinkKind::Anchor,
            place: LinkPlace { path: 7, block: BlockKind::Item, is_aside: true },
        }
    }

    #[test]
    fn a_link_is_saved_with_the_default_document_that_it_names() {
        for link in [link(None), link(Some("index.html")), link(Some("Default.ASPX"))] {
            let bytes = postcard::to_stdvec(&link).unwrap();
            assert_eq!(postcard::from_bytes::<Link>(&bytes).as_ref(), Ok(&link));
        }
    }

    #[test]
    fn a_saved_link_with_an_invalid_document_is_rejected() {
        for document in ["other.html", "x/index.html", "#", "", "index.html?x"] {
            let bytes = postcard::to_stdvec(&link(Some(document))).unwrap();
            assert!(postcard::from_bytes::<Link>(&bytes).is_err(), "{document}");
        }
    }

    #[test]
    fn a_saved_link_with_the_original_of_another_url_is_rejected() {
        for (original, is_valid) in
            [("http://a.test/docs/?utm_source=x", true), ("http://b.test/docs/", false), ("http://a.test/x", false)]
        {
            let omitted = Omitted { document: None, original: CanonicalUrl::whole(original).ok() };
            let bytes = postcard::to_stdvec(&Link { omitted, ..link(None) }).unwrap();
            assert_eq!(postcard::from_bytes::<Link>(&bytes).is_ok(), is_valid, "{original}");
        }
    }

    #[test]
    fn the_address_that_a_link_names_is_its_folder_with_the_document() {
        let spelled = link(Some("index.html")).spelled();
        assert_eq!(spelled.as_deref(), Some("http://a.test/docs/index.html"));
        assert_eq!(link(None).spelled(), None);
    }
}
