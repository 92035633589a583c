//! Renders the end of a crawl: the reason, the outcome, the next steps.

use crate::views::prelude::*;
use page_state::class::link_of_crawl;
use page_state::crawl::crawled_pages::most_relevant;
use page_state::crawl::live::Continuation;
use page_state::digits::plain;
use types::limits;
use types::plan::{PAGES, Plan};
use types::report::EndReason;

/// The factor between the budget of a crawl and of the next, larger one.
const MORE_TIMES: f64 = 2.0;

/// Renders the end of a crawl that has ended.
pub(crate) fn ending(live: &Live, ranking: &Ranking, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let (Phase::Ended(reason), Some(request)) = (live.progress.phase, &live.request) else {
        return Html::default();
    };
    let outcome = Outcome::new(reason, &request.plan, ranking);
    let continuation = outcome.continuation(live);
    let in_class = link_of_crawl(&request.plan, &request.source, catalog);
    html! {
        <section class="ending" aria-labelledby="ending">
            <h2 id="ending" tabindex="-1">{ outcome.sentence(reason) }</h2>
            // The buttons are above the replay bar of a low window.
            <p class="buttons">
                if let Some(continuation) = continuation {
                    { continue_button(continuation, live, Some("continue"), dispatch) }
                }
                { outcome.buttons(&request.plan, ranking, continuation.is_none(), dispatch) }
                if let Some(href) = in_class { <a class="button" {href}>{ "Show in class" }</a> }
            </p>
            <p>{ found(live, &request.plan) }</p>
            // A folded notice shows the advice only where it says more than the buttons.
            <p class={(outcome != Outcome::More).then_some("ending-advice")}>{ outcome.advice(reason) }</p>
            <p class="fine">{ sum(live, ranking) }</p>
        </section>
    }
}

/// The outcome of a crawl, which decides the advice.
#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    /// No page could be read.
    Blocked,
    /// All pages were without content.
    Unreadable,
    /// Training on the examples gave no model.
    Untaught,
    /// Pages were read, but none contains a word of the query.
    NoWords,
    /// No spider is alive, and the links of dead spiders are lost.
    Collapsed,
    /// The frontier is empty.
    Exhausted,
    /// The frontier still has links.
    More,
}

impl Outcome {
    fn new(reason: EndReason, plan: &Plan, ranking: &Ranking) -> Self {
        let mut records = ranking.pages.records().iter();
        let nothing = records.all(|record| record.words.is_empty());
        match reason {
            EndReason::EverythingBlocked if ranking.pages.counts().unreadable > 0 => Self::Unreadable,
            EndReason::EverythingBlocked => Self::Blocked,
            EndReason::NothingLearned => Self::Untaught,
            _ if nothing && ranking.pages.counts().read > 0 && !plan.query.is_empty() => Self::NoWords,
            EndReason::FrontierEmpty if has_collapsed(ranking) => Self::Collapsed,
            EndReason::FrontierEmpty => Self::Exhausted,
            EndReason::BudgetSpent | EndReason::Stopped => Self::More,
        }
    }

    /// Returns the reason of the end, in a sentence.
    fn sentence(self, reason: EndReason) -> &'static str {
        match self {
            Self::Collapsed => "All spiders died.",
            Self::Unreadable => "All pages were without content.",
            _ => reason.sentence(),
        }
    }

    /// Returns the suggested next step, in a sentence.
    fn advice(self, reason: EndReason) -> &'static str {
        match self {
            Self::NoWords => "No page contains your words. Check their spelling or choose other seeds.",
            Self::Collapsed => {
                "They found too few relevant pages to live on. Start again from the best pages so far, or try a \
                strategy without energy."
            }
            Self::Unreadable => {
                "“Failed pages” says what they were, such as login walls. Undo the exclusion of their hosts under \
                “Steer”, or choose other seeds."
            }
            Self::Blocked | Self::Untaught | Self::Exhausted | Self::More => reason.advice(),
        }
    }

    /// Returns how the crawl can continue; none if it cannot, or if more pages would not help.
    fn continuation(self, live: &Live) -> Option<Continuation> {
        let continuation = live.continuation();
        continuation.filter(|one| *one == Continuation::Resume || self == Self::More)
    }

    /// Renders the buttons of the other next steps, the most useful first.
    fn buttons(self, plan: &Plan, ranking: &Ranking, has_main: bool, dispatch: &Dispatch) -> Html {
        let pages = (f64::from(plan.pages) * MORE_TIMES).min(f64::from(limits::PAGES));
        let to = |text: &str, selector| (text.to_owned(), dispatch.on_field(selector));
        let with = |text, onclick| (format!("{text} {} pages", grouped(pages)), onclick);
        let ways: Vec<(String, Callback<MouseEvent>)> = match self {
            Self::Blocked | Self::Unreadable => vec![to("Edit seeds", "#seeds")],
            Self::Untaught => vec![to("Edit examples", "#topics")],
            Self::NoWords => vec![to("Edit query", "#query"), to("Edit seeds", "#seeds")],
            Self::Collapsed => vec![
                ("Reseed with the best pages".to_owned(), reseed(dispatch, ranking)),
                to("Try another strategy", "#strategy"),
                to("Add seeds", "#seeds"),
            ],
            Self::Exhausted => vec![to("Add seeds", "#seeds"), to("Increase depth", "#depth")],
            Self::More => {
                vec![with("Run again with", run_again(dispatch, pages)), to("Try another strategy", "#strategy")]
            }
        };
        let button = |(at, (text, onclick))| {
            html! { <button type="button" class={(has_main && at == 0).then_some("main")} {onclick}>{ text }</button> }
        };
        html! {
            <>
                { for ways.into_iter().enumerate().map(button) }
                <button type="button" onclick={new_crawl(dispatch)}>{ "New crawl" }</button>
            </>
        }
    }
}

/// Returns whether no spider was alive after the last page.
fn has_collapsed(ranking: &Ranking) -> bool {
    let last = ranking.pages.records().last();
    let population = last.and_then(|record| record.population.as_ref());
    population.is_some_and(|population| population.living == 0)
}

/// Returns a callback that starts the crawl again from its most relevant pages.
fn reseed(dispatch: &Dispatch, ranking: &Ranking) -> Callback<MouseEvent> {
    let best = most_relevant(ranking.pages.records()).into_iter();
    let urls: Vec<String> = best.map(|record| record.url.to_string()).collect();
    dispatch.on(move || {
        let urls = urls.clone();
        let edit = Action::edit_form("seeds", move |form| {
            form.scope.seeds.clear();
            form.scope.add_seeds(&urls);
        });
        vec![edit, Action::Start(StartAction::Start)]
    })
}

/// Returns the number of results, in a sentence.
fn found(live: &Live, plan: &Plan) -> String {
    let measures = live.progress.measures;
    format!(
        "{}, {} relevant ({}; relevance at least {}), average relevance {}.",
        counted(live.progress.pages, "page"),
        grouped(measures.good),
        percent(measures.harvest),
        fixed(plan.good, 2),
        fixed(measures.average, 2),
    )
}

/// Returns the sentence that accounts for all requests: pages read, of which copies and pages with noindex are not
/// among the results, failed pages, other requests.
fn sum(live: &Live, ranking: &Ranking) -> String {
    let (pages, counts) = (live.progress.pages, ranking.pages.counts());
    let more = live.progress.requests.saturating_sub(pages);
    let part = |count: u32, what| match count {
        0 => String::new(),
        count => format!(", {} {what}", grouped(count)),
    };
    let is_copy = |record: &&Rc<PageRecord>| record.near_duplicate_of.is_some() && record.outcome.is_listed();
    let copies = count(ranking.pages.records().iter().filter(is_copy).count());
    let copies = part(copies, if copies == 1 { "near-duplicate" } else { "near-duplicates" });
    let hidden = copies + &part(counts.unlisted, "hidden by noindex");
    let hidden = hidden.strip_prefix(", ").map_or_else(String::new, |hidden| format!(" (of which {hidden})"));
    let content = match counts.unreadable {
        0 => String::new(),
        count => format!(" (of which {} without content)", grouped(count)),
    };
    let failed = part(pages.saturating_sub(counts.read), "failed");
    let requests = match more {
        0 => String::new(),
        more => format!(
            "; {} for robots.txt, redirects and retries",
            counted(more, if pages > 0 { "more request" } else { "request" })
        ),
    };
    format!("{} read{hidden}{failed}{content}{requests}.", grouped(counts.read))
}

/// Renders the button that continues the crawl.
pub(super) fn continue_button(
    continuation: Continuation,
    live: &Live,
    id: Option<&'static str>,
    dispatch: &Dispatch,
) -> Html {
    let (text, budget) = match continuation {
        Continuation::Resume => ("Continue".to_owned(), None),
        Continuation::MorePages(more) => (counted(more, "more page"), Some(live.page_limit() + more)),
    };
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Steer(SteerAction::Continue(budget))]);
    html! { <button {id} type="button" class="main" {onclick}>{ text }</button> }
}

fn run_again(dispatch: &Dispatch, pages: f64) -> Callback<MouseEvent> {
    dispatch.on(move || {
        let edit = Action::edit_form(PAGES.name, move |form| form.set(&PAGES, plain(pages)));
        vec![edit, Action::Start(StartAction::Start)]
    })
}

/// Returns a link to the form with an empty query.
fn new_crawl(dispatch: &Dispatch) -> Callback<MouseEvent> {
    dispatch.on(|| {
        let edit = Action::edit_form("query", |form| {
            form.query.text.clear();
            form.scope.seeds.clear();
            form.query.is_touched = true;
        });
        [edit].into_iter().chain(show_field("#query")).collect()
    })
}
