//! Reinforcement learning: the score of a link is the expected discounted number of targets behind it, estimated from
//! its words.
//!
//! Each followed link of the trails has its value as training label. Values are sorted into bins, naive Bayes estimates
//! the bin of a link from the words of anchor, context and heading, and the priority is the expected value. Unfollowed
//! links can be included with value 0: their targets are unknown, but without them every link resembles a chosen one.
//! In a context graph, where no links were followed, a link that leads closer to a relevant page has the value of the
//! nearest one behind it, `γ^k`: Rennie and `McCallum` take the values of the best path through a known graph.
//!
//! Source: Pant §5.2 (Cora; Rennie and `McCallum` 1999).

use super::framework::prelude::*;
use crate::learning::{LinkValues, Priors, ValueOptions, link_values};
use crate::text::TermCounts;
use std::collections::BTreeMap;

const DISCOUNT: Param<f64> =
    Param::real("discount", "Discount", 0.0..=0.99, 0.5, "Discount for a relevant page one link further away.")
        .training_only();
const BINS: Param<usize> =
    Param::whole("bins", "Bins", 2..=20, 5, "Number of groups by value into which links are sorted.").training_only();
/// The features of a link: the words near it, or its shape.
pub(in crate::strategy) const EVIDENCE: Param<bool> = Param::choice(
    "evidence",
    "Link features",
    &[("words", "Nearby words"), ("shape", "Shape")],
    &[false, true],
    "What the value of a link is learned from: the words near it, or its place and the form of its text and address, \
    which other sites share.",
)
.training_only();
const PASSED_BY: Param<bool> = Param::switch(
    "passed_by",
    "Skipped links",
    true,
    "Whether links on your trails' pages that you did not follow count as worthless.",
)
.training_only();

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "reinforcement",
    title: "Reinforcement learning",
    description: "Learns from the words near your followed links how soon they led to relevant pages, and follows the \
        most promising ones.",
    family: Family::Trained,
    source: "Pant §5.2",
    params: declare![DISCOUNT, BINS, EVIDENCE, PASSED_BY, WORDS, SMOOTHING, LAYERS, ON_REDISCOVERY,],
    needs: Needs::TRAILS,
    scores_pages_independently: true,
    parts: &[super::VALUE_PART],
    make: |inputs| {
        let settings = inputs.settings;
        let learner = Reinforcement {
            discount: settings.get(&DISCOUNT),
            by_shape: settings.get(&EVIDENCE),
            passed_by: settings.get(&PASSED_BY),
            layers: settings.get(&LAYERS),
            options: ValueOptions {
                bins: settings.get(&BINS),
                alpha: settings.get(&SMOOTHING),
                priors: Priors::Estimated,
                words: words(settings),
            },
        };
        Trained::boxed(learner, inputs)
    },
};

struct Reinforcement {
    discount: f64,
    /// True if the shape of a link is its feature, and not its words.
    by_shape: bool,
    passed_by: bool,
    layers: usize,
    options: ValueOptions,
}

impl Reinforcement {
    /// Returns the features of a training link.
    fn features<'a>(&self, link: &'a TrainingLink) -> &'a TermCounts {
        if self.by_shape { &link.shape } else { &link.around }
    }

    /// Returns the training links with their values.
    fn valued<'a>(&self, data: TrainingFold<'a>) -> Vec<(f64, &'a TermCounts)> {
        let values = |trail| link_values(&data.targets(trail), self.discount);
        let values: BTreeMap<usize, Vec<f64>> = data.numbers().map(|trail| (trail, values(trail))).collect();
        let followed = data.followed(2).into_iter();
        let followed = followed.map(|found| (values[&found.trail][found.from], self.features(found.link)));
        let mut links: Vec<(f64, &TermCounts)> = followed.collect();
        let known = data.context_links(usize::MAX).into_iter();
        links.extend(known.map(|known| {
            let value = libm::pow(self.discount, known.layers.1 as f64);
            (value, self.features(known.link))
        }));
        if self.passed_by {
            let pages = data.pages(2).into_iter();
            let passed = pages.flat_map(|step| step.page.links.iter().filter(|link| link.to.is_none()));
            links.extend(passed.map(|link| (0.0, self.features(link))));
        }
        links
    }

    /// Returns the layer of a value: `value = discount^layer`.
    fn layer(&self, value: f64) -> usize {
        let steps = (0..self.layers).find(|layer| {
            let half_way = libm::pow(self.discount, *layer as f64 + 0.5);
            value > 0.0 && value >= half_way
        });
        steps.unwrap_or(self.layers - 1)
    }
}

impl Learner for Reinforcement {
    type Model = LinkValues;
    type State = ();

    fn classes(&self) -> Vec<String> {
        layer_names(self.layers)
    }

    fn train(&self, data: TrainingFold<'_>) -> Result<LinkValues, String> {
        let links = self.valued(data);
        if links.iter().all(|(value, _)| *value <= 0.0) {
            return Err(
                "No link that leads towards a relevant page was found on your pages. Record trails by clicking \
                from page to page, or train from the pages of a crawl."
                    .to_owned(),
            );
        }
        LinkValues::train(links, self.options).map_err(|error| error.to_string())
    }

    /// Classifies each page by the link that led to it.
    fn classify(&self, model: &LinkValues, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        let into = |pair: &[&TrainingPage]| {
            let link = pair[0].links.iter().find(|link| link.leads_to(pair[1]))?;
            Some(self.layer(model.expected(self.features(link))))
        };
        let first = (!pages.is_empty()).then_some(None);
        first.into_iter().chain(pages.windows(2).map(into)).collect()
    }

    fn link_scores(&self, model: &LinkValues, steps: &[TrailStep<'_>]) -> Vec<Vec<f64>> {
        let links = |step: &TrailStep<'_>| {
            let links = step.page.links.iter();
            links.map(|link| model.expected(self.features(link))).collect()
        };
        steps.iter().map(links).collect()
    }

    fn judges_first_pages(&self) -> bool {
        false
    }

    fn tables(&self, model: &LinkValues, data: TrainingFold<'_>) -> Vec<ModelTable> {
        let bins = model.bins().iter().zip(1_u32..);
        let rows = bins.map(|(bin, number)| {
            vec![Cell::Count(number), Cell::Number(bin.from), Cell::Number(bin.mean), Cell::Count(bin.links)]
        });
        let values = ModelTable::new(
            "Links by value",
            "Value of the links on your trails: 1 leads to a relevant page, less to one further away (by the \
            discount).",
            &["Bin", "From", "Mean value", "Links"],
            rows,
        );
        let names: Vec<String> = model.bins().iter().map(|bin| format!("value about {:.2}", bin.mean)).collect();
        if self.by_shape {
            return vec![values];
        }
        let words = discriminative_words(model.classifier(), &names, data.training_set, "Words near links");
        vec![values, words]
    }

    fn score(
        &self,
        model: &LinkValues,
        (): &mut (),
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let score = |value: f64| Some(Score::with_parts(value, vec![value]));
        if self.by_shape {
            let shapes = LinkShape::of_views(page, links).into_iter();
            return shapes.map(|shape| score(model.expected(&shape.terms()))).collect();
        }
        let mut words = |view: &LinkView<'_>| around(view.link, context.language, context.vectorizer);
        links.iter().map(|view| score(model.expected(&words(view)))).collect()
    }
}
