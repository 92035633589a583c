//! Tests charts: their bytes, their escaping, their ticks.

use super::*;
use crate::golden::golden;

const AT: [u32; 4] = [10, 100, 200, 400];

fn line<'a>(name: &'a str, values: &'a [f64]) -> Line<'a> {
    Line { name, at: &AT, values, ..Line::default() }
}

fn chart(lines: Vec<Line<'_>>) -> Chart<'_> {
    Chart { title: "Harvest rate", across: "pages", up: "share of relevant pages", lines }
}

#[test]
fn a_chart_is_the_same_to_the_byte() {
    let best = Line { errors: &[0.1, 0.05, 0.04, 0.02], ..line("best-first", &[0.9, 0.5, 0.4, 0.3]) };
    let bound = Line { is_bound: true, ..line("ceiling", &[1.0, 1.0, 0.8, 0.4]) };
    let chart = chart(vec![best, line("breadth-first", &[0.0, 0.1, 0.1, 0.2]), bound]);
    golden("chart.svg", &svg(&chart));
}

#[test]
fn names_never_become_markup() {
    let drawn = svg(&Chart {
        title: "</title><script>alert(1)</script>",
        across: "a & b",
        up: "\"up\"",
        lines: vec![line("<b onclick='x'>", &[0.0; 4])],
    });
    assert!(!drawn.contains("<script") && !drawn.contains("<b "), "{drawn}");
    assert!(drawn.contains("a &amp; b") && drawn.contains("&quot;up&quot;"));
    // Only tags of our own occur.
    for tag in drawn.split('<').skip(1) {
        let name: String = tag.chars().take_while(|c| c.is_ascii_alphabetic() || *c == '/').collect();
        let ours = ["svg", "title", "desc", "style", "rect", "text", "line", "path", "g"];
        assert!(ours.contains(&name.trim_matches('/')), "{name}");
    }
}

#[test]
fn steps_are_round_and_ticks_show_significant_digits() {
    for (least, step) in [(0.04, 0.05), (0.18, 0.2), (0.21, 0.25), (30.0, 50.0), (100.0, 100.0), (667.0, 1_000.0)] {
        assert!((round_step(least) - step).abs() < 1e-9, "{least}: {}", round_step(least));
    }
    for (value, step, text) in [(0.15, 0.05, "0.15"), (0.5, 0.25, "0.50"), (200.0, 200.0, "200"), (2.0, 0.5, "2.0")] {
        assert_eq!(number(value, step), text);
    }
    let up: Vec<String> = ticks(0.0, 0.3, 0.1).map(|tick| number(tick, 0.1)).collect();
    assert_eq!(up, ["0.0", "0.1", "0.2", "0.3"]);
}

#[test]
fn a_chart_without_lines_or_finite_values_is_valid() {
    for lines in [
        vec![],
        vec![line("none", &[])],
        vec![line("nan", &[f64::NAN, f64::INFINITY, 0.0, 1.0])],
        vec![line("zero", &[0.0; 4])],
    ] {
        let drawn = svg(&chart(lines));
        assert!(drawn.ends_with("</svg>\n"), "{drawn}");
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
    }
}

#[test]
fn two_dozen_lines_are_distinguishable_without_color() {
    let zero = line("x", &[0.0; 4]);
    let looks: std::collections::BTreeSet<_> = (0..24)
        .map(|at| {
            let look = Look::new(at, &zero);
            (look.dashes, look.shape)
        })
        .collect();
    assert_eq!(looks.len(), 24);
}

#[test]
fn a_long_legend_takes_several_rows_and_enlarges_the_drawing() {
    let name = "a strategy with a long name";
    let one = legend(&chart(vec![line(name, &[]); 2])).1;
    let many = legend(&chart(vec![line(name, &[]); 9])).1;
    assert!(many > one + 2.0 * ROW, "{one} {many}");
}
