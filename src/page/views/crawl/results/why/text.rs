//! The page's text with the matched words, which the worker reads from the saved page. It is drawn as text.

use crate::page::state::crawl::live::Live;
use crate::page::state::dispatch::Dispatch;
use crate::page::widgets::marks::pieces;
use crate::protocol::ToWorker;
use crate::protocol::why::{PageText, TextUnavailable, WhyRequest};
use std::rc::Rc;
use types::report::PageRecord;
use types::text::{Passage, Passages};
use yew::prelude::*;

/// Words that are marked.
const WORDS: usize = 24;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The request.
    pub(crate) request: WhyRequest,
    /// The latest text, of this page or another one.
    pub(crate) text: Option<Rc<PageText>>,
    pub(crate) dispatch: Dispatch,
}

/// Returns what to ask for to show the text of a page; none where there is nothing to read.
pub(crate) fn why_request(live: &Live, record: &PageRecord) -> Option<WhyRequest> {
    let request = live.request.as_ref().filter(|_| record.outcome.is_read())?;
    let steered = &live.steered;
    let is_wanted = |(word, _): &&(String, f64)| steered.weight(word) > 0.0;
    let words = record.words.iter().filter(is_wanted).take(WORDS);
    Some(WhyRequest {
        n: record.n,
        crawl: live.id.clone(),
        url: record.url.clone(),
        source: request.source.clone(),
        words: words.map(|(word, _)| word.clone()).collect(),
        stemming: request.plan.stemming,
        language: record.text.language.clone(),
        again: false,
    })
}

/// Draws the text, which is asked for as soon as it is to be shown.
#[component]
pub(crate) fn InText(props: &Props) -> Html {
    let Props {
        request,
        text,
        dispatch,
    } = props;
    let messages = dispatch.messages.clone();
    use_effect_with(request.clone(), move |request| {
        messages.emit(ToWorker::Why(Box::new(request.clone())));
    });
    let text = text.as_ref();
    let Some(text) = text.filter(|text| text.n == request.n && text.url == request.url) else {
        return html! { <p class="fine">{ "Loading the text…" }</p> };
    };
    match &text.text {
        Ok(found) => passages(found, !request.words.is_empty(), text.is_new),
        Err(TextUnavailable::Failed(sentence)) => html! { <p class="problem">{ sentence }</p> },
        Err(TextUnavailable::NotKept) => {
            let again = WhyRequest {
                again: true,
                ..request.clone()
            };
            let onclick = dispatch.on_send(ToWorker::Why(Box::new(again)));
            html! {
                <p>{ "This page’s text was not saved. " }<button type="button" class="quiet" {onclick}>{ "Fetch again" }</button></p>
            }
        }
    }
}

fn passages(text: &Passages, has_words: bool, is_new: bool) -> Html {
    let has_marks = text
        .passages
        .iter()
        .any(|passage| !passage.marks.is_empty());
    html! {
        <>
            if is_new { <p class="fine">{ "Fetched again just now; it may have changed since the crawl." }</p> }
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
            for piece in pieces(&passage.text, &passage.marks) {
                if piece.marked { <mark>{ piece.text }</mark> } else { { piece.text } }
            }
            if passage.is_cut_after { { " …" } }
        </p>
    }
}
