//! Tests looking ahead in the worker, and uncertain labels: the results and their reasons, the fetched pages, and the
//! end.

use demo_web::{DEFAULT_SEED, DemoWeb};
use gloo_timers::future::TimeoutFuture;
use protocol::ahead::{BrowsedPage, LookAheadRequest, LookAheadStart, LookAheadStatus, LookAheadUpdate};
use protocol::reader::{PageRequest, ReaderPage, ReaderRequest};
use protocol::uncertainty::{Label, UncertaintyEvent, UncertaintyRanking, UncertaintyRequest};
use protocol::{Source, ToPage, ToWorker};
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::session::Page;

/// Opens a saved page as a person does, at its position.
async fn read(page: &Page, number: u32, address: &str) -> ReaderPage {
    page.say(&ToWorker::Reader(ReaderRequest::Read(PageRequest {
        number,
        address: address.into(),
        source: Source::Demo,
        kept_will_do: true,
    })));
    let told = |message: &ToPage| match message {
        ToPage::Read { number: of, read } if *of == number => Some(read.clone()),
        _ => None,
    };
    *page.until(told).await.expect("the demo web has it")
}

fn label(url: &str, relevant: bool) -> Label {
    let url = url.into();
    Label { url, relevant }
}

/// Pages about dengue fever, and home pages about everything: read, with their labels.
async fn labels(page: &Page) -> Vec<Label> {
    let web = DemoWeb::new(DEFAULT_SEED);
    let mut topics = web.topics().iter();
    let topic = topics.find(|topic| topic.id == "dengue-fever").expect("there is this topic");
    let relevant = topic.examples.iter().map(|url| label(url, true));
    let others = topic.seeds.iter().map(|url| label(url, false));
    let labels: Vec<Label> = relevant.chain(others).collect();
    for (number, label) in (1_000..).zip(&labels) {
        read(page, number, &label.url).await;
    }
    labels
}

/// Pages with their labels as a person's browsed and marked pages.
fn marked(labels: &[Label]) -> Vec<BrowsedPage> {
    let of = |label: &Label| browsed(&label.url, if label.relevant { 2.0 } else { 0.5 });
    labels.iter().map(of).collect()
}

fn browsed(url: &str, weight: f64) -> BrowsedPage {
    let url = url.into();
    BrowsedPage { url, weight }
}

fn look(page: &Page, url: &CanonicalUrl, read: &[BrowsedPage]) {
    page.forget();
    page.say(&ToWorker::LookAhead(LookAheadRequest::Start(Box::new(LookAheadStart {
        url: url.clone(),
        source: Source::Demo,
        read: read.to_vec(),
    }))));
}

/// Returns the latest report that matches `wanted`.
async fn update_with(page: &Page, wanted: impl Fn(&LookAheadStatus) -> bool) -> LookAheadUpdate {
    let told = |message: &ToPage| match message {
        ToPage::LookAhead(ahead) if wanted(&ahead.status) => Some((**ahead).clone()),
        _ => None,
    };
    page.until(told).await
}

async fn done(page: &Page) -> LookAheadUpdate {
    update_with(page, |status| *status == LookAheadStatus::Done).await
}

#[wasm_bindgen_test]
async fn suggestions_are_sorted_by_fit_and_opened_without_another_fetch() {
    let page = Page::new();
    let labels = labels(&page).await;
    let shown = read(&page, 1, &labels[0].url).await;
    look(&page, &shown.url, &marked(&labels));
    let ahead = done(&page).await;
    assert_eq!(ahead.url, shown.url);
    assert!((1..=30).contains(&ahead.pages_checked), "{} pages", ahead.pages_checked);
    assert!(!ahead.suggestions.is_empty(), "there is more about the topic");
    assert!(ahead.suggestions.is_sorted_by(|a, b| a.fit >= b.fit));
    for found in &ahead.suggestions {
        assert_ne!(found.url, shown.url, "the page itself is none ahead of it");
        assert!((1..=4).contains(&found.words.len()), "{:?}", found.words);
        let linked = shown.links.iter().find(|link| link.url == found.url);
        match &found.between {
            None => assert_eq!(linked.map(|link| &link.anchor), Some(&found.anchor)),
            Some(between) => {
                assert!(linked.is_none(), "{} is one link on", found.url);
                let anchors = shown.links.iter().map(|link| &link.anchor);
                assert!(anchors.into_iter().any(|anchor| *anchor == between.anchor));
            }
        }
        let opened = read(&page, 2, found.url.as_str()).await;
        assert!(opened.was_kept, "{} is fetched no second time", found.url);
        page.forget();
    }
}

#[wasm_bindgen_test]
async fn a_rejected_page_lowers_the_fit_of_similar_pages() {
    let page = Page::new();
    let labels = labels(&page).await;
    let shown = read(&page, 1, &labels[0].url).await;
    let own = browsed(shown.url.as_str(), 1.0);
    look(&page, &shown.url, std::slice::from_ref(&own));
    let before = done(&page).await.suggestions;
    let best = before.first().expect("nothing was marked, and some pages fit");
    look(&page, &shown.url, &[own, browsed(best.url.as_str(), -2.0)]);
    let after = done(&page).await.suggestions;
    let after = after.iter().find(|found| found.url == best.url);
    let after = after.map_or(0.0, |found| found.fit);
    assert!(after < best.fit - 0.01, "{} and then {after}", best.fit);
}

#[wasm_bindgen_test]
async fn without_interests_nothing_is_fetched() {
    let page = Page::new();
    let shown = read(&page, 1, "http://portal.test/").await;
    let rejected = browsed("http://portal.test/", -2.0);
    let passed = browsed("http://portal.test/", 0.0);
    // A page that was never read here.
    let strange = browsed("http://asthma-guide.test/no-one-read-this", 2.0);
    for known in [vec![], vec![rejected], vec![passed], vec![strange]] {
        look(&page, &shown.url, &known);
        let nothing = |status: &LookAheadStatus| *status == LookAheadStatus::NothingKnown;
        let ahead = update_with(&page, nothing).await;
        assert_eq!((ahead.pages_checked, ahead.suggestions.len()), (0, 0), "{known:?}");
    }
}

#[wasm_bindgen_test]
async fn leaving_a_page_cancels_its_look_ahead() {
    let page = Page::new();
    let labels = labels(&page).await;
    let first = read(&page, 1, &labels[0].url).await;
    look(&page, &first.url, &marked(&labels));
    let second = read(&page, 2, &labels[1].url).await;
    look(&page, &second.url, &marked(&labels));
    assert_eq!(done(&page).await.url, second.url);
    let of_first = |message: &ToPage| match message {
        ToPage::LookAhead(ahead) => (ahead.url == first.url).then_some(()),
        _ => None,
    };
    assert!(page.heard(of_first).is_none(), "the first look is void");
}

#[wasm_bindgen_test]
async fn no_update_is_sent_after_stop() {
    let page = Page::new();
    let labels = labels(&page).await;
    let shown = read(&page, 1, &labels[0].url).await;
    look(&page, &shown.url, &marked(&labels));
    page.say(&ToWorker::LookAhead(LookAheadRequest::Stop));
    // Longer than the reading time after which pages are fetched ahead.
    TimeoutFuture::new(2_500).await;
    let any = |message: &ToPage| matches!(message, ToPage::LookAhead(_)).then_some(());
    assert!(page.heard(any).is_none());
}

#[wasm_bindgen_test]
async fn look_ahead_waits_while_a_crawl_runs() {
    let page = Page::new();
    let labels = labels(&page).await;
    let shown = read(&page, 1, &labels[0].url).await;
    page.start(100_000).await;
    look(&page, &shown.url, &marked(&labels));
    let waits = |status: &LookAheadStatus| *status == LookAheadStatus::AfterOthers;
    assert_eq!(update_with(&page, waits).await.pages_checked, 0);
    page.say(&ToWorker::Pause);
    assert!(done(&page).await.pages_checked > 0, "a crawl that is paused asks nobody");
    page.say(&ToWorker::Stop);
}

#[wasm_bindgen_test]
async fn uncertain_pages_are_sorted_by_uncertainty_and_include_new_pages() {
    let page = Page::new();
    let mut labels = labels(&page).await;
    let new = read(&page, 1, "http://easy-breathing.test/").await;
    // A page that was never read here cannot be ranked.
    labels.push(label("http://portal.test/never-read", false));
    let ranked = weigh(&page, 1, &labels, &[new.url.as_str().to_owned()]).await;
    let ranked = ranked.expect("there is enough");
    assert_eq!(ranked.pages as usize, labels.len(), "the new one for the unknown one");
    assert_eq!(ranked.unknown, 1);
    let sureness: Vec<f64> = ranked.uncertain.iter().map(|doubt| (doubt.probability - 0.5).abs()).collect();
    assert!(sureness.is_sorted() && sureness.iter().all(|one| *one <= 0.3), "{sureness:?}");
    for doubt in &ranked.uncertain {
        assert_eq!(doubt.is_new, doubt.url == new.url.as_str());
    }
}

#[wasm_bindgen_test]
async fn the_error_counts_the_labels_if_there_are_too_few() {
    let page = Page::new();
    let labels: Vec<Label> = labels(&page).await.into_iter().take(2).collect();
    let sentence = weigh(&page, 1, &labels, &[]).await.expect_err("two are few");
    assert!(sentence.contains("2 relevant and 0 other"), "{sentence}");
}

#[wasm_bindgen_test]
async fn a_stopped_uncertainty_ranking_sends_no_result() {
    let page = Page::new();
    let labels = labels(&page).await;
    page.forget();
    page.say(&ToWorker::Uncertainty(order(7, &labels, &[])));
    page.say(&ToWorker::Uncertainty(UncertaintyRequest::Stop));
    let later = weigh(&page, 8, &labels, &[]).await;
    assert!(later.is_ok());
    let of_first = |message: &ToPage| match message {
        ToPage::Uncertainty(news) => matches!(**news, UncertaintyEvent::Ranked { number: 7, .. }).then_some(()),
        _ => None,
    };
    assert!(page.heard(of_first).is_none());
}

fn order(number: u32, labels: &[Label], others: &[String]) -> UncertaintyRequest {
    UncertaintyRequest::Rank { number, labels: labels.to_vec(), others: others.to_vec() }
}

async fn weigh(page: &Page, number: u32, labels: &[Label], others: &[String]) -> Result<UncertaintyRanking, String> {
    page.say(&ToWorker::Uncertainty(order(number, labels, others)));
    let told = |message: &ToPage| match message {
        ToPage::Uncertainty(news) => match &**news {
            UncertaintyEvent::Ranked { number: of, ranked } if *of == number => Some(ranked.clone()),
            _ => None,
        },
        _ => None,
    };
    page.until(told).await
}
