//! Renders the map: one worker computes the layout, another draws on the canvas. Frames are drawn only after a change.

mod overlay;
mod pointer;

use super::camera::Point;
use super::gesture::Gesture;
use super::living::LivingSpiders;
use super::map_state::SharedMapState;
use super::scene::{Node, Scene};
use super::scene_view::SceneView;
use super::worker_link::{MapWorkerEvent, MapWorkerLink};
use crate::dom::view::media;
use crate::views::prelude::*;
use js_sys::{Float32Array, Uint32Array};
use protocol::map::{FrameParams, LayoutInput, ToMap};
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;
use yew::Callback;

/// The most canvas pixels for one pixel of the page: more would be invisible and cost time.
const MAX_PIXEL_RATIO: f64 = 2.0;
/// The initial temperature of a layout: of a known graph, of one that has grown, and the addition for the share of new
/// nodes.
const HEATS: (f64, f64, f64) = (0.05, 0.2, 1.5);
/// The message for a browser without WebGL 2 in workers.
const NO_CANVAS: &str =
    "This browser cannot draw the map: WebGL 2 in workers is missing or disabled. The table below has the same data.";

/// An event of the renderer.
pub(crate) enum RendererEvent {
    /// The pointer has entered a node, or left it.
    Over(Option<Node>),
    /// A node was clicked, or the background.
    Clicked(Option<Node>),
    /// An error message.
    Fault(String),
    /// The map cannot be drawn; the reason, in a sentence.
    Blank(String),
}

/// The nodes to emphasize.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Highlight {
    /// The nodes that match the search; none without a search.
    pub(crate) found: Option<Rc<Vec<bool>>>,
    /// The node that is chosen.
    pub(crate) chosen: Option<Node>,
    /// The node under the pointer.
    pub(crate) over: Option<Node>,
    /// The living spiders.
    pub(crate) spiders: Rc<LivingSpiders>,
}

/// The renderer of the map.
pub(crate) struct MapRenderer {
    board: Element,
    canvas: HtmlCanvasElement,
    /// The links to the layout worker and to the canvas worker.
    lines: RefCell<Option<[Rc<MapWorkerLink>; 2]>>,
    memory: SharedMapState,
    view: RefCell<SceneView>,
    highlight: RefCell<Highlight>,
    gesture: RefCell<Gesture>,
    /// The running pulses with their pages.
    pulses: RefCell<Vec<(Element, usize)>>,
    /// The number of nodes that have an initial position only.
    fresh: Cell<usize>,
    /// The number of the scene whose layout is computed.
    number: Cell<u32>,
    /// The camera fits the whole map until the person moves it.
    follows: Cell<bool>,
    is_dark: Cell<bool>,
    asked: Cell<bool>,
    on_event: Callback<RendererEvent>,
}

impl MapRenderer {
    /// Transfers the canvas of a board to a worker and starts both workers. The error is a message.
    pub(crate) fn open(
        board: Element,
        memory: SharedMapState,
        on_event: Callback<RendererEvent>,
    ) -> Result<Rc<Self>, String> {
        let canvas = board.query_selector("canvas").ok().flatten();
        let canvas = canvas.and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok());
        let canvas = canvas.ok_or(NO_CANVAS)?;
        let drawn_on = canvas.transfer_control_to_offscreen().map_err(|_| NO_CANVAS)?;
        let renderer = Rc::new(Self {
            board,
            canvas,
            lines: RefCell::default(),
            memory,
            view: RefCell::default(),
            highlight: RefCell::default(),
            gesture: RefCell::default(),
            pulses: RefCell::default(),
            fresh: Cell::default(),
            number: Cell::default(),
            follows: Cell::new(true),
            is_dark: Cell::default(),
            asked: Cell::default(),
            on_event,
        });
        let listener = Rc::downgrade(&renderer);
        let on_worker_event = Callback::from(move |event| {
            if let Some(renderer) = listener.upgrade() {
                renderer.on_worker_event(event);
            }
        });
        let lines = [MapWorkerLink::open(on_worker_event.clone())?, MapWorkerLink::open(on_worker_event)?];
        lines[1].send(ToMap::Canvas(drawn_on));
        *renderer.lines.borrow_mut() = Some(lines);
        Ok(renderer)
    }

    fn to_layout(&self, message: ToMap) {
        if let Some([layout, _]) = &*self.lines.borrow() {
            layout.send(message);
        }
    }

    fn to_canvas(&self, message: ToMap) {
        if let Some([_, canvas_worker]) = &*self.lines.borrow() {
            canvas_worker.send(message);
        }
    }

    /// Shows another scene, or the same after growth; `labeled` are the nodes with labels.
    pub(crate) fn show(self: &Rc<Self>, scene: &Rc<Scene>, labeled: &Rc<Vec<usize>>) {
        let (places, new) = self.memory.borrow_mut().positions(scene);
        let radii: Vec<f32> = {
            let memory = self.memory.borrow();
            scene.nodes.iter().map(|node| memory.web.radius(*node)).collect()
        };
        let first = self.number.get() == 0;
        let changed = {
            let before = &self.view.borrow().scene;
            // Pages and hosts have different positions, so the camera fits the whole map again.
            if before.is_hosts != scene.is_hosts {
                self.follows.set(true);
            }
            let was_still = before.is_past || before.is_frozen;
            first || new > 0 || was_still || before.links != scene.links
        };
        {
            let mut view = self.view.borrow_mut();
            (view.scene, view.radii) = (Rc::clone(scene), radii);
            view.places = places;
            view.labeled = Rc::clone(labeled);
            self.to_canvas(ToMap::Positions(Float32Array::from(view.places.as_slice())));
        }
        self.send_spiders();
        self.fresh.set(self.fresh.get() + new);
        if self.memory.borrow().is_still(scene) {
            self.freeze();
        } else if changed {
            self.lay_out();
        }
        self.restyle();
    }

    /// Stops the layout by sending an empty one. The scene's number changes, so that positions still in transit are
    /// ignored.
    fn freeze(&self) {
        self.number.set(self.number.get() + 1);
        self.to_layout(ToMap::Layout(LayoutInput {
            number: 0,
            starts: Float32Array::new_with_length(0),
            radii: Float32Array::new_with_length(0),
            links: Uint32Array::new_with_length(0),
            heat: 0.0,
            still: true,
        }));
        self.set_busy(false);
    }

    /// Changes the highlighted nodes.
    pub(crate) fn highlight(self: &Rc<Self>, highlight: Highlight) {
        let (styles, spiders) = {
            let before = self.highlight.borrow();
            (before.found != highlight.found, before.spiders != highlight.spiders)
        };
        *self.highlight.borrow_mut() = highlight;
        if spiders {
            self.send_spiders();
        }
        if styles {
            self.restyle();
        } else {
            self.redraw();
        }
    }

    /// Sends the positions of the living spiders to the canvas worker.
    fn send_spiders(&self) {
        let (view, memory) = (self.view.borrow(), self.memory.borrow());
        let spiders = Rc::clone(&self.highlight.borrow().spiders);
        self.to_canvas(ToMap::Spiders(spiders.markers(&memory.web, &view.scene)));
    }

    /// Sets the color scheme.
    pub(crate) fn color(self: &Rc<Self>, is_dark: bool) {
        self.is_dark.set(is_dark);
        self.restyle();
    }

    /// Updates the styles of all nodes.
    fn restyle(self: &Rc<Self>) {
        let styles = {
            let found = self.highlight.borrow().found.clone();
            let found = found.as_deref().map(Vec::as_slice);
            self.view.borrow().styles(&self.memory.borrow().web, found, self.is_dark.get())
        };
        self.to_canvas(ToMap::Styles(styles));
        self.redraw();
    }

    /// Pauses or resumes the layout.
    pub(crate) fn rest(&self, rest: bool) {
        self.to_layout(ToMap::Pause(rest));
    }

    /// Fits the whole map into the screen.
    pub(crate) fn fit(self: &Rc<Self>) {
        self.follows.set(true);
        self.redraw();
    }

    /// Zooms around the chosen node, or around the center.
    pub(crate) fn zoom(self: &Rc<Self>, factor: f64) {
        let place = self.focus();
        self.move_by(|view| view.camera.zoom_at(place, factor));
    }

    /// Pans the map.
    pub(crate) fn pan(self: &Rc<Self>, by: Point) {
        self.move_by(|view| view.camera.pan(by));
    }

    /// Centers a node, and zooms in if it is too small to be distinguished.
    pub(crate) fn go_to(self: &Rc<Self>, node: Node) {
        self.move_by(|view| {
            let place = view.scene.index_of(node).and_then(|at| view.place(at));
            if let Some([x, y]) = place {
                view.camera.middle = (f64::from(x), f64::from(y));
                view.camera.zoom = view.camera.zoom.max(0.9);
            }
        });
    }

    /// Returns the nearest node in a direction from the chosen node or the center.
    pub(crate) fn towards(&self, direction: Point) -> Option<Node> {
        let from = self.focus();
        self.view.borrow().node_towards(from, direction)
    }

    /// Centers a node that is outside the visible part.
    pub(crate) fn reveal(self: &Rc<Self>, node: Node) {
        let outside = {
            let view = self.view.borrow();
            let place = view.scene.index_of(node).and_then(|at| view.on_screen(at));
            place.is_some_and(|(x, y)| x < 0.0 || y < 0.0 || x > view.camera.screen.0 || y > view.camera.screen.1)
        };
        if outside {
            self.go_to(node);
        }
    }

    pub(crate) fn canvas(&self) -> &HtmlCanvasElement {
        &self.canvas
    }

    /// Terminates the workers.
    pub(crate) fn terminate(&self) {
        self.lines.borrow_mut().take();
    }

    /// Requests a redraw with the next animation frame.
    pub(crate) fn redraw(self: &Rc<Self>) {
        let Some(window) = web_sys::window() else {
            return;
        };
        if self.asked.replace(true) {
            return;
        }
        let renderer = Rc::clone(self);
        let frame = Closure::once_into_js(move || {
            renderer.asked.set(false);
            renderer.draw();
        });
        if window.request_animation_frame(frame.unchecked_ref()).is_err() {
            self.asked.set(false);
        }
    }

    fn on_worker_event(self: &Rc<Self>, event: MapWorkerEvent) {
        match event {
            MapWorkerEvent::Places(number, places, settled) if number == self.number.get() => {
                {
                    let (mut view, mut memory) = (self.view.borrow_mut(), self.memory.borrow_mut());
                    view.places = places.to_vec();
                    memory.save_positions(&view.scene, &view.places);
                    if settled {
                        memory.record_settled(&view.scene);
                    }
                }
                self.to_canvas(ToMap::Positions(places));
                if settled {
                    self.set_busy(false);
                }
                self.redraw();
            }
            MapWorkerEvent::Places(..) => {}
            MapWorkerEvent::NoCanvas => {
                self.set_busy(false);
                self.on_event.emit(RendererEvent::Blank(NO_CANVAS.to_owned()));
            }
            MapWorkerEvent::Broken(message) => {
                self.set_busy(false);
                self.on_event.emit(RendererEvent::Fault(message));
            }
        }
    }

    /// Sends the scene to the layout worker.
    fn lay_out(&self) {
        let new = self.fresh.take();
        let number = self.number.get() + 1;
        self.number.set(number);
        let view = self.view.borrow();
        let share = new as f64 / view.scene.nodes.len().max(1) as f64;
        let heat = if new == 0 { HEATS.0 } else { HEATS.1 + HEATS.2 * share };
        self.to_layout(ToMap::Layout(LayoutInput {
            number,
            starts: Float32Array::from(view.places.as_slice()),
            radii: Float32Array::from(view.radii.as_slice()),
            links: Uint32Array::from(view.scene.links.as_slice()),
            heat: heat.min(1.0),
            still: wants_no_motion(),
        }));
        self.set_busy(true);
    }

    /// Sets `aria-busy` on the board while nodes move, so that assistive technologies wait.
    fn set_busy(&self, moving: bool) {
        // Setting an attribute with a valid name cannot fail.
        let _ = self.board.set_attribute("aria-busy", if moving { "true" } else { "false" });
    }

    /// Returns the screen position that keys refer to: the chosen node if it is visible, else the center.
    fn focus(&self) -> Point {
        let view = self.view.borrow();
        let chosen = self.highlight.borrow().chosen.and_then(|node| view.scene.index_of(node));
        let screen = view.camera.screen;
        let place = chosen.and_then(|at| view.on_screen(at));
        let inside = place.filter(|(x, y)| *x >= 0.0 && *y >= 0.0 && *x <= screen.0 && *y <= screen.1);
        inside.unwrap_or((screen.0 / 2.0, screen.1 / 2.0))
    }

    fn move_by(self: &Rc<Self>, how: impl FnOnce(&mut SceneView)) {
        self.follows.set(false);
        how(&mut self.view.borrow_mut());
        self.redraw();
    }

    fn draw(&self) {
        let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
        let ratio = ratio.clamp(1.0, MAX_PIXEL_RATIO);
        let screen = (f64::from(self.canvas.client_width()), f64::from(self.canvas.client_height()));
        if screen.0 < 1.0 || screen.1 < 1.0 {
            return;
        }
        let mut view = self.view.borrow_mut();
        let SceneView { camera, places, .. } = &mut *view;
        camera.screen = screen;
        if self.follows.get() {
            camera.fit(places);
        }
        self.to_canvas(ToMap::Draw(FrameParams {
            view: camera.transform(),
            scale: camera.disc(),
            ratio,
            size: (pixels(screen.0 * ratio), pixels(screen.1 * ratio)),
            is_dark: self.is_dark.get(),
            rings: self.rings(&view),
        }));
        self.move_labels(&view);
        self.move_pulses(&view);
    }

    /// Returns the nodes with a ring: the chosen node and the node under the pointer.
    fn rings(&self, view: &SceneView) -> Vec<u32> {
        let highlight = self.highlight.borrow();
        let rings = [highlight.over, highlight.chosen].into_iter().flatten();
        rings.filter_map(|node| view.scene.index_of(node).map(count)).collect()
    }
}

fn pixels(length: f64) -> u32 {
    types::to_u32(length.round())
}

/// Returns whether the system setting for reduced motion is on.
fn wants_no_motion() -> bool {
    let query = media("(prefers-reduced-motion: reduce)");
    query.is_some_and(|query| query.matches())
}
