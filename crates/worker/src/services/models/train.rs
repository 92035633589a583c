//! Trains a model: runs a crawl that ends when its examples are fetched and trained on, and saves its model.
//!
//! The pages are fetched by the rules of a crawl, except for those that the reader or a crawl has saved. The crawl is in
//! no list. The engine implements the training.

use super::{ModelService, card};
use crate::crawl::batch_channel;
use crate::crawl::driver::Driver;
use crate::services::why;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::EventKind;
use engine::fetch::FetchResponse;
use engine::journal;
use protocol::models::{HostTrouble, ModelCard, ModelView, ModelsEvent};
use protocol::{Batch, Source};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::model::ModelSpec;
use types::plan::Plan;
use types::report::{EndReason, Notification, PageRecord, Phase};
use types::sorting;
use types::taxonomy::ExampleContent;
use types::text::{joined, sentence};
use types::trails::{Trails, trail_label};
use types::url::CanonicalUrl;

impl ModelService {
    /// Trains a model; `given` are the sources of the trails, `source` is the source of trails without one.
    pub(super) async fn train(&self, number: u32, spec: ModelSpec, source: &Source, mut given: Vec<Option<Source>>) {
        given.resize(spec.trails.trails.len(), None);
        let recording = &self.context.recording;
        let named = |given: &Option<Source>| recording.name_source(given.as_ref().unwrap_or(source).clone());
        let sources: Vec<Source> = given.iter().map(named).collect();
        let loaded = self.context.load_available(&spec.strategy).await;
        if !self.is_training(number) {
            return;
        }
        let mut plan = plan(&spec);
        match loaded {
            Ok(loaded) => plan.strategy = loaded.spec,
            Err(sentence) => return self.fail(number, sentence),
        }
        let mut plan = match CheckedPlan::new(plan, &self.context.assets()) {
            Ok(plan) => plan,
            Err(errors) => return self.fail(number, joined(&errors)),
        };
        let known = self.known(&plan, &of_pages(&spec.trails, given.iter().map(Option::as_ref))).await;
        let mut missing = of_pages(&spec.trails, &sources);
        let wanted: BTreeSet<&CanonicalUrl> = example_pages(&plan).collect();
        missing.retain(|url, _| wanted.contains(url));
        for (url, _) in &known {
            missing.remove(url);
        }
        if let Some(sentence) = self.unread(&spec.trails, &missing) {
            return self.fail(number, sentence);
        }
        let is_complete = known.len() >= plan.examples.len();
        let fetcher = self.context.fetcher_of(missing);
        let there = if is_complete { Ok(()) } else { fetcher.check().await };
        if !self.is_training(number) {
            return;
        }
        if let Err(sentence) = there {
            return self.fail(number, sentence);
        }
        plan.plan.politeness = fetcher.politeness();
        let (sender, mut batches) = batch_channel();
        let driver = Driver::new(Crawl::new(plan), fetcher, None, Rc::new(sender));
        self.driver.replace(Some(Rc::clone(&driver)));
        for (url, response) in known {
            driver.step(EventKind::Known(url, Box::new(response)));
        }
        driver.step(EventKind::Seeded);
        drop(driver);
        let mut troubles = BTreeMap::new();
        while let Ok(batch) = batches.recv().await {
            if !self.is_training(number) {
                return;
            }
            add_troubles(&mut troubles, &batch.notifications);
            self.on_batch(number, &spec, &sources, &batch, &troubles).await;
        }
    }

    /// Returns the pages of the trails that the reader or a crawl has saved from the trails' sources, or from any
    /// source if the trail has none.
    async fn known(
        &self,
        plan: &CheckedPlan,
        sources: &BTreeMap<CanonicalUrl, Option<&Source>>,
    ) -> Vec<(CanonicalUrl, FetchResponse)> {
        let Ok(store) = self.context.store().await else {
            return Vec::new();
        };
        let is_own = |url: &CanonicalUrl, kept: &Source| {
            let source = sources.get(url).copied().flatten();
            source.is_none_or(|source| source.is_same_web(kept))
        };
        let (mut known, mut missing) = (Vec::new(), BTreeSet::new());
        for url in example_pages(plan) {
            match store.reading(url).await.ok().flatten().filter(|kept| is_own(url, &kept.source)) {
                Some(kept) => known.push((url.clone(), kept.response)),
                None => drop(missing.insert(url.clone())),
            }
        }
        // A crawl that cannot be read has no pages here, which are fetched again.
        let (mut cards, _) = store.cards().await.unwrap_or_default();
        sorting::sort_by_key(&mut cards, |card| Reverse(card.changed));
        for card in cards.iter().filter(|card| card.deleted.is_none() && card.weight.bodies > 0) {
            let mut places = Vec::new();
            let find = |page: PageRecord| {
                if page.outcome.is_read() && is_own(&page.url, &card.source) && missing.remove(&page.url) {
                    places.push((page.n, page.url));
                }
            };
            let _ = store.each_page(&card.id, find).await;
            for (n, url) in places {
                match store.body(&card.id, n).await.ok().flatten() {
                    Some(body) => known.push((url.clone(), why::answered(&url, body).await)),
                    None => drop(missing.insert(url)),
                }
            }
        }
        known
    }

    /// Returns the reason that missing pages cannot be read, in sentences: their recorded web is not open.
    fn unread(&self, trails: &Trails, missing: &BTreeMap<CanonicalUrl, &Source>) -> Option<String> {
        let mut gone =
            missing.iter().filter_map(|(url, source)| Some((url.as_str(), self.context.recording.missing(source)?)));
        let (url, remedy) = gone.next()?;
        let mut trails = trails.trails.iter().enumerate();
        let trail = trails.find(|(_, trail)| trail.pages.iter().any(|page| page.url == url));
        let trail = trail.map(|(at, trail)| trail_label(&trail.name, at + 1));
        Some(format!("Some pages of {} are not saved. {}", trail.as_deref().unwrap_or("the trails"), sentence(&remedy)))
    }

    /// Reports the progress of the training, and saves the model at the end.
    async fn on_batch(&self, number: u32, spec: &ModelSpec, sources: &[Source], batch: &Batch, troubles: &Troubles) {
        let progress = &batch.progress;
        match progress.phase {
            Phase::Prepared => self.save(number, spec, sources).await,
            Phase::Ended(EndReason::NothingLearned) => {
                let trouble = batch.notifications.iter().find_map(|notification| match notification {
                    Notification::Prepared(lesson) => lesson.trouble.clone(),
                    _ => None,
                });
                self.fail(number, trouble.unwrap_or_else(|| EndReason::NothingLearned.sentence().to_owned()));
            }
            Phase::Ended(reason) => self.fail(number, reason.sentence().to_owned()),
            _ => self.send(ModelsEvent::Learning {
                number,
                pages: progress.examples_given.saturating_sub(progress.examples),
                of_pages: progress.examples_given,
                slices: progress.learning,
                standstill: batch.standstill.clone(),
                hosts: troubles.iter().map(trouble).collect(),
            }),
        }
    }

    /// Saves the trained model and sends it.
    async fn save(&self, number: u32, spec: &ModelSpec, sources: &[Source]) {
        self.set_training(None);
        let driver = self.driver.take();
        let model = driver.as_ref().and_then(|driver| driver.model(&spec.name));
        if let Some(driver) = driver {
            driver.abandon();
        }
        let Some(mut model) = model else {
            return self.fail(number, "The model no longer exists. Train it again.".to_owned());
        };
        // Nothing was learned from language data, so crawls with the model use those that they can load.
        model.spec.strategy = spec.strategy.clone();
        let file = match journal::write_model(&model) {
            Ok(file) => file,
            Err(error) => return self.fail(number, error.to_string()),
        };
        let card = ModelCard {
            source: most_frequent(sources).cloned(),
            trail_sources: sources.to_vec(),
            ..card(&model.spec, model.report(), &file)
        };
        let subject = self.subject.take();
        let saved = async {
            let store = self.context.store().await?;
            store.save_model(&card, Some(&file)).await?;
            match subject {
                Some(subject) => store.change_subject(&subject, |kept| kept.model = Some(card.id.clone())).await,
                None => Ok(()),
            }
        };
        let saved = saved.await;
        match saved {
            Err(error) => self.fail(number, error.to_string()),
            Ok(()) => self.send(ModelsEvent::Learned {
                number,
                learned: Ok(Box::new(ModelView {
                    card,
                    plan: model.spec.apply(Plan::default()),
                    report: model.report().clone(),
                })),
            }),
        }
    }

    pub(super) fn fail(&self, number: u32, sentence: String) {
        self.cancel();
        let learned = Err(sentence);
        self.send(ModelsEvent::Learned { number, learned });
    }
}

/// The pages that failed or have to wait, with the latest reason, by the name of their host.
type Troubles = BTreeMap<String, (BTreeSet<CanonicalUrl>, String)>;

fn add_troubles(troubles: &mut Troubles, notifications: &[Notification]) {
    for notification in notifications {
        if let Notification::Unread { url, reason } | Notification::Delayed { url, reason, .. } = notification {
            let (pages, latest) = troubles.entry(url.host().to_owned()).or_default();
            pages.insert(url.clone());
            latest.clone_from(reason);
        }
    }
}

fn trouble((host, (pages, reason)): (&String, &(BTreeSet<CanonicalUrl>, String))) -> HostTrouble {
    HostTrouble { host: host.clone(), pages: engine::count(pages.len()), reason: reason.clone() }
}

/// Returns the pages to train on.
fn example_pages(plan: &CheckedPlan) -> impl Iterator<Item = &CanonicalUrl> {
    plan.examples.iter().filter_map(|example| match &example.content {
        ExampleContent::Page(url) => Some(url),
        ExampleContent::Words(_) => None,
    })
}

/// Returns the source of each page of the trails and of their context graphs: that of the first trail with the page.
fn of_pages<S: Copy>(trails: &Trails, sources: impl IntoIterator<Item = S>) -> BTreeMap<CanonicalUrl, S> {
    let mut pages = BTreeMap::new();
    for (trail, source) in trails.trails.iter().zip(sources) {
        let graphs = trail.graphs.iter().flat_map(|graph| &graph.pages);
        let urls = trail.pages.iter().map(|page| &page.url);
        for url in urls.chain(graphs.map(|page| &page.url)) {
            if let Ok(url) = CanonicalUrl::parse(url) {
                pages.entry(url).or_insert(source);
            }
        }
    }
    pages
}

/// Returns the source of most trails, the first one in a tie.
fn most_frequent(sources: &[Source]) -> Option<&Source> {
    let count = |source: &&Source| sources.iter().filter(|one| one == source).count();
    sources.iter().rev().max_by_key(count)
}

/// Returns the plan of a crawl that reads the trails. The crawl itself never starts, so its seed and its length have no
/// effect.
fn plan(spec: &ModelSpec) -> Plan {
    let first = spec.trails.trails.iter().flat_map(|trail| &trail.pages).next();
    spec.apply(Plan { seeds: first.map(|page| page.url.clone()).into_iter().collect(), ..Plan::default() })
}
