//! Renders the choice between time and pages, with the effect of the chosen speed.

use crate::views::prelude::*;
use types::plan::Speed;

/// Renders the choice; `id` is that of the group.
pub(crate) fn speed(id: &str, chosen: Speed, choose: &Callback<Speed>) -> Html {
    let option = |speed: Speed| {
        let choose = choose.clone();
        let onclick = Callback::from(move |_: MouseEvent| choose.emit(speed));
        html! {
            <button type="button" value={speed.word()} aria-pressed={(speed == chosen).to_string()} {onclick}>
                { speed.title() }
            </button>
        }
    };
    let help_id = format!("{id}-help");
    html! {
        <div class="speed">
            <div id={id.to_owned()} class="map-switch" role="group" aria-label="Speed"
                aria-describedby={help_id.clone()}>
                { for Speed::ALL.into_iter().map(option) }
            </div>
            <p class="fine" id={help_id}>{ chosen.help() }</p>
        </div>
    }
}
