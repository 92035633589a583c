//! Edits trails: records, renames, moves, merges and deletes them, with undo. The submodule `ratings` rates single
//! pages.
//!
//! A page has the same label in every trail, because a model is trained on each page once. A page that is visited again
//! keeps its label. Trails are shared by pointer, so that an undo step only copies a list of pointers. The worker saves
//! the trails.

mod ratings;

use crate::history::History;
use crate::text::title_or;
use protocol::Source;
use protocol::trails::{SavedTrail, SourcedTrail, TrailsRequest};
use protocol::uncertainty::Label;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use types::limits::TRAIL_ENTRIES;
use types::trails::{Trail, TrailKind, TrailPage};

/// Trails by pointer, in order.
pub type TrailList = Vec<Rc<SavedTrail>>;

/// Holds all trails, and the changes to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrailEditor {
    trails: TrailList,
    next: u32,
    steps: History<UndoStep, 100>,
    /// The pages that a person rated, even if the label did not change.
    judged: Rc<BTreeSet<String>>,
}

/// A change that can be undone.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoStep {
    /// The change, in a sentence.
    pub description: String,
    before: TrailList,
    judged: Rc<BTreeSet<String>>,
}

impl TrailEditor {
    /// Creates an editor of saved trails without undo steps. No new trail gets an id below `free`.
    pub fn new(trails: Vec<SavedTrail>, free: u32) -> Self {
        let used = trails.iter().map(|kept| kept.id.saturating_add(1)).max();
        Self {
            next: used.unwrap_or_default().max(free).max(1),
            trails: trails.into_iter().map(Rc::new).collect(),
            steps: History::default(),
            judged: Rc::default(),
        }
    }

    /// Reserves the ids of another editor, so that no new trail gets one.
    pub fn reserve_ids(&mut self, other: &Self) {
        self.next = self.next.max(other.next);
    }

    /// Returns the trails, in order.
    pub fn trails(&self) -> &TrailList {
        &self.trails
    }

    /// Returns the trail with an id.
    pub fn get(&self, id: u32) -> Option<&Trail> {
        self.trails.iter().find(|kept| kept.id == id).map(|kept| &kept.trail)
    }

    /// Returns the source of a trail's pages, if it is known.
    pub fn source(&self, id: u32) -> Option<&Source> {
        self.trails.iter().find(|kept| kept.id == id)?.source.as_ref()
    }

    /// Sets the source of a trail that has none; that is not an undo step.
    pub fn set_source(&mut self, id: u32, source: &Source) {
        let lacking = self.trails.iter_mut().find(|kept| kept.id == id && kept.source.is_none());
        if let Some(kept) = lacking {
            Rc::make_mut(kept).source = Some(source.clone());
        }
    }

    /// Returns the index of a trail.
    pub fn place(&self, id: u32) -> Option<usize> {
        self.trails.iter().position(|kept| kept.id == id)
    }

    /// Returns the undo steps, the latest last.
    pub fn steps(&self) -> &[UndoStep] {
        &self.steps
    }

    /// Returns whether a page is marked as relevant.
    pub fn is_relevant(&self, url: &str) -> bool {
        self.trails.iter().flat_map(|kept| &kept.trail.pages).any(|page| page.url == url && page.relevant)
    }

    /// Starts an empty trail at the end; returns its id.
    pub fn begin(&mut self) -> u32 {
        let id = self.next;
        let name = format!("Trail {id}");
        self.step(format!("Started “{name}”."));
        let begun = Trail { name, ..Trail::default() };
        self.insert(vec![begun.into()]);
        id
    }

    /// Starts a trail at the end with a page, or with the page from which it was reached; returns its id.
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

    /// Records a visit from one page to another; returns the index of the new page. If the trail does not end with the
    /// first page, because the person went back in the list, that page is recorded again before it.
    pub fn record(&mut self, id: u32, from: Option<TrailPage>, to: TrailPage) -> Option<usize> {
        self.get(id)?;
        let name = display_name(&self.get(id)?.name).to_owned();
        self.step(format!("Recorded “{}” in “{name}”.", title(&to)));
        let labels = [from, Some(to)].into_iter().flatten();
        let coming: Vec<TrailPage> =
            labels.map(|page| TrailPage { relevant: self.is_relevant(&page.url), ..page }).collect();
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

    /// Marks a page as relevant or not, in all trails. The mark replaces a rating.
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
        urls_of(&self.trails).any(|one| one == url)
    }

    /// Returns the pages of the trails with their labels, each once, the latest first: at most `most` per label.
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

    /// Renames a trail.
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
        self.unify_marks();
    }

    /// Removes a page from a trail.
    pub fn remove_page(&mut self, id: u32, at: usize) {
        let Some((trail, page)) = self.at(id, at) else {
            return;
        };
        self.step(format!("Removed “{}” from “{}”.", title(page), display_name(&trail.name)));
        self.change(id, |trail| {
            trail.pages.remove(at);
        });
    }

    /// Moves a page of a trail to the index of another one; returns its new index.
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

    /// Moves a trail up or down by one. Returns true if it moved.
    pub fn move_trail(&mut self, id: u32, up: bool) -> bool {
        let place = self.place(id);
        let other = place.and_then(|place| if up { place.checked_sub(1) } else { Some(place + 1) });
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

    /// Appends the pages of a trail to another one, and removes the trail.
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
    pub fn import(&mut self, trails: Vec<SourcedTrail>, description: String) -> Result<Vec<u32>, String> {
        self.room_for(trails.iter().map(|one| one.trail.entries()).sum())?;
        self.step(description);
        let first = self.next;
        self.insert(trails);
        self.unify_marks();
        Ok((first..self.next).collect())
    }

    /// Appends pages to a trail.
    pub fn append(&mut self, id: u32, pages: Vec<TrailPage>, description: String) -> Result<(), String> {
        self.room_for(pages.len())?;
        self.step(description);
        self.change(id, |trail| {
            let of_set = trail.kind == TrailKind::Set;
            trail.pages.extend(pages.into_iter().map(|page| TrailPage { relevant: page.relevant || of_set, ..page }));
        });
        self.unify_marks();
        Ok(())
    }

    /// Undoes the latest step.
    pub fn undo(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.trails = step.before;
            self.judged = step.judged;
        }
    }

    /// Returns the request to save the changes since `kept` was saved, as the change with this number.
    pub fn changes(&self, edit: u32, kept: &TrailList) -> TrailsRequest {
        let old: BTreeMap<u32, &Rc<SavedTrail>> = kept.iter().map(|old| (old.id, old)).collect();
        let order: Vec<u32> = self.trails.iter().map(|kept| kept.id).collect();
        let is_new = |one: &&Rc<SavedTrail>| old.get(&one.id).is_none_or(|old| !Rc::ptr_eq(old, one));
        TrailsRequest::Save {
            edit,
            put: self.trails.iter().filter(is_new).map(|kept| (**kept).clone()).collect(),
            gone: old.keys().filter(|id| !order.contains(id)).copied().collect(),
            order,
            rated: self.rated(),
        }
    }

    /// Applies the changes since `before` to the trails that are saved now. If both sides changed a trail, both
    /// versions stay.
    pub fn rebase(&mut self, before: &TrailList, kept: Self) {
        let edited = std::mem::replace(self, kept);
        self.merge_ratings(before, &edited);
        let was = |id: u32| before.iter().find(|one| one.id == id);
        for old in before.iter().filter(|old| edited.get(old.id).is_none()) {
            if self.get(old.id) == Some(&old.trail) {
                self.trails.retain(|kept| kept.id != old.id);
            }
        }
        self.reserve_ids(&edited);
        for mine in edited.trails.iter().filter(|mine| was(mine.id) != Some(mine)) {
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
        if self.trails.iter().map(|kept| kept.trail.entries()).sum::<usize>() + more > TRAIL_ENTRIES {
            return Err(format!("the limit is {TRAIL_ENTRIES} trails and pages: delete some, or choose fewer"));
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
    fn unify_marks(&mut self) {
        let before = self.trails.clone();
        let pages = before.iter().flat_map(|kept| &kept.trail.pages);
        let relevant: HashSet<&str> = pages.filter(|page| page.relevant).map(|page| page.url.as_str()).collect();
        let lacks = |page: &TrailPage| !page.relevant && relevant.contains(page.url.as_str());
        self.each(lacks, |page| page.relevant = true);
    }

    fn change(&mut self, id: u32, how: impl FnOnce(&mut Trail)) {
        if let Some(kept) = self.trails.iter_mut().find(|kept| kept.id == id) {
            how(&mut Rc::make_mut(kept).trail);
        }
    }

    /// Changes all pages that match; returns true if there were any. Trails without such pages keep their pointers.
    fn each(&mut self, which: impl Fn(&TrailPage) -> bool, how: impl Fn(&mut TrailPage)) -> bool {
        let mut any = false;
        for kept in &mut self.trails {
            if kept.trail.pages.iter().any(&which) {
                any = true;
                Rc::make_mut(kept).trail.pages.iter_mut().filter(|page| which(page)).for_each(&how);
            }
        }
        any
    }

    fn step(&mut self, description: String) {
        let before = self.trails.clone();
        let judged = Rc::clone(&self.judged);
        self.steps.push(UndoStep { description, before, judged });
    }
}

/// Returns the indices of the pages through which a person reached a page of a trail, the latest last. A visit to the
/// page before the previous one is taken as a step back, since a trail does not distinguish links from steps back.
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

fn urls_of(trails: &TrailList) -> impl Iterator<Item = &str> {
    trails.iter().flat_map(|kept| &kept.trail.pages).map(|page| page.url.as_str())
}

/// Returns the display name of a trail.
pub fn display_name(name: &str) -> &str {
    if name.is_empty() { "unnamed trail" } else { name }
}

/// Returns the name of a page: its title, or its address without one.
pub fn title(page: &TrailPage) -> &str {
    title_or(&page.title, &page.url)
}
