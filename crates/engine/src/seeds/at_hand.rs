//! Seeds at hand, without network: pages of saved crawls, a bookmark file, and addresses in a text.
//!
//! Not covered: the search of saved crawls itself, since the driver stores the crawls.

use super::search::SearchContext;
use super::{Declaration, Entry, Make, Provider, SeedInputs, SeedsError, entry};
use crate::html::Decoder;
use crate::learning::bookmarks::{self, Folder};
use types::limits::SEED_TEXT_BYTES;
use types::seeds::{Need, Seed};
use types::url::{CanonicalUrl, addresses};

/// The pages of saved crawls that match the query.
pub(super) const LIBRARY: Declaration = Entry {
    id: "library",
    title: "Library",
    description: "Searches the crawls saved in this browser for your words. No network.",
    needs: &[Need::Query],
    webs: entry::ALL,
    asked_by_default: true,
    precision: 1.0,
    field: ("", ""),
    make: Make::Provider(|| Box::new(Library)),
};

struct Library;

impl Provider for Library {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        context.look_up(inputs.query.trim());
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "No page in your Library has these words. Try other words, or find seeds another way."
    }
}

/// The bookmarks of a file with query words in title, folder or URL, or the first ones without a query.
pub(super) const BOOKMARKS: Declaration = Entry {
    id: "bookmarks",
    title: "Your bookmarks",
    description: "Searches a bookmark file (HTML, JSON, CSV, OPML) for your words. The file stays on this device.",
    needs: &[Need::File],
    webs: entry::ALL,
    asked_by_default: false,
    precision: 1.0,
    field: ("", ""),
    make: Make::Provider(|| Box::new(Bookmarks)),
};

struct Bookmarks;

impl Provider for Bookmarks {
    fn begin(&mut self, _inputs: &SeedInputs, _context: &mut SearchContext) -> Result<(), SeedsError> {
        Ok(())
    }

    fn read_file(&mut self, file: &[u8], decoder: &dyn Decoder, context: &mut SearchContext) -> Result<(), SeedsError> {
        let (whole, warnings) = bookmarks::read(file, decoder).map_err(SeedsError::File)?;
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

/// Addresses in a text that was typed or pasted: a plain list, or text such as Markdown or mail.
pub(super) const PASTED: Declaration = Entry {
    id: "pasted",
    title: "Pasted text",
    description: "Extracts URLs from a text that you paste. No network.",
    needs: &[Need::Text],
    webs: entry::ALL,
    asked_by_default: false,
    precision: 1.0,
    field: ("Text with URLs", "https://example.org/links"),
    make: Make::Provider(|| Box::new(Pasted)),
};

struct Pasted;

impl Provider for Pasted {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        if inputs.text.trim().is_empty() {
            return Err(SeedsError::NoText);
        }
        let head = &inputs.text[..inputs.text.floor_char_boundary(SEED_TEXT_BYTES)];
        if head.len() < inputs.text.len() {
            let most = SEED_TEXT_BYTES / 1024;
            context.findings().warn(format!("Only the first {most} KB of the text were read."));
        }
        for address in head.lines().flat_map(addresses) {
            match CanonicalUrl::from_person(address) {
                Ok(url) => context.findings().found(Seed::new(url, "", "", "")),
                Err(problem) => context.findings().warn(format!("Left out: {problem}.")),
            }
        }
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "This text has no URLs. Paste one that does, such as https://example.org/links."
    }
}
