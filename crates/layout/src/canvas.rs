//! Draws on the canvas at most once per frame of the screen.
//!
//! The last frame is drawn twice, because `WebKit` shows a frame of a worker only when the next one is drawn.

use super::gl_program::GlProgram;
use super::scope;
use super::twgl::{context, library};
use js_sys::Float32Array;
use protocol::map::{FrameParams, FromMap, NodeStyles, SpiderMarker};
use protocol::message;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::OffscreenCanvas;

/// The canvas, once the page has transferred it.
#[derive(Default)]
pub(super) struct CanvasRenderer {
    canvas: RefCell<Option<(OffscreenCanvas, GlProgram)>>,
    /// The next frame to draw; `None` once it is drawn.
    next: RefCell<Option<FrameParams>>,
    /// The next frame was drawn before.
    is_drawn: Cell<bool>,
}

impl CanvasRenderer {
    /// Sets the canvas; reports a browser without WebGL 2.
    pub(super) fn take(&self, canvas: OffscreenCanvas) {
        let program = context(&canvas).zip(library()).and_then(|(gl, twgl)| GlProgram::new(twgl, gl));
        match program {
            Some(program) => *self.canvas.borrow_mut() = Some((canvas, program)),
            None => message::post_to_owner(&FromMap::NoCanvas),
        }
    }

    /// Sets the styles of nodes and links.
    pub(super) fn set_styles(&self, styles: &NodeStyles) {
        if let Some((_, program)) = &mut *self.canvas.borrow_mut() {
            program.set_styles(styles);
        }
    }

    /// Sets the positions of the nodes.
    pub(super) fn place(&self, places: &Float32Array) {
        if let Some((_, program)) = &mut *self.canvas.borrow_mut() {
            program.place(places);
        }
    }

    /// Sets the living spiders.
    pub(super) fn set_spiders(&self, spiders: Vec<SpiderMarker>) {
        if let Some((_, program)) = &mut *self.canvas.borrow_mut() {
            program.set_spiders(spiders);
        }
    }

    /// Draws with the next animation frame.
    pub(super) fn draw(renderer: &Rc<Self>, frame: FrameParams) {
        renderer.is_drawn.set(false);
        Self::schedule(renderer, frame);
    }

    fn schedule(renderer: &Rc<Self>, frame: FrameParams) {
        if renderer.next.replace(Some(frame)).is_some() {
            return;
        }
        let later = Rc::clone(renderer);
        let frame = Closure::once_into_js(move || Self::paint(&later));
        if scope().request_animation_frame(frame.unchecked_ref()).is_err() {
            Self::paint(renderer);
        }
    }

    fn paint(renderer: &Rc<Self>) {
        let Some(frame) = renderer.next.take() else {
            return;
        };
        if let Some((canvas, program)) = &*renderer.canvas.borrow() {
            let (width, height) = frame.size;
            // Setting a size clears the canvas, even if the size is the same.
            if canvas.width() != width {
                canvas.set_width(width);
            }
            if canvas.height() != height {
                canvas.set_height(height);
            }
            program.draw(&frame);
        }
        if !renderer.is_drawn.replace(true) {
            Self::schedule(renderer, frame);
        }
    }
}
