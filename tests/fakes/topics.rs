//! Provides topics as a form has them.

use page_state::crawl_address::CrawlAddress;
use page_state::form::{Form, Topics};
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

/// Health with Asthma, which is good, and Flu; Chess.
pub(crate) fn taxonomy() -> Taxonomy {
    let asthma = topic("Asthma", true, &["http://a.test/1", "http://a.test/2"], vec![]);
    let flu = topic("Flu", false, &["http://f.test/1"], vec![]);
    Taxonomy {
        topics: vec![
            topic("Health", false, &["http://h.test/"], vec![asthma, flu]),
            topic("Chess", false, &["http://c.test/1", "http://c.test/2"], vec![]),
        ],
    }
}

pub(crate) fn key(topics: &Topics, path: &[usize]) -> u32 {
    let (first, rest) = path.split_first().expect("the path names a folder");
    let top = &topics.folders[*first];
    rest.iter().fold(top, |folder, at| &folder.folders[*at]).key
}

pub(crate) fn form(strategy: &str, topics: Topics) -> Form {
    let mut form = Form::from_address(CrawlAddress::read(&format!("strategy={strategy}")));
    *form.topics_mut() = topics;
    form
}
