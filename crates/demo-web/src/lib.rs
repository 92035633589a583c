//! A small web made from a seed number: friendly enough to crawl at first sight, hostile enough to prove a crawler.
//!
//! It is the web that Salticid crawls before it is told of any other, in the tab as through the proxy, and the
//! web that tests and experiments crawl. Everything follows from the seed: no file, no clock, no state, so the
//! same URL always gets the same bytes. Left out on purpose: scripts that do anything, images, and cookies.
//!
//! `https` URLs are answered exactly as their `http` twins are; no page links to one.

mod address;
mod answer;
mod article;
mod draft;
mod faults;
mod heavy;
mod hosts;
mod links;
mod maze;
mod mischief;
mod moved;
mod plan;
mod prose;
mod render;
mod respond;
mod rng;
mod robots;
mod search;
mod seeds;
mod sites;
mod soup;
mod specials;
mod tongues;
mod topics;
mod trails;
pub mod truth;
mod universities;

pub use answer::{Answer, Failure, Outcome, Response};
pub use trails::{Trail, Visit};

/// The seed of the web that the app and the proxy show.
pub const DEFAULT_SEED: u64 = 2002;

/// A web: the plans of its pages. Bodies are rendered when asked for.
pub struct DemoWeb {
    topics: Vec<Topic>,
    plan: plan::Plan,
}

/// A topic that the web has pages on, and how a crawl for it may start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// Short name in lower case, stable over versions: `dengue-fever`.
    pub id: &'static str,
    /// Name for people: `Dengue fever`.
    pub title: &'static str,
    /// What a person would type into a search box.
    pub query: &'static str,
    /// Three to five start URLs: portals and general pages, none of them about the topic.
    pub seeds: Vec<String>,
    /// A few pages about the topic, as a person might have bookmarked them: to learn from.
    pub examples: Vec<String>,
}

impl DemoWeb {
    /// Plans the web of this seed. Takes some milliseconds and about two megabytes.
    #[must_use]
    #[inline(never)] // A program may build this crate for size: keep it out of callers that are built for speed.
    pub fn new(seed: u64) -> Self {
        let plan = sites::lay_out(seed);
        Self {
            topics: seeds::topics(&plan),
            plan,
        }
    }

    /// True when this web answers for the host name (lower case, no port).
    pub fn has_host(&self, host: &str) -> bool {
        hosts::find(host).is_some() || host == search::NAME
    }

    /// Names of all hosts, in a fixed order.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        let planned = hosts::HOSTS.iter().map(|host| host.name);
        planned.chain(std::iter::once(search::NAME))
    }

    /// The answer for an absolute `http` or `https` URL; `None` where its host is not of this web.
    #[inline(never)] // As above.
    pub fn answer(&self, url: &str) -> Option<Answer> {
        respond::answer(&self.plan, &address::Address::parse(url)?)
    }

    /// The topics, the six of the thesis first.
    pub fn topics(&self) -> &[Topic] {
        &self.topics
    }

    /// Number of planned pages; the endless traps count as none.
    pub fn page_count(&self) -> usize {
        self.plan.pages.len()
    }

    fn plan(&self) -> &plan::Plan {
        &self.plan
    }
}
