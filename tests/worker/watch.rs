//! Tests the live view of a crawl besides its pages: dead spiders are reported as dead.

use demo_web::{DEFAULT_SEED, DemoWeb};
use gloo_timers::future::TimeoutFuture;
use protocol::steer::Change;
use protocol::watch::{ViewsUpdate, WatchedViews};
use protocol::{Source, ToPage, ToWorker};
use std::collections::BTreeMap;
use types::plan::Plan;
use types::spec::StrategySpec;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::session::Page;

fn updates(page: &Page) -> Vec<ViewsUpdate> {
    page.all(|message| match message {
        ToPage::Batch(batch) => Some(batch.views.clone()),
        _ => None,
    })
}

fn switch(page: &Page, id: &str) {
    let params = BTreeMap::new();
    let id = id.to_owned();
    let change = Change::Strategy(StrategySpec { id, params });
    page.say(&ToWorker::Steer(Box::new(change)));
}

/// Waits for the update which reports that the spiders before it are gone, and returns it; drops earlier messages.
async fn reset(page: &Page) -> ViewsUpdate {
    let update = page
        .until(|message| match message {
            ToPage::Batch(batch) => batch.views.reset.then(|| batch.views.clone()),
            _ => None,
        })
        .await;
    page.forget();
    update
}

#[wasm_bindgen_test]
async fn switching_strategy_resets_the_spiders() {
    let page = Page::new();
    page.say(&ToWorker::Watch(WatchedViews { spiders: true, next_up: 0, story: Some(1), at: None }));
    page.start_by("info-spiders", 3_000).await;
    while page.pages().len() < 100 {
        TimeoutFuture::new(1).await;
    }
    assert!(updates(&page).iter().any(|update| update.story.is_some()));
    assert!(updates(&page).iter().all(|update| !update.reset), "a population that grows and dies stays the same one");
    page.say(&ToWorker::Pause);
    switch(&page, "best-first");
    let gone = reset(&page).await;
    assert_eq!((gone.spiders, gone.story), (Vec::new(), None));
    page.say(&ToWorker::Resume);
    switch(&page, "info-spiders");
    page.until(|message| match message {
        ToPage::Batch(batch) => (!batch.views.spiders.is_empty()).then_some(()),
        _ => None,
    })
    .await;
    assert!(updates(&page).iter().all(|update| !update.reset), "nobody was there before them");
    page.forget();
    while page.pages().len() < 50 {
        TimeoutFuture::new(1).await;
    }
    page.forget();
    switch(&page, "best-first-spiders");
    let others = reset(&page).await;
    let ids = others.spiders.iter().map(|spider| spider.id);
    let all = 1..=u32::try_from(others.spiders.len()).expect("they are few");
    assert!(ids.eq(all), "all of them: {:?}", others.spiders);
    page.start(1).await;
    page.finished().await;
}

#[wasm_bindgen_test]
async fn spiders_are_sent_only_while_watched_and_then_at_once() {
    let page = Page::new();
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[0];
    page.say(&ToWorker::Start {
        plan: Box::new(Plan {
            query: topic.query.into(),
            seeds: topic.seeds.clone(),
            strategy: "info-spiders".into(),
            pages: 60,
            ..Plan::default()
        }),
        source: Source::Demo,
        stay: false,
        model: None,
        topic: None,
    });
    page.finished().await;
    let told = |page: &Page| {
        let told = updates(page).into_iter();
        told.flat_map(|update| update.spiders).collect::<Vec<_>>()
    };
    assert_eq!(told(&page), Vec::new(), "another view was on the screen");
    page.say(&ToWorker::Watch(WatchedViews { spiders: true, ..WatchedViews::default() }));
    page.until(|message| match message {
        ToPage::Batch(batch) => (!batch.views.spiders.is_empty()).then_some(()),
        _ => None,
    })
    .await;
}
