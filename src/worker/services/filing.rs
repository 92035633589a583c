//! Finds the starter topics that a person's topics lack, and files the targets under the broad topics that they fit.
//!
//! A target is filed by its name and its words; one without words, if it is the only one, by the query as well. Nothing is fetched but the starter
//! topics: a crawl reads the example pages, as politely as anything else. Without a target, the query becomes one. A target that is a broad topic
//! itself stays where it is. Not covered: plans without topics, which the engine completes in the same way.

use crate::protocol::{ToPage, TopicsFiled, TopicsToFile};
use crate::worker::context::Context;
use engine::taxonomy::filing::{Filer, free_name, of_query};
use std::rc::Rc;
use types::taxonomy::{Taxonomy, Topic};
use wasm_bindgen_futures::spawn_local;

/// Files the targets and sends what changes.
pub(crate) fn on_message(context: &Rc<Context>, request: TopicsToFile) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let starter = context.starter_topics.load().await;
        let filed = starter.map(|starter| file(&starter, request));
        context.send(&ToPage::TopicsFiled(filed));
    });
}

fn file(starter: &Taxonomy, request: TopicsToFile) -> TopicsFiled {
    let own = request.taxonomy.topics;
    let targets = names_of_targets(&own);
    // A starter topic that the person renamed still has its words.
    let is_there = |topic: &&Topic| {
        let is_own = |own: &Topic| same(&own.name, &topic.name) || own.words == topic.words;
        own.iter().any(is_own) || targets.iter().any(|name| same(name, &topic.name))
    };
    let missing = starter.topics.iter().filter(|topic| !is_there(topic));
    let mut added: Vec<Topic> = missing.cloned().collect();
    let broad = own.iter().map(|own| home(own, starter));
    let broad = Taxonomy {
        topics: broad.chain(added.iter().cloned()).collect(),
    };
    let mut filer = Filer::new(&broad, request.stemming);
    let mut homes = Vec::new();
    for (place, target) in own.iter().enumerate().filter(|(_, topic)| topic.good) {
        let mut text = format!("{}\n{}", target.name, target.words);
        if targets.len() == 1 && target.words.is_empty() {
            text.push_str(&request.query);
        }
        let is_free = |at: &usize| {
            let mut below = broad.topics[*at].topics.iter();
            !below.any(|topic| same(&topic.name, &target.name))
        };
        let is_broad = starter
            .topics
            .iter()
            .any(|one| same(&one.name, &target.name));
        let fit = filer.best_fit(&text).filter(|_| !is_broad);
        homes.push((place, fit.map(|fit| fit.place).filter(is_free)));
    }
    if let Some(mut target) = of_query(&request.query).filter(|_| targets.is_empty()) {
        let place = filer.best_fit(&target.words).map(|fit| fit.place);
        let siblings = place.map_or(&broad.topics, |place| &broad.topics[place].topics);
        target.name = free_name(siblings, target.name);
        homes.push((broad.topics.len(), place));
        added.push(target);
    }
    TopicsFiled {
        added: Taxonomy { topics: added },
        homes,
    }
}

/// Returns the names of the topics that are looked for, by their own mark or by that of a topic around them.
fn names_of_targets(topics: &[Topic]) -> Vec<&str> {
    let mut names = Vec::new();
    let mut open: Vec<(&Topic, bool)> = topics.iter().map(|topic| (topic, false)).collect();
    while let Some((topic, good)) = open.pop() {
        let good = good || topic.good;
        names.extend(good.then_some(&*topic.name));
        open.extend(topic.topics.iter().map(|below| (below, good)));
    }
    names
}

/// Returns a topic as one that others are filed under: without words, it has those of the starter topic of its name.
fn home(own: &Topic, starter: &Taxonomy) -> Topic {
    let mut starter = starter.topics.iter();
    let known = starter.find(|topic| own.words.is_empty() && same(&own.name, &topic.name));
    Topic {
        words: known.map_or(&own.words, |known| &known.words).clone(),
        contrast: known.map_or(own.contrast, |known| known.contrast),
        ..own.clone()
    }
}

fn same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}
