//! Renders the effect of the latest change, with buttons to view and to undo it.

use super::super::Props;
use super::chips::on_change;
use super::words::describe;
use crate::views::prelude::*;
use types::limits::STEERED_TOP;
use types::steering::FrontierChange;

/// Renders the effect, if there is one to show.
#[component]
pub(crate) fn Toast(props: &Props) -> Html {
    let Props { state: State { catalog, crawl: CrawlState { live, steer, .. }, .. }, dispatch, .. } = props;
    let effect = steer.effect;
    let change = effect.and_then(|(at, effect)| Some((at, effect, live.steered.list().get(at)?)));
    html! {
        <div class="toast-place" role="status">
            if let Some((at, effect, (_, steering))) = change {
                <div class="toast">
                    <p><b>{ describe(steering, catalog) }</b>{ ": " }{ effect_text(effect) }</p>
                    <button type="button" class="quiet" onclick={view(dispatch)}>{ "View" }</button>
                    if let Some(undo) = live.steered.undo_of(at).filter(|_| live.can_be_steered()) {
                        <button type="button" class="quiet" onclick={on_change(undo, dispatch)}>{ "Undo" }</button>
                    }
                    <button type="button" class="quiet" aria-label="Dismiss"
                        onclick={dispatch.on(|| vec![Action::Steer(SteerAction::EffectSeen)])}>
                        { "×" }
                    </button>
                </div>
            }
        </div>
    }
}

/// Returns a callback that shows the frontier.
fn view(dispatch: &Dispatch) -> Callback<MouseEvent> {
    dispatch.on(|| vec![Action::Screen(ScreenAction::View(View::Frontier)), Action::Steer(SteerAction::EffectSeen)])
}

/// Returns the effect as a text such as `3,288 links re-ranked, 41 new in the top 100`.
pub fn effect_text(change: FrontierChange) -> String {
    let parts = [(change.removed, "removed"), (change.added, "added"), (change.rescored, "re-ranked")];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let mut parts: Vec<String> = parts.map(|(count, what)| format!("{} {what}", counted(count, "link"))).collect();
    if change.new_in_top > 0 {
        let count = change.new_in_top;
        parts.push(format!("{count} new in the top {STEERED_TOP}"));
    }
    if parts.is_empty() {
        return "no link in the frontier was affected".to_owned();
    }
    parts.join(", ")
}
