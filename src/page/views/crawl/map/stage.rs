//! The canvas with its labels: has one worker lay the scene out and another draw it, and only when something changed.

mod hand;
mod labels;

use super::atlas::SharedAtlas;
use super::camera::Point;
use super::gesture::Gesture;
use super::line::{Heard, Line};
use super::scene::{Node, Scene};
use super::sight::Sight;
use crate::protocol::map::{FrameParams, LayoutInput, Marker, MarkerKind, ToMap};
use js_sys::{Float32Array, Uint32Array};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::count;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlCanvasElement};
use yew::Callback;

/// Most pixels of the canvas for one of the page: more are not seen, but have to be filled.
const SHARPEST: f64 = 2.0;
/// Heat of a graph that was laid out before, of one that has grown, and what each new share of it adds.
const HEATS: (f64, f64, f64) = (0.05, 0.2, 1.5);
/// The message for a browser without WebGL 2.
const NO_CANVAS: &str = "This browser cannot draw the map: WebGL 2 is missing or disabled. The table below has the same data.";

/// An event of the stage.
pub(crate) enum News {
    /// The pointer is over a node, or over none.
    Over(Option<Node>),
    /// A node was clicked, or none.
    Clicked(Option<Node>),
    /// Something does not work; what, in a sentence.
    Fault(String),
    /// Nothing can be drawn; why, in a sentence.
    Blank(String),
}

/// The nodes to emphasize.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Stress {
    /// The nodes that were found; none without a search.
    pub(crate) found: Option<Rc<Vec<bool>>>,
    /// The node that is chosen.
    pub(crate) chosen: Option<Node>,
    /// The node under the pointer.
    pub(crate) over: Option<Node>,
    /// Pages where spiders are.
    pub(crate) spiders: Vec<usize>,
}

/// The stage.
pub(crate) struct Stage {
    board: Element,
    canvas: HtmlCanvasElement,
    /// To the worker that lays out, and to the one that draws.
    lines: RefCell<Option<[Line; 2]>>,
    memory: SharedAtlas,
    sight: RefCell<Sight>,
    stress: RefCell<Stress>,
    gesture: RefCell<Gesture>,
    /// The number of the graph that is laid out.
    number: Cell<u32>,
    /// All of the map stays in sight, until the person moves it.
    follows: Cell<bool>,
    is_dark: Cell<bool>,
    /// A frame was asked for.
    asked: Cell<bool>,
    tell: Callback<News>,
}

impl Stage {
    /// Dispatch the canvas of a board over and starts the workers; where that cannot be, why, in a sentence.
    pub(crate) fn open(
        board: Element,
        memory: SharedAtlas,
        tell: Callback<News>,
    ) -> Result<Rc<Self>, String> {
        let canvas = board.query_selector("canvas").ok().flatten();
        let canvas = canvas.and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok());
        let canvas = canvas.ok_or(NO_CANVAS)?;
        let drawn_on = canvas
            .transfer_control_to_offscreen()
            .map_err(|_| NO_CANVAS)?;
        let stage = Rc::new(Self {
            board,
            canvas,
            lines: RefCell::default(),
            memory,
            sight: RefCell::default(),
            stress: RefCell::default(),
            gesture: RefCell::default(),
            number: Cell::default(),
            follows: Cell::new(true),
            is_dark: Cell::default(),
            asked: Cell::default(),
            tell,
        });
        let ear = Rc::downgrade(&stage);
        let hear = Callback::from(move |heard| {
            if let Some(stage) = ear.upgrade() {
                stage.hear(heard);
            }
        });
        let lines = [Line::open(hear.clone())?, Line::open(hear)?];
        lines[1].say(ToMap::Canvas(drawn_on));
        *stage.lines.borrow_mut() = Some(lines);
        Ok(stage)
    }

    /// Says something to the worker that lays out.
    fn to_layout(&self, message: ToMap) {
        if let Some([layout, _]) = &*self.lines.borrow() {
            layout.say(message);
        }
    }

    /// Says something to the worker that draws.
    fn to_easel(&self, message: ToMap) {
        if let Some([_, easel]) = &*self.lines.borrow() {
            easel.say(message);
        }
    }

    /// Draws another scene from now on, or the same one grown; these of its nodes have labels.
    pub(crate) fn show(self: &Rc<Self>, scene: &Rc<Scene>, labeled: &Rc<Vec<usize>>) {
        let (places, new) = self.memory.borrow_mut().places(scene);
        let radii: Vec<f32> = {
            let memory = self.memory.borrow();
            scene
                .nodes
                .iter()
                .map(|node| memory.web.radius(*node))
                .collect()
        };
        let first = self.number.get() == 0;
        let changed = first || new > 0 || self.sight.borrow().scene.links != scene.links;
        {
            let mut sight = self.sight.borrow_mut();
            (sight.scene, sight.radii) = (Rc::clone(scene), radii);
            sight.places = places;
            sight.labeled = Rc::clone(labeled);
            self.to_easel(ToMap::Positions(Float32Array::from(
                sight.places.as_slice(),
            )));
        }
        if changed {
            self.lay_out(new);
        }
        self.look();
    }

    /// Stresses something else.
    pub(crate) fn stress(self: &Rc<Self>, stress: Stress) {
        let looks = self.stress.borrow().found != stress.found;
        *self.stress.borrow_mut() = stress;
        if looks {
            self.look();
        } else {
            self.redraw();
        }
    }

    /// Draws in the colors of light or dark.
    pub(crate) fn color(self: &Rc<Self>, is_dark: bool) {
        self.is_dark.set(is_dark);
        self.look();
    }

    /// Colors everything anew.
    fn look(self: &Rc<Self>) {
        let looks = {
            let found = self.stress.borrow().found.clone();
            let found = found.as_deref().map(Vec::as_slice);
            self.sight
                .borrow()
                .looks(&self.memory.borrow().web, found, self.is_dark.get())
        };
        self.to_easel(ToMap::Styles(looks));
        self.redraw();
    }

    /// Nobody looks, or somebody looks again.
    pub(crate) fn rest(&self, rest: bool) {
        self.to_layout(ToMap::Pause(rest));
    }

    /// Shows everything.
    pub(crate) fn fit(self: &Rc<Self>) {
        self.follows.set(true);
        self.redraw();
    }

    /// Zooms around the middle, or around the chosen node.
    pub(crate) fn zoom(self: &Rc<Self>, factor: f64) {
        let place = self.focus();
        self.move_by(|sight| sight.camera.zoom_at(place, factor));
    }

    /// Moves what is seen.
    pub(crate) fn pan(self: &Rc<Self>, by: Point) {
        self.move_by(|sight| sight.camera.pan(by));
    }

    /// Brings a node into the middle, near enough to be told from others.
    pub(crate) fn go_to(self: &Rc<Self>, node: Node) {
        self.move_by(|sight| {
            let place = sight.scene.place_of(node).and_then(|at| sight.place(at));
            if let Some([x, y]) = place {
                sight.camera.middle = (f64::from(x), f64::from(y));
                sight.camera.zoom = sight.camera.zoom.max(0.9);
            }
        });
    }

    /// Returns the nearest node in a direction, from the chosen one or the middle.
    pub(crate) fn towards(&self, direction: Point) -> Option<Node> {
        let from = self.focus();
        self.sight.borrow().node_towards(from, direction)
    }

    /// Brings a node back into sight where it is outside.
    pub(crate) fn reveal(self: &Rc<Self>, node: Node) {
        let outside = {
            let sight = self.sight.borrow();
            let place = sight
                .scene
                .place_of(node)
                .and_then(|at| sight.on_screen(at));
            place.is_some_and(|(x, y)| {
                x < 0.0 || y < 0.0 || x > sight.camera.screen.0 || y > sight.camera.screen.1
            })
        };
        if outside {
            self.go_to(node);
        }
    }

    /// Returns the canvas.
    pub(crate) fn canvas(&self) -> &HtmlCanvasElement {
        &self.canvas
    }

    /// Ends the workers.
    pub(crate) fn put_down(&self) {
        self.lines.borrow_mut().take();
    }

    /// Draws soon: with the next frame of the screen.
    pub(crate) fn redraw(self: &Rc<Self>) {
        let Some(window) = web_sys::window() else {
            return;
        };
        if self.asked.replace(true) {
            return;
        }
        let own = Rc::clone(self);
        let frame = Closure::once_into_js(move || {
            own.asked.set(false);
            own.draw();
        });
        if window
            .request_animation_frame(frame.unchecked_ref())
            .is_err()
        {
            self.asked.set(false);
        }
    }

    fn hear(self: &Rc<Self>, heard: Heard) {
        match heard {
            Heard::Places(number, places, settled) if number == self.number.get() => {
                {
                    let mut sight = self.sight.borrow_mut();
                    sight.places = places.to_vec();
                    self.memory
                        .borrow_mut()
                        .remember(&sight.scene, &sight.places);
                }
                self.to_easel(ToMap::Positions(places));
                if settled {
                    self.is_moving(false);
                }
                self.redraw();
            }
            Heard::Places(..) => {}
            Heard::NoCanvas => {
                self.is_moving(false);
                self.tell.emit(News::Blank(NO_CANVAS.to_owned()));
            }
            Heard::Broken(message) => {
                self.is_moving(false);
                self.tell.emit(News::Fault(message));
            }
        }
    }

    /// Has the worker lay the scene out, of which so many nodes are new.
    fn lay_out(&self, new: usize) {
        let number = self.number.get() + 1;
        self.number.set(number);
        let sight = self.sight.borrow();
        let share = new as f64 / sight.scene.nodes.len().max(1) as f64;
        let heat = if new == 0 {
            HEATS.0
        } else {
            HEATS.1 + HEATS.2 * share
        };
        self.to_layout(ToMap::Layout(LayoutInput {
            number,
            starts: Float32Array::from(sight.places.as_slice()),
            radii: Float32Array::from(sight.radii.as_slice()),
            links: Uint32Array::from(sight.scene.links.as_slice()),
            heat: heat.min(1.0),
            still: wants_no_motion(),
        }));
        self.is_moving(true);
    }

    /// Says on the board whether nodes are on the move: an assistive program then waits.
    fn is_moving(&self, moving: bool) {
        // A valid name is never refused.
        let _ = self
            .board
            .set_attribute("aria-busy", if moving { "true" } else { "false" });
    }

    /// Returns the place around which keys work: the chosen node where it is in sight, else the middle.
    fn focus(&self) -> Point {
        let sight = self.sight.borrow();
        let chosen = self
            .stress
            .borrow()
            .chosen
            .and_then(|node| sight.scene.place_of(node));
        let screen = sight.camera.screen;
        let place = chosen.and_then(|at| sight.on_screen(at));
        let inside =
            place.filter(|(x, y)| *x >= 0.0 && *y >= 0.0 && *x <= screen.0 && *y <= screen.1);
        inside.unwrap_or((screen.0 / 2.0, screen.1 / 2.0))
    }

    fn move_by(self: &Rc<Self>, how: impl FnOnce(&mut Sight)) {
        self.follows.set(false);
        how(&mut self.sight.borrow_mut());
        self.redraw();
    }

    fn draw(&self) {
        let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
        let ratio = ratio.clamp(1.0, SHARPEST);
        let screen = (
            f64::from(self.canvas.client_width()),
            f64::from(self.canvas.client_height()),
        );
        if screen.0 < 1.0 || screen.1 < 1.0 {
            return;
        }
        let mut sight = self.sight.borrow_mut();
        let Sight { camera, places, .. } = &mut *sight;
        camera.screen = screen;
        if self.follows.get() {
            camera.fit(places);
        }
        self.to_easel(ToMap::Draw(FrameParams {
            view: camera.transform(),
            scale: camera.disc(),
            ratio,
            size: (pixels(screen.0 * ratio), pixels(screen.1 * ratio)),
            is_dark: self.is_dark.get(),
            marks: self.marks(&sight),
        }));
        self.move_labels(&sight);
    }

    /// Spiders, and rings around what is chosen and what is under the pointer.
    fn marks(&self, sight: &Sight) -> Vec<Marker> {
        let stress = self.stress.borrow();
        let memory = self.memory.borrow();
        let spiders = stress.spiders.iter().filter_map(|page| {
            let at = count(sight.scene.stand_in(&memory.web, *page)?);
            Some(Marker {
                at,
                sign: MarkerKind::Spider,
            })
        });
        let rings = [stress.over, stress.chosen].into_iter().flatten();
        spiders
            .chain(rings.filter_map(|node| sight.mark(node, MarkerKind::Ring)))
            .collect()
    }
}

/// A length in whole pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates; screens are smaller"
)]
fn pixels(length: f64) -> u32 {
    length.round() as u32
}

/// Returns whether the person asked for no motion.
fn wants_no_motion() -> bool {
    let query = web_sys::window().and_then(|window| {
        window
            .match_media("(prefers-reduced-motion: reduce)")
            .ok()
            .flatten()
    });
    query.is_some_and(|query| query.matches())
}
