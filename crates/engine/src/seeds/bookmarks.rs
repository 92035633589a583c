//! A bookmark file: the bookmarks with query words in title, folder or URL, or the first ones without a query.

use super::search::SearchContext;
use super::{Declaration, Entry, Provider, SeedInputs, SeedsError, entry};
use crate::learning::bookmarks::{self, Folder};
use types::seeds::{Need, Seed};

pub(super) const ENTRY: Declaration = Entry {
    id: "bookmarks",
    title: "Your bookmarks",
    description: "Searches a bookmark file (HTML) for your words. The file stays on this device.",
    needs: &[Need::File],
    webs: entry::ALL,
    asked_by_default: false,
    time_limit_s: entry::QUICK_S,
    field: ("", ""),
    make: || Box::new(Bookmarks),
};

struct Bookmarks;

impl Provider for Bookmarks {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        let (whole, warnings) = bookmarks::read(&inputs.file).map_err(SeedsError::File)?;
        let mut below = vec![(String::new(), &whole)];
        while let Some((path, folder)) = below.pop() {
            for bookmark in &folder.bookmarks {
                let (url, title) = (bookmark.url.clone(), &bookmark.title);
                let address: Vec<_> = url.tokens().collect();
                let text = format!("{title} {path} {}", address.join(" "));
                context.findings().listed(Seed::new(url, title, "", &path), &text);
            }
            let inner = folder.folders.iter().rev();
            below.extend(inner.map(|inner| (inside(&path, inner), inner)));
        }
        for warning in warnings {
            context.findings().warn(format!("{warning}."));
        }
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "This file has no bookmarks of web pages. Export your bookmarks as HTML and choose that file."
    }
}

/// Returns the names of a folder and its ancestors, joined with slashes.
fn inside(path: &str, folder: &Folder) -> String {
    let slash = if path.is_empty() { "" } else { " / " };
    format!("{path}{slash}{}", folder.name)
}
