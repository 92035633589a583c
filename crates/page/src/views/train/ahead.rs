//! Renders “Ahead of you”: the switch, the progress, and the suggested pages with reasons.
//!
//! The suggestions never interrupt reading (Pant §5.4): the focus does not move, and only the end is announced.

use super::on;
use crate::views::prelude::*;
use protocol::ahead::{LookAheadStatus, LookAheadUpdate, SuggestedPage};

/// Renders the section.
pub(crate) fn ahead_of_you(train: &Train, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.on_check(|on| Action::Train(TrainAction::LookAhead(on)));
    html! {
        <section class="ahead" aria-labelledby="ahead">
            <h2 id="ahead" tabindex="-1">{ "Look-ahead" }</h2>
            <label class="check">
                <input id="look-ahead" type="checkbox" checked={train.reader.look_ahead.on} {oninput}
                    aria-describedby="look-ahead-help" />
                { "Suggest pages while I read" }
            </label>
            <p class="fine" id="look-ahead-help">
                { "Fetches up to 30 linked pages and lists those similar to what you have been reading." }
            </p>
            { learn_more("Interests come from the pages that you open, spend time on and follow links from; recent \
                ones count most. Marking a page as relevant adds weight, and “Not relevant” counts against it. \
                Requests are as polite as those of a crawl. Look-ahead is off by default, since it contacts sites you \
                did not open.") }
            if train.reader.look_ahead.on { { state(train) }{ list(train, dispatch) } }
        </section>
    }
}

fn state(train: &Train) -> Html {
    let update = train.reader.look_ahead_update();
    let (going, over) = match update.map(|update| (&update.status, update)) {
        _ if train.reader.shown.is_none() => (String::new(), "Starts when you read a page.".to_owned()),
        None if train.reader.crashed_here() => (
            String::new(),
            "Skipped this page: the crawler crashed on it. Look-ahead continues on the next page.".to_owned(),
        ),
        None => ("Fetching linked pages…".to_owned(), String::new()),
        Some((LookAheadStatus::Looking, update)) => (looking(update), String::new()),
        Some((LookAheadStatus::AfterOthers, _)) => (
            "Paused while a crawl or training runs, so that no site gets requests from both.".to_owned(),
            String::new(),
        ),
        Some((LookAheadStatus::NothingKnown, _)) => (
            String::new(),
            "No interests known yet: this page has no text, or you rated it as not relevant. Open another page."
                .to_owned(),
        ),
        Some((LookAheadStatus::Failed(why), _)) => (String::new(), shown(why)),
        Some((LookAheadStatus::Done, update)) => (String::new(), done(update, train)),
    };
    let problem = update.and_then(|update| update.problem.as_ref());
    html! {
        <>
            if !going.is_empty() { <p class="fine ahead-state">{ going }</p> }
            <p class="fine ahead-state" role="status">{ over }</p>
            if let Some(problem) = problem { <p class="problem">{ shown(problem) }</p> }
        </>
    }
}

fn looking(update: &LookAheadUpdate) -> String {
    match update.pages_checked {
        0 => "Fetching linked pages…".to_owned(),
        pages => format!("Fetching linked pages: {} so far…", counted(pages, "page")),
    }
}

fn done(update: &LookAheadUpdate, train: &Train) -> String {
    let pages = counted(update.pages_checked, "page");
    match (update.suggestions.len(), train.suggestions().len()) {
        (0, _) => format!("{pages} checked: none fits what you have been reading."),
        (_, 0) => format!("{pages} checked: all that fit are already in your trails."),
        _ => format!("{pages} checked. Best unread pages:"),
    }
}

fn list(train: &Train, dispatch: &Dispatch) -> Html {
    let found = train.suggestions();
    if found.is_empty() {
        return Html::default();
    }
    html! {
        <ol class="ahead-list" aria-label="Pages ahead">
            { for found.into_iter().map(|found| page(found, dispatch)) }
        </ol>
    }
}

fn page(found: &SuggestedPage, dispatch: &Dispatch) -> Html {
    let read = TrainAction::Read(found.url.as_str().to_owned(), NavigationKind::Ahead);
    let name = page_name(&found.title, found.url.as_str());
    html! {
        <li key={found.url.as_str().to_owned()}>
            <button type="button" class="quiet" onclick={on(dispatch, read)}>{ name }</button>
            <span class="url">{ address(found.url.as_str()) }</span>
            <p class="fine">
                { "Matching words: " }<b>{ shown(&found.words.join(", ")) }</b>{ ". " }{ path_text(found) }
            </p>
        </li>
    }
}

/// Returns the path of links to a page as a text.
fn path_text(found: &SuggestedPage) -> String {
    match &found.between {
        None => format!("One link away, by {}.", link(&found.anchor)),
        Some(between) => format!(
            "Two links away: by {} to “{}”, then by {}.",
            link(&between.anchor),
            shown(&between.title),
            link(&found.anchor)
        ),
    }
}

fn link(anchor: &str) -> String {
    if anchor.is_empty() { "a link without text".to_owned() } else { format!("“{}”", shown(anchor)) }
}
