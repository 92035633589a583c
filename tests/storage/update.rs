//! Tests what an update of a topic requests, on the demo web.

use crate::fakes::record::record;
use crate::fakes::script::run;
use crate::fakes::session::Page;
use crate::past::snapshot;
use archive::bundle::{Bundle, Writer};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::journal;
use js_sys::{Array, Date, Uint8Array};
use protocol::library::{
    ExportRequest, ExportScope, ImportResult, LibraryContents, LibraryEvent, LibraryRequest, NewCrawl, UpdateCrawl,
    UpdateRevisit,
};
use protocol::models::ModelsRequest;
use protocol::revisit::{DAYS, RevisitEvent, RevisitRequest};
use protocol::seeds::{SeedSearch, SeedsRequest};
use protocol::subjects::{
    Findings, JudgmentEdit, JudgmentsEvent, JudgmentsRequest, Subject, SubjectChange, SubjectPages,
};
use protocol::{Source, ToPage, ToWorker};
use std::collections::BTreeSet;
use types::export::ExportFormat;
use types::judgment::{Judgment, JudgmentChange, JudgmentState};
use types::plan::Plan;
use types::report::{FetchOutcome, PageRecord, Phase, Validators};
use types::revisit::{Visit, VisitOutcome};
use types::url::CanonicalUrl;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;
use worker::storage::database::{
    Batch, CrawlCard, Database, Judgments, PageHistory, SavedItem, Sequenced, StorageError,
};

/// Starts a crawl of a topic that no other test has. Returns its id.
async fn start(page: &Page, query: &str, pages: u32) -> String {
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[0];
    let query = format!("{} {query}", topic.query);
    let plan = Plan { query, seeds: topic.seeds.clone(), strategy: "best-first".into(), pages, ..Plan::default() };
    begin(page, plan, None).await
}

async fn begin(page: &Page, plan: Plan, topic: Option<String>) -> String {
    page.forget();
    let plan = Box::new(Plan { in_flight: 1, ..plan });
    page.say(&ToWorker::Start { plan, source: Source::Demo, stay: false, model: None, topic });
    page.kept().await
}

fn listed(event: LibraryEvent) -> LibraryContents {
    match event {
        LibraryEvent::Contents(contents) => contents.expect("they can be listed"),
        other => panic!("not a list: {other:?}"),
    }
}

/// Returns the topic of a crawl.
async fn topic_of(page: &Page, crawl: &str) -> Subject {
    let contents = listed(page.ask(LibraryRequest::List).await);
    let mut subjects = contents.subjects.into_iter().map(|summary| summary.subject);
    subjects.find(|subject| subject.crawls.iter().any(|id| id == crawl)).expect("each crawl has a topic")
}

async fn revisits(page: &Page, id: &str, pages: u32) -> Vec<UpdateRevisit> {
    match page.ask(LibraryRequest::BeginUpdate { id: id.to_owned(), pages }).await {
        LibraryEvent::Revisits(topic, revisits) if topic == id => revisits.expect("nothing is running"),
        other => panic!("no choice: {other:?}"),
    }
}

async fn next_crawl(page: &Page, id: &str, pages: u32) -> Option<UpdateCrawl> {
    match page.ask(LibraryRequest::CrawlOfUpdate { id: id.to_owned(), pages }).await {
        LibraryEvent::UpdateCrawl(topic, crawl) if topic == id => crawl.expect("it can be chosen"),
        other => panic!("no choice: {other:?}"),
    }
}

async fn pages_of(page: &Page, id: &str) -> SubjectPages {
    match page.ask(LibraryRequest::OpenSubject(id.to_owned())).await {
        LibraryEvent::Subject(_, pages) => *pages.expect("they can be listed"),
        other => panic!("no pages: {other:?}"),
    }
}

/// Returns the request that exports all pages of a topic.
fn export(topic: &str, format: ExportFormat) -> ExportRequest {
    ExportRequest { scope: ExportScope::Topic, ..ExportRequest::whole(topic, format) }
}

/// Changes judgments of pages of a topic, and waits until they are saved.
async fn judge(page: &Page, topic: &str, changes: Vec<(CanonicalUrl, JudgmentChange)>) {
    let mut expected = Judgments::new();
    for (url, change) in changes {
        expected.entry(url.clone()).or_default().apply(&change, 1);
        let edit = JudgmentEdit { subject: topic.to_owned(), url, change, at: 1 };
        page.say(&ToWorker::Judgments(JudgmentsRequest::Judge(edit)));
    }
    while pages_of(page, topic).await.judgments.into_iter().collect::<Judgments>() != expected {}
}

/// Returns the URLs of the pages that were read.
fn urls(pages: &[PageRecord]) -> BTreeSet<CanonicalUrl> {
    pages.iter().filter(|page| page.outcome.is_read()).map(|page| page.url.clone()).collect()
}

#[wasm_bindgen_test]
async fn an_update_revisits_then_crawls_on_to_unknown_pages_within_its_budget() {
    let page = Page::new();
    let first = start(&page, "updated", 40).await;
    let crawled = page.finished().await;
    let known = urls(&crawled);
    let topic = topic_of(&page, &first).await;
    let [UpdateRevisit { crawl, requests, mut due }] =
        revisits(&page, &topic.id, 40).await.try_into().expect("one crawl");
    assert_eq!((&crawl, requests), (&first, 20));
    let relevance = |n: &u32| crawled.iter().find(|page| page.n == *n).expect("it is of the crawl").relevance;
    due.sort_by(|one, other| relevance(other).total_cmp(&relevance(one)));
    // The most relevant pages would be the most urgent ones.
    let (id, later, suspects) = (first.clone(), due.split_off(3), Vec::new());
    let request = RevisitRequest::Start { id, requests, days: DAYS, due: Some(later), suspects };
    page.forget();
    page.say(&ToWorker::Revisit(request));
    let ended = |message: &ToPage| match message {
        ToPage::Revisit(event) => match &**event {
            RevisitEvent::Result { result, .. } => Some(result.clone().expect("a result")),
            _ => None,
        },
        _ => None,
    };
    let revisited: BTreeSet<u32> = page.until(ended).await.pages.iter().map(|page| page.n).collect();
    assert_eq!(revisited.len(), 20);
    assert!(due.iter().all(|n| !revisited.contains(n)), "only pages that are due");
    assert_eq!(revisits(&page, &topic.id, 40).await, [], "the revisits have spent their half");
    let [UpdateRevisit { requests, due, .. }] = revisits(&page, &topic.id, 60).await.try_into().expect("one crawl");
    assert_eq!(requests, 10);
    assert!(due.iter().all(|n| !revisited.contains(n)), "an update that goes on repeats no visit");

    let best = pages_of(&page, &topic.id).await.pages.into_iter().find(|page| page.gone.is_none());
    let best = best.expect("not all are gone").url;
    let discarded = JudgmentChange::Set(Some(JudgmentState::Discarded));
    judge(&page, &topic.id, vec![(best.clone(), discarded)]).await;
    let Some(UpdateCrawl::Start(next)) = next_crawl(&page, &topic.id, 40).await else {
        panic!("the crawl is finished");
    };
    let NewCrawl { plan, source, model, .. } = *next;
    assert_eq!((plan.pages, plan.seeds.len(), source, model), (20, 5, Source::Demo, None));
    assert_eq!(plan.strategy.id, "best-first");
    assert!(!plan.seeds.contains(&best.to_string()), "it was discarded");
    let seeds: BTreeSet<String> = plan.seeds.iter().cloned().collect();
    let second = begin(&page, plan, Some(topic.id.clone())).await;
    let crawled = page.finished().await;
    assert_eq!(crawled.len(), 20);
    let repeated = crawled.iter().filter(|page| known.contains(&page.url));
    assert!(repeated.clone().all(|page| seeds.contains(page.url.as_str())), "only seeds are fetched again");
    assert!(repeated.count() < crawled.len());

    assert_eq!(next_crawl(&page, &topic.id, 40).await, None, "the budget is spent");
    let end = LibraryRequest::ChangeSubject(topic.id.clone(), SubjectChange::EndUpdate);
    listed(page.ask(end).await);
    let topic = topic_of(&page, &second).await;
    assert_eq!((topic.crawls, topic.updates.len()), (vec![first, second], 1));
    assert!(topic.updates[0].ended.is_some());
    assert_eq!(next_crawl(&page, &topic.id, 100).await, None, "the update has ended");
    let pages = pages_of(&page, &topic.id).await.pages;
    let new = pages.iter().filter(|page| page.first_seen >= topic.updates[0].began);
    assert!(new.clone().count() > 0 && new.clone().all(|page| !known.contains(&page.url)));
    assert!(pages.iter().any(|page| page.changes.iter().any(|at| *at >= topic.updates[0].began)));
    let found = Findings::count(&pages, &(topic.updates[0].began..u64::MAX));
    assert_eq!(topic.updates[0].found, Some(found), "the topic keeps the counts of its digest");
    assert_eq!(usize::try_from(found.new).ok(), Some(new.count()));
}

#[wasm_bindgen_test]
async fn an_update_resumes_an_unfinished_crawl_which_pauses_at_the_budget() {
    let page = Page::new();
    // More pages than are read before the message arrives.
    let id = start(&page, "unfinished", 1_000).await;
    page.say(&ToWorker::PauseAt(5));
    let paused = |message: &ToPage| match message {
        ToPage::Batch(batch) if batch.progress.phase == Phase::Paused => Some(batch.progress.pages),
        _ => None,
    };
    let before = page.until(paused).await;
    let topic = topic_of(&page, &id).await;
    let all = before + 10;
    let resumed = |message: &ToPage| paused(message).filter(|pages| *pages > before);
    revisits(&page, &topic.id, 20).await;
    let began = topic_of(&page, &id).await.updates[0].began;
    let read = pages_of(&page, &topic.id).await.pages.iter().filter(|page| page.first_seen >= began).count();
    assert_eq!(read, 0, "the update began after these pages");
    assert_eq!(next_crawl(&page, &topic.id, 10).await, Some(UpdateCrawl::Resume(id.clone(), all)));
    page.forget();
    page.say(&ToWorker::PauseAt(all));
    page.say(&ToWorker::Resume);
    assert_eq!(page.until(resumed).await, all);
}

#[wasm_bindgen_test]
async fn kept_pages_of_a_topic_are_the_first_seeds_of_its_next_crawl_and_discarded_ones_are_none() {
    let page = Page::new();
    let id = start(&page, "kept", 20).await;
    let pages = page.finished().await;
    let topic = topic_of(&page, &id).await;
    let query = topic.queries[0].clone();
    let search = async |number| {
        let search = SeedSearch { number, providers: vec!["library".into()], ..SeedSearch::default() };
        let search = SeedSearch { query: query.clone(), source: Source::Demo, ..search };
        page.say(&ToWorker::Seeds(SeedsRequest::Find(Box::new(search))));
        let found = |message: &ToPage| match message {
            ToPage::Seeds(event) if event.number == number && !event.seeds.is_empty() => Some(event.seeds.clone()),
            _ => None,
        };
        page.until(found).await.into_iter().map(|found| found.seed.url).collect::<Vec<CanonicalUrl>>()
    };
    let best = search(1).await.remove(0);
    let read = pages.iter().filter(|page| page.outcome == FetchOutcome::Read);
    let worst = read.min_by(|one, other| one.relevance.total_cmp(&other.relevance)).expect("pages were read");
    let judged = [(&best, JudgmentState::Discarded), (&worst.url, JudgmentState::Kept)];
    let judged = judged.map(|(url, state)| (url.clone(), JudgmentChange::Set(Some(state))));
    judge(&page, &topic.id, judged.into()).await;
    let found = search(2).await;
    assert_eq!(found[0], worst.url);
    assert!(!found.contains(&best), "{found:?}");
}

#[wasm_bindgen_test]
async fn a_kept_page_that_a_revisit_found_gone_is_no_seed_of_the_next_update() {
    let page = Page::new();
    let id = start(&page, "gone", 10).await;
    let read = page.finished().await.into_iter().filter(|page| page.outcome == FetchOutcome::Read);
    let best = read.max_by(|one, other| one.relevance.total_cmp(&other.relevance)).expect("pages were read");
    let topic = topic_of(&page, &id).await;
    judge(&page, &topic.id, vec![(best.url.clone(), JudgmentChange::Set(Some(JudgmentState::Kept)))]).await;
    revisits(&page, &topic.id, 40).await;
    let is_seed = async || match next_crawl(&page, &topic.id, 40).await {
        Some(UpdateCrawl::Start(next)) => next.plan.seeds.contains(&best.url.to_string()),
        other => panic!("no new crawl: {other:?}"),
    };
    assert!(is_seed().await);
    let visit = Visit { at: u64::MAX, found: u64::MAX, outcome: VisitOutcome::Gone, validators: Validators::default() };
    let history = PageHistory { visits: vec![visit], ..PageHistory::default() };
    let store = Database::open("salticid").await.expect("the store opens");
    store.save_history(&id, best.n, &history, None).await.expect("there is room");
    assert!(!is_seed().await);
}

#[wasm_bindgen_test]
async fn the_pages_of_a_topic_are_exported_once_with_their_judgments() {
    let page = Page::new();
    let first = start(&page, "exported", 10).await;
    let known = page.finished().await;
    start(&page, "exported", 10).await;
    page.finished().await;
    let topic = topic_of(&page, &first).await;
    assert_eq!(topic.crawls.len(), 2);
    let changes = [JudgmentChange::Note("Read the figures.".into()), JudgmentChange::AddTags("survey".into())];
    judge(&page, &topic.id, changes.map(|change| (known[0].url.clone(), change)).into()).await;
    let request = export(&topic.id, ExportFormat::TextJsonl);
    let LibraryEvent::Exported(Ok(made)) = page.ask(LibraryRequest::Export(request)).await else {
        panic!("no file");
    };
    let text = JsFuture::from(made.file.text()).await.expect("a blob can be read").as_string().expect("it is a text");
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let exported: BTreeSet<&str> = lines.iter().filter_map(|line| line["url"].as_str()).collect();
    let listed = pages_of(&page, &topic.id).await.pages;
    assert_eq!((lines.len(), exported.len()), (listed.len(), listed.len()));
    let noted = lines.iter().find(|line| line["url"] == known[0].url.as_str()).expect("it is exported");
    assert_eq!((&noted["notes"], &noted["tags"][0]), (&"Read the figures.".into(), &"survey".into()));
}

#[wasm_bindgen_test]
async fn a_crawl_that_is_moved_takes_the_judgments_of_its_pages_with_it() {
    let page = Page::new();
    let moved = start(&page, "moved", 60).await;
    let pages = page.finished().await;
    start(&page, "moved", 60).await;
    let again = urls(&page.finished().await);
    let other = start(&page, "another", 1).await;
    page.finished().await;
    let (topic, other) = (topic_of(&page, &moved).await, topic_of(&page, &other).await);
    // Pages that were found by links, so that a model can learn from them.
    let followed = pages.iter().filter(|page| page.discovery.depth > 1 && page.outcome == FetchOutcome::Read);
    let followed = followed.filter(|page| again.contains(&page.url));
    let kept: BTreeSet<CanonicalUrl> = followed.rev().take(3).map(|page| page.url.clone()).collect();
    let judgment = || JudgmentChange::Set(Some(JudgmentState::Kept));
    judge(&page, &topic.id, kept.iter().map(|url| (url.clone(), judgment())).collect()).await;
    let judged = async |subject: &str| {
        let judgments = pages_of(&page, subject).await.judgments.into_iter();
        judgments.map(|(url, _)| url).collect::<BTreeSet<CanonicalUrl>>()
    };
    let change = LibraryRequest::ChangeSubject(other.id.clone(), SubjectChange::AddCrawl(moved.clone()));
    listed(page.ask(change).await);
    for subject in [&topic.id, &other.id] {
        assert_eq!(judged(subject).await, kept, "the other crawl of its former topic has the pages as well");
    }
    let split = LibraryRequest::ChangeSubject(other.id.clone(), SubjectChange::Split(moved.clone()));
    listed(page.ask(split).await);
    let new = topic_of(&page, &moved).await;
    assert!(new.id != other.id && new.id != topic.id);
    assert_eq!((new.name.as_str(), new.crawls), (topic.name.as_str(), vec![moved]));
    assert_eq!((judged(&new.id).await, judged(&other.id).await), (kept, BTreeSet::new()), "no other crawl has them");
    let request = ModelsRequest::LearnSubject { number: 1, subject: topic.id };
    let model = page.learned(request).await.expect("it has examples");
    assert_eq!(model.card.query, topic.queries[0], "its crawl has the query that was moved");
}

#[wasm_bindgen_test]
async fn a_crawl_that_cannot_be_moved_to_a_new_topic_leaves_none_behind() {
    let page = Page::new();
    for _ in 0..2 {
        start(&page, "unmoved", 1).await;
        page.finished().await;
    }
    let crawl = start(&page, "unmoved", 1).await;
    page.finished().await;
    let topic = topic_of(&page, &crawl).await;
    run("const begin = IDBDatabase.prototype.transaction;
        self.restore = () => { IDBDatabase.prototype.transaction = begin; };
        IDBDatabase.prototype.transaction = function (stores, mode, ...more) {
            const refused = mode === 'readwrite' && [...stores].includes('judgments');
            if (refused) throw new DOMException('The test refuses it.', 'InvalidStateError');
            return begin.call(this, stores, mode, ...more);
        };");
    let split = LibraryRequest::ChangeSubject(topic.id.clone(), SubjectChange::Split(crawl));
    let answer = page.ask(split).await;
    run("self.restore()");
    assert!(matches!(answer, LibraryEvent::Unchanged(_)), "{answer:?}");
    let store = Database::open("salticid").await.expect("the store opens");
    let mut subjects = store.subjects().await.expect("they can be read");
    subjects.retain(|subject| subject.name == topic.name);
    assert_eq!(subjects, [topic]);
}

#[wasm_bindgen_test]
async fn judged_pages_outlive_their_crawl() {
    let page = Page::new();
    let id = start(&page, "a query whose crawl is deleted", 12).await;
    page.finished().await;
    let topic = topic_of(&page, &id).await.id;
    let pages = pages_of(&page, &topic).await.pages;
    let [kept, discarded, noted] = [0, 1, 2].map(|n: usize| pages[n].url.clone());
    let changes = vec![
        (kept.clone(), JudgmentChange::Set(Some(JudgmentState::Kept))),
        (discarded.clone(), JudgmentChange::Set(Some(JudgmentState::Discarded))),
        (noted.clone(), JudgmentChange::Note("Dens".into())),
    ];
    judge(&page, &topic, changes).await;
    let LibraryEvent::Contents(Ok(_)) = page.ask(LibraryRequest::Delete(id)).await else {
        panic!("not deleted");
    };
    let left = pages_of(&page, &topic).await;
    assert_eq!(left.pages, pages[..3], "with titles, relevance and times");
    assert!(left.judgments.iter().all(|(_, judgment)| judgment.record.is_none()), "the page does not read them");
    let exported = async |format| {
        let LibraryEvent::Exported(Ok(file)) = page.ask(LibraryRequest::Export(export(&topic, format))).await else {
            panic!("not exported");
        };
        let text = JsFuture::from(file.file.text()).await.expect("it is text").as_string().expect("a string");
        (text, file.lacks)
    };
    let (text, lacks) = exported(ExportFormat::Ris).await;
    assert!(text.contains(kept.as_str()) && !text.contains(discarded.as_str()), "{text}");
    assert!(lacks.is_some_and(|lacks| lacks.starts_with("1 page has no text")));
    assert_eq!(exported(ExportFormat::Csv).await.0.lines().count(), 4);
    let lacks = exported(ExportFormat::Warc).await.1.expect("no response is saved");
    assert!(lacks.starts_with("3 pages are missing"), "{lacks}");
    let next = start(&page, "a query whose crawl is deleted", 2).await;
    let store = Database::open("salticid").await.expect("the store opens");
    let crawl = snapshot(&store.read(&next).await.expect("it is saved"));
    let judged = &crawl.plan().judged;
    assert!(judged.iter().all(|judged| !judged.page.text.is_empty()), "{judged:?}");
    let judged: Vec<_> = judged.iter().map(|judged| (judged.page.url.as_str(), judged.good)).collect();
    let mut expected = [(kept.as_str(), true), (discarded.as_str(), false)];
    expected.sort_unstable();
    assert_eq!(judged, expected);
}

/// Refuses to store judgments as a full database does, until `self.restore()`.
const NO_ROOM: &str = "
    const put = IDBObjectStore.prototype.put;
    self.restore = () => { IDBObjectStore.prototype.put = put; };
    IDBObjectStore.prototype.put = function (...all) {
        const request = put.apply(this, all);
        if (this.name === 'judgments') {
            const value = new DOMException('no room', 'QuotaExceededError');
            Object.defineProperty(this.transaction, 'error', { configurable: true, value });
            queueMicrotask(() => { try { this.transaction.abort(); } catch {} });
        }
        return request;
    };";

#[wasm_bindgen_test]
async fn a_crawl_is_deleted_although_there_is_no_room_for_its_judged_pages() {
    let page = Page::new();
    let id = start(&page, "a query without room", 5).await;
    page.finished().await;
    let topic = topic_of(&page, &id).await.id;
    let pages = pages_of(&page, &topic).await.pages;
    judge(&page, &topic, vec![(pages[0].url.clone(), JudgmentChange::Set(Some(JudgmentState::Kept)))]).await;
    run(NO_ROOM);
    let event = page.ask(LibraryRequest::Delete(id.clone())).await;
    run("self.restore()");
    assert_eq!(event, LibraryEvent::RecordsGivenUp);
    let contents = |message: &ToPage| match message {
        ToPage::Library(event) => match &**event {
            LibraryEvent::Contents(contents) => Some(contents.clone().expect("they can be listed")),
            _ => None,
        },
        _ => None,
    };
    assert!(page.until(contents).await.crawls.iter().any(|crawl| crawl.id == id && crawl.is_deleted));
    let left = pages_of(&page, &topic).await;
    assert_eq!((left.pages.len(), left.judgments.len()), (0, 1), "the judgment is kept");
    page.ask(LibraryRequest::Restore(id)).await;
    assert_eq!(pages_of(&page, &topic).await.pages, pages);
}

#[wasm_bindgen_test]
async fn only_pages_of_the_web_that_no_crawl_has_visited_for_a_day_are_due() {
    const DAY_MS: u64 = 86_400_000;
    let now = types::to_u64(Date::now());
    let record = |n: u32, at| {
        let mut record = record(n, 0.5);
        record.fetch.at = at;
        record
    };
    let old = now - 2 * DAY_MS;
    let store = Database::open("salticid").await.expect("the store opens");
    for (id, pages) in [
        ("00000000000000e7", vec![record(1, old), record(2, old), record(3, old), record(4, now)]),
        ("00000000000000e8", vec![record(1, now)]),
    ] {
        let plan = Plan { query: "pages of the web that are due".into(), ..Plan::default() };
        let sealed =
            |page: &PageRecord| Sequenced { number: page.n.into(), bytes: journal::seal(page).expect("plain data") };
        let batch = Batch { pages: pages.iter().map(sealed).collect(), ..Batch::default() };
        store.write(&CrawlCard::new(id.into(), plan, Source::Direct, 1), &batch).await.expect("there is room");
    }
    let visit = Visit { at: now, found: now, outcome: VisitOutcome::Unchanged, validators: Validators::default() };
    let history = PageHistory { visits: vec![visit], ..PageHistory::default() };
    store.save_history("00000000000000e7", 3, &history, None).await.expect("there is room");
    let page = Page::new();
    let topic = topic_of(&page, "00000000000000e7").await.id;
    let due = UpdateRevisit { crawl: "00000000000000e7".into(), requests: 1, due: vec![2] };
    assert_eq!(revisits(&page, &topic, 40).await, [due]);
    for id in ["00000000000000e7", "00000000000000e8"] {
        store.erase(SavedItem::Crawl, id).await.expect("erased");
    }
}

#[wasm_bindgen_test]
async fn an_update_skips_crawls_that_are_open_elsewhere_wait_for_the_person_or_need_a_file() {
    let (here, there) = (Page::new(), Page::new());
    let id = start(&there, "skipped", 1_000).await;
    there.say(&ToWorker::PauseAt(5));
    let paused = |message: &ToPage| match message {
        ToPage::Batch(batch) => (batch.progress.phase == Phase::Paused).then_some(()),
        _ => None,
    };
    there.until(paused).await;
    let store = Database::open("salticid").await.expect("the store opens");
    let CrawlCard { plan, .. } = store.card(&id).await.expect("it is saved");
    for (id, source, phase) in [
        ("00000000000000e5", Source::Demo, Phase::Prepared),
        ("00000000000000e6", Source::RecordedIn("not open.warc".into()), Phase::Paused),
    ] {
        let mut card = CrawlCard::new(id.into(), plan.clone(), source, 1);
        card.phase = phase;
        store.write(&card, &Batch::default()).await.expect("there is room");
    }
    let topic = topic_of(&here, &id).await;
    assert_eq!(topic.crawls.len(), 3);
    revisits(&here, &topic.id, 40).await;
    let next = next_crawl(&here, &topic.id, 40).await;
    assert!(matches!(next, Some(UpdateCrawl::Start(_))), "{next:?}");
    start(&there, "another one", 1).await;
    let resumed = async || match next_crawl(&here, &topic.id, 40).await {
        Some(UpdateCrawl::Resume(crawl, _)) => Some(crawl),
        _ => None,
    };
    let resumed = loop {
        if let Some(crawl) = resumed().await {
            break crawl;
        }
    };
    assert_eq!(resumed, id, "it is not open any more");
    there.finished().await;
}

/// Returns a saved crawl whose judgments are replaced by this text.
fn with_judgments(file: &[u8], judgments: &[u8]) -> Vec<u8> {
    let bundle = Bundle::open(file).expect("it is complete");
    let (mut writer, mut changed) = Writer::begin();
    for (name, _) in bundle.sections() {
        let section = bundle.read_section(name).expect("it is there").expect("it is readable");
        let section = if name == "judgments" { judgments } else { &section };
        changed.extend(writer.section(name, section).expect("it fits"));
    }
    changed.extend(writer.finish());
    changed
}

#[wasm_bindgen_test]
async fn a_file_of_a_crawl_has_its_judgments_which_replace_none_of_the_person() {
    let page = Page::new();
    let id = start(&page, "a file with judgments", 6).await;
    let pages = page.finished().await;
    let [first, second] = [0, 1].map(|at: usize| pages[at].url.clone());
    let topic = topic_of(&page, &id).await.id;
    let elsewhere = CanonicalUrl::parse("http://elsewhere.test/").expect("a URL");
    let changes = [
        (&first, JudgmentChange::Set(Some(JudgmentState::Kept))),
        (&first, JudgmentChange::Note("Dens".into())),
        (&second, JudgmentChange::AddTags("survey, to read".into())),
        (&elsewhere, JudgmentChange::Note("of another crawl".into())),
    ];
    judge(&page, &topic, changes.map(|(url, change)| (url.clone(), change)).into()).await;
    let mut judgments: Judgments = pages_of(&page, &topic).await.judgments.into_iter().collect();
    let LibraryEvent::Exported(Ok(file)) =
        page.ask(LibraryRequest::Export(ExportRequest::whole(&id, ExportFormat::Crawl))).await
    else {
        panic!("not exported");
    };
    let buffer = JsFuture::from(file.file.array_buffer()).await.expect("a blob can be read");
    let file = Uint8Array::new(&buffer).to_vec();
    let import = async |file: &[u8]| {
        let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(file))).expect("a blob can be made");
        match page.ask(LibraryRequest::Import { name: "file".into(), file: blob }).await {
            LibraryEvent::Imported { result: Ok(ImportResult::Crawl { id, .. }), .. } => Ok(id),
            LibraryEvent::Imported { result: Err(reason), .. } => Err(reason),
            other => panic!("nothing of a file: {other:?}"),
        }
    };
    listed(page.ask(LibraryRequest::ChangeSubject(topic, SubjectChange::Delete)).await);
    let imported = import(&file).await.expect("it is imported");
    let topic = topic_of(&page, &imported).await.id;
    judgments.remove(&elsewhere);
    assert_eq!(pages_of(&page, &topic).await.judgments.into_iter().collect::<Judgments>(), judgments);

    let store = Database::open("salticid").await.expect("the store opens");
    let discarded = JudgmentChange::Set(Some(JudgmentState::Discarded));
    let edit = JudgmentEdit { subject: topic.clone(), url: first.clone(), change: discarded, at: 1 };
    assert_eq!(store.judge(&[edit]).await, Ok(0));
    import(&file).await.expect("it is imported once more");
    let kept = store.judgments(&topic).await.expect("they are kept");
    assert_eq!(kept[&first].state, Some(JudgmentState::Discarded), "the person's own one");

    let before = listed(page.ask(LibraryRequest::List).await).crawls.len();
    let of_another_crawl = serde_json::to_vec(&[(elsewhere, Judgment { note: "x".into(), ..Judgment::default() })]);
    let too_long = serde_json::to_vec(&[(first, Judgment { note: "x".repeat(20_000), ..Judgment::default() })]);
    for text in [of_another_crawl.expect("JSON"), too_long.expect("JSON"), b"[[1]]".to_vec(), b"{".to_vec()] {
        let reason = import(&with_judgments(&file, &text)).await.expect_err("it is invalid");
        assert!(reason.starts_with("the file's judgments cannot be read"), "{reason}");
    }
    assert_eq!(listed(page.ask(LibraryRequest::List).await).crawls.len(), before, "nothing was imported");
}

#[wasm_bindgen_test]
async fn judgments_of_a_deleted_topic_are_reported_as_not_saved_beside_saved_ones() {
    let page = Page::new();
    let mut topics = Vec::new();
    for query in ["living", "deleted"] {
        let crawl = start(&page, query, 1).await;
        page.finished().await;
        topics.push(topic_of(&page, &crawl).await.id);
    }
    listed(page.ask(LibraryRequest::ChangeSubject(topics[1].clone(), SubjectChange::Delete)).await);
    page.forget();
    let url = CanonicalUrl::parse("http://portal.test/").expect("a URL");
    for subject in topics.clone() {
        let change = JudgmentChange::Set(Some(JudgmentState::Kept));
        let edit = JudgmentEdit { subject, url: url.clone(), change, at: 1 };
        page.say(&ToWorker::Judgments(JudgmentsRequest::Judge(edit)));
    }
    let event = |message: &ToPage| match message {
        ToPage::Judgments(event) => Some((**event).clone()),
        _ => None,
    };
    assert_eq!(page.until(event).await, JudgmentsEvent::Unsaved(StorageError::NoSuchSubject.to_string()));
    assert_eq!(pages_of(&page, &topics[0]).await.judgments.len(), 1);
    assert_eq!(page.all(event).len(), 1, "the report stays");
}
