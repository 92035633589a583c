//! Renders the page that is being fetched on each host. Each fetch keeps its line, so that the lines do not move.

use crate::page::dom::digits::countdown;
use crate::page::state::crawl::failures::Delayed;
use crate::page::views::prelude::*;

/// The number of hosts that are listed; further hosts are only counted.
const NAMED: usize = 10;
/// The most characters of an address that are shown.
const CHARS: usize = 160;

/// A host and the address that is being fetched from it.
type Fetch = (String, String);

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The crawl's counts.
    pub(crate) live: Shared<Live>,
}

/// Renders the fetches in flight.
#[component]
pub(crate) fn Fetching(props: &Props) -> Html {
    let live = &props.live;
    let in_flight = &live.progress.in_flight;
    let lines = use_mut_ref(Vec::new);
    let mut lines = lines.borrow_mut();
    assign(&mut lines, in_flight);
    html! {
        <section class="panel fetching">
            <h2>{ "Active fetches" }{ count_badge(in_flight.len()) }</h2>
            <ul>{ for lines.iter().enumerate().map(|(at, fetch)| line(at, fetch.as_ref())) }</ul>
            if in_flight.len() > NAMED {
                <p class="fine">{ format!("and {} more", grouped((in_flight.len() - NAMED) as f64)) }</p>
            }
            { for live.failures.delayed.iter().filter_map(delayed) }
        </section>
    }
}

/// Frees the lines of finished fetches and assigns new fetches to free lines.
fn assign(lines: &mut Vec<Option<Fetch>>, in_flight: &[Fetch]) {
    for line in lines.iter_mut() {
        *line = line.take().filter(|fetch| in_flight.contains(fetch));
    }
    for fetch in in_flight {
        if lines.iter().flatten().any(|old| old == fetch) {
            continue;
        }
        if let Some(free) = lines.iter_mut().find(|line| line.is_none()) {
            *free = Some(fetch.clone());
        } else if lines.len() < NAMED {
            lines.push(Some(fetch.clone()));
        }
    }
}

fn line(at: usize, fetch: Option<&Fetch>) -> Html {
    let Some((host, url)) = fetch else {
        return html! { <li key={at} aria-hidden="true" /> };
    };
    html! {
        <li key={url.clone()}>
            <b>{ cut(bare(host), CHARS).to_owned() }</b>
            <span>{ cut(&clean(url.strip_prefix(host.as_str()).unwrap_or(url)), CHARS).to_owned() }</span>
        </li>
    }
}

/// Returns the host, the time and the reason of a delayed retry; none once the time has come.
fn delayed(delayed: &Delayed) -> Option<Html> {
    let rest = delayed.until as f64 - js_sys::Date::now();
    let why = clean(&delayed.reason);
    let why = cut(why.trim_end_matches('.'), CHARS);
    let line = || format!("{}: {why}; retrying in {}", delayed.host, countdown(rest));
    (rest > 0.0).then(|| html! { <p class="fine">{ line() }</p> })
}
