//! Serves the planned pages with their headers.

use super::{page_fault, redirect};
use crate::changes::{self, Life, WebTime};
use crate::http::{Response, SimulatedResponse};
use crate::page::{document, encode, news, simple_document};
use crate::plan::{Behavior, Charset, HOSTS, Host, Plan, UrlStyle};
use crate::rng::Purpose;

/// Returns the page at a path of a host, a redirect where only the trailing slash is missing, or a 404.
pub(super) fn respond(plan: &Plan, host: usize, path: &str, time: WebTime) -> SimulatedResponse {
    let path = known_path(&HOSTS[host], path);
    match plan.find(host, &path) {
        Some(index) => page_fault(HOSTS[host].behavior, plan.pages[index].number)
            .or_else(|| Some(page(plan, index, time)?.into()))
            .unwrap_or_else(|| not_found(&HOSTS[host]).into()),
        None if plan.find(host, &format!("{path}/")).is_some() => redirect(301, format!("{path}/")).into(),
        None => new_page(plan, host, &path, time).unwrap_or_else(|| not_found(&HOSTS[host])).into(),
    }
}

/// Returns a page that a home page has announced since the web began.
fn new_page(plan: &Plan, host: usize, path: &str, time: WebTime) -> Option<Response> {
    let number: usize = path.strip_prefix("/news/")?.parse().ok()?;
    let home = plan.homes[host];
    let life = changes::life(plan, home, time.age);
    let at = *life.changes.get(number.checked_sub(1)?)?;
    let response = Response::html(200, news(plan, home, number));
    Some(response.with_header("last-modified", time.date(at)))
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

/// Returns a planned page; `None` if it has vanished.
fn page(plan: &Plan, index: usize, time: WebTime) -> Option<Response> {
    let life = changes::life(plan, index, time.age);
    if life.vanishes.is_some() {
        return None;
    }
    let page = &plan.pages[index];
    let site = page.site();
    let content_type = match site.charset {
        Charset::Utf8 => "text/html; charset=utf-8",
        Charset::Windows1252 => "text/html; charset=iso-8859-1",
        Charset::Gb2312 => "text/html",
    };
    let response = Response::file(content_type, encode(site.charset, document(plan, index, life.changes.len())))
        .with_header("last-modified", last_modified(plan, index, &life, time))
        .with_header("content-language", site.language.locale().code.to_owned());
    let is_noindex = site.behavior == Behavior::RobotsMetadata && page.number % 4 == 3;
    Some(if is_noindex { response.with_header("x-robots-tag", "noindex, nofollow".to_owned()) } else { response })
}

/// Returns a date in the format of RFC 9110 §5.6.7: of the last change, or in May 2001.
fn last_modified(plan: &Plan, index: usize, life: &Life, time: WebTime) -> String {
    if let Some(changed) = life.changes.last() {
        return time.date(*changed);
    }
    let mut rng = plan.rng(index, Purpose::LastModified);
    let day = rng.between(1, 31);
    let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day % 7];
    format!("{weekday}, {day:02} May 2001 {:02}:{:02}:00 GMT", rng.below(24), rng.below(60))
}
