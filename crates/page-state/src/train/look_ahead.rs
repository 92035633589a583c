//! Holds the look-ahead: the request to the worker, and the pages that it suggests.

use super::interests::browsed;
use super::trail_editor::TrailList;
use super::{Reader, Train};
use protocol::ahead::{LookAheadStart, LookAheadUpdate, SuggestedPage};
use protocol::reader::ReaderPage;
use std::collections::BTreeSet;
use std::rc::Rc;
use types::url::CanonicalUrl;

/// The most pages found by look-ahead that are kept, which are weighted beside those of the trails.
const MET: usize = 200;
/// The most pages that are shown, because a reader only has time for a few.
const SHOWN: usize = 8;

/// Holds the look-ahead of the visible page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LookAheadState {
    /// The person has switched it on.
    pub on: bool,
    /// The latest message of the worker.
    pub latest: Option<Rc<LookAheadUpdate>>,
    /// The addresses of the pages found so far, the latest last.
    pub met: Vec<String>,
    /// The worker crashed during the look-ahead from this page.
    crashed_at: Option<CanonicalUrl>,
}

impl LookAheadState {
    /// Switches it on or off.
    pub fn turn(&mut self, on: bool) {
        self.on = on;
        self.latest = None;
        self.crashed_at = None;
    }

    /// Stops the look-ahead on the page where the worker crashed, because that page may be the cause.
    pub fn on_worker_crash(&mut self, shown: Option<&ReaderPage>) {
        self.latest = None;
        self.crashed_at = shown.filter(|_| self.on).map(|page| page.url.clone());
    }
}

impl Reader {
    /// Returns true if the worker crashed during the look-ahead from the visible page.
    pub fn crashed_here(&self) -> bool {
        let shown = self.shown.as_ref().map(|page| &page.url);
        shown.is_some() && self.look_ahead.crashed_at.as_ref() == shown
    }

    /// Stores a message of the worker; ignores messages about a page that is no longer visible.
    pub fn on_ahead_message(&mut self, ahead: LookAheadUpdate) {
        let shown = self.shown.as_ref().map(|page| &page.url);
        if !self.look_ahead.on || shown != Some(&ahead.url) {
            return;
        }
        for found in &ahead.suggestions {
            let url = found.url.as_str();
            if !self.look_ahead.met.iter().any(|met| met == url) {
                self.look_ahead.met.push(url.to_owned());
            }
        }
        let surplus = self.look_ahead.met.len().saturating_sub(MET);
        self.look_ahead.met.drain(..surplus);
        self.look_ahead.latest = Some(Rc::new(ahead));
    }

    /// Returns the worker's latest message about the visible page.
    pub fn look_ahead_update(&self) -> Option<&LookAheadUpdate> {
        let shown = self.shown.as_ref()?;
        let latest = self.look_ahead.latest.as_deref();
        latest.filter(|latest| latest.url == shown.url)
    }
}

/// The values on which the request of the look-ahead depends: the trails, the rated pages, the visible page.
pub(crate) type LookAheadKey = (TrailList, Rc<BTreeSet<String>>, Option<Rc<ReaderPage>>);

impl Train {
    /// Returns the values on which the request of the look-ahead depends.
    pub fn look_ahead_key(&self) -> LookAheadKey {
        (self.editor.trails().clone(), Rc::clone(self.editor.judged()), self.reader.shown.clone())
    }

    /// Returns the request to the worker; `None` if the look-ahead is off, or if the worker crashed on this page.
    pub fn look_ahead_request(&self) -> Option<LookAheadStart> {
        let page = self.reader.shown.as_ref()?;
        if !self.reader.look_ahead.on || self.reader.crashed_here() {
            return None;
        }
        let rejected = |url: &str| self.editor.is_rejected(url);
        Some(LookAheadStart {
            url: page.url.clone(),
            source: page.source.clone(),
            read: browsed(self.editor.trails(), rejected, page.url.as_str()),
        })
    }

    /// Returns the pages to suggest: those that are in no trail, the best first.
    pub fn suggestions(&self) -> Vec<&SuggestedPage> {
        let found = self.reader.look_ahead_update().map(|latest| latest.suggestions.as_slice());
        let found = found.unwrap_or_default().iter();
        found.filter(|found| !self.editor.has(found.url.as_str())).take(SHOWN).collect()
    }
}
