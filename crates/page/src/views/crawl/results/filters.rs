//! Renders the controls above the results: filters by words, status, host, spider or seed, and judgment; and the order.

use super::super::Props;
use super::row::origin_name;
use crate::views::prelude::*;
use page_state::crawl::failures::{KNOWN, title};
use page_state::crawl::judgments::Judgments;
use page_state::crawl::ranking::{JudgmentFilter, PageStatus, RankingKey, ResultFilter, unless_filtered};
use std::cmp::Reverse;
use types::judgment::JudgmentState;

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

/// Counts hosts and origins a few times a second, and whenever the filter changes.
#[hook]
pub(super) fn use_facets(ranking: &Shared<Ranking>, good: f64) -> Rc<Facets> {
    let paced = use_paced(ranking, ranking.is_past());
    let current = unless_filtered(paced, ranking);
    use_memo((current, good), |(ranking, good)| Facets::new(ranking, *good))
}

impl Facets {
    fn new(ranking: &Ranking, good: f64) -> Self {
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

    /// Returns whether origins tell the results apart: the most frequent one has less than nine tenths of them.
    pub(super) fn have_several_origins(&self) -> bool {
        let pages = self.origins.iter().map(|(_, pages)| *pages);
        10 * pages.clone().max().unwrap_or_default() < 9 * pages.sum::<usize>()
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

/// Renders the controls; `measure` is the label of the relevance.
pub(super) fn filters(props: &Props, facets: &Rc<Facets>, measure: &'static str) -> Html {
    let Props { crawl: CrawlState { live, ranking, .. }, dispatch, .. } = props;
    let (filter, good) = (ranking.filter(), live.good_from());
    let change = |how: fn(&mut ResultFilter, String, &Facets, f64)| {
        let facets = Rc::clone(facets);
        move |value: String| {
            let facets = Rc::clone(&facets);
            let edit = move |filter: &mut ResultFilter| how(filter, value.clone(), &facets, good);
            Action::Results(ResultsAction::EditFilter(Rc::new(edit)))
        }
    };
    let text = change(|filter, value, _, _| filter.text = value);
    let status = change(|filter, value, _, good| filter.status = PageStatus::named(&value, good));
    let host = change(|filter, value, _, _| filter.host = Some(value).filter(|host| !host.is_empty()));
    let origin = change(|filter, value, facets, _| {
        let at = value.parse::<usize>().ok();
        filter.origin = at.and_then(|at| facets.origins.get(at)).map(|found| found.0);
    });
    let judgment = change(|filter, value, _, _| filter.judgment = JudgmentFilter::named(&value));
    let clear = change(|filter, _, _, _| *filter = ResultFilter::default());
    html! {
        <div class="result-filters" role="search" aria-label="Filter results">
            <input type="search" aria-label="Filter results by words" placeholder="Filter by words" autocomplete="off"
                spellcheck="false" value={filter.text.clone()} oninput={dispatch.on_text::<InputEvent>(text)} />
            { statuses(live, facets, filter, dispatch.on_text(status)) }
            { hosts(facets, filter, dispatch.on_text(host)) }
            { origins(ranking, facets, dispatch.on_text(origin)) }
            { judgments(&props.state.crawl.judgments, filter, dispatch.on_text(judgment)) }
            { keys(ranking, measure, dispatch) }
            if !filter.is_empty() {
                <button type="button" class="quiet" onclick={dispatch.on(move || vec![clear(String::new())])}>
                    { "Clear" }
                </button>
            }
        </div>
    }
}

/// Renders the status menu: pages on the topic and off it, failed pages and skipped links by reason.
fn statuses(live: &Live, facets: &Facets, filter: &ResultFilter, onchange: Callback<Event>) -> Html {
    let current = filter.status.as_ref().map(PageStatus::name).unwrap_or_default();
    let entry = |status: PageStatus, text: &str, pages: f64| {
        let value = status.name();
        let is_selected = value == current;
        option(value, format!("{text} ({})", grouped(pages)), is_selected)
    };
    let good = live.good_from();
    let failed = facets.failed.iter();
    let failed = failed.map(|(code, pages)| entry(PageStatus::Failed(code.clone()), &title(code), *pages as f64));
    let skipped = live.progress.refusals.iter().filter(|(code, _)| *code != KNOWN);
    let skipped =
        skipped.map(|(code, links)| entry(PageStatus::Skipped(code.clone()), &title(code), f64::from(*links)));
    let group = |label: &'static str, entries: Vec<Html>| {
        html! { if !entries.is_empty() { <optgroup {label}>{ for entries }</optgroup> } }
    };
    let options = html! {
        <>
            { entry(PageStatus::Relevant(good), "Relevant", facets.judged.0 as f64) }
            { entry(PageStatus::OffTopic(good), "Not relevant", facets.judged.1 as f64) }
            { group("Failed pages", failed.collect()) }
            { group("Skipped links", skipped.collect()) }
        </>
    };
    select("Status", false, ("All results", current.is_empty()), options, onchange)
}

/// Renders the host menu. It reserves its space before there are several hosts.
fn hosts(facets: &Facets, filter: &ResultFilter, onchange: Callback<Event>) -> Html {
    let (hosts, chosen) = (&facets.hosts, filter.host.as_ref());
    let entry = |(host, pages): &(String, usize)| option(host.clone(), sized(host, *pages), chosen == Some(host));
    let options = hosts.iter().map(entry).collect();
    select("Host", hosts.len() < 2 && chosen.is_none(), ("All hosts", chosen.is_none()), options, onchange)
}

/// Renders the menu of spiders or seeds. It reserves its space before there are several.
fn origins(ranking: &Ranking, facets: &Facets, onchange: Callback<Event>) -> Html {
    let (origins, chosen) = (&facets.origins, ranking.filter().origin);
    let is_spiders = matches!(origins.first(), Some((Origin::Spider(_), _)));
    let (label, all) = if is_spiders { ("Spider", "All spiders") } else { ("Seed", "All seeds") };
    let entry = |(at, (origin, pages)): (usize, &(Origin, usize))| {
        option(at.to_string(), sized(&origin_name(ranking, *origin), *pages), chosen == Some(*origin))
    };
    let options = origins.iter().enumerate().map(entry).collect();
    select(label, origins.len() < 2 && chosen.is_none(), (all, chosen.is_none()), options, onchange)
}

/// Renders the menu of judgments and tags.
fn judgments(judgments: &Judgments, filter: &ResultFilter, onchange: Callback<Event>) -> Html {
    let chosen = filter.judgment.as_ref();
    let entry = |filter: JudgmentFilter, text: &str| option(filter.name(), text.to_owned(), chosen == Some(&filter));
    let state = |state: JudgmentState| entry(JudgmentFilter::State(state), state.title());
    let tags = judgments.tags(chosen).into_iter().take(ENTRIES);
    let tags: Vec<Html> = tags.map(|tag| entry(JudgmentFilter::Tag(tag.to_owned()), cut(tag, NAME_BYTES))).collect();
    let options = html! {
        <>
            { for JudgmentState::ALL.into_iter().map(state) }
            { entry(JudgmentFilter::NotJudged, "Not judged") }
            if !tags.is_empty() { <optgroup label="Tags">{ for tags }</optgroup> }
        </>
    };
    select("Judgment", false, ("All judgments", chosen.is_none()), options, onchange)
}

/// Renders a menu whose first option selects everything.
fn select(
    label: &'static str,
    disabled: bool,
    (all, is_all): (&'static str, bool),
    options: Html,
    onchange: Callback<Event>,
) -> Html {
    html! {
        <select aria-label={label} {disabled} {onchange}>
            { option(String::new(), all.to_owned(), is_all) }{ options }
        </select>
    }
}

fn option(value: String, text: String, selected: bool) -> Html {
    html! { <option {value} {selected}>{ text }</option> }
}

fn keys(ranking: &Ranking, measure: &'static str, dispatch: &Dispatch) -> Html {
    let chosen =
        dispatch.on_text(|value| Action::Results(ResultsAction::RankBy(RankingKey::named(&value).unwrap_or_default())));
    let is_offered = |key: &RankingKey| *key != RankingKey::Probability || ranking.pages.counts().has_probabilities;
    let entry = |key: RankingKey| {
        option(key.column().name.to_owned(), format!("By {}", key_name(key, measure)), ranking.order.key == key)
    };
    html! {
        <select aria-label="Sort by" onchange={chosen}>
            { for RankingKey::ALL.into_iter().filter(is_offered).map(entry) }
        </select>
    }
}

/// Returns the label of a ranking key; `measure` is the label of the relevance.
pub(super) fn key_name(key: RankingKey, measure: &'static str) -> &'static str {
    match key {
        RankingKey::Relevance => measure,
        key => key.column().order,
    }
}

/// Returns a name with its number of pages.
fn sized(name: &str, pages: usize) -> String {
    format!("{} ({})", cut(name, NAME_BYTES), grouped(pages as f64))
}
