//! Renders the history of an agent: activity, origin, words, energy per page, pages, network.

use super::families::{is_dead, mark, name};
use super::row::doing;
use super::weights::weights;
use crate::dom::sticky::StickyColumn;
use crate::views::crawl::results::title;
use crate::views::prelude::*;
use crate::widgets::chart::plot::Plot;
use crate::widgets::chart::points::{Points, Unit};
use crate::widgets::fact;
use page_state::crawl::ranking::ResultFilter;
use types::report::{Spider, SpiderHistory, SpiderState, UNSPELLED};

/// The number of pages and children that are listed at first.
const FEW: usize = 12;
/// The most points of the energy curve.
const POINTS: usize = 300;
/// The most bytes of a word.
const CHARS: usize = 60;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) spider: Rc<Spider>,
    /// The founder of its family.
    pub(crate) founder: u32,
    /// Its history, once received.
    pub(crate) story: Option<Rc<SpiderHistory>>,
    /// The crawl is paused or over.
    pub(crate) is_still: bool,
    /// The crawl's pages.
    pub(crate) ranking: Shared<Ranking>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the history. It receives the focus when it opens, for keyboard users.
#[component]
pub(crate) fn StoryPanel(props: &Props) -> Html {
    let Props { spider, dispatch, .. } = props;
    let place = use_node_ref();
    let whole = use_state_eq(|| false);
    {
        let place = place.clone();
        use_effect_with((), move |()| {
            // Switching views must not move the focus to a history that was open before.
            if let Some(section) = place.cast::<HtmlElement>().filter(|_| !is_focus_in("[role=tab]")) {
                // If the section cannot receive the focus, the focus stays.
                let _ = section.focus();
            }
        });
    }
    let close = dispatch.on(|| vec![Action::Screen(ScreenAction::Spider(None))]);
    let onkeydown = dispatch.on_escape(|| Action::Screen(ScreenAction::Spider(None)));
    let id = spider.id;
    let results = dispatch.on(move || {
        let filter = ResultFilter { origin: Some(Origin::Spider(id)), ..ResultFilter::default() };
        vec![Action::Results(ResultsAction::Filter(filter)), Action::Screen(ScreenAction::View(View::Results))]
    });
    let title = name(spider.id);
    html! {
        <StickyColumn>
            <section class="story" ref={place} tabindex="-1" aria-label={format!("{title}: history")} {onkeydown}>
                <div class="story-head">
                    <h3>{ mark(props.founder, is_dead(spider)) }{ &title }</h3>
                    <button type="button" class="quiet" onclick={results}>{ "Show its results" }</button>
                    <button type="button" class="quiet" onclick={close}>{ "Close" }</button>
                </div>
                <p>{ standing(spider, props.is_still) }</p>
                { facts(props) }
                if let Some(story) = &props.story {
                    { kin(props, story, *whole) }
                    { keywords(story, dispatch) }
                    { energy(spider, story) }
                    { visited(props, story, *whole) }
                    if let Some(net) = &story.weights {
                        <section><h4>{ "Neural net" }</h4>{ weights(net) }</section>
                    }
                    if !*whole && (story.visited.len() > FEW || story.children.len() > FEW) {
                        <button type="button" class="quiet" onclick={set_to(&whole, true)}>
                            { "Show all pages and children" }
                        </button>
                    }
                } else {
                    <p class="fine">{ "Loading its history…" }</p>
                }
            </section>
        </StickyColumn>
    }
}

/// Returns the state of the spider, in a sentence.
fn standing(spider: &Spider, is_still: bool) -> String {
    match (&spider.state, spider.died) {
        (SpiderState::Dead(why), Some(0)) => {
            format!("It died before the first page. {}", clean(why))
        }
        (SpiderState::Dead(why), Some(page)) => {
            format!("It died after page {}. {}", grouped(page), clean(why))
        }
        (SpiderState::Dead(why), None) => clean(why),
        _ => format!("It is {}.", doing(spider, is_still)),
    }
}

fn facts(props: &Props) -> Html {
    let best = props.spider.best.map(|(n, relevance)| page_button(&props.ranking, &props.dispatch, n, relevance));
    html! {
        <dl class="facts">
            { fact("Born after page", grouped(props.spider.born)) }
            if let Some(energy) = props.spider.energy {
                { fact("Energy", format!("{} of {}", fixed(energy.current, 2), fixed(energy.cloning_threshold, 2))) }
            }
            { fact("Pages", grouped(props.spider.pages)) }
            { fact("Links in the frontier", grouped(props.spider.frontier_size)) }
            if let Some(best) = best { <div class="wide"><dt>{ "Best page" }</dt><dd>{ best }</dd></div> }
        </dl>
    }
}

/// Renders parent and children as links to their histories.
fn kin(props: &Props, story: &SpiderHistory, whole: bool) -> Html {
    let way = |id: u32| {
        let onclick = props.dispatch.on(move || vec![Action::Screen(ScreenAction::Spider(Some(id)))]);
        html! { <button type="button" class="chip kin" {onclick}>{ name(id) }</button> }
    };
    let shown = if whole { usize::MAX } else { FEW };
    let rest = story.children.len().saturating_sub(shown);
    html! {
        <section>
            <h4>{ "Family" }</h4>
            <p class="kin-line">
                if let Some(parent) = props.spider.parent {
                    { "Child of " }{ way(parent) }
                } else {
                    { "First of its family. " }
                }
            </p>
            if !story.children.is_empty() {
                <p class="kin-line">{ "Parent of " }{ for story.children.iter().take(shown).map(|id| way(*id)) }
                    if rest > 0 { { format!(" and {} more", grouped(rest as f64)) } }
                </p>
            }
        </section>
    }
}

/// Renders the spider's words, each with its origin and age.
fn keywords(story: &SpiderHistory, dispatch: &Dispatch) -> Html {
    if story.keywords.is_empty() {
        return Html::default();
    }
    let most = story.keywords.iter().fold(0.0_f64, |most, word| most.max(word.weight));
    let since = |learned: u32, by: u32| match (learned, by == story.id) {
        (0, _) => html! { <span class="fine">{ "of your query" }</span> },
        (page, true) => {
            html! { <span class="fine">{ format!("since page {}", grouped(page)) }</span> }
        }
        (page, false) => {
            let onclick = dispatch.on(move || vec![Action::Screen(ScreenAction::Spider(Some(by)))]);
            html! {
                <span class="fine">{ format!("page {}, by ", grouped(page)) }
                    <button type="button" class="inline" {onclick}>{ name(by) }</button></span>
            }
        }
    };
    let unmet = story.keywords.iter().filter(|word| word.word == UNSPELLED);
    let unmet = count(unmet.count());
    // Without a positive weight, every bar is empty.
    let bar = |weight: f64| share_bar(if most > 0.0 { weight / most } else { 0.0 }, 6);
    html! {
        <section>
            <h4>{ "Words" }</h4>
            <ul class="keywords">
                for word in story.keywords.iter().filter(|word| word.word != UNSPELLED) {
                    <li>
                        <b>{ cut(&clean(&word.word), CHARS).to_owned() }</b>
                        { bar(word.weight) }
                        { since(word.learned, word.by) }
                    </li>
                }
            </ul>
            if unmet > 0 { <p class="fine">{ format!("and {} more not seen on a page yet", grouped(unmet)) }</p> }
        </section>
    }
}

/// Renders the spider's energy after each of its pages, and the energy needed for cloning.
fn energy(spider: &Spider, story: &SpiderHistory) -> Option<Html> {
    let energy = spider.energy.filter(|_| !story.energy.is_empty())?;
    let every = story.energy.len().div_ceil(POINTS).max(1);
    let newest = story.energy.len() - 1;
    let kept = story.energy.iter().enumerate().filter(|(at, _)| (newest - at).is_multiple_of(every));
    let (pages, has): (Vec<u32>, Vec<Option<f64>>) = kept.map(|(_, (page, has))| (*page, Some(*has))).unzip();
    let full = vec![Some(energy.cloning_threshold); pages.len()];
    let points = Rc::new(Points {
        from: pages.first().copied().unwrap_or_default(),
        pages,
        curves: vec![has, full],
        ..Points::default()
    });
    let spoken = format!(
        "Energy: {} of {} after {}",
        fixed(energy.current, 2),
        fixed(energy.cloning_threshold, 2),
        counted(spider.pages, "page")
    );
    Some(html! {
        <section>
            <h4>{ "Energy" }</h4>
            <Plot unit={Unit::Rate} {points} {spoken} />
            <p class="fine">{ "X axis: pages of the crawl. The dashed line is the energy to breed." }</p>
        </section>
    })
}

/// Renders the pages that the spider fetched, the latest first.
fn visited(props: &Props, story: &SpiderHistory, whole: bool) -> Html {
    let shown = if whole { usize::MAX } else { FEW };
    let pages = story.visited.iter().rev().take(shown);
    let pages = pages.filter_map(|n| props.ranking.pages.get(*n));
    html! {
        <section>
            <h4>{ "Pages" }{ count_badge(story.visited.len()) }</h4>
            <ol class="visited">
                for page in pages { <li>{ page_button(&props.ranking, &props.dispatch, page.n, page.relevance) }</li> }
            </ol>
        </section>
    }
}

/// Renders a button that opens the details of a page.
fn page_button(ranking: &Ranking, dispatch: &Dispatch, n: u32, relevance: f64) -> Html {
    let onclick = dispatch.on(move || vec![Action::Screen(ScreenAction::Details(Some(n)))]);
    let title = ranking.pages.get(n).map_or_else(|| format!("Page {n}"), |record| title(record));
    html! {
        <button type="button" class="inline page-way" {onclick}><b>{ short(relevance) }</b>{ " " }{ title }</button>
    }
}
