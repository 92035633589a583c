//! A file of bookmarks: those that have the words of the query in title, folder or address, or the first ones where there is no query.

use super::search::SearchContext;
use super::{Entry, Provider, SeedInputs, SeedsError, entry};
use crate::learning::bookmarks::{self, Folder};
use types::seeds::{Need, Seed};

pub(super) const ENTRY: Entry = Entry {
    id: "bookmarks",
    title: "Your bookmarks",
    sentence: "Searches a bookmark file (HTML) for your words. The file stays on this device.",
    needs: &[Need::File],
    webs: entry::ALL,
    asked_by_default: false,
    wait_s: entry::QUICK_S,
    field: ("", ""),
    make: || Box::new(Bookmarks),
};

struct Bookmarks;

impl Provider for Bookmarks {
    fn begin(
        &mut self,
        inputs: &SeedInputs,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        let (whole, warnings) = bookmarks::read(&inputs.file).map_err(SeedsError::File)?;
        let mut below = vec![(String::new(), &whole)];
        while let Some((path, folder)) = below.pop() {
            for bookmark in &folder.bookmarks {
                let (url, title) = (bookmark.url.clone(), &bookmark.title);
                let address: Vec<_> = url.tokens().collect();
                let text = format!("{title} {path} {}", address.join(" "));
                context
                    .findings()
                    .listed(Seed::new(url, title, "", &path), &text);
            }
            let inner = folder.folders.iter().rev();
            below.extend(inner.map(|inner| (inside(&path, inner), inner)));
        }
        for warning in warnings {
            context.findings().warn(format!("{warning}."));
        }
        Ok(())
    }

    fn nothing(&self) -> &'static str {
        "This file has no bookmarks of web pages. Export your bookmarks as HTML and choose that file."
    }
}

/// Returns the names of a folder and those that it is in, joined with a slash.
fn inside(path: &str, folder: &Folder) -> String {
    let slash = if path.is_empty() { "" } else { " / " };
    format!("{path}{slash}{}", folder.name)
}
