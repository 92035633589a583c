//! Finds the starter topics that a person's topics lack, and files the targets under the broad topics that they fit.
//!
//! A target is filed by its name and its words; a single target without words also by the query. If these are empty or fit no topic, a
//! target with example pages is filed by their text when the crawl has read them. Only the starter topics are fetched here. Without a
//! target, the query becomes one. A target that is itself a broad topic stays. The engine completes plans without topics in the same way.

use crate::protocol::{ToPage, TopicHome, TopicsFiled, TopicsToFile};
use crate::worker::context::Context;
use engine::learning::taxonomy::filing::{Filer, free_name, of_query};
use std::rc::Rc;
use types::taxonomy::{Taxonomy, Topic};
use wasm_bindgen_futures::spawn_local;

/// Files the targets and sends the changes.
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
    // A starter topic that was renamed still has its words.
    let is_there = |topic: &&Topic| {
        let is_own = |own: &Topic| same(&own.name, &topic.name) || own.words == topic.words;
        own.iter().any(is_own) || targets.iter().any(|name| same(name, &topic.name))
    };
    let missing = starter.topics.iter().filter(|topic| !is_there(topic));
    let mut added: Vec<Topic> = missing.cloned().collect();
    let broad = own.iter().map(|own| home(own, starter));
    let broad = Taxonomy { topics: broad.chain(added.iter().cloned()).collect() };
    let mut filer = Filer::new(&broad, request.stemming);
    let mut homes = Vec::new();
    for (place, target) in own.iter().enumerate().filter(|(_, topic)| topic.good) {
        let words = match &*target.words {
            "" if targets.len() == 1 => &request.query,
            words => words,
        };
        let has_pages = has_pages(target);
        let has_words = !words.trim().is_empty();
        let is_free = |at: &usize| {
            let mut below = broad.topics[*at].topics.iter();
            !below.any(|topic| same(&topic.name, &target.name))
        };
        let is_broad = starter.topics.iter().any(|one| same(&one.name, &target.name));
        let text = format!("{}\n{words}", target.name);
        let fit = filer.best_fit(&text).filter(|_| has_words || !has_pages);
        let home = match fit.map(|fit| fit.index) {
            _ if is_broad => TopicHome::Top,
            Some(place) if is_free(&place) => TopicHome::Under(place),
            None if has_pages => TopicHome::ByText,
            _ => TopicHome::Top,
        };
        homes.push((place, home));
    }
    if let Some(mut target) = of_query(&request.query).filter(|_| targets.is_empty()) {
        let place = filer.best_fit(&target.words).map(|fit| fit.index);
        let siblings = place.map_or(&broad.topics, |place| &broad.topics[place].topics);
        target.name = free_name(siblings, target.name);
        let home = place.map_or(TopicHome::Top, TopicHome::Under);
        homes.push((broad.topics.len(), home));
        added.push(target);
    }
    TopicsFiled { added: Taxonomy { topics: added }, homes }
}

/// Returns whether a topic or one of its subtopics has example pages.
fn has_pages(topic: &Topic) -> bool {
    let mut open = vec![topic];
    while let Some(topic) = open.pop() {
        if topic.examples.iter().any(|page| !page.trim().is_empty()) {
            return true;
        }
        open.extend(&topic.topics);
    }
    false
}

/// Returns the names of the target topics, including topics inside of targets.
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

/// Returns a topic under which others can be filed. Without words, it gets those of the starter topic with its name.
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
