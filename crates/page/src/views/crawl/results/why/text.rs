//! Renders the page's text with the matched words, which the worker reads from the saved page.

use crate::views::parts::page_reader::refetched_note;
use crate::views::prelude::*;
use crate::widgets::marks::{marked, pieces};
use protocol::why::{PageText, TextUnavailable, WhyRequest};
use types::text::{Passage, Passages};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The request.
    pub(crate) request: WhyRequest,
    /// The latest text, of this page or another.
    pub(crate) text: Option<Rc<PageText>>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the text.
#[component]
pub(crate) fn InText(props: &Props) -> Html {
    let Props { request, text, dispatch } = props;
    let text = text.as_ref();
    let Some(text) = text.filter(|text| text.n == request.n && text.url == request.url) else {
        return html! { <p class="fine">{ "Loading the text…" }</p> };
    };
    match &text.text {
        Ok(found) => passages(found, !request.words.is_empty(), text.is_new),
        Err(TextUnavailable::Failed(sentence)) => html! { <p class="problem">{ sentence }</p> },
        Err(TextUnavailable::NotKept) => {
            let request = request.clone();
            let onclick = dispatch
                .on::<MouseEvent>(move || vec![Action::Results(ResultsAction::FetchText(Box::new(request.clone())))]);
            html! {
                <p>
                    { "This page’s text was not saved. " }
                    <button type="button" class="quiet" {onclick}>{ "Fetch again" }</button>
                </p>
            }
        }
    }
}

/// Renders the button that opens the whole page in the reader.
pub(super) fn read(request: &WhyRequest, dispatch: &Dispatch) -> Html {
    let request = Rc::new(request.clone());
    let onclick = dispatch.on(move || {
        let read = PageReaderAction::Read(Rc::clone(&request));
        vec![Action::PageReader(read)]
    });
    html! { <button type="button" aria-haspopup="dialog" {onclick}>{ "Read the page" }</button> }
}

fn passages(text: &Passages, has_words: bool, is_new: bool) -> Html {
    let has_marks = text.passages.iter().any(|passage| !passage.marks.is_empty());
    html! {
        <>
            { refetched_note(is_new) }
            if text.passages.is_empty() { <p>{ "This page has no text." }</p> }
            if has_words && !has_marks && !text.passages.is_empty() {
                <p class="fine">{ "The words occur only in its title or URL. Its text begins:" }</p>
            }
            { for text.passages.iter().map(passage) }
            if text.more > 0 { <p class="fine">{ more(text.more) }</p> }
        </>
    }
}

fn more(count: u32) -> String {
    match count {
        1 => "One more line matches.".to_owned(),
        many => format!("{many} more lines match."),
    }
}

fn passage(passage: &Passage) -> Html {
    html! {
        <p class="passage">
            if passage.is_cut_before { { "… " } }
            { marked(&pieces(&passage.text, &passage.marks), |_| true) }
            if passage.is_cut_after { { " …" } }
        </p>
    }
}
