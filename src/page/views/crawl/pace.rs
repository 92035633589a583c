//! The speed of a crawl: a slider, a single step, and their keys.
//!
//! Space pauses and resumes, and a period steps, wherever no control uses the key.

use crate::page::dom::digits::grouped;
use crate::page::state::Action;
use crate::page::state::crawl::live::Live;
use crate::page::state::dispatch::{Dispatch, typed};
use crate::page::state::pace::{PaceAction, remember};
use crate::protocol::ToWorker;
use crate::protocol::pace::{Pace, Paces};
use gloo_events::{EventListener, EventListenerOptions};
use types::limits;
use types::report::Phase;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Controls that use printable keys, a period among them.
const TYPING: &str = "input:not([type=range], [type=checkbox]), select, textarea, dialog, [role=tree], [contenteditable]";
/// Further controls that use Space.
const PRESSED: &str = "a[href], button, input, summary, [role=application], [tabindex='0']";

/// Draws the slider.
pub(crate) fn slider(live: &Live, paces: Paces, dispatch: &Dispatch) -> Html {
    let is_live = is_live(live);
    let pace = paces.of(is_live);
    let actions = dispatch.actions.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let chosen = typed(&event).parse().ok();
        let Some(pace) = chosen.and_then(|at: usize| Pace::ALL.get(at).copied()) else {
            return;
        };
        let action = PaceAction { is_live, pace };
        remember(action);
        actions.emit(Action::Pace(action));
    });
    let at = Pace::ALL.iter().position(|one| *one == pace);
    let (short, long) = texts(pace, live);
    html! {
        <label class="pace" title={long.clone()}>
            <span>{ "Speed" }</span>
            <input type="range" min="0" max={(Pace::ALL.len() - 1).to_string()} value={at.unwrap_or_default().to_string()}
                aria-label="Speed" aria-valuetext={long} {oninput} />
            <span class="pace-text" aria-hidden="true">{ short }</span>
        </label>
    }
}

/// Draws the button of a single step.
pub(crate) fn step_button(dispatch: &Dispatch) -> Html {
    html! {
        <button type="button" title="Process one page, then pause (.)" onclick={dispatch.on_send(ToWorker::Step)}>{ "Step" }</button>
    }
}

/// Tells each worker the paces.
#[hook]
pub(crate) fn use_paces(paces: Paces, is_ready: bool, dispatch: &Dispatch) {
    let messages = dispatch.messages.clone();
    use_effect_with((paces, is_ready), move |(paces, is_ready)| {
        if *is_ready {
            messages.emit(ToWorker::Pace(*paces));
        }
    });
}

/// Lets Space pause and resume, and a period step.
#[hook]
pub(crate) fn use_pace_keys(live: &Live, dispatch: &Dispatch) {
    let messages = dispatch.messages.clone();
    let input = (live.progress.phase, live.read_only, live.is_before_crawl());
    use_effect_with(input, move |(phase, read_only, is_before)| {
        let (phase, can_step) = (*phase, !is_before);
        let on_key = move |event: &Event| {
            let event = event.dyn_ref().filter(|event| is_free(event));
            let message = event.and_then(|event| message(&event.key(), phase, can_step));
            if let Some((event, message)) = event.zip(message) {
                event.prevent_default();
                messages.emit(message);
            }
        };
        let options = EventListenerOptions::enable_prevent_default();
        let window = web_sys::window().filter(|_| read_only.is_none());
        let listener = window
            .map(|window| EventListener::new_with_options(&window, "keydown", options, on_key));
        move || drop(listener)
    });
}

fn message(key: &str, phase: Phase, can_step: bool) -> Option<ToWorker> {
    match (key, phase) {
        (" ", Phase::Paused) => Some(ToWorker::Resume),
        (" ", Phase::New | Phase::Preparing | Phase::Running) => Some(ToWorker::Pause),
        (".", Phase::Paused | Phase::Running) if can_step => Some(ToWorker::Step),
        _ => None,
    }
}

/// Returns whether no control uses a key.
fn is_free(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into().ok());
    let is_in = |selector| {
        let target: Option<&Element> = target.as_ref();
        target.is_some_and(|target| target.closest(selector).is_ok_and(|found| found.is_some()))
    };
    let is_used = is_in(TYPING) || (event.key() == " " && is_in(PRESSED));
    let modified = event.ctrl_key() || event.alt_key() || event.meta_key() || event.repeat();
    !is_used && !modified && !event.default_prevented()
}

/// Returns whether a crawl is slow enough to be watched: a local web has a speed for it, and politeness slows the others.
pub(crate) fn is_watchable(live: &Live, paces: Paces) -> bool {
    is_live(live) || paces.of(false) != Pace::Max
}

fn is_live(live: &Live) -> bool {
    let request = live.request.as_ref();
    request.is_some_and(|request| request.source.is_live())
}

/// Returns a pace in short and in full.
fn texts(pace: Pace, live: &Live) -> (String, String) {
    match pace {
        Pace::PerSecond(1) => ("1/s".to_owned(), "1 page a second".to_owned()),
        Pace::PerSecond(pages) => (format!("{pages}/s"), format!("{pages} pages a second")),
        Pace::Max if is_live(live) => {
            let limit = grouped(polite_limit(live));
            let long = format!("As fast as politeness allows, at most {limit} pages a second now");
            (format!("≤ {limit}/s"), long)
        }
        Pace::Max => ("max".to_owned(), "Maximum speed".to_owned()),
    }
}

/// Returns a bound of the pages a second: no host is asked more often than every [`limits::DELAY_MIN_MS`].
fn polite_limit(live: &Live) -> u32 {
    let request = live.request.as_ref();
    let at_once = request.map_or(u32::MAX, |request| request.plan.in_flight);
    let hosts = live.progress.hosts.clamp(1, at_once.max(1));
    let a_second = u64::from(hosts) * 1_000 / limits::DELAY_MIN_MS;
    u32::try_from(a_second.max(1)).unwrap_or(u32::MAX)
}
