//! Saves the trails: determines the changes to store, and handles the worker's answers and imported trails.

use super::trail_editor::{TrailEditor, TrailList, display_name, title};
use super::{FolderQuestion, Train, UNDO};
use crate::digits::counted;
use crate::effect::Effect;
use crate::text::shown;
use protocol::FileKind;
use protocol::trails::{ImportedTrails, SavedTrails, SourcedTrail, TrailsEvent, TrailsRequest};
use std::rc::Rc;

/// Tracks the access of this tab to the saved trails, and their saving.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saving {
    /// The access of this tab to the trails.
    pub access: TrailAccess,
    /// The ids of trails that cannot be read, with the reasons.
    pub unreadable: Rc<Vec<(u32, String)>>,
    /// The error of the latest save, in a sentence.
    pub unsaved: Option<String>,
    /// The number of changes so far.
    pub(super) edit: u32,
    /// The number of the latest change that is saved.
    pub(super) saved: u32,
    /// The number of the latest change that could not be saved.
    pub(super) refused: u32,
    /// The trails as they are saved.
    pub(super) kept: TrailList,
    /// The number of the change that is being saved, with the trails at that time.
    pub(super) keeping: Option<(u32, TrailList)>,
}

/// The access of this tab to the trails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TrailAccess {
    /// Not known yet.
    #[default]
    Unknown,
    /// This tab may change the trails.
    Ours,
    /// Another tab has them open, and this one can only show them.
    Elsewhere,
    /// This tab may change the trails, but they cannot be saved; the reason, in a sentence.
    Unkept(String),
}

impl Saving {
    /// Returns whether this tab may change the trails.
    pub fn is_ours(&self) -> bool {
        matches!(self.access, TrailAccess::Ours | TrailAccess::Unkept(_))
    }

    /// Returns true if all changes are saved.
    pub fn is_saved(&self) -> bool {
        self.saved == self.edit
    }

    /// Returns true if changes of this tab are not saved.
    pub fn waits(&self) -> bool {
        self.access == TrailAccess::Ours && !self.is_saved()
    }

    /// Returns true if the worker must save something now.
    pub fn is_due(&self) -> bool {
        self.waits() && self.keeping.is_none() && self.edit != self.refused
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
}

impl Train {
    /// Returns the request to save the changes, if there are any to save now.
    pub fn save(&mut self) -> Option<TrailsRequest> {
        if !self.saving.is_due() {
            return None;
        }
        self.saving.keeping = Some((self.saving.edit, self.editor.trails().clone()));
        Some(self.editor.changes(self.saving.edit, &self.saving.kept))
    }

    /// Handles the worker's messages about the trails, and returns their effects.
    pub fn on_message(&mut self, event: TrailsEvent) -> Vec<Effect> {
        match event {
            TrailsEvent::Trails(Ok(kept)) => {
                self.take_kept(kept);
                self.add_grown();
            }
            TrailsEvent::Trails(Err(sentence)) => {
                self.saving.access = TrailAccess::Unkept(sentence);
                self.add_grown();
            }
            TrailsEvent::Saved { edit, saved } => self.saving.take_saved(edit, saved),
            TrailsEvent::Folders(file) => {
                self.files.folders = Some(Rc::new(FolderQuestion::new(file)));
                self.point_to("#folder-question");
            }
            TrailsEvent::Read { name, into, read } => self.take_read(&shown(&name), into, read),
            TrailsEvent::Written { kind, text } => {
                let name = match kind {
                    FileKind::Bookmarks => "trails.html",
                    FileKind::Json => "trails.json",
                };
                return vec![Effect::save_text(name, text)];
            }
        }
        Vec::new()
    }

    /// Replaces the trails by the saved ones and reapplies unsaved changes of this tab.
    fn take_kept(&mut self, kept: SavedTrails) {
        let waits = self.saving.access != TrailAccess::Elsewhere && !self.saving.is_saved();
        self.saving.keeping = None;
        self.saving.refused = 0;
        self.saving.unreadable = Rc::new(kept.unreadable);
        self.saving.access = if kept.elsewhere { TrailAccess::Elsewhere } else { TrailAccess::Ours };
        let free = self.saving.unreadable.iter().map(|(id, _)| id.saturating_add(1));
        let saved = TrailEditor::new(kept.trails, free.max().unwrap_or_default());
        let saved = saved.with_rated(kept.rated);
        if saved.trails() == self.editor.trails() && saved.rated() == self.editor.rated() {
            self.editor.reserve_ids(&saved);
            self.saving.kept = self.editor.trails().clone();
            self.saving.saved = self.saving.edit;
            return;
        }
        let before = std::mem::replace(&mut self.saving.kept, saved.trails().clone());
        if waits {
            self.editor.rebase(&before, saved);
        } else {
            self.editor = saved;
        }
        self.changed();
        if !waits {
            self.saving.saved = self.saving.edit;
        }
    }

    fn take_read(&mut self, name: &str, into: Option<u32>, read: Result<ImportedTrails, String>) {
        let from = if name.is_empty() { "the list".to_owned() } else { format!("“{name}”") };
        let result = read.and_then(|read| {
            let warnings = read.warnings;
            self.import(into, read.trails, &from)?;
            Ok(warnings)
        });
        match result {
            Ok(warnings) => {
                self.files.error = None;
                self.files.warnings = Rc::new(warnings);
                self.changed();
                self.point_to(UNDO);
            }
            Err(reason) => {
                let reason = shown(&reason);
                self.files.error = Some(format!("Could not import {from}: {reason}."));
            }
        }
    }

    fn import(&mut self, into: Option<u32>, trails: Vec<SourcedTrail>, from: &str) -> Result<(), String> {
        if !self.saving.is_ours() {
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
