//! Seeds: finds starting pages for a query. The trait and the list of providers: a provider is an entry and one line in the list.
//!
//! A [`Search`] is a state machine like the crawl: it returns requests and receives responses, so that the tab and the tests drive the same
//! code. The menu is generated from [`LIST`]; no other place names a provider. All texts found are cut and cleaned of hidden characters, and
//! all URLs are http(s).
//! Not covered: fetching and searching saved crawls, which the driver does; judging the seeds, which the crawl does.

mod at_hand;
mod demo;
mod entry;
mod error;
mod findings;
mod fusion;
mod search;
mod searxng;
mod services;
mod site;
mod wikipedia;

use entry::Declaration;
pub use entry::Entry;
pub use error::SeedsError;
pub use fusion::merge;
pub use search::{Search, SearchStep};

use crate::html::Decoder;
use search::SearchContext;
use serde_json::Value;
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
                return Some(($entry.make)());
            })*
            None
        }
    };
}

providers![
    demo::ENTRY,
    at_hand::LIBRARY,
    wikipedia::ENTRY,
    services::WIKIDATA,
    services::HACKER_NEWS,
    services::STACK_EXCHANGE,
    services::INTERNET_ARCHIVE,
    services::CROSSREF,
    services::OPENALEX,
    services::MARGINALIA,
    searxng::ENTRY,
    site::ENTRY,
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
    /// The decoded body, up to the size that is read for seeds.
    body: &'a [u8],
    /// True if the body is longer.
    is_cut: bool,
    /// The decoder for charsets other than UTF-8.
    decoder: &'a dyn Decoder,
}

impl ProviderResponse<'_> {
    /// Returns an error for an error status.
    fn check_status(&self) -> Result<(), SeedsError> {
        match self.status {
            200..300 => Ok(()),
            status => Err(SeedsError::Status { host: self.url.authority().to_owned(), status }),
        }
    }

    /// Parses a service's JSON response. Returns an error for an error status, a text at `error`, or a response that is too long.
    fn json(&self, error: &str) -> Result<Value, SeedsError> {
        let body = Some(self.body).filter(|body| body.len() <= SEED_JSON_BYTES);
        let answer = body.and_then(crate::json::parse);
        let said = answer.as_ref().map(|answer| services::text(answer, error));
        let said = clean(&said.unwrap_or_default());
        if !said.is_empty() {
            return Err(SeedsError::ServiceMessage {
                host: self.url.authority().to_owned(),
                message: cut(&said, SEED_ERROR_CHARS).to_owned(),
            });
        }
        self.check_status()?;
        answer.ok_or_else(|| self.unexpected_format())
    }

    /// Returns the error for a response in another format than expected.
    fn unexpected_format(&self) -> SeedsError {
        SeedsError::UnexpectedFormat(self.url.authority().to_owned())
    }
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

    /// Handles a redirect of a requested URL: returns true if it may be followed.
    fn on_redirect(&mut self, _from: &CanonicalUrl, _to: &CanonicalUrl, _context: &mut SearchContext) -> bool {
        true
    }

    /// Handles the sitemaps that the robots.txt of a requested host names.
    fn robots(&mut self, _host: &str, _sitemaps: Vec<CanonicalUrl>, _context: &mut SearchContext) {}

    /// Returns a warning about unread parts, if they matter.
    fn unread_warning(&self) -> Option<SeedsError> {
        None
    }

    /// Returns the remedy for an empty result, as a sentence.
    fn no_results_hint(&self) -> &'static str;
}

#[cfg(test)]
mod tests;
