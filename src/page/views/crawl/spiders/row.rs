//! A row of the tree of agents: mark, number, activity, energy, pages, best page.

use super::mark::mark;
use super::tree::{TreeRow, is_dead};
use crate::page::dom::digits::{fixed, grouped, percent};
use crate::page::widgets::tree::fold_sign;
use types::report::{Energy, Spider, SpiderState};
use types::text::cut;
use yew::prelude::*;

/// Levels that are set in; those deeper down stand below the last one.
const DEPTH: usize = 14;
/// Most bytes of the name of a host.
const HOST_CHARS: usize = 60;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The line.
    pub(crate) line: TreeRow,
    /// The title of the best page.
    pub(crate) best: Option<AttrValue>,
    /// The crawl is paused, or over.
    pub(crate) is_still: bool,
    /// Its story is open.
    pub(crate) chosen: bool,
    /// It is the one that the tab key reaches.
    pub(crate) active: bool,
    /// Told when it is pressed: its number, and whether the fold was.
    pub(crate) press: Callback<(u32, bool)>,
}

/// Draws the row of a spider.
#[component]
pub(crate) fn Row(props: &Props) -> Html {
    let line = &props.line;
    let spider = &line.spider;
    let dead = is_dead(spider);
    let id = spider.id;
    let pressed = |fold: bool| {
        let press = props.press.clone();
        Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            press.emit((id, fold));
        })
    };
    // Screen readers get extra words that the column heads give to sighted people.
    let unseen = |text: &'static str| html! { <span class="unseen">{ text }</span> };
    html! {
        <li id={row_id(id)} role="treeitem" class={classes!("spider", dead.then_some("dead"))}
            aria-level={line.level.to_string()} aria-posinset={line.place.0.to_string()} aria-setsize={line.place.1.to_string()}
            aria-expanded={line.unfolded.map(|unfolded| unfolded.to_string())} aria-selected={props.chosen.to_string()}
            tabindex={if props.active { "0" } else { "-1" }} onclick={pressed(false)}>
            <span class="spider-who">
                { family(&line.goes_on, line.unfolded.is_some()) }
                { fold_sign(line.unfolded, pressed(true)) }
                { mark(id, line.founder, dead) }{ unseen("Spider ") }<b>{ grouped(id) }</b>
                if line.unfolded == Some(false) {
                    <span class="fine">{ format!("+{}", grouped(line.below)) }{ unseen(" below") }</span>
                }
                { unseen(", ") }
            </span>
            <span class="spider-state">{ doing(spider, props.is_still) }{ unseen(", ") }</span>
            { energy_bar(spider.energy) }
            <span class="spider-pages">{ grouped(spider.pages) }{ unseen(if spider.pages == 1 { " page" } else { " pages" }) }</span>
            <span class="spider-best">{ best(spider, props.best.as_ref()) }</span>
        </li>
    }
}

/// Returns the id of a spider's line.
pub(crate) fn row_id(id: u32) -> String {
    format!("spider-{id}")
}

/// Draws the lines that lead from its ancestors to it, in steps of a level, which the style sheet makes as long as there is room.
fn family(goes_on: &[bool], is_parent: bool) -> Html {
    let Some((own, above)) = goes_on.split_last().filter(|(_, above)| !above.is_empty()) else {
        return Html::default();
    };
    // A founder's siblings are no kin: no line joins them.
    let above = &above[1..];
    let last = above.len().min(DEPTH - 1);
    let x = |level: usize| format!("{level}em");
    let end = if *own { "100%" } else { "50%" };
    html! {
        <svg class={classes!("family", is_parent.then_some("parent"))} width={x(last + 1)} height="100%" aria-hidden="true">
            for (level, _) in above[..last].iter().enumerate().filter(|(_, goes_on)| **goes_on) {
                <line x1={x(level)} x2={x(level)} y1="0" y2="100%" />
            }
            <line x1={x(last)} x2={x(last)} y1="0" y2={end} />
            <line x1={x(last)} x2={x(last + 1)} y1="50%" y2="50%" />
        </svg>
    }
}

/// Returns what it is doing, in a word or two; while the crawl stands still, none of them does anything.
pub(crate) fn doing(spider: &Spider, is_still: bool) -> String {
    match &spider.state {
        SpiderState::Thinking | SpiderState::Fetching(_) if is_still => "alive".to_owned(),
        SpiderState::Thinking => "thinking".to_owned(),
        SpiderState::Fetching(url) => format!("fetching {}", cut(url.host(), HOST_CHARS)),
        SpiderState::Dead(_) => match spider.died {
            Some(0) => "dead from the start".to_owned(),
            Some(page) => format!("dead since page {}", grouped(page)),
            None => "dead".to_owned(),
        },
    }
}

/// Returns how much of what it needs to be cloned it has, in 0..=1.
fn share(energy: Energy) -> f64 {
    if energy.full > 0.0 {
        (energy.has / energy.full).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// Draws the energy as a bar.
pub(crate) fn energy_bar(energy: Option<Energy>) -> Html {
    let Some(energy) = energy else {
        return html! { <span class="spider-energy" /> };
    };
    html! {
        <span class="spider-energy" title={format!("Energy {} of {}", fixed(energy.has, 2), fixed(energy.full, 2))}>
            <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect class="gauge-all" width="100" height="6" /><rect class="gauge-part" width={fixed(share(energy) * 100.0, 1)} height="6" />
            </svg>
            <span class="unseen">{ format!("energy {}, ", percent(share(energy))) }</span>
        </span>
    }
}

fn best(spider: &Spider, title: Option<&AttrValue>) -> Html {
    let Some((_, relevance)) = spider.best else {
        return html! { <span aria-hidden="true">{ "–" }</span> };
    };
    html! { <><span class="unseen">{ ", best hit " }</span><b>{ short(relevance) }</b>{ " " }{ title.cloned().unwrap_or_default() }</> }
}

/// Returns a relevance without the zero before its point.
pub(crate) fn short(relevance: f64) -> String {
    let text = fixed(relevance, 2);
    text.trim_start_matches('0').to_owned()
}
