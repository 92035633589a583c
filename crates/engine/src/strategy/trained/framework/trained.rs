//! Strategies that learn from trails: what they share. A method says what it learns and what links are worth by it; here are the reading of the
//! trails, training in slices, judging by trails that were left out, and saving.
//!
//! Not covered: the methods themselves, one file each beside this folder.
//!
//! Source: Batsakis §3.4 (training from recorded paths).

use super::tables::{confused, groups};
use super::{Method, TrailStep, TrainingData, TrainingPage, TrainingSet};
use crate::count;
use crate::frontier::{Frontier, FrontierEntry, Score};
use crate::graph::UrlId;
use crate::learning::{Confusion, Fold};
use crate::strategy::{
    Context, ExampleView, Learning, LinkView, Materials, PageView, Rediscovered, Rediscovery,
    Report, StartOver, Strategy, Survey, Training, restored, saved,
};
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use types::limits;
use types::report::{ModelTable, PagePrediction, TrainingReport};
use types::trails::CheckedTrails;

/// A method and its model.
pub(in crate::strategy) struct Trained<M: Method> {
    method: M,
    trails: CheckedTrails,
    on_rediscovery: Rediscovery,
    memory: Memory<M::Model, M::Memory>,
}

#[derive(Serialize, Deserialize)]
struct Memory<L, C> {
    /// The training set, until training.
    training_set: TrainingSet,
    /// Folds judged so far, and how.
    judged: usize,
    confusion: Confusion,
    model: Option<L>,
    crawl: C,
}

impl<M: Method> Trained<M> {
    /// Returns an untrained method that takes its rediscovery rule from the settings.
    pub(in crate::strategy) fn boxed(method: M, materials: &Materials<'_>) -> Box<dyn Strategy>
    where
        M: 'static,
    {
        Self::boxed_with(method, Rediscovery::of(materials.settings), materials)
    }

    /// Returns the same with a rediscovery rule of its own.
    pub(in crate::strategy) fn boxed_with(
        method: M,
        on_rediscovery: Rediscovery,
        materials: &Materials<'_>,
    ) -> Box<dyn Strategy>
    where
        M: 'static,
    {
        Box::new(Self::new(method, on_rediscovery, materials))
    }

    fn new(method: M, on_rediscovery: Rediscovery, materials: &Materials<'_>) -> Self {
        Self {
            trails: materials.trails.clone(),
            on_rediscovery,
            memory: Memory {
                training_set: TrainingSet::default(),
                judged: 0,
                confusion: Confusion::new(method.classes().len()),
                model: None,
                crawl: M::Memory::default(),
            },
            method,
        }
    }

    fn data<'a>(&'a self, fold: Option<&'a Fold>) -> TrainingData<'a> {
        TrainingData {
            training_set: &self.memory.training_set,
            trails: &self.trails,
            fold,
        }
    }

    fn folds(&self) -> usize {
        Fold::most(self.trails.trails().len(), limits::TRAIL_FOLDS)
    }

    /// Judges by one fold: a model that never saw its trails says what their pages are.
    fn judge(&mut self) {
        let fold = Fold::of(self.trails.trails().len(), self.folds(), self.memory.judged);
        let mut confusion = std::mem::take(&mut self.memory.confusion);
        let model = self.method.train(self.data(Some(&fold)));
        let classes = self.method.classes().len();
        for trail in &fold.out {
            let steps = self.data(None).steps(*trail, classes);
            let pages: Vec<&TrainingPage> = steps.iter().map(|step| step.page).collect();
            let said = model
                .as_ref()
                .map(|model| self.method.classify(model, &pages));
            let mut said = said.unwrap_or_default().into_iter();
            let skipped = usize::from(!self.method.judges_first_pages());
            for (at, step) in steps.iter().enumerate() {
                let taken_for = said.next().flatten();
                if at >= skipped {
                    confusion.count(step.layer, taken_for);
                }
            }
        }
        self.memory.confusion = confusion;
        self.memory.judged += 1;
    }

    /// Returns why there is nothing to learn from, in a sentence.
    fn trouble(&self) -> Option<String> {
        let pages = self.data(None).pages(limits::LAYERS);
        let relevant = pages.iter().filter(|step| step.layer == 0).count();
        let sentence = match (relevant, pages.len() - relevant) {
            (0, _) => "No page marked as relevant could be read. Mark readable ones.",
            (_, 0) => {
                "All readable pages are marked as relevant. Record the path to them too, for contrast."
            }
            _ if Self::are_alike(&pages) => {
                "All readable pages have the same words, so there is nothing to learn. Record other pages."
            }
            _ => return None,
        };
        Some(sentence.to_owned())
    }

    fn are_alike(pages: &[TrailStep<'_>]) -> bool {
        pages
            .windows(2)
            .all(|pair| pair[0].page.counts == pair[1].page.counts)
    }

    fn report(&self, model: &M::Model) -> TrainingReport {
        let (confusion, names) = (&self.memory.confusion, self.method.classes());
        let mut tables = self.method.tables(model, self.data(None));
        tables.extend(confused(confusion, &names));
        let judged = confusion.pages() > 0;
        TrainingReport {
            groups: if judged {
                groups(confusion, &names)
            } else {
                Vec::new()
            },
            right: confusion.accuracy(),
            chance: confusion.chance(),
            right_side: confusion.halved(1).accuracy(),
            tables,
            ..TrainingReport::default()
        }
    }

    fn finished(&mut self, report: TrainingReport) -> Learning {
        self.memory.training_set = TrainingSet::default();
        Learning::Done(Box::new(report))
    }
}

impl<M: Method> Strategy for Trained<M> {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        match &self.memory.model {
            Some(model) => self
                .method
                .score(model, &mut self.memory.crawl, page, links, context),
            None => vec![None; links.len()],
        }
    }

    fn start_over(&mut self) -> StartOver {
        self.memory.crawl = M::Memory::default();
        StartOver::Forgot
    }

    fn on_judgment(&mut self, page: &PageView<'_>, good: Option<bool>) {
        let target = self.memory.model.as_mut().and_then(M::target);
        if let Some(target) = target {
            target.judge(page, good);
        }
    }

    fn revise(
        &mut self,
        _page: &PageView<'_>,
        frontier: &Frontier,
        context: &mut Context<'_>,
    ) -> Vec<(UrlId, Score)> {
        self.method
            .revise(&mut self.memory.crawl, frontier, context)
    }

    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> Rediscovered {
        self.on_rediscovery.decide(waiting, new)
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.memory)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read = restored(&mut self.memory, saved);
        let model = self.memory.model.as_ref();
        let fits = model.is_none_or(|model| self.method.fits(model));
        read && fits
            && self.memory.training_set.is_of(&self.trails)
            && self.memory.judged <= self.folds()
            && self.memory.confusion.is_of(self.method.classes().len())
    }

    fn training(&mut self) -> Option<&mut dyn Training> {
        Some(self)
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl<M: Method> Training for Trained<M> {
    fn study(&mut self, example: &ExampleView<'_>, vectorizer: &mut Vectorizer) {
        self.memory
            .training_set
            .study(example, &self.trails, vectorizer);
    }

    fn train(&mut self) -> Learning {
        let folds = self.folds();
        if self.memory.model.is_none() {
            let failed = self.trouble();
            let trained = failed.map_or_else(|| self.method.train(self.data(None)), Err);
            match trained {
                Ok(model) => self.memory.model = Some(model),
                Err(sentence) => {
                    return self.finished(TrainingReport {
                        trouble: Some(sentence),
                        ..TrainingReport::default()
                    });
                }
            }
        } else if self.memory.judged < folds {
            self.judge();
        }
        match &self.memory.model {
            Some(model) if self.memory.judged == folds => {
                let report = self.report(model);
                self.finished(report)
            }
            _ => Learning::Going {
                done: count(self.memory.judged) + 1,
                of: count(folds) + 1,
            },
        }
    }
}

impl<M: Method> Report for Trained<M> {
    fn predictions(&self, page: UrlId) -> Vec<PagePrediction> {
        let model = self.memory.model.as_ref();
        model.map_or_else(Vec::new, |model| {
            self.method.predictions(model, &self.memory.crawl, page)
        })
    }

    fn tables(&self, survey: &Survey<'_>) -> Vec<ModelTable> {
        self.method.model_tables(&self.memory.crawl, survey)
    }
}
