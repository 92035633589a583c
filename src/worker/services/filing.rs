//! Puts the starter topics beside the person's topics, and files the targets under those that they fit.
//!
//! A target is filed by its name, its words, and its first example pages, as far as these can be read now; the person can move it. Without a target, the
//! query becomes one. Not covered: plans without topics, which the engine completes in the same way.

use super::reader::redirects;
use crate::protocol::{Source, ToPage, TopicsFiled, TopicsToFile};
use crate::worker::context::Context;
use engine::count;
use engine::fetch::Content;
use engine::taxonomy::filing::{Filer, Fit, filed, of_query};
use std::rc::Rc;
use types::taxonomy::{Taxonomy, Topic};
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;

/// Most example pages of a target that are read.
const PAGES: usize = 5;

/// Files the targets and sends the topics.
pub(crate) fn on_message(context: &Rc<Context>, request: TopicsToFile) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let topics = file(&context, request).await;
        context.send(&ToPage::TopicsFiled(topics));
    });
}

async fn file(context: &Context, request: TopicsToFile) -> Result<TopicsFiled, String> {
    let starter = context.starter_topics.load().await?;
    let has_target = request.taxonomy.all().any(|topic| topic.good);
    let own = request.taxonomy.topics.into_iter();
    let (mut targets, others): (Vec<Topic>, Vec<Topic>) = own.partition(|topic| topic.good);
    match &mut targets[..] {
        [] if !has_target => targets.extend(of_query(&request.query)),
        [only] if only.words.is_empty() => request.query.trim().clone_into(&mut only.words),
        _ => {}
    }
    let before = others.len();
    let mut taxonomy = beside(&starter, others);
    let added = count(taxonomy.topics.len() - before);
    let mut summary = format!("{added} starter topics were added.");
    let mut filer = Filer::new(&taxonomy, request.stemming);
    for topic in targets {
        let text = text(context, &topic, &request.source).await;
        let fit = filer.best_fit(&text);
        summary.push_str(&sentence(&taxonomy, &topic.name, fit));
        taxonomy = filed(taxonomy, topic, fit);
    }
    Ok(TopicsFiled { taxonomy, summary })
}

/// Returns the starter topics after these; one of the same name is not repeated, but gives its words where there are none.
fn beside(starter: &Taxonomy, mut topics: Vec<Topic>) -> Taxonomy {
    for topic in &starter.topics {
        let known = topics.iter_mut().find(|one| one.name.trim() == topic.name);
        match known {
            Some(known) if known.words.is_empty() => known.words.clone_from(&topic.words),
            Some(_) => {}
            None => topics.push(topic.clone()),
        }
    }
    Taxonomy { topics }
}

/// Returns what a topic is filed by.
async fn text(context: &Context, topic: &Topic, source: &Source) -> String {
    let mut text = format!("{}\n{}", topic.name, topic.words);
    let fetcher = context.fetcher(source);
    let urls = topic.examples.iter();
    let urls = urls.filter_map(|address| CanonicalUrl::from_person(address).ok());
    for url in urls.take(PAGES) {
        // A page that cannot be read now is left out; the crawl says why when it reads the examples.
        let Ok(page) = redirects::follow(&fetcher, url, source).await else {
            continue;
        };
        if let Content::Page(document) = &page.response.content {
            text.extend(["\n", &document.title, "\n", &document.body]);
        }
    }
    text
}

fn sentence(taxonomy: &Taxonomy, name: &str, fit: Option<Fit>) -> String {
    match fit.and_then(|fit| taxonomy.topics.get(fit.place)) {
        Some(home) => format!(" “{name}” was filed under {}.", home.name),
        None => format!(" “{name}” fits none of them and stays at the top level."),
    }
}
