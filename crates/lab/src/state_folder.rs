//! Saves a running crawl in a folder, so that it continues after a kill: by the engine's journal, as in the tab.
//!
//! `plan` is the name of the web with the plan at the start, `N.snapshot` the crawl, and `N.events` the events after that. The largest N counts: a
//! snapshot gets its name when it is complete, and older files are removed after that. Each event is in the file when
//! [`StateFolder::save`] returns, so a killed program loses nothing that it has shown. After a power failure the events
//! up to the first damaged one count. A locked file keeps a second program out.

use crate::{LabError, assets, file};
use engine::crawl::Crawl;
use engine::event::{Event, EventKind};
use engine::journal::{self, JournalError};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use types::plan::Plan;
use types::steering::Steering;

/// The bytes of events below which no snapshot is written, as in the tab.
const SNAPSHOT_BYTES: u64 = 4 << 20;
const PLAN: &str = "plan";
const LOCK: &str = "lock";
const SNAPSHOT: &str = "snapshot";
const EVENTS: &str = "events";

/// The folder of a crawl that is open in this program.
#[derive(Debug)]
pub struct StateFolder {
    path: PathBuf,
    /// The number of the snapshot.
    number: u64,
    snapshot_bytes: u64,
    events: File,
    events_bytes: u64,
    /// The records that are not written.
    pending: Vec<u8>,
    /// True after an event that cannot be written, so that a snapshot has to be.
    is_incomplete: bool,
    /// Holds the lock until it is dropped.
    _lock: File,
}

impl StateFolder {
    /// Opens a folder, and returns the crawl that it has in place of this new one of a web, if it has one. A larger page
    /// limit continues a crawl that has reached its limit.
    ///
    /// # Errors
    /// The folder cannot be read or written, is open in another program, or has a crawl of another web or with another
    /// plan.
    pub fn open(path: &Path, web: &str, crawl: Crawl) -> Result<(Self, Crawl), LabError> {
        fs::create_dir_all(path).map_err(LabError::write(path))?;
        let lock = lock(path)?;
        let number = newest(path)?;
        let crawl = if let Some(number) = number {
            continued(path, number, web, &crawl)?
        } else {
            let plan = journal::seal(&(web, crawl.plan())).map_err(unreadable(path))?;
            file::write(&path.join(PLAN), plan)?;
            crawl
        };
        // The events may end with a damaged one, after which none may stand.
        let number = number.map_or(0, |number| number + 1);
        let (events, snapshot_bytes) = begin(path, number, &crawl)?;
        let folder = Self {
            path: path.to_owned(),
            number,
            snapshot_bytes,
            events,
            events_bytes: 0,
            pending: Vec::new(),
            is_incomplete: false,
            _lock: lock,
        };
        Ok((folder, crawl))
    }

    /// Adds an event that the crawl handles, which [`Self::save`] writes.
    pub fn add(&mut self, event: &Event) {
        let is_first = self.events_bytes == 0 && self.pending.is_empty();
        match journal::record(event, is_first) {
            Ok(record) => self.pending.extend(record),
            Err(_) => self.is_incomplete = true,
        }
    }

    /// Writes the events. After an error nothing is lost: the next call repeats it.
    ///
    /// # Errors
    /// The folder cannot be written, as on a full disk.
    pub fn save(&mut self, crawl: &Crawl) -> Result<(), LabError> {
        if self.is_incomplete {
            return self.snapshot(crawl);
        }
        if let Err(error) = self.events.write_all(&self.pending) {
            // A part of the records may be written.
            let _ = self.events.set_len(self.events_bytes);
            return Err(LabError::write(&self.path)(error));
        }
        self.events_bytes += self.pending.len() as u64;
        self.pending.clear();
        if self.events_bytes > SNAPSHOT_BYTES.max(self.snapshot_bytes) { self.snapshot(crawl) } else { Ok(()) }
    }

    /// Writes what the system may still hold back to the disk.
    ///
    /// # Errors
    /// The disk cannot be written.
    pub fn sync(&self) -> Result<(), LabError> {
        self.events.sync_data().map_err(LabError::write(&self.path))
    }

    fn snapshot(&mut self, crawl: &Crawl) -> Result<(), LabError> {
        let number = self.number + 1;
        (self.events, self.snapshot_bytes) = begin(&self.path, number, crawl)?;
        (self.number, self.events_bytes, self.is_incomplete) = (number, 0, false);
        self.pending.clear();
        Ok(())
    }
}

/// Returns the locked file of a folder.
fn lock(path: &Path) -> Result<File, LabError> {
    let file = OpenOptions::new().create(true).append(true).open(path.join(LOCK)).map_err(LabError::write(path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(LabError::flag(
            "state",
            format!("{} is in use by another crawl: close that, or name another folder", path.display()),
        )),
        // Some file systems have no locks.
        _ => Ok(file),
    }
}

/// Returns the numbers of the files with this extension.
fn numbers(path: &Path, extension: &str) -> Result<Vec<u64>, LabError> {
    let entries = fs::read_dir(path).map_err(LabError::read(path))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    Ok(names.filter_map(|name| name.strip_suffix(extension)?.strip_suffix('.')?.parse().ok()).collect())
}

/// Returns the number of the newest snapshot.
fn newest(path: &Path) -> Result<Option<u64>, LabError> {
    Ok(numbers(path, SNAPSHOT)?.into_iter().max())
}

/// Returns the crawl of a folder, which must have the web and the plan of this new one.
fn continued(path: &Path, number: u64, web: &str, new: &Crawl) -> Result<Crawl, LabError> {
    let read = |bytes: &[u8]| journal::unseal(bytes).map_err(|error| error.to_string());
    let (saved_web, saved): (String, Plan) = file::read_bytes(&path.join(PLAN), read)?;
    if saved_web != web || comparable(&saved) != comparable(new.plan()) {
        let (path, query, strategy) = (path.display(), &saved.query, &saved.strategy.id);
        return Err(LabError::flag(
            "state",
            format!(
                "{path} has a crawl of {saved_web} for “{query}” by {strategy} with other settings: name another \
                folder, or use the settings of that crawl"
            ),
        ));
    }
    let assets = assets::load_for_plan(&saved);
    let open = |bytes: &[u8]| journal::open(bytes, &assets).map_err(|error| error.to_string());
    let mut crawl = file::read_bytes(&path.join(format!("{number}.{SNAPSHOT}")), open)?;
    let events = path.join(format!("{number}.{EVENTS}"));
    match fs::read(&events) {
        // The program was killed between the two files.
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        read => {
            let read = read.map_err(LabError::read(&events))?;
            journal::replay(&mut crawl, journal::read(&read).0);
        }
    }
    let pages = new.plan().pages;
    if pages != crawl.plan().pages {
        let budget = EventKind::Steered(Box::new(Steering::Budget(pages)));
        let change = Event::at(crawl.now(), budget);
        journal::replay(&mut crawl, [change]);
    }
    Ok(crawl)
}

/// Returns the part of a plan that a crawl cannot change when it continues.
fn comparable(plan: &Plan) -> Plan {
    Plan { pages: 0, ..plan.clone() }
}

/// Writes a snapshot, and begins the events after it; removes older files. Returns the events, and the size of the
/// snapshot in bytes.
fn begin(path: &Path, number: u64, crawl: &Crawl) -> Result<(File, u64), LabError> {
    let snapshot = journal::write(crawl).map_err(unreadable(path))?;
    let events = path.join(format!("{number}.{EVENTS}"));
    // A program that was killed before it wrote the snapshot may have left some.
    let _ = fs::remove_file(&events);
    file::write(&path.join(format!("{number}.{SNAPSHOT}")), &snapshot)?;
    let file = OpenOptions::new().create_new(true).append(true).open(&events).map_err(LabError::write(&events))?;
    for extension in [SNAPSHOT, EVENTS] {
        for old in numbers(path, extension)?.into_iter().filter(|old| *old < number) {
            let _ = fs::remove_file(path.join(format!("{old}.{extension}")));
        }
    }
    Ok((file, snapshot.len() as u64))
}

fn unreadable(path: &Path) -> impl FnOnce(JournalError) -> LabError {
    let path = path.to_owned();
    move |error| LabError::content(path)(error.to_string())
}

#[cfg(test)]
#[path = "state_folder_tests.rs"]
mod tests;
