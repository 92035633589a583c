//! Tests the value of a visit, the observations of visits, and the order of pages against values computed by hand.

use super::*;
use Interval::{Changed, LastChange, Unchanged};
use types::report::Validators;

const DAY: Millis = 86_400_000;

fn near(found: f64, by_hand: f64) {
    assert!((found - by_hand).abs() < 1e-9, "{found} and not {by_hand}");
}

fn visit(day: Millis, outcome: VisitOutcome, changed: Option<Millis>) -> Visit {
    let validators = Validators { etag: None, last_modified: changed.map(|day| day * DAY) };
    Visit { at: day * DAY, found: day * DAY, outcome, validators }
}

/// λ = 0.5 per day, 4 days: (1 − e^−2 · 3) / 0.5 = 1.187988301 (e^−2 = 0.1353352832366127). λ = 2, 1 day: (1 − e^−2 ·
/// 3) / 2.
#[test]
fn the_gain_is_the_derivative_of_freshness() {
    let part = 1.0 - 3.0 * 0.135_335_283_236_612_7;
    near(gain(0.5, 4.0), part / 0.5);
    near(gain(2.0, 1.0), part / 2.0);
    near(RefreshPolicy::Optimal.priority(2.0, 0.5, 1.0), part / 4.0);
    near(RefreshPolicy::Uniform.priority(2.0, 0.5, 1.0), 1.0);
    near(RefreshPolicy::Proportional.priority(2.0, 0.5, 3.0), 6.0);
}

/// F(λ, f) = (f / λ) · (1 − e^(−λ / f)): a small increase of f adds the gain at 1 / f days to it.
#[test]
fn a_step_of_the_frequency_adds_the_gain() {
    let freshness = |rate: f64, f: f64| -f / rate * expm1(-rate / f);
    for (rate, f) in [(0.1, 0.2), (1.0, 0.5), (3.0, 1.0)] {
        let step = 1e-5;
        let slope = (freshness(rate, f + step) - freshness(rate, f - step)) / (2.0 * step);
        assert!((gain(rate, 1.0 / f) - slope).abs() < 1e-7, "{rate} {f}");
    }
}

/// At λt = 1e-4 the series and the formula agree: 1e-4 · t · (1/2 − 1e-4 / 3).
#[test]
fn the_gain_is_continuous_where_the_series_ends() {
    let (below, above) = (gain(0.999_999e-4, 1.0), gain(1.000_001e-4, 1.0));
    assert!(below < above && above - below < 1e-9, "{below} {above}");
    near(gain(1e-9, 1.0) * 1e9, 0.5);
}

#[test]
fn a_page_that_changes_too_often_has_less_priority() {
    let week = |rate| RefreshPolicy::Optimal.priority(rate, 1.0, 7.0);
    assert!(week(0.2) > week(0.01) && week(0.2) > week(20.0));
    assert!(week(20.0) < week(2.0));
}

#[test]
fn numbers_count_as_changes_and_white_space_does_not() {
    let page = "A chess board costs 12 euros\nUpdated 2026-11-24";
    assert!(is_same_text(page, "A chess  board costs\n12 euros Updated 2026-11-24 "));
    assert!(!is_same_text(page, &page.replace("12", "15")), "a price");
    assert!(!is_same_text(page, &page.replace("-24", "-25")), "a date");
    assert!(!is_same_text(page, &page.replace("euros", "pounds")));
    assert!(!is_same_text(page, &format!("{page} 2")), "more text");
}

#[test]
fn a_line_that_moves_in_or_out_of_the_main_text_is_no_change() {
    let check = |visits, expected: [&str; 2]| assert_eq!(without_moved_lines(visits), expected, "{visits:?}");
    check(
        [("Foxes\nSleep by day.\nSee also", "Home"), ("Foxes\nSleep by day.", "Home\nSee also")],
        ["Foxes\nSleep by day."; 2],
    );
    check([("Foxes", "Home\nIn dens."), ("Foxes\nIn dens.", "Start")], ["Foxes"; 2]);
    // A line of both main texts stays in both, though it is repeated elsewhere.
    check([("Foxes\nShare", ""), ("Foxes\nShare", "Share")], ["Foxes\nShare"; 2]);
    // Lines that the page has lost, or did not have, count.
    check([("Foxes\n12 euros", "Home"), ("Foxes\n13 euros", "Home")], ["Foxes\n12 euros", "Foxes\n13 euros"]);
}

#[test]
fn visits_become_intervals() {
    use VisitOutcome::{Changed as C, Failed, Gone, Read, Unchanged as U};
    let check = |visits: &[Visit], expected: &[Interval]| {
        assert_eq!(intervals(visits), expected, "{visits:?}");
    };
    check(&[visit(10, Read, None)], &[]);
    check(&[visit(10, Read, Some(4))], &[LastChange(6.0)]);
    check(&[visit(10, Read, Some(11))], &[]);
    let plain =
        [visit(10, Read, None), visit(12, U, None), visit(13, Failed, None), visit(17, C, None), visit(18, Gone, None)];
    check(&plain, &[Unchanged(2.0), Changed(5.0)]);
    // The date gives the time of the change. It also shows that a page without a comparable text did not change.
    let dated = [visit(10, Read, Some(4)), visit(20, C, Some(17)), visit(30, Read, Some(17))];
    check(&dated, &[LastChange(6.0), LastChange(3.0), Unchanged(10.0)]);
    // A date before the last visit contradicts a change since then; the text decides.
    check(&[visit(10, Read, None), visit(20, C, Some(9))], &[Changed(10.0)]);
}

/// The crawl: 1 change in 6 days plus the typical one in 120: 2 / 126. Host a: (1 + 1) / (63 + 6) = 2 / 69. Host b has
/// no changes, so its rate is the expected 2 / 126. The first page: (1 + 1) / (34.5 + 6).
#[test]
fn a_page_without_history_gets_the_rate_of_its_host_or_crawl() {
    use VisitOutcome::Read;
    let dated = [visit(10, Read, Some(4))];
    let plain = [visit(10, Read, None)];
    let page = |host, visits| VisitedPage { host, relevance: 1.0, visits };
    let found = change_rates(&[page("a", &dated), page("a", &plain), page("b", &plain)]);
    let by_hand = [2.0 / 40.5, 2.0 / 69.0, 2.0 / 126.0];
    for (found, by_hand) in found.into_iter().zip(by_hand) {
        near(found, by_hand);
    }
}

#[test]
fn the_most_urgent_pages_come_first_within_the_budget_without_gone_pages() {
    use VisitOutcome::{Failed, Gone, Read};
    let (old, young) = ([visit(1, Read, None)], [visit(20, Read, None)]);
    let gone = [visit(1, Read, None), visit(2, Gone, None)];
    let failed = [visit(1, Read, None), visit(20, Failed, None)];
    let page = |relevance, visits| VisitedPage { host: "a", relevance, visits };
    let pages = [page(0.9, &young[..]), page(0.9, &gone), page(0.5, &old), page(0.9, &failed), page(0.5, &old)];
    let by = |policy, budget| order(policy, &pages, &change_rates(&pages), 30 * DAY, budget);
    assert_eq!(by(RefreshPolicy::Optimal, 9), [2, 4, 0, 3]);
    assert_eq!(by(RefreshPolicy::Uniform, 9), [2, 4, 0, 3]);
    assert_eq!(by(RefreshPolicy::Optimal, 2), [2, 4]);
}

#[test]
fn a_page_that_had_changed_before_every_visit_changes_more_often_than_it_was_visited() {
    use VisitOutcome::{Changed, Read, Unchanged};
    let visits = |outcomes: [VisitOutcome; 3], changed| {
        [0, 20, 60].map(|day| {
            let at = usize::from(day > 0) + usize::from(day > 20);
            visit(100 + day, outcomes[at], changed)
        })
    };
    for (visits, expected) in [
        (visits([Read, Changed, Changed], None), Some(ChangePeriod::AtMost(30.0))),
        (visits([Read, Changed, Unchanged], None), Some(ChangePeriod::About(4.0))),
        (visits([Read, Changed, Changed], Some(90)), Some(ChangePeriod::About(4.0))),
        (visits([Read, Changed, VisitOutcome::Failed], None), None),
    ] {
        assert_eq!(change_period(&visits, 0.25), expected, "{visits:?}");
    }
}
