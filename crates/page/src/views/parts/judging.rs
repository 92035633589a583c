//! Renders the controls that judge a page: keep, later, discard; a note and tags.

use crate::views::prelude::*;
use page_state::crawl::judgments::Judgments;
use types::judgment::{Judgment, JudgmentChange, JudgmentState};
use types::limits::{NOTE_CHARS, TAG_CHARS};
use web_sys::HtmlInputElement;

/// Renders the problems of reading and saving judgments.
pub(crate) fn judgment_problems(judgments: &Judgments) -> Html {
    let problems = judgments.problems().into_iter();
    problems.map(|problem| html! { <p class="problem" role="alert">{ problem }</p> }).collect()
}

/// The list of the pages that are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judged {
    /// The results of the crawl.
    InCrawl,
    /// The pages of the open topic.
    InSubject,
}

impl Judged {
    /// Returns the action that changes the judgment of a page.
    fn action(self, url: CanonicalUrl, change: JudgmentChange) -> Action {
        match self {
            Self::InCrawl => Action::Judge(url, change),
            Self::InSubject => Action::JudgeInSubject(url, change),
        }
    }
}

/// Renders the buttons that judge a page; they are tab stops if `is_reachable`.
pub(crate) fn judge_buttons(
    url: &CanonicalUrl,
    title: &str,
    judgment: Option<&Judgment>,
    is_reachable: bool,
    judged: Judged,
    dispatch: &Dispatch,
) -> Html {
    let current = judgment.and_then(|judgment| judgment.state);
    let button = |state: JudgmentState| {
        let url = url.clone();
        let onclick = dispatch.on(move || vec![judged.action(url.clone(), JudgmentChange::Toggle(state))]);
        html! {
            <button type="button" class={classes!("judge", state.word())} {onclick}
                aria-pressed={(current == Some(state)).to_string()} tabindex={(!is_reachable).then_some("-1")}
                aria-label={format!("{}: {title}", state.verb())}
                title={format!("{} ({})", state.verb(), state.key().to_uppercase())}>
                <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d={icon(state)} /></svg>
            </button>
        }
    };
    html! { <span class="judging">{ for JudgmentState::ALL.into_iter().map(button) }</span> }
}

/// Returns the icon of a state: a bookmark, a clock, a cross.
fn icon(state: JudgmentState) -> &'static str {
    match state {
        JudgmentState::Kept => "M5.5 2.5h9v15L10 13.5l-4.5 4z",
        JudgmentState::Later => "M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15zM10 6v4.3l3 1.9",
        JudgmentState::Discarded => "M4.5 4.5l11 11M15.5 4.5l-11 11",
    }
}

/// Renders the tags of a page.
pub(crate) fn tags(judgment: Option<&Judgment>) -> Html {
    let tags = judgment.map(|judgment| judgment.tags.as_slice()).unwrap_or_default();
    html! { <>{ for tags.iter().map(|tag| html! { <span class="tag">{ tag }</span> }) }</> }
}

/// Handles the keys that judge the focused page, and passes other keys to `keys`. `refocus` moves the focus to the
/// active row, because a filter may no longer list the judged one.
pub(crate) fn judge_keys(
    dispatch: &Dispatch,
    url: Option<CanonicalUrl>,
    judged: Judged,
    refocus: Callback<()>,
    keys: Callback<KeyboardEvent>,
) -> Callback<KeyboardEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: KeyboardEvent| {
        if is_typing(&event) {
            return;
        }
        let key = event.key();
        let Some(state) = JudgmentState::ALL.into_iter().find(|state| state.key() == key) else {
            return keys.emit(event);
        };
        if let Some(url) = url.clone().filter(|_| is_plain(&event) && !event.repeat()) {
            event.prevent_default();
            refocus.emit(());
            dispatch.dispatch(judged.action(url, JudgmentChange::Toggle(state)));
        }
    })
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The number of the page's record, for ids.
    pub(crate) n: u32,
    pub(crate) url: CanonicalUrl,
    pub(crate) title: String,
    pub(crate) judgments: Shared<Judgments>,
    pub(crate) judged: Judged,
    pub(crate) dispatch: Dispatch,
}

/// Renders the judgment of a page: the buttons, the tags and the note.
#[component]
pub(crate) fn JudgmentForm(props: &Props) -> Html {
    let Props { n, url, title, judgments, judged, dispatch } = props;
    let judged = *judged;
    let judgment = judgments.get(url).map(|judgment| &**judgment);
    let (note, tag) = (format!("note-{n}"), format!("tag-{n}"));
    let edited = url.clone();
    let oninput = dispatch.on_text::<InputEvent>(move |text| judged.action(edited.clone(), JudgmentChange::Note(text)));
    let field = use_node_ref();
    let onsubmit = {
        let (dispatch, url, field) = (dispatch.clone(), url.clone(), field.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(field) = field.cast::<HtmlInputElement>() {
                dispatch.dispatch(judged.action(url.clone(), JudgmentChange::AddTags(field.value())));
                field.set_value("");
            }
        })
    };
    let tags = judgment.map(|judgment| judgment.tags.as_slice()).unwrap_or_default();
    html! {
        <div class="judgment" role="group" aria-label="Judgment">
            { judge_buttons(url, title, judgment, true, judged, dispatch) }
            <form class="judgment-tags" {onsubmit}>
                for text in tags { { tag_chip(url, text, judged, dispatch) } }
                <label class="unseen" for={tag.clone()}>{ "Add a tag" }</label>
                <input id={tag} ref={field} type="text" placeholder="Add a tag" autocomplete="off"
                    maxlength={TAG_CHARS.to_string()} />
            </form>
            <label class="unseen" for={note.clone()}>{ "Note" }</label>
            <textarea id={note} rows="2" placeholder="Note" maxlength={NOTE_CHARS.to_string()} {oninput}
                value={judgment.map(|judgment| judgment.note.clone()).unwrap_or_default()} />
        </div>
    }
}

/// Renders a tag with the button that removes it.
fn tag_chip(url: &CanonicalUrl, tag: &str, judged: Judged, dispatch: &Dispatch) -> Html {
    let (url, removed) = (url.clone(), tag.to_owned());
    let onclick =
        dispatch.on::<MouseEvent>(move || vec![judged.action(url.clone(), JudgmentChange::RemoveTag(removed.clone()))]);
    html! {
        <span class="tag" key={tag.to_owned()}>
            { tag }
            <button type="button" {onclick} aria-label={format!("Remove the tag {tag}")}>{ "×" }</button>
        </span>
    }
}
