//! Describes the results of a comparison and their limits in sentences.
//!
//! Source: Pant §4.2 (figures over many topics, with their errors, and a test).

use super::{Ranking, Summary};
use crate::limits;
use crate::stats::{Figure, significance};
use std::fmt::Write as _;
use types::measures::{Axis, Measure};
use types::report::EndReason;

/// Returns the results, followed by their limits, in sentences.
pub fn words(summary: &Summary) -> Vec<String> {
    let mut sentences = Vec::new();
    if summary.done < summary.trials {
        sentences
            .push(format!("{} of {} crawls are done: all results may still change.", summary.done, summary.trials));
    }
    sentences.extend(as_before(summary));
    for measured in &summary.measures {
        let Some(mark) = measured.marks.last() else {
            continue;
        };
        sentences.extend(leader(summary, measured.measure, Axis::Pages, *mark));
        sentences.extend(by_requests(summary, measured.measure, *mark));
        sentences.extend(below_ceiling(summary, measured.measure, *mark));
    }
    sentences.extend(not_shown(summary));
    sentences
}

/// Returns whether the crawls match the original run of this plan, in a sentence.
fn as_before(summary: &Summary) -> Option<String> {
    let (now, before) = (summary.fingerprint.as_ref()?, summary.before.as_ref()?);
    Some(if now == before {
        "All crawls fetched the same pages in the same order as the original run of this plan.".to_owned()
    } else {
        format!(
            "The crawls differ from the original run of this plan (fingerprint {before} there, {now} here): the plan, \
            the web or the program's defaults have changed."
        )
    })
}

/// Returns the best strategy, those behind it, and its statistical ties, in a sentence.
fn leader(summary: &Summary, measure: Measure, axis: Axis, mark: u32) -> Option<String> {
    let standing = summary.ranking_at(measure, axis, mark);
    let best = standing.best?;
    let lines = summary.lines(measure, axis);
    let figure = written(measure, lines[best].figure(mark)?);
    let known = lines.iter().filter(|line| line.figure(mark).is_some());
    let place = place(measure, axis, mark);
    let name = &summary.contenders[best];
    if measure.is_over_percents() && lines[best].figure(mark)?.mean > f64::from(summary.budget) {
        let budget = summary.budget;
        return Some(format!("{} {place}: no crawl found as many within {budget} pages.", measure.title()));
    }
    let has = match (known.count(), standing.level.len()) {
        (1, _) => format!("{name} has {figure}."),
        (2, 1) => format!("both strategies have the same mean, {figure}."),
        (all, level) if level + 1 == all => {
            format!("all {all} strategies have the same mean, {figure}.")
        }
        (_, 0) => {
            let lead = lead(summary, &standing);
            format!("{name} has the best mean, {figure}.{lead}")
        }
        _ => {
            let level = [&[best], &standing.level[..]].concat();
            let names = names(summary, &level);
            let lead = lead(summary, &standing);
            format!("{names} share the best mean, {figure}.{lead}")
        }
    };
    Some(format!("{} {place}: {has}", measure.title()))
}

/// Returns a mean and, if it is over several topics, its error.
fn written(measure: Measure, figure: Figure) -> String {
    let mean = measure.format(figure.mean);
    if figure.n < 2 {
        return mean;
    }
    format!("{mean} ± {}", measure.format(figure.error))
}

fn lead(summary: &Summary, standing: &Ranking) -> String {
    let mut text = String::new();
    if !standing.behind.is_empty() {
        let _ = write!(text, " It is ahead of {}.", names(summary, &standing.behind));
    }
    let others = standing.tied.iter().copied();
    let others: Vec<usize> = others.filter(|of| !standing.level.contains(of)).collect();
    if !others.is_empty() {
        let _ = write!(text, " It is statistically tied with {}.", names(summary, &others));
    }
    if !standing.undecided.is_empty() {
        let names = names(summary, &standing.undecided);
        let _ = write!(text, " It differs from {names} by much, but not significantly: more topics would decide.");
    }
    if standing.level.is_empty() {
        text
    } else {
        let first = &summary.contenders[standing.best.unwrap_or_default()];
        text.replace(" It ", &format!(" {first} "))
    }
}

/// Returns the best strategy over requests in a sentence, if it differs from the best over pages.
fn by_requests(summary: &Summary, measure: Measure, mark: u32) -> Option<String> {
    let pages = summary.ranking_at(measure, Axis::Pages, mark);
    let requests = summary.ranking_at(measure, Axis::Requests, mark).best?;
    let is_another = pages.best != Some(requests) && !pages.level.contains(&requests);
    leader(summary, measure, Axis::Requests, mark).filter(|_| is_another)
}

fn below_ceiling(summary: &Summary, measure: Measure, mark: u32) -> Option<String> {
    let measured = summary.measures.iter().find(|of| of.measure == measure)?;
    let ceiling = measured.ceiling.as_ref()?;
    let [reached, most] = [&ceiling.greedy, &ceiling.bound].map(|curve| curve.value(mark));
    let [reached, most] = [measure.format(reached?), measure.format(most?)];
    let none_more =
        if reached == most { "and no crawl more".to_owned() } else { format!("and no crawl more than {most}") };
    Some(format!(
        "{} {}: an ideal crawl reaches {reached}, {none_more}.",
        measure.title(),
        place(measure, Axis::Pages, mark),
    ))
    .filter(|_| !measure.is_over_percents())
}

fn place(measure: Measure, axis: Axis, mark: u32) -> String {
    match (measure.is_over_percents(), axis) {
        (true, Axis::Pages) => format!("for {mark} % of the relevant pages"),
        (true, Axis::Requests) => format!("for {mark} % of the relevant pages, in requests"),
        (false, Axis::Pages) => format!("after {mark} {}", counted(mark, "page")),
        (false, Axis::Requests) => format!("after {mark} {}", counted(mark, "request")),
    }
}

fn counted(n: u32, one: &'static str) -> String {
    format!("{one}{}", if n == 1 { "" } else { "s" })
}

/// Returns the limits of the results, in sentences.
fn not_shown(summary: &Summary) -> Vec<String> {
    let mut sentences = Vec::new();
    sentences.extend(tests(summary));
    sentences.push(format!("All crawls ran on “{}”: the ranking may differ on other webs.", summary.web));
    sentences.extend(by_chance(summary));
    sentences.extend(ended_early(summary));
    let missing = summary.measures.iter().filter(|of| of.over_pages.iter().all(|line| line.mean.at.is_empty()));
    let missing: Vec<&str> = missing.map(|of| of.measure.title()).collect();
    if !missing.is_empty() && summary.done > 0 {
        sentences.push(format!("Not measured, for lack of relevance judgments: {}.", list(missing)));
    }
    sentences.extend(examples(summary));
    sentences.extend(earlier(summary));
    sentences
}

/// Returns the tests and the effects that they do not correct for, in sentences; `None` for a single strategy.
fn tests(summary: &Summary) -> Option<String> {
    let n = summary.contenders.len();
    let (pairs, topics) = (n * n.saturating_sub(1) / 2, summary.topics.len());
    if pairs == 0 {
        return None;
    }
    let least = limits::MIN_PAIRS;
    if topics < least as usize {
        let topics = counted(engine::count(topics), "topic");
        return Some(format!(
            "With {} {topics} no difference can be significant: compare on at least {least}.",
            summary.topics.len()
        ));
    }
    let corrected = if pairs == 1 {
        String::new()
    } else {
        format!(
            ", with Holm’s correction for the {pairs} pairs of strategies; more topics or fewer strategies increase \
            the power"
        )
    };
    Some(format!(
        "“Ahead” means significant in two-tailed paired t-tests over {topics} topics ({}{corrected}). There is no \
        correction for testing several measures and marks. Topics are treated as a random sample.",
        significance()
    ))
}

/// Returns the role of random numbers in the results, in a sentence.
fn by_chance(summary: &Summary) -> Option<String> {
    if summary.repeats == 1 {
        return Some("Each crawl ran once, so results of randomized strategies include chance.".to_owned());
    }
    let is_alike = |of: &usize| {
        let lines = summary.measures.iter();
        let mut repeats = lines.filter_map(|measured| Some(&measured.over_pages.get(*of)?.by_repeat));
        let is_whole = summary.done == summary.trials;
        is_whole && repeats.all(|curves| curves.windows(2).all(|two| two[0] == two[1]))
    };
    let alike: Vec<usize> = (0..summary.contenders.len()).filter(is_alike).collect();
    (!alike.is_empty())
        .then(|| format!("All repeats of {} are identical: their crawls are deterministic.", names(summary, &alike)))
}

/// Returns a note on crawls that ended before their budget, whose curves continue with 0.
fn ended_early(summary: &Summary) -> Option<String> {
    let costs = summary.contenders.iter().zip(&summary.costs);
    let early = costs.filter_map(|(name, cost)| {
        let whole = cost.ends.get(EndReason::BudgetSpent.code());
        let early = cost.crawls - whole.copied().unwrap_or_default().min(cost.crawls);
        (early > 0).then(|| format!("{early} of {} by {name}", cost.crawls))
    });
    let early: Vec<String> = early.collect();
    (!early.is_empty()).then(|| {
        format!(
            "Crawls that ended before {} pages, for lack of links or readable pages: {}. Unfetched pages count as not \
            found.",
            summary.budget,
            list(early.iter().map(String::as_str))
        )
    })
}

/// Returns a note that training pages are in no curve.
fn examples(summary: &Summary) -> Option<String> {
    let learners = summary.costs.iter().enumerate();
    let learners = learners.filter(|(_, cost)| cost.examples > 0.0);
    let learners: Vec<usize> = learners.map(|(at, _)| at).collect();
    let counts =
        [Measure::Harvest, Measure::Recall, Measure::DiscoveredRecall, Measure::RelevantSites, Measure::SearchLength];
    let counted = summary.measures.iter().any(|of| counts.contains(&of.measure));
    (!learners.is_empty()).then(|| {
        let mut text =
            format!("Training pages of {} are counted separately and are in no curve.", names(summary, &learners));
        if counted {
            text += " Relevant training pages count when crawled; only target recall excludes them.";
        }
        text
    })
}

/// Returns a note on the earlier crawl, whose costs and pages are in no curve.
fn earlier(summary: &Summary) -> Option<String> {
    let costs = summary.costs.iter().enumerate();
    let begin: Vec<usize> = costs.filter(|(_, cost)| cost.earlier > 0.0).map(|(at, _)| at).collect();
    let most = summary.costs.iter().map(|cost| cost.earlier).fold(0.0, f64::max);
    (!begin.is_empty()).then(|| {
        format!(
            "Each crawl of {} also starts from the best of up to {most:.0} pages of an earlier crawl. These requests \
            are in no curve, and the ideal crawl does not apply.",
            names(summary, &begin)
        )
    })
}

/// Returns the names of some strategies as a list.
fn names(summary: &Summary, of: &[usize]) -> String {
    list(of.iter().map(|at| &*summary.contenders[*at]))
}

/// Joins names: `a, b and c`.
fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match &names[..] {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
