//! Draws a site map: one of the trees in its initial state in the app, with the branches off the topic folded and
//! counted.

use super::{Entry, Marks, Site, counts, details, marks};
use crate::xml::escaped;
use std::fmt::Write as _;
use types::site_map::Relation;
use types::site_map::{Arrangement, Row};

/// The center of the first row, and the height of a row.
const TOP: usize = 72;
const ROW: usize = 22;
/// The left edge, and the indent of a level.
const LEFT: usize = 20;
const STEP: usize = 20;
/// The deepest level that is indented further; deeper rows are aligned with it.
const MAX_LEVEL: usize = 40;
/// The width of an average letter, and of a double-width letter.
const LETTER: usize = 8;
const WIDE: usize = 14;

const STYLE: &str = "<style>svg{font:13px system-ui,sans-serif}.back{fill:#fff}text{fill:#222}\
.title{font-size:17px;font-weight:600}.soft,.off text{fill:#5c636b}\
.tree path{fill:none;stroke:#bbb;shape-rendering:crispEdges}.on circle{fill:#0a665a}\
.way circle{fill:#fff;stroke:#0a665a;stroke-width:1.5}.off circle{fill:#8b939b}.on .label{font-weight:600}\
@media(prefers-color-scheme:dark){.back{fill:#16181b}text{fill:#e6e6e6}.soft,.off text{fill:#a3abb3}\
.tree path{stroke:#50565c}.on circle{fill:#5ed0ba}.way circle{fill:#16181b;stroke:#5ed0ba}\
.off circle{fill:#7d858d}}</style>\n";

/// Draws one of the trees.
pub fn svg(site: &Site<'_>, arrangement: Arrangement) -> String {
    let map = site.map(arrangement);
    let rows = map.rows(false, |_| None);
    let entries: Vec<_> = rows.iter().map(|row| (row, site.entry(&map, row.branch))).collect();
    let title = format!("Site map: {}", site.title);
    let counts = format!("{}: {}", arrangement.title(), counts(&map));
    let widths = entries.iter().map(|(row, entry)| x(row) + width(entry));
    let width = widths.max().unwrap_or(0).max(LEFT + text_width(&title) * 4 / 3) + 2 * LEFT;
    let height = TOP + ROW * rows.len().max(1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
height=\"{height}\">\n<title>{title}</title>\n{STYLE}\
<rect class=\"back\" width=\"{width}\" height=\"{height}\"/>\n\
<text class=\"title\" x=\"{LEFT}\" y=\"28\">{title}</text>\n\
<text class=\"soft\" x=\"{LEFT}\" y=\"48\">{counts}</text>\n<g class=\"tree\">\n",
        title = escaped(&title),
    );
    // The row drawn last at each level.
    let mut above = [0; MAX_LEVEL + 1];
    for (at, (row, entry)) in entries.iter().enumerate() {
        let level = row.level.min(MAX_LEVEL);
        above[level] = at;
        if level > 1 && row.level <= MAX_LEVEL {
            let (from, to) = (x(row) - STEP, x(row));
            let parent = y(above[level - 1]);
            let _ = writeln!(out, "<path d=\"M{from} {}V{}H{}\"/>", parent + 6, y(at), to - 7);
        }
        out += &drawn(entry, x(row), y(at));
    }
    out + "</g>\n</svg>\n"
}

fn x(row: &Row) -> usize {
    LEFT + STEP * (row.level.min(MAX_LEVEL) - 1) + 6
}

fn y(at: usize) -> usize {
    TOP + ROW * at
}

fn drawn(entry: &Entry<'_>, x: usize, y: usize) -> String {
    let Marks { meaning, class, .. } = marks(entry.relation);
    let radius = match entry.relation {
        Relation::OffTopic => 2,
        Relation::OnTopic | Relation::Way => 5,
    };
    let details = entry.page.map_or_else(String::new, |page| {
        let details = escaped(&details(entry, page));
        format!(" <tspan class=\"soft\">{details}</tspan>")
    });
    let text = format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/><text x=\"{}\" y=\"{}\"><tspan class=\"label\">{}</tspan>\
        {details}</text>",
        x + 12,
        y + 4,
        escaped(&entry.label),
    );
    match entry.page {
        Some(page) => {
            let url = escaped(page.url.as_str());
            format!("<a class=\"{class}\" href=\"{url}\"><title>{url} ({meaning})</title>{text}</a>\n")
        }
        None => format!("<g class=\"{class}\">{text}</g>\n"),
    }
}

/// Returns the estimated width of a row's text.
fn width(entry: &Entry<'_>) -> usize {
    12 + text_width(&entry.label) + text_width(&entry.name) + 6 * LETTER
}

fn text_width(text: &str) -> usize {
    let letter = |c: char| if c < '\u{1100}' { LETTER } else { WIDE };
    text.chars().map(letter).sum()
}
