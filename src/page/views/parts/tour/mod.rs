//! The tour: what to enter, what to watch, what to do during a crawl.
//!
//! A first visit offers it in one line and never opens it unasked. Whoever took or declined it is not offered it again
//! in this browser; the About screen always has it.

mod pictures;

use crate::page::dom::focus::focus;
use crate::page::dom::storage;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// The key in local storage that records that the tour was taken or declined.
const KEY: &str = "salticid-tour";
/// The stored value once the tour was taken or declined.
const DONE: &str = "done";

/// A step: its title, what it says, its picture.
struct Stop {
    title: &'static str,
    text: &'static str,
    picture: fn() -> Html,
}

const STOPS: [Stop; 3] = [
    Stop {
        title: "Enter a topic",
        text: "Type keywords or pick an example, then press “Start crawl”. The demo web needs no network; the proxy reaches the real web. Choose a strategy, from simple keyword matching to a population of spiders.",
        picture: pictures::topic,
    },
    Stop {
        title: "Watch it crawl",
        text: "The best pages appear on top, each with the reasons for its score. Other views show the spiders, a map of the links, the frontier and charts.",
        picture: pictures::views,
    },
    Stop {
        title: "Steer it",
        text: "Pause, stop or steer the crawl while it runs. Every crawl is saved in the Library, in this browser only, so you can resume it later.",
        picture: pictures::steering,
    },
];

/// Draws the offer of a first visit; nothing where it was taken or declined.
#[component]
pub(crate) fn Offer() -> Html {
    let offered = use_state_eq(|| !is_done());
    if !*offered {
        return Html::default();
    }
    let over = Callback::from(move |()| {
        remember();
        offered.set(false);
        // The button that had the focus is gone.
        focus("#query");
    });
    let decline = over.reform(|_: MouseEvent| ());
    html! {
        <div class="tour-offer">
            <span>{ "New here?" }</span>
            <Tour text="Take a tour" over={over.clone()} />
            <button type="button" class="quiet" onclick={decline}>{ "No, thanks" }</button>
        </div>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The text of the button.
    pub(crate) text: &'static str,
    /// Told when the tour is over, to the end or not.
    #[prop_or_default]
    pub(crate) over: Callback<()>,
}

/// Draws a button that begins the tour, and the tour: a dialog of the browser's own, which keeps the focus and gives it back.
#[component]
pub(crate) fn Tour(props: &Props) -> Html {
    let dialog = use_node_ref();
    let at = use_state_eq(|| 0);
    let begin = {
        let (dialog, at) = (dialog.clone(), at.clone());
        Callback::from(move |_: MouseEvent| {
            at.set(0);
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                // It can only be open already.
                let _ = dialog.show_modal();
            }
        })
    };
    let end = {
        let dialog = dialog.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        })
    };
    let over = props.over.clone();
    let onclose = Callback::from(move |_: Event| over.emit(()));
    html! {
        <>
            <button type="button" class="tour-begin" onclick={begin}>{ props.text }</button>
            <dialog class="tour" ref={dialog} aria-label="Tour" {onclose}>
                { stop(*at) }
                { ways(&at, &end) }
            </dialog>
        </>
    }
}

/// Shows what is seen at a step; read out as it changes.
fn stop(at: usize) -> Html {
    let stop = &STOPS[at.min(STOPS.len() - 1)];
    html! {
        <div aria-live="polite">
            { (stop.picture)() }
            <p class="fine">{ format!("Step {} of {}", at + 1, STOPS.len()) }</p>
            <h2>{ stop.title }</h2>
            <p>{ stop.text }</p>
        </div>
    }
}

/// Draws the buttons: out, back, on. The last has the focus at first.
fn ways(at: &UseStateHandle<usize>, end: &Callback<MouseEvent>) -> Html {
    let is_last = **at + 1 == STOPS.len();
    let step = |by: isize| {
        let at = at.clone();
        Callback::from(move |_: MouseEvent| at.set(at.saturating_add_signed(by)))
    };
    let (text, on) = if is_last {
        ("Done", end.clone())
    } else {
        ("Next", step(1))
    };
    html! {
        <div class="tour-ways">
            if !is_last { <button type="button" class="quiet" onclick={end}>{ "Skip" }</button> }
            if **at > 0 { <button type="button" onclick={step(-1)}>{ "Back" }</button> }
            <button type="button" class="main" autofocus=true onclick={on}>{ text }</button>
        </div>
    }
}

fn is_done() -> bool {
    storage::read(KEY).is_some()
}

/// Records that the tour was taken. Without local storage it is offered again on the next visit.
fn remember() {
    storage::write(KEY, Some(DONE));
}
