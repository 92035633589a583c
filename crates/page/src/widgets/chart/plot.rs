//! Renders a chart with uPlot on a canvas.
//!
//! Colors and dashes are read from the style sheet when a chart is created, so a change of theme recreates it. It is
//! drawn only while it is visible. Zooming and animations are off. Until the library has loaded, or if it cannot load,
//! the table below the chart has the same values.

use super::points::Unit;
use crate::dom::theme::use_theme;
use crate::dom::vendor;
use crate::dom::view::use_view;
use crate::widgets::chart::points::{Kind, Points};
use js_sys::{Array, Function, Object, Reflect};
use protocol::object::object;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The path of uPlot among the vendored libraries.
const LIBRARY: &str = "uplot-1.6.32/uPlot.iife.min.js";
/// The opacity of the curves behind the highlighted one.
const BEHIND: f64 = 0.2;

#[wasm_bindgen]
extern "C" {
    /// A chart of uPlot.
    type UPlot;

    #[wasm_bindgen(method, js_name = setData)]
    fn set_data(this: &UPlot, data: &Array, reset_scales: bool);
    #[wasm_bindgen(method, js_name = setScale)]
    fn set_scale(this: &UPlot, scale: &str, limits: &JsValue);
    #[wasm_bindgen(method, js_name = setSize)]
    fn set_size(this: &UPlot, size: &JsValue);
    #[wasm_bindgen(method)]
    fn destroy(this: &UPlot);
    #[wasm_bindgen(method, getter)]
    fn series(this: &UPlot) -> Array;
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) unit: Unit,
    pub(crate) points: Rc<Points>,
    pub(crate) spoken: String,
    /// Called with the point under the pointer.
    #[prop_or_default]
    pub(crate) point: Callback<Option<usize>>,
    /// The highlighted curve, if any; the others are dimmed.
    #[prop_or_default]
    pub(crate) front: Option<usize>,
}

/// Renders the chart.
#[component]
pub(crate) fn Plot(props: &Props) -> Html {
    let host = use_node_ref();
    let library = use_library();
    let make = match &*library {
        Library::Here(make) => Some(make.clone()),
        Library::Loading | Library::Missing => None,
    };
    let drawn = use_mut_ref(|| None::<Drawn>);
    let view = use_view(&host);
    let theme = use_theme();
    let ready = view.size.is_some() && make.is_some();
    {
        let (host, drawn, point) = (host.clone(), Rc::clone(&drawn), props.point.clone());
        let (kind, setter) = (Kind::new(props.unit, &props.points), library.setter());
        use_effect_with((ready, kind, theme), move |(ready, kind, _)| {
            let ready = make.filter(|_| *ready).zip(host.cast::<HtmlElement>());
            let made = ready.map(|(make, host)| Drawn::new(&make, &host, kind, point));
            if matches!(made, Some(None)) {
                setter.set(Library::Missing);
            }
            *drawn.borrow_mut() = made.flatten();
            move || drop(drawn.borrow_mut().take())
        });
    }
    // Changes are not drawn while the chart is out of view.
    let points = view.seen.then(|| Rc::clone(&props.points));
    use_effect_with(
        (ready, view.size, theme, props.unit, points, props.front),
        move |(_, size, _, unit, points, front)| {
            if let (Some(drawn), Some(size), Some(points)) = (&*drawn.borrow(), size, points) {
                drawn.stand_out(*front, points);
                drawn.draw(*size, *unit, points);
            }
        },
    );
    html! {
        <>
            <div class="plot" ref={host} role="img" aria-label={props.spoken.clone()} />
            if matches!(*library, Library::Missing) {
                <p class="fine">{ "Could not load the charts. The table below has the same data." }</p>
            }
        </>
    }
}

/// The state of the chart library.
enum Library {
    Loading,
    Missing,
    /// The loaded constructor of uPlot.
    Here(Function),
}

/// Loads the library.
#[hook]
fn use_library() -> UseStateHandle<Library> {
    let library = use_state(|| Library::Loading);
    let setter = library.setter();
    use_effect_with((), move |()| {
        ensure_language();
        spawn_local(async move {
            let make = vendor::load(LIBRARY, "uPlot").await;
            setter.set(make.map_or(Library::Missing, Library::Here));
        });
    });
    library
}

/// A chart in the document, which is destroyed when this is dropped.
struct Drawn {
    plot: UPlot,
}

impl Drawn {
    /// Creates an empty chart in `host`; none if the library does not have the expected functions.
    fn new(make: &Function, host: &HtmlElement, kind: &Kind, point: Callback<Option<usize>>) -> Option<Self> {
        let look = ChartStyle::read(host, &kind.classes)?;
        let options = options(kind, &look);
        let moved = callback(move |plot, _| {
            point.emit(pointed(&plot));
            JsValue::UNDEFINED
        });
        let axes: Array = Reflect::get(&options, &"axes".into()).ok()?.into();
        for (axis, unit) in axes.iter().zip([Unit::Count, kind.unit]) {
            set(&axis, "values", &labels(unit))?;
        }
        let hooks = object([("setCursor", Array::of1(&moved).into())]);
        set(&options, "hooks", &hooks)?;
        let empty = Points { curves: vec![Vec::new(); kind.classes.len() + 2 * kind.bands.len()], ..Points::default() };
        let given = Array::of3(&options, &empty.columns(), host);
        let plot = Reflect::construct(make, &given).ok()?.unchecked_into();
        Some(Self { plot })
    }

    /// Dims all curves and bands except the highlighted one; without one, none is dimmed. It takes effect at the next
    /// drawing.
    fn stand_out(&self, front: Option<usize>, points: &Points) {
        let curves = points.curves.len();
        let of = |column: usize| match column.checked_sub(curves) {
            None => Some(column),
            Some(edge) => points.bands.get(edge / 2).map(|band| band.of),
        };
        for (at, series) in self.plot.series().iter().enumerate().skip(1) {
            let is_pale = front.is_some() && of(at - 1) != front;
            let alpha = if is_pale { BEHIND } else { 1.0 };
            // Setting a property of a missing series has no effect.
            let _ = Reflect::set(&series, &"alpha".into(), &alpha.into());
        }
    }

    fn draw(&self, (width, height): (f64, f64), unit: Unit, points: &Points) {
        let first = f64::from(points.from);
        let last = points.pages.last().copied().unwrap_or_default();
        let size = object([("width", width.into()), ("height", height.into())]);
        self.plot.set_size(&size);
        self.plot.set_data(&points.columns(), false);
        let ends = [("x", first, f64::from(last).max(first + 1.0)), ("y", 0.0, points.top(unit))];
        for (scale, least, most) in ends {
            let limits = object([("min", least.into()), ("max", most.into())]);
            self.plot.set_scale(scale, &limits);
        }
    }
}

impl Drop for Drawn {
    fn drop(&mut self) {
        self.plot.destroy();
    }
}

/// Returns a function for uPlot. uPlot draws in a microtask and so may call it after the chart was destroyed, so
/// JavaScript owns the function.
fn callback(call: impl Fn(JsValue, JsValue) -> JsValue + 'static) -> JsValue {
    Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(call).into_js_value()
}

/// Returns the function that formats the marks of an axis.
fn labels(unit: Unit) -> JsValue {
    callback(move |_, marks| {
        let marks: Array = marks.into();
        let text = |mark: JsValue| mark.as_f64().map_or(JsValue::NULL, |value| unit.mark(value).into());
        marks.iter().map(text).collect::<Array>().into()
    })
}

/// Returns the index of the point under the pointer.
fn pointed(plot: &JsValue) -> Option<usize> {
    let cursor = Reflect::get(plot, &"cursor".into()).ok()?;
    let index = Reflect::get(&cursor, &"idx".into()).ok()?.as_f64()?;
    // Indices are small integers.
    Some(types::to_u32(index) as usize)
}

fn set(object: &JsValue, name: &str, value: &JsValue) -> Option<()> {
    Reflect::set(object, &name.into(), value).ok().map(|_| ())
}

#[wasm_bindgen]
extern "C" {
    /// Throws if a text is not a language tag.
    #[wasm_bindgen(js_namespace = Intl, js_name = getCanonicalLocales, catch)]
    fn canonical_locales(language: &str) -> Result<Array, JsValue>;
}

/// Sets the page's language to English if the browser's is not a valid tag, as under the system locale `C`. The library
/// fails to load otherwise.
pub(super) fn ensure_language() {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).unwrap_or_default();
    let language = Reflect::get(&navigator, &"language".into()).unwrap_or_default();
    let language = language.as_string().unwrap_or_default();
    if canonical_locales(&language).is_ok() {
        return;
    }
    let english = Object::new();
    // A browser that rejects this shows the message about missing charts.
    let _ = Reflect::set(&english, &"value".into(), &"en".into())
        .and_then(|_| Reflect::define_property(&navigator.into(), &"language".into(), &english));
}

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
    fn read(host: &HtmlElement, classes: &[String]) -> Option<Self> {
        let style = web_sys::window()?.get_computed_style(host).ok()??;
        let value = |name| style.get_property_value(name).unwrap_or_default();
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
