//! Seeds: finds starting pages for a query. The trait and the list of providers: a provider is an entry and one line in
//! the list.
//!
//! A [`Search`] is a state machine like the crawl: it returns requests and receives responses, so that the tab and the
//! tests drive the same code. The menu is generated from [`LIST`]; no other place names a provider. All texts found are
//! cut and cleaned of hidden characters, and all URLs are http(s). Not covered: fetching and searching saved crawls,
//! which the driver does; judging the seeds, which the crawl does.

mod at_hand;
mod common_crawl;
mod demo;
mod entry;
mod error;
mod findings;
mod fusion;
mod pauses;
mod search;
mod searxng;
mod services;
mod site;
mod start;
mod wikipedia;

pub use entry::Entry;
use entry::{Declaration, Make};
pub use error::{Remedy, SeedsError};
pub use fusion::{kind_of, merge};
pub use pauses::{begin_pauses, check_pause};
pub use search::{Search, SearchStep, damaged_list};
pub use start::{StartPages, StartSearch};

use crate::html::{self, Decoder};
use search::SearchContext;
use serde_json::Value;
use services::list;
use types::limits::{SEED_ERROR_CHARS, SEED_JSON_BYTES};
use types::text::{clean, cut};
use types::url::CanonicalUrl;

/// Declares the list of providers, in the order of the interface.
macro_rules! providers {
    ($($entry:path),* $(,)?) => {
        /// All providers, in the order of the interface.
        pub const LIST: &[&Entry] = &[$(&$entry.listed()),*];

        /// Creates a provider; `None` for an unknown id.
        fn make(id: &str) -> Option<Box<dyn Provider>> {
            $(if id == $entry.id {
                return Some(match $entry.make {
                    Make::Service(service) => Box::new(service),
                    Make::Provider(make) => make(),
                });
            })*
            None
        }
    };
}

providers![
    demo::ENTRY,
    at_hand::LIBRARY,
    wikipedia::ENTRY,
    list::WIKIDATA,
    list::HACKER_NEWS,
    list::INTERNET_ARCHIVE,
    list::MWMBL,
    list::MARGINALIA,
    list::WIBY,
    list::GITHUB,
    list::GDELT,
    list::CROSSREF,
    list::OPENALEX,
    list::EUROPE_PMC,
    list::ARXIV,
    list::DOAJ,
    list::SEMANTIC_SCHOLAR,
    list::STACK_EXCHANGE,
    searxng::ENTRY,
    site::ENTRY,
    common_crawl::ENTRY,
    at_hand::BOOKMARKS,
    at_hand::PASTED,
];

/// Returns the provider with this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    LIST.iter().copied().find(|entry| entry.id == id)
}

/// The inputs of a seed search; a provider uses those that it needs ([`Entry::needs`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeedInputs {
    /// The query.
    pub query: String,
    /// The tag of the person's language, such as `de-AT`; empty if unknown.
    pub language: String,
    /// The address of the site or service, as typed.
    pub address: String,
    /// A text that contains addresses.
    pub text: String,
    /// A file that the person chose.
    pub file: Vec<u8>,
    /// The program that sends the requests.
    pub asker: Asker,
}

/// The program that sends the requests of a search, for the remedy if a service wants to know who asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asker {
    /// The proxy or a command, which have the flag `--contact`.
    #[default]
    Command,
    /// The Python package, whose functions have the argument `contact`.
    Python,
    /// A web page or the extension without a proxy, which cannot name a contact.
    Browser,
}

/// The response to a request of a provider.
struct ProviderResponse<'a> {
    /// The requested URL.
    requested: &'a CanonicalUrl,
    /// Its URL after redirects.
    url: &'a CanonicalUrl,
    /// HTTP status.
    status: u16,
    /// The media type, as sent in the header.
    media_type: Option<&'a str>,
    /// `Retry-After` in seconds; `None` for a date if the time is unknown.
    retry_after_s: Option<u64>,
    /// The decoded body, up to the size that is read for seeds.
    body: &'a [u8],
    /// True if the body is longer.
    is_cut: bool,
    /// True if the person entered the URL of the service.
    is_named: bool,
    /// The program that sends the requests.
    asker: Asker,
    /// The decoder for charsets other than UTF-8.
    decoder: &'a dyn Decoder,
}

/// The places of a service's reason in its JSON (RFC 6901). In a successful answer none of them is a text.
const REASONS: [&str; 9] = [
    "/error/info",
    "/error/message",
    "/error_message",
    "/message/0/message",
    "/message",
    "/errMsg",
    "/detail/0/msg",
    "/detail",
    "/error",
];
/// Maximum size in bytes of a plain text that is a reason; longer texts are something else.
const REASON_BYTES: usize = 1_024;
/// Maximum size in bytes of the beginning of a page that is searched for a reason.
const PAGE_REASON_BYTES: usize = 4_096;

impl ProviderResponse<'_> {
    /// Returns true for a successful status.
    fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns an error for an error status.
    fn check_status(&self) -> Result<(), SeedsError> {
        let status = self.status;
        let remedy = Remedy::of_status(status, self.retry_after_s, self.is_named);
        if self.is_success() {
            return Ok(());
        }
        Err(SeedsError::Status { host: self.url.authority().to_owned(), status, remedy })
    }

    /// Parses a service's JSON response.
    ///
    /// # Errors
    /// Returns [`Self::refusal`] for a reason, an error status, or a response that is too long or not JSON.
    fn json(&self) -> Result<Value, SeedsError> {
        let answer = self.parsed().filter(|answer| self.is_success() && self.reason(Some(answer)).is_none());
        answer.ok_or_else(|| self.refusal())
    }

    fn parsed(&self) -> Option<Value> {
        let body = Some(self.body).filter(|body| body.len() <= SEED_JSON_BYTES);
        body.and_then(crate::json::parse)
    }

    /// Returns the error of a service's response that has no results: the service's own reason if it gave one, in JSON,
    /// as plain text or as the title of a web page, whatever media type it claims; else an error for an error status, or
    /// for the format.
    fn refusal(&self) -> SeedsError {
        if let Some(said) = self.reason(self.parsed().as_ref()) {
            return self.error_with_reason(&said);
        }
        self.check_status().err().unwrap_or_else(|| self.unexpected_format())
    }

    /// Returns the reason in a response, which is this JSON or none.
    fn reason(&self, answer: Option<&Value>) -> Option<String> {
        let Some(answer) = answer else {
            return self.plain_reason();
        };
        let said = REASONS.iter().map(|place| services::text(answer, place));
        said.map(|said| clean(&said)).find(|said| !said.is_empty())
    }

    /// Returns the reason of a response that is not JSON.
    fn plain_reason(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.body[..self.body.len().min(REASON_BYTES)]);
        let text = text.trim_start_matches('\u{feff}').trim();
        let said = if self.is_page() {
            // Of a wrong URL, the title is no reason, and that of a feed is the query.
            if (self.is_named && self.is_success()) || contains(self.beginning(), b"<feed") {
                return None;
            }
            html::read(self.body, Some("text/html"), self.url, self.decoder).title
        } else if self.body.len() <= REASON_BYTES && !is_part_of_json(text) {
            text.to_owned()
        } else {
            return None;
        };
        Some(clean(&said)).filter(|said| said.contains(char::is_alphabetic))
    }

    /// Returns true for a body that is markup.
    fn is_page(&self) -> bool {
        let begin = self.beginning();
        begin.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(begin).trim_ascii_start().starts_with(b"<")
    }

    /// Returns the part of the body in which a reason is looked for.
    fn beginning(&self) -> &[u8] {
        &self.body[..self.body.len().min(PAGE_REASON_BYTES)]
    }

    fn error_with_reason(&self, said: &str) -> SeedsError {
        let remedy = match Remedy::of_reason(said, self.status, self.retry_after_s, (self.is_named, self.asker)) {
            // The title of a page does not tell that, but its text.
            _ if self.is_page() && Remedy::is_contact(&String::from_utf8_lossy(self.beginning())) => {
                Remedy::Contact(self.asker, self.retry_after_s)
            }
            // A page says nothing about the query.
            Remedy::Words if self.is_page() => Remedy::Later,
            remedy => remedy,
        };
        let (host, message) = (self.url.authority().to_owned(), cut(said, SEED_ERROR_CHARS).to_owned());
        SeedsError::ServiceMessage { host, message, remedy }
    }

    /// Returns the error for a response in another format than expected.
    fn unexpected_format(&self) -> SeedsError {
        let remedy = if self.is_named { Remedy::Address } else { Remedy::Later };
        SeedsError::UnexpectedFormat { host: self.url.authority().to_owned(), remedy }
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Returns true for the beginning of JSON, which was cut or is damaged, and for no text such as `[ERROR] …`.
fn is_part_of_json(text: &str) -> bool {
    let inner = text.strip_prefix('[').map(str::trim_start);
    text.starts_with(['{', '"']) || inner.is_some_and(|inner| !inner.starts_with(char::is_alphabetic))
}

/// A source of seeds.
trait Provider {
    /// Starts the search: requests a page, or finds seeds without network.
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError>;

    /// Finds seeds in the person's file, if the provider needs one.
    fn read_file(
        &mut self,
        _file: &[u8],
        _decoder: &dyn Decoder,
        _context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        Ok(())
    }

    /// Handles a response, and may send more requests. After an error, pending requests continue.
    fn read(&mut self, _response: &ProviderResponse<'_>, _context: &mut SearchContext) -> Result<(), SeedsError> {
        Ok(())
    }

    /// Handles a request that has no response, or was not sent.
    fn unanswered(&mut self, _requested: &CanonicalUrl, _context: &mut SearchContext) -> Result<(), SeedsError> {
        Ok(())
    }

    /// Handles a redirect of a requested URL: returns true if it may be followed.
    fn on_redirect(&mut self, _from: &CanonicalUrl, _to: &CanonicalUrl, _context: &mut SearchContext) -> bool {
        true
    }

    /// Handles the sitemaps that the robots.txt of a requested host names, and the number of those without a URL.
    fn robots(&mut self, _host: &str, _sitemaps: (Vec<CanonicalUrl>, usize), _context: &mut SearchContext) {}

    /// Returns warnings about unread parts, if they matter.
    fn unread_warnings(&self) -> Vec<SeedsError> {
        Vec::new()
    }

    /// Returns the remedy for an empty result, as a sentence.
    fn no_results_hint(&self) -> &'static str;
}

#[cfg(test)]
mod tests;
