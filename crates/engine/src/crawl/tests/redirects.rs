//! Tests the costs, limits and reports of redirects.

use super::*;

#[test]
fn a_redirect_leads_to_its_target_and_costs_no_page() {
    let web = small().with("http://a.test/old", 301, &[("location", "near#top")], "");
    let seen = crawl(&web, &["http://a.test/old"], |_| ());
    assert_eq!(seen.paths(), ["/near", "/deep"]);
}

#[test]
fn a_redirect_loop_is_broken_with_a_reason() {
    let mut web = Web::default();
    for hop in 0..9 {
        web = web.with(&format!("http://a.test/{hop}"), 302, &[("location", &format!("/{}", hop + 1))], "");
    }
    assert_eq!(crawl(&web, &["http://a.test/0"], |_| ()).refusals(), [("/5", "redirects")]);
}

#[test]
fn a_redirect_to_another_spelling_of_the_same_page_is_followed_literally() {
    let web = Web::default()
        .with("http://a.test/docs/", 302, &[("location", "/docs/index.html")], "")
        .page("http://a.test/docs/index.html", "<p>spider");
    let seen = crawl(&web, &["http://a.test/docs/"], |_| ());
    assert_eq!((seen.paths(), seen.requests.len()), (vec!["/docs/"], 3));
    let circle = Web::default().with("http://a.test/docs/", 302, &[("location", "/docs/")], "");
    assert_eq!(crawl(&circle, &["http://a.test/docs/"], |_| ()).refusals(), [("/docs/", "redirects")]);
}

#[test]
fn a_redirect_to_a_known_page_is_reported_as_such() {
    let web = small().with("http://a.test/old", 301, &[("location", "/near")], "");
    let seen = crawl(&web, &["http://a.test/near", "http://a.test/old"], |_| ());
    assert_eq!(seen.refusals(), [("/old", "redirect-known")]);
}

#[test]
fn a_crawl_that_stays_on_its_host_follows_a_redirect_to_www_and_no_other() {
    let to = |target| [("location", target)];
    let web = Web::default()
        .with("http://a.test/", 301, &to("http://www.a.test/home"), "")
        .page("http://www.a.test/home", "<p>spider")
        .with("http://c.test/", 301, &to("http://b.test/"), "");
    let stay = |seed: &str| {
        let plan = Plan {
            politeness: Politeness::Replay,
            query: "spider".into(),
            seeds: vec![seed.to_owned()],
            ..Plan::default()
        };
        let mut plan = CheckedPlan::new(plan, &assets()).expect("the plan is fine");
        plan.stay_on_hosts();
        run(&mut Crawl::new(plan), &web)
    };
    assert_eq!(stay("http://a.test/").paths(), ["/home"]);
    let elsewhere = stay("http://c.test/");
    assert!(elsewhere.paths().is_empty());
    let reasons = elsewhere.notifications.iter().filter_map(|of| match of {
        Notification::Refused(refused) => Some(refused.reason.as_str()),
        _ => None,
    });
    let reasons: Vec<&str> = reasons.collect();
    assert!(reasons.contains(&"redirects to http://b.test/, which may not be crawled"), "{reasons:?}");
}

/// RFC 9309 §2.2.2: rules are matched against the URI that is accessed. A redirect may spell it differently from its
/// canonical URL.
#[test]
fn a_redirect_to_a_spelling_that_robots_txt_disallows_is_not_followed() {
    let web = Web::default()
        .with("http://a.test/robots.txt", 200, &[], "User-agent: *\nDisallow: /docs/index.html")
        .with("http://a.test/docs/", 302, &[("location", "/docs/index.html")], "")
        .page("http://a.test/docs/index.html", "<p>spider");
    let seen = crawl(&web, &["http://a.test/docs/"], |_| ());
    assert_eq!(seen.refusals(), [("/docs/", "robots")]);
    let asked = |path: &str| seen.requests.iter().any(|request| request.ends_with(path));
    assert!(asked("/docs/") && !asked("/docs/index.html"));
}

/// A page that refreshes to another one.
fn refresh(content: &str) -> String {
    format!("<meta http-equiv=refresh content='{content}'><title>Welcome</title>")
}

/// WHATWG HTML §4.2.5.3.
#[test]
fn a_refresh_in_markup_or_header_is_followed_like_a_redirect() {
    let noscript = format!("<noscript>{}</noscript>", refresh("0;url=near"));
    for web in [
        small().page("http://a.test/old", &refresh("0; url=near")),
        small().page("http://a.test/old", &refresh("10;near#top")),
        small().page("http://a.test/old", &noscript),
        small().with("http://a.test/old", 200, &[("refresh", "0;url=/near")], "<p>moved"),
        small().with("http://a.test/old", 200, &[("refresh", "0;url=/near")], &refresh("0;url=/far")),
    ] {
        assert_eq!(crawl(&web, &["http://a.test/old"], |_| ()).paths(), ["/near", "/deep"]);
    }
}

#[test]
fn a_slow_refresh_is_a_link_and_a_page_that_loads_itself_again_is_read() {
    for (headers, body, paths) in [
        (vec![], refresh("11;url=near"), vec!["/old", "/near", "/deep"]),
        (vec![("refresh", "30; url=/near")], "<p>moved".into(), vec!["/old", "/near", "/deep"]),
        (vec![], refresh("60"), vec!["/old"]),
        (vec![], refresh("0;url=old#part"), vec!["/old"]),
        (vec![("refresh", "5")], "<p>news".into(), vec!["/old"]),
        (vec![("x-robots-tag", "nofollow")], refresh("0;url=near"), vec!["/old"]),
    ] {
        let web = small().with("http://a.test/old", 200, &headers, &body);
        assert_eq!(crawl(&web, &["http://a.test/old"], |_| ()).paths(), paths, "{headers:?} {body}");
    }
}

#[test]
fn an_article_that_is_replaced_after_a_while_is_read_as_well() {
    let article = format!("<p>{}", "Spiders hunt by day and see well. ".repeat(40));
    for refresh in [refresh("5; url=near"), format!("<noscript>{}</noscript>", refresh("0;url=near"))] {
        let web = small().page("http://a.test/old", &format!("{refresh}{article}"));
        assert_eq!(crawl(&web, &["http://a.test/old"], |_| ()).paths(), ["/old", "/near", "/deep"]);
        let web = Web::default().page("http://a.test/old", &format!("{refresh}{article}"));
        assert_eq!(crawl(&web, &["http://a.test/old"], |_| ()).paths(), ["/old", "/near"], "the target fails");
    }
}

#[test]
fn refreshes_obey_the_rules_of_redirects() {
    let mut web = Web::default();
    for hop in 0..9 {
        web = web.page(&format!("http://a.test/{hop}"), &refresh(&format!("0;url=/{}", hop + 1)));
    }
    assert_eq!(crawl(&web, &["http://a.test/0"], |_| ()).refusals(), [("/5", "redirects")]);
    let circle =
        Web::default().page("http://a.test/a", &refresh("0;url=/b")).page("http://a.test/b", &refresh("0;url=/a"));
    assert_eq!(crawl(&circle, &["http://a.test/a"], |_| ()).refusals(), [("/b", "redirect-known")]);
    let forbidden = Web::default()
        .with("http://a.test/robots.txt", 200, &[], "User-agent: *\nDisallow: /private")
        .page("http://a.test/a", &refresh("0;url=/private"));
    let seen = crawl(&forbidden, &["http://a.test/a"], |_| ());
    assert_eq!(seen.refusals(), [("/private", "robots")]);
    assert!(!seen.requests.iter().any(|request| request.ends_with("/private")));
}
