//! Tests the order of the results, their window, and the text that is shown of them.

use crate::fakes::branches::state;
use crate::fakes::record as fake;
use page_state::crawl::ranking::{
    Hold, JudgmentFilter, Origin, PageStatus, Ranking, RankingKey, ResultFilter, ResultsAction,
};
use page_state::crawl::replay::ReplayAction;
use page_state::crawl_address::CrawlAddress;
use page_state::effect::Effect;
use page_state::file_content::FileContent;
use page_state::form::StartRequest;
use page_state::library::{ExportPages, LibraryAction};
use page_state::screen::{ScreenAction, View};
use page_state::starting::Start;
use page_state::train::{GoodPage, TrainAction};
use page_state::view_address::ViewAddress;
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::library::{ExportRequest, ExportScope, LibraryRequest};
use protocol::{Batch, Source, ToPage, ToWorker};
use std::rc::Rc;
use types::export::ExportFormat;
use types::plan::Plan;
use types::report::{FetchOutcome, Measures, Notification, PagePrediction, PageRecord, RELEVANT_CLASS};
use types::url::CanonicalUrl;

fn ranking(relevances: &[f64]) -> Ranking {
    let mut ranking = Ranking::default();
    for (at, relevance) in (1..).zip(relevances) {
        ranking.push(fake::record(at, *relevance));
    }
    ranking
}

/// The pages in display order.
fn order(ranking: &Ranking) -> Vec<u32> {
    (0..ranking.len()).filter_map(|place| ranking.at(place)).map(|record| record.n).collect()
}

#[test]
fn the_more_relevant_page_stands_higher_and_of_equals_the_earlier() {
    assert_eq!(order(&ranking(&[0.1, 0.5, 0.3, 0.5])), [2, 4, 3, 1]);
}

#[test]
fn the_whole_list_can_be_ranked_by_the_probabilities_of_a_model() {
    let mut ranking = ranking(&[0.1, 0.9]);
    assert!(!ranking.pages.counts().has_probabilities);
    let judged = |n: u32, relevance: f64, probability: f64| PageRecord {
        predictions: vec![PagePrediction::shares("Class", vec![(RELEVANT_CLASS.to_owned(), probability)])],
        ..fake::record(n, relevance)
    };
    ranking.push(judged(3, 0.2, 0.4));
    ranking.hold(Hold::Pointer, true);
    ranking.push(judged(4, 0.3, 0.3));
    assert_eq!(order(&ranking), [2, 3, 1]);
    ranking.rank_by(RankingKey::Probability);
    assert_eq!((order(&ranking), ranking.waiting()), (vec![3, 4, 1, 2], 0));
    ranking.hold(Hold::Pointer, false);
    ranking.push(judged(5, 0.0, 0.35));
    assert_eq!(order(&ranking), [3, 5, 4, 1, 2]);
    ranking.rank_by(RankingKey::Relevance);
    assert_eq!(order(&ranking), [2, 4, 3, 1, 5]);
}

/// A page of this host, found on another page.
fn found(n: u32, host: &str, parent: u32, relevance: f64) -> PageRecord {
    let mut record = fake::record(n, relevance);
    record.url = CanonicalUrl::parse(&format!("http://{host}/{n}")).expect("is a URL");
    record.discovery.parent = Some(parent);
    record
}

#[test]
fn results_can_be_ranked_by_time_and_by_host() {
    let mut ranking = ranking(&[0.4, 0.5]);
    ranking.push(found(3, "b.test", 1, 0.9));
    ranking.rank_by(RankingKey::Latest);
    ranking.push(found(4, "aa.test", 1, 0.1));
    assert_eq!(order(&ranking), [4, 3, 2, 1]);
    ranking.rank_by(RankingKey::Host);
    assert_eq!(order(&ranking), [2, 1, 4, 3]);
}

#[test]
fn results_are_filtered_by_words_host_and_origin_and_new_ones_as_well() {
    let mut ranking = ranking(&[0.4, 0.5]);
    ranking.push(found(3, "b.test", 1, 0.9));
    ranking.push(found(4, "b.test", 3, 0.1));
    let origin = |ranking: &Ranking, n| ranking.pages.origin(ranking.pages.get(n).expect("it is there"));
    assert_eq!(origin(&ranking, 4), Origin::Seed(1));
    let filter = ResultFilter { origin: Some(Origin::Seed(1)), ..ResultFilter::default() };
    ranking.filter_by(filter.clone());
    assert_eq!(order(&ranking), [3, 1, 4]);
    ranking.filter_by(ResultFilter { host: Some("b.test".into()), ..filter });
    ranking.push(found(5, "b.test", 2, 1.0));
    ranking.push(found(6, "b.test", 4, 0.2));
    assert_eq!(order(&ranking), [3, 6, 4]);
    ranking.filter_by(ResultFilter { text: "PAGE test/5".into(), ..ResultFilter::default() });
    assert_eq!(order(&ranking), [5]);
    ranking.filter_by(ResultFilter::default());
    assert_eq!(order(&ranking), [5, 3, 2, 1, 6, 4]);
    let mut own = found(7, "b.test", 1, 0.3);
    own.spider = Some(2);
    ranking.push(own);
    assert_eq!(origin(&ranking, 7), Origin::Spider(2));
}

#[test]
fn the_measures_of_filtered_pages_are_those_of_these_pages_alone() {
    let mut ranking = Ranking::default();
    for (n, host, relevance) in [(1, "a.test", 1.0), (2, "b.test", 0.0), (3, "a.test", 0.5)] {
        ranking.push(found(n, host, 0, relevance));
    }
    ranking.filter_by(ResultFilter { host: Some("a.test".into()), ..ResultFilter::default() });
    let pages = ranking.measured(0.6).map(|(page, measures)| {
        let Measures { pages, good, average, .. } = measures;
        (page.n, pages, good, average)
    });
    assert_eq!(pages.collect::<Vec<_>>(), [(1, 1, 1, 1.0), (3, 2, 1, 0.75)]);
}

#[test]
fn during_a_hold_nothing_moves_and_new_results_are_counted() {
    let mut ranking = ranking(&[0.1, 0.5]);
    ranking.hold(Hold::Pointer, true);
    ranking.push(fake::record(3, 0.9));
    assert_eq!((order(&ranking), ranking.waiting()), (vec![2, 1], 1));
}

#[test]
fn the_list_moves_again_when_the_last_hold_ends() {
    let mut ranking = ranking(&[0.1]);
    ranking.hold(Hold::Pointer, true);
    ranking.hold(Hold::Focus, true);
    ranking.push(fake::record(2, 0.9));
    ranking.hold(Hold::Pointer, false);
    assert_eq!(order(&ranking), [1]);
    ranking.hold(Hold::Focus, false);
    assert_eq!((order(&ranking), ranking.waiting()), (vec![2, 1], 0));
}

#[test]
fn held_results_can_be_inserted_during_a_hold() {
    let mut ranking = ranking(&[0.1]);
    ranking.hold(Hold::Open, true);
    ranking.push(fake::record(2, 0.9));
    ranking.insert_held();
    assert_eq!(order(&ranking), [2, 1]);
    ranking.push(fake::record(3, 0.95));
    assert_eq!(ranking.waiting(), 1);
}

#[test]
fn the_first_results_are_shown_even_under_a_hold() {
    let mut ranking = Ranking::default();
    ranking.hold(Hold::Pointer, true);
    ranking.push(fake::record(1, 0.2));
    assert_eq!(order(&ranking), [1]);
}

#[test]
fn unread_and_noindex_pages_are_not_listed() {
    let mut ranking = Ranking::default();
    for (n, outcome) in [
        (1, FetchOutcome::NoIndex),
        (2, FetchOutcome::Status(404)),
        (3, FetchOutcome::Failed("reset".into(), "it broke".into())),
        (4, FetchOutcome::Read),
    ] {
        ranking.push(PageRecord { outcome, ..fake::record(n, 0.5) });
    }
    assert_eq!((order(&ranking), ranking.pages.records().len()), (vec![4], 4));
}

#[test]
fn the_path_starts_at_the_seed_and_ends_with_any_parents() {
    let mut ranking = Ranking::default();
    for (n, parent) in [(1, None), (2, Some(1)), (3, Some(2)), (4, Some(4)), (5, Some(9))] {
        ranking.push({
            let mut record = fake::record(n, 0.5);
            record.discovery.parent = parent;
            record
        });
    }
    let path = |n| ranking.pages.path(n).iter().map(|page| page.n).collect::<Vec<_>>();
    assert_eq!(path(3), [1, 2, 3]);
    assert_eq!(path(4), [4]);
    assert_eq!(path(5), [5]);
    assert_eq!(path(77), [] as [u32; 0]);
}

#[test]
fn of_two_starts_in_a_row_only_the_pages_of_the_second_crawl_are_shown() {
    let mut state = State::new("", None);
    for _ in 0..2 {
        let request = StartRequest { plan: Plan::default(), source: Source::Demo, stay: false, model: None };
        state.start = Start::Sent(Rc::new(request));
    }
    for relevance in [0.5, 0.25] {
        let batch =
            Batch { notifications: vec![Notification::Page(Box::new(fake::record(1, relevance)))], ..Batch::default() };
        state.apply(Action::Worker(WorkerAction::Messages(vec![ToPage::Started, ToPage::Batch(Box::new(batch))])));
    }
    let shown = (0..state.crawl.ranking.len()).filter_map(|place| state.crawl.ranking.at(place));
    assert_eq!(shown.map(|page| page.relevance).collect::<Vec<_>>(), [0.25]);
}

#[test]
fn a_copy_is_folded_only_while_the_page_that_it_repeats_passes_the_filter() {
    let mut ranking = ranking(&[0.4, 0.5]);
    let mut copy = found(3, "b.test", 1, 0.9);
    copy.near_duplicate_of = Some(1);
    ranking.push(copy);
    assert_eq!((order(&ranking), ranking.folded_copies()), (vec![2, 1], 1));
    ranking.toggle_copies(1);
    assert_eq!(order(&ranking), [2, 1, 3]);
    assert_eq!((ranking.copies_of(1), ranking.folded_copies()), ((1, true), 0));
    let mut later = found(4, "b.test", 1, 0.8);
    later.near_duplicate_of = Some(1);
    ranking.push(later);
    assert_eq!(order(&ranking), [2, 1, 3, 4]);
    ranking.toggle_copies(1);
    assert_eq!(order(&ranking), [2, 1]);
    ranking.filter_by(ResultFilter { status: Some(PageStatus::Relevant(0.1)), ..ResultFilter::default() });
    assert_eq!((order(&ranking), ranking.folded_copies()), (vec![2, 1], 2));
    ranking.filter_by(ResultFilter { host: Some("b.test".into()), ..ResultFilter::default() });
    assert_eq!((order(&ranking), ranking.folded_copies()), (vec![3, 4], 0));
}

#[test]
fn a_second_sort_by_a_value_reverses_the_order() {
    let mut ranking = ranking(&[0.4, 0.5]);
    ranking.push(found(3, "b.test", 1, 0.9));
    ranking.sort_by(RankingKey::Host);
    assert_eq!(order(&ranking), [2, 1, 3]);
    ranking.sort_by(RankingKey::Host);
    assert_eq!((order(&ranking), ranking.order.is_reversed), (vec![3, 1, 2], true));
    ranking.push(found(4, "c.test", 1, 0.1));
    assert_eq!(order(&ranking), [4, 3, 1, 2]);
    ranking.sort_by(RankingKey::Relevance);
    assert_eq!(order(&ranking), [3, 2, 1, 4]);
}

/// A state with one page, at which nothing has been changed.
fn shown_state() -> State {
    let mut state = State::new("", None);
    let pages = [fake::record(1, 0.4), found(2, "b.test", 1, 0.9)].map(Box::new);
    let batch = Batch { notifications: pages.map(Notification::Page).into(), ..Batch::default() };
    let messages = vec![ToPage::Batch(Box::new(batch))];
    state.apply(Action::Worker(WorkerAction::Messages(messages)));
    state
}

#[test]
fn the_address_shows_the_same_view_filter_and_order_again() {
    let mut state = shown_state();
    assert!(ViewAddress::current(&state).is_empty());
    let filter = ResultFilter {
        text: "page & more".into(),
        host: Some("b.test".into()),
        origin: Some(Origin::Seed(1)),
        status: Some(PageStatus::Failed("status-404".into())),
        judgment: Some(JudgmentFilter::Tag("to read".into())),
    };
    for action in [
        Action::Screen(ScreenAction::View(View::Map)),
        Action::Screen(ScreenAction::Details(Some(2))),
        Action::Results(ResultsAction::Filter(filter.clone())),
        Action::Results(ResultsAction::SortBy(RankingKey::Host)),
        Action::Results(ResultsAction::SortBy(RankingKey::Host)),
    ] {
        state.apply(action);
    }
    let address = ViewAddress::current(&state).add_to("q=fox&id=a&show.view=spiders");
    assert!(address.starts_with("q=fox&id=a&show.view=map"), "{address}");
    let crawl = CrawlAddress::read(&address);
    assert_eq!((crawl.id.as_deref(), crawl.rest.len()), (Some("a"), 0));
    let mut again = shown_state();
    for action in ViewAddress::read(&address).actions(0.5) {
        again.apply(action);
    }
    assert_eq!(again.screen, state.screen);
    assert_eq!(again.crawl.ranking.filter(), &filter);
    assert_eq!(again.crawl.ranking.order.key, RankingKey::Host);
    assert!(again.crawl.ranking.order.is_reversed);
    assert_eq!(ViewAddress::current(&again), ViewAddress::current(&state));
}

#[test]
fn names_and_first_bytes_of_files_determine_their_import() {
    for (name, content) in [
        ("A.SALTICID", Some(FileContent::Crawl)),
        ("breath.salticid-model", Some(FileContent::Model)),
        ("web.warc.gz", Some(FileContent::Pages)),
        ("plan.toml", Some(FileContent::Comparison)),
        ("bookmarks.html", None),
    ] {
        assert_eq!(FileContent::of_name(name), content, "{name}");
    }
    for (text, content) in [
        ("\u{feff} {\"version\":1,\"trails\":[]}", FileContent::Trails),
        ("{\"strategies\":[\"adaptive\"]}", FileContent::Comparison),
        ("<!DOCTYPE NETSCAPE-Bookmark-file-1>", FileContent::Pages),
        ("http://a.test/\"trails\"", FileContent::Pages),
    ] {
        assert_eq!(FileContent::of_text(text), content, "{text}");
    }
}

#[test]
fn an_origin_that_is_toggled_keeps_the_other_filters_and_is_lifted_again() {
    let mut state = state();
    let toggle = || Action::Results(ResultsAction::ToggleOrigin(Origin::Seed(2)));
    let mut filter = state.crawl.ranking.filter().clone();
    filter.text = "page".into();
    state.apply(Action::Results(ResultsAction::Filter(filter.clone())));
    state.apply(toggle());
    assert_eq!(state.crawl.ranking.filter().origin, Some(Origin::Seed(2)));
    assert_eq!(state.crawl.ranking.filter().text, "page");
    state.apply(toggle());
    assert_eq!(state.crawl.ranking.filter(), &filter);
    state.apply(Action::Replay(ReplayAction::To(5)));
    state.apply(toggle());
    let replay = state.crawl.replay.as_ref().expect("a moment is shown");
    assert_eq!(replay.ranking.filter().origin, Some(Origin::Seed(2)));
}

#[test]
fn the_open_crawl_is_exported_with_the_listed_or_the_selected_results() {
    let mut state = state();
    let exported = |state: &mut State, pages| {
        state.apply(Action::Library(LibraryAction::ChooseExportPages(pages)));
        let effects = state.apply(Action::Export("a".into(), ExportFormat::Markdown));
        let request = effects.into_iter().find_map(|effect| match effect {
            Effect::Send(ToWorker::Library(LibraryRequest::Export(request))) => Some(request),
            _ => None,
        });
        request.expect("a request")
    };
    assert_eq!(exported(&mut state, ExportPages::Crawl), ExportRequest::whole("a", ExportFormat::Markdown));
    state.apply(Action::Library(LibraryAction::LimitTokens(" 8000 ".into())));
    let filter = ResultFilter { status: Some(PageStatus::Relevant(0.5)), ..ResultFilter::default() };
    state.apply(Action::Results(ResultsAction::Filter(filter)));
    assert_eq!(state.library.exports.pages, ExportPages::Listed, "a filter preselects what it lists");
    let listed = exported(&mut state, ExportPages::Listed);
    let urls = |request: ExportRequest| {
        let pages = request.pages.into_iter().flatten();
        pages.map(|url| url.to_string()).collect::<Vec<_>>()
    };
    assert_eq!((listed.scope, listed.tokens), (ExportScope::Crawl, 8000));
    assert_eq!(urls(listed), ["http://b.test/6", "http://b.test/10", "http://b.test/7"]);
    let page = GoodPage { url: "http://b.test/7".into(), ..GoodPage::default() };
    state.apply(Action::Train(TrainAction::SelectGood(page, true)));
    assert_eq!(urls(exported(&mut state, ExportPages::Selected)), ["http://b.test/7"]);
}
