//! Counts folders and examples, and how many of them are in use.

use super::{Folder, MANY, Topics};

/// The counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All folders.
    pub folders: usize,
    /// Folders in use.
    pub used: usize,
    /// The number of target folders in use, by their own mark or by that of a folder around them.
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

    /// Returns whether folders are chosen one by one: there are many, or one is not in use.
    pub fn is_choice(&self) -> bool {
        self.folders >= MANY || self.used < self.folders
    }
}

impl Topics {
    /// Counts them.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for folder in &*self.folders {
            totals.add(folder, false);
        }
        totals
    }
}
