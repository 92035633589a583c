//! What if: the best ten as they are and as another strategy or other parameters would have them, side by side.

use super::Props;
use super::places::Move;
use super::row::{sign, target, worth};
use crate::page::steer::{Fold, Look, Typed, method_form, method_told, send, waiting};
use crate::protocol::steer::Previewed;
use engine::report::Candidate;
use yew::prelude::*;

/// What stands in the ids of the strategy's fields here.
const PLACE: &str = "what-if";

/// The question and its answer, folded until somebody asks.
pub(super) fn what_if(props: &Props) -> Html {
    let Props {
        catalog,
        live,
        steer,
        related,
        hands,
        ..
    } = props;
    if !live.can_be_steered() {
        return Html::default();
    }
    let typed = Typed::of(steer, live, catalog);
    let ahead = typed.on_submit(Look::Ahead, hands);
    let buttons =
        html! { <button type="submit" disabled={typed.is_same}>{ "Look ahead" }</button> };
    let form = method_form(PLACE, steer, live, catalog, hands, buttons, ahead);
    let head = html! { <><h2>{ "What if?" }</h2><span class="fine">{ "what another strategy, or other parameters, would make of the top ten" }</span></> };
    let is_open = steer.previewed.is_some() || steer.is_looking;
    html! {
        <Fold class="what-if" wants_open={is_open} {head}>
            { form }
            { waiting(steer, related) }
            <div role="status">{ if steer.is_looking { "Looking ahead…" } else { "" } }</div>
            if let Some(previewed) = &steer.previewed {
                { answer(props, previewed, typed.method.as_ref() == Ok(&previewed.method)) }
            }
        </Fold>
    }
}

/// Both orders, and the button that makes the second one true.
fn answer(props: &Props, previewed: &Previewed, is_typed: bool) -> Html {
    let Props { catalog, hands, .. } = props;
    let method = &previewed.method;
    let title = method_told(&method.id, &method.params, catalog);
    let apply = {
        let (hands, method) = (hands.clone(), method.clone());
        Callback::from(move |_: MouseEvent| send(Look::Switch, Ok(method.clone()), &hands))
    };
    let is_new = previewed.now.iter().zip(&previewed.then);
    let same = is_new.clone().all(|(now, then)| now.0.url == then.0.url);
    html! {
        <div class="what-if-answer">
            <h3>{ &title }</h3>
            <p class="fine" role="status">{ sentence(same, is_typed) }</p>
            <div class="sides">
                { side("As it is", &previewed.now, false) }
                { side("As it would be", &previewed.then, true) }
            </div>
            <p class="buttons"><button type="button" class="main" onclick={apply}>{ "Do it" }</button></p>
        </div>
    }
}

fn sentence(same: bool, is_typed: bool) -> &'static str {
    match (same, is_typed) {
        (_, false) => "This is what was looked at last; the settings above are others by now.",
        (true, true) => "The top ten would stay as they are.",
        (false, true) => "Arrows tell how far a link would move.",
    }
}

fn side(title: &'static str, rows: &[(Candidate, Option<u32>)], is_then: bool) -> Html {
    let row = |(at, (one, other)): (usize, &(Candidate, Option<u32>))| {
        let other = other.map(|place| (place as usize).saturating_sub(1));
        let moved = match (other, is_then) {
            (Some(other), true) => Move::between(other, at),
            (None, true) => Move::New,
            (_, false) => Move::Stays,
        };
        html! {
            <li>
                <span class="place">{ at + 1 }{ sign(moved) }</span>
                <div>{ target(one) }</div>
                <b>{ worth(one) }</b>
            </li>
        }
    };
    html! { <section><h4>{ title }</h4><ol>{ for rows.iter().enumerate().map(row) }</ol></section> }
}
