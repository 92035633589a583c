//! Renders the storage that saved crawls use, and the request to make it persistent.

use crate::page::views::prelude::*;
use crate::protocol::library::LibraryContents;

/// Renders the browser's storage estimate.
pub(crate) fn storage(contents: &LibraryContents, dispatch: &Dispatch) -> Html {
    let used = match (contents.used, contents.quota) {
        (Some(used), Some(quota)) => format!("This site uses {} of {}.", bytes(used), bytes(quota)),
        (Some(used), None) => format!("This site uses {}.", bytes(used)),
        (None, _) => "This browser does not report storage use.".to_owned(),
    };
    html! {
        <section class="storage" aria-labelledby="storage">
            <h2 id="storage" tabindex="-1">{ "Storage" }</h2>
            <p>{ used }</p>
            if contents.readings.0 > 0 { { readings(contents.readings, dispatch) } }
            if contents.is_persistent {
                <p class="fine">{ "Storage is persistent: the browser will not clear it automatically." }</p>
            } else {
                <p class="fine">{ "The browser may clear this site’s data when the device runs out of space." }</p>
                <button type="button" onclick={dispatch.on(|| vec![Action::Library(LibraryAction::Persist)])}>{ "Request persistent storage" }</button>
            }
        </section>
    }
}

/// Renders the pages stored by the reader, which training uses instead of fetching them again.
fn readings((pages, weight): (u32, u64), dispatch: &Dispatch) -> Html {
    let notice = || "Deleted the page texts. Trails are kept.".to_owned();
    let erase = dispatch.on_erase(
        ToWorker::Library(LibraryRequest::DeleteReaderPages),
        move || Action::Library(LibraryAction::ShowNotice(notice())),
        "#storage",
    );
    html! {
        <p class="readings">{ format!("Pages read under Train take {} ({}); training does not fetch them again. ",
            bytes(weight as f64), counted(pages, "page")) }
            <ConfirmButton text="Free space…" name="pages of the reader" consequence="Training fetches these pages again. Trails are kept." {erase} back="#storage" /></p>
    }
}
