//! Merging the results of several providers: order, duplicates, links among candidates.

use super::*;
use types::seeds::{FoundSeed, Seed};
use types::url::CanonicalUrl;

fn page(address: &str) -> CanonicalUrl {
    CanonicalUrl::parse(address).expect("a URL")
}

/// Returns a list of pages, each given as an address and optionally a title.
fn list(pages: &[&str]) -> Findings {
    let seeds = pages.iter().map(|page_and_title| {
        let (address, title) = page_and_title.split_once(' ').unwrap_or((page_and_title, ""));
        Seed::new(page(address), title, "", "")
    });
    Findings { seeds: seeds.collect(), ..Findings::default() }
}

fn linked(pages: &[&str], links: &[(&str, &str)]) -> Findings {
    let links = links.iter().map(|(from, to)| (page(from), page(to)));
    Findings { links: links.collect(), ..list(pages) }
}

/// Returns the addresses in order, each with its providers.
fn merged(query: &str, lists: &[(&str, &Findings)]) -> Vec<String> {
    let shown = |FoundSeed { seed, providers }: FoundSeed| format!("{} {}", seed.url.as_str(), providers.join("+"));
    merge(query, lists).into_iter().map(shown).collect()
}

#[test]
fn a_page_of_two_providers_precedes_the_first_page_of_each() {
    let (one, two) = (list(&["http://a.org/", "http://both.org/"]), list(&["http://b.org/", "http://both.org/"]));
    assert_eq!(
        merged("", &[("one", &one), ("two", &two)]),
        ["http://both.org/ one+two", "http://a.org/ one", "http://b.org/ two"]
    );
}

#[test]
fn the_scores_are_those_of_reciprocal_rank_fusion() {
    // 1/61 + 1/63 > 1/61 + 1/64 > 1/62 + 1/63 > 1/62 + 1/64, without matching words and links.
    let (one, two) = (
        list(&["http://a.org/", "http://b.org/", "http://c.org/", "http://d.org/"]),
        list(&["http://c.org/", "http://d.org/", "http://b.org/", "http://a.org/"]),
    );
    assert_eq!(
        merged("x", &[("one", &one), ("two", &two)]),
        ["http://c.org/ one+two", "http://a.org/ one+two", "http://b.org/ one+two", "http://d.org/ one+two"]
    );
}

/// A page at rank r of both lists has 2 / (k + r), the first page of one list 1 / (k + 1): equal at r = k + 2.
#[test]
fn the_constant_of_the_scores_is_sixty() {
    for (rank, place) in [(61, 0), (62, 1), (63, 2)] {
        let of = |name: &str| {
            let others = (1..rank).map(|n| format!("http://{name}.org/{n}"));
            let pages: Vec<String> = others.chain(["http://both.org/".to_owned()]).collect();
            list(&pages.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let (one, two) = (of("one"), of("two"));
        let found = merged("x", &[("one", &one), ("two", &two)]);
        assert_eq!(found[place], "http://both.org/ one+two", "rank {rank}");
    }
}

#[test]
fn a_single_list_keeps_its_order_and_equals_keep_that_of_the_lists() {
    let one = list(&["http://a.org/ Bread", "http://b.org/ Spiders"]);
    let none = Findings::default();
    assert_eq!(merged("spiders", &[("one", &one), ("two", &none)]), ["http://a.org/ one", "http://b.org/ one"]);
    let two = list(&["http://c.org/ Bread"]);
    assert_eq!(merged("cheese", &[("two", &two), ("one", &one)])[0], "http://c.org/ two");
}

#[test]
fn pages_with_more_of_the_words_come_first() {
    let one = list(&["http://a.org/ Bread", "http://b.org/jumping Spiders"]);
    let two = list(&["http://c.org/ Spiders"]);
    assert_eq!(
        merged("jumping spiders", &[("one", &one), ("two", &two)]),
        ["http://b.org/jumping one", "http://c.org/ two", "http://a.org/ one"]
    );
}

#[test]
fn pages_linked_from_other_candidates_come_first() {
    let one = linked(
        &["http://a.org/1", "http://a.org/2"],
        &[
            ("http://a.org/1", "https://www.site.org/deep/page"),
            ("http://a.org/2", "http://site.org/other"),
            ("http://a.org/1", "http://paper.org/7"),
            ("http://unknown.org/", "http://b.org/"),
            ("http://a.org/1", "http://a.org/1"),
        ],
    );
    let two = list(&["http://b.org/", "http://paper.org/7", "http://site.org/"]);
    assert_eq!(
        merged("", &[("one", &one), ("two", &two)]),
        [
            "http://site.org/ two",
            "http://paper.org/7 two",
            "http://a.org/1 one",
            "http://b.org/ two",
            "http://a.org/2 one"
        ]
    );
}

#[test]
fn one_link_of_a_pages_only_provider_does_not_count() {
    let cited = |n: usize| [1, 2].map(|page| format!("http://cited{n}.org/jumping-spiders/{page}"));
    let article = |n: usize| format!("http://wiki.org/Jumping_spiders_{n}");
    let mut pages = Vec::new();
    let mut links = Vec::new();
    for n in 1..=10 {
        pages.push(article(n));
        for to in cited(n) {
            links.push((article(n), to.clone()));
            pages.push(to);
        }
    }
    let several = |name: &str| {
        let pages: Vec<String> = (1..=10).map(|n| format!("http://{name}{n}.org/ Jumping spiders")).collect();
        list(&pages.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (wikidata, news) = (several("official"), several("news"));
    let top = |links: &[(String, String)]| {
        let links: Vec<_> = links.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        let wikipedia = linked(&pages.iter().map(String::as_str).collect::<Vec<_>>(), &links);
        let lists = [("wikipedia", &wikipedia), ("wikidata", &wikidata), ("news", &news)];
        let mut found = merged("jumping spiders", &lists);
        found.truncate(10);
        found
    };
    let found = top(&links);
    for expected in
        ["http://wiki.org/Jumping_spiders_1 wikipedia", "http://official1.org/ wikidata", "http://news1.org/ news"]
    {
        assert!(found.contains(&expected.to_owned()), "{expected} {found:#?}");
    }
    links.push((article(1), "http://cited10.org/jumping-spiders/2".to_owned()));
    assert_eq!(top(&links)[0], "http://cited10.org/jumping-spiders/2 wikipedia", "the link of a second article counts");
}

#[test]
fn near_duplicates_are_merged_and_count_once_per_provider() {
    let one = list(&["https://www.a.org/spiders/", "http://a.org/spiders", "http://m.a.org/spiders"]);
    let two = list(&[
        "http://a.org/Spiders",
        "http://a.org/spiders?page=2",
        "https://doi.org/10.5555/1 The eyes of jumping spiders in the dark",
    ]);
    let three = list(&[
        "https://journal.org/1 The Eyes of Jumping Spiders in the Dark",
        "https://journal.org/2 The Eyes of Jumping Spiders in the Dark",
        "https://journal.org/3 Spiders",
    ]);
    let found = merged("", &[("one", &one), ("two", &two), ("three", &three)]);
    let of = |start: &str| {
        let of = found.iter().filter(|found| found.starts_with(start));
        of.map(String::as_str).collect::<Vec<_>>()
    };
    assert_eq!(of("https://doi.org"), ["https://doi.org/10.5555/1 two+three"]);
    assert_eq!(
        of("https://journal"),
        ["https://journal.org/2 three", "https://journal.org/3 three"],
        "one provider's pages with the same title are different pages"
    );
    assert_eq!(of("https://www.a.org"), ["https://www.a.org/spiders/ one"]);
    assert_eq!(of("http://"), ["http://a.org/Spiders two", "http://a.org/spiders?page=2 two"]);
}

#[test]
fn example_responses_of_all_services_are_merged_with_the_most_linked_page_first() {
    let find = |id: &str, body: &str| {
        let words = query("jumping spiders");
        let (_, asked) = run(id, &words, &[]);
        let answers = [(asked[0].as_str(), 200, "application/json", body.into())];
        run(id, &words, &answers).0.expect("pages")
    };
    let wikipedia = find("wikipedia", include_str!("answers/wikipedia.json"));
    let wikidata = find("wikidata", include_str!("answers/wikidata.json"));
    let marginalia = find("marginalia", include_str!("answers/marginalia.json"));
    let crossref = find("crossref", include_str!("answers/crossref.json"));
    let openalex = find("openalex", include_str!("answers/openalex.json"));
    let found = merged(
        "jumping spiders",
        &[
            ("wikipedia", &wikipedia),
            ("wikidata", &wikidata),
            ("crossref", &crossref),
            ("openalex", &openalex),
            ("marginalia", &marginalia),
        ],
    );
    assert_eq!(found[0], "https://salticidae.example.org/jumping-spiders/ wikipedia+marginalia");
    assert!(found.contains(&"https://doi.org/10.5555/12345678 crossref+openalex".to_owned()), "{found:#?}");
}
