//! Renders the current trail above the reader as a breadcrumb: the pages that led to the visible one.

use super::on;
use super::star::star;
use crate::page::state::train::trail_editor::{display_name, title};
use crate::page::views::prelude::*;
use types::trails::{TrailKind, TrailPage};

/// The number of pages shown before the current one. Earlier ones are omitted, except for the first.
const SHOWN: usize = 4;

/// Renders the breadcrumb; nothing for a page that is on no trail.
pub(crate) fn crumbs(train: &Train, dispatch: &Dispatch) -> Html {
    let Some((id, at)) = train.reader.at else {
        return Html::default();
    };
    let Some(path) = train.editor.get(id).filter(|one| one.kind == TrailKind::Path) else {
        return Html::default();
    };
    let from = at.saturating_sub(SHOWN);
    let crumb = |(place, page): (usize, &TrailPage)| {
        let read = TrainAction::Read(page.url.clone(), NavigationKind::Listed(id, place));
        html! {
            <li key={place} class={page.relevant.then_some("relevant")}>
                if page.relevant { { star() } }
                if place == at {
                    <span aria-current="page">{ shown(title(page)) }</span>
                } else {
                    <button type="button" class="quiet" onclick={on(dispatch, read)}>{ shown(title(page)) }</button>
                }
            </li>
        }
    };
    let pages = path.pages.iter().enumerate();
    let first = pages.clone().take(from.min(1)).map(crumb);
    let last = pages.take(at + 1).skip(from).map(crumb);
    html! {
        <nav class="crumbs" aria-label={format!("Trail {}", shown(display_name(&path.name)))}>
            <ol>
                { for first }
                if from > 1 { <li class="fine">{ format!("{} more", from - 1) }</li> }
                { for last }
            </ol>
        </nav>
    }
}
