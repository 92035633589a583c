//! Renders the charts of a crawl, each folded into a line with its latest value.
//!
//! They are redrawn at most four times a second. Charts that do not apply to the strategy, such as the population, are omitted.

mod chart;

use super::Props;
use crate::page::state::crawl::curves::{Curves, Quantity};
use crate::page::views::prelude::*;
use crate::page::widgets::chart::unit::Unit;
use chart::Chart;

/// The least time between two redraws, in milliseconds.
const WAIT_MS: u32 = 250;
/// The window width in CSS pixels from which two charts are open at first instead of one. The style sheet has the same value.
const WIDE: f64 = 896.0;

/// Describes a chart: one or two curves on common axes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind {
    title: &'static str,
    /// The explanation, in a few words.
    help: &'static str,
    unit: Unit,
    /// The curves, at most two: the style sheet has no third line style.
    curves: &'static [Quantity],
}

const HARVEST: Kind = Kind {
    title: "Harvest rate",
    help: "Share of fetched pages that are relevant",
    unit: Unit::Share,
    curves: &[Quantity::Harvest],
};
const RELEVANCE: Kind = Kind {
    title: "Average relevance",
    help: "Average similarity to the query",
    unit: Unit::Likeness,
    curves: &[Quantity::Average, Quantity::Window],
};
const SPEED: Kind = Kind {
    title: "Pages per second",
    help: "Over the last five seconds",
    unit: Unit::Rate,
    curves: &[Quantity::Speed],
};
const FAILURES: Kind = Kind {
    title: "Failed pages",
    help: "Pages that could not be fetched",
    unit: Unit::Count,
    curves: &[Quantity::Failures],
};

const POPULATION: Kind =
    Kind { title: "Population", help: "Living spiders", unit: Unit::Count, curves: &[Quantity::Living] };
const ENERGY: Kind =
    Kind { title: "Energy", help: "Total of all living spiders", unit: Unit::Rate, curves: &[Quantity::Energy] };
const FRONTIER: Kind = Kind {
    title: "Frontier size",
    help: "Links in the frontier, and crawled pages",
    unit: Unit::Count,
    curves: &[Quantity::Waiting, Quantity::Crawled],
};

/// Renders the charts beside the results.
#[component]
pub(crate) fn Charts(props: &Props) -> Html {
    let CrawlState { live, ranking, .. } = &props.crawl;
    let curves = use_curves(ranking, Some(live.good_from()));
    let relevance = if live.request.as_ref().is_some_and(StartRequest::is_by_examples) {
        Kind { help: "Mean similarity to the target examples", ..RELEVANCE }
    } else {
        RELEVANCE
    };
    let kinds = [HARVEST, relevance, POPULATION, ENERGY, SPEED, FAILURES];
    // A chart without data is shown from the start, so that the layout does not shift. Charts that few crawls use are shown only with data.
    let is_filtered = !ranking.filter().is_empty();
    let visible = kinds.into_iter().filter(|kind| match kind.curves {
        [Quantity::Harvest] | [Quantity::Average, _] => true,
        // The other charts describe the whole crawl.
        _ if is_filtered => false,
        [Quantity::Living | Quantity::Energy] => curves.has_data(kind.curves[0]),
        _ => true,
    });
    // Marks are positions among all pages, so they do not fit a filtered chart.
    let changes = live.steered.list().iter().filter(|_| !is_filtered);
    let marks: Vec<u32> = changes.map(|(done, _)| *done).collect();
    let open = if is_wide() { 2 } else { 1 };
    html! {
        <section class="panel charts" aria-label="Curves">
            if is_filtered { <p class="fine">{ "Of the filtered pages" }</p> }
            for (at, kind) in visible.enumerate() {
                <Chart key={kind.title} {kind} curves={curves.clone()} marks={marks.clone()} is_open={at < open} />
            }
        </section>
    }
}

/// Renders the sizes of the frontier and of the crawl, for the Frontier view.
#[component]
pub(crate) fn FrontierChart(props: &Props) -> Html {
    let curves = use_curves(&props.crawl.ranking, None);
    html! { <Chart kind={FRONTIER} {curves} is_open=true /> }
}

fn is_wide() -> bool {
    window_size().is_some_and(|(width, _)| width >= WIDE)
}

/// Returns the points of the crawl, at most every [`WAIT_MS`]. With the threshold `good`, they cover only the pages that pass the filter.
#[hook]
fn use_curves(ranking: &Shared<Ranking>, good: Option<f64>) -> Shared<Curves> {
    let curves = use_mut_ref(Curves::default);
    let latest = use_mut_ref(Shared::<Ranking>::default);
    let timer = use_mut_ref(|| None::<Timeout>);
    let shown = use_state(|| charted(&mut curves.borrow_mut(), ranking, good));
    let (setter, waits) = (shown.setter(), Rc::clone(&timer));
    use_effect_with(ranking.clone(), move |ranking| {
        *latest.borrow_mut() = ranking.clone();
        if waits.borrow().is_some() {
            return;
        }
        let own = Rc::clone(&waits);
        let is_past = ranking.is_past();
        let draw = move || {
            own.borrow_mut().take();
            setter.set(charted(&mut curves.borrow_mut(), &latest.borrow(), good));
        };
        if is_past {
            // In a replay, the person expects the chart to follow at once.
            return draw();
        }
        *waits.borrow_mut() = Some(Timeout::new(WAIT_MS, draw));
    });
    use_effect_with((), move |()| move || drop(timer.borrow_mut().take()));
    (*shown).clone()
}

/// Returns the points of the filtered pages, or those of all pages, which are kept up to date in `curves`.
fn charted(curves: &mut Curves, ranking: &Ranking, good: Option<f64>) -> Shared<Curves> {
    let filtered = good.filter(|_| !ranking.filter().is_empty());
    let points = if let Some(good) = filtered {
        Curves::of(ranking.measured(good))
    } else {
        curves.follow(ranking.pages.records());
        curves.clone()
    };
    Rc::new(points).into()
}
