//! Trains a model: runs a crawl that ends when its examples are fetched and learned from, and saves its model.
//!
//! The pages are fetched by the rules of a crawl, except those that the reader has saved. The crawl is in no list. The engine decides
//! what is learned.

use super::{ModelService, card};
use crate::protocol::models::{ModelCard, ModelView, ModelsEvent};
use crate::protocol::{Batch, Source};
use crate::worker::crawl::batches;
use crate::worker::crawl::driver::Driver;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::EventKind;
use engine::fetch::FetchResponse;
use engine::journal;
use std::rc::Rc;
use types::model::ModelSpec;
use types::plan::Plan;
use types::report::{EndReason, Notification, Phase};
use types::taxonomy::ExampleContent;
use types::url::CanonicalUrl;

impl ModelService {
    pub(super) async fn train(&self, number: u32, spec: ModelSpec, source: &Source) {
        let lexicon = &self.context.lexicon;
        let assets = lexicon.assets([&*spec.strategy.id]).await;
        if !self.is_training(number) {
            return;
        }
        let assets = match assets {
            Ok(assets) => assets,
            Err(sentence) => return self.fail(number, sentence),
        };
        let mut plan = match CheckedPlan::new(plan(&spec), &assets) {
            Ok(plan) => plan,
            Err(errors) => {
                let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
                return self.fail(number, sentences.join("; "));
            }
        };
        let known = self.known(&plan).await;
        let fetcher = self.context.fetcher(source);
        let is_complete = known.len() >= plan.examples.len();
        let there = if is_complete {
            Ok(())
        } else {
            fetcher.check().await
        };
        if !self.is_training(number) {
            return;
        }
        if let Err(sentence) = there {
            return self.fail(number, sentence);
        }
        plan.plan.politeness = fetcher.politeness();
        let (post, mut batches) = batches::channel();
        let driver = Driver::new(Crawl::new(plan), fetcher, None, post);
        self.driver.replace(Some(Rc::clone(&driver)));
        for (url, response) in known {
            driver.step(EventKind::Known(url, Box::new(response)));
        }
        driver.step(EventKind::Seeded);
        drop(driver);
        while let Ok(batch) = batches.recv().await {
            if !self.is_training(number) {
                return;
            }
            self.on_batch(number, &spec.name, source, &batch).await;
        }
    }

    /// Returns the pages of the trails that the reader has saved.
    async fn known(&self, plan: &CheckedPlan) -> Vec<(CanonicalUrl, FetchResponse)> {
        let Ok(store) = self.context.store().await else {
            return Vec::new();
        };
        let mut known = Vec::new();
        for example in &plan.examples {
            let ExampleContent::Page(url) = &example.content else {
                continue;
            };
            if let Ok(Some(kept)) = store.reading(url).await {
                known.push((url.clone(), kept.response));
            }
        }
        known
    }

    /// Reports the progress of the training, and saves the model at the end.
    async fn on_batch(&self, number: u32, name: &str, source: &Source, batch: &Batch) {
        let progress = &batch.progress;
        match progress.phase {
            Phase::Prepared => self.save(number, name, source).await,
            Phase::Ended(EndReason::NothingLearned) => {
                let trouble =
                    batch
                        .notifications
                        .iter()
                        .find_map(|notification| match notification {
                            Notification::Prepared(lesson) => lesson.trouble.clone(),
                            _ => None,
                        });
                self.fail(
                    number,
                    trouble.unwrap_or_else(|| EndReason::NothingLearned.sentence().to_owned()),
                );
            }
            Phase::Ended(reason) => self.fail(number, reason.sentence().to_owned()),
            _ => self.send(ModelsEvent::Learning {
                number,
                pages: progress.examples_given.saturating_sub(progress.examples),
                of_pages: progress.examples_given,
                slices: progress.learning,
                trouble: batch.trouble.clone(),
            }),
        }
    }

    /// Saves the trained model and sends it.
    async fn save(&self, number: u32, name: &str, source: &Source) {
        self.set_training(None);
        let driver = self.driver.take();
        let model = driver.as_ref().and_then(|driver| driver.model(name));
        if let Some(driver) = driver {
            driver.abandon();
        }
        let Some(model) = model else {
            return self.fail(
                number,
                "The model no longer exists. Train it again.".to_owned(),
            );
        };
        let file = match journal::write_model(&model) {
            Ok(file) => file,
            Err(error) => return self.fail(number, error.to_string()),
        };
        let card = ModelCard {
            source: Some(source.kind()),
            ..card(&model.spec, model.report(), &file)
        };
        let kept = match self.context.store().await {
            Ok(store) => store.save_model(&card, Some(&file)).await,
            Err(error) => Err(error),
        };
        match kept {
            Err(error) => self.fail(number, error.to_string()),
            Ok(()) => self.send(ModelsEvent::Learned {
                number,
                learned: Ok(Box::new(ModelView {
                    card,
                    report: model.report().clone(),
                    spec: model.spec,
                })),
            }),
        }
    }

    fn fail(&self, number: u32, sentence: String) {
        self.cancel();
        let learned = Err(sentence);
        self.send(ModelsEvent::Learned { number, learned });
    }
}

/// Returns the plan of a crawl that reads the trails. It never begins, so its seed and its length do not matter.
fn plan(spec: &ModelSpec) -> Plan {
    let first = spec
        .trails
        .trails
        .iter()
        .flat_map(|trail| &trail.pages)
        .next();
    spec.apply(Plan {
        seeds: first.map(|page| page.url.clone()).into_iter().collect(),
        ..Plan::default()
    })
}
