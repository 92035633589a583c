//! Computes positions, hit tests, colors and labels of the nodes of a scene.

use super::camera::{Camera, Point};
use super::color::color;
use super::scene::{Node, Scene};
use super::web::Web;
use js_sys::{Float32Array, Uint8Array, Uint32Array};
use protocol::map::{NodeStyles, dimmed};
use std::cmp::Ordering;
use std::rc::Rc;
use types::count;

/// The largest distance of a click from the edge of a disc, in pixels.
const CLICK_RADIUS: f64 = 7.0;
/// Opacity of nodes that do not match the search.
const UNMATCHED_OPACITY: f64 = 0.14;
/// Maximum number of labels.
const LABELS: usize = 10;
/// The area of the map for each label, in square pixels.
const LABEL_AREA: f64 = 30_000.0;
/// The least horizontal and vertical distance between two labels, in pixels.
const APART: Point = (6.0, 2.0);
/// Width and height of the buttons in the lower right corner, where no label is placed, in pixels.
const BUTTONS: Point = (264.0, 56.0);

/// A scene under a camera: positions, radii and labels.
#[derive(Debug, Default)]
pub(crate) struct SceneView {
    pub(crate) scene: Rc<Scene>,
    /// The positions of its nodes; x and y alternate.
    pub(crate) places: Vec<f32>,
    /// The radii of their discs, in units of the map.
    pub(crate) radii: Vec<f32>,
    pub(crate) camera: Camera,
    /// The nodes that have labels, the most important first.
    pub(crate) labeled: Rc<Vec<usize>>,
}

impl SceneView {
    /// Returns the position of a node on the map.
    pub(crate) fn place(&self, at: usize) -> Option<[f32; 2]> {
        Some([*self.places.get(2 * at)?, *self.places.get(2 * at + 1)?])
    }

    /// Returns the position of a node on the screen.
    pub(crate) fn on_screen(&self, at: usize) -> Option<Point> {
        let [x, y] = self.place(at)?;
        Some(self.camera.to_screen((f64::from(x), f64::from(y))))
    }

    /// Returns the radius of a node's disc in pixels.
    pub(crate) fn disc(&self, at: usize) -> f64 {
        let radius = f64::from(self.radii.get(at).copied().unwrap_or_default());
        (radius * self.camera.disc()).max(2.0)
    }

    /// Returns the node under a point of the screen, or the nearest one within [`CLICK_RADIUS`] of its disc.
    pub(crate) fn node_at(&self, (x, y): Point) -> Option<Node> {
        let mut best: Option<(f64, usize)> = None;
        for at in 0..self.scene.nodes.len() {
            let Some(place) = self.on_screen(at) else {
                break;
            };
            let far = (place.0 - x).hypot(place.1 - y);
            if far <= self.disc(at) + CLICK_RADIUS && best.is_none_or(|(least, _)| far < least) {
                best = Some((far, at));
            }
        }
        best.and_then(|(_, at)| self.scene.nodes.get(at).copied())
    }

    /// Returns the nearest node within 45° of a direction. Distance across the direction counts double.
    pub(crate) fn node_towards(&self, from: Point, (dx, dy): Point) -> Option<Node> {
        let mut best: Option<(f64, usize)> = None;
        for at in 0..self.scene.nodes.len() {
            let Some(place) = self.on_screen(at) else {
                break;
            };
            let (x, y) = (place.0 - from.0, place.1 - from.1);
            let (ahead, aside) = (x * dx + y * dy, (x * dy - y * dx).abs());
            let way = ahead + 2.0 * aside;
            if ahead > 1.0 && aside <= ahead && best.is_none_or(|(least, _)| way < least) {
                best = Some((way, at));
            }
        }
        best.and_then(|(_, at)| self.scene.nodes.get(at).copied())
    }

    /// Returns the styles of the nodes. Nodes that do not match the search (`found`) are dimmed; the most relevant are
    /// on top.
    pub(crate) fn styles(&self, web: &Web, found: Option<&[bool]>, is_dark: bool) -> NodeStyles {
        let nodes = &self.scene.nodes;
        let relevance: Vec<f64> = nodes.iter().map(|node| web.relevance(*node)).collect();
        let is_found = |at: usize| found.is_none_or(|found| found.get(at).copied().unwrap_or_default());
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by(|one, other| {
            let above = is_found(*one).cmp(&is_found(*other));
            above.then(relevance[*one].total_cmp(&relevance[*other]))
        });
        let colors = (0..nodes.len()).flat_map(|at| {
            let opacity = if is_found(at) { 1.0 } else { UNMATCHED_OPACITY };
            let [red, green, blue] = color(self.scene.share(relevance[at]), is_dark);
            [red, green, blue, u8::MAX].map(|part| dimmed(part, opacity))
        });
        let colors: Vec<u8> = colors.collect();
        let sizes: Vec<f32> = self.radii.iter().map(|radius| 2.0 * radius).collect();
        let order: Vec<u32> = order.into_iter().map(count).collect();
        NodeStyles {
            colors: Uint8Array::from(colors.as_slice()),
            sizes: Float32Array::from(sizes.as_slice()),
            order: Uint32Array::from(order.as_slice()),
            links: Uint32Array::from(self.scene.links.as_slice()),
        }
    }

    /// Returns the screen position of each label (the middle of its lower edge), given the labels' sizes: of the places
    /// to the right of its node, to the left, above and below, the first that covers the fewest discs. Labels without
    /// room, or whose node is not visible, get none; a small map has few.
    pub(crate) fn label_places(&self, sizes: &[Point]) -> Vec<Option<Point>> {
        let screen = self.camera.screen;
        let most = (screen.0 * screen.1 / LABEL_AREA).floor().max(1.0);
        let discs: Vec<(Point, f64)> =
            (0..self.scene.nodes.len()).filter_map(|at| Some((self.on_screen(at)?, self.disc(at)))).collect();
        let mut occupied: Vec<(Point, Point)> = Vec::new();
        let place = |(at, (width, height)): (&usize, &Point)| {
            let is_allowed = (occupied.len() as f64) < most;
            let (x, y) = self.on_screen(*at).filter(|_| is_allowed)?;
            let is_inside = x > 0.0 && y > 0.0 && x < screen.0 && y < screen.1;
            let (half, gap) = ((width / 2.0 + 2.0).min(screen.0 / 2.0), self.disc(*at) + 4.0);
            let middle = x.clamp(half, screen.0 - half);
            let beside = y + height / 2.0;
            let places =
                [(x + gap + half, beside), (x - gap - half, beside), (middle, y - gap), (middle, y + gap + height)];
            let is_free = |place: &Point| {
                let has_room =
                    place.0 >= half && place.0 <= screen.0 - half && place.1 >= *height && place.1 <= screen.1;
                let is_behind_buttons = place.0 + half > screen.0 - BUTTONS.0 && place.1 > screen.1 - BUTTONS.1;
                has_room
                    && !is_behind_buttons
                    && occupied.iter().all(|(other, (wide, high))| {
                        // Of two labels, the lower one extends upward by its height.
                        let lower = if other.1 > place.1 { high } else { height };
                        (other.0 - place.0).abs() > half + wide + APART.0 || (other.1 - place.1).abs() > lower + APART.1
                    })
            };
            let covered = |place: &Point| {
                let is_covered = |((x, y), disc): &&(Point, f64)| {
                    let (dx, dy) = (place.0 - x, place.1 - height / 2.0 - y);
                    dx.abs() < half + disc && dy.abs() < height / 2.0 + disc
                };
                discs.iter().filter(is_covered).count()
            };
            let place = places.into_iter().filter(|place| is_inside && is_free(place)).min_by_key(covered)?;
            occupied.push((place, (half, *height)));
            Some(place)
        };
        self.labeled.iter().zip(sizes).map(place).collect()
    }
}

/// Returns the nodes that get labels, taking the most relevant and the largest in turn.
pub(crate) fn labeled(web: &Web, scene: &Scene) -> Vec<usize> {
    let relevance = |at: usize| web.relevance(scene.nodes[at]);
    let size = |at: usize| f64::from(web.radius(scene.nodes[at]));
    let relevant = first(scene.nodes.len(), |at| (relevance(at), size(at)));
    let large = first(scene.nodes.len(), |at| (size(at), relevance(at)));
    let mut nodes = Vec::new();
    for at in relevant.into_iter().zip(large).flat_map(<[usize; 2]>::from) {
        if nodes.len() < LABELS && !nodes.contains(&at) {
            nodes.push(at);
        }
    }
    nodes
}

/// Returns the indices of the `count` nodes with the highest keys; the sort is stable.
fn first(count: usize, most: impl Fn(usize) -> (f64, f64)) -> Vec<usize> {
    let heavier = |one: &usize, other: &usize| {
        let order = most(*other).partial_cmp(&most(*one));
        order.unwrap_or(Ordering::Equal).then(one.cmp(other))
    };
    let mut nodes: Vec<usize> = (0..count).collect();
    if nodes.len() > LABELS {
        nodes.select_nth_unstable_by(LABELS, heavier);
        nodes.truncate(LABELS);
    }
    nodes.sort_by(heavier);
    nodes
}
