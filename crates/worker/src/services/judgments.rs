//! Reads and saves the judgments of pages, during a crawl and of saved crawls: this needs no chunk.

use crate::browser::clock;
use crate::context::Context;
use crate::storage::database::{Judgments, StorageError, repeat_until_saved};
use protocol::ToPage;
use protocol::subjects::{JudgmentEdit, JudgmentsEvent, JudgmentsRequest};
use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::rc::Rc;
use types::judgment::Judgment;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;

/// Reads judgments, and saves changes in the order in which they were made.
pub(crate) struct JudgmentService {
    context: Rc<Context>,
    /// The changes that are not saved yet, the oldest first.
    unsaved: RefCell<Vec<JudgmentEdit>>,
    is_saving: Cell<bool>,
    /// The number of transactions that have saved changes.
    commits: Cell<u32>,
}

impl JudgmentService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            unsaved: RefCell::default(),
            is_saving: Cell::new(false),
            commits: Cell::new(0),
        })
    }

    /// Performs a request.
    pub(crate) fn on_message(self: &Rc<Self>, request: JudgmentsRequest) {
        let service = Rc::clone(self);
        match request {
            JudgmentsRequest::Of(crawl) => spawn_local(async move { service.send_judgments(crawl).await }),
            JudgmentsRequest::Judge(edit) => {
                self.unsaved.borrow_mut().push(edit);
                if !self.is_saving.replace(true) {
                    spawn_local(async move { service.save_all().await });
                }
            }
        }
    }

    /// Saves the changes. Those that cannot be saved, for example while the database is full, wait; those of topics
    /// that are deleted are dropped.
    async fn save_all(&self) {
        let (mut has_failed, mut has_dropped) = (false, false);
        loop {
            let edits = self.unsaved.borrow().clone();
            if edits.is_empty() {
                break;
            }
            let save = async || Ok(self.save(&edits).await);
            let failed = |error: StorageError| {
                has_failed = true;
                self.send(JudgmentsEvent::Unsaved(error.to_string()));
                Ok::<(), Infallible>(())
            };
            let Ok(dropped) = repeat_until_saved(save, failed).await;
            has_dropped |= dropped > 0;
            if has_dropped {
                self.send(JudgmentsEvent::Unsaved(StorageError::NoSuchSubject.to_string()));
            } else if has_failed {
                self.send(JudgmentsEvent::Saved);
            }
            self.unsaved.borrow_mut().drain(..edits.len());
            self.commits.set(self.commits.get() + 1);
        }
        self.is_saving.set(false);
    }

    async fn save(&self, edits: &[JudgmentEdit]) -> Result<usize, StorageError> {
        self.context.store().await?.judge(edits).await
    }

    /// Sends the judgments of the topic of a crawl, with the changes that are not saved yet.
    async fn send_judgments(&self, crawl: String) {
        let mut event = loop {
            let commits = self.commits.get();
            let event = judgments_of(&self.context, crawl.clone()).await;
            if commits == self.commits.get() {
                break event;
            }
        };
        if let Ok(JudgmentsEvent::Judgments { subject, judgments, .. }) = &mut event {
            for edit in self.unsaved.borrow().iter().filter(|edit| edit.subject == *subject) {
                let at = judgments.iter().position(|(url, _)| *url == edit.url);
                let mut judgment = at.map(|at| judgments.swap_remove(at).1).unwrap_or_default();
                judgment.apply(&edit.change, edit.at);
                if !judgment.is_empty() {
                    judgments.push((edit.url.clone(), judgment));
                }
            }
        }
        self.send(event.unwrap_or_else(|error| JudgmentsEvent::Failed(error.to_string())));
    }

    fn send(&self, event: JudgmentsEvent) {
        self.context.send(&ToPage::Judgments(Box::new(event)));
    }
}

/// Returns the judgments of the topic of a crawl.
pub(crate) async fn judgments_of(context: &Context, crawl: String) -> Result<JudgmentsEvent, StorageError> {
    let store = context.store().await?;
    let card = store.card(&crawl).await?;
    let (subject, judgments) = store.judgments_of(&card, clock::now()).await?;
    let gone = store.gone_pages(&crawl).await.into_keys().collect();
    Ok(JudgmentsEvent::Judgments { crawl, subject, judgments: without_records(judgments), gone })
}

/// Returns judgments without the records of their pages, which the page does not read.
pub(crate) fn without_records(judgments: Judgments) -> Vec<(CanonicalUrl, Judgment)> {
    judgments.into_iter().map(|(url, judgment)| (url, Judgment { record: None, ..judgment })).collect()
}
