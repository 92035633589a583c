//! robots.txt of each host: open, absent, closed in parts, with a delay, out of order.
//!
//! Format: RFC 9309; `Crawl-delay` is the common extension.

use crate::answer::Answer;
use crate::hosts::{HOSTS, Quirk};

/// The host's answer for `/robots.txt`.
pub(crate) fn answer(host: usize) -> Answer {
    let text = match HOSTS[host].quirk {
        Quirk::NoRobots => return Answer::html(404, "<h1>Not found</h1>\n".to_owned()),
        Quirk::RobotsDown => return Answer::html(503, "<h1>Service unavailable</h1>\n".to_owned()),
        Quirk::ClosedParts => {
            "# The garden is open, the wall is not.\nUser-agent: *\nDisallow: /private/\nAllow: /private/open/\nDisallow: /search?\nDisallow: /bed-2/\nDisallow: /*.secret$\n"
        }
        Quirk::CrawlDelay => "User-agent: *\nCrawl-delay: 2\nDisallow: /print/\n",
        Quirk::Maze => "User-agent: *\nDisallow: /cgi-bin/\n\nUser-agent: BadBot\nDisallow: /\n",
        _ => "User-agent: *\nDisallow:\n",
    };
    Answer::file("text/plain; charset=utf-8", text.as_bytes())
}
