//! Computes the visible results of a comparison: the curves of one measure, tables at one mark, and conclusions.
//!
//! Only visible curves are sent, because curves are the largest part of the message.

use super::files::{link, reached};
use super::run::ComparisonRun;
use demo_web::DemoWeb;
use engine::{count, strategy};
use evaluation::compare::{Claim, ClaimResult, CurveFigure, MeasureSummary, Summary, TrialKey, TrialOutcome, words};
use evaluation::measures::Ceiling;
use protocol::compare::{
    Chart, ClaimVerdict, CompareChoices, ComparisonStatus, ComparisonView, CurveWithError, OpenComparison,
    RelativeRank, Row, TrialRow,
};
use std::collections::{BTreeMap, BTreeSet};
use types::measures::{Axis, Measure};
use types::spec::StrategySpec;
use types::strategy::StrategyInfo;

/// Returns the available measures and topics.
pub(super) fn choices(demo: &DemoWeb) -> CompareChoices {
    let topics = demo.topics().iter();
    CompareChoices { topics: topics.map(|topic| (topic.id.to_owned(), topic.title.to_owned())).collect() }
}

/// Returns the current view of a comparison.
pub(super) fn results(run: &ComparisonRun) -> OpenComparison {
    let outcomes = run.outcomes.borrow();
    let summary = summary(run);
    let look = whole(run.look.get(), &summary);
    let summary = Summary { contenders: summary.contenders.iter().map(|name| title(name)).collect(), ..summary };
    let card = run.card.borrow().clone();
    let fingerprint = run.fingerprint();
    let measure = look.measure.unwrap_or_default();
    let mark = look.mark.unwrap_or(summary.budget);
    OpenComparison {
        is_here: run.is_going.get(),
        elsewhere: run.lock.is_none(),
        is_closed: run.checked.is_empty(),
        standstill: run.standstill.borrow().clone(),
        chart: chart(&summary, measure, look.axis),
        marks: marks(&summary, measure),
        rows: rows(&summary, measure, look.axis, mark),
        // The mark of a percentage applies to no other measure.
        all: all(&summary, look.axis, if measure.is_over_percents() { summary.budget } else { mark }),
        words: conclusions(&summary, measure, mark),
        claims: if card.standing == ComparisonStatus::Done {
            let titled =
                |claim: &Claim| Claim { better: title(&claim.better), worse: title(&claim.worse), ..claim.clone() };
            let claims = run.checked.comparison.claims.iter().map(titled);
            claims.map(|claim| claimed(summary.finding(&claim))).collect()
        } else {
            Vec::new()
        },
        trials: if look.trials { outcomes.iter().map(|outcome| trial(run, outcome)).collect() } else { Vec::new() },
        link: link(&reached(&card.plan, fingerprint.clone())),
        fingerprint,
        contenders: summary.contenders,
        topics: summary.topics,
        look,
        card: card.list_entry(),
    }
}

/// Returns the conclusions about the visible measure, at its mark.
fn conclusions(summary: &Summary, measure: Measure, mark: u32) -> Vec<String> {
    let shown = summary.measures.iter().filter(|of| of.measure == measure);
    let shown = shown.map(|of| MeasureSummary { marks: vec![mark], ..of.clone() });
    words(&Summary { measures: shown.collect(), ..summary.clone() })
}

/// The note on a claim that predicts nothing.
const AFTERWARDS: &str = "claimed after seeing the results";

/// Returns the title of a strategy with the values of its parameters: "Best-N-first (Links per step: 4)". The text of a
/// strategy that this version does not have is unchanged.
pub(super) fn title(contender: &str) -> String {
    let spec = StrategySpec::read(contender).ok();
    let title = spec.and_then(|spec| Some(StrategyInfo::from(strategy::find(&spec.id)?).title_with(&spec.params)));
    title.unwrap_or_else(|| contender.to_owned())
}

fn claimed(finding: ClaimResult) -> ClaimVerdict {
    let ClaimResult { claim, verdict, why, .. } = finding;
    ClaimVerdict {
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

fn chart(summary: &Summary, measure: Measure, axis: Axis) -> Chart {
    let lines = summary.lines(measure, axis);
    let at = lines.iter().map(|line| &line.mean.at);
    let at = at.max_by_key(|at| at.len()).cloned().unwrap_or_default();
    let line = |line: &evaluation::compare::Line| {
        let topics = line.by_topic.iter().flatten().count();
        CurveWithError {
            mean: line.mean.values.clone(),
            error: if topics > 1 { line.error.clone() } else { Vec::new() },
        }
    };
    // The best possible result is only known over pages.
    let shown = summary.measures.iter().find(|of| of.measure == measure).filter(|_| axis == Axis::Pages);
    let ceiling = shown.and_then(|of| of.ceiling.as_ref());
    let reached = |ceiling: &Ceiling| at.iter().map(|at| ceiling.greedy.value(*at).unwrap_or_default()).collect();
    Chart { lines: lines.iter().map(line).collect(), ceiling: ceiling.map(reached).unwrap_or_default(), at }
}

fn rows(summary: &Summary, measure: Measure, axis: Axis, mark: u32) -> Vec<Row> {
    let places = places(summary, measure, axis, mark);
    let lines = summary.lines(measure, axis).iter().enumerate();
    let row = |(at, line): (usize, &evaluation::compare::Line)| {
        let (figure, area) = (line.figure(mark), line.area());
        let topics = line.by_topic.iter().flatten().count();
        Row {
            mean: figure.map(|figure| figure.mean),
            error: figure.filter(|_| topics > 1).map(|figure| figure.error),
            area: area.map(|area| area.mean),
            topics: count(topics),
            place: places.get(&at).copied().unwrap_or_default(),
        }
    };
    lines.map(row).collect()
}

/// Returns the rank of each strategy relative to the best.
fn places(summary: &Summary, measure: Measure, axis: Axis, mark: u32) -> BTreeMap<usize, RelativeRank> {
    let standing = summary.ranking_at(measure, axis, mark);
    let others = [&standing.tied, &standing.undecided, &standing.not_judged, &standing.behind];
    // A single strategy has no rank.
    let Some(best) = standing.best.filter(|_| others.iter().any(|some| !some.is_empty())) else {
        return BTreeMap::new();
    };
    let pairs = summary.versus(measure, axis, CurveFigure::At(mark));
    let chance = |other: usize| {
        let both = [best, other];
        pairs.iter().find(|pair| both.contains(&pair.better) && both.contains(&pair.worse))?.chance
    };
    // If several share the best mean, none of them is the best.
    let first = if standing.level.is_empty() { RelativeRank::Best } else { RelativeRank::Same };
    let tied = standing.tied.iter().map(|of| match chance(*of) {
        _ if standing.level.contains(of) => (*of, RelativeRank::Same),
        p => (*of, RelativeRank::Tied(p.unwrap_or(1.0))),
    });
    let undecided = standing.undecided.iter().map(|of| (*of, RelativeRank::Undecided(chance(*of).unwrap_or(1.0))));
    let not_judged = standing.not_judged.iter().map(|of| (*of, RelativeRank::NotJudged));
    let behind = standing.behind.iter().map(|of| (*of, RelativeRank::Behind(chance(*of).unwrap_or_default())));
    tied.chain(undecided).chain(not_judged).chain(behind).chain([(best, first)]).collect()
}

fn all(summary: &Summary, axis: Axis, mark: u32) -> Vec<(Measure, Vec<Row>)> {
    let measures = summary.measures.iter().map(|of| {
        // The search length has separate marks, so its last one is shown.
        let last = of.marks.last().copied().filter(|_| of.measure.is_over_percents());
        (of.measure, rows(summary, of.measure, axis, last.unwrap_or(mark)))
    });
    measures.collect()
}

fn trial(run: &ComparisonRun, outcome: &TrialOutcome) -> TrialRow {
    TrialRow {
        at: count(run.index_of(&outcome.key).unwrap_or_default()),
        contender: title(&outcome.key.contender),
        topic: outcome.key.topic.clone(),
        group: count(outcome.key.group + 1),
        repeat: outcome.key.repeat + 1,
        pages: outcome.pages,
        requests: outcome.requests,
        end: outcome.end.sentence().to_owned(),
        digest: outcome.digest.clone(),
    }
}

/// Summarizes the outcomes that can be compared.
///
/// While crawls are missing, only topics on which all strategies have run are counted, because means over different
/// topics are not comparable. Before any topic is complete, all outcomes belong to the first one.
pub(super) fn summary(run: &ComparisonRun) -> Summary {
    let outcomes = run.outcomes.borrow();
    let done: BTreeSet<&TrialKey> = outcomes.iter().map(|outcome| &outcome.key).collect();
    let missing: BTreeSet<&str> = run.keys().filter(|key| !done.contains(key)).map(|key| &*key.topic).collect();
    let is_whole = |outcome: &&TrialOutcome| !missing.contains(&*outcome.key.topic);
    let whole: Vec<TrialOutcome> =
        if missing.is_empty() { Vec::new() } else { outcomes.iter().filter(is_whole).cloned().collect() };
    if whole.is_empty() {
        return Summary::new(&run.checked, &outcomes);
    }
    Summary { done: engine::count(outcomes.len()), ..Summary::new(&run.checked, &whole) }
}

/// Fills in defaults for the person's choices: the first measure and the last mark.
pub(super) fn whole(look: ComparisonView, summary: &Summary) -> ComparisonView {
    let there = |measure: &Measure| summary.measures.iter().any(|of| of.measure == *measure);
    let first = || summary.measures.first().map(|of| of.measure);
    let measure = look.measure.filter(there).or_else(first);
    let marks = measure.map(|measure| marks(summary, measure)).unwrap_or_default();
    let mark = look.mark.filter(|mark| marks.contains(mark));
    ComparisonView {
        axis: measure.map_or(look.axis, |measure| axis_of(look, measure)),
        measure,
        mark: mark.or_else(|| marks.last().copied()),
        ..look
    }
}

/// Returns the axis of a measure: the selected one, unless the measure is only defined over pages.
pub(super) fn axis_of(look: ComparisonView, measure: Measure) -> Axis {
    if measure.has_only_page_axis() { Axis::Pages } else { look.axis }
}

/// Returns the marks at which a table can be evaluated, including the end.
pub(super) fn marks(summary: &Summary, measure: Measure) -> Vec<u32> {
    let of_measure = summary.measures.iter().find(|of| of.measure == measure);
    let mut marks = of_measure.map(|of| of.marks.clone()).unwrap_or_default();
    if !measure.is_over_percents() && marks.last() != Some(&summary.budget) {
        marks.push(summary.budget);
    }
    marks
}
