//! The curves of a crawl, folded into a few lines: each tells its latest value, and is drawn where it is open.
//!
//! What is drawn is renewed some four times a second at most, however fast pages come. Left out on purpose: charts of what the
//! strategy does not have, such as spiders.

mod chart;
mod options;
mod plot;
mod view;

pub(in crate::page) use plot::{Band, Plot, Points};

use chart::Chart;

use crate::page::curve::{Curves, Quantity};
use crate::page::digits::{fixed, grouped, percent, rate};
use crate::page::ranking::Ranking;
use crate::page::state::Part;
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds between two drawings.
const WAIT_MS: u32 = 250;
/// The width of a window, in CSS pixels, from which two charts are open at first, and not one: that of the style sheet.
const WIDE: f64 = 896.0;

/// In what a chart counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::page) enum Unit {
    /// Shares in 0..=1.
    Share,
    /// Likeness in 0..=1, written as everywhere else on the page.
    Likeness,
    /// Whole things.
    Count,
    /// Things a second.
    Rate,
}

impl Unit {
    /// A value in words.
    fn said(self, value: f64) -> String {
        match self {
            Self::Share => percent(value),
            Self::Likeness => fixed(value, 2),
            Self::Count => grouped(value.round()),
            Self::Rate => rate(value),
        }
    }

    /// A value beside an axis.
    fn mark(self, value: f64) -> String {
        match self {
            Self::Share => grouped(value * 100.0) + "%",
            Self::Likeness => fixed(value, 2),
            Self::Count | Self::Rate => grouped(value),
        }
    }

    /// A value in a table: as exact as it is of use.
    fn written(self, value: f64) -> String {
        match self {
            Self::Share => fixed(value * 100.0, 1) + "%",
            Self::Likeness => fixed(value, 3),
            Self::Count | Self::Rate => self.said(value),
        }
    }
}

/// Some curves on the same axes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind {
    /// What they show.
    title: &'static str,
    /// What that means, in a few words.
    help: &'static str,
    /// In what they count.
    unit: Unit,
    /// Two at most: a third has no style of its own.
    curves: &'static [Quantity],
}

const HARVEST: Kind = Kind {
    title: "Harvest",
    help: "Share of fetched pages that are relevant",
    unit: Unit::Share,
    curves: &[Quantity::Harvest],
};
const RELEVANCE: Kind = Kind {
    title: "Average relevance",
    help: "Mean likeness to the query",
    unit: Unit::Likeness,
    curves: &[Quantity::Average, Quantity::Window],
};
const SPEED: Kind = Kind {
    title: "Pages a second",
    help: "Over the last five seconds",
    unit: Unit::Rate,
    curves: &[Quantity::Speed],
};
const FAILURES: Kind = Kind {
    title: "Failures",
    help: "Pages that could not be had, so far",
    unit: Unit::Count,
    curves: &[Quantity::Failures],
};

const POPULATION: Kind = Kind {
    title: "Population",
    help: "Spiders that live",
    unit: Unit::Count,
    curves: &[Quantity::Living],
};
const ENERGY: Kind = Kind {
    title: "Energy",
    help: "Of all living spiders together",
    unit: Unit::Rate,
    curves: &[Quantity::Energy],
};
const FRONTIER: Kind = Kind {
    title: "Waiting and crawled",
    help: "Links that wait, beside pages that were done",
    unit: Unit::Count,
    curves: &[Quantity::Waiting, Quantity::Crawled],
};

/// What the charts show.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The pages, each with the measures up to it.
    pub(super) ranking: Part<Ranking>,
    /// Relevance is likeness to good examples.
    pub(super) by_examples: bool,
}

/// The charts beside the results.
#[component]
pub(super) fn Charts(props: &Props) -> Html {
    let curves = use_curves(&props.ranking);
    let relevance = if props.by_examples {
        Kind {
            help: "Mean likeness to the good examples",
            ..RELEVANCE
        }
    } else {
        RELEVANCE
    };
    let kinds = [HARVEST, relevance, POPULATION, ENERGY, SPEED, FAILURES];
    // One that nothing can be said of yet stands there from the start, so that nothing moves, unless most crawls never have it.
    let told = kinds.into_iter().filter(|kind| {
        !matches!(kind.curves, [Quantity::Living | Quantity::Energy])
            || curves.tells(kind.curves[0])
    });
    let open = if is_wide() { 2 } else { 1 };
    html! {
        <section class="panel charts" aria-label="Curves">
            for (at, kind) in told.enumerate() {
                <Chart key={kind.title} {kind} curves={curves.clone()} is_open={at < open} />
            }
        </section>
    }
}

/// What the chart of the frontier shows.
#[derive(Clone, PartialEq, Properties)]
pub(in crate::page) struct OfFrontier {
    /// The pages, each with what waited after it.
    pub(in crate::page) ranking: Part<Ranking>,
}

/// Links that wait beside pages that were done, for the view of the frontier.
#[component]
pub(in crate::page) fn FrontierChart(props: &OfFrontier) -> Html {
    let curves = use_curves(&props.ranking);
    html! { <Chart kind={FRONTIER} {curves} is_open=true /> }
}

fn is_wide() -> bool {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_some_and(|width| width >= WIDE)
}

/// The points of a crawl: equal only to themselves.
#[derive(Clone, Debug, Default)]
struct Shown(Rc<Curves>);

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::ops::Deref for Shown {
    type Target = Curves;
    fn deref(&self) -> &Curves {
        &self.0
    }
}

/// The points of the crawl, renewed no more often than they can be looked at.
#[hook]
fn use_curves(ranking: &Part<Ranking>) -> Shown {
    let curves = use_mut_ref(Curves::default);
    let latest = use_mut_ref(Part::<Ranking>::default);
    let timer = use_mut_ref(|| None::<Timeout>);
    let shown = use_state(|| {
        curves.borrow_mut().follow(ranking.records());
        Shown(Rc::new(curves.borrow().clone()))
    });
    let (setter, waits) = (shown.setter(), Rc::clone(&timer));
    use_effect_with(ranking.clone(), move |ranking| {
        *latest.borrow_mut() = ranking.clone();
        if waits.borrow().is_some() {
            return;
        }
        let own = Rc::clone(&waits);
        let draw = move || {
            own.borrow_mut().take();
            let mut curves = curves.borrow_mut();
            curves.follow(latest.borrow().records());
            setter.set(Shown(Rc::new(curves.clone())));
        };
        *waits.borrow_mut() = Some(Timeout::new(WAIT_MS, draw));
    });
    use_effect_with((), move |()| move || drop(timer.borrow_mut().take()));
    (*shown).clone()
}
