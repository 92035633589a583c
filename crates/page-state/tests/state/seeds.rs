//! Tests the search for seeds: what the page keeps of a search, which seeds it uses, and a start that waits for
//! it.

use crate::fakes::record::record;
use page_state::catalog::{Catalog, Proxy, ProxyAction};
use page_state::crawl::score_parts::{Composition, composition};
use page_state::effect::Effect;
use page_state::form::Form;
use page_state::seeds::{PAUSES, RANKS, SeedsAction, UNLEARNED};
use page_state::starting::{Start, StartAction};
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::seeds::{ProviderAnswer, SeedsEvent, SeedsRequest};
use protocol::steer::Change;
use protocol::{Batch, Opened, SourceKind, ToPage, ToWorker};
use std::ops::Range;
use types::limits::SEED_STARTS;
use types::plan::PAGES;
use types::report::{EndReason, FetchOutcome, Notification, Phase, Progress, Refusal};
use types::seeds::{FoundSeed, Need, Pauses, ProviderInfo, Seed, Web};
use types::url::CanonicalUrl;

fn provider(id: &str, needs: &[Need], webs: &[Web]) -> ProviderInfo {
    ProviderInfo {
        id: id.into(),
        title: format!("The {id}"),
        description: "It finds.".into(),
        needs: needs.to_vec(),
        webs: webs.to_vec(),
        asked_by_default: id != "rare",
        field: (String::new(), String::new()),
    }
}

fn providers() -> Vec<ProviderInfo> {
    vec![
        provider("demo", &[Need::Query], &[Web::Demo]),
        provider("one", &[Need::Query], &[Web::Live, Web::Demo]),
        provider("two", &[Need::Query], &[Web::Live]),
        provider("rare", &[Need::Query], &[Web::Live]),
        provider("named", &[Need::Query, Need::Address], &[Web::Live]),
    ]
}

fn catalog() -> Catalog {
    Catalog { providers: providers(), ..Catalog::default() }
}

fn seed(address: &str) -> Seed {
    let url = CanonicalUrl::parse(address).expect("is a URL");
    Seed::new(url, "A page", "", "")
}

/// Returns pages of a host that these providers found.
fn seeds(of: &str, count: usize, providers: &[&str]) -> Vec<FoundSeed> {
    let found = |n| FoundSeed {
        seed: seed(&format!("http://{of}.test/{n}")),
        providers: providers.iter().map(|id| (*id).to_owned()).collect(),
    };
    (0..count).map(found).collect()
}

/// Returns the answer of a provider, with the pages of all that have answered.
fn news(number: u32, provider: &str, found: Result<Vec<FoundSeed>, &str>, left: u32) -> ToPage {
    let seeds = found.clone().unwrap_or_default();
    let found = found.map(|_| Vec::new()).map_err(str::to_owned);
    ToPage::Seeds(Box::new(SeedsEvent {
        number,
        kind: "en-word".into(),
        answer: Some(ProviderAnswer { provider: provider.into(), found }),
        left,
        starts: (left == 0).then(|| u32::try_from(seeds.len().min(SEED_STARTS)).unwrap_or_default()),
        seeds,
    }))
}

/// Returns the message that a crawl may start at the first of these pages, before the last provider has answered.
fn enough(seeds: Vec<FoundSeed>) -> ToPage {
    let kind = "en-word".into();
    ToPage::Seeds(Box::new(SeedsEvent { number: 1, kind, answer: None, left: 1, seeds, starts: Some(4) }))
}

/// Returns the last answer after that, of whose pages the first `starts` are seeds.
fn last(seeds: Vec<FoundSeed>, starts: u32) -> ToPage {
    let mut last = news(1, "two", Ok(seeds), 0);
    if let ToPage::Seeds(event) = &mut last {
        event.starts = Some(starts);
    }
    last
}

/// Passes a batch of a crawl in this phase without pages; returns the changes of the crawl that are sent.
fn batch(state: &mut State, phase: Phase) -> Vec<Change> {
    let batch = Batch { progress: Progress { phase, ..Progress::default() }, ..Batch::default() };
    let effects = state.apply(Action::Worker(WorkerAction::Messages(vec![ToPage::Batch(Box::new(batch))])));
    changes(effects)
}

fn changes(effects: Vec<Effect>) -> Vec<Change> {
    let changes = effects.into_iter().filter_map(|effect| match effect {
        Effect::Send(ToWorker::Steer(change)) => Some(*change),
        _ => None,
    });
    changes.collect()
}

fn receive(state: &mut State, messages: Vec<ToPage>) {
    state.apply(Action::Worker(WorkerAction::Messages(messages)));
}

/// Switches a provider on or off; returns the effects.
fn switch(state: &mut State, id: &str, on: bool) -> Vec<Effect> {
    state.apply(Action::Seeds(SeedsAction::Ask(id.to_owned(), on)))
}

/// Passes what was stored to the page of another tab.
fn restore(state: &mut State, effects: Vec<Effect>) {
    for effect in effects {
        if let Effect::Store(key, text) = effect {
            state.apply(Action::Stored(key, text));
        }
    }
}

/// Returns the ids of the providers that a start asks.
fn asked(state: &State) -> Vec<String> {
    let asked = state.catalog.asked_providers(SourceKind::Proxy);
    asked.into_iter().map(|info| info.id.clone()).collect()
}

/// Searches with one provider.
fn find(state: &mut State) {
    state.apply(Action::Seeds(SeedsAction::Find("one".into(), None)));
}

/// A page on which a start waits for seeds of two providers.
fn waiting() -> State {
    waiting_with(providers())
}

fn waiting_with(providers: Vec<ProviderInfo>) -> State {
    let mut state = State::new("jazz", None);
    state.apply(Action::edit_form("source", |form| form.source.kind = Some(SourceKind::Proxy)));
    state.apply(Action::Proxy(ProxyAction::Status(Proxy::There)));
    state.apply(Action::Worker(WorkerAction::Messages(vec![ToPage::Catalog {
        strategies: Vec::new(),
        providers,
        examples: Vec::new(),
    }])));
    state.apply(Action::Start(StartAction::Start));
    state
}

#[test]
fn a_typed_query_announces_each_search_of_a_start_once_and_only_on_the_web() {
    let expected = |effects: &[Effect]| {
        let of = |effect: &Effect| match effect {
            Effect::Send(ToWorker::Seeds(SeedsRequest::Expect(search))) => Some(search.providers.clone()),
            _ => None,
        };
        effects.iter().filter_map(of).collect::<Vec<_>>()
    };
    let write = |state: &mut State, text: &'static str| {
        expected(&state.apply(Action::edit_form("query", |form| form.query.text = text.into())))
    };
    let mut state = waiting();
    state.apply(Action::Seeds(SeedsAction::Stop));
    assert!(write(&mut state, "").is_empty());
    assert_eq!(write(&mut state, "c"), [["one", "two"]], "those that are switched on");
    assert!(write(&mut state, "ch").is_empty());
    state.apply(Action::Start(StartAction::Start));
    assert_eq!(write(&mut state, "chess"), [["one", "two"]], "the next search");
    for (field, change) in [
        ("seeds", (|form: &mut Form| form.scope.seeds = "http://own.test/".into()) as fn(&mut Form)),
        ("source", |form| form.source.kind = Some(SourceKind::Demo)),
    ] {
        let mut state = waiting();
        state.apply(Action::edit_form(field, change));
        assert!(write(&mut state, "chess").is_empty(), "{field}");
    }
    let mut framed = waiting();
    framed.is_framed = true;
    assert!(write(&mut framed, "chess").is_empty());
}

#[test]
fn seeds_are_searched_for_a_query_without_seeds() {
    for (query, typed, source, expected) in [
        ("jazz", "", SourceKind::Proxy, true),
        ("jazz", "", SourceKind::Demo, true),
        ("jazz", "http://a.test/", SourceKind::Proxy, false),
        ("  ", "", SourceKind::Proxy, false),
        ("jazz", "", SourceKind::Recorded, false),
    ] {
        let mut form = Form::default();
        form.query.text = query.into();
        form.scope.seeds = typed.into();
        form.source.kind = Some(source);
        let lacks = form.needs_seed_search(&catalog());
        assert_eq!(lacks, expected, "{query} {typed} {source:?}");
    }
}

#[test]
fn providers_are_offered_for_the_web_that_is_crawled() {
    let ids = |all: Vec<&ProviderInfo>| all.iter().map(|info| info.id.clone()).collect::<Vec<_>>();
    let catalog = catalog();
    assert_eq!(ids(catalog.providers_for(SourceKind::Direct)), ["one", "two", "rare", "named"]);
    assert_eq!(ids(catalog.ready_providers(SourceKind::Proxy)), ["one", "two", "rare"]);
    assert_eq!(ids(catalog.ready_providers(SourceKind::Demo)), ["demo", "one"]);
}

#[test]
fn a_start_asks_the_providers_that_are_switched_on_and_the_browser_remembers_them() {
    let (mut state, mut new) = (waiting(), waiting());
    assert_eq!(asked(&state), ["one", "two"]);
    switch(&mut state, "two", false);
    restore(&mut new, switch(&mut state, "rare", true));
    assert_eq!(asked(&state), ["one", "rare"]);
    assert_eq!(asked(&new), ["one", "rare"], "a new page");
    switch(&mut state, "one", false);
    switch(&mut state, "rare", false);
    let mut form = Form::default();
    form.query.text = "jazz".into();
    form.source.kind = Some(SourceKind::Proxy);
    assert!(!form.needs_seed_search(&state.catalog), "nobody is asked");
    switch(&mut state, "one", true);
    restore(&mut new, switch(&mut state, "two", true));
    assert_eq!(asked(&new), ["one", "two"]);
}

#[test]
fn long_crawls_of_live_sites_alone_begin_before_all_providers_have_answered() {
    for (source, pages, expected) in
        [(SourceKind::Proxy, "40", true), (SourceKind::Proxy, "39", false), (SourceKind::Demo, "200", false)]
    {
        let mut state = waiting();
        state.start = Start::No;
        state.apply(Action::edit_form("pages", move |form| {
            form.source.kind = Some(source);
            form.set(&PAGES, pages.to_owned());
        }));
        let effects = state.apply(Action::Start(StartAction::Start));
        let early = effects.iter().find_map(|effect| match effect {
            Effect::Send(ToWorker::Seeds(SeedsRequest::Find(search))) => Some(search.may_begin_early),
            _ => None,
        });
        assert_eq!(early, Some(expected), "{source:?} {pages}");
    }
}

#[test]
fn a_choice_stays_as_it_was_made_where_the_default_changes() {
    let mut state = waiting();
    switch(&mut state, "two", false);
    let stored = switch(&mut state, "one", true);
    let mut flipped = providers();
    for info in &mut flipped {
        info.asked_by_default = !info.asked_by_default;
    }
    let mut new = waiting_with(flipped);
    restore(&mut new, stored);
    assert_eq!(asked(&new), ["one", "rare"]);
}

#[test]
fn choices_of_another_tab_apply_to_a_start_and_survive_a_change() {
    let (mut here, mut there) = (waiting(), waiting());
    restore(&mut here, switch(&mut there, "two", false));
    here.apply(Action::Start(StartAction::Start));
    assert_eq!(asked(&here), ["one"]);
    restore(&mut here, switch(&mut there, "one", false));
    let stored = switch(&mut here, "rare", true);
    assert_eq!(asked(&here), ["rare"]);
    let mut new = waiting();
    restore(&mut new, stored);
    assert_eq!(asked(&new), ["rare"], "a new page");
}

#[test]
fn a_switch_of_a_provider_stops_the_search_that_a_start_waits_for() {
    let mut state = waiting();
    switch(&mut state, "two", false);
    assert_eq!(state.start, Start::No);
    assert_eq!(state.setup.seeds.waits, None);
    let found = seeds("a", 3, &["one"]);
    receive(&mut state, vec![news(1, "one", Ok(found), 0)]);
    assert_eq!(state.start, Start::No);
    assert_eq!(state.setup.form.scope.seeds, "");
}

#[test]
fn a_switch_of_a_provider_clears_the_seeds_that_were_found_and_no_others() {
    let mut state = waiting();
    let found = seeds("a", 3, &["one"]);
    receive(&mut state, vec![news(1, "one", Ok(found), 0)]);
    assert_eq!(state.setup.form.scope.typed_seeds().len(), 3);
    switch(&mut state, "two", false);
    assert_eq!(state.setup.form.scope.seeds, "");
    let typed = |form: &mut Form| form.scope.seeds = "http://own.test/".into();
    state.apply(Action::edit_form("seeds", typed));
    switch(&mut state, "two", true);
    assert_eq!(state.setup.form.scope.seeds, "http://own.test/");
}

#[test]
fn a_waiting_start_uses_the_best_pages_and_reports_providers_without_results() {
    let mut state = waiting();
    receive(&mut state, vec![news(1, "one", Err("Too late."), 1)]);
    assert_eq!(state.start, Start::Seeking);
    let found = seeds("a", 20, &["two", "one"]);
    receive(&mut state, vec![news(1, "two", Ok(found), 0)]);
    assert!(matches!(state.start, Start::Sent(_)));
    let typed = state.setup.form.scope.typed_seeds();
    let expected = |range: Range<usize>| range.map(|n| format!("http://a.test/{n}")).collect::<Vec<_>>();
    assert_eq!(typed, expected(0..SEED_STARTS));
    assert_eq!(state.setup.seeds.started[1].providers, ["two", "one"]);
    assert_eq!(state.setup.seeds.incomplete, ["The one: Too late."]);
    let Start::Sent(request) = &state.start else { panic!("{:?}", state.start) };
    assert_eq!(request.plan.spare_seeds, expected(SEED_STARTS..20), "the next pages replace seeds that cannot be read");
    let seeds = [expected(0..SEED_STARTS), expected(12..13)].concat();
    let of_crawl = state.setup.seeds.seeds_of_crawl(&seeds).len();
    assert_eq!((of_crawl, state.setup.seeds.seeds_of_crawl(&seeds[1..]).len()), (11, 0));
}

#[test]
fn a_start_begins_at_what_was_found_early_and_its_crawl_gets_what_is_found_later() {
    let mut state = waiting();
    let (early, late) = (seeds("a", 13, &["one"]), seeds("b", 3, &["two"]));
    receive(&mut state, vec![enough(early.clone())]);
    assert!(matches!(state.start, Start::Sent(_)), "the crawl does not wait for the last provider");
    assert!(state.setup.seeds.waits.is_some(), "the search continues");
    receive(&mut state, vec![ToPage::Started]);
    assert_eq!(batch(&mut state, Phase::Running), []);

    let Some(plan) = state.crawl.live.request.as_ref().map(|request| request.plan.clone()) else { panic!("it runs") };
    let texts = |found: &[FoundSeed]| found.iter().map(|found| found.seed.url.to_string()).collect::<Vec<_>>();
    assert_eq!((plan.seeds, plan.spare_seeds), (texts(&early[..4]), texts(&early[4..])));

    let all = [&early[..4], &late[..2], &early[4..5], &early[5..], &late[2..]].concat();
    let messages = vec![last(all, 7)];
    let effects = state.apply(Action::Worker(WorkerAction::Messages(messages)));
    assert!(effects.contains(&Effect::Send(ToWorker::Seeds(SeedsRequest::Stop))));
    let further = [&late[..2], &early[4..5]].concat();
    let expected = Change::FoundSeeds { seeds: texts(&further), spares: texts(&late[2..]) };
    assert_eq!(changes(effects), [expected], "the spare seeds of the start are not sent again");
    assert_eq!(batch(&mut state, Phase::Running), [], "once");
    let whole = [texts(&early[..4]), texts(&further)].concat();
    assert_eq!(state.setup.form.scope.typed_seeds(), whole);
    assert_eq!(state.setup.form.opened.seeds, whole, "the address starts at all of them");
    assert!(state.location.fragment.contains("b.test"), "{}", state.location.fragment);
    assert_eq!(state.setup.seeds.seeds_of_crawl(&whole).len(), 7, "the crawl shows their providers");
    assert_eq!(state.setup.seeds.seeds_of_crawl(&whole[..4]).len(), 4, "also before it has the further ones");
    assert_eq!(state.setup.seeds.spare_addresses(&whole), [texts(&early[5..]), texts(&late[2..])].concat());
}

#[test]
fn later_findings_wait_until_the_crawl_runs_and_revive_one_that_ran_out_of_pages() {
    let (early, late) = (seeds("a", 10, &["one"]), seeds("b", 1, &["two"]));
    let all = [early.clone(), late].concat();
    for (phases, is_sent) in [
        (&[Phase::Preparing, Phase::Running][..], &[false, true][..]),
        (&[Phase::Ended(EndReason::FrontierEmpty)], &[true]),
        (&[Phase::Ended(EndReason::EverythingBlocked)], &[true]),
        (&[Phase::Ended(EndReason::Stopped)], &[false]),
        (&[Phase::Ended(EndReason::BudgetSpent), Phase::Running], &[false, true]),
    ] {
        let mut state = waiting();
        receive(&mut state, vec![enough(early.clone()), last(all.clone(), 11)]);
        receive(&mut state, vec![ToPage::Started]);
        for (phase, is_sent) in phases.iter().zip(is_sent) {
            assert_eq!(batch(&mut state, *phase).len(), usize::from(*is_sent), "{phase:?} of {phases:?}");
        }
    }
}

#[test]
fn later_findings_are_for_the_crawl_of_their_start_only() {
    let mut state = waiting();
    let early = seeds("a", 10, &["one"]);
    receive(&mut state, vec![enough(early.clone())]);
    receive(&mut state, vec![ToPage::Started]);
    state.apply(Action::edit_form("seeds", |form| form.scope.seeds = "http://own.test/".into()));
    state.apply(Action::Start(StartAction::Start));
    receive(&mut state, vec![ToPage::Started, last([early, seeds("b", 1, &["two"])].concat(), 11)]);
    assert_eq!(batch(&mut state, Phase::Running), []);
}

#[test]
fn typed_seeds_have_no_spare_ones() {
    let mut state = waiting();
    receive(&mut state, vec![news(1, "two", Ok(seeds("a", 20, &["two"])), 0)]);
    state.apply(Action::edit_form("seeds", |form| form.scope.seeds = "http://own.test/".into()));
    state.apply(Action::Start(StartAction::Start));
    let Start::Sent(request) = &state.start else { panic!("{:?}", state.start) };
    assert_eq!((request.plan.seeds.len(), request.plan.spare_seeds.len()), (1, 0));
}

#[test]
fn providers_that_failed_for_the_same_reason_are_one_message() {
    let mut state = waiting();
    let offline = "Could not be reached.";
    let answers = vec![news(1, "one", Err(offline), 1), news(1, "two", Err(offline), 0)];
    receive(&mut state, answers);
    let problem = state.setup.form.problem("seeds").unwrap_or_default();
    assert_eq!(problem.matches(offline).count(), 1, "{problem}");
    assert!(problem.contains("The one, The two: Could not be reached."), "{problem}");
}

/// Ends the crawl of a start whose seeds were found, with these pages: address, relevance, or none if the page was
/// refused.
fn end_crawl(state: &mut State, pages: &[(&str, Option<f64>)]) -> Vec<Effect> {
    receive(state, vec![ToPage::Started]);
    end_running_crawl(state, pages)
}

/// Ends a crawl that has started, as [`end_crawl`] does.
fn end_running_crawl(state: &mut State, pages: &[(&str, Option<f64>)]) -> Vec<Effect> {
    let notification = |(n, (url, relevance)): (u32, &(&str, Option<f64>))| {
        let mut page = record(n, relevance.unwrap_or_default());
        page.url = CanonicalUrl::parse(url).expect("is a URL");
        if relevance.is_none() {
            page.outcome = FetchOutcome::Status(403);
        }
        Notification::Page(Box::new(page))
    };
    let notifications = (1..).zip(pages).map(notification).collect();
    let progress = Progress { phase: Phase::Ended(EndReason::FrontierEmpty), ..Progress::default() };
    let batch = Batch { notifications, progress, ..Batch::default() };
    state.apply(Action::Worker(WorkerAction::Messages(vec![ToPage::Batch(Box::new(batch))])))
}

#[test]
fn a_crawl_teaches_the_ranks_of_the_providers_of_its_seeds_which_the_browser_remembers() {
    let mut state = waiting();
    let found = [seeds("a", 1, &["one"]), seeds("b", 2, &["two"])].concat();
    receive(&mut state, vec![news(1, "one", Ok(found), 0)]);
    let effects = end_crawl(&mut state, &[("http://a.test/0", Some(0.9)), ("http://b.test/0", None)]);
    let precision = |state: &State, id: &str| state.catalog.ranks.precision("en-word", id, 0.5);
    assert!(precision(&state, "two") < 0.5, "its page was refused");
    assert!(precision(&state, "one") > precision(&state, "two"));
    let mut new = waiting();
    restore(&mut new, effects.clone());
    assert_eq!(new.catalog.ranks, state.catalog.ranks, "a new page");
    let stores = |effects: &[Effect]| effects.iter().filter(|effect| matches!(effect, Effect::Store(RANKS, _))).count();
    assert_eq!(stores(&effects), 1);
    let again = end_crawl(&mut state, &[]);
    assert_eq!(stores(&again), 0, "once a crawl");
}

/// doi.org and other services of redirects, `http` to `https`, `www`.
#[test]
fn a_seed_that_redirects_teaches_by_its_target_and_one_that_waits_at_the_end_is_lost() {
    let url = |text: &str| CanonicalUrl::parse(text).expect("is a URL");
    let redirect = |from: &str, to: &str| Notification::Redirected { from: url(from), to: url(to) };
    let refusal =
        |to: &str| Notification::Refused(Refusal { url: url(to), code: "robots".into(), reason: "no".into() });
    let waits = |at: &str| Notification::Delayed { url: url(at), until: 9, reason: "429".into() };
    let to = "http://b.test/";
    for (notifications, page, better) in [
        (vec![redirect("http://a.test/0", to)], (to, Some(0.9)), true),
        (vec![redirect("http://a.test/0", "http://x.test/"), redirect("http://x.test/", to)], (to, Some(0.9)), true),
        (vec![redirect("http://a.test/0", to)], (to, None), false),
        (vec![redirect("http://a.test/0", to), refusal(to)], ("http://c.test/", None), false),
        (vec![redirect("http://a.test/0", to), waits(to)], ("http://c.test/", None), false),
        (vec![waits("http://a.test/robots.txt")], ("http://c.test/", None), false),
        (vec![waits("http://a.test/0")], ("http://a.test/0", Some(0.9)), true),
    ] {
        let mut state = waiting();
        receive(&mut state, vec![news(1, "one", Ok(seeds("a", 1, &["one"])), 0)]);
        let case = format!("{notifications:?}");
        let batch = Batch { notifications, ..Batch::default() };
        receive(&mut state, vec![ToPage::Started, ToPage::Batch(Box::new(batch))]);
        end_running_crawl(&mut state, &[page]);
        let precision = state.catalog.ranks.precision("en-word", "one", 0.3);
        assert_eq!((precision > 0.3, precision < 0.3), (better, !better), "{case}");
        let lost = state.crawl.live.failures.lost_seeds.iter().filter(|(lost, _)| lost == "http://a.test/0").count();
        assert!(lost == 0 || !better, "{case}");
    }
}

#[test]
fn a_crawl_that_is_continued_in_another_session_teaches_too_and_once() {
    let mut state = waiting();
    let found = [seeds("a", 1, &["one"]), seeds("b", 2, &["two", "one"])].concat();
    receive(&mut state, vec![news(1, "one", Ok(found), 0)]);
    receive(&mut state, vec![ToPage::Started]);
    let messages = vec![ToPage::Kept(Ok("c1".to_owned()))];
    let effects = state.apply(Action::Worker(WorkerAction::Messages(messages)));
    let line = "c1 en-word http://a.test/0=one http://b.test/0=two+one http://b.test/1=two+one";
    assert!(effects.contains(&Effect::Store(UNLEARNED, line.to_owned())), "{effects:?}");

    let mut new = waiting();
    restore(&mut new, effects);
    new.apply(Action::edit_form("seeds", |form| form.scope.seeds = "http://a.test/0".into()));
    new.apply(Action::Start(StartAction::Start));
    receive(&mut new, vec![ToPage::Started, ToPage::Kept(Ok("c1".to_owned()))]);
    let effects = end_running_crawl(&mut new, &[("http://a.test/0", Some(0.9)), ("http://b.test/0", None)]);
    assert!(effects.contains(&Effect::Store(UNLEARNED, String::new())), "{effects:?}");
    let precision = |id: &str| new.catalog.ranks.precision("en-word", id, 0.5);
    assert!(precision("two") < 0.5 && precision("one") < 0.5, "their page was refused");
    let ranks = new.catalog.ranks.clone();
    end_running_crawl(&mut new, &[]);
    assert_eq!(new.catalog.ranks, ranks, "once a crawl");
}

/// Returns a redirect of a seed, a refusal by robots.txt, and a host that asks to wait.
fn outcomes() -> Batch {
    let url = |text: &str| CanonicalUrl::parse(text).expect("is a URL");
    let notifications = vec![
        Notification::Redirected { from: url("http://a.test/0"), to: url("http://x.test/?q=1") },
        Notification::Refused(Refusal { url: url("http://b.test/0"), code: "robots".into(), reason: "no".into() }),
        Notification::Delayed { url: url("http://c.test/0"), until: 9, reason: "429".into() },
    ];
    Batch { notifications, ..Batch::default() }
}

#[test]
fn redirects_and_losses_of_seeds_before_a_reload_teach_after_it() {
    let mut state = waiting();
    let found = [seeds("a", 1, &["one"]), seeds("b", 1, &["two"]), seeds("c", 1, &["three"])].concat();
    receive(&mut state, vec![news(1, "one", Ok(found), 0)]);
    receive(&mut state, vec![ToPage::Started, ToPage::Kept(Ok("c1".to_owned()))]);
    let messages = vec![ToPage::Batch(Box::new(outcomes()))];
    let effects = state.apply(Action::Worker(WorkerAction::Messages(messages)));
    let line = "c1 en-word http://a.test/0>http://x.test/?q=1=one http://b.test/0>=two http://c.test/0>=three";
    assert!(effects.contains(&Effect::Store(UNLEARNED, line.to_owned())), "{effects:?}");
    let plan = state.crawl.live.request.as_ref().expect("it has started").plan.clone();

    // The target redirects once more after the reload, or is refused then.
    for is_refused in [false, true] {
        let mut new = waiting();
        restore(&mut new, effects.clone());
        let opened = Opened { id: "c1".to_owned(), plan: plan.clone(), ..Opened::default() };
        receive(&mut new, vec![ToPage::Opened(Box::new(opened))]);
        let url = |text: &str| CanonicalUrl::parse(text).expect("is a URL");
        let (from, to) = (url("http://x.test/?q=1"), url("http://y.test/"));
        let notification = if is_refused {
            Notification::Refused(Refusal { url: from, code: "robots".into(), reason: "no".into() })
        } else {
            Notification::Redirected { from, to }
        };
        let batch = Batch { notifications: vec![notification], ..Batch::default() };
        receive(&mut new, vec![ToPage::Batch(Box::new(batch))]);
        end_running_crawl(&mut new, &[("http://y.test/", Some(0.9)), ("http://c.test/0", Some(0.9))]);
        let precision = |id: &str| new.catalog.ranks.precision("en-word", id, 0.3);
        assert_eq!((precision("one") > 0.3, precision("one") < 0.3), (!is_refused, is_refused));
        assert!(precision("two") < 0.3, "it was refused");
        assert!(precision("three") > 0.3, "it was read in the end");
    }
}

/// Starts a search; returns the pauses that the worker gets, and the effects.
fn search_at(state: &mut State, now: f64) -> (Pauses, Vec<Effect>) {
    state.now = now;
    let effects = state.apply(Action::Seeds(SeedsAction::Find("one".into(), None)));
    let find = |effect: &Effect| match effect {
        Effect::Send(ToWorker::Seeds(SeedsRequest::Find(search))) => Some(search.pauses.clone()),
        _ => None,
    };
    (effects.iter().find_map(find).expect("a search is sent"), effects)
}

#[test]
fn pauses_of_services_survive_a_reload_until_they_are_over() {
    let mut state = State::default();
    state.now = 1_000.0;
    let mut pauses = Pauses::default();
    pauses.begin("searx.test".to_owned(), 3_600, 1_000);
    pauses.begin("api.test".to_owned(), 1, 1_000);
    let messages = vec![ToPage::SeedPauses(pauses.clone())];
    let effects = state.apply(Action::Worker(WorkerAction::Messages(messages)));
    assert!(effects.contains(&Effect::Store(PAUSES, pauses.to_string())), "{effects:?}");

    let mut new = State::default();
    restore(&mut new, effects);
    assert_eq!(search_at(&mut new, 1_999.0).0, pauses);
    let (rest, effects) = search_at(&mut new, 2_000.0);
    assert_eq!((rest.rest_ms("api.test", 2_000), rest.rest_ms("searx.test", 2_000)), (0, 3_599_000));
    assert!(effects.contains(&Effect::Store(PAUSES, rest.to_string())), "{effects:?}");
    assert_eq!(search_at(&mut new, 3_601_000.0).0, Pauses::default());
}

#[test]
fn the_latest_twenty_crawls_wait_for_learning_and_damaged_lines_are_skipped() {
    let mut state = waiting();
    receive(&mut state, vec![news(1, "one", Ok(seeds("a", 1, &["one"])), 0)]);
    receive(&mut state, vec![ToPage::Started]);
    let mut effects = Vec::new();
    for n in 0..25 {
        let messages = vec![ToPage::Kept(Ok(format!("c{n}")))];
        effects = state.apply(Action::Worker(WorkerAction::Messages(messages)));
    }
    let stored = effects.into_iter().find_map(|effect| match effect {
        Effect::Store(UNLEARNED, text) => Some(text),
        _ => None,
    });
    let stored = stored.expect("a text");
    assert_eq!((stored.lines().count(), stored.starts_with("c5 ")), (20, true));
    let mut new = waiting();
    new.apply(Action::Stored(UNLEARNED, format!("\nx\n{stored}")));
    assert_eq!(new.catalog.unlearned, state.catalog.unlearned);
}

#[test]
fn a_crawl_with_seeds_of_a_person_teaches_nothing() {
    let mut state = waiting();
    receive(&mut state, vec![news(1, "one", Ok(seeds("a", 1, &["one"])), 0)]);
    state.apply(Action::edit_form("seeds", |form| form.scope.seeds = "http://own.test/".into()));
    state.apply(Action::Start(StartAction::Start));
    let effects = end_crawl(&mut state, &[("http://own.test/", Some(0.9))]);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Store(RANKS, _))));
}

#[test]
fn a_start_reports_warnings_of_providers_that_found_pages() {
    let mut state = waiting();
    let mut partial = news(1, "one", Ok(seeds("a", 3, &["one"])), 1);
    if let ToPage::Seeds(news) = &mut partial {
        let warnings = vec!["Stopped early.".into(), "Part is missing.".into()];
        news.answer = Some(ProviderAnswer { provider: "one".into(), found: Ok(warnings) });
    }
    let rest = news(1, "two", Ok(seeds("a", 3, &["one", "two"])), 0);
    receive(&mut state, vec![partial, rest]);
    assert!(matches!(state.start, Start::Sent(_)));
    assert_eq!(state.setup.seeds.incomplete, ["The one: Stopped early. Part is missing."]);
}

#[test]
fn a_provider_takes_part_in_a_start_once_its_address_is_named_which_the_browser_remembers() {
    let name = |state: &mut State, id: &str, address: &str| {
        state.apply(Action::Seeds(SeedsAction::Address(id.to_owned(), address.to_owned())))
    };
    let mut state = waiting();
    name(&mut state, "named", "  ");
    assert_eq!(asked(&state), ["one", "two"]);
    assert_eq!(state.start, Start::No, "the search is canceled");
    let stored = name(&mut state, "named", " https://searx.example.org ");
    assert_eq!(asked(&state), ["one", "two", "named"]);
    let address = |state: &State| state.catalog.named_address("named").map(str::to_owned);
    let mut new = waiting();
    restore(&mut new, stored);
    assert_eq!(address(&new).as_deref(), Some("https://searx.example.org"), "a new page");
    restore(&mut new, switch(&mut state, "named", false));
    assert_eq!(asked(&new), ["one", "two"]);
    restore(&mut new, switch(&mut state, "named", true));
    assert_eq!(asked(&new), ["one", "two", "named"]);
    name(&mut state, "named", "");
    assert_eq!(asked(&state), ["one", "two"]);
}

#[test]
fn without_results_the_form_shows_the_remedy_and_keeps_its_input() {
    let mut state = waiting();
    let messages = vec![news(1, "one", Err("Try other words."), 1), news(1, "two", Ok(Vec::new()), 0)];
    receive(&mut state, messages);
    assert_eq!((&state.start, state.screen.asking), (&Start::No, true));
    let problem = state.setup.form.problem("seeds").unwrap_or_default();
    assert!(problem.contains("No seeds found") && problem.contains("The one: Try other words."), "{problem}");
    assert_eq!(state.setup.form.problems.len(), 1);
    assert_eq!((state.setup.form.query.text.as_str(), state.setup.seeds.is_open), ("jazz", true));
}

#[test]
fn the_best_pages_are_checked_on_arrival_and_keep_the_persons_choice() {
    let mut state = waiting();
    let first = seeds("a", 3, &["one"]);
    receive(&mut state, vec![news(1, "one", Ok(first.clone()), 1)]);
    let unchecked = "http://a.test/1".to_owned();
    state.apply(Action::Seeds(SeedsAction::Check(unchecked, false)));
    let both = [seeds("b", 1, &["two"]), first].concat();
    receive(&mut state, vec![news(1, "two", Ok(both), 0)]);
    let checked = state.setup.seeds.checked_seeds().into_iter();
    let checked: Vec<&str> = checked.map(|seed| seed.url.as_str()).collect();
    assert_eq!(checked, ["http://b.test/0", "http://a.test/0", "http://a.test/2"]);
}

#[test]
fn results_after_a_change_or_a_stop_are_not_used_for_the_start() {
    for stop in [Action::Seeds(SeedsAction::Stop), Action::edit_form("query", |form| form.query.text = "chess".into())]
    {
        let mut state = waiting();
        state.apply(stop);
        assert_eq!(state.start, Start::No);
        receive(&mut state, vec![news(1, "one", Ok(seeds("a", 3, &["one"])), 0)]);
        assert_eq!(state.start, Start::No);
        assert!(state.setup.form.scope.seeds.is_empty());
    }
}

#[test]
fn pages_found_for_another_query_are_no_seeds() {
    let edit = |state: &mut State, field: &'static str, query: &'static str| {
        let how = move |form: &mut Form| form.query.text = query.into();
        state.apply(Action::edit_form(field, how));
    };
    let mut state = waiting();
    receive(&mut state, vec![news(1, "one", Ok(seeds("a", 3, &["one"])), 0)]);
    edit(&mut state, "pages", "jazz");
    assert_eq!(state.setup.form.scope.typed_seeds().len(), 3);
    edit(&mut state, "query", "chess");
    assert_eq!(state.setup.form.scope.seeds, "");
    let typed = |form: &mut Form| form.scope.seeds = "http://own.test/".into();
    state.apply(Action::edit_form("seeds", typed));
    edit(&mut state, "query", "cheese");
    assert_eq!(state.setup.form.scope.seeds, "http://own.test/");
}

#[test]
fn checked_pages_are_added_once_to_typed_seeds() {
    let mut state = State::default();
    state.apply(Action::edit_form("seeds", |form| {
        form.scope.seeds = "http://a.test/1 http://own.test/".into();
    }));
    find(&mut state);
    receive(&mut state, vec![news(1, "one", Ok(seeds("a", 12, &["one"])), 0)]);
    assert_eq!(state.setup.seeds.checked_seeds().len(), 10, "the first ten are checked");
    for n in 3..10 {
        let url = format!("http://a.test/{n}");
        state.apply(Action::Seeds(SeedsAction::Check(url, false)));
    }
    state.apply(Action::Seeds(SeedsAction::Use));
    assert_eq!(state.setup.form.scope.seeds, "http://a.test/1\nhttp://own.test/\nhttp://a.test/0\nhttp://a.test/2");
    assert_eq!(state.setup.seeds.notice, "2 URLs added to the seeds.");
    assert!(state.setup.seeds.answers.is_empty());
}

#[test]
fn an_answer_to_an_earlier_search_is_dropped() {
    let mut state = State::default();
    find(&mut state);
    find(&mut state);
    receive(&mut state, vec![news(1, "one", Ok(seeds("a", 1, &["one"])), 0)]);
    let search = &state.setup.seeds;
    assert!(search.answers.is_empty() && search.waits.is_some());
}

#[test]
fn a_bar_is_stacked_only_if_the_parts_add_up_to_the_score() {
    for (parts, score, expected) in [
        (&[0.4][..], 0.4, Composition::Alone),
        (&[0.4], 0.5, Composition::Apart),
        (&[0.1, 0.2, 0.0], 0.3, Composition::Sum),
        (&[0.2, 0.4], 0.3, Composition::Mean),
        (&[0.0, 0.4], 0.2, Composition::Mean),
        // A single part may have the same value by chance: a queue's number, a tie.
        (&[0.7, 0.0], 0.7, Composition::Apart),
        (&[0.5, 0.5], 0.25, Composition::Apart),
        (&[-0.1, 0.4], 0.3, Composition::Apart),
        (&[f64::NAN, 0.4], 0.4, Composition::Apart),
        (&[0.0, 0.0], 0.0, Composition::Apart),
        (&[], 0.3, Composition::Apart),
    ] {
        assert_eq!(composition(parts, score), expected, "{parts:?} {score}");
    }
}
