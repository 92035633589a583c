//! “Pages that would help most”: those whose label a classifier is least sure of, each to be judged with one press.

use super::desk::{Train, Way};
use super::missing::{Counts, OTHERS, RELEVANT};
use super::reader::address;
use super::{Act, on};
use crate::page::digits::{counted, percent};
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::protocol::doubts::{Doubt, Weighed};
use yew::prelude::*;

/// The section; nothing before there are labels to learn from.
pub(super) fn doubts(train: &Train, counts: &Counts, hands: &Hands) -> Html {
    if counts.relevant < RELEVANT || counts.others < OTHERS {
        return Html::default();
    }
    html! {
        <section class="doubts" aria-labelledby="doubts">
            <h2 id="doubts" tabindex="-1">{ "Pages that would help most" }</h2>
            <p class="fine">{ "A quick look at your pages by their words alone: where it cannot tell whether a page is relevant, your word teaches a model most." }</p>
            { ask(train, hands) }
            { outcome(train, hands) }
        </section>
    }
}

fn ask(train: &Train, hands: &Hands) -> Html {
    if let Some(part) = train.doubting.part {
        return html! {
            <p class="part fine">{ format!("Weighing the pages: {} done.", percent(part)) }
                <button type="button" class="quiet ask" onclick={on(hands, Act::Doubt(false))}>{ "Give up" }</button></p>
        };
    }
    let name = match train.doubting.weighed {
        Some(_) => "Look again",
        None => "Find them",
    };
    html! { <button type="button" class="ask" onclick={on(hands, Act::Doubt(true))}>{ name }</button> }
}

fn outcome(train: &Train, hands: &Hands) -> Html {
    let left = train.doubts();
    let said = match &train.doubting.weighed {
        Some(_) if train.doubting.part.is_some() => String::new(),
        None => String::new(),
        Some(Err(sentence)) => shown(sentence),
        Some(Ok(weighed)) => sum(weighed, left.len()),
    };
    html! {
        <>
            <p class="fine ahead-state" role="status">{ said }</p>
            if !left.is_empty() { <ul class="doubt-list">{ for left.into_iter().map(|doubt| page(doubt, train, hands)) }</ul> }
        </>
    }
}

fn sum(weighed: &Weighed, left: usize) -> String {
    let pages = counted(weighed.pages, "page");
    let unknown = match weighed.unknown {
        0 => String::new(),
        unknown => format!(
            " {} of your trails could not be weighed, since they were not read here.",
            counted(unknown, "page")
        ),
    };
    let verdict = match left {
        0 if weighed.doubts.is_empty() => "of none there is a doubt.",
        0 => "you judged all that were in doubt. Look again to see what that changed.",
        _ => "these are in doubt, the most doubtful first.",
    };
    format!("{pages} weighed: {verdict}{unknown}")
}

fn page(doubt: &Doubt, train: &Train, hands: &Hands) -> Html {
    let url = &doubt.url;
    let name = if doubt.title.is_empty() {
        address(url)
    } else {
        shown(&doubt.title)
    };
    let judge = |relevant: bool| {
        let act = Act::Judge(url.clone(), doubt.title.clone(), relevant);
        on(hands, act)
    };
    let marked = match (doubt.is_new, train.book.is_relevant(url)) {
        (true, _) => "It was read ahead, and stands in no trail.",
        (_, true) => "You marked it as relevant.",
        (_, false) => "You did not mark it.",
    };
    let likely = percent(doubt.probability);
    html! {
        <li key={url.clone()}>
            <button type="button" class="quiet doubt-title" onclick={on(hands, Act::Read(url.clone(), way(url, train)))}>{ &name }</button>
            <span class="url">{ address(url) }</span>
            <p class="fine">{ format!("By its words, relevant with a chance of {likely}. {marked}") }</p>
            if train.is_ours() {
                <div class="doubt-ways">
                    <button type="button" onclick={judge(true)} aria-label={format!("Relevant: {name}")}>{ "Relevant" }</button>
                    <button type="button" onclick={judge(false)} aria-label={format!("Not relevant: {name}")}>{ "Not relevant" }</button>
                </div>
            }
        </li>
    }
}

/// How a page is come to from here: where it stands in a trail; else by its address, since no link led there.
fn way(url: &str, train: &Train) -> Way {
    let mut places = train.book.trails().iter().filter_map(|kept| {
        let at = kept.trail.pages.iter().position(|page| page.url == url)?;
        Some(Way::Listed(kept.id, at))
    });
    places.next().unwrap_or(Way::Typed)
}
