//! Tests the update of a topic: revisits, then a crawl, then the digest.

use crate::fakes::crawl_summary::crawl;
use crate::fakes::record::record;
use crate::fakes::topics::catalog;
use page_state::catalog::Catalog;
use page_state::crawl_address::CrawlAddress;
use page_state::effect::Effect;
use page_state::form::Form;
use page_state::library::LibraryAction;
use page_state::library::subjects::{digests, new_since};
use page_state::library::update::{UpdateAction, UpdateStage};
use page_state::starting::StartAction;
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::library::{
    CrawlSummary, LibraryContents, LibraryEvent, LibraryRequest, NewCrawl, UpdateCrawl, UpdateRevisit,
};
use protocol::revisit::{Revisit, RevisitEvent, RevisitRequest};
use protocol::subjects::{Subject, SubjectChange, SubjectPage, SubjectSummary, SubjectUpdate, UPDATE_PAGES};
use protocol::{Batch, Opened, Source, ToPage, ToWorker};
use types::plan::Plan;
use types::report::{EndReason, Notification, Phase, Progress};
use types::url::CanonicalUrl;

fn tell(state: &mut State, messages: Vec<ToPage>) -> Vec<Effect> {
    state.apply(Action::Worker(WorkerAction::Messages(messages)))
}

fn library(event: LibraryEvent) -> Vec<ToPage> {
    vec![ToPage::Library(Box::new(event))]
}

/// Returns the page of a topic, with a worker.
fn topic_page() -> State {
    let mut state = State::new("", None);
    let Catalog { strategies, examples, .. } = catalog();
    tell(&mut state, vec![ToPage::Catalog { strategies, providers: Vec::new(), examples }]);
    state.apply(Action::Moved("#/library?topic=t".into(), None));
    state
}

fn begin(state: &mut State) -> Vec<Effect> {
    state.apply(Action::Library(LibraryAction::Update(UpdateAction::Begin("t".into()))))
}

fn stage(state: &State) -> Option<&UpdateStage> {
    state.library.update.as_ref().map(|update| &update.stage)
}

fn messages(effects: &[Effect]) -> Vec<&ToWorker> {
    let sent = effects.iter().filter_map(|effect| match effect {
        Effect::Send(message) => Some(message),
        _ => None,
    });
    sent.collect()
}

/// Returns the revisit of a crawl whose page of this number is due.
fn due(crawl: &str, requests: u32, n: u32) -> UpdateRevisit {
    UpdateRevisit { crawl: crawl.into(), requests, due: vec![n] }
}

/// Returns the crawls that are revisited, with the number of requests and the pages that are due.
fn revisited(effects: &[Effect]) -> Vec<(&str, u32, &[u32])> {
    let started = messages(effects).into_iter().filter_map(|message| match message {
        ToWorker::Revisit(RevisitRequest::Start { id, requests, due, .. }) => {
            Some((id.as_str(), *requests, due.as_deref().unwrap_or_default()))
        }
        _ => None,
    });
    started.collect()
}

fn revisit_ended(id: &str, result: Result<Revisit, String>) -> Vec<ToPage> {
    vec![ToPage::Revisit(Box::new(RevisitEvent::Result { id: id.into(), result }))]
}

fn new_crawl() -> UpdateCrawl {
    let plan = Plan { query: "red fox".into(), seeds: vec!["http://fox.test/1".into()], pages: 9, ..Plan::default() };
    let plan = Plan { strategy: "reads".into(), ..plan };
    UpdateCrawl::Start(Box::new(NewCrawl { plan, source: Source::Demo, stay: false, model: None }))
}

fn batch(phase: Phase, pages: u32) -> ToPage {
    ToPage::Batch(Box::new(Batch { progress: Progress { phase, pages, ..Progress::default() }, ..Batch::default() }))
}

/// Returns the topics whose updates end, and the addresses that are opened.
fn ends(effects: &[Effect]) -> (Vec<&str>, Vec<String>) {
    let ended = messages(effects).into_iter().filter_map(|message| match message {
        ToWorker::Library(LibraryRequest::ChangeSubject(id, SubjectChange::EndUpdate)) => Some(id.as_str()),
        _ => None,
    });
    let opened = |effect: &'_ Effect| if let Effect::Open(address) = effect { Some(address.clone()) } else { None };
    (ended.collect(), effects.iter().filter_map(opened).collect())
}

#[test]
fn an_update_revisits_each_crawl_then_crawls_and_opens_the_digest() {
    let mut state = topic_page();
    let effects = begin(&mut state);
    let request = ToWorker::Library(LibraryRequest::BeginUpdate { id: "t".into(), pages: UPDATE_PAGES });
    assert!(messages(&effects).contains(&&request), "{effects:?}");
    let chosen = LibraryEvent::Revisits("t".into(), Ok(vec![due("a", 3, 7), due("b", 2, 8)]));
    assert_eq!(revisited(&tell(&mut state, library(chosen))), [("a", 3, [7].as_slice())]);
    let effects = tell(&mut state, revisit_ended("a", Err("it is open elsewhere".into())));
    assert_eq!(revisited(&effects), [("b", 2, [8].as_slice())]);
    assert_eq!(state.library.update.as_ref().map(|update| update.problems.len()), Some(1));
    let effects = tell(&mut state, revisit_ended("b", Ok(Revisit::default())));
    let request = ToWorker::Library(LibraryRequest::CrawlOfUpdate { id: "t".into(), pages: UPDATE_PAGES });
    assert!(messages(&effects).contains(&&request), "{effects:?}");
    let effects = tell(&mut state, library(LibraryEvent::UpdateCrawl("t".into(), Ok(Some(new_crawl())))));
    let started = messages(&effects).into_iter().find_map(|message| match message {
        ToWorker::Start { plan, topic, .. } => Some((plan.pages, plan.seeds.clone(), topic.clone())),
        _ => None,
    });
    assert_eq!(started, Some((9, vec!["http://fox.test/1".to_owned()], Some("t".to_owned()))));
    tell(&mut state, vec![ToPage::Started, ToPage::Kept(Ok("c".into())), batch(Phase::Running, 4)]);
    assert_eq!(stage(&state), Some(&UpdateStage::Crawling { crawl: Some("c".into()), pause_at: u32::MAX }));
    let effects = tell(&mut state, vec![batch(Phase::Ended(EndReason::BudgetSpent), 9)]);
    assert_eq!(ends(&effects), (vec!["t"], vec!["#/library?topic=t".to_owned()]));
    assert_eq!(stage(&state), None);
}

#[test]
fn an_unfinished_crawl_resumes_until_the_budget_is_spent() {
    let mut state = topic_page();
    begin(&mut state);
    tell(&mut state, library(LibraryEvent::Revisits("t".into(), Ok(Vec::new()))));
    let resume = UpdateCrawl::Resume("a".into(), 30);
    let effects = tell(&mut state, library(LibraryEvent::UpdateCrawl("t".into(), Ok(Some(resume)))));
    assert!(messages(&effects).iter().any(|message| matches!(message, ToWorker::Open { id, .. } if id == "a")));
    let opened = ToPage::Opened(Box::new(Opened { id: "a".into(), ..Opened::default() }));
    let effects = tell(&mut state, vec![opened]);
    let sent = messages(&effects);
    let place = |wanted: &ToWorker| sent.iter().position(|message| *message == wanted);
    assert!(place(&ToWorker::PauseAt(30)).is_some_and(|at| Some(at) < place(&ToWorker::Resume)), "{sent:?}");
    let page = Notification::Page(Box::new(record(1, 0.5)));
    let progress = Progress { phase: Phase::Paused, pages: 20, ..Progress::default() };
    let pages = Batch { progress, notifications: vec![page], ..Batch::default() };
    let effects = tell(&mut state, vec![ToPage::Batch(Box::new(pages))]);
    assert_eq!(ends(&effects).0.len(), 0, "the person paused it");
    let effects = tell(&mut state, vec![batch(Phase::Running, 25), batch(Phase::Paused, 30)]);
    assert_eq!(ends(&effects).0, ["t"]);
}

#[test]
fn resume_in_the_library_resumes_a_crawl_that_is_paused_in_this_tab_as_well() {
    let mut state = State::new("", None);
    tell(&mut state, vec![ToPage::Opened(Box::new(Opened { id: "a".into(), ..Opened::default() }))]);
    let open = |id: &str| {
        let form = Form::from_address(CrawlAddress::read(&format!("id={id}")));
        Action::Start(StartAction::AddressOpened(Box::new(form), false))
    };
    assert!(!messages(&state.apply(open("a"))).contains(&&ToWorker::Resume), "the person only looks at it");
    state.apply(Action::Start(StartAction::ResumeOpened("a".into())));
    assert!(messages(&state.apply(open("a"))).contains(&&ToWorker::Resume));
    assert!(!messages(&state.apply(open("a"))).contains(&&ToWorker::Resume), "once");
}

#[test]
fn an_update_that_is_stopped_while_its_crawl_starts_requests_nothing_more() {
    let stop = || Action::Library(LibraryAction::Update(UpdateAction::Stop));
    let delete = || Action::Library(LibraryAction::ChangeSubject("t".into(), SubjectChange::Delete));
    for end in [&stop as &dyn Fn() -> Action, &delete] {
        let mut state = topic_page();
        begin(&mut state);
        tell(&mut state, library(LibraryEvent::Revisits("t".into(), Ok(Vec::new()))));
        tell(&mut state, library(LibraryEvent::UpdateCrawl("t".into(), Ok(Some(new_crawl())))));
        let effects = state.apply(end());
        assert!(messages(&effects).contains(&&ToWorker::Stop), "{effects:?}");

        begin(&mut state);
        tell(&mut state, library(LibraryEvent::Revisits("t".into(), Ok(Vec::new()))));
        let resume = UpdateCrawl::Resume("a".into(), 30);
        tell(&mut state, library(LibraryEvent::UpdateCrawl("t".into(), Ok(Some(resume)))));
        state.apply(end());
        state.apply(stop());
        let opened = ToPage::Opened(Box::new(Opened { id: "a".into(), ..Opened::default() }));
        let effects = tell(&mut state, vec![opened]);
        let sent = messages(&effects);
        assert!(sent.contains(&&ToWorker::Pause) && !sent.contains(&&ToWorker::Resume), "{sent:?}");
        assert_eq!(stage(&state), Some(&UpdateStage::Stopped(None)));
    }
}

#[test]
fn a_resumed_crawl_that_ends_before_the_budget_is_spent_is_followed_by_another() {
    let next = ToWorker::Library(LibraryRequest::CrawlOfUpdate { id: "t".into(), pages: UPDATE_PAGES });
    for (reason, pages, is_followed) in [
        (EndReason::FrontierEmpty, 25, true),
        (EndReason::BudgetSpent, 25, true),
        (EndReason::BudgetSpent, 30, false),
        (EndReason::Stopped, 25, false),
    ] {
        let mut state = topic_page();
        begin(&mut state);
        tell(&mut state, library(LibraryEvent::Revisits("t".into(), Ok(Vec::new()))));
        let resume = UpdateCrawl::Resume("a".into(), 30);
        tell(&mut state, library(LibraryEvent::UpdateCrawl("t".into(), Ok(Some(resume)))));
        tell(&mut state, vec![ToPage::Opened(Box::new(Opened { id: "a".into(), ..Opened::default() }))]);
        let page = Notification::Page(Box::new(record(1, 0.5)));
        let progress = Progress { phase: Phase::Running, pages: 20, ..Progress::default() };
        let pages_before = Batch { progress, notifications: vec![page], ..Batch::default() };
        tell(&mut state, vec![ToPage::Batch(Box::new(pages_before))]);
        let effects = tell(&mut state, vec![batch(Phase::Ended(reason), pages)]);
        assert_eq!(messages(&effects).contains(&&next), is_followed, "{reason:?} at {pages}: {effects:?}");
        assert_eq!(ends(&effects).0.is_empty(), is_followed);
        if is_followed {
            let effects = tell(&mut state, library(LibraryEvent::UpdateCrawl("t".into(), Ok(None))));
            assert_eq!(ends(&effects).0, ["t"]);
        }
    }
}

#[test]
fn an_update_without_a_crawl_ends_on_the_page_of_its_topic() {
    let mut state = topic_page();
    state.apply(Action::Library(LibraryAction::Update(UpdateAction::Limit("30".into()))));
    let effects = begin(&mut state);
    let request = ToWorker::Library(LibraryRequest::BeginUpdate { id: "t".into(), pages: 30 });
    assert!(messages(&effects).contains(&&request), "{effects:?}");
    tell(&mut state, library(LibraryEvent::Revisits("t".into(), Ok(Vec::new()))));
    let effects = tell(&mut state, library(LibraryEvent::UpdateCrawl("t".into(), Ok(None))));
    assert_eq!(ends(&effects), (vec!["t"], vec![]));
    let list = ToWorker::Library(LibraryRequest::OpenSubject("t".into()));
    assert!(messages(&effects).contains(&&list), "its pages are listed again");
}

/// Brings the state to a step of the update.
type Before<'a> = &'a dyn Fn(&mut State);
/// Does something with the state, and returns the effects.
type Step<'a> = &'a dyn Fn(&mut State) -> Vec<Effect>;

#[test]
fn an_update_that_cannot_go_on_tells_why_and_does_not_end() {
    let stop = |state: &mut State| state.apply(Action::Library(LibraryAction::Update(UpdateAction::Stop)));
    let restart = |state: &mut State| state.apply(Action::Worker(WorkerAction::Loading));
    let replace = |state: &mut State| {
        let opened = ToPage::Opened(Box::new(Opened { id: "other".into(), ..Opened::default() }));
        tell(state, vec![opened])
    };
    let crawling = |state: &mut State| {
        tell(state, library(LibraryEvent::Revisits("t".into(), Ok(Vec::new()))));
        tell(state, library(LibraryEvent::UpdateCrawl("t".into(), Ok(Some(new_crawl())))));
        tell(state, vec![ToPage::Started, ToPage::Kept(Ok("c".into())), batch(Phase::Running, 4)]);
    };
    let revisiting = |state: &mut State| {
        tell(state, library(LibraryEvent::Revisits("t".into(), Ok(vec![due("a", 3, 7)]))));
    };
    let cases: [(Before<'_>, Step<'_>, bool, Option<ToWorker>); 4] = [
        (&revisiting, &stop, false, Some(ToWorker::Revisit(RevisitRequest::Stop))),
        (&revisiting, &restart, true, None),
        (&crawling, &stop, false, Some(ToWorker::Pause)),
        (&crawling, &replace, true, None),
    ];
    for (before, step, has_reason, sent) in cases {
        let mut state = topic_page();
        begin(&mut state);
        before(&mut state);
        let effects = step(&mut state);
        assert!(sent.iter().all(|wanted| messages(&effects).contains(&wanted)), "{effects:?}");
        assert!(matches!(stage(&state), Some(UpdateStage::Stopped(reason)) if reason.is_some() == has_reason));
        assert_eq!(ends(&effects).0.len(), 0);
    }
    let mut state = topic_page();
    begin(&mut state);
    tell(&mut state, library(LibraryEvent::Revisits("t".into(), Err("a crawl is running".into()))));
    assert_eq!(stage(&state), Some(&UpdateStage::Stopped(Some("a crawl is running".into()))));
}

#[test]
fn a_crawl_of_an_update_goes_on_with_a_new_worker() {
    let mut state = topic_page();
    begin(&mut state);
    tell(&mut state, library(LibraryEvent::Revisits("t".into(), Ok(Vec::new()))));
    tell(&mut state, library(LibraryEvent::UpdateCrawl("t".into(), Ok(Some(new_crawl())))));
    tell(&mut state, vec![ToPage::Started, ToPage::Kept(Ok("c".into())), batch(Phase::Running, 4)]);
    state.apply(Action::Worker(WorkerAction::Loading));
    assert!(matches!(stage(&state), Some(UpdateStage::Crawling { .. })));
}

fn page(path: &str, first_seen: u64, changes: &[u64], gone: Option<u64>) -> SubjectPage {
    SubjectPage {
        url: CanonicalUrl::parse(&format!("http://a.test/{path}")).expect("a URL"),
        title: String::new(),
        relevance: 0.5,
        first_seen,
        last_seen: first_seen,
        changes: changes.to_vec(),
        gone,
        visited: first_seen,
    }
}

#[test]
fn a_digest_has_what_was_found_from_the_start_of_its_update_to_the_next_one() {
    let pages = [
        page("old", 1, &[], None),
        page("changed", 1, &[12, 25], None),
        page("gone", 1, &[], Some(13)),
        page("new", 15, &[16], None),
        page("newer", 22, &[], Some(23)),
    ];
    let updates = [10, 20].map(|began| SubjectUpdate { began, ended: Some(began + 5), found: None });
    let digests = digests(&updates, &pages);
    let paths = |pages: &[&SubjectPage]| pages.iter().map(|page| page.url.path().to_owned()).collect::<Vec<_>>();
    let found = digests
        .iter()
        .map(|digest| (digest.update.began, paths(&digest.new), paths(&digest.changed), paths(&digest.gone)));
    let owned = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            (20, owned(&["/newer"]), owned(&["/changed"]), owned(&["/newer"])),
            (10, owned(&["/new"]), owned(&["/changed"]), owned(&["/gone"])),
        ]
    );
}

#[test]
fn pages_are_new_since_the_latest_update_or_else_the_latest_of_several_crawls() {
    let of = |id: &str, created| CrawlSummary { id: id.into(), created, ..crawl(Source::Demo, 0) };
    let contents =
        LibraryContents { crawls: vec![of("b", 20), of("a", 10), of("other", 30)], ..LibraryContents::default() };
    let mut subject = Subject { crawls: vec!["a".into()], ..Subject::default() };
    assert_eq!(new_since(&subject, &contents), None);
    subject.crawls.push("b".into());
    assert_eq!(new_since(&subject, &contents), Some(20));
    subject.begin_update(40);
    assert_eq!(new_since(&subject, &contents), Some(40));
}

#[test]
fn the_pages_of_the_open_topic_are_requested_again_when_its_crawls_change() {
    let mut state = topic_page();
    let contents = |ids: &[&str]| {
        let crawls: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        let subject = Subject { id: "t".into(), crawls: crawls.clone(), ..Subject::default() };
        let crawls = crawls.into_iter().map(|id| CrawlSummary { id, ..crawl(Source::Demo, 0) }).collect();
        let subjects = vec![SubjectSummary { subject, judged: [0; 3] }];
        library(LibraryEvent::Contents(Ok(LibraryContents { subjects, crawls, ..LibraryContents::default() })))
    };
    let request = ToWorker::Library(LibraryRequest::OpenSubject("t".into()));
    let is_requested = |effects: &[Effect]| messages(effects).contains(&&request);
    assert!(!is_requested(&tell(&mut state, contents(&["a"]))), "the address requests them");
    assert!(!is_requested(&tell(&mut state, contents(&["a"]))));
    assert!(is_requested(&tell(&mut state, contents(&[]))));
    assert!(is_requested(&tell(&mut state, contents(&["a", "b"]))), "an undo restored them");
    assert!(!is_requested(&tell(&mut state, revisit_ended("c", Ok(Revisit::default())))));
    assert!(is_requested(&tell(&mut state, revisit_ended("b", Ok(Revisit::default())))));
    state.apply(Action::Moved("#/crawl".into(), None));
    assert!(!is_requested(&tell(&mut state, contents(&["a"]))), "nobody sees it");
}
