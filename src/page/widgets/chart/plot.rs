//! Renders a chart with uPlot on a canvas.
//!
//! Colors and dashes are read from the style sheet when a chart is created, so a change of theme recreates it. It is drawn only while it is
//! visible. Zooming and animations are off. Until the library has loaded, or if it cannot load, the table below the chart has the same
//! values.

use super::language::ensure_language;
use super::options;
use super::options::ChartStyle;
use super::unit::Unit;
use crate::object::object;
use crate::page::dom::theme::use_theme;
use crate::page::dom::vendor::Module;
use crate::page::dom::view::use_view;
use crate::page::widgets::chart::points::{Kind, Points};
use js_sys::{Array, Function, Reflect};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The path of uPlot among the vendored libraries.
const LIBRARY: &str = "uplot-1.6.32/uPlot.esm.js";
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
    /// The unit of the curves.
    pub(crate) unit: Unit,
    /// Their points.
    pub(crate) points: Rc<Points>,
    /// The description for screen readers.
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
        let (kind, setter) = (Kind::of(props.unit, &props.points), library.setter());
        use_effect_with((ready, kind, theme), move |(ready, kind, _)| {
            let own = make.filter(|_| *ready).zip(host.cast::<HtmlElement>());
            let made = own.map(|(make, host)| Drawn::new(&make, &host, kind, point));
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
            let module = Module::load(LIBRARY).await;
            let make = module.and_then(|module| module.function("default"));
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
        let look = ChartStyle::of(host, &kind.classes)?;
        let options = options::options(kind, &look);
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

    /// Dims all curves and bands except the highlighted one; without one, none is dimmed. It takes effect at the next drawing.
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

/// Returns a function for uPlot. uPlot draws in a microtask and so may call it after the chart was destroyed, so JavaScript owns the
/// function.
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
