//! Renders a row of the frontier in one line: position, score, text and URL of the link. It unfolds to the whole text
//! and URL, the parts of the score, and the reason.

use super::places::Move;
use crate::views::crawl::results::title as page_title;
use crate::views::crawl::steering::leave_out;
use crate::views::prelude::*;
use page_state::crawl::live::ReadOnly;
use page_state::digits::countdown;
use page_state::text::without_http;
use types::report::{Candidate, HostState, PriorityReason};

/// The most characters of an anchor text that are shown.
const ANCHOR_CHARS: usize = 120;
/// The most characters of the title of the linking page that are shown.
const TITLE_CHARS: usize = 60;
/// The most characters of an address that are shown.
const URL_CHARS: usize = 160;

/// Holds the data that rows are rendered from.
pub(crate) struct RowContext<'a> {
    /// The strategy, which names the parts of scores.
    pub(crate) info: Option<&'a StrategyInfo>,
    /// The crawl's pages.
    pub(crate) ranking: &'a Ranking,
    pub(crate) live: &'a Live,
    pub(crate) dispatch: &'a Dispatch,
    /// The value at the end of the bars: the largest visible part of a score; more than 0.
    pub(crate) most: f64,
    /// The current time, in milliseconds since 1970.
    pub(crate) now: f64,
}

/// Renders a row of the table.
pub(crate) fn row(context: &RowContext<'_>, place: usize, one: &Candidate, moved: Move) -> Html {
    html! {
        <tr key={one.url.as_str()}>
            <th scope="row"><b>{ place + 1 }</b>{ sign(moved) }</th>
            <td class="score"><b>{ score_text(one) }</b></td>
            <td class="target">
                <details>
                    <summary>{ target(one) }</summary>
                    if one.priority_reason.is_none() { { parts(context, one) } }
                    { reason(context, one) }
                </details>
            </td>
            <td class="ways">{ leave_out_button(context, one) }</td>
        </tr>
    }
}

/// Returns the score, or the reason that the link precedes all scored links.
pub(crate) fn score_text(one: &Candidate) -> String {
    match one.priority_reason {
        None => fixed(one.priority, 3),
        Some(PriorityReason::Seed) => "seed".to_owned(),
        Some(PriorityReason::Redirect) => "redirect".to_owned(),
        Some(PriorityReason::Retry) => "again".to_owned(),
    }
}

/// Returns the reason that the link precedes all scored links, if it does.
fn ahead(one: &Candidate) -> Option<&'static str> {
    one.priority_reason.map(|ahead| match ahead {
        PriorityReason::Seed => "seeds go first",
        PriorityReason::Redirect => "redirect target: goes first",
        PriorityReason::Retry => "retry: goes first",
    })
}

/// Renders the movement of a row as an arrow with a number, and in words for screen readers.
pub(crate) fn sign(moved: Move) -> Html {
    if moved == Move::Stays {
        return Html::default();
    }
    let class = match moved {
        Move::Up(_) => "moved up",
        Move::Down(_) => "moved down",
        Move::New | Move::Stays => "moved",
    };
    html! {
        <span {class}>
            <span aria-hidden="true">{ moved.sign() }</span>
            <span class="unseen">{ format!(", {}", moved.description()) }</span>
        </span>
    }
}

/// Renders the parts of a score as small bars, named by the strategy.
fn parts(context: &RowContext<'_>, one: &Candidate) -> Html {
    let named = context.info.map(|info| info.parts.as_slice());
    let named = named.unwrap_or_default();
    let part = |(value, (title, help)): (&f64, &(String, String))| {
        html! {
            <li title={help.clone()}>
                <span>{ title }</span>
                { share_bar(value / context.most, 8) }
                <span class="value">{ fixed(*value, 2) }</span>
            </li>
        }
    };
    html! {
        <>
            if one.factor < 1.0 { <span class="fine">{ format!("score reduced to {}", percent(one.factor)) }</span> }
            <ul class="parts">{ for one.parts.iter().zip(named).map(part) }</ul>
        </>
    }
}

/// Renders the text and URL of the link. It cannot be followed, because the crawl has not fetched it.
pub(crate) fn target(one: &Candidate) -> Html {
    let anchor = clean(&one.anchor);
    let address = without_http(one.url.as_str());
    html! {
        <>
            if !anchor.is_empty() { <span class="anchor">{ cut(&anchor, ANCHOR_CHARS).to_owned() }</span>{ " " } }
            <span class="address">{ cut(address, URL_CHARS).to_owned() }</span>
        </>
    }
}

/// Renders the state of the link's host, its time in the frontier, the page where it was found and the number of
/// further pages that link to it.
fn reason(context: &RowContext<'_>, one: &Candidate) -> Html {
    let age = context.live.progress.pages.saturating_sub(one.since);
    let others = one.pages.saturating_sub(1);
    let from = one.parent.and_then(|n| context.ranking.pages.get(n)).map(|page| {
        let (n, title) = (page.n, page_title(page));
        let title = cut(&title, TITLE_CHARS).to_owned();
        let onclick = context.dispatch.on(move || vec![Action::Screen(ScreenAction::Details(Some(n)))]);
        html! { <span>{ "found on " }<button type="button" class="inline" {onclick}>{ title }</button></span> }
    });
    let linked = match others {
        0 => None,
        1 => Some("1 more page links here".to_owned()),
        more => Some(format!("{} more pages link here", grouped(more))),
    };
    let spider = one.spider.map(|id| {
        let show = move || {
            vec![Action::Screen(ScreenAction::View(View::Spiders)), Action::Screen(ScreenAction::Spider(Some(id)))]
        };
        html! {
            <span>
                <button type="button" class="inline" onclick={context.dispatch.on(show)}>
                    { format!("spider {id}") }
                </button>
            </span>
        }
    });
    html! {
        <p class="fine reasons">
            if let Some(ahead) = ahead(one) { <span>{ ahead }</span> }
            if context.live.read_only != Some(ReadOnly::Past) {
                <span class={state_class(one.state)}>{ host_state(one.state, context.now) }</span>
            }
            <span>
                {
                    if age == 0 {
                        "just found".to_owned()
                    } else {
                        format!("in the frontier for {}", counted(age, "page"))
                    }
                }
            </span>
            { from }
            if let Some(linked) = linked { <span>{ linked }</span> }
            { spider }
        </p>
    }
}

fn state_class(state: HostState) -> &'static str {
    match state {
        HostState::Ready => "host ready",
        HostState::Busy | HostState::Delayed(_) => "host",
    }
}

/// Returns whether the host can be requested now, or after which delay.
fn host_state(state: HostState, now: f64) -> String {
    match state {
        HostState::Ready => "host ready".to_owned(),
        HostState::Busy => "host busy".to_owned(),
        HostState::Delayed(until) => {
            format!("host delay: {}", countdown(until as f64 - now))
        }
    }
}

fn leave_out_button(context: &RowContext<'_>, one: &Candidate) -> Html {
    if context.live.can_be_steered() {
        leave_out(one.url.authority(), context.live, context.dispatch)
    } else {
        Html::default()
    }
}
