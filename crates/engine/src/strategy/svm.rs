//! A linear support vector machine: links are worth the probability that their page is relevant.
//!
//! Source: Batsakis §2.5, Pant §4.1; Platt 1999 for probabilities.

use super::trained::{
    Classed, FOUND_AGAIN, IDF, Lecture, Lessons, Method, Text, Trained, Weights, two_classes,
};
use super::{Context, Entry, LinkView, Needs, PageView, Param, Range};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::learn::{Svm, SvmOptions};
use crate::report::{Cell, Insight, Reading};
use crate::text::{SparseVector, TermId};
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: Entry = Entry {
    id: "svm",
    title: "Support vector machine",
    sentence: "Learns to tell your relevant pages from the others by their words, and follows the links of pages that are likely relevant.",
    source: "Batsakis §2.5, Pant §4.1",
    params: &[
        Param {
            name: "cost",
            title: "Cost of errors",
            range: Range::Real {
                min: 0.001,
                max: 1_000.0,
                default: 1.0,
            },
            help: "Larger: your pages are told apart at any price; smaller: by fewer and surer words.",
        },
        IDF,
        FOUND_AGAIN,
    ],
    needs: Needs::TRAILS,
    has_spiders: false,
    parts: &[super::RELEVANT_PART],
    make: |materials| {
        let options = SvmOptions {
            cost: materials.settings.real("cost"),
            seed: materials.plan.rng_seed,
            ..SvmOptions::default()
        };
        let by_training = Weights::by_training(materials.settings);
        Trained::boxed(
            Machine {
                options,
                by_training,
            },
            materials,
        )
    },
};

struct Machine {
    options: SvmOptions,
    by_training: bool,
}

#[derive(Serialize, Deserialize)]
struct Model {
    weights: Weights,
    svm: Svm,
}

impl Model {
    fn probability(&self, text: Text<'_>) -> f64 {
        self.svm.probability(&self.weights.vector(text).unit())
    }
}

impl Method for Machine {
    type Model = Model;
    type Memory = Classed;

    fn classes(&self) -> Vec<String> {
        two_classes()
    }

    fn train(&self, lessons: Lessons<'_>) -> Result<Model, String> {
        let weights = Weights::of(lessons, self.by_training);
        let pages = lessons.pages(2).into_iter();
        let examples: Vec<(bool, SparseVector)> = pages
            .map(|stop| (stop.layer == 0, weights.vector(stop.lecture.into()).unit()))
            .collect();
        let svm = Svm::train(
            examples
                .iter()
                .map(|(relevant, vector)| (*relevant, vector)),
            self.options,
        );
        let svm = svm.map_err(|error| error.to_string())?;
        Ok(Model { weights, svm })
    }

    fn classify(&self, model: &Model, pages: &[&Lecture]) -> Vec<Option<usize>> {
        let class = |page: &&Lecture| Some(usize::from(model.probability((*page).into()) < 0.5));
        pages.iter().map(class).collect()
    }

    fn tables(&self, model: &Model, lessons: Lessons<'_>) -> Vec<Insight> {
        let n = crate::limits::INSIGHT_ROWS;
        let row = |(term, weight): (TermId, f64)| {
            vec![
                Cell::Text(lessons.course.word(term).to_owned()),
                Cell::Number(weight),
            ]
        };
        let table = |title, help, terms: Vec<(TermId, f64)>| {
            Insight::new(title, help, &["Word", "Weight"], terms.into_iter().map(row))
        };
        vec![
            table(
                "Words that speak for a page",
                "The more of these a page has, the more likely it is relevant.",
                model.svm.terms_for(n),
            ),
            table(
                "Words that speak against it",
                "The more of these a page has, the less likely it is relevant.",
                model.svm.terms_against(n),
            ),
        ]
    }

    fn score(
        &self,
        model: &Model,
        crawl: &mut Classed,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        _context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let relevant = model.probability(page.into());
        crawl.insert(page.id, vec![relevant, 1.0 - relevant]);
        vec![Some(Score::with_parts(relevant, vec![relevant])); links.len()]
    }

    fn readings(&self, _model: &Model, crawl: &Classed, page: UrlId) -> Vec<Reading> {
        crawl.readings(page, &two_classes())
    }
}
