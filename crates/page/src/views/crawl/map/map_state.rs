//! Keeps the map's graph and node positions while another view is shown.

use super::scene::{Node, Scene, SceneOptions};
use super::web::Web;
use page_state::crawl::ranking::Ranking;
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

/// The map's state, shared by its views. Two values are equal only if they share the same state.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedMapState(Rc<RefCell<MapState>>);

impl PartialEq for SharedMapState {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for SharedMapState {
    type Target = RefCell<MapState>;
    fn deref(&self) -> &RefCell<MapState> {
        &self.0
    }
}

/// The position of a node on the map.
#[derive(Clone, Copy, Debug, Default)]
struct NodePosition {
    at: Option<[f32; 2]>,
    /// True if the node was placed by a settled layout: of a map of pages, and of a map of hosts.
    has_settled: [bool; 2],
}

/// The angle in radians between neighbors on a spiral (the golden angle), which keeps siblings from overlapping.
const GOLDEN: f32 = 2.399_963;
/// The gap between a new disc and its parent's, and the additional gap of further siblings, in units of the map.
const GAP: f32 = 5.0;
const SPREAD: f32 = 6.0;

/// The map of a crawl.
#[derive(Debug, Default)]
pub struct MapState {
    /// The crawled graph.
    pub web: Web,
    /// The person's choices.
    pub options: SceneOptions,
    pages: Vec<NodePosition>,
    hosts: Vec<NodePosition>,
    /// The number of scenes built so far.
    scenes: u32,
    /// True if the person froze this map: that of pages, and that of hosts.
    was_frozen: [bool; 2],
}

impl MapState {
    /// Adds the next batch of new pages; returns true if none are left. Pages of another crawl replace everything.
    pub fn add_pages(&mut self, ranking: &Ranking) -> bool {
        if !self.web.is_of(ranking) {
            *self = Self { scenes: self.scenes, ..Self::default() };
        }
        self.web.follow(ranking)
    }

    /// Builds the scene of the current graph and options, with a new number.
    pub fn build_scene(&mut self) -> Scene {
        self.scenes += 1;
        self.web.count_until(self.options.until);
        Scene::new(&self.web, &self.options, self.scenes)
    }

    /// Saves the positions of a scene's nodes; x and y alternate.
    pub fn save_positions(&mut self, scene: &Scene, places: &[f32]) {
        for (node, place) in scene.nodes.iter().zip(places.chunks_exact(2)) {
            self.place_mut(*node).at = Some([place[0], place[1]]);
        }
    }

    /// Freezes the layout of the visible nodes, or resumes it.
    pub fn freeze(&mut self, is_frozen: bool) {
        let is_hosts = self.options.is_hosts(&self.web);
        self.options.is_frozen = is_frozen;
        self.was_frozen = [is_frozen && !is_hosts, is_frozen && is_hosts];
    }

    /// Records that the layout of a scene has settled.
    pub fn record_settled(&mut self, scene: &Scene) {
        for node in &scene.nodes {
            self.place_mut(*node).has_settled[usize::from(scene.is_hosts)] = true;
        }
    }

    /// Returns whether the nodes of a scene keep their positions. In a past moment they do if all of them were in a
    /// settled layout. In a frozen layout they do if some were, or if the person froze this map.
    pub fn is_still(&self, scene: &Scene) -> bool {
        let kind = usize::from(scene.is_hosts);
        let nodes = scene.nodes.iter();
        let mut settled = nodes.map(|node| self.place(*node).has_settled[kind]);
        if scene.is_frozen {
            self.was_frozen[kind] || settled.any(|has_settled| has_settled)
        } else {
            scene.is_past && settled.all(|has_settled| has_settled)
        }
    }

    /// Returns the positions of a scene's nodes (x and y alternate) and the number of new nodes, which start beside
    /// their parents.
    pub fn positions(&mut self, scene: &Scene) -> (Vec<f32>, usize) {
        let mut new = 0;
        let mut places = Vec::with_capacity(scene.nodes.len() * 2);
        for (at, node) in scene.nodes.iter().enumerate() {
            let place = self.place(*node).at.unwrap_or_else(|| {
                new += 1;
                self.begin(*node, at)
            });
            self.place_mut(*node).at = Some(place);
            places.extend(place);
        }
        (places, new)
    }

    fn place(&self, node: Node) -> NodePosition {
        let place = match node {
            Node::Page(page) => self.pages.get(page),
            Node::Host(host) => self.hosts.get(host),
        };
        place.copied().unwrap_or_default()
    }

    fn place_mut(&mut self, node: Node) -> &mut NodePosition {
        let (list, at) = match node {
            Node::Page(page) => (&mut self.pages, page),
            Node::Host(host) => (&mut self.hosts, host),
        };
        if list.len() <= at {
            list.resize(at + 1, NodePosition::default());
        }
        &mut list[at]
    }

    /// Returns the initial position of a node: beside its parent on a spiral with its siblings, else beside its host,
    /// else on a spiral around the center.
    fn begin(&self, node: Node, at: usize) -> [f32; 2] {
        let (parent, turn, sibling) = match node {
            Node::Page(page) => {
                let page = &self.web.pages()[page];
                let parent = page.parent.map(Node::Page);
                let parent = parent.filter(|parent| self.place(*parent).at.is_some());
                let turn = page.parent.unwrap_or(at) + page.sibling;
                (parent.or(Some(Node::Host(page.host))), turn, page.sibling)
            }
            Node::Host(host) => (self.web.hosts()[host].parent.map(Node::Host), at, 0),
        };
        let beside = parent.and_then(|parent| Some((parent, self.place(parent).at?)));
        let ([x, y], turn, far) = match beside {
            Some((parent, place)) => {
                let discs = self.web.radius(parent) + self.web.radius(node);
                (place, turn, discs + GAP + SPREAD * (sibling as f32).sqrt())
            }
            None => ([0.0; 2], at, 40.0 * (at as f32 + 0.5).sqrt()),
        };
        let (sine, cosine) = (turn as f32 * GOLDEN).sin_cos();
        [x + far * cosine, y + far * sine]
    }
}
