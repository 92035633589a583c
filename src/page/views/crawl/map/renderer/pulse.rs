//! Renders pulses over the canvas as elements with a CSS animation, so that they need no frames of the map.

use super::labels::put;
use super::{MapRenderer, wants_no_motion};
use crate::page::views::crawl::map::pulses::Pulse;
use crate::page::views::crawl::map::scene_view::SceneView;
use web_sys::Element;

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
