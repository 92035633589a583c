//! Handles the page's messages, and runs the layout in slices: each as long as a frame of the screen, with pauses in
//! which messages arrive.

use super::canvas::CanvasRenderer;
use super::forces::Layout;
use super::now;
use gloo_timers::callback::Timeout;
use js_sys::Float32Array;
use protocol::map::{FromMap, LayoutInput, ToMap};
use protocol::{Hello, message};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// Minimum time between two messages with positions, in milliseconds: thirty per second.
const FRAME_MS: f64 = 32.0;
/// Maximum steps between two messages: small graphs would otherwise jump.
const STEPS: usize = 2;
/// Minimum time between two messages with reduced motion, in milliseconds.
const STILL_MS: f64 = 2_000.0;

/// The current layout and the time of its next slice.
#[derive(Default)]
pub(super) struct LayoutWorker {
    /// The page is of the same build.
    trusted: Cell<bool>,
    resting: Cell<bool>,
    canvas: Rc<CanvasRenderer>,
    job: RefCell<Option<Job>>,
    timer: RefCell<Option<Timeout>>,
}

/// A layout under way.
struct Job {
    number: u32,
    layout: Layout,
    still: bool,
    /// The time at which it last sent positions.
    reported_at: f64,
}

impl LayoutWorker {
    /// Handles what the page posted: a [`Hello`], then [`ToMap`] messages.
    pub(super) fn receive(worker: &Rc<Self>, posted: &JsValue) {
        if !worker.trusted.get() {
            let hello = Hello::read(posted);
            return worker.trusted.set(hello == Some(Hello::of_this_build()));
        }
        if let Ok(message) = message::read(posted) {
            Self::on_message(worker, message);
        }
    }

    fn on_message(worker: &Rc<Self>, message: ToMap) {
        match message {
            ToMap::Layout(input) => {
                // A graph that has grown while it was laid out is as far from rest as it was.
                let before = worker.job.take().map_or(0.0, |job| job.layout.heat());
                *worker.job.borrow_mut() = Some(Job::begin(&input, before));
                Self::resume(worker);
            }
            ToMap::Pause(resting) => {
                worker.resting.set(resting);
                Self::resume(worker);
            }
            ToMap::Canvas(canvas) => worker.canvas.take(canvas),
            ToMap::Styles(styles) => worker.canvas.set_styles(&styles),
            ToMap::Positions(places) => worker.canvas.place(&places),
            ToMap::Spiders(spiders) => worker.canvas.set_spiders(spiders),
            ToMap::Draw(picture) => CanvasRenderer::draw(&worker.canvas, picture),
        }
    }

    /// Schedules a slice of the layout, unless one is due.
    fn resume(worker: &Rc<Self>) {
        if worker.resting.get() {
            worker.timer.borrow_mut().take();
            return;
        }
        if worker.timer.borrow().is_none() {
            Self::schedule(worker, 0.0);
        }
    }

    fn schedule(worker: &Rc<Self>, rest: f64) {
        let later = Rc::clone(worker);
        let timer = Timeout::new(types::to_u32(rest.clamp(0.0, FRAME_MS)), move || Self::turn(&later));
        worker.timer.replace(Some(timer));
    }

    fn turn(worker: &Rc<Self>) {
        worker.timer.borrow_mut().take();
        let began = now();
        let settled = match &mut *worker.job.borrow_mut() {
            Some(job) => job.turn(began),
            None => true,
        };
        if settled {
            worker.job.borrow_mut().take();
        } else {
            Self::schedule(worker, FRAME_MS - (now() - began));
        }
    }
}

impl Job {
    fn begin(input: &LayoutInput, before: f64) -> Self {
        let layout =
            Layout::new(&input.starts.to_vec(), &input.radii.to_vec(), &input.links.to_vec(), input.heat.max(before));
        Self { number: input.number, layout, still: input.still, reported_at: now() }
    }

    /// Moves the nodes and sends their positions; true if they have settled.
    fn turn(&mut self, began: f64) -> bool {
        for step in 0.. {
            let enough =
                if self.still { now() - began > FRAME_MS } else { step >= STEPS || now() - began > FRAME_MS / 2.0 };
            if enough || self.layout.is_settled() {
                break;
            }
            self.layout.step();
        }
        let settled = self.layout.is_settled();
        if settled || !self.still || began - self.reported_at > STILL_MS {
            self.reported_at = began;
            message::post_to_owner(&FromMap::Positions {
                number: self.number,
                places: Float32Array::from(self.layout.places().as_slice()),
                settled,
            });
        }
        settled
    }
}
