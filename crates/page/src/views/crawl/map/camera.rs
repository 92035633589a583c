//! Computes the visible part of the map, and the zoom.

/// A point, in units of the map or in pixels.
pub type Point = (f64, f64);

/// The margin around all nodes when the map is fitted, in pixels.
const MARGIN: f64 = 28.0;
/// The least and the greatest zoom.
const ZOOMS: (f64, f64) = (0.005, 12.0);
/// The greatest zoom at which the whole map is fitted, so that a map of few pages is not magnified to fill the screen.
const FIT_MOST: f64 = 1.6;

/// The part of the map that is on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the map at the center of the screen.
    pub middle: Point,
    /// The number of pixels of a unit of the map.
    pub zoom: f64,
    /// Width and height of the screen, in pixels.
    pub screen: Point,
}

impl Default for Camera {
    fn default() -> Self {
        Self { middle: (0.0, 0.0), zoom: 1.0, screen: (1.0, 1.0) }
    }
}

impl Camera {
    /// Returns the screen position of a point of the map.
    pub fn to_screen(&self, (x, y): Point) -> Point {
        ((x - self.middle.0) * self.zoom + self.screen.0 / 2.0, (y - self.middle.1) * self.zoom + self.screen.1 / 2.0)
    }

    /// Returns the point of the map at a screen position.
    pub fn to_map(&self, (x, y): Point) -> Point {
        ((x - self.screen.0 / 2.0) / self.zoom + self.middle.0, (y - self.screen.1 / 2.0) / self.zoom + self.middle.1)
    }

    /// Moves the map by an offset in pixels.
    pub fn pan(&mut self, (x, y): Point) {
        self.middle.0 -= x / self.zoom;
        self.middle.1 -= y / self.zoom;
    }

    /// Zooms by a factor around a screen position, whose point of the map stays there.
    pub fn zoom_at(&mut self, place: Point, factor: f64) {
        let held = self.to_map(place);
        self.zoom = (self.zoom * factor).clamp(ZOOMS.0, ZOOMS.1);
        let moved = self.to_screen(held);
        self.pan((place.0 - moved.0, place.1 - moved.1));
    }

    /// Fits all positions into the screen; x and y alternate. Without positions the camera is unchanged.
    pub fn fit(&mut self, places: &[f32]) {
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for place in places.chunks_exact(2) {
            let (x, y) = (f64::from(place[0]), f64::from(place[1]));
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if low.0 > high.0 {
            return;
        }
        let room = |screen: f64, extent: f64| (screen - 2.0 * MARGIN).max(1.0) / extent.max(1.0);
        let zoom = room(self.screen.0, high.0 - low.0).min(room(self.screen.1, high.1 - low.1));
        self.zoom = zoom.clamp(ZOOMS.0, FIT_MOST);
        self.middle = (f64::midpoint(low.0, high.0), f64::midpoint(low.1, high.1));
    }

    /// Returns the radius in pixels of a disc of radius 1. It grows more slowly than the zoom: pages stay visible when
    /// zoomed out and separate when zoomed in.
    pub fn disc(&self) -> f64 {
        self.zoom.powf(0.4).clamp(0.4, 3.0)
    }

    /// Returns the transform from the map to clip space, -1 to 1 with y upward: factors and offsets of x and y.
    pub fn transform(&self) -> [f64; 4] {
        let (x, y) = (2.0 * self.zoom / self.screen.0, -2.0 * self.zoom / self.screen.1);
        [x, y, -self.middle.0 * x, -self.middle.1 * y]
    }
}
