//! Reinforcement learning: a link is worth the targets that lie on behind it, near ones counting more, as the words at it let one expect.
//!
//! Along the trails each followed link has its value; values are sorted into bins, naive Bayes tells from the words of anchor, context and
//! heading which bin a link is of, and the priority is the expected value. Links that the trails passed by may count as worth nothing: nobody knows what
//! they lead to, but without them every link looks like one that somebody chose.
//!
//! Source: Pant §5.2 (Cora; Rennie and `McCallum` 1999).

use super::trained::{
    FOUND_AGAIN, LAYERS, Lecture, Lessons, Method, SMOOTHING, Trained, WORDS, around, layer_names,
    telling,
};
use super::{Context, Entry, LinkView, Needs, PageView, Param, Range};
use crate::frontier::Score;
use crate::learn::{LinkValues, Priors, ValueOptions, link_values};
use crate::report::{Cell, Insight};
use crate::text::TermCounts;

pub(super) const ENTRY: Entry = Entry {
    id: "reinforcement",
    title: "Reinforcement learning",
    sentence: "Learns from the words at the links that you followed how soon they led to relevant pages, and follows the most promising ones.",
    source: "Pant §5.2",
    params: &[
        Param {
            name: "discount",
            title: "Discount",
            range: Range::Real {
                min: 0.0,
                max: 0.99,
                default: 0.5,
            },
            help: "What a target one link further on counts beside a nearer one.",
        },
        Param {
            name: "bins",
            title: "Bins",
            range: Range::Whole {
                min: 2,
                max: 20,
                default: 5,
            },
            help: "Into how many groups links are sorted by their value.",
        },
        Param {
            name: "passed_by",
            title: "Links passed by",
            range: Range::Switch { default: true },
            help: "On: links on your trails' pages that you did not follow count as worth nothing.",
        },
        WORDS,
        SMOOTHING,
        LAYERS,
        FOUND_AGAIN,
    ],
    needs: Needs::TRAILS,
    has_spiders: false,
    parts: &[super::VALUE_PART],
    make: |materials| {
        let settings = materials.settings;
        let method = Reinforcement {
            discount: settings.real("discount"),
            passed_by: settings.switch("passed_by"),
            layers: settings.whole(LAYERS.name),
            options: ValueOptions {
                bins: settings.whole("bins"),
                alpha: settings.real(SMOOTHING.name),
                priors: Priors::Estimated,
                words: super::trained::words(settings),
            },
        };
        Trained::boxed(method, materials)
    },
};

struct Reinforcement {
    discount: f64,
    passed_by: bool,
    layers: usize,
    options: ValueOptions,
}

impl Reinforcement {
    /// The links to learn from, each with its value.
    fn valued<'a>(&self, lessons: Lessons<'a>) -> Vec<(f64, &'a TermCounts)> {
        let mut links = Vec::new();
        for trail in lessons.numbers() {
            let values = link_values(&lessons.targets(trail), self.discount);
            let found = lessons.followed(trail, 2).into_iter();
            links.extend(found.map(|found| (values[found.from], &found.link.around)));
        }
        if self.passed_by {
            let pages = lessons.pages(2).into_iter();
            let passed =
                pages.flat_map(|stop| stop.lecture.links.iter().filter(|link| link.to.is_none()));
            links.extend(passed.map(|link| (0.0, &link.around)));
        }
        links
    }

    /// The layer that a value speaks of: `value = discount^layer`.
    fn layer(&self, value: f64) -> usize {
        let steps = (0..self.layers).find(|layer| {
            let half_way = libm::pow(self.discount, *layer as f64 + 0.5);
            value > 0.0 && value >= half_way
        });
        steps.unwrap_or(self.layers - 1)
    }
}

impl Method for Reinforcement {
    type Model = LinkValues;
    type Memory = ();

    fn classes(&self) -> Vec<String> {
        layer_names(self.layers)
    }

    fn train(&self, lessons: Lessons<'_>) -> Result<LinkValues, String> {
        let links = self.valued(lessons);
        if links.iter().all(|(value, _)| *value <= 0.0) {
            return Err("No link that your trails followed was found on its page, so there are no words to learn from: record trails by clicking from page to page.".to_owned());
        }
        LinkValues::train(links, self.options).map_err(|error| error.to_string())
    }

    /// By the link that led to each page.
    fn classify(&self, model: &LinkValues, pages: &[&Lecture]) -> Vec<Option<usize>> {
        let into = |pair: &[&Lecture]| {
            let link = pair[0].links.iter().find(|link| link.leads_to(pair[1]))?;
            Some(self.layer(model.expected(&link.around)))
        };
        let first = (!pages.is_empty()).then_some(None);
        first
            .into_iter()
            .chain(pages.windows(2).map(into))
            .collect()
    }

    fn judges_first_pages(&self) -> bool {
        false
    }

    fn tables(&self, model: &LinkValues, lessons: Lessons<'_>) -> Vec<Insight> {
        let bins = model.bins().iter().zip(1_u32..);
        let rows = bins.map(|(bin, number)| {
            vec![
                Cell::Count(number),
                Cell::Number(bin.from),
                Cell::Number(bin.mean),
                Cell::Count(bin.links),
            ]
        });
        let values = Insight::new(
            "Links by their value",
            "What the links on your trails were worth: 1 leads to a relevant page, half of it to one a link further on (by the discount).",
            &["Bin", "From", "Mean value", "Links"],
            rows,
        );
        let names: Vec<String> = model
            .bins()
            .iter()
            .map(|bin| format!("worth about {:.2}", bin.mean))
            .collect();
        let words = telling(model.classifier(), &names, lessons.course, "Words at links");
        vec![values, words]
    }

    fn score(
        &self,
        model: &LinkValues,
        (): &mut (),
        _page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let of_link = |view: &LinkView<'_>| {
            let words = around(view.link, context.language, context.lens);
            let value = model.expected(&words);
            Some(Score::with_parts(value, vec![value]))
        };
        links.iter().map(of_link).collect()
    }
}
