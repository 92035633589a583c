//! “Ahead of you”: the switch, how far the worker is, and the pages that fit, each with its reason.
//!
//! Nobody is interrupted (Pant §5.4): nothing moves the focus, and only the end is told aloud.

use super::desk::{Train, Way};
use super::reader::address;
use super::{Act, on};
use crate::page::digits::counted;
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::page::state::{Action, Part};
use crate::protocol::ahead::{Ahead, AheadStanding, Found};
use web_sys::{HtmlInputElement, Storage};
use yew::prelude::*;

/// Under which name the switch is remembered in this browser. What is not there is off: it asks sites for pages that nobody opened.
const KEY: &str = "salticid-look-ahead";

/// What is shown.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// What is read and marked, and what was found.
    pub(super) train: Part<Train>,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// The section.
#[component]
pub(super) fn AheadOfYou(props: &Props) -> Html {
    let (train, hands) = (&props.train, &props.hands);
    let sides = use_memo(train.book.trails().clone(), |_| {
        let labels = train.book.labels(1);
        [true, false].map(|side| labels.iter().any(|label| label.relevant == side))
    });
    let act = hands.act.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let on = event.target_unchecked_into::<HtmlInputElement>().checked();
        act.emit(Action::Train(Act::LookAhead(on)));
    });
    html! {
        <section class="ahead" aria-labelledby="ahead">
            <h2 id="ahead" tabindex="-1">{ "Ahead of you" }</h2>
            <label class="check"><input id="look-ahead" type="checkbox" checked={train.outlook.on} {oninput} aria-describedby="look-ahead-help" />
                { "Look ahead while I read" }</label>
            <p class="fine" id="look-ahead-help">{ help(train.outlook.on) }</p>
            if train.outlook.on { { state(train, *sides) }{ list(train, hands) } }
        </section>
    }
}

/// What the switch does; who has turned it on was told why it was off.
fn help(on: bool) -> &'static str {
    if on {
        "Up to 30 pages behind the links of the page that you read are fetched, one after the other, as politely as in a crawl."
    } else {
        "Up to 30 pages behind the links of the page that you read are fetched, one after the other, as politely as in a crawl, and those that fit what you marked are listed here. Off until you turn it on, since sites are then asked for pages that you did not open."
    }
}

/// How far it is; `sides` says whether there are relevant pages, and others.
fn state(train: &Train, sides: [bool; 2]) -> Html {
    let told = train.told_ahead();
    let (going, over) = match told.map(|told| (&told.standing, told)) {
        _ if train.shown.is_none() => (String::new(), "Read a page, and it begins.".to_owned()),
        None if sides != [true, true] || train.broke_here() => {
            (String::new(), missing(sides).to_owned())
        }
        None => ("Looking behind the links of this page …".to_owned(), String::new()),
        Some((AheadStanding::Looking, told)) => (looking(told), String::new()),
        Some((AheadStanding::AfterOthers, _)) => (
            "Waits while a crawl runs or a model is learned, so that no site is asked by both.".to_owned(),
            String::new(),
        ),
        Some((AheadStanding::NothingKnown, _)) => (
            String::new(),
            "Nothing to go by yet: of the pages in your trails, at least one relevant page and one other have to have been read here. Open them from their trails.".to_owned(),
        ),
        Some((AheadStanding::Failed(why), _)) => (String::new(), shown(why)),
        Some((AheadStanding::Done, told)) => (String::new(), done(told, train)),
    };
    let trouble = told.and_then(|told| told.trouble.as_ref());
    html! {
        <>
            if !going.is_empty() { <p class="fine ahead-state">{ going }</p> }
            <p class="fine ahead-state" role="status">{ over }</p>
            if let Some(trouble) = trouble { <p class="problem">{ shown(trouble) }</p> }
        </>
    }
}

/// Why it does not begin.
fn missing([relevant, others]: [bool; 2]) -> &'static str {
    match (relevant, others) {
        (false, _) => {
            "Nothing to go by yet: mark a page as relevant, and pages like it are looked for."
        }
        (_, false) => {
            "Nothing to go by yet: read at least one page that is not relevant, so that what all pages say counts for nothing."
        }
        _ => {
            "Not looked ahead from this page, since the crawler broke down at it. It goes on at the next one."
        }
    }
}

fn looking(told: &Ahead) -> String {
    match told.looked {
        0 => "Looking behind the links of this page …".to_owned(),
        looked => format!("Looking: {} so far …", counted(looked, "page")),
    }
}

fn done(told: &Ahead, train: &Train) -> String {
    let looked = counted(told.looked, "page");
    match (told.found.len(), train.suggestions().len()) {
        (0, _) => format!("{looked} looked at: none fits what you marked."),
        (_, 0) => format!("{looked} looked at: those that fit are in your trails already."),
        _ => format!("{looked} looked at. The best that you have not read:"),
    }
}

fn list(train: &Train, hands: &Hands) -> Html {
    let found = train.suggestions();
    if found.is_empty() {
        return Html::default();
    }
    html! { <ol class="ahead-list" aria-label="Pages ahead of you">{ for found.into_iter().map(|found| page(found, hands)) }</ol> }
}

fn page(found: &Found, hands: &Hands) -> Html {
    let read = Act::Read(found.url.as_str().to_owned(), Way::Ahead);
    let name = if found.title.is_empty() {
        address(found.url.as_str())
    } else {
        shown(&found.title)
    };
    html! {
        <li key={found.url.as_str().to_owned()}>
            <button type="button" class="quiet" onclick={on(hands, read)}>{ name }</button>
            <span class="url">{ address(found.url.as_str()) }</span>
            <p class="fine">{ "Fits by " }<b>{ shown(&found.words.join(", ")) }</b>{ ". " }{ way(found) }</p>
        </li>
    }
}

/// The way to it, in a sentence.
fn way(found: &Found) -> String {
    match &found.between {
        None => format!("One link on, by {}.", link(&found.anchor)),
        Some(between) => format!(
            "Two links on: by {} to “{}”, and from there by {}.",
            link(&between.anchor),
            shown(&between.title),
            link(&found.anchor)
        ),
    }
}

fn link(anchor: &str) -> String {
    if anchor.is_empty() {
        "a link without words".to_owned()
    } else {
        format!("“{}”", shown(anchor))
    }
}

/// Remembers the switch in this browser, and sets it as it was.
#[hook]
pub(super) fn use_kept_switch(on: bool, hands: &Hands) {
    let act = hands.act.clone();
    use_effect_with((), move |()| {
        let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        if kept.as_deref() == Some("on") {
            act.emit(Action::Train(Act::LookAhead(true)));
        }
    });
    let before = use_mut_ref(|| on);
    use_effect_with(on, move |on| {
        if before.replace(*on) != *on
            && let Some(storage) = storage()
        {
            // A browser that stores nothing looks ahead all the same; it is just not remembered.
            let _ = storage.set_item(KEY, if *on { "on" } else { "off" });
        }
    });
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}
