//! Renders the list of results; only about thirty rows are in the document.
//!
//! The page itself scrolls, so that a phone has one scroll area. The list has the height of all rows, and transforms
//! place the cards. In a table, empty blocks above and below replace rows that are not drawn. Heights are measured, so
//! that only the style sheet defines them.

use super::super::Props;
use super::filters::{filters, key_name, use_facets};
use super::keys::{focus_list, use_keys};
use super::row::{OriginTag, Props as PageProps, Row, URL_CHARS, gauge, link, title};
use super::table::{TableContext, layout_choice};
use super::why::{WhyContext, why};
use crate::dom::focus::scroll_into_view;
use crate::views::crawl::steering::of_page;
use crate::views::parts::judging::{Judged, JudgmentForm, judge_keys, judgment_problems};
use crate::views::parts::training::selected;
use crate::views::prelude::*;
use crate::widgets::on_focus_leave;
use crate::widgets::scroll::{RowKind, Scroll, ScrollArea, use_scroll};
use crate::widgets::window::{Rows, Space, use_listed};
use page_state::crawl::failures::{Entry, title as reason_title};
use page_state::crawl::ranking::Hold;
use types::spec::{ParamValue, StrategySpec};
use types::strategy::{Control, ParamInfo, ScoreNote};

/// The rows of the list, as cards or as a table.
const ROWS: RowKind = RowKind { selector: "li:not(.open), tr.result:not(.open)", height: 104.0 };

/// Renders the results.
#[component]
pub(crate) fn Results(props: &Props) -> Html {
    let Props { state: State { screen, train, .. }, crawl: CrawlState { live, ranking, .. }, dispatch, .. } = props;
    let judgments = &props.state.crawl.judgments;
    // The container of all rows, drawn or not.
    let block = use_node_ref();
    let open = screen.open.and_then(|n| ranking.index_of(n));
    let (listed, more) = use_listed(ranking.len(), open);
    let Scroll { rows, drawn, is_scrolled } = use_scroll(&block, ScrollArea::Window, ROWS, listed, open);
    use_scroll_hold(dispatch, is_scrolled);
    use_open_in_sight(&block, rows, screen.open);
    let keys = use_keys(&block, ranking, rows, fold(dispatch, screen.open));
    let active = keys.active;
    let facets = use_facets(ranking, live.good_from());
    let has_origins = ranking.pages.counts().by_spiders > 0 || facets.have_several_origins();
    let judged = ranking.at(active).map(|record| record.url.clone());
    let onkeydown = judge_keys(dispatch, judged, Judged::InCrawl, keys.refocus, keys.onkeydown);
    let layout = &props.state.preferences.results;
    let table = TableContext { ranking, layout, began: live.throughput.began, dispatch };
    let selection = |record: &PageRecord| {
        let crawl = live.saved.id.clone()?;
        Some((crawl, train.good.has(record.url.as_str())))
    };
    let page = |place: usize| {
        let record = ranking.at(place)?.clone();
        let origin = has_origins.then(|| OriginTag::new(ranking, &record)).filter(|origin| !origin.is_seed(record.n));
        Some(PageProps {
            place: (place, rows.count),
            top: rows.top(place),
            is_active: active == place,
            origin,
            copies: (!ranking.is_copy(&record)).then(|| ranking.copies_of(record.n)),
            why: why_of(props, &record),
            excluded: live.excluded.clone(),
            judgment: judgments.get(&record.url).cloned(),
            is_gone: judgments.is_gone(record.n),
            // Links can only be read from a saved crawl.
            selection: selection(&record),
            dispatch: dispatch.clone(),
            record,
        })
    };
    let pages = drawn.clone().filter_map(page);
    let hold = |hold: Hold, on: bool| move || vec![Action::Results(ResultsAction::Hold(hold, on))];
    // A resting pointer does not hold the order, since the list may scroll under it.
    let is_free = !ranking.is_held(Hold::Pointer);
    let onpointermove = is_free.then(|| dispatch.on::<PointerEvent>(hold(Hold::Pointer, true)));
    let onpointerleave = dispatch.on::<PointerEvent>(hold(Hold::Pointer, false));
    let (follow, hold_order) = (keys.onfocusin, dispatch.on::<FocusEvent>(hold(Hold::Focus, true)));
    let onfocusin = Callback::from(move |event: FocusEvent| {
        follow.emit(event.clone());
        hold_order.emit(event);
    });
    let onfocusout = on_focus_leave(&block, dispatch.on(hold(Hold::Focus, false)));
    html! {
        <section class="results">
            { head(props, layout_choice(layout, dispatch)) }
            { filters(props, &facets, measure(live)) }
            { judgment_problems(judgments) }
            { selected(&train.good, dispatch) }
            <div id="results" ref={block.clone()}>
                if let Some(code) = ranking.filter().skipped() { { skipped(live, code) } }
                if layout.is_table {
                    <link rel="stylesheet" href={style_sheet("results")} />
                    <Space height={rows.top(drawn.start)} />
                    <table class="result-table" ~style={table.style()}>
                        <caption class="unseen">{ "Results" }</caption>
                        { table.head() }
                        <tbody tabindex="-1" {onkeydown} {onpointermove} {onpointerleave} {onfocusin} {onfocusout}>
                            { for pages.map(|page| table.row(&page)) }
                        </tbody>
                    </table>
                    <Space height={rows.total() - rows.top(drawn.end)} />
                } else {
                    <ol class={classes!("rows", ranking.is_live().then_some("live"))} aria-label="Results" tabindex="-1"
                        ~style={list_style(&rows, drawn.start)} {onkeydown} {onpointermove} {onpointerleave} {onfocusin}
                        {onfocusout}>
                        { for pages.map(|page| { let key = page.record.n; html! { <Row {key} ..page /> } }) }
                    </ol>
                }
            </div>
            { more }
        </section>
    }
}

/// Returns the style that gives the list the height of all rows, and the padding that replaces rows above the drawn
/// ones.
fn list_style(rows: &Rows, first: usize) -> String {
    format!("min-height: {}px; padding-top: {}px", fixed(rows.total(), 1), fixed(rows.top(first), 1))
}

/// Renders the latest links that were skipped for a reason.
fn skipped(live: &Live, code: &str) -> Html {
    let all = live.progress.refusals.get(code).copied().unwrap_or_default();
    let latest: Vec<&Entry> = live.failures.log.latest(code).collect();
    html! {
        <div class="skipped">
            <p>{ format!("{}: {}.", reason_title(code), counted(all, "link")) }
                if (latest.len() as f64) < f64::from(all) { { format!(" The latest {}:", latest.len()) } }</p>
            <ul>
                for entry in latest {
                    <li>
                        <code>{ shown(&entry.url) }</code><span class="fine">{ sentence(&shown(&entry.reason)) }</span>
                    </li>
                }
            </ul>
        </div>
    }
}

/// Returns a callback that folds the open result, if there is one.
fn fold(dispatch: &Dispatch, open: Option<u32>) -> Option<Callback<()>> {
    open.map(|_| dispatch.on(|| vec![Action::Screen(ScreenAction::Details(None))]))
}

/// Renders the explanation of the open page and its actions.
pub(crate) fn why_of(props: &Props, record: &Rc<PageRecord>) -> Option<Html> {
    let Props { state, crawl: CrawlState { live, ranking, .. }, dispatch, .. } = props;
    let State { catalog, screen, library, crawl, .. } = state;
    if screen.open != Some(record.n) {
        return None;
    }
    let spec = live.spec_at(record.n);
    let info = spec.as_ref().and_then(|spec| catalog.strategy(&spec.id));
    let spec = spec.as_ref().zip(info);
    let context = WhyContext {
        ranking,
        strategy: info,
        notes: spec.map(|(spec, info)| notes(spec, info, record)).unwrap_or_default(),
        formula: spec.and_then(|(spec, info)| formula(spec, info)),
        by_examples: live.request.as_ref().is_some_and(StartRequest::is_by_examples),
        live,
        notice: &library.feedback.notice,
        dispatch,
    };
    let judgments = crawl.judgments.clone();
    Some(html! {
        <>
            { why(&context, record) }
            <JudgmentForm key={record.n} n={record.n} url={record.url.clone()} title={title(record)} {judgments}
                judged={Judged::InCrawl} dispatch={dispatch.clone()} />
            { of_page(record, live, dispatch) }
        </>
    })
}

/// Returns the sentences about the page's score that follow from the strategy's parameters.
fn notes(spec: &StrategySpec, info: &StrategyInfo, record: &PageRecord) -> Vec<String> {
    let pages = record.discovery.pages;
    let note = |param: &ParamInfo| {
        let ScoreNote { word, text } = param.note.as_ref()?;
        let number = match (spec.params.get(&param.name).unwrap_or(&param.default), word) {
            (ParamValue::Number(number), None) if *number > 0.0 => fixed(*number, 3),
            (ParamValue::Word(set), Some(word)) if set == word => String::new(),
            _ => return None,
        };
        let holds = pages > 1 || !text.contains("{pages}");
        holds.then(|| text.replace("{value}", &number).replace("{pages}", &grouped(pages)))
    };
    info.params.iter().filter_map(note).collect()
}

/// Returns the formula of the score's parts.
fn formula(spec: &StrategySpec, info: &StrategyInfo) -> Option<String> {
    let mut params = info.params.iter();
    let param = params.find(|param| param.control == Control::Formula)?;
    let value = spec.params.get(&param.name).unwrap_or(&param.default);
    Some(value.to_string())
}

fn head(props: &Props, layout: Html) -> Html {
    let CrawlState { live, ranking, .. } = &props.crawl;
    let filtered = !ranking.filter().is_empty();
    let folded = ranking.folded_copies();
    let text = match (ranking.len(), live.is_going() && !ranking.is_past()) {
        _ if ranking.filter().skipped().is_some() => String::new(),
        (0, _) if filtered => "No results match the filter.".to_owned(),
        (_, _) if filtered => format!(", filtered, of {}", counted(listed(ranking), "page")),
        (0, true) => "Waiting for the first page…".to_owned(),
        (0, false) => "No results.".to_owned(),
        (_, true) => ", live".to_owned(),
        (_, false) => hidden(ranking),
    };
    let ranked = if ranking.is_empty() {
        String::new()
    } else {
        let key = key_name(ranking.order.key, measure(live));
        format!("Sorted by {key}")
    };
    let folded = if folded > 0 { format!("; {} folded", counted(folded, "copy")) } else { String::new() };
    // The head is one text node, because separate parts would move as it grows.
    let sentence = ranked + &text + &folded;
    let new = counted(ranking.waiting(), "new result");
    html! {
        <div class="results-head">
            <h2>{ "Results" }{ count_badge(ranking.len()) }</h2>
            <p class="fine" title={sentence.clone()}>{ sentence }</p>
            if ranking.waiting() > 0 {
                <button type="button" class="fresh" onclick={show_waiting(&props.dispatch)}>{ new }</button>
            }
            { layout }
            <p class="fine keys" aria-hidden="true">
                <kbd>{ "↑" }</kbd>
                <kbd>{ "↓" }</kbd>
                { " move " }
                <kbd>{ "Enter" }</kbd>
                { " why " }
                <kbd>{ "K" }</kbd>
                { " keep " }
                <kbd>{ "L" }</kbd>
                { " later " }
                <kbd>{ "D" }</kbd>
                { " discard" }
            </p>
        </div>
    }
}

/// Returns the number of pages that the list shows without a filter.
fn listed(ranking: &Ranking) -> u32 {
    ranking.pages.counts().read.saturating_sub(ranking.pages.counts().unlisted)
}

/// Returns the label of the relevance in this crawl.
fn measure(live: &Live) -> &'static str {
    if live.request.as_ref().is_some_and(StartRequest::is_by_examples) {
        "similarity to the target examples"
    } else {
        "relevance"
    }
}

/// Returns the reasons that there are fewer results than pages; empty if there are none.
fn hidden(ranking: &Ranking) -> String {
    let (pages, counts) = (count(ranking.pages.records().len()), ranking.pages.counts());
    // As in the figures above, pages without content are among the failed ones.
    let counts = [(pages.saturating_sub(counts.read), "failed"), (counts.unlisted, "hidden by noindex")];
    let some = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = some.map(|(count, what)| format!("{} {what}", grouped(*count))).collect();
    if counts.is_empty() { String::new() } else { format!("; of {} pages, {}", grouped(pages), counts.join(", ")) }
}

/// Returns a callback that shows the waiting results and scrolls to the top. After a keyboard press the list gets the
/// focus, because the button disappears.
fn show_waiting(dispatch: &Dispatch) -> Callback<MouseEvent> {
    let actions = dispatch.actions.clone();
    Callback::from(move |event: MouseEvent| {
        actions.emit(Action::Results(ResultsAction::InsertHeld));
        let Some(list) = element("#results") else {
            return;
        };
        list.scroll_into_view();
        // A click by keyboard has a click count of 0.
        if event.detail() == 0 {
            focus_list(&list);
        }
    })
}

/// Scrolls to a row that another view has opened, such as the map.
#[hook]
fn use_open_in_sight(block: &NodeRef, rows: Rows, open: Option<u32>) {
    let block = block.clone();
    let is_first = use_mut_ref(|| true);
    use_effect_with(open, move |_| {
        let is_new = !is_first.replace(false);
        let block = block.cast::<Element>().filter(|_| is_new);
        if let Some((block, (place, _))) = block.zip(rows.open) {
            ScrollArea::Window.show_top(&block, &rows, place);
        }
    });
}

/// Holds the order while the list is scrolled past its head.
#[hook]
fn use_scroll_hold(dispatch: &Dispatch, scrolled: bool) {
    let actions = dispatch.actions.clone();
    use_effect_with(scrolled, move |scrolled| {
        actions.emit(Action::Results(ResultsAction::Hold(Hold::Scrolled, *scrolled)));
    });
}

/// Renders the details of the open page, if there is one. It receives the focus when it opens, for keyboard users.
#[component]
pub(crate) fn Details(props: &Props) -> Html {
    let place = use_node_ref();
    {
        let place = place.clone();
        use_effect_with(props.state.screen.open, move |_| {
            // Switching views must not move the focus to a page that was open before.
            if let Some(section) = place.cast::<HtmlElement>().filter(|_| !is_focus_in("[role=tab]")) {
                // If the section cannot receive the focus, the focus stays.
                let _ = section.focus();
                scroll_into_view(&section);
                // Beside the map only the head is scrolled into view, so that the map stays visible.
                if let Some(head) = section.first_element_child() {
                    scroll_into_view(&head);
                }
            }
        });
    }
    let Some(record) = props.state.screen.open.and_then(|n| props.crawl.ranking.pages.get(n)) else {
        return Html::default();
    };
    let title = title(record);
    let close = props.dispatch.on(|| vec![Action::Screen(ScreenAction::Details(None))]);
    let onkeydown = props.dispatch.on_escape(|| Action::Screen(ScreenAction::Details(None)));
    html! {
        <section class="details" ref={place} tabindex="-1" aria-label={format!("Details: {title}")} {onkeydown}>
            <div class="details-head">
                { gauge(record.relevance) }
                <div>
                    <h3>{ link(record, &title, true) }</h3>
                    <p class="url">{ cut(record.url.as_str(), URL_CHARS).to_owned() }</p>
                </div>
                <button type="button" class="quiet" onclick={close}>{ "Close" }</button>
            </div>
            { why_of(props, record).unwrap_or_default() }
        </section>
    }
}
