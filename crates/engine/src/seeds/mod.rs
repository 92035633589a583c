//! Seeds: where a crawl may start, found for a person who has words and no addresses. The trait, and THE LIST: one file a provider, one line in the list.
//!
//! A [`Search`] is a state machine as the crawl is: it says what to fetch and receives the responses, so that the tab and the tests drive the
//! same code. The page's menu is read from [`LIST`]; nothing else names a provider. Everything that is found is text of the web: cut,
//! without hidden characters, behind addresses that are http(s).
//! Not covered: fetching (the driver's), looking through kept crawls (the driver's, who has them), judging what was found,
//! which is the crawl's.

mod bookmarks;
mod demo;
mod entry;
mod error;
mod findings;
mod fusion;
mod library;
mod pasted;
mod search;
mod searxng;
mod services;
mod site;
mod wikipedia;
mod words;

pub use entry::Entry;
pub use error::SeedsError;
pub use fusion::merge;
pub use search::{Search, SearchStep};

use crate::html::Decoder;
use search::SearchContext;
use serde_json::Value;
use services::{
    crossref, hacker_news, internet_archive, marginalia, openalex, stack_exchange, wikidata,
};
use types::limits::{SEED_ERROR_CHARS, SEED_JSON_BYTES};
use types::text::{clean, cut};
use types::url::CanonicalUrl;

/// All providers, in the order in which people see them.
pub const LIST: &[&Entry] = &[
    &demo::ENTRY,
    &library::ENTRY,
    &wikipedia::ENTRY,
    &wikidata::ENTRY,
    &hacker_news::ENTRY,
    &stack_exchange::ENTRY,
    &internet_archive::ENTRY,
    &crossref::ENTRY,
    &openalex::ENTRY,
    &marginalia::ENTRY,
    &searxng::ENTRY,
    &site::ENTRY,
    &bookmarks::ENTRY,
    &pasted::ENTRY,
];

/// Returns the provider of this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    LIST.iter().copied().find(|entry| entry.id == id)
}

/// The inputs of a seed search, as far as a provider needs them ([`Entry::needs`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeedInputs {
    /// The query.
    pub query: String,
    /// The tag of the person's language, such as `de-AT`; empty if unknown.
    pub language: String,
    /// The address that the provider asks or looks at, as a person typed it.
    pub address: String,
    /// A text with addresses in it.
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
    /// The media type, as the header says it.
    media_type: Option<&'a str>,
    /// The body, codings undone; no more of it than is read for seeds.
    body: &'a [u8],
    /// There was more of it.
    is_cut: bool,
    /// Decodes what is not UTF-8.
    decoder: &'a dyn Decoder,
}

impl ProviderResponse<'_> {
    /// Fails if the status says that there is nothing to read.
    fn check_status(&self) -> Result<(), SeedsError> {
        match self.status {
            200..300 => Ok(()),
            status => Err(SeedsError::Status {
                host: self.url.authority().to_owned(),
                status,
            }),
        }
    }

    /// Returns the answer of a service that gives JSON, unless it has a text at `error` or a status of failure. One that is too long is not even
    /// parsed.
    fn json(&self, error: &str) -> Result<Value, SeedsError> {
        let body = Some(self.body).filter(|body| body.len() <= SEED_JSON_BYTES);
        let answer: Option<Value> = body.and_then(|body| serde_json::from_slice(body).ok());
        let said = answer.as_ref().map(|answer| services::text(answer, error));
        let said = clean(&said.unwrap_or_default());
        if !said.is_empty() {
            return Err(SeedsError::Said {
                host: self.url.authority().to_owned(),
                message: cut(&said, SEED_ERROR_CHARS).to_owned(),
            });
        }
        self.check_status()?;
        answer.ok_or_else(|| self.not_results())
    }

    /// Returns the error of an answer that has no results where they should be.
    fn not_results(&self) -> SeedsError {
        SeedsError::NotResults(self.url.authority().to_owned())
    }
}

/// One way to find seeds.
trait Provider {
    /// Starts the search: requests a page, or finds seeds at once.
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext)
    -> Result<(), SeedsError>;

    /// Reads an answer; more may be asked for. An error leaves what else was asked for as it is.
    fn read(
        &mut self,
        _response: &ProviderResponse<'_>,
        _context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        Ok(())
    }

    /// Handles a redirect of an `asked` URL: returns true if it may be followed.
    fn may_follow(
        &mut self,
        _asked: &CanonicalUrl,
        _to: &CanonicalUrl,
        _context: &mut SearchContext,
    ) -> bool {
        true
    }

    /// Reads the robots.txt of a host of which pages were asked for; empty if it has none.
    fn robots(&mut self, _host: &str, _text: &str, _context: &mut SearchContext) {}

    /// Returns a note on unread parts, if they matter.
    fn left_out(&self) -> Option<SeedsError> {
        None
    }

    /// Returns the remedy if nothing was found, as a sentence.
    fn nothing(&self) -> &'static str;
}

#[cfg(test)]
mod tests;
