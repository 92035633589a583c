//! Renders the reader: address bar, navigation, and the page as plain text.
//!
//! Its keys work only while the focus is in it but not in a field, so that typed letters have no other effect (WCAG
//! 2.1.4).

use super::on;
use crate::views::ScreenProps;
use crate::views::parts::article::Article;
use crate::views::parts::source::{source, source_title};
use crate::views::prelude::*;
use page_state::train::TrailAccess;
use page_state::train::trail_editor::{display_name, title};
use protocol::reader::ReaderPage;
use types::trails::{TrailKind, TrailPage};

/// Renders the reader.
pub(crate) fn reader(props: &ScreenProps) -> Html {
    let ScreenProps { state: State { train, catalog, setup, .. }, dispatch, .. } = props;
    let from = setup.form.source(catalog);
    let onkeydown = keys(train, dispatch);
    html! {
        <section class="reader" aria-label="Reader">
            { bar(props) }
            { places(props, from) }
            <div class="reader-page" {onkeydown}>
                { crumbs(train, dispatch) }
                { page_actions(train, dispatch) }
                { status(train, dispatch) }
                if let Some(page) = &train.reader.shown {
                    <Article page={page.clone()} follow={follow(dispatch)} again={again(page, dispatch)} />
                } else if train.reader.wanted.is_none() && train.reader.unread.is_none() {
                    <p class="nothing">{ "No page open. Enter a URL or start with a demo page." }</p>
                }
            </div>
        </section>
    }
}

/// Returns a callback that reads the page of a link.
fn follow(dispatch: &Dispatch) -> Callback<CanonicalUrl> {
    dispatch.actions.reform(|url: CanonicalUrl| {
        let read = TrainAction::Read(url.to_string(), NavigationKind::Followed);
        Action::Train(read)
    })
}

/// Returns a callback that fetches the visible page again.
fn again(page: &ReaderPage, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let read = TrainAction::Read(page.url.to_string(), NavigationKind::Again);
    on(dispatch, read)
}

/// Renders the address bar.
fn bar(props: &ScreenProps) -> Html {
    let ScreenProps { state: State { train, .. }, dispatch, .. } = props;
    let oninput = dispatch.on_text(|text| Action::Train(TrainAction::Type(text)));
    let onsubmit = dispatch.on_submit(|| Action::Train(TrainAction::ReadTyped));
    html! {
        <form class="query-box reader-address" {onsubmit} novalidate=true>
            <input id="address" type="text" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"
                aria-label="Page URL" placeholder="https://example.org/" value={train.reader.address.clone()}
                {oninput} />
            <button type="submit" class="main">{ "Open" }</button>
        </form>
    }
}

/// Renders the source of pages, and the start pages of the demo web.
fn places(props: &ScreenProps, from: SourceKind) -> Html {
    let ScreenProps { state: State { train, catalog, library, setup, .. }, dispatch, .. } = props;
    html! {
        <>
            if from == SourceKind::Demo { { starts(catalog, train.reader.shown.is_some(), dispatch) } }
            <details class="reader-source">
                <summary>{ "Source: " }<b>{ source_title(from, catalog.access) }</b></summary>
                { source(&setup.form, catalog, library, dispatch) }
            </details>
        </>
    }
}

/// Renders the pages of the demo web from which its topics can be reached, each once.
fn starts(catalog: &Catalog, reads: bool, dispatch: &Dispatch) -> Html {
    let mut seeds: Vec<&String> = Vec::new();
    for seed in catalog.examples.iter().flat_map(|example| &example.seeds) {
        if !seeds.contains(&seed) {
            seeds.push(seed);
        }
    }
    let chip = |seed: &String| {
        let read = TrainAction::Read(seed.clone(), NavigationKind::Typed);
        let name = seed.trim_start_matches("http://").trim_end_matches('/');
        html! { <li><button type="button" class="chip" onclick={on(dispatch, read)}>{ name.to_owned() }</button></li> }
    };
    html! {
        <details class="starts" open={!reads}>
            <summary>{ "Start with a demo page" }</summary>
            <ul>{ for seeds.into_iter().map(chip) }</ul>
        </details>
    }
}

fn page_actions(train: &Train, dispatch: &Dispatch) -> Html {
    if train.reader.shown.is_none() {
        return Html::default();
    }
    // On a narrow screen, trails and suggestions are below a page that may be long.
    let to_trails = Callback::from(|_: MouseEvent| focus("#trails"));
    let to_ahead = Callback::from(|_: MouseEvent| focus("#ahead"));
    let ahead = train.suggestions().len();
    let visit = train.visit();
    let marked = visit.is_some_and(|visit| visit.relevant);
    let rejected = visit.is_some_and(|visit| train.editor.is_rejected(&visit.url));
    let fixed = visit.is_none() || !train.saving.is_ours();
    html! {
        <div class="reader-ways">
            <button type="button" onclick={on(dispatch, TrainAction::Back)} disabled={train.reader.back().is_none()}
                aria-keyshortcuts="b">{ "← Back" }<kbd>{ "B" }</kbd></button>
            <button type="button" id="mark" class="mark-page" onclick={on(dispatch, TrainAction::Mark)}
                aria-pressed={marked.to_string()} disabled={fixed} aria-keyshortcuts="r">
                { star() }{ "Mark as relevant" }<kbd>{ "R" }</kbd>
            </button>
            <button type="button" id="reject" class="mark-page" onclick={on(dispatch, TrainAction::Reject)}
                aria-pressed={rejected.to_string()} disabled={fixed} aria-keyshortcuts="n">
                { "Not relevant" }<kbd>{ "N" }</kbd>
            </button>
            if ahead > 0 {
                <button type="button" class="quiet to-trails" onclick={to_ahead}>
                    { counted(ahead, "suggestion") + " ↓" }
                </button>
            }
            <button type="button" class="quiet to-trails" onclick={to_trails}>{ "To the trails ↓" }</button>
        </div>
    }
}

/// Renders the progress, the errors, and the trail of the next step.
fn status(train: &Train, dispatch: &Dispatch) -> Html {
    let reading = train.reader.wanted.as_ref().map(|wanted| {
        let address = shown(&wanted.address);
        html! {
            <>
                { format!("Reading {address}…") }
                <button type="button" class="quiet" onclick={on(dispatch, TrainAction::Stop)}>{ "Stop" }</button>
            </>
        }
    });
    html! {
        <>
            <p class="reader-status" role="status">{ reading.unwrap_or_else(|| Html::from(recording(train))) }</p>
            if let Some((address, why)) = &train.reader.unread {
                <div id="unread" class="unread-page" tabindex="-1" role="alert">
                    <p><b>{ "Could not read the page: " }</b><code>{ shown(address) }</code></p>
                    <p>{ why }</p>
                </div>
            }
        </>
    }
}

/// Returns the trail that records the next step, as a text.
fn recording(train: &Train) -> String {
    match (&train.saving.access, train.trail(), train.visit()) {
        (TrailAccess::Elsewhere, ..) => {
            "Not recording: the trails are open in another tab. Close that tab or leave its Train page to record here."
                .to_owned()
        }
        (_, Some(recorded), Some(page)) => {
            let marked = if page.relevant {
                " This page is marked as relevant."
            } else if train.editor.is_rejected(&page.url) {
                " This page is rated as not relevant."
            } else {
                ""
            };
            format!("Recording into “{}”.{marked}", recorded.name)
        }
        _ => String::new(),
    }
}

/// Handles keys in the reader: `R` marks, `N` rates as not relevant, `B` goes back. The page must have the focus,
/// without modifiers.
fn keys(train: &Train, dispatch: &Dispatch) -> Callback<KeyboardEvent> {
    let dispatch = dispatch.clone();
    let can_back = train.reader.back().is_some();
    Callback::from(move |event: KeyboardEvent| {
        if !is_plain(&event) || event.repeat() {
            return;
        }
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_none_or(|target| target.matches("input, textarea, select").unwrap_or(true)) {
            return;
        }
        let actions = match event.key().as_str() {
            "r" | "R" => TrainAction::Mark,
            "n" | "N" => TrainAction::Reject,
            "b" | "B" if can_back => TrainAction::Back,
            _ => return,
        };
        event.prevent_default();
        dispatch.dispatch(Action::Train(actions));
    })
}

/// Renders the star.
pub(crate) fn star() -> Html {
    html! {
        <svg class="star" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
            <path d="M10 1.8l2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.7l-5.1 2.8L6 11.8l-4.3-4 5.8-.7z" />
        </svg>
    }
}

/// The number of pages shown before the current one. Earlier ones are omitted, except for the first.
const SHOWN: usize = 4;

/// Renders the breadcrumb; nothing for a page that is on no trail.
pub(crate) fn crumbs(train: &Train, dispatch: &Dispatch) -> Option<Html> {
    let (id, at) = train.reader.at?;
    let path = train.editor.get(id).filter(|one| one.kind == TrailKind::Path)?;
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
    Some(html! {
        <nav class="crumbs" aria-label={format!("Trail {}", shown(display_name(&path.name)))}>
            <ol>
                { for first }
                if from > 1 { <li class="fine">{ format!("{} more", from - 1) }</li> }
                { for last }
            </ol>
        </nav>
    })
}
