//! The drawing of a chart, by uPlot on a canvas.
//!
//! Colors and dashes stand in the style sheet and are read from the document when a chart is made: it is made anew when light and dark change.
//! It draws only while it is seen. Left out on purpose: zooming, and curves that move by themselves. Until the library is there, and where
//! it cannot be had, the table below the chart says the same.

use super::Unit;
use super::options::{self, Look};
use super::view::use_view;
use crate::page::curve::round_up;
use crate::page::theme::use_theme;
use crate::page::vendor::Module;
use js_sys::{Array, Function, Object, Reflect};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Where uPlot lies among the vendored libraries.
const LIBRARY: &str = "uplot-1.6.32/uPlot.esm.js";
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
}

/// Points of curves that share their places across.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::page) struct Points {
    /// Where the axis across begins, in pages.
    pub(in crate::page) from: u32,
    /// The places across, in pages, ascending.
    pub(in crate::page) pages: Vec<u32>,
    /// The values of each curve at these places; none where it has none. Two curves at most: a third has no style of its own.
    pub(in crate::page) curves: Vec<Vec<Option<f64>>>,
}

/// What is drawn.
#[derive(Clone, PartialEq, Properties)]
pub(in crate::page) struct Props {
    /// In what the curves count.
    pub(in crate::page) unit: Unit,
    /// Their points; as many curves as there were at first.
    pub(in crate::page) points: Rc<Points>,
    /// The same in words.
    pub(in crate::page) spoken: String,
    /// Told which point is under the pointer.
    #[prop_or_default]
    pub(in crate::page) point: Callback<Option<usize>>,
}

/// The drawing.
#[component]
pub(in crate::page) fn Plot(props: &Props) -> Html {
    let host = use_node_ref();
    let library = use_library();
    let make = match &library {
        Library::Here(make) => Some(make.clone()),
        Library::Loading | Library::Missing => None,
    };
    let drawn = use_mut_ref(|| None::<Drawn>);
    let view = use_view(&host);
    let theme = use_theme();
    let ready = view.size.is_some() && make.is_some();
    {
        let (host, drawn, point) = (host.clone(), Rc::clone(&drawn), props.point.clone());
        let kind = (props.unit, props.points.curves.len());
        use_effect_with((ready, kind, theme), move |(ready, (unit, curves), _)| {
            let own = make.filter(|_| *ready).zip(host.cast::<HtmlElement>());
            *drawn.borrow_mut() =
                own.and_then(|(make, host)| Drawn::new(&make, &host, *unit, *curves, point));
            move || drop(drawn.borrow_mut().take())
        });
    }
    // Out of view, what has changed waits.
    let points = view.seen.then(|| Rc::clone(&props.points));
    use_effect_with(
        (ready, view.size, theme, props.unit, points),
        move |(_, size, _, unit, points)| {
            if let (Some(drawn), Some(size), Some(points)) = (&*drawn.borrow(), size, points) {
                drawn.draw(*size, *unit, points);
            }
        },
    );
    html! {
        <>
            <div class="plot" ref={host} role="img" aria-label={props.spoken.clone()} />
            if matches!(library, Library::Missing) {
                <p class="fine">{ "What draws the curves could not be loaded. The numbers below say the same." }</p>
            }
        </>
    }
}

/// The library that draws.
#[derive(Clone)]
enum Library {
    Loading,
    Missing,
    /// What makes a chart.
    Here(Function),
}

/// Loads it.
#[hook]
fn use_library() -> Library {
    let library = use_state(|| Library::Loading);
    let setter = library.setter();
    use_effect_with((), move |()| {
        spawn_local(async move {
            let module = Module::load(LIBRARY).await;
            let make = module.and_then(|module| module.function("default"));
            setter.set(make.map_or(Library::Missing, Library::Here));
        });
    });
    (*library).clone()
}

/// A chart in the document, until it is dropped.
struct Drawn {
    plot: UPlot,
    /// What uPlot calls lives as long as it does.
    _called: [Closure<dyn Fn(JsValue, JsValue) -> JsValue>; 3],
}

impl Drawn {
    /// An empty chart in `host`; none where the library turns out not to be what it should.
    fn new(
        make: &Function,
        host: &HtmlElement,
        unit: Unit,
        curves: usize,
        point: Callback<Option<usize>>,
    ) -> Option<Self> {
        let look = Look::of(host, curves)?;
        let options = options::options(unit, &look)?;
        let called = [
            labels(Unit::Count),
            labels(unit),
            Closure::new(move |plot: JsValue, _: JsValue| {
                point.emit(pointed(&plot));
                JsValue::UNDEFINED
            }),
        ];
        let [across, upward, moved] = &called;
        let axes: Array = Reflect::get(&options, &"axes".into()).ok()?.into();
        for (axis, labels) in axes.iter().zip([across, upward]) {
            set(&axis, "values", labels.as_ref())?;
        }
        let hooks = Object::new();
        set(&hooks, "setCursor", &Array::of1(moved.as_ref()))?;
        set(&options, "hooks", &hooks)?;
        let empty = Points {
            curves: vec![Vec::new(); curves],
            ..Points::default()
        };
        let given = Array::of3(&options, &empty.columns(), host);
        let plot = Reflect::construct(make, &given).ok()?.unchecked_into();
        Some(Self {
            plot,
            _called: called,
        })
    }

    fn draw(&self, (width, height): (f64, f64), unit: Unit, points: &Points) {
        let first = f64::from(points.from);
        let last = points.pages.last().copied().unwrap_or_default();
        if let Some(size) = numbers([("width", width), ("height", height)]) {
            self.plot.set_size(&size);
        }
        self.plot.set_data(&points.columns(), false);
        let ends = [
            ("x", first, f64::from(last).max(first + 1.0)),
            ("y", 0.0, points.top(unit)),
        ];
        for (scale, least, most) in ends {
            if let Some(limits) = numbers([("min", least), ("max", most)]) {
                self.plot.set_scale(scale, &limits);
            }
        }
    }
}

impl Drop for Drawn {
    fn drop(&mut self) {
        self.plot.destroy();
    }
}

impl Points {
    /// Where the upward axis ends: at a round number, so that it does not move with every page.
    fn top(&self, unit: Unit) -> f64 {
        let most = self
            .curves
            .iter()
            .flatten()
            .flatten()
            .copied()
            .fold(0.0, f64::max);
        match unit {
            Unit::Share | Unit::Likeness => round_up(most.max(0.1)).min(1.0),
            Unit::Count => round_up(most.max(2.0)),
            Unit::Rate => round_up(most),
        }
    }

    /// The points as uPlot wants them: a column for the places, one for each curve, null where there is nothing to tell.
    fn columns(&self) -> Array {
        let places: Array = self.pages.iter().copied().map(JsValue::from).collect();
        let columns = Array::of1(&places);
        let value = |value: &Option<f64>| value.map_or(JsValue::NULL, JsValue::from);
        for curve in &self.curves {
            columns.push(&curve.iter().map(value).collect::<Array>());
        }
        columns
    }
}

/// Writes the marks of an axis.
fn labels(unit: Unit) -> Closure<dyn Fn(JsValue, JsValue) -> JsValue> {
    Closure::new(move |_: JsValue, marks: JsValue| {
        let marks: Array = marks.into();
        let text = |mark: JsValue| {
            mark.as_f64()
                .map_or(JsValue::NULL, |value| unit.mark(value).into())
        };
        marks.iter().map(text).collect::<Array>().into()
    })
}

/// The point of the data that is under the pointer.
fn pointed(plot: &JsValue) -> Option<usize> {
    let cursor = Reflect::get(plot, &"cursor".into()).ok()?;
    let index = Reflect::get(&cursor, &"idx".into()).ok()?.as_f64()?;
    // Indices are small whole numbers.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Some(index as usize)
}

fn set(object: &JsValue, name: &str, value: &JsValue) -> Option<()> {
    Reflect::set(object, &name.into(), value).ok().map(|_| ())
}

fn numbers<const N: usize>(named: [(&str, f64); N]) -> Option<JsValue> {
    let object = Object::new();
    for (name, value) in named {
        set(&object, name, &value.into())?;
    }
    Some(object.into())
}
