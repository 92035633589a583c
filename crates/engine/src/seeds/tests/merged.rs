//! Merging the results of several providers: order, duplicates, links among candidates.

use super::*;
use types::limits::SEED_STARTS;
use types::seeds::{FoundSeed, LearnedRanks, Seed};
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
    merge(query, lists, "en-phrase", &LearnedRanks::default()).into_iter().map(shown).collect()
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
fn a_page_has_the_title_and_description_of_any_provider_and_its_place_is_as_without_them() {
    let described = |title: &str, about: &str| {
        let seed = Seed::new(page("http://both.org/"), title, about, "");
        Findings { seeds: vec![seed], ..Findings::default() }
    };
    let (one, two, three) =
        (list(&["http://first.org/ Spiders"]), described("", ""), described("", "All about spiders"));
    let four = described("Jumping spiders", "Other");
    let lists = [("one", &one), ("two", &two), ("three", &three), ("four", &four)];
    let found = merge("x", &lists, "en-phrase", &LearnedRanks::default());
    assert_eq!((&*found[0].seed.title, &*found[0].seed.snippet), ("Jumping spiders", "All about spiders"));
    // By words, the page without texts is behind the other one, whatever its later providers say.
    let found = merge("spiders", &[("one", &one), ("two", &two)], "en-phrase", &LearnedRanks::default());
    assert_eq!(found[0].seed.url.as_str(), "http://first.org/");
    let (two, three) = (list(&["http://both.org/x"]), list(&["http://c.org/", "http://both.org/x Spiders"]));
    let texts =
        merge("spiders", &[("one", &one), ("two", &two), ("three", &three)], "en-phrase", &LearnedRanks::default());
    let (two, three) = (list(&["http://both.org/x"]), list(&["http://c.org/", "http://both.org/x"]));
    let none =
        merge("spiders", &[("one", &one), ("two", &two), ("three", &three)], "en-phrase", &LearnedRanks::default());
    let order = |found: &[FoundSeed]| found.iter().map(|found| found.seed.url.clone()).collect::<Vec<_>>();
    assert_eq!(order(&texts), order(&none));
    assert_eq!(texts.iter().find(|found| found.providers.len() == 2).map(|found| &*found.seed.title), Some("Spiders"));
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

/// The answers of two services to the same query, recorded in October 2026.
#[test]
fn an_escaped_bracket_is_the_same_page_with_both_providers() {
    let wikipedia = r#"{"query": {"search": [{"ns": 0, "title": "Python (programming language)", "pageid": 23862}]}}"#;
    let marginalia = r#"{"license": "CC-BY-NC-SA 4.0", "query": "python programming language", "results": [{"url": "https://en.wikipedia.org/wiki/Python_%28programming_language%29", "title": "Python (programming language)", "description": "Python is a multi-paradigm programming language."}]}"#;
    let [wikipedia, marginalia] = [("wikipedia", wikipedia), ("marginalia", marginalia)].map(|(id, body)| {
        let words = query("python programming language");
        let (_, asked) = run(id, &words, &[]);
        run(id, &words, &[(asked[0].as_str(), 200, "application/json", body.into())]).0.expect("a page")
    });
    let found = merged("python programming language", &[("wikipedia", &wikipedia), ("marginalia", &marginalia)]);
    assert_eq!(found, ["https://en.wikipedia.org/wiki/Python_(programming_language) wikipedia+marginalia"]);
}

#[test]
fn spellings_of_one_page_are_one_page() {
    for (one, other) in [
        ("https://a.org/x_(y)", "https://a.org/x_%28y%29"),
        ("https://a.org/x_(y)", "http://www.a.org/x_%28y%29/"),
        ("https://a.org/it's,*!;:@$", "https://a.org/it%27s%2C%2A%21%3B%3A%40%24"),
        ("https://a.org/x", "http://a.org/x/"),
        ("https://a.org/x", "https://www.a.org/x#part"),
        ("https://a.org/x", "https://a.org/x?utm_source=feed&fbclid=1"),
        ("https://a.org/x?a=[1]", "https://a.org/x?a=%5b1%5d"),
        ("https://en.wikipedia.org/wiki/Jazz", "https://en.m.wikipedia.org/wiki/Jazz#History"),
        ("https://a.org/caf\u{e9}", "https://a.org/caf%c3%a9"),
        ("https://a.org", "http://www.a.org/index.html"),
        ("https://a.org/x/?a=1", "https://a.org/x?a=1"),
        ("http://dx.doi.org/10.1/x", "https://doi.org/10.1/x"),
        ("https://m.org/", "https://www.m.org/"),
    ] {
        let found = merged("x", &[("one", &list(&[one])), ("two", &list(&[other]))]);
        assert_eq!(found.len(), 1, "{one} {other}: {found:?}");
        assert!(found[0].ends_with("one+two"), "{found:?}");
    }
    for (one, other) in [
        ("https://a.org/a/b", "https://a.org/a%2Fb"),
        ("https://a.org/x?a=1&b", "https://a.org/x?a=1%26b"),
        ("https://a.org/100%25", "https://a.org/100"),
        ("https://a.org/%2528", "https://a.org/%28"),
        ("https://a.org/X", "https://a.org/x"),
        ("https://a.org/x?page=1", "https://a.org/x?page=2"),
        ("https://a.org:8443/", "https://a.org/"),
        ("https://m.org/", "https://www.org/"),
        ("https://a.org/x?a=1/", "https://a.org/x?a=1"),
    ] {
        let found = merged("x", &[("one", &list(&[one])), ("two", &list(&[other]))]);
        assert_eq!(found.len(), 2, "{one} {other}: {found:?}");
    }
}

/// Returns a list of `count` pages of one host.
fn of_host(host: &str, count: usize) -> Findings {
    let pages: Vec<String> = (1..=count).map(|n| format!("https://{host}/{n}")).collect();
    list(&pages.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns a list of pages of `count` hosts.
fn of_hosts(name: &str, count: usize) -> Findings {
    let pages: Vec<String> = (1..=count).map(|n| format!("https://{name}{n}.org/")).collect();
    list(&pages.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns how many of the first pages begin with a text, and how many end with it.
fn among_first(found: &[String], text: &str) -> (usize, usize) {
    let first = &found[..SEED_STARTS.min(found.len())];
    let begins = first.iter().filter(|page| page.starts_with(text)).count();
    (begins, first.iter().filter(|page| page.ends_with(text)).count())
}

#[test]
fn the_first_ten_have_at_most_two_pages_of_a_host_and_four_of_a_provider() {
    let (one, two, three, four) =
        (of_host("one.org", 10), of_hosts("two", 10), of_hosts("three", 10), of_hosts("four", 10));
    let lists = [("one", &one), ("two", &two), ("three", &three), ("four", &four)];
    let found = merged("x", &lists);
    assert_eq!(among_first(&found, "https://one.org"), (2, 0), "{found:#?}");
    for provider in ["two", "three", "four"] {
        assert!(among_first(&found, provider).1 <= 4, "{found:#?}");
    }
    assert_eq!(found.len(), 40, "the others follow");
    assert_eq!(found[SEED_STARTS], "https://one.org/3 one");

    let found = merged("x", &[("one", &one), ("two", &of_hosts("two", 1))]);
    assert_eq!(found.len(), 11);
    assert_eq!(among_first(&found, "https://one.org"), (9, 0), "nothing else is left");
    let found = merged("x", &[("two", &two), ("three", &of_hosts("three", 2))]);
    assert_eq!(among_first(&found, "two"), (0, 8), "the limit of a provider gives way before that of a host");
}

#[test]
fn weak_lists_do_not_displace_the_third_article() {
    let articles = of_host("en.wikipedia.org", 10);
    let weak = ["internet-archive", "crossref", "openalex", "semantic-scholar", "doaj"];
    let hosts: Vec<Findings> = weak.iter().map(|id| of_hosts(id, 10)).collect();
    let mut lists = vec![("wikipedia", &articles)];
    lists.extend(weak.into_iter().zip(&hosts));
    let found = merged("x", &lists);
    assert_eq!(found[..3], [1, 2, 3].map(|n| format!("https://en.wikipedia.org/{n} wikipedia")), "{found:#?}");
    assert_eq!(among_first(&found, "https://en.wikipedia.org"), (3, 0));
    let news = of_hosts("news", 10);
    lists.push(("hacker-news", &news));
    let strong = of_hosts("strong", 10);
    lists.push(("one", &strong));
    let found = merged("x", &lists);
    assert!(among_first(&found, "https://en.wikipedia.org").0 <= 3, "{found:#?}");
}

#[test]
fn a_provider_whose_pages_were_refused_loses_rank_for_this_kind_of_query() {
    let (one, two) = (of_hosts("one", 6), of_hosts("two", 6));
    let lists = [("one", &one), ("two", &two)];
    let mut ranks = LearnedRanks::default();
    for _ in 0..20 {
        ranks.learn("en-word", "one", 0.0);
        ranks.learn("en-word", "two", 1.0);
    }
    let providers = |kind: &str, ranks: &LearnedRanks| -> Vec<String> {
        merge("x", &lists, kind, ranks).into_iter().map(|found| found.providers.concat()).collect()
    };
    assert_eq!(providers("en-word", &LearnedRanks::default())[0], "one");
    let found = providers("en-word", &ranks);
    assert_eq!(found[..4], ["two"; 4]);
    assert_eq!(found.iter().take(SEED_STARTS).filter(|id| *id == "one").count(), 4, "a weak list fills up");
}

#[test]
fn the_kind_of_a_query_is_its_language_and_its_length() {
    for (query, spoken, expected) in [
        ("photosynthesis", "en", "en-word"),
        ("jumping spiders", "de-AT", "de-phrase"),
        ("пауки-скакуны", "en", "ru-word"),
        ("how do jumping spiders see colors", "en", "en-sentence"),
        ("", "", "en-word"),
    ] {
        assert_eq!(kind_of(query, spoken), expected, "{query}");
    }
}
