//! The canvas and what is drawn on it: with the next frame of the screen, however often the page asks until then.

use super::drawing::Drawing;
use super::twgl::{context, library};
use super::{post, scope};
use crate::protocol::map::{FrameParams, FromMap, NodeStyles};
use js_sys::Float32Array;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::OffscreenCanvas;

/// A canvas that was handed over.
#[derive(Default)]
pub(super) struct Easel {
    canvas: RefCell<Option<(OffscreenCanvas, Drawing)>>,
    /// The next frame to draw; `None` once it is drawn.
    next: RefCell<Option<FrameParams>>,
}

impl Easel {
    /// Draws on this canvas from now on; tells the page where that cannot be.
    pub(super) fn take(&self, canvas: OffscreenCanvas) {
        let drawing = context(&canvas)
            .zip(library())
            .and_then(|(gl, twgl)| Drawing::new(twgl, gl));
        match drawing {
            Some(drawing) => *self.canvas.borrow_mut() = Some((canvas, drawing)),
            None => post(&FromMap::NoCanvas),
        }
    }

    /// Takes what nodes and links look like.
    pub(super) fn look(&self, looks: &NodeStyles) {
        if let Some((_, drawing)) = &mut *self.canvas.borrow_mut() {
            drawing.look(looks);
        }
    }

    /// Takes where nodes are.
    pub(super) fn place(&self, places: &Float32Array) {
        if let Some((_, drawing)) = &mut *self.canvas.borrow_mut() {
            drawing.place(places);
        }
    }

    /// Draws with the next frame of the screen.
    pub(super) fn draw(easel: &Rc<Self>, picture: FrameParams) {
        if easel.next.replace(Some(picture)).is_some() {
            return;
        }
        let own = Rc::clone(easel);
        let frame = Closure::once_into_js(move || own.paint());
        if scope()
            .request_animation_frame(frame.unchecked_ref())
            .is_err()
        {
            easel.paint();
        }
    }

    fn paint(&self) {
        let Some(picture) = self.next.take() else {
            return;
        };
        let Some((canvas, drawing)) = &*self.canvas.borrow() else {
            return;
        };
        let (width, height) = picture.size;
        // Setting a size empties the canvas, even where it stays the same.
        if canvas.width() != width {
            canvas.set_width(width);
        }
        if canvas.height() != height {
            canvas.set_height(height);
        }
        drawing.draw(&picture);
    }
}
