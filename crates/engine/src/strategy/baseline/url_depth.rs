//! URL depth: pages near the root of their site first, `1 / (1 + slashes)` of the URL's path.
//!
//! Source: Batsakis §2.2 b ("position of the page within the web site hierarchy, as indicated by fewer slashes in the
//! URL").

use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "url-depth",
    title: "URL depth",
    description: "Follows the links with the fewest slashes in their URL: home pages first.",
    family: Family::Baselines,
    source: "Batsakis §2.2 b",
    params: ParamList::NONE,
    needs: Needs::NOTHING,
    scores_pages_independently: true,
    parts: &[ScorePart { name: "shallow", title: "URL depth", help: "1 / (1 + number of slashes in the URL)" }],
    make: |_| {
        each_link(|_, view, _| {
            let shallow = 1.0 / (1 + view.link.url.slashes()) as f64;
            Score::with_parts(shallow, vec![shallow])
        })
    },
};
