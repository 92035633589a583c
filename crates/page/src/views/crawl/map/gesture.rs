//! Interprets pointer events: one moving pointer pans, two zoom, a short press is a click.

use super::camera::Point;

/// The largest movement of a click, in pixels.
const SLACK: f64 = 5.0;

/// The pointers that are pressed.
#[derive(Debug, Default)]
pub struct Gesture {
    /// The pressed pointers: their ids and positions.
    down: Vec<(i32, Point)>,
    /// The distance that the first pointer moved.
    way: f64,
}

/// The effect of a pointer event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GestureEffect {
    /// No effect.
    Nothing,
    /// Pan by an offset in pixels.
    Pan(Point),
    /// Zoom by a factor around a screen position, and pan by an offset in pixels.
    Zoom(Point, f64, Point),
    /// A click at a screen position.
    Click(Point),
}

impl Gesture {
    /// Returns whether any pointer is pressed.
    pub fn is_on(&self) -> bool {
        !self.down.is_empty()
    }

    /// Handles a pressed pointer.
    pub fn press(&mut self, id: i32, place: Point) {
        self.down.retain(|(known, _)| *known != id);
        self.down.push((id, place));
        // A press with a second pointer is no longer a click.
        self.way = if self.down.len() > 1 { f64::INFINITY } else { 0.0 };
    }

    /// Handles a moving pointer.
    pub fn drag(&mut self, id: i32, place: Point) -> GestureEffect {
        let before = self.span();
        let Some(finger) = self.down.iter_mut().find(|(known, _)| *known == id) else {
            return GestureEffect::Nothing;
        };
        let step = (place.0 - finger.1.0, place.1 - finger.1.1);
        finger.1 = place;
        self.way += step.0.hypot(step.1);
        match (before, self.span()) {
            (Some((old, was)), Some((new, is))) if was > 0.0 => {
                GestureEffect::Zoom(new, is / was, (new.0 - old.0, new.1 - old.1))
            }
            (None, None) if self.way > SLACK => GestureEffect::Pan(step),
            _ => GestureEffect::Nothing,
        }
    }

    /// Handles a released pointer.
    pub fn release(&mut self, id: i32) -> GestureEffect {
        let Some(at) = self.down.iter().position(|(known, _)| *known == id) else {
            return GestureEffect::Nothing;
        };
        let (_, place) = self.down.remove(at);
        if self.down.is_empty() && self.way <= SLACK { GestureEffect::Click(place) } else { GestureEffect::Nothing }
    }

    /// Drops a pointer whose capture the browser has taken.
    pub fn forget(&mut self, id: i32) {
        self.down.retain(|(known, _)| *known != id);
        self.way = f64::INFINITY;
    }

    /// Returns the midpoint of two pointers and their distance; none unless exactly two are pressed.
    fn span(&self) -> Option<(Point, f64)> {
        let [(_, one), (_, other)] = self.down.as_slice() else {
            return None;
        };
        let middle = (f64::midpoint(one.0, other.0), f64::midpoint(one.1, other.1));
        Some((middle, (one.0 - other.0).hypot(one.1 - other.1)))
    }
}
