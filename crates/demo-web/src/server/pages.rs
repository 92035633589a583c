//! Serves the planned pages with their headers.

use super::{faults, redirects};
use crate::page::{document, encode, simple_document};
use crate::plan::{Behavior, Charset, HOSTS, Host, Page, Plan, UrlStyle};
use crate::response::{Response, SimulatedResponse};
use crate::rng::Purpose;

/// Returns the page at a path of a host, a redirect where only the trailing slash is missing, or a 404.
pub(super) fn respond(plan: &Plan, host: usize, path: &str) -> SimulatedResponse {
    let path = known_path(&HOSTS[host], path);
    match plan.find(host, &path) {
        Some(index) => faults::page_fault(HOSTS[host].behavior, plan.pages[index].number)
            .unwrap_or_else(|| page(plan, index).into()),
        None if plan.find(host, &format!("{path}/")).is_some() => {
            redirects::redirect(301, format!("{path}/")).into()
        }
        None => not_found(&HOSTS[host]).into(),
    }
}

fn not_found(host: &Host) -> Response {
    let body = "<p>There is no page at this address.</p>\n";
    Response::html(404, simple_document(host, "Page not found", body))
}

/// Returns the path without parameters that the host ignores.
fn known_path(host: &Host, path: &str) -> String {
    let Some((bare, query)) = path.split_once('?') else {
        return path.to_owned();
    };
    let id = query.split('&').find(|pair| pair.starts_with("id="));
    match id.filter(|_| host.url_style == UrlStyle::Query) {
        Some(id) => format!("{bare}?{id}"),
        None => bare.to_owned(),
    }
}

fn page(plan: &Plan, index: usize) -> Response {
    let page = &plan.pages[index];
    let site = page.site();
    let content_type = match site.charset {
        Charset::Utf8 => "text/html; charset=utf-8",
        Charset::Windows1252 => "text/html; charset=iso-8859-1",
        Charset::Gb2312 => "text/html",
    };
    let language = site.language.locale().code.to_owned();
    let response = Response::file(content_type, encode(site.charset, document(plan, index)))
        .with_header("last-modified", last_modified(plan, index))
        .with_header("content-language", language);
    if is_noindex(page) {
        response.with_header("x-robots-tag", "noindex, nofollow".to_owned())
    } else {
        response
    }
}

fn is_noindex(page: &Page) -> bool {
    page.site().behavior == Behavior::RobotsMetadata && page.number % 4 == 3
}

/// Returns a date in the format of RFC 9110 §5.6.7, in May 2001.
fn last_modified(plan: &Plan, index: usize) -> String {
    let mut rng = plan.rng(index, Purpose::LastModified);
    let day = rng.between(1, 31);
    let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day % 7];
    format!(
        "{weekday}, {day:02} May 2001 {:02}:{:02}:00 GMT",
        rng.below(24),
        rng.below(60)
    )
}
