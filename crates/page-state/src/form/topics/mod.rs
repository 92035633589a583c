//! Holds the topics of the editor (folders with names, labels and example addresses) and applies changes to them.
//!
//! Each folder keeps its key when it moves, so that fields and problems still refer to it. The engine checks topics
//! when the crawl starts.

mod actions;
mod folder;
mod outline;
mod plan;
mod undo;

pub use actions::TopicsAction;
pub use folder::{Folder, Totals, lowercase};
pub use outline::{ADDRESS_BYTES, read_outline, write_outline};
pub use plan::{examples_field_id, name_field_id, words_field_id};
pub use undo::Step;

use crate::history::History;
use std::rc::Rc;
use types::limits::TAXONOMY_DEPTH;
use types::taxonomy::Taxonomy;

/// The number of folders from which each has a check box for its use. Folders of a larger file are not in use at first.
const MANY: usize = 20;

/// Holds the content of the editor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Topics {
    /// The top-level folders. They are shared with the undo steps, because there may be thousands.
    pub folders: Rc<Vec<Folder>>,
    /// The filter: only folders whose names contain this text are shown.
    pub filter: String,
    /// Entries of the latest file that were not imported, each in a sentence.
    pub warnings: Rc<Vec<String>>,
    /// The folder that was added last, whose name gets the focus.
    pub fresh: Option<u32>,
    /// The digest of topics in session storage that the address names and that are not loaded.
    pub kept: Option<String>,
    /// The keys of the top-level folders that the worker was asked to file.
    filing: Option<Vec<u32>>,
    steps: History<Step, 20>,
    next: u32,
}

impl Topics {
    /// Creates the editor's content from a taxonomy, all in use.
    pub fn of(taxonomy: &Taxonomy) -> Self {
        let mut topics = Self::default();
        topics.folders = Rc::new(topics.folders_of(taxonomy, true));
        topics
    }

    /// Creates an empty editor for the topics in session storage with this digest.
    pub fn saved_under(digest: &str) -> Self {
        Self { kept: Some(digest.to_owned()), ..Self::default() }
    }

    /// Returns the folder with a key.
    pub fn get(&self, key: u32) -> Option<&Folder> {
        self.folders.iter().find_map(|folder| folder.find(key))
    }

    /// Changes a folder if it still exists.
    pub fn change(&mut self, key: u32, how: impl FnOnce(&mut Folder)) {
        let mut folders = Rc::make_mut(&mut self.folders).iter_mut();
        if let Some(folder) = folders.find_map(|folder| folder.find_mut(key)) {
            how(folder);
        }
    }

    /// Adds an empty folder in use, under another one or at the top level.
    pub fn add(&mut self, under: Option<u32>) {
        let folder = Folder::empty(self.new_key());
        self.fresh = Some(folder.key);
        self.insert(under, usize::MAX, folder);
    }

    /// Returns at most `most` folders into which a folder can be moved, each with its key and path. Its own subfolders
    /// and folders that are too deep are excluded.
    pub fn homes(&self, key: u32, most: usize) -> Vec<(u32, String)> {
        let height = self.get(key).map_or(1, Folder::height);
        let mut homes = Vec::new();
        for folder in &*self.folders {
            folder.homes(key, TAXONOMY_DEPTH.saturating_sub(height), "", most, &mut homes);
        }
        homes
    }

    /// Moves a folder into another one or to the top level. Filing does not move it again.
    pub fn move_to(&mut self, key: u32, under: Option<u32>) {
        let inside = under.is_some_and(|under| {
            let home = self.get(key).map(|folder| folder.find(under).is_some());
            home.unwrap_or(true) || self.get(under).is_none()
        });
        if inside {
            return;
        }
        if let Some((.., mut folder)) = self.take_out(key) {
            folder.file_by_text = false;
            self.insert(under, usize::MAX, folder);
            if let Some(under) = under {
                self.change(under, |home| home.open = true);
            }
        }
    }

    /// Puts a folder and its subfolders in or out of use.
    pub fn use_all(&mut self, key: u32, used: bool) {
        self.change(key, |folder| folder.each_mut(&mut |one| one.used = used));
    }

    /// Unfolds a folder and all folders that contain it.
    pub fn reveal(&mut self, key: u32) {
        self.filter.clear();
        for folder in Rc::make_mut(&mut self.folders) {
            folder.reveal(key);
        }
    }

    fn folders_of(&mut self, taxonomy: &Taxonomy, used: bool) -> Vec<Folder> {
        let topics = taxonomy.topics.iter();
        topics.map(|topic| Folder::of(topic, used, &mut || self.new_key())).collect()
    }

    fn new_key(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Inserts a folder at an index; at the top level if its parent no longer exists.
    fn insert(&mut self, under: Option<u32>, at: usize, folder: Folder) {
        let home = under.filter(|under| self.get(*under).is_some());
        let put = |siblings: &mut Vec<Folder>| siblings.insert(at.min(siblings.len()), folder);
        match home {
            Some(home) => self.change(home, |home| put(&mut home.folders)),
            None => put(Rc::make_mut(&mut self.folders)),
        }
    }

    /// Removes a folder; returns its parent, its index there, and the folder.
    fn take_out(&mut self, key: u32) -> Option<(Option<u32>, usize, Folder)> {
        let folders = Rc::make_mut(&mut self.folders);
        if let Some(at) = folders.iter().position(|folder| folder.key == key) {
            return Some((None, at, folders.remove(at)));
        }
        let mut folders = folders.iter_mut();
        folders.find_map(|folder| folder.take_out(key))
    }
}
