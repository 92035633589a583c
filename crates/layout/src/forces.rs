//! Computes the layout with three forces: springs along the links, repulsion between nodes, and attraction to the
//! center, which keeps unconnected parts visible.
//!
//! The forces are those of d3-force, in fjadra's port. A node cannot be added, so a graph that has grown becomes a new
//! layout that starts at the old positions. Only velocities are lost, which friction would remove within a few steps.

use fjadra::{Link, ManyBody, Node, PositionX, PositionY, Simulation, SimulationBuilder};

/// The repulsion of a node of radius 1; larger nodes repel more.
const PUSH: f64 = -16.0;
/// The gap between the discs of two linked nodes, in units of the map.
const GAP: f64 = 14.0;
/// The attraction to the center, once for x and once for y.
const PULL: f64 = 0.06;
/// The temperature below which nodes are at rest.
const COLD: f64 = 0.004;
/// The largest initial distance from the center, in units of the map. Ten thousand pages extend to some thousands.
const FAR: f64 = 1e6;
/// The number of steps from the highest temperature to rest.
const STEPS: f64 = 220.0;

/// A layout in progress.
pub struct Layout {
    simulation: Simulation,
    heat: f64,
}

impl Layout {
    /// Creates a layout from initial positions (x and y alternate) and radii of as many nodes. Links to missing nodes
    /// are dropped. `heat` is in 0..=1.
    pub fn new(starts: &[f32], radii: &[f32], links: &[u32], heat: f64) -> Self {
        let count = (starts.len() / 2).min(radii.len());
        let radii: Vec<f64> = radii[..count].iter().copied().map(f64::from).collect();
        let nodes = starts.chunks_exact(2).take(count).map(|place| {
            let [x, y] = [place[0], place[1]].map(within);
            Node::default().position(x, y)
        });
        let links = links.chunks_exact(2).map(|link| (link[0] as usize, link[1] as usize));
        let links: Vec<_> = links.filter(|(from, to)| from != to && *from < count && *to < count).collect();
        let lengths: Vec<f64> = links.iter().map(|(from, to)| GAP + radii[*from] + radii[*to]).collect();
        let pushes = radii.iter().map(|radius| PUSH * radius).collect();
        let heat = if heat.is_finite() { heat.clamp(COLD, 1.0) } else { 1.0 };
        let simulation = SimulationBuilder::default()
            .with_alpha(heat)
            .with_alpha_min(COLD)
            .with_alpha_decay(1.0 - cooling())
            .build(nodes)
            .add_force("links", Link::new(links).distance(by_link(lengths)))
            .add_force("push", ManyBody::default().strength(by_node(pushes)))
            .add_force("x", PositionX::default().strength(PULL))
            .add_force("y", PositionY::default().strength(PULL));
        Self { simulation, heat }
    }

    /// Moves every node by one step.
    pub fn step(&mut self) {
        self.simulation.tick(1);
        self.heat *= cooling();
    }

    /// Returns the remaining mobility of its nodes, in 0..=1.
    pub fn heat(&self) -> f64 {
        self.heat
    }

    /// Returns true if all nodes are at rest.
    pub fn is_settled(&self) -> bool {
        self.simulation.is_finished()
    }

    /// Returns the positions of the nodes; x and y alternate.
    #[expect(clippy::cast_possible_truncation, reason = "a screen needs no more digits")]
    pub fn places(&self) -> Vec<f32> {
        self.simulation.positions().flat_map(|[x, y]| [x as f32, y as f32]).collect()
    }
}

/// Returns a coordinate in the range of the library, which stores the extent of the nodes in 32 bits.
fn within(value: f32) -> f64 {
    if value.is_finite() { f64::from(value).clamp(-FAR, FAR) } else { 0.0 }
}

/// Returns the share of the temperature that remains after a step. The library does not expose the temperature, so it
/// is tracked here.
fn cooling() -> f64 {
    COLD.powf(1.0 / STEPS)
}

/// Returns a function from a node's index to its value. `P` stands for the library's unnamed type of nodes.
fn by_node<P>(values: Vec<f64>) -> impl Fn(P, usize) -> f64 {
    move |_, at| values[at]
}

/// Returns a function from a link's index to its value.
fn by_link<P>(values: Vec<f64>) -> impl Fn(&(P, P), usize) -> f64 {
    move |_, at| values[at]
}
