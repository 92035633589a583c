//! OpenAlex: scholarly publications, by the page of their publisher or their DOI. Switched off at first, since it has nothing for most topics.
//!
//! Source: OpenAlex API, `GET /works?search=` (developers.openalex.org): `results[]` with `primary_location.landing_page_url`, `doi`, `display_name`; errors
//! have a `message`. Since February 2026 a key is needed beyond a small free amount a day, after which it answers with status 429. Every page may
//! read its answers (CORS).

use super::{Results, Service, public_page, whole};
use crate::seeds::{Entry, entry};
use types::seeds::{Need, Web};

pub(in crate::seeds) const ENTRY: Entry = Entry {
    id: "openalex",
    title: "OpenAlex",
    sentence: "Searches OpenAlex for scholarly publications; it answers some 100 searches a day without a key.",
    needs: &[Need::Query],
    webs: &[Web::Live],
    asked_by_default: false,
    wait_s: entry::QUICK_S,
    field: ("", ""),
    make: || Box::new(&SERVICE),
};

static SERVICE: Service = Service {
    address: "https://api.openalex.org/works?per_page=10&select=doi%2Cdisplay_name%2Cprimary_location&search={}",
    text: whole,
    results: Results {
        list: "/results",
        urls: &[("", "/primary_location/landing_page_url"), ("", "/doi")],
        title: "/display_name",
        about: "",
        error: "/message",
        page: public_page,
    },
};
