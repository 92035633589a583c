//! Handles the global keys of a crawl: Space pauses and resumes, a period steps, unless a control uses the key.
//!
//! They can be switched off, because single-character keys are easily pressed by mistake (WCAG 2.1.4, Character Key
//! Shortcuts). The keys of a list, a tree or the reader act only with the focus in it
//! and are handled there.

use crate::views::prelude::*;
use gloo_events::EventListenerOptions;
use page_state::preferences::Preference;

/// Controls that use Space.
const PRESSED: &str = "a[href], button, input, summary, [role=application], [tabindex='0']";

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The keys act on the crawl.
    pub(crate) is_on: bool,
    /// The phase of the crawl.
    pub(crate) phase: Phase,
    /// The crawl can be advanced by single pages.
    pub(crate) can_step: bool,
    /// A past moment is shown, in which the keys have no effect.
    pub(crate) is_past: bool,
    pub(crate) dispatch: Dispatch,
}

/// Renders the switch with the list of keys, and handles the keys.
#[component]
pub(crate) fn Shortcuts(props: &Props) -> Html {
    use_keys(props.is_on && !props.is_past, props);
    let oninput = props.dispatch.on_check::<InputEvent>(|on| Action::Prefer(Preference::Shortcuts(on)));
    html! {
        <details class="shortcuts">
            <summary>{ "Keys" }</summary>
            <div>
                <label class="check">
                    <input type="checkbox" checked={props.is_on} {oninput} aria-describedby="shortcuts-help" />
                    <span>{ "Keyboard shortcuts" }</span>
                </label>
                <dl id="shortcuts-help">
                    <div><dt><kbd>{ "Space" }</kbd></dt><dd>{ "Pause or resume" }</dd></div>
                    <div><dt><kbd>{ "." }</kbd></dt><dd>{ "Process one page, then pause" }</dd></div>
                </dl>
            </div>
        </details>
    }
}

/// Handles the keys while they are on.
#[hook]
fn use_keys(on: bool, props: &Props) {
    let dispatch = props.dispatch.clone();
    use_effect_with((on, props.phase, props.can_step), move |(on, phase, can_step)| {
        let (phase, can_step) = (*phase, *can_step);
        let on_key = move |event: &Event| {
            let event = event.dyn_ref().filter(|event| is_free(event));
            let action = event.and_then(|event| action(&event.key(), phase, can_step));
            if let Some((event, action)) = event.zip(action) {
                event.prevent_default();
                dispatch.dispatch(Action::Steer(action));
            }
        };
        let options = EventListenerOptions::enable_prevent_default();
        let window = web_sys::window().filter(|_| *on);
        let listener = window.map(|window| EventListener::new_with_options(&window, "keydown", options, on_key));
        move || drop(listener)
    });
}

fn action(key: &str, phase: Phase, can_step: bool) -> Option<SteerAction> {
    match (key, phase) {
        (" ", Phase::Paused) => Some(SteerAction::Continue(None)),
        (" ", Phase::New | Phase::Preparing | Phase::Running) => Some(SteerAction::Pause),
        (".", Phase::Paused | Phase::Running) if can_step => Some(SteerAction::Step),
        _ => None,
    }
}

/// Returns whether no control uses a key.
fn is_free(event: &KeyboardEvent) -> bool {
    let is_used = is_typing(event) || (event.key() == " " && is_pressed_in(event, PRESSED));
    !is_used && is_plain(event) && !event.repeat() && !event.default_prevented()
}
