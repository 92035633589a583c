//! What the page knows of training: the page that is read, the trails, and how far they are kept.
//!
//! What a person does is an [`Act`], what the worker says a [`TrailsNews`] or a reading; orders to the worker follow from the state
//! ([`Train::due`], [`Train::wanted`]). An address that is typed begins a trail, since no link led there; a link that is followed and a step
//! back are recorded as soon as the page has come. Left out on purpose: drawing.

use super::book::{Book, Shelf, called, title, way_back};
use crate::page::digits::counted;
use crate::page::library::words::shown;
use crate::protocol::reader::{Reading, Unread, Wanted};
use crate::protocol::trails::{Kept, TrailsNews, TrailsOrder, TrailsRead};
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
    /// Why the latest change is not kept, in a sentence.
    pub unsaved: Option<String>,
    way: Way,
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
    /// By a link of the page that is shown, or by a step back from it.
    Stepped,
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
    Read(String, Source, Way),
    /// Back to the page from which the person came.
    Back(Source),
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

    /// The page to which a step back leads.
    pub fn back(&self) -> Option<&TrailPage> {
        let (id, at) = self.at?;
        let pages = &self.book.get(id)?.pages;
        pages.get(way_back(pages, at)?)
    }

    /// True where changes of this tab are not kept yet.
    pub fn waits(&self) -> bool {
        self.standing == Standing::Ours && !self.is_saved()
    }

    /// True where the worker is to keep something now.
    pub fn is_due(&self) -> bool {
        self.waits() && self.keeping.is_none() && self.edit != self.refused
    }

    /// What the worker is to keep now, with the change's number and the trails of that moment.
    pub fn due(&self) -> Option<(u32, Shelf, TrailsOrder)> {
        if !self.is_due() {
            return None;
        }
        let changes = self.book.changes(&self.kept);
        let order = TrailsOrder::Keep {
            edit: self.edit,
            put: changes.put,
            gone: changes.gone,
            order: changes.order,
        };
        Some((self.edit, self.book.trails().clone(), order))
    }

    /// Carries out what is done.
    pub fn act(&mut self, act: Act) {
        match act {
            Act::Type(text) => self.address = text,
            Act::Read(address, source, way) => self.want(address, source, way),
            Act::Back(source) => {
                if let Some(url) = self.back().map(|page| page.url.clone()) {
                    self.want(url, source, Way::Stepped);
                    self.kept_will_do();
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
        let url = self.shown.as_ref().map(|page| page.url.as_str());
        let stands = |page: &TrailPage| Some(page.url.as_str()) == url;
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

    fn want(&mut self, address: String, source: Source, way: Way) {
        self.numbers += 1;
        self.way = way;
        self.unread = None;
        if let Way::Listed(id, _) = way {
            self.choose(id);
        }
        self.wanted = Some(Rc::new(Wanted {
            number: self.numbers,
            address,
            source,
            kept_will_do: matches!(way, Way::Listed(..)),
        }));
    }

    fn kept_will_do(&mut self) {
        if let Some(wanted) = &mut self.wanted {
            Rc::make_mut(wanted).kept_will_do = true;
        }
    }

    fn choose(&mut self, id: u32) {
        if self.book.get(id).is_some() && self.current != Some(id) {
            self.current = Some(id);
            self.at = None;
        }
    }

    /// Takes in what the worker says of a reading; one that is wanted no longer is passed over.
    pub fn take(&mut self, number: u32, read: Result<Box<Reading>, Unread>) {
        let Some(wanted) = self.wanted.take_if(|wanted| wanted.number == number) else {
            return;
        };
        match read {
            Ok(reading) => self.show(*reading),
            Err(unread) => {
                self.unread = Some((wanted.address.clone(), unread.message));
                self.point_to("#unread");
            }
        }
    }

    /// The worker died: what it was reading is not read again by itself, since that may be what it died of.
    pub fn broke(&mut self) {
        self.keeping = None;
        self.standing = Standing::Unknown;
        if let Some(wanted) = self.wanted.take() {
            let reason = "The crawler broke down while it read this page.".to_owned();
            self.unread = Some((wanted.address.clone(), reason));
        }
    }

    fn show(&mut self, reading: Reading) {
        let page = TrailPage {
            url: reading.url.as_str().to_owned(),
            title: reading.title.clone(),
            relevant: false,
            visited_at: Some(now()),
        };
        let from = self.visit().cloned().map(|page| TrailPage {
            visited_at: Some(now()),
            ..page
        });
        reading.url.as_str().clone_into(&mut self.address);
        let retitled = self.book.entitle(&page.url, &page.title);
        self.edit += u32::from(retitled);
        self.shown = Some(Rc::new(reading));
        self.point_to("#reading-title");
        match self.way {
            Way::Listed(id, at) => self.at = Some((id, at)),
            Way::Again => {}
            _ if !self.is_ours() => self.at = None,
            Way::Stepped if self.current.is_some() => self.record(from, page),
            Way::Typed | Way::Stepped => {
                if self.trail().is_some_and(|trail| trail.pages.is_empty()) {
                    return self.record(None, page);
                }
                let id = self.book.begin_at(page);
                self.recorded(id, Some(0));
            }
        }
    }

    fn record(&mut self, from: Option<TrailPage>, page: TrailPage) {
        if let Some(id) = self.current {
            let at = self.book.record(id, from, page);
            self.recorded(id, at);
        }
    }

    fn recorded(&mut self, id: u32, at: Option<usize>) {
        self.current = Some(id);
        self.at = at.map(|at| (id, at));
        self.edit += 1;
    }

    /// Takes in what the worker says of the trails.
    pub fn hear(&mut self, news: TrailsNews) {
        match news {
            TrailsNews::Trails(Ok(kept)) => self.take_kept(kept),
            TrailsNews::Trails(Err(sentence)) => self.standing = Standing::Unkept(sentence),
            TrailsNews::Saved { edit, saved } => self.take_saved(edit, saved),
            TrailsNews::Read { name, into, read } => self.take_read(&shown(&name), into, read),
            TrailsNews::Written { kind, text } => self.written = Some((kind, text.into())),
        }
    }

    /// What is kept takes the place of what is here; changes of this tab that are not kept yet are made to it.
    fn take_kept(&mut self, kept: Kept) {
        let waits = self.standing != Standing::Elsewhere && !self.is_saved();
        self.keeping = None;
        self.refused = 0;
        self.unreadable = Rc::new(kept.unreadable);
        self.standing = if kept.elsewhere {
            Standing::Elsewhere
        } else {
            Standing::Ours
        };
        let free = self.unreadable.iter().map(|(id, _)| id.saturating_add(1));
        let told = Book::of(kept.trails, free.max().unwrap_or_default());
        if told.trails() == self.book.trails() {
            self.kept = self.book.trails().clone();
            self.saved = self.edit;
            return;
        }
        let before = std::mem::replace(&mut self.kept, told.trails().clone());
        if waits {
            self.book.rebase(&before, told);
        } else {
            self.book = told;
        }
        self.changed();
        if !waits {
            self.saved = self.edit;
        }
    }

    fn take_saved(&mut self, edit: u32, saved: Result<(), String>) {
        let Some((_, trails)) = self.keeping.take_if(|(number, _)| *number == edit) else {
            return;
        };
        match saved {
            Ok(()) => {
                self.kept = trails;
                self.saved = edit;
                self.unsaved = None;
            }
            Err(sentence) => {
                self.refused = edit;
                self.unsaved = Some(sentence);
            }
        }
    }

    fn take_read(&mut self, name: &str, into: Option<u32>, read: Result<TrailsRead, String>) {
        let from = if name.is_empty() {
            "the list".to_owned()
        } else {
            format!("“{name}”")
        };
        let taken = read.and_then(|read| {
            let complaints = read.complaints;
            self.take_in(into, read.trails, &from)?;
            Ok(complaints)
        });
        match taken {
            Ok(complaints) => {
                self.wrong = None;
                self.complaints = Rc::new(complaints);
                self.changed();
                self.point_to(UNDO);
            }
            Err(reason) => {
                let reason = shown(&reason);
                self.wrong = Some(format!("Nothing was taken from {from}: {reason}."));
            }
        }
    }

    fn take_in(&mut self, into: Option<u32>, trails: Vec<Trail>, from: &str) -> Result<(), String> {
        if !self.is_ours() {
            return Err("another tab has the trails".to_owned());
        }
        let small = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let pages = trails.iter().map(|trail| trail.pages.len()).sum();
        let pages = counted(small(pages), "page");
        if let Some(id) = into.filter(|id| self.book.get(*id).is_some()) {
            let name = self.book.get(id).map(|trail| called(&trail.name));
            let said = format!("{pages} added to “{}”.", name.unwrap_or_default());
            let all = trails.into_iter().flat_map(|trail| trail.pages);
            return self.book.append(id, all.collect(), said);
        }
        let count = counted(small(trails.len()), "trail");
        let said = format!("{count} with {pages} taken from {from}.");
        let named = trails.into_iter().map(named).collect();
        let ids = self.book.take_in(named, said)?;
        if let [only] = ids.as_slice() {
            self.open.insert(*only);
        }
        Ok(())
    }
}

/// The button that takes a step back.
const UNDO: &str = "#train-undo";

/// A trail that came without a name is called after its last page.
fn named(mut trail: Trail) -> Trail {
    if trail.name.is_empty()
        && let Some(last) = trail.pages.last()
    {
        trail.name = format!("To {}", shown(title(last)));
    }
    trail
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a time since 1970 in milliseconds is positive and below 2^53"
)]
fn now() -> u64 {
    js_sys::Date::now() as u64
}
