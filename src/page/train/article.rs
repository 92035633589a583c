//! The page that is read: title, address, its text with its links where they stand.
//!
//! A link is followed inside the reader: the press is taken before the browser has it, and the tab stays where it is. With a key held, or the
//! middle button, the browser opens it beside the app, as any link, and nothing is recorded. Everything is text; an address becomes an
//! `href` only through [`SafeHref`].

use super::desk::Way;
use super::reader::address;
use super::{Act, on};
use crate::page::digits::{counted, grouped};
use crate::page::hands::Hands;
use crate::page::href::SafeHref;
use crate::page::library::words::date;
use crate::page::state::Action;
use crate::protocol::reader::{Block, Piece, ReadLink, Reading};
use engine::text::cut;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDetailsElement};
use yew::prelude::*;

/// Blocks that are drawn at first, and links in the list of all.
const DRAWN: usize = 250;
/// Most characters of the words around a link that are shown.
const CONTEXT_CHARS: usize = 160;

/// What is shown.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The page.
    pub(super) page: Rc<Reading>,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// The page.
#[component]
pub(super) fn Article(props: &Props) -> Html {
    let page = &props.page;
    let whole = use_state_eq(|| false);
    let listed = use_state_eq(|| false);
    {
        let (whole, listed) = (whole.setter(), listed.setter());
        use_effect_with(page.url.clone(), move |_| {
            whole.set(false);
            listed.set(false);
        });
    }
    let most = if *whole { usize::MAX } else { DRAWN };
    let more = page.blocks.len().saturating_sub(most);
    let onclick = follow(page, &props.hands);
    let all = whole.setter();
    html! {
        <article class="article" tabindex="-1" aria-labelledby="reading-title" {onclick}>
            <h2 id="reading-title" tabindex="-1">{ title(page) }</h2>
            { facts(page, &props.hands) }
            <div class="reading-text" lang={page.language.clone()}>
                for block in page.blocks.iter().take(most) { { draw(block, page) } }
            </div>
            if page.blocks.is_empty() { <p class="fine">{ "There is no text on this page." }</p> }
            if more > 0 {
                <button type="button" onclick={Callback::from(move |_| all.set(true))}>
                    { format!("Show the rest of the page, {} more paragraphs", grouped(more as f64)) }
                </button>
            }
            { links(page, *listed, &listed.setter()) }
        </article>
    }
}

fn title(page: &Reading) -> String {
    if page.title.is_empty() {
        address(page.url.as_str())
    } else {
        page.title.clone()
    }
}

/// Where the page is, and what there is to know of how it was read.
fn facts(page: &Reading, hands: &Hands) -> Html {
    let again = Act::Read(page.url.as_str().to_owned(), Way::Again);
    let moved = page.moved_from.as_ref();
    html! {
        <>
            <p class="url"><b>{ cut(page.url.authority(), 200).to_owned() }</b>{ cut(page.url.path_and_query(), 200).to_owned() }</p>
            if let Some(from) = moved { <p class="fine">{ format!("Sent on from {}.", address(from.as_str())) }</p> }
            if page.was_kept {
                <p class="fine">{ format!("As it was read on {}. ", date(page.at)) }
                    <button type="button" class="quiet again" onclick={on(hands, again)}>{ "Fetch it again" }</button></p>
            }
            if page.cut { <p class="fine">{ "The page is too long to be read whole: its end is missing." }</p> }
            if let Some(why) = &page.unkept { <p class="problem">{ format!("The page is shown but not kept: {why}.") }</p> }
        </>
    }
}

fn draw(block: &Block, page: &Reading) -> Html {
    let pieces = block.pieces.iter().map(|piece| draw_piece(piece, page));
    if block.heading {
        html! { <h3>{ for pieces }</h3> }
    } else {
        html! { <p>{ for pieces }</p> }
    }
}

fn draw_piece(piece: &Piece, page: &Reading) -> Html {
    let link = piece
        .link
        .and_then(|place| Some((place, page.links.get(place as usize)?)));
    match link {
        Some((place, link)) => anchor(place, link, &piece.text),
        None => html! { { &piece.text } },
    }
}

/// A link that says its number to [`follow`].
fn anchor(place: u32, link: &ReadLink, text: &str) -> Html {
    match SafeHref::of(&link.url) {
        Some(href) => html! {
            <a href={href.as_str().to_owned()} target="_blank" rel="noopener noreferrer" data-link={place.to_string()}>{ text }</a>
        },
        None => html! { { text } },
    }
}

/// All links with the words around them, for a page whose links are images, or stand too thick to be read in its text.
fn links(page: &Reading, open: bool, setter: &UseStateSetter<bool>) -> Html {
    if page.links.is_empty() {
        return html! { <p class="fine">{ "There is no link on this page." }</p> };
    }
    let setter = setter.clone();
    let ontoggle = Callback::from(move |event: Event| {
        let details = event.target_unchecked_into::<HtmlDetailsElement>();
        setter.set(details.open());
    });
    let count = u32::try_from(page.links.len()).unwrap_or(u32::MAX);
    let more = page.links.len().saturating_sub(DRAWN);
    let item = |(place, link): (usize, &ReadLink)| {
        let place = u32::try_from(place).unwrap_or(u32::MAX);
        let text = if link.anchor.is_empty() {
            address(link.url.as_str())
        } else {
            link.anchor.clone()
        };
        html! {
            <li>{ anchor(place, link, &text) }<span class="url">{ address(link.url.as_str()) }</span>
                if !link.context.is_empty() { <span class="fine">{ cut(&link.context, CONTEXT_CHARS).to_owned() }</span> }</li>
        }
    };
    html! {
        <details class="all-links" {ontoggle} {open}>
            <summary>{ counted(count, "link") }{ " with the words around them" }</summary>
            if open {
                <ul>{ for page.links.iter().enumerate().take(DRAWN).map(item) }</ul>
                if more > 0 { <p class="fine">{ format!("{} more are in the text only.", grouped(more as f64)) }</p> }
            }
        </details>
    }
}

/// Takes the press on a link, and reads its page here.
fn follow(page: &Rc<Reading>, hands: &Hands) -> Callback<MouseEvent> {
    let (page, hands) = (Rc::clone(page), hands.clone());
    Callback::from(move |event: MouseEvent| {
        if event.ctrl_key() || event.shift_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let link = target.and_then(|target| target.closest("[data-link]").ok().flatten());
        let place = link.and_then(|link| link.get_attribute("data-link")?.parse::<usize>().ok());
        if let Some(link) = place.and_then(|place| page.links.get(place)) {
            event.prevent_default();
            let url = link.url.as_str().to_owned();
            let read = Act::Read(url, Way::Followed);
            hands.act.emit(Action::Train(read));
        }
    })
}
