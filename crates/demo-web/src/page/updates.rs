//! Generates the text that a page gets over time: its latest two changes and, on a home page, links to the latest pages that it has
//! announced.

use super::content::generator_by;
use super::html::{element, escape, simple_document};
use crate::changes;
use crate::plan::{PageKind, Plan};
use crate::text::TextGenerator;

/// The number of changes whose text a page shows.
const SHOWN: usize = 2;
/// The number of new pages that a home page lists.
const LISTED: usize = 5;

/// Returns the HTML of a page's latest changes, the newest first; empty for a page that never changed.
pub(super) fn updates(plan: &Plan, index: usize, version: usize) -> String {
    let shown = (version.saturating_sub(SHOWN) + 1..=version).rev();
    let mut html: String = shown.map(|number| element("p", &generator(plan, index, number).paragraph(2))).collect();
    if plan.pages[index].kind == PageKind::Home && version > 0 {
        let listed = (version.saturating_sub(LISTED) + 1..=version).rev();
        let items = listed.map(|number| {
            let title = escape(&title(plan, index, number));
            format!("<li><a href=\"/news/{number}\">{title}</a></li>\n")
        });
        html.extend(["<ul>\n".to_owned(), items.collect(), "</ul>\n".to_owned()]);
    }
    html
}

/// Renders a page that the home page `home` announced by its change of this number.
pub(crate) fn news(plan: &Plan, home: usize, number: usize) -> String {
    let mut generator = generator(plan, home, number);
    let title = generator.title();
    let body = element("p", &generator.paragraph(5)) + &element("p", &generator.paragraph(5));
    simple_document(plan.pages[home].site(), &title, &body)
}

fn title(plan: &Plan, home: usize, number: usize) -> String {
    generator(plan, home, number).title()
}

fn generator(plan: &Plan, index: usize, number: usize) -> TextGenerator {
    generator_by(plan, index, changes::text(plan, index, number))
}
