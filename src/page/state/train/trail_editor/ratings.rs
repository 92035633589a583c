//! Rates single pages as relevant or not relevant. A page without a rating is neither.
//!
//! Trails cannot hold a rating as not relevant, so such ratings are kept while the tab is open.

use super::TrailEditor;
use std::collections::BTreeSet;
use std::rc::Rc;
use types::trails::{Trail, TrailPage};

impl TrailEditor {
    /// Applies a person's rating of a page. A page that is in no trail becomes a separate trail, since no path led to it.
    pub fn judge(&mut self, url: &str, title: &str, relevant: bool) {
        let before = self.steps.len();
        let name = if title.is_empty() { url } else { title };
        self.mark(url, name, relevant);
        if !self.has(url) {
            let rated = Trail {
                name: format!("Rated: {name}"),
                pages: vec![TrailPage {
                    url: url.to_owned(),
                    title: title.to_owned(),
                    relevant,
                    visited_at: None,
                }],
                ..Trail::default()
            };
            // The page has no source: the look-ahead may have found it in another one than that of the visible page.
            self.insert(vec![rated.into()]);
            if let Some(step) = self.steps.get_mut(before) {
                step.description.push_str(" It is now a separate trail.");
            }
        }
        Rc::make_mut(&mut self.judged).insert(url.to_owned());
    }

    /// Returns true if a person rated a page in this tab.
    pub fn is_judged(&self, url: &str) -> bool {
        self.judged.contains(url)
    }

    /// Rates a page of a trail as not relevant, or withdraws that.
    pub fn reject(&mut self, url: &str, display_name: &str) {
        if self.is_rejected(url) {
            self.step(format!("“{display_name}” is no longer rated."));
            Rc::make_mut(&mut self.judged).remove(url);
        } else {
            self.judge(url, display_name, false);
        }
    }

    /// Returns true if a person rated a page as not relevant in this tab.
    pub fn is_rejected(&self, url: &str) -> bool {
        self.is_judged(url) && !self.is_relevant(url)
    }

    /// Returns the pages that were rated in this tab.
    pub fn judged(&self) -> &Rc<BTreeSet<String>> {
        &self.judged
    }
}
