//! Tests politeness: robots.txt, delays, `Retry-After`, and the bound on waiting.

use super::*;
use crate::crawl::hosts::HostAccess;
use crate::graph::{HostId, SiteId};
use crate::robots::RobotsPolicy;
use types::plan::HostRule;
use types::url::CanonicalUrl;

#[test]
fn robots_txt_is_requested_once_per_host_before_its_first_page() {
    let seen = crawl(&small(), &["http://a.test/"], |_| ());
    assert_eq!(seen.requests[0], "http://a.test/robots.txt");
    assert_eq!(seen.requests.iter().filter(|request| request.ends_with("robots.txt")).count(), 1);
}

#[test]
fn a_robots_txt_that_was_read_before_the_crawl_is_not_requested_and_its_delay_begins_then() {
    let web = small().with("http://a.test/robots.txt", 200, &[], "User-agent: *\nDisallow: /far");
    let url = CanonicalUrl::parse("http://a.test/robots.txt").expect("a URL");
    let request = FetchRequest { purpose: Purpose::Robots, ..FetchRequest::page(url) };
    let EventKind::Fetched(_, response) = web.response(&request, 0) else { panic!("no response") };
    let mut crawl = plan(&["http://a.test/"], |plan| plan.politeness = Politeness::Adaptive);
    let step = crawl.handle(Event::at(250, EventKind::Known(request.url, Box::new(response))));
    assert_eq!(step.commands, []);
    let seen = run(&mut crawl, &web);
    assert_eq!(seen.times[0], ("http://a.test/".to_owned(), 1_250));
    assert_eq!((seen.paths(), seen.requests.len()), (vec!["/", "/near", "/deep"], 3));
}

#[test]
fn an_unreachable_robots_file_disallows_all_and_a_missing_one_allows_all() {
    for (status, pages) in [(404, 4), (503, 0), (0, 0)] {
        let web = small().with("http://a.test/robots.txt", status, &[], "");
        assert_eq!(crawl(&web, &["http://a.test/"], |_| ()).pages().len(), pages, "{status}");
    }
}

#[test]
fn a_robots_file_is_read_after_five_redirects_and_missing_after_six() {
    let web = |hops: u32| {
        let closed = "User-agent: *\nDisallow: /";
        let mut web = small().with(&format!("http://a.test/r{hops}"), 200, &[], closed);
        for hop in 0..hops {
            let from = if hop == 0 { "http://a.test/robots.txt".into() } else { format!("http://a.test/r{hop}") };
            web = web.with(&from, 302, &[("location", &format!("/r{}", hop + 1))], "");
        }
        web
    };
    assert_eq!(crawl(&web(5), &["http://a.test/"], |_| ()).pages().len(), 0);
    assert_eq!(crawl(&web(6), &["http://a.test/"], |_| ()).pages().len(), 4);
}

#[test]
fn a_page_with_status_503_is_tried_three_times_after_its_retry_delay() {
    let web = Web::default().with("http://a.test/", 503, &[("retry-after", "60")], "");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let times: Vec<Millis> = seen.times.iter().filter(|(url, _)| url == "http://a.test/").map(|(_, at)| *at).collect();
    assert_eq!(times, [0, 60_000, 120_000]);
    assert_eq!(seen.pages()[0].outcome, FetchOutcome::Status(503));
}

#[test]
fn each_host_has_one_request_in_flight_and_hosts_are_fetched_concurrently() {
    let mut crawl = plan(&["http://a.test/", "http://a.test/2", "http://b.test/"], |plan| plan.in_flight = 9);
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let requests: Vec<_> = step
        .commands
        .iter()
        .filter_map(|command| if let Command::Fetch(request) = command { Some(request) } else { None })
        .collect();
    assert_eq!(requests.len(), 2, "a robots.txt for each of the two hosts");
    assert!(requests.iter().all(|request| request.purpose == Purpose::Robots));
}

/// A host of the person's own with requests in flight, and what it was asked.
struct OwnHost {
    crawl: Crawl,
    web: Web,
    in_flight: VecDeque<FetchRequest>,
    wait: Option<Millis>,
}

impl OwnHost {
    /// Begins a crawl of ten pages of `www.a.example`, and of one of another host of its site.
    fn begin(delay_ms: Option<u64>, robots: &str) -> Self {
        let mut urls: Vec<String> = (0..10).map(|n| format!("http://www.a.example/{n}")).collect();
        urls.push("http://b.a.example/".to_owned());
        let web = urls.iter().fold(Web::default(), |web, url| web.page(url, "x"));
        // A page that is missing costs no delay either.
        let web = web.with("http://www.a.example/1", 404, &[], "");
        let web = web.with("http://www.a.example/robots.txt", 200, &[], robots);
        let seeds: Vec<&str> = urls.iter().map(String::as_str).collect();
        let crawl = plan(&seeds, |plan| {
            plan.in_flight = 8;
            let rule = HostRule { delay_ms, in_flight: 3 };
            plan.politeness = Politeness::AdaptiveWith([("www.a.example".to_owned(), rule)].into());
        });
        let mut host = Self { crawl, web, in_flight: VecDeque::new(), wait: None };
        host.feed(0, EventKind::Seeded);
        host
    }

    /// Handles an event, and returns the number of requests in flight after it.
    fn feed(&mut self, at: Millis, kind: EventKind) -> usize {
        for command in self.crawl.handle(Event::at(at, kind)).commands {
            match command {
                Command::Fetch(request) => self.in_flight.push_back(request),
                Command::WaitUntil(until) => self.wait = Some(until),
                Command::Confirm | Command::Finished(_) => {}
            }
        }
        self.in_flight.len()
    }

    /// Answers the oldest request.
    fn answer(&mut self, at: Millis) -> usize {
        let request = self.in_flight.pop_front().expect("one is in flight");
        let answer = self.web.response(&request, at);
        self.feed(at, answer)
    }
}

#[test]
fn a_host_of_the_persons_own_has_several_requests_in_flight_and_its_robots_txt_alone() {
    let mut host = OwnHost::begin(None, "");
    assert_eq!(host.in_flight.len(), 1, "robots.txt");
    assert_eq!(host.answer(10), 3);
    assert_eq!(host.answer(20), 3, "the next one begins at once");
    host.crawl = restored(&host.crawl, &assets()).expect("it is sound");
    let mut most = [0, 0];
    let mut at = 30;
    while !host.in_flight.is_empty() || host.crawl.pages().len() < 11 {
        if host.in_flight.is_empty() {
            at = host.wait.take().expect("it waits").max(at);
            host.feed(at, EventKind::Tick);
        } else {
            host.answer(at);
        }
        let others = host.in_flight.iter().filter(|request| request.url.as_str().contains("b.a.example")).count();
        most = [most[0].max(host.in_flight.len()), most[1].max(others)];
        assert!(others == 0 || host.in_flight.len() == 1, "another host of the site gets one request, alone");
        at += 10;
    }
    assert_eq!(most, [3, 1]);
    assert!(!host.crawl.state.frontier.is_site_busy(SiteId(0)), "each fetch has ended");
}

#[test]
fn the_delay_of_a_host_with_several_requests_is_between_their_starts() {
    for (delay_ms, robots) in [(Some(200), ""), (None, "User-agent: *\nCrawl-delay: 0.2")] {
        let mut host = OwnHost::begin(delay_ms, robots);
        assert_eq!(host.answer(10), 0, "robots.txt was requested 10 ms before");
        let first = 200;
        assert_eq!(host.wait.take(), Some(first));
        assert_eq!(host.feed(first, EventKind::Tick), 1);
        assert_eq!(host.wait.take(), Some(first + 200));
        assert_eq!(host.feed(first + 200, EventKind::Tick), 2);
        assert_eq!(host.feed(first + 400, EventKind::Tick), 3);
        assert_eq!(host.answer(first + 410), 2, "the third began 10 ms before");
        assert_eq!(host.wait.take(), Some(first + 600));
        assert_eq!(host.feed(first + 600, EventKind::Tick), 3);
        assert_eq!(host.answer(first + 900), 3, "the delay is over");
    }
}

#[test]
fn a_host_that_asks_for_a_pause_gets_no_request_beside_those_in_flight() {
    let mut host = OwnHost::begin(None, "");
    host.answer(10);
    let request = host.in_flight.pop_front().expect("one is in flight");
    let busy = Web::default().with(request.address(), 429, &[("retry-after", "60")], "").response(&request, 20);
    assert_eq!(host.feed(20, busy), 2);
    assert_eq!(host.answer(30), 1);
    assert_eq!(host.answer(40), 0);
    assert_eq!(host.wait, Some(60_020));
}

#[test]
fn all_spellings_of_a_site_get_one_request_at_a_time_with_its_delay_between_two() {
    let pages = [
        "https://a.example/",
        "http://a.example/",
        "https://www.a.example/",
        "https://a.example:8443/",
        "https://x.y.a.example/",
    ];
    let web = pages.iter().fold(Web::default(), |web, url| web.page(url, "x"));
    let seen = crawl(&web, &pages, |plan| plan.in_flight = 16);
    assert_eq!(seen.pages().len(), pages.len());
    let times: Vec<Millis> = seen.times.iter().map(|(_, at)| *at).collect();
    let apart: Vec<Millis> = (0..10).map(|n| n * 1_000).collect();
    assert_eq!(times, apart, "{:?}", seen.times);
}

#[test]
fn the_names_of_a_site_share_its_page_limit_and_its_count_of_copies() {
    let text: Vec<String> = (0..90).map(|n| format!("word{n} spider")).collect();
    let text = text.join(" ");
    let names: Vec<String> = (0..9).map(|n| format!("http://n{n}.a.example/")).collect();
    let links: Vec<String> = names.iter().map(|url| format!("<a href={url}>x</a>")).collect();
    let web = names.iter().fold(Web::default(), |web, url| web.page(url, &format!("{text}{}", links.concat())));
    let seen = crawl(&web, &[&names[0]], |plan| plan.host_pages = 3);
    assert_eq!(seen.pages().len(), 3);
    let seen = crawl(&web, &[&names[0]], |_| ());
    let last = seen.pages()[8].discovery.priority;
    assert!(last < seen.pages()[1].discovery.priority, "copies are delayed: {last}");
}

#[test]
fn robots_rules_beyond_a_total_are_dropped_and_unused_ones_close_their_host() {
    let rules: Vec<String> = (0..20_000).map(|n| format!("Disallow: /{n:010}")).collect();
    let rules = format!("User-agent: *\n{}", rules.join("\n"));
    let policy = RobotsPolicy::from_status(200, rules.as_bytes());
    // With each host used or unused, those of unused hosts are closed, and those of used ones requested again.
    for (used_at, closed, removed) in [(None, 5, 0), (Some(1), 0, 5)] {
        let mut crawl = plan(&["http://a.test/"], |_| ());
        let fits = limits::ROBOTS_KEPT_BYTES / policy.bytes();
        for n in 0..fits + 5 {
            let url = CanonicalUrl::parse(&format!("http://h{n}.test/")).expect("a URL");
            let host = crawl.state.urls.learn_host(&url);
            let access = HostAccess { policy: policy.clone(), read_at: 0, used_at, failure: None };
            crawl.state.hosts.access.insert(host, access);
        }
        let now = crawl.state.now;
        crawl.state.hosts.bound_rules(HostId(0), now);
        let access = &crawl.state.hosts.access;
        let without = access.values().filter(|access| access.failure.is_some());
        assert_eq!(without.count(), closed);
        assert_eq!(access.len(), fits + 5 - removed);
        assert!(access[&HostId(0)].failure.is_none(), "the newest file");
    }
}

#[test]
fn a_public_host_gets_a_delay_between_two_fetches() {
    let web = Web::default().page("https://a.example/", "<a href=/x>x</a>").page("https://a.example/x", "x");
    let seen = crawl(&web, &["https://a.example/"], |_| ());
    assert_eq!(seen.times.iter().map(|(_, at)| *at).collect::<Vec<_>>(), [0, 1_000, 2_000]);
}

#[test]
fn each_scheme_name_and_port_has_its_own_rules() {
    let closed = "User-agent: *\nDisallow: /";
    let web = Web::default()
        .page("http://a.test/", "<a href=https://a.test/>1</a> <a href=http://a.test:8080/>2</a>")
        .with("https://a.test/robots.txt", 200, &[], closed)
        .page("http://a.test:8080/", "x");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let robots: Vec<&str> =
        seen.requests.iter().filter(|request| request.ends_with("robots.txt")).map(String::as_str).collect();
    assert_eq!(robots.len(), 3, "{robots:?}");
    let read: Vec<&str> = seen.pages().iter().map(|page| page.url.as_str()).collect();
    assert_eq!(read, ["http://a.test/", "http://a.test:8080/"]);
}

#[test]
fn a_crawl_delay_applies_between_the_pages_of_a_host() {
    let web = Web::default()
        .page("https://a.example/", "<a href=/x>x</a><a href=/y>y</a>")
        .page("https://a.example/x", "x")
        .page("https://a.example/y", "y")
        .with("https://a.example/robots.txt", 200, &[], "User-agent: *\nCrawl-delay: 40");
    let seen = crawl(&web, &["https://a.example/"], |_| ());
    let times: Vec<Millis> = seen.times.iter().map(|(_, at)| *at).collect();
    assert_eq!(times, [0, 40_000, 80_000, 120_000]);
}

#[test]
fn a_page_with_status_429_is_retried_at_the_requested_time_but_not_before_the_delay() {
    for (wish, rest) in [("7", 7_000), ("1", 2_000)] {
        let web = Web::default().with("https://a.example/robots.txt", 200, &[], "User-agent: *\nCrawl-delay: 2").with(
            "https://a.example/",
            429,
            &[("retry-after", wish)],
            "",
        );
        let seen = crawl(&web, &["https://a.example/"], |_| ());
        let times: Vec<Millis> = seen.times.iter().skip(1).map(|(_, at)| *at).collect();
        assert_eq!(times, [2_000, 2_000 + rest, 2_000 + 2 * rest], "{wish}");
    }
}

#[test]
fn a_crawl_that_follows_nothing_knows_the_times_of_its_sites_and_the_pauses_that_they_asked_for() {
    let busy = [("retry-after", "7")];
    let web = Web::default()
        .page("https://a.example/", "<a href=/x>x</a>")
        .with("https://b.example/", 429, &busy, "")
        .with("https://c.example/", 500, &[], "");
    let seeds = ["https://a.example/", "https://b.example/", "https://c.example/"];
    let mut crawl = plan(&seeds, |_| ()).without_following();
    let seen = run(&mut crawl, &web);
    let last = seen.times.iter().rfind(|(url, _)| url == "https://b.example/").expect("it was requested").1;
    let time = |requests, failures, pause_ends| {
        let total_ms = u64::from(requests) * 1_010;
        SiteTime { requests, failures, total_ms, pause_ends }
    };
    // robots.txt and the page, which is tried three times where the site asks for a pause.
    let times = [("a.example", time(2, 0, 0)), ("b.example", time(4, 0, last + 7_000)), ("c.example", time(2, 1, 0))];
    assert_eq!(crawl.site_times(crawl.now()), times.map(|(site, time)| (site.to_owned(), time)).into());
}

#[test]
fn a_robots_file_with_status_429_or_503_is_retried_at_the_requested_time() {
    let web = small().with("http://a.test/robots.txt", 429, &[("retry-after", "60")], "");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let times: Vec<Millis> = seen.times.iter().take(4).map(|(_, at)| *at).collect();
    assert_eq!(times, [0, 60_000, 120_000, 180_000], "three times robots.txt, then the page, each after the wait");
}

#[test]
fn a_failed_robots_file_is_tried_three_times_before_the_host_is_unreachable() {
    let web = small().with("http://a.test/robots.txt", 0, &[], "");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    assert_eq!(seen.requests, ["http://a.test/robots.txt"; 3]);
    assert_eq!(seen.refusals(), [("/", "timed-out")]);
}

#[test]
fn the_target_host_of_a_robots_redirect_gets_one_request_at_a_time() {
    let web = small()
        .with("http://a.test/robots.txt", 302, &[("location", "http://b.test/robots.txt")], "")
        .page("http://b.test/", "x");
    let mut crawl = plan(&["http://b.test/", "http://a.test/"], |plan| {
        plan.in_flight = 9;
    });
    let mut waiting: Vec<FetchRequest> = Vec::new();
    let mut events = vec![EventKind::Seeded];
    let mut now = 0;
    while crawl.pages().len() < 5 && now < 60_000 {
        now += 10;
        for command in crawl.handle(Event::at(now, events.pop().unwrap_or(EventKind::Tick))).commands {
            if let Command::Fetch(request) = command {
                let server = request.url.host_key().to_owned();
                assert!(waiting.iter().all(|other| other.url.host_key() != server), "two at once on {server}");
                waiting.push(request);
            }
        }
        if events.is_empty() && !waiting.is_empty() {
            events.push(web.response(&waiting.remove(0), now));
        }
    }
    assert_eq!(crawl.pages().len(), 5);
}

#[test]
fn an_excessive_retry_delay_is_limited() {
    let forever = u64::MAX.to_string();
    let web = Web::default().with("http://a.test/", 503, &[("retry-after", &forever)], "");
    let seen = crawl(&web, &["http://a.test/"], |_| ());
    let times: Vec<Millis> = seen.times.iter().skip(1).map(|(_, at)| *at).collect();
    assert_eq!(times, [0, 300_000, 600_000]);
    let until = seen.notifications.iter().find_map(|notification| {
        if let Notification::Delayed { until, .. } = notification { Some(*until) } else { None }
    });
    assert_eq!(until, Some(300_000), "what people are told is what is done");
}

#[test]
fn a_host_that_timed_out_gets_the_delay_of_a_slow_host() {
    let mut crawl = plan(&["https://a.example/", "https://a.example/2"], |_| ());
    let robots = first_request(crawl.handle(Event::at(0, EventKind::Seeded))).expect("robots.txt is ordered");
    crawl.handle(Event::at(0, Web::default().response(&robots, 0)));
    let page = first_request(crawl.handle(Event::at(1_000, EventKind::Tick))).expect("the first page is ordered");
    let failure = Failure { code: "timed-out".into(), message: String::new(), kind: FailureKind::Transient };
    crawl.handle(Event::at(6_000, EventKind::Failed(page.id, failure)));
    assert!(first_request(crawl.handle(Event::at(30_999, EventKind::Tick))).is_none(), "five times five seconds");
    assert!(first_request(crawl.handle(Event::at(31_000, EventKind::Tick))).is_some());
}

#[test]
fn a_page_whose_request_was_not_sent_is_retried_without_cost() {
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let robots = first_request(crawl.handle(Event::at(0, EventKind::Seeded))).expect("robots.txt is ordered");
    let page =
        first_request(crawl.handle(Event::at(1, Web::default().response(&robots, 1)))).expect("the page is ordered");
    let failure = Failure { code: "busy".into(), message: String::new(), kind: FailureKind::NotSent };
    crawl.handle(Event::at(2, EventKind::Failed(page.id, failure)));
    assert!(crawl.pages().is_empty());
    let again = first_request(crawl.handle(Event::at(20_000, EventKind::Tick))).expect("the page is ordered again");
    assert_eq!(again.url, page.url);
}

#[test]
fn robots_rules_are_fetched_again_after_a_day() {
    let web = small();
    let mut crawl = plan(&["http://a.test/"], |plan| plan.pages = 2);
    let robots = first_request(crawl.handle(Event::at(0, EventKind::Seeded))).expect("robots.txt is ordered");
    let page = first_request(crawl.handle(Event::at(1, web.response(&robots, 1)))).expect("the page is ordered");
    crawl.handle(Event::at(1, EventKind::Paused));
    crawl.handle(Event::at(2, web.response(&page, 2)));
    let day = 24 * 60 * 60 * 1_000;
    let next = first_request(crawl.handle(Event::at(day + 2, EventKind::Resumed))).expect("something is ordered");
    assert_eq!(next.purpose, Purpose::Robots);
}

#[test]
fn a_host_has_at_most_its_budget_of_pages() {
    let seen = crawl(&small(), &["http://a.test/"], |plan| plan.host_pages = 2);
    assert_eq!(seen.paths().len(), 2);
    assert!(seen.refusals().iter().all(|(_, code)| *code == "trap-budget"), "{:?}", seen.refusals());
}

#[test]
fn a_permanently_unreachable_host_is_tried_once_and_the_reason_is_reported() {
    let mut crawl = plan(&["http://a.test/"], |_| ());
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let Some(Command::Fetch(robots)) = step.commands.first() else { panic!("robots.txt is ordered") };
    let failure =
        Failure { code: "dns".into(), message: "There is no host of this name.".into(), kind: FailureKind::Permanent };
    let step = crawl.handle(Event::at(1, EventKind::Failed(robots.id, failure)));
    assert_eq!(step.commands, [Command::Finished(EndReason::EverythingBlocked)]);
    let told = step.notifications.iter().find_map(|notification| match notification {
        Notification::Refused(refusal) => Some((refusal.code.as_str(), refusal.reason.as_str())),
        _ => None,
    });
    assert_eq!(told, Some(("dns", "There is no host of this name.")));
}

#[test]
fn a_delayed_host_does_not_block_a_step_of_best_n_first() {
    let web = Web::default()
        .page("http://a.test/", "<a href=http://b.test/>spider</a> <a href=/1>1</a>")
        .with("http://b.test/", 503, &[("retry-after", "120")], "")
        .page("http://a.test/1", "<a href=/2>2</a>")
        .page("http://a.test/2", "<a href=/3>3</a>")
        .page("http://a.test/3", "x");
    for n in [1.0, 256.0] {
        let seen = crawl(&web, &["http://a.test/"], |plan| {
            plan.strategy = StrategySpec::new("best-n-first", [("n".into(), ParamValue::Number(n))]);
        });
        let last = seen.times.iter().find(|(url, _)| url == "http://a.test/3").map(|(_, at)| *at);
        assert_eq!(last, Some(0), "n = {n}");
    }
}

#[test]
fn a_crawl_with_a_spent_budget_does_not_wait_for_a_robots_file() {
    let mut crawl = plan(&["http://a.test/", "http://slow.test/"], |plan| {
        plan.in_flight = 9;
        plan.pages = 1;
    });
    let web = small();
    let step = crawl.handle(Event::at(0, EventKind::Seeded));
    let requests = step.commands.iter().filter_map(|command| match command {
        Command::Fetch(request) => Some(request),
        _ => None,
    });
    let robots = requests.clone().next().expect("robots.txt of both hosts is ordered");
    assert_eq!(requests.count(), 2);
    let step = crawl.handle(Event::at(1, web.response(robots, 1)));
    let Some(Command::Fetch(page)) = step.commands.first() else { panic!("the page is ordered") };
    let step = crawl.handle(Event::at(2, web.response(page, 2)));
    assert_eq!(step.commands, [Command::Finished(EndReason::BudgetSpent)]);
}

#[test]
fn only_hosts_that_the_source_names_have_no_delay() {
    let gap = |host: &str, politeness: &Politeness| {
        let web = Web::default()
            .with(&format!("http://{host}/robots.txt"), 200, &[], "User-agent: *\nCrawl-delay: 7")
            .page(&format!("http://{host}/"), "<a href=/x>spider</a>")
            .page(&format!("http://{host}/x"), "<p>spider");
        let seen = crawl(&web, &[&format!("http://{host}/")], |plan| {
            plan.politeness = politeness.clone();
        });
        seen.times[2].1 - seen.times[1].1
    };
    let except = Politeness::AdaptiveExcept(vec!["guide.test".to_owned()]);
    assert!(gap("lab.test", &except) >= 7_000);
    assert_eq!(gap("guide.test", &except), 0);
    assert!(gap("guide.test", &Politeness::Adaptive) >= 7_000);
}

/// The links a1, a2, a3 on one host are discovered before b1 on another. With a window of 2, b1 comes second. Then only
/// one host is left, and the rule is suspended for any window.
#[test]
fn host_diversity_prefers_other_hosts_and_does_not_stall_without_any() {
    let links = "<a href=http://a.test/1>1</a><a href=http://a.test/2>2</a><a href=http://a.test/3>3</a>\
        <a href=http://b.test/1>4</a>";
    let web = Web::default()
        .page("http://s.test/", links)
        .page("http://a.test/1", "a")
        .page("http://a.test/2", "a")
        .page("http://a.test/3", "a")
        .page("http://b.test/1", "b");
    for (window, expected) in [
        (0, ["a.test/1", "a.test/2", "a.test/3", "b.test/1"]),
        (2, ["a.test/1", "b.test/1", "a.test/2", "a.test/3"]),
        (100, ["a.test/1", "b.test/1", "a.test/2", "a.test/3"]),
    ] {
        let seen = crawl(&web, &["http://s.test/"], |plan| {
            plan.strategy = "breadth-first".into();
            plan.politeness = Politeness::Replay;
            plan.in_flight = 1;
            plan.host_window = window;
        });
        let order = seen.pages().into_iter().skip(1);
        let order: Vec<&str> = order.map(|page| &page.url.as_str()[7..]).collect();
        assert_eq!(order, expected, "window {window}");
    }
}
