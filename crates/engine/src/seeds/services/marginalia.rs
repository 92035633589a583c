//! Marginalia Search: small sites with much text. Disabled by default, since all users of the key `public` share its rate limit.
//!
//! Source: Marginalia Search API, `GET /public/search/{query}` (about.marginalia-search.com/article/api): `results[]` with `url`, `title` and
//! `description`, under CC BY-NC-SA 4.0; status 503 above the limit. Its newer API takes the key in a header, which neither source of a crawl
//! sends. CORS is not documented.

use super::{Results, Service, public_page, search, whole};
use crate::seeds::{Declaration, Entry};

pub(in crate::seeds) const ENTRY: Declaration = Entry {
    id: "marginalia",
    title: "Marginalia Search",
    description: "Searches small, text-oriented sites with Marginalia Search. Everyone without a key shares one limit, so it often refuses.",
    asked_by_default: false,
    ..search(|| Box::new(&SERVICE))
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
