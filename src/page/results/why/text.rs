//! The page's own text with the words that matched, as the worker reads it out of what was kept. It is text, and the marks are ours.

use crate::page::hands::Hands;
use crate::page::live::Live;
use crate::page::marks::pieces;
use crate::protocol::ToWorker;
use crate::protocol::why::{PageText, Untold, WhyOrder};
use engine::report::PageRecord;
use engine::text::{Passage, Passages};
use std::rc::Rc;
use yew::prelude::*;

/// Words that are marked.
const WORDS: usize = 24;

/// What the text is drawn from.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// What is asked for.
    pub(super) order: WhyOrder,
    /// What was told last, of this page or another one.
    pub(super) told: Option<Rc<PageText>>,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// What to ask for to show the text of a page; none where there is nothing to read.
pub(super) fn order(live: &Live, record: &PageRecord) -> Option<WhyOrder> {
    let order = live.order.as_ref().filter(|_| record.outcome.is_read())?;
    let words = record.words.iter().take(WORDS);
    Some(WhyOrder {
        n: record.n,
        crawl: live.id.clone(),
        url: record.url.clone(),
        source: order.source.clone(),
        words: words.map(|(word, _)| word.clone()).collect(),
        stemming: order.plan.stemming,
        language: record.language.clone(),
        again: false,
    })
}

/// The text, which is asked for as soon as it is to be shown.
#[component]
pub(super) fn InText(props: &Props) -> Html {
    let Props { order, told, hands } = props;
    let say = hands.say.clone();
    use_effect_with(order.clone(), move |order| {
        say.emit(ToWorker::Why(Box::new(order.clone())));
    });
    let told = told.as_ref();
    let Some(told) = told.filter(|told| told.n == order.n && told.url == order.url) else {
        return html! { <p class="fine">{ "Reading the page’s text…" }</p> };
    };
    match &told.text {
        Ok(passages) => shown(passages, !order.words.is_empty(), told.is_new),
        Err(Untold::Failed(sentence)) => html! { <p class="problem">{ sentence }</p> },
        Err(Untold::NotKept) => {
            let again = WhyOrder {
                again: true,
                ..order.clone()
            };
            let onclick = hands.on_say(ToWorker::Why(Box::new(again)));
            html! {
                <p>{ "The text of this page was not kept. " }<button type="button" class="quiet" {onclick}>{ "Read it again" }</button></p>
            }
        }
    }
}

fn shown(text: &Passages, has_words: bool, is_new: bool) -> Html {
    let has_marks = text
        .passages
        .iter()
        .any(|passage| !passage.marks.is_empty());
    html! {
        <>
            if is_new { <p class="fine">{ "Read again just now: it may have changed since the crawl." }</p> }
            if text.passages.is_empty() { <p>{ "There is no text on this page." }</p> }
            if has_words && !has_marks && !text.passages.is_empty() {
                <p class="fine">{ "The words stand in its title or its address alone. Its text begins:" }</p>
            }
            { for text.passages.iter().map(passage) }
            if text.more > 0 { <p class="fine">{ more(text.more) }</p> }
        </>
    }
}

fn more(count: u32) -> String {
    match count {
        1 => "One more line has these words.".to_owned(),
        many => format!("{many} more lines have these words."),
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
