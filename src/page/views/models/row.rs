//! Renders a model of the list: summary and actions.

use crate::page::state::models::page_of;
use crate::page::views::prelude::*;
use crate::page::widgets::buttons::row_button;
use crate::page::widgets::rename::Rename;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) card: ModelCard,
    /// Its strategy's title.
    pub(crate) strategy: String,
    pub(crate) dispatch: Dispatch,
}

/// Renders the row.
#[component]
pub(crate) fn Row(props: &Props) -> Html {
    let renaming = use_state_eq(|| false);
    let (card, dispatch) = (&props.card, &props.dispatch);
    let name = shown(&card.name);
    let row = format!("model-{}", card.id);
    let write = ModelsRequest::Write { id: card.id.clone() };
    html! {
        <li class="crawl" id={row.clone()}>
            <div class="crawl-what">
                if *renaming {
                    <Rename name={card.name.clone()} back={format!("#{row} a")} take={rename(card, dispatch)} done={set_to(&renaming, false)} />
                } else {
                    <h3><a href={page_of(&card.id)}>{ &name }</a></h3>
                }
                <p class="fine">{ format!("{} · {}", props.strategy, date(card.at)) }</p>
                if let Some(stale) = &card.stale { <p class="problem">{ shown(stale) }</p> }
            </div>
            <dl class="crawl-figures">
                <div><dt>{ "Accuracy" }</dt><dd>{ card.accuracy.map_or_else(|| "–".to_owned(), percent) }</dd></div>
                <div><dt>{ "Trails" }</dt><dd>{ card.trails }</dd></div>
                <div><dt>{ "Pages" }</dt><dd>{ card.pages }</dd></div>
                <div><dt>{ "Size" }</dt><dd>{ bytes(card.bytes as f64) }</dd></div>
            </dl>
            <div class="crawl-ways">
                <ConfirmButton name={name.clone()} erase={erase(card, dispatch)} back={format!("#{row} a")}>
                    <a class="button" href={page_of(&card.id)} aria-label={format!("View: {name}")}>{ "View" }</a>
                    { row_button("Rename", &name, set_to(&renaming, true)) }
                    { row_button("Export", &name, dispatch.on_send(ToWorker::Models(write))) }
                </ConfirmButton>
            </div>
        </li>
    }
}

fn rename(card: &ModelCard, dispatch: &Dispatch) -> Callback<String> {
    let (id, dispatch) = (card.id.clone(), dispatch.clone());
    Callback::from(move |name: String| {
        let name = name.trim().to_owned();
        if !name.is_empty() {
            let id = id.clone();
            dispatch.send(ToWorker::Models(ModelsRequest::Rename { id, name }));
        }
    })
}

fn erase(card: &ModelCard, dispatch: &Dispatch) -> Callback<()> {
    let notice = format!("Deleted “{}”.", shown(&card.name));
    let id = card.id.clone();
    dispatch.on_erase(
        ToWorker::Models(ModelsRequest::Erase { id }),
        move || Action::Models(ModelsAction::ShowNotice(notice.clone())),
        "#models",
    )
}
