//! The hidden Markov model as tables for people: its clusters, π, A and B, and the trails as it reads them.

use super::{LayerModel, LayerOptions, Lessons, Stop, heat_row, layer_names};
use crate::learn::Vote;
use crate::limits;
use crate::report::{Cell, Insight};

impl LayerModel {
    /// The model for people: clusters, π, A, B, and the trails as it reads them.
    pub(in crate::strategy) fn tables(
        &self,
        options: LayerOptions,
        lessons: Lessons<'_>,
    ) -> Vec<Insight> {
        let names = layer_names(self.hmm.states());
        let heads = |first: &'static str, names: &[String]| {
            std::iter::once(first.to_owned())
                .chain(names.iter().cloned())
                .collect::<Vec<_>>()
        };
        let clusters: Vec<String> = (1..=self.names.len())
            .map(|n| format!("Cluster {n}"))
            .collect();
        let heat =
            |title: &str, help: &str, columns: Vec<String>, rows: &[Vec<f64>], names: &[String]| {
                let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
                let rows = names
                    .iter()
                    .zip(rows)
                    .map(|(name, shares)| heat_row(name, shares));
                Insight::new(title, help, &columns, rows).as_heat()
            };
        vec![
            self.cluster_table(options, lessons),
            heat(
                "Share of pages in each layer (π)",
                "How far from a relevant page the pages of your trails are.",
                heads("", &names),
                &[self.hmm.initial().to_vec()],
                &["all pages".to_owned()],
            ),
            heat(
                "Steps between layers (A)",
                "From a page of each row, the share of links that led to a page of each column.",
                heads("From", &names),
                self.hmm.transitions(),
                &names,
            ),
            heat(
                "Clusters in each layer (B)",
                "Of the pages of each layer, the share that is of each cluster.",
                heads("Layer", &clusters),
                self.hmm.emissions(),
                &names,
            ),
            self.path_table(options, lessons, &names),
        ]
    }

    fn cluster_table(&self, options: LayerOptions, lessons: Lessons<'_>) -> Insight {
        let pages = lessons.pages(options.layers);
        let classes = self
            .neighbors
            .examples()
            .iter()
            .map(|(cluster, _)| *cluster);
        let placed: Vec<(usize, &Stop<'_>)> = classes.zip(&pages).collect();
        let row = |(cluster, name): (usize, &String)| {
            let members: Vec<&Stop<'_>> = placed
                .iter()
                .filter(|(of, _)| *of == cluster)
                .map(|(_, stop)| *stop)
                .collect();
            let relevant = members.iter().filter(|stop| stop.layer == 0).count();
            let titles: Vec<&str> = members
                .iter()
                .take(limits::CLUSTER_EXAMPLES)
                .map(|stop| stop.lecture.title.as_str())
                .collect();
            vec![
                Cell::Text(format!("Cluster {}", cluster + 1)),
                Cell::Count(super::count(members.len())),
                Cell::Count(super::count(relevant)),
                Cell::Text(name.clone()),
                Cell::Text(titles.join(" · ")),
            ]
        };
        Insight::new(
            "Clusters of pages",
            "Kinds of pages on your trails, by their words: what the model sees of a page.",
            &["Cluster", "Pages", "Relevant", "Telling words", "Examples"],
            self.names.iter().enumerate().map(row),
        )
    }

    /// The most probable layers of each trail's pages beside the true ones.
    fn path_table(&self, options: LayerOptions, lessons: Lessons<'_>, names: &[String]) -> Insight {
        let of_trail = |trail: usize| {
            let stops = lessons.stops(trail, options.layers);
            let seen: Vec<usize> = stops
                .iter()
                .map(|stop| {
                    let vector = self.weights.vector(stop.lecture.into());
                    // A symbol beyond the last tells nothing.
                    self.neighbors
                        .class(&vector, options.neighbors, Vote::default())
                        .unwrap_or(self.hmm.symbols())
                })
                .collect();
            let path = self.hmm.viterbi(&seen);
            let name = lessons.trails.trails()[trail].name.clone();
            let row = move |(stop, layer): (Stop<'_>, usize)| {
                vec![
                    Cell::Text(name.clone()),
                    Cell::Text(stop.lecture.title.clone()),
                    Cell::Text(names[stop.layer].clone()),
                    Cell::Text(names[layer].clone()),
                ]
            };
            stops.into_iter().zip(path).map(row).collect::<Vec<_>>()
        };
        Insight::new(
            "Your trails as the model reads them",
            "For every page its true layer, and its layer on the most probable path through the whole trail (Viterbi).",
            &["Trail", "Page", "Layer", "Read as"],
            lessons.numbers().flat_map(of_trail),
        )
    }
}
