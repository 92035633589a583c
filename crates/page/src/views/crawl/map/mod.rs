//! Renders the Map view: pages and links, or hosts, as a force-directed graph and as a table.
//!
//! The crawl's records are added to a `web`. A `scene` is the drawn part of it. The `renderer` sends it to workers
//! (`layout`) that compute the layout and draw it. The `table` serves those who do not use the canvas. Links to pages
//! that were not fetched are omitted.

mod board;
pub mod camera;
pub mod color;
pub mod gesture;
pub mod living;
pub mod map_state;
pub mod pulses;
mod renderer;
pub mod scene;
mod scene_view;
pub mod table;
pub mod web;
mod worker_link;

use super::Props as CrawlProps;
use super::spiders::families::mark;
use crate::views::prelude::*;
use crate::widgets::buttons;
use board::{Board, BoardEvent};
use living::{LivingSpiders, TRAIL};
pub(crate) use map_state::SharedMapState;
use page_state::crawl::ranking::unless_filtered;
use pulses::{Pulse, PulseState};
use renderer::Highlight;
use scene::{Node, Scene};
use std::ops::Range;
use table::Table;

/// The most bytes of a title that are announced.
const SAID_CHARS: usize = 120;
/// The duration of a frame, in milliseconds.
const FRAME_MS: u32 = 16;
/// The help text of the board's keys.
const KEYS: &str = "Arrow keys move the map, + and − zoom, Shift with an arrow selects, Enter opens.";
/// The number of steps of the legend's color scale.
const STEPS: usize = 9;
/// The first step that is on the topic.
const ON_TOPIC_STEP: usize = 3;
/// The number of families in the legend.
const SAMPLES: usize = 3;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) view: CrawlProps,
    /// The map's state, which is kept while another view is shown.
    pub(crate) memory: SharedMapState,
    /// The details of the open page, rendered by another component.
    pub(crate) details: Html,
    /// The map is beside another view, and only the board is rendered.
    pub(crate) is_beside: bool,
}

impl Props {
    /// Returns the pages of the crawl at its latest moment.
    fn ranking(&self) -> &Shared<Ranking> {
        &self.view.state.crawl.ranking
    }
}

/// The person's choices on the map, which are reset when the view is closed.
#[derive(Clone, Debug, Default, PartialEq)]
struct MapSelection {
    search: String,
    chosen: Option<Node>,
    /// The node to center. The number distinguishes repeated requests for the same node.
    jump: (u32, Option<Node>),
    /// The number of changes of the options.
    options_version: u32,
}

/// An action of the person on the map.
enum Step {
    Search(String),
    Choose(Option<Node>),
    /// Choose the node and center it.
    Jump(Node),
    /// The options have changed.
    SceneOptions,
}

impl Reducible for MapSelection {
    type Action = Step;

    fn reduce(self: Rc<Self>, step: Step) -> Rc<Self> {
        let mut next = Rc::unwrap_or_clone(self);
        match step {
            Step::Search(search) => next.search = search,
            Step::Choose(node) => next.chosen = node,
            Step::Jump(node) => {
                next.chosen = Some(node);
                next.jump = (next.jump.0 + 1, Some(node));
            }
            Step::SceneOptions => next.options_version += 1,
        }
        Rc::new(next)
    }
}

/// Renders the map and its table.
#[component]
pub(crate) fn Map(props: &Props) -> Html {
    let crawl = &props.view.crawl;
    let paced = use_paced(props.ranking(), false);
    let selection = use_reducer_eq(MapSelection::default);
    let fault = use_state_eq(|| None::<String>);
    let memory = props.memory.clone();
    let input = (paced.clone(), crawl.moment(), crawl.live.good_from(), selection.options_version);
    let drawn = use_memo(input, move |(ranking, until, good, _)| {
        let mut map_state = memory.borrow_mut();
        let is_all = map_state.add_pages(ranking);
        (map_state.options.until, map_state.options.good) = (*until, *good);
        (Rc::new(map_state.build_scene()), is_all)
    });
    let scene = Rc::clone(&drawn.0);
    use_more(drawn.1, &selection);
    let words: Vec<String> = selection.search.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let memory = props.memory.clone();
    let is_filtered = !props.ranking().filter().is_empty();
    let filtered = is_filtered.then(|| unless_filtered(paced, props.ranking()));
    let found = use_memo((scene.clone(), words, filtered), move |(scene, words, filtered)| {
        let web = &memory.borrow().web;
        let passes = |page: usize| {
            let record = &web.pages()[page].record;
            filtered.as_ref().is_none_or(|ranking| ranking.passes(record))
        };
        let found = |node: &Node| {
            let is_shown = match node {
                Node::Page(page) => passes(*page),
                Node::Host(host) => {
                    let mut pages = web.hosts()[*host].pages.iter().take(web.size(*node));
                    pages.any(|page| passes(*page))
                }
            };
            is_shown && web.matches(*node, words)
        };
        let is_any = !words.is_empty() || filtered.is_some();
        is_any.then(|| Rc::new(scene.nodes.iter().map(found).collect::<Vec<bool>>()))
    });
    let found = (*found).clone();
    let spiders = use_living(props, &scene);
    let pulses = use_pulses(props, &scene, &spiders);
    let done = on_done(props, &selection);
    let highlight = Highlight { found: found.clone(), chosen: selection.chosen, over: None, spiders: spiders.clone() };
    let broken = fault.setter();
    let on_fault = Callback::from(move |sentence| broken.set(Some(sentence)));
    let scope = props.view.scope.clone();
    let board = html! {
        <Board memory={props.memory.clone()} scene={scene.clone()} {highlight} jump={selection.jump} {pulses}
            done={done.clone()} fault={on_fault} scope={scope.clone()} />
    };
    if props.is_beside {
        return html! {
            <section class="map beside" aria-label={scope.name("Map")}>
                if let Some(fault) = &*fault { <p class="map-fault" role="alert">{ fault }</p> }
                { board }
                <p id={scope.id("map-keys")} class="unseen">{ KEYS }</p>
                <p class="unseen" role="status">{ announcement(props, &scene, selection.chosen) }</p>
            </section>
        };
    }
    // The table of hosts is another one than that of pages.
    let kind = usize::from(scene.is_hosts);
    html! {
        <section class="map" aria-label="Map">
            <h2 class="unseen">{ "Map" }</h2>
            { head(props, &selection, &scene, found.as_deref().map(Vec::as_slice)) }
            if let Some(fault) = &*fault { <p class="map-fault" role="alert">{ fault }</p> }
            { board }
            { legend(&scene, &spiders) }
            <p class="unseen" role="status">{ announcement(props, &scene, selection.chosen) }</p>
            { props.details.clone() }
            <Table key={kind} memory={props.memory.clone()} {scene} {found} {spiders}
                chosen={selection.chosen} {done} />
        </section>
    }
}

/// Adds the next batch of pages after the browser has drawn, until none are left.
#[hook]
fn use_more(is_all: bool, selection: &UseReducerHandle<MapSelection>) {
    let (selection, options_version) = (selection.dispatcher(), selection.options_version);
    use_effect_with((is_all, options_version), move |(is_all, _)| {
        let more = (!is_all).then(|| Timeout::new(FRAME_MS, move || selection.dispatch(Step::SceneOptions)));
        move || drop(more)
    });
}

/// Returns the living spiders with their last pages.
#[hook]
fn use_living(props: &Props, scene: &Rc<Scene>) -> Rc<LivingSpiders> {
    let (memory, crawl) = (props.memory.clone(), &props.view.crawl);
    let until = crawl.moment();
    use_memo((crawl.watched.clone(), scene.clone()), move |(watched, scene)| {
        LivingSpiders::new(&memory.borrow().web, scene, &watched.spiders, until)
    })
}

/// Returns the events since the last drawing, while the crawl runs or in a replay.
#[hook]
fn use_pulses(props: &Props, scene: &Rc<Scene>, living: &Rc<LivingSpiders>) -> Rc<Vec<Pulse>> {
    let before = use_mut_ref(|| None::<PulseState>);
    let (memory, crawl) = (props.memory.clone(), &props.view.crawl);
    let (all, good, until) = (crawl.watched.clone(), crawl.live.good_from(), crawl.moment());
    let is_running = props.view.state.crawl.live.progress.phase.is_fetching();
    use_memo((scene.clone(), living.clone()), move |(_, living)| {
        let web = &memory.borrow().web;
        let now = PulseState::new(web, living, &all.spiders, until);
        let mut before = before.borrow_mut();
        let pulses = match &*before {
            Some(before) if is_running || until.is_some() => now.since(before, web, &all.spiders, good),
            _ => Vec::new(),
        };
        *before = Some(now.after(before.as_ref()));
        pulses
    })
}

/// Returns the handler of actions on the board and in the table.
fn on_done(props: &Props, selection: &UseReducerHandle<MapSelection>) -> Callback<BoardEvent> {
    let (memory, actions, selection) =
        (props.memory.clone(), props.view.dispatch.actions.clone(), selection.dispatcher());
    Callback::from(move |done| {
        let opened = match done {
            BoardEvent::Chose(node) => return selection.dispatch(Step::Choose(node)),
            BoardEvent::Froze(is_frozen) => {
                memory.borrow_mut().freeze(is_frozen);
                return selection.dispatch(Step::SceneOptions);
            }
            BoardEvent::Opened(node) => {
                selection.dispatch(Step::Choose(Some(node)));
                node
            }
            BoardEvent::Showed(node) => {
                selection.dispatch(Step::Jump(node));
                node
            }
        };
        if open(&memory, &actions, opened) {
            selection.dispatch(Step::SceneOptions);
        }
    })
}

/// Opens the details of a page, or expands or collapses a host. Returns true for a host, whose scene must be rebuilt.
fn open(memory: &SharedMapState, actions: &Callback<Action>, node: Node) -> bool {
    match node {
        Node::Page(page) => {
            let n = memory.borrow().web.pages().get(page).map(|page| page.record.n);
            actions.emit(Action::Screen(ScreenAction::Details(n)));
            false
        }
        Node::Host(host) => {
            let opened = &mut memory.borrow_mut().options.opened;
            if !opened.remove(&host) {
                opened.insert(host);
            }
            true
        }
    }
}

/// Renders the search field and the switch between pages and hosts.
fn head(props: &Props, selection: &UseReducerHandle<MapSelection>, scene: &Rc<Scene>, found: Option<&[bool]>) -> Html {
    let searched = selection.dispatcher();
    let typed = Callback::from(move |event: InputEvent| searched.dispatch(Step::Search(typed(&event))));
    let places: Option<Vec<usize>> = found.map(|found| (0..found.len()).filter(|at| found[*at]).collect());
    let next = {
        let (selection, scene, places) = (selection.clone(), scene.clone(), places.clone().unwrap_or_default());
        move || {
            let after = selection.chosen.and_then(|node| scene.index_of(node));
            let later = places.iter().find(|at| after.is_none_or(|after| **at > after)).or(places.first());
            if let Some(node) = later.and_then(|at| scene.nodes.get(*at)) {
                selection.dispatch(Step::Jump(*node));
            }
        }
    };
    let pressed = next.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            pressed();
        }
    });
    let count = places
        .as_ref()
        .map(|places| format!("{} of {}", grouped(places.len() as f64), grouped(scene.nodes.len() as f64)));
    html! {
        <div class="map-head">
            <div class="map-search">
                <input type="search" aria-label="Search the map" placeholder="Title, host or URL" autocomplete="off"
                    spellcheck="false" value={selection.search.clone()} oninput={typed} {onkeydown} />
                if let Some(count) = count {
                    <span class="fine" role="status">{ count }</span>
                    <button type="button" onclick={move |_| next()}
                        disabled={places.is_none_or(|places| places.is_empty())}>
                        { "Next match" }
                    </button>
                }
            </div>
            { switch(props, selection, scene) }
        </div>
    }
}

fn switch(props: &Props, selection: &UseReducerHandle<MapSelection>, scene: &Scene) -> Html {
    let choice = |hosts: bool, title: &'static str| {
        let (memory, selection) = (props.memory.clone(), selection.dispatcher());
        let onclick = Callback::from(move |_| {
            memory.borrow_mut().options.hosts = Some(hosts);
            selection.dispatch(Step::SceneOptions);
        });
        (title, scene.is_hosts == hosts, onclick)
    };
    buttons::switch("Show", [choice(false, "Pages"), choice(true, "Hosts")])
}

/// Renders the legend of colors, sizes and symbols, and the list of keys.
fn legend(scene: &Scene, spiders: &LivingSpiders) -> Html {
    let families = spiders.families().into_iter().take(SAMPLES);
    let families: Vec<Html> = families.map(|founder| mark(founder, false)).collect();
    let size = if scene.is_hosts { "Size: in-links from other hosts" } else { "Size: in-links" };
    let links = match scene.each {
        1 => "Lines: the link that led to each page".to_owned(),
        each => format!("Lines: up to {each} links per page"),
    };
    html! {
        <div class="map-legend fine">
            <span class="map-scale">{ "Not relevant" }{ scale(0..ON_TOPIC_STEP) }</span>
            <span class="map-scale">
                { format!("Relevance {}", fixed(scene.good, 2)) }{ scale(ON_TOPIC_STEP..STEPS) }{ fixed(scene.top, 2) }
            </span>
            <span>{ size }</span>
            if !scene.is_hosts { <span>{ links }</span> }
            if !families.is_empty() {
                <span class="map-families">
                    { for families }
                    { format!("Living spiders, one shape and color per family; tail: the last {TRAIL} pages") }
                </span>
            }
            <span id="map-keys">{ KEYS }</span>
            { learn_more("You can also drag to move, and zoom with Ctrl and the wheel. The key 0 fits the whole map.") }
        </div>
    }
}

/// Renders some steps of the color scale.
fn scale(steps: Range<usize>) -> Html {
    let width = (steps.len() * 10).to_string();
    html! {
        <svg viewBox={format!("0 0 {width} 10")} {width} height="10" aria-hidden="true">
            for (at, step) in steps.enumerate() {
                <rect class={format!("map-step-{step}")} x={(at * 10).to_string()} width="10" height="10" />
            }
        </svg>
    }
}

/// Returns the description of the chosen node for screen readers.
fn announcement(props: &Props, scene: &Scene, chosen: Option<Node>) -> String {
    let Some(node) = chosen.filter(|node| scene.index_of(*node).is_some()) else {
        return String::new();
    };
    let map_state = props.memory.borrow();
    let web = &map_state.web;
    let [place, figures] = web.summary(node);
    format!("{}; {place}; {figures}", cut(&web.name(node), SAID_CHARS))
}
