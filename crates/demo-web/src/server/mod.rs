//! Answers requests: robots.txt, special pages of unusual hosts, planned pages, and "not found".

mod faults;
mod pages;
mod redirects;
mod robots_txt;
mod stress_documents;
mod traps;

use crate::changes::WebTime;
use crate::page::simple_document;
use crate::plan::{Behavior, HOSTS, Host, Plan, find_host};
use crate::response::{Response, SimulatedResponse};
use crate::search;
use crate::url::RequestUrl;

/// Returns the response to a request; `None` if the host is not part of the web.
pub(crate) fn respond(plan: &Plan, url: &RequestUrl, time: WebTime) -> Option<SimulatedResponse> {
    if url.host == search::HOST {
        return Some(search::respond(plan, &url.path).into());
    }
    let index = find_host(&url.host)?;
    let host = &HOSTS[index];
    let mut response = if url.path == "/robots.txt" {
        robots_txt::respond(host.behavior).into()
    } else {
        special_page(plan, host, &url.path).unwrap_or_else(|| pages::respond(plan, index, &url.path, time))
    };
    response.delay_ms = response.delay_ms.max(faults::delay_ms(host.behavior));
    Some(response)
}

/// Returns the response of a page that the plan does not contain.
fn special_page(plan: &Plan, host: &Host, path: &str) -> Option<SimulatedResponse> {
    let response = match host.behavior {
        Behavior::Failing => return faults::fixed_fault(path),
        Behavior::Redirects => redirects::respond(plan, path),
        Behavior::Traps => traps::respond(plan.seed, host, path),
        Behavior::StressDocuments => stress_documents::respond(plan.seed, host, path),
        Behavior::DisallowedPaths => disallowed_page(host, path),
        _ => None,
    };
    response.map(Into::into)
}

/// Returns a page that robots.txt disallows.
fn disallowed_page(host: &Host, path: &str) -> Option<Response> {
    let is_disallowed = path.starts_with("/private/") || path.starts_with("/search?");
    is_disallowed.then(|| {
        let body = "<p>A polite visitor asks the gardener first.</p>\n";
        Response::html(200, simple_document(host, "Behind the wall", body))
    })
}
