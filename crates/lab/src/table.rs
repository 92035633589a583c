//! Outcomes of an experiment as Markdown: the mean of a measure over the topics, with its standard error.
//!
//! Source: Pant §4.2 (averages over topics, error bars of one standard error).

use crate::experiment::{Measure, Outcome};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What a table's numbers are, in a sentence.
pub fn caption(measure: Measure, topics: &[String], repeat: u64) -> String {
    let what = match measure {
        Measure::Harvest => "Share of relevant pages among the first ones",
        Measure::TargetRecall => "Share of the targets that are among the first pages",
    };
    let n = topics.len();
    let seeds = if repeat > 1 {
        format!(" over the topics; in brackets that over {repeat} seeds of the random numbers")
    } else {
        String::new()
    };
    format!("{what}, mean of {n} topics ± one standard error{seeds}:\n\n")
}

/// The table of means: a row a strategy, a column a mark.
pub fn means(
    measure: Measure,
    strategies: &[String],
    topics: &[String],
    marks: &[usize],
    outcomes: &[Outcome],
) -> String {
    let mut text = "| strategy |".to_owned();
    for mark in marks {
        let _ = write!(text, " first {mark} |");
    }
    let _ = writeln!(text, "\n| --- |{}", " --- |".repeat(marks.len()));
    for (at, strategy) in strategies.iter().enumerate() {
        let _ = write!(text, "| `{strategy}` |");
        for mark in marks {
            let shares: Vec<f64> = (0..topics.len())
                .map(|topic| share(measure, outcomes, (at, topic), *mark))
                .collect();
            let (mean, error) = (mean(&shares), standard_error(&shares));
            let _ = write!(text, " {mean:.3} ± {error:.3}");
            let by_seed = by_seed(measure, outcomes, at, *mark);
            if by_seed.len() > 1 {
                let _ = write!(text, " ({:.3})", standard_error(&by_seed));
            }
            text.push_str(" |");
        }
        text.push('\n');
    }
    text
}

/// The table of topics: a row a strategy, a column a topic, at one mark.
pub fn by_topic(
    measure: Measure,
    strategies: &[String],
    topics: &[String],
    mark: usize,
    outcomes: &[Outcome],
) -> String {
    let mut text = format!("| first {mark} | {} |\n", topics.join(" | "));
    let _ = writeln!(text, "| --- |{}", " --- |".repeat(topics.len()));
    for (at, strategy) in strategies.iter().enumerate() {
        let _ = write!(text, "| `{strategy}` |");
        for topic in 0..topics.len() {
            let _ = write!(
                text,
                " {:.3} |",
                share(measure, outcomes, (at, topic), mark)
            );
        }
        text.push('\n');
    }
    text
}

/// The mean over a topic's crawls.
fn share(measure: Measure, outcomes: &[Outcome], of: (usize, usize), mark: usize) -> f64 {
    let crawls = outcomes
        .iter()
        .filter(|outcome| (outcome.strategy, outcome.topic) == of);
    let shares = crawls.map(|outcome| outcome.share(measure, mark));
    mean(&shares.collect::<Vec<_>>())
}

/// For each seed of the random numbers, the mean over all crawls of a strategy.
fn by_seed(measure: Measure, outcomes: &[Outcome], strategy: usize, mark: usize) -> Vec<f64> {
    let mut seeds: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for outcome in outcomes.iter().filter(|of| of.strategy == strategy) {
        let shares = seeds.entry(outcome.rng).or_default();
        shares.push(outcome.share(measure, mark));
    }
    seeds.values().map(|shares| mean(shares)).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// `s / √n` with the sample's standard deviation; 0 for fewer than two values.
fn standard_error(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let (n, mean) = (values.len() as f64, mean(values));
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (n - 1.0) / n).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(topic: usize, relevant: &[bool]) -> Outcome {
        Outcome {
            strategy: 0,
            topic,
            rng: 1,
            relevant: relevant.to_vec(),
            targets: vec![false, true],
            targets_in_all: 4,
        }
    }

    #[test]
    fn a_topic_counts_once_however_many_crawls_it_has() {
        let outcomes = [
            outcome(0, &[true]),
            outcome(0, &[true]),
            outcome(0, &[true]),
            outcome(1, &[false]),
        ];
        let names = ["a".to_owned(), "b".to_owned()];
        let strategies = ["s".to_owned()];
        for (measure, row) in [
            (Measure::Harvest, "| `s` | 0.500 ± 0.500 | 0.250 ± 0.250 |"),
            (
                Measure::TargetRecall,
                "| `s` | 0.000 ± 0.000 | 0.250 ± 0.000 |",
            ),
        ] {
            let table = means(measure, &strategies, &names, &[1, 2], &outcomes);
            assert!(table.contains(row), "{table}");
        }
        let table = by_topic(Measure::Harvest, &strategies, &names, 1, &outcomes);
        assert!(
            table.contains("| first 1 | a | b |") && table.contains("| `s` | 1.000 | 0.000 |"),
            "{table}"
        );
    }

    #[test]
    fn crawls_with_other_random_numbers_show_how_much_is_chance() {
        let of = |rng, relevant: &[bool]| Outcome {
            rng,
            ..outcome(0, relevant)
        };
        let outcomes = [of(1, &[true, true]), of(2, &[false, true])];
        let (strategies, topics) = (["s".to_owned()], ["a".to_owned()]);
        let table = means(Measure::Harvest, &strategies, &topics, &[1, 2], &outcomes);
        let row = "| `s` | 0.500 ± 0.000 (0.500) | 0.750 ± 0.000 (0.250) |";
        assert!(table.contains(row), "{table}");
        let caption = caption(Measure::Harvest, &topics, 2);
        assert!(caption.contains("over 2 seeds"), "{caption}");
    }

    #[test]
    fn the_standard_error_is_that_of_the_sample() {
        assert!((standard_error(&[1.0, 2.0, 3.0]) - (1.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!(standard_error(&[1.0]).abs() < 1e-12);
    }
}
