//! Builds the report of a comparison from blocks that [`super::markdown`] and [`super::html`] render.
//!
//! Each figure comes with its limits: errors beside every mean, statistical ties, and the claims with their verdicts.
//! The report does not depend on the clock: the same outcomes give the same report. It has no speeds, which depend on
//! the machine.

use super::block::{Block, Cell, Table};
use super::charts::figure;
use evaluation::compare::{CheckedComparison, Claim, ClaimResult, Line, MeasureSummary, Summary, words};
use evaluation::stats;
use types::measures::{Axis, Measure};

/// Describes the origin of a comparison, for reproduction.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The command.
    pub command: &'a str,
    /// The plan as written, and its language: `toml` or `json`.
    pub plan: (&'static str, &'a str),
}

/// Returns an explanation of the tables of means.
fn reading() -> String {
    format!(
        "Mean over topics ± one standard error; in parentheses the standard error over random seeds, if repeated \
        crawls differ. The best mean is in bold; = marks a statistical tie with it: two-tailed paired t-tests over \
        topics, {}, with Holm’s correction for all pairs of strategies in a column.",
        stats::significance()
    )
}

/// Returns the blocks of a report.
pub fn report(checked: &CheckedComparison, summary: &Summary, origin: &Origin<'_>) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading(1, title(checked)),
        Block::Text(setup(checked, summary)),
        Block::Heading(2, "Results".to_owned()),
        Block::List(words(summary)),
    ];
    blocks.extend(claims(checked, summary));
    blocks.push(Block::Heading(2, "Reading the tables".to_owned()));
    blocks.push(Block::Text(reading()));
    for measure in &summary.measures {
        let last = measure.marks.len().saturating_sub(1);
        blocks.extend(section(summary, measure, &measure.marks[last..]));
    }
    blocks.push(Block::Heading(2, "Crawl costs".to_owned()));
    blocks.push(Block::Table(costs(summary)));
    blocks.push(Block::Heading(2, "Reproduction".to_owned()));
    blocks.push(Block::Code("sh", origin.command.to_owned()));
    blocks.push(Block::Code(origin.plan.0, origin.plan.1.to_owned()));
    blocks.extend(summary.fingerprint.as_ref().map(|print| {
        Block::Text(format!(
            "The fingerprint of all crawls together is {print}. Add the line fingerprint = \"{print}\" at the top of \
            the plan to check whether another run matches."
        ))
    }));
    blocks
}

/// Returns the tables of all measures, by topic at every mark, and their explanation.
pub fn tables(summary: &Summary) -> Vec<Block> {
    let measures = summary.measures.iter();
    let sections = measures.flat_map(|measure| section(summary, measure, &measure.marks));
    let tables = sections.filter(|block| !matches!(block, Block::Chart(_)));
    std::iter::once(Block::Text(reading())).chain(tables).collect()
}

/// Returns the title of a comparison.
pub fn title(checked: &CheckedComparison) -> String {
    match checked.comparison.title.as_str() {
        "" => format!("{} compared", counted(checked.contenders.len(), "strategy", "strategies")),
        title => title.to_owned(),
    }
}

/// Returns a description of the setup in one or two sentences.
fn setup(checked: &CheckedComparison, summary: &Summary) -> String {
    let comparison = &checked.comparison;
    let seeds = comparison.seeds.sentence().trim_end_matches('.');
    let seeds = seeds[..1].to_lowercase() + &seeds[1..];
    let repeats = match comparison.repeats {
        1 => String::new(),
        n => format!(", each with {n} random seeds"),
    };
    let done = if summary.done == summary.trials {
        String::new()
    } else {
        format!(" Of {} crawls {} are done.", summary.trials, summary.done)
    };
    format!(
        "{} on {} of the web “{}”: {} pages per crawl, {seeds}{repeats}.{done}",
        counted(checked.contenders.len(), "strategy", "strategies"),
        counted(checked.topics.len(), "topic", "topics"),
        comparison.web,
        comparison.pages
    )
}

fn counted(n: usize, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}

/// Returns the claims with their verdicts, figures and remarks.
fn claims(checked: &CheckedComparison, summary: &Summary) -> Vec<Block> {
    let (after, before): (Vec<&Claim>, Vec<&Claim>) =
        checked.comparison.claims.iter().partition(|claim| claim.afterwards);
    let significance = stats::significance();
    let how = format!(
        "Each claim is tested separately over topics: supported if a one-tailed paired t-test confirms it \
        ({significance}), contradicted if a two-tailed test shows the opposite, else inconclusive. There is no \
        correction for the number of claims."
    );
    let how_after = format!(
        "These claims were made after seeing the results, so they predict nothing. They are tested like the tables: \
        two-tailed, {significance} with Holm’s correction for all pairs of strategies."
    );
    let mut blocks = findings("Claims", how, &before, summary);
    blocks.extend(findings("Claims made afterwards", how_after, &after, summary));
    blocks
}

fn findings(title: &str, how: String, claims: &[&Claim], summary: &Summary) -> Vec<Block> {
    if claims.is_empty() {
        return Vec::new();
    }
    let head = ["claim", "verdict", "why", "source"].map(str::to_owned);
    let rows = claims.iter().map(|claim| {
        let ClaimResult { verdict, why, .. } = summary.finding(claim);
        let why = format!("{why} {}", claim.why);
        let verdict = Cell { text: verdict.word().to_owned(), strong: true };
        vec![Cell::plain(&claim.text), verdict, Cell::plain(why.trim()), Cell::plain(&claim.source)]
    });
    vec![
        Block::Heading(2, title.to_owned()),
        Block::Text(how),
        Block::Table(Table { head: head.to_vec(), rows: rows.collect() }),
    ]
}

/// Returns the blocks of a measure: over all topics, and by topic at some marks.
fn section(summary: &Summary, of: &MeasureSummary, marks: &[u32]) -> Vec<Block> {
    let measure = of.measure;
    let is_over = |axis: &&Axis| of.lines(**axis).iter().any(|line| !line.mean.at.is_empty());
    let mut blocks = vec![
        Block::Heading(2, measure.title().to_owned()),
        Block::Text(format!("{} {}.", measure.sentence(), measure.source())),
    ];
    let axes: &[Axis] = if measure.is_over_percents() { &[Axis::Pages] } else { &[Axis::Pages, Axis::Requests] };
    for axis in axes.iter().filter(is_over) {
        blocks.push(Block::Chart(figure(summary, measure, *axis)));
        blocks.push(Block::Table(means(summary, of, *axis)));
    }
    for mark in marks.iter().filter(|_| summary.topics.len() > 1) {
        let title = format!("{}, topic by topic, at {mark}", measure.title());
        blocks.push(Block::Heading(3, title));
        blocks.push(Block::Table(by_topic(summary, of, *mark)));
    }
    blocks
}

/// Returns the means over topics at the marks: the best in bold, statistical ties with a sign.
fn means(summary: &Summary, of: &MeasureSummary, axis: Axis) -> Table {
    let unit = match (of.measure.is_over_percents(), axis) {
        (true, _) => "% found",
        (_, Axis::Pages) => "pages",
        (_, Axis::Requests) => "requests",
    };
    let mut head = vec!["strategy".to_owned()];
    head.extend(of.marks.iter().map(|mark| format!("{mark} {unit}")));
    let whole = !of.measure.is_over_percents();
    if whole {
        head.push("mean of the curve".to_owned());
    }
    let lines = of.lines(axis);
    let standings = of.marks.iter().map(|mark| summary.ranking_at(of.measure, axis, *mark));
    let standings: Vec<_> = standings.collect();
    let row = |(contender, line): (usize, &Line)| {
        let mut row = vec![Cell::plain(&summary.contenders[contender])];
        for (mark, standing) in of.marks.iter().zip(&standings) {
            // If all means are equal, none of them is the best.
            let is_any = standing.level.len() + 1 < lines.len() || lines.len() == 1;
            let strong = is_any && (standing.best == Some(contender) || standing.level.contains(&contender));
            let tie = if standing.tied.contains(&contender) { " =" } else { "" };
            let text = with_error(of.measure, line.figure(*mark)) + &chance(of.measure, line, *mark) + tie;
            row.push(Cell { text, strong });
        }
        if whole {
            row.push(Cell::plain(with_error(of.measure, line.area())));
        }
        row
    };
    Table { head, rows: lines.iter().enumerate().map(row).collect() }
}

fn by_topic(summary: &Summary, of: &MeasureSummary, mark: u32) -> Table {
    let head = std::iter::once("strategy".to_owned()).chain(summary.topics.iter().cloned());
    let row = |(contender, line): (usize, &Line)| {
        let values = line.by_topic.iter().map(|curve| {
            let value = curve.as_ref().and_then(|curve| curve.value(mark));
            Cell::plain(value.map_or_else(String::new, |value| of.measure.format(value)))
        });
        let name = Cell::plain(&summary.contenders[contender]);
        std::iter::once(name).chain(values).collect()
    };
    Table { head: head.collect(), rows: of.over_pages.iter().enumerate().map(row).collect() }
}

fn costs(summary: &Summary) -> Table {
    let head = ["strategy", "crawls", "pages", "requests", "earlier requests", "ends"];
    let row = |(name, cost): (&String, &evaluation::compare::Cost)| {
        let ends = cost.ends.iter().map(|(code, n)| format!("{code}: {n}"));
        vec![
            Cell::plain(name),
            Cell::plain(cost.crawls.to_string()),
            Cell::plain(format!("{:.0}", cost.pages)),
            Cell::plain(format!("{:.0}", cost.requests)),
            Cell::plain(format!("{:.0}", cost.examples + cost.earlier)),
            Cell::plain(ends.collect::<Vec<_>>().join(", ")),
        ]
    };
    Table {
        head: head.map(str::to_owned).to_vec(),
        rows: summary.contenders.iter().zip(&summary.costs).map(row).collect(),
    }
}

fn with_error(measure: Measure, figure: Option<stats::Figure>) -> String {
    figure.map_or_else(String::new, |figure| {
        let mean = measure.format(figure.mean);
        if figure.n < 2 {
            return mean;
        }
        format!("{mean} ± {}", measure.format(figure.error))
    })
}

/// Returns the error over repeated crawls, in brackets; empty without repeats or differences.
fn chance(measure: Measure, line: &Line, mark: u32) -> String {
    let error = line.repeat_error(mark).filter(|error| *error > 0.0);
    error.map_or_else(String::new, |error| format!(" ({})", measure.format(error)))
}
