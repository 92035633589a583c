//! The layout itself: springs along the links, nodes that push each other away, and a pull to the middle that keeps parts without a link
//! in sight.
//!
//! The forces are those of d3-force, in fjadra's port. It cannot take in a node, so that a graph that has grown is a new layout, which
//! starts where the old one was; what is lost are velocities, which friction takes within a few steps anyway.

use fjadra::{Link, ManyBody, Node, PositionX, PositionY, Simulation, SimulationBuilder};

/// The repulsion of a node of radius 1; larger ones repel more.
const PUSH: f64 = -16.0;
/// Room between the discs of two linked nodes, in units of the map.
const GAP: f64 = 14.0;
/// The attraction to the middle, once for x and once for y.
const PULL: f64 = 0.06;
/// The heat below which nodes rest.
const COLD: f64 = 0.004;
/// The maximum initial distance from the middle, in units of the map; ten thousand pages reach some thousands.
const FAR: f64 = 1e6;
/// Steps from full heat to rest.
const STEPS: f64 = 220.0;

/// A graph that is being laid out.
pub struct Layout {
    simulation: Simulation,
    heat: f64,
}

impl Layout {
    /// Begins with these places (x and y in turn) and radii, of as many nodes; a link to a node that is not there is left out. `heat` is in
    /// 0..=1.
    pub fn new(starts: &[f32], radii: &[f32], links: &[u32], heat: f64) -> Self {
        let count = (starts.len() / 2).min(radii.len());
        let radii: Vec<f64> = radii[..count].iter().copied().map(f64::from).collect();
        let nodes = starts.chunks_exact(2).take(count).map(|place| {
            let [x, y] = [place[0], place[1]].map(within);
            Node::default().position(x, y)
        });
        let links = links
            .chunks_exact(2)
            .map(|link| (link[0] as usize, link[1] as usize));
        let links: Vec<_> = links
            .filter(|(from, to)| from != to && *from < count && *to < count)
            .collect();
        let lengths: Vec<f64> = links
            .iter()
            .map(|(from, to)| GAP + radii[*from] + radii[*to])
            .collect();
        let pushes = radii.iter().map(|radius| PUSH * radius).collect();
        let heat = if heat.is_finite() {
            heat.clamp(COLD, 1.0)
        } else {
            1.0
        };
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

    /// Moves every node one step.
    pub fn step(&mut self) {
        self.simulation.tick(1);
        self.heat *= cooling();
    }

    /// Returns the remaining mobility of its nodes, in 0..=1.
    pub fn heat(&self) -> f64 {
        self.heat
    }

    /// Returns true if nothing moves any more.
    pub fn is_settled(&self) -> bool {
        self.simulation.is_finished()
    }

    /// Returns the positions of the nodes: x and y in turn.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a screen needs no more digits"
    )]
    pub fn places(&self) -> Vec<f32> {
        self.simulation
            .positions()
            .flat_map(|[x, y]| [x as f32, y as f32])
            .collect()
    }
}

/// Returns a coordinate that the library can take: it counts in 32 bits how far the outermost nodes are.
fn within(value: f32) -> f64 {
    if value.is_finite() {
        f64::from(value).clamp(-FAR, FAR)
    } else {
        0.0
    }
}

/// Returns the share of the heat that remains after a step. The library does not expose the heat, so it is tracked
/// here too.
fn cooling() -> f64 {
    COLD.powf(1.0 / STEPS)
}

/// Returns a number for each node, in their order. The library does not name the type by which it knows a node: `P` is whatever it is.
fn by_node<P>(values: Vec<f64>) -> impl Fn(P, usize) -> f64 {
    move |_, at| values[at]
}

/// Returns a number for each link, in their order.
fn by_link<P>(values: Vec<f64>) -> impl Fn(&(P, P), usize) -> f64 {
    move |_, at| values[at]
}
