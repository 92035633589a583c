//! Renders the Models screens: the list of models that were trained on trails, and one model.
//!
//! The worker trains and stores models; these screens send requests, render results and save files.

mod detail;
mod diagram;
mod list;
mod retrain;

use crate::page::state::models::page_of;
use crate::page::state::route::{here, read, use_fragment};
use crate::page::views::prelude::*;
pub(crate) use detail::model_page;
pub(crate) use list::models_page;
use web_sys::UrlSearchParams;

/// Returns the model's id in an address.
fn id_of(query: &str) -> String {
    let params = UrlSearchParams::new_with_str(query).ok();
    params.and_then(|params| params.get("id")).unwrap_or_default()
}

/// Requests the models when the worker is ready and when a screen with models is opened, and the model whose page is open. Shows a model
/// that was just trained, and saves files that were exported.
#[hook]
pub(crate) fn use_models(state: &State, dispatch: &Dispatch) {
    let fragment = use_fragment();
    let (place, query) = read(fragment.as_str());
    let ready = state.catalog.worker == Worker::Ready;
    use_send(dispatch, (ready, place), |(ready, _)| ready.then_some(ToWorker::Models(ModelsRequest::List)));
    let wanted = (ready && place == Route::Model).then(|| id_of(query));
    use_send(dispatch, wanted, |wanted| {
        let id = wanted.clone()?;
        Some(ToWorker::Models(ModelsRequest::Open { id }))
    });
    let own = dispatch.clone();
    use_effect_with(state.models.arrived.clone(), move |arrived| {
        if let Some(id) = arrived {
            own.send(ToWorker::Models(ModelsRequest::List));
            own.dispatch(Action::Models(ModelsAction::Arrived));
            // If the person has left the training pages, they are not brought back.
            if here().is_training() {
                go(&page_of(id));
            }
        }
    });
    let actions = dispatch.actions.clone();
    use_effect_with(state.models.written.clone(), move |written| {
        if let Some((name, file)) = written {
            // A failed download needs no message, because the missing file is obvious.
            let _ = files::save(name, file);
            actions.emit(Action::Models(ModelsAction::Saved));
        }
    });
}
