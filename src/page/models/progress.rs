//! How far learning is, and the way to give it up.

use super::shelf::{Learning, Models};
use super::{Act, words};
use crate::page::digits::{counted, grouped};
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::models::ModelsOrder;
use yew::prelude::*;

/// The progress, or why it came to nothing; nothing where neither is.
pub(super) fn progress(models: &Models, hands: &Hands) -> Html {
    match (&models.learning, &models.untaught) {
        (Some(learning), _) => going(learning, hands),
        (None, Some(sentence)) => html! {
            <p class="problem" role="alert">{ "Nothing was learned. " }{ words::sentence(&shown(sentence)) }</p>
        },
        (None, None) => Html::default(),
    }
}

fn going(learning: &Learning, hands: &Hands) -> Html {
    let hands = hands.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        hands.say.emit(ToWorker::Models(ModelsOrder::Cancel));
        hands.act.emit(Action::Models(Act::Cancel));
    });
    let (text, done, all) = told(learning);
    html! {
        <div class="reading learning">
            <p class="fine" id="learning" role="status">{ text }</p>
            <progress max={all.to_string()} value={done.to_string()} aria-labelledby="learning" />
            <button type="button" class="quiet" {onclick} aria-label={format!("Cancel: {}", learning.name)}>{ "Cancel" }</button>
            if let Some(trouble) = &learning.trouble { <p class="problem">{ shown(trouble) }</p> }
        </div>
    }
}

/// What is said, and how much of how much is done.
fn told(learning: &Learning) -> (String, u32, u32) {
    match (learning.slices, learning.of_pages) {
        (Some((done, of)), _) => {
            let text = format!(
                "Learning, and trying out what was learned: step {} of {}",
                grouped(done),
                grouped(of)
            );
            (text, done, of.max(1))
        }
        (None, 0) => ("Looking for the pages…".to_owned(), 0, 1),
        (None, of) => {
            let text = format!(
                "Reading: {} of {}",
                grouped(learning.pages),
                counted(of, "page")
            );
            (text, learning.pages, of)
        }
    }
}
