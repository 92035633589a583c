//! What a report of a comparison says, as blocks that [`super::markdown`] and [`super::html`] render.
//!
//! Tables come first in importance to what the figures can and cannot show: errors beside every mean, ties called ties, the claims with their
//! verdicts. Nothing here depends on the clock: the same outcomes give the same report. Left out on purpose: speeds, which the machine decides.

use super::block::{Block, Cell, Table};
use super::charts::figure;
use engine::compare::{Checked, Claim, Finding, Line, MeasureSummary, SeedUse, Summary, words};
use engine::eval::{Axis, Measure, stats};

/// How a comparison was run, for those who want to run it again.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The command.
    pub command: &'a str,
    /// The plan as it was written, and its language: `toml` or `json`.
    pub plan: (&'static str, &'a str),
}

/// How a table of means is read.
fn reading() -> String {
    format!(
        "Mean over topics ± one standard error, in brackets that over the random numbers where repeated crawls differ. The best mean is in bold; = marks what cannot be told from it: two-tailed paired t-tests over topics, {}, by Holm’s correction for all pairs of strategies in a column.",
        stats::significance()
    )
}

/// The blocks of a report.
pub fn report(checked: &Checked, summary: &Summary, origin: &Origin<'_>) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading(1, title(checked)),
        Block::Text(setup(checked, summary)),
        Block::Heading(2, "What the figures say".to_owned()),
        Block::List(words(summary)),
    ];
    blocks.extend(claims(checked, summary));
    blocks.push(Block::Heading(2, "How to read the tables".to_owned()));
    blocks.push(Block::Text(reading()));
    for measure in &summary.measures {
        blocks.extend(section(checked, summary, measure));
    }
    blocks.push(Block::Heading(2, "What the crawls cost".to_owned()));
    blocks.push(Block::Table(costs(summary)));
    blocks.push(Block::Heading(2, "How to run it again".to_owned()));
    blocks.push(Block::Code("sh", origin.command.to_owned()));
    blocks.push(Block::Code(origin.plan.0, origin.plan.1.to_owned()));
    blocks.extend(summary.fingerprint.as_ref().map(|print| {
        Block::Text(format!(
            "The fingerprint of all crawls together is {print}. With the line fingerprint = \"{print}\" at its top, the plan tells whoever runs it whether their crawls go the same way."
        ))
    }));
    blocks
}

/// What a comparison is called.
pub fn title(checked: &Checked) -> String {
    match checked.comparison.title.as_str() {
        "" => format!(
            "{} compared",
            counted(checked.contenders.len(), "strategy", "strategies")
        ),
        title => title.to_owned(),
    }
}

/// What was run, in a sentence or two.
fn setup(checked: &Checked, summary: &Summary) -> String {
    let comparison = &checked.comparison;
    let seeds = match comparison.seeds {
        SeedUse::Together => "one crawl a topic, from all its seeds",
        SeedUse::Apart => "one crawl from each seed of a topic",
        SeedUse::Sites => "one crawl a topic, on the sites of its targets",
        SeedUse::Halves => "two crawls a topic, from the two halves of its seeds",
    };
    let repeats = match comparison.repeats {
        1 => String::new(),
        n => format!(", each with {n} seed numbers of random numbers"),
    };
    let done = if summary.done == summary.trials {
        String::new()
    } else {
        format!(" Of {} crawls {} are done.", summary.trials, summary.done)
    };
    format!(
        "{} on {} of the web “{}”: {} pages a crawl, {seeds}{repeats}.{done}",
        counted(checked.contenders.len(), "strategy", "strategies"),
        counted(checked.topics.len(), "topic", "topics"),
        comparison.web,
        comparison.pages
    )
}

fn counted(n: usize, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}

/// What becomes of the claims, with the figures and what somebody who looked at them has to say.
fn claims(checked: &Checked, summary: &Summary) -> Vec<Block> {
    let (after, before): (Vec<&Claim>, Vec<&Claim>) = checked
        .comparison
        .claims
        .iter()
        .partition(|claim| claim.afterwards);
    let significance = stats::significance();
    let how = format!(
        "Each claim is tested by itself, over topics, by a one-tailed paired t-test in its own direction: held where {significance}, not held where the contrary is by the two-tailed test, and else it can’t be told. Their number is not corrected for."
    );
    let how_after = format!(
        "These were made after somebody had looked at the figures, so that they foretell nothing. They are tested as the tables are: two-tailed, {significance} by Holm’s correction for all pairs of strategies."
    );
    let mut blocks = findings("Claims", how, &before, summary);
    blocks.extend(findings("Claimed afterwards", how_after, &after, summary));
    blocks
}

fn findings(title: &str, how: String, claims: &[&Claim], summary: &Summary) -> Vec<Block> {
    if claims.is_empty() {
        return Vec::new();
    }
    let head = ["claim", "verdict", "why", "source"].map(str::to_owned);
    let rows = claims.iter().map(|claim| {
        let Finding { verdict, why, .. } = summary.finding(claim);
        let why = format!("{why} {}", claim.why);
        let verdict = Cell {
            text: verdict.word().to_owned(),
            strong: true,
        };
        vec![
            Cell::plain(&claim.text),
            verdict,
            Cell::plain(why.trim()),
            Cell::plain(&claim.source),
        ]
    });
    vec![
        Block::Heading(2, title.to_owned()),
        Block::Text(how),
        Block::Table(Table {
            head: head.to_vec(),
            rows: rows.collect(),
        }),
    ]
}

fn section(checked: &Checked, summary: &Summary, of: &MeasureSummary) -> Vec<Block> {
    let measure = of.measure;
    let is_over = |axis: &&Axis| of.lines(**axis).iter().any(|line| !line.mean.at.is_empty());
    let mut blocks = vec![
        Block::Heading(2, measure.title().to_owned()),
        Block::Text(format!("{} {}.", measure.sentence(), measure.source())),
    ];
    let axes: &[Axis] = if measure.is_over_percents() {
        &[Axis::Pages]
    } else {
        &[Axis::Pages, Axis::Requests]
    };
    for axis in axes.iter().filter(is_over) {
        blocks.push(Block::Chart(figure(summary, measure, *axis)));
        blocks.push(Block::Table(means(summary, of, *axis)));
    }
    let topics = checked.topics.len();
    if let Some(mark) = of.marks.last().copied().filter(|_| topics > 1) {
        blocks.push(Block::Heading(
            3,
            format!("{}, topic by topic, at {mark}", measure.title()),
        ));
        blocks.push(Block::Table(by_topic(summary, of, mark)));
    }
    blocks
}

/// The means over topics at the marks: the best in bold, what cannot be told from it with a sign.
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
        head.push("mean height of the curve".to_owned());
    }
    let lines = of.lines(axis);
    let standings = of
        .marks
        .iter()
        .map(|mark| summary.standing(of.measure, axis, *mark));
    let standings: Vec<_> = standings.collect();
    let row = |(contender, line): (usize, &Line)| {
        let mut row = vec![Cell::plain(&summary.contenders[contender])];
        for (mark, standing) in of.marks.iter().zip(&standings) {
            // Where all have the same mean, none is the best.
            let is_any = standing.level.len() + 1 < lines.len() || lines.len() == 1;
            let strong =
                is_any && (standing.best == Some(contender) || standing.level.contains(&contender));
            let tie = if standing.tied.contains(&contender) {
                " ="
            } else {
                ""
            };
            let text =
                with_error(of.measure, line.figure(*mark)) + &chance(of.measure, line, *mark) + tie;
            row.push(Cell { text, strong });
        }
        if whole {
            row.push(Cell::plain(with_error(of.measure, line.area())));
        }
        row
    };
    Table {
        head,
        rows: lines.iter().enumerate().map(row).collect(),
    }
}

fn by_topic(summary: &Summary, of: &MeasureSummary, mark: u32) -> Table {
    let head = std::iter::once("strategy".to_owned()).chain(summary.topics.iter().cloned());
    let row = |(contender, line): (usize, &Line)| {
        let values = line.by_topic.iter().map(|curve| {
            let value = curve.as_ref().and_then(|curve| curve.value(mark));
            Cell::plain(value.map_or_else(String::new, |value| of.measure.written(value)))
        });
        let name = Cell::plain(&summary.contenders[contender]);
        std::iter::once(name).chain(values).collect()
    };
    Table {
        head: head.collect(),
        rows: of.over_pages.iter().enumerate().map(row).collect(),
    }
}

fn costs(summary: &Summary) -> Table {
    let head = [
        "strategy",
        "crawls",
        "pages",
        "requests",
        "requests before it",
        "ends",
    ];
    let row = |(name, cost): (&String, &engine::compare::Cost)| {
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
        rows: summary
            .contenders
            .iter()
            .zip(&summary.costs)
            .map(row)
            .collect(),
    }
}

fn with_error(measure: Measure, figure: Option<stats::Figure>) -> String {
    figure.map_or_else(String::new, |figure| {
        let mean = measure.written(figure.mean);
        if figure.n < 2 {
            return mean;
        }
        format!("{mean} ± {}", measure.written(figure.error))
    })
}

/// The error that chance alone makes, in brackets, where crawls were repeated and did not come to the same.
fn chance(measure: Measure, line: &Line, mark: u32) -> String {
    let error = line.repeat_error(mark).filter(|error| *error > 0.0);
    error.map_or_else(String::new, |error| {
        format!(" ({})", measure.written(error))
    })
}
