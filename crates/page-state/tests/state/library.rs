//! Tests the messages and the state of the Library.

use page_state::effect::Effect;
use page_state::library::status::CrawlStatus;
use page_state::library::{Library, LibraryAction};
use page_state::route::{Route, read};
use page_state::text::{bytes, shown};
use protocol::library::{
    CrawlSummary, ExportRequest, ImportResult, LibraryContents, LibraryEvent, LibraryRequest, SearchResults,
};
use protocol::revisit::RevisitRequest;
use protocol::{Source, ToWorker};
use std::rc::Rc;
use types::export::ExportFormat;
use types::plan::Plan;
use types::report::{EndReason, Phase};
use wasm_bindgen::{JsCast, JsValue};

fn crawl(phase: Phase, is_held: bool) -> CrawlSummary {
    CrawlSummary {
        id: "a".into(),
        name: "a".into(),
        created: 0,
        changed: 0,
        plan: Plan::default(),
        stay: false,
        source: Source::Demo,
        phase,
        pages: 1,
        good: 1,
        bytes: 1,
        body_bytes: 0,
        is_held,
        is_deleted: false,
    }
}

#[test]
fn the_status_of_a_crawl_follows_from_its_phase_and_owner() {
    let ended = Phase::Ended(EndReason::Stopped);
    for (phase, held, here, expected) in [
        (Phase::Running, false, false, CrawlStatus::Interrupted),
        (Phase::Running, true, false, CrawlStatus::Elsewhere),
        (Phase::Running, true, true, CrawlStatus::Here),
        (Phase::Preparing, false, false, CrawlStatus::Interrupted),
        (Phase::Paused, false, false, CrawlStatus::Waiting),
        (Phase::Paused, true, false, CrawlStatus::Elsewhere),
        (Phase::Prepared, true, true, CrawlStatus::Waiting),
        (ended, true, false, CrawlStatus::Ended(EndReason::Stopped)),
    ] {
        assert_eq!(CrawlStatus::new(&crawl(phase, held), here), expected, "{phase:?}");
    }
}

#[test]
fn sizes_are_formatted_with_units() {
    for (count, expected) in [
        (0.0, "0 bytes"),
        (999.0, "999 bytes"),
        (1_500.0, "1.5 kB"),
        (42_400.0, "42 kB"),
        (7_600_000.0, "7.6 MB"),
        (12_345_678_901.0, "12 GB"),
    ] {
        assert_eq!(bytes(count), expected);
    }
}

#[test]
fn names_are_shown_shortened_without_bidi_controls() {
    assert_eq!(shown("a\u{202e}b"), "ab");
    assert!(shown(&"x".repeat(5_000)).len() <= 300);
}

#[test]
fn the_library_has_a_route() {
    assert_eq!(read("#/library").0, Route::Library);
}

#[test]
fn an_answer_to_an_earlier_search_is_not_shown() {
    let mut library = Library::default();
    for words in ["fox", "red fox"] {
        library.apply(LibraryAction::Search(words.into()));
    }
    let found =
        |words: &str| LibraryEvent::SearchResults(SearchResults { search: words.into(), ..SearchResults::default() });
    library.on_message(found("fox"));
    assert!(library.search.results.is_none());
    library.on_message(found("red fox"));
    assert!(library.search.results.is_some() && library.search.pending.is_none());
}

#[test]
fn a_deletion_that_gives_up_judged_pages_says_so_and_can_be_undone() {
    let mut library = Library::default();
    library.apply(LibraryAction::Delete("a".into(), "Foxes".into()));
    library.on_message(LibraryEvent::RecordsGivenUp);
    library.on_message(LibraryEvent::Contents(Ok(LibraryContents::default())));
    assert_eq!(library.feedback.notice, "Deleted “Foxes”.");
    assert!(library.feedback.error.as_ref().is_some_and(|error| error.contains("press “Undo”")));
    let undone = library.apply(LibraryAction::Undo);
    assert_eq!(undone, [Effect::Send(ToWorker::Library(LibraryRequest::Restore("a".into())))]);
    assert_eq!(library.feedback.error, None);
}

#[test]
fn a_file_without_content_is_reported_with_its_reason() {
    let mut library = Library::default();
    library.apply(LibraryAction::Import("x.bin".into(), JsValue::NULL.unchecked_into()));
    library.on_message(LibraryEvent::Imported { name: "x.bin".into(), result: Err("it is cut short".into()) });
    assert_eq!(library.feedback.error.as_deref(), Some("Could not import “x.bin”: it is cut short."));
    library.on_message(LibraryEvent::Imported {
        name: "ok".into(),
        result: Ok(ImportResult::Crawl { id: "a".into(), name: "Foxes".into() }),
    });
    assert_eq!(library.imports.count, 1, "the list is requested again");
}

#[test]
fn the_feedback_on_an_export_belongs_to_its_crawl() {
    let mut library = Library::default();
    library.apply(LibraryAction::Export(ExportRequest::whole("a", ExportFormat::Csv)));
    assert_eq!(library.export_feedback("a").notice, "Creating the file…");
    assert_eq!(library.export_feedback("b").notice, "");
    library.on_message(LibraryEvent::Exported(Err("the disk is full".into())));
    let wrong = library.export_feedback("a").error;
    assert_eq!(wrong.as_deref(), Some("Could not create the file: the disk is full."));
    library.apply(LibraryAction::Delete("b".into(), "b".into()));
    assert_eq!(library.export_feedback("a").notice, "");
}

#[test]
fn a_copied_page_reaches_the_clipboard_and_listed_documents_the_screen() {
    let mut library = Library::default();
    let id = "a".to_owned();
    assert_eq!(library.on_message(LibraryEvent::Copy(Ok("# A".into()))), [Effect::Copy("# A".into())]);
    library.on_message(LibraryEvent::Copy(Err("its response is no longer stored".into())));
    let wrong = library.feedback.error.as_deref();
    assert_eq!(wrong, Some("Could not copy the page: its response is no longer stored."));
    library.on_message(LibraryEvent::Documents { crawl: id.clone(), documents: Ok(Vec::new()) });
    assert_eq!(library.documents, Some((id, Ok(Rc::default()))));
}

#[test]
fn the_buttons_of_the_library_send_their_requests_and_say_what_they_did() {
    let mut library = Library::default();
    library.apply(LibraryAction::Revisit(Some("a".into())));
    let names = || ("a".to_owned(), "Foxes".to_owned());
    let ((id, _), (dropped, bodies)) = (names(), names());
    for (action, request, notice) in [
        (LibraryAction::Request(LibraryRequest::CancelImport), LibraryRequest::CancelImport, ""),
        (LibraryAction::Restore(id.clone()), LibraryRequest::Restore(id.clone()), "Undone."),
        (LibraryAction::Erase(id.clone()), LibraryRequest::Erase(id.clone()), "Deleted a."),
        (
            LibraryAction::DropBodies(dropped, bodies),
            LibraryRequest::DropBodies(id.clone()),
            "Deleted the page bodies of “Foxes”.",
        ),
        (
            LibraryAction::DeleteReaderPages,
            LibraryRequest::DeleteReaderPages,
            "Deleted the page texts. Trails are kept.",
        ),
    ] {
        let deletes = notice.starts_with("Deleted");
        assert_eq!(library.apply(action), [Effect::Send(ToWorker::Library(request))]);
        if deletes {
            assert_eq!(library.feedback.notice, "", "it is not deleted yet");
            library.on_message(LibraryEvent::Contents(Ok(LibraryContents::default())));
        }
        assert_eq!(library.feedback.notice, notice);
    }
    library.apply(LibraryAction::DeleteReaderPages);
    library.on_message(LibraryEvent::Unchanged("the disk is full".into()));
    library.on_message(LibraryEvent::Contents(Ok(LibraryContents::default())));
    assert_eq!(library.feedback.notice, "");
    for (action, request) in [
        (LibraryAction::StopRevisit, RevisitRequest::Stop),
        (LibraryAction::ShowDifference(7), RevisitRequest::Difference { id, n: 7 }),
    ] {
        assert_eq!(library.apply(action), [Effect::Send(ToWorker::Revisit(request))]);
    }
    library.revisits = None;
    assert_eq!(library.apply(LibraryAction::ShowDifference(7)), [], "of no revisit");
}
