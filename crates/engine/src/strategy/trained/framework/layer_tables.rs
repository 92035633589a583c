//! The tables of the hidden Markov model: its clusters, π, A and B, and its predictions for the trails.

use super::classes::heat_row;
use super::{LayerModel, LayerOptions, TrailStep, TrainingFold, layer_names};
use types::limits;
use types::report::{Cell, ModelTable, layer_tables};

impl LayerModel {
    /// Returns the tables of the model: clusters, π, A, B, and its predictions for the trails.
    pub(in crate::strategy) fn tables(&self, options: LayerOptions, data: TrainingFold<'_>) -> Vec<ModelTable> {
        let names = layer_names(self.hmm.states());
        let heads = |first: &'static str, names: &[String]| {
            std::iter::once(first.to_owned()).chain(names.iter().cloned()).collect::<Vec<_>>()
        };
        let clusters: Vec<String> = (1..=self.names.len()).map(|n| format!("Cluster {n}")).collect();
        let heat = |title: &str, help: &str, columns: Vec<String>, rows: &[Vec<f64>], names: &[String]| {
            let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
            let rows = names.iter().zip(rows).map(|(name, shares)| heat_row(name, shares));
            ModelTable::new(title, help, &columns, rows).as_heat()
        };
        vec![
            self.cluster_table(options, data),
            heat(
                layer_tables::INITIAL,
                "Distances of your trails' pages from a relevant page.",
                heads("", &names),
                &[self.hmm.initial().to_vec()],
                &["all pages".to_owned()],
            ),
            heat(
                layer_tables::TRANSITIONS,
                "Share of links from pages of each row to pages of each column.",
                heads("From", &names),
                self.hmm.transitions(),
                &names,
            ),
            heat(
                layer_tables::EMISSIONS,
                "Share of each cluster among the pages of each layer.",
                heads("Layer", &clusters),
                self.hmm.emissions(),
                &names,
            ),
            self.path_table(options, data, &names),
        ]
    }

    fn cluster_table(&self, options: LayerOptions, data: TrainingFold<'_>) -> ModelTable {
        let pages = data.pages(options.layers);
        let classes = self.neighbors.examples().iter().map(|(cluster, _)| *cluster);
        let placed: Vec<(usize, &TrailStep<'_>)> = classes.zip(&pages).collect();
        let row = |(cluster, name): (usize, &String)| {
            let members: Vec<&TrailStep<'_>> =
                placed.iter().filter(|(of, _)| *of == cluster).map(|(_, step)| *step).collect();
            let relevant = members.iter().filter(|step| step.layer == 0).count();
            let titles: Vec<&str> =
                members.iter().take(limits::CLUSTER_EXAMPLES).map(|step| step.page.title.as_str()).collect();
            vec![
                Cell::Text(format!("Cluster {}", cluster + 1)),
                Cell::Count(crate::count(members.len())),
                Cell::Count(crate::count(relevant)),
                Cell::Text(name.clone()),
                Cell::Text(titles.join(" · ")),
            ]
        };
        ModelTable::new(
            layer_tables::CLUSTERS,
            "Groups of similar pages on your trails; the model observes the cluster of a page.",
            &["Cluster", "Pages", "Relevant", "Typical words", "Examples"],
            self.names.iter().enumerate().map(row),
        )
    }

    /// Returns the most probable layers of each trail's pages beside the true ones.
    fn path_table(&self, options: LayerOptions, data: TrainingFold<'_>, names: &[String]) -> ModelTable {
        let of_trail = |trail: usize| {
            let steps = data.steps(trail, options.layers);
            let seen: Vec<usize> = steps
                .iter()
                .map(|step| {
                    let vector = self.weights.vector(step.page.into());
                    // A symbol beyond the last is ignored.
                    self.neighbors.class(&vector, options.neighbors).unwrap_or(self.hmm.symbols())
                })
                .collect();
            let path = self.hmm.viterbi(&seen);
            let name = data.trails.trails()[trail].name.clone();
            let row = move |(step, layer): (TrailStep<'_>, usize)| {
                vec![
                    Cell::Text(name.clone()),
                    Cell::Text(step.page.title.clone()),
                    Cell::Text(names[step.layer].clone()),
                    Cell::Text(names[layer].clone()),
                ]
            };
            steps.into_iter().zip(path).map(row).collect::<Vec<_>>()
        };
        ModelTable::new(
            "Your trails as classified by the model",
            "True layer of each page, and its layer on the most probable path (Viterbi).",
            &["Trail", "Page", "Layer", "Predicted"],
            data.numbers().flat_map(of_trail),
        )
    }
}
