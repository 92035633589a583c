//! A look around in three steps: what to give it, what to watch, what one can do meanwhile.
//!
//! A first visit offers it in a line, and does not begin it unasked: nothing covers the form of somebody who came to work. Whoever took it or
//! declined is not offered it again in this browser; it is always to be had on the page about the app.

mod pictures;

use super::ask::focus;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// Under which name it is remembered that it was taken or declined.
const KEY: &str = "salticid-tour";
/// What stands there then.
const DONE: &str = "done";

/// A step: its title, what it says, its picture.
struct Stop {
    title: &'static str,
    text: &'static str,
    picture: fn() -> Html,
}

const STOPS: [Stop; 3] = [
    Stop {
        title: "Name a topic",
        text: "Type words, or take an example, and press “Start crawl”. The demo web is built in, so that you can try everything at once; through the proxy it hunts in the real one. How it hunts is your choice, too: by words, by related words, by pages that you liked, or with a whole population of spiders.",
        picture: pictures::topic,
    },
    Stop {
        title: "Watch it hunt",
        text: "The best pages stand on top, as they come, and each says why it is there. Beside the results there are other views of the same crawl: the spiders and their families, the map of what was found, and the frontier, which is what comes next. Curves tell how it goes.",
        picture: pictures::views,
    },
    Stop {
        title: "Change its mind",
        text: "Pause it, stop it, or steer it while it runs: what waits is put in order again before your eyes. Every crawl is kept in the Library, in this browser and nowhere else, and goes on where it was when you come back.",
        picture: pictures::steering,
    },
];

/// The offer of a first visit; nothing where it was taken or declined.
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
            <Tour text="Look around in three steps" over={over.clone()} />
            <button type="button" class="quiet" onclick={decline}>{ "No, thanks" }</button>
        </div>
    }
}

/// How the tour is reached.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// What stands on the button.
    pub(crate) text: &'static str,
    /// Told when the tour is over, to the end or not.
    #[prop_or_default]
    pub(crate) over: Callback<()>,
}

/// A button that begins the tour, and the tour: a dialog of the browser's own, which keeps the focus and gives it back.
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
            <dialog class="tour" ref={dialog} aria-label="A look around" {onclose}>
                { stop(*at) }
                { ways(&at, &end) }
            </dialog>
        </>
    }
}

/// What is seen at a step; read out as it changes.
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

/// The buttons: out, back, on. The last has the focus at first.
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
    let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    kept.is_some()
}

fn remember() {
    if let Some(storage) = storage() {
        // A browser that keeps nothing offers it again on the next visit.
        let _ = storage.set_item(KEY, DONE);
    }
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}
