//! What the page knows of training: the page that is read, the trails, and how far they are kept.
//!
//! What a person does is an [`Act`], what the worker says comes to `reading` or `keeping`; orders to the worker follow from the state
//! ([`Train::due`], [`Train::wanted`]). An address that is typed begins a trail, since no link led there; a link that is followed and a step
//! back are recorded as soon as the page has come. Left out on purpose: drawing.

mod ahead;
mod doubting;
mod keeping;
mod reading;

pub use ahead::Outlook;
pub use doubting::Doubting;

use super::book::{Book, Shelf, title};
use crate::page::library::words::shown;
use crate::protocol::reader::{Reading, Wanted};
use crate::protocol::{FileKind, Source};
use engine::trails::{Trail, TrailPage};
use std::collections::BTreeSet;
use std::rc::Rc;

/// All of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Train {
    /// The trails.
    pub book: Book,
    /// The trail that is being recorded.
    pub current: Option<u32>,
    /// Whose the trails are.
    pub standing: Standing,
    /// Trails that cannot be read, with the reason.
    pub unreadable: Rc<Vec<(u32, String)>>,
    /// What stands in the address bar.
    pub address: String,
    /// The page that is being read.
    pub wanted: Option<Rc<Wanted>>,
    /// The page that was read.
    pub shown: Option<Rc<Reading>>,
    /// Where it stands: the trail's id, and its place there.
    pub at: Option<(u32, usize)>,
    /// The address that was not read, and why.
    pub unread: Option<(String, String)>,
    /// Trails that are unfolded, by their ids.
    pub open: BTreeSet<u32>,
    /// What the latest file had that was not taken.
    pub complaints: Rc<Vec<String>>,
    /// What was not done and why, in a sentence.
    pub wrong: Option<String>,
    /// A file that waits to be saved.
    pub written: Option<(FileKind, Rc<str>)>,
    /// Where the focus goes, and how often it was sent somewhere.
    pub point: (u32, String),
    /// What is looked for ahead of the page that is shown.
    pub outlook: Outlook,
    /// Which labels are in doubt.
    pub doubting: Doubting,
    /// Why the latest change is not kept, in a sentence.
    pub unsaved: Option<String>,
    way: Way,
    /// Where the page that is shown came from.
    from: Option<Source>,
    /// The addresses over which the person came to the page that is shown, the latest last.
    behind: Vec<String>,
    numbers: u32,
    /// Changes so far, and the number of the latest one that is kept, and of the latest that could not be.
    edit: u32,
    saved: u32,
    refused: u32,
    kept: Shelf,
    keeping: Option<(u32, Shelf)>,
}

/// Whose the trails are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// They were not told yet.
    #[default]
    Unknown,
    /// This tab's.
    Ours,
    /// Another tab's: they can be seen here, and not changed.
    Elsewhere,
    /// Nothing can be kept; why, in a sentence.
    Unkept(String),
}

/// How the page that is being read was come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// By its address.
    #[default]
    Typed,
    /// By a link of the page that is shown.
    Followed,
    /// It was found ahead of it.
    Ahead,
    /// By a step back from it.
    Back,
    /// It stands in a trail: the trail's id, and its place there.
    Listed(u32, usize),
    /// It is shown already, and read once more.
    Again,
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Something was typed into the address bar.
    Type(String),
    /// A page is to be read.
    Read(String, Way),
    /// Back to the page from which the person came.
    Back,
    /// The page that is being read is wanted no longer.
    Stop,
    /// The page that is shown is marked, or its mark is taken back.
    Mark,
    /// A trail is begun.
    Begin,
    /// A trail is recorded further, by its id.
    Choose(u32),
    /// A trail is unfolded, or folded.
    Unfold(u32, bool),
    /// A trail is called something else.
    Rename(u32, String),
    /// A page of a trail is marked or not.
    Relabel(u32, usize, bool),
    /// A page of a trail is removed.
    RemovePage(u32, usize),
    /// A page of a trail is moved to another place.
    MovePage(u32, usize, usize),
    /// A trail is removed.
    Delete(u32),
    /// A trail is moved up, or down.
    MoveTrail(u32, bool),
    /// A trail is added to the end of another one.
    Merge(u32, u32),
    /// Trails of something of this name are added.
    Bring(Vec<Trail>, String),
    /// A person says what a page is: its address, its title, whether it is relevant.
    Judge(String, String, bool),
    /// Looking ahead is switched on or off.
    LookAhead(bool),
    /// The pages whose label is in doubt are wanted, or no longer.
    Doubt(bool),
    /// The latest step is taken back.
    Undo,
    /// A file or list was not handed over; why, in a sentence.
    Wrong(String),
    /// The file was saved.
    Saved,
    /// The changes up to a number are being kept.
    Keeping(u32, Shelf),
    /// What could not be kept is tried again.
    Retry,
}

impl Train {
    /// True where trails can be changed.
    pub fn is_ours(&self) -> bool {
        matches!(self.standing, Standing::Ours | Standing::Unkept(_))
    }

    /// True where all changes are kept.
    pub fn is_saved(&self) -> bool {
        self.saved == self.edit
    }

    /// The trail that is being recorded.
    pub fn trail(&self) -> Option<&Trail> {
        self.book.get(self.current?)
    }

    /// The page of a trail that is shown.
    pub fn visit(&self) -> Option<&TrailPage> {
        let (id, at) = self.at?;
        self.book.get(id)?.pages.get(at)
    }

    /// The address to which a step back leads.
    pub fn back(&self) -> Option<&String> {
        self.behind.last()
    }

    /// Carries out what is done. Pages come from `source`, or it says what is wrong with it.
    pub fn act(&mut self, act: Act, source: Result<Source, String>) {
        match act {
            Act::Type(text) => self.address = text,
            Act::Read(address, way) => self.want(address, source, way),
            Act::Back => {
                if let Some(url) = self.back().cloned() {
                    self.want(url, source, Way::Back);
                }
            }
            Act::Stop => self.wanted = None,
            Act::Choose(id) => self.choose(id),
            Act::Unfold(id, true) => self.open.extend([id]),
            Act::Unfold(id, false) => self.open.retain(|one| *one != id),
            Act::Wrong(sentence) => self.wrong = Some(sentence),
            Act::Saved => self.written = None,
            Act::Keeping(edit, trails) => self.keeping = Some((edit, trails)),
            Act::Retry => self.refused = 0,
            Act::LookAhead(on) => self.outlook.turn(on),
            Act::Doubt(on) => self.doubt(on),
            edit if self.is_ours() => self.edit(edit),
            _ => {}
        }
    }

    /// Carries out a change of the trails.
    fn edit(&mut self, act: Act) {
        self.wrong = None;
        let book = &mut self.book;
        match act {
            Act::Mark => {
                if let Some(page) = self.visit().cloned() {
                    let name = shown(title(&page));
                    self.book.mark(&page.url, &name, !page.relevant);
                }
            }
            Act::Begin => {
                let id = book.begin();
                self.current = Some(id);
                self.at = None;
                self.point_to("#address");
            }
            Act::Rename(id, name) => book.rename(id, &shown(&name)),
            Act::Relabel(id, at, relevant) => {
                if let Some(page) = book.get(id).and_then(|trail| trail.pages.get(at)).cloned() {
                    book.mark(&page.url, &shown(title(&page)), relevant);
                }
            }
            Act::Judge(url, title, relevant) => {
                book.judge(&url, &shown(&title), relevant);
                self.point_to("#doubts");
            }
            Act::RemovePage(id, at) => {
                book.remove_page(id, at);
                self.point_to(UNDO);
            }
            Act::MovePage(id, at, to) => {
                if let Some(place) = book.move_page(id, at, to) {
                    self.point_to(&format!("#visit-{id}-{place}"));
                }
            }
            Act::Delete(id) => {
                book.delete(id);
                self.point_to(UNDO);
            }
            Act::MoveTrail(id, up) => {
                if book.move_trail(id, up) {
                    self.point_to(&format!("#trail-{id}-fold"));
                }
            }
            Act::Merge(id, into) => {
                book.merge(id, into);
                self.open.insert(into);
                self.point_to(UNDO);
            }
            Act::Bring(trails, name) => {
                let said = format!("The trails of “{name}” were added.");
                if let Err(reason) = book.take_in(trails, said) {
                    self.wrong = Some(format!("Nothing was added: {reason}."));
                    return;
                }
                self.point_to(UNDO);
            }
            Act::Undo => {
                book.undo();
                self.complaints = Rc::default();
                self.point_to("#trails");
            }
            _ => return,
        }
        self.changed();
    }

    /// The trails changed: places in them are looked at anew.
    fn changed(&mut self) {
        self.edit += 1;
        if self.trail().is_none() {
            self.current = self.book.trails().last().map(|kept| kept.id);
        }
        let shown = self.shown.clone();
        let stands = |page: &TrailPage| shown.as_ref().is_some_and(|shown| is_of(shown, page));
        if self.visit().is_some_and(stands) {
            return;
        }
        // The page that is shown may have moved; the latest visit counts.
        let pages = self.trail().map(|trail| trail.pages.as_slice());
        let at = pages.and_then(|pages| pages.iter().rposition(stands));
        self.at = self.current.zip(at);
    }

    fn point_to(&mut self, selector: &str) {
        self.point = (self.point.0 + 1, selector.to_owned());
    }
}

/// The button that takes a step back.
const UNDO: &str = "#train-undo";

/// True where a page of a trail is the one that was read, under its own address or that from which it was sent on.
fn is_of(reading: &Reading, page: &TrailPage) -> bool {
    let moved = reading.moved_from.as_ref();
    page.url == reading.url.as_str() || moved.is_some_and(|from| page.url == from.as_str())
}
