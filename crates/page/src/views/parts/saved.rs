//! Renders the lists of what this browser saves: crawls, models and comparisons.

use crate::dom::date::day;
use crate::views::prelude::*;
use crate::widgets::buttons::row_button;
use page_state::feedback::Feedback;
use page_state::library::status::{CrawlStatus, address};
use page_state::library::subjects;
use page_state::library::update::{Update, UpdateAction};
use protocol::library::LibraryContents;
use protocol::subjects::{Findings, Subject, SubjectSummary, SubjectUpdate};
use types::judgment::JudgmentState;
use web_sys::{HtmlInputElement, KeyboardEvent};

/// Renders a list below its heading and an introduction.
pub(crate) fn list(id: &'static str, title: &'static str, intro: Html, rows: Vec<Html>) -> Html {
    html! {
        <section aria-labelledby={id}>
            <h2 {id} tabindex="-1">{ title }{ count_badge(rows.len()) }</h2>
            { intro }
            <ul class="crawls">{ for rows }</ul>
        </section>
    }
}

/// Renders the reason that a list is not shown: it is being loaded, or it could not be.
pub(crate) fn not_listed(what: &str, error: Option<&String>, worker: &Worker) -> Html {
    match error {
        Some(reason) => html! {
            <p class="problem" role="alert">{ format!("Could not load the {what}: {}.", shown(reason)) }</p>
        },
        None if *worker == Worker::Loading => html! { <p class="fine">{ "Loading the crawler…" }</p> },
        None => html! { <p class="fine">{ format!("Loading {what}…") }</p> },
    }
}

/// Renders the section with the choice of a file to import.
pub(crate) fn import_section(help: &'static str, choice: Html) -> Html {
    html! {
        <section class="bring" aria-labelledby="bring">
            <h2 id="bring">{ "Import" }</h2>
            <p class="fine">{ help }</p>
            { choice }
        </section>
    }
}

/// Returns a callback that dispatches an action that removes the pressed button, and moves the focus to another
/// element.
pub(crate) fn removing<E>(
    dispatch: &Dispatch,
    action: impl Fn() -> Action + 'static,
    to: impl Into<AttrValue>,
) -> Callback<E> {
    let (dispatch, to) = (dispatch.clone(), to.into());
    Callback::from(move |_| {
        dispatch.dispatch(action());
        focus(&to);
    })
}

/// Renders the feedback on the latest action, with a button for `undo` if the action can be undone, or else another
/// error.
pub(crate) fn feedback<T>(feedback: &Feedback<T>, other: Option<&String>, undo: Callback<MouseEvent>) -> Html {
    html! {
        <>
            { notice_line(&feedback.notice, feedback.undo.is_some().then_some(undo)) }
            if let Some(error) = feedback.error.as_ref().or(other) { <p class="problem" role="alert">{ error }</p> }
        </>
    }
}

/// A saved item.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The id of its row in the document.
    pub(crate) id: String,
    pub(crate) name: String,
    /// The address of its page.
    pub(crate) href: String,
    /// The line below its name.
    pub(crate) about: String,
    /// The reason that it cannot be used, in a sentence.
    pub(crate) problem: Option<String>,
    /// Its figures with their names.
    pub(crate) figures: Vec<(&'static str, String)>,
    /// Work on it has not ended.
    #[prop_or_default]
    pub(crate) is_open: bool,
    /// The text of the link to its page; none if it cannot be opened.
    pub(crate) open: Option<&'static str>,
    /// Called before the link opens its page.
    #[prop_or_default]
    pub(crate) on_open: Option<Callback<MouseEvent>>,
    /// Called with a new name; none if it has a fixed one.
    #[prop_or_default]
    pub(crate) rename: Option<Callback<String>>,
    /// Deletes it.
    pub(crate) delete: Callback<()>,
    /// The deletion can be undone, so it needs no confirmation.
    #[prop_or_default]
    pub(crate) is_undoable: bool,
    /// Further buttons.
    #[prop_or_default]
    pub(crate) ways: Html,
    /// The content below the row.
    #[prop_or_default]
    pub(crate) children: Html,
}

/// Renders the row of an item: name, figures and actions.
#[component]
pub(crate) fn SavedRow(props: &Props) -> Html {
    let Props { id, name, href, .. } = props;
    let renaming = use_state_eq(|| false);
    let back = format!("#{id} .crawl-ways a");
    let ways = html! {
        <>
            if let Some(open) = props.open {
                <a class={classes!("button", (open == "Resume").then_some("main"))} href={href.clone()}
                    onclick={props.on_open.clone()} aria-label={format!("{open}: {name}")}>{ open }</a>
            }
            { props.ways.clone() }
            if props.rename.is_some() { { row_button("Rename", name, set_to(&renaming, true)) } }
        </>
    };
    let delete = props.delete.clone();
    html! {
        <li class="crawl" id={id.clone()}>
            <div class="crawl-what">
                if let Some(rename) = props.rename.clone().filter(|_| *renaming) {
                    <Rename name={name.clone()} back={back.clone()} take={rename} done={set_to(&renaming, false)} />
                } else {
                    <h3><a href={href.clone()}>{ name }</a></h3>
                }
                <p class="fine">{ &props.about }</p>
                if let Some(problem) = &props.problem { <p class="problem">{ problem }</p> }
            </div>
            <dl class="crawl-figures">
                for (at, (name, value)) in props.figures.iter().enumerate() {
                    <div>
                        <dt>{ *name }</dt><dd class={(props.is_open && at == 0).then_some("accent")}>{ value }</dd>
                    </div>
                }
            </dl>
            <div class="crawl-ways">
                if props.is_undoable {
                    { ways }
                    { row_button("Delete", name, delete.reform(|_| ())) }
                } else {
                    <ConfirmButton name={name.clone()} erase={delete} back={format!("#{id} a")}>{ ways }</ConfirmButton>
                }
            </div>
            { props.children.clone() }
        </li>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct RenameProps {
    name: String,
    /// The selector of the element that gets the focus afterwards.
    back: String,
    /// Called with the new name.
    take: Callback<String>,
    /// Called when the field closes.
    done: Callback<()>,
}

#[component]
fn Rename(props: &RenameProps) -> Html {
    let field = use_node_ref();
    let (focused, name) = (field.clone(), props.name.clone());
    // Not an attribute, which would replace the typed text whenever the list changes.
    use_effect_with((), move |()| {
        if let Some(field) = focused.cast::<HtmlInputElement>() {
            field.set_value(&name);
            // Without the focus, only convenience is lost.
            let _ = field.focus();
            field.select();
        }
    });
    let RenameProps { back, take, done, .. } = props.clone();
    let (left, there) = (done.clone(), back.clone());
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            left.emit(());
            focus(&there);
        }
    });
    let (value, cancel) = (field.clone(), done.reform(|_: MouseEvent| ()));
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(field) = value.cast::<HtmlInputElement>() {
            take.emit(field.value());
        }
        focus(&back);
        done.emit(());
    });
    html! {
        <form class="rename" {onsubmit}>
            <input type="text" ref={field} maxlength="200" aria-label="New name" {onkeydown} />
            <button type="submit">{ "Rename" }</button>
            <button type="button" class="quiet" onclick={cancel}>{ "Cancel" }</button>
        </form>
    }
}

/// The most topics on the home page.
const HOME_TOPICS: usize = 6;

/// Returns what the latest update of a topic found, and its day; without updates, the day of the latest crawl.
fn latest(subject: &Subject, contents: &LibraryContents) -> Option<String> {
    let Some(SubjectUpdate { began, ended, found }) = subject.updates.last() else {
        return subjects::crawls_of(subject, contents).map(|crawl| crawl.created).max().map(day);
    };
    let found = found.map(|Findings { new, changed, gone }| {
        let counts = [(new, "new"), (changed, "changed"), (gone, "gone")].into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, name)| format!("{} {name}", grouped(count))).collect();
        if counts.is_empty() { "nothing new".to_owned() } else { counts.join(", ") }
    });
    Some(found.into_iter().chain([day(ended.unwrap_or(*began))]).collect::<Vec<_>>().join(", "))
}

/// Renders links to the topics, each with its counts, what its latest update found, and a button that updates it.
pub(crate) fn home_topics(library: &Library, dispatch: &Dispatch) -> Html {
    let Some(Ok(contents)) = &library.contents else {
        return Html::default();
    };
    let is_busy = library.update.as_ref().is_some_and(Update::is_running);
    let link = |SubjectSummary { subject, judged }: &SubjectSummary| {
        let crawls = counted(subjects::crawls_of(subject, contents).count(), "crawl");
        let counts = match judged[JudgmentState::Kept as usize] {
            0 => crawls,
            kept => format!("{crawls}, {} kept", grouped(kept)),
        };
        let latest = latest(subject, contents).map(|latest| format!(" · {latest}")).unwrap_or_default();
        let (label, text) =
            if subject.is_updating() { ("Continue update", "Continue update") } else { ("Update topic", "Update") };
        let (id, href, name) = (subject.id.clone(), subjects::address(&subject.id), shown(&subject.name));
        let onclick = dispatch.on::<MouseEvent>(move || {
            let begin = LibraryAction::Update(UpdateAction::Begin(id.clone()));
            vec![Action::Library(begin), Action::open(&subjects::address(&id))]
        });
        html! {
            <li key={subject.id.clone()}>
                <span><a {href}>{ &name }</a>{ " " }<span class="fine">{ counts }{ latest }</span></span>
                <button type="button" class="quiet" disabled={is_busy} {onclick}
                    aria-label={format!("{label}: {name}")}>{ text }</button>
            </li>
        }
    };
    let count = library.topics().count();
    if count == 0 {
        return Html::default();
    }
    html! {
        <nav class="home-topics" aria-labelledby="home-topics">
            <h2 id="home-topics">{ "Your topics" }</h2>
            <ul>
                { for library.topics().take(HOME_TOPICS).map(link) }
                if count > HOME_TOPICS { <li><a href="#/library">{ format!("All {count} topics") }</a></li> }
            </ul>
        </nav>
    }
}

/// Returns the callback of a link to a saved crawl that resumes it as well.
pub(crate) fn resume_opened(id: &str, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let id = id.to_owned();
    dispatch.on::<MouseEvent>(move || vec![Action::Start(StartAction::ResumeOpened(id.clone()))])
}

/// Renders the latest unfinished crawl with a link that resumes it, if there is one.
pub(crate) fn interrupted(library: &Library, dispatch: &Dispatch) -> Option<Html> {
    let Some(Ok(contents)) = &library.contents else {
        return None;
    };
    let is_open = |crawl: &&CrawlSummary| {
        !crawl.is_deleted && matches!(CrawlStatus::new(crawl, false), CrawlStatus::Interrupted | CrawlStatus::Waiting)
    };
    let mut crawls = contents.crawls.iter().filter(is_open);
    let latest = crawls.next()?;
    let (done, of) = (grouped(latest.pages), grouped(latest.plan.pages));
    let onclick = resume_opened(&latest.id, dispatch);
    Some(html! {
        <section class="interrupted" aria-label="Interrupted crawl">
            <p>{ "A crawl is not finished: " }<b>{ shown(&latest.name) }</b>{ format!(", {done} of {of} pages.") }
                if crawls.next().is_some() { { " " }<a href="#/library">{ "More are in the Library." }</a> }
            </p>
            <a class="button" href={address(&latest.id)} {onclick}>{ "Resume" }</a>
        </section>
    })
}
