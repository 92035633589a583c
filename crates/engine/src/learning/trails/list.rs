//! Reads trails from a pasted list of addresses, one per line.
//!
//! An empty line ends a trail, and a line that begins with `#` names the next one. The last page of a trail is relevant
//! unless marked otherwise: `★` at the beginning of a line marks its page as relevant, `☆` as not relevant. The scheme
//! may be missing. A repeated address is a click back. What else a line has, such as a title, is ignored.

use super::{Intake, caption, marked, unmarked};
use crate::import_warning::ImportWarning;
use types::limits::TRAILS_BYTES;
use types::trails::{Trail, TrailPage, Trails};
use types::url::CanonicalUrl;

/// Parses a list; returns the trails and warnings about the skipped parts.
pub fn read(text: &str) -> (Trails, Vec<ImportWarning>) {
    let mut reader = Reader::default();
    let kept = &text[..text.floor_char_boundary(TRAILS_BYTES)];
    for line in kept.strip_prefix('\u{feff}').unwrap_or(kept).lines() {
        reader.line(line.trim());
    }
    reader.end();
    reader.end_name();
    let mut warnings = reader.intake.warnings();
    if kept.len() < text.len() {
        warnings.push(ImportWarning::TooLong { bytes: text.len(), limit: TRAILS_BYTES });
    }
    let trails = reader.trails;
    (Trails { trails }, warnings)
}

#[derive(Default)]
struct Reader {
    trails: Vec<Trail>,
    name: String,
    pages: Vec<(Option<bool>, TrailPage)>,
    /// The number of lines of the current trail that should be pages.
    lines: usize,
    intake: Intake,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if line.is_empty() {
            self.end();
        } else if let Some(name) = line.strip_prefix('#') {
            self.end();
            self.end_name();
            self.name = caption(name);
        } else {
            self.page(line);
        }
    }

    fn page(&mut self, line: &str) {
        self.lines += 1;
        let (marked, address) = unmarked(line);
        match CanonicalUrl::from_list_line(address) {
            Ok(url) => {
                // A trail counts toward the limit like a page.
                let room = (!self.pages.is_empty() || self.intake.count_one()) && self.intake.count_one();
                if room {
                    let url = url.as_str().to_owned();
                    let page = TrailPage { url, ..TrailPage::default() };
                    self.pages.push((marked, page));
                }
            }
            Err(problem) => {
                let trail = (self.trails.len() + 1, &*self.name);
                self.intake.skip(trail, self.lines, problem);
            }
        }
    }

    fn end(&mut self) {
        self.lines = 0;
        let pages = marked(std::mem::take(&mut self.pages));
        if !pages.is_empty() {
            let name = std::mem::take(&mut self.name);
            self.trails.push(Trail { name, pages, ..Trail::default() });
        }
    }

    /// Ends the name of the current trail, which is left out if it got no pages.
    fn end_name(&mut self) {
        let name = std::mem::take(&mut self.name);
        if !name.is_empty() && !self.intake.is_full {
            self.intake.skip_trail((self.trails.len() + 1, &name));
        }
    }
}
