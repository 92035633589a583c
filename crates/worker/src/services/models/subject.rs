//! Trains a model on the judgments of a topic: kept pages are good examples, discarded ones bad, and relevant pages
//! that were not judged are unlabeled.
//!
//! The crawls of the topic are one link graph, whose pages lead to the kept ones.

use super::ModelService;
use crate::browser::clock::Yielder;
use engine::learning::trails::KnownLinks;
use protocol::Source;
use std::collections::{BTreeMap, BTreeSet};
use types::limits::CONTEXT_DISTANCE;
use types::model::ModelSpec;
use types::plan::Plan;
use types::report::PageRecord;
use types::spec::AUTOMATIC_TRAILS_STRATEGY;
use types::trails::{TrailPage, Trails};
use types::url::CanonicalUrl;

/// The inputs of a training.
struct Examples {
    spec: ModelSpec,
    /// The source of the crawls; `None` if they have several.
    source: Option<Source>,
}

impl ModelService {
    /// Trains a model on the judgments of the topic with this id.
    pub(super) async fn learn_subject(&self, number: u32, id: &str) {
        match self.examples_of(id).await {
            _ if !self.is_training(number) => {}
            Ok(Examples { spec, source }) => {
                self.subject.replace(Some(id.to_owned()));
                self.train(number, spec, &source.clone().unwrap_or_default(), vec![source]).await;
            }
            Err(sentence) => self.fail(number, sentence),
        }
    }

    /// Returns the examples of a topic; the error is a sentence.
    async fn examples_of(&self, id: &str) -> Result<Examples, String> {
        let store = self.context.store().await?;
        let subject = store.subject(id).await?;
        let judgments = store.judgments(id).await?;
        let (mut known, yielder) = (KnownLinks::default(), Yielder::new());
        let of_deleted = judgments.values().filter_map(|judgment| judgment.record.as_deref());
        let title = |record: &PageRecord| (record.url.clone(), record.text.title.clone());
        let (mut titles, mut relevant): (BTreeMap<_, _>, _) = (of_deleted.map(title).collect(), BTreeSet::new());
        let (mut sources, mut newest) = (Vec::new(), (0, String::new()));
        for crawl in &subject.crawls {
            let Ok(card) = store.card(crawl).await else {
                continue;
            };
            if card.deleted.is_some() {
                continue;
            }
            // The links of a crawl that cannot be read are left out, as its card says in the Library.
            let Ok(saved) = store.read(crawl).await else {
                continue;
            };
            if let Ok(crawl) = self.context.rebuild(&saved).await {
                crawl.add_links_to(&mut known);
            }
            let good = card.plan.good;
            let take = |record: PageRecord| {
                if record.is_on_topic(good) {
                    relevant.insert(record.url.clone());
                }
                titles.insert(record.url, record.text.title);
            };
            store.each_page(crawl, take).await?;
            sources.push(card.source);
            newest = newest.max((card.created, card.plan.query));
            yielder.yield_now().await;
        }
        let pages = |rating: bool| -> Vec<TrailPage> {
            let of_rating = judgments.iter().filter(|(_, judgment)| judgment.rating() == Some(rating));
            let page = |url: &CanonicalUrl| TrailPage {
                url: url.to_string(),
                title: titles.get(url).cloned().unwrap_or_default(),
                relevant: rating,
                visited_at: None,
            };
            of_rating.map(|(url, _)| page(url)).collect()
        };
        let mut set = known.backlinks().set(&subject.name, &pages(true), CONTEXT_DISTANCE);
        let is_judged = |url: &CanonicalUrl| judgments.get(url).is_some_and(|judgment| judgment.rating().is_some());
        let is_unlabeled = |url: &str| {
            let url = CanonicalUrl::parse(url);
            url.is_ok_and(|url| relevant.contains(&url) && !is_judged(&url))
        };
        for graph in &mut set.graphs {
            let places = graph.pages.iter().zip(0..);
            graph.unlabeled = places.filter(|(page, _)| is_unlabeled(&page.url)).map(|(_, at)| at).collect();
        }
        set.pages.extend(pages(false));
        let plan = Plan {
            // A topic has no query if a crawl with the same one was moved to another topic.
            query: subject.queries.first().cloned().unwrap_or(newest.1),
            trails: Trails { trails: vec![set] },
            strategy: AUTOMATIC_TRAILS_STRATEGY.into(),
            ..Plan::default()
        };
        Ok(Examples { spec: ModelSpec::of(&subject.name, &plan), source: Source::common(sources) })
    }
}
