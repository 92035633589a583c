//! Tests the judgments of pages: they are shown at once, saved afterwards, and decide which results are listed.

use crate::fakes::record::record;
use page_state::crawl::ranking::{JudgmentFilter, ResultFilter, ResultsAction};
use page_state::crawl::steer::SteerAction;
use page_state::effect::Effect;
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::library::{LibraryContents, LibraryEvent, LibraryRequest};
use protocol::revisit::{Revisit, RevisitEvent};
use protocol::steer::Change;
use protocol::subjects::{JudgmentsEvent, JudgmentsRequest, Subject, SubjectSummary};
use protocol::{Batch, Opened, ToPage, ToWorker};
use types::judgment::{Judgment, JudgmentChange, JudgmentState};
use types::report::{EndReason, Notification, Phase, Progress};
use types::url::CanonicalUrl;

fn page(n: u32) -> CanonicalUrl {
    record(n, 0.5).url
}

fn tell(state: &mut State, messages: Vec<ToPage>) -> Vec<Effect> {
    state.apply(Action::Worker(WorkerAction::Messages(messages)))
}

/// Returns a stopped crawl of three pages, whose topic is not known yet.
fn stopped() -> State {
    let mut state = State::new("", None);
    let notifications = [1, 2, 3].map(|n| Notification::Page(Box::new(record(n, f64::from(n) / 10.0))));
    let progress = Progress { phase: Phase::Ended(EndReason::Stopped), pages: 3, ..Progress::default() };
    let batch = Batch { progress, notifications: notifications.into(), ..Batch::default() };
    let opened = Opened { id: "a".into(), ..Opened::default() };
    tell(&mut state, vec![ToPage::Opened(Box::new(opened)), ToPage::Batch(Box::new(batch))]);
    state
}

fn judgments(judged: &[(u32, JudgmentState)]) -> ToPage {
    let judgment = |state| Judgment { state: Some(state), ..Judgment::default() };
    let judgments = judged.iter().map(|(n, state)| (page(*n), judgment(*state))).collect();
    let (crawl, subject) = ("a".to_owned(), "topic".to_owned());
    ToPage::Judgments(Box::new(JudgmentsEvent::Judgments { crawl, subject, judgments, gone: Vec::new() }))
}

fn toggle(state: &mut State, n: u32, judged: JudgmentState) -> Vec<Effect> {
    state.apply(Action::Judge(page(n), JudgmentChange::Toggle(judged)))
}

/// Returns the changes that are saved, in order.
fn saved(effects: &[Effect]) -> Vec<(CanonicalUrl, JudgmentChange)> {
    let save = |effect: &Effect| match effect {
        Effect::Send(ToWorker::Judgments(JudgmentsRequest::Judge(edit))) => {
            assert_eq!(edit.subject, "topic");
            Some((edit.url.clone(), edit.change.clone()))
        }
        _ => None,
    };
    effects.iter().filter_map(save).collect()
}

/// Returns the ratings from which the crawl learns.
fn ratings(effects: &[Effect]) -> Vec<Option<bool>> {
    let rating = |effect: &Effect| match effect {
        Effect::Send(ToWorker::Steer(change)) => match &**change {
            Change::Judged { good, .. } => Some(*good),
            _ => None,
        },
        _ => None,
    };
    effects.iter().filter_map(rating).collect()
}

fn listed(state: &State) -> Vec<u32> {
    let ranking = &state.crawl.ranking;
    (0..ranking.len()).filter_map(|place| Some(ranking.at(place)?.n)).collect()
}

#[test]
fn a_judgment_is_shown_at_once_saved_with_the_topic_and_learned_from() {
    let mut state = stopped();
    tell(&mut state, vec![judgments(&[])]);
    for (judged, rating) in [
        (JudgmentState::Kept, vec![Some(true)]),
        (JudgmentState::Later, vec![None]),
        (JudgmentState::Discarded, vec![Some(false)]),
    ] {
        let effects = toggle(&mut state, 2, judged);
        assert_eq!(state.crawl.judgments.state(&page(2)), Some(judged));
        assert_eq!(saved(&effects), [(page(2), JudgmentChange::Set(Some(judged)))]);
        assert_eq!(ratings(&effects), rating, "{judged:?}");
    }
    let undo = Change::Judged { url: page(2), good: None };
    let effects = state.apply(Action::Steer(SteerAction::Change(Box::new(undo))));
    let before = Some(JudgmentState::Later);
    assert_eq!(state.crawl.judgments.state(&page(2)), before, "an undo restores the state before");
    assert_eq!((saved(&effects), ratings(&effects)), (vec![(page(2), JudgmentChange::Set(before))], vec![None]));
}

#[test]
fn a_note_and_tags_teach_nothing() {
    let mut state = stopped();
    tell(&mut state, vec![judgments(&[])]);
    for change in [JudgmentChange::Note("a survey".into()), JudgmentChange::AddTags("read, survey".into())] {
        let effects = state.apply(Action::Judge(page(1), change.clone()));
        assert_eq!((saved(&effects), ratings(&effects)), (vec![(page(1), change)], Vec::new()));
    }
    state.apply(Action::Judge(page(1), JudgmentChange::RemoveTag("read".into())));
    let judgment = state.crawl.judgments.get(&page(1)).expect("it is judged");
    assert_eq!((judgment.note.as_str(), &judgment.tags[..]), ("a survey", &["survey".to_owned()][..]));
}

#[test]
fn judgments_before_the_topic_is_known_are_sent_once_it_is() {
    let mut state = stopped();
    assert_eq!(saved(&toggle(&mut state, 1, JudgmentState::Kept)), []);
    let effects = tell(&mut state, vec![judgments(&[(1, JudgmentState::Later), (3, JudgmentState::Discarded)])]);
    assert_eq!(saved(&effects), [(page(1), JudgmentChange::Set(Some(JudgmentState::Kept)))]);
    let state_of = |n| state.crawl.judgments.state(&page(n));
    assert_eq!([1, 2, 3].map(state_of), [Some(JudgmentState::Kept), None, Some(JudgmentState::Discarded)]);
}

#[test]
fn judgments_that_could_not_be_read_or_saved_are_reported_until_they_are() {
    let mut state = stopped();
    let event = |event| vec![ToPage::Judgments(Box::new(event))];
    tell(&mut state, event(JudgmentsEvent::Unsaved("full".into())));
    tell(&mut state, event(JudgmentsEvent::Failed("unreadable".into())));
    let (unread, unsaved) = ("Judgments could not be read: unreadable.", "Judgments are not saved: full.");
    assert_eq!(state.crawl.judgments.problems(), [unread, unsaved]);
    tell(&mut state, event(JudgmentsEvent::Saved));
    assert_eq!(state.crawl.judgments.problems(), [unread]);
    tell(&mut state, vec![judgments(&[])]);
    assert!(state.crawl.judgments.problems().is_empty());
}

#[test]
fn results_are_filtered_by_judgment_and_change_with_it() {
    let mut state = stopped();
    tell(&mut state, vec![judgments(&[(1, JudgmentState::Kept)])]);
    state.apply(Action::Judge(page(3), JudgmentChange::AddTags("read".into())));
    let filter = |state: &mut State, judgment: JudgmentFilter| {
        assert_eq!(JudgmentFilter::named(&judgment.name()), Some(judgment.clone()));
        let filter = ResultFilter { judgment: Some(judgment), ..ResultFilter::default() };
        state.apply(Action::Results(ResultsAction::Filter(filter)));
        listed(state)
    };
    assert_eq!(filter(&mut state, JudgmentFilter::Tag("read".into())), [3]);
    assert_eq!(filter(&mut state, JudgmentFilter::State(JudgmentState::Kept)), [1]);
    assert_eq!(filter(&mut state, JudgmentFilter::NotJudged), [3, 2]);
    toggle(&mut state, 3, JudgmentState::Discarded);
    assert_eq!(listed(&state), [2]);
    toggle(&mut state, 3, JudgmentState::Discarded);
    assert_eq!(listed(&state), [3, 2]);
}

#[test]
fn a_judgment_without_a_filter_leaves_the_list_of_results_as_it_is() {
    let mut state = stopped();
    tell(&mut state, vec![judgments(&[])]);
    let before = state.crawl.ranking.clone();
    toggle(&mut state, 2, JudgmentState::Kept);
    assert!(state.crawl.ranking == before, "it is the same value, so that nothing is computed from it again");
}

#[test]
fn a_page_that_is_judged_in_its_topic_is_judged_in_the_crawl_and_saved_once() {
    let mut state = stopped();
    let catalog = ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() };
    tell(&mut state, vec![catalog, judgments(&[])]);
    let effects = state.apply(Action::Moved("#/library?topic=topic".into(), None));
    let request = ToWorker::Library(LibraryRequest::OpenSubject("topic".into()));
    assert!(effects.contains(&Effect::Send(request)), "{effects:?}");
    let pages = LibraryEvent::Subject("topic".into(), Ok(Box::default()));
    tell(&mut state, vec![ToPage::Library(Box::new(pages))]);
    let subjects = ["topic", "another"]
        .map(|id| SubjectSummary { subject: Subject { id: id.to_owned(), ..Subject::default() }, judged: [0, 1, 0] });
    let contents = LibraryContents { subjects: subjects.into(), ..LibraryContents::default() };
    tell(&mut state, vec![ToPage::Library(Box::new(LibraryEvent::Contents(Ok(contents))))]);
    let counts = |state: &State| -> Vec<[u32; 3]> {
        let contents = state.library.contents.as_ref().expect("they are known").as_ref().expect("they were read");
        contents.subjects.iter().map(|summary| summary.judged).collect()
    };
    let effects = state.apply(Action::JudgeInSubject(page(2), JudgmentChange::Toggle(JudgmentState::Kept)));
    assert_eq!((saved(&effects).len(), ratings(&effects)), (1, vec![Some(true)]));
    assert_eq!(counts(&state), [[1, 1, 0], [0, 1, 0]], "the figures of the topic follow at once");
    let open = state.library.subject.as_ref().expect("it is open");
    for judgments in [&open.judgments, &state.crawl.judgments] {
        assert_eq!(judgments.state(&page(2)), Some(JudgmentState::Kept));
    }
    toggle(&mut state, 2, JudgmentState::Discarded);
    assert_eq!(counts(&state)[0], [0, 1, 1]);
}

#[test]
fn a_revisit_of_the_open_crawl_marks_the_pages_that_are_gone() {
    let mut state = stopped();
    let result = RevisitEvent::Result { id: "a".into(), result: Ok(Revisit::default()) };
    let effects = tell(&mut state, vec![ToPage::Revisit(Box::new(result))]);
    assert!(effects.contains(&Effect::Send(ToWorker::Judgments(JudgmentsRequest::Of("a".into())))));
    let (crawl, subject) = ("a".to_owned(), "topic".to_owned());
    let event = JudgmentsEvent::Judgments { crawl, subject, judgments: Vec::new(), gone: vec![2] };
    tell(&mut state, vec![ToPage::Judgments(Box::new(event))]);
    assert_eq!([1, 2].map(|n| state.crawl.judgments.is_gone(n)), [false, true]);
}
