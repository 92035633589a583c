//! Renders the timeline of a crawl: it shows any past moment, and plays from there.

use super::Props;
use crate::views::prelude::*;
use gloo_timers::callback::Interval;
use page_state::crawl::replay::{EventKind, Replay, ReplayAction, events};

/// The speeds of a replay, in pages per second.
const SPEEDS: [u32; 5] = [4, 16, 64, 256, 1_024];
/// The initial speed.
const FIRST_SPEED: u32 = 16;
/// The least time between two moments, in milliseconds.
const STEP_MS: u32 = 50;
/// The note at a moment without spiders and frontier, and that in a crawl with damaged records.
const UNRECORDED: &str = "Spiders and frontier were not recorded up to this moment.";
const DAMAGED: &str = "Spiders and frontier of this moment cannot be shown: records of the replay are damaged.";
/// The width of the strip of events, in SVG units.
const WIDTH: f64 = 1_000.0;

/// Renders the timeline of a crawl with at least two pages.
#[component]
pub(crate) fn Timeline(props: &Props) -> Html {
    let Props { state: State { crawl: CrawlState { live, ranking, replay, .. }, .. }, dispatch, .. } = props;
    let is_playing = use_state_eq(|| false);
    let speed = use_state_eq(|| FIRST_SPEED);
    let kind = use_state_eq(|| None::<EventKind>);
    use_play(*is_playing, *speed, replay, is_playing.setter(), dispatch);
    let paced = use_paced(&(live.clone(), ranking.clone()), replay.is_some());
    let all = use_memo(paced, |(live, ranking)| events(live, ranking.pages.records()));
    let pages = count(ranking.pages.records().len());
    if pages < 2 {
        return Html::default();
    }
    let at = replay.as_ref().map_or(pages, |replay| replay.at);
    let is_wanted = |event: EventKind| kind.is_none_or(|kind| kind == event);
    let mut wanted = all.iter().filter(|(_, event)| is_wanted(*event));
    let next = wanted.clone().map(|(n, _)| *n).find(|n| *n > at);
    let before = wanted.rfind(|(n, _)| (*n).max(1) < at).map(|(n, _)| *n);
    let play = {
        let (is_playing, actions) = (is_playing.clone(), dispatch.actions.clone());
        let is_past = replay.is_some();
        Callback::from(move |_: MouseEvent| {
            if !*is_playing && !is_past {
                actions.emit(Action::Replay(ReplayAction::To(1)));
            }
            is_playing.set(!*is_playing);
        })
    };
    let actions = dispatch.actions.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        if let Ok(pages) = typed(&event).parse() {
            actions.emit(Action::Replay(ReplayAction::To(pages)));
        }
    });
    let text = format!("After {} of {}", grouped(at), counted(pages, "page"));
    html! {
        <section class={classes!("timeline", replay.is_some().then_some("past"))} aria-label="Replay">
            <div class="timeline-buttons">
                <button type="button" class="timeline-play" onclick={play}>
                    { toggle_label(["Replay", "Pause replay"], *is_playing) }
                </button>
                { jump("Previous event", "M3 2v8M11 2L5 6l6 4z", before, dispatch) }
                { jump("Next event", "M9 2v8M1 2l6 4-6 4z", next, dispatch) }
            </div>
            <div class="timeline-track">
                { strip(&all, pages, *kind) }
                <input type="range" min="1" max={pages.to_string()} value={at.to_string()} aria-label="Moment"
                    aria-valuetext={text} {oninput} />
            </div>
            <p class="timeline-at fine">
                <span>{ "After " }</span>{ grouped(at) }<span>{ format!(" of {} pages", grouped(pages)) }</span>
            </p>
            { speeds(&speed) }
            <button type="button" aria-disabled={replay.is_none().to_string()}
                onclick={dispatch.on(|| vec![Action::Replay(ReplayAction::End)])}>
                { "Latest" }
            </button>
            if let Some(replay) = replay {
                { kinds(&all, &kind) }
                if !replay.is_recorded {
                    <p class="fine timeline-note">{ if live.damaged.moments > 0 { DAMAGED } else { UNRECORDED } }</p>
                }
            }
        </section>
    }
}

/// Renders a button that jumps to the moment after a number of pages.
fn jump(name: &'static str, icon: &'static str, to: Option<u32>, dispatch: &Dispatch) -> Html {
    // The button is never disabled, because a disabled button would lose the focus.
    let actions = move || to.map(|to| Action::Replay(ReplayAction::To(to))).into_iter().collect();
    html! {
        <button type="button" class="quiet" aria-label={name} title={name} aria-disabled={to.is_none().to_string()}
            onclick={dispatch.on(actions)}>
            <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true"><path d={icon} /></svg>
        </button>
    }
}

/// Advances the moment while the replay plays; it stops at the latest moment.
#[hook]
fn use_play(
    is_playing: bool,
    speed: u32,
    replay: &Option<Replay>,
    set_playing: UseStateSetter<bool>,
    dispatch: &Dispatch,
) {
    let was_past = use_mut_ref(|| false);
    use_effect_with(replay.is_some(), move |is_past| {
        if was_past.replace(*is_past) && !is_past {
            set_playing.set(false);
        }
    });
    let actions = dispatch.actions.clone();
    use_effect_with((is_playing, speed), move |(is_playing, speed)| {
        let ms = (1_000 / speed).max(STEP_MS);
        let pages = (speed * ms / 1_000).max(1);
        let timer = is_playing.then(|| {
            Interval::new(ms, move || {
                actions.emit(Action::Replay(ReplayAction::Forward(pages)));
            })
        });
        move || drop(timer)
    });
}

/// Renders a mark for each event, in one row per kind.
fn strip(all: &[(u32, EventKind)], pages: u32, kind: Option<EventKind>) -> Html {
    let path = |of: EventKind| {
        let events = all.iter().filter(|(_, event)| *event == of);
        let marks = events.map(|(n, _)| {
            let part = f64::from(n.saturating_sub(1)) / f64::from((pages - 1).max(1));
            format!("M{:.1} 0v1", part * WIDTH)
        });
        marks.collect::<String>()
    };
    html! {
        <svg class="timeline-events" viewBox={format!("0 0 {WIDTH} 4")} preserveAspectRatio="none" aria-hidden="true">
            for (row, of) in (0..).zip(EventKind::ALL) {
                <path
                    class={classes!(format!("event-{}", of.name()),
                        kind.is_some_and(|kind| kind != of).then_some("pale"))}
                    transform={format!("translate(0 {row})")} d={path(of)} vector-effect="non-scaling-stroke" />
            }
        </svg>
    }
}

/// Renders a button for each kind of event, which restricts the buttons for the previous and the next event.
fn kinds(all: &[(u32, EventKind)], chosen: &UseStateHandle<Option<EventKind>>) -> Html {
    let button = |kind: EventKind| {
        let count = all.iter().filter(|(_, event)| *event == kind).count();
        let is_chosen = **chosen == Some(kind);
        let onclick = set_to::<_, MouseEvent>(chosen, (!is_chosen).then_some(kind));
        html! {
            if count > 0 || is_chosen {
                <button type="button" class={format!("quiet event-{}", kind.name())}
                    aria-pressed={is_chosen.to_string()} {onclick}>
                    { kind.title() }{ count_badge(count) }
                </button>
            }
        }
    };
    html! {
        <div class="timeline-kinds" role="group" aria-label="Events">
            for kind in EventKind::ALL { { button(kind) } }
        </div>
    }
}

fn speeds(speed: &UseStateHandle<u32>) -> Html {
    let setter = speed.setter();
    let onchange = Callback::from(move |event: Event| setter.set(typed(&event).parse().unwrap_or(FIRST_SPEED)));
    html! {
        <select aria-label="Replay speed" title="Replay speed" {onchange}>
            for one in SPEEDS {
                <option value={one.to_string()} selected={one == **speed}>{ format!("{}/s", grouped(one)) }</option>
            }
        </select>
    }
}
