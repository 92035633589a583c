//! Builds the options of a uPlot chart: curves and axes.
//!
//! uPlot's own legend and zooming are off, because they are not accessible.

use super::points::Kind;
use super::unit::Unit;
use serde::Serialize;
use wasm_bindgen::JsValue;
use web_sys::HtmlElement;

/// The space for the labels of the horizontal and the vertical axis, in CSS pixels.
const ROOM: (f64, f64) = (24.0, 44.0);
/// The space on the right for half of the last horizontal label, which is centered at its mark.
const END: f64 = 20.0;
/// The least distance between two marks of an axis: horizontal and vertical.
const APART: (f64, f64) = (64.0, 28.0);
/// The allowed distances between two marks: of shares, and of whole numbers.
const SHARES: [f64; 8] = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5];
const COUNTS: [f64; 21] = [
    1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5,
    5e5, 1e6, 2e6, 5e6,
];
/// The opacity of a band.
const PALE: f64 = 0.14;
/// Charts in this uPlot group synchronize their cursors.
const TOGETHER: &str = "crawl";

/// The colors, dashes and fonts of a chart, as the style sheet defines them now.
pub(crate) struct ChartStyle {
    curves: Vec<(String, Vec<f64>)>,
    ink: String,
    grid: String,
    font: String,
}

impl ChartStyle {
    /// Reads the style from the document, within the element that will hold the chart.
    pub(crate) fn of(host: &HtmlElement, classes: &[String]) -> Option<Self> {
        let own = web_sys::window()?.get_computed_style(host).ok()??;
        let value = |name| own.get_property_value(name).unwrap_or_default();
        Some(Self {
            curves: classes
                .iter()
                .map(|class| line(host, class))
                .collect::<Option<_>>()?,
            ink: value("color"),
            grid: line(host, "line-grid")?.0,
            font: format!("{} {}", value("font-size"), value("font-family")),
        })
    }
}

/// Returns color and dash of a line with a CSS class.
fn line(host: &HtmlElement, class: &str) -> Option<(String, Vec<f64>)> {
    let window = web_sys::window()?;
    let probe = window.document()?.create_element("span").ok()?;
    probe.set_class_name(class);
    host.append_child(&probe).ok()?;
    let style = window.get_computed_style(&probe).ok()??;
    let value = |name| style.get_property_value(name).unwrap_or_default();
    let stroke = value("stroke");
    let dash = value("stroke-dasharray");
    probe.remove();
    // The text is “none” or a list of lengths such as “5px, 3px”.
    let length = |text: &str| text.trim().trim_end_matches("px").parse().ok();
    Some((stroke, dash.split(',').filter_map(length).collect()))
}

#[derive(Serialize)]
struct Options<'a> {
    width: f64,
    height: f64,
    padding: [f64; 4],
    legend: Shows,
    cursor: Cursor,
    scales: Scales,
    series: Vec<Series<'a>>,
    axes: [Axis<'a>; 2],
    bands: Vec<Filled>,
}

#[derive(Serialize)]
struct Filled {
    /// The columns of its upper and its lower edge.
    series: [usize; 2],
    fill: String,
}

#[derive(Serialize)]
struct Shows {
    show: bool,
}

#[derive(Serialize)]
struct Cursor {
    y: bool,
    drag: Drag,
    sync: Sync,
    points: Dots,
}

#[derive(Serialize)]
struct Drag {
    x: bool,
    y: bool,
}

#[derive(Serialize)]
struct Sync {
    key: &'static str,
}

#[derive(Serialize)]
struct Dots {
    size: f64,
}

#[derive(Serialize)]
struct Scales {
    x: Scale,
    y: Scale,
}

#[derive(Clone, Copy, Serialize)]
struct Scale {
    time: bool,
    auto: bool,
}

#[derive(Default, Serialize)]
struct Series<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    stroke: Option<&'a str>,
    width: f64,
    #[serde(skip_serializing_if = "<[f64]>::is_empty")]
    dash: &'a [f64],
    points: Option<Shows>,
}

#[derive(Serialize)]
struct Axis<'a> {
    stroke: &'a str,
    font: &'a str,
    size: f64,
    gap: f64,
    space: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    incrs: Option<&'static [f64]>,
    grid: Grid<'a>,
    ticks: Shows,
}

#[derive(Serialize)]
struct Grid<'a> {
    show: bool,
    stroke: &'a str,
    width: f64,
}

/// Returns the options; `None` if the browser fails.
pub(crate) fn options(kind: &Kind, look: &ChartStyle) -> Option<JsValue> {
    let still = Scale {
        time: false,
        auto: false,
    };
    let mut series = vec![Series::default()];
    series.extend(look.curves.iter().map(curve));
    let edges = 1 + look.curves.len();
    series.extend((0..2 * kind.bands.len()).map(|_| edge()));
    let band = |(at, of): (usize, &usize)| {
        let (stroke, _) = look.curves.get(*of)?;
        let high = edges + 2 * at;
        Some(Filled {
            series: [high, high + 1],
            fill: pale(stroke),
        })
    };
    let upward: Option<&'static [f64]> = match kind.unit {
        Unit::Share | Unit::Likeness => Some(&SHARES),
        Unit::Count => Some(&COUNTS),
        Unit::Rate => None,
    };
    let options = Options {
        width: 300.0,
        height: 120.0,
        padding: [6.0, END, 0.0, 0.0],
        legend: Shows { show: false },
        cursor: Cursor {
            y: false,
            drag: Drag { x: false, y: false },
            sync: Sync { key: TOGETHER },
            points: Dots { size: 7.0 },
        },
        scales: Scales { x: still, y: still },
        series,
        axes: [
            axis(look, false, ROOM.0, APART.0, Some(&COUNTS)),
            axis(look, true, ROOM.1, APART.1, upward),
        ],
        bands: kind.bands.iter().enumerate().filter_map(band).collect(),
    };
    serde_wasm_bindgen::to_value(&options).ok()
}

fn curve((stroke, dash): &(String, Vec<f64>)) -> Series<'_> {
    Series {
        stroke: Some(stroke),
        width: 2.0,
        dash,
        points: Some(Shows { show: false }),
    }
}

/// Returns the invisible series of a band's edge.
fn edge<'a>() -> Series<'a> {
    Series {
        points: Some(Shows { show: false }),
        ..Series::default()
    }
}

/// Returns a color with the opacity of a band. Browsers write colors of the document as `rgb(…)`.
fn pale(color: &str) -> String {
    color
        .replacen("rgb(", "rgba(", 1)
        .replace(')', &format!(", {PALE})"))
}

fn axis<'a>(
    look: &'a ChartStyle,
    has_grid: bool,
    size: f64,
    space: f64,
    incrs: Option<&'static [f64]>,
) -> Axis<'a> {
    Axis {
        stroke: &look.ink,
        font: &look.font,
        size,
        gap: 4.0,
        space,
        incrs,
        grid: Grid {
            show: has_grid,
            stroke: &look.grid,
            width: 1.0,
        },
        ticks: Shows { show: false },
    }
}
