//! Renders “Pages that would help most”: pages whose label a classifier is least certain of.

use super::on;
use crate::views::prelude::*;
use page_state::train::missing::{OTHERS, RELEVANT};
use protocol::uncertainty::{UncertainPage, UncertaintyRanking};

/// Renders the section; nothing before there are labels to train on.
pub(crate) fn uncertain_pages(train: &Train, dispatch: &Dispatch) -> Html {
    if train.counts.relevant < RELEVANT || train.counts.others < OTHERS {
        return Html::default();
    }
    html! {
        <section class="doubts" aria-labelledby="doubts">
            <h2 id="doubts" tabindex="-1">{ "Pages to rate" }</h2>
            <p class="fine">{ "Rate these pages first: the model is least sure about them." }</p>
            { rank_button(train, dispatch) }
            { outcome(train, dispatch) }
        </section>
    }
}

fn rank_button(train: &Train, dispatch: &Dispatch) -> Html {
    if let Some(part) = train.uncertainty.part {
        return html! {
            <p class="part fine">
                { format!("Checking pages: {} done.", percent(part)) }
                <button type="button" class="quiet ask" onclick={on(dispatch, TrainAction::RankUncertain(false))}>
                    { "Cancel" }
                </button>
            </p>
        };
    }
    let name = match train.uncertainty.ranked {
        Some(_) => "Find again",
        None => "Find pages",
    };
    html! {
        <button type="button" class="ask" onclick={on(dispatch, TrainAction::RankUncertain(true))}>{ name }</button>
    }
}

fn outcome(train: &Train, dispatch: &Dispatch) -> Html {
    let left = train.doubts();
    let status = match &train.uncertainty.ranked {
        Some(_) if train.uncertainty.part.is_some() => String::new(),
        None => String::new(),
        Some(Err(sentence)) => shown(sentence),
        Some(Ok(ranked)) => sum(ranked, left.len()),
    };
    html! {
        <>
            <p class="fine ahead-state" role="status">{ status }</p>
            if !left.is_empty() {
                <ul class="doubt-list">{ for left.into_iter().map(|doubt| page(doubt, train, dispatch)) }</ul>
            }
        </>
    }
}

fn sum(ranked: &UncertaintyRanking, left: usize) -> String {
    let pages = counted(ranked.pages, "page");
    let unknown = match ranked.unknown {
        0 => String::new(),
        unknown => format!(" {} of your trails could not be checked: open them here first.", counted(unknown, "page")),
    };
    let verdict = match left {
        0 if ranked.uncertain.is_empty() => "none is uncertain.",
        0 => "all uncertain pages are rated. Press “Find again” to update.",
        _ => "these are uncertain, most uncertain first.",
    };
    format!("{pages} checked: {verdict}{unknown}")
}

fn page(doubt: &UncertainPage, train: &Train, dispatch: &Dispatch) -> Html {
    let url = &doubt.url;
    let name = page_name(&doubt.title, url);
    let judge = |relevant: bool| {
        let actions = TrainAction::Judge(url.clone(), doubt.title.clone(), relevant);
        on(dispatch, actions)
    };
    let marked = match (doubt.is_new, train.editor.is_relevant(url)) {
        (true, _) => "Found by look-ahead, in no trail.",
        (_, true) => "Marked as relevant.",
        (_, false) => "Not marked.",
    };
    let likely = percent(doubt.probability);
    html! {
        <li key={url.clone()}>
            <button type="button" class="quiet doubt-title"
                onclick={on(dispatch, TrainAction::Read(url.clone(), navigation(url, train)))}>
                { &name }
            </button>
            <span class="url">{ address(url) }</span>
            <p class="fine">{ format!("Estimated relevance {likely}. {marked}") }</p>
            if train.saving.is_ours() {
                <div class="doubt-ways">
                    <button type="button" onclick={judge(true)} aria-label={format!("Relevant: {name}")}>
                        { "Relevant" }
                    </button>
                    <button type="button" onclick={judge(false)} aria-label={format!("Not relevant: {name}")}>
                        { "Not relevant" }
                    </button>
                </div>
            }
        </li>
    }
}

/// Returns the navigation to a page: its position in a trail, or its URL.
fn navigation(url: &str, train: &Train) -> NavigationKind {
    let mut places = train.editor.trails().iter().filter_map(|kept| {
        let at = kept.trail.pages.iter().position(|page| page.url == url)?;
        Some(NavigationKind::Listed(kept.id, at))
    });
    places.next().unwrap_or(NavigationKind::Typed)
}
