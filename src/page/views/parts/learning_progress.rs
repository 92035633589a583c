//! Renders the progress of training, and its cancel button.

use crate::page::state::models::Training;
use crate::page::views::prelude::*;

/// Renders the progress or the error, if there is one.
pub(crate) fn progress(models: &Models, dispatch: &Dispatch) -> Html {
    match (&models.learning, &models.error) {
        (Some(learning), _) => going(learning, dispatch),
        (None, Some(reason)) => html! {
            <p class="problem" role="alert">{ "Training failed. " }{ sentence(&shown(reason)) }</p>
        },
        (None, None) => Html::default(),
    }
}

fn going(learning: &Training, dispatch: &Dispatch) -> Html {
    let onclick = dispatch.on::<MouseEvent>(|| vec![Action::Models(ModelsAction::Cancel)]);
    let (text, done, all) = progress_text(learning);
    html! {
        <div class="reading learning">
            <p class="fine" id="learning" role="status">{ text }</p>
            <progress max={all.to_string()} value={done.to_string()} aria-labelledby="learning" />
            <button type="button" class="quiet" {onclick} aria-label={format!("Cancel: {}", learning.name)}>{ "Cancel" }</button>
            if let Some(standstill) = &learning.standstill { <p class="problem">{ shown(standstill) }</p> }
        </div>
    }
}

/// Returns the text, the finished units and their total.
fn progress_text(learning: &Training) -> (String, u32, u32) {
    match (learning.slices, learning.of_pages) {
        (Some((done, of)), _) => {
            let text = format!("Training and testing: step {} of {}", grouped(done), grouped(of));
            (text, done, of.max(1))
        }
        (None, 0) => ("Loading pages…".to_owned(), 0, 1),
        (None, of) => {
            let text = format!("Reading pages: {} of {}", grouped(learning.pages), counted(of, "page"));
            (text, learning.pages, of)
        }
    }
}
