//! Handles pointer and wheel events on the map.

use super::{MapRenderer, RendererEvent};
use crate::views::crawl::map::camera::Point;
use crate::views::crawl::map::gesture::GestureEffect;
use std::rc::Rc;
use web_sys::{MouseEvent, PointerEvent, WheelEvent};

impl MapRenderer {
    /// Handles a pressed pointer.
    pub(crate) fn press(&self, event: &PointerEvent) {
        self.gesture.borrow_mut().press(event.pointer_id(), position(event));
        // Captured pointers are followed beyond the canvas. Without capture the gesture ends at the canvas's edge.
        let _ = self.canvas.set_pointer_capture(event.pointer_id());
    }

    /// Zooms if the map has the focus or Control is held; otherwise the page scrolls.
    pub(crate) fn wheel(self: &Rc<Self>, event: &WheelEvent) {
        let focused = || self.board.query_selector(":focus").ok().flatten().is_some();
        if event.ctrl_key() || event.meta_key() || focused() {
            event.prevent_default();
            // Wheel deltas come in pixels, lines or pages; each unit is scaled to a similar zoom step.
            let pitch = if event.delta_mode() == 0 { 0.002 } else { 0.06 };
            let factor = (-event.delta_y() * pitch).clamp(-0.5, 0.5).exp();
            let place = position(event);
            self.move_by(|view| view.camera.zoom_at(place, factor));
        }
    }

    /// Handles a moving pointer.
    pub(crate) fn drag(self: &Rc<Self>, event: &PointerEvent) {
        let (id, place) = (event.pointer_id(), position(event));
        if !self.gesture.borrow().is_on() {
            let over = self.view.borrow().node_at(place);
            if over != self.highlight.borrow().over {
                self.on_event.emit(RendererEvent::Over(over));
            }
            return;
        }
        let effect = self.gesture.borrow_mut().drag(id, place);
        match effect {
            GestureEffect::Pan(by) => self.pan(by),
            GestureEffect::Zoom(around, factor, by) => self.move_by(|view| {
                view.camera.pan(by);
                view.camera.zoom_at(around, factor);
            }),
            GestureEffect::Nothing | GestureEffect::Click(_) => {}
        }
    }

    /// Handles a released pointer.
    pub(crate) fn release(&self, event: &PointerEvent) {
        let effect = self.gesture.borrow_mut().release(event.pointer_id());
        if let GestureEffect::Click(place) = effect {
            let node = self.view.borrow().node_at(place);
            self.on_event.emit(RendererEvent::Clicked(node));
        }
    }

    /// Handles a pointer that was canceled or has left.
    pub(crate) fn forget(&self, event: &PointerEvent) {
        self.gesture.borrow_mut().forget(event.pointer_id());
        if self.highlight.borrow().over.is_some() {
            self.on_event.emit(RendererEvent::Over(None));
        }
    }
}

fn position(event: &MouseEvent) -> Point {
    (f64::from(event.offset_x()), f64::from(event.offset_y()))
}
