//! What the page is told of a comparison: the curves of one measure, tables at one mark, sentences; all of it worked out by the engine.
//!
//! Left out on purpose: whole curves of what is not on the screen, which would be most of the message.

use super::files;
use super::run::Run;
use crate::protocol::compare::{
    Cell, Chart, Claimed, Line, Look, MeasureInfo, Offer, Place, Row, Shown, Standing, TrialRow,
};
use demo_web::DemoWeb;
use engine::compare::{Finding, MeasureSummary, Outcome, Summary, TrialKey, words};
use engine::eval::{Axis, Ceiling, Measure};
use std::collections::{BTreeMap, BTreeSet};

/// What there is to choose from.
pub(super) fn offer(demo: &DemoWeb) -> Offer {
    let info = |measure: Measure| MeasureInfo {
        measure,
        id: measure.id().to_owned(),
        title: measure.title().to_owned(),
        sentence: measure.sentence().to_owned(),
        source: measure.source().to_owned(),
        extent: measure.extent(),
        needs: measure.needs(),
    };
    let topics = demo.topics().iter();
    Offer {
        measures: Measure::ALL.into_iter().map(info).collect(),
        topics: topics
            .map(|topic| (topic.id.to_owned(), topic.title.to_owned()))
            .collect(),
    }
}

/// The comparison as it stands.
pub(super) fn shown(run: &Run) -> Shown {
    let outcomes = run.outcomes.borrow();
    let summary = summary(run);
    let look = whole(run.look.get(), &summary);
    let card = run.card.borrow().clone();
    let fingerprint = run.fingerprint();
    let measure = look.measure.unwrap_or_default();
    let mark = look.mark.unwrap_or(summary.budget);
    Shown {
        is_here: run.is_going.get(),
        elsewhere: run.lock.is_none(),
        is_closed: run.checked.is_empty(),
        trouble: run.trouble.borrow().clone(),
        chart: chart(&summary, measure, look.axis),
        marks: marks(&summary, measure),
        rows: rows(&summary, measure, look.axis, mark),
        all: all(&summary, look.axis, of_all(&summary, measure, mark)),
        words: said(&summary, measure, mark),
        claims: if card.standing == Standing::Done {
            let claims = run.checked.comparison.claims.iter();
            claims
                .map(|claim| claimed(summary.finding(claim)))
                .collect()
        } else {
            Vec::new()
        },
        trials: if look.trials {
            outcomes.iter().map(trial).collect()
        } else {
            Vec::new()
        },
        link: files::link(&files::reached(&card.plan, fingerprint.clone())),
        fingerprint,
        contenders: summary.contenders,
        topics: summary.topics,
        look,
        card: card.told(),
    }
}

/// What the outcomes say that can be compared: while crawls are missing, those of the topics that all strategies have run on. The mean of one over
/// two topics says nothing beside the mean of another over one of them. Before any topic is complete, all there is is of the first one.
pub(super) fn summary(run: &Run) -> Summary {
    let outcomes = run.outcomes.borrow();
    let done: BTreeSet<&TrialKey> = outcomes.iter().map(|outcome| &outcome.key).collect();
    let missing = run.keys().filter(|key| !done.contains(key));
    let missing: BTreeSet<&str> = missing.map(|key| &*key.topic).collect();
    let is_whole = |outcome: &&Outcome| !missing.contains(&*outcome.key.topic);
    let whole: Vec<Outcome> = if missing.is_empty() {
        Vec::new()
    } else {
        outcomes.iter().filter(is_whole).cloned().collect()
    };
    if whole.is_empty() {
        return Summary::of(&run.checked, &outcomes);
    }
    Summary {
        done: u32::try_from(outcomes.len()).unwrap_or(u32::MAX),
        ..Summary::of(&run.checked, &whole)
    }
}

/// The sentences about the measure that is on the screen, where its table is taken.
fn said(summary: &Summary, measure: Measure, mark: u32) -> Vec<String> {
    let own = summary.measures.iter().find(|of| of.measure == measure);
    let own = own.map(|of| MeasureSummary {
        marks: vec![mark],
        ..of.clone()
    });
    words(&Summary {
        measures: own.into_iter().collect(),
        ..summary.clone()
    })
}

/// What is said of a claim that foretells nothing.
const AFTERWARDS: &str = "made after a look at the figures";

fn claimed(finding: Finding) -> Claimed {
    let Finding {
        claim,
        verdict,
        why,
        ..
    } = finding;
    Claimed {
        text: claim.text,
        source: match (claim.afterwards, claim.source.as_str()) {
            (false, _) => claim.source,
            (true, "") => AFTERWARDS.to_owned(),
            (true, source) => format!("{source}; {AFTERWARDS}"),
        },
        verdict: verdict.word().to_owned(),
        why,
        remark: claim.why,
    }
}

/// What is on the screen, with what was not said: the first measure, the end.
pub(super) fn whole(look: Look, summary: &Summary) -> Look {
    let there = |measure: &Measure| summary.measures.iter().any(|of| of.measure == *measure);
    let first = || summary.measures.first().map(|of| of.measure);
    let measure = look.measure.filter(there).or_else(first);
    let marks = measure
        .map(|measure| marks(summary, measure))
        .unwrap_or_default();
    let mark = look.mark.filter(|mark| marks.contains(mark));
    Look {
        axis: measure.map_or(look.axis, |measure| axis_of(look, measure)),
        measure,
        mark: mark.or_else(|| marks.last().copied()),
        ..look
    }
}

/// What a measure is shown over: what was asked for, unless it is over pages alone.
pub(super) fn axis_of(look: Look, measure: Measure) -> Axis {
    if measure.is_over_pages_alone() {
        Axis::Pages
    } else {
        look.axis
    }
}

/// Where a table can be taken: the marks, and the end.
fn marks(summary: &Summary, measure: Measure) -> Vec<u32> {
    let own = summary.measures.iter().find(|of| of.measure == measure);
    let mut marks = own.map(|of| of.marks.clone()).unwrap_or_default();
    if !measure.is_over_percents() && marks.last() != Some(&summary.budget) {
        marks.push(summary.budget);
    }
    marks
}

fn chart(summary: &Summary, measure: Measure, axis: Axis) -> Chart {
    let lines = summary.lines(measure, axis);
    let at = lines.iter().map(|line| &line.mean.at);
    let at = at.max_by_key(|at| at.len()).cloned().unwrap_or_default();
    let line = |line: &engine::compare::Line| {
        let topics = line.by_topic.iter().flatten().count();
        Line {
            mean: line.mean.values.clone(),
            error: if topics > 1 {
                line.error.clone()
            } else {
                Vec::new()
            },
        }
    };
    let own = summary.measures.iter().find(|of| of.measure == measure);
    let ceiling = own.and_then(|of| of.ceiling.as_ref());
    // What could have been reached is known over pages alone.
    let ceiling = ceiling.filter(|_| axis == Axis::Pages);
    let reached = |ceiling: &Ceiling| -> Vec<f64> {
        let values = at.iter().map(|at| ceiling.greedy.value(*at));
        values.map(Option::unwrap_or_default).collect()
    };
    Chart {
        lines: lines.iter().map(line).collect(),
        ceiling: ceiling.map(reached).unwrap_or_default(),
        at,
    }
}

fn rows(summary: &Summary, measure: Measure, axis: Axis, mark: u32) -> Vec<Row> {
    let places = places(summary, measure, axis, mark);
    let lines = summary.lines(measure, axis).iter().enumerate();
    let row = |(at, line): (usize, &engine::compare::Line)| {
        let (figure, area) = (line.figure(mark), line.area());
        let topics = line.by_topic.iter().flatten().count();
        Row {
            mean: figure.map(|figure| figure.mean),
            error: figure.filter(|_| topics > 1).map(|figure| figure.error),
            area: area.map(|area| area.mean),
            topics: u32::try_from(topics).unwrap_or(u32::MAX),
            place: places.get(&at).copied().unwrap_or_default(),
        }
    };
    lines.map(row).collect()
}

/// How all strategies stand beside the best.
fn places(summary: &Summary, measure: Measure, axis: Axis, mark: u32) -> BTreeMap<usize, Place> {
    let standing = summary.standing(measure, axis, mark);
    let others = standing.tied.len() + standing.behind.len();
    // One alone is neither the best nor behind.
    let Some(best) = standing.best.filter(|_| others > 0) else {
        return BTreeMap::new();
    };
    let pairs = summary.versus(measure, axis, mark);
    let chance = |other: usize| {
        let both = [best, other];
        let pair = pairs
            .iter()
            .find(|pair| both.contains(&pair.better) && both.contains(&pair.worse));
        pair?.chance
    };
    // Where several share the best mean, none of them is the best.
    let first = if standing.level.is_empty() {
        Place::Best
    } else {
        Place::Same
    };
    let tied = standing.tied.iter().map(|of| match chance(*of) {
        _ if standing.level.contains(of) => (*of, Place::Same),
        p => (*of, Place::Tied(p)),
    });
    let behind = standing.behind.iter();
    let behind = behind.map(|of| (*of, Place::Behind(chance(*of).unwrap_or_default())));
    tied.chain(behind).chain([(best, first)]).collect()
}

/// Where the table of all measures is taken: where that of one is, unless it runs over percents, which are no pages.
fn of_all(summary: &Summary, measure: Measure, mark: u32) -> u32 {
    if measure.is_over_percents() {
        summary.budget
    } else {
        mark
    }
}

fn all(summary: &Summary, axis: Axis, mark: u32) -> Vec<(Measure, Vec<Cell>)> {
    let measures = summary.measures.iter().map(|of| {
        let measure = of.measure;
        // The search length has places of its own: the last of them stands for it.
        let mark = if measure.is_over_percents() {
            of.marks.last().copied().unwrap_or(mark)
        } else {
            mark
        };
        let places = places(summary, measure, axis, mark);
        let cells = of.lines(axis).iter().enumerate().map(|(at, line)| Cell {
            mean: line.figure(mark).map(|figure| figure.mean),
            place: places.get(&at).copied().unwrap_or_default(),
        });
        (measure, cells.collect())
    });
    measures.collect()
}

fn trial(outcome: &Outcome) -> TrialRow {
    TrialRow {
        contender: outcome.key.contender.clone(),
        topic: outcome.key.topic.clone(),
        group: u32::try_from(outcome.key.group + 1).unwrap_or(u32::MAX),
        repeat: outcome.key.repeat + 1,
        pages: outcome.pages,
        requests: outcome.requests,
        end: outcome.end.sentence().to_owned(),
        digest: outcome.digest.clone(),
    }
}
