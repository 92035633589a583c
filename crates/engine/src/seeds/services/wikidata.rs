//! Wikidata: the official websites of items with the query words in name or description.
//!
//! Source: Wikidata Query Service, `GET /sparql?format=json`, with its search service (mediawiki.org, "Wikidata Query Service/User
//! Manual/MWAPI"); property P856 is the official website; responses are SPARQL 1.1 Query Results JSON. Without `wikibase:limit` the
//! service reads all result pages, which is slow. No key; CORS is open.

use super::{Results, Service, public_page, search, words};
use crate::html;
use crate::seeds::{Declaration, Entry, SeedInputs};

pub(in crate::seeds) const ENTRY: Declaration = Entry {
    id: "wikidata",
    title: "Wikidata",
    description: "Searches Wikidata for the official websites of the things that your words name.",
    ..search(|| Box::new(&SERVICE))
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

/// Returns the query for the websites of the first ten items. Words contain no characters that could end the string literal.
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
