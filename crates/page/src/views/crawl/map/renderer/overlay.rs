//! Moves the labels over the canvas and the tooltip with their nodes.
//!
//! Positions are set through the DOM, because the content security policy forbids style attributes.

use super::{MapRenderer, wants_no_motion};
use crate::views::crawl::map::camera::Point;
use crate::views::crawl::map::pulses::Pulse;
use crate::views::crawl::map::scene_view::SceneView;
use crate::views::prelude::*;

impl MapRenderer {
    /// Moves labels and tooltip to their nodes.
    pub(crate) fn move_labels(&self, view: &SceneView) {
        let labels = self.board.get_elements_by_class_name("map-label");
        let labels: Vec<Element> = (0..labels.length()).filter_map(|at| labels.item(at)).collect();
        // All labels are measured before any is moved, so that the browser computes the layout once.
        let size = |label: &Element| {
            let label = label.dyn_ref::<HtmlElement>();
            label.map_or((0.0, 0.0), |label| (label.offset_width().into(), label.offset_height().into()))
        };
        let sizes: Vec<Point> = labels.iter().map(size).collect();
        for (label, place) in labels.iter().zip(view.label_places(&sizes)) {
            put(label, place);
        }
        let over = self.highlight.borrow().over.or(self.highlight.borrow().chosen);
        let at = over.and_then(|node| view.scene.index_of(node));
        let place = at.and_then(|at| {
            let (x, y) = view.on_screen(at)?;
            Some((x.clamp(0.0, view.camera.screen.0), y + view.disc(at) + 8.0))
        });
        if let Some(tip) = self.board.get_elements_by_class_name("map-tip").item(0) {
            put(&tip, place);
        }
    }
}

/// Moves an element to a screen position, or hides it. A translation causes no layout shift.
pub(super) fn put(element: &Element, place: Option<Point>) {
    let Some(element) = element.dyn_ref::<HtmlElement>() else {
        return;
    };
    let (x, y) = place.unwrap_or((-999.0, -999.0));
    let place = format!("{}px {}px", whole(x), whole(y));
    // Setting a length in pixels cannot fail.
    let _ = element.style().set_property("translate", &place);
}

#[expect(clippy::cast_possible_truncation, reason = "saturates; screens are smaller")]
fn whole(length: f64) -> i32 {
    length.round() as i32
}

/// The most simultaneous pulses: animations do not end in a hidden tab.
const MOST: usize = 24;

impl MapRenderer {
    /// Shows pulses, unless reduced motion is set.
    pub(crate) fn pulse(&self, pulses: &[Pulse]) {
        let rings = self.board.query_selector(".map-pulses").ok().flatten();
        let Some(rings) = rings.filter(|_| !pulses.is_empty() && !wants_no_motion()) else {
            return;
        };
        let document = rings.owner_document();
        for pulse in pulses {
            let ring = document.as_ref().and_then(|page| page.create_element("i").ok());
            let Some(ring) = ring else { continue };
            ring.set_class_name(&format!("map-pulse event-{}", pulse.kind.name()));
            if rings.append_child(&ring).is_ok() {
                self.pulses.borrow_mut().push((ring, pulse.page));
            }
        }
        let mut all = self.pulses.borrow_mut();
        let over = all.len().saturating_sub(MOST);
        all.drain(..over).for_each(|(ring, _)| ring.remove());
        drop(all);
        self.move_pulses(&self.view.borrow());
    }

    /// Removes a pulse whose animation has ended.
    pub(crate) fn end_pulse(&self, ended: &Element) {
        self.pulses.borrow_mut().retain(|(ring, _)| ring != ended);
        ended.remove();
    }

    /// Moves the pulses with their nodes.
    pub(crate) fn move_pulses(&self, view: &SceneView) {
        let memory = self.memory.borrow();
        for (ring, page) in &*self.pulses.borrow() {
            let at = view.scene.representative(&memory.web, *page);
            put(ring, at.and_then(|at| view.on_screen(at)));
        }
    }
}
