//! Renders the selection of good pages in lists, to train from them, and their context graphs.

use crate::page::views::prelude::*;
use types::trails::{ContextGraph, GraphSource};

/// Renders the check box of a page, which is a tab stop if `reachable`.
pub(crate) fn selector(page: GoodPage, title: &str, is_selected: bool, reachable: bool, dispatch: &Dispatch) -> Html {
    let select = move |on| Action::Train(TrainAction::SelectGood(page.clone(), on));
    let oninput = dispatch.on_check::<InputEvent>(select);
    html! {
        <label class="select-page">
            <input type="checkbox" checked={is_selected} {oninput} tabindex={(!reachable).then_some("-1")} aria-label={format!("Select {title}")} />
        </label>
    }
}

/// Renders the actions for the selected pages, if there are any.
pub(crate) fn selected(good: &GoodPages, dispatch: &Dispatch) -> Html {
    if good.is_empty() {
        return Html::default();
    }
    let onclick = dispatch.on::<MouseEvent>(|| vec![Action::Train(TrainAction::GrowGood)]);
    let clear = dispatch.on(|| vec![Action::Train(TrainAction::ClearGood)]);
    html! {
        <p class="buttons selected-pages" role="group" aria-label="Selected pages">
            <span>{ format!("{} selected", counted(good.len(), "page")) }</span>
            <button type="button" {onclick}>{ "Train from these pages" }</button>
            <button type="button" class="quiet" onclick={clear}>{ "Clear selection" }</button>
        </p>
    }
}

/// Renders the origin of a context graph and the number of its pages by distance.
pub(crate) fn context_graph(graph: &ContextGraph) -> Html {
    let sizes = graph.layer_sizes();
    let pages = |(distance, size): (usize, &usize)| {
        let links = counted(distance, "link");
        format!("{} {links} away", counted(*size, "page"))
    };
    let layers: Vec<String> = sizes.iter().enumerate().skip(1).map(pages).collect();
    let layers = match layers.as_slice() {
        [] => "none of its pages links to these".to_owned(),
        layers => layers.join(", "),
    };
    let GraphSource { name, fingerprint } = &graph.source;
    html! { <p class="fine">{ format!("Link graph “{}” ({}): {layers}.", shown(name), shown(fingerprint)) }</p> }
}
