//! Edits trails: records, renames, moves, merges and deletes, with undo; `ratings` has what a person said of single pages.
//!
//! A page has the same label in every trail, because a model learns each page once. A page that is visited again keeps
//! its label. Trails are shared by pointer, so that an undo step costs only a list of pointers. Not here: saving, which
//! the worker does.

mod ratings;

use crate::protocol::Source;
use crate::protocol::trails::{SavedTrail, SourcedTrail};
use crate::protocol::uncertainty::Label;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use types::limits::TRAIL_ENTRIES;
use types::trails::{Trail, TrailKind, TrailPage};

/// Maximum number of undo steps.
const STEPS: usize = 100;

/// Trails by pointer, in their order.
pub type TrailList = Vec<Rc<SavedTrail>>;

/// All trails, and the changes to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrailEditor {
    trails: TrailList,
    next: u32,
    steps: Vec<UndoStep>,
    /// Pages that a person rated in this tab, even if the label did not change.
    judged: Rc<BTreeSet<String>>,
}

/// Something that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoStep {
    /// The change, in a sentence.
    pub description: String,
    before: TrailList,
    judged: Rc<BTreeSet<String>>,
}

/// The changes that have to be saved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrailChanges {
    /// Trails that are new or not as they were.
    pub put: Vec<SavedTrail>,
    /// Ids of the removed ones.
    pub gone: Vec<u32>,
    /// The ids of all, in their order.
    pub order: Vec<u32>,
}

impl TrailEditor {
    /// Trails that were kept, without anything that could be taken back. No new trail gets an id below `free`.
    pub fn of(trails: Vec<SavedTrail>, free: u32) -> Self {
        let used = trails.iter().map(|kept| kept.id.saturating_add(1)).max();
        Self {
            next: used.unwrap_or_default().max(free).max(1),
            trails: trails.into_iter().map(Rc::new).collect(),
            steps: Vec::new(),
            judged: Rc::default(),
        }
    }

    /// Reserves the ids of another editor, so that no new trail gets one.
    pub fn reserve_ids(&mut self, other: &Self) {
        self.next = self.next.max(other.next);
    }

    /// Returns the trails, in their order.
    pub fn trails(&self) -> &TrailList {
        &self.trails
    }

    /// Returns the trail of an id.
    pub fn get(&self, id: u32) -> Option<&Trail> {
        let mut all = self.trails.iter();
        all.find(|kept| kept.id == id).map(|kept| &kept.trail)
    }

    /// Returns the source of a trail's pages, where it is known.
    pub fn source(&self, id: u32) -> Option<&Source> {
        let kept = self.trails.iter().find(|kept| kept.id == id)?;
        kept.source.as_ref()
    }

    /// Notes the source of a trail that has none; that is no step.
    pub fn set_source(&mut self, id: u32, source: &Source) {
        let mut all = self.trails.iter_mut();
        let lacking = all.find(|kept| kept.id == id && kept.source.is_none());
        if let Some(kept) = lacking {
            Rc::make_mut(kept).source = Some(source.clone());
        }
    }

    /// Returns its place among all.
    pub fn place(&self, id: u32) -> Option<usize> {
        self.trails.iter().position(|kept| kept.id == id)
    }

    /// Returns the undo steps, the latest last.
    pub fn steps(&self) -> &[UndoStep] {
        &self.steps
    }

    /// Returns whether a page is marked as relevant.
    pub fn is_relevant(&self, url: &str) -> bool {
        let mut pages = self.trails.iter().flat_map(|kept| &kept.trail.pages);
        pages.any(|page| page.url == url && page.relevant)
    }

    /// Begins an empty trail at the end; gives its id.
    pub fn begin(&mut self) -> u32 {
        let id = self.next;
        let name = format!("Trail {id}");
        self.step(format!("Started “{name}”."));
        let begun = Trail {
            name,
            ..Trail::default()
        };
        self.insert(vec![begun.into()]);
        id
    }

    /// Begins a trail at a page, or at the page from which it was reached, at the end; gives its id.
    pub fn begin_at(&mut self, from: Option<TrailPage>, page: TrailPage) -> u32 {
        let (id, before) = (self.next, self.trails.clone());
        self.begin();
        self.record(id, from, page);
        self.steps.pop();
        if let Some(step) = self.steps.last_mut() {
            step.before = before;
        }
        id
    }

    /// Records that a page was visited from another one, and gives its place in the trail. Where the trail does not end with that other one
    /// (the person went back to it in the list), it is visited again first.
    pub fn record(&mut self, id: u32, from: Option<TrailPage>, to: TrailPage) -> Option<usize> {
        self.get(id)?;
        let name = display_name(&self.get(id)?.name).to_owned();
        self.step(format!("Recorded “{}” in “{name}”.", title(&to)));
        let labels = [from, Some(to)].into_iter().flatten();
        let coming: Vec<TrailPage> = labels
            .map(|page| TrailPage {
                relevant: self.is_relevant(&page.url),
                ..page
            })
            .collect();
        let mut at = None;
        self.change(id, |trail| {
            for page in coming {
                if trail.pages.last().is_none_or(|last| last.url != page.url) {
                    trail.pages.push(page);
                }
            }
            at = trail.pages.len().checked_sub(1);
        });
        at
    }

    /// Fills in the title of a page without one; that is not an undo step.
    pub fn entitle(&mut self, url: &str, title: &str) -> bool {
        let lacks = |page: &TrailPage| page.url == url && page.title.is_empty();
        !title.is_empty() && self.each(lacks, |page| title.clone_into(&mut page.title))
    }

    /// Marks a page as relevant or not, wherever it stands. That replaces a rating: a page without a mark is not rated.
    pub fn mark(&mut self, url: &str, display_name: &str, relevant: bool) {
        let not = if relevant { "" } else { "not " };
        self.step(format!("Marked “{display_name}” as {not}relevant."));
        if self.judged.contains(url) {
            Rc::make_mut(&mut self.judged).remove(url);
        }
        let differs = |page: &TrailPage| page.url == url && page.relevant != relevant;
        self.each(differs, |page| page.relevant = relevant);
    }

    /// Returns true if a page is in a trail.
    pub fn has(&self, url: &str) -> bool {
        let mut pages = self.trails.iter().flat_map(|kept| &kept.trail.pages);
        pages.any(|page| page.url == url)
    }

    /// Returns the pages of the trails with their labels, each once, the latest first: at most so many of either side.
    pub fn labels(&self, most: usize) -> Vec<Label> {
        let mut seen: HashMap<&str, bool> = HashMap::new();
        let pages = || self.trails.iter().flat_map(|kept| &kept.trail.pages);
        for page in pages() {
            *seen.entry(&page.url).or_default() |= page.relevant;
        }
        let mut room = [most; 2];
        let mut labels = Vec::new();
        for page in pages().rev() {
            let Some(relevant) = seen.remove(page.url.as_str()) else {
                continue;
            };
            let room = &mut room[usize::from(relevant)];
            if *room > 0 {
                *room -= 1;
                let url = page.url.clone();
                labels.push(Label { url, relevant });
            }
        }
        labels
    }

    /// Calls a trail something else.
    pub fn rename(&mut self, id: u32, name: &str) {
        let old = self.get(id).map(|trail| trail.name.clone());
        if let Some(old) = old.filter(|old| old != name) {
            self.step(format!("Renamed “{}” to “{name}”.", display_name(&old)));
            self.change(id, |trail| name.clone_into(&mut trail.name));
        }
    }

    /// Makes a trail a path to its last page, or a set of good pages.
    pub fn set_kind(&mut self, id: u32, kind: TrailKind) {
        let Some(trail) = self.get(id).filter(|trail| trail.kind != kind) else {
            return;
        };
        let meaning = match kind {
            TrailKind::Path => "a path to its last page",
            TrailKind::Set => "a set of good pages",
        };
        self.step(format!("“{}” is now {meaning}.", display_name(&trail.name)));
        self.change(id, |trail| trail.set_kind(kind));
        self.settle();
    }

    /// Takes a page out of a trail.
    pub fn remove_page(&mut self, id: u32, at: usize) {
        let Some((trail, page)) = self.at(id, at) else {
            return;
        };
        self.step(format!(
            "Removed “{}” from “{}”.",
            title(page),
            display_name(&trail.name)
        ));
        self.change(id, |trail| {
            trail.pages.remove(at);
        });
    }

    /// Moves a page of a trail to the place of another one. Gives its new place.
    pub fn move_page(&mut self, id: u32, at: usize, to: usize) -> Option<usize> {
        let (trail, page) = self.at(id, at)?;
        if to >= trail.pages.len() || to == at {
            return None;
        }
        let side = if to < at { "up" } else { "down" };
        self.step(format!("Moved “{}” {side}.", title(page)));
        self.change(id, |trail| {
            let page = trail.pages.remove(at);
            trail.pages.insert(to, page);
        });
        Some(to)
    }

    /// Removes a trail.
    pub fn delete(&mut self, id: u32) {
        if let Some(trail) = self.get(id) {
            self.step(format!("Deleted “{}”.", display_name(&trail.name)));
            self.trails.retain(|kept| kept.id != id);
        }
    }

    /// Moves a trail one place up or down. Returns true if it moved.
    pub fn move_trail(&mut self, id: u32, up: bool) -> bool {
        let place = self.place(id);
        let other = place.and_then(|place| {
            if up {
                place.checked_sub(1)
            } else {
                Some(place + 1)
            }
        });
        let (Some(place), Some(other)) = (place, other) else {
            return false;
        };
        let Some(trail) = self.get(id).filter(|_| other < self.trails.len()) else {
            return false;
        };
        let side = if up { "up" } else { "down" };
        self.step(format!("Moved “{}” {side}.", display_name(&trail.name)));
        self.trails.swap(place, other);
        true
    }

    /// Adds the pages of a trail at the end of another one, and removes it.
    pub fn merge(&mut self, id: u32, into: u32) {
        let (Some(from), Some(home)) = (self.get(id), self.get(into)) else {
            return;
        };
        if id == into {
            return;
        }
        let source = self.source(id).cloned();
        let (pages, graphs) = (from.pages.clone(), from.graphs.clone());
        let [from, home] = [from, home].map(|trail| display_name(&trail.name));
        self.step(format!("Added “{from}” to “{home}”."));
        self.change(into, |trail| {
            trail.pages.extend(pages);
            trail.graphs.extend(graphs);
        });
        if let Some(source) = source {
            self.set_source(into, &source);
        }
        self.trails.retain(|kept| kept.id != id);
    }

    /// Adds imported trails and returns their ids. On error nothing changes.
    pub fn import(
        &mut self,
        trails: Vec<SourcedTrail>,
        description: String,
    ) -> Result<Vec<u32>, String> {
        self.room_for(trails.iter().map(|one| one.trail.entries()).sum())?;
        self.step(description);
        let first = self.next;
        self.insert(trails);
        self.settle();
        Ok((first..self.next).collect())
    }

    /// Adds pages at the end of a trail.
    pub fn append(
        &mut self,
        id: u32,
        pages: Vec<TrailPage>,
        description: String,
    ) -> Result<(), String> {
        self.room_for(pages.len())?;
        self.step(description);
        self.change(id, |trail| {
            let of_set = trail.kind == TrailKind::Set;
            trail.pages.extend(pages.into_iter().map(|page| TrailPage {
                relevant: page.relevant || of_set,
                ..page
            }));
        });
        self.settle();
        Ok(())
    }

    /// Takes the latest step back.
    pub fn undo(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.trails = step.before;
            self.judged = step.judged;
        }
    }

    /// Returns what must be saved, where `kept` was saved last.
    pub fn changes(&self, kept: &TrailList) -> TrailChanges {
        let old: BTreeMap<u32, &Rc<SavedTrail>> = kept.iter().map(|old| (old.id, old)).collect();
        let ids: BTreeSet<u32> = self.trails.iter().map(|kept| kept.id).collect();
        let is_new = |one: &&Rc<SavedTrail>| {
            let known = old.get(&one.id);
            known.is_none_or(|old| !Rc::ptr_eq(old, one))
        };
        TrailChanges {
            put: (self.trails.iter().filter(is_new))
                .map(|kept| (**kept).clone())
                .collect(),
            gone: (old.keys().filter(|id| !ids.contains(id)))
                .copied()
                .collect(),
            order: self.trails.iter().map(|kept| kept.id).collect(),
        }
    }

    /// Makes what was changed here since `before` to the trails that are kept by now. Where both changed one trail, both stay.
    pub fn rebase(&mut self, before: &TrailList, kept: Self) {
        let own = std::mem::replace(self, kept);
        let was = |id: u32| before.iter().find(|one| one.id == id);
        for old in before.iter().filter(|old| own.get(old.id).is_none()) {
            if self.get(old.id) == Some(&old.trail) {
                self.trails.retain(|kept| kept.id != old.id);
            }
        }
        self.reserve_ids(&own);
        for mine in own.trails.iter().filter(|mine| was(mine.id) != Some(mine)) {
            let unchanged = self.get(mine.id) == was(mine.id).map(|old| &old.trail);
            match self.place(mine.id).filter(|_| unchanged) {
                Some(place) => self.trails[place] = Rc::clone(mine),
                None => self.insert(vec![(&**mine).into()]),
            }
        }
    }

    fn at(&self, id: u32, at: usize) -> Option<(&Trail, &TrailPage)> {
        let trail = self.get(id)?;
        Some((trail, trail.pages.get(at)?))
    }

    fn room_for(&self, more: usize) -> Result<(), String> {
        let all = self.trails.iter().map(|kept| kept.trail.entries());
        if all.sum::<usize>() + more > TRAIL_ENTRIES {
            return Err(format!(
                "the limit is {TRAIL_ENTRIES} trails and pages: delete some, or choose fewer"
            ));
        }
        Ok(())
    }

    fn insert(&mut self, trails: Vec<SourcedTrail>) {
        for SourcedTrail { trail, source } in trails {
            let id = self.next;
            self.next += 1;
            self.trails.push(Rc::new(SavedTrail { id, trail, source }));
        }
    }

    /// Marks every page as relevant in all trails if it is marked in any.
    fn settle(&mut self) {
        let before = self.trails.clone();
        let pages = before.iter().flat_map(|kept| &kept.trail.pages);
        let relevant: HashSet<&str> = pages
            .filter(|page| page.relevant)
            .map(|page| page.url.as_str())
            .collect();
        let lacks = |page: &TrailPage| !page.relevant && relevant.contains(page.url.as_str());
        self.each(lacks, |page| page.relevant = true);
    }

    fn change(&mut self, id: u32, how: impl FnOnce(&mut Trail)) {
        if let Some(kept) = self.trails.iter_mut().find(|kept| kept.id == id) {
            how(&mut Rc::make_mut(kept).trail);
        }
    }

    /// Changes all pages of a kind; true where there were any. Trails without such pages stay what they were, by pointer.
    fn each(&mut self, which: impl Fn(&TrailPage) -> bool, how: impl Fn(&mut TrailPage)) -> bool {
        let mut any = false;
        for kept in &mut self.trails {
            if kept.trail.pages.iter().any(&which) {
                any = true;
                let pages = Rc::make_mut(kept).trail.pages.iter_mut();
                pages.filter(|page| which(page)).for_each(&how);
            }
        }
        any
    }

    fn step(&mut self, description: String) {
        if self.steps.len() == STEPS {
            self.steps.remove(0);
        }
        let before = self.trails.clone();
        let judged = Rc::clone(&self.judged);
        self.steps.push(UndoStep {
            description,
            before,
            judged,
        });
    }
}

/// Returns the places of the pages over which a person came to a page of a trail, the latest last: where steps back lead to. Who visits the page
/// before the last one again is taken to have gone back to it, since a trail does not tell a link from a step back.
pub fn path_to(pages: &[TrailPage], at: usize) -> Vec<usize> {
    let mut path: Vec<usize> = Vec::new();
    for (place, page) in pages.iter().enumerate().take(at + 1) {
        let before = path.len().checked_sub(2).and_then(|place| path.get(place));
        match before.and_then(|before| pages.get(*before)) {
            Some(before) if before.url == page.url => {
                path.pop();
            }
            _ => path.push(place),
        }
    }
    path.pop();
    path
}

/// Returns the display name of a trail.
pub fn display_name(name: &str) -> &str {
    if name.is_empty() {
        "unnamed trail"
    } else {
        name
    }
}

/// Returns the name of a page: its title, or its address without one.
pub fn title(page: &TrailPage) -> &str {
    if page.title.is_empty() {
        &page.url
    } else {
        &page.title
    }
}
