//! Crossref: scholarly publications, by their DOI. Disabled by default, since it has no results for most topics.
//!
//! Source: Crossref REST API, `GET /works` (api.crossref.org): `message.items[]` with `URL`, `title` (a list) and `abstract` (JATS). No key;
//! CORS is open.

use super::{Results, Service, public_page, search, whole};
use crate::seeds::{Declaration, Entry};

pub(in crate::seeds) const ENTRY: Declaration = Entry {
    id: "crossref",
    title: "Crossref",
    description: "Searches Crossref for scholarly publications.",
    asked_by_default: false,
    ..search(|| Box::new(&SERVICE))
};

static SERVICE: Service = Service {
    address: "https://api.crossref.org/works?rows=10&select=URL%2Ctitle%2Cabstract&query={}",
    text: whole,
    results: Results {
        list: "/message/items",
        urls: &[("", "/URL")],
        title: "/title",
        about: "/abstract",
        error: "/message/0/message",
        page: public_page,
    },
};
