//! The drawing of a chart, by uPlot on a canvas.
//!
//! Colors and dashes stand in the style sheet and are read from the document when a chart is made: it is made anew when light and dark change.
//! It draws only while it is seen. Left out on purpose: zooming, and curves that move by themselves. Until the library is there, and where
//! it cannot be had, the table below the chart says the same.

use super::Unit;
use super::chart::CLASSES;
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
/// How much of their color curves have behind the one that stands out.
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

/// Points of curves that share their places across.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::page) struct Points {
    /// Where the axis across begins, in pages.
    pub(in crate::page) from: u32,
    /// The places across, in pages, ascending.
    pub(in crate::page) pages: Vec<u32>,
    /// The values of each curve at these places; none where it has none.
    pub(in crate::page) curves: Vec<Vec<Option<f64>>>,
    /// The classes by which the style sheet gives each curve its color and its dash; empty for one or two curves with the usual ones.
    pub(in crate::page) classes: Vec<String>,
    /// How sure some of the curves are.
    pub(in crate::page) bands: Vec<Band>,
}

/// A band around a curve, in a pale tone of the curve's color.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::page) struct Band {
    /// Which curve it is around.
    pub(in crate::page) of: usize,
    /// Its upper edge.
    pub(in crate::page) high: Vec<Option<f64>>,
    /// Its lower edge.
    pub(in crate::page) low: Vec<Option<f64>>,
}

/// What a chart is made for: where this changes, another one is made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kind {
    /// In what its curves count.
    pub(super) unit: Unit,
    /// The classes of its curves.
    pub(super) classes: Vec<String>,
    /// Around which curves there are bands.
    pub(super) bands: Vec<usize>,
}

impl Kind {
    fn of(unit: Unit, points: &Points) -> Self {
        let usual = CLASSES.iter().take(points.curves.len());
        let classes = match points.classes.as_slice() {
            [] => usual.map(|class| (*class).to_owned()).collect(),
            own => own.to_vec(),
        };
        Self {
            unit,
            classes,
            bands: points.bands.iter().map(|band| band.of).collect(),
        }
    }
}

/// What is drawn.
#[derive(Clone, PartialEq, Properties)]
pub(in crate::page) struct Props {
    /// In what the curves count.
    pub(in crate::page) unit: Unit,
    /// Their points.
    pub(in crate::page) points: Rc<Points>,
    /// The same in words.
    pub(in crate::page) spoken: String,
    /// Told which point is under the pointer.
    #[prop_or_default]
    pub(in crate::page) point: Callback<Option<usize>>,
    /// The curve that stands out, if one does: the others are pale.
    #[prop_or_default]
    pub(in crate::page) front: Option<usize>,
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
        let kind = Kind::of(props.unit, &props.points);
        use_effect_with((ready, kind, theme), move |(ready, kind, _)| {
            let own = make.filter(|_| *ready).zip(host.cast::<HtmlElement>());
            *drawn.borrow_mut() =
                own.and_then(|(make, host)| Drawn::new(&make, &host, kind, point));
            move || drop(drawn.borrow_mut().take())
        });
    }
    // Out of view, what has changed waits.
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
        kind: &Kind,
        point: Callback<Option<usize>>,
    ) -> Option<Self> {
        let look = Look::of(host, &kind.classes)?;
        let options = options::options(kind, &look)?;
        let called = [
            labels(Unit::Count),
            labels(kind.unit),
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
            curves: vec![Vec::new(); kind.classes.len() + 2 * kind.bands.len()],
            ..Points::default()
        };
        let given = Array::of3(&options, &empty.columns(), host);
        let plot = Reflect::construct(make, &given).ok()?.unchecked_into();
        Some(Self {
            plot,
            _called: called,
        })
    }

    /// Makes all but one curve and its band pale; all are as strong as each other where none stands out. Seen with what is drawn next.
    fn stand_out(&self, front: Option<usize>, points: &Points) {
        let curves = points.curves.len();
        let of = |column: usize| match column.checked_sub(curves) {
            None => Some(column),
            Some(edge) => points.bands.get(edge / 2).map(|band| band.of),
        };
        for (at, series) in self.plot.series().iter().enumerate().skip(1) {
            let is_pale = front.is_some() && of(at - 1) != front;
            let alpha = if is_pale { BEHIND } else { 1.0 };
            // A series that is none has no tone to set.
            let _ = Reflect::set(&series, &"alpha".into(), &alpha.into());
        }
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
        let edges = self.bands.iter().map(|band| &band.high);
        let most = self
            .curves
            .iter()
            .chain(edges)
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

    /// The points as uPlot wants them: a column for the places, one for each curve, two for each band, null where there is nothing to tell.
    fn columns(&self) -> Array {
        let places: Array = self.pages.iter().copied().map(JsValue::from).collect();
        let columns = Array::of1(&places);
        let value = |value: &Option<f64>| value.map_or(JsValue::NULL, JsValue::from);
        let edges = self.bands.iter().flat_map(|band| [&band.high, &band.low]);
        for curve in self.curves.iter().chain(edges) {
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
