//! Renders a page in a reader: title, address, text with the matched words, links.
//!
//! A click on a link opens the page in the reader if the reader follows links. With a modifier key or the middle button
//! the browser opens the link as usual. All content is rendered as text; an address becomes an `href` only through
//! [`SafeHref`].

use crate::views::prelude::*;
use crate::widgets::marks::{all_pieces, marked};
use protocol::reader::{Block, Piece, ReaderLink, ReaderPage};
use web_sys::HtmlDetailsElement;

/// The number of blocks that are drawn at first, and of links in the list of links.
const DRAWN: usize = 250;
/// The most characters of the words around a link that are shown.
const CONTEXT_CHARS: usize = 160;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) page: Rc<ReaderPage>,
    /// Called with the address of a clicked link; `None` if links open outside of the app.
    pub(crate) follow: Option<Callback<CanonicalUrl>>,
    /// Fetches a saved page again; `None` if that is not available.
    #[prop_or_default]
    pub(crate) again: Option<Callback<MouseEvent>>,
}

/// Renders the page.
#[component]
pub(crate) fn Article(props: &Props) -> Html {
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
    let onclick = props.follow.as_ref().map(|read| follow(page, read));
    html! {
        <article class="article" tabindex="-1" aria-labelledby="reading-title" {onclick}>
            <h2 id="reading-title" tabindex="-1">{ title(page) }</h2>
            { facts(page, props.again.as_ref()) }
            <div class="reading-text" lang={page.language.clone()}>
                for block in page.blocks.iter().take(most) { { draw(block, page) } }
            </div>
            if page.blocks.is_empty() { <p class="fine">{ "This page has no text." }</p> }
            if more > 0 {
                <button type="button" onclick={set_to(&whole, true)}>
                    { format!("Show {} more paragraphs", grouped(more as f64)) }
                </button>
            }
            { links(page, *listed, &listed.setter()) }
        </article>
    }
}

fn title(page: &ReaderPage) -> String {
    if page.title.is_empty() { address(page.url.as_str()) } else { page.title.clone() }
}

/// Renders the page's address, and details of its fetch.
fn facts(page: &ReaderPage, again: Option<&Callback<MouseEvent>>) -> Html {
    let moved = page.moved_from.as_ref();
    html! {
        <>
            <p class="url">
                <b>{ cut(page.url.authority(), 200).to_owned() }</b>{ cut(page.url.path_and_query(), 200).to_owned() }
            </p>
            if let Some(from) = moved { <p class="fine">{ format!("Redirected from {}.", address(from.as_str())) }</p> }
            if page.was_kept {
                <p class="fine">
                    { format!("Saved copy of {}. ", date(page.at)) }
                    if let Some(again) = again {
                        <button type="button" class="quiet again" onclick={again.clone()}>{ "Fetch again" }</button>
                    }
                </p>
            }
            if page.cut { <p class="fine">{ "This page is too large or complex; its end is missing." }</p> }
            if let Some(why) = &page.unkept { <p class="problem">{ format!("The page was not saved: {why}.") }</p> }
        </>
    }
}

fn draw(block: &Block, page: &ReaderPage) -> Html {
    let pieces = block.pieces.iter().map(|piece| draw_piece(piece, page));
    if block.heading {
        html! { <h3>{ for pieces }</h3> }
    } else {
        html! { <p>{ for pieces }</p> }
    }
}

fn draw_piece(piece: &Piece, page: &ReaderPage) -> Html {
    let text = marked(&all_pieces(&piece.text, &piece.marks), |_| true);
    let link = piece.link.and_then(|place| Some((place, page.links.get(place as usize)?)));
    match link {
        Some((place, link)) => anchor(place, link, text),
        None => text,
    }
}

/// Renders a link that carries its index for [`follow`].
fn anchor(place: u32, link: &ReaderLink, text: Html) -> Html {
    match SafeHref::of(&link.url) {
        Some(href) => html! {
            <a href={href.as_str().to_owned()} target="_blank" rel="noopener noreferrer" data-link={place.to_string()}>
                { text }
            </a>
        },
        None => text,
    }
}

/// Renders all links with the words around them, for pages with image links or dense navigation.
fn links(page: &ReaderPage, open: bool, setter: &UseStateSetter<bool>) -> Html {
    if page.links.is_empty() {
        return html! { <p class="fine">{ "This page has no links." }</p> };
    }
    let setter = setter.clone();
    let ontoggle = Callback::from(move |event: Event| {
        let details = event.target_unchecked_into::<HtmlDetailsElement>();
        setter.set(details.open());
    });
    let more = page.links.len().saturating_sub(DRAWN);
    let item = |(place, link): (usize, &ReaderLink)| {
        let place = count(place);
        let text = if link.anchor.is_empty() { address(link.url.as_str()) } else { link.anchor.clone() };
        html! {
            <li>
                { anchor(place, link, Html::from(text)) }<span class="url">{ address(link.url.as_str()) }</span>
                if !link.context.is_empty() {
                    <span class="fine">{ cut(&link.context, CONTEXT_CHARS).to_owned() }</span>
                }
            </li>
        }
    };
    html! {
        <details class="all-links" {ontoggle} {open}>
            <summary>{ counted(page.links.len(), "link") }{ " with context" }</summary>
            if open {
                <ul>{ for page.links.iter().enumerate().take(DRAWN).map(item) }</ul>
                if more > 0 { <p class="fine">{ format!("{} more are not listed.", grouped(more as f64)) }</p> }
            }
        </details>
    }
}

/// Returns a handler for clicks on links, which opens their pages in the reader.
fn follow(page: &Rc<ReaderPage>, read: &Callback<CanonicalUrl>) -> Callback<MouseEvent> {
    let (page, read) = (Rc::clone(page), read.clone());
    Callback::from(move |event: MouseEvent| {
        if event.ctrl_key() || event.shift_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let link = target.and_then(|target| target.closest("[data-link]").ok().flatten());
        let place = link.and_then(|link| link.get_attribute("data-link")?.parse::<usize>().ok());
        if let Some(link) = place.and_then(|place| page.links.get(place)) {
            event.prevent_default();
            read.emit(link.url.clone());
        }
    })
}
