//! Renders the documents that pages link to, which are not read: PDF, Office files, data sets.

use super::results::title;
use crate::views::prelude::*;
use types::document::LinkedDocument;

/// The code of the refusal of a document.
const CODE: &str = "document";
/// The most documents that are shown.
const SHOWN: usize = 100;
/// The most characters of a link text or an address that are shown.
const CHARS: usize = 160;

/// Renders the section of a saved crawl; nothing without documents.
pub(crate) fn documents(live: &Live, ranking: &Ranking, library: &Library, dispatch: &Dispatch) -> Option<Html> {
    let count = live.progress.refusals.get(CODE).copied().unwrap_or_default();
    let id = live.saved.id.clone().filter(|_| count > 0)?;
    let listed = library.documents.as_ref().filter(|(crawl, _)| *crawl == id);
    let button = if listed.is_none() { "List documents" } else { "Update list" };
    let onclick = dispatch
        .on::<MouseEvent>(move || vec![Action::Library(LibraryAction::Request(LibraryRequest::Documents(id.clone())))]);
    Some(html! {
        <section class="panel losses documents" aria-labelledby="documents">
            <h2 id="documents">{ "Documents" }{ count_badge(count as usize) }</h2>
            <p class="fine">{ "Linked files that are not read. “Export” has all under “Linked documents”." }</p>
            // The button stays, because it has the focus.
            <button type="button" {onclick}>{ button }</button>
            {
                match listed {
                    Some((_, Ok(documents))) => list(documents, ranking),
                    Some((_, Err(reason))) => html! { <p class="problem" role="alert">{ sentence(&shown(reason)) }</p> },
                    None => Html::default(),
                }
            }
        </section>
    })
}

fn list(documents: &[LinkedDocument], ranking: &Ranking) -> Html {
    html! {
        <ol>
            { for documents.iter().take(SHOWN).map(|document| entry(document, ranking)) }
            { more_item(documents.len().saturating_sub(SHOWN)) }
        </ol>
    }
}

fn entry(document: &LinkedDocument, ranking: &Ranking) -> Html {
    let anchor = clean(&document.anchor);
    let text = cut(title_or(&anchor, document.url.as_str()), CHARS).to_owned();
    let page = document.page.and_then(|n| ranking.pages.get(n));
    let size = document.bytes.map(|size| format!(", {}", bytes(size as f64))).unwrap_or_default();
    let estimate = fixed(document.relevance, 2);
    html! {
        <li>
            { SafeHref::of(&document.url)
                .map_or_else(|| html! { { text.clone() } }, |href| outer_link(&href, &text, true)) }
            <p class="fine">
                { format!("{}{size}, estimated relevance {estimate}", document.kind.title()) }
                if let Some(page) = page { { ", linked from " }<PageLink url={page.url.clone()} text={title(page)} /> }
            </p>
        </li>
    }
}
