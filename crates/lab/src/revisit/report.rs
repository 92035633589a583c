//! Builds the report of revisits: for each case the curves of freshness, means over webs, and the best
//! policy.

use super::plan::{Case, RevisitPlan};
use super::simulation::{CONTENDERS, Run};
use crate::plan_text;
use archive::compare::block::{Block, Cell, Figure, Table};
use archive::compare::svg::{Chart, Line, svg};
use evaluation::stats::{chance, mean, paired_t_test, standard_error};

/// Returns the blocks of a report; results are by case, contender and web.
pub fn blocks(plan: &RevisitPlan, results: &[Vec<Vec<Run>>], command: &str) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading(1, plan.title.clone()),
        Block::Text(setup(plan)),
        Block::List(vec![
            "optimal: the visit that adds the most freshness, weighted by relevance, comes first".to_owned(),
            "uniform: all pages are visited equally often".to_owned(),
            "proportional: a page is visited as often as it changes".to_owned(),
            "optimal, rates known: is told how often each page changes; a bound for all estimates".to_owned(),
        ]),
    ];
    for (number, (case, runs)) in plan.cases.iter().zip(results).enumerate() {
        blocks.push(Block::Heading(2, case.title.clone()));
        blocks.push(Block::Text(circumstances(plan, case)));
        blocks.push(Block::Chart(chart(case, number + 1, runs)));
        blocks.push(Block::Table(table(runs)));
        blocks.push(Block::Text(verdict(runs)));
    }
    blocks.push(Block::Heading(2, "Plan".to_owned()));
    blocks.push(Block::Code("sh", command.to_owned()));
    blocks.push(Block::Code(plan_text::language(&plan.text), plan.text.clone()));
    blocks
}

fn setup(plan: &RevisitPlan) -> String {
    format!(
        "All pages of {} demo webs are crawled once and then revisited for {} days. Pages change by Poisson processes, \
        twice a day to once in 512 days in the mean; articles vanish after two years in the mean. Rates are estimated \
        from the visits of the policy itself. Freshness is the share of pages whose saved text is up to date at noon; \
        age is the time since the first change that is not known yet, 0 for a fresh page. Both are weighted by \
        relevance.",
        plan.webs.len(),
        plan.days,
    )
}

fn circumstances(plan: &RevisitPlan, case: &Case) -> String {
    let dates = if case.dates {
        "Hosts send the date of a page's last change."
    } else {
        "Hosts send no dates: a visit shows only whether a page changed."
    };
    format!(
        "{} requests a day. {dates} Pages on {} have the relevance 1, others {}.",
        case.requests,
        plan.topics.join(", "),
        case.others
    )
}

fn chart(case: &Case, number: usize, runs: &[Vec<Run>]) -> Figure {
    let names: Vec<String> = CONTENDERS.iter().map(|by| by.name()).collect();
    let days = runs.iter().flatten().map(|run| run.freshness.len()).max();
    let days = days.unwrap_or_default();
    let at: Vec<u32> = (1..=engine::count(days)).collect();
    let of_day = |webs: &[Run], day: usize, how: fn(&[f64]) -> f64| {
        let values: Vec<f64> = webs.iter().map(|run| run.freshness[day]).collect();
        how(&values)
    };
    let curve = |webs: &Vec<Run>, how| (0..days).map(|day| of_day(webs, day, how)).collect();
    let curves: Vec<(Vec<f64>, Vec<f64>)> =
        runs.iter().map(|webs| (curve(webs, mean), curve(webs, standard_error))).collect();
    let lines = CONTENDERS.iter().zip(&names).zip(&curves);
    let title = format!("Freshness: {}", case.title);
    let chart = Chart {
        title: &title,
        across: "day",
        up: "share of pages that are up to date",
        lines: lines
            .map(|((by, name), (values, errors))| Line { name, at: &at, values, errors, is_bound: by.knows_rates })
            .collect(),
    };
    Figure { file: format!("freshness-{number}.svg"), svg: svg(&chart), title }
}

fn table(runs: &[Vec<Run>]) -> Table {
    let head = ["policy", "freshness", "age in days", "requests that found a change"];
    let best = ranked(runs, |run| &run.freshness).first().map(|(at, _)| *at);
    let row = |(at, webs): (usize, &Vec<Run>)| {
        let figure = |of: &dyn Fn(&Run) -> f64| {
            let values: Vec<f64> = webs.iter().map(of).collect();
            format!("{:.3} ± {:.3}", mean(&values), standard_error(&values))
        };
        let cells = [
            CONTENDERS[at].name(),
            figure(&|run| mean(&run.freshness)),
            figure(&|run| mean(&run.age)),
            figure(&|run| run.useful),
        ];
        let cell = |text| Cell { text, strong: best == Some(at) };
        cells.into_iter().map(cell).collect()
    };
    Table { head: head.map(str::to_owned).to_vec(), rows: runs.iter().enumerate().map(row).collect() }
}

/// Returns the policies that estimate rates and the mean of a curve on each web, the highest first.
fn ranked(runs: &[Vec<Run>], curve: fn(&Run) -> &[f64]) -> Vec<(usize, Vec<f64>)> {
    let of_webs = |webs: &[Run]| webs.iter().map(|run| mean(curve(run))).collect();
    let contenders = (0..CONTENDERS.len()).filter(|at| !CONTENDERS[*at].knows_rates);
    let mut ranked: Vec<(usize, Vec<f64>)> = contenders.map(|at| (at, of_webs(&runs[at]))).collect();
    ranked.sort_by(|(_, one), (_, other)| mean(other).total_cmp(&mean(one)));
    ranked
}

/// Describes which policy is freshest, the certainty of that, and which has the lowest age.
fn verdict(runs: &[Vec<Run>]) -> String {
    let ranked_by_age = ranked(runs, |run| &run.age);
    let ranked = ranked(runs, |run| &run.freshness);
    let ([(best, values), others @ ..], Some((youngest, _))) = (ranked.as_slice(), ranked_by_age.last()) else {
        return String::new();
    };
    let against = others.iter().map(|(at, other)| {
        let pairs: Vec<(f64, f64)> = values.iter().copied().zip(other.iter().copied()).collect();
        let test = paired_t_test(&pairs);
        let p = test.map_or_else(|| "not tested".to_owned(), |test| chance(test.p));
        let more = mean(values) - mean(other);
        format!("{more:.3} more than {} ({p})", CONTENDERS[*at].name())
    });
    format!(
        "The freshest policy is {}: {}. The lowest age is that of {}. Paired one-tailed t-tests over the webs, for a \
        policy picked after looking.",
        CONTENDERS[*best].name(),
        against.collect::<Vec<_>>().join(", "),
        CONTENDERS[*youngest].name(),
    )
}
