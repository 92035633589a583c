//! The course of an import: how far it is, turns for everything else the worker does, and the end where the person wants it no more.
//!
//! Left out on purpose: what is read, which is [`super::import`]'s and that of the formats.

use super::Librarian;
use crate::protocol::ToPage;
use crate::protocol::library::LibraryNews;
use crate::worker::clock::{self, Breath};
use crate::worker::store::StoreError;

/// Milliseconds of work after which a crawl that runs, and the page, get their turn.
const WORK_MS: f64 = 10.0;
/// Milliseconds between two words about how far it is.
const WORD_MS: f64 = 100.0;

/// Why nothing was taken from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Untaken {
    /// The person wanted it no more, or brought another file.
    Left,
    /// What is wrong with it, as a sentence without its period.
    Wrong(String),
}

impl From<StoreError> for Untaken {
    fn from(error: StoreError) -> Self {
        Self::Wrong(error.to_string())
    }
}

impl From<&str> for Untaken {
    fn from(sentence: &str) -> Self {
        Self::Wrong(sentence.to_owned())
    }
}

/// An import under way.
pub(super) struct Course<'a> {
    librarian: &'a Librarian,
    name: &'a str,
    /// Which of all imports it is.
    number: u32,
    breath: Breath,
    /// Since when it has had the thread to itself.
    since: f64,
    /// When it last said how far it is.
    told: f64,
}

impl<'a> Course<'a> {
    /// Begins one; an earlier one is left.
    pub(super) fn begin(librarian: &'a Librarian, name: &'a str) -> Self {
        let number = librarian.imports.get() + 1;
        librarian.imports.set(number);
        let now = clock::precise();
        Self {
            librarian,
            name,
            number,
            breath: Breath::new(),
            since: now,
            told: now,
        }
    }

    /// Called between two pieces of work, with the part that is done, in 0..=1: lets everything else run where that is due.
    pub(super) async fn go_on(&mut self, part: f64) -> Result<(), Untaken> {
        let now = clock::precise();
        if now - self.since < WORK_MS {
            return Ok(());
        }
        if now - self.told >= WORD_MS {
            self.told = now;
            let name = self.name.to_owned();
            let news = LibraryNews::Reading { name, part };
            (self.librarian.post)(&ToPage::Library(Box::new(news)));
        }
        self.breath.take().await;
        self.since = clock::precise();
        if self.librarian.imports.get() == self.number {
            Ok(())
        } else {
            Err(Untaken::Left)
        }
    }
}
