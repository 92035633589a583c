//! Renders the map's board (canvas, labels, tooltip) and handles its keys.
//!
//! The table has everything that the board shows. For screen readers the board is one named control with keys, and the
//! map's status announces the chosen node.

use super::camera::Point;
use super::map_state::SharedMapState;
use super::pulses::Pulse;
use super::renderer::{Highlight, MapRenderer, RendererEvent};
use super::scene::{Node, Scene};
use super::scene_view::labeled;
use crate::dom::theme::use_theme;
use crate::dom::view::use_view;
use crate::views::crawl::Scope;
use crate::views::prelude::*;
use gloo_events::EventListenerOptions;
use wasm_bindgen::prelude::*;
use web_sys::{PointerEvent, WheelEvent};

/// The most bytes of a label.
const LABEL_CHARS: usize = 26;
/// The most bytes of a title in the tooltip.
const TIP_CHARS: usize = 90;
/// The distance that one key press pans, in pixels.
const STEP: f64 = 70.0;
/// The zoom factor of one press of a key or button.
pub(crate) const ZOOM: f64 = 1.35;

/// An action of the person on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BoardEvent {
    /// A node was chosen, or the choice was cleared.
    Chose(Option<Node>),
    /// A page's details were requested, or a host was expanded or collapsed.
    Opened(Node),
    /// As [`BoardEvent::Opened`], and the node is centered.
    Showed(Node),
    /// The layout was frozen or resumed.
    Froze(bool),
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) memory: SharedMapState,
    pub(crate) scene: Rc<Scene>,
    pub(crate) highlight: Highlight,
    /// The node to center. The number distinguishes repeated requests for the same node.
    pub(crate) jump: (u32, Option<Node>),
    pub(crate) pulses: Rc<Vec<Pulse>>,
    pub(crate) done: Callback<BoardEvent>,
    /// Called with the error message when drawing fails.
    pub(crate) fault: Callback<String>,
    pub(crate) scope: Scope,
}

/// Renders the board.
#[component]
pub(crate) fn Board(props: &Props) -> Html {
    let place = use_node_ref();
    let over = use_state_eq(|| None::<Node>);
    let failed = use_state_eq(|| false);
    let renderer = use_renderer(&place, props, &over, &failed);
    let highlight = Highlight { over: *over, ..props.highlight.clone() };
    let memory = props.memory.clone();
    let labels = use_memo(props.scene.clone(), move |scene| labeled(&memory.borrow().web, scene));
    let ready = renderer.as_ref();
    let is_dark = use_theme();
    let view = use_view(&place);
    use_with_renderer(ready, is_dark, |renderer, is_dark| renderer.color(*is_dark));
    use_with_renderer(ready, view.size, |renderer, _| renderer.redraw());
    let labeled = Rc::clone(&labels);
    use_with_renderer(ready, props.scene.clone(), move |renderer, scene| renderer.show(scene, &labeled));
    use_with_renderer(ready, highlight, |renderer, highlight| renderer.highlight(highlight.clone()));
    use_with_renderer(ready, props.pulses.clone(), |renderer, pulses| renderer.pulse(pulses));
    use_with_renderer(ready, props.jump, |renderer, (_, node)| node.iter().for_each(|node| renderer.go_to(*node)));
    let memory = props.memory.borrow();
    let label = |at: &usize| {
        let node = props.scene.nodes.get(*at)?;
        Some(html! { <span class="map-label">{ shortened(&memory.web.name(*node), LABEL_CHARS) }</span> })
    };
    let shown = over.or(props.highlight.chosen).filter(|node| props.scene.index_of(*node).is_some());
    let (done, is_frozen) = (props.done.clone(), props.scene.is_frozen);
    let freeze = move |_: MouseEvent| done.emit(BoardEvent::Froze(!is_frozen));
    let pulsing = renderer.clone();
    let ended = move |event: AnimationEvent| {
        let ring = event.target_dyn_into::<Element>();
        pulsing.iter().zip(ring).for_each(|(renderer, ring)| renderer.end_pulse(&ring));
    };
    let zoom = |factor: f64| on_renderer(renderer.as_ref(), move |renderer| renderer.zoom(factor));
    html! {
        <div class={classes!("map-board", failed.then_some("broken"))} ref={place}>
            <div class="map-canvas" role="application" aria-roledescription="map" tabindex="0"
                aria-label={props.scope.name("Map of the crawl")} aria-describedby={props.scope.id("map-keys")}
                onkeydown={keys(renderer.as_ref(), props)}
                onpointerdown={pointer(renderer.as_ref(), |renderer, event| renderer.press(event))}
                onpointermove={pointer(renderer.as_ref(), MapRenderer::drag)}
                onpointerup={pointer(renderer.as_ref(), |renderer, event| renderer.release(event))}
                onpointercancel={pointer(renderer.as_ref(), |renderer, event| renderer.forget(event))}
                onpointerleave={pointer(renderer.as_ref(), |renderer, event| renderer.forget(event))}>
                <canvas aria-hidden="true" />
                <div class="map-pulses" aria-hidden="true" onanimationend={ended} />
                <div class="map-labels" aria-hidden="true">{ for labels.iter().filter_map(label) }</div>
                <div class="map-tip" aria-hidden="true" hidden={shown.is_none()}>
                    { shown.map(|node| tip(props, node)).unwrap_or_default() }
                </div>
            </div>
            <div class="map-tools">
                <button type="button" aria-pressed={props.scene.is_frozen.to_string()} onclick={freeze}>
                    { "Freeze layout" }
                </button>
                <div class="map-zoom" role="group" aria-label="Zoom">
                    <button type="button" aria-label="Zoom in" onclick={zoom(ZOOM)}>{ "+" }</button>
                    <button type="button" aria-label="Zoom out" onclick={zoom(1.0 / ZOOM)}>{ "−" }</button>
                    <button type="button" aria-label="Fit to view"
                        onclick={on_renderer(renderer.as_ref(), MapRenderer::fit)}>
                        { "Fit" }
                    </button>
                </div>
            </div>
        </div>
    }
}

/// Returns a name cut to `most` bytes, with an ellipsis if it was cut.
fn shortened(name: &str, most: usize) -> String {
    if name.len() <= most {
        return name.to_owned();
    }
    cut(name, most).trim_end().to_owned() + "…"
}

fn tip(props: &Props, node: Node) -> Html {
    let memory = props.memory.borrow();
    let web = &memory.web;
    let place = props.scene.index_of(node);
    let here = place.and_then(|place| props.highlight.spiders.names_at(place));
    let here = here.map(|names| shortened(&format!("spiders here now: {names}"), TIP_CHARS));
    let [line, figures] = web.summary(node);
    html! {
        <>
            <b>{ shortened(&web.name(node), TIP_CHARS) }</b>
            <span>{ line }</span>
            <span>{ figures }</span>
            if let Some(here) = here { <span>{ here }</span> }
        </>
    }
}

/// Creates the renderer when the board is mounted and terminates it when the board is removed.
#[hook]
fn use_renderer(
    place: &NodeRef,
    props: &Props,
    over: &UseStateHandle<Option<Node>>,
    failed: &UseStateHandle<bool>,
) -> Option<Rc<MapRenderer>> {
    let renderer = use_state(|| None::<Rc<MapRenderer>>);
    let (place, memory, slot, over) = (place.clone(), props.memory.clone(), renderer.setter(), over.setter());
    let (done, fault, failed) = (props.done.clone(), props.fault.clone(), failed.setter());
    use_effect_with((), move |()| {
        let blank = {
            let fault = fault.clone();
            move |sentence| {
                failed.set(true);
                fault.emit(sentence);
            }
        };
        let later = blank.clone();
        let tell = Callback::from(move |news| match news {
            RendererEvent::Over(node) => over.set(node),
            RendererEvent::Clicked(Some(node)) => done.emit(BoardEvent::Opened(node)),
            RendererEvent::Clicked(None) => done.emit(BoardEvent::Chose(None)),
            RendererEvent::Fault(sentence) => fault.emit(sentence),
            RendererEvent::Blank(sentence) => later(sentence),
        });
        match place.cast::<Element>().map(|board| MapRenderer::open(board, memory, tell)) {
            Some(Ok(renderer)) => slot.set(Some(renderer)),
            Some(Err(sentence)) => blank(sentence),
            None => {}
        }
    });
    let ready = renderer.is_some();
    let handle = (*renderer).clone();
    use_effect_with(ready, move |_| {
        let listeners = handle.as_ref().and_then(listeners);
        move || {
            drop(listeners);
            if let Some(renderer) = handle {
                renderer.terminate();
            }
        }
    });
    (*renderer).clone()
}

/// Runs with the renderer when a value changes, and when the renderer is ready.
#[hook]
fn use_with_renderer<T: PartialEq + 'static>(
    renderer: Option<&Rc<MapRenderer>>,
    value: T,
    run: impl FnOnce(&Rc<MapRenderer>, &T) + 'static,
) {
    let renderer = renderer.cloned();
    use_effect_with((value, renderer.is_some()), move |(value, _)| {
        if let Some(renderer) = &renderer {
            run(renderer, value);
        }
    });
}

/// Returns the listeners for events that the component cannot handle: the wheel, which must not scroll the page, and
/// the visibility of the tab.
fn listeners(renderer: &Rc<MapRenderer>) -> Option<Vec<EventListener>> {
    let window = web_sys::window()?;
    let document = window.document()?;
    let turned = Rc::clone(renderer);
    let wheel = EventListener::new_with_options(
        renderer.canvas(),
        "wheel",
        EventListenerOptions::enable_prevent_default(),
        move |event| {
            if let Some(event) = event.dyn_ref::<WheelEvent>() {
                turned.wheel(event);
            }
        },
    );
    let (resting, looked_at) = (Rc::clone(renderer), document.clone());
    let seen = EventListener::new(&document, "visibilitychange", move |_| {
        resting.rest(looked_at.hidden());
    });
    Some(vec![wheel, seen])
}

/// Returns a callback that runs with the renderer, if it exists.
fn on_renderer<E>(renderer: Option<&Rc<MapRenderer>>, what: impl Fn(&Rc<MapRenderer>) + 'static) -> Callback<E> {
    let renderer = renderer.cloned();
    Callback::from(move |_| renderer.iter().for_each(&what))
}

fn pointer(
    renderer: Option<&Rc<MapRenderer>>,
    what: impl Fn(&Rc<MapRenderer>, &PointerEvent) + 'static,
) -> Callback<PointerEvent> {
    let renderer = renderer.cloned();
    Callback::from(move |event: PointerEvent| {
        if let Some(renderer) = &renderer {
            what(renderer, &event);
        }
    })
}

fn keys(renderer: Option<&Rc<MapRenderer>>, props: &Props) -> Callback<KeyboardEvent> {
    let (renderer, done, chosen) = (renderer.cloned(), props.done.clone(), props.highlight.chosen);
    Callback::from(move |event: KeyboardEvent| {
        let Some(renderer) = &renderer else { return };
        if !is_plain(&event) {
            return;
        }
        let key = event.key();
        match (key.as_str(), direction(&key)) {
            (_, Some(direction)) if event.shift_key() => {
                if let Some(node) = renderer.towards(direction) {
                    done.emit(BoardEvent::Chose(Some(node)));
                    renderer.reveal(node);
                }
            }
            (_, Some((x, y))) => renderer.pan((-STEP * x, -STEP * y)),
            ("+" | "=", _) => renderer.zoom(ZOOM),
            ("-" | "_", _) => renderer.zoom(1.0 / ZOOM),
            ("0", _) => renderer.fit(),
            ("Enter" | " ", _) => match chosen {
                Some(node) => done.emit(BoardEvent::Opened(node)),
                None => return,
            },
            ("Escape", _) => done.emit(BoardEvent::Chose(None)),
            _ => return,
        }
        event.prevent_default();
    })
}

/// Returns the direction of an arrow key on the screen.
fn direction(key: &str) -> Option<Point> {
    match key {
        "ArrowLeft" => Some((-1.0, 0.0)),
        "ArrowRight" => Some((1.0, 0.0)),
        "ArrowUp" => Some((0.0, -1.0)),
        "ArrowDown" => Some((0.0, 1.0)),
        _ => None,
    }
}
