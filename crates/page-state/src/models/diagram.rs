//! Builds the state diagram of a model: layers by their distance from a relevant page, and the clusters of pages in
//! them.
//!
//! Its data come from the tables of the report, which every saved model has.

use types::report::{Cell, ModelTable, layer_tables};

/// The most words of a cluster that are shown.
const WORDS: usize = 5;

/// The layers and clusters of a hidden Markov model.
#[derive(Clone, Debug, PartialEq)]
pub struct StateDiagram {
    /// The layers, the relevant pages first, each with the share of the pages in it.
    pub layers: Vec<(String, f64)>,
    /// The share of links from pages of a layer to pages of each layer.
    pub transitions: Vec<Vec<f64>>,
    /// The share of each cluster among the pages of a layer.
    pub emissions: Vec<Vec<f64>>,
    /// The clusters.
    pub clusters: Vec<PageCluster>,
}

/// A cluster of pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCluster {
    /// The number of its pages on the trails.
    pub pages: u32,
    /// The number of its relevant pages.
    pub relevant: u32,
    /// The words with the largest weights.
    pub words: Vec<String>,
}

impl StateDiagram {
    /// Returns the diagram of a model with these tables; none for a model without layers.
    pub fn new(tables: &[ModelTable]) -> Option<Self> {
        let table = |title: &str| tables.iter().find(|table| table.title == title);
        let transitions = shares(table(layer_tables::TRANSITIONS)?);
        let emissions = shares(table(layer_tables::EMISSIONS)?);
        let clusters = table(layer_tables::CLUSTERS)?.rows.iter().map(cluster);
        let clusters: Vec<PageCluster> = clusters.collect::<Option<_>>()?;
        let initial = table(layer_tables::INITIAL).map(shares);
        let initial = initial.and_then(|rows| rows.into_iter().next());
        let initial = initial.unwrap_or_default();
        let names = table(layer_tables::TRANSITIONS)?.rows.iter();
        let layers: Vec<(String, f64)> = names
            .zip(initial)
            .filter_map(|(row, share)| Some((text(row.first()?)?.replace(" or more", "+"), share)))
            .collect();
        let fits = |rows: &[Vec<f64>], columns: usize| {
            rows.len() == layers.len() && rows.iter().all(|row| row.len() == columns)
        };
        let is_whole = fits(&transitions, layers.len()) && fits(&emissions, clusters.len());
        (is_whole && !layers.is_empty()).then_some(Self { layers, transitions, emissions, clusters })
    }
}

/// Returns the numbers of each row, without its name.
fn shares(table: &ModelTable) -> Vec<Vec<f64>> {
    let number = |cell: &Cell| match cell {
        Cell::Number(number) => Some(*number),
        _ => None,
    };
    table.rows.iter().map(|row| row.iter().skip(1).filter_map(number).collect()).collect()
}

fn cluster(row: &Vec<Cell>) -> Option<PageCluster> {
    match row.as_slice() {
        [_, Cell::Count(pages), Cell::Count(relevant), Cell::Text(words), ..] => Some(PageCluster {
            pages: *pages,
            relevant: *relevant,
            words: words.split(", ").take(WORDS).map(str::to_owned).collect(),
        }),
        _ => None,
    }
}

fn text(cell: &Cell) -> Option<&str> {
    match cell {
        Cell::Text(text) => Some(text),
        _ => None,
    }
}
