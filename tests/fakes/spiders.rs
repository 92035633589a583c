//! Provides a crawl with three spiders, and the story of one of them.

use super::record;
use protocol::watch::ViewsUpdate;
use protocol::{Batch, ToPage};
use types::report::{
    Energy, Keyword, Notification, Phase, PopulationStats, Progress, Spider, SpiderHistory, SpiderState, Weights,
};

pub(crate) fn spider(id: u32, parent: Option<u32>, dead: bool) -> Spider {
    Spider {
        id,
        parent,
        state: if dead { SpiderState::Dead("It starved.".into()) } else { SpiderState::Idle },
        died: dead.then_some(30),
        ..Spider::default()
    }
}

/// A crawl with three spiders, one of them dead.
pub(crate) fn crawl() -> ToPage {
    let page = |n: u32| {
        Notification::Page(Box::new(types::report::PageRecord {
            spider: Some(1),
            population: Some(PopulationStats { living: 2, born: 3, energy: 1.5 }),
            ..record::record(n, 0.5)
        }))
    };
    let energy = Some(Energy { current: 0.9, cloning_threshold: 1.8 });
    let spiders = vec![
        Spider { energy, pages: 2, best: Some((2, 0.5)), ..spider(1, None, false) },
        Spider { energy, born: 2, ..spider(2, Some(1), true) },
        Spider { energy, born: 1, ..spider(3, Some(1), false) },
    ];
    ToPage::Batch(Box::new(Batch {
        progress: Progress { phase: Phase::Running, pages: 2, budget: 10, ..Progress::default() },
        notifications: vec![page(1), page(2)],
        views: ViewsUpdate { spiders, ..ViewsUpdate::default() },
        ..Batch::default()
    }))
}

pub(crate) fn story() -> ToPage {
    let word = |word: &str, learned, by| Keyword { word: word.into(), learned, by, weight: 1.0 };
    let story = SpiderHistory {
        id: 3,
        keywords: vec![word("asthma", 0, 1), word("inhaler", 1, 1), word("pollen", 2, 3)],
        energy: vec![(1, 0.9), (2, 1.1)],
        visited: vec![1, 2],
        weights: Some(Weights {
            inputs: vec!["asthma".into(), "inhaler".into()],
            layers: vec![vec![vec![0.5, -0.25]]],
        }),
        children: Vec::new(),
    };
    ToPage::Batch(Box::new(Batch {
        progress: Progress { phase: Phase::Running, pages: 2, budget: 10, ..Progress::default() },
        views: ViewsUpdate { story: Some(Box::new(story)), ..ViewsUpdate::default() },
        ..Batch::default()
    }))
}
