//! Holds the state of training: the reader, the trails, and the progress of saving the trails.
//!
//! A person's steps are [`TrainAction`]s; messages of the worker go to `reading` and `saving`; most requests to the
//! worker follow from the state (`standing`). A typed address starts a trail, because no link led there. A followed
//! link or a step back is recorded when the page has loaded.

pub mod browsing;
mod folders;
mod good_pages;
mod interests;
mod look_ahead;
pub mod missing;
mod reading;
mod saving;
pub mod trail_editor;
mod uncertainty;

pub use folders::FolderQuestion;
pub use good_pages::{GoodPage, GoodPages};
pub(super) use look_ahead::LookAheadKey;
pub use look_ahead::LookAheadState;
pub use saving::{Saving, TrailAccess};
pub use uncertainty::UncertaintyState;

use super::State;
use super::effect::Effect;
use crate::text::shown;
use browsing::Recording;
use missing::Counts;
use protocol::reader::{PageRequest, ReaderPage};
use protocol::trails::{SourcedTrail, TrailsRequest};
use protocol::{FileKind, Source, ToWorker};
use std::collections::BTreeSet;
use std::rc::Rc;
use trail_editor::{TrailEditor, title};
use types::text::cut;
use types::trails::{Trail, TrailKind, TrailPage};

/// Holds the state of training.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Train {
    /// The trails.
    pub editor: TrailEditor,
    /// The figures of the trails.
    pub counts: Counts,
    /// The id of the trail that is being recorded.
    pub current: Option<u32>,
    /// The ids of trails that are unfolded.
    pub open: BTreeSet<u32>,
    /// Pages selected to train from.
    pub good: GoodPages,
    /// Files that are imported or exported.
    pub files: TrailFiles,
    /// The selector of the element to focus, and the number of focus requests.
    pub point: (u32, String),
    /// The reader with its requested page and its visible page.
    pub reader: Reader,
    /// The pages whose label is uncertain.
    pub uncertainty: UncertaintyState,
    /// The saving of the trails.
    pub saving: Saving,
    /// The recording of other tabs.
    pub recording: Recording,
    /// The time of the latest action, in milliseconds since 1970.
    now: u64,
}

/// The most bytes of the suggested name of a model.
const NAME_BYTES: usize = 60;

/// The key in local storage of the switch of the look-ahead: `on` or `off`.
pub(super) const LOOK_AHEAD: &str = "salticid-look-ahead";

/// Holds the imports and exports of trails.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrailFiles {
    /// The bookmark file whose import waits for the kinds of its folders.
    pub folders: Option<Rc<FolderQuestion>>,
    /// Entries of the latest file that were not imported.
    pub warnings: Rc<Vec<String>>,
    /// The reason that the latest import failed, in a sentence.
    pub error: Option<String>,
}

/// Holds the state of the reader: its request, its visible page, and the path to that page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reader {
    /// The text of the address bar.
    pub address: String,
    /// The page that is being loaded.
    pub wanted: Option<Rc<PageRequest>>,
    /// The visible page.
    pub shown: Option<Rc<ReaderPage>>,
    /// The position of the visible page: the trail's id, and the index in it.
    pub at: Option<(u32, usize)>,
    /// The address that could not be read, and the reason.
    pub unread: Option<(String, String)>,
    /// The look-ahead of the visible page.
    pub look_ahead: LookAheadState,
    way: NavigationKind,
    /// The addresses through which the person reached the visible page, the latest last.
    behind: Vec<String>,
    /// The number of the latest request.
    numbers: u32,
}

/// The way in which the page was reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NavigationKind {
    /// By a typed address.
    #[default]
    Typed,
    /// By a link of the visible page.
    Followed,
    /// By a suggestion of the look-ahead.
    Ahead,
    /// By a step back.
    Back,
    /// From a trail: the trail's id, and the index in it.
    Listed(u32, usize),
    /// By reloading the visible page.
    Again,
}

/// An action in the reader or on the trails.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainAction {
    /// Changes the text of the address bar.
    Type(String),
    /// Opens the page in the address bar.
    ReadTyped,
    /// Opens a page.
    Read(String, NavigationKind),
    /// Goes back to the previous page.
    Back,
    /// Cancels the page that is being loaded.
    Stop,
    /// Releases the trails: another tab may change them until they are opened again.
    Leave,
    /// Toggles the mark of the visible page.
    Mark,
    /// Rates the visible page as not relevant, or withdraws that.
    Reject,
    /// Starts a trail.
    Begin,
    /// Continues recording on the trail with this id.
    Choose(u32),
    /// Unfolds or folds a trail.
    Unfold(u32, bool),
    /// Renames a trail.
    Rename(u32, String),
    /// Marks a page of a trail as relevant or not.
    Relabel(u32, usize, bool),
    /// Makes a trail a path or a set of good pages.
    SetKind(u32, TrailKind),
    /// Sets the kind of the folder at an index of the bookmark file.
    FolderKind(usize, TrailKind),
    /// Sets the kind of all folders of the bookmark file; `None` for the suggested kinds.
    FolderKinds(Option<TrailKind>),
    /// Imports the bookmark file with the chosen kinds of its folders.
    ImportFolders,
    /// Cancels the import of the bookmark file.
    CloseFolders,
    /// Removes a page from a trail.
    RemovePage(u32, usize),
    /// Moves a page of a trail to another index.
    MovePage(u32, usize, usize),
    /// Deletes a trail.
    Delete(u32),
    /// Moves a trail up or down.
    MoveTrail(u32, bool),
    /// Appends a trail to another one.
    Merge(u32, u32),
    /// Adds trails from a source with this name.
    Bring(Vec<SourcedTrail>, String),
    /// Rates a page: address, title, whether it is relevant.
    Judge(String, String, bool),
    /// Selects a page to train from, or deselects it.
    SelectGood(GoodPage, bool),
    /// Clears the selection.
    ClearGood,
    /// Requests the set of the selected pages.
    GrowGood,
    /// Switches the look-ahead on or off.
    LookAhead(bool),
    /// Requests the pages with uncertain labels, or cancels that.
    RankUncertain(bool),
    /// Undoes the latest change.
    Undo,
    /// Imports a pasted list of addresses: the text, and the id of the trail that gets them, or new trails.
    ReadList(String, Option<u32>),
    /// Saves the trails as a file.
    Save(FileKind),
    /// A file or list cannot be imported; the reason, in a sentence.
    ReportError(String),
    /// The state of the recording of other tabs.
    Recorded(Recording),
    /// Retries a failed save.
    Retry,
}

impl Reader {
    /// Returns the address of the previous page.
    pub fn back(&self) -> Option<&String> {
        self.behind.last()
    }
}

impl Train {
    /// Returns the suggested name of a model: the title of the first relevant page that has one.
    pub fn suggested_name(&self) -> String {
        let mut pages = self.editor.trails().iter().flat_map(|kept| &kept.trail.pages);
        let named = pages.find(|page| page.relevant && !page.title.is_empty());
        let named = named.map(|page| cut(&shown(&page.title), NAME_BYTES).trim_end().to_owned());
        named.unwrap_or_else(|| "My topic".to_owned())
    }

    /// Returns the trail that is being recorded.
    pub fn trail(&self) -> Option<&Trail> {
        self.editor.get(self.current?)
    }

    /// Returns the visible page's entry in its trail.
    pub fn visit(&self) -> Option<&TrailPage> {
        let (id, at) = self.reader.at?;
        self.editor.get(id)?.pages.get(at)
    }

    /// Returns the source of the trail whose page is opened, because links on that page continue in this source.
    pub(super) fn source_of(&self, action: &TrainAction) -> Option<&Source> {
        match action {
            TrainAction::Read(_, NavigationKind::Listed(id, _)) => self.editor.source(*id),
            _ => None,
        }
    }

    /// Performs an action, and returns its effects. Pages come from `source`, or it is the error of the form.
    pub fn apply(&mut self, action: TrainAction, source: Result<Source, String>) -> Vec<Effect> {
        match action {
            TrainAction::Type(text) => self.reader.address = text,
            TrainAction::ReadTyped => self.want(self.reader.address.clone(), source, NavigationKind::Typed),
            TrainAction::Read(address, way) => self.want(address, source, way),
            TrainAction::Back => {
                if let Some(url) = self.reader.back().cloned() {
                    self.want(url, source, NavigationKind::Back);
                }
            }
            TrainAction::Stop => self.reader.wanted = None,
            TrainAction::Choose(id) => self.choose(id),
            TrainAction::Unfold(id, true) => self.open.extend([id]),
            TrainAction::Unfold(id, false) => self.open.retain(|one| *one != id),
            TrainAction::ReportError(sentence) => self.files.error = Some(sentence),
            TrainAction::Recorded(recording) => self.recording = recording,
            TrainAction::FolderKind(at, kind) => {
                self.ask_folders(|folders| folders.choose(at, kind));
            }
            TrainAction::FolderKinds(kind) => self.ask_folders(|folders| folders.choose_all(kind)),
            TrainAction::ImportFolders => {
                return self.files.folders.take().map(|folders| send(folders.request())).into_iter().collect();
            }
            TrainAction::ReadList(text, into) => return vec![send(TrailsRequest::ReadList { text, into })],
            TrainAction::Save(kind) => {
                let trails = self.editor.trails().iter().map(|kept| (&**kept).into()).collect();
                return vec![send(TrailsRequest::Write { trails, kind })];
            }
            TrainAction::CloseFolders => self.files.folders = None,
            TrainAction::Retry => self.saving.refused = 0,
            TrainAction::SelectGood(page, on) => self.good.select(page, on),
            TrainAction::ClearGood => self.good.clear(),
            TrainAction::Leave => self.saving.access = TrailAccess::Unknown,
            TrainAction::GrowGood => {
                self.good.is_growing = true;
                let request = Effect::Send(ToWorker::Library(self.good.request()));
                return vec![request, Effect::Open("#/train".to_owned())];
            }
            TrainAction::LookAhead(on) => {
                self.reader.look_ahead.turn(on);
                return vec![Effect::Store(LOOK_AHEAD, if on { "on" } else { "off" }.to_owned())];
            }
            TrainAction::RankUncertain(on) => self.rank_uncertain(on),
            edit if self.saving.is_ours() => self.edit(edit),
            _ => {}
        }
        Vec::new()
    }

    /// Performs a change of the trails.
    fn edit(&mut self, action: TrainAction) {
        self.files.error = None;
        let editor = &mut self.editor;
        match action {
            TrainAction::Mark => {
                if let Some(page) = self.visit().cloned() {
                    let name = shown(title(&page));
                    self.editor.mark(&page.url, &name, !page.relevant);
                }
            }
            TrainAction::Reject => {
                if let Some(page) = self.visit().cloned() {
                    self.editor.reject(&page.url, &shown(title(&page)));
                }
            }
            TrainAction::Begin => {
                let id = editor.begin();
                self.current = Some(id);
                self.reader.at = None;
                self.point_to("#address");
            }
            TrainAction::Rename(id, name) => editor.rename(id, &shown(&name)),
            TrainAction::SetKind(id, kind) => editor.set_kind(id, kind),
            TrainAction::Relabel(id, at, relevant) => {
                if let Some(page) = editor.get(id).and_then(|trail| trail.pages.get(at)).cloned() {
                    editor.mark(&page.url, &shown(title(&page)), relevant);
                }
            }
            TrainAction::Judge(url, title, relevant) => {
                editor.judge(&url, &shown(&title), relevant);
                self.point_to("#doubts");
            }
            TrainAction::RemovePage(id, at) => {
                editor.remove_page(id, at);
                self.point_to(UNDO);
            }
            TrainAction::MovePage(id, at, to) => {
                if let Some(place) = editor.move_page(id, at, to) {
                    self.point_to(&format!("#visit-{id}-{place}"));
                }
            }
            TrainAction::Delete(id) => {
                editor.delete(id);
                self.point_to(UNDO);
            }
            TrainAction::MoveTrail(id, up) => {
                if editor.move_trail(id, up) {
                    self.point_to(&format!("#trail-{id}-fold"));
                }
            }
            TrainAction::Merge(id, into) => {
                editor.merge(id, into);
                self.open.insert(into);
                self.point_to(UNDO);
            }
            TrainAction::Bring(trails, name) => {
                let description = format!("Added the trails of “{name}”.");
                if let Err(reason) = editor.import(trails, description) {
                    self.files.error = Some(format!("Nothing was added: {reason}."));
                    return;
                }
                self.point_to(UNDO);
            }
            TrainAction::Undo => {
                editor.undo();
                self.files.warnings = Rc::default();
                self.point_to("#trails");
            }
            _ => return,
        }
        self.changed();
    }

    /// Marks the trails as changed: they must be saved, and their counts are updated.
    fn edited(&mut self) {
        self.saving.edit += 1;
        self.counts = Counts::new(self.editor.trails());
    }

    /// Updates positions after a change of the trails.
    fn changed(&mut self) {
        self.edited();
        if self.trail().is_none_or(|trail| trail.kind == TrailKind::Set) {
            let last = self.editor.trails().iter().rev().find(|kept| kept.trail.kind == TrailKind::Path);
            self.current = last.map(|kept| kept.id);
        }
        let shown = self.reader.shown.clone();
        let stands = |page: &TrailPage| shown.as_ref().is_some_and(|shown| is_of(shown, page));
        if self.visit().is_some_and(stands) {
            return;
        }
        // The visible page may have moved; its latest visit counts.
        let pages = self.trail().map(|trail| trail.pages.as_slice());
        let at = pages.and_then(|pages| pages.iter().rposition(stands));
        self.reader.at = self.current.zip(at);
    }

    /// Changes the answers to the question about a bookmark file.
    fn ask_folders(&mut self, how: impl FnOnce(&mut FolderQuestion)) {
        if let Some(folders) = &mut self.files.folders {
            how(Rc::make_mut(folders));
        }
    }

    fn point_to(&mut self, selector: &str) {
        self.point = (self.point.0 + 1, selector.to_owned());
    }
}

fn send(request: TrailsRequest) -> Effect {
    Effect::Send(ToWorker::Trails(request))
}

/// The selector of the undo button.
const UNDO: &str = "#train-undo";

/// Returns whether an entry of a trail is the page that was read, under its final address or the one before redirects.
fn is_of(reading: &ReaderPage, page: &TrailPage) -> bool {
    let moved = reading.moved_from.as_ref();
    page.url == reading.url.as_str() || moved.is_some_and(|from| page.url == from.as_str())
}

impl State {
    /// Performs an action in the reader or on the trails.
    pub(super) fn apply_train(&mut self, action: TrainAction) {
        if let Some(source) = self.train.source_of(&action).cloned() {
            self.change_source(|form| form.set_source(&source));
        }
        let source = self.setup.form.full_source(&self.catalog);
        let now = types::to_u64(self.now);
        let effects = self.train.change(|train| {
            train.set_time(now);
            train.apply(action, source)
        });
        self.effects.extend(effects);
    }
}
