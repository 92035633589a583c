//! Tests the filter of a topic's pages, which its export obeys.

use page_state::crawl::ranking::JudgmentFilter;
use page_state::effect::Effect;
use page_state::library::subject_pages::{PageFilter, StateFilter};
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::library::{ExportRequest, ExportScope, LibraryContents, LibraryEvent, LibraryRequest};
use protocol::subjects::{Subject, SubjectPage, SubjectPages, SubjectSummary, SubjectUpdate};
use protocol::{ToPage, ToWorker};
use types::export::{DocumentsFormat, ExportFormat};
use types::judgment::{Judgment, JudgmentState};
use types::report::{Millis, PageRecord};
use types::url::CanonicalUrl;

fn url(n: u32) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://a.test/{n}")).expect("is a URL")
}

/// Returns a page that was first seen at a time.
fn page(n: u32, title: &str, first_seen: Millis) -> SubjectPage {
    let mut record: PageRecord = crate::fakes::record::record(n, 0.5);
    record.fetch.at = first_seen;
    title.clone_into(&mut record.text.title);
    SubjectPage::new(&record, &[])
}

/// Returns the page of a topic with four pages: the first is kept, the last two were first seen in an update, the third
/// is discarded and has changed, the fourth is gone.
fn topic_page() -> State {
    let mut state = State::new("", None);
    let catalog = ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() };
    state.apply(Action::Worker(WorkerAction::Messages(vec![catalog])));
    state.apply(Action::Moved("#/library?topic=t".into(), None));
    let updates = vec![SubjectUpdate { began: 5, ended: Some(9), found: None }];
    let subject = Subject { id: "t".into(), updates, ..Subject::default() };
    let subjects = vec![SubjectSummary { subject, judged: [1, 0, 1] }];
    let contents = LibraryContents { subjects, ..LibraryContents::default() };
    let mut pages = vec![page(1, "Dens", 1), page(2, "Red foxes", 1), page(3, "Foxes in dens", 6), page(4, "Owls", 7)];
    pages[2].changes.push(8);
    pages[3].gone = Some(8);
    let judged = |state| Judgment { state: Some(state), ..Judgment::default() };
    let kept = Judgment { note: "For the talk".into(), tags: ["den".into()].into(), ..judged(JudgmentState::Kept) };
    let judgments = vec![(url(1), kept), (url(3), judged(JudgmentState::Discarded))];
    let pages = SubjectPages { pages, judgments, unreadable: 0 };
    for event in [LibraryEvent::Contents(Ok(contents)), LibraryEvent::Subject("t".into(), Ok(Box::new(pages)))] {
        state.apply(Action::Worker(WorkerAction::Messages(vec![ToPage::Library(Box::new(event))])));
    }
    state
}

fn listed(state: &State) -> Vec<CanonicalUrl> {
    state.library.listed_pages().into_iter().map(|page| page.url.clone()).collect()
}

fn exported(state: &mut State, format: ExportFormat) -> ExportRequest {
    let effects = state.apply(Action::ExportSubject(format));
    let request = effects.into_iter().find_map(|effect| match effect {
        Effect::Send(ToWorker::Library(LibraryRequest::Export(request))) => Some(request),
        _ => None,
    });
    request.expect("a request")
}

#[test]
fn pages_of_a_topic_are_filtered_by_words_and_state() {
    let mut state = topic_page();
    for (words, filter, expected) in [
        ("", "", vec![1, 2, 3, 4]),
        ("FOXES", "", vec![2, 3]),
        ("dens  foxes", "", vec![3]),
        ("a.test/4", "", vec![4]),
        ("talk", "", vec![1]),
        ("", "kept", vec![1]),
        ("foxes", "discarded", vec![3]),
        ("", "not-judged", vec![2, 4]),
        ("", "new", vec![4]),
        ("", "changed", vec![3]),
        ("", "gone", vec![4]),
    ] {
        let filter = PageFilter { words: words.into(), state: StateFilter::named(filter) };
        let wanted = filter.clone();
        state.apply(Action::FilterSubject(Box::new(move |filter| *filter = wanted)));
        assert_eq!(listed(&state), expected.into_iter().map(url).collect::<Vec<_>>(), "{filter:?}");
    }
    let judgments = &state.library.subject.as_ref().expect("it is open").judgments;
    let chosen = JudgmentFilter::Tag("nest".into());
    assert!(judgments.tags(Some(&chosen)).iter().eq(&["den", "nest"]), "a filter is in the menu while it is chosen");
}

#[test]
fn a_topic_is_exported_with_the_pages_that_its_filter_lists() {
    let mut state = topic_page();
    let whole = ExportRequest { scope: ExportScope::Topic, ..ExportRequest::whole("t", ExportFormat::Ris) };
    assert_eq!(exported(&mut state, ExportFormat::Ris), whole);
    let kept = JudgmentFilter::named(JudgmentState::Kept.word()).expect("a state is a filter");
    state.apply(Action::FilterSubject(Box::new(move |filter| {
        *filter = PageFilter { state: StateFilter::Judged(kept), ..PageFilter::default() };
    })));
    assert_eq!(exported(&mut state, ExportFormat::Ris), ExportRequest { pages: Some(vec![url(1)]), ..whole });
    let documents = exported(&mut state, ExportFormat::Documents(DocumentsFormat::Urls));
    assert_eq!(documents.pages, None, "documents are no pages");
}
