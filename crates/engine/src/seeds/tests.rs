//! Tests of the providers with realistic and with malicious responses.

#[cfg(not(target_arch = "wasm32"))]
mod anything;
mod at_hand;
mod common_crawls;
mod errors;
mod keyless_services;
mod merged;
mod one_site;
mod plain_lists;
mod searxng_instances;
mod sites;
mod wikipedias;

use super::*;
use crate::fetch::RawResponse;
use crate::html::EncodingRs;
use types::failure::{Failure, FailureKind};
use types::limits;
use types::seeds::{Findings, Need, ProviderInfo, Web};

/// The responses by URL: status, media type, body; a redirect has its target as the body.
type Answers<'a> = &'a [(&'a str, u16, &'a str, Vec<u8>)];

/// Returns true if the name of the error's variant begins with `name`.
fn is_variant(error: &SeedsError, name: &str) -> bool {
    format!("{error:?}").starts_with(name)
}

/// Returns the error of a service that answers with this status, these headers and this body.
fn answered(id: &str, status: u16, headers: &[(&str, &str)], body: &str) -> Result<Findings, SeedsError> {
    let inputs = at("searx.test", "jumping spiders");
    let mut search = Search::new(find(id).expect("in the list"), &inputs, &EncodingRs).expect("has words");
    let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    while let SearchStep::Fetch(..) = search.next_step() {
        let raw = RawResponse { status, headers: &headers, body: body.as_bytes(), elapsed_ms: 1 };
        search.answer(raw, &EncodingRs);
    }
    search.finish()
}

/// Runs a search over these responses, with 404 for all other requests. Returns the findings and the requests.
fn run(id: &str, wanted: &SeedInputs, answers: Answers<'_>) -> (Result<Findings, SeedsError>, Vec<String>) {
    let mut asked = Vec::new();
    let mut search = match Search::new(find(id).expect("in the list"), wanted, &EncodingRs) {
        Ok(search) => search,
        Err(error) => return (Err(error), asked),
    };
    while let SearchStep::Fetch(order, _) = search.next_step() {
        asked.push(order.address().to_owned());
        let found = answers.iter().find(|(at, ..)| *at == order.address());
        let (status, kind, body) = found.map_or((404, "text/html", &[][..]), |one| (one.1, one.2, one.3.as_slice()));
        let (name, value) = if (300..400).contains(&status) {
            ("location", String::from_utf8_lossy(body).into_owned())
        } else {
            ("content-type", kind.to_owned())
        };
        let headers = [(name.to_owned(), value)];
        let raw = RawResponse { status, headers: &headers, body, elapsed_ms: 1 };
        search.answer(raw, &EncodingRs);
        assert!(asked.len() < 50, "it goes on and on: {asked:?}");
    }
    (search.finish(), asked)
}

fn query(words: &str) -> SeedInputs {
    SeedInputs { query: words.to_owned(), ..SeedInputs::default() }
}

fn at(address: &str, words: &str) -> SeedInputs {
    SeedInputs { address: address.to_owned(), ..query(words) }
}

fn urls(found: &Result<Findings, SeedsError>) -> Vec<&str> {
    let findings = found.as_ref().expect("something was found");
    findings.seeds.iter().map(|seed| seed.url.as_str()).collect()
}

#[test]
fn the_list_has_every_provider_once_and_says_what_each_needs() {
    let mut ids: Vec<&str> = LIST.iter().map(|entry| entry.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), LIST.len());
    for entry in LIST {
        let has_field = entry.needs.contains(&Need::Address) || entry.needs.contains(&Need::Text);
        assert_eq!(has_field, !entry.field.0.is_empty(), "{}", entry.id);
        assert!(!entry.webs.is_empty() && !entry.needs.is_empty(), "{}", entry.id);
        assert!(entry.description.ends_with('.'), "{}", entry.id);
        assert!((0.0..=1.0).contains(&entry.precision), "{}", entry.id);
    }
    let ready = |web| -> Vec<String> {
        let all = LIST.iter().map(|entry| ProviderInfo::from(*entry));
        all.filter(|info| info.is_ready_for(web, false)).map(|info| info.id).collect()
    };
    let needs_address = LIST.iter().map(|entry| ProviderInfo::from(*entry));
    let mut needs_address = needs_address.filter(|info| info.is_ready_for(Web::Live, true));
    assert_eq!(needs_address.next_back().map(|info| info.id), Some("searxng".to_owned()));
    assert_eq!(ready(Web::Demo), ["demo-search", "library"]);
    assert_eq!(ready(Web::Live).len(), LIST.len() - 6, "all but the demo web and those that need more than the query");
    assert_eq!(ready(Web::Recorded), ["library"]);
}

#[test]
fn the_documentation_names_every_provider_and_whether_a_start_asks_it() {
    let text = include_str!("../../../../docs/seeds.md");
    let (providers, services) = text.split_once("## Services").expect("two tables");
    let rows = providers.lines();
    let rows: Vec<&str> = rows.filter(|line| line.starts_with("| ")).skip(2).collect();
    assert_eq!(rows.len(), LIST.len());
    for (row, entry) in rows.into_iter().zip(LIST) {
        let asked = match (entry.needs, entry.asked_by_default) {
            ([Need::Query], true) => "yes",
            ([Need::Query], false) => "if switched on",
            ([Need::Query, Need::Address], true) => "if you name one",
            _ => "no; \"Find seeds\"",
        };
        let expected = format!("| {} | {asked}", entry.title);
        assert!(row.starts_with(&expected), "{row}: {expected}");
        // Providers that need no network have no form to check.
        let is_service = entry.webs == [Web::Live];
        let checked = services.lines().any(|line| line.starts_with(&format!("| {} | ", entry.title)));
        assert_eq!(checked, is_service, "{}", entry.title);
    }
}
