//! Fetches a page and follows its redirects one by one. Explains every response that is not a page.

use crate::protocol::{Source, SourceKind};
use crate::worker::browser::clock;
use crate::worker::browser::decoder::BrowserDecoder;
use crate::worker::sources::Fetcher;
use engine::fetch::{Content, FetchId, FetchRequest, FetchResponse, Purpose};
use types::failure::Failure;
use types::limits::{PAGE_BYTES, PAGE_REDIRECTS};
use types::report::Millis;
use types::url::CanonicalUrl;

/// A response with its requested and its final URL.
pub(crate) struct FetchedPage {
    /// The URL that was requested first.
    pub(super) asked: CanonicalUrl,
    /// The URL of the response.
    pub(super) url: CanonicalUrl,
    /// The time of the response.
    pub(super) at: Millis,
    /// The response, which is not a redirect.
    pub(crate) response: FetchResponse,
}

/// Fetches a page and follows its redirects, as many as a crawl would.
pub(crate) async fn follow(fetcher: &Fetcher, asked: CanonicalUrl, source: &Source) -> Result<FetchedPage, String> {
    let mut request = FetchRequest::page(asked.clone());
    loop {
        let reply = fetcher.fetch(&request).await;
        let reply = reply.map_err(|failure| failed(&failure, source))?;
        let at = clock::now();
        let response = FetchResponse::read(&request, reply.raw(), at, &BrowserDecoder);
        let Some(location) = &response.location else {
            return Ok(FetchedPage { asked, url: request.url, at, response });
        };
        request = next(&request, location)?;
    }
}

/// Returns the request for the target of a redirect.
fn next(request: &FetchRequest, location: &str) -> Result<FetchRequest, String> {
    let (url, exact) =
        request.url.resolve(location).map_err(|problem| format!("The page redirects to an invalid URL: {problem}."))?;
    let hops = request.id.0 + 1;
    if hops > u64::from(PAGE_REDIRECTS) || *exact == *request.address() {
        return Err(format!("The page redirects in a loop or more than {PAGE_REDIRECTS} times."));
    }
    Ok(FetchRequest { id: FetchId(hops), url, exact: Some(exact), purpose: Purpose::Page })
}

/// Explains why a response cannot be shown as a page.
pub(crate) fn no_page(response: &FetchResponse, source: &Source) -> String {
    match &response.content {
        Content::Unsupported { code, .. } if &**code == "size" => {
            let most = PAGE_BYTES / 1024 / 1024;
            format!("The page is larger than the limit of {most} MB.")
        }
        Content::Unsupported { what, .. } => {
            format!("This is a file of type “{what}”. Only HTML pages can be read here.")
        }
        _ => refused(response.status, source),
    }
}

fn refused(status: u16, source: &Source) -> String {
    let why = match status {
        404 if source.kind() == SourceKind::Recorded => "This URL was not recorded. Choose another source to read it.",
        404 | 410 => "Page not found. Check the URL.",
        401 | 403 | 451 => "The site restricts access to this page.",
        429 => "The site limits requests. Try again later.",
        500..=599 => "The site reported an error. Try again later.",
        _ => "The site's response is not a page.",
    };
    format!("{why} (Status {status}.)")
}

fn failed(failure: &Failure, source: &Source) -> String {
    if failure.code == "not-in-demo-web" && *source == Source::Demo {
        "This page is not in the demo web. Choose another source to read it.".to_owned()
    } else {
        failure.message.clone()
    }
}
