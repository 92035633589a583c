//! Tests context graphs from link graphs: their layers, their limit, their fingerprint.

use super::*;
use types::limits::CONTEXT_PAGES;
use types::trails::{ContextGraph, ContextPage};
use types::url::CanonicalUrl;

fn url(path: &str) -> CanonicalUrl {
    CanonicalUrl::parse(&page(path, false).url).unwrap()
}

/// Parses links written as `from>to`, in the order of the pages.
fn graph(links: &[&str]) -> Backlinks {
    let ends = links.iter().map(|link| link.split_once('>').unwrap());
    let links: Vec<(CanonicalUrl, CanonicalUrl)> = ends.map(|(from, to)| (url(from), url(to))).collect();
    let pages = links.iter().flat_map(|(from, to)| [from, to]);
    Backlinks::new(pages, links.iter().map(|(from, to)| (from, to)))
}

fn grown(links: &[&str], good: &[&str], distance: usize) -> Vec<(String, Vec<u32>)> {
    let good: Vec<TrailPage> = good.iter().map(|path| page(path, false)).collect();
    let set = graph(links).set("web", &good, distance);
    assert_eq!((set.kind, set.graphs.len()), (TrailKind::Set, 1));
    assert!(set.pages.iter().all(|page| page.relevant));
    let page = |page: &ContextPage| {
        let path = page.url.rsplit('/').next().unwrap();
        (path.to_owned(), page.links.clone())
    };
    set.graphs[0].pages.iter().map(page).collect()
}

/// T and U are good. a links to T, b to both, c to a and b, d to c and T: layers 0, 0, 1, 1, 2, 1. e only has an
/// in-link.
#[test]
fn a_page_is_one_layer_above_the_lowest_that_it_links_to() {
    let links = ["a>T", "b>T", "b>U", "c>a", "c>b", "d>c", "d>T", "T>e", "U>T"];
    let expected = |all: &[(&str, &[u32])]| -> Vec<(String, Vec<u32>)> {
        let page = |(path, links): &(&str, &[u32])| ((*path).to_owned(), links.to_vec());
        all.iter().map(page).collect()
    };
    let inner: [(&str, &[u32]); 5] = [("T", &[]), ("U", &[]), ("a", &[0]), ("b", &[0, 1]), ("d", &[0])];
    assert_eq!(grown(&links, &["T", "U"], 1), expected(&inner));
    let outer: [(&str, &[u32]); 1] = [("c", &[2, 3])];
    assert_eq!(grown(&links, &["T", "U"], 9), expected(&[&inner[..], &outer].concat()));
    assert_eq!(grown(&links, &["T", "U"], 0), expected(&inner[..2]));
    assert_eq!(grown(&links, &["elsewhere"], 4), []);
}

/// The first layer has 3,000 pages, the second one. Each of two layers may have half of the limit: every fifth page of
/// the first, 600 in all.
#[test]
fn a_layer_beyond_the_limit_is_sampled_evenly() {
    let mut links: Vec<String> = (0..3_000).map(|at| format!("p{at}>T")).collect();
    links.push("q>p10".to_owned());
    let links: Vec<&str> = links.iter().map(String::as_str).collect();
    let found = grown(&links, &["T"], 2);
    assert_eq!(CONTEXT_PAGES, 1_200);
    assert_eq!(found.len(), 1 + 600 + 1);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..4], ["T", "p0", "p5", "p10"]);
    assert_eq!(found[601], ("q".to_owned(), vec![3]));
}

#[test]
fn the_fingerprint_does_not_depend_on_the_order_of_links() {
    let of = |links: &[&str]| graph(links).fingerprint();
    assert_eq!(of(&["a>b", "b>c"]), of(&["b>c", "a>b", "a>b", "b>b"]));
    assert_ne!(of(&["a>b", "b>c"]), of(&["b>a", "b>c"]));
    assert_eq!(of(&["a>b"]).len(), 16);
}

/// a is 1 link from T; b is 2 by the graph and 1 by the trail; lost leads only to a page that is not good any more.
#[test]
fn trails_and_context_graphs_are_combined() {
    let good = [page("T", false), page("gone", false)];
    let mut set = graph(&["a>T", "b>a", "lost>gone"]).set("web", &good, 4);
    set.pages.pop();
    let mut trails = trails(&["b T", "x y"]);
    trails.trails.push(set);
    let checked = trails.check().unwrap();
    let paths = checked.pages().iter().map(|page| page.url.path_and_query());
    assert_eq!(paths.collect::<Vec<_>>(), ["/b", "/T", "/x", "/y", "/a"]);
    let layers: Vec<usize> = (0..5).map(|page| checked.layer(page, 4)).collect();
    assert_eq!(layers, [1, 0, 3, 3, 1]);
    // The first trail visits T, so a belongs to its context.
    assert_eq!(checked.context(0), [4]);
    assert!(checked.context(1).is_empty());
    assert!(checked.is_on_path(0) && !checked.is_on_path(4));
}

#[test]
fn a_context_graph_round_trips_through_json_and_an_invalid_one_is_rejected() {
    let good = [page("T", true), page("U", true)];
    let set = graph(&["a>T", "b>a", "c>U"]).set("web", &good, 4);
    let given = Trails { trails: vec![set] };
    let json = write_json(&given);
    assert_eq!(read_json(json.as_bytes()).unwrap(), (given.clone(), vec![]));
    let damaged = json.replace("https://example.org/c", "mailto:c");
    let (read, warnings) = read_json(damaged.as_bytes()).unwrap();
    assert_eq!(warnings.len(), 1);
    assert_eq!(read.check().unwrap().pages().len(), 4);
    // Links to nonexistent indices, or to the page itself, are ignored.
    let mut odd = given;
    odd.trails[0].graphs = vec![ContextGraph {
        pages: vec![ContextPage { url: page("a", false).url, links: vec![0, 7, u32::MAX] }],
        ..ContextGraph::default()
    }];
    assert_eq!(odd.check().unwrap().pages().len(), 2);
}
