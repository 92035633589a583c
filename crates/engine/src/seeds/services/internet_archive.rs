//! The Internet Archive: the pages of its items, such as books, recordings and collections.
//!
//! Source: Advanced Search API, `GET /advancedsearch.php?output=json` (archive.org/help/aboutsearch.htm): `response.docs[]` with `identifier`, which
//! determines the URL of an item; `title` and `description` are texts or lists of texts. The query has Lucene syntax, so only its words are
//! sent. No key.

use super::{Results, Service, public_page, search, words};
use crate::seeds::{Declaration, Entry};

pub(in crate::seeds) const ENTRY: Declaration = Entry {
    id: "internet-archive",
    title: "Internet Archive",
    description: "Searches the Internet Archive for books, recordings and other items.",
    ..search(|| Box::new(&SERVICE))
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
