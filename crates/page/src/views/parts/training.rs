//! Renders links and texts that the training screens share.

use crate::views::prelude::*;
use page_state::crawl_address::CrawlAddress;
use page_state::models::Training;
use protocol::models::HostTrouble;
use types::trails::{ContextGraph, GraphSource};

/// Renders the navigation between the two training screens.
pub(crate) fn places(place: Route, models: &Models) -> Html {
    let link = |to: Route, href: &'static str, name: &'static str, count: Option<usize>| {
        let current = (place == to).then_some("page");
        html! { <a class="place" {href} aria-current={current}>{ name }{ for count.map(count_badge) }</a> }
    };
    html! {
        <nav class="places" aria-label="Training">
            { link(Route::Train, "#/train", "Trails", None) }
            { link(Route::Models, "#/models", "Models", models.kept().map(<[_]>::len)) }
        </nav>
    }
}

/// Renders the link to a crawl with a model; `name` distinguishes it from others on the same page.
pub(crate) fn crawl_with(card: &ModelCard, form: &Form, name: &str) -> Html {
    let address = CrawlAddress {
        strategy: Some(card.strategy.id.clone()),
        // Without a source in the address, the form takes the source of the model.
        source: form.source.kind.filter(|_| card.source.is_none()),
        rest: [("model".to_owned(), card.id.clone())].into(),
        ..CrawlAddress::default()
    };
    let text = "Crawl with this model";
    let label = (!name.is_empty()).then(|| format!("{text}: {name}"));
    html! { <a class="button main" href={format!("#/crawl?{}", address.write())} aria-label={label}>{ text }</a> }
}

/// Renders the field for the query that a strategy needs besides the trails.
pub(crate) fn query(form: &Form, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.typing_into(Action::edit_model, "query", |form, text| {
        form.query.text = text;
    });
    Field { id: "learn-query", label: "Query", help: "", problem: form.problem("query") }
        .text(form.query.text.clone(), oninput)
}

/// Renders the progress or the error, if there is one.
pub(crate) fn progress(models: &Models, dispatch: &Dispatch) -> Html {
    match (&models.learning, &models.error) {
        (Some(learning), _) => going(learning, dispatch),
        (None, Some(reason)) => html! {
            <p class="problem" role="alert">{ "Training failed. " }{ sentence(&shown(reason)) }</p>
        },
        (None, None) => Html::default(),
    }
}

fn going(learning: &Training, dispatch: &Dispatch) -> Html {
    let onclick = dispatch.on::<MouseEvent>(|| vec![Action::Models(ModelsAction::Cancel)]);
    let (text, done, all) = progress_text(learning);
    html! {
        <div class="reading learning">
            <p class="fine" id="learning" role="status">{ text }</p>
            <progress max={all.to_string()} value={done.to_string()} aria-labelledby="learning" />
            <button type="button" class="quiet" {onclick} aria-label={format!("Cancel: {}", learning.name)}>
                { "Cancel" }
            </button>
            if let Some(standstill) = &learning.standstill { <p class="problem">{ shown(standstill) }</p> }
            { troubles(learning, dispatch) }
        </div>
    }
}

/// Renders the hosts with pages that failed or have to wait, and the button to train without the missing pages.
fn troubles(learning: &Training, dispatch: &Dispatch) -> Html {
    if learning.hosts.is_empty() {
        return Html::default();
    }
    let host = |HostTrouble { host, pages, reason }: &HostTrouble| {
        html! { <li><b>{ shown(host) }</b>{ format!(": {}, {}", counted(*pages, "page"), shown(reason)) }</li> }
    };
    let onclick = dispatch.on::<MouseEvent>(|| vec![Action::Models(ModelsAction::SkipUnread)]);
    html! {
        <div id="learning-hosts">
            <p class="fine">{ "Pages that could not be read yet:" }</p>
            <ul class="fine">{ for learning.hosts.iter().map(host) }</ul>
            if learning.waits_for_pages() {
                <button type="button" id="train-now" {onclick}>{ "Train now without them" }</button>
            }
        </div>
    }
}

/// Returns the text, the finished units and their total.
fn progress_text(learning: &Training) -> (String, u32, u32) {
    match (learning.slices, learning.of_pages) {
        (Some((done, of)), _) => {
            let text = format!("Training and testing: step {} of {}", grouped(done), grouped(of));
            (text, done, of.max(1))
        }
        (None, 0) => ("Loading pages…".to_owned(), 0, 1),
        (None, of) => {
            let text = format!("Reading pages: {} of {}", grouped(learning.pages), counted(of, "page"));
            (text, learning.pages, of)
        }
    }
}

/// Renders the check box of a page, which is a tab stop if `reachable`.
pub(crate) fn selector(page: GoodPage, title: &str, is_selected: bool, reachable: bool, dispatch: &Dispatch) -> Html {
    let select = move |on| Action::Train(TrainAction::SelectGood(page.clone(), on));
    let oninput = dispatch.on_check::<InputEvent>(select);
    html! {
        <label class="select-page">
            <input type="checkbox" checked={is_selected} {oninput} tabindex={(!reachable).then_some("-1")}
                aria-label={format!("Select {title}")} />
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
