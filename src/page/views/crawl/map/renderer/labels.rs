//! Moves the labels over the canvas and the tooltip with their nodes.
//!
//! Positions are set through the DOM, because the content security policy forbids style attributes.

use super::MapRenderer;
use crate::page::views::crawl::map::camera::Point;
use crate::page::views::crawl::map::scene_view::SceneView;
use crate::page::views::prelude::*;

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
