//! Keeps the map's graph and node positions while another view is shown.

use super::scene::{Node, Scene, SceneOptions};
use super::web::Web;
use crate::page::state::crawl::ranking::Ranking;
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

/// The map's state, shared by its views; equal only to itself.
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

/// A place on the map.
type Place = Option<[f32; 2]>;

/// The angle by which neighbors on a spiral are apart, so that no two lie behind each other.
const GOLDEN: f32 = 2.399_963;
/// Room between a new disc and that of its parent, and what further siblings add to it, in units of the map.
const GAP: f32 = 5.0;
const SPREAD: f32 = 6.0;

/// The map of a crawl.
#[derive(Debug, Default)]
pub struct MapState {
    /// The crawled graph.
    pub web: Web,
    /// The choices of the person.
    pub options: SceneOptions,
    pages: Vec<Place>,
    hosts: Vec<Place>,
    /// The number of scenes so far.
    scenes: u32,
    /// The most pages, and the most hosts, of a scene whose layout has settled.
    settled: [usize; 2],
}

impl MapState {
    /// Adds a share of the new pages; true if none are left. Another crawl replaces everything.
    pub fn add_pages(&mut self, ranking: &Ranking) -> bool {
        if !self.web.is_of(ranking) {
            *self = Self {
                scenes: self.scenes,
                ..Self::default()
            };
        }
        self.web.take(ranking)
    }

    /// Builds the scene of the current graph and options, with a new number.
    pub fn build_scene(&mut self) -> Scene {
        self.scenes += 1;
        Scene::of(&self.web, &self.options, self.scenes)
    }

    /// Saves the positions of a scene's nodes: x and y alternate.
    pub fn save_positions(&mut self, scene: &Scene, places: &[f32]) {
        for (node, place) in scene.nodes.iter().zip(places.chunks_exact(2)) {
            self.put(*node, [place[0], place[1]]);
        }
    }

    /// Notes that the layout of a scene has settled.
    pub fn settle(&mut self, scene: &Scene) {
        let settled = &mut self.settled[usize::from(scene.is_hosts)];
        *settled = scene.nodes.len().max(*settled);
    }

    /// Returns whether the nodes of a scene stay where they are: the layout is frozen, or it is that of a past moment and has settled before.
    pub fn is_still(&self, scene: &Scene) -> bool {
        let has_settled = scene.nodes.len() <= self.settled[usize::from(scene.is_hosts)];
        scene.is_frozen || (scene.is_past && has_settled)
    }

    /// Returns the positions of a scene's nodes, x and y alternating, and how many are new: these start beside their parent.
    pub fn positions(&mut self, scene: &Scene) -> (Vec<f32>, usize) {
        let mut new = 0;
        let mut places = Vec::with_capacity(scene.nodes.len() * 2);
        for (at, node) in scene.nodes.iter().enumerate() {
            let place = self.place(*node).unwrap_or_else(|| {
                new += 1;
                self.begin(*node, at)
            });
            self.put(*node, place);
            places.extend(place);
        }
        (places, new)
    }

    fn place(&self, node: Node) -> Place {
        match node {
            Node::Page(page) => self.pages.get(page).copied().flatten(),
            Node::Host(host) => self.hosts.get(host).copied().flatten(),
        }
    }

    fn put(&mut self, node: Node, place: [f32; 2]) {
        let (list, at) = match node {
            Node::Page(page) => (&mut self.pages, page),
            Node::Host(host) => (&mut self.hosts, host),
        };
        if list.len() <= at {
            list.resize(at + 1, None);
        }
        list[at] = Some(place);
    }

    /// Returns where a new node begins: beside its parent, on a spiral with its siblings, or beside its host; without either, on a spiral around
    /// the middle.
    fn begin(&self, node: Node, at: usize) -> [f32; 2] {
        let (parent, turn, sibling) = match node {
            Node::Page(page) => {
                let page = &self.web.pages()[page];
                let parent = page.parent.map(Node::Page);
                let parent = parent.filter(|parent| self.place(*parent).is_some());
                let turn = page.parent.unwrap_or(at) + page.sibling;
                (parent.or(Some(Node::Host(page.host))), turn, page.sibling)
            }
            Node::Host(host) => (self.web.hosts()[host].parent.map(Node::Host), at, 0),
        };
        let beside = parent.and_then(|parent| Some((parent, self.place(parent)?)));
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
