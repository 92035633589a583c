//! Imports files: the worker parses them, and addresses from the file are put into the form.

use crate::page::state::route::here;
use crate::page::views::prelude::*;

/// Puts the seeds or the recorded web of a file into the form and opens it. After the import of a crawl it requests the list.
#[hook]
pub(crate) fn use_taken(library: &Library, dispatch: &Dispatch) {
    let own = dispatch.clone();
    use_effect_with(library.imports.seeds.clone(), move |seeds| {
        if let Some(seeds) = seeds {
            let seeds = Rc::clone(seeds);
            own.edit_form("seeds", move |form| {
                form.scope.add_seeds(&seeds.urls);
                let warning = seeds.warning.clone();
                form.problems.extend(warning.map(|sentence| problem("seeds", sentence)));
            });
            own.dispatch(Action::Library(LibraryAction::Seeded));
            for action in show_field("#seeds") {
                own.dispatch(action);
            }
            go("#/crawl");
        }
    });
    let own = dispatch.clone();
    use_effect_with(library.imports.web.clone(), move |web| {
        if let Some(web) = web.clone() {
            own.edit_form("source", move |form| form.select_web(&web));
            // The Train and Compare pages use the imported web themselves, so they stay open.
            if !matches!(here(), Route::Train | Route::Compare) {
                own.dispatch(Action::Screen(ScreenAction::ShowForm));
                go("#/crawl");
            }
        }
    });
    use_send(dispatch, library.imports.count, |imports| {
        (*imports > 0).then_some(ToWorker::Library(LibraryRequest::List))
    });
}
