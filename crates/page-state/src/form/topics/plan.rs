//! Builds the taxonomy of the folders in use, and finds the folder of a position in it.

use super::{Folder, Topics};
use protocol::Problem;
use types::taxonomy::{Taxonomy, Topic};

/// The prefix of positions in the taxonomy in [`Problem::field`].
const TAXONOMY: &str = "taxonomy.";

impl Topics {
    /// Returns the taxonomy of the folders in use. A folder that is not in use but contains some that are is included
    /// without its examples.
    pub fn taxonomy(&self) -> Taxonomy {
        let folders = self.folders.iter();
        Taxonomy { topics: folders.filter_map(Folder::topic).collect() }
    }

    /// Returns the top-level folders as topics to file; only the names of folders that are not in use.
    pub fn to_file(&self) -> Taxonomy {
        let name = |folder: &Folder| Topic { name: folder.name.trim().to_owned(), ..Topic::default() };
        let topics = self.folders.iter();
        let topics = topics.map(|folder| folder.topic().unwrap_or_else(|| name(folder)));
        Taxonomy { topics: topics.collect() }
    }

    /// Returns the taxonomy of all folders, in use or not.
    pub fn whole(&self) -> Taxonomy {
        let mut all = Vec::clone(&self.folders);
        for folder in &mut all {
            folder.each_mut(&mut |one| one.used = true);
        }
        Taxonomy { topics: all.iter().filter_map(Folder::topic).collect() }
    }

    /// Assigns the problems of the taxonomy to their folders, and unfolds them.
    pub fn place(&mut self, problems: &mut [Problem]) {
        let mut places = Vec::new();
        list(&self.folders, "", &mut places);
        for problem in problems {
            let Some(field) = problem.field.strip_prefix(TAXONOMY) else {
                continue;
            };
            let Some((key, rest)) = places
                .iter()
                .filter_map(|(path, key)| Some((*key, below(field, path)?)))
                .min_by_key(|(_, rest)| rest.len())
            else {
                "topics".clone_into(&mut problem.field);
                continue;
            };
            self.reveal(key);
            let Some(folder) = self.get(key) else {
                continue;
            };
            if let Some(message) = at_line(folder, rest, &problem.message) {
                problem.message = message;
            }
            let about_name = rest == "name" || rest.is_empty() && folder.count() > 0;
            problem.field = if about_name {
                name_field_id(key)
            } else if rest == "words" {
                words_field_id(key)
            } else {
                examples_field_id(key)
            };
        }
    }
}

/// Returns the id of the field of a folder's name, which its problems refer to.
pub fn name_field_id(key: u32) -> String {
    format!("topic-{key}-name")
}

/// Returns the id of the field of a folder's examples, which their problems refer to.
pub fn examples_field_id(key: u32) -> String {
    format!("topic-{key}-examples")
}

/// Returns the id of the field of a folder's words, which their problems refer to.
pub fn words_field_id(key: u32) -> String {
    format!("topic-{key}-words")
}

impl Folder {
    fn topic(&self) -> Option<Topic> {
        self.is_chosen().then(|| Topic {
            name: self.name.trim().to_owned(),
            good: self.good,
            examples: self.used_addresses(),
            words: self.used_words(),
            contrast: self.contrast,
            file_by_text: self.file_by_text,
            topics: self.folders.iter().filter_map(Self::topic).collect(),
        })
    }

    fn used_words(&self) -> String {
        let words = self.words.trim();
        if self.used { words.to_owned() } else { String::new() }
    }

    fn used_addresses(&self) -> Vec<String> {
        let used = self.addresses().filter(|_| self.used);
        used.map(|(_, address)| address.to_owned()).collect()
    }

    /// Returns whether all examples in use, here and in subfolders, satisfy the condition.
    pub fn all_examples(&self, are: &dyn Fn(&str) -> bool) -> bool {
        let are_here = !self.used || self.addresses().all(|(_, address)| are(address));
        are_here && self.folders.iter().all(|folder| folder.all_examples(are))
    }
}

/// Lists the engine's names of the folders in use, with their keys.
fn list(folders: &[Folder], above: &str, places: &mut Vec<(String, u32)>) {
    let chosen = folders.iter().filter(|folder| folder.is_chosen());
    for (at, folder) in chosen.enumerate() {
        let path = format!("{above}topics[{at}]");
        list(&folder.folders, &format!("{path}."), places);
        places.push((path, folder.key));
    }
}

/// Returns the rest of a field after a path; `None` if the field is not below it.
fn below<'a>(field: &'a str, path: &str) -> Option<&'a str> {
    let rest = field.strip_prefix(path)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('.') }
}

/// Returns the problem of an example, with its line and text instead of its number.
fn at_line(folder: &Folder, rest: &str, message: &str) -> Option<String> {
    let number = rest.strip_prefix("examples[")?.strip_suffix(']')?;
    let (line, address) = folder.addresses().nth(number.parse().ok()?)?;
    let what = message.split_once("”: ").map_or(message, |(_, what)| what);
    Some(format!("Line {line}, “{address}”: {what}"))
}
