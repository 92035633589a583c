//! Wikidata: the official websites of the things that have the words in their name or description.
//!
//! Source: Wikidata Query Service, `GET /sparql?format=json`, with the search of Wikidata as a service (mediawiki.org, "Wikidata Query
//! Service/User Manual/MWAPI"); property P856 is the official website; answers are SPARQL 1.1 Query Results JSON. Without `wikibase:limit` the
//! service reads all pages of results, which takes long. No key; every page may read its answers (CORS).

use super::{Results, Service, public_page, words};
use crate::html;
use crate::seeds::{Entry, SeedInputs, entry};
use types::seeds::{Need, Web};

pub(in crate::seeds) const ENTRY: Entry = Entry {
    id: "wikidata",
    title: "Wikidata",
    sentence: "Searches Wikidata for the official websites of what your words name.",
    needs: &[Need::Query],
    webs: &[Web::Live],
    asked_by_default: true,
    wait_s: entry::QUICK_S,
    field: ("", ""),
    make: || Box::new(&SERVICE),
};

static SERVICE: Service = Service {
    address: "https://query.wikidata.org/sparql?format=json&query={}",
    text: sparql,
    results: Results {
        list: "/results/bindings",
        urls: &[("", "/site/value")],
        title: "/itemLabel/value",
        about: "/itemDescription/value",
        error: "",
        page: public_page,
    },
};

/// Returns the query for the websites of the first ten items. Words have no signs that could end the text in which they stand.
fn sparql(inputs: &SeedInputs) -> String {
    let words = words(inputs);
    if words.is_empty() {
        return words;
    }
    let language = html::query_language(&inputs.query, &inputs.language);
    let language = language.language.code();
    format!(
        "SELECT DISTINCT ?rank ?item ?itemLabel ?itemDescription ?site WHERE {{ \
        SERVICE wikibase:mwapi {{ bd:serviceParam wikibase:endpoint \"www.wikidata.org\"; wikibase:api \"Search\"; \
        mwapi:srsearch \"{words} haswbstatement:P856\"; mwapi:srlimit \"10\"; wikibase:limit 10 . \
        ?item wikibase:apiOutputItem mwapi:title . ?rank wikibase:apiOrdinal true . }} \
        ?item wdt:P856 ?site . \
        SERVICE wikibase:label {{ bd:serviceParam wikibase:language \"{language},en\" . }} \
        }} ORDER BY ?rank LIMIT 20"
    )
}
