//! Tests page records: how a page was found, its snippet, its duplicates, and why it was not read.

use super::*;
use crate::journal;
use types::document::{DocumentFormat, DocumentKind, ReadDocument};
use types::plan::{JudgedPage, PastPage};
use types::report::PageClass;
use types::steering::Steering;
use types::url::CanonicalUrl;

#[test]
fn every_page_record_contains_its_discovery() {
    let seen = crawl(&small(), &["http://a.test/"], |_| ());
    let pages = seen.pages();
    let found: Vec<_> = pages
        .iter()
        .map(|page| (page.n, page.discovery.parent, page.discovery.anchor.as_str(), page.discovery.depth))
        .collect();
    assert_eq!(
        found,
        [(1, None, "", 0), (2, Some(1), "jumping spider", 1), (3, Some(2), "more", 2), (4, Some(1), "something", 1)]
    );
    assert_eq!(pages[1].discovery.parts.len(), 2, "page and anchor");
    assert_eq!(pages[1].words.len(), 1);
    assert!((pages[1].words[0].1 - pages[1].relevance).abs() < 1e-12, "the shares of the words sum to the relevance");
    assert_eq!(&pages[1].text.snippet[..6], "spider");
    assert_eq!(pages[1].text.marks, [(0, 6), (7, 13)]);
}

#[test]
fn failures_and_unread_types_have_records_with_their_reason() {
    let web = Web::default()
        .page("http://a.test/", "<a href=/gone>1</a><a href=/slow>2</a><a href=/image>3</a>")
        .with("http://a.test/slow", 0, &[], "")
        .with("http://a.test/image", 200, &[("content-type", "image/png")], "PNG");
    let mut crawl = plan(&["http://a.test/"], |plan| {
        plan.strategy = "breadth-first".into();
    });
    let seen = run(&mut crawl, &web);
    let codes: Vec<String> = seen.pages().iter().map(|page| page.outcome.code()).collect();
    assert_eq!(codes, ["read", "status-404", "timed-out", "type"]);
    assert_eq!(crawl.progress().failures.len(), 3);
}

#[test]
fn documents_are_listed_with_their_best_link_and_not_fetched() {
    let web = Web::default()
        .page(
            "http://a.test/",
            "<p>spider</p><a href=/b>b</a><a href=/x.pdf>report</a><a href=/y.csv rel=nofollow>data</a>",
        )
        .page("http://a.test/b", "<p>spider spider</p><a href=/c>c</a><a href=/x.pdf>spider report</a>")
        .page("http://a.test/c", "<a href=/x.pdf>report</a><a href=/x.pdf>the same report</a>");
    let mut crawl = plan(&["http://a.test/"], |plan| {
        plan.query = "spider".into();
    });
    let seen = run(&mut crawl, &web);
    assert_eq!(seen.pages().len(), 3, "the documents cost no page");
    let documents = crawl.documents();
    let listed: Vec<_> =
        documents.iter().map(|one| (one.url.path(), one.anchor.as_str(), one.page, one.pages)).collect();
    assert_eq!(listed, [("/x.pdf", "spider report", Some(2), 3), ("/y.csv", "data", Some(1), 1)]);
    assert!(documents[0].relevance > documents[1].relevance && documents[0].relevance <= 1.0);
    assert_eq!(crawl.progress().refusals["document"], 2);
    let saved = journal::write(&crawl).expect("a crawl can be written");
    let again = journal::open(&saved, &assets()).expect("it can be opened");
    assert_eq!(again.documents(), documents);
}

#[test]
fn a_document_that_its_media_type_shows_is_listed_and_costs_no_page() {
    let web = Web::default()
        .page("http://a.test/", "<p>spider</p><a href=/b>b</a><a href=/get/1>spider report</a><a href=/get/2>table</a>")
        .page("http://a.test/b", "<p>spider</p><a href=/get/1>the same report</a>")
        .with("http://a.test/get/1", 200, &[("content-type", "application/pdf")], "%PDF")
        .with("http://a.test/get/2", 200, &[("content-type", "text/csv; charset=utf-8")], "a,b");
    let mut crawl = plan(&["http://a.test/"], |plan| {
        plan.query = "spider".into();
        plan.strategy = "breadth-first".into();
    });
    let seen = run(&mut crawl, &web);
    assert_eq!(seen.pages().len(), 2);
    let documents = crawl.documents();
    let listed: Vec<_> = documents.iter().map(|one| (one.url.path(), one.kind, one.page, one.pages)).collect();
    assert_eq!(listed, [("/get/1", DocumentKind::Pdf, Some(1), 2), ("/get/2", DocumentKind::Data, Some(1), 1)]);
    let page = seen.pages()[0].relevance;
    assert!((documents[1].relevance - page / 2.0).abs() < 1e-12, "its link has no word of the query");
    assert!(documents[0].relevance > page / 2.0);
    assert_eq!(crawl.progress().refusals["document"], 2);
    assert!(seen.pages().iter().all(|page| page.outcome.is_read()));
}

#[test]
fn documents_that_must_be_fetched_cost_pages_once_they_are_as_many_as_the_budget() {
    let links: Vec<String> = (1..=9).map(|n| format!("<a href=/get/{n}>{n}</a>")).collect();
    let mut web = Web::default()
        .page("http://a.test/", &format!("<p>spider</p>{}<a href=/to>to</a>", links.concat()))
        .with("http://a.test/to", 302, &[("location", "/x.epub")], "")
        .with("http://a.test/x.epub", 200, &[("content-type", "application/octet-stream")], "PK");
    for n in 1..=9 {
        web = web.with(&format!("http://a.test/get/{n}"), 200, &[("content-type", "application/pdf")], "%PDF");
    }
    let documents = |pages: u32| {
        let mut crawl = plan(&["http://a.test/"], |plan| {
            plan.strategy = "breadth-first".into();
            plan.pages = pages;
        });
        run(&mut crawl, &web);
        let documents = crawl.documents();
        (documents.len(), documents.iter().any(|one| one.kind == DocumentKind::Book))
    };
    assert_eq!(documents(4), (4, false));
    assert_eq!(documents(20), (10, true), "also behind a redirect");
}

#[test]
fn pdf_files_are_read_like_pages_if_the_plan_says_so() {
    let file = include_str!("../../../../../fuzz/seeds/pdf/plain");
    let web = Web::default()
        .page("http://a.test/", "<p>spider</p><a href=/x.pdf>report</a><a href=/y.ps>old report</a>")
        .with("http://a.test/x.pdf", 200, &[("content-type", "application/pdf")], file)
        .page("http://a.test/web", "<p>never linked</p>");
    for (is_on, urls, documents) in
        [(true, &["http://a.test/", "http://a.test/x.pdf"][..], 1), (false, &["http://a.test/"], 2)]
    {
        let mut crawl = plan(&["http://a.test/"], |plan| {
            plan.read_documents = is_on;
        });
        let seen = run(&mut crawl, &web);
        let read: Vec<_> = seen.pages().iter().filter(|page| page.outcome.is_read()).copied().collect();
        assert_eq!(read.iter().map(|page| page.url.as_str()).collect::<Vec<_>>(), urls);
        assert_eq!(crawl.documents().len(), documents);
        let last = read.last().expect("a page");
        let file = is_on.then_some(ReadDocument { format: DocumentFormat::Pdf, pages: 1 });
        assert_eq!(last.text.document, file);
    }
    let seed = |is_on| {
        let seen = crawl(&web, &["http://a.test/x.pdf"], |plan| plan.read_documents = is_on);
        seen.pages()[0].outcome.code()
    };
    assert_eq!((seed(true), seed(false)), ("read".to_owned(), "type".to_owned()));
}

#[test]
fn files_that_cannot_be_read_do_not_exclude_their_host() {
    let mut web = Web::default();
    for number in 1..=4 {
        let url = format!("http://a.test/{number}.pdf");
        web = web.with(&url, 200, &[("content-type", "application/pdf")], "%PDF-1.4");
    }
    web = web.page("http://a.test/", "<p>spider</p>");
    let seeds: Vec<String> = (1..=4).map(|number| format!("http://a.test/{number}.pdf")).collect();
    let seeds: Vec<&str> = seeds.iter().map(String::as_str).chain(["http://a.test/"]).collect();
    let seen = crawl(&web, &seeds, |plan| plan.read_documents = true);
    let codes: Vec<String> = seen.pages().iter().map(|page| page.outcome.code()).collect();
    assert_eq!(codes.iter().filter(|code| *code == "document-damaged").count(), 4, "{codes:?}");
    assert_eq!(codes.last().map(String::as_str), Some("read"));
}

#[test]
fn a_snippet_prefers_prose_with_the_query_words_to_a_menu() {
    let body = format!(
        "<nav><a href=/1>Silk</a> <a href=/2>Spider</a></nav><p>spider {} the spider spins silk here</p>",
        "padding ".repeat(80)
    );
    let web = Web::default().page("http://a.test/", &body);
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.query = "spider silk".into();
    });
    let page = seen.pages()[0];
    assert!(page.text.snippet.ends_with("the spider spins silk here"), "{}", page.text.snippet);
    let marked: Vec<&str> =
        page.text.marks.iter().map(|(start, end)| &page.text.snippet[*start as usize..*end as usize]).collect();
    assert_eq!(marked, ["spider", "silk"]);
}

#[test]
fn a_snippet_ends_with_a_whole_word_unless_the_script_has_no_spaces() {
    let snippet = |text: &str| {
        let web = Web::default().page("http://a.test/", &format!("<p>{text}</p>"));
        crawl(&web, &["http://a.test/"], |plan| plan.query = "spider".into()).pages()[0].text.snippet.clone()
    };
    assert_eq!(snippet(&"spiders ".repeat(99)), "spiders ".repeat(30).trim_end());
    assert_eq!(snippet(&"spider ".repeat(99)), "spider ".repeat(34).trim_end());
    assert_eq!(snippet(&"蜘蛛".repeat(200)).chars().count(), limits::SNIPPET_CHARS);
}

#[test]
fn a_snippet_marks_the_words_of_the_query_but_none_that_were_learned() {
    let web = Web::default().page("http://a.test/", "<p>The spider is an orb weaver.</p>");
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.query = "spider".into();
        let page = PastPage { url: "http://a.test/1".into(), text: "orb weaver".into(), language: None };
        plan.judged = vec![JudgedPage { page, good: true }];
    });
    let page = seen.pages()[0];
    assert!(page.words.iter().any(|(word, _)| word == "orb"), "{:?}", page.words);
    let marked: Vec<&str> =
        page.text.marks.iter().map(|(start, end)| &page.text.snippet[*start as usize..*end as usize]).collect();
    assert_eq!(marked, ["spider"]);
}

#[test]
fn near_duplicates_are_marked_and_their_host_is_demoted() {
    let words = |name: &str| {
        let words: Vec<String> = (0..200).map(|n| format!("{name}{n}")).collect();
        words.join(" ")
    };
    let link = |url: String| format!("<a href={url}>spider</a> ");
    let home = (0..9).map(|n| link(format!("http://copies.test/{n}")) + &link(format!("http://own.test/{n}")));
    let last = link("http://copies.test/last".into()) + &link("http://own.test/last".into());
    let mut web = Web::default().page("http://a.test/", &home.collect::<String>());
    for n in 0..9 {
        let own = words(&format!("own{n}x")) + " " + if n == 8 { &last } else { "" };
        let copy = format!("{} number {n}", words("copy"));
        web = web.page(&format!("http://copies.test/{n}"), &copy);
        web = web.page(&format!("http://own.test/{n}"), &own);
    }
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.strategy = "best-first-anchor".into();
    });
    let pages = seen.pages();
    let repeating = pages.iter().filter(|page| page.near_duplicate_of.is_some());
    let hosts: Vec<&str> = repeating.map(|page| page.url.host()).collect();
    assert_eq!(hosts, ["copies.test"; 8]);
    let priority = |url: &str| {
        let page = pages.iter().find(|page| page.url.as_str() == url);
        page.expect("it was fetched").discovery.priority
    };
    let (copy, own) = (priority("http://copies.test/last"), priority("http://own.test/last"));
    assert!(copy < 0.5 * own, "{copy} {own}");
}

#[test]
fn pages_that_share_a_menu_do_not_repeat_each_other() {
    let menu = (0..250).map(|n| format!("menu{n} ")).collect::<Vec<_>>().concat();
    let links = (0..100).map(|n| format!("<li><a href=/menu{n}>menu{n} of the site</a>")).collect::<Vec<_>>().concat();
    let templates = [
        format!("<nav>{menu}</nav>"),
        format!("<div class=main-menu>{menu}</div>"),
        format!("<ul>{links}</ul>"),
        format!("<div id=footer><p>{menu}</p></div>"),
        format!("<div class=cookie-banner><p>{menu}.</p></div>"),
    ];
    for template in &templates {
        for own in [10, 20, 40] {
            let home = (0..8).map(|n| format!("<a href=/p{n}>spiders {n}</a> ")).collect::<Vec<_>>().concat();
            let mut web = Web::default().page("http://a.test/", &format!("<p>spiders {home}"));
            for n in 0..8 {
                let words = (0..own).map(|word| format!("own{n}x{word} ")).collect::<Vec<_>>().concat();
                web = web.page(&format!("http://a.test/p{n}"), &format!("{template}<p>Spiders item {n}: {words}</p>"));
            }
            let seen = crawl(&web, &["http://a.test/"], |_| ());
            let copies = seen.pages().iter().filter(|page| page.near_duplicate_of.is_some()).count();
            assert_eq!(copies, 0, "{own} words below {}", &template[..30]);
        }
    }
}

#[test]
fn a_snippet_has_no_menu_and_no_cookie_banner() {
    let text = "The garden orb spider builds a new web each night, and eats the old one before it does.";
    let body = format!(
        "<a href=#main>Skip to content</a><ul><li><a href=/1>Home</a><li><a href=/2>Spider</a></ul>
         <div class=cookie-banner>We use cookies.</div><div id=main><p>{text}</p></div>"
    );
    for query in ["spider", "mites", "cookies"] {
        let seen = crawl(&Web::default().page("http://a.test/", &body), &["http://a.test/"], |plan| {
            plan.query = query.into();
        });
        assert_eq!(seen.pages()[0].text.snippet, text, "{query}");
    }
}

#[test]
fn a_judgment_learns_from_the_main_text() {
    let html = "<div class=cookie-banner>consent banana</div><nav>orchard</nav><h1>silk</h1><p>spider web.</p>\
        <footer><h2>imprint</h2></footer>";
    let web = Web::default().page("http://a.test/", html);
    let mut crawl = plan(&["http://a.test/"], |_| ());
    run(&mut crawl, &web);
    let url = CanonicalUrl::parse("http://a.test/").expect("a URL");
    let judged = Steering::Judged { url, good: Some(true) };
    crawl.handle(Event::at(crawl.now(), EventKind::Steered(Box::new(judged))));
    let topic = crawl.topic.vector(None, &mut crawl.vectorizer).into_owned();
    let learned = |word: &str| {
        let term = crawl.vectorizer.terms().get(word);
        term.is_some_and(|term| topic.get(term) > 0.0)
    };
    assert!(learned("silk") && learned("web"));
    for word in ["consent", "banana", "orchard", "imprint"] {
        assert!(!learned(word), "{word}");
    }
}

#[test]
fn a_crawl_begins_with_the_pages_judged_before() {
    let judged = |path: &str, text: &str, good| JudgedPage {
        page: PastPage { url: format!("http://a.test/{path}"), text: text.to_owned(), language: None },
        good,
    };
    let mut crawl = plan(&["http://a.test/"], |plan| {
        plan.query = "spider".into();
        plan.judged = vec![judged("1", "orb weaver", true), judged("2", "spider robot", false)];
    });
    let topic = crawl.topic.vector(None, &mut crawl.vectorizer).into_owned();
    let weight = |word: &str| crawl.vectorizer.terms().get(word).map_or(0.0, |term| topic.get(term));
    assert!(weight("orb") > 0.0 && weight("spider") > weight("orb"));
    assert!(weight("robot") <= 0.0);
}

#[test]
fn links_to_known_pages_are_not_followed_but_known_seeds_are_fetched() {
    let known = ["http://a.test/near", "http://a.test/"];
    let known = known.map(|url| CanonicalUrl::parse(url).expect("a URL").fingerprint());
    let mut crawl = plan(&["http://a.test/"], |plan| plan.known = known.into());
    let seen = run(&mut crawl, &small());
    let paths: Vec<_> = seen.pages().iter().map(|page| page.url.path().to_owned()).collect();
    assert_eq!(paths, ["/", "/far"]);
    assert_eq!(crawl.progress().refusals["known"], 1);
}

#[test]
fn a_known_page_is_not_fetched_if_its_first_link_was_nofollow_or_a_link_redirects_to_it() {
    let known = CanonicalUrl::parse("http://a.test/x").expect("a URL").fingerprint();
    let web = Web::default()
        .page("http://a.test/", "<a rel=nofollow href=/x>x</a><a href=/b>b</a><a href=/c>c</a>")
        .page("http://a.test/b", "<a href=/x>x</a>")
        .with("http://a.test/c", 301, &[("location", "/x")], "")
        .page("http://a.test/x", "x");
    let seen = crawl(&web, &["http://a.test/"], |plan| plan.known = [known].into());
    assert_eq!(seen.paths(), ["/", "/b"]);
    assert_eq!(seen.refusals(), [("/x", "nofollow"), ("/x", "known"), ("/c", "redirect-known")]);
}

/// "spider news" belongs to the template from the fourth page on: two of three earlier pages contain it. The third page
/// has the words spider, news and beta: its cosine with the query "spider" is 1/√3. The fourth has only gamma left.
#[test]
fn main_content_excludes_blocks_that_other_pages_of_the_host_contain() {
    let web = Web::default()
        .page("http://a.test/", "<a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>")
        .page("http://a.test/1", "<p>spider news<p>alpha")
        .page("http://a.test/2", "<p>spider news<p>beta")
        .page("http://a.test/3", "<p>spider news<p>gamma");
    let relevance = |main_content: bool| {
        let mut crawl = plan(&["http://a.test/"], |plan| {
            plan.query = "spider".into();
            plan.strategy = "breadth-first".into();
            plan.main_content = main_content;
        });
        let seen = run(&mut crawl, &web);
        let pages = seen.pages();
        assert_eq!(pages.len(), 4);
        [pages[2].relevance, pages[3].relevance]
    };
    let third = 1.0 / 3.0_f64.sqrt();
    for (main_content, expected) in [(false, [third, third]), (true, [third, 0.0])] {
        for (found, expected) in relevance(main_content).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }
}

#[test]
fn a_page_that_a_browser_has_rendered_says_so() {
    let rendered = [("content-type", "text/html; charset=utf-8"), (types::header::RENDERED, "1")];
    let web = Web::default().page("http://a.test/", "spider <a href=/app>spider</a>").with(
        "http://a.test/app",
        200,
        &rendered,
        "<title>App</title><div id=root>A spider.</div>",
    );
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let rendered: Vec<bool> = seen.pages().iter().map(|page| page.fetch.is_rendered).collect();
    assert_eq!(rendered, [false, true]);
}

#[test]
fn a_page_that_needs_scripts_is_not_judged_and_counts_as_a_failure() {
    let shell = "<title>Spider app</title><div id=root><a href=/inner>Menu</a></div><script src=/a.js></script>";
    let home = "spider <a href=/app>spider</a> <a href=/next>spider</a>";
    let web = Web::default()
        .page("http://a.test/", home)
        .page("http://a.test/app", shell)
        .page("http://a.test/inner", "A spider web.")
        .page("http://a.test/next", "A spider.");
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let seen = run(&mut crawl, &web);
    let pages = seen.pages();
    let urls: Vec<&str> = pages.iter().map(|page| page.url.as_str()).collect();
    assert_eq!(urls, ["http://a.test/", "http://a.test/app", "http://a.test/next", "http://a.test/inner"]);
    let app = &pages[1];
    assert_eq!(app.outcome, FetchOutcome::Unreadable(PageClass::NeedsScript));
    assert_eq!((app.relevance, app.text.title.as_str()), (0.0, "Spider app"));
    // It cost a request, like a failed page.
    assert_eq!(app.measures.pages, 2);
    let failures = crawl.progress().failures;
    assert_eq!(failures.get("needs-script"), Some(&1), "{failures:?}");
}
