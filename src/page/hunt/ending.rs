//! The end of a crawl: why, what came of it, what to do next.

use crate::page::digits::{counted, fixed, grouped, percent, plain};
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::live::Live;
use crate::page::numbers::PAGES;
use crate::page::ranking::Ranking;
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::steer::Change;
use engine::event::EndReason;
use engine::plan::Plan;
use engine::report::Phase;
use yew::prelude::*;

/// How many times the pages the next, larger crawl fetches.
const MORE_TIMES: f64 = 2.0;

/// The end, once it is there.
pub(super) fn ending(live: &Live, ranking: &Ranking, hands: &Hands) -> Html {
    let (Phase::Ended(reason), Some(order)) = (live.progress.phase, &live.order) else {
        return Html::default();
    };
    let outcome = Outcome::of(reason, &order.plan, ranking);
    html! {
        <section class="ending" aria-labelledby="ending">
            <h2 id="ending" tabindex="-1">{ reason.sentence() }</h2>
            <p>{ found(live, &order.plan) }</p>
            <p>{ outcome.advice(reason) }</p>
            <p class="fine">{ sum(live, ranking) }</p>
            <p class="buttons">{ outcome.buttons(reason, &order.plan, hands) }</p>
        </section>
    }
}

/// What came of a crawl, as far as what to do next depends on it.
#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    /// Not one page could be read.
    Blocked,
    /// The examples taught nothing.
    Untaught,
    /// Pages were read, and none has a word of the query.
    NoWords,
    /// No link is left.
    Exhausted,
    /// There is more to fetch.
    More,
}

impl Outcome {
    fn of(reason: EndReason, plan: &Plan, ranking: &Ranking) -> Self {
        let mut records = ranking.records().iter();
        let nothing = !records.any(|record| record.relevance > 0.0);
        match reason {
            EndReason::EverythingBlocked => Self::Blocked,
            EndReason::NothingLearned => Self::Untaught,
            _ if nothing && ranking.read() > 0 && !plan.query.is_empty() => Self::NoWords,
            EndReason::FrontierEmpty => Self::Exhausted,
            EndReason::BudgetSpent | EndReason::Stopped => Self::More,
        }
    }

    /// What to do next, in a sentence.
    fn advice(self, reason: EndReason) -> &'static str {
        match self {
            Self::NoWords => "No page has your words: check their spelling, or choose other seeds.",
            Self::Blocked | Self::Untaught | Self::Exhausted | Self::More => reason.advice(),
        }
    }

    /// The ways on, the one that helps most first.
    fn buttons(self, reason: EndReason, plan: &Plan, hands: &Hands) -> Html {
        let pages = ((PAGES.get)(plan) * MORE_TIMES).min(PAGES.max);
        let ways: Vec<(String, Callback<MouseEvent>)> = match self {
            Self::Blocked => vec![("Change the seeds".to_owned(), field(hands, "#seeds"))],
            Self::Untaught => vec![("Change the examples".to_owned(), field(hands, "#topics"))],
            Self::NoWords => vec![
                ("Change the words".to_owned(), field(hands, "#query")),
                ("Change the seeds".to_owned(), field(hands, "#seeds")),
            ],
            Self::Exhausted => vec![
                ("Add seeds".to_owned(), field(hands, "#seeds")),
                ("Allow greater depth".to_owned(), field(hands, "#depth")),
            ],
            Self::More if !reason.can_go_on() => vec![
                (
                    format!("Run again with {} pages", grouped(pages)),
                    again(hands, pages),
                ),
                ("Try another strategy".to_owned(), field(hands, "#strategy")),
            ],
            Self::More => vec![
                (
                    format!("Go on to {} pages", grouped(pages)),
                    go_on(hands, pages),
                ),
                (
                    format!("Run again with {} pages", grouped(pages)),
                    again(hands, pages),
                ),
                ("Try another strategy".to_owned(), field(hands, "#strategy")),
            ],
        };
        let button = |(at, (text, onclick))| {
            html! { <button type="button" class={(at == 0).then_some("main")} {onclick}>{ text }</button> }
        };
        html! {
            <>
                { for ways.into_iter().enumerate().map(button) }
                <button type="button" onclick={new_crawl(hands)}>{ "New crawl" }</button>
            </>
        }
    }
}

/// What was found, in a sentence.
fn found(live: &Live, plan: &Plan) -> String {
    let measures = live.progress.measures;
    format!(
        "{}, {} of them relevant ({}; relevance of at least {}), average relevance {}.",
        counted(live.progress.pages, "page"),
        grouped(measures.good),
        percent(measures.harvest),
        fixed(plan.good, 2),
        fixed(measures.average, 2),
    )
}

/// The sentence that makes the figures add up.
fn sum(live: &Live, ranking: &Ranking) -> String {
    let (pages, read) = (live.progress.pages, ranking.read());
    let more = live.progress.requests.saturating_sub(pages);
    let failed = match pages.saturating_sub(read) {
        0 => String::new(),
        failed => format!(", {} failed", grouped(failed)),
    };
    let requests = match more {
        0 => String::new(),
        more => format!(
            "; {} for robots.txt, redirects and second tries",
            counted(more, if pages > 0 { "more request" } else { "request" })
        ),
    };
    format!("{} read{failed}{requests}.", grouped(read))
}

/// The same crawl goes on.
fn go_on(hands: &Hands, pages: f64) -> Callback<MouseEvent> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number of pages within its limit"
    )]
    let change = Change::Budget(pages as u32);
    hands.on_say(ToWorker::Steer(Box::new(change)))
}

fn again(hands: &Hands, pages: f64) -> Callback<MouseEvent> {
    hands.on(move || {
        let change = move |form: &mut Form| {
            form.numbers.insert(PAGES.name.to_owned(), plain(pages));
        };
        vec![
            Action::Edit(PAGES.name.into(), Box::new(change)),
            Action::Start,
        ]
    })
}

/// Back to the form, at one of its fields.
fn field(hands: &Hands, selector: &'static str) -> Callback<MouseEvent> {
    hands.on(move || vec![Action::Ask, Action::Point(selector)])
}

/// Back to the form, with an empty box.
fn new_crawl(hands: &Hands) -> Callback<MouseEvent> {
    hands.on(|| {
        let change = |form: &mut Form| {
            form.query.clear();
            form.seeds.clear();
            form.touched = true;
        };
        vec![
            Action::Edit("query".into(), Box::new(change)),
            Action::Ask,
            Action::Point("#query"),
        ]
    })
}
