//! The shared part of strategies that are trained on trails: reading the trails, training in steps, cross-validation
//! and saving. A [`Learner`] defines the model and the scores. The learners are in files beside this folder.
//!
//! Source: Batsakis §3.4 (training from recorded paths).

use super::classes::{confused, groups};
use super::{Learner, TrailStep, TrainingFold, TrainingPage, TrainingSet};
use crate::count;
use crate::learning::{Confusion, Fold, Ranking};
use crate::strategy::prelude::*;
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits;
use types::report::TrainingReport;
use types::trails::{CheckedTrail, CheckedTrails};

/// A learner with its model.
pub(in crate::strategy) struct Trained<M: Learner> {
    learner: M,
    trails: CheckedTrails,
    /// The folds of the evaluation.
    folds: Vec<Fold>,
    state: State<M::Model, M::State>,
}

#[derive(Serialize, Deserialize)]
struct State<L, C> {
    /// The training set, until training.
    training_set: TrainingSet,
    /// The folds evaluated so far, with their confusion.
    judged: usize,
    confusion: Confusion,
    /// How links to relevant pages rank above others in the folds evaluated so far.
    ranking: Ranking,
    model: Option<L>,
    crawl: C,
}

/// Returns the folds of the evaluation. If the trails end on several hosts, those of a host are in one fold: what counts
/// is how well a model does on hosts that it was not trained on.
fn folds(trails: &CheckedTrails) -> Vec<Fold> {
    let mut hosts = BTreeMap::new();
    let mut host = |trail: &CheckedTrail| {
        let last = trail.steps.last().map(|step| trails.pages()[*step].url.host_key());
        let next = hosts.len();
        *hosts.entry(last).or_insert(next)
    };
    let groups: Vec<usize> = trails.trails().iter().map(&mut host).collect();
    Fold::by_group(&groups, limits::TRAIL_FOLDS)
}

/// Returns the number of steps of a training on these trails: the model, and the evaluation of each fold.
pub(in crate::strategy) fn training_steps(trails: &CheckedTrails) -> u32 {
    count(folds(trails).len()) + 1
}

impl<M: Learner> Trained<M> {
    /// Creates an untrained strategy.
    pub(in crate::strategy) fn boxed(learner: M, inputs: &StrategyInputs<'_>) -> Box<dyn Strategy>
    where
        M: 'static,
    {
        Box::new(Self::new(learner, inputs))
    }

    fn new(learner: M, inputs: &StrategyInputs<'_>) -> Self {
        Self {
            folds: folds(inputs.trails),
            trails: inputs.trails.clone(),
            state: State {
                training_set: TrainingSet::default(),
                judged: 0,
                confusion: Confusion::new(learner.classes().len()),
                ranking: Ranking::default(),
                model: None,
                crawl: M::State::default(),
            },
            learner,
        }
    }

    fn data<'a>(&'a self, fold: Option<&'a Fold>) -> TrainingFold<'a> {
        TrainingFold { training_set: &self.state.training_set, trails: &self.trails, fold }
    }

    /// Evaluates one fold: a model that was not trained on its trails classifies their pages and scores the links
    /// there.
    fn judge(&mut self) {
        let Some(fold) = self.folds.get(self.state.judged) else { return };
        let mut confusion = std::mem::take(&mut self.state.confusion);
        let model = self.learner.train(self.data(Some(fold)));
        let classes = self.learner.classes().len();
        let whole = self.data(None);
        let mut ranked = Vec::new();
        let ways = fold.test.iter().flat_map(|trail| {
            let context = whole.context(*trail, classes).into_iter();
            let context = context.map(|step| vec![step]);
            std::iter::once(whole.steps(*trail, classes)).chain(context)
        });
        for steps in ways {
            if let Ok(model) = &model {
                let scores = self.learner.link_scores(model, &steps).into_iter().flatten();
                let links = steps.iter().flat_map(|step| &step.page.links);
                let pairs = scores.zip(links);
                ranked.extend(pairs.filter_map(|(score, link)| Some((score, whole.is_to_relevant(link)?))));
            }
            let pages: Vec<&TrainingPage> = steps.iter().map(|step| step.page).collect();
            let predicted = model.as_ref().map(|model| self.learner.classify(model, &pages));
            let mut predicted = predicted.unwrap_or_default().into_iter();
            let skipped = usize::from(!self.learner.judges_first_pages());
            for (at, step) in steps.iter().enumerate() {
                let class = predicted.next().flatten();
                if at >= skipped {
                    confusion.count(step.layer, class);
                }
            }
        }
        self.state.confusion = confusion;
        self.state.ranking.count(ranked);
        self.state.judged += 1;
    }

    /// Returns why training is impossible, in a sentence; `None` if it is possible.
    fn training_problem(&self) -> Option<String> {
        let pages = self.data(None).pages(limits::LAYERS);
        let relevant = pages.iter().filter(|step| step.layer == 0).count();
        let sentence = match (relevant, pages.len() - relevant) {
            (0, _) => "No page marked as relevant could be read. Mark readable ones.",
            (_, 0) if !self.learner.needs_contrast() => return None,
            (_, 0) => "All readable pages are marked as relevant. Record the path to them too, for contrast.",
            _ if Self::are_alike(&pages) => {
                "All readable pages have the same words, so there is nothing to learn. Record other pages."
            }
            _ => return None,
        };
        Some(sentence.to_owned())
    }

    fn are_alike(pages: &[TrailStep<'_>]) -> bool {
        pages.windows(2).all(|pair| pair[0].page.counts == pair[1].page.counts)
    }

    fn report(&self, model: &M::Model) -> TrainingReport {
        let (confusion, names) = (&self.state.confusion, self.learner.classes());
        let mut tables = self.learner.tables(model, self.data(None));
        tables.extend(confused(confusion, &names));
        let judged = confusion.pages() > 0;
        TrainingReport {
            groups: if judged { groups(confusion, &names) } else { Vec::new() },
            accuracy: confusion.accuracy(),
            majority_baseline: confusion.majority_baseline(),
            binary_accuracy: confusion.halved(1).accuracy(),
            link_ranking: self.state.ranking.area(),
            tables,
            ..TrainingReport::default()
        }
    }

    fn finished(&mut self, report: TrainingReport) -> TrainingStep {
        self.state.training_set = TrainingSet::default();
        TrainingStep::Done(Box::new(report))
    }
}

impl<M: Learner> Strategy for Trained<M> {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        match &self.state.model {
            Some(model) => self.learner.score(model, &mut self.state.crawl, page, links, context),
            None => vec![None; links.len()],
        }
    }

    fn restart(&mut self) -> RestartMode {
        self.state.crawl = M::State::default();
        RestartMode::ReplayTrained
    }

    fn on_judgment(&mut self, page: &PageView<'_>, good: Option<bool>) {
        let target = self.state.model.as_mut().and_then(M::target);
        if let Some(target) = target {
            target.judge(page, good);
        }
    }

    fn revise(&mut self, _page: &PageView<'_>, frontier: &Frontier, context: &mut Context<'_>) -> Vec<(UrlId, Score)> {
        self.learner.revise(&mut self.state.crawl, frontier, context)
    }

    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        self.learner.choose(&self.state.crawl, frontier)
    }

    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        // Of strategies whose settings do not contain the rule.
        Rediscovery::Best.decide(waiting, new)
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.state)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read = restored(&mut self.state, saved);
        let model = self.state.model.as_ref();
        let fits = model.is_none_or(|model| self.learner.fits(model));
        read && fits
            && self.state.training_set.is_of(&self.trails)
            && self.state.judged <= self.folds.len()
            && self.state.confusion.is_of(self.learner.classes().len())
            && self.state.ranking.is_valid()
    }

    fn training(&mut self) -> Option<&mut dyn Training> {
        Some(self)
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl<M: Learner> Training for Trained<M> {
    fn study(&mut self, example: &ExampleView<'_>, vectorizer: &mut Vectorizer) {
        self.state.training_set.study(example, &self.trails, vectorizer);
    }

    fn train(&mut self) -> TrainingStep {
        let folds = self.folds.len();
        if self.state.model.is_none() {
            let failed = self.training_problem();
            let trained = failed.map_or_else(|| self.learner.train(self.data(None)), Err);
            match trained {
                Ok(model) => self.state.model = Some(model),
                Err(sentence) => {
                    return self.finished(TrainingReport { trouble: Some(sentence), ..TrainingReport::default() });
                }
            }
        } else if self.state.judged < folds {
            self.judge();
        }
        match &self.state.model {
            Some(model) if self.state.judged == folds => {
                let report = self.report(model);
                self.finished(report)
            }
            _ => TrainingStep::Going { done: count(self.state.judged) + 1, of: training_steps(&self.trails) },
        }
    }
}

impl<M: Learner> Report for Trained<M> {
    fn predictions(&self, page: UrlId) -> Vec<PagePrediction> {
        let model = self.state.model.as_ref();
        model.map_or_else(Vec::new, |model| self.learner.predictions(model, &self.state.crawl, page))
    }

    fn tables(&self, overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        self.learner.model_tables(&self.state.crawl, overview)
    }
}
