//! Strategies that learn from trails: what they share. A method says what it learns and what links are worth by it; here are the reading of the
//! trails, training in slices, judging by trails that were left out, and saving.
//!
//! Left out on purpose: the methods themselves, one file each beside this folder.
//!
//! Source: Batsakis §3.4 (training from recorded paths).

mod course;
mod layer_options;
mod layer_tables;
mod layers;
mod method;
mod mixture;
mod target;
mod weights;
mod words;

pub(super) use course::{Course, Lecture, Lessons, Pointer, Stop};
pub(super) use layer_options::{
    CLUSTERS, COUNTS, DISCOUNT, EMISSIONS, HMM_WEIGHT, LINKS, LayerOptions, MIXING, MOST_CLUSTERS,
    NEIGHBORS, TIES, are_weights_learned,
};
pub(super) use layers::{LayerModel, Layered, Outlook};
pub(super) use method::Method;
pub(super) use mixture::{Mixture, Terms};
pub(super) use target::{OTHERS, Target};
pub(super) use weights::{Text, Weights};
pub(super) use words::{Classed, LayerWords, TERMS, anchor_table, telling};

use super::again::{AGAIN, Again};
use super::{
    Context, ExampleView, FoundAgain, LinkView, Materials, PageView, Param, Range, Settings,
    StartOver, Strategy,
};
use crate::frontier::{Frontier, Score, Waiting};
use crate::graph::UrlId;
use crate::html::Link;
use crate::learn::{Confusion, Fold};
use crate::limits;
use crate::report::{Cell, Group, Insight, Learning, Lesson, Reading};
use crate::text::{Language, TermCounts};
use crate::topic::Lens;
use crate::trails::CheckedTrails;
use serde::{Deserialize, Serialize};

/// A method, and what it has learned.
pub(super) struct Trained<M: Method> {
    method: M,
    trails: CheckedTrails,
    again: Again,
    memory: Memory<M::Model, M::Memory>,
}

#[derive(Serialize, Deserialize)]
struct Memory<L, C> {
    /// What was read, until it was learned from.
    course: Course,
    /// Folds judged so far, and how.
    judged: usize,
    confusion: Confusion,
    model: Option<L>,
    crawl: C,
}

impl<M: Method> Trained<M> {
    /// A method that has learned nothing yet, and leaves to the settings what a link is worth that is found again.
    pub(super) fn boxed(method: M, materials: &Materials<'_>) -> Box<dyn Strategy>
    where
        M: 'static,
    {
        Self::boxed_with(method, Again::of(materials.settings), materials)
    }

    /// The same, with its own word on links that are found again.
    pub(super) fn boxed_with(
        method: M,
        again: Again,
        materials: &Materials<'_>,
    ) -> Box<dyn Strategy>
    where
        M: 'static,
    {
        Box::new(Self::new(method, again, materials))
    }

    fn new(method: M, again: Again, materials: &Materials<'_>) -> Self {
        Self {
            trails: materials.trails.clone(),
            again,
            memory: Memory {
                course: Course::default(),
                judged: 0,
                confusion: Confusion::new(method.classes().len()),
                model: None,
                crawl: M::Memory::default(),
            },
            method,
        }
    }

    fn lessons<'a>(&'a self, fold: Option<&'a Fold>) -> Lessons<'a> {
        Lessons {
            course: &self.memory.course,
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
        let model = self.method.train(self.lessons(Some(&fold)));
        let classes = self.method.classes().len();
        for trail in &fold.out {
            let stops = self.lessons(None).stops(*trail, classes);
            let pages: Vec<&Lecture> = stops.iter().map(|stop| stop.lecture).collect();
            let said = model
                .as_ref()
                .map(|model| self.method.classify(model, &pages));
            let mut said = said.unwrap_or_default().into_iter();
            let skipped = usize::from(!self.method.judges_first_pages());
            for (at, stop) in stops.iter().enumerate() {
                let taken_for = said.next().flatten();
                if at >= skipped {
                    confusion.count(stop.layer, taken_for);
                }
            }
        }
        self.memory.confusion = confusion;
        self.memory.judged += 1;
    }

    /// Why there is nothing to learn from, in a sentence.
    fn trouble(&self) -> Option<String> {
        let pages = self.lessons(None).pages(limits::LAYERS);
        let relevant = pages.iter().filter(|stop| stop.layer == 0).count();
        let sentence = match (relevant, pages.len() - relevant) {
            (0, _) => {
                "Not one page that is marked as relevant could be read, so there is nothing to look for."
            }
            (_, 0) => {
                "All pages that could be read are marked as relevant: record the way to them too, so that there is something to tell them from."
            }
            _ if Self::are_alike(&pages) => {
                "All pages that could be read have the same words, so there is nothing to tell them by."
            }
            _ => return None,
        };
        Some(sentence.to_owned())
    }

    fn are_alike(pages: &[Stop<'_>]) -> bool {
        pages
            .windows(2)
            .all(|pair| pair[0].lecture.counts == pair[1].lecture.counts)
    }

    fn lesson(&self, model: &M::Model) -> Lesson {
        let (confusion, names) = (&self.memory.confusion, self.method.classes());
        let mut tables = self.method.tables(model, self.lessons(None));
        tables.extend(confused(confusion, &names));
        let judged = confusion.pages() > 0;
        Lesson {
            groups: if judged {
                groups(confusion, &names)
            } else {
                Vec::new()
            },
            right: confusion.accuracy(),
            chance: confusion.chance(),
            right_side: confusion.halved(1).accuracy(),
            tables,
            ..Lesson::default()
        }
    }

    fn finished(&mut self, lesson: Lesson) -> Learning {
        self.memory.course = Course::default();
        Learning::Done(Box::new(lesson))
    }
}

impl<M: Method> Strategy for Trained<M> {
    fn study(&mut self, example: &ExampleView<'_>, lens: &mut Lens) {
        self.memory.course.study(example, &self.trails, lens);
    }

    fn conclude(&mut self) -> Learning {
        let folds = self.folds();
        if self.memory.model.is_none() {
            let failed = self.trouble();
            let trained = failed.map_or_else(|| self.method.train(self.lessons(None)), Err);
            match trained {
                Ok(model) => self.memory.model = Some(model),
                Err(sentence) => {
                    return self.finished(Lesson {
                        trouble: Some(sentence),
                        ..Lesson::default()
                    });
                }
            }
        } else if self.memory.judged < folds {
            self.judge();
        }
        match &self.memory.model {
            Some(model) if self.memory.judged == folds => {
                let lesson = self.lesson(model);
                self.finished(lesson)
            }
            _ => Learning::Going {
                done: count(self.memory.judged) + 1,
                of: count(folds) + 1,
            },
        }
    }

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

    fn judged(&mut self, page: &PageView<'_>, good: Option<bool>) {
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

    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        self.again.decide(waiting, new)
    }

    fn readings(&self, page: UrlId) -> Vec<Reading> {
        let model = self.memory.model.as_ref();
        model.map_or_else(Vec::new, |model| {
            self.method.readings(model, &self.memory.crawl, page)
        })
    }

    fn insights(&self, survey: &super::Survey<'_>) -> Vec<Insight> {
        self.method.insights(&self.memory.crawl, survey)
    }

    fn save(&self) -> Vec<u8> {
        super::saved(&self.memory)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let read = super::restored(&mut self.memory, saved);
        let model = self.memory.model.as_ref();
        let fits = model.is_none_or(|model| self.method.fits(model));
        read && fits
            && self.memory.course.is_of(&self.trails)
            && self.memory.judged <= self.folds()
            && self.memory.confusion.is_of(self.method.classes().len())
    }
}

/// The layer settings of all methods that tell layers apart.
pub(super) const LAYERS: Param = Param {
    name: "layers",
    title: "Layers",
    range: Range::Whole {
        min: 2,
        max: 10,
        default: 4,
    },
    help: "How many distances to a target are told apart; pages further away are of the last.",
};

/// Of which pages words are counted to see how rare they are.
pub(super) const IDF: Param = Param {
    name: "idf",
    title: "Weights of words",
    range: Range::Choice(&["training", "crawl"]),
    help: "Training: words weigh more that few pages of your trails have. Crawl: as in the rest of the crawl.",
};

/// The smoothing of counts.
pub(super) const SMOOTHING: Param = Param {
    name: "smoothing",
    title: "Smoothing",
    range: Range::Real {
        min: 0.001,
        max: 10.0,
        default: 1.0,
    },
    help: "Added to the count of every word in every class.",
};

/// How many words a page is judged by at most, since naive Bayes is too sure of long pages.
pub(super) const WORDS: Param = Param {
    name: "words",
    title: "Words that count",
    range: Range::Whole {
        min: 0,
        max: 100_000,
        default: 100,
    },
    help: "A longer page is judged as if it had so many words, since the classifier is too sure of long ones; 0: all words.",
};

/// How likely a layer must be for a page to be of it.
pub(super) const THRESHOLD: Param = Param {
    name: "threshold",
    title: "Threshold",
    range: Range::Real {
        min: 0.0,
        max: 1.0,
        default: 0.4,
    },
    help: "Pages of which no layer is as likely as this are of none, and their links go last.",
};

/// What a link is worth that several pages carry.
pub(super) const FOUND_AGAIN: Param = AGAIN;

/// A number of words from the settings.
pub(super) fn words(settings: &Settings) -> u32 {
    u32::try_from(settings.whole(WORDS.name)).unwrap_or(u32::MAX)
}

/// The names of so many layers: the relevant pages, then how far away.
pub(super) fn layer_names(layers: usize) -> Vec<String> {
    let name = |layer: usize| match layer {
        0 => "relevant".to_owned(),
        1 if layers == 2 => "1 or more links away".to_owned(),
        last if last + 1 == layers => format!("{last} or more links away"),
        1 => "1 link away".to_owned(),
        _ => format!("{layer} links away"),
    };
    (0..layers).map(name).collect()
}

/// The names of relevant pages and all others.
pub(super) fn two_classes() -> Vec<String> {
    ["relevant", "other"].map(str::to_owned).to_vec()
}

/// The first of the most likely classes, and how likely it is.
pub(super) fn most_likely(shares: &[f64]) -> (usize, f64) {
    let first = (0, shares.first().copied().unwrap_or(0.0));
    let others = shares.iter().copied().enumerate().skip(1);
    others.fold(first, |best, one| if one.1 > best.1 { one } else { best })
}

/// The queue of a page's links: its most likely layer, or the one after the last where no layer is as likely as the threshold; and how likely it is.
pub(super) fn layer_queue(shares: &[f64], threshold: f64) -> (usize, f64) {
    let (layer, share) = most_likely(shares);
    let queue = if share < threshold {
        shares.len()
    } else {
        layer
    };
    (queue, share)
}

/// The score of a link in a queue, 0 the first, of `layers` and one for the rest; inside a queue `worth` decides, in 0..=1.
pub(super) fn queued(queue: usize, layers: usize, worth: f64) -> Score {
    let before = layers.saturating_sub(queue) as f64;
    Score::with_parts(
        before + worth.clamp(0.0, QUEUE_SPAN),
        vec![queue as f64, worth],
    )
}

/// The words of a link's anchor, its context and its heading.
pub(super) fn around(link: &Link, language: Option<Language>, lens: &mut Lens) -> TermCounts {
    let mut counts = lens.counts(&link.anchor, language);
    for text in [&link.context, &link.heading] {
        counts.merge(&lens.counts(text, language), 1);
    }
    counts
}

/// What a queue spans: less than 1, so that the best of a queue stays behind the worst of the one before.
const QUEUE_SPAN: f64 = 0.999_999;

/// A row of shares, for a table that is shown as a heat map.
pub(super) fn heat_row(name: &str, shares: &[f64]) -> Vec<Cell> {
    let shares = shares.iter().map(|share| Cell::Number(*share));
    std::iter::once(Cell::Text(name.to_owned()))
        .chain(shares)
        .collect()
}

/// The confusion of classes as a heat map; none where nothing was judged.
fn confused(confusion: &Confusion, names: &[String]) -> Option<Insight> {
    if confusion.pages() == 0 {
        return None;
    }
    let columns: Vec<&str> = std::iter::once("Pages that are …")
        .chain(names.iter().map(String::as_str))
        .collect();
    let rows = confusion.shares();
    let rows = names
        .iter()
        .zip(&rows)
        .map(|(name, shares)| heat_row(name, shares));
    Some(
        Insight::new(
            "What pages were taken for",
            "Every trail was judged by a model that had not seen it: of the pages in each row, the share that was taken for each column.",
            &columns,
            rows,
        )
        .as_heat(),
    )
}

fn groups(confusion: &Confusion, names: &[String]) -> Vec<Group> {
    let group = |(class, name): (usize, &String)| {
        let row = &confusion.taken[class];
        let wrong = row
            .iter()
            .enumerate()
            .filter(|(as_class, n)| *as_class != class && **n > 0);
        // The last of equal maxima is taken, so the order is turned.
        let most = wrong.rev().max_by_key(|(_, n)| **n);
        Group {
            name: name.clone(),
            good: class == 0,
            given: confusion.of_class(class),
            read: confusion.of_class(class),
            right: Some(row[class]),
            taken_for: most.map(|(as_class, _)| names[as_class].clone()),
        }
    };
    names.iter().enumerate().map(group).collect()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
