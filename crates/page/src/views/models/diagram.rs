//! Renders the state diagram of a model: layers on the left with the links between them, clusters with their words on
//! the right. Lines are as wide as their shares. The tables below it have all numbers.

use crate::views::prelude::*;
use page_state::models::diagram::{PageCluster, StateDiagram};

/// The least share that is drawn.
const LEAST: f64 = 0.1;
/// The width of the drawing; its height depends on its content.
const WIDTH: f64 = 400.0;
/// The left and right edge of a layer's box, and half its height.
const LAYER: (f64, f64, f64) = (64.0, 176.0, 21.0);
/// The left edge of a cluster's box, and half its height.
const CLUSTER: (f64, f64) = (232.0, 30.0);
/// The distance between two layers, and between two clusters.
const PITCH: (f64, f64) = (92.0, 70.0);
/// The most bytes of a line of words.
const LINE_BYTES: usize = 22;

/// The positions of layers and clusters.
struct Places {
    height: f64,
    layers: usize,
    clusters: usize,
}

impl Places {
    fn new(diagram: &StateDiagram) -> Self {
        let (layers, clusters) = (diagram.layers.len(), diagram.clusters.len());
        let height = (layers as f64 * PITCH.0).max(clusters as f64 * PITCH.1);
        Self { height, layers, clusters }
    }

    fn layer(&self, at: usize) -> f64 {
        self.height * (at as f64 + 0.5) / self.layers as f64
    }

    fn cluster(&self, at: usize) -> f64 {
        self.height * (at as f64 + 0.5) / self.clusters as f64
    }
}

/// Renders the diagram.
pub(crate) fn state_diagram(diagram: &StateDiagram) -> Html {
    let places = Places::new(diagram);
    let layers = 0..places.layers;
    let clusters = diagram.clusters.iter().enumerate();
    html! {
        <section class="model-diagram" aria-labelledby="diagram">
            <h2 id="diagram">{ "Model structure" }</h2>
            <p class="fine">{ "Left: the number of links from a page to a relevant one, and the transitions between \
                these distances. Right: the clusters of pages at each distance, with their most important words." }</p>
            <svg viewBox={format!("0 0 {WIDTH} {}", fixed(places.height, 0))} role="img"
                aria-label={described(diagram)}>
                <defs>
                    <marker id="arrow-head" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="10" markerHeight="10"
                        markerUnits="userSpaceOnUse" orient="auto-start-reverse">
                        <path d="M0 0L6 3L0 6z" />
                    </marker>
                </defs>
                { for layers.clone().map(|layer| emissions(diagram, &places, layer)) }
                { for layers.clone().map(|from| transitions(diagram, &places, from)) }
                { for layers.map(|layer| layer_box(diagram, &places, layer)) }
                { for clusters.map(|(at, cluster)| cluster_box(cluster, places.cluster(at))) }
            </svg>
        </section>
    }
}

/// Returns the diagram as a text.
fn described(diagram: &StateDiagram) -> String {
    let layers = diagram.layers.iter().enumerate();
    let sentences = layers.map(|(at, (name, _))| {
        let shares = diagram.emissions[at].iter().enumerate();
        let most = shares.max_by(|a, b| a.1.total_cmp(b.1));
        let words = most.map_or_else(String::new, |(cluster, _)| diagram.clusters[cluster].words.join(", "));
        format!("{name}: {words}")
    });
    format!("State diagram. {}.", sentences.collect::<Vec<_>>().join(". "))
}

/// Renders the lines from a layer to its clusters.
fn emissions(diagram: &StateDiagram, places: &Places, layer: usize) -> Html {
    let from = places.layer(layer);
    let line = |(cluster, share): (usize, &f64)| {
        let to = places.cluster(cluster);
        let (left, right) = (LAYER.1, CLUSTER.0);
        let middle = f64::midpoint(left, right);
        html! {
            <path class={classes!("emission", (layer == 0).then_some("relevant"))}
                stroke-width={fixed(1.0 + 9.0 * share, 1)}
                d={format!("M{left} {from:.1}C{middle} {from:.1} {middle} {to:.1} {right} {to:.1}")} />
        }
    };
    let shares = diagram.emissions[layer].iter().enumerate();
    html! { <>{ for shares.filter(|(_, share)| **share >= LEAST).map(line) }</> }
}

/// Renders the links from a layer: straight to its neighbors; around the left to itself and to other layers.
fn transitions(diagram: &StateDiagram, places: &Places, from: usize) -> Html {
    let shares = diagram.transitions[from].iter().enumerate();
    let arrow = |(to, share): (usize, &f64)| {
        let (a, b) = (places.layer(from), places.layer(to));
        let sign = if b > a { 1.0 } else { -1.0 };
        let middle = f64::midpoint(LAYER.0, LAYER.1);
        let (path, x, y) = if from == to {
            let left = LAYER.0;
            let path = format!(
                "M{left} {:.1}C{} {:.1} {} {:.1} {left} {:.1}",
                a - 9.0,
                left - 30.0,
                a - 22.0,
                left - 30.0,
                a + 22.0,
                a + 9.0
            );
            (path, left - 42.0, a + 4.0)
        } else if from.abs_diff(to) == 1 {
            let x = middle - 14.0 * sign;
            let path = format!("M{x} {:.1}L{x} {:.1}", a + LAYER.2 * sign, b - LAYER.2 * sign);
            (path, x - 20.0 * sign, f64::midpoint(a, b) + 4.0)
        } else {
            let left = LAYER.0;
            let path = format!("M{left} {a:.1}C{} {a:.1} {} {b:.1} {left} {b:.1}", left - 64.0, left - 64.0);
            (path, left - 48.0, f64::midpoint(a, b) + 4.0)
        };
        html! {
            <g class="transition">
                <path d={path} stroke-width={fixed(1.0 + 1.5 * share, 1)} marker-end="url(#arrow-head)" />
                <text x={fixed(x, 1)} y={fixed(y, 1)} text-anchor="middle">{ percent(*share) }</text>
            </g>
        }
    };
    html! { <>{ for shares.filter(|(_, share)| **share >= LEAST).map(arrow) }</> }
}

fn layer_box(diagram: &StateDiagram, places: &Places, layer: usize) -> Html {
    let ((name, share), y) = (&diagram.layers[layer], places.layer(layer));
    let (left, right, half) = LAYER;
    let middle = f64::midpoint(left, right).to_string();
    html! {
        <g class={classes!("layer-box", (layer == 0).then_some("relevant"))}>
            <rect x={left.to_string()} y={fixed(y - half, 1)} width={(right - left).to_string()}
                height={(half * 2.0).to_string()} rx="9" />
            <text x={middle.clone()} y={fixed(y - 2.0, 1)} text-anchor="middle">{ shown(name) }</text>
            <text class="small" x={middle} y={fixed(y + 13.0, 1)} text-anchor="middle">
                { format!("{} of pages", percent(*share)) }
            </text>
        </g>
    }
}

fn cluster_box(cluster: &PageCluster, y: f64) -> Html {
    let (left, half) = CLUSTER;
    let (first, second) = lines(&cluster.words);
    let text = (left + 10.0).to_string();
    let is_relevant = cluster.relevant * 2 > cluster.pages;
    let sum = format!("{}, {} relevant", counted(cluster.pages, "page"), grouped(cluster.relevant));
    html! {
        <g class={classes!("cluster-box", is_relevant.then_some("relevant"))}>
            <rect x={left.to_string()} y={fixed(y - half, 1)} width={(WIDTH - left - 1.0).to_string()}
                height={(half * 2.0).to_string()} rx="9" />
            <text x={text.clone()} y={fixed(y - 11.0, 1)}>{ first }</text>
            <text x={text.clone()} y={fixed(y + 4.0, 1)}>{ second }</text>
            <text class="small" x={text} y={fixed(y + 20.0, 1)}>{ sum }</text>
        </g>
    }
}

/// Breaks words into two lines, and cuts the rest.
fn lines(words: &[String]) -> (String, String) {
    let mut lines = (String::new(), String::new());
    for word in words {
        let word = shown(word);
        let fits = |line: &str| line.is_empty() || line.len() + word.len() + 2 <= LINE_BYTES;
        let line = if lines.1.is_empty() && fits(&lines.0) {
            &mut lines.0
        } else if fits(&lines.1) {
            &mut lines.1
        } else {
            break;
        };
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.push_str(cut(&word, LINE_BYTES));
    }
    lines
}
