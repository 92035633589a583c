//! What can be taken back: a folder that was removed, a file that was read.

use super::{Folder, MANY, Topics};
use engine::taxonomy::Taxonomy;
use std::rc::Rc;

/// Steps that can be taken back at most.
const STEPS: usize = 20;

/// Something that was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A folder was removed.
    Removed {
        /// What it lay under.
        under: Option<u32>,
        /// Its place there.
        at: usize,
        /// The folder.
        folder: Rc<Folder>,
    },
    /// Folders were added to those that were there, or took their place.
    TookIn {
        /// Where they came from.
        from: String,
        /// How many came, folders in folders included.
        count: usize,
        /// The topmost ones.
        added: Vec<u32>,
        /// What was there.
        before: Rc<Vec<Folder>>,
        /// What was there is gone.
        replaced: bool,
    },
}

impl Topics {
    /// Steps that can be taken back, the latest last.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Removes a folder and everything in it.
    pub fn remove(&mut self, key: u32) {
        if let Some((under, at, folder)) = self.take_out(key) {
            let folder = Rc::new(folder);
            self.step(Step::Removed { under, at, folder });
        }
    }

    /// Adds the topics of a file, or of whatever `from` names, to those that are there; empty folders there give way.
    pub fn take_in(&mut self, taxonomy: &Taxonomy, from: String, complaints: Vec<String>) {
        let mut folders = self.folders_of(taxonomy, true);
        let mut count = 0;
        for folder in &mut folders {
            folder.each_mut(&mut |_| count += 1);
        }
        if count >= MANY {
            for folder in &mut folders {
                folder.each_mut(&mut |one| one.used = one.good);
            }
        }
        let before = Rc::new(self.folders.clone());
        let empty = |folder: &Folder| {
            folder.name.trim().is_empty() && folder.count() == 0 && folder.folders.is_empty()
        };
        self.folders.retain(|folder| !empty(folder));
        let added = folders.iter().map(|folder| folder.key).collect();
        self.folders.extend(folders);
        self.filter.clear();
        self.complaints = Rc::new(complaints);
        self.step(Step::TookIn {
            from,
            count,
            added,
            before,
            replaced: false,
        });
    }

    /// Only the folders that came last stay, or those that were there come back beside them.
    pub fn replace_rest(&mut self, replace: bool) {
        let Some(Step::TookIn {
            added,
            before,
            replaced,
            ..
        }) = self.steps.last_mut()
        else {
            return;
        };
        *replaced = replace;
        let (added, before) = (added.clone(), Rc::clone(before));
        self.folders.retain(|folder| added.contains(&folder.key));
        if !replace {
            self.folders.splice(0..0, before.iter().cloned());
        }
    }

    /// Takes the latest step back.
    pub fn undo(&mut self) {
        self.fresh = None;
        match self.steps.pop() {
            Some(Step::Removed { under, at, folder }) => {
                self.insert(under, at, Rc::unwrap_or_clone(folder));
            }
            Some(Step::TookIn { before, .. }) => {
                self.folders = Rc::unwrap_or_clone(before);
                self.complaints = Rc::default();
            }
            None => {}
        }
    }

    fn step(&mut self, step: Step) {
        self.fresh = None;
        if self.steps.len() == STEPS {
            self.steps.remove(0);
        }
        self.steps.push(step);
    }
}
