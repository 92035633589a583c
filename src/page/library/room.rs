//! The room that the crawls take, and the wish that the browser keep them.

use super::words::bytes;
use crate::page::digits::counted;
use crate::page::hands::Hands;
use crate::page::library::Act;
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::library::{LibraryOrder, Shelf};
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

/// What the browser says of the room.
pub(super) fn room(shelf: &Shelf, hands: &Hands) -> Html {
    let used = match (shelf.used, shelf.quota) {
        (Some(used), Some(quota)) => format!(
            "This site takes {} in all; the browser allows up to {}.",
            bytes(used),
            bytes(quota)
        ),
        (Some(used), None) => format!("This site takes {} in all.", bytes(used)),
        (None, _) => "This browser does not say how much room there is.".to_owned(),
    };
    html! {
        <section class="room" aria-labelledby="room">
            <h2 id="room">{ "Room on this device" }</h2>
            <p>{ used }</p>
            if shelf.readings.0 > 0 { { readings(shelf.readings, hands) } }
            if shelf.is_persistent {
                <p class="fine">{ "The browser has promised not to clear this site’s data by itself." }</p>
            } else {
                <p class="fine">{ "When the device runs out of room a browser may clear the data of sites, all of a site’s at once, the longest unused first. It can be asked to leave this site’s alone; it decides by itself, or asks you." }</p>
                <button type="button" onclick={persist(hands)}>{ "Ask the browser to keep it" }</button>
            }
        </section>
    }
}

/// The pages that were read in the reader, which learning reads again instead of fetching them.
fn readings((pages, weight): (u32, u64), hands: &Hands) -> Html {
    let forget = hands.on_say(ToWorker::Library(LibraryOrder::ForgetReadings));
    let said = Act::Say("The pages that were read are forgotten; the trails stay.".to_owned());
    let act = hands.act.clone();
    let onclick = Callback::from(move |event| {
        forget.emit(event);
        act.emit(Action::Library(said.clone()));
    });
    html! {
        <p class="readings">{ format!("{} that you read under Train {} {} of it: kept, so that learning need not fetch them again. ",
            counted(pages, "page"), if pages == 1 { "takes" } else { "take" }, bytes(weight as f64)) }
            <button type="button" class="quiet drop" {onclick}>{ "Forget these pages" }</button></p>
    }
}

fn persist(hands: &Hands) -> Callback<MouseEvent> {
    let hands = hands.clone();
    Callback::from(move |_| {
        let hands = hands.clone();
        spawn_local(async move {
            let said = match asked().await {
                Some(true) => "The browser keeps this site’s data.",
                Some(false) => {
                    "The browser did not promise it. Saving crawls as files is the safe way."
                }
                None => "This browser cannot be asked. Saving crawls as files is the safe way.",
            };
            hands.act.emit(Action::Library(Act::Say(said.to_owned())));
            hands.say.emit(ToWorker::Library(LibraryOrder::List));
        });
    })
}

/// Whether the browser promised it; none where it cannot be asked.
async fn asked() -> Option<bool> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let storage: JsValue = Reflect::get(&navigator, &"storage".into()).ok()?;
    let ask = Reflect::get(storage.dyn_ref::<Object>()?, &"persist".into()).ok()?;
    let promise = ask.dyn_into::<Function>().ok()?.call0(&storage).ok()?;
    let answer = JsFuture::from(promise.dyn_into::<Promise>().ok()?)
        .await
        .ok()?;
    Some(answer.is_truthy())
}
