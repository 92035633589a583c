//! Renders the import of files.

use crate::page::dom::files;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::file_content::FileContent;
use yew::prelude::*;

/// Renders the choice of a file.
pub(crate) fn import_section(dispatch: &Dispatch) -> Html {
    html! {
        <section class="bring" aria-labelledby="bring">
            <h2 id="bring">{ "Import" }</h2>
            <p class="fine">{ "Choose or drop a saved crawl (.salticid), a recording (.warc, .warc.gz) or a list of seeds (text or bookmarks as HTML)." }</p>
            { files::choice("bring-file", "Choose file", "", dispatch.on_file(FileContent::Pages)) }
        </section>
    }
}
