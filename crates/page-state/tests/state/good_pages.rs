//! Tests pages selected in results and in the Library: the request for their set, and its arrival among the
//! trails.

use page_state::train::{GoodPage, Train, TrainAction};
use protocol::Source;
use protocol::library::LibraryRequest;
use protocol::trails::{SavedTrails, TrailsEvent};
use types::strategy::Needs;
use types::trails::{ContextGraph, ContextPage, GraphSource, Trail, TrailKind, TrailPage};

fn page(name: &str, crawls: &[&str]) -> GoodPage {
    GoodPage {
        url: format!("http://{name}.test/"),
        title: name.to_uppercase(),
        crawls: crawls.iter().map(|id| (*id).to_owned()).collect(),
    }
}

fn act(train: &mut Train, action: TrainAction) {
    train.apply(action, Ok(Source::Demo));
}

fn opened(train: &mut Train, elsewhere: bool) {
    train.on_message(TrailsEvent::Trails(Ok(SavedTrails { elsewhere, ..SavedTrails::default() })));
}

/// Three good pages; a and b lead to the first two of them, c and d to a, e, which was discarded, to c.
fn set() -> Trail {
    let page = |(name, relevant)| TrailPage { url: format!("http://{name}.test/"), relevant, ..TrailPage::default() };
    let context =
        |(name, links): (&str, &[u32])| ContextPage { url: format!("http://{name}.test/"), links: links.to_vec() };
    let pages: [(&str, &[u32]); 8] =
        [("x", &[]), ("y", &[]), ("z", &[]), ("a", &[0]), ("b", &[1]), ("c", &[3]), ("d", &[3]), ("e", &[5])];
    Trail {
        name: "Foxes".to_owned(),
        kind: TrailKind::Set,
        pages: [("x", true), ("y", true), ("z", true), ("e", false)].map(page).to_vec(),
        graphs: vec![ContextGraph {
            source: GraphSource { name: "Foxes".to_owned(), fingerprint: "0123456789abcdef".to_owned() },
            pages: pages.map(context).to_vec(),
            unlabeled: Vec::new(),
        }],
    }
}

#[test]
fn the_selected_pages_are_asked_for_with_all_their_crawls() {
    let mut train = Train::default();
    for (name, crawls) in [("x", ["1", "2"]), ("y", ["2", "3"]), ("z", ["4", "4"])] {
        act(&mut train, TrainAction::SelectGood(page(name, &crawls), true));
    }
    act(&mut train, TrainAction::SelectGood(page("z", &[]), false));
    assert!(train.good.has("http://x.test/") && !train.good.has("http://z.test/"));
    let LibraryRequest::ContextSet { crawls, pages } = train.good.request() else {
        panic!("another request");
    };
    assert_eq!(crawls, ["1", "2", "3"]);
    let titles: Vec<&str> = pages.iter().map(|page| page.title.as_str()).collect();
    assert_eq!(titles, ["X", "Y"]);
    assert!(pages.iter().all(|page| page.relevant));
    act(&mut train, TrainAction::ClearGood);
    assert!(train.good.is_empty());
}

#[test]
fn a_set_waits_for_the_trails_and_is_enough_to_train() {
    let mut train = Train::default();
    act(&mut train, TrainAction::SelectGood(page("x", &["1"]), true));
    act(&mut train, TrainAction::GrowGood);
    assert!(train.good.is_growing);
    train.on_context_set(Ok(Box::new(set().into())));
    assert!(!train.good.is_growing && train.editor.trails().is_empty());
    opened(&mut train, false);
    assert_eq!(train.editor.trails().len(), 1);
    assert!(train.good.is_empty(), "the selection is used up");
    let description = train.editor.steps().last().map(|step| step.description.as_str());
    assert_eq!(description, Some("Added 3 good pages and the link graph of “Foxes”, 8 pages in all."));
    // x and y are reached from another page, z is not; a to e are the other pages.
    let counts = train.counts;
    assert_eq!((counts.leading, counts.relevant, counts.others), (2, 3, 5));
    assert!(counts.missing(Needs::TRAILS).is_empty());
    assert!(train.saving.is_due(), "it is to be saved");
    act(&mut train, TrainAction::Undo);
    assert!(train.editor.trails().is_empty());
    // The view is closed and opened again: the worker's later message about the trails must not
    // replace the set.
    act(&mut train, TrainAction::Leave);
    train.on_context_set(Ok(Box::new(set().into())));
    assert!(train.editor.trails().is_empty());
    opened(&mut train, false);
    assert_eq!(train.editor.trails().len(), 1);
    assert!(train.editor.steps().last().is_some(), "it can be undone");
}

#[test]
fn a_path_has_no_link_graph_and_merged_sets_have_both() {
    let mut train = Train::default();
    opened(&mut train, false);
    for _ in 0..2 {
        train.on_context_set(Ok(Box::new(set().into())));
    }
    let ids: Vec<u32> = train.editor.trails().iter().map(|kept| kept.id).collect();
    act(&mut train, TrainAction::Merge(ids[0], ids[1]));
    let graphs = |train: &Train| train.editor.trails()[0].trail.graphs.len();
    assert_eq!(graphs(&train), 2);
    act(&mut train, TrainAction::SetKind(ids[1], TrailKind::Path));
    assert_eq!((graphs(&train), train.counts.leading), (0, 1));
}

#[test]
fn without_trails_or_crawl_nothing_is_added_and_the_reason_is_reported() {
    let mut train = Train::default();
    opened(&mut train, true);
    train.on_context_set(Ok(Box::new(set().into())));
    assert_eq!(train.files.error.as_deref(), Some("Nothing was added: the trails are open in another tab."));
    act(&mut train, TrainAction::GrowGood);
    train.on_context_set(Err("the crawl is gone".to_owned()));
    assert_eq!(train.files.error.as_deref(), Some("Could not read the links of the crawl: the crawl is gone."));
    assert!(train.editor.trails().is_empty() && !train.good.is_growing);
}
