//! Saves the trails: determines the changes to store, and handles the worker's answers and imported trails.

use super::trail_editor::{TrailEditor, TrailList, display_name, title};
use super::{FolderQuestion, TrailAccess, Train, UNDO};
use crate::page::dom::digits::counted;
use crate::page::dom::text::shown;
use crate::protocol::trails::{
    ImportedTrails, SavedTrails, SourcedTrail, TrailsEvent, TrailsRequest,
};
use std::rc::Rc;

impl Train {
    /// Returns true if changes of this tab are not saved.
    pub fn waits(&self) -> bool {
        self.access == TrailAccess::Ours && !self.is_saved()
    }

    /// Returns true if the worker must save something now.
    pub fn is_due(&self) -> bool {
        self.waits() && self.saving.keeping.is_none() && self.saving.edit != self.saving.refused
    }

    /// Returns the changes that the worker must save now, with the number of the last one and the trails at that time.
    pub fn due(&self) -> Option<(u32, TrailList, TrailsRequest)> {
        if !self.is_due() {
            return None;
        }
        let changes = self.editor.changes(&self.saving.kept);
        let request = TrailsRequest::Save {
            edit: self.saving.edit,
            put: changes.put,
            gone: changes.gone,
            order: changes.order,
            rated: self.editor.rated(),
        };
        Some((self.saving.edit, self.editor.trails().clone(), request))
    }

    /// Handles the worker's messages about the trails.
    pub fn on_message(&mut self, news: TrailsEvent) {
        match news {
            TrailsEvent::Trails(Ok(kept)) => {
                self.take_kept(kept);
                self.add_grown();
            }
            TrailsEvent::Trails(Err(sentence)) => {
                self.access = TrailAccess::Unkept(sentence);
                self.add_grown();
            }
            TrailsEvent::Saved { edit, saved } => self.take_saved(edit, saved),
            TrailsEvent::Folders(file) => {
                self.folders = Some(Rc::new(FolderQuestion::of(file)));
                self.point_to("#folder-question");
            }
            TrailsEvent::Read { name, into, read } => self.take_read(&shown(&name), into, read),
            TrailsEvent::Written { kind, text } => self.written = Some((kind, text.into())),
        }
    }

    /// Replaces the trails by the saved ones and reapplies unsaved changes of this tab.
    fn take_kept(&mut self, kept: SavedTrails) {
        let waits = self.access != TrailAccess::Elsewhere && !self.is_saved();
        self.saving.keeping = None;
        self.saving.refused = 0;
        self.unreadable = Rc::new(kept.unreadable);
        self.access = if kept.elsewhere {
            TrailAccess::Elsewhere
        } else {
            TrailAccess::Ours
        };
        let free = self.unreadable.iter().map(|(id, _)| id.saturating_add(1));
        let told = TrailEditor::of(kept.trails, free.max().unwrap_or_default());
        let told = told.with_rated(kept.rated);
        if told.trails() == self.editor.trails() && told.rated() == self.editor.rated() {
            self.editor.reserve_ids(&told);
            self.saving.kept = self.editor.trails().clone();
            self.saving.saved = self.saving.edit;
            return;
        }
        let before = std::mem::replace(&mut self.saving.kept, told.trails().clone());
        if waits {
            self.editor.rebase(&before, told);
        } else {
            self.editor = told;
        }
        self.changed();
        if !waits {
            self.saving.saved = self.saving.edit;
        }
    }

    fn take_saved(&mut self, edit: u32, saved: Result<(), String>) {
        let Some((_, trails)) = self.saving.keeping.take_if(|(number, _)| *number == edit) else {
            return;
        };
        match saved {
            Ok(()) => {
                self.saving.kept = trails;
                self.saving.saved = edit;
                self.saving.unsaved = None;
            }
            Err(sentence) => {
                self.saving.refused = edit;
                self.saving.unsaved = Some(sentence);
            }
        }
    }

    fn take_read(&mut self, name: &str, into: Option<u32>, read: Result<ImportedTrails, String>) {
        let from = if name.is_empty() {
            "the list".to_owned()
        } else {
            format!("“{name}”")
        };
        let result = read.and_then(|read| {
            let warnings = read.warnings;
            self.import(into, read.trails, &from)?;
            Ok(warnings)
        });
        match result {
            Ok(warnings) => {
                self.wrong = None;
                self.warnings = Rc::new(warnings);
                self.changed();
                self.point_to(UNDO);
            }
            Err(reason) => {
                let reason = shown(&reason);
                self.wrong = Some(format!("Could not import {from}: {reason}."));
            }
        }
    }

    fn import(
        &mut self,
        into: Option<u32>,
        trails: Vec<SourcedTrail>,
        from: &str,
    ) -> Result<(), String> {
        if !self.is_ours() {
            return Err("the trails are open in another tab".to_owned());
        }
        let pages: usize = trails.iter().map(|one| one.trail.pages.len()).sum();
        let pages = counted(pages, "page");
        if let Some(id) = into.filter(|id| self.editor.get(*id).is_some()) {
            let name = self.editor.get(id).map(|trail| display_name(&trail.name));
            let description = format!("Added {pages} to “{}”.", name.unwrap_or_default());
            let all = trails.into_iter().flat_map(|one| one.trail.pages);
            return self.editor.append(id, all.collect(), description);
        }
        let count = counted(trails.len(), "trail");
        let description = format!("Imported {count} with {pages} from {from}.");
        let named = trails.into_iter().map(named).collect();
        let ids = self.editor.import(named, description)?;
        if let [only] = ids.as_slice() {
            self.open.insert(*only);
        }
        Ok(())
    }
}

/// Names an imported trail without a name after its last page.
fn named(mut sourced: SourcedTrail) -> SourcedTrail {
    let trail = &mut sourced.trail;
    if trail.name.is_empty()
        && let Some(last) = trail.pages.last()
    {
        trail.name = format!("To {}", shown(title(last)));
    }
    sourced
}
