//! Renders a preview: the ten best URLs now, beside those under another strategy or other parameters.

use super::Props;
use super::places::Move;
use super::row::{score_text, sign, target};
use crate::views::crawl::steering::{StrategyForm, strategy_form, strategy_title, waiting};
use crate::views::prelude::*;
use crate::widgets::disclosure::Disclosure;
use protocol::steer::StrategyPreview;
use types::report::Candidate;

/// The prefix of the ids of the strategy's fields.
const PLACE: &str = "what-if";

/// Renders the form and the preview, folded at first.
pub(crate) fn what_if(props: &Props) -> Html {
    let Props { state: State { catalog, .. }, crawl: CrawlState { live, steer, .. }, dispatch, .. } = props;
    if !live.can_be_steered() {
        return Html::default();
    }
    let typed = StrategyForm::new(steer, live, catalog);
    let ahead = dispatch.on_submit(|| Action::Steer(SteerAction::SubmitStrategy(StrategyPurpose::Preview)));
    let buttons = html! { <button type="submit" disabled={typed.is_same}>{ "Preview" }</button> };
    let form = strategy_form(PLACE, steer, live, catalog, dispatch, buttons, ahead);
    let head = html! {
        <>
            <h2>{ "Preview another strategy" }</h2>
            <span class="fine">{ "Shows the top ten under other settings" }</span>
        </>
    };
    let is_open = steer.previewed.is_some() || steer.is_looking;
    html! {
        <Disclosure class="what-if" wants_open={is_open} {head}>
            { form }
            { waiting(steer, catalog) }
            <div role="status">{ if steer.is_looking { "Computing preview…" } else { "" } }</div>
            if let Some(previewed) = &steer.previewed {
                { preview(props, previewed, typed.spec.as_ref() == Ok(&previewed.spec)) }
            }
        </Disclosure>
    }
}

/// Renders both rankings and the button that applies the second one.
fn preview(props: &Props, previewed: &StrategyPreview, is_typed: bool) -> Html {
    let spec = &previewed.spec;
    let title = strategy_title(spec, &props.state.catalog);
    let switch = spec.clone();
    let apply = props.dispatch.on(move || vec![Action::Steer(SteerAction::Switch(Box::new(switch.clone())))]);
    let is_new = previewed.now.iter().zip(&previewed.then);
    let same = is_new.clone().all(|(now, then)| now.0.url == then.0.url);
    html! {
        <div class="what-if-answer">
            <h3>{ &title }</h3>
            <p class="fine" role="status">{ sentence(same, is_typed) }</p>
            <div class="sides">
                { side("Current", &previewed.now, false) }
                { side("Preview", &previewed.then, true) }
            </div>
            <p class="buttons"><button type="button" class="main" onclick={apply}>{ "Apply" }</button></p>
        </div>
    }
}

fn sentence(same: bool, is_typed: bool) -> &'static str {
    match (same, is_typed) {
        (_, false) => "This preview is outdated: the settings have changed.",
        (true, true) => "The top ten would not change.",
        (false, true) => "Arrows show how far a link would move.",
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
                <b>{ score_text(one) }</b>
            </li>
        }
    };
    html! { <section><h4>{ title }</h4><ol>{ for rows.iter().enumerate().map(row) }</ol></section> }
}
