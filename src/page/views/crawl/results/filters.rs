//! Renders the controls above the results: filters by words, status, host, and spider or seed; and the order.

use super::row::origin_name;
use crate::page::state::crawl::failures::{KNOWN, title};
use crate::page::state::crawl::ranking::{PageStatus, RankingKey, ResultFilter, unless_filtered};
use crate::page::views::prelude::*;
use std::cmp::Reverse;

/// The most entries of a menu; those with the most pages are kept.
const ENTRIES: usize = 100;
/// The most bytes of a host or a seed in the menus.
const NAME_BYTES: usize = 48;

/// Holds the hosts and origins of the results, each with its number of pages.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Facets {
    /// Hosts, in alphabetical order.
    pub(super) hosts: Vec<(String, usize)>,
    /// Spiders or seeds, ordered by number.
    pub(super) origins: Vec<(Origin, usize)>,
    /// The number of pages on the topic and off it.
    judged: (usize, usize),
    /// The number of pages that were not read, by the code of their outcome.
    failed: BTreeMap<String, usize>,
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The crawl's pages.
    pub(super) ranking: Shared<Ranking>,
    /// The crawl's counts.
    pub(super) live: Shared<Live>,
    pub(super) facets: Rc<Facets>,
    /// The label of the relevance.
    pub(super) measure: &'static str,
    pub(super) dispatch: Dispatch,
}

/// Counts hosts and origins a few times a second, and whenever the filter changes.
#[hook]
pub(super) fn use_facets(ranking: &Shared<Ranking>, good: f64) -> Rc<Facets> {
    let paced = use_paced(ranking, ranking.is_past());
    let current = unless_filtered(paced, ranking);
    use_memo((current, good), |(ranking, good)| Facets::of(ranking, *good))
}

impl Facets {
    fn of(ranking: &Ranking, good: f64) -> Self {
        let (mut hosts, mut origins) = (BTreeMap::new(), BTreeMap::new());
        let (mut judged, mut failed) = ((0, 0), BTreeMap::new());
        for record in ranking.pages.records() {
            if !record.outcome.is_read() {
                *failed.entry(record.outcome.code()).or_insert(0) += 1;
            }
            // Pages that ask not to be shown are in no list.
            if !record.outcome.is_listed() {
                continue;
            }
            if record.is_on_topic(good) {
                judged.0 += 1;
            } else {
                judged.1 += 1;
            }
            *hosts.entry(record.url.host()).or_insert(0) += 1;
            *origins.entry(ranking.pages.origin(record)).or_insert(0) += 1;
        }
        let filter = ranking.filter();
        let hosts = largest(hosts, filter.host.as_deref()).into_iter();
        Self {
            hosts: hosts.map(|(host, pages)| (host.to_owned(), pages)).collect(),
            origins: largest(origins, filter.origin),
            judged,
            failed,
        }
    }
}

/// Returns the entries with the most pages and the selected one, in the order of their keys.
fn largest<T: Copy + Ord>(mut counts: BTreeMap<T, usize>, chosen: Option<T>) -> Vec<(T, usize)> {
    if let Some(chosen) = chosen {
        counts.entry(chosen).or_insert(0);
    }
    let mut entries: Vec<(T, usize)> = counts.into_iter().collect();
    entries.sort_by_key(|(entry, pages)| (Some(*entry) != chosen, Reverse(*pages)));
    entries.truncate(ENTRIES);
    entries.sort_unstable();
    entries
}

/// Renders the controls.
#[component]
pub(super) fn Filters(props: &Props) -> Html {
    let filter = props.ranking.filter().clone();
    let change = |how: fn(&mut ResultFilter, String, &Facets)| {
        let (dispatch, filter, facets) = (props.dispatch.clone(), filter.clone(), Rc::clone(&props.facets));
        Callback::from(move |value: String| {
            let mut filter = filter.clone();
            how(&mut filter, value, &facets);
            dispatch.dispatch(Action::Results(ResultsAction::Filter(filter)));
        })
    };
    let text = change(|filter, value, _| filter.text = value);
    let text = text.reform(|event: InputEvent| typed(&event));
    let host = change(|filter, value, _| filter.host = Some(value).filter(|host| !host.is_empty()));
    let origin = change(|filter, value, facets| {
        let at = value.parse::<usize>().ok();
        filter.origin = at.and_then(|at| facets.origins.get(at)).map(|found| found.0);
    });
    let good = props.live.good_from();
    let status = {
        let (dispatch, filter) = (props.dispatch.clone(), filter.clone());
        Callback::from(move |value: String| {
            let filter = ResultFilter { status: PageStatus::named(&value, good), ..filter.clone() };
            dispatch.dispatch(Action::Results(ResultsAction::Filter(filter)));
        })
    };
    let clear = change(|filter, _, _| *filter = ResultFilter::default());
    html! {
        <div class="result-filters" role="search" aria-label="Filter results">
            <input type="search" aria-label="Filter results by words" placeholder="Filter by words" autocomplete="off" spellcheck="false"
                value={filter.text.clone()} oninput={text} />
            { statuses(props, &filter, &status) }
            { hosts(props, &filter, &host) }
            { origins(props, &filter, &origin) }
            { keys(props) }
            if !filter.is_empty() {
                <button type="button" class="quiet" onclick={clear.reform(|_: MouseEvent| String::new())}>{ "Clear" }</button>
            }
        </div>
    }
}

/// Renders the status menu: pages on the topic and off it, failed pages and skipped links by reason.
fn statuses(props: &Props, filter: &ResultFilter, chosen: &Callback<String>) -> Html {
    let facets = &props.facets;
    let current = filter.status.as_ref().map(PageStatus::name).unwrap_or_default();
    let entry = |status: PageStatus, text: &str, pages: f64| {
        let value = status.name();
        let selected = value == current;
        html! { <option {value} {selected}>{ format!("{text} ({})", grouped(pages)) }</option> }
    };
    let good = props.live.good_from();
    let failed = facets.failed.iter();
    let failed = failed.map(|(code, pages)| entry(PageStatus::Failed(code.clone()), &title(code), *pages as f64));
    let skipped = props.live.progress.refusals.iter();
    let skipped = skipped.filter(|(code, _)| *code != KNOWN);
    let skipped =
        skipped.map(|(code, links)| entry(PageStatus::Skipped(code.clone()), &title(code), f64::from(*links)));
    let (failed, skipped): (Vec<Html>, Vec<Html>) = (failed.collect(), skipped.collect());
    html! {
        <select aria-label="Status" onchange={on_choice(chosen)}>
            <option value="" selected={current.is_empty()}>{ "All results" }</option>
            { entry(PageStatus::Relevant(good), "Relevant", facets.judged.0 as f64) }
            { entry(PageStatus::OffTopic(good), "Not relevant", facets.judged.1 as f64) }
            if !failed.is_empty() { <optgroup label="Failed pages">{ for failed }</optgroup> }
            if !skipped.is_empty() { <optgroup label="Skipped links">{ for skipped }</optgroup> }
        </select>
    }
}

/// Renders the host menu. It reserves its space before there are several hosts.
fn hosts(props: &Props, filter: &ResultFilter, chosen: &Callback<String>) -> Html {
    let hosts = &props.facets.hosts;
    html! {
        <select aria-label="Host" disabled={hosts.len() < 2 && filter.host.is_none()} onchange={on_choice(chosen)}>
            <option value="" selected={filter.host.is_none()}>{ "All hosts" }</option>
            for (host, pages) in hosts {
                <option value={host.clone()} selected={filter.host.as_ref() == Some(host)}>{ option(host, *pages) }</option>
            }
        </select>
    }
}

/// Renders the menu of spiders or seeds. It reserves its space before there are several.
fn origins(props: &Props, filter: &ResultFilter, chosen: &Callback<String>) -> Html {
    let origins = &props.facets.origins;
    let is_spiders = matches!(origins.first(), Some((Origin::Spider(_), _)));
    let (label, all) = if is_spiders { ("Spider", "All spiders") } else { ("Seed", "All seeds") };
    html! {
        <select aria-label={label} disabled={origins.len() < 2 && filter.origin.is_none()} onchange={on_choice(chosen)}>
            <option value="" selected={filter.origin.is_none()}>{ all }</option>
            for (at, (origin, pages)) in origins.iter().enumerate() {
                <option value={at.to_string()} selected={filter.origin == Some(*origin)}>{ option(&origin_name(&props.ranking, *origin), *pages) }</option>
            }
        </select>
    }
}

/// Renders the menu of ranking keys.
fn keys(props: &Props) -> Html {
    let ranking = &props.ranking;
    let dispatch = props.dispatch.clone();
    let chosen = Callback::from(move |value: String| {
        let mut keys = RankingKey::ALL.into_iter();
        if let Some(key) = keys.find(|key| key.name() == value) {
            dispatch.dispatch(Action::Results(ResultsAction::RankBy(key)));
        }
    });
    let is_offered = |key: &RankingKey| *key != RankingKey::Probability || ranking.pages.counts().has_probabilities;
    html! {
        <select aria-label="Sort by" onchange={on_choice(&chosen)}>
            for key in RankingKey::ALL.into_iter().filter(is_offered) {
                <option value={key.name()} selected={ranking.order.key == key}>{ "By " }{ key_name(key, props.measure) }</option>
            }
        </select>
    }
}

/// Returns the label of a ranking key; `measure` is the label of the relevance.
pub(super) fn key_name(key: RankingKey, measure: &'static str) -> &'static str {
    match key {
        RankingKey::Relevance => measure,
        RankingKey::Probability => "probability of the model",
        RankingKey::Latest => "time, latest first",
        RankingKey::Host => "host",
        RankingKey::Title => "title",
        RankingKey::Origin => "spider or seed",
        RankingKey::Depth => "depth",
        RankingKey::Status => "HTTP status",
        RankingKey::Size => "size, largest first",
    }
}

fn option(name: &str, pages: usize) -> String {
    format!("{} ({})", cut(name, NAME_BYTES), grouped(pages as f64))
}

/// Returns the handler of a menu, which passes on the selected value.
fn on_choice(chosen: &Callback<String>) -> Callback<Event> {
    chosen.reform(|event: Event| typed(&event))
}
