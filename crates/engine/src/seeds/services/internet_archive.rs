//! The Internet Archive: the pages of its items, such as books, recordings and collections.
//!
//! Source: Advanced Search API, `GET /advancedsearch.php?output=json` (archive.org/help/aboutsearch.htm): `response.docs[]` with `identifier`, from
//! which the address of an item follows; `title` and `description` are texts or lists of texts. The query is in the syntax of Lucene, so that only its
//! words are sent. No key.

use super::{Results, Service, public_page, words};
use crate::seeds::{Entry, entry};
use types::seeds::{Need, Web};

pub(in crate::seeds) const ENTRY: Entry = Entry {
    id: "internet-archive",
    title: "Internet Archive",
    sentence: "Searches the Internet Archive for books, recordings and other items.",
    needs: &[Need::Query],
    webs: &[Web::Live],
    asked_by_default: true,
    wait_s: entry::QUICK_S,
    field: ("", ""),
    make: || Box::new(&SERVICE),
};

static SERVICE: Service = Service {
    address: "https://archive.org/advancedsearch.php?output=json&rows=10&fl%5B%5D=identifier&fl%5B%5D=title&fl%5B%5D=description&q={}",
    text: words,
    results: Results {
        list: "/response/docs",
        urls: &[("https://archive.org/details/", "/identifier")],
        title: "/title",
        about: "/description",
        error: "/error",
        page: public_page,
    },
};
