//! Serves robots.txt: open, missing, with disallowed paths, with a delay, or unavailable.
//!
//! Format: RFC 9309, with the common extension `Crawl-delay`.

use crate::plan::Behavior;
use crate::response::Response;

/// Returns the response for `/robots.txt`.
pub(super) fn respond(behavior: Behavior) -> Response {
    let text = match behavior {
        Behavior::NoRobots => return Response::html(404, "<h1>Not found</h1>\n".to_owned()),
        Behavior::RobotsUnavailable => {
            return Response::html(503, "<h1>Service unavailable</h1>\n".to_owned());
        }
        Behavior::DisallowedPaths => {
            "# The garden is open, the wall is not.\nUser-agent: *\nDisallow: /private/\nAllow: /private/open/\nDisallow: /search?\nDisallow: /bed-2/\nDisallow: /*.secret$\n"
        }
        Behavior::CrawlDelay => "User-agent: *\nCrawl-delay: 2\nDisallow: /print/\n",
        Behavior::Traps => "User-agent: *\nDisallow: /cgi-bin/\n\nUser-agent: BadBot\nDisallow: /\n",
        _ => "User-agent: *\nDisallow:\n",
    };
    Response::file("text/plain; charset=utf-8", text)
}
