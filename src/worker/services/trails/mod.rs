//! Saves the trails at every change, and reads and writes trail files.
//!
//! Requests are performed in order, so that no change overtakes an earlier one. A lock lets one tab change the trails. Another tab shows
//! the saved trails, and gets the lock when the first tab closes. The page edits trails.

mod files;

use crate::protocol::ToPage;
use crate::protocol::trails::{BookmarkFolders, SavedTrails, TrailsEvent, TrailsRequest};
use crate::worker::context::Context;
use crate::worker::storage::database::StorageError;
use crate::worker::storage::lock::{self, Lock};
use files::Content;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use types::trails::TrailKind;
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
            while let Some(message) = trails.next() {
                trails.handle(message).await;
            }
            trails.is_working.set(false);
        });
    }

    fn next(&self) -> Option<TrailsRequest> {
        self.waiting.borrow_mut().pop_front()
    }

    fn send(&self, news: TrailsEvent) {
        self.context.send(&ToPage::Trails(Box::new(news)));
    }

    async fn handle(self: &Rc<Self>, message: TrailsRequest) {
        let news = match message {
            TrailsRequest::Open => return self.open().await,
            TrailsRequest::Leave => {
                self.turns.set(self.turns.get() + 1);
                self.lock.take();
                return;
            }
            TrailsRequest::Save { edit, put, gone, order, rated } => {
                let is_ours = self.lock.borrow().as_ref().is_some_and(|lock| !lock.is_stolen());
                let saved = if is_ours {
                    let store = self.context.store().await;
                    match store {
                        Ok(store) => store.save_trails(&put, &gone, &order, &rated).await,
                        Err(error) => Err(error),
                    }
                } else {
                    Err(StorageError::Elsewhere)
                };
                let saved = saved.map_err(|error| error.to_string());
                TrailsEvent::Saved { edit, saved }
            }
            TrailsRequest::ReadFile { name, kinds, file } => read_file(name, kinds, file).await,
            TrailsRequest::ReadList { text, into } => {
                TrailsEvent::Read { name: String::new(), into, read: files::list(&text) }
            }
            TrailsRequest::Write { trails, kind } => TrailsEvent::Written { kind, text: files::write(trails, kind) },
        };
        self.send(news);
    }

    /// Opens the trails for this tab and sends them. If another tab has them, sends them read-only and waits for the lock.
    async fn open(self: &Rc<Self>) {
        self.turns.set(self.turns.get() + 1);
        if self.lock.borrow().is_none() {
            let lock = lock::take_trails(false).await;
            *self.lock.borrow_mut() = lock;
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
                *trails.lock.borrow_mut() = lock;
                trails.send_kept(false).await;
            }
        });
    }

    async fn send_kept(&self, elsewhere: bool) {
        let kept = async { self.context.store().await?.trails().await }.await;
        let kept = kept.map(|kept| SavedTrails { elsewhere, ..kept });
        self.send(TrailsEvent::Trails(kept.map_err(|error| error.to_string())));
    }
}

/// Answers with the trails of a file, or with a question for the kinds of its folders.
async fn read_file(name: String, kinds: Option<Vec<TrailKind>>, file: Blob) -> TrailsEvent {
    let read = match files::read(&file, kinds.as_deref()).await {
        Ok(Content::Folders(folders)) => {
            return TrailsEvent::Folders(BookmarkFolders { name, file, folders });
        }
        Ok(Content::Trails(trails)) => Ok(trails),
        Err(problem) => Err(problem),
    };
    TrailsEvent::Read { name, into: None, read }
}
