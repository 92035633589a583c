//! Draws a chart of curves as one SVG file: lines with their error bands, axes with round ticks, a legend.
//!
//! The file is self-contained: it has no script, font or external resource, and light and dark follow the reader's
//! setting. A line is identified by its color (Okabe and Ito's, darkened for contrast with white) and by the shape of
//! its marks. Among many lines its dashes identify it too, so that color is not the only cue. The same chart gives the
//! same bytes. Animations are not supported. Source: Okabe and Ito 2008, "Color Universal Design"; Pant §4.2 (curves
//! over pages with bars of one standard error).

use crate::xml::escaped;
use std::fmt::Write as _;
use types::measures::{COLORS, DASHES, color_and_dash};

/// Holds curves on common axes.
#[derive(Clone, Debug, Default)]
pub struct Chart<'a> {
    /// The title.
    pub title: &'a str,
    /// The label of the horizontal axis.
    pub across: &'a str,
    /// The label of the vertical axis.
    pub up: &'a str,
    /// The lines, in the order of the legend.
    pub lines: Vec<Line<'a>>,
}

/// A curve.
#[derive(Clone, Debug, Default)]
pub struct Line<'a> {
    /// The name in the legend.
    pub name: &'a str,
    /// The horizontal positions, ascending.
    pub at: &'a [u32],
    /// The value at each position.
    pub values: &'a [f64],
    /// The half width of the error band at each position; empty for no band.
    pub errors: &'a [f64],
    /// The line is a bound instead of a contender: gray and dashed, without marks.
    pub is_bound: bool,
}

/// The width of the drawing; the height grows with the legend.
const WIDTH: f64 = 720.0;
/// The edges of the plot.
const LEFT: f64 = 62.0;
const RIGHT: f64 = WIDTH - 20.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 344.0;
/// The position of the legend, the height of its rows, and the width of an average letter.
const LEGEND: f64 = 404.0;
const ROW: f64 = 20.0;
const LETTER: f64 = 7.1;
/// The width of the sample line before a name in the legend.
const SAMPLE: f64 = 40.0;
const GAP: f64 = 22.0;
/// The number of marks on a line, including one at its end.
const MARKS: usize = 5;
/// The approximate number of ticks of an axis.
const TICKS: f64 = 6.0;

/// The colors on white and on black, a CSS class each.
const PALETTE: [(&str, &str); COLORS] = [
    ("#0072b2", "#5ab4f0"),
    ("#c85200", "#ff9350"),
    ("#007a5a", "#35c99d"),
    ("#a8497f", "#ec9dca"),
    ("#8f6400", "#e9b949"),
    ("#303030", "#e8e8e8"),
];
/// The stroke patterns of the dashes.
const STROKES: [&str; DASHES] = ["", "7 4", "2 3", "9 3 2 3"];

/// Draws a chart.
pub fn svg(chart: &Chart<'_>) -> String {
    let frame = Frame::new(chart);
    let (legend, height) = legend(chart);
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" \
        width=\"{WIDTH}\" height=\"{height}\">\n<title>{}</title>\n<desc>{}</desc>\n",
        escaped(chart.title),
        escaped(&described(chart)),
    );
    out += &style();
    let _ = writeln!(
        out,
        "<rect class=\"c-back\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
        <text class=\"c-title\" x=\"{LEFT}\" y=\"24\">{}</text>",
        escaped(chart.title)
    );
    out += &axes(chart, &frame);
    for (at, line) in chart.lines.iter().enumerate() {
        out += &band(line, &Look::new(at, line), &frame);
    }
    for (at, line) in chart.lines.iter().enumerate() {
        out += &curve(line, &Look::new(at, line), &frame);
    }
    out + &legend + "</svg>\n"
}

/// Returns the final values of the lines as text, for screen readers.
fn described(chart: &Chart<'_>) -> String {
    let ends = chart.lines.iter().filter_map(|line| {
        let (at, value) = (line.at.last()?, line.values.last()?);
        Some(format!("{} {value:.3} at {at}", line.name))
    });
    format!("{} over {}. {}", chart.up, chart.across, ends.collect::<Vec<_>>().join("; "))
}

fn style() -> String {
    let mut light = String::new();
    let mut dark = String::new();
    for (at, (on_white, on_black)) in PALETTE.iter().enumerate() {
        let _ = write!(light, ".c-{at}{{stroke:{on_white};color:{on_white}}}");
        let _ = write!(dark, ".c-{at}{{stroke:{on_black};color:{on_black}}}");
    }
    format!(
        "<style>.chart{{max-width:100%;height:auto;font:12px system-ui,sans-serif}}.c-back{{fill:#fff}}\
.chart text{{fill:#222}}.chart .c-title{{font-size:15px;font-weight:600}}\
.c-grid{{stroke:#ddd}}.c-axis{{stroke:#666}}.c-line{{fill:none;stroke-width:2;stroke-linejoin:round}}\
.c-mark{{fill:currentColor;stroke:none}}.c-open{{fill:none;stroke-width:2}}\
.c-band{{fill:currentColor;stroke:none;opacity:.13}}.c-bound{{stroke:#777;color:#777}}{light}\
@media(prefers-color-scheme:dark){{.c-back{{fill:#16181b}}.chart text{{fill:#e6e6e6}}.c-grid{{stroke:#34373b}}\
.c-axis{{stroke:#999}}.c-bound{{stroke:#999;color:#999}}{dark}}}</style>\n"
    )
}

/// Maps values to positions on the drawing.
struct Frame {
    across: f64,
    low: f64,
    high: f64,
    step_across: f64,
    step_up: f64,
}

impl Frame {
    fn new(chart: &Chart<'_>) -> Self {
        let places = chart.lines.iter().flat_map(|line| line.at);
        let across = f64::from(places.copied().max().unwrap_or(0)).max(1.0);
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for line in &chart.lines {
            for (at, value) in line.values.iter().enumerate().filter(|(_, v)| v.is_finite()) {
                let error = line.errors.get(at).copied().unwrap_or(0.0);
                low = low.min(value - error);
                high = high.max(value + error);
            }
        }
        if high <= low {
            high = low + 1.0;
        }
        // If no value is negative, bands are cut at 0.
        let is_share = chart.lines.iter().all(|line| line.values.iter().all(|v| *v >= 0.0));
        low = if is_share { 0.0 } else { low };
        let step_up = round_step((high - low) / TICKS);
        Self {
            across,
            low: (low / step_up).floor() * step_up,
            high: (high / step_up).ceil() * step_up,
            step_across: round_step(across / TICKS).max(1.0),
            step_up,
        }
    }

    fn x(&self, at: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * at / self.across
    }

    fn y(&self, value: f64) -> f64 {
        let part = (value - self.low) / (self.high - self.low);
        BOTTOM - (BOTTOM - TOP) * part.clamp(0.0, 1.0)
    }
}

/// Returns the smallest of 1, 2, 2.5, 5 times a power of ten that is at least the value.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 2.5, 5.0];
    let found = factors.into_iter().find(|factor| factor * power >= least * 0.999_999);
    found.unwrap_or(10.0) * power
}

fn axes(chart: &Chart<'_>, frame: &Frame) -> String {
    let mut out = String::from("<g class=\"c-axes\">\n");
    for value in ticks(frame.low, frame.high, frame.step_up) {
        let (y, text) = (frame.y(value), number(value, frame.step_up));
        let _ = writeln!(
            out,
            "<line class=\"c-grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
            <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
    for at in ticks(0.0, frame.across, frame.step_across) {
        let (x, text) = (frame.x(at), number(at, frame.step_across));
        let _ = writeln!(
            out,
            "<line class=\"c-axis\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{BOTTOM}\" y2=\"{:.1}\"/>\
            <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
            BOTTOM + 5.0,
            BOTTOM + 19.0
        );
    }
    let (middle, center) = (f64::midpoint(LEFT, RIGHT), f64::midpoint(TOP, BOTTOM));
    let _ = writeln!(
        out,
        "<line class=\"c-axis\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{BOTTOM}\" y2=\"{BOTTOM}\"/>\n\
        <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
        <text transform=\"translate(16 {center:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n</g>",
        BOTTOM + 39.0,
        escaped(chart.across),
        escaped(chart.up)
    );
    out
}

/// Returns the multiples of a step from `low` to `high`.
fn ticks(low: f64, high: f64, step: f64) -> impl Iterator<Item = f64> {
    let first = (low / step).ceil();
    (0..64).map(move |more| (first + f64::from(more)) * step).take_while(move |tick| *tick <= high + step * 1e-6)
}

/// Returns the label of a tick, with as many digits as its step needs.
fn number(value: f64, step: f64) -> String {
    let needs = |digits: usize| {
        let scaled = step * 10_f64.powi(i32::try_from(digits).unwrap_or(0));
        (scaled - scaled.round()).abs() < 1e-6
    };
    let digits = (0..6).find(|digits| needs(*digits)).unwrap_or(6);
    format!("{value:.digits$}")
}

/// The style that distinguishes a line.
struct Look {
    class: String,
    dashes: &'static str,
    shape: Option<usize>,
}

impl Look {
    fn new(at: usize, line: &Line<'_>) -> Self {
        if line.is_bound {
            return Self { class: "c-bound".to_owned(), dashes: "5 5", shape: None };
        }
        let (color, dash) = color_and_dash(at);
        Self { class: format!("c-{color}"), dashes: STROKES[dash], shape: Some(color) }
    }

    fn stroke(&self, path: &str) -> String {
        let dashes = match self.dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        let class = &self.class;
        format!("<path class=\"c-line {class}\"{dashes} d=\"{path}\"/>\n")
    }

    /// Returns the line's mark: a disk, a square, two triangles, a diamond or a cross.
    fn mark(&self, x: f64, y: f64) -> String {
        let path = match self.shape {
            None => return String::new(),
            Some(0) => "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
            Some(1) => "m-3.5-3.5h7v7h-7z",
            Some(2) => "m0-5l4.5 8h-9z",
            Some(3) => "m0-5l5 5l-5 5l-5-5z",
            Some(4) => "m0 5l4.5-8h-9z",
            Some(_) => "m-4-4l8 8m0-8l-8 8",
        };
        let kind = if self.shape == Some(5) { "c-open" } else { "c-mark" };
        let class = &self.class;
        format!("<path class=\"{class} {kind}\" d=\"M{x:.1} {y:.1}{path}\"/>\n")
    }
}

/// Returns a line's finite points on the drawing, with the extent of its band.
fn points(line: &Line<'_>, frame: &Frame) -> Vec<(f64, f64, f64, f64)> {
    let pairs = line.at.iter().zip(line.values).enumerate();
    let finite = pairs.filter(|(_, (_, value))| value.is_finite());
    finite
        .map(|(at, (place, value))| {
            let error = line.errors.get(at).copied().filter(|e| e.is_finite());
            let error = error.unwrap_or(0.0);
            let x = frame.x(f64::from(*place));
            (x, frame.y(*value), frame.y(value - error), frame.y(value + error))
        })
        .collect()
}

fn band(line: &Line<'_>, look: &Look, frame: &Frame) -> String {
    let points = points(line, frame);
    if points.len() < 2 || line.errors.iter().all(|error| *error <= 0.0) {
        return String::new();
    }
    let above = points.iter().map(|(x, _, _, high)| (x, high));
    let below = points.iter().rev().map(|(x, _, low, _)| (x, low));
    let path = path(above.chain(below));
    format!("<path class=\"{} c-band\" d=\"{path}z\"/>\n", look.class)
}

fn curve(line: &Line<'_>, look: &Look, frame: &Frame) -> String {
    let points = points(line, frame);
    let Some((last, _)) = points.split_last() else {
        return String::new();
    };
    let mut out = look.stroke(&path(points.iter().map(|(x, y, _, _)| (x, y))));
    let every = points.len().div_ceil(MARKS).max(1);
    let marked = points.iter().rev().skip(every).step_by(every);
    for (x, y, _, _) in marked.chain([last]) {
        out += &look.mark(*x, *y);
    }
    out
}

/// Returns a line through some points. Relative steps in tenths take half the space of positions. They are differences
/// of rounded positions, so that errors do not accumulate.
fn path<'a>(points: impl Iterator<Item = (&'a f64, &'a f64)>) -> String {
    let (mut path, mut before) = (String::new(), None);
    for (x, y) in points {
        let (x, y) = ((x * 10.0).round(), (y * 10.0).round());
        let (letter, (dx, dy)) = match before {
            None => ('M', (x, y)),
            Some((last_x, last_y)) => ('l', (x - last_x, y - last_y)),
        };
        let gap = if dy < 0.0 { "" } else { " " };
        let _ = write!(path, "{letter}{}{gap}{}", dx / 10.0, dy / 10.0);
        before = Some((x, y));
    }
    path
}

/// Returns the legend in filled rows, and the height of the drawing including the legend.
fn legend(chart: &Chart<'_>) -> (String, f64) {
    let mut out = String::new();
    let (mut x, mut y) = (LEFT, LEGEND);
    for (at, line) in chart.lines.iter().enumerate() {
        let width = SAMPLE + line.name.chars().count() as f64 * LETTER + GAP;
        if x > LEFT && x + width - GAP > RIGHT {
            (x, y) = (LEFT, y + ROW);
        }
        let look = Look::new(at, line);
        out += &look.stroke(&format!("M{x:.1} {:.1}h30", y - 4.0));
        out += &look.mark(x + 15.0, y - 4.0);
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", x + SAMPLE - 4.0, escaped(line.name));
        x += width;
    }
    (out, y + 14.0)
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
