//! Holds a folder of the topics editor, and counts folders and examples.

use super::{MANY, Topics};
use crate::browser;
use std::cell::OnceCell;
use types::taxonomy::Topic;

/// A folder.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Folder {
    /// The key, which is unique while the page is open.
    pub key: u32,
    /// The name.
    pub name: String,
    /// The folder is a target: the crawl looks for pages like its examples.
    pub good: bool,
    /// The folder is in use: its examples are used for training.
    pub used: bool,
    /// The folder is unfolded.
    pub open: bool,
    /// The subfolders.
    pub folders: Vec<Folder>,
    /// The words of pages on the topic, as typed.
    pub words: String,
    /// The folder is only a negative class: no target is filed under it.
    pub contrast: bool,
    /// The crawl files the folder by the text of its example pages.
    pub file_by_text: bool,
    /// Its example addresses, as typed.
    text: String,
    /// The number of addresses, computed on demand because large files are not shown whole.
    count: OnceCell<usize>,
}

impl Folder {
    /// Creates the folder of a topic, with keys for itself and its contents.
    pub fn of(topic: &Topic, used: bool, key: &mut dyn FnMut() -> u32) -> Self {
        let mut folder = Self {
            key: key(),
            name: topic.name.clone(),
            good: topic.good,
            used,
            words: topic.words.clone(),
            contrast: topic.contrast,
            file_by_text: topic.file_by_text,
            ..Self::default()
        };
        folder.write(topic.examples.join("\n"));
        let below = topic.topics.iter();
        folder.folders = below.map(|topic| Self::of(topic, used, key)).collect();
        folder
    }

    /// Creates an empty folder, in use and unfolded.
    pub fn empty(key: u32) -> Self {
        Self { key, used: true, open: true, ..Self::default() }
    }

    /// Returns its example addresses, as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Sets the text of its example addresses.
    pub fn write(&mut self, text: String) {
        self.count.take();
        self.text = text;
    }

    /// Adds new example addresses, and puts the folder in use.
    pub fn add_examples(&mut self, urls: impl Iterator<Item = String>) {
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        for url in urls {
            if !lines.contains(&url) {
                lines.push(url);
            }
        }
        self.write(lines.join("\n"));
        self.used = true;
    }

    /// Returns its example addresses with their line numbers, counted from 1.
    pub fn addresses(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate();
        lines.flat_map(|(at, line)| types::url::addresses(line).map(move |address| (at + 1, address)))
    }

    /// Returns the number of its own example addresses.
    pub fn count(&self) -> usize {
        *self.count.get_or_init(|| self.addresses().count())
    }

    /// Returns its display name.
    pub fn display_name(&self) -> &str {
        match self.name.trim() {
            "" => "the unnamed folder",
            name => name,
        }
    }

    /// Returns whether it or one of its subfolders is in use.
    pub fn is_chosen(&self) -> bool {
        self.used || self.folders.iter().any(Self::is_chosen)
    }

    /// Returns whether it and all of its subfolders are in use.
    pub fn is_whole(&self) -> bool {
        self.used && self.folders.iter().all(Self::is_whole)
    }

    /// Returns whether its name or that of a subfolder contains `wanted`, which is in lower case.
    pub fn has_named(&self, wanted: &str) -> bool {
        let named = lowercase(&self.name).contains(wanted);
        named || self.folders.iter().any(|folder| folder.has_named(wanted))
    }

    /// Returns the folder `key`, if this is it or contains it.
    pub fn find(&self, key: u32) -> Option<&Self> {
        if self.key == key {
            return Some(self);
        }
        self.folders.iter().find_map(|folder| folder.find(key))
    }

    /// Returns the folder `key` to be changed, like [`Self::find`].
    pub fn find_mut(&mut self, key: u32) -> Option<&mut Self> {
        if self.key == key {
            return Some(self);
        }
        let mut folders = self.folders.iter_mut();
        folders.find_map(|folder| folder.find_mut(key))
    }

    /// Changes this folder and all below it.
    pub fn each_mut(&mut self, how: &mut dyn FnMut(&mut Self)) {
        how(self);
        for folder in &mut self.folders {
            folder.each_mut(how);
        }
    }

    /// Returns the number of levels, including its own.
    pub fn height(&self) -> usize {
        1 + self.folders.iter().map(Self::height).max().unwrap_or(0)
    }

    /// Removes a folder at any depth below it.
    pub fn take_out(&mut self, key: u32) -> Option<(Option<u32>, usize, Self)> {
        if let Some(at) = self.folders.iter().position(|folder| folder.key == key) {
            return Some((Some(self.key), at, self.folders.remove(at)));
        }
        let mut folders = self.folders.iter_mut();
        folders.find_map(|folder| folder.take_out(key))
    }

    /// Appends the keys and paths of itself and its subfolders, except for the folder `key`, down to a number of levels
    /// and up to `most` in total.
    pub fn homes(&self, key: u32, levels: usize, above: &str, most: usize, to: &mut Vec<(u32, String)>) {
        if self.key == key || levels == 0 || to.len() >= most {
            return;
        }
        let path = format!("{above}{}", self.display_name());
        let below = format!("{path} / ");
        to.push((self.key, path));
        for folder in &self.folders {
            folder.homes(key, levels - 1, &below, most, to);
        }
    }

    /// Unfolds this folder if it is the folder `key` or contains it.
    pub fn reveal(&mut self, key: u32) {
        if self.find(key).is_some() {
            self.open = true;
            for folder in &mut self.folders {
                folder.reveal(key);
            }
        }
    }
}

/// Returns a text in lower case. The browser's function saves the download of Unicode tables.
pub fn lowercase(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    browser::lowercase(text)
}

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
