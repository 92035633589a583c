//! Tests the search engine: ranking, paging, exclusions, and escaping of the query.

use demo_web::{DEFAULT_SEED, DemoWeb};

/// Returns status and body of a page of the search host.
fn get(web: &DemoWeb, path: &str) -> (u16, String) {
    let response = web.fetch(&format!("http://search.test{path}"));
    let response = response.expect("a host of this web").result;
    let response = response.expect("a response");
    let body = String::from_utf8(response.body).expect("UTF-8");
    (response.status, body)
}

/// Returns the URLs of the results.
fn results(page: &str) -> Vec<&str> {
    let items = page.split("<li><a href=\"").skip(1);
    items.filter_map(|item| item.split('"').next()).collect()
}

#[test]
fn queries_find_ten_pages_with_at_most_two_of_a_host() {
    let web = DemoWeb::new(DEFAULT_SEED);
    for topic in web.topics() {
        let (status, page) = get(&web, &format!("/?q={}", topic.query.replace(' ', "+")));
        let found = results(&page);
        assert_eq!((status, found.len()), (200, 10), "{}", topic.query);
        for url in &found {
            assert!(web.fetch(url).is_some(), "{url}");
            let host = url.split('/').nth(2);
            let same = found.iter().filter(|one| one.split('/').nth(2) == host);
            assert!(same.count() <= 2, "{found:?}");
        }
    }
}

#[test]
fn case_order_and_plurals_do_not_matter() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let found = |query: &str| {
        let (_, page) = get(&web, &format!("/?q={query}"));
        results(&page).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let first = found("chess+opening");
    for query in ["chess+opening", "Opening%20CHESS", "openings+chess", "chess+opening&page=1", "chess+opening&page=0"]
    {
        assert_eq!(found(query), first, "{query}");
    }
}

#[test]
fn further_pages_have_other_results_and_end() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let (_, mut page) = get(&web, "/?q=guide");
    let mut all: Vec<String> = Vec::new();
    for number in 1..10 {
        all.extend(results(&page).into_iter().map(str::to_owned));
        let Some((_, next)) = page.split_once("<p><a href=\"") else {
            break;
        };
        assert!(number < 5, "too many pages");
        let path = next.split('"').next().expect("an address").replace("&amp;", "&");
        page = get(&web, &path).1;
    }
    let mut different = all.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), all.len(), "a page is found once");
}

#[test]
fn noindex_hosts_and_copies_are_not_found() {
    let web = DemoWeb::new(DEFAULT_SEED);
    for query in ["linux", "money", "asthma", "index", "file"] {
        for number in 1..=3 {
            let (_, page) = get(&web, &format!("/?q={query}&page={number}"));
            for url in results(&page) {
                assert!(!url.contains("//do-not-index.test/") && !url.contains("//asthma-guide-mirror.test/"), "{url}");
            }
        }
    }
}

#[test]
fn queries_are_escaped_and_empty_ones_show_a_prompt() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let (status, page) = get(&web, "/?q=%3Cscript%3Ealert(1)%3C/script%3E%22%20%FF%");
    assert_eq!(status, 200);
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"), "{page}");
    for (path, status, says) in [
        ("/", 200, "Say what to look for"),
        ("/?q=", 200, "Say what to look for"),
        ("/?q=zymurgy", 200, "No page has these words"),
        ("/other", 404, "Nothing is here"),
        ("/robots.txt", 200, "User-agent"),
    ] {
        let (given, page) = get(&web, path);
        assert!(given == status && page.contains(says), "{path}: {given} {page}");
    }
}
