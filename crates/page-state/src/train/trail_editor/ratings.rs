//! Rates single pages as relevant or not relevant. A page without a rating is neither.
//!
//! A trail does not tell a page that was rated as not relevant from one without a rating, so the rated pages are saved
//! beside the trails.

use super::{TrailEditor, TrailList, urls_of};
use crate::text::title_or;
use std::collections::BTreeSet;
use std::rc::Rc;
use types::trails::{Trail, TrailPage};

impl TrailEditor {
    /// Applies a person's rating of a page. A page that is in no trail becomes a separate trail, since no path led to
    /// it.
    pub fn judge(&mut self, url: &str, title: &str, relevant: bool) {
        let name = title_or(title, url);
        self.mark(url, name, relevant);
        if !self.has(url) {
            let rated = Trail {
                name: format!("Rated: {name}"),
                pages: vec![TrailPage { url: url.to_owned(), title: title.to_owned(), relevant, visited_at: None }],
                ..Trail::default()
            };
            // The page has no source: the look-ahead may have found it in another one than that of the visible page.
            self.insert(vec![rated.into()]);
            if let Some(step) = self.steps.last_mut() {
                step.description.push_str(" It is now a separate trail.");
            }
        }
        Rc::make_mut(&mut self.judged).insert(url.to_owned());
    }

    /// Returns true if a person rated a page.
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

    /// Returns true if a person rated a page as not relevant.
    pub fn is_rejected(&self, url: &str) -> bool {
        self.is_judged(url) && !self.is_relevant(url)
    }

    /// Sets the rated pages.
    #[must_use]
    pub fn with_rated(mut self, rated: Vec<String>) -> Self {
        self.judged = Rc::new(rated.into_iter().collect());
        self
    }

    /// Returns the pages of the trails that a person rated, which are saved.
    pub fn rated(&self) -> Vec<String> {
        let known: BTreeSet<&str> = urls_of(&self.trails).collect();
        self.judged.iter().filter(|url| known.contains(&***url)).cloned().collect()
    }

    /// Adds the ratings of this tab to the saved ones. Those of pages that were in the trails `before` are those of
    /// this tab.
    pub(super) fn merge_ratings(&mut self, before: &TrailList, edited: &Self) {
        let old: BTreeSet<&str> = urls_of(before).collect();
        let new = self.judged.iter().filter(|url| !old.contains(&***url));
        self.judged = Rc::new(edited.judged.iter().chain(new).cloned().collect());
    }

    /// Returns the pages that a person rated.
    pub fn judged(&self) -> &Rc<BTreeSet<String>> {
        &self.judged
    }
}
