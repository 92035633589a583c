//! Keeping: what the worker is to keep, what it says of that, and what it read from files.

use super::{Standing, Train, UNDO};
use crate::page::digits::counted;
use crate::page::library::words::shown;
use crate::page::train::book::{Book, Shelf, called, title};
use crate::protocol::trails::{Kept, TrailsNews, TrailsOrder, TrailsRead};
use engine::trails::Trail;
use std::rc::Rc;

impl Train {
    /// True where changes of this tab are not kept yet.
    pub fn waits(&self) -> bool {
        self.standing == Standing::Ours && !self.is_saved()
    }

    /// True where the worker is to keep something now.
    pub fn is_due(&self) -> bool {
        self.waits() && self.keeping.is_none() && self.edit != self.refused
    }

    /// What the worker is to keep now, with the change's number and the trails of that moment.
    pub fn due(&self) -> Option<(u32, Shelf, TrailsOrder)> {
        if !self.is_due() {
            return None;
        }
        let changes = self.book.changes(&self.kept);
        let order = TrailsOrder::Keep {
            edit: self.edit,
            put: changes.put,
            gone: changes.gone,
            order: changes.order,
        };
        Some((self.edit, self.book.trails().clone(), order))
    }

    /// Takes in what the worker says of the trails.
    pub fn hear(&mut self, news: TrailsNews) {
        match news {
            TrailsNews::Trails(Ok(kept)) => self.take_kept(kept),
            TrailsNews::Trails(Err(sentence)) => self.standing = Standing::Unkept(sentence),
            TrailsNews::Saved { edit, saved } => self.take_saved(edit, saved),
            TrailsNews::Read { name, into, read } => self.take_read(&shown(&name), into, read),
            TrailsNews::Written { kind, text } => self.written = Some((kind, text.into())),
        }
    }

    /// What is kept takes the place of what is here; changes of this tab that are not kept yet are made to it.
    fn take_kept(&mut self, kept: Kept) {
        let waits = self.standing != Standing::Elsewhere && !self.is_saved();
        self.keeping = None;
        self.refused = 0;
        self.unreadable = Rc::new(kept.unreadable);
        self.standing = if kept.elsewhere {
            Standing::Elsewhere
        } else {
            Standing::Ours
        };
        let free = self.unreadable.iter().map(|(id, _)| id.saturating_add(1));
        let told = Book::of(kept.trails, free.max().unwrap_or_default());
        if told.trails() == self.book.trails() {
            self.book.keep_free(&told);
            self.kept = self.book.trails().clone();
            self.saved = self.edit;
            return;
        }
        let before = std::mem::replace(&mut self.kept, told.trails().clone());
        if waits {
            self.book.rebase(&before, told);
        } else {
            self.book = told;
        }
        self.changed();
        if !waits {
            self.saved = self.edit;
        }
    }

    fn take_saved(&mut self, edit: u32, saved: Result<(), String>) {
        let Some((_, trails)) = self.keeping.take_if(|(number, _)| *number == edit) else {
            return;
        };
        match saved {
            Ok(()) => {
                self.kept = trails;
                self.saved = edit;
                self.unsaved = None;
            }
            Err(sentence) => {
                self.refused = edit;
                self.unsaved = Some(sentence);
            }
        }
    }

    fn take_read(&mut self, name: &str, into: Option<u32>, read: Result<TrailsRead, String>) {
        let from = if name.is_empty() {
            "the list".to_owned()
        } else {
            format!("“{name}”")
        };
        let taken = read.and_then(|read| {
            let complaints = read.complaints;
            self.take_in(into, read.trails, &from)?;
            Ok(complaints)
        });
        match taken {
            Ok(complaints) => {
                self.wrong = None;
                self.complaints = Rc::new(complaints);
                self.changed();
                self.point_to(UNDO);
            }
            Err(reason) => {
                let reason = shown(&reason);
                self.wrong = Some(format!("Nothing was taken from {from}: {reason}."));
            }
        }
    }

    fn take_in(&mut self, into: Option<u32>, trails: Vec<Trail>, from: &str) -> Result<(), String> {
        if !self.is_ours() {
            return Err("another tab has the trails".to_owned());
        }
        let small = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let pages = trails.iter().map(|trail| trail.pages.len()).sum();
        let pages = counted(small(pages), "page");
        if let Some(id) = into.filter(|id| self.book.get(*id).is_some()) {
            let name = self.book.get(id).map(|trail| called(&trail.name));
            let said = format!("{pages} added to “{}”.", name.unwrap_or_default());
            let all = trails.into_iter().flat_map(|trail| trail.pages);
            return self.book.append(id, all.collect(), said);
        }
        let count = counted(small(trails.len()), "trail");
        let said = format!("{count} with {pages} taken from {from}.");
        let named = trails.into_iter().map(named).collect();
        let ids = self.book.take_in(named, said)?;
        if let [only] = ids.as_slice() {
            self.open.insert(*only);
        }
        Ok(())
    }
}

/// A trail that came without a name is called after its last page.
fn named(mut trail: Trail) -> Trail {
    if trail.name.is_empty()
        && let Some(last) = trail.pages.last()
    {
        trail.name = format!("To {}", shown(title(last)));
    }
    trail
}
