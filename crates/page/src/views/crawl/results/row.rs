//! Renders a result: rank, relevance, title, address, snippet.

use super::keys::{button_id, details_id};
use crate::views::parts::judging::{Judged, judge_buttons, tags};
use crate::views::parts::training::selector;
use crate::views::prelude::*;
use crate::widgets::marks::{marked, pieces};
use std::cmp::Ordering;
use types::judgment::Judgment;

/// The most characters of a title that are shown.
const TITLE_CHARS: usize = 140;
/// The most bytes of an origin's name that its tag shows whole.
const TAG_BYTES: usize = 24;
/// The most characters of an address that are shown.
pub(crate) const URL_CHARS: usize = 200;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) record: Rc<PageRecord>,
    /// Its index in the list, from 0, and the number of results.
    pub(crate) place: (usize, usize),
    /// The distance from the top of the list, in CSS pixels.
    pub(crate) top: f64,
    /// The row is the tab stop of the list.
    pub(crate) is_active: bool,
    /// The spider that fetched it, or the seed from which it was reached; only if several have results.
    pub(crate) origin: Option<OriginTag>,
    /// The number of its copies, and whether they are shown; `None` if the page is itself shown as a copy.
    #[prop_or_default]
    pub(crate) copies: Option<(u32, bool)>,
    /// The explanation of an open result.
    pub(crate) why: Option<Html>,
    /// The spellings of excluded words, which are not highlighted.
    pub(crate) excluded: Rc<Vec<String>>,
    pub(crate) judgment: Option<Rc<Judgment>>,
    /// A revisit found the page gone.
    pub(crate) is_gone: bool,
    /// The id of the crawl, and whether the page is selected to train from; only in a saved crawl.
    pub(crate) selection: Option<(String, bool)>,
    pub(crate) dispatch: Dispatch,
}

/// Renders a row of the list. A transform places it: rows that move this way cause no layout shift and keep their
/// elements.
///
/// Source: Layout Instability, §2 (transforms change no visual representation).
#[component]
pub(crate) fn Row(props: &Props) -> Html {
    let record = &props.record;
    let title = title(record);
    let ((place, of), is_active) = (props.place, props.is_active);
    let style = format!("transform: translateY({}px)", fixed(props.top, 1));
    html! {
        <li ~style={style} class={props.class()} aria-posinset={(place + 1).to_string()} aria-setsize={of.to_string()}>
            <div class="row" onclick={props.on_row()}>
                { if record.outcome.is_read() { gauge(record.relevance) } else { unjudged() } }
                <div class="row-text">
                    <h3>{ link(record, &title, is_active) }</h3>
                    <p class="url">
                        { badge(record) }
                        if let Some(origin) = &props.origin {
                            { origin.draw("tag origin", is_active, &props.dispatch) }
                        }
                        { props.copies() }
                        { tags(props.judgment.as_deref()) }
                        <b>{ cut(record.url.authority(), URL_CHARS).to_owned() }</b>
                        { cut(record.url.path_and_query(), URL_CHARS).to_owned() }
                    </p>
                    <p class="snippet">
                        if let Some(reason) = record.outcome.reason() { { sentence(cut(&clean(&reason), URL_CHARS)) } }
                        { marked(&pieces(&record.text.snippet, &record.text.marks),
                            |word| !props.excluded.contains(&word.to_lowercase())) }
                    </p>
                </div>
                { props.ways(&title) }
            </div>
            { props.why.clone().unwrap_or_default() }
        </li>
    }
}

impl Props {
    pub(super) fn class(&self) -> Classes {
        classes!(self.why.is_some().then_some("open"), self.copies.is_none().then_some("copy"))
    }

    /// Returns a callback that opens or closes the explanation.
    fn toggle(&self) -> Callback<MouseEvent> {
        let next = self.why.is_none().then_some(self.record.n);
        self.dispatch.on(move || vec![Action::Screen(ScreenAction::Details(next))])
    }

    /// Returns a callback that opens or closes the explanation on clicks outside of links, buttons, the check box and
    /// selected text.
    pub(super) fn on_row(&self) -> Callback<MouseEvent> {
        let toggle = self.toggle();
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let is_control = target.is_none_or(|target| target.closest("a, button, label").ok().flatten().is_some());
            let selection = web_sys::window().and_then(|window| window.get_selection().ok().flatten());
            if !is_control && selection.is_none_or(|selection| selection.is_collapsed()) {
                toggle.emit(event);
            }
        })
    }

    /// Renders the check box, the buttons that judge the page and the “Why” button.
    pub(super) fn ways(&self, title: &str) -> Html {
        let (n, is_open, is_read) = (self.record.n, self.why.is_some(), self.record.outcome.is_read());
        let selection = self.selection.as_ref().filter(|_| is_read);
        html! {
            <div class="row-ways">
                if let Some((crawl, is_on)) = selection { { self.select(crawl, *is_on, title) } }
                { self.judge_buttons(title) }
                <button id={button_id(n)} type="button" class="quiet why-button" onclick={self.toggle()}
                    tabindex={(!self.is_active).then_some("-1")} aria-expanded={is_open.to_string()}
                    aria-controls={is_open.then(|| details_id(n))} aria-label={format!("Why: {title}")}>
                    { "Why" }
                    <svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true"><path d="M1 1l4 4 4-4" /></svg>
                </button>
            </div>
        }
    }

    fn judge_buttons(&self, title: &str) -> Html {
        let judgment = self.judgment.as_deref();
        judge_buttons(&self.record.url, title, judgment, self.is_active, Judged::InCrawl, &self.dispatch)
    }

    fn select(&self, crawl: &str, is_on: bool, title: &str) -> Html {
        let page = GoodPage {
            url: self.record.url.to_string(),
            title: clean(&self.record.text.title),
            crawls: vec![crawl.to_owned()],
        };
        selector(page, title, is_on, self.is_active, &self.dispatch)
    }

    /// Renders the toggle of folded copies, and the labels of a document, of a copy and of a page that is gone.
    pub(super) fn copies(&self) -> Html {
        let n = self.record.n;
        let onclick = self.dispatch.on(move || vec![Action::Results(ResultsAction::ToggleCopies(n))]);
        html! {
            <>
                if let Some((count, is_open)) = self.copies.filter(|(count, _)| *count > 0) {
                    <button type="button" class="tag copies" aria-expanded={is_open.to_string()}
                        tabindex={(!self.is_active).then_some("-1")} {onclick}>
                        { counted(count, "copy") }
                    </button>
                }
                if let Some(document) = self.record.text.document {
                    <span class="tag document">{ document.to_string() }</span>
                }
                if self.is_gone { <span class="tag">{ "Gone" }</span> }
                if self.record.near_duplicate_of.is_some() { <span class="tag">{ "Near-duplicate" }</span> }
            </>
        }
    }
}

/// Renders a dash instead of the relevance of a page that was not read.
fn unjudged() -> Html {
    html! {
        <div class="gauge unjudged">
            <span><span class="unseen">{ "not judged" }</span><span aria-hidden="true">{ "–" }</span></span>
        </div>
    }
}

/// Renders the model's most probable class of the page, from its first table of shares.
fn badge(record: &PageRecord) -> Html {
    let first = record.predictions.first().filter(|prediction| prediction.is_shares);
    let values = first.map(|prediction| prediction.values.iter());
    let best = values.and_then(|values| values.max_by(|one, other| one.1.total_cmp(&other.1).then(Ordering::Greater)));
    match first.zip(best) {
        Some((prediction, (name, share))) => html! {
            <span class="tag layer" title={format!("{}: {name}, {}", prediction.title, percent(*share))}>{ name }</span>
        },
        None => Html::default(),
    }
}

/// Returns the title of a page, or its address if it has none.
pub(crate) fn title(record: &PageRecord) -> String {
    let title = clean(&record.text.title);
    cut(title_or(&title, record.url.as_str()), TITLE_CHARS).to_owned()
}

/// Renders a link to the page.
pub(crate) fn link(record: &PageRecord, text: &str, reachable: bool) -> Html {
    html! { <PageLink url={record.url.clone()} text={text.to_owned()} {reachable} /> }
}

/// Renders the relevance as a bar and a number.
pub(crate) fn gauge(relevance: f64) -> Html {
    let height = relevance.clamp(0.0, 1.0) * 40.0;
    html! {
        <div class="gauge">
            <svg viewBox="0 0 6 40" width="6" height="40" aria-hidden="true">
                <rect class="gauge-all" width="6" height="40" rx="3" />
                <rect class="gauge-part" width="6" rx="3" y={fixed(40.0 - height, 1)} height={fixed(height, 1)} />
            </svg>
            <span><span class="unseen">{ "relevance " }</span>{ short(relevance) }</span>
        </div>
    }
}

/// The origin of a result as a button.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OriginTag {
    origin: Origin,
    name: String,
    /// The results are filtered by this origin.
    is_chosen: bool,
}

impl OriginTag {
    pub(super) fn new(ranking: &Ranking, record: &PageRecord) -> Self {
        let origin = ranking.pages.origin(record);
        Self { origin, name: origin_name(ranking, origin), is_chosen: ranking.filter().origin == Some(origin) }
    }

    /// Returns whether the origin is the seed with this number.
    pub(super) fn is_seed(&self, n: u32) -> bool {
        self.origin == Origin::Seed(n)
    }

    /// Renders the button, which is a tab stop only in the active row.
    pub(super) fn draw(&self, class: &'static str, is_reachable: bool, dispatch: &Dispatch) -> Html {
        let origin = self.origin;
        let onclick = dispatch.on(move || vec![Action::Results(ResultsAction::ToggleOrigin(origin))]);
        let title = match (origin, self.is_chosen) {
            (_, true) => "Show the results of all origins".to_owned(),
            (Origin::Spider(_), _) => "Show only results of this spider".to_owned(),
            (Origin::Seed(_), _) => format!("Show only results reached from {}", self.name),
        };
        html! {
            <button type="button" {class} {title} aria-pressed={self.is_chosen.to_string()}
                tabindex={(!is_reachable).then_some("-1")} {onclick}>
                // The tag cuts a longer name, of which the host says more.
                { if self.name.len() > TAG_BYTES {
                    self.name.split('/').next().unwrap_or_default()
                } else {
                    &self.name
                } }
            </button>
        }
    }
}

/// Returns the name of a spider, or the seed's address without its scheme.
pub(crate) fn origin_name(ranking: &Ranking, origin: Origin) -> String {
    match origin {
        Origin::Spider(id) => format!("Spider {}", grouped(id)),
        Origin::Seed(n) => {
            let url = ranking.pages.get(n).map(|record| &record.url);
            let text = url.map(|url| format!("{}{}", url.authority(), url.path_and_query()));
            let text = text.unwrap_or_default();
            text.trim_end_matches('/').to_owned()
        }
    }
}
