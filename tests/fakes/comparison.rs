//! Provides a comparison as a page requests it, and the worker's messages about it.

use super::session::Page;
use protocol::compare::{CompareEvent, CompareRequest, ComparisonForm, ComparisonStatus, OpenComparison};
use protocol::{Problem, Source, ToPage, ToWorker};
use types::measures::Measure;

pub(crate) fn plan() -> ComparisonForm {
    ComparisonForm {
        title: "Two ways".into(),
        strategies: vec!["breadth-first".into(), "best-first".into()],
        topics: vec!["asthma".into(), "jazz".into(), "chess".into()],
        pages: 40,
        // The measures that do not require reading the whole web first.
        measures: vec![Measure::AverageRelevance, Measure::WindowRelevance],
        web: "demo".into(),
        repeats: 1,
        parallel: 16,
        rng: 1,
        ..ComparisonForm::default()
    }
}

pub(crate) fn say(page: &Page, request: CompareRequest) {
    page.say(&ToWorker::Compare(request));
}

pub(crate) fn begin(page: &Page, plan: ComparisonForm) {
    say(page, CompareRequest::Begin { plan: Box::new(plan), source: Source::Demo, agreed: false });
}

pub(crate) fn shown(message: &ToPage) -> Option<OpenComparison> {
    match message {
        ToPage::Compare(news) => match &**news {
            CompareEvent::Results(shown) => Some((**shown).clone()),
            _ => None,
        },
        _ => None,
    }
}

pub(crate) async fn done(page: &Page) -> OpenComparison {
    page.until(|message| shown(message).filter(|shown| shown.card.status == ComparisonStatus::Done)).await
}

pub(crate) fn refused(message: &ToPage) -> Option<Vec<Problem>> {
    match message {
        ToPage::Compare(news) => match &**news {
            CompareEvent::Refused(problems) => Some(problems.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Begins another comparison, which closes the open one.
pub(crate) async fn let_go(page: &Page) {
    page.forget();
    let short = ComparisonForm { pages: 1, ..plan() };
    begin(page, short);
    done(page).await;
}

/// Opens a saved comparison.
pub(crate) async fn open(page: &Page, id: &str) -> OpenComparison {
    say(page, CompareRequest::Open { id: id.into() });
    page.until(shown).await
}

/// Resumes the comparison, and waits until it runs.
pub(crate) async fn go_on(page: &Page, until: impl Fn(&OpenComparison) -> bool) -> OpenComparison {
    page.forget();
    say(page, CompareRequest::Resume);
    page.until(|message| shown(message).filter(|shown| until(shown))).await
}

pub(crate) fn is_done(shown: &OpenComparison) -> bool {
    shown.card.status == ComparisonStatus::Done
}
