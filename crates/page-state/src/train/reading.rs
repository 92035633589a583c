//! Requests pages for the reader, and records them when they have loaded.

use super::trail_editor::path_to;
use super::{NavigationKind, TrailAccess, Train};
use protocol::Source;
use protocol::reader::{PageRequest, ReaderPage};
use std::rc::Rc;
use types::trails::{TrailKind, TrailPage};

impl Train {
    /// Requests a page. An invalid source is reported in place of the page.
    pub fn want(&mut self, address: String, source: Result<Source, String>, way: NavigationKind) {
        self.reader.way = way;
        self.reader.unread = None;
        if let NavigationKind::Listed(id, _) = way {
            self.choose(id);
        }
        let of_trail = match way {
            NavigationKind::Listed(id, _) => self.editor.source(id).cloned(),
            _ => None,
        };
        match of_trail.map_or(source, Ok) {
            Ok(source) => {
                self.reader.numbers += 1;
                self.reader.wanted = Some(Rc::new(PageRequest {
                    number: self.reader.numbers,
                    address,
                    source,
                    kept_will_do: matches!(
                        way,
                        NavigationKind::Listed(..) | NavigationKind::Back | NavigationKind::Ahead
                    ),
                }));
            }
            Err(sentence) => self.reader.unread = Some((address, sentence)),
        }
    }

    /// Makes a trail the current one.
    pub fn choose(&mut self, id: u32) {
        let Some(trail) = self.editor.get(id).filter(|_| self.current != Some(id)) else {
            return;
        };
        // A set of good pages is not a path, so it cannot be continued.
        self.current = (trail.kind == TrailKind::Path).then_some(id);
        self.reader.at = None;
    }

    /// Sets the time of the next action, in milliseconds since 1970.
    pub fn set_time(&mut self, now: u64) {
        self.now = now;
    }

    /// Handles the worker's result; ignores one that is no longer requested.
    pub fn on_page(&mut self, number: u32, read: Result<Box<ReaderPage>, String>) {
        let Some(wanted) = self.reader.wanted.take_if(|wanted| wanted.number == number) else {
            return;
        };
        match read {
            Ok(reading) => self.show(*reading),
            Err(unread) => {
                self.reader.unread = Some((wanted.address.clone(), unread));
                // Typing must not lose the focus. After a click on a link, the error gets it.
                if self.reader.way != NavigationKind::Typed {
                    self.point_to("#unread");
                }
            }
        }
    }

    /// Reports the crash. The page is not requested again, because it may be the cause.
    pub fn on_worker_crash(&mut self) {
        self.saving.keeping = None;
        self.saving.access = TrailAccess::Unknown;
        self.good.is_growing = false;
        self.reader.look_ahead.on_worker_crash(self.reader.shown.as_deref());
        self.uncertainty.on_worker_crash();
        if let Some(wanted) = self.reader.wanted.take() {
            let reason = "The crawler crashed on this page. Try another one.".to_owned();
            self.reader.unread = Some((wanted.address.clone(), reason));
        }
    }

    /// Shows a page, and records the step to it.
    fn show(&mut self, reading: ReaderPage) {
        let page = self.visited(&reading);
        let from = self.visit().cloned();
        let from = from.or_else(|| self.reader.shown.as_deref().map(|page| self.visited(page)));
        let from = from.map(|page| TrailPage { visited_at: Some(self.now), ..page });
        self.remember(from.as_ref());
        let before = self.reader.shown.as_ref().map(|shown| &shown.source);
        // A link from one source to another starts a new trail, because a trail has one source.
        let from = from.filter(|_| before == Some(&reading.source));
        let goes_on = self.current.is_some_and(|id| {
            let source = self.editor.source(id);
            source.is_none_or(|source| *source == reading.source)
        });
        reading.url.as_str().clone_into(&mut self.reader.address);
        let retitled = self.editor.entitle(&page.url, &page.title);
        self.saving.edit += u32::from(retitled);
        self.reader.shown = Some(Rc::new(reading));
        self.point_to("#reading-title");
        match self.reader.way {
            NavigationKind::Listed(id, at) => self.reader.at = Some((id, at)),
            NavigationKind::Again => {}
            _ if !self.saving.is_ours() => self.reader.at = None,
            NavigationKind::Followed | NavigationKind::Ahead | NavigationKind::Back if goes_on => {
                self.record(from, page);
            }
            _ if self.trail().is_some_and(|trail| trail.pages.is_empty()) => {
                self.record(None, page);
            }
            way => {
                let from = from.filter(|_| matches!(way, NavigationKind::Followed | NavigationKind::Ahead));
                let id = self.editor.begin_at(from, page);
                self.recorded(id, Some(0));
            }
        }
    }

    /// Stores the pages to which steps back lead from the visible page.
    fn remember(&mut self, from: Option<&TrailPage>) {
        match self.reader.way {
            NavigationKind::Typed => self.reader.behind.clear(),
            NavigationKind::Followed | NavigationKind::Ahead => {
                self.reader.behind.extend(from.map(|page| page.url.clone()));
            }
            NavigationKind::Back => drop(self.reader.behind.pop()),
            NavigationKind::Listed(id, at) => {
                let trail = self.editor.get(id).filter(|trail| trail.kind == TrailKind::Path);
                let pages = trail.map(|trail| trail.pages.as_slice());
                let pages = pages.unwrap_or_default();
                let urls = path_to(pages, at).into_iter().filter_map(|place| Some(pages.get(place)?.url.clone()));
                self.reader.behind = urls.collect();
            }
            NavigationKind::Again => {}
        }
    }

    fn record(&mut self, from: Option<TrailPage>, page: TrailPage) {
        if let Some(id) = self.current {
            let at = self.editor.record(id, from, page);
            self.recorded(id, at);
        }
    }

    fn recorded(&mut self, id: u32, at: Option<usize>) {
        if let Some(shown) = &self.reader.shown {
            self.editor.set_source(id, &shown.source);
        }
        self.current = Some(id);
        self.reader.at = at.map(|at| (id, at));
        self.edited();
    }

    fn visited(&self, page: &ReaderPage) -> TrailPage {
        TrailPage {
            url: page.url.as_str().to_owned(),
            title: page.title.clone(),
            relevant: false,
            visited_at: Some(self.now),
        }
    }
}
