//! Renders the map as a table, in portions, sortable by any column.

use super::board::BoardEvent;
use super::living::LivingSpiders;
use super::map_state::SharedMapState;
use super::scene::{Node, Scene};
use super::web::Web;
use crate::views::prelude::*;
use crate::widgets::tables::sort_head;
use std::cmp::Ordering;

/// The number of rows in a portion.
const ROWS: usize = 20;
/// The most bytes of a name.
const NAME_CHARS: usize = 110;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) memory: SharedMapState,
    pub(crate) scene: Rc<Scene>,
    pub(crate) found: Option<Rc<Vec<bool>>>,
    pub(crate) spiders: Rc<LivingSpiders>,
    pub(crate) chosen: Option<Node>,
    pub(crate) done: Callback<BoardEvent>,
}

/// Renders the table.
#[component]
pub(crate) fn Table(props: &Props) -> Html {
    let sorted = use_state_eq(|| (Column::Relevance, true));
    let turned = use_state_eq(|| 0_usize);
    let memory = props.memory.clone();
    let asked = (props.scene.clone(), props.found.clone(), *sorted);
    let places = use_memo(asked, move |(scene, found, (by, down))| {
        rows(&memory.borrow().web, scene, found.as_deref().map(Vec::as_slice), *by, *down)
    });
    let memory = props.memory.borrow();
    let web = &memory.web;
    let last = places.len().saturating_sub(1) / ROWS;
    let at = (*turned).min(last);
    let shown = &places[(at * ROWS).min(places.len())..((at + 1) * ROWS).min(places.len())];
    let columns = columns(props, web);
    html! {
        <div class="map-table">
            <div class="sideways" role="group" tabindex="0" aria-label="Table of the map">
                <table>
                    <caption class="unseen">
                        { if props.scene.is_hosts { "Hosts on the map" } else { "Pages on the map" } }
                    </caption>
                    <thead>
                        <tr>for (column, title) in &columns { { head(*column, title, &sorted, &turned) } }</tr>
                    </thead>
                    <tbody>
                        for place in shown {
                            { row(props, web, &columns, *place,
                                &memory.options.opened.iter().copied().collect::<Vec<_>>()) }
                        }
                    </tbody>
                </table>
            </div>
            { pager(at, last, places.len(), &turned) }
        </div>
    }
}

/// Returns the columns that have data.
fn columns(props: &Props, web: &Web) -> Vec<(Column, &'static str)> {
    let is_hosts = props.scene.is_hosts;
    let mut columns = vec![
        (Column::Name, if is_hosts { "Host" } else { "Page" }),
        (Column::Relevance, "Relevance"),
        (Column::Linked, "In-links"),
    ];
    if is_hosts {
        columns.push((Column::Pages, "Pages"));
    }
    let has_spiders = !props.spiders.spiders.is_empty() || web.pages().iter().any(|page| page.record.spider.is_some());
    if has_spiders {
        columns.push((Column::Spider, "Spider"));
    }
    columns
}

fn head(
    column: Column,
    title: &'static str,
    sorted: &UseStateHandle<(Column, bool)>,
    turned: &UseStateHandle<usize>,
) -> Html {
    let (by, down) = **sorted;
    let is_by = by == column;
    let (sorted, turned) = (sorted.clone(), turned.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        sorted.set((column, if is_by { !down } else { column.is_number() }));
        turned.set(0);
    });
    let class = match column {
        Column::Spider => Some("spider-cell"),
        _ => column.is_number().then_some("number"),
    };
    sort_head(title, class, is_by.then_some(down), onclick, Html::default())
}

fn row(props: &Props, web: &Web, columns: &[(Column, &str)], place: usize, opened: &[usize]) -> Html {
    let node = props.scene.nodes[place];
    let done = props.done.clone();
    let onclick = Callback::from(move |_: MouseEvent| done.emit(BoardEvent::Showed(node)));
    let (unfolded, host) = match node {
        Node::Host(host) => (Some(opened.contains(&host)), None),
        Node::Page(page) => (None, Some(bare(&web.pages()[page].record.host))),
    };
    let cell = |(column, _): &(Column, &str)| match column {
        Column::Name => html! {
            <th scope="row">
                <button type="button" class="quiet" onclick={onclick.clone()}
                    aria-expanded={unfolded.map(|open| open.to_string())}>
                    { cut(&web.name(node), NAME_CHARS).to_owned() }
                </button>
                if let Some(host) = host { <span class="fine">{ host }</span> }
            </th>
        },
        Column::Relevance => html! { <td class="number">{ fixed(web.relevance(node), 2) }</td> },
        Column::Linked => html! { <td class="number">{ grouped(web.linked(node)) }</td> },
        Column::Pages => html! { <td class="number">{ grouped(web.size(node) as f64) }</td> },
        Column::Spider => html! { <td class="spider-cell">{ spiders(props, web, place) }</td> },
    };
    html! {
        <tr key={place} class={(props.chosen == Some(node)).then_some("chosen")}>{ for columns.iter().map(cell) }</tr>
    }
}

/// Returns the spider that fetched a page, and the spiders that are there now.
fn spiders(props: &Props, web: &Web, place: usize) -> String {
    let fetched = spider(web, props.scene.nodes[place]).map(grouped);
    let here = props.spiders.names_at(place);
    let here = here.map(|names| format!("here now: {names}"));
    let both: Vec<String> = fetched.into_iter().chain(here).collect();
    both.join("; ")
}

fn pager(at: usize, last: usize, count: usize, turned: &UseStateHandle<usize>) -> Html {
    let to = |page: usize| {
        let turned = turned.clone();
        Callback::from(move |_: MouseEvent| turned.set(page))
    };
    let number = |number: usize| grouped(number as f64);
    let range = match count {
        0 => "The map is empty".to_owned(),
        _ => format!("{} to {} of {}", number(at * ROWS + 1), number(((at + 1) * ROWS).min(count)), number(count)),
    };
    html! {
        <div class="map-pager">
            <button type="button" disabled={at == 0} onclick={to(at.saturating_sub(1))}>{ "Previous" }</button>
            <span class="fine">{ range }</span>
            <button type="button" disabled={at == last} onclick={to((at + 1).min(last))}>{ "Next" }</button>
        </div>
    }
}

/// A column by which the table can be sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// The title or name.
    Name,
    /// The relevance.
    #[default]
    Relevance,
    /// The number of incoming links.
    Linked,
    /// The number of pages of a host.
    Pages,
    /// The spider that fetched the page.
    Spider,
}

impl Column {
    /// Returns whether the column sorts in descending order by default.
    pub fn is_number(self) -> bool {
        !matches!(self, Self::Name | Self::Spider)
    }
}

/// Returns the indices of the listed nodes in order: with a search, only those that match. The sort is stable.
pub fn rows(web: &Web, scene: &Scene, found: Option<&[bool]>, by: Column, down: bool) -> Vec<usize> {
    let listed = |at: &usize| found.is_none_or(|found| found.get(*at).copied().unwrap_or_default());
    let mut rows: Vec<usize> = (0..scene.nodes.len()).filter(listed).collect();
    let node = |at: usize| scene.nodes[at];
    let turned = |order: Ordering| if down { order.reverse() } else { order };
    match by {
        Column::Name => {
            let mut named: Vec<(String, usize)> =
                rows.iter().map(|at| (web.name(node(*at)).to_lowercase(), *at)).collect();
            named.sort_by(|one, other| turned(one.0.cmp(&other.0)));
            rows = named.into_iter().map(|(_, at)| at).collect();
        }
        Column::Relevance => {
            rows.sort_by(|one, other| turned(web.relevance(node(*one)).total_cmp(&web.relevance(node(*other)))));
        }
        Column::Linked => {
            rows.sort_by(|one, other| turned(web.linked(node(*one)).cmp(&web.linked(node(*other)))));
        }
        Column::Pages => {
            rows.sort_by(|one, other| turned(web.size(node(*one)).cmp(&web.size(node(*other)))));
        }
        Column::Spider => rows.sort_by(|one, other| turned(spider(web, node(*one)).cmp(&spider(web, node(*other))))),
    }
    rows
}

/// Returns the spider that fetched a page.
pub fn spider(web: &Web, node: Node) -> Option<u32> {
    match node {
        Node::Page(page) => web.pages()[page].record.spider,
        Node::Host(_) => None,
    }
}
