//! What of a comparison can be taken elsewhere: figures, drawing, picture, plan, link.

use super::desk::{Act, Desk};
use super::look::Shows;
use super::picture::picture;
use crate::page::files;
use crate::page::hands::Hands;
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::compare::{CompareOrder, Paper};
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

/// The files with their names and what they are for.
const PAPERS: [(Paper, &str, &str); 4] = [
    (Paper::Csv, "Figures, CSV", "every curve of every crawl"),
    (Paper::Svg, "Curves, SVG", "a drawing, for papers"),
    (Paper::Png, "Curves, PNG", "a picture, for slides"),
    (
        Paper::Plan,
        "The plan",
        "to run it again, here or in salticid-lab",
    ),
];

/// What a plan is for where pages come from sites that change.
const LATER: &str = "to run it again: sites may have changed by then";

/// The panel.
pub(super) fn export(shows: &Shows, desk: &Desk, hands: &Hands) -> Html {
    let is_live = shows.card.source.is_live();
    let entry = |(paper, title, help): (Paper, &'static str, &'static str)| {
        let help = if is_live && paper == Paper::Plan {
            LATER
        } else {
            help
        };
        let onclick = hands.on_say(ToWorker::Compare(CompareOrder::Make(paper)));
        html! { <li><button type="button" class="quiet" {onclick}><b>{ title }</b><span class="fine">{ help }</span></button></li> }
    };
    html! {
        <section class="contest-export" aria-labelledby="take-along">
            <h2 id="take-along">{ "Take it along" }</h2>
            <ul class="formats">
                { for PAPERS.into_iter().map(entry) }
                if let Some(link) = &shows.link {
                    <li><button type="button" class="quiet" onclick={copy(link, hands)}><b>{ "Copy link" }</b><span class="fine">{ if is_live { LATER } else { "for others: the plan, which comes to the same figures" } }</span></button></li>
                }
            </ul>
            if let Some(link) = &shows.link { <p class="fine"><a id="plan-link" href={format!("#/compare?plan={link}")}>{ "The plan as a link" }</a></p> }
            else { <p class="fine">{ "The plan is too long for a link: save it as a file." }</p> }
            <p class="fine" role="status">{ desk.said.clone() }</p>
        </section>
    }
}

fn copy(link: &str, hands: &Hands) -> Callback<MouseEvent> {
    let (link, hands) = (format!("#/compare?plan={link}"), hands.clone());
    Callback::from(move |_| {
        let (link, act) = (link.clone(), hands.act.clone());
        spawn_local(async move {
            let said = match copied(&link).await {
                Some(()) => Act::Say("The link was copied.".to_owned()),
                None => Act::Wrong(
                    "The browser does not let this page copy: use “The plan as a link”.".to_owned(),
                ),
            };
            act.emit(Action::Compare(said));
        });
    })
}

async fn copied(fragment: &str) -> Option<()> {
    let window = web_sys::window()?;
    let address = window.location().href().ok()?;
    let page = address.split('#').next().unwrap_or_default();
    let navigator = Reflect::get(&window, &"navigator".into()).ok()?;
    let board = Reflect::get(&navigator, &"clipboard".into()).ok()?;
    let write: Function = Reflect::get(&board, &"writeText".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let written = write.call1(&board, &format!("{page}{fragment}").into());
    JsFuture::from(Promise::from(written.ok()?)).await.ok()?;
    Some(())
}

/// Saves the file that waits; a picture is made of the drawing first.
#[hook]
pub(super) fn use_saving(desk: &Desk, hands: &Hands) {
    let act = hands.act.clone();
    use_effect_with(desk.made.clone(), move |made| {
        let Some((paper, name, file)) = made.clone() else {
            return;
        };
        spawn_local(async move {
            let file = match paper {
                Paper::Png => picture(&file).await,
                _ => Some(file),
            };
            let saved = file.and_then(|file| files::save(&name, &file).ok());
            act.emit(Action::Compare(match saved {
                Some(()) => Act::Saved,
                None => Act::Unsaved,
            }));
        });
    });
}
