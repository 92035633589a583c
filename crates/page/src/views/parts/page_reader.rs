//! Renders the dialog in which pages of a crawl are read: as plain text, with the matched words highlighted.

use super::article::Article;
use crate::views::prelude::*;
use crate::widgets::use_modal;
use page_state::crawl::page_reader::PageReader;
use protocol::why::{TextUnavailable, WhyRequest};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The state of the reader, with at least one page.
    pub(crate) reader: Shared<PageReader>,
    pub(crate) dispatch: Dispatch,
}

/// Returns the callback that opens pages of a source in the reader; `None` if browsers can open
/// them.
#[hook]
pub(crate) fn use_reader_of(source: Option<&Source>, dispatch: &Dispatch) -> OpenInReader {
    let is_read_here = source.is_some_and(|source| !source.is_live());
    let open = use_memo((is_read_here, dispatch.actions.clone()), |(is_read_here, actions)| {
        OpenInReader(is_read_here.then(|| open(actions)))
    });
    (*open).clone()
}

fn open(actions: &Callback<Action>) -> Callback<CanonicalUrl> {
    actions.reform(|url| Action::PageReader(PageReaderAction::Open(url)))
}

/// Renders the reader as a modal dialog of the browser: Escape closes it and returns the focus.
#[component]
pub(crate) fn PageReaderDialog(props: &Props) -> Html {
    let Props { reader, dispatch } = props;
    let dialog = use_node_ref();
    let close = use_modal(&dialog);
    let leave = dispatch.on(|| vec![Action::PageReader(PageReaderAction::Close)]);
    use_effect_with((), move |()| {
        move || {
            // The person has opened another screen.
            leave.emit(());
            // The focused row may have been removed from the list.
            if is_focus_lost() {
                focus("#results :is(ol, tbody)");
            }
        }
    });
    use_effect_with(reader.read().cloned(), |read| {
        if read.is_some() {
            focus("#page-reader [tabindex='-1']:is(h2, .unread-page)");
        }
    });
    let Some(wanted) = reader.wanted() else {
        return Html::default();
    };
    let back = dispatch.on(|| vec![Action::PageReader(PageReaderAction::Back)]);
    let onclose = dispatch.on(|| vec![Action::PageReader(PageReaderAction::Close)]);
    html! {
        <dialog id="page-reader" class="tour page-reader" ref={dialog} aria-label="Reader" {onclose}>
            <link rel="stylesheet" href={style_sheet("results")} />
            <div class="page-reader-head">
                if reader.can_back() { <button type="button" onclick={back}>{ "← Back" }</button> }
                { original(wanted) }
                <button type="button" autofocus=true onclick={close}>{ "Close" }</button>
            </div>
            { content(reader, wanted, dispatch) }
        </dialog>
    }
}

/// Renders the link to the original page; none for the demo web, whose pages have no address outside of the app.
fn original(wanted: &WhyRequest) -> Html {
    let href = SafeHref::of(&wanted.url).filter(|_| wanted.source != Source::Demo);
    href.map_or_else(Html::default, |href| outer_link(&href, "Open original", true))
}

fn content(reader: &PageReader, wanted: &Rc<WhyRequest>, dispatch: &Dispatch) -> Html {
    let Some(read) = reader.read() else {
        return html! { <p class="fine" role="status">{ format!("Loading {} …", address(wanted.url.as_str())) }</p> };
    };
    match &read.text {
        Ok(page) => {
            let follow = (!wanted.source.is_live()).then(|| open(&dispatch.actions));
            html! {
                <>
                    { refetched_note(read.is_new) }
                    <Article page={page.clone()} {follow} />
                </>
            }
        }
        Err(TextUnavailable::Failed(sentence)) => unread(wanted, sentence, None),
        Err(TextUnavailable::NotKept) => {
            let again = Rc::new(WhyRequest { again: true, ..(**wanted).clone() });
            let onclick = dispatch.on(move || vec![Action::PageReader(PageReaderAction::Read(Rc::clone(&again)))]);
            let sentence = "This page’s text was not saved. Fetch it again, or open the original.";
            unread(wanted, sentence, Some(onclick))
        }
    }
}

/// Renders the reason that the page cannot be read, and the remedy.
fn unread(wanted: &WhyRequest, sentence: &str, again: Option<Callback<MouseEvent>>) -> Html {
    html! {
        <div class="unread-page" tabindex="-1" role="alert">
            <p><b>{ "Could not read the page: " }</b><code>{ address(wanted.url.as_str()) }</code></p>
            <p>{ sentence }</p>
            if let Some(onclick) = again { <button type="button" {onclick}>{ "Fetch again" }</button> }
        </div>
    }
}

/// Renders the note on a page that was fetched again for display, if it was.
pub(crate) fn refetched_note(is_new: bool) -> Html {
    html! { if is_new { <p class="fine">{ "Fetched again just now; it may have changed since the crawl." }</p> } }
}
