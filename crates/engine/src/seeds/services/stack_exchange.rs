//! Stack Exchange: questions of Stack Overflow, its largest site. The API searches one site at a time.
//!
//! Source: Stack Exchange API 2.3, `GET /search/advanced` (api.stackexchange.com/docs/advanced-search): `items[].link`, titles with HTML entities;
//! errors have status 400 and `error_message`. Without a key 300 requests a day per IP address; CORS is open.

use super::{Results, Service, public_page, search, whole};
use crate::seeds::{Declaration, Entry};

pub(in crate::seeds) const ENTRY: Declaration = Entry {
    id: "stack-exchange",
    title: "Stack Overflow",
    description: "Searches the questions of Stack Overflow through the API of Stack Exchange.",
    ..search(|| Box::new(&SERVICE))
};

static SERVICE: Service = Service {
    address: "https://api.stackexchange.com/2.3/search/advanced?site=stackoverflow&order=desc&sort=relevance&pagesize=10&q={}",
    text: whole,
    results: Results {
        list: "/items",
        urls: &[("", "/link")],
        title: "/title",
        about: "",
        error: "/error_message",
        page: public_page,
    },
};
