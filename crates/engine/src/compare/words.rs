//! What the figures of a comparison show and do not show, in sentences.
//!
//! Source: Pant §4.2 (figures over many topics, with their errors, and a test).

use super::{Standing, Summary};
use crate::eval::{Axis, Measure};
use crate::limits;
use std::fmt::Write as _;

/// What the figures show, and then what they do not show.
pub fn words(summary: &Summary) -> Vec<String> {
    let mut said = Vec::new();
    if summary.done < summary.trials {
        said.push(format!(
            "{} of {} crawls are done: all figures may still change.",
            summary.done, summary.trials
        ));
    }
    for measured in &summary.measures {
        let Some(mark) = measured.marks.last() else {
            continue;
        };
        said.extend(leader(summary, measured.measure, *mark));
        said.extend(by_requests(summary, measured.measure, *mark));
        said.extend(below_ceiling(summary, measured.measure, *mark));
    }
    said.extend(not_shown(summary));
    said
}

/// Who is best, who is behind, and who cannot be told from the best.
fn leader(summary: &Summary, measure: Measure, mark: u32) -> Option<String> {
    let standing = summary.standing(measure, Axis::Pages, mark);
    let best = standing.best?;
    let figure = summary.lines(measure, Axis::Pages)[best].figure(mark)?;
    let mut text = format!(
        "{} {}: {} has the best mean, {:.3} ± {:.3}.",
        measure.title(),
        place(measure, mark),
        summary.contenders[best],
        figure.mean,
        figure.error
    );
    text += &told(summary, &standing);
    Some(text)
}

fn told(summary: &Summary, standing: &Standing) -> String {
    let names = |of: &[usize]| list(of.iter().map(|at| &*summary.contenders[*at]));
    let mut text = String::new();
    if !standing.behind.is_empty() {
        let _ = write!(text, " It is ahead of {}.", names(&standing.behind));
    }
    if !standing.tied.is_empty() {
        let _ = write!(text, " It cannot be told from {}.", names(&standing.tied));
    }
    text
}

/// Where requests are counted, another may be best.
fn by_requests(summary: &Summary, measure: Measure, mark: u32) -> Option<String> {
    let pages = summary.standing(measure, Axis::Pages, mark).best?;
    let requests = summary.standing(measure, Axis::Requests, mark).best?;
    (pages != requests).then(|| {
        format!(
            "{} by requests instead of pages: {} has the best mean.",
            measure.title(),
            summary.contenders[requests]
        )
    })
}

fn below_ceiling(summary: &Summary, measure: Measure, mark: u32) -> Option<String> {
    let measured = summary.measures.iter().find(|of| of.measure == measure)?;
    let ceiling = measured.ceiling.as_ref()?;
    Some(format!(
        "{} {}: a crawl that knows everything reaches {:.3}, and none more than {:.3}.",
        measure.title(),
        place(measure, mark),
        ceiling.greedy.value(mark)?,
        ceiling.bound.value(mark)?
    ))
    .filter(|_| !measure.is_over_percents())
}

fn place(measure: Measure, mark: u32) -> String {
    if measure.is_over_percents() {
        format!("for {mark} % of the relevant pages")
    } else {
        format!("after {mark} pages")
    }
}

/// What the figures do not show.
fn not_shown(summary: &Summary) -> Vec<String> {
    let topics = summary.topics.len();
    let mut said = Vec::new();
    if topics < limits::PAIRS_AT_LEAST as usize {
        said.push(format!(
            "With {topics} {} no difference can be told from chance: compare on {} at least.",
            if topics == 1 { "topic" } else { "topics" },
            limits::PAIRS_AT_LEAST
        ));
    } else {
        said.push(tests(summary));
    }
    said.push(format!(
        "All crawls were made on one web ({}): on others the order may be another.",
        summary.web
    ));
    if summary.repeats == 1 {
        said.push("Each crawl ran once: for strategies that draw random numbers, chance is in the figures.".to_owned());
    }
    let missing = summary
        .measures
        .iter()
        .filter(|of| of.over_pages.iter().all(|line| line.mean.at.is_empty()));
    let missing: Vec<&str> = missing.map(|of| of.measure.title()).collect();
    if !missing.is_empty() && summary.done > 0 {
        said.push(format!(
            "Not measured, since what it takes could not be had: {}.",
            list(missing)
        ));
    }
    said.extend(examples(summary));
    said
}

/// How differences were tested, and how many may be called so by chance.
fn tests(summary: &Summary) -> String {
    let n = summary.contenders.len();
    let pairs = n * n.saturating_sub(1) / 2;
    let mut text = format!(
        "“Ahead” is told by one-tailed paired t-tests over {} topics (p < {}).",
        summary.topics.len(),
        limits::SIGNIFICANCE
    );
    if pairs > 1 {
        let _ = write!(
            text,
            " There are {pairs} pairs for each measure, and nothing is corrected for their number: some differences may be called so by chance."
        );
    }
    text
}

/// What was read before crawls is in no curve.
fn examples(summary: &Summary) -> Option<String> {
    let learners = summary.contenders.iter().zip(&summary.costs);
    let learners: Vec<&str> = learners
        .filter(|(_, cost)| cost.examples > 0.0)
        .map(|(name, _)| &**name)
        .collect();
    (!learners.is_empty()).then(|| {
        format!(
            "What {} read to learn from, before the crawl, is counted apart and in no curve.",
            list(learners)
        )
    })
}

/// Names in a row: `a, b and c`.
fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match &names[..] {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::summary::tests::summary;

    #[test]
    fn the_sentences_say_who_is_ahead_who_is_tied_and_what_is_not_shown() {
        let said = words(&summary(&[
            &[0.6, 0.7, 0.65],
            &[0.1, 0.2, 0.12],
            &[0.7, 0.6, 0.6],
        ]));
        let text = said.join("\n");
        for sentence in [
            "Harvest after 100 pages: best-first has the best mean, 0.650 ± 0.029.",
            "It is ahead of breadth-first.",
            "It cannot be told from shark-search.",
            "over 3 topics (p < 0.05)",
            "There are 3 pairs",
            "one web (demo)",
            "ran once",
        ] {
            assert!(text.contains(sentence), "{sentence}\n{text}");
        }
    }

    #[test]
    fn two_topics_carry_no_test_and_crawls_that_are_missing_are_told() {
        let few = summary(&[&[0.6, 0.7], &[0.1, 0.2]]);
        let text = words(&few).join("\n");
        assert!(
            text.contains("With 2 topics no difference can be told"),
            "{text}"
        );
        assert!(
            text.contains("It cannot be told from breadth-first."),
            "{text}"
        );
        let part = Summary {
            trials: few.trials + 1,
            ..few
        };
        assert!(words(&part)[0].starts_with("4 of 5 crawls are done"));
    }
}
