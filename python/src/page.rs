//! Pages: a document with its links, and canonical URLs.

use crate::convert::{self, to_python};
use crate::errors::{self, ContentError};
use engine::fetch::{Content, FetchResponse};
use engine::html::{self, Document, EncodingRs, PageContent};
use pyo3::prelude::*;
use std::borrow::Cow;
use types::report::PageClass;
use types::url::CanonicalUrl;

/// A parsed page.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Page {
    pub(crate) url: CanonicalUrl,
    /// Its response, whose content is a page.
    pub(crate) response: FetchResponse,
    /// The HTML, for its structure.
    html: Box<[u8]>,
    content_type: Option<String>,
}

/// A link of a page.
#[pyclass(frozen, get_all, module = "salticid")]
pub(crate) struct Link {
    /// The canonical URL of the target, resolved against the base of the page.
    url: String,
    /// The text of the link, or the alternative text of its image.
    anchor: String,
    /// The text of the block around the link, without the link's own text.
    context: String,
    /// The last heading before the link or around it; empty if there is none.
    heading: String,
    /// True for a link that is marked `nofollow`, `ugc` or `sponsored`.
    nofollow: bool,
    /// `anchor`, `frame` (a page within the page) or `refresh` (a page that replaces it after a delay).
    kind: &'static str,
}

impl From<&html::Link> for Link {
    fn from(link: &html::Link) -> Self {
        Self {
            url: link.url.to_string(),
            anchor: link.anchor.clone(),
            context: link.context.clone(),
            heading: link.heading.clone(),
            nofollow: link.nofollow,
            kind: link.kind.name(),
        }
    }
}

#[pymethods]
impl Link {
    fn __repr__(&self) -> String {
        format!("Link(url={:?}, anchor={:?})", self.url, self.anchor)
    }
}

impl Page {
    /// Parses a page with this content type, if it is known.
    pub(crate) fn read(html: &[u8], url: &str, content_type: Option<&str>) -> Result<Self, PageError> {
        let header = content_type.map(|kind| ("content-type".to_owned(), kind.to_owned()));
        Self::with_headers(html, url, header.as_slice())
    }

    /// Parses a page of a response with these headers, whose names are in lower case.
    pub(crate) fn with_headers(html: &[u8], url: &str, headers: &[(String, String)]) -> Result<Self, PageError> {
        let url = CanonicalUrl::parse(url).map_err(PageError::Url)?;
        let response = FetchResponse::page(&url, headers, html, &EncodingRs);
        if let Content::Unsupported { what, .. } = response.content {
            return Err(PageError::Content(what));
        }
        let content_type = headers.iter().find(|(name, _)| name == "content-type");
        let content_type = content_type.map(|(_, value)| value.clone());
        Ok(Self { url, response, html: html.into(), content_type })
    }

    fn content(&self) -> PageContent {
        html::read_content(&self.html, self.content_type.as_deref(), &self.url, &EncodingRs)
    }

    fn document(&self) -> PyResult<&Document> {
        let document = self.response.document();
        document.ok_or_else(|| ContentError::new_err("the response is not a page"))
    }
}

/// The reason for which a page cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PageError {
    /// Its URL cannot be crawled.
    #[error("{0}")]
    Url(types::url::UrlProblem),
    /// It has this media type, which is not HTML.
    #[error("only HTML can be parsed, not “{0}”: pass the bytes of an HTML page, or omit content_type")]
    Content(String),
}

impl From<PageError> for PyErr {
    fn from(error: PageError) -> Self {
        match &error {
            PageError::Url(problem) => errors::of_url(problem),
            PageError::Content(_) => ContentError::new_err(error.to_string()),
        }
    }
}

#[pymethods]
impl Page {
    /// The canonical URL.
    #[getter]
    fn url(&self) -> &str {
        self.url.as_str()
    }

    /// The title, with white space collapsed.
    #[getter]
    fn title(&self) -> PyResult<&str> {
        Ok(&self.document()?.title)
    }

    /// The texts of the headings, in the order of the page.
    #[getter]
    fn headings(&self) -> PyResult<Vec<String>> {
        Ok(self.document()?.headings.clone())
    }

    /// The visible text, with white space collapsed and blocks on lines of their own.
    #[getter]
    fn text(&self) -> PyResult<&str> {
        Ok(&self.document()?.body)
    }

    /// The blocks of the text that are not navigation, notices, related links, comments or other boilerplate, each on a
    /// line of its own; the whole text if nothing else is on the page.
    ///
    /// Source: Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text Features", WSDM 2010, and
    /// mozilla/readability.
    #[getter]
    fn main_text(&self) -> PyResult<Cow<'_, str>> {
        Ok(self.document()?.main_text())
    }

    /// The main text as Markdown with tables as in GFM: headings, paragraphs, nested lists, tables, quotes,
    /// code, links and images with alternative text.
    #[getter]
    fn markdown(&self, py: Python<'_>) -> String {
        py.detach(|| self.content().outline.markdown(0))
    }

    /// What the page says about itself in `meta` elements (Highwire, PRISM, Dublin Core, `OpenGraph`) and JSON-LD: a
    /// dictionary of texts, which are empty if unknown, and the list `authors`.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let metadata = py.detach(|| self.content().metadata);
        to_python(py, &metadata)
    }

    /// The language as an ISO 639-1 code: that of the text if it is long enough, else that of the `lang` attribute;
    /// `None` if unknown.
    #[getter]
    fn language(&self) -> PyResult<Option<&str>> {
        Ok(self.document()?.language.as_deref())
    }

    /// The links in the order of the page; a target may occur several times. At most 6,000.
    #[getter]
    fn links(&self) -> PyResult<Vec<Link>> {
        Ok(self.document()?.links.iter().map(Link::from).collect())
    }

    /// True if the page asks not to be listed (`<meta name=robots>`).
    #[getter]
    fn noindex(&self) -> PyResult<bool> {
        Ok(self.document()?.robots.noindex)
    }

    /// True if the page asks that none of its links be followed (`<meta name=robots>`).
    #[getter]
    fn nofollow(&self) -> PyResult<bool> {
        Ok(self.document()?.robots.nofollow)
    }

    /// True if a limit on size, depth or number of links ended the reading.
    #[getter]
    fn truncated(&self) -> PyResult<bool> {
        Ok(self.document()?.cut)
    }

    /// The code of the class of a page without content to judge, such as `"login-wall"`; None for a page to read.
    #[getter]
    fn page_class(&self) -> PyResult<Option<&'static str>> {
        Ok(self.document()?.class.map(PageClass::code))
    }

    fn __repr__(&self) -> PyResult<String> {
        let document = self.document()?;
        let (url, title, links) = (self.url.as_str(), &document.title, document.links.len());
        Ok(format!("Page(url={url:?}, title={title:?}, links={links})"))
    }
}

/// Parses the bytes of an HTML page.
///
/// `content_type` is the value of the header, whose charset is used. Without one, the charset is that of the page or
/// else UTF-8, as in browsers (WHATWG HTML, section 13.2.3). Any bytes can be parsed, within limits of size and depth.
///
/// Raises `UrlError` if the URL is not that of a page, and `ContentError` if the content type is not HTML.
#[pyfunction]
#[pyo3(signature = (html, url, content_type = None))]
pub(crate) fn parse(py: Python<'_>, html: &[u8], url: &str, content_type: Option<&str>) -> PyResult<Page> {
    Ok(py.detach(|| Page::read(html, url, content_type))?)
}

/// Returns the site of a URL, its registrable domain: `example.org` for `http://www.example.org:8080/`. Crawls send one
/// request at a time to all hosts of a site. Raises `UrlError` for a text that is not an http or https URL.
///
/// Source: the Public Suffix List; rare suffixes are missing, so that the sites under them count as one.
#[pyfunction]
pub(crate) fn site(url: &str) -> PyResult<String> {
    Ok(convert::url(url)?.site().to_owned())
}

/// Returns the canonical form of a URL, resolved against a base if there is one.
///
/// It is the one spelling under which a page is known: without fragment, default port and session ids, with a
/// lower-case host. Raises `UrlError` for a text that is not an http or https URL.
///
/// Source: Pant, Srinivasan and Menczer 2004, section 2.4; WHATWG URL.
#[pyfunction]
#[pyo3(signature = (url, base = None))]
pub(crate) fn canonical_url(url: &str, base: Option<&str>) -> PyResult<String> {
    let canonical = match base {
        None => CanonicalUrl::parse(url),
        Some(base) => CanonicalUrl::parse(base).and_then(|base| base.resolve(url)).map(|(url, _)| url),
    };
    let canonical = canonical.map_err(|problem| errors::of_url(&problem))?;
    Ok(canonical.to_string())
}
