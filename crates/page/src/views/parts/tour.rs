//! Renders the tour: a sequence of notes beside the parts of a crawl that is slow enough to follow.
//!
//! It is shown once, during the first such crawl in a browser, and ends with the crawl. It takes no focus, and Escape
//! skips it. The About screen starts a crawl with it. On phones it is below the page, so that it covers nothing, and
//! names no keys.

use crate::dom::view::use_media;
use crate::views::prelude::*;
use gloo_timers::callback::Interval;
use page_state::crawl_address::CrawlAddress;
use page_state::preferences::{Preference, TourStart};
use web_sys::DomRect;

/// The number of pages from which the tour starts, so that there are results to refer to.
const PAGES: u32 = 8;
/// The interval in milliseconds at which a note is placed beside its target.
const FOLLOW_MS: u32 = 250;
/// The distance in pixels between a note and its target, and between a note and the edge of the window.
const GAP: f64 = 12.0;

/// The figures of the crawl, which no note covers.
const FIGURES: &str = ".figures";
/// Devices that are used by touch, whose notes name no keys.
const TOUCH: &str = "(pointer: coarse)";

/// A note: the selector of its target, its title, its text, and its keys in a sentence.
struct Stop {
    anchor: &'static str,
    title: &'static str,
    text: &'static str,
    keys: &'static str,
}

const STOPS: [Stop; 5] = [
    Stop {
        anchor: ".pace",
        title: "Set the pace",
        text: "Drag to slow the crawl down or speed it up.",
        keys: " Space pauses it, and the period key fetches one page.",
    },
    Stop {
        anchor: ".results-head",
        title: "Watch the results",
        text: "The best pages come first. Filter them by words, host, or the spider or seed that found them.",
        keys: "",
    },
    Stop {
        anchor: ".tabs",
        title: "Change the view",
        text: "“Map” shows the links between pages, “Branches” or “Spiders” the origin of each page, and “Frontier” \
            the next links to fetch.",
        keys: "",
    },
    Stop {
        anchor: ".why-button",
        title: "Ask why",
        text: "“Why” shows the reasons for a page’s score and the path to it.",
        keys: "",
    },
    Stop {
        anchor: "[popovertarget=steering]",
        title: "Steer",
        text: "Change words, seeds or the strategy while the crawl runs. You see the effect at once and can undo it.",
        keys: "",
    },
];

/// The progress of the tour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The crawl has too few pages; true if the tour is wanted at any speed.
    Waiting(bool),
    /// The note at this index is shown.
    At(usize),
    /// It was shown.
    Over,
}

impl Stage {
    fn first(start: TourStart) -> Self {
        match start {
            TourStart::Next => Self::Waiting(true),
            TourStart::WhenWatched => Self::Waiting(false),
            TourStart::Never => Self::Over,
        }
    }

    /// Returns the next note from an index on whose target exists.
    fn next_from(place: usize) -> Self {
        let mut places = place..STOPS.len();
        let next = places.find(|place| element(STOPS[*place].anchor).is_some());
        next.map_or(Self::Over, Self::At)
    }

    /// Returns the number of a note and the number of all notes whose targets exist.
    fn count_at(place: usize) -> (usize, usize) {
        let places = 0..STOPS.len();
        let shown: Vec<usize> = places.filter(|at| *at == place || element(STOPS[*at].anchor).is_some()).collect();
        let number = shown.partition_point(|at| *at <= place);
        (number, shown.len())
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// When the tour is shown.
    pub(crate) start: TourStart,
    /// The number of pages of the crawl.
    pub(crate) pages: u32,
    /// The crawl is running, slowly enough to follow.
    pub(crate) is_watched: bool,
    /// The crawl has ended, and the tour with it.
    pub(crate) has_ended: bool,
    pub(crate) dispatch: Dispatch,
}

/// Renders the note.
#[component]
pub(crate) fn Tour(props: &Props) -> Html {
    let stage = use_state_eq(|| Stage::first(props.start));
    // The previous crawl is shown until the requested one starts, and must not start the tour.
    let has_begun = use_mut_ref(|| false);
    *has_begun.borrow_mut() |= props.pages < PAGES;
    let is_due = props.pages >= PAGES
        && *has_begun.borrow()
        && match *stage {
            Stage::Waiting(is_wanted) => is_wanted || props.is_watched,
            _ => false,
        };
    let (setter, dispatch) = (stage.setter(), props.dispatch.clone());
    use_effect_with(is_due, move |is_due| {
        if *is_due {
            dispatch.dispatch(Action::Prefer(Preference::Tour(TourStart::Never)));
            setter.set(Stage::next_from(0));
        }
    });
    let setter = stage.setter();
    let end = Callback::from(move |()| {
        if is_focus_in(".coach") {
            focus("#crawl");
        }
        setter.set(Stage::Over);
    });
    let is_cut_off = props.has_ended && matches!(*stage, Stage::At(_));
    let over = end.clone();
    use_effect_with(is_cut_off, move |is_cut_off| {
        if *is_cut_off {
            over.emit(());
        }
    });
    let is_touch = use_media(TOUCH);
    let (note, ring) = (use_node_ref(), use_node_ref());
    use_place(*stage, &note, &ring);
    use_escape(*stage, &end);
    let Stage::At(at) = *stage else {
        return html! { <p class="unseen" role="status"></p> };
    };
    let stop = &STOPS[at];
    let (keys, skip) = if is_touch { ("", "") } else { (stop.keys, " Press Escape to skip.") };
    let (number, notes) = Stage::count_at(at);
    let next = Stage::next_from(at + 1);
    let (setter, over) = (stage.setter(), end.clone());
    let onnext = Callback::from(move |_: MouseEvent| match next {
        Stage::At(_) => setter.set(next),
        _ => over.emit(()),
    });
    html! {
        <>
            <p class="unseen" role="status">
                { format!("Tour, {number} of {notes}. {}: {}{keys}{skip}", stop.title, stop.text) }
            </p>
            <div class="coach-ring" ref={ring} aria-hidden="true"></div>
            <div class="coach" ref={note} role="dialog" aria-labelledby="coach-title" aria-describedby="coach-text">
                <p class="fine">{ format!("{number} of {notes}") }</p>
                <h2 id="coach-title">{ stop.title }</h2>
                <p id="coach-text">{ stop.text }{ keys }</p>
                <p class="coach-ways">
                    if next != Stage::Over {
                        <button type="button" class="quiet" onclick={end.reform(|_: MouseEvent| ())}>{ "Skip" }</button>
                    }
                    <button type="button" class="main" onclick={onnext}>
                        { toggle_label(["Next", "Done"], next == Stage::Over) }
                    </button>
                </p>
            </div>
        </>
    }
}

/// Scrolls the target of a note into view, and keeps the note beside it.
#[hook]
fn use_place(stage: Stage, note: &NodeRef, ring: &NodeRef) {
    let (note, ring) = (note.clone(), ring.clone());
    use_effect_with(stage, move |stage| {
        let follow = match *stage {
            Stage::At(at) => {
                let anchor = STOPS[at].anchor;
                show(anchor);
                place(anchor, &note, &ring);
                Some(Interval::new(FOLLOW_MS, move || {
                    place(anchor, &note, &ring);
                }))
            }
            _ => None,
        };
        move || drop(follow)
    });
}

/// Ends the tour on Escape, unless a control used the key.
#[hook]
fn use_escape(stage: Stage, end: &Callback<()>) {
    let end = end.clone();
    let is_shown = matches!(stage, Stage::At(_));
    use_effect_with(is_shown, move |is_shown| {
        let window = web_sys::window().filter(|_| *is_shown);
        let listener = window.map(|window| {
            EventListener::new(&window, "keydown", move |event| {
                let event = event.dyn_ref::<web_sys::KeyboardEvent>();
                let is_free = |event: &web_sys::KeyboardEvent| event.key() == "Escape" && !event.default_prevented();
                // The browser uses Escape to close dialogs and drawers, and to clear fields.
                let is_used = is_focus_in("dialog, input") || element(":popover-open").is_some();
                if event.is_some_and(is_free) && !is_used {
                    end.emit(());
                }
            })
        });
        move || drop(listener)
    });
}

/// Scrolls to the target of a note, if it is out of view.
fn show(anchor: &str) {
    if let Some((anchor, (_, height))) = element(anchor).zip(window_size()) {
        let place = anchor.get_bounding_client_rect();
        if place.top() < 0.0 || place.bottom() > height {
            anchor.scroll_into_view_with_bool(place.top() < 0.0);
        }
    }
}

/// Places the ring around a note's target, and the note below it, or above it if there is more space. A note that would
/// cover the figures is below them.
fn place(anchor: &str, note: &NodeRef, ring: &NodeRef) {
    let (Some(anchor), Some(note), Some(ring), Some((width, height))) =
        (element(anchor), note.cast::<HtmlElement>(), ring.cast::<HtmlElement>(), window_size())
    else {
        return;
    };
    let target: DomRect = anchor.get_bounding_client_rect();
    let note_place = note.get_bounding_client_rect();
    let below = target.bottom() + GAP;
    let above = target.top() - note_place.height() - GAP;
    let last = |room: f64, size: f64| (room - size - GAP).max(GAP);
    let lowest = last(height, note_place.height());
    let mut top = if below <= lowest { below } else { above }.clamp(GAP, lowest);
    let left = target.left().clamp(GAP, last(width, note_place.width()));
    if let Some(figures) = element(FIGURES).map(|figures| figures.get_bounding_client_rect()) {
        let is_beside = left >= figures.right() || left + note_place.width() <= figures.left();
        let is_apart = is_beside || top >= figures.bottom() || top + note_place.height() <= figures.top();
        if !is_apart {
            top = (figures.bottom() + GAP).min(lowest);
        }
    }
    put(&note, &[("left", left), ("top", top)]);
    let edge = GAP / 3.0;
    put(
        &ring,
        &[
            ("left", target.left() - edge),
            ("top", target.top() - edge),
            ("width", target.width() + edge * 2.0),
            ("height", target.height() + edge * 2.0),
        ],
    );
}

fn put(element: &HtmlElement, places: &[(&str, f64)]) {
    for (name, value) in places {
        // Setting a length in pixels cannot fail.
        let _ = element.style().set_property(name, &(fixed(*value, 1) + "px"));
    }
}

/// Renders a button that starts a crawl of the demo web with the tour.
pub(crate) fn begin(catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let query = catalog.examples.first().map(|example| example.query.clone());
    let onclick = dispatch.on::<MouseEvent>(move || {
        let address = CrawlAddress {
            start: query.is_some(),
            query: query.clone(),
            source: Some(SourceKind::Demo),
            ..CrawlAddress::default()
        };
        let wish = Action::Prefer(Preference::Tour(TourStart::Next));
        vec![wish, Action::open(&format!("#/crawl?{}", address.write()))]
    });
    html! { <button type="button" {onclick}>{ "Take a tour of a crawl" }</button> }
}
