//! Hacker News: the pages of matching stories, or the discussion of a story without a page.
//!
//! Source: HN Search API by Algolia, `GET /api/v1/search` (hn.algolia.com/api): `hits[].url`, null for a question; `objectID`. No key, 10,000
//! requests an hour per IP address; CORS is open.

use super::{Results, Service, public_page, search, whole};
use crate::seeds::{Declaration, Entry};

pub(in crate::seeds) const ENTRY: Declaration = Entry {
    id: "hacker-news",
    title: "Hacker News",
    description: "Searches the stories of Hacker News: pages that people recommended, mostly on technology and science.",
    ..search(|| Box::new(&SERVICE))
};

static SERVICE: Service = Service {
    address: "https://hn.algolia.com/api/v1/search?tags=story&hitsPerPage=10&query={}",
    text: whole,
    results: Results {
        list: "/hits",
        urls: &[("", "/url"), ("https://news.ycombinator.com/item?id=", "/objectID")],
        title: "/title",
        about: "/story_text",
        error: "/message",
        page: public_page,
    },
};
