//! Renders pages that show their text with JavaScript: the extension opens them in a background tab, one at a time
//! (`extension/rendering.js`).
//!
//! A page was fetched before it is rendered, so that robots.txt, its host's delays and the checks of addresses apply to
//! it as to any page. If it leads to another page, the crawl follows that like a redirect.

use super::direct::{Direct, host, not_public, unreported};
use super::network_reports::{NetworkReports, Rendered};
use super::{SourceResponse, failure};
use engine::fetch::FetchRequest;
use futures_util::future::abortable;
use std::net::IpAddr;
use types::failure::Failure;
use types::header::of_rendered;

impl Direct {
    /// Returns the most pages that are rendered of a crawl with this page limit, rounded up.
    pub(super) fn render_limit(&self, pages: u32) -> u32 {
        let percent = if self.reports.is_some() { self.options.rendered_percent } else { 0 };
        u32::try_from((u64::from(pages) * u64::from(percent)).div_ceil(100)).unwrap_or(u32::MAX)
    }

    /// Returns a page as it is after its scripts have run; `fetched` is the response without them.
    pub(super) async fn render(
        &self,
        request: &FetchRequest,
        fetched: SourceResponse,
    ) -> Result<SourceResponse, Failure> {
        let address = request.address();
        let reports = self.reports.as_ref().ok_or_else(|| unrendered("failed"))?;
        let (rendering, handle) = abortable(reports.render(address, self.options.renders_apart));
        self.rendering.replace(Some(handle));
        let rendered = rendering.await.ok().flatten().ok_or_else(|| unrendered("failed"))?;
        let Rendered { addresses, html, location, status, reason } = rendered;
        if let Some(mut html) = html {
            self.refuse_connected(address, &addresses, reports)?;
            // One byte more than is read reveals the cut.
            html.truncate(html.floor_char_boundary(request.purpose.most_bytes() + 1));
            return Ok(SourceResponse { headers: of_rendered(fetched.headers), body: html.into_bytes(), ..fetched });
        }
        let (status, headers) = match location {
            Some(target) => (307, vec![("location".to_owned(), target)]),
            None if status > 0 => (status, Vec::new()),
            None => return Err(unrendered(&reason)),
        };
        Ok(SourceResponse { status, headers, body: Vec::new(), ..fetched })
    }

    /// Refuses a rendered page if the browser connected to an address for it that is neither public nor allowed. The
    /// first address is that of the document.
    fn refuse_connected(&self, page: &str, all: &[IpAddr], reports: &NetworkReports) -> Result<(), Failure> {
        let first = all.first().ok_or_else(unreported)?;
        self.refuse_address(host(page), *first, reports)?;
        match all.iter().find_map(|ip| self.special(*ip)) {
            Some(kind) => Err(not_public(&host(page), kind)),
            None => Ok(()),
        }
    }
}

fn unrendered(reason: &str) -> Failure {
    let cause = match reason {
        "closed" => "its tab was closed",
        "cookies" => "Salticid may no longer use private windows, and it would get your cookies",
        "time" => "it showed nothing within 10 seconds",
        "unreachable" => "it did not answer when it was opened in a tab",
        "window" => "it opened a window",
        _ => {
            return failure("not-rendered", "The browser could not open the page, which needs JavaScript, in a tab.");
        }
    };
    failure("rendering", &format!("The page needs JavaScript and could not be rendered: {cause}."))
}
