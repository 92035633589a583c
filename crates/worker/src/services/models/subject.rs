//! Trains a model on the judgments of a topic: kept pages are good examples, discarded ones bad, and relevant pages
//! that were not judged are unlabeled.
//!
//! The crawls of the topic are one link graph, whose pages lead to the kept ones.

use super::ModelService;
use crate::browser::clock::Yielder;
use crate::services::training_set::CrawledPages;
use crate::storage::database::{discarded, kept_record};
use protocol::Source;
use types::model::ModelSpec;
use types::plan::Plan;
use types::spec::AUTOMATIC_TRAILS_STRATEGY;
use types::trails::{TrailPage, Trails};

/// The inputs of a training.
struct Examples {
    spec: ModelSpec,
    /// The source of the crawls; `None` if they have several.
    source: Option<Source>,
    /// The source that pages without a saved body are requested from.
    requested_from: Source,
}

impl ModelService {
    /// Trains a model on the judgments of the topic with this id.
    pub(super) async fn learn_subject(&self, number: u32, id: &str) {
        match self.examples_of(id).await {
            _ if !self.is_training(number) => {}
            Ok(Examples { spec, source, requested_from }) => {
                self.subject.replace(Some(id.to_owned()));
                self.train(number, spec, &requested_from, vec![source]).await;
            }
            Err(sentence) => self.fail(number, sentence),
        }
    }

    /// Returns the examples of a topic; the error is a sentence.
    async fn examples_of(&self, id: &str) -> Result<Examples, String> {
        let store = self.context.store().await?;
        let subject = store.subject(id).await?;
        let judgments = store.judgments(id).await?;
        let of_deleted = judgments.values().filter_map(kept_record);
        let (mut crawled, yielder) = (CrawledPages::of_deleted(of_deleted), Yielder::new());
        let (mut sources, mut newest) = (Vec::new(), (0, String::new()));
        for crawl in &subject.crawls {
            let Ok(card) = store.card(crawl).await else {
                continue;
            };
            if card.deleted.is_some() {
                continue;
            }
            // A crawl that cannot be read is left out, as its card says in the Library.
            if crawled.add(&self.context, &card).await.is_err() {
                continue;
            }
            sources.push((card.source, card.pages));
            newest = newest.max((card.created, card.plan.query));
            yielder.yield_now().await;
        }
        let kept = judgments.iter().filter(|(_, judgment)| judgment.rating() == Some(true));
        let kept: Vec<TrailPage> = kept.map(|(url, _)| crawled.example(url, true)).collect();
        let set = crawled.set(&subject.name, &kept, &discarded(judgments));
        let plan = Plan {
            // A topic has no query if a crawl with the same one was moved to another topic.
            query: subject.queries.first().cloned().unwrap_or(newest.1),
            trails: Trails { trails: vec![set] },
            strategy: AUTOMATIC_TRAILS_STRATEGY.into(),
            ..Plan::default()
        };
        let requested_from = Source::widest(&sources).unwrap_or_default();
        let source = Source::common(sources.into_iter().map(|(source, _)| source).collect());
        Ok(Examples { spec: ModelSpec::of(&subject.name, &plan), source, requested_from })
    }
}
