//! Renders the tables of a comparison: the measure of the curves, all measures, all crawls.

use super::curves::{classes, sample};
use super::figures::{error, sign, standing, written};
use crate::views::prelude::*;
use crate::widgets::tables::heads;
use protocol::compare::{CompareRequest, ComparisonView, OpenComparison, RelativeRank, Row, TrialRow};
use types::measures::{Axis, Better, Extent, Measure};
use web_sys::HtmlDetailsElement;

/// The most crawls that are listed; the exported file has all.
const TRIALS: usize = 500;
/// The columns of the table of one measure, and of that of all crawls.
const RANKING: [&str; 4] = ["Strategy", "Mean\u{a0}±\u{a0}error", "Compared with the best", "Area under the curve"];
const CRAWLS: [&str; 9] =
    ["Strategy", "Topic", "Seeds", "Run", "Pages", "Requests", "End reason", "Fingerprint", "Crawl"];

/// Renders the table of one measure.
pub(crate) fn measure(shows: &OpenComparison, measure: Measure) -> Html {
    let topics = shows.rows.iter().map(|row| row.topics).max().unwrap_or(0);
    let row = |(at, row): (usize, &Row)| {
        let name = shows.contenders.get(at).cloned().unwrap_or_default();
        let figure =
            |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| written(value, measure.extent()));
        let error = |row: &Row| {
            let (off, mean) = row.error.zip(row.mean)?;
            Some(format!(" {}", error(off, mean, measure.extent())))
        };
        html! {
            <tr key={at} class={classes!(is_front(row.place).then_some("front"))}>
                <th scope="row">{ sample(&classes(at)) }{ " " }{ name }</th>
                <td class="figure">{ figure(row.mean) }<small>{ error(row) }</small></td>
                <td>{ standing(row.place) }</td>
                <td class="figure">{ figure(row.area) }</td>
            </tr>
        }
    };
    html! {
        <section class="insight contest-table" aria-labelledby="standings">
            <h2 id="standings">{ "Ranking" }</h2>
            <div class="sideways" role="group" tabindex="0" aria-label="Ranking">
                <table>
                    <caption class="fine">
                        { format!("{} {}, means over {}{}.", measure.title(), when(shows, measure),
                            counted(topics, "topic"), so_far(shows, topics)) }
                    </caption>
                    { heads(RANKING, |at| at % 2 == 1) }
                    <tbody>{ for ranked(&shows.rows, measure.better()).into_iter().map(row) }</tbody>
                </table>
            </div>
        </section>
    }
}

/// Returns whether a strategy is the best or tied with it.
fn is_front(place: RelativeRank) -> bool {
    matches!(place, RelativeRank::Best | RelativeRank::Same | RelativeRank::Tied(_))
}

/// Returns the rows with their indices in the plan, the best mean first.
fn ranked(rows: &[Row], better: Better) -> Vec<(usize, &Row)> {
    let mut ranked: Vec<(usize, &Row)> = rows.iter().enumerate().collect();
    ranked.sort_by(|(_, one), (_, other)| match (one.mean, other.mean) {
        (Some(one), Some(other)) if better != Better::Lower => other.total_cmp(&one),
        (Some(one), Some(other)) => one.total_cmp(&other),
        (one, other) => other.is_some().cmp(&one.is_some()),
    });
    ranked
}

/// Returns a note if the table covers fewer topics than the comparison has.
fn so_far(shows: &OpenComparison, topics: u32) -> &'static str {
    if (topics as usize) < shows.topics.len() { " completed by all strategies so far" } else { "" }
}

/// Returns the mark at which the table is evaluated.
fn when(shows: &OpenComparison, measure: Measure) -> String {
    let Some(mark) = shows.look.mark else {
        return "at the end".to_owned();
    };
    if measure.is_over_percents() {
        return format!("for {mark}% of the relevant pages");
    }
    let what = match shows.look.axis {
        Axis::Pages => "pages",
        Axis::Requests => "requests",
    };
    format!("after {} {what}", grouped(mark))
}

/// Returns the mark at which the table of all measures is evaluated: the end if the selected measure uses percents.
fn when_all(shows: &OpenComparison) -> String {
    match shows.look.measure {
        Some(measure) if !measure.is_over_percents() => when(shows, measure),
        _ => "at the end".to_owned(),
    }
}

/// Returns whether there is no judgment yet, so that tables would be empty.
pub(crate) fn is_empty(shows: &OpenComparison) -> bool {
    shows.rows.iter().all(|row| row.mean.is_none()) && shows.card.done == 0
}

/// Renders all measures side by side.
pub(crate) fn all(shows: &OpenComparison) -> Html {
    if shows.all.len() < 2 || is_empty(shows) {
        return Html::default();
    }
    let cell = |cell: Option<&Row>, extent: Extent| {
        let Some(Row { mean: Some(mean), place, .. }) = cell else {
            return html! { <td class="figure">{ "–" }</td> };
        };
        let (mark, meaning) = sign(*place);
        let front = is_front(*place).then_some("front");
        html! {
            <td class={classes!("figure", front)}>
                { written(*mean, extent) }
                <span class="sign" title={meaning} aria-hidden="true">{ mark }</span>
                <span class="unseen">{ meaning }</span>
            </td>
        }
    };
    let measures = shows.all.iter().map(|(measure, _)| measure.title());
    html! {
        <section class="insight contest-table" aria-labelledby="all-measures">
            <h2 id="all-measures">{ "All measures" }</h2>
            <div class="sideways" role="group" tabindex="0" aria-label="All measures">
                <table>
                    <caption class="fine">
                        { format!("Means {}. ● marks the best, ≈ a statistical tie with it, ? a large difference that \
                            is not significant.", when_all(shows)) }
                    </caption>
                    { heads(std::iter::once("Strategy").chain(measures), |at| at > 0) }
                    <tbody>
                        for (at, name) in shows.contenders.iter().enumerate() {
                            <tr key={at}><th scope="row">{ sample(&classes(at)) }{ " " }{ name }</th>
                                for (measure, cells) in &shows.all { { cell(cells.get(at), measure.extent()) } }
                            </tr>
                        }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

/// Renders the folded list of all crawls.
pub(crate) fn trials(shows: &OpenComparison, dispatch: &Dispatch) -> Html {
    let look = shows.look;
    let ontoggle = dispatch.actions.reform(move |event: Event| {
        let trials = event.target_dyn_into::<HtmlDetailsElement>().is_some_and(|fold| fold.open());
        Action::Compare(CompareAction::Look(ComparisonView { trials, ..look }))
    });
    let more = shows.trials.len().saturating_sub(TRIALS);
    html! {
        <details class="numbers contest-trials" {ontoggle}>
            <summary>{ "All crawls" }</summary>
            <p class="fine">{ opening(shows.card.source.is_live()) }</p>
            if let Some(fingerprint) = &shows.fingerprint {
                <p class="fine">
                    { "Fingerprint of all crawls: " }
                    <code id="fingerprint">{ fingerprint }</code>
                    { ". Repeating the plan gives the same fingerprint." }
                </p>
            }
            <div class="sideways" tabindex="0" role="region" aria-label="All crawls">
                <table>
                    { heads(CRAWLS, |_| false) }
                    <tbody>
                        for trial in shows.trials.iter().take(TRIALS) {
                            <tr>
                                <th scope="row">{ &trial.contender }</th>
                                <td>{ shown(&trial.topic) }</td>
                                <td>{ trial.group }</td>
                                <td>{ trial.repeat }</td>
                                <td>{ grouped(trial.pages) }</td>
                                <td>{ grouped(trial.requests) }</td>
                                <td>{ &trial.end }</td>
                                <td>{ &trial.digest }</td>
                                <td>{ open_crawl(trial, dispatch) }</td>
                            </tr>
                        }
                    </tbody>
                </table>
            </div>
            if more > 0 { <p class="fine">{ format!("{} more are in the CSV file.", grouped(more as f64)) }</p> }
        </details>
    }
}

/// Returns the effect of opening a trial as a text.
fn opening(is_live: bool) -> &'static str {
    if is_live {
        "“Open” saves a crawl with the same plan in the Library. It starts when you resume it, and sites may have \
        changed."
    } else {
        "“Open” repeats a crawl on the Crawl page, page by page, and saves it in the Library."
    }
}

/// Renders the button that opens a trial as a crawl.
fn open_crawl(trial: &TrialRow, dispatch: &Dispatch) -> Html {
    let at = trial.at;
    let onclick =
        dispatch.on::<MouseEvent>(move || vec![Action::Compare(CompareAction::Request(CompareRequest::SaveCrawl(at)))]);
    let name = format!("Open crawl: {} on {}", trial.contender, shown(&trial.topic));
    html! { <button type="button" class="quiet" aria-label={name} {onclick}>{ "Open" }</button> }
}

/// Returns a callback that changes the visible figures: the choice is shown at once, and the worker is asked for its
/// values.
pub(crate) fn looking(dispatch: &Dispatch, next: impl Fn(String) -> ComparisonView + 'static) -> Callback<InputEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: InputEvent| {
        dispatch.dispatch(Action::Compare(CompareAction::Look(next(typed(&event)))));
    })
}
