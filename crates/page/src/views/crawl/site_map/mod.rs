//! Renders the Site map view: the pages of a crawl as a tree, with the pages on the topic and the paths to them, live
//! during the crawl.
//!
//! The tree has its own scroll area, so that the details of a page are directly below it. Only the visible rows are in
//! the document. The tree keeps the focus and names its active row (`aria-activedescendant`), because the active row
//! may leave the document.

mod choices;
mod row;

use super::Props as CrawlProps;
use crate::views::prelude::*;
use crate::widgets::scroll::{RowKind, ScrollArea, use_scroll};
use crate::widgets::tree::{TreeItem, TreeStep, tree_keys};
use crate::widgets::window::{Rows, Space};
use crate::widgets::{buttons, use_focus_return};
use choices::RowKey;
use row::{row_id, sign};
use types::site_map::{Arrangement, Branch, PathOrder, Relation, Row, SiteMap};

pub(crate) use choices::{Change, SiteMapChoices};

/// The rows of the tree.
const ROWS: RowKind = RowKind { selector: "[role=treeitem]", height: 32.0 };

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) view: CrawlProps,
    /// The person's choices, which are kept while another view is shown.
    pub(crate) choices: UseReducerHandle<SiteMapChoices>,
}

impl Props {
    /// Returns the page whose details are open.
    fn shown(&self) -> Option<u32> {
        self.view.state.screen.open
    }
}

/// The tree with its visible rows.
#[derive(Clone, PartialEq)]
struct Drawn {
    ranking: Shared<Ranking>,
    map: Shared<SiteMap>,
    rows: Rc<Vec<Row>>,
}

/// Renders the view.
#[component]
pub(crate) fn SiteMapView(props: &Props) -> Html {
    let choices = &props.choices;
    let CrawlState { ranking, .. } = &props.view.crawl;
    let ranking = use_paced(ranking, ranking.is_past());
    let drawn = use_rows(&ranking, props);
    let tree = use_node_ref();
    let styled = use_state_eq(|| false);
    let rows = &drawn.rows;
    let active = drawn.index_of(choices.active.as_ref());
    let scroll = use_scroll(&tree, ScrollArea::List, ROWS, rows.len(), None);
    use_focus_return(props.shown(), |_| "#site-map".to_owned());
    let go = stepping(&drawn, props, (tree.clone(), scroll.rows));
    let keyed = Rc::clone(rows);
    let item = move |at: usize| TreeItem { level: keyed[at].level, is_open: keyed[at].is_open };
    let range = scroll.drawn.clone();
    let active_id = active.filter(|at| range.contains(at)).map(row_id);
    html! {
        <div class="site-map">
            // The style sheet is only downloaded when the site map is opened.
            <link rel="stylesheet" href={style_sheet("site-map")} onload={set_to(&styled, true)} />
            { head(&drawn.map, choices) }
            if rows.is_empty() {
                <p class="spiders-none">{ nothing(&drawn.map) }</p>
            } else {
                <div class="site-tree" id="site-map" ref={tree} role="tree" tabindex="0" aria-label="Site map"
                    aria-activedescendant={active_id}
                    onkeydown={tree_keys(rows.len(), item, move |_| active, go.clone())}>
                    <Space height={scroll.rows.top(range.start)} />
                    for at in range.clone() { { row(&drawn, at, active, props, &go) } }
                    <Space height={scroll.rows.total() - scroll.rows.top(range.end)} />
                </div>
            }
        </div>
    }
}

/// Returns the tree and its rows.
#[hook]
fn use_rows(ranking: &Shared<Ranking>, props: &Props) -> Drawn {
    let choices = &props.choices;
    let map = use_map(ranking, choices.arrangement, props.view.crawl.live.good_from());
    let input = (map.clone(), choices.folds.clone(), choices.only_ways);
    let records = ranking.clone();
    let rows = use_memo(input, move |(map, folds, only_ways)| {
        let fold = |branch| {
            if folds.is_empty() {
                return None;
            }
            let key = RowKey::new(map, records.pages.records(), branch);
            folds.get(&key).copied()
        };
        map.rows(*only_ways, fold)
    });
    Drawn { ranking: ranking.clone(), map, rows }
}

impl Drawn {
    fn records(&self) -> &[Rc<PageRecord>] {
        self.ranking.pages.records()
    }

    fn key(&self, at: usize) -> Option<RowKey> {
        let row = self.rows.get(at)?;
        Some(RowKey::new(&self.map, self.records(), row.branch))
    }

    /// Returns the index of the active row; the first row if it no longer exists.
    fn index_of(&self, key: Option<&RowKey>) -> Option<usize> {
        let is_active = |row: &Row| key.is_some_and(|key| key.is_of(&self.map, self.records(), row.branch));
        let found = self.rows.iter().position(is_active);
        found.or((!self.rows.is_empty()).then_some(0))
    }

    fn page(&self, at: usize) -> Option<&Rc<PageRecord>> {
        match self.rows.get(at)?.branch {
            Branch::Node(node) => self.records().get(self.map.nodes()[node].page?),
            Branch::OffTopic(_) => None,
        }
    }
}

/// Renders the heading, the counts, the legend and the controls.
fn head(map: &SiteMap, choices: &UseReducerHandle<SiteMapChoices>) -> Html {
    let (pages, on_topic) = map.pages();
    let choice = |arrangement: Arrangement| {
        let is_on = choices.arrangement == arrangement;
        let choices = choices.clone();
        (arrangement.title(), is_on, Callback::from(move |_| choices.dispatch(Change::Arrange(arrangement))))
    };
    let onchange = {
        let choices = choices.clone();
        Callback::from(move |_: Event| choices.dispatch(Change::OnlyWays))
    };
    html! {
        <>
            <div class="map-head site-head">
                <h2>
                    { "Site map" }
                    <span class="count">
                        { format!("{} relevant of {}", grouped(on_topic), counted(pages, "page")) }
                    </span>
                </h2>
                { buttons::switch("Arrangement", Arrangement::ALL.into_iter().map(choice)) }
            </div>
            <div class="site-legend fine">
                <span>{ sign(Relation::OnTopic) }{ "Relevant" }</span>
                <span>{ sign(Relation::Way) }{ "Leads to relevant pages" }</span>
                <label class="check">
                    <input type="checkbox" checked={choices.only_ways} {onchange} />
                    <span>{ "Only paths to relevant pages" }</span>
                </label>
            </div>
        </>
    }
}

/// Returns the reason that there are no rows.
fn nothing(map: &SiteMap) -> &'static str {
    if map.nodes().is_empty() { "No pages yet." } else { "No relevant pages yet." }
}

fn row(drawn: &Drawn, at: usize, active: Option<usize>, props: &Props, go: &Callback<TreeStep>) -> Html {
    let Some(row) = drawn.rows.get(at).copied() else {
        return Html::default();
    };
    let page = drawn.page(at);
    let shown = page.is_some_and(|page| props.shown() == Some(page.n));
    let text = row::text(&drawn.map, drawn.records(), row.branch);
    let press = go.reform(move |fold: bool| match row.is_open {
        Some(is_open) if fold => TreeStep::Fold(at, !is_open),
        _ => TreeStep::Show(at),
    });
    row::draw(row_id(at), row, &text, shown, active == Some(at), press)
}

/// Returns a callback that performs a step through the tree.
fn stepping(drawn: &Drawn, props: &Props, (tree, rows): (NodeRef, Rows)) -> Callback<TreeStep> {
    let (drawn, choices) = (drawn.clone(), props.choices.clone());
    let (actions, shown) = (props.view.dispatch.actions.clone(), props.shown());
    Callback::from(move |step: TreeStep| {
        let (TreeStep::To(at) | TreeStep::Fold(at, _) | TreeStep::Show(at)) = step;
        let Some(key) = drawn.key(at) else { return };
        choices.dispatch(Change::Activate(key.clone()));
        if let Some(tree) = tree.cast::<Element>() {
            ScrollArea::List.show(&tree, &rows, at);
        }
        match (step, drawn.page(at), drawn.rows[at].is_open) {
            (TreeStep::Fold(_, open), ..) => choices.dispatch(Change::Fold(key, open)),
            (TreeStep::Show(_), Some(page), _) => {
                let n = Some(page.n).filter(|n| shown != Some(*n));
                actions.emit(Action::Screen(ScreenAction::Details(n)));
            }
            (TreeStep::Show(_), None, Some(is_open)) => {
                choices.dispatch(Change::Fold(key, !is_open));
            }
            (TreeStep::To(_), ..) | (TreeStep::Show(_), None, None) => {}
        }
    })
}

/// The number of pages in a batch, which keeps the page's thread responsive.
const SHARE: usize = 2_000;
/// The duration of a frame, in milliseconds.
const FRAME_MS: u32 = 16;

/// Returns the tree of the pages. The order by path grows by one batch at a time.
#[hook]
pub(super) fn use_map(ranking: &Shared<Ranking>, arrangement: Arrangement, good: f64) -> Shared<SiteMap> {
    let growing = use_mut_ref(GrowingOrder::default);
    let shares = use_state_eq(|| 0_u32);
    let input = (ranking.clone(), arrangement, good, *shares);
    let drawn = use_memo(input, move |(ranking, arrangement, good, _)| {
        let records = ranking.pages.records();
        if *arrangement == Arrangement::Links {
            return (Rc::new(SiteMap::new(records, *arrangement, *good)), true);
        }
        let mut growing = growing.borrow_mut();
        let is_all = growing.follow(records);
        let map = SiteMap::by_path(records, &growing.order, *good);
        (Rc::new(map), is_all)
    });
    let next = (!drawn.1).then_some(*shares + 1);
    let setter = shares.setter();
    use_effect_with(next, move |next| {
        let more = next.map(|next| Timeout::new(FRAME_MS, move || setter.set(next)));
        move || drop(more)
    });
    Rc::clone(&drawn.0).into()
}

/// The order by path of a crawl's pages, and the last page in it.
#[derive(Debug, Default)]
struct GrowingOrder {
    order: PathOrder,
    taken: usize,
    last: Option<Rc<PageRecord>>,
}

impl GrowingOrder {
    /// Adds a batch of new pages; starts again if they belong to another crawl or moment. Returns true if none are
    /// left.
    fn follow(&mut self, records: &[Rc<PageRecord>]) -> bool {
        let last = self.taken.checked_sub(1).and_then(|at| records.get(at));
        if last.map(Rc::as_ptr) != self.last.as_ref().map(Rc::as_ptr) {
            *self = Self::default();
        }
        self.taken = self.order.take(records, SHARE);
        let last = self.taken.checked_sub(1).and_then(|at| records.get(at));
        self.last = last.cloned();
        self.taken == records.len()
    }
}
