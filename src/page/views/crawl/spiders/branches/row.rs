//! Renders a row of the tree of branches: name, harvest rate, relevant pages, pages, depth, best page.

use super::super::line::{Line, unseen};
use super::super::row::{bar, best};
use super::super::tree::TreeRow;
use super::counts::BranchCounts;
use crate::page::views::crawl::results::{origin_name, title};
use crate::page::views::prelude::*;

/// The most bytes of the reason that a seed was not read.
const REASON_BYTES: usize = 200;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    pub(super) line: TreeRow,
    /// The counts of its branch.
    pub(super) counts: BranchCounts,
    /// The pages of the crawl.
    pub(super) ranking: Shared<Ranking>,
    /// The results are filtered by it, or its details are open.
    pub(super) chosen: bool,
    /// The row is the tab stop of the tree.
    pub(super) active: bool,
    /// Called on a click, with true if it was on the fold symbol.
    pub(super) press: Callback<bool>,
}

/// Renders the row of a page.
#[component]
pub(super) fn BranchRow(props: &Props) -> Html {
    let (line, counts) = (&props.line, props.counts);
    let Some(record) = props.ranking.pages.get(line.id) else {
        return Html::default();
    };
    let frame = Line {
        id: row_id(line.id),
        class: (counts.pages == 0).then_some("dead"),
        row: line,
        chosen: props.chosen,
        active: props.active,
        press: &props.press,
    };
    let own = title(record);
    // Results and their filter use the same name.
    let name = if line.level == 1 { origin_name(&props.ranking, Origin::Seed(line.id)) } else { own.clone() };
    let relevant = format!("{} of {} relevant", grouped(counts.relevant), counted(counts.pages, "page"));
    let cells = html! {
        <>
            { bar("harvest rate", counts.harvest(), relevant) }
            <span class="spider-pages">{ grouped(counts.relevant) }{ unseen(" relevant of ") }</span>
            <span class="spider-pages">{ grouped(counts.pages) }{ unseen(if counts.pages == 1 { " page" } else { " pages" }) }</span>
            <span class="spider-pages branch-depth">{ unseen(", depth ") }{ grouped(counts.depth) }</span>
            <span class="spider-best">{ best_page(props, record) }</span>
        </>
    };
    frame.draw(html! { <span class="branch-name" title={own}>{ name }</span> }, cells)
}

/// Returns the id of a page's row.
pub(super) fn row_id(n: u32) -> String {
    format!("branch-{n}")
}

/// Renders the best page of the branch or, for a seed that was not read, the reason.
fn best_page(props: &Props, record: &Rc<PageRecord>) -> Html {
    if let Some(reason) = record.outcome.reason() {
        return html! { { sentence(cut(&clean(&reason), REASON_BYTES)) } };
    }
    let found = props.counts.best.and_then(|(n, _)| props.ranking.pages.get(n));
    let text = found.map(|record| AttrValue::from(title(record)));
    best(props.counts.best, text.as_ref())
}
