//! Undoes changes of the topics: a removed folder, an imported file, filed targets.

use super::{Folder, MANY, Topics};
use crate::digits::counted;
use protocol::{TopicHome, TopicsFiled};
use std::collections::BTreeSet;
use std::rc::Rc;
use types::limits::TOPIC_WORDS_BYTES;
use types::taxonomy::{Taxonomy, Topic};
use types::text::cut;

/// A change that can be undone.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A folder was removed.
    Removed {
        /// The parent folder.
        under: Option<u32>,
        /// Its index in the parent.
        at: usize,
        /// The folder.
        folder: Rc<Folder>,
    },
    /// Folders were added to the existing ones, or replaced them.
    TookIn {
        /// The origin of the folders.
        from: String,
        /// The number of added folders, including subfolders.
        count: usize,
        /// The keys of the added top-level folders.
        added: BTreeSet<u32>,
        /// The former topics.
        before: Rc<Vec<Folder>>,
        /// The former topics were replaced.
        replaced: bool,
    },
    /// Starter topics were added and targets were filed, or pages became examples.
    Filed {
        /// The new positions, in sentences.
        summary: String,
        /// The former topics.
        before: Rc<Vec<Folder>>,
    },
}

impl Topics {
    /// Returns the undo steps, the latest last.
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

    /// Adds topics from a file or another origin; empty folders are replaced.
    pub fn import(&mut self, taxonomy: &Taxonomy, from: String, warnings: Vec<String>) {
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
        let before = Rc::clone(&self.folders);
        let empty = |folder: &Folder| folder.name.trim().is_empty() && folder.count() == 0 && folder.folders.is_empty();
        let added = folders.iter().map(|folder| folder.key).collect();
        let all = Rc::make_mut(&mut self.folders);
        all.retain(|folder| !empty(folder));
        all.extend(folders);
        self.filter.clear();
        self.warnings = Rc::new(warnings);
        self.step(Step::TookIn { from, count, added, before, replaced: false });
    }

    /// Adds good pages, as addresses and titles, to the examples of the only target. Otherwise they become a new target
    /// with their titles as its words. Returns whether that target is to be filed.
    pub fn add_good<'a>(&mut self, name: &str, pages: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> bool {
        let before = Rc::clone(&self.folders);
        let mut targets = Vec::new();
        for folder in Rc::make_mut(&mut self.folders) {
            folder.each_mut(&mut |one| targets.extend(one.good.then_some(one.key)));
        }
        let urls = pages.clone().map(|(url, _)| url.to_owned());
        let (to, is_new) = if let [only] = targets[..] {
            self.change(only, |folder| folder.add_examples(urls));
            (only, false)
        } else {
            let titles: Vec<&str> = pages.clone().map(|(_, title)| title.trim()).collect();
            let target = Topic {
                name: name.to_owned(),
                good: true,
                examples: urls.collect(),
                words: cut(titles.join("\n").trim(), TOPIC_WORDS_BYTES).to_owned(),
                ..Topic::default()
            };
            let folder = Folder::of(&target, true, &mut || self.new_key());
            let key = folder.key;
            self.insert(None, usize::MAX, folder);
            (key, true)
        };
        let target = self.get(to).map_or("", Folder::display_name);
        let pages = counted(pages.count(), "selected page");
        let summary = format!("Added {pages} to “{target}”.");
        self.step(Step::Filed { summary, before });
        is_new
    }

    /// Marks the filing of the top-level folders as pending, until the worker answers or the request is canceled.
    pub fn begin_filing(&mut self) {
        self.filing = Some(self.folders.iter().map(|folder| folder.key).collect());
    }

    /// Returns true until the worker has answered.
    pub fn is_filing(&self) -> bool {
        self.filing.is_some()
    }

    /// Cancels the request to the worker.
    pub fn cancel_filing(&mut self) {
        self.filing = None;
    }

    /// Adds the missing starter topics, and moves the targets into them. Everything else is unchanged.
    pub fn apply_filed(&mut self, filed: &TopicsFiled) {
        let Some(mut keys) = self.filing.take() else {
            return;
        };
        let before = Rc::clone(&self.folders);
        let added = self.folders_of(&filed.added, true);
        keys.extend(added.iter().map(|folder| folder.key));
        let starter = added.iter().filter(|folder| !folder.good).count();
        let verb = if starter == 1 { "was" } else { "were" };
        let mut summary = format!("{} {verb} added.", counted(starter, "starter topic"));
        Rc::make_mut(&mut self.folders).extend(added);
        self.filter.clear();
        for (target, home) in &filed.homes {
            let under = match home {
                TopicHome::Under(place) => keys.get(*place).copied(),
                TopicHome::Top | TopicHome::ByText => None,
            };
            if let Some(target) = keys.get(*target) {
                let by_text = *home == TopicHome::ByText;
                self.change(*target, |folder| folder.file_by_text = by_text);
                summary.push_str(&self.file(*target, under));
            }
        }
        self.step(Step::Filed { summary, before });
    }

    /// Moves a target if both folders still exist; returns its new position in a sentence.
    fn file(&mut self, target: u32, home: Option<u32>) -> String {
        let name = |key| self.get(key).map(|folder| folder.display_name().to_owned());
        match (name(target), home.and_then(name)) {
            (None, _) => String::new(),
            (Some(name), None) if self.get(target).is_some_and(|folder| folder.file_by_text) => {
                format!(" “{name}” will be filed when its pages are read, by their text.")
            }
            (Some(name), None) => format!(" “{name}” stays at the top level."),
            (Some(name), Some(under)) => {
                self.move_to(target, home);
                format!(" “{name}” was filed under {under}.")
            }
        }
    }

    /// Removes all folders except the imported ones, or restores the removed ones.
    pub fn replace_rest(&mut self, replace: bool) {
        let Some(Step::TookIn { added, before, replaced, .. }) = self.steps.last_mut() else {
            return;
        };
        *replaced = replace;
        let (added, before) = (added.clone(), Rc::clone(before));
        let folders = Rc::make_mut(&mut self.folders);
        folders.retain(|folder| added.contains(&folder.key));
        if !replace {
            folders.splice(0..0, before.iter().cloned());
        }
    }

    /// Undoes the latest step.
    pub fn undo(&mut self) {
        self.fresh = None;
        match self.steps.pop() {
            Some(Step::Removed { under, at, folder }) => {
                self.insert(under, at, Rc::unwrap_or_clone(folder));
            }
            Some(Step::TookIn { before, .. } | Step::Filed { before, .. }) => {
                self.folders = before;
                self.warnings = Rc::default();
            }
            None => {}
        }
    }

    fn step(&mut self, step: Step) {
        self.fresh = None;
        self.steps.push(step);
    }
}
