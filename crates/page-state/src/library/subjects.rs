//! Holds the open topic of the Library, and changes the judgments of its pages.

use crate::catalog::Catalog;
use crate::crawl::judgments::Judgments;
use crate::effect::Effect;
use crate::feedback::Feedback;
use crate::library::subject_pages::PageFilter;
use crate::library::{Library, LibraryUndo};
use crate::route::Route;
use crate::text::shown;
use crate::{Shared, State};
use protocol::ToWorker;
use protocol::library::{CrawlSummary, LibraryContents, LibraryRequest};
use protocol::revisit::RevisitEvent;
use protocol::subjects::{
    JudgmentsRequest, Subject, SubjectChange, SubjectPage, SubjectPages, SubjectSummary, SubjectUpdate,
};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use types::judgment::{JudgmentChange, JudgmentState};
use types::report::Millis;
use types::url::CanonicalUrl;

/// The topic that the Library shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpenSubject {
    /// Its id.
    pub id: String,
    /// Its pages, the most relevant first, or the reason that they cannot be listed; `None` before the worker has sent
    /// them.
    pub pages: Option<Result<Rc<Vec<SubjectPage>>, String>>,
    /// The number of pages that are not listed because their records are damaged.
    pub unreadable: usize,
    /// The judgments of its pages.
    pub judgments: Shared<Judgments>,
    /// The filter of its pages.
    pub filter: PageFilter,
}

/// Returns the topic with this id, if it is not deleted.
pub fn subject<'a>(contents: &'a LibraryContents, id: &str) -> Option<&'a SubjectSummary> {
    contents.subjects.iter().find(|summary| summary.subject.id == id && summary.subject.deleted.is_none())
}

/// The findings of an update of a topic, and those after it until the next one.
#[derive(Clone, Debug, PartialEq)]
pub struct Digest<'a> {
    /// The update.
    pub update: SubjectUpdate,
    /// The pages that were first seen.
    pub new: Vec<&'a SubjectPage>,
    /// The pages that were known and have changed.
    pub changed: Vec<&'a SubjectPage>,
    /// The pages that are gone since then.
    pub gone: Vec<&'a SubjectPage>,
}

/// Returns the digests of a topic's updates, the latest first. Each list has the order of `pages`.
pub fn digests<'a>(updates: &[SubjectUpdate], pages: &'a [SubjectPage]) -> Vec<Digest<'a>> {
    let ends = updates.iter().skip(1).map(|next| next.began).chain([Millis::MAX]);
    let digest = |(update, end): (&SubjectUpdate, Millis)| {
        let span = update.began..end;
        let with = |passes: fn(&SubjectPage, &Range<Millis>) -> bool| {
            pages.iter().filter(|page| passes(page, &span)).collect()
        };
        Digest {
            update: *update,
            new: with(SubjectPage::is_new_in),
            changed: with(SubjectPage::is_changed_in),
            gone: with(SubjectPage::is_gone_in),
        }
    };
    let mut digests: Vec<Digest<'a>> = updates.iter().zip(ends).map(digest).collect();
    digests.reverse();
    digests
}

/// Returns the time since which the pages of a topic are new: the start of its latest update, or of its latest crawl if
/// there are earlier ones.
pub fn new_since(subject: &Subject, contents: &LibraryContents) -> Option<Millis> {
    let of_update = subject.updates.last().map(|update| update.began);
    of_update.or_else(|| {
        let crawls = contents.crawls.iter().filter(|crawl| subject.crawls.contains(&crawl.id));
        let mut starts: Vec<Millis> = crawls.map(|crawl| crawl.created).collect();
        starts.sort_unstable();
        starts.pop().filter(|_| !starts.is_empty())
    })
}

/// Returns the crawls of a topic that are not deleted.
pub fn crawls_of<'a>(subject: &'a Subject, contents: &'a LibraryContents) -> impl Iterator<Item = &'a CrawlSummary> {
    contents.crawls.iter().filter(|crawl| !crawl.is_deleted && subject.crawls.contains(&crawl.id))
}

/// Returns the address of a topic.
pub fn address(id: &str) -> String {
    format!("#/library?topic={id}")
}

impl Library {
    /// Returns the topics that are not deleted, the latest changed crawl first; none before the list is loaded.
    pub fn topics(&self) -> impl Iterator<Item = &SubjectSummary> {
        let topics = self.contents.iter().flatten().flat_map(|contents| &contents.subjects);
        topics.filter(|summary| summary.subject.deleted.is_none())
    }

    /// Returns whether a visit that is not the first waits for its topics.
    pub fn is_awaited(&self, catalog: &Catalog) -> bool {
        self.contents.is_none() && catalog.last_source.is_some()
    }

    /// Opens a topic, whose pages were requested. Those of the same topic stay until then.
    pub(crate) fn open_subject(&mut self, id: &str) {
        if self.subject.as_ref().is_none_or(|open| open.id != id) {
            self.subject = Some(OpenSubject { id: id.to_owned(), ..OpenSubject::default() });
        }
    }

    /// Returns the crawls of the open topic that are not deleted; `None` if no topic is open or the list is not loaded.
    pub(super) fn crawls_of_open_subject(&self) -> Option<BTreeSet<String>> {
        let (open, contents) = (self.subject.as_ref()?, self.contents.as_ref()?.as_ref().ok()?);
        let open = subject(contents, &open.id);
        let crawls = open.into_iter().flat_map(|summary| crawls_of(&summary.subject, contents));
        Some(crawls.map(|crawl| crawl.id.clone()).collect())
    }

    /// Changes a topic, and returns the effects. A topic that is deleted is not updated any more.
    pub(super) fn change_subject(&mut self, id: String, change: SubjectChange) -> Vec<Effect> {
        self.report_subject_change(&id, &change);
        let is_updating = self.update.as_ref().is_some_and(|update| update.subject == id);
        let stops = change == SubjectChange::Delete && is_updating;
        let mut effects = if stops { self.stop_update() } else { Vec::new() };
        effects.push(Effect::Send(ToWorker::Library(LibraryRequest::ChangeSubject(id, change))));
        effects
    }

    /// Reports a deletion or a merge, which can be undone, or its undo.
    fn report_subject_change(&mut self, id: &str, change: &SubjectChange) {
        let name = |id: &str| {
            let contents = self.contents.as_ref()?.as_ref().ok()?;
            Some(subject(contents, id)?.subject.name.clone())
        };
        match change {
            SubjectChange::Delete => {
                let name = name(id).unwrap_or_default();
                self.feedback = Feedback::deletion(&name, LibraryUndo::Subject(id.to_owned()));
            }
            SubjectChange::Merge(from) => {
                let notice = format!("Merged “{}” into this topic.", shown(&name(from).unwrap_or_default()));
                self.feedback =
                    Feedback { notice, undo: Some(LibraryUndo::Subject(from.clone())), ..Feedback::default() };
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
            let SubjectPages { pages, judgments, unreadable } = *listed;
            open.unreadable = unreadable;
            open.judgments = Rc::new(Judgments::of(id, judgments)).into();
            Rc::new(pages)
        }));
    }

    /// Counts a page of a topic in its present state instead of its earlier one.
    pub(crate) fn recount(&mut self, subject: &str, before: Option<JudgmentState>, after: Option<JudgmentState>) {
        let subjects = self.contents.iter_mut().flatten().flat_map(|contents| &mut contents.subjects);
        for summary in subjects.filter(|summary| summary.subject.id == subject) {
            if let Some(state) = before {
                summary.judged[state as usize] = summary.judged[state as usize].saturating_sub(1);
            }
            if let Some(state) = after {
                summary.judged[state as usize] += 1;
            }
        }
    }
}

impl State {
    /// Requests the pages of the open topic again while the Library shows it.
    pub(super) fn renew_subject(&mut self) {
        if let (Route::Library, Some(open)) = (self.location.route(), &self.library.subject) {
            let request = LibraryRequest::OpenSubject(open.id.clone());
            self.send(ToWorker::Library(request));
        }
    }

    /// Handles a message about a revisit.
    pub(crate) fn on_revisit_message(&mut self, event: RevisitEvent) {
        let ended = match &event {
            RevisitEvent::Result { id, .. } => Some(id.clone()),
            _ => None,
        };
        self.effects.extend(self.library.change(|library| library.on_revisit_message(event)));
        if let Some(id) = ended.clone().filter(|_| ended == self.crawl.live.saved.id) {
            // With the pages of the crawl that are gone.
            self.send(ToWorker::Judgments(JudgmentsRequest::Of(id)));
        }
        let crawls = self.library.crawls_of_open_subject().unwrap_or_default();
        if ended.is_some_and(|id| crawls.contains(&id)) {
            self.renew_subject();
        }
    }

    /// Changes the judgment of a page of the open topic, and of the crawl if that belongs to the topic.
    pub(crate) fn judge_in_subject(&mut self, url: &CanonicalUrl, change: JudgmentChange) {
        let now = types::to_u64(self.now);
        let Some(open) = &self.library.subject else {
            return;
        };
        let (id, before) = (open.id.clone(), open.judgments.state(url));
        let (effect, after) = self.library.change(|library| {
            let open = library.subject.as_mut();
            let judge = |open: &mut OpenSubject| {
                let effect = open.judgments.change(|judgments| judgments.apply(url, change.clone(), now));
                (effect, open.judgments.state(url))
            };
            open.map(judge).unwrap_or_default()
        });
        if self.crawl.judgments.is_of(&id) {
            self.judge(url, change);
        } else {
            self.effects.extend(effect);
            self.library.change(|library| library.recount(&id, before, after));
        }
    }
}
