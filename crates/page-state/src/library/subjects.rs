//! Holds the open topic of the Library, and changes the judgments of its pages.

use crate::crawl::judgments::{JudgmentChange, Judgments};
use crate::feedback::Feedback;
use crate::library::{Library, LibraryUndo};
use crate::{Shared, State};
use protocol::library::LibraryContents;
use protocol::subjects::{SubjectChange, SubjectPage, SubjectPages, SubjectSummary};
use std::rc::Rc;
use types::url::CanonicalUrl;

/// The topic that the Library shows.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenSubject {
    /// Its id.
    pub id: String,
    /// Its pages, the most relevant first, or the reason that they cannot be listed; `None` before the worker has sent
    /// them.
    pub pages: Option<Result<Rc<Vec<SubjectPage>>, String>>,
    /// The judgments of its pages.
    pub judgments: Shared<Judgments>,
}

/// Returns the topic with this id, if it is not deleted.
pub fn subject<'a>(contents: &'a LibraryContents, id: &str) -> Option<&'a SubjectSummary> {
    contents.subjects.iter().find(|summary| summary.subject.id == id && summary.subject.deleted.is_none())
}

/// Returns the address of a topic.
pub fn address(id: &str) -> String {
    format!("#/library?topic={id}")
}

impl Library {
    /// Opens a topic, whose pages were requested. Those of the same topic stay until then.
    pub(crate) fn open_subject(&mut self, id: &str) {
        if self.subject.as_ref().is_none_or(|open| open.id != id) {
            self.subject = Some(OpenSubject { id: id.to_owned(), pages: None, judgments: Shared::default() });
        }
    }

    /// Reports a deletion, which can be undone, or its undo.
    pub(super) fn report_subject_change(&mut self, id: &str, change: &SubjectChange) {
        match change {
            SubjectChange::Delete => {
                let contents = self.contents.as_ref().and_then(|contents| contents.as_ref().ok());
                let name = contents.and_then(|contents| subject(contents, id)).map(|known| known.subject.name.clone());
                self.feedback = Feedback::deletion(&name.unwrap_or_default(), LibraryUndo::Subject(id.to_owned()));
            }
            SubjectChange::Restore => "Undone.".clone_into(&mut self.feedback.notice),
            _ => {}
        }
    }

    /// Stores the pages of the open topic.
    pub(super) fn on_subject_pages(&mut self, id: String, result: Result<Box<SubjectPages>, String>) {
        let Some(open) = self.subject.as_mut().filter(|open| open.id == id) else {
            return;
        };
        open.pages = Some(result.map(|listed| {
            let SubjectPages { pages, judgments } = *listed;
            open.judgments = Rc::new(Judgments::of(id, judgments)).into();
            Rc::new(pages)
        }));
    }
}

impl State {
    /// Changes the judgment of a page of the open topic, and of the crawl if that belongs to the topic.
    pub(crate) fn judge_in_subject(&mut self, url: &CanonicalUrl, change: JudgmentChange) {
        let now = types::to_u64(self.now);
        let Some(open) = &self.library.subject else {
            return;
        };
        let is_here = self.crawl.judgments.is_of(&open.id);
        let effect = self.library.change(|library| {
            let open = library.subject.as_mut()?;
            open.judgments.change(|judgments| judgments.apply(url, change.clone(), now))
        });
        if is_here {
            self.judge(url, change);
        } else {
            self.effects.extend(effect);
        }
    }
}
