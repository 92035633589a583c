//! A folder of the topics editor.

use std::cell::OnceCell;
use types::taxonomy::Topic;

/// A folder.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Folder {
    /// Its own for as long as the page lives.
    pub key: u32,
    /// Its name.
    pub name: String,
    /// The crawl looks for pages like these.
    pub good: bool,
    /// Its examples are learned from.
    pub used: bool,
    /// It is unfolded.
    pub open: bool,
    /// The folders in it.
    pub folders: Vec<Folder>,
    /// Words of pages on the topic, as typed.
    pub words: String,
    /// It only gives contrast: no target is filed under it.
    pub(crate) contrast: bool,
    /// It is filed by the text of its example pages when a crawl has read them.
    pub(crate) file_by_text: bool,
    /// Its example addresses, as typed.
    text: String,
    /// The number of addresses in it, computed on request: those of a large file are not all shown.
    count: OnceCell<usize>,
}

impl Folder {
    /// Returns the folder of a topic, with keys for itself and its contents.
    pub(crate) fn of(topic: &Topic, used: bool, key: &mut dyn FnMut() -> u32) -> Self {
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

    /// Returns a new folder, in use and unfolded.
    pub(crate) fn empty(key: u32) -> Self {
        Self {
            key,
            used: true,
            open: true,
            ..Self::default()
        }
    }

    /// Returns its example addresses, as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Sets the typed text of its example addresses.
    pub fn write(&mut self, text: String) {
        self.count.take();
        self.text = text;
    }

    /// Adds example addresses that it does not have, and uses it.
    pub(crate) fn add_examples(&mut self, urls: impl Iterator<Item = String>) {
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
        lines.flat_map(|(at, line)| {
            types::seeds::addresses(line).map(move |address| (at + 1, address))
        })
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

    /// Returns whether it or a folder in it is in use.
    pub fn is_chosen(&self) -> bool {
        self.used || self.folders.iter().any(Self::is_chosen)
    }

    /// Returns whether it and all folders in it are in use.
    pub fn is_whole(&self) -> bool {
        self.used && self.folders.iter().all(Self::is_whole)
    }

    /// Returns whether its name or that of a folder in it contains `wanted`, which is in lower case.
    pub fn has_named(&self, wanted: &str) -> bool {
        let named = lowercase(&self.name).contains(wanted);
        named || self.folders.iter().any(|folder| folder.has_named(wanted))
    }

    pub(crate) fn find(&self, key: u32) -> Option<&Self> {
        if self.key == key {
            return Some(self);
        }
        self.folders.iter().find_map(|folder| folder.find(key))
    }

    pub(crate) fn find_mut(&mut self, key: u32) -> Option<&mut Self> {
        if self.key == key {
            return Some(self);
        }
        let mut folders = self.folders.iter_mut();
        folders.find_map(|folder| folder.find_mut(key))
    }

    pub(crate) fn each_mut(&mut self, how: &mut dyn FnMut(&mut Self)) {
        how(self);
        for folder in &mut self.folders {
            folder.each_mut(how);
        }
    }

    /// Returns levels of folders, itself included.
    pub(crate) fn height(&self) -> usize {
        1 + self.folders.iter().map(Self::height).max().unwrap_or(0)
    }

    /// Takes out a folder that lies in it, at any depth.
    pub(crate) fn take_out(&mut self, key: u32) -> Option<(Option<u32>, usize, Self)> {
        if let Some(at) = self.folders.iter().position(|folder| folder.key == key) {
            return Some((Some(self.key), at, self.folders.remove(at)));
        }
        let mut folders = self.folders.iter_mut();
        folders.find_map(|folder| folder.take_out(key))
    }

    /// Adds key and path of itself and of the folders in it, without the folder `key`, down to so many levels and up to `most` in all.
    pub(crate) fn homes(
        &self,
        key: u32,
        levels: usize,
        above: &str,
        most: usize,
        to: &mut Vec<(u32, String)>,
    ) {
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

    /// Unfolds itself if it is this folder or contains it.
    pub(crate) fn reveal(&mut self, key: u32) {
        if self.find(key).is_some() {
            self.open = true;
            for folder in &mut self.folders {
                folder.reveal(key);
            }
        }
    }
}

/// Returns a text in lower case. The browser has the tables that the download would need.
pub fn lowercase(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    js_sys::JsString::from(text).to_lower_case().into()
}
