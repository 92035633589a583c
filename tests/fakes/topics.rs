//! Provides topics, and the strategies and examples that use them.

use page_state::catalog::Catalog;
use protocol::{Example, TopicHome, TopicsFiled};
use types::strategy::{Needs, StrategyInfo};
use types::taxonomy::{Taxonomy, Topic};

pub(crate) fn topic(name: &str, good: bool, examples: &[&str], topics: Vec<Topic>) -> Topic {
    Topic {
        name: name.into(),
        good,
        examples: examples.iter().map(|text| (*text).into()).collect(),
        topics,
        ..Topic::default()
    }
}

/// Strategies `learns`, which needs topics, and `reads`, which needs words; one example.
pub(crate) fn catalog() -> Catalog {
    let info = |id: &str, needs| StrategyInfo { id: id.into(), title: id.into(), needs, ..StrategyInfo::default() };
    let learns = Needs { query: false, taxonomy: true, ..Needs::QUERY };
    Catalog {
        strategies: vec![info("learns", learns), info("reads", Needs::QUERY)],
        examples: vec![Example {
            title: "Foxes".into(),
            query: "red fox".into(),
            seeds: vec!["http://portal.test/".into()],
            examples: vec!["http://fox.test/1".into(), "http://fox.test/2".into()],
        }],
        ..Catalog::default()
    }
}

/// The starter topics with the query among them, as the worker files it.
pub(crate) fn filed() -> TopicsFiled {
    let fox = Topic { words: "red fox".into(), ..topic("red fox", true, &[], vec![]) };
    let nature = Topic { words: "animal forest fox".into(), ..topic("Nature", false, &[], vec![]) };
    let sports = Topic { words: "ball game".into(), ..topic("Sports", false, &[], vec![]) };
    TopicsFiled { added: Taxonomy { topics: vec![nature, sports, fox] }, homes: vec![(2, TopicHome::Under(0))] }
}
