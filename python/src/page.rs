//! Pages: a document with its links, and canonical URLs.

use crate::convert::{self, to_python};
use crate::errors::{self, ContentError};
use engine::fetch::{Content, FetchResponse};
use engine::html::{self, Document, EncodingRs, PageContent};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::OnceLock;
use types::limits;
use types::report::PageClass;
use types::text::cut;
use types::url::CanonicalUrl;

/// The arguments of [`parse`] for a page.
type PickledPage<'py> = (Bound<'py, PyBytes>, String, Option<String>, usize);

/// A parsed page.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Page {
    pub(crate) url: CanonicalUrl,
    /// Its response, whose content is a page.
    pub(crate) response: FetchResponse,
    html: Box<[u8]>,
    content_type: Option<String>,
    /// The most characters of its texts.
    text_chars: usize,
    /// The document with the whole text, if that of the response is cut.
    whole: OnceLock<Document>,
}

/// The most characters of a text unless the caller says otherwise.
pub(crate) const TEXT_CHARS: usize = 100_000;

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
    /// True in an element that `hidden` or `display:none` hides, such as a menu that a script opens.
    hidden: bool,
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
            hidden: link.hidden,
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
        Self::with_headers(html, url, header.as_slice(), TEXT_CHARS)
    }

    /// Parses a page of a response with these headers, whose names are in lower case.
    pub(crate) fn with_headers(
        html: &[u8],
        url: &str,
        headers: &[(String, String)],
        text_chars: usize,
    ) -> Result<Self, PageError> {
        let url = CanonicalUrl::parse(url).map_err(PageError::Url)?;
        let response = FetchResponse::page(&url, headers, html, &EncodingRs);
        if let Content::Unsupported(what) = response.content {
            return Err(PageError::Content(what));
        }
        let content_type = headers.iter().find(|(name, _)| name == "content-type");
        let content_type = content_type.map(|(_, value)| value.clone());
        Ok(Self { url, response, html: html.into(), content_type, text_chars, whole: OnceLock::new() })
    }

    fn content(&self) -> PageContent {
        html::read_content(&self.html, self.content_type.as_deref(), &self.url, &EncodingRs)
    }

    /// Returns the document with the whole text.
    fn whole(&self) -> PyResult<&Document> {
        let document = self.document()?;
        if document.body.len() + 4 <= limits::BODY_TEXT_BYTES {
            return Ok(document);
        }
        let read = || html::read_whole_text(&self.html, self.content_type.as_deref(), &self.url, &EncodingRs);
        Ok(self.whole.get_or_init(read))
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
    /// It has this media type, which is not that of a page.
    #[error("only HTML and text can be parsed, not “{0}”: pass the bytes of a page, or omit content_type")]
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

    /// The HTML, as it was given.
    #[getter]
    fn html<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.html)
    }

    /// The visible text, with white space collapsed and blocks on lines of their own; its first `text_chars` characters.
    #[getter]
    fn text(&self) -> PyResult<&str> {
        Ok(cut(&self.whole()?.body, self.text_chars))
    }

    /// The blocks of the text that are not navigation, notices, related links, comments or other boilerplate, each on a
    /// line of its own; the whole text if nothing else is on the page. Its first `text_chars` characters.
    ///
    /// Source: Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text Features", WSDM 2010, and
    /// mozilla/readability.
    #[getter]
    pub(crate) fn main_text(&self) -> PyResult<String> {
        Ok(cut(&self.whole()?.main_text(), self.text_chars).to_owned())
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

    /// True if a limit on size, depth or number of links ended the reading, or if `text` is cut.
    #[getter]
    fn truncated(&self) -> PyResult<bool> {
        let whole = self.whole()?;
        Ok(whole.cut || cut(&whole.body, self.text_chars).len() < whole.body.len())
    }

    /// The code of the class of a page without content to judge, such as `"login-wall"`; None for a page to read.
    #[getter]
    fn page_class(&self) -> PyResult<Option<&'static str>> {
        Ok(self.document()?.class.map(PageClass::code))
    }

    /// Pickles the arguments of `parse`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, PickledPage<'py>)> {
        let (py, page) = (slf.py(), slf.get());
        let parse = py.import("salticid")?.getattr("parse")?;
        let url = page.url.as_str().to_owned();
        Ok((parse, (page.html(py), url, page.content_type.clone(), page.text_chars)))
    }

    fn __repr__(&self) -> PyResult<String> {
        let document = self.document()?;
        let (url, title, links) = (self.url.as_str(), &document.title, document.links.len());
        Ok(format!("Page(url={url:?}, title={title:?}, links={links})"))
    }
}

/// Parses the bytes of a page: HTML, plain text or Markdown.
///
/// `content_type` is the value of the header, whose charset is used. Without one, the charset is that of the page or
/// else UTF-8, as in browsers (WHATWG HTML, section 13.2.3). Any bytes can be parsed, within limits of size and depth.
/// `text` and `main_text` have at most `text_chars` characters.
///
/// Raises `UrlError` if the URL is not that of a page, and `ContentError` if the content type is another one.
#[pyfunction]
#[pyo3(signature = (html, url, content_type = None, text_chars = TEXT_CHARS))]
pub(crate) fn parse(
    py: Python<'_>,
    html: &[u8],
    url: &str,
    content_type: Option<&str>,
    text_chars: usize,
) -> PyResult<Page> {
    Ok(py.detach(|| Page::read(html, url, content_type).map(|page| Page { text_chars, ..page }))?)
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
