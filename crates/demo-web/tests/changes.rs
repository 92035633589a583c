//! Tests the web over time: it is unchanged at its start, then has changed, vanished and new pages, and is the same for
//! the same time.

use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth, Response, WebTime};

const DAY: u64 = 86_400_000;
/// 1 January 2026.
const BEGAN: u64 = 1_767_225_600_000;

fn at(web: &DemoWeb, url: &str, day: u64) -> Response {
    let time = WebTime { began: BEGAN, age: day * DAY };
    let response = web.fetch_at(url, time).expect("a host of the web");
    response.result.expect("a response")
}

fn text(response: &Response) -> String {
    String::from_utf8_lossy(&response.body).into_owned()
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    let header = response.headers.iter().find(|(given, _)| given == name);
    header.map_or("", |(_, value)| value)
}

#[test]
fn a_page_has_the_same_bytes_until_it_changes() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let (mut same, mut changed) = (0, 0);
    for url in truth.relevant_urls("asthma") {
        if web.fetch(&url).is_none_or(|response| response.result.is_err()) {
            continue;
        }
        let (early, late) = (at(&web, &url, 20), at(&web, &url, 30));
        let life = truth.life(&url, 30 * DAY).expect("a planned page");
        if early.status != 200 || life.vanishes.is_some() {
            continue;
        }
        let is_same = life.changes.last().is_none_or(|at| *at <= 20 * DAY);
        assert_eq!(early == late, is_same, "{url}: {life:?}");
        if is_same {
            same += 1;
        } else {
            changed += 1;
            assert!(header(&late, "last-modified").contains(" Jan 2026 "));
        }
    }
    assert!(same > 20 && changed > 20, "{same} and {changed}");
}

/// In a Poisson process, both the mean and the variance of the number of events are rate times time.
#[test]
fn changes_are_poisson_processes_of_each_page() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let (mut sum, mut squares, mut pages) = (0.0, 0.0, 0.0);
    for url in truth.pages() {
        let rate = truth.changes_per_day(url).expect("a planned page");
        assert!((1.0 / 512.0..=2.0).contains(&rate), "{url}: {rate}");
        let life = truth.life(url, 100 * DAY).expect("a planned page");
        if life.vanishes.is_none() {
            let changes = u32::try_from(life.changes.len()).expect("few");
            let expected = rate * 100.0;
            let deviation = (f64::from(changes) - expected) / expected.sqrt();
            (sum, squares, pages) = (sum + deviation, squares + deviation * deviation, pages + 1.0);
        }
    }
    let (mean, variance) = (sum / pages, squares / pages);
    assert!(mean.abs() < 0.04, "{mean} over {pages} pages");
    assert!((variance - 1.0).abs() < 0.1, "{variance}");
}

#[test]
fn articles_vanish_and_home_pages_announce_new_pages() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let gone: Vec<&str> = truth
        .pages()
        .filter(|url| {
            let life = truth.life(url, 365 * DAY);
            life.is_some_and(|life| life.vanishes.is_some())
        })
        .collect();
    // 1 - e^(-365/730) is 39 % of the articles.
    let share = gone.len() * 100 / truth.pages().count();
    assert!((20..40).contains(&share), "{share} %");
    let plain = |url: &&&str| web.fetch(url).is_some_and(|there| there.result.is_ok_and(|page| page.status == 200));
    let url = gone.iter().find(plain).expect("one that answered");
    assert_eq!(at(&web, url, 365).status, 404);

    let home = "http://health-letters.test/";
    let life = truth.life(home, 365 * DAY).expect("a planned page");
    let version = life.changes.len();
    assert!(version > 0, "the home page changed");
    let page = text(&at(&web, home, 365));
    assert!(page.contains(&format!("href=\"/news/{version}\"")), "{page}");
    let news = |number: usize, day| at(&web, &format!("{home}news/{number}"), day).status;
    assert_eq!((news(version, 365), news(version + 1, 365), news(1, 0)), (200, 404, 404));
    assert_eq!(news(0, 365), 404);
}

#[test]
fn the_web_is_unchanged_at_its_start() {
    let web = DemoWeb::new(DEFAULT_SEED);
    for url in GroundTruth::new(&web).pages().step_by(50) {
        let beginning = WebTime { began: BEGAN, age: 0 };
        assert_eq!(web.fetch_at(url, beginning), web.fetch(url), "{url}");
    }
}

#[test]
fn any_time_gives_a_valid_response() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let last = WebTime { began: u64::MAX, age: u64::MAX };
    let home = web.fetch_at("http://health-letters.test/", last);
    let home = home.and_then(|home| home.result.ok()).expect("a page");
    assert_eq!(header(&home, "last-modified"), "Fri, 31 Dec 9999 23:59:59 GMT");
}
