//! Answers requests: robots.txt, special pages of unusual hosts, planned pages, and "not found".
//!
//! The web has no state, so a URL that fails always fails.

mod generated;
mod pages;

use crate::changes::WebTime;
use crate::http::{ConnectionError, RequestUrl, Response, SimulatedResponse};
use crate::page::simple_document;
use crate::plan::{Behavior, HOSTS, Host, Plan, SPECIAL_PAGES, find_host};
use crate::search;

/// Delay of the slow host in milliseconds.
const SLOW_DELAY_MS: u32 = 1500;

/// Milliseconds until a host without an answer counts as timed out, for callers without a limit of their own.
const TIMEOUT_MS: u32 = 3000;

/// Length of the redirect chain, which is more than a crawler should follow.
const CHAIN_LENGTH: u32 = 8;

/// Returns the response to a request; `None` if the host is not part of the web.
pub(crate) fn respond(plan: &Plan, url: &RequestUrl, time: WebTime) -> Option<SimulatedResponse> {
    if url.host == search::HOST {
        return Some(search::respond(plan, &url.path).into());
    }
    let index = find_host(&url.host)?;
    let host = &HOSTS[index];
    let mut response = match &*url.path {
        "/robots.txt" => robots_txt(host.behavior).into(),
        path => special_page(plan, host, path).unwrap_or_else(|| pages::respond(plan, index, path, time)),
    };
    if host.behavior == Behavior::Slow {
        response.delay_ms = SLOW_DELAY_MS;
    }
    Some(response)
}

/// Returns the response for `/robots.txt`. Format: RFC 9309, with the common extension `Crawl-delay`.
fn robots_txt(behavior: Behavior) -> Response {
    let text = match behavior {
        Behavior::NoRobots => return Response::html(404, "<h1>Not found</h1>\n".to_owned()),
        Behavior::RobotsUnavailable => return Response::html(503, "<h1>Service unavailable</h1>\n".to_owned()),
        Behavior::DisallowedPaths => include_str!("../../data/disallowed-paths-robots.txt"),
        Behavior::CrawlDelay => "User-agent: *\nCrawl-delay: 2\nDisallow: /print/\n",
        Behavior::Traps => "User-agent: *\nDisallow: /cgi-bin/\n\nUser-agent: BadBot\nDisallow: /\n",
        _ => "User-agent: *\nDisallow:\n",
    };
    Response::file("text/plain; charset=utf-8", text)
}

/// Returns the response of a page that the plan does not contain.
fn special_page(plan: &Plan, host: &Host, path: &str) -> Option<SimulatedResponse> {
    let mut pages = SPECIAL_PAGES.iter().filter(|page| page.behavior == host.behavior && !page.response.is_empty());
    if let Some(page) = pages.find(|page| page.path == path) {
        return Some(fixed(page.response));
    }
    let response = match host.behavior {
        Behavior::Redirects => redirect_by_number(plan, path),
        Behavior::Traps | Behavior::StressDocuments => generated::respond(plan.seed, host, path),
        Behavior::DisallowedPaths if path.starts_with("/private/") || path.starts_with("/search?") => {
            let body = "<p>A polite visitor asks the gardener first.</p>\n";
            Some(Response::html(200, simple_document(host, "Behind the wall", body)))
        }
        _ => None,
    };
    response.map(Into::into)
}

/// Returns a response of the table of special pages: a fault, or a redirect, whose location may be missing.
fn fixed(response: &str) -> SimulatedResponse {
    let (status, location) = response.split_once(' ').unwrap_or((response, ""));
    match status {
        "reset" => SimulatedResponse { result: Err(ConnectionError::Reset), delay_ms: 0 },
        "time-out" => SimulatedResponse { result: Err(ConnectionError::TimedOut), delay_ms: TIMEOUT_MS },
        "500" => Response::html(500, "<h1>Internal server error</h1>\n".to_owned()).into(),
        "503" => Response::html(503, "<h1>Service unavailable</h1>\n".to_owned())
            .with_header("retry-after", "120".to_owned())
            .into(),
        _ if location.is_empty() => Response::html(302, String::new()).into(),
        _ => redirect(status.parse().unwrap_or(302), location.to_owned()).into(),
    }
}

/// Returns the failure of a planned page, if it fails. `number` is its position within the host; home pages never fail.
fn page_fault(behavior: Behavior, number: usize) -> Option<SimulatedResponse> {
    match behavior {
        Behavior::Failing if number > 0 && !number.is_multiple_of(5) => {
            Some(fixed(["reset", "time-out", "500", "503"][number % 4]))
        }
        Behavior::RateLimited if number > 4 && number.is_multiple_of(3) => {
            let body = "<p>Too many requests. Try again in a moment.</p>\n".to_owned();
            Some(Response::html(429, body).with_header("retry-after", "2".to_owned()).into())
        }
        _ => None,
    }
}

/// Returns the redirect to a page of the plan, or to the next step of a chain.
fn redirect_by_number(plan: &Plan, path: &str) -> Option<Response> {
    if let Some(page) = path.strip_prefix("/go/") {
        let page: usize = page.parse().ok()?;
        return Some(redirect([302, 301, 308][page % 3], plan.pages.get(page)?.url()));
    }
    let step: u32 = path.strip_prefix("/chain/")?.parse().ok()?;
    Some(redirect(302, if step < CHAIN_LENGTH { format!("/chain/{}", step + 1) } else { "/".to_owned() }))
}

/// Returns a redirect with a short body.
fn redirect(status: u16, location: String) -> Response {
    Response::html(status, "<p>This page has moved.</p>\n".to_owned()).with_header("location", location)
}
