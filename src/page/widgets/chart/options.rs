//! Builds the options of a uPlot chart: curves and axes.
//!
//! uPlot's own legend and zooming are off, because they are not accessible.

use super::points::Kind;
use super::unit::Unit;
use crate::object::object;
use js_sys::Array;
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
const COUNTS: [f64; 21] =
    [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6];
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
            curves: classes.iter().map(|class| line(host, class)).collect::<Option<_>>()?,
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

/// Returns the options.
pub(crate) fn options(kind: &Kind, look: &ChartStyle) -> JsValue {
    let upward: Option<&[f64]> = match kind.unit {
        Unit::Share | Unit::Likeness => Some(&SHARES),
        Unit::Count => Some(&COUNTS),
        Unit::Rate => None,
    };
    object([
        ("width", 300.into()),
        ("height", 120.into()),
        ("padding", numbers(&[6.0, END, 0.0, 0.0])),
        ("legend", shows(false)),
        ("cursor", cursor()),
        ("scales", object([("x", still()), ("y", still())])),
        ("series", series(kind, look).into()),
        (
            "axes",
            Array::of2(&axis(look, false, ROOM.0, APART.0, Some(&COUNTS)), &axis(look, true, ROOM.1, APART.1, upward))
                .into(),
        ),
        ("bands", bands(kind, look).into()),
    ])
}

fn cursor() -> JsValue {
    object([
        ("y", false.into()),
        ("drag", object([("x", false.into()), ("y", false.into())])),
        ("sync", object([("key", TOGETHER.into())])),
        ("points", object([("size", 7.into())])),
    ])
}

/// Returns a scale of plain numbers whose range is set.
fn still() -> JsValue {
    object([("time", false.into()), ("auto", false.into())])
}

/// Returns the columns: the horizontal positions, the curves, and the invisible edges of the bands.
fn series(kind: &Kind, look: &ChartStyle) -> Array {
    let edges = (0..2 * kind.bands.len()).map(|_| object([("width", 0.into()), ("points", shows(false))]));
    std::iter::once(object([])).chain(look.curves.iter().map(curve)).chain(edges).collect()
}

fn curve((stroke, dash): &(String, Vec<f64>)) -> JsValue {
    object([("stroke", stroke.into()), ("width", 2.into()), ("dash", numbers(dash)), ("points", shows(false))])
}

/// Returns the areas between two edges each.
fn bands(kind: &Kind, look: &ChartStyle) -> Array {
    let edges = 1 + look.curves.len();
    let band = |(at, of): (usize, &usize)| {
        let (stroke, _) = look.curves.get(*of)?;
        let high = edges + 2 * at;
        let columns = Array::of2(&high.into(), &(high + 1).into());
        let fields = [("series", columns.into()), ("fill", pale(stroke).into())];
        Some(object(fields))
    };
    kind.bands.iter().enumerate().filter_map(band).collect()
}

/// Returns a color with the opacity of a band. Browsers write colors of the document as `rgb(…)`.
fn pale(color: &str) -> String {
    color.replacen("rgb(", "rgba(", 1).replace(')', &format!(", {PALE})"))
}

fn axis(look: &ChartStyle, has_grid: bool, size: f64, space: f64, incrs: Option<&[f64]>) -> JsValue {
    let grid = object([("show", has_grid.into()), ("stroke", look.grid.as_str().into()), ("width", 1.into())]);
    object([
        ("stroke", look.ink.as_str().into()),
        ("font", look.font.as_str().into()),
        ("size", size.into()),
        ("gap", 4.into()),
        ("space", space.into()),
        ("incrs", incrs.map_or(JsValue::UNDEFINED, numbers)),
        ("grid", grid),
        ("ticks", shows(false)),
    ])
}

fn shows(show: bool) -> JsValue {
    object([("show", show.into())])
}

fn numbers(numbers: &[f64]) -> JsValue {
    let numbers: Array = numbers.iter().copied().map(JsValue::from).collect();
    numbers.into()
}
