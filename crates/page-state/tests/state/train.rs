//! Tests trails in the page's state: recording, editing, undo, and missing requirements of training.

use page_state::train::missing::{Counts, OTHERS, RELEVANT, TRAILS};
use page_state::train::trail_editor::{TrailEditor, path_to};
use page_state::train::{NavigationKind, TrailAccess, Train, TrainAction};
use protocol::Source;
use protocol::ahead::{LookAheadStatus, LookAheadUpdate, SuggestedPage};
use protocol::reader::ReaderPage;
use protocol::trails::{
    BookmarkFolder, BookmarkFolders, ImportedTrails, SavedTrail, SavedTrails, SourcedTrail, TrailsEvent, TrailsRequest,
};
use protocol::uncertainty::{UncertainPage, UncertaintyEvent, UncertaintyRanking, UncertaintyRequest};
use types::limits::TRAIL_ENTRIES;
use types::strategy::Needs;
use types::trails::{Trail, TrailKind, TrailPage};
use types::url::CanonicalUrl;
use wasm_bindgen::{JsCast, JsValue};

fn page(name: &str, relevant: bool) -> TrailPage {
    TrailPage { url: format!("http://{name}.test/"), title: name.to_uppercase(), relevant, visited_at: None }
}

/// Returns a trail of pages by their letters; a capital is relevant.
fn trail(letters: &str) -> Trail {
    let one = |letter: char| page(&letter.to_ascii_lowercase().to_string(), letter.is_uppercase());
    Trail { name: letters.into(), pages: letters.chars().map(one).collect(), ..Trail::default() }
}

fn editor(trails: &[&str]) -> TrailEditor {
    let kept = (1..).zip(trails).map(|(id, letters)| SavedTrail { id, trail: trail(letters), source: None });
    TrailEditor::new(kept.collect(), 0)
}

/// The trails as letters.
fn letters(editor: &TrailEditor) -> Vec<String> {
    let of = |trail: &Trail| {
        let pages = trail.pages.iter();
        pages
            .map(|page| {
                let letter = page.url.chars().nth("http://".len()).unwrap_or('?');
                if page.relevant { letter.to_ascii_uppercase() } else { letter }
            })
            .collect()
    };
    editor.trails().iter().map(|kept| of(&kept.trail)).collect()
}

#[test]
fn a_click_is_recorded_after_the_page_on_which_it_was_made() {
    for (before, from, to, after) in [
        ("ab", Some("b"), "c", "abc"),
        ("abc", Some("c"), "b", "abcb"),
        // The page is opened again from the list, and reading continues from there.
        ("abc", Some("a"), "d", "abcad"),
        ("", None, "a", "a"),
        ("", Some("a"), "b", "ab"),
        // The same page again is no step.
        ("ab", Some("b"), "b", "ab"),
    ] {
        let mut editor = editor(&[before]);
        let at = editor.record(1, from.map(|name| page(name, false)), page(to, false));
        assert_eq!(letters(&editor), [after], "{before} {from:?} {to}");
        assert_eq!(at, after.len().checked_sub(1));
    }
}

#[test]
fn the_path_to_a_page_of_a_trail_omits_detours() {
    for (path, at, way) in [
        ("a", 0, vec![]),
        ("abc", 2, vec![0, 1]),
        ("abcb", 3, vec![0]),
        ("abcba", 4, vec![]),
        ("abcbd", 4, vec![0, 1]),
        ("abcb", 1, vec![0]),
        ("", 0, vec![]),
    ] {
        assert_eq!(path_to(&trail(path).pages, at), way, "{path} at {at}");
    }
}

#[test]
fn a_page_has_one_label_wherever_it_stands() {
    let mut own = editor(&["abc", "cbd"]);
    own.mark("http://c.test/", "C", true);
    assert_eq!(letters(&own), ["abC", "Cbd"]);
    own.record(2, Some(page("d", false)), page("c", false));
    assert_eq!(letters(&own), ["abC", "CbdC"]);
    let read = own.import(vec![trail("xcB").into()], "read".into());
    assert_eq!(read, Ok(vec![3]));
    assert_eq!(letters(&own), ["aBC", "CBdC", "xCB"]);
    own.mark("http://b.test/", "B", false);
    assert_eq!(letters(&own), ["abC", "CbdC", "xCb"]);
}

#[test]
fn every_edit_can_be_undone() {
    type Edit = (&'static str, fn(&mut TrailEditor), &'static [&'static str]);
    let edits: [Edit; 12] = [
        (
            "begun",
            |editor| {
                let _ = editor.begin();
            },
            &["abC", "de", "fG", ""],
        ),
        (
            "begun at",
            |editor| {
                let _ = editor.begin_at(None, page("x", false));
            },
            &["abC", "de", "fG", "x"],
        ),
        (
            "recorded",
            |editor| {
                let _ = editor.record(2, None, page("x", false));
            },
            &["abC", "dex", "fG"],
        ),
        ("renamed", |editor| editor.rename(1, "Other"), &["abC", "de", "fG"]),
        ("marked", |editor| editor.mark("http://d.test/", "D", true), &["abC", "De", "fG"]),
        ("removed", |editor| editor.remove_page(1, 1), &["aC", "de", "fG"]),
        (
            "moved",
            |editor| {
                let _ = editor.move_page(1, 2, 0);
            },
            &["Cab", "de", "fG"],
        ),
        ("deleted", |editor| editor.delete(2), &["abC", "fG"]),
        (
            "down",
            |editor| {
                let _ = editor.move_trail(1, false);
            },
            &["de", "abC", "fG"],
        ),
        ("merged", |editor| editor.merge(1, 3), &["de", "fGabC"]),
        (
            "read",
            |editor| {
                let _ = editor.import(vec![trail("hI").into()], "read".into());
            },
            &["abC", "de", "fG", "hI"],
        ),
        (
            "added",
            |editor| {
                let _ = editor.append(2, trail("h").pages, "added".into());
            },
            &["abC", "deh", "fG"],
        ),
    ];
    for (name, edit, after) in edits {
        let before = editor(&["abC", "de", "fG"]);
        let mut changed = before.clone();
        edit(&mut changed);
        assert_eq!(letters(&changed), after, "{name}");
        assert_ne!(changed.trails(), before.trails(), "{name}");
        assert_eq!(changed.steps().len(), 1, "{name}");
        assert!(changed.steps()[0].description.ends_with(['.', 'd']), "{name}");
        changed.undo();
        assert_eq!(changed.trails(), before.trails(), "{name}");
    }
}

#[test]
fn impossible_edits_change_nothing() {
    let before = editor(&["ab", "c"]);
    let edits: [fn(&mut TrailEditor); 8] = [
        |editor| editor.remove_page(1, 2),
        |editor| {
            let _ = editor.move_page(1, 1, 2);
        },
        |editor| {
            let _ = editor.move_trail(1, true);
        },
        |editor| {
            let _ = editor.move_trail(2, false);
        },
        |editor| editor.merge(1, 1),
        |editor| editor.merge(1, 7),
        |editor| editor.delete(7),
        |editor| editor.rename(1, "ab"),
    ];
    for edit in edits {
        let mut after = before.clone();
        edit(&mut after);
        assert_eq!(after, before);
    }
    let mut full = before.clone();
    let too_many = Trail { name: "many".into(), pages: vec![page("x", false); TRAIL_ENTRIES - 5], ..Trail::default() };
    let refused = full.import(vec![too_many.into()], "read".into());
    assert!(refused.is_err_and(|why| why.contains("limit is 50000")));
    assert_eq!(full, before);
}

#[test]
fn only_changes_must_be_saved() {
    let mut own = editor(&["ab", "cd", "ef"]);
    let kept = own.trails().clone();
    own.mark("http://c.test/", "C", true);
    own.delete(1);
    own.move_trail(3, true);
    let TrailsRequest::Save { put, gone, order, .. } = own.changes(1, &kept) else {
        panic!("nothing is saved");
    };
    let put: Vec<u32> = put.iter().map(|kept| kept.id).collect();
    assert_eq!((put, gone, order), (vec![2], vec![1], vec![3, 2]));
}

#[test]
fn changes_of_two_tabs_both_stay() {
    let mut own = editor(&["ab", "cd", "ef", "gh"]);
    let before = own.trails().clone();
    own.append(1, trail("x").pages, String::new()).expect("there is room");
    own.append(2, trail("y").pages, String::new()).expect("there is room");
    own.delete(3);
    own.begin_at(None, page("n", false));
    let mut other = TrailEditor::new(before.iter().map(|kept| (**kept).clone()).collect(), 0);
    other.append(2, trail("z").pages, String::new()).expect("there is room");
    other.begin_at(None, page("m", false));
    own.rebase(&before, other);
    assert_eq!(letters(&own), ["abx", "cdz", "gh", "m", "cdy", "n"]);
    let ids: std::collections::BTreeSet<u32> = own.trails().iter().map(|kept| kept.id).collect();
    assert_eq!(ids.len(), 6, "no id twice");
}

#[test]
fn missing_data_are_listed_until_there_is_enough() {
    for (trails, lacks) in [
        (vec![], vec!["2 more trails leading", "3 more relevant pages", "5 more other pages"]),
        (vec!["A"], vec!["2 more trails leading", "2 more relevant pages", "5 more other pages"]),
        (vec!["abC", "C"], vec!["1 more trail leading", "2 more relevant pages", "3 more other pages"]),
        (vec!["abC", "bdE", "F"], vec!["2 more other pages"]),
        (vec!["abC", "deF", "gH"], vec![]),
    ] {
        let editor = editor(&trails);
        let missing = Counts::new(editor.trails()).missing(Needs::TRAILS);
        assert_eq!(missing.len(), lacks.len(), "{trails:?}: {missing:?}");
        for (sentence, start) in missing.iter().zip(lacks) {
            assert!(sentence.starts_with(start), "{trails:?}: {sentence}");
            assert!(sentence.ends_with('.'), "{sentence}");
        }
    }
    assert_eq!((TRAILS, RELEVANT, OTHERS), (2, 3, 5));
    let reached = |trails: &[&str]| {
        let goals = Counts::new(editor(trails).trails()).goals(Needs::TRAILS);
        goals.map(|goal| (goal.have, goal.least))
    };
    assert_eq!(reached(&["abC", "C"]), [(1, TRAILS), (1, RELEVANT), (2, OTHERS)]);
    assert_eq!(reached(&[]), [(0, TRAILS), (0, RELEVANT), (0, OTHERS)]);
    let counts = Counts::new(editor(&["abA", "Ca"]).trails());
    assert_eq!(counts.sum(), "2 trails and 3 pages: 2 relevant, 1 not, on 3 hosts.");
}

/// The last drawing may be older than the last key.
#[test]
fn the_address_that_was_typed_last_is_opened() {
    let mut train = ours();
    act(&mut train, TrainAction::Type("http://a.test/".into()));
    act(&mut train, TrainAction::ReadTyped);
    let wanted = train.reader.wanted.as_ref().map(|wanted| wanted.address.as_str());
    assert_eq!(wanted, Some("http://a.test/"));
}

/// A folder of bookmarks has no paths to its pages.
#[test]
fn relevant_pages_alone_are_enough_for_a_strategy_without_contrast() {
    let needs = Needs { contrast: false, ..Needs::TRAILS };
    let bookmarks = |trails: &[&str]| Counts::new(editor(trails).trails());
    let missing = bookmarks(&["A", "B"]).missing(needs);
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(missing[0].starts_with("1 more relevant page "), "{missing:?}");
    let folder = bookmarks(&["A", "B", "C"]);
    assert!(folder.missing(needs).is_empty());
    assert_eq!(folder.missing(Needs::TRAILS).len(), 2);
    assert_eq!(folder.goals(needs).map(|goal| (goal.is_required, goal.lacking())), [(false, 2), (true, 0), (false, 5)]);
}

fn reading(name: &str) -> ReaderPage {
    ReaderPage {
        url: CanonicalUrl::parse(&format!("http://{name}.test/")).expect("is a URL"),
        moved_from: None,
        title: name.to_uppercase(),
        language: None,
        blocks: Vec::new(),
        links: Vec::new(),
        cut: false,
        at: 1,
        source: Source::Demo,
        was_kept: false,
        unkept: None,
    }
}

fn opened(trails: Vec<SavedTrail>, elsewhere: bool) -> TrailsEvent {
    TrailsEvent::Trails(Ok(SavedTrails { trails, unreadable: Vec::new(), rated: Vec::new(), elsewhere }))
}

fn ours() -> Train {
    let mut train = Train::default();
    train.on_message(opened(Vec::new(), false));
    train
}

fn act(train: &mut Train, actions: TrainAction) {
    train.apply(actions, Ok(Source::Demo));
}

/// Reads a page, and receives it.
fn read(train: &mut Train, name: &str, way: NavigationKind) {
    let address = format!("http://{name}.test/");
    act(train, TrainAction::Read(address, way));
    come(train, name);
}

fn come(train: &mut Train, name: &str) {
    let number = train.reader.wanted.as_ref().map(|wanted| wanted.number);
    train.on_page(number.expect("something is wanted"), Ok(Box::new(reading(name))));
}

#[test]
fn an_address_starts_a_trail_which_links_and_steps_back_continue() {
    let mut train = ours();
    read(&mut train, "a", NavigationKind::Typed);
    read(&mut train, "b", NavigationKind::Followed);
    read(&mut train, "c", NavigationKind::Followed);
    act(&mut train, TrainAction::Mark);
    assert_eq!(train.reader.back().map(String::as_str), Some("http://b.test/"));
    act(&mut train, TrainAction::Back);
    assert!(train.reader.wanted.as_ref().is_some_and(|wanted| wanted.kept_will_do));
    come(&mut train, "b");
    read(&mut train, "d", NavigationKind::Followed);
    read(&mut train, "e", NavigationKind::Typed);
    assert_eq!(letters(&train.editor), ["abCbd", "e"]);
    act(&mut train, TrainAction::Undo);
    assert_eq!(letters(&train.editor), ["abCbd"], "a trail and its first page are one step");
    act(&mut train, TrainAction::Begin);
    read(&mut train, "f", NavigationKind::Followed);
    assert_eq!(letters(&train.editor), ["abCbd", "ef"], "the link was on the page that is shown");
}

#[test]
fn failed_pages_are_not_recorded_and_outdated_results_are_ignored() {
    let mut train = ours();
    read(&mut train, "a", NavigationKind::Typed);
    let address = "http://b.test/".to_owned();
    act(&mut train, TrainAction::Read(address.clone(), NavigationKind::Followed));
    let number = train.reader.wanted.as_ref().map_or(0, |wanted| wanted.number);
    train.on_page(number, Err("There is no such page.".into()));
    assert_eq!(train.reader.unread, Some((address, "There is no such page.".into())));
    train.on_page(number, Ok(Box::new(reading("b"))));
    assert_eq!(letters(&train.editor), ["a"]);
}

#[test]
fn an_invalid_source_is_reported_in_place_of_the_page() {
    let mut train = ours();
    let wrong = Err("Invalid proxy address.".to_owned());
    train.apply(TrainAction::Read("a.test".into(), NavigationKind::Typed), wrong);
    assert!(train.reader.wanted.is_none());
    let told = ("a.test".into(), "Invalid proxy address.".into());
    assert_eq!(train.reader.unread, Some(told));
}

#[test]
fn a_listed_page_is_shown_without_a_step_and_can_be_continued() {
    let mut train = ours();
    for name in ["a", "b", "c"] {
        read(&mut train, name, if name == "a" { NavigationKind::Typed } else { NavigationKind::Followed });
    }
    let id = train.current.expect("one is recorded");
    read(&mut train, "a", NavigationKind::Listed(id, 0));
    assert_eq!(letters(&train.editor), ["abc"]);
    assert_eq!(train.reader.back(), None, "it is where the trail begins");
    read(&mut train, "c", NavigationKind::Listed(id, 2));
    assert_eq!(train.reader.back().map(String::as_str), Some("http://b.test/"));
    read(&mut train, "a", NavigationKind::Listed(id, 0));
    read(&mut train, "d", NavigationKind::Followed);
    assert_eq!(letters(&train.editor), ["abcad"]);
}

#[test]
fn changes_are_saved_in_order_and_retried_after_failures() {
    let mut train = ours();
    assert!(train.save().is_none());
    read(&mut train, "a", NavigationKind::Typed);
    let Some(TrailsRequest::Save { edit, put, order, .. }) = train.save() else {
        panic!("nothing is saved");
    };
    assert_eq!((put.len(), order), (1, vec![1]));
    read(&mut train, "b", NavigationKind::Followed);
    assert!(train.save().is_none(), "one is under way");
    train.on_message(TrailsEvent::Saved { edit, saved: Ok(()) });
    assert!(!train.saving.is_saved());
    let next = |train: &mut Train| match train.save() {
        Some(TrailsRequest::Save { edit, .. }) => edit,
        _ => panic!("nothing is saved"),
    };
    let edit = next(&mut train);
    let saved = Err("no room".to_owned());
    train.on_message(TrailsEvent::Saved { edit, saved });
    assert!(train.save().is_none() && train.saving.unsaved.is_some());
    act(&mut train, TrainAction::Retry);
    let edit = next(&mut train);
    train.on_message(TrailsEvent::Saved { edit, saved: Ok(()) });
    assert!(train.saving.is_saved() && train.saving.unsaved.is_none());
}

#[test]
fn trails_open_in_another_tab_are_not_changed_or_recorded() {
    let kept = SavedTrail { id: 1, trail: trail("aB"), source: None };
    let mut train = Train::default();
    train.on_message(opened(vec![kept], true));
    assert_eq!(train.saving.access, TrailAccess::Elsewhere);
    read(&mut train, "x", NavigationKind::Typed);
    for one in [TrainAction::Mark, TrainAction::Begin, TrainAction::Delete(1), TrainAction::Undo] {
        act(&mut train, one);
    }
    train.on_message(TrailsEvent::Read {
        name: "f".into(),
        into: None,
        read: Ok(ImportedTrails { trails: vec![trail("c").into()], warnings: Vec::new() }),
    });
    assert_eq!(letters(&train.editor), ["aB"]);
    assert!(train.files.error.is_some_and(|wrong| wrong.contains("another tab")));
    assert!(train.reader.shown.is_some(), "reading is free");
}

/// A bookmark file with ambiguous folders, suggested as a path and as a set.
fn folders() -> BookmarkFolders {
    let folder = |name: &str, suggested| BookmarkFolder { name: name.into(), pages: 2, suggested };
    BookmarkFolders {
        name: "b.html".into(),
        file: JsValue::NULL.unchecked_into(),
        folders: vec![folder("way", TrailKind::Path), folder("good", TrailKind::Set)],
    }
}

#[test]
fn the_kinds_of_folders_are_suggested_and_the_person_changes_them() {
    use TrailKind::{Path, Set};
    let mut train = ours();
    train.on_message(TrailsEvent::Folders(folders()));
    let source = || Ok(Source::Demo);
    for (action, kinds) in [
        (TrainAction::FolderKind(0, Set), [Set, Set]),
        (TrainAction::FolderKinds(Some(Path)), [Path, Path]),
        (TrainAction::FolderKind(2, Set), [Path, Path]),
        (TrainAction::FolderKinds(None), [Path, Set]),
    ] {
        train.apply(action, source());
        let question = train.files.folders.as_ref().expect("it is still asked");
        assert_eq!(question.kinds, kinds);
        let TrailsRequest::ReadFile { kinds: sent, .. } = question.request() else {
            panic!("no file is read");
        };
        assert_eq!(sent.as_deref(), Some(&kinds[..]));
    }
    train.apply(TrainAction::CloseFolders, source());
    assert_eq!(train.files.folders, None);
}

#[test]
fn a_set_has_only_good_pages_leads_nowhere_and_nothing_is_recorded_into_it() {
    let mut train = ours();
    train.on_message(TrailsEvent::Read {
        name: "f".into(),
        into: None,
        read: Ok(ImportedTrails { trails: vec![trail("ab").into(), trail("cdE").into()], warnings: Vec::new() }),
    });
    assert_eq!(train.counts.leading, 1);
    let id = train.editor.trails()[1].id;
    train.apply(TrainAction::SetKind(id, TrailKind::Set), Ok(Source::Demo));
    assert_eq!(letters(&train.editor), ["ab", "CDE"]);
    assert_eq!((train.counts.leading, train.counts.relevant), (0, 3));
    read(&mut train, "c", NavigationKind::Listed(id, 0));
    assert_eq!(train.reader.back(), None);
    read(&mut train, "x", NavigationKind::Followed);
    assert_eq!(letters(&train.editor), ["ab", "CDE", "Cx"]);
    train.apply(TrainAction::SetKind(id, TrailKind::Path), Ok(Source::Demo));
    assert_eq!(letters(&train.editor), ["ab", "CdE", "Cx"]);
}

#[test]
fn a_file_without_trails_changes_nothing_and_reports_the_reason() {
    let mut train = ours();
    read(&mut train, "a", NavigationKind::Typed);
    let wrong = |read| TrailsEvent::Read { name: "x.html".into(), into: None, read };
    train.on_message(wrong(Err("this is not a bookmark file".into())));
    let message = "Could not import “x.html”: this is not a bookmark file.";
    assert_eq!(train.files.error.as_deref(), Some(message));
    assert_eq!(letters(&train.editor), ["a"]);
    train.on_message(wrong(Ok(ImportedTrails {
        trails: vec![trail("bC").into(), trail("d").into()],
        warnings: vec!["one was left out".into()],
    })));
    assert_eq!((letters(&train.editor).len(), train.files.warnings.len()), (3, 1));
    let message = "Imported 2 trails with 3 pages from “x.html”.";
    assert_eq!(train.editor.steps().last().map(|step| step.description.as_str()), Some(message));
}

/// A tab that has these trails and reads a page.
fn reads(trails: &[&str], letter: &str, way: NavigationKind) -> Train {
    let mut train = Train::default();
    let kept = editor(trails).trails().iter().map(|kept| (**kept).clone()).collect();
    train.on_message(opened(kept, false));
    train.current = Some(1);
    open(&mut train, letter, way);
    train
}

fn open(train: &mut Train, letter: &str, way: NavigationKind) {
    let address = format!("http://{letter}.test/");
    train.apply(TrainAction::Read(address, way), Ok(Source::Demo));
    let number = train.reader.wanted.as_ref().expect("it is asked for").number;
    train.on_page(number, Ok(Box::new(reading(letter))));
}

fn found(letter: &str) -> SuggestedPage {
    SuggestedPage {
        url: reading(letter).url,
        title: letter.into(),
        fit: 0.5,
        words: vec!["spider".into()],
        anchor: String::new(),
        between: None,
    }
}

fn ahead(from: &str, letters: &[&str]) -> LookAheadUpdate {
    LookAheadUpdate {
        url: reading(from).url,
        status: LookAheadStatus::Done,
        pages_checked: 9,
        suggestions: letters.iter().map(|letter| found(letter)).collect(),
        problem: None,
    }
}

#[test]
fn look_ahead_is_off_by_default_and_needs_no_marks() {
    let mut train = reads(&["ab"], "b", NavigationKind::Listed(1, 1));
    assert_eq!(train.look_ahead_request(), None, "off at first");
    train.apply(TrainAction::LookAhead(true), Ok(Source::Demo));
    let look = train.look_ahead_request().expect("a page is read");
    assert_eq!((look.url, weights(&train)), (reading("b").url, vec![("b".into(), 1.0)]));
}

/// The pages that are sent to the worker, by their letters, with their weights.
fn weights(train: &Train) -> Vec<(String, f64)> {
    let look = train.look_ahead_request().expect("it is on");
    let letter = |url: &str| url["http://".len()..="http://".len()].to_owned();
    let told = look.read.iter();
    told.map(|page| (letter(&page.url), page.weight)).collect()
}

/// A tab with one trail of visits, letters with their seconds. It reads a page outside all trails and looks ahead.
fn visited(visits: &[(&str, u64)]) -> Train {
    let one = |(letter, at): &(&str, u64)| TrailPage {
        visited_at: Some(1_000 * at),
        ..page(&letter.to_lowercase(), letter.chars().all(char::is_uppercase))
    };
    let saved = SavedTrail {
        id: 1,
        trail: Trail { pages: visits.iter().map(one).collect(), ..Trail::default() },
        source: None,
    };
    let mut train = Train::default();
    train.on_message(opened(vec![saved], false));
    // The person was away since the visits.
    train.set_time(10_000_000);
    train.apply(TrainAction::LookAhead(true), Ok(Source::Demo));
    open(&mut train, "z", NavigationKind::Typed);
    train
}

fn assert_weights(train: &Train, wanted: &[(&str, f64)]) {
    let weights = weights(train);
    // The number of pages read since counts: a page counts half after 20 of them.
    let faded =
        (wanted.iter().enumerate()).map(|(age, (letter, weight))| (*letter, weight * 0.5_f64.powf(age as f64 / 20.0)));
    let same = |((a, b), (c, d)): ((&str, f64), &(String, f64))| a == c && (b - d).abs() < 1e-9;
    let count = wanted.len() == weights.len();
    assert!(count && faded.zip(&weights).all(same), "{weights:?} instead of {wanted:?}");
}

#[test]
fn each_sign_of_interest_is_a_third_and_the_page_being_read_has_all() {
    // a: read for 15 of 30 seconds and followed. b: a minute, then a step back. a again: a second, and followed.
    // c: the last visit, of unknown duration.
    let train = visited(&[("a", 0), ("b", 15), ("a", 75), ("c", 76)]);
    let a = (1.0 + 16.0 / 30.0 + 1.0) / 3.0;
    let b = (1.0 + 1.0) / 3.0;
    assert_weights(&train, &[("z", 1.0), ("c", 1.0 / 3.0), ("a", a), ("b", b)]);
}

#[test]
fn skipped_pages_and_time_away_do_not_count_as_interest() {
    // b: a second, and back. c: more than half an hour until the next page.
    let train = visited(&[("a", 0), ("b", 60), ("a", 61), ("c", 91), ("d", 2_000), ("c", 2_001)]);
    let a = 1.0;
    let c = (1.0 + 1.0) / 3.0;
    assert_weights(&train, &[("z", 1.0), ("c", c), ("a", a)]);
}

#[test]
fn marks_count_twice_and_only_what_a_person_rates_counts_against() {
    let mut train = visited(&[("a", 0), ("B", 60), ("C", 61)]);
    let weights = [("z", 1.0), ("c", 2.0), ("b", 2.0), ("a", 1.0)];
    assert_weights(&train, &weights);
    // A removed mark is no rating.
    train.apply(TrainAction::Relabel(1, 2, false), Ok(Source::Demo));
    let unmarked = [("z", 1.0), ("c", 1.0 / 3.0), ("b", 2.0), ("a", 1.0)];
    assert_weights(&train, &unmarked);
    let rate = |url: &str, good| TrainAction::Judge(url.into(), String::new(), good);
    train.apply(rate("http://c.test/", false), Ok(Source::Demo));
    assert_weights(&train, &[("z", 1.0), ("c", -2.0), ("b", 2.0), ("a", 1.0)]);
    train.apply(TrainAction::Undo, Ok(Source::Demo));
    assert_weights(&train, &unmarked);
    train.apply(rate("http://c.test/", true), Ok(Source::Demo));
    assert_weights(&train, &weights);
}

#[test]
fn the_page_being_read_can_be_rated_as_not_relevant_and_that_is_withdrawn_by_a_second_press() {
    let mut train = reads(&["aB"], "b", NavigationKind::Listed(1, 1));
    train.apply(TrainAction::LookAhead(true), Ok(Source::Demo));
    for (action, marks, weight) in [
        (TrainAction::Reject, "ab", -2.0),
        (TrainAction::Reject, "ab", 1.0),
        (TrainAction::Reject, "ab", -2.0),
        (TrainAction::Mark, "aB", 2.0),
        (TrainAction::Mark, "ab", 1.0),
        (TrainAction::Undo, "aB", 2.0),
    ] {
        train.apply(action.clone(), Ok(Source::Demo));
        assert_eq!(letters(&train.editor), [marks], "{action:?}");
        assert_weights(&train, &[("b", weight)]);
    }
}

#[test]
fn a_rating_as_not_relevant_survives_a_reload() {
    let mut train = reads(&["aB"], "a", NavigationKind::Listed(1, 0));
    train.apply(TrainAction::Reject, Ok(Source::Demo));
    let Some(TrailsRequest::Save { rated, .. }) = train.save() else {
        panic!("nothing to save");
    };
    assert_eq!(rated, ["http://a.test/"]);
    let trails: Vec<SavedTrail> = train.editor.trails().iter().map(|kept| (**kept).clone()).collect();
    let told = SavedTrails { trails, rated, ..SavedTrails::default() };
    let mut reloaded = Train::default();
    reloaded.on_message(TrailsEvent::Trails(Ok(told)));
    open(&mut reloaded, "a", NavigationKind::Listed(1, 0));
    assert!(reloaded.editor.is_rejected("http://a.test/"));
    reloaded.apply(TrainAction::LookAhead(true), Ok(Source::Demo));
    assert_weights(&reloaded, &[("a", -2.0), ("b", 2.0)]);
    assert!(!reloaded.editor.is_rejected("http://b.test/"));
}

#[test]
fn ratings_of_both_tabs_stay_and_those_of_a_deleted_page_are_not_saved() {
    let mut own = editor(&["ab"]);
    let before = own.trails().clone();
    own.reject("http://a.test/", "A");
    let mut other = TrailEditor::new(before.iter().map(|kept| (**kept).clone()).collect(), 0);
    other.judge("http://n.test/", "N", false);
    own.rebase(&before, other);
    assert_eq!(own.rated(), ["http://a.test/", "http://n.test/"]);
    own.remove_page(1, 0);
    assert_eq!(own.rated(), ["http://n.test/"]);
    own.undo();
    assert!(own.is_rejected("http://a.test/"));
}

#[test]
fn pages_in_trails_are_not_suggested_and_messages_about_other_pages_are_ignored() {
    let mut train = reads(&["aB"], "b", NavigationKind::Listed(1, 1));
    train.apply(TrainAction::LookAhead(true), Ok(Source::Demo));
    train.reader.on_ahead_message(ahead("x", &["c"]));
    assert!(train.suggestions().is_empty());
    train.reader.on_ahead_message(ahead("b", &["a", "c", "d"]));
    let urls = |train: &Train| -> Vec<String> {
        let all = train.suggestions().into_iter();
        all.map(|found| found.title.clone()).collect()
    };
    assert_eq!(urls(&train), ["c", "d"]);
    open(&mut train, "c", NavigationKind::Ahead);
    assert_eq!(letters(&train.editor), ["aBc"], "opened: a step from the page being read");
    assert!(urls(&train).is_empty(), "they were ahead of the page before");
    train.apply(TrainAction::Undo, Ok(Source::Demo));
    assert_eq!(letters(&train.editor), ["aB"]);
    train.apply(TrainAction::LookAhead(false), Ok(Source::Demo));
    train.reader.on_ahead_message(ahead("c", &["d"]));
    assert!(urls(&train).is_empty(), "off");
}

#[test]
fn look_ahead_skips_a_page_on_which_the_worker_crashed() {
    let mut train = reads(&["aB"], "b", NavigationKind::Listed(1, 1));
    train.apply(TrainAction::LookAhead(true), Ok(Source::Demo));
    train.on_worker_crash();
    assert!(train.reader.crashed_here() && train.look_ahead_request().is_none());
    open(&mut train, "a", NavigationKind::Listed(1, 0));
    assert!(!train.reader.crashed_here() && train.look_ahead_request().is_some());
}

fn ranked(letters: &[&str]) -> UncertaintyEvent {
    let doubt = |letter: &&str| UncertainPage {
        url: format!("http://{letter}.test/"),
        title: letter.to_uppercase(),
        probability: 0.5,
        is_new: *letter == "n",
    };
    UncertaintyEvent::Ranked {
        number: 1,
        ranked: Ok(UncertaintyRanking { pages: 9, unknown: 0, uncertain: letters.iter().map(doubt).collect() }),
    }
}

#[test]
fn an_uncertain_page_is_rated_once_and_ratings_can_be_undone() {
    let mut train = reads(&["aB", "cB"], "b", NavigationKind::Listed(1, 1));
    train.apply(TrainAction::RankUncertain(true), Ok(Source::Demo));
    let request = train.uncertainty.request.as_deref();
    assert!(matches!(request, Some(UncertaintyRequest::Rank { number: 1, labels, .. }) if labels.len() == 3));
    train.on_uncertainty_message(ranked(&["a", "b", "n"]));
    let left = |train: &Train| train.doubts().len();
    assert_eq!((left(&train), train.uncertainty.request.is_some()), (3, false));
    for (letter, relevant, after) in [
        ("a", true, &["AB", "cB"][..]),
        // Nothing changes except that it is no longer uncertain.
        ("b", true, &["AB", "cB"]),
        ("n", false, &["AB", "cB", "n"]),
    ] {
        let url = format!("http://{letter}.test/");
        let judge = TrainAction::Judge(url, letter.to_uppercase(), relevant);
        train.apply(judge, Ok(Source::Demo));
        assert_eq!(letters(&train.editor), after);
    }
    assert_eq!(left(&train), 0);
    for (doubts, after) in [(1, &["AB", "cB"][..]), (2, &["AB", "cB"]), (3, &["aB", "cB"])] {
        train.apply(TrainAction::Undo, Ok(Source::Demo));
        assert_eq!(
            (left(&train), letters(&train.editor)),
            (doubts, after.iter().map(|one| (*one).to_owned()).collect())
        );
    }
}

#[test]
fn a_canceled_ranking_is_not_shown() {
    let mut train = reads(&["aB"], "b", NavigationKind::Listed(1, 1));
    train.apply(TrainAction::RankUncertain(true), Ok(Source::Demo));
    train.apply(TrainAction::RankUncertain(false), Ok(Source::Demo));
    train.on_uncertainty_message(ranked(&["a"]));
    assert!(train.doubts().is_empty() && train.uncertainty.part.is_none());
}

/// Reads a page of a source, which comes.
fn read_from(train: &mut Train, name: &str, way: NavigationKind, source: &Source) {
    let address = format!("http://{name}.test/");
    train.apply(TrainAction::Read(address, way), Ok(source.clone()));
    let wanted = train.reader.wanted.clone().expect("it is wanted");
    let read = ReaderPage { source: wanted.source.clone(), ..reading(name) };
    train.on_page(wanted.number, Ok(Box::new(read)));
}

fn sources(train: &Train) -> Vec<Option<Source>> {
    let all = train.editor.trails().iter();
    all.map(|kept| kept.source.clone()).collect()
}

#[test]
fn a_trail_has_the_source_of_its_pages_and_goes_on_in_no_other() {
    let recorded = Source::RecordedIn("web.warc".to_owned());
    let mut train = ours();
    read_from(&mut train, "a", NavigationKind::Typed, &recorded);
    read_from(&mut train, "b", NavigationKind::Followed, &recorded);
    assert_eq!(sources(&train), [Some(recorded.clone())]);
    read_from(&mut train, "c", NavigationKind::Followed, &Source::Demo);
    assert_eq!(letters(&train.editor), ["ab", "c"]);
    let both = [Some(recorded.clone()), Some(Source::Demo)];
    assert_eq!(sources(&train), both);
    // A page of a trail is read from the source of the trail, whatever the form shows.
    let id = train.editor.trails()[0].id;
    let listed = NavigationKind::Listed(id, 0);
    train.apply(TrainAction::Read("http://a.test/".into(), listed), Ok(Source::Proxy));
    let wanted = train.reader.wanted.clone().expect("it is wanted");
    assert_eq!(wanted.source, recorded);
    act(&mut train, TrainAction::Undo);
    assert_eq!(sources(&train), [Some(recorded)], "undone with its trail");
}

#[test]
fn imported_trails_bring_their_sources_which_a_trail_without_one_gets_with_their_pages() {
    let sourced = |letters: &str, source: Option<Source>| SourcedTrail { trail: trail(letters), source };
    let mut train = ours();
    train.on_message(TrailsEvent::Read {
        name: "f".into(),
        into: None,
        read: Ok(ImportedTrails {
            trails: vec![sourced("ab", None), sourced("c", Some(Source::Direct))],
            warnings: Vec::new(),
        }),
    });
    assert_eq!(sources(&train), [None, Some(Source::Direct)]);
    let ids: Vec<u32> = train.editor.trails().iter().map(|kept| kept.id).collect();
    act(&mut train, TrainAction::Merge(ids[1], ids[0]));
    assert_eq!(letters(&train.editor), ["abc"]);
    assert_eq!(sources(&train), [Some(Source::Direct)]);
}
