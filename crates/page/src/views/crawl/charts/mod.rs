//! Renders the charts of a crawl, each folded into a line with its latest value.
//!
//! They are redrawn at most four times a second. Charts that do not apply to the strategy, such as the population, are
//! omitted.

use super::Props;
use crate::views::prelude::*;
use crate::widgets::chart::plot::Plot;
use crate::widgets::chart::points::{CLASSES, Points, Unit, decimated};
use crate::widgets::tables::chart_table;
use page_state::crawl::curves::{Curves, Point, Quantity};
use page_state::digits::plain;
use web_sys::HtmlDetailsElement;

/// The least time between two redraws, in milliseconds.
const WAIT_MS: u32 = 250;
/// The window width in CSS pixels from which two charts are open at first instead of one. The style sheet has the same
/// value.
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
    // A chart without data is shown from the start, so that the layout does not shift. Charts that few crawls use are
    // shown only with data.
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

/// Returns the points of the crawl, at most every [`WAIT_MS`]. With the threshold `good`, they cover only the pages
/// that pass the filter.
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
        let timer = Rc::clone(&waits);
        let is_past = ranking.is_past();
        let draw = move || {
            timer.borrow_mut().take();
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
        Curves::from_pages(ranking.measured(good))
    } else {
        curves.follow(ranking.pages.records());
        curves.clone()
    };
    Rc::new(points).into()
}

/// The number of rows of the table of values.
const ROWS: usize = 9;

#[derive(Clone, PartialEq, Properties)]
struct ChartProps {
    kind: Kind,
    /// The points of the crawl.
    curves: Shared<Curves>,
    /// The pages after which the crawl was changed.
    #[prop_or_default]
    marks: Vec<u32>,
    /// The chart is open at first.
    is_open: bool,
}

#[component]
fn Chart(props: &ChartProps) -> Html {
    let ChartProps { kind, curves, .. } = props;
    let open = use_state_eq(|| props.is_open);
    let pointed = use_state_eq(|| None::<usize>);
    let ontoggle = {
        let open = open.clone();
        Callback::from(move |event: Event| {
            // Toggle events of elements inside the chart bubble up to here.
            let folds = event.target_dyn_into::<HtmlDetailsElement>();
            if let Some(fold) = folds.filter(|fold| fold.class_name() == "chart") {
                open.set(fold.open());
            }
        })
    };
    let point = {
        let pointed = pointed.clone();
        Callback::from(move |at| pointed.set(at))
    };
    let points = use_memo(
        (*kind, curves.clone(), *open),
        |(kind, curves, open)| {
            if *open { points(kind, curves) } else { Points::default() }
        },
    );
    let values = point_text(kind, curves.latest());
    html! {
        <details class="chart" {ontoggle} open={props.is_open}>
            <summary><h2>{ kind.title }</h2><span class="now">{ values }</span></summary>
            if *open {
                <figure>
                    <figcaption class="fine">{ kind.help }</figcaption>
                    <div class="plot-frame">
                        <Plot unit={kind.unit} points={points.clone()} spoken={spoken(kind, curves.latest())} {point} />
                        { changes(&points, &props.marks) }
                    </div>
                    { legend(kind, (*pointed).and_then(|at| curves.points().nth(at)), !props.marks.is_empty()) }
                    { table(kind, curves) }
                </figure>
            }
        </details>
    }
}

fn points(kind: &Kind, curves: &Curves) -> Points {
    let curve = |one: &Quantity| curves.points().map(|point| one.at(point)).collect();
    Points {
        from: 0,
        pages: curves.points().map(|point| point.pages).collect(),
        curves: kind.curves.iter().map(curve).collect(),
        ..Points::default()
    }
}

/// Renders a vertical line for each change of the crawl, over the area of the curves.
fn changes(points: &Points, marks: &[u32]) -> Html {
    let last = f64::from(points.pages.last().copied().unwrap_or_default().max(1));
    let at = marks.iter().map(|done| f64::from(*done) / last * 100.0);
    let line = |x: f64| {
        let x = plain(x);
        html! { <line x1={x.clone()} x2={x} y1="0" y2="1" /> }
    };
    html! {
        <svg class="plot-changes" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            { for at.filter(|x| *x <= 100.0).map(line) }
        </svg>
    }
}

/// Describes the values at a point.
fn point_text(kind: &Kind, point: Option<&Point>) -> String {
    let Some(point) = point else {
        return "–".to_owned();
    };
    let values = kind.curves.iter().map(|one| value(*one, point, kind.unit));
    values.collect::<Vec<_>>().join(" · ")
}

fn value(one: Quantity, point: &Point, unit: Unit) -> String {
    one.at(point).map_or_else(|| "–".to_owned(), |value| unit.text(value))
}

/// Describes the curves for screen readers.
fn spoken(kind: &Kind, point: Option<&Point>) -> String {
    let Some(point) = point else {
        return format!("{}: no data yet", kind.title);
    };
    let one = |one: &Quantity| format!("{}: {}", one.name(), value(*one, point, kind.unit));
    let all: Vec<String> = kind.curves.iter().map(one).collect();
    let pages = grouped(point.pages);
    format!("{}. {}, after {pages} pages", kind.title, all.join("; "))
}

/// Renders the legend, with the values at the pointer if it is over the chart.
fn legend(kind: &Kind, pointed: Option<&Point>, has_changes: bool) -> Html {
    let sample = |class| {
        html! {
            <svg viewBox="0 0 22 6" width="22" height="6"><line {class} x1="0" x2="22" y1="3" y2="3" /></svg>
        }
    };
    let text = |one: &Quantity| match pointed {
        Some(point) => format!("{} {}", one.name(), value(*one, point, kind.unit)),
        None => one.name(),
    };
    html! {
        <ul class="legend" aria-hidden="true">
            for (one, class) in kind.curves.iter().zip(CLASSES) {
                <li>{ sample(class) }{ text(one) }</li>
            }
            if has_changes {
                <li>
                    <svg class="change-key" viewBox="0 0 2 12" width="2" height="12">
                        <line x1="1" x2="1" y1="0" y2="12" />
                    </svg>
                    { "change" }
                </li>
            }
            if let Some(point) = pointed { <li>{ format!("page {}", grouped(point.pages)) }</li> }
        </ul>
    }
}

/// Renders the values as a table.
fn table(kind: &Kind, curves: &Curves) -> Html {
    let points: Vec<&Point> = curves.points().collect();
    let cell =
        |one: &Quantity, point: &Point| one.at(point).map_or_else(|| "–".to_owned(), |value| kind.unit.written(value));
    let columns = std::iter::once("Pages".to_owned()).chain(kind.curves.iter().map(|one| one.name()));
    let rows = decimated(points.len(), ROWS).into_iter().map(|at| {
        let cells = kind.curves.iter().map(|one| cell(one, points[at]));
        std::iter::once(grouped(points[at].pages)).chain(cells).collect()
    });
    chart_table(columns, rows)
}
