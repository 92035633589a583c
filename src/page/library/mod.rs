//! The Library: the crawls that are kept, search over their pages, files in and out, and the room they take.
//!
//! The worker has the crawls and does the work; this page asks, shows, saves the files that come and chooses those that go. Left out on
//! purpose: the crawl itself, which opens at its own place.

mod bring;
mod crawl;
pub(crate) mod export;
mod interrupted;
mod room;
mod search;
mod shelf;
mod unreadable;
pub mod words;

pub(crate) use bring::{reading, taking};
pub(crate) use interrupted::interrupted;
pub use shelf::{Act, Library};

use super::ask::focus;
use super::catalog::{Catalog, Worker};
use super::files;
use super::files::{Dropping, use_dropping};
use super::hands::Hands;
use super::place::{Place, read, use_fragment};
use super::state::{Action, Part, State};
use crate::protocol::ToWorker;
use crate::protocol::library::{LibraryOrder, Shelf};
use crawl::Crawl;
use engine::report::Phase;
use gloo_timers::callback::Interval;
use unreadable::Unreadable;
use yew::prelude::*;

/// Milliseconds after which the list is asked for anew while a crawl runs.
const LIST_MS: u32 = 2_000;

/// What the Library shows.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The crawls and what was found.
    pub(crate) library: Part<Library>,
    /// The strategies' titles.
    pub(crate) catalog: Part<Catalog>,
    /// The id of the crawl that is open here.
    pub(crate) live: Option<String>,
    /// The ways to act.
    pub(crate) hands: Hands,
}

/// The Library.
#[component]
pub(crate) fn LibraryPage(props: &Props) -> Html {
    let Props { library, hands, .. } = props;
    let Dropping {
        over,
        ondragover,
        ondragleave,
        ondrop,
    } = use_dropping(bring::taking(&props.catalog, hands));
    html! {
        <div class={classes!("library", over.then_some("dropping"))} {ondragover} {ondragleave} {ondrop}>
            <h1>{ "Library" }</h1>
            <p class="lede">{ "Every crawl is kept in this browser as it goes. Open one to see it or to go on with it, run it again, or take it elsewhere." }</p>
            if let Some(Ok(_)) = &library.shelf { <search::Search library={library.clone()} hands={hands.clone()} /> }
            { news(library, hands) }
            { crawls(props) }
            if let Some(Ok(shelf)) = &library.shelf {
                { bring::bring(&props.catalog, hands) }
                { room::room(shelf, hands) }
            }
        </div>
    }
}

/// What came of the last thing that was done.
fn news(library: &Library, hands: &Hands) -> Html {
    html! {
        <>
            <p class="library-news" role="status">{ library.said.clone() }
                if let Some(id) = &library.undo { { undo(id, hands) } }
            </p>
            { reading(library, hands) }
            if let Some(wrong) = &library.wrong { <p class="problem" role="alert">{ wrong }</p> }
        </>
    }
}

fn undo(id: &str, hands: &Hands) -> Html {
    let (id, hands) = (id.to_owned(), hands.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        let order = LibraryOrder::Restore(id.clone());
        hands.say.emit(ToWorker::Library(order));
        let taken_back = Act::Say("It was taken back.".to_owned());
        hands.act.emit(Action::Library(taken_back));
        focus("#crawls");
    });
    html! { <button type="button" class="quiet" {onclick}>{ "Undo" }</button> }
}

fn crawls(props: &Props) -> Html {
    match &props.library.shelf {
        None if props.catalog.worker == Worker::Loading => {
            html! { <p class="fine">{ "The crawler is being loaded…" }</p> }
        }
        None => html! { <p class="fine">{ "Looking for crawls…" }</p> },
        Some(Err(sentence)) => {
            html! { <p class="problem" role="alert">{ format!("The crawls cannot be read: {sentence}.") }</p> }
        }
        Some(Ok(shelf)) => shelved(shelf, props),
    }
}

fn shelved(shelf: &Shelf, props: &Props) -> Html {
    let there = |deleted| {
        let crawls = shelf.crawls.iter();
        crawls.filter(move |crawl| crawl.is_deleted == deleted)
    };
    let row = |crawl: &crate::protocol::library::Shelved| {
        html! {
            <Crawl key={crawl.id.clone()} crawl={crawl.clone()} catalog={props.catalog.clone()}
                trouble={props.library.unopenable.get(&crawl.id).cloned()}
                busy={props.library.making.as_ref() == Some(&crawl.id)}
                is_here={props.live.as_ref() == Some(&crawl.id)} hands={props.hands.clone()} />
        }
    };
    html! {
        <>
            <section aria-labelledby="crawls">
                <h2 id="crawls" tabindex="-1">{ "Crawls" }<span class="count">{ there(false).count() }</span></h2>
                if shelf.crawls.iter().any(|crawl| props.live.as_ref() == Some(&crawl.id) && !matches!(crawl.phase, Phase::Ended(_))) {
                    <p class="fine">{ "One crawl runs at a time in a tab: opening another one leaves this one where it is, to go on later." }</p>
                }
                if there(false).count() == 0 {
                    <p class="nothing">{ "No crawl is kept yet. " }<a href="#/crawl">{ "Start one" }</a>{ ", and it will stand here." }</p>
                }
                <ul class="crawls">{ for there(false).map(row) }</ul>
            </section>
            <Unreadable unreadable={shelf.unreadable.clone()} hands={props.hands.clone()} />
            if there(true).count() > 0 {
                <section aria-labelledby="deleted">
                    <h2 id="deleted">{ "Deleted" }<span class="count">{ there(true).count() }</span></h2>
                    <p class="fine">{ "They can be taken back for at least a minute; after that they are erased when the app is next loaded." }</p>
                    <ul class="crawls">{ for there(true).map(|crawl| crawl::deleted(crawl, &props.hands)) }</ul>
                </section>
            }
        </>
    }
}

/// Asks for the crawls as soon as the worker is there, and whenever the Library or the form comes into view; saves a file that was made.
#[hook]
pub(crate) fn use_library(state: &State, hands: &Hands) {
    let fragment = use_fragment();
    let (place, _) = read(fragment.as_str());
    let ready = state.catalog.worker == Worker::Ready;
    let wanted = place == Place::Library || state.screen.asking && state.live.order.is_none();
    // What was said at one place is not for another.
    let act = hands.act.clone();
    use_effect_with(place, move |_| {
        act.emit(Action::Library(Act::Say(String::new())));
    });
    let say = hands.say.clone();
    use_effect_with((ready && wanted, place), move |(wanted, _)| {
        if *wanted {
            say.emit(ToWorker::Library(LibraryOrder::List));
        }
    });
    bring::use_taken(&state.library, hands);
    // What runs is shown as it goes.
    let say = hands.say.clone();
    let going = ready && place == Place::Library && state.live.is_going();
    use_effect_with(going, move |going| {
        let list = move || say.emit(ToWorker::Library(LibraryOrder::List));
        let timer = going.then(|| Interval::new(LIST_MS, list));
        move || drop(timer)
    });
    let act = hands.act.clone();
    use_effect_with(state.library.made.clone(), move |made| {
        if let Some(made) = made {
            // What cannot be saved is missed by the person, who presses again.
            let _ = files::save(&made.name, &made.file);
            act.emit(Action::Library(Act::Saved));
        }
    });
}
