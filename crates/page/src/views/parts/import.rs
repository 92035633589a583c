//! Renders the progress and the warnings of an import.

use crate::views::prelude::*;
use protocol::FileKind;

/// Renders the progress of an import with a cancel button, if one is running.
pub(crate) fn import_progress(library: &Library, dispatch: &Dispatch) -> Html {
    let Some((name, part)) = &library.imports.reading else {
        return Html::default();
    };
    let label = format!("Reading “{}”", shown(name));
    let onclick =
        dispatch.on::<MouseEvent>(|| vec![Action::Library(LibraryAction::Request(LibraryRequest::CancelImport))]);
    html! {
        <div class="reading">
            <p class="fine" id="reading">{ format!("{label}… {}", percent(*part)) }</p>
            <progress max="1" value={part.to_string()} aria-labelledby="reading" />
            <button type="button" class="quiet" {onclick} aria-label={format!("Cancel: {label}")}>{ "Cancel" }</button>
        </div>
    }
}

/// The most warnings that are shown.
const SHOWN: usize = 200;

/// Renders the import warnings of a file.
pub(crate) fn import_warnings(warnings: &[String]) -> Html {
    first_warnings(warnings.len(), warnings)
}

/// Renders the first of `count` import warnings of a file.
pub(crate) fn first_warnings(count: usize, warnings: &[String]) -> Html {
    if warnings.is_empty() {
        return Html::default();
    }
    let more = count.saturating_sub(warnings.len().min(SHOWN));
    let count = counted(count, "thing");
    html! {
        <details class="warnings">
            <summary>{ format!("{count} could not be imported") }</summary>
            <ul>
                for warning in warnings.iter().take(SHOWN) { <li>{ shown(warning) }</li> }
                { more_item(more) }
            </ul>
        </details>
    }
}

/// Renders the buttons that save topics or trails as a file of either kind.
pub(crate) fn save_as(id: &'static str, save: impl Fn(FileKind) -> Callback<MouseEvent>) -> Html {
    html! {
        <span class="save">
            <span class="fine" {id}>{ "Save as" }</span>
            <button type="button" class="quiet" aria-describedby={id} onclick={save(FileKind::Bookmarks)}>
                { "Bookmarks" }
            </button>
            <button type="button" class="quiet" aria-describedby={id} onclick={save(FileKind::Json)}>{ "JSON" }</button>
        </span>
    }
}
