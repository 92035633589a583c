//! Holds good pages selected in results or in the Library. They become a set, together with the crawled pages that lead
//! to them.
//!
//! The set may arrive while the Train page still waits for the trails. It is kept until this tab may change them.

use super::{TrailAccess, Train, UNDO};
use crate::digits::counted;
use crate::text::shown;
use protocol::library::LibraryRequest;
use protocol::trails::SourcedTrail;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::trails::TrailPage;

/// Holds the selected pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoodPages {
    /// The pages by address.
    pages: Rc<BTreeMap<String, GoodPage>>,
    /// The set was requested, and the worker has not answered.
    pub is_growing: bool,
    /// The set that waits until the trails can be changed.
    grown: Option<Rc<SourcedTrail>>,
}

/// A selected page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoodPage {
    /// Its address.
    pub url: String,
    /// Its title; may be empty.
    pub title: String,
    /// The ids of the crawls that contain it.
    pub crawls: Vec<String>,
}

impl GoodPages {
    /// Returns the number of selected pages.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Returns true if no page is selected.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Returns whether a page is selected.
    pub fn has(&self, url: &str) -> bool {
        self.pages.contains_key(url)
    }

    /// Returns the selected pages, by address.
    pub fn iter(&self) -> impl Iterator<Item = &GoodPage> + Clone {
        self.pages.values()
    }

    /// Returns the request for the set of the selected pages.
    pub fn request(&self) -> LibraryRequest {
        let pages = self.pages.values();
        let page = |page: &GoodPage| TrailPage {
            url: page.url.clone(),
            title: page.title.clone(),
            relevant: true,
            visited_at: None,
        };
        let crawls: BTreeSet<&String> = pages.clone().flat_map(|page| &page.crawls).collect();
        LibraryRequest::ContextSet { crawls: crawls.into_iter().cloned().collect(), pages: pages.map(page).collect() }
    }

    pub(super) fn select(&mut self, page: GoodPage, on: bool) {
        let pages = Rc::make_mut(&mut self.pages);
        if on {
            pages.insert(page.url.clone(), page);
        } else {
            pages.remove(&page.url);
        }
    }

    pub(super) fn clear(&mut self) {
        self.pages = Rc::default();
    }
}

impl Train {
    /// Stores the set of the selected pages.
    pub fn on_context_set(&mut self, set: Result<Box<SourcedTrail>, String>) {
        self.good.is_growing = false;
        match set {
            Ok(set) => {
                self.good.grown = Some(Rc::from(set));
                self.add_grown();
            }
            Err(reason) => {
                let reason = shown(&reason);
                self.files.error = Some(format!("Could not read the links of the crawl: {reason}."));
            }
        }
    }

    /// Adds the waiting set once the access of this tab to the trails is known.
    pub(super) fn add_grown(&mut self) {
        if self.saving.access == TrailAccess::Unknown {
            return;
        }
        let Some(set) = self.good.grown.take() else {
            return;
        };
        let trail = &set.trail;
        let good = trail.pages.iter().filter(|page| page.relevant);
        let pages = counted(good.count(), "good page");
        let context: usize = trail.graphs.iter().map(|graph| graph.pages.len()).sum();
        let name = shown(&trail.name);
        let description = format!("Added {pages} and the link graph of “{name}”, {} in all.", counted(context, "page"));
        let added = if self.saving.is_ours() {
            let set = Rc::unwrap_or_clone(set);
            self.editor.import(vec![set], description)
        } else {
            Err("the trails are open in another tab".to_owned())
        };
        match added {
            Ok(ids) => {
                self.files.error = None;
                self.good.clear();
                self.open.extend(ids);
                self.changed();
                self.point_to(UNDO);
            }
            Err(reason) => self.files.error = Some(format!("Nothing was added: {reason}.")),
        }
    }
}
