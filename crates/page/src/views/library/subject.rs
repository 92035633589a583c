//! Renders a topic of the Library: its name and notes, the pages of all its crawls, and the crawls.

use super::crawl;
use super::subjects::figures;
use super::update::{digest_list, update};
use crate::views::parts::judging::{Judged, JudgmentForm, judge_buttons, judge_keys, judgment_problems, tags};
use crate::views::parts::{export, saved};
use crate::views::prelude::*;
use crate::widgets::buttons::drawer_button;
use page_state::class::link_of_crawl;
use page_state::crawl::ranking::JudgmentFilter;
use page_state::library::subject_pages::{PageFilter, StateFilter};
use page_state::library::subjects::{OpenSubject, crawls_of, new_since, subject};
use page_state::models::page_of;
use protocol::library::{ExportScope, LibraryContents};
use protocol::subjects::{Subject, SubjectChange, SubjectPage, SubjectSummary};
use std::cell::RefCell;
use types::judgment::JudgmentState;
use types::limits::NOTE_CHARS;
use types::report::Millis;
use web_sys::HtmlSelectElement;

/// The least kept pages of a training.
const KEPT_FOR_TRAINING: u32 = 2;
/// The entry of a menu that is no topic yet.
const NEW_TOPIC: &str = "new";
/// The number of pages that are listed at first; each click doubles it.
pub(super) const FIRST: usize = 50;

/// Renders the topic with an id.
pub(super) fn subject_page(id: &str, contents: &LibraryContents, state: &State, dispatch: &Dispatch) -> Html {
    let Some(summary) = subject(contents, id) else {
        return html! {
            <p class="problem" role="alert">
                { "This topic does not exist: it was deleted, merged or saved in another browser." }
            </p>
        };
    };
    let open = state.library.subject.as_ref().filter(|open| open.id == id);
    let crawls: Vec<&CrawlSummary> = crawls_of(&summary.subject, contents).collect();
    html! {
        <>
            <div class="topic-head">
                { figures(summary, crawls.len()) }
                { queries(&summary.subject) }
                { ways(&summary.subject, contents, &state.catalog, dispatch) }
                { update(&summary.subject, state, dispatch) }
                if let Some(open) = open { { digest_list(&summary.subject, open) } }
                { training(summary, state, dispatch) }
                { notes(&summary.subject, dispatch) }
            </div>
            if let Some(open) = open {
                <Pages key={id.to_owned()} open={open.clone()} new_since={new_since(&summary.subject, contents)}
                    dispatch={dispatch.clone()} />
            }
            { seeds(&crawls) }
            {
                saved::list("crawls", "Crawls", Html::default(),
                    crawls.iter().map(|crawl| crawl::row(crawl, state, dispatch)).collect())
            }
            { export::topic_drawer(&summary.subject, &crawls, &state.library, dispatch) }
        </>
    }
}

/// Renders the queries whose crawls belong to a topic.
fn queries(subject: &Subject) -> Html {
    let queries: Vec<String> = subject.queries.iter().map(|query| shown(query)).collect();
    match queries.as_slice() {
        [] => Html::default(),
        [query] => html! { <p class="fine">{ format!("Query: {query}") }</p> },
        queries => html! { <p class="fine">{ format!("Queries: {}", queries.join(" · ")) }</p> },
    }
}

/// Returns the action that changes a topic.
fn change(id: &str, change: SubjectChange) -> Action {
    Action::Library(LibraryAction::ChangeSubject(id.to_owned(), change))
}

/// Renders the name, which can be changed, the merging with another topic, the link that shows the newest crawl of the
/// demo web in class, and the deletion.
fn ways(subject: &Subject, contents: &LibraryContents, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let newest = crawls_of(subject, contents)
        .filter_map(|crawl| Some((crawl.created, link_of_crawl(&crawl.plan, &crawl.source, catalog)?)))
        .max();
    let id = subject.id.clone();
    let rename = dispatch.actions.reform(move |name| change(&id, SubjectChange::Rename(name)));
    let id = subject.id.clone();
    let merge = dispatch.actions.reform(move |from| change(&id, SubjectChange::Merge(from)));
    let id = subject.id.clone();
    let delete = dispatch.on::<MouseEvent>(move || vec![change(&id, SubjectChange::Delete), Action::open("#/library")]);
    html! {
        <div class="crawl-ways">
            <label for="topic-name">{ "Name" }</label>
            <SavedText id="topic-name" saved={subject.name.clone()} limit=200 save={rename} />
            <TopicMenu label="Add another topic’s crawls and judgments" prompt="Merge with…" button="Merge"
                topics={others(contents, &subject.id)} choose={merge} />
            { drawer_button(export::row_drawer_id(&subject.id), html! { { "Export topic" } }, None) }
            if let Some((_, href)) = newest { <a class="button" {href}>{ "Show in class" }</a> }
            <button type="button" class="quiet" onclick={delete}>{ "Delete topic" }</button>
        </div>
    }
}

/// Returns the ids and names of the other topics.
fn others(contents: &LibraryContents, id: &str) -> Vec<(String, String)> {
    let subjects = contents.subjects.iter().map(|summary| &summary.subject);
    let others = subjects.filter(|other| other.deleted.is_none() && other.id != id);
    others.map(|other| (other.id.clone(), shown(&other.name))).collect()
}

/// Renders what moves a crawl to another topic, or to a new one if its topic has others; nothing without a choice.
pub(super) fn move_menu(crawl: &CrawlSummary, contents: &LibraryContents, dispatch: &Dispatch) -> Html {
    let mut subjects = contents.subjects.iter().map(|summary| &summary.subject);
    let Some(current) = subjects.find(|subject| subject.crawls.contains(&crawl.id)) else {
        return Html::default();
    };
    let mut topics = others(contents, &current.id);
    if crawls_of(current, contents).count() > 1 {
        topics.push((NEW_TOPIC.to_owned(), "New topic".to_owned()));
    }
    let (id, from) = (crawl.id.clone(), current.id.clone());
    let choose = dispatch.actions.reform(move |to: String| match to.as_str() {
        NEW_TOPIC => change(&from, SubjectChange::Split(id.clone())),
        to => change(to, SubjectChange::AddCrawl(id.clone())),
    });
    let label = format!("Move to topic: {}", shown(&crawl.name));
    if topics.is_empty() {
        return Html::default();
    }
    html! {
        <span class="topic-menu"><TopicMenu {label} prompt="Move to topic…" button="Move" {topics} {choose} /></span>
    }
}

/// A menu of topics, and the button that acts on the chosen one.
#[derive(PartialEq, Properties)]
struct TopicMenuProps {
    label: AttrValue,
    /// The text of the menu before a choice.
    prompt: &'static str,
    /// The text of the button.
    button: &'static str,
    /// The ids and names of the topics.
    topics: Vec<(String, String)>,
    choose: Callback<String>,
}

/// Renders the menu, and its button once a topic is chosen: arrow keys change the choice. Renders nothing without
/// topics.
#[component]
fn TopicMenu(props: &TopicMenuProps) -> Html {
    let (menu, chosen) = (use_node_ref(), use_state_eq(String::new));
    let setter = chosen.setter();
    let onchange = Callback::from(move |event: Event| setter.set(typed(&event)));
    let (choose, setter, select) = (props.choose.clone(), chosen.setter(), menu.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        setter.set(String::new());
        if let Some(select) = select.cast::<HtmlSelectElement>() {
            let id = select.value();
            select.set_value("");
            // Without the focus, which the button loses, only convenience is lost.
            let _ = select.focus();
            choose.emit(id);
        }
    });
    let entry = |(id, name): &(String, String)| html! { <option value={id.clone()}>{ name }</option> };
    html! {
        if !props.topics.is_empty() {
            <select ref={menu} aria-label={&props.label} {onchange}>
                <option value="" selected=true>{ props.prompt }</option>
                { for props.topics.iter().map(entry) }
            </select>
            if props.topics.iter().any(|(id, _)| *id == *chosen) {
                <button type="button" {onclick}>{ props.button }</button>
            }
        }
    }
}

/// Renders the button that trains a model on the judgments, and the link to the model that was trained last.
fn training(summary: &SubjectSummary, state: &State, dispatch: &Dispatch) -> Html {
    let SubjectSummary { subject, judged } = summary;
    let (id, name) = (subject.id.clone(), subject.name.clone());
    let onclick = dispatch.on::<MouseEvent>(move || {
        let train = ModelsAction::TrainSubject(id.clone(), name.clone());
        vec![Action::Models(train), Action::open("#/models")]
    });
    let model = subject.model.as_ref().and_then(|id| state.models.card(id));
    let is_ready = judged[JudgmentState::Kept as usize] >= KEPT_FOR_TRAINING;
    html! {
        <p class="crawl-ways">
            <button type="button" disabled={!is_ready} {onclick}>{ "Train a model" }</button>
            <span class="fine">
                { "Learns from kept and discarded pages. Relevant pages that you have not judged count as neither." }
                if !is_ready { { " Keep at least two pages first." } }
            </span>
            if let Some(model) = model { <a href={page_of(&model.id)}>{ format!("Model: {}", shown(&model.name)) }</a> }
        </p>
    }
}

fn notes(subject: &Subject, dispatch: &Dispatch) -> Html {
    let id = subject.id.clone();
    let save = dispatch.actions.reform(move |notes| change(&id, SubjectChange::SetNotes(notes)));
    html! {
        <>
            <label for="topic-notes">{ "Notes" }</label>
            <SavedText id="topic-notes" saved={subject.notes.clone()} limit={NOTE_CHARS} rows={Some(3)} {save} />
        </>
    }
}

/// A text that is saved when the person leaves its field.
#[derive(PartialEq, Properties)]
struct SavedTextProps {
    /// The id of the field.
    id: &'static str,
    saved: String,
    /// The most characters.
    limit: usize,
    /// The number of lines; none for a field of one line.
    #[prop_or_default]
    rows: Option<u32>,
    save: Callback<String>,
}

/// Renders the field. It keeps what is typed until that is saved, whatever is redrawn meanwhile.
#[component]
fn SavedText(props: &SavedTextProps) -> Html {
    let draft = use_state_eq(|| None::<String>);
    let setter = draft.setter();
    use_effect_with(props.saved.clone(), move |_| setter.set(None));
    let setter = draft.setter();
    let oninput = Callback::from(move |event: InputEvent| setter.set(Some(typed(&event))));
    let onchange = props.save.reform(|event: Event| typed(&event));
    let (id, maxlength) = (props.id, props.limit.to_string());
    let value = draft.as_ref().unwrap_or(&props.saved).clone();
    match props.rows {
        None => html! { <input {id} type="text" {value} {maxlength} {oninput} {onchange} /> },
        Some(rows) => html! { <textarea {id} rows={rows.to_string()} {value} {maxlength} {oninput} {onchange} /> },
    }
}

/// Renders the seeds of a topic's crawls, each once, folded.
fn seeds(crawls: &[&CrawlSummary]) -> Html {
    let seeds: BTreeSet<&String> = crawls.iter().flat_map(|crawl| &crawl.plan.seeds).collect();
    let seed = |seed: &&String| {
        let href = CanonicalUrl::try_from((*seed).clone()).ok().and_then(|url| SafeHref::of(&url));
        let text = shown(seed);
        html! { <li>{ href.map_or_else(|| html! { { &text } }, |href| outer_link(&href, &text, true)) }</li> }
    };
    html! {
        <details class="topic-seeds">
            <summary>{ "Seeds" }{ count_badge(seeds.len()) }</summary>
            <p class="fine">
                { "Pages at which the crawls of this topic began. A crawl without seeds begins at kept pages first." }
            </p>
            <ul aria-label="Seeds">{ for seeds.iter().map(seed) }</ul>
        </details>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct Props {
    open: OpenSubject,
    /// The time since which pages are new.
    new_since: Option<Millis>,
    dispatch: Dispatch,
}

/// Renders the pages of a topic, each once, below the controls that filter them.
#[component]
fn Pages(props: &Props) -> Html {
    let Props { open, new_since, dispatch } = props;
    let most = use_state_eq(|| FIRST);
    let edited = use_state_eq(|| None::<CanonicalUrl>);
    let judged_row = use_mut_ref(|| None::<usize>);
    {
        let judged_row = judged_row.clone();
        // The filter may no longer list the judged page: then the focus moves to the next one.
        use_effect(move || {
            if let Some(place) = judged_row.take().filter(|_| is_focus_lost()) {
                focus(&format!(".topic-page-list > :is(:nth-child({}), :last-child) [aria-expanded]", place + 1));
            }
        });
    }
    match &open.pages {
        Some(Ok(_)) => {}
        Some(Err(reason)) => {
            let problem = format!("Could not list the pages: {}.", shown(reason));
            return html! { <p class="problem" role="alert">{ problem }</p> };
        }
        None => return html! { <p class="fine" role="status">{ "Loading pages…" }</p> },
    }
    let passing = open.listed(*new_since);
    let hidden = passing.len().saturating_sub(*most);
    html! {
        <section class="topic-pages" aria-labelledby="topic-pages">
            <h2 id="topic-pages" tabindex="-1">{ "Pages" }{ count_badge(passing.len()) }</h2>
            { judgment_problems(&open.judgments) }
            if open.unreadable > 0 {
                <p class="problem" role="alert">
                    { format!("{} missing here: saved records are damaged.", counted(open.unreadable, "page")) }
                </p>
            }
            { controls(open, dispatch) }
            <ul class="topic-page-list" aria-labelledby="topic-pages">
                for (place, page) in passing.into_iter().take(*most).enumerate() {
                    { row(page, open, *new_since, &edited, place_setter(&judged_row, place), dispatch) }
                }
            </ul>
            if hidden > 0 {
                <button type="button" onclick={set_to(&most, 2 * *most)}>
                    { format!("Show more ({} hidden)", grouped(hidden as f64)) }
                </button>
            }
        </section>
    }
}

/// Returns what notes the place of the row whose page is judged by a key.
fn place_setter(judged_row: &Rc<RefCell<Option<usize>>>, place: usize) -> Callback<()> {
    let judged_row = judged_row.clone();
    Callback::from(move |()| *judged_row.borrow_mut() = Some(place))
}

/// Renders the field for words and the menu of states.
fn controls(open: &OpenSubject, dispatch: &Dispatch) -> Html {
    let PageFilter { words, state } = open.filter.clone();
    let tags = open.judgments.tags(match &open.filter.state {
        StateFilter::Judged(chosen) => Some(chosen),
        _ => None,
    });
    let onchange = dispatch.on_text::<Event>(|name| {
        Action::FilterSubject(Box::new(move |filter| filter.state = StateFilter::named(&name)))
    });
    let oninput =
        dispatch.on_text::<InputEvent>(|words| Action::FilterSubject(Box::new(move |filter| filter.words = words)));
    let option = |name: &str, text: &str| {
        html! { <option value={name.to_owned()} selected={StateFilter::named(name) == state}>{ text }</option> }
    };
    let tag = |tag: &&str| option(&JudgmentFilter::Tag((*tag).to_owned()).name(), tag);
    html! {
        <div class="result-filters" role="search" aria-label="Filter pages">
            <input type="search" aria-label="Filter pages by words" placeholder="Filter by words" autocomplete="off"
                value={words} {oninput} />
            <select aria-label="State" {onchange}>
                { option("", "All pages") }
                { option("new", "New") }
                { for JudgmentState::ALL.into_iter().map(|state| option(state.word(), state.title())) }
                { option("not-judged", "Not judged") }
                { option("changed", "Changed") }
                { option("gone", "Gone") }
                if !tags.is_empty() { <optgroup label="Tags">{ for tags.iter().map(tag) }</optgroup> }
            </select>
        </div>
    }
}

fn row(
    page: &SubjectPage,
    open: &OpenSubject,
    new_since: Option<Millis>,
    edited: &UseStateHandle<Option<CanonicalUrl>>,
    refocus: Callback<()>,
    dispatch: &Dispatch,
) -> Html {
    let judgment = open.judgments.get(&page.url).map(|judgment| &**judgment);
    let title = clean(&page.title);
    let title = title_or(&title, page.url.as_str());
    let changed = page.changes.last().map(|at| format!(" · changed {}", date(*at))).unwrap_or_default();
    let seen = format!("First seen {} · last seen {}{changed}", date(page.first_seen), date(page.last_seen));
    let is_edited = edited.as_ref() == Some(&page.url);
    let onclick = set_to(edited, (!is_edited).then(|| page.url.clone()));
    let judged = Judged::InSubject;
    let onkeydown = judge_keys(dispatch, Some(page.url.clone()), judged, refocus, Callback::noop());
    html! {
        <li key={page.url.to_string()} class={page.gone.map(|_| "gone")} {onkeydown}>
            <div>
                <PageLink url={page.url.clone()} text={title.to_owned()} />
                <p class="url">
                    if open.is_new(page, new_since) { <span class="tag new">{ "New" }</span> }
                    if page.gone.is_some() { <span class="tag">{ "Gone" }</span> }
                    { tags(judgment) }
                    { cut(page.url.as_str(), 200).to_owned() }
                </p>
                <p class="fine">{ format!("Relevance {} · {seen}", short(page.relevance)) }</p>
                if let Some(note) = judgment.map(|judgment| judgment.note.as_str()).filter(|note| !note.is_empty()) {
                    if !is_edited { <p class="topic-note">{ note }</p> }
                }
                <p class="fine">
                    <button type="button" class="inline" {onclick} aria-expanded={is_edited.to_string()}
                        aria-label={format!("Note and tags: {title}")}>
                        { "Note and tags" }
                    </button>
                </p>
                if is_edited {
                    <JudgmentForm n={0} url={page.url.clone()} title={title.to_owned()}
                        judgments={open.judgments.clone()} {judged} dispatch={dispatch.clone()} />
                    <p>{ export::copies(&open.id, ExportScope::Topic, &page.url, dispatch) }</p>
                }
            </div>
            { judge_buttons(&page.url, title, judgment, true, judged, dispatch) }
        </li>
    }
}
