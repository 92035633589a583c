//! Rates single pages as relevant or not relevant. A page of which nobody said anything is neither.
//!
//! The trails have no place for a page that was rated as not relevant, so that is known as long as the tab is open.

use super::TrailEditor;
use std::collections::BTreeSet;
use std::rc::Rc;
use types::trails::{Trail, TrailPage};

impl TrailEditor {
    /// Takes a person's word for what a page is. One that stands in no trail becomes a trail of its own, since nobody walked a way to it.
    pub fn judge(&mut self, url: &str, title: &str, relevant: bool) {
        let before = self.steps.len();
        let name = if title.is_empty() { url } else { title };
        self.mark(url, name, relevant);
        if !self.has(url) {
            self.insert(vec![Trail {
                name: format!("Rated: {name}"),
                pages: vec![TrailPage {
                    url: url.to_owned(),
                    title: title.to_owned(),
                    relevant,
                    visited_at: None,
                }],
                ..Trail::default()
            }]);
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
