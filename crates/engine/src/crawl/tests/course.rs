//! Tests how a crawl ends, pauses and stops.

use super::*;

#[test]
fn a_crawl_ends_when_its_budget_is_spent() {
    let seen = crawl(&small(), &["http://a.test/"], |plan| plan.pages = 2);
    assert_eq!((seen.paths().len(), seen.ended), (2, Some(EndReason::BudgetSpent)));
}

#[test]
fn a_crawl_ends_when_no_link_is_left() {
    assert_eq!(crawl(&small(), &["http://a.test/"], |_| ()).ended, Some(EndReason::FrontierEmpty));
}

#[test]
fn a_crawl_that_can_read_no_page_reports_that_everything_is_blocked() {
    let closed = Web::default().page("http://a.test/", "x").with(
        "http://a.test/robots.txt",
        200,
        &[],
        "User-agent: *\nDisallow: /",
    );
    let seen = crawl(&closed, &["http://a.test/"], |_| ());
    assert_eq!((seen.ended, seen.refusals()), (Some(EndReason::EverythingBlocked), vec![("/", "robots")]));
}

#[test]
fn pause_sends_no_requests_but_handles_responses_and_resume_continues() {
    let web = small();
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let Some(Command::Fetch(request)) = step.commands.first().cloned() else { panic!("robots.txt is ordered") };
    assert!(crawl.handle(Event::at(1, EventKind::Paused)).commands.is_empty());
    assert!(crawl.handle(Event::at(2, web.response(&request, 2))).commands.is_empty());
    assert_eq!(crawl.progress().phase, Phase::Paused);
    let step = crawl.handle(Event::at(3, EventKind::Resumed));
    assert!(matches!(step.commands.first(), Some(Command::Fetch(request)) if request.purpose == Purpose::Page));
}

#[test]
fn stop_ends_the_crawl_and_later_responses_are_ignored() {
    let web = small();
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let Some(Command::Fetch(request)) = step.commands.first().cloned() else { panic!("robots.txt is ordered") };
    assert_eq!(crawl.handle(Event::at(1, EventKind::Stopped)).commands, [Command::Finished(EndReason::Stopped)]);
    assert_eq!(crawl.handle(Event::at(2, web.response(&request, 2))), Step::default());
    assert_eq!(crawl.handle(Event::at(3, EventKind::Stopped)), Step::default());
}
