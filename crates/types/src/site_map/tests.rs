//! Trees with hand-computed expectations.

use super::{Arrangement, Branch, PathOrder, Row, SiteMap};
use crate::report::{Discovery, FetchOutcome, PageRecord};
use crate::url::CanonicalUrl;

const GOOD: f64 = 0.5;

/// Returns page `n` of a crawl, found first on page `parent`; a `*` after its URL makes it on-topic.
fn page(n: u32, url: &str, parent: Option<u32>) -> PageRecord {
    let (url, relevance) = match url.strip_suffix('*') {
        Some(url) => (url, 0.75),
        None => (url, 0.25),
    };
    let discovery = Discovery { parent, ..Discovery::default() };
    PageRecord { status: 200, discovery, relevance, ..PageRecord::new(n, CanonicalUrl::parse(url).unwrap()) }
}

/// Returns pages with these URLs, each found first on the page with the number beside it.
fn crawl(pages: &[(&str, u32)]) -> Vec<PageRecord> {
    let pages = (1..).zip(pages);
    let pages = pages.map(|(n, (url, parent))| page(n, url, Some(*parent).filter(|n| *n > 0)));
    pages.collect()
}

/// Formats one line per node: indentation by level, name, page number, and the branch's numbers of pages and on-topic
/// pages.
fn drawn(pages: &[PageRecord], arrangement: Arrangement) -> Vec<String> {
    let map = SiteMap::new(pages, arrangement, GOOD);
    let line = |node: &super::Node| {
        let n = node.page.map_or(0, |at| pages[at].n);
        let above = |node: &super::Node| Some(&map.nodes()[node.parent?]);
        let depth = std::iter::successors(above(node), |node| above(node)).count();
        let (indent, name) = ("  ".repeat(depth), node.name(pages));
        format!("{indent}{name} #{n} {}/{}", node.on_topic, node.pages)
    };
    map.nodes().iter().map(line).collect()
}

#[test]
fn by_path_a_page_is_below_the_folders_of_its_url_and_missing_ones_have_no_page() {
    let pages = crawl(&[
        ("http://a.test/", 0),
        ("http://a.test/x/two", 1),
        ("http://a.test/x/one*", 1),
        ("http://a.test/x-ray", 1),
        ("http://a.test/deep/down/here?page=2", 2),
    ]);
    let expected = [
        "a.test #1 1/5",
        "  x #0 1/2",
        "    one #3 1/1",
        "    two #2 0/1",
        "  deep #0 0/1",
        "    down #0 0/1",
        "      here #0 0/1",
        "        ?page=2 #5 0/1",
        "  x-ray #4 0/1",
    ];
    assert_eq!(drawn(&pages, Arrangement::Path), expected);
}

#[test]
fn by_path_a_trailing_slash_is_no_part_and_the_later_page_of_a_path_is_below_the_first() {
    let pages = crawl(&[
        ("http://a.test/x/", 0),
        ("http://a.test/x/y", 1),
        ("http://a.test/x", 1),
        ("https://a.test/x/y", 1),
        ("http://a.test/x?q=1", 1),
        ("http://a.test/x/?q=2", 1),
    ]);
    let expected = [
        "a.test #0 0/6",
        "  x #1 0/6",
        "    x #3 0/1",
        "    ?q=1 #5 0/1",
        "    ?q=2 #6 0/1",
        "    y #2 0/2",
        "      y #4 0/1",
    ];
    assert_eq!(drawn(&pages, Arrangement::Path), expected);
}

#[test]
fn by_path_hosts_are_separate_by_port_and_those_with_on_topic_pages_come_first() {
    let pages = crawl(&[("http://b.test:8080/*", 0), ("http://a.test/x", 1), ("http://b.test/x", 1)]);
    let expected = ["b.test:8080 #1 1/1", "a.test #0 0/1", "  x #2 0/1", "b.test #0 0/1", "  x #3 0/1"];
    assert_eq!(drawn(&pages, Arrangement::Path), expected);
}

#[test]
fn by_links_a_page_is_below_the_page_that_linked_to_it_first() {
    let mut pages = crawl(&[
        ("http://a.test/", 0),
        ("http://a.test/x", 1),
        ("http://a.test/y*", 1),
        ("http://a.test/z", 3),
        ("http://b.test/", 0),
        ("http://b.test/w", 9),
    ]);
    // The link on page 3 scored page 4, but page 2 linked to it before.
    pages[3].neighbors.linked_from = vec![2, 3];
    // A seed stays a seed even if a page links to it.
    pages[4].neighbors.linked_from = vec![1];
    let expected = ["/ #1 1/4", "  /y #3 1/1", "  /x #2 0/2", "    /z #4 0/1", "/ #5 0/1", "/w #6 0/1"];
    assert_eq!(drawn(&pages, Arrangement::Links), expected);
}

#[test]
fn unread_pages_are_left_out_and_noindex_pages_are_not_on_topic() {
    let mut pages = crawl(&[("http://a.test/", 0), ("http://a.test/gone*", 1), ("http://a.test/hidden*", 1)]);
    pages[1].outcome = FetchOutcome::Status(404);
    pages[2].outcome = FetchOutcome::NoIndex;
    assert_eq!(drawn(&pages, Arrangement::Path), ["a.test #1 0/2", "  hidden #3 0/1"]);
    assert_eq!(drawn(&pages, Arrangement::Links), ["/ #1 0/2", "  /hidden #3 0/1"]);
    let none: [PageRecord; 0] = [];
    assert!(SiteMap::new(&none, Arrangement::Path, GOOD).rows(false, |_| None).is_empty());
}

#[test]
fn a_map_by_path_that_grows_is_the_map_of_all_pages() {
    let crawl = crawl(&[
        ("http://a.test/x/two", 0),
        ("http://b.test/", 1),
        ("http://a.test/x/", 1),
        ("http://a.test/x/one*", 1),
        ("https://a.test/x", 1),
        ("http://a.test/x/two/deep?page=2", 1),
        ("http://a.test/", 1),
    ]);
    let mut order = PathOrder::default();
    for (most, taken) in [(1, 1), (3, 4), (0, 4), (9, 7)] {
        assert_eq!(order.take(&crawl, most), taken);
        let pages = &crawl[..taken];
        let grown = SiteMap::by_path(pages, &order, GOOD);
        assert_eq!(grown, SiteMap::new(pages, Arrangement::Path, GOOD));
    }
}

#[test]
fn addresses_identify_nodes_while_the_map_grows() {
    let pages = crawl(&[("http://a.test/x/y?z=1", 0)]);
    let map = SiteMap::new(&pages, Arrangement::Path, GOOD);
    let addresses = map.nodes().iter().map(|node| node.address(&pages));
    let expected = ["a.test", "a.test/x", "a.test/x/y", "a.test/x/y?z=1"];
    assert_eq!(addresses.collect::<Vec<_>>(), expected);
    let map = SiteMap::new(&pages, Arrangement::Links, GOOD);
    assert_eq!(map.nodes()[0].address(&pages), "a.test/x/y?z=1");
}

/// Returns a seed with two ways and three branches off the topic, of four pages in all.
fn folding() -> Vec<PageRecord> {
    crawl(&[
        ("http://a.test/", 0),
        ("http://a.test/off", 1),
        ("http://a.test/way", 1),
        ("http://a.test/off/off", 2),
        ("http://a.test/goal*", 3),
        ("http://a.test/off2", 1),
        ("http://a.test/on*", 1),
        ("http://a.test/off3", 1),
        ("http://a.test/on/off", 7),
    ])
}

/// Formats one line per row: indentation, page number or number of folded pages, fold state, position.
fn listed(map: &SiteMap, pages: &[PageRecord], rows: &[Row]) -> Vec<String> {
    let line = |row: &Row| {
        let what = match row.branch {
            Branch::Node(at) => format!("#{}", map.nodes()[at].page.map_or(0, |at| pages[at].n)),
            branch @ Branch::OffTopic(_) => format!("{} off", map.pages_of(branch)),
        };
        let fold = match row.is_open {
            Some(true) => " open",
            Some(false) => " closed",
            None => "",
        };
        let (indent, (place, of)) = ("  ".repeat(row.level - 1), row.place);
        format!("{indent}{what}{fold} {place}/{of}")
    };
    rows.iter().map(line).collect()
}

#[test]
fn ways_are_open_and_off_topic_siblings_are_one_row_with_their_page_count() {
    let pages = folding();
    let map = SiteMap::new(&pages, Arrangement::Links, GOOD);
    let expected = ["#1 open 1/1", "  #3 open 1/3", "    #5 1/1", "  #7 closed 2/3", "  4 off closed 3/3"];
    let rows = map.rows(false, |_| None);
    assert_eq!(listed(&map, &pages, &rows), expected);
    assert_eq!(map.pages(), (9, 2));
    let ways = map.nodes().iter().enumerate();
    let ways: Vec<_> = ways.filter(|(at, _)| map.is_way(*at)).collect();
    let numbers = ways.iter().map(|(_, node)| node.page);
    assert_eq!(numbers.collect::<Vec<_>>(), [Some(0), Some(2)]);
}

#[test]
fn branches_that_the_person_opened_are_open_and_folded_rows_are_not_nested() {
    let pages = folding();
    let map = SiteMap::new(&pages, Arrangement::Links, GOOD);
    let expected = [
        "#1 open 1/1",
        "  #3 open 1/3",
        "    #5 1/1",
        "  #7 open 2/3",
        "    1 off open 1/1",
        "      #9 1/1",
        "  4 off open 3/3",
        "    #2 open 1/3",
        "      #4 1/1",
        "    #6 2/3",
        "    #8 3/3",
    ];
    let rows = map.rows(false, |_| Some(true));
    assert_eq!(listed(&map, &pages, &rows), expected);
    let rows = map.rows(false, |_| Some(false));
    assert_eq!(listed(&map, &pages, &rows), ["#1 closed 1/1"]);
}

#[test]
fn only_ways_leave_out_everything_else() {
    let pages = folding();
    let map = SiteMap::new(&pages, Arrangement::Links, GOOD);
    let expected = ["#1 open 1/1", "  #3 open 1/2", "    #5 1/1", "  #7 2/2"];
    let rows = map.rows(true, |_| None);
    assert_eq!(listed(&map, &pages, &rows), expected);
}

#[test]
fn without_on_topic_pages_the_first_level_is_open_and_there_are_no_ways() {
    let pages = crawl(&[("http://a.test/", 0), ("http://a.test/x/y", 1)]);
    let map = SiteMap::new(&pages, Arrangement::Path, GOOD);
    let rows = map.rows(false, |_| None);
    let expected = ["#1 open 1/1", "  #0 closed 1/1"];
    assert_eq!(listed(&map, &pages, &rows), expected);
    assert!(map.rows(true, |_| None).is_empty());
}

#[test]
fn a_chain_of_ten_thousand_links_is_a_tree_as_deep() {
    let urls: Vec<String> = (0..10_000).map(|n| format!("http://a.test/{n}")).collect();
    let mut chain: Vec<(&str, u32)> = (0..).zip(&urls).map(|(n, url)| (url.as_str(), n)).collect();
    chain.push(("http://a.test/goal*", 10_000));
    let pages = crawl(&chain);
    let map = SiteMap::new(&pages, Arrangement::Links, GOOD);
    let rows = map.rows(true, |_| None);
    assert_eq!((rows.len(), rows[10_000].level), (10_001, 10_001));
    assert_eq!(map.nodes()[0].on_topic, 1);
}
