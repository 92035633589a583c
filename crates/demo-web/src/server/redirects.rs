//! Serves redirects: of every status, with relative targets, in a loop, in a chain, without a target.

use crate::plan::Plan;
use crate::response::Response;

/// Length of the redirect chain, which is more than a crawler should follow.
const CHAIN_LENGTH: u32 = 8;

/// Returns the redirect at a path.
pub(super) fn respond(plan: &Plan, path: &str) -> Option<Response> {
    if let Some(page) = path.strip_prefix("/go/") {
        return redirect_to_page(plan, page.parse().ok()?);
    }
    let step = path.strip_prefix("/chain/").map(str::parse);
    if let Some(Ok(step)) = step {
        return Some(redirect(302, next_in_chain(step)));
    }
    let (status, location) = match path {
        "/permanent" => (301, "http://portal.test/"),
        "/found" => (302, "http://moved.test/"),
        "/kept" => (308, "http://open-almanac.test/"),
        "/relative/here" => (302, "../?from=here"),
        "/loop/a" => (302, "/loop/b"),
        "/loop/b" => (301, "a"),
        "/nowhere" => return Some(Response::html(302, String::new())),
        "/script" => (302, "javascript:alert(1)"),
        _ => return None,
    };
    Some(redirect(status, location.to_owned()))
}

fn redirect_to_page(plan: &Plan, page: usize) -> Option<Response> {
    let status = [302, 301, 308][page % 3];
    Some(redirect(status, plan.pages.get(page)?.url()))
}

fn next_in_chain(step: u32) -> String {
    if step < CHAIN_LENGTH { format!("/chain/{}", step + 1) } else { "/".to_owned() }
}

/// Returns a redirect with a short body.
pub(super) fn redirect(status: u16, location: String) -> Response {
    Response::html(status, "<p>This page has moved.</p>\n".to_owned()).with_header("location", location)
}
