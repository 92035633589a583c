//! Defines the effects of actions outside of the state, as plain data. The executor of the page performs them.

use super::train::browsing::{BrowsingFile, Record};
use protocol::{ProxyAddress, ToWorker};
use std::rc::Rc;
use web_sys::Blob;

/// An effect outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Sends a message to the worker.
    Send(ToWorker),
    /// Terminates the worker and starts a new one.
    RestartWorker,
    /// Starts the workers of the view for a class, in place of the old ones.
    StartSides,
    /// Terminates the workers of the view for a class.
    EndSides,
    /// Sends a message to the worker of a side of the view for a class.
    SendToSide(usize, ToWorker),
    /// Opens an address of the app, like a link.
    Open(String),
    /// Replaces the app's address by this fragment, with or without a new entry in the browser's history that leads
    /// back to the form.
    ReplaceAddress(String, bool),
    /// Saves a file with this name.
    Save(String, FileData),
    /// Stores a text under a key in local storage.
    Store(&'static str, String),
    /// Stores a text under a key in session storage.
    StoreInSession(&'static str, String),
    /// Sends [`super::Action::Timeout`] after some milliseconds. A timer replaces the earlier one of its kind.
    SetTimer(Timer, u32),
    /// Copies a text to the clipboard; answered by [`super::Action::Copied`].
    Copy(String),
    /// Requests persistent storage; answered by [`super::library::LibraryAction::Persisted`].
    PersistStorage,
    /// Checks the proxy at an address; `None` for the one that served this page.
    CheckProxy(Option<ProxyAddress>, CheckCause),
    /// Requests access to all sites with the browser's prompt, which browsers show only after a click; answered by
    /// [`super::Action::AccessAnswered`].
    RequestAccess(AccessCause),
    /// Sends a request to the extension's recorder; answered by [`super::train::TrainAction::Recorded`].
    Record(Record),
    /// Imports pages of the browser like a file of trails.
    ImportBrowsing(BrowsingFile),
}

/// The purpose of access to all sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessCause {
    /// The crawl that was confirmed.
    Crawl,
    /// The recording of other tabs.
    Recording,
}

/// The kinds of timers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timer {
    /// Requests related words.
    Related,
    /// Writes the view of the crawl to the address.
    Address,
    /// Requests the list of crawls.
    ListCrawls,
    /// Saves the trails.
    SaveTrails,
    /// Removes the effect of a change from the screen.
    Toast,
    /// Allows the next step of the view for a class.
    ClassStep,
}

/// The cause of a check of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckCause {
    /// The page, automatically.
    Page,
    /// The person, by pressing the button.
    Person,
}

/// The content of a file to save.
#[derive(Clone, Debug, PartialEq)]
pub enum FileData {
    /// A file of the worker.
    Blob(Blob),
    /// A text.
    Text(Rc<str>),
    /// A drawing (SVG), which is saved as a picture (PNG).
    Picture(Blob),
}

impl Effect {
    /// Saves a file of the worker.
    pub fn save(name: &str, file: &Blob) -> Self {
        Self::Save(name.to_owned(), FileData::Blob(file.clone()))
    }

    /// Saves a text.
    pub fn save_text(name: &str, text: String) -> Self {
        Self::Save(name.to_owned(), FileData::Text(text.into()))
    }
}
