//! Tests the recovery after crashes of the worker.

use crate::fakes::record as fake;
use crate::fakes::recovery::{batch, crash, reopened};
use page_state::recovery::Recovery;
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::ToPage;
use types::report::Phase;

/// A worker that follows nothing any longer has no messages to send, and would be taken for one that hangs.
#[test]
fn a_crawl_of_another_tab_that_can_no_longer_be_followed_is_over() {
    let mut state = State::default();
    let [ToPage::Opened(mut opened), first] = reopened(Phase::Running) else {
        unreachable!("it opens a crawl");
    };
    opened.elsewhere = true;
    let id = opened.id.clone();
    let opened = ToPage::Opened(opened);
    state.apply(Action::Worker(WorkerAction::Messages(vec![opened, first])));
    assert!(state.crawl.live.is_going());
    let lost = ToPage::NotOpened { id, is_missing: false, message: "the storage was closed".into() };
    state.apply(Action::Worker(WorkerAction::Messages(vec![lost])));
    assert!(!state.crawl.live.is_going());
}

#[test]
fn five_crashes_within_ten_minutes_pause_the_crawl_and_older_ones_do_not_count() {
    let mut recovery = Recovery::default();
    let crash = |recovery: &mut Recovery, host: &str, minutes: f64| {
        recovery.reads(format!("http://{host}/{minutes}"));
        let after = recovery.on_worker_crash(true, minutes * 60_000.0);
        after.expect("a new worker is started");
        recovery.pause.clone()
    };
    for minutes in [0.0, 1.0, 2.0, 9.5, 10.0, 14.0, 14.5] {
        assert_eq!(crash(&mut recovery, "good.test", minutes), None, "{minutes}");
    }
    for _ in 0..2 {
        let reason = crash(&mut recovery, "evil.test:8080", 15.0);
        let expected = "The crawler crashed 5 times within 10 minutes, while it read pages of evil.test";
        assert!(reason.as_ref().is_some_and(|reason| reason.starts_with(expected)), "{reason:?}");
        recovery.on_fetching();
        for _ in 0..4 {
            assert_eq!(crash(&mut recovery, "evil.test", 16.0), None, "counted anew");
        }
    }
}

#[test]
fn a_message_about_crashes_names_two_hosts_and_counts_the_others() {
    let mut recovery = Recovery::default();
    for n in 0..5 {
        recovery.reads(format!("http://host{}.test/", n % 4));
        let after = recovery.on_worker_crash(true, 0.0);
        assert_eq!(after, Ok(()));
    }
    let reason = recovery.pause.clone().unwrap_or_default();
    let hosts = "pages of host0.test and host1.test and 2 other hosts.";
    assert!(reason.ends_with(hosts), "{reason}");
    // The paused crawl crashes without a page: the person must ask for the next worker.
    assert_eq!(recovery.on_worker_crash(true, 1.0), Err(reason));
}

#[test]
fn crashes_pause_a_crawl_that_gains_a_page_each_time_until_it_is_resumed() {
    let mut state = State::default();
    let say = |state: &mut State, messages: Vec<ToPage>| {
        state.apply(Action::Worker(WorkerAction::Messages(messages)));
    };
    for pages in 1..=5_u32 {
        let known = (1..=pages).map(|n| fake::record(n, 0.2)).collect();
        say(&mut state, reopened(Phase::Running).into());
        say(&mut state, vec![batch(Phase::Running, known)]);
        assert_eq!(state.crawl.live.interruption, None, "{pages}");
        say(&mut state, crash("http://evil.test/").into());
        state.apply(Action::Worker(WorkerAction::Loading));
    }
    say(&mut state, reopened(Phase::Paused).into());
    let reason = state.crawl.live.interruption.clone();
    assert!(reason.is_some_and(|reason| reason.contains("evil.test")));
    say(&mut state, vec![batch(Phase::Running, Vec::new())]);
    assert_eq!((&state.crawl.live.interruption, &state.recovery.pause), (&None, &None));
}
