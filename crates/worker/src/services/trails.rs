//! Saves the trails at every change, and reads and writes trail files.
//!
//! Requests are performed in order, so that no change overtakes an earlier one. A lock lets one tab change the trails.
//! Another tab shows the saved trails, and gets the lock when the first tab closes. The page edits trails. Files have
//! the engine's formats: bookmarks with a folder for each trail, else trails in JSON, else a list of URLs.

use crate::browser::{BrowserDecoder, blob};
use crate::context::Context;
use crate::storage::database::StorageError;
use crate::storage::lock::{self, Lock};
use engine::import_warning::ImportWarning;
use engine::learning::bookmarks::{self, BookmarksError, Folder};
use engine::learning::trails::{
    is_trails_json, of_folders, read_list, read_sourced_json, suggested_kinds, to_folder, with_bookmarks,
    write_sourced_json,
};
use protocol::trails::{
    BookmarkFolder, BookmarkFolders, ImportedTrails, SavedTrails, SourcedTrail, TrailsEvent, TrailsRequest,
};
use protocol::{FileKind, Source, ToPage};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use types::limits::TRAILS_BYTES;
use types::trails::{Trail, TrailKind, Trails};
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

/// Saves the person's trails.
pub(crate) struct TrailService {
    context: Rc<Context>,
    /// The lock that allows changing the trails.
    lock: RefCell<Option<Lock>>,
    /// The number of times that the trails were opened or closed. It cancels earlier waits for the lock.
    turns: Cell<u32>,
    waiting: RefCell<VecDeque<TrailsRequest>>,
    is_working: Cell<bool>,
}

impl TrailService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            lock: RefCell::default(),
            turns: Cell::new(0),
            waiting: RefCell::default(),
            is_working: Cell::new(false),
        })
    }

    /// Performs a request after the previous ones.
    pub(crate) fn on_message(self: &Rc<Self>, message: TrailsRequest) {
        self.waiting.borrow_mut().push_back(message);
        if self.is_working.replace(true) {
            return;
        }
        let trails = Rc::clone(self);
        spawn_local(async move {
            let next = || trails.waiting.borrow_mut().pop_front();
            while let Some(message) = next() {
                trails.handle(message).await;
            }
            trails.is_working.set(false);
        });
    }

    fn send(&self, event: TrailsEvent) {
        self.context.send(&ToPage::Trails(Box::new(event)));
    }

    async fn handle(self: &Rc<Self>, message: TrailsRequest) {
        let event = match message {
            TrailsRequest::Open => return self.open().await,
            TrailsRequest::Leave => {
                self.turns.set(self.turns.get() + 1);
                self.lock.take();
                return;
            }
            TrailsRequest::Save { edit, put, gone, order, rated } => {
                let is_ours = self.lock.borrow().as_ref().is_some_and(|lock| !lock.is_stolen());
                let save = async || {
                    let store = self.context.store().await?;
                    if !is_ours {
                        return Err(StorageError::Elsewhere);
                    }
                    store.save_trails(&put, &gone, &order, &rated).await
                };
                TrailsEvent::Saved { edit, saved: save().await.map_err(String::from) }
            }
            TrailsRequest::ReadFile { name, kinds, file } => read_file(name, kinds, file).await,
            TrailsRequest::ReadList { text, into } => {
                TrailsEvent::Read { name: String::new(), into, read: read_typed(&text) }
            }
            TrailsRequest::Write { trails, kind } => TrailsEvent::Written { kind, text: write_file(trails, kind) },
        };
        self.send(event);
    }

    /// Opens the trails for this tab and sends them. If another tab has them, sends them read-only and waits for the
    /// lock.
    async fn open(self: &Rc<Self>) {
        self.turns.set(self.turns.get() + 1);
        if self.lock.borrow().is_none() {
            self.lock.replace(lock::take_trails(false).await);
        }
        let elsewhere = self.lock.borrow().is_none();
        self.send_kept(elsewhere).await;
        if !elsewhere {
            return;
        }
        let (trails, turn) = (Rc::clone(self), self.turns.get());
        spawn_local(async move {
            let lock = lock::take_trails(true).await;
            if trails.turns.get() == turn {
                trails.lock.replace(lock);
                trails.send_kept(false).await;
            }
        });
    }

    async fn send_kept(&self, elsewhere: bool) {
        let kept = async { self.context.store().await?.trails().await }.await;
        let kept = kept.map(|kept| SavedTrails { elsewhere, ..kept });
        self.send(TrailsEvent::Trails(kept.map_err(String::from)));
    }
}

/// Answers with the trails of a file, or with a question for the kinds of its folders.
async fn read_file(name: String, kinds: Option<Vec<TrailKind>>, file: Blob) -> TrailsEvent {
    match parse_file(&file, kinds.as_deref()).await {
        Ok(Content::Folders(folders)) => TrailsEvent::Folders(BookmarkFolders { name, file, folders }),
        Ok(Content::Trails(trails)) => TrailsEvent::Read { name, into: None, read: Ok(trails) },
        Err(problem) => TrailsEvent::Read { name, into: None, read: Err(problem) },
    }
}

/// The content of a file of trails.
enum Content {
    Trails(ImportedTrails),
    /// The folders of a bookmark file that can be paths or sets of good pages.
    Folders(Vec<BookmarkFolder>),
}

/// Parses a file of trails; `kinds` are the kinds of a bookmark file's folders. The error is the end of a sentence.
async fn parse_file(file: &Blob, kinds: Option<&[TrailKind]>) -> Result<Content, String> {
    let most = TRAILS_BYTES / 1024 / 1024;
    let too_large = format!("the file is larger than {most} MB: export fewer folders, or without icons");
    let bytes = blob::read_short(file, TRAILS_BYTES, too_large).await?;
    match bookmarks::read(&bytes, &BrowserDecoder) {
        Ok((file, warnings)) => of_bookmarks(&file, &warnings, kinds),
        Err(BookmarksError::NoBookmarksInJson | BookmarksError::DamagedJson(_)) if is_trails_json(&bytes) => {
            let (trails, warnings) = read_sourced_json(&bytes).map_err(|error| error.to_string())?;
            let trails = trails.into_iter().map(sourced).collect();
            imported(trails, &warnings).map(Content::Trails)
        }
        Err(BookmarksError::Text | BookmarksError::Empty) => {
            let text = bookmarks::list_text(&bytes, &BrowserDecoder).ok_or(UNKNOWN)?;
            read_typed(text.trim_start_matches('\u{feff}')).map(Content::Trails)
        }
        Err(error) => Err(error.to_string()),
    }
}

fn of_bookmarks(file: &Folder, warnings: &[ImportWarning], kinds: Option<&[TrailKind]>) -> Result<Content, String> {
    let kinds = match kinds {
        Some(kinds) => kinds.to_vec(),
        None => match suggested_kinds(file) {
            (kinds, true) => kinds,
            (suggested, false) => return Ok(Content::Folders(listed(file, suggested))),
        },
    };
    let kind = |at: usize| kinds.get(at).copied().unwrap_or_default();
    imported(without_sources(of_folders(file, kind)), warnings).map(Content::Trails)
}

/// Returns the folders with bookmarks, each with its suggested kind.
fn listed(file: &Folder, suggested: Vec<TrailKind>) -> Vec<BookmarkFolder> {
    let listed = |(folder, suggested): (&Folder, _)| BookmarkFolder {
        name: folder.name.clone(),
        pages: folder.bookmarks.len(),
        suggested,
    };
    with_bookmarks(file).into_iter().zip(suggested).map(listed).collect()
}

const UNKNOWN: &str = "it is not a trails file (JSON), a bookmark file or a list of URLs";

/// Parses a pasted list. The error is the end of a sentence.
fn read_typed(text: &str) -> Result<ImportedTrails, String> {
    let (trails, warnings) = read_list(text);
    imported(without_sources(trails), &warnings)
}

/// Returns a trail of a file with its source.
fn sourced((trail, name): (Trail, Option<String>)) -> SourcedTrail {
    let source = name.and_then(|name| Source::named(&name));
    SourcedTrail { trail, source: source.map(Source::from_a_file) }
}

fn without_sources(trails: Trails) -> Vec<SourcedTrail> {
    trails.trails.into_iter().map(SourcedTrail::from).collect()
}

fn imported(trails: Vec<SourcedTrail>, warnings: &[ImportWarning]) -> Result<ImportedTrails, String> {
    match warnings.first() {
        Some(warning) if trails.is_empty() => Err(warning.to_string()),
        None if trails.is_empty() => Err("it contains no pages".to_owned()),
        _ => Ok(ImportedTrails { trails, warnings: warnings.iter().map(ToString::to_string).collect() }),
    }
}

/// Returns the text of a file with these trails.
fn write_file(sourced: Vec<SourcedTrail>, kind: FileKind) -> String {
    match kind {
        FileKind::Bookmarks => {
            let trails = sourced.into_iter().map(|one| one.trail).collect();
            // Every page of a saved trail was parsed as a URL before, so none is omitted.
            bookmarks::write(&to_folder(&Trails { trails }).0)
        }
        FileKind::Json => write_sourced_json(sourced.iter().map(|one| {
            let source = one.source.clone().map(Source::from_a_file);
            (&one.trail, source.map(|source| source.name()))
        })),
    }
}
