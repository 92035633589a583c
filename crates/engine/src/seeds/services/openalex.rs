//! OpenAlex: scholarly publications, by the page of their publisher or their DOI. Disabled by default, since it has no results for most topics.
//!
//! Source: OpenAlex API, `GET /works?search=` (developers.openalex.org): `results[]` with `primary_location.landing_page_url`, `doi`,
//! `display_name`; errors have a `message`. Since February 2026 a key is needed above a small free amount a day; without it the response is 429.
//! CORS is open.

use super::{Results, Service, public_page, search, whole};
use crate::seeds::{Declaration, Entry};

pub(in crate::seeds) const ENTRY: Declaration = Entry {
    id: "openalex",
    title: "OpenAlex",
    description: "Searches OpenAlex for scholarly publications; it answers some 100 searches a day without a key.",
    asked_by_default: false,
    ..search(|| Box::new(&SERVICE))
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
