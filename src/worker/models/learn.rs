//! Learning: a crawl that is given up when its examples are read and learned from, and whose model is kept.
//!
//! So pages are fetched with a crawl's own manners, and those that the reader has kept are not fetched at all. Nothing of it is a crawl for people:
//! it is in no list, and what the driver tells is turned into news of learning. Left out on purpose: what is learned, the engine's.

use super::{Models, card};
use crate::protocol::models::{ModelView, ModelsNews};
use crate::protocol::{Batch, Source, ToPage};
use crate::worker::driver::Driver;
use crate::worker::fetch::Fetcher;
use engine::crawl::{Crawl, Recipe};
use engine::event::{EndReason, EventKind};
use engine::fetch::Answer;
use engine::frontier::politeness::Politeness;
use engine::journal;
use engine::plan::{CheckedPlan, Plan};
use engine::report::{Note, Phase};
use engine::url::CanonicalUrl;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

impl Models {
    pub(super) async fn learn(
        self: Rc<Self>,
        number: u32,
        recipe: Recipe,
        source: &Source,
        fetcher: Fetcher,
    ) {
        let name = recipe.name.clone();
        let assets = self.lexicon.assets([&*recipe.strategy]).await;
        if self.learning.get() != Some(number) {
            return;
        }
        let assets = match assets {
            Ok(assets) => assets,
            Err(sentence) => return self.failed(number, sentence),
        };
        let plan = match plan(&recipe, source).check(&assets) {
            Ok(plan) => plan,
            Err(errors) => {
                let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
                return self.failed(number, sentences.join("; "));
            }
        };
        let known = self.known(&plan).await;
        if let Fetcher::Proxy(proxy) = &fetcher
            && known.len() < plan.examples.len()
            && let Err(sentence) = proxy.check().await
            && self.learning.get() == Some(number)
        {
            return self.failed(number, sentence);
        }
        if self.learning.get() != Some(number) {
            return;
        }
        let driver = Driver::new(Crawl::new(plan), fetcher, None, self.ear(number, name));
        self.driver.replace(Some(Rc::clone(&driver)));
        for (url, answer) in known {
            driver.step(EventKind::Known(url, Box::new(answer)));
        }
        driver.step(EventKind::Seeded);
    }

    /// The pages of the trails that the reader has kept.
    async fn known(&self, plan: &CheckedPlan) -> Vec<(CanonicalUrl, Answer)> {
        let Ok(store) = self.shelf.store().await else {
            return Vec::new();
        };
        let mut known = Vec::new();
        for example in &plan.examples {
            if let Ok(Some(kept)) = store.reading(&example.url).await {
                known.push((example.url.clone(), kept.answer));
            }
        }
        known
    }

    /// Hears what the driver says, and makes news of it.
    fn ear(self: &Rc<Self>, number: u32, name: String) -> Rc<dyn Fn(&ToPage)> {
        let models = Rc::downgrade(self);
        Rc::new(move |message| {
            if let (ToPage::Batch(batch), Some(models)) = (message, models.upgrade()) {
                models.heard(number, &name, batch);
            }
        })
    }

    fn heard(self: &Rc<Self>, number: u32, name: &str, batch: &Batch) {
        if self.learning.get() != Some(number) {
            return;
        }
        let progress = &batch.progress;
        match progress.phase {
            Phase::Prepared => {
                let (models, name) = (Rc::clone(self), name.to_owned());
                spawn_local(async move { models.learned(number, &name).await });
            }
            Phase::Ended(EndReason::NothingLearned) => {
                let trouble = batch.notes.iter().find_map(|note| match note {
                    Note::Prepared(lesson) => lesson.trouble.clone(),
                    _ => None,
                });
                self.failed(
                    number,
                    trouble.unwrap_or_else(|| EndReason::NothingLearned.sentence().to_owned()),
                );
            }
            Phase::Ended(reason) => self.failed(number, reason.sentence().to_owned()),
            _ => self.tell(ModelsNews::Learning {
                number,
                pages: progress.examples_given.saturating_sub(progress.examples),
                of_pages: progress.examples_given,
                slices: progress.learning,
                trouble: batch.trouble.clone(),
            }),
        }
    }

    /// Keeps what was learned and tells it.
    async fn learned(&self, number: u32, name: &str) {
        self.learning.set(None);
        let driver = self.driver.take();
        let model = driver.as_ref().and_then(|driver| driver.model(name));
        if let Some(driver) = driver {
            driver.abandon();
        }
        let Some(model) = model else {
            return self.failed(number, "The model is gone: learn again.".to_owned());
        };
        let file = match journal::write_model(&model) {
            Ok(file) => file,
            Err(error) => return self.failed(number, error.to_string()),
        };
        let card = card(&model.recipe, model.lesson(), &file);
        let kept = match self.shelf.store().await {
            Ok(store) => store.keep_model(&card, Some(&file)).await,
            Err(error) => Err(error),
        };
        match kept {
            Err(error) => self.failed(number, error.to_string()),
            Ok(()) => self.tell(ModelsNews::Learned {
                number,
                learned: Ok(Box::new(ModelView {
                    card,
                    lesson: model.lesson().clone(),
                    recipe: model.recipe,
                })),
            }),
        }
    }

    fn failed(&self, number: u32, sentence: String) {
        self.give_up();
        let learned = Err(sentence);
        self.tell(ModelsNews::Learned { number, learned });
    }
}

/// A plan that reads the trails. It never begins, so that its seed and its length say nothing.
fn plan(recipe: &Recipe, source: &Source) -> Plan {
    let first = recipe
        .trails
        .trails
        .iter()
        .flat_map(|trail| &trail.pages)
        .next();
    let politeness = match source {
        Source::Recorded | Source::RecordedIn(_) => Politeness::Replay,
        _ => Politeness::default(),
    };
    recipe.apply(Plan {
        seeds: first.map(|page| page.url.clone()).into_iter().collect(),
        politeness,
        ..Plan::default()
    })
}
