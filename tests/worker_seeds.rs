//! The worker finds seeds, and shows a page's text with its words, beside a crawl and after it.
#![cfg(feature = "crawler")]

use engine::report::PageRecord;
use engine::url::CanonicalUrl;
use js_sys::{Array, Uint8Array};
use salticid::protocol::seeds::{Quest, SeedsNews, SeedsOrder};
use salticid::protocol::why::{PageText, Untold, WhyOrder};
use salticid::protocol::{ProxyAddress, Source, ToPage, ToWorker};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::Blob;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[path = "fakes/session.rs"]
mod session;

use session::Page;

fn quest(number: u32, providers: &[&str], query: &str) -> Quest {
    Quest {
        number,
        providers: providers.iter().map(|id| (*id).to_owned()).collect(),
        query: query.to_owned(),
        source: Source::Demo,
        ..Quest::default()
    }
}

fn find(page: &Page, quest: Quest) {
    page.say(&ToWorker::Seeds(SeedsOrder::Find(Box::new(quest))));
}

fn seeds(message: &ToPage) -> Option<SeedsNews> {
    match message {
        ToPage::Seeds(news) => Some((**news).clone()),
        _ => None,
    }
}

/// All news up to the one that is the last of its quest.
async fn answers(page: &Page) -> Vec<SeedsNews> {
    page.until(|message| seeds(message).filter(|news| news.left == 0))
        .await;
    page.all(seeds)
}

#[wasm_bindgen_test]
async fn every_provider_of_a_quest_answers_by_itself() {
    let page = Page::new();
    let wanted = Quest {
        text: "http://portal.test/".to_owned(),
        ..quest(7, &["demo-search", "pasted", "no-such"], "chess endgames")
    };
    find(&page, wanted);
    let news = answers(&page).await;
    assert_eq!(news.len(), 3);
    assert!(news.iter().all(|one| one.number == 7));
    let of = |id: &str| {
        let found = news.iter().find(|one| one.provider == id);
        found.expect("it answered").found.clone()
    };
    let demo = of("demo-search").expect("pages are found");
    assert_eq!(demo.seeds.len(), 10);
    assert_eq!(of("pasted").expect("an address").seeds.len(), 1);
    assert_eq!(of("no-such").expect_err("none").code, "seeds-unknown");
}

#[wasm_bindgen_test]
async fn a_later_quest_takes_the_place_of_an_earlier_one() {
    let page = Page::new();
    find(&page, quest(1, &["demo-search"], "jazz"));
    find(&page, quest(2, &["demo-search"], "chess"));
    let news = answers(&page).await;
    assert_eq!(news.iter().map(|one| one.number).collect::<Vec<_>>(), [2]);
}

#[wasm_bindgen_test]
async fn pages_of_crawls_before_are_found_where_they_are_of_the_web_that_is_crawled() {
    let page = Page::new();
    page.start(30).await;
    let pages = page.finished().await;
    let best = pages
        .iter()
        .max_by(|one, other| one.relevance.total_cmp(&other.relevance));
    let title = best
        .map(|page| page.title.clone())
        .expect("pages were read");
    page.forget();
    find(&page, quest(1, &["library"], &title));
    let news = answers(&page).await;
    let found = news[0].found.as_ref().expect("a page of the crawl");
    assert!(found.seeds.iter().any(|seed| seed.title == title));
    page.forget();
    let live = Quest {
        source: Source::Direct,
        ..quest(2, &["library"], &title)
    };
    find(&page, live);
    let news = answers(&page).await;
    let none = news[0]
        .found
        .as_ref()
        .expect_err("the demo web is not the web");
    assert_eq!(none.code, "seeds-nothing");
}

#[wasm_bindgen_test]
async fn bookmarks_are_read_out_of_a_file() {
    let page = Page::new();
    let text =
        b"<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF='http://a.test/jazz'>Jazz</A></DL>";
    let parts = Array::of1(&Uint8Array::from(&text[..]).into());
    let file = Blob::new_with_u8_array_sequence(&parts).expect("a file");
    page.say(&ToWorker::Seeds(SeedsOrder::FindInFile {
        quest: Box::new(quest(1, &["bookmarks"], "jazz")),
        file,
    }));
    let news = answers(&page).await;
    let found = news[0].found.as_ref().expect("a bookmark");
    assert_eq!(found.seeds[0].url.as_str(), "http://a.test/jazz");
}

#[wasm_bindgen_test]
async fn without_a_proxy_a_search_through_it_says_what_to_do() {
    let page = Page::new();
    let nowhere = ProxyAddress::read("http://127.0.0.1:9", false).expect("an address");
    let wanted = Quest {
        source: Source::ProxyAt(nowhere),
        ..quest(1, &["wikipedia"], "jazz")
    };
    find(&page, wanted);
    let news = answers(&page).await;
    let none = news[0].found.as_ref().expect_err("there is no proxy");
    assert_eq!(none.code, "no-proxy");
    assert!(none.message.contains("Connect"), "{}", none.message);
}

fn why(record: &PageRecord, source: Source) -> WhyOrder {
    WhyOrder {
        n: record.n,
        crawl: None,
        url: record.url.clone(),
        source,
        words: record.words.iter().map(|(word, _)| word.clone()).collect(),
        stemming: true,
        language: record.language.clone(),
        again: false,
    }
}

async fn text(page: &Page, order: WhyOrder) -> PageText {
    page.forget();
    page.say(&ToWorker::Why(Box::new(order)));
    let text = |message: &ToPage| match message {
        ToPage::Why(text) => Some((**text).clone()),
        _ => None,
    };
    page.until(text).await
}

#[wasm_bindgen_test]
async fn a_page_of_the_demo_web_is_read_again_and_its_words_are_marked() {
    let page = Page::new();
    page.start(30).await;
    let pages = page.finished().await;
    let mut latest = pages.iter().rev();
    let record = latest.find(|page| !page.words.is_empty());
    let record = record.expect("a page with the words");
    let told = text(&page, why(record, Source::Demo)).await;
    assert_eq!(
        (told.n, &told.url, told.is_new),
        (record.n, &record.url, false)
    );
    let passages = told.text.expect("it is at hand").passages;
    let marked = passages.iter().map(|passage| passage.marks.len());
    assert!(marked.sum::<usize>() > 0, "{passages:?}");
    for passage in &passages {
        let places = passage.marks.iter();
        let inside =
            |(from, to): &(u32, u32)| passage.text.get(*from as usize..*to as usize).is_some();
        assert!(places.into_iter().all(inside));
    }
}

#[wasm_bindgen_test]
async fn a_page_of_the_web_that_is_not_kept_is_not_fetched_unasked() {
    let page = Page::new();
    let url = CanonicalUrl::parse("http://127.0.0.1:9/").expect("a URL");
    let order = WhyOrder {
        n: 1,
        crawl: Some("no such crawl".into()),
        url,
        source: Source::Direct,
        words: vec!["jazz".into()],
        stemming: true,
        language: None,
        again: false,
    };
    let told = text(&page, order.clone()).await;
    assert_eq!(told.text, Err(Untold::NotKept));
    let told = text(
        &page,
        WhyOrder {
            again: true,
            ..order
        },
    )
    .await;
    assert!(
        matches!(told.text, Err(Untold::Failed(sentence)) if sentence.contains("Use the proxy"))
    );
}
