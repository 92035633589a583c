//! What the page knows of the Library: the crawls, the last search, a file under way, what there is to say.

use super::words::shown;
use crate::protocol::library::{Found, LibraryNews, Made, RecordedWeb, Shelf, Taken};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The Library as far as the page knows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    /// The crawls, or why they cannot be told; none before the worker was asked.
    pub shelf: Option<Result<Shelf, String>>,
    /// The words that are being looked for.
    pub searching: Option<String>,
    /// What the last search found.
    pub found: Option<Rc<Found>>,
    /// The file that is being read, and the part of it that was, in 0..=1.
    pub reading: Option<(String, f64)>,
    /// The id of the crawl of which a file is being made.
    pub making: Option<String>,
    /// A file that waits to be saved.
    pub made: Option<Rc<Made>>,
    /// Addresses from a file that wait to be put into the form.
    pub seeds: Option<Rc<Seeds>>,
    /// The recorded web that the worker has.
    pub web: Option<Rc<RecordedWeb>>,
    /// Crawls that were taken in so far: the list is asked for anew with each.
    pub taken: u32,
    /// What was done, in a sentence.
    pub said: String,
    /// The crawl that was deleted last, by its id, as long as nothing else was done.
    pub undo: Option<String>,
    /// What could not be done and why, in a sentence.
    pub wrong: Option<String>,
    /// Why crawls could not be opened, by their ids.
    pub unopenable: BTreeMap<String, String>,
}

/// Addresses to start from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeds {
    /// The addresses.
    pub urls: Vec<String>,
    /// What of their file was left out and why, in a sentence.
    pub complaint: Option<String>,
}

/// What is done in the Library.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A file of the crawl with this id was asked for.
    Make(String),
    /// The file was saved.
    Saved,
    /// A file of this name is being read.
    Bring(String),
    /// A file is too large, or is none; why, in a sentence.
    Wrong(String),
    /// These words are looked for; none ends the search.
    Search(String),
    /// A crawl of this id and name was deleted.
    Delete(String, String),
    /// The addresses are in the form.
    Seeded,
    /// Something was done, in a sentence; an empty one takes back what was said.
    Say(String),
}

impl Library {
    /// Carries out what is done.
    pub fn act(&mut self, act: Act) {
        (self.said, self.wrong, self.undo) = (String::new(), None, None);
        match act {
            Act::Make(id) => {
                "Making the file…".clone_into(&mut self.said);
                self.making = Some(id);
            }
            Act::Saved => {
                if let Some(made) = self.made.take() {
                    let lacks = made.lacks.as_ref().map(|lacks| format!(" {lacks}"));
                    self.said = format!("Saved “{}”.{}", made.name, lacks.unwrap_or_default());
                }
            }
            Act::Bring(name) => self.reading = Some((name, 0.0)),
            Act::Wrong(sentence) => self.wrong = Some(sentence),
            Act::Search(words) if words.is_empty() => (self.searching, self.found) = (None, None),
            Act::Search(words) => self.searching = Some(words),
            Act::Delete(id, name) => {
                self.said = format!("“{}” was deleted.", shown(&name));
                self.undo = Some(id);
            }
            Act::Seeded => self.seeds = None,
            Act::Say(sentence) => self.said = sentence,
        }
    }

    /// Takes in what the worker says.
    pub fn hear(&mut self, news: LibraryNews) {
        match news {
            LibraryNews::Shelf(told) => self.shelf = Some(told),
            LibraryNews::Unchanged(reason) => {
                (self.said, self.undo) = (String::new(), None);
                self.wrong = Some(format!("Nothing was changed: {reason}."));
            }
            LibraryNews::Found(found) => {
                if self.searching.as_ref() == Some(&found.words) {
                    self.searching = None;
                    self.found = Some(Rc::new(found));
                }
            }
            LibraryNews::Exported(made) => {
                self.making = None;
                match made {
                    Ok(made) => self.made = Some(Rc::new(made)),
                    Err(reason) => {
                        self.said.clear();
                        self.wrong = Some(format!("The file was not made: {reason}."));
                    }
                }
            }
            LibraryNews::Reading { name, part } => {
                if let Some((_, known)) = self.reading.as_mut().filter(|(own, _)| *own == name) {
                    *known = part;
                }
            }
            LibraryNews::Left(name) => {
                self.end_reading(&name);
                self.said = format!("“{}” was left; nothing was changed.", shown(&name));
            }
            LibraryNews::Imported { name, taken } => {
                self.end_reading(&name);
                self.take(&shown(&name), taken);
            }
        }
    }

    /// A crawl could not be opened.
    pub fn cannot_open(&mut self, id: String, reason: String) {
        self.unopenable.insert(id, reason);
    }

    /// Another file may be read already.
    fn end_reading(&mut self, name: &str) {
        self.reading.take_if(|(own, _)| own == name);
    }

    fn take(&mut self, file: &str, taken: Result<Taken, String>) {
        self.said.clear();
        match taken {
            Ok(Taken::Crawl { name, .. }) => {
                self.taken += 1;
                self.said = format!("“{}” was taken in from “{file}”.", shown(&name));
            }
            Ok(Taken::Seeds { urls, complaints }) => {
                let complaints: Vec<String> = complaints.iter().map(|one| shown(one)).collect();
                let complaint = (!complaints.is_empty())
                    .then(|| format!("Not all of “{file}” was taken: {}.", complaints.join("; ")));
                self.seeds = Some(Rc::new(Seeds { urls, complaint }));
            }
            Ok(Taken::Web(web)) => self.web = Some(Rc::new(web)),
            Err(reason) => {
                self.wrong = Some(format!("“{file}” was not taken in: {}.", shown(&reason)));
            }
        }
    }
}
