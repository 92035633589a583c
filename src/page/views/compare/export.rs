//! Renders the exports of a comparison: figures, drawing, picture, plan, link.

use crate::page::dom::{clipboard, files};
use crate::page::state::Action;
use crate::page::state::compare::{CompareAction, CompareState};
use crate::page::state::dispatch::Dispatch;
use crate::page::widgets::chart::picture::picture;
use crate::protocol::ToWorker;
use crate::protocol::compare::{CompareRequest, ComparisonFormat, OpenComparison};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// The files with their names and purposes.
const PAPERS: [(ComparisonFormat, &str, &str); 4] = [
    (
        ComparisonFormat::Csv,
        "Data, CSV",
        "all curves of all crawls",
    ),
    (
        ComparisonFormat::Svg,
        "Curves, SVG",
        "vector graphic, for papers",
    ),
    (ComparisonFormat::Png, "Curves, PNG", "image, for slides"),
    (
        ComparisonFormat::Plan,
        "Plan",
        "to run again, here or in salticid-lab",
    ),
];

/// The purpose of a plan whose pages come from live sites.
const LATER: &str = "to run again; sites may have changed by then";

/// Renders the panel.
pub(crate) fn export(shows: &OpenComparison, compare: &CompareState, dispatch: &Dispatch) -> Html {
    let is_live = shows.card.source.is_live();
    let entry = |(paper, title, help): (ComparisonFormat, &'static str, &'static str)| {
        let help = if is_live && paper == ComparisonFormat::Plan {
            LATER
        } else {
            help
        };
        let onclick = dispatch.on_send(ToWorker::Compare(CompareRequest::Export(paper)));
        html! { <li><button type="button" class="quiet" {onclick}><b>{ title }</b><span class="fine">{ help }</span></button></li> }
    };
    html! {
        <section class="contest-export" aria-labelledby="take-along">
            <h2 id="take-along">{ "Export" }</h2>
            <ul class="formats">
                { for PAPERS.into_iter().map(entry) }
                if let Some(link) = &shows.link {
                    <li><button type="button" class="quiet" onclick={copy(link, dispatch)}><b>{ "Copy link" }</b><span class="fine">{ if is_live { LATER } else { "the plan, to reproduce these results" } }</span></button></li>
                }
            </ul>
            if let Some(link) = &shows.link { <p class="fine"><a id="plan-link" href={format!("#/compare?plan={link}")}>{ "Plan as a link" }</a></p> }
            else { <p class="fine">{ "The plan is too long for a link. Save it as a file." }</p> }
            <p class="fine" role="status">{ compare.feedback.notice.clone() }</p>
        </section>
    }
}

fn copy(link: &str, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let (link, dispatch) = (format!("#/compare?plan={link}"), dispatch.clone());
    Callback::from(move |_| {
        let (link, actions) = (link.clone(), dispatch.actions.clone());
        spawn_local(async move {
            let notice = match copied(&link).await {
                Some(()) => CompareAction::ShowNotice("Link copied.".to_owned()),
                None => CompareAction::Wrong(
                    "The browser blocked copying. Copy the link under “Plan as a link” instead."
                        .to_owned(),
                ),
            };
            actions.emit(Action::Compare(notice));
        });
    })
}

async fn copied(fragment: &str) -> Option<()> {
    let address = web_sys::window()?.location().href().ok()?;
    let page = address.split('#').next().unwrap_or_default();
    clipboard::copy(&format!("{page}{fragment}")).await
}

/// Saves the file that is ready; a picture is first converted from the drawing.
#[hook]
pub(crate) fn use_saving(compare: &CompareState, dispatch: &Dispatch) {
    let actions = dispatch.actions.clone();
    use_effect_with(compare.made.clone(), move |made| {
        let Some((paper, name, file)) = made.clone() else {
            return;
        };
        spawn_local(async move {
            let file = match paper {
                ComparisonFormat::Png => picture(&file).await,
                _ => Some(file),
            };
            let saved = file.and_then(|file| files::save(&name, &file).ok());
            actions.emit(Action::Compare(match saved {
                Some(()) => CompareAction::Saved,
                None => CompareAction::Unsaved,
            }));
        });
    });
}
