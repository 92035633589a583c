//! Simulates the services that seeds are found with, under their real host names, for tests and demonstrations without
//! the network.
//!
//! It is a web: [`SimulatedServices`] answers searches with the documented shapes (`data/services/services.toml`),
//! serves the pages that the answers name, and delays every response like a server. Chosen services fail in recorded
//! ways. `salticid-lab serve --services` serves it; the proxy's `--resolve` leads the real names to it.
//!
//! Everything that it finds is invented, or is the demo web or a recording, so figures measured on it are about the
//! flow from a query to readable pages and not about the recall of the real services. Not covered: sorting, pages of
//! results, keys.

mod answer;
mod common_crawl;
mod limits;
mod pages;
mod wikimedia;

use crate::LabError;
use crate::topics::Topic;
use crate::web::{RecordedResponse, Response, Web};
use answer::{Data, FailureResponse, Service, parameter};
use limits::RequestCounts;
use pages::{Index, Kind, Page};
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use types::failure::{Failure, FailureKind};
use types::url::CanonicalUrl;
use url::Url;

/// The domain of hosts that do not exist, in place of `test`, which services may not return: no public name server
/// knows it.
const DOMAIN: &str = ".boxed";
/// The Wikipedia that a recorded encyclopedia takes the place of.
const ENCYCLOPEDIA: &str = "en.wikipedia.org";
/// The host of questions, which refuses crawlers.
const QUESTIONS: &str = "stackoverflow.com";

/// The ids of the services whose answers are not described by data.
const BUILT_IN: [&str; 3] = ["wikipedia", "wikidata", "common-crawl"];
/// The delay of Wikipedia, of the query service, of the index, and of a page, in milliseconds.
const WIKIPEDIA_MS: u32 = 250;
const WIKIDATA_MS: u32 = 900;
const COMMON_CRAWL_MS: u32 = 1_200;
const PAGE_MS: u32 = 60;
/// The delay of a slow service in milliseconds: longer than a start waits.
const SLOW_MS: u32 = 8_000;

/// The services together, and the pages that they find.
pub struct SimulatedServices {
    web: Box<dyn Web>,
    index: Index,
    services: Vec<Service>,
    /// The addresses in a recorded encyclopedia of the articles of the Wikipedia that it takes the place of.
    recorded: BTreeMap<CanonicalUrl, CanonicalUrl>,
    failures: BTreeMap<String, FailureMode>,
    /// The response to a client that names no contact.
    nameless: Option<FailureResponse>,
    /// The requests of the last time; `None` if nothing is limited.
    counts: Option<RequestCounts>,
}

/// The way in which a service fails.
#[derive(Clone, Debug)]
enum FailureMode {
    Slow,
    Offline,
    Response(FailureResponse),
}

/// A failing service: `SERVICE=FAILURE`, with `all` for all services.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingService {
    service: String,
    failure: String,
}

impl FromStr for FailingService {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let data = Data::read().map_err(|error| error.to_string())?;
        let (service, failure) = text.split_once('=').ok_or("write SERVICE=FAILURE, as in wikipedia=slow")?;
        let services = BUILT_IN.into_iter().chain(data.service.iter().map(|service| &*service.id)).chain(["all"]);
        let services: BTreeSet<&str> = services.collect();
        let failures = data.failure.iter().map(|failure| &*failure.id).chain(["slow", "offline"]);
        let failures: BTreeSet<&str> = failures.collect();
        let known = |what, names: &BTreeSet<&str>, name| {
            let all = || names.iter().copied().collect::<Vec<_>>().join(", ");
            let error = || format!("there is no {what} “{name}”: choose {}", all());
            names.contains(name).then_some(()).ok_or_else(error)
        };
        known("service", &services, service)?;
        known("failure", &failures, failure)?;
        Ok(Self { service: service.to_owned(), failure: failure.to_owned() })
    }
}

impl SimulatedServices {
    /// Creates the services over a web, with topics if it is a demo web; a recording is indexed at once. Of several
    /// failures of a service the last one counts.
    ///
    /// # Errors The built-in data are invalid.
    pub fn new(web: Box<dyn Web>, topics: &[Topic], failing: &[FailingService]) -> Result<Self, LabError> {
        let Data { service: services, failure } = Data::read()?;
        let is_listed = topics.is_empty();
        let index = Index::new(&*web, topics, is_listed)?;
        let articles = web.urls().into_iter().filter(|_| is_listed);
        let recorded = articles.filter_map(|url| Some((pages::recorded_article(&url)?.1, url))).collect();
        let mode = |id: &str| match id {
            "slow" => Some(FailureMode::Slow),
            "offline" => Some(FailureMode::Offline),
            id => failure.iter().find(|one| one.id == id).cloned().map(FailureMode::Response),
        };
        let mut failures = BTreeMap::new();
        for FailingService { service, failure } in failing {
            let ids = BUILT_IN.into_iter().chain(services.iter().map(|service| &*service.id));
            for id in ids.filter(|id| service == "all" || service == id) {
                failures.extend(mode(failure).map(|mode| (id.to_owned(), mode)));
            }
        }
        let nameless = failure.into_iter().find(|failure| failure.id == "user-agent");
        Ok(Self { web, index, services, recorded, failures, nameless, counts: None })
    }

    /// Refuses the requests that exceed the limits of the real services, as they do.
    ///
    /// # Errors
    /// The built-in data are invalid.
    pub fn with_limits(mut self) -> Result<Self, LabError> {
        self.counts = Some(RequestCounts::new(Data::read()?));
        Ok(self)
    }

    /// Returns the hosts that are served, each with true if no server shall answer for it: the services, Wikipedias in
    /// the languages of the pages, and the hosts of pages.
    pub fn hosts(&self) -> BTreeMap<String, bool> {
        let is_offline = |id: &str| matches!(self.failures.get(id), Some(FailureMode::Offline));
        let mut hosts = BTreeMap::new();
        for page in self.index.pages() {
            hosts.insert(page.url.host().to_owned(), page.kind == Kind::Article && is_offline("wikipedia"));
        }
        for service in &self.services {
            hosts.extend(service.hosts.iter().map(|host| (host.clone(), is_offline(&service.id))));
            hosts.extend(service.landing.iter().map(|host| (host.clone(), false)));
        }
        hosts.insert("query.wikidata.org".to_owned(), is_offline("wikidata"));
        hosts.insert(ENCYCLOPEDIA.to_owned(), is_offline("wikipedia"));
        hosts.insert(common_crawl::HOST.to_owned(), is_offline("common-crawl"));
        hosts.extend(demo_web::hosts().map(|host| (made_public(host), false)));
        hosts
    }

    /// Returns the address in the web of a page that the services name; `None` for a page of another web.
    pub fn own_address(&self, url: &CanonicalUrl) -> Option<String> {
        let address = self.in_web(url.as_str());
        self.web.response(&address).map(|_| address)
    }

    /// Returns the address of a page in the web, if it is a page of it.
    fn in_web(&self, address: &str) -> String {
        let recorded = CanonicalUrl::parse(address).ok().and_then(|url| self.recorded.get(&url));
        recorded.map_or_else(|| address.replacen(DOMAIN, ".test", 1), |own| own.as_str().to_owned())
    }

    /// Answers a search, with the id of its service and the delay of the response; `None` for another URL.
    fn service_answer(&self, url: &Url) -> Option<(&str, u32, Response)> {
        if let Some(service) = self.services.iter().find(|service| service.is_asked(url)) {
            return Some((&service.id, service.delay_ms, service.answer(url, &self.index, &*self.web)));
        }
        // The query service admits every page, the Action API those that ask for it (API:Cross-site requests).
        let json = |value: serde_json::Value, is_open: bool| {
            let response = response(200, "application/json; charset=utf-8", value.to_string());
            if is_open { for_every_page(response) } else { response }
        };
        let is_anonymous = parameter(url, "origin").is_some_and(|origin| origin == "*");
        match (url.host_str()?, url.path()) {
            ("query.wikidata.org", "/sparql") => Some(("wikidata", WIKIDATA_MS, json(self.sparql(url), true))),
            (common_crawl::HOST, _) => Some(("common-crawl", COMMON_CRAWL_MS, self.common_crawl(url)?)),
            (host, "/w/api.php") => {
                let code = host.strip_suffix(".wikipedia.org")?;
                Some(("wikipedia", WIKIPEDIA_MS, json(self.wikipedia(code, url), is_anonymous)))
            }
            _ => None,
        }
    }

    /// Returns the response of a site.
    fn site_response(&self, url: &Url) -> Option<Response> {
        let host = url.host_str()?;
        let landing = self.services.iter().any(|service| service.landing.as_deref() == Some(host));
        if landing && let Some(page) = self.landing_target(url) {
            let location = ("location".to_owned(), page.url.as_str().to_owned());
            return Some(Response { status: 302, headers: vec![location], body: Vec::new() });
        }
        if host == QUESTIONS {
            return Some(match url.path() {
                // Recorded 2026-09-23: the rules have the status of a teapot.
                "/robots.txt" => response(418, "text/plain", "User-agent: *\nDisallow: /\n".to_owned()),
                _ => response(403, "text/html; charset=utf-8", "<title>Just a moment...</title>".to_owned()),
            });
        }
        if url.path() == "/robots.txt"
            && self.index.pages().any(|page| page.url.host() == host && page.trouble == "robots")
        {
            return Some(response(200, "text/plain", "User-agent: *\nDisallow: /\n".to_owned()));
        }
        let mut secure = url.clone();
        // A host of the index answers by both schemes.
        secure.set_scheme("https").ok()?;
        let page = self.index.at(&CanonicalUrl::parse(secure.as_str()).ok()?)?;
        let (status, body) = match page.trouble.parse() {
            Ok(status) => (status, format!("<title>{status}</title>")),
            Err(_) => (200, page.html(&self.index)),
        };
        Some(response(status, "text/html; charset=utf-8", body))
    }

    /// Returns the page whose number ends the path of a landing page.
    fn landing_target(&self, url: &Url) -> Option<&Page> {
        let id = url.path().rsplit('/').find(|part| !part.is_empty())?;
        self.index.with_id(id.parse().ok()?).map(AsRef::as_ref)
    }

    /// Returns the response of the web for one of its pages under its public address.
    fn web_response(&self, url: &Url) -> Option<RecordedResponse> {
        let mut reply = self.web.response(&self.in_web(url.as_str()))?;
        if let Ok(response) = &mut reply.outcome
            && url.host_str()?.strip_suffix(DOMAIN).is_some()
        {
            response.body = pages::public_body(&response.body);
            for (_, value) in &mut response.headers {
                *value = made_public(value);
            }
        }
        Some(reply)
    }
}

impl Web for SimulatedServices {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let url = Url::parse(url).ok()?;
        let Some((id, delay_ms, response)) = self.service_answer(&url) else {
            let page = || Some(RecordedResponse { delay_ms: PAGE_MS, outcome: Ok(self.site_response(&url)?) });
            return self.web_response(&url).or_else(page);
        };
        if let Some(refusal) = self.counts.as_ref().and_then(|counts| counts.refusal(id)) {
            return Some(RecordedResponse { delay_ms, outcome: Ok(refusal) });
        }
        Some(match self.failures.get(id) {
            None => RecordedResponse { delay_ms, outcome: Ok(response) },
            Some(FailureMode::Slow) => RecordedResponse { delay_ms: SLOW_MS, outcome: Ok(response) },
            Some(FailureMode::Response(failure)) => RecordedResponse { delay_ms, outcome: Ok(failure.response()) },
            Some(FailureMode::Offline) => RecordedResponse { delay_ms: 0, outcome: Err(offline()) },
        })
    }

    /// Wikimedia's services refuse a User-Agent without the address of a page or mailbox (User-Agent policy,
    /// foundation.wikimedia.org).
    fn refusal(&self, host: &str, user_agent: &str) -> Option<Response> {
        let is_wikimedia = [".wikipedia.org", ".wikidata.org"].iter().any(|domain| host.ends_with(domain));
        let has_contact = user_agent.contains("://") || user_agent.contains('@');
        let refusal = self.nameless.as_ref().filter(|_| is_wikimedia && !has_contact);
        refusal.map(FailureResponse::response)
    }
}

fn offline() -> Failure {
    Failure {
        code: "connect".to_owned(),
        message: "The host refused the connection.".to_owned(),
        kind: FailureKind::Transient,
    }
}

fn response(status: u16, media_type: &str, body: String) -> Response {
    let headers = vec![("content-type".to_owned(), media_type.to_owned())];
    Response { status, headers, body: body.into_bytes() }
}

/// Returns a response that web pages of every origin may read (WHATWG Fetch §3.2.3).
fn for_every_page(mut response: Response) -> Response {
    response.headers.push(("access-control-allow-origin".to_owned(), "*".to_owned()));
    response
}

/// Returns a text with the domain of the simulation in place of that of the demo web.
fn made_public(text: &str) -> String {
    text.replace(".test", DOMAIN)
}

/// Escapes a text for HTML and XML.
fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
