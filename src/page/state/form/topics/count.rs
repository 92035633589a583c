//! Counts folders and examples, in total and in use.

use super::{Folder, MANY, Topics};

/// Holds the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All folders.
    pub folders: usize,
    /// Folders in use.
    pub used: usize,
    /// The number of target folders in use, including folders inside of targets.
    pub good: usize,
    /// Examples in use.
    pub examples: usize,
}

impl Totals {
    fn add(&mut self, folder: &Folder, good: bool) {
        let good = good || folder.good;
        self.folders += 1;
        if folder.used {
            self.used += 1;
            self.good += usize::from(good);
            self.examples += folder.count();
        }
        for below in &folder.folders {
            self.add(below, good);
        }
    }

    /// Returns whether folders have check boxes: there are many, or one is not in use.
    pub fn is_choice(&self) -> bool {
        self.folders >= MANY || self.used < self.folders
    }
}

impl Topics {
    /// Returns the counts.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for folder in &*self.folders {
            totals.add(folder, false);
        }
        totals
    }
}
