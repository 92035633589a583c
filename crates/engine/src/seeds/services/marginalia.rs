//! Marginalia Search: small sites with much text. Switched off at first, since all who have no key of their own share the limit of the key `public`.
//!
//! Source: Marginalia Search API, `GET /public/search/{query}` (about.marginalia-search.com/article/api): `results[]` with `url`, `title` and `description`,
//! under CC BY-NC-SA 4.0; status 503 beyond the limit. Its newer API takes the key in a header, which neither source of a crawl sends. Whether
//! other pages may read its answers is not documented.

use super::{Results, Service, public_page, whole};
use crate::seeds::{Entry, entry};
use types::seeds::{Need, Web};

pub(in crate::seeds) const ENTRY: Entry = Entry {
    id: "marginalia",
    title: "Marginalia Search",
    sentence: "Searches small, text-oriented sites with Marginalia Search. All who have no key share one limit, so it often refuses.",
    needs: &[Need::Query],
    webs: &[Web::Live],
    asked_by_default: false,
    wait_s: entry::QUICK_S,
    field: ("", ""),
    make: || Box::new(&SERVICE),
};

static SERVICE: Service = Service {
    address: "https://api.marginalia.nu/public/search/{}?count=10",
    text: whole,
    results: Results {
        list: "/results",
        urls: &[("", "/url")],
        title: "/title",
        about: "/description",
        error: "",
        page: public_page,
    },
};
