//! Tests the policy. Each test is named after the clause of RFC 9309 that it proves.

use super::*;
use types::limits::{CRAWL_DELAY_MAX_MS, ROBOTS_BYTES};

fn policy(file: impl AsRef<[u8]>) -> RobotsPolicy {
    RobotsPolicy::from_status(200, file.as_ref())
}

fn allows(policy: &RobotsPolicy, path: &str) -> bool {
    policy.allows(&CanonicalUrl::parse(&format!("http://a.test{path}")).unwrap())
}

/// Checks rows of a file, a path, and whether it may be fetched.
fn check(table: &[(&str, &str, bool)]) {
    for (file, path, expected) in table {
        assert_eq!(allows(&policy(file), path), *expected, "{path} under\n{file}");
    }
}

#[test]
fn s2_2_1_the_product_token_is_matched_without_case_and_suffix() {
    for name in
        ["salticid", "Salticid", "SALTICID", "salticid/1.2", "salticid/1.2 (+https://example.org)", "salticid bot"]
    {
        check(&[(&format!("User-agent: {name}\nDisallow: /a"), "/a", false)]);
    }
    for name in ["salticid-images", "saltici", "*bot", "notsalticid", "foobot", ""] {
        check(&[(&format!("User-agent: {name}\nDisallow: /a"), "/a", true)]);
    }
}

#[test]
fn s2_2_1_groups_with_the_same_name_are_merged() {
    let file =
        "User-agent: salticid\nDisallow: /a\n\nUser-agent: other\nDisallow: /b\n\nUser-agent: salticid/2\nDisallow: /c";
    check(&[(file, "/a", false), (file, "/b", true), (file, "/c", false)]);
}

#[test]
fn s2_2_1_a_comment_may_follow_the_star() {
    for name in ["*", "* # all", "*#all", "* bots"] {
        check(&[(&format!("User-agent: {name}\nDisallow: /a"), "/a", false)]);
    }
}

#[test]
fn s2_2_1_a_name_that_begins_with_a_digit_is_another_crawlers() {
    let file = "User-agent: *\nDisallow: /internal\n\nUser-agent: 5emeRue\nDisallow: /";
    check(&[(file, "/foo", true), (file, "/internal", false)]);
}

#[test]
fn s2_2_1_several_names_share_the_group_that_follows() {
    let file = "User-agent: other\nUser-agent: salticid\nDisallow: /a\nUser-agent: third\nDisallow: /b";
    check(&[(file, "/a", false), (file, "/b", true)]);
}

#[test]
fn s2_2_1_the_star_group_applies_only_if_no_group_names_the_crawler() {
    let named = "User-agent: *\nDisallow: /a\nUser-agent: salticid\nDisallow: /b";
    let empty = "User-agent: *\nDisallow: /\nUser-agent: salticid\nDisallow:";
    let star = "User-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /a\nUser-agent: *\nDisallow: /b";
    check(&[(named, "/a", true), (named, "/b", false), (empty, "/a", true)]);
    check(&[(star, "/a", false), (star, "/b", false), (star, "/c", true)]);
    check(&[("User-agent: other\nDisallow: /", "/a", true), ("", "/a", true)]);
}

#[test]
fn s2_2_1_rules_before_the_first_group_are_ignored() {
    check(&[("Disallow: /\nUser-agent: *\nDisallow: /a", "/b", true)]);
}

#[test]
fn s2_2_2_an_empty_value_is_no_rule() {
    let file = "User-agent: *\nDisallow:\nDisallow: /wp-admin";
    check(&[(file, "/wp-admin/x", false), (file, "/y", true)]);
}

#[test]
fn s2_2_2_the_longest_match_wins_and_allow_wins_a_tie() {
    let file = "User-agent: *\nDisallow: /a/\nAllow: /a/b/\nDisallow: /a/b/c/\nAllow: /tie\nDisallow: /tie";
    for (path, expected) in
        [("/a/x", false), ("/a/b/x", true), ("/a/b/c/x", false), ("/tie", true), ("/A/x", true), ("/", true)]
    {
        check(&[(file, path, expected)]);
    }
    check(&[("User-agent: *\nDisallow: /tie\nAllow: /tie", "/tie", true)]);
}

#[test]
fn s2_2_2_rules_are_matched_against_the_address_that_is_requested() {
    let url = CanonicalUrl::parse("http://a.test/docs/index.html").unwrap();
    let policy = policy("User-agent: *\nDisallow: /docs/index.html");
    for (address, expected) in [
        ("http://a.test/docs/", true),
        ("http://a.test/docs/index.html", false),
        ("http://a.test:80/docs/index.html?utm_source=x", false),
        ("http://a.test", true),
        ("http://a.test?x", true),
    ] {
        assert_eq!(policy.allows_request(&url, address), expected, "{address}");
    }
    let closed = self::policy("User-agent: *\nDisallow: /docs/$");
    assert!(!closed.allows_request(&url, "http://a.test/docs/index.html"));
}

#[test]
fn s2_2_2_robots_txt_itself_is_always_allowed() {
    check(&[
        ("User-agent: *\nDisallow: /", "/robots.txt", true),
        ("User-agent: *\nDisallow: /", "/robots.txt2", false),
    ]);
    assert!(allows(&RobotsPolicy::unreachable(), "/robots.txt"));
}

#[test]
fn s2_2_2_escapes_are_normalized_before_matching() {
    for (rule, path, matches) in [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz", true),
        ("/foo/bar?baz=http://foo.bar", "/foo/bar?baz=http://foo.bar", true),
        ("/foo/bar/U+E38384", "/foo/bar/%E3%83%84", false),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84", true),
        ("/foo/bar/%E3%83%84", "/foo/bar/ツ", true),
        ("/foo/bar/%e3%83%84", "/foo/bar/ツ", true),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz", true),
        ("/%7Ejoe", "/~joe", true),
        ("/~joe", "/%7ejoe", true),
        ("/a%2Fb", "/a/b", false),
        ("/a%2fb", "/a%2Fb", true),
        ("/*%2F*", "/a/b", false),
        ("/*%2F*", "/a%2Fb", true),
        ("/*q=*relevance*", "/c?q=%3Arelevance", true),
        ("/a|b", "/a%7Cb", true),
        ("/a%7cb", "/a|b", true),
        ("/a{y}^`", "/a%7By%7D%5E%60", true),
        ("/a b\"<>\\\\", "/a%20b%22%3C%3E%5C%5C", true),
        ("/100%", "/100%", true),
        ("/a%zz", "/a%zz", true),
    ] {
        check(&[(&format!("User-agent: *\nDisallow: {rule}"), path, !matches)]);
    }
}

#[test]
fn s2_2_3_star_and_dollar() {
    for (rule, path, matches) in [
        ("/this/*/exactly", "/this/or/that/exactly", true),
        ("*.gif$", "/a/b.gif", true),
        ("/*.gif$", "/a/b.gif?x", false),
        ("/exact$", "/exact", true),
        ("/exact$", "/exactly", false),
        ("/exact$ # comment", "/exact", true),
        ("/*?*sort=", "/list?page=1&sort=asc", true),
        ("/a*", "/a", true),
        ("/$", "/", true),
        ("/$", "/a", false),
        ("/***x", "/abx", true),
    ] {
        check(&[(&format!("User-agent: *\nDisallow: {rule}"), path, !matches)]);
    }
}

#[test]
fn s2_2_3_a_star_at_the_beginning_stands_for_no_character_too() {
    for (rule, path, matches) in [
        ("*/wp-admin/*", "/wp-admin/x", true),
        ("*/account/", "/account/", true),
        ("*/account/", "/en/account/", true),
        ("*/test", "/test", true),
        ("*/test*", "/a/testing", true),
        ("*/test$", "/test", true),
        ("*/test$", "/tests", false),
        ("**/test", "/test", true),
        ("*/te*t", "/text", true),
        ("*/?*", "/?x", true),
        ("/*/test", "/test", false),
        ("/*/test", "/a/test", true),
        ("*.php", "/a.php?x", true),
        ("*?*", "/a?x", true),
        ("*?*", "/a", false),
        ("*", "/", true),
    ] {
        check(&[(&format!("User-agent: *\nDisallow: {rule}"), path, !matches)]);
    }
}

/// RFC 9309 §2.2 begins a pattern with a slash, Google's parser and others accept a star. Any other value matches no
/// path.
#[test]
fn s2_2_a_pattern_without_slash_and_star_matches_nothing() {
    for rule in ["a", "a.test/a", "http://a.test/a", "$", "?x"] {
        check(&[(&format!("User-agent: *\nDisallow: {rule}"), "/a?x", true)]);
    }
}

#[test]
fn s2_2_3_escaped_specials_match_the_bare_characters() {
    for (rule, path, matches) in [
        ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html", true),
        ("/path/file-with-a-%2A.html", "/path/file-with-a-b.html", false),
        ("/path/file-with-a-%2a.html$", "/path/file-with-a-%2A.html", true),
        ("/path/foo-%24", "/path/foo-$", true),
        ("/a$b", "/a$b", true),
        ("/a$b$", "/a$bc", false),
        ("/a", "/a$b", true),
    ] {
        check(&[(&format!("User-agent: *\nDisallow: {rule}"), path, !matches)]);
    }
}

#[test]
fn s2_2_4_other_records_do_not_end_a_group() {
    for record in ["Sitemap: http://a.test/s.xml", "Crawl-delay: 2", "Host: a.test", "nonsense", "# comment", ""] {
        let between_names = format!("User-agent: salticid\n{record}\nUser-agent: other\nDisallow: /a");
        let between_rules = format!("User-agent: salticid\nDisallow: /b\n{record}\nDisallow: /a");
        check(&[(&between_names, "/a", false), (&between_rules, "/a", false)]);
    }
}

#[test]
fn s2_3_line_ends_byte_order_marks_and_invalid_bytes() {
    for file in [
        "User-agent: *\r\nDisallow: /a\r\n",
        "User-agent: *\rDisallow: /a\r",
        "User-agent: *\nDisallow: /a",
        "\u{feff}User-agent: *\nDisallow: /a",
        "  user-AGENT :\t*\n\tDISALLOW\t:\t/a   # why",
        "\u{0}User-agent: *\nDisallow: /a",
    ] {
        check(&[(file, "/a", false), (file, "/b", true)]);
    }
    for mark in [&b"\xEF\xBB\xBF"[..], b"\xEF\xBB", b"\xEF"] {
        let policy = policy([mark, b"User-agent: *\nDisallow: /a"].concat());
        assert!(!allows(&policy, "/a") && allows(&policy, "/b"), "{mark:?}");
    }
    for before in ["Crawl-delay: 1\n", "Sitemap: x\n", "  ", "\n"] {
        let file = format!("{before}\u{feff}User-agent: *\nDisallow: /a");
        check(&[(&file, "/a", true)]);
    }
    assert!(!allows(&policy(b"User-agent: *\nDisallow: /\xff\nDisallow: /a"), "/a"));
    check(&[("<!doctype html><title>Not found</title>", "/a", true)]);
}

#[test]
fn s2_3_1_1_to_4_each_status_has_its_access_rule() {
    let body = b"User-agent: *\nDisallow: /a";
    for (status, a, b) in [
        (200, false, true),
        (204, false, true),
        (301, true, true),
        (304, true, true),
        (400, true, true),
        (401, true, true),
        (403, true, true),
        (404, true, true),
        (429, true, true),
        (500, false, false),
        (503, false, false),
        (599, false, false),
        (0, false, false),
        (999, false, false),
    ] {
        let policy = RobotsPolicy::from_status(status, body);
        assert_eq!((allows(&policy, "/a"), allows(&policy, "/b")), (a, b), "{status}");
    }
}

/// Stack Overflow answers 418 with such a file.
#[test]
fn a_client_error_whose_body_forbids_every_page_is_honored() {
    let closed = "License: https://a.test/license.xml\nUser-agent: *\nContent-signal: search=no\nDisallow: /\n";
    for (status, body, expected) in [
        (418, closed, false),
        (403, closed, false),
        (404, "User-agent: salticid\nDisallow: *\n", false),
        (429, "\u{feff}User-agent: *\nDisallow: /*", false),
        (418, "User-agent: other\nDisallow: /", true),
        (418, "User-agent: *\nDisallow: /\nAllow: /a", true),
        (418, "User-agent: *\nDisallow: /b", true),
        (404, "<pre>\nUser-agent: *\nDisallow: /\n</pre>", true),
        (404, "", true),
        (302, closed, true),
    ] {
        assert_eq!(allows(&RobotsPolicy::from_status(status, body.as_bytes()), "/b"), expected, "{status} {body}");
    }
    let summary = RobotsPolicy::from_status(418, closed.as_bytes()).summary();
    assert_eq!(summary, "blocked: the host's robots.txt disallows every page");
}

#[test]
fn s2_3_1_2_too_many_redirects_allow_all() {
    assert!(allows(&RobotsPolicy::unavailable(), "/a"));
}

#[test]
fn s2_3_1_4_a_host_that_does_not_respond_is_disallowed() {
    assert!(!allows(&RobotsPolicy::unreachable(), "/a"));
}

#[test]
fn s2_5_a_file_over_the_limit_is_read_up_to_its_last_whole_line() {
    let mut file = b"User-agent: *\nDisallow: /first\n".to_vec();
    while file.len() < ROBOTS_BYTES - 40 {
        file.extend_from_slice(b"# filling\n");
    }
    file.extend_from_slice(b"Disallow: /within\n");
    file.extend_from_slice(format!("Disallow: /{}\nDisallow: /beyond\n", "c".repeat(60)).as_bytes());
    assert!(file.len() > ROBOTS_BYTES);
    // The fetcher may have truncated the file at the limit already; the incomplete line must not become a rule then
    // either.
    for read in [&file[..], &file[..ROBOTS_BYTES]] {
        let policy = policy(read);
        assert!(!allows(&policy, "/first"));
        assert!(!allows(&policy, "/within"));
        assert!(allows(&policy, "/beyond"));
        assert!(allows(&policy, &format!("/{}", "c".repeat(60))));
    }
}

#[test]
fn the_crawl_delay_belongs_to_its_group_and_is_limited() {
    for (file, expected) in [
        ("User-agent: *\nCrawl-delay: 2", Some(2_000)),
        ("User-agent: *\nCrawl-delay: 0.5\nDisallow: /a", Some(500)),
        ("User-agent: salticid\nCrawl-delay: 3\nUser-agent: *\nCrawl-delay: 9", Some(3_000)),
        ("User-agent: salticid\nDisallow: /a\nUser-agent: *\nCrawl-delay: 9", None),
        ("User-agent: *\nCrawl-delay: 100000", Some(CRAWL_DELAY_MAX_MS)),
        ("User-agent: *\nCrawl-delay: 1e300", None),
        ("User-agent: *\nCrawl-delay: -1", None),
        ("User-agent: *\nCrawl-delay: soon", None),
        ("User-agent: *\nCrawl-delay: 10s", Some(10_000)),
        ("User-agent: *\nCrawl-delay: 10 seconds", Some(10_000)),
        ("User-agent: *\nCrawl-delay: 1,5", Some(1_500)),
        ("User-agent: *\nCrawl-delay: .5", Some(500)),
        ("User-agent: *\nCrawl-delay: 5.", Some(5_000)),
        ("User-agent: *\nCrawl-Delay:10 # x", Some(10_000)),
        ("User-agent: *\nCrawl-delay: \"10\";", Some(10_000)),
        ("User-agent: *\nCrawl-delay 10", Some(10_000)),
        ("User-agent: *\nCrawl-delay: 5-10", Some(5_000)),
        ("User-agent: *\nCrawl-delay: 1 minute", None),
        ("User-agent: *\nCrawl-delay: 1.2.3", None),
        ("", None),
    ] {
        assert_eq!(policy(file).crawl_delay_ms(), expected, "{file}");
    }
}

#[test]
fn the_summary_describes_the_rules_and_their_reason() {
    for (policy, expected) in [
        (
            policy("User-agent: *\nDisallow: /a\nDisallow: /b\nAllow: /c\nCrawl-delay: 2"),
            "3 rules; 2 s between requests",
        ),
        (policy("User-agent: *\nDisallow: /a\nCrawl-delay: 1.5"), "1 rule; 1500 ms between requests"),
        (policy(""), "no rules"),
        (policy("User-agent: *\nDisallow: /"), "blocked: the host's robots.txt disallows every page"),
        (RobotsPolicy::from_status(404, b""), "allowed: the host has no robots.txt (404)"),
        (RobotsPolicy::unavailable(), "allowed: the host has no robots.txt"),
        (RobotsPolicy::from_status(503, b""), "blocked: the host's robots.txt could not be read (503)"),
        (RobotsPolicy::unreachable(), "blocked: the host's robots.txt could not be read"),
    ] {
        assert_eq!(policy.summary(), expected);
    }
}

/// A matcher that tries every distribution of text over the stars would not finish.
#[test]
fn rules_with_many_stars_are_matched_without_backtracking() {
    let file = format!("User-agent: *\nDisallow: /{}b\nDisallow: /*a*a*b$", "*a".repeat(10_000));
    assert!(allows(&policy(file), &format!("/{}", "a".repeat(2_000))));
    assert!(!allows(&policy("User-agent: *\nDisallow: /*a*a*b$"), "/xaxaxb"));
}

/// The file makes one match as expensive as possible. A step of a crawl may spend `ROBOTS_STEP_WORK`.
#[test]
fn the_cost_of_a_match_is_bounded_for_any_file() {
    for line in ["Allow:*\n", "Allow:*b\n", "Allow:*a*\n", "Disallow: /*a*b*c*d*e*f\n"] {
        let rules = (0..ROBOTS_BYTES / line.len()).map(|n| format!("{}{n}\n", line.trim_end()));
        let file = format!("User-agent:*\n{}", rules.collect::<String>());
        let policy = policy(&file[..ROBOTS_BYTES]);
        assert!(policy.work() <= types::limits::ROBOTS_STEP_WORK / 2, "{line}: {}", policy.work());
        assert!(policy.bytes() < 5 * 1024 * 1024, "{line}: {}", policy.bytes());
    }
}

/// The robots.txt of www.etsy.com has 506 such rules.
#[test]
fn s2_2_2_rules_with_stars_close_nothing_else_however_many_they_are() {
    for count in [499, 506, 20_000] {
        let rules = (0..count)
            .map(|n| format!("Disallow: /folder-{n:05}/*/page\nDisallow: /*?s{n}=\n"))
            .collect::<Vec<_>>()
            .concat();
        let file = format!("User-agent: *\n{rules}Allow: /folder-00000/*/page/open\n");
        let policy = policy(&file);
        let last = format!("/folder-{:05}/x/page", (count - 1).min(8_000));
        for (path, expected) in
            [("/", true), ("/listing", true), ("/folder-00000/x", true), (&last, false), ("/x?s9=", false)]
        {
            assert_eq!(allows(&policy, path), expected, "{path} of {count}");
        }
    }
}

#[test]
fn a_restored_policy_gives_the_same_decisions() {
    let rules = "User-agent: *\nDisallow: /a\nAllow: /a$\nDisallow: /x$y\nCrawl-delay: 2";
    for saved in [policy(rules), RobotsPolicy::unavailable(), RobotsPolicy::unreachable()] {
        let bytes = postcard::to_stdvec(&saved).unwrap();
        let read: RobotsPolicy = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(read, saved);
        for path in ["/a", "/ab", "/x$y", "/robots.txt"] {
            assert_eq!(allows(&read, path), allows(&saved, path), "{path}");
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod any_file {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn arbitrary_files_never_panic(file in prop::collection::vec(any::<u8>(), 0..300), status in any::<u16>()) {
            let policy = RobotsPolicy::from_status(status, &file);
            prop_assert!(allows(&policy, "/robots.txt"));
            let _ = (allows(&policy, "/a?b=$*"), policy.summary());
        }
    }
}

#[test]
fn rfc9309_2_2_1_another_crawler_gets_the_rules_of_its_own_product_token() {
    let file = b"User-agent: otherbot\nDisallow: /a\nCrawl-delay: 3\n\nUser-agent: *\nDisallow: /b\n";
    let other = RobotsPolicy::for_agent("otherbot", 200, file);
    assert_eq!(["/a", "/b"].map(|path| allows(&other, path)), [false, true]);
    assert_eq!(other.crawl_delay_ms(), Some(3_000));
    assert_eq!(["/a", "/b"].map(|path| allows(&policy(file), path)), [true, false]);
}

/// Rows as in the published tests of Google's parser (google/robotstxt, `robots_test.cc`), with this crawler for its
/// `FooBot`.
#[test]
fn google_published_cases() {
    const AGENT: &str = "User-agent: salticid\n";
    let paths = |rules: &str, rows: &[(&str, bool)]| {
        for (path, expected) in rows {
            check(&[(&format!("{AGENT}{rules}"), path, *expected)]);
        }
    };
    // ID_LineSyntax_Line, _Groups, _Groups_OtherRules
    for file in ["user-agent: salticid\ndisallow: /", "user-agent salticid\ndisallow /"] {
        check(&[(file, "/x/y", false)]);
    }
    check(&[("foo: salticid\nbar: /", "/x/y", true)]);
    let groups = "allow: /foo/bar/\n\nuser-agent: salticid\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\n\
                  allow: /y/\n\n\
                  allow: /w/\nuser-agent: BazBot\n\nuser-agent: salticid\nallow: /z/\ndisallow: /\n";
    for (path, expected) in [("/x/b", true), ("/z/d", true), ("/y/c", false), ("/w/a", false), ("/foo/bar/", false)] {
        check(&[(groups, path, expected)]);
    }
    for other in ["Sitemap: https://foo.bar/sitemap", "Invalid-Unknown-Line: unknown"] {
        check(&[(&format!("User-agent: BarBot\n{other}\nUser-agent: *\nDisallow: /\n"), "/", false)]);
        check(&[(&format!("User-agent: salticid\n{other}\nUser-agent: *\nDisallow: /\n"), "/", false)]);
    }
    // ID_UserAgentValueCaseInsensitive, GoogleOnly_AcceptUserAgentUpToFirstSpace, ID_GlobalGroups_Secondary
    for name in ["SALTICID", "Salticid", "salticid bot", "salticid/2.1"] {
        check(&[(&format!("User-Agent: *\nDisallow: /\nUser-Agent: {name}\nAllow: /x/\nDisallow: /\n"), "/x/y", true)]);
    }
    check(&[("user-agent: *\nallow: /\nuser-agent: salticid\ndisallow: /\n", "/x/y", false)]);
    check(&[("user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /\n", "/x/y", true)]);
    // ID_AllowDisallow_Value_CaseSensitive, ID_LongestMatch
    paths("disallow: /X/\n", &[("/x/y", true)]);
    paths("disallow: /x/page.html\nallow: /x/\n", &[("/x/page.html", false)]);
    paths("allow: /x/page.html\ndisallow: /x/\n", &[("/x/page.html", true), ("/x/", false)]);
    paths("disallow: \nallow: \n", &[("/x/page.html", true)]);
    paths("disallow: /\nallow: /\n", &[("/x/page.html", true)]);
    paths("disallow: /x\nallow: /x/\n", &[("/x", false), ("/x/", true)]);
    paths("disallow: /x/page.html\nallow: /x/page.html\n", &[("/x/page.html", true)]);
    paths("allow: /page\ndisallow: /*.html\n", &[("/page.html", false), ("/page", true)]);
    paths("allow: /x/page.\ndisallow: /*.html\n", &[("/x/page.html", true), ("/x/y.html", false)]);
    // ID_Encoding
    paths(
        "disallow: /\nallow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par\n",
        &[("/foo/bar?qux=taz&baz=http://foo.bar?tar&par", true)],
    );
    paths("disallow: /\nallow: /foo/bar/ツ\n", &[("/foo/bar/%E3%83%84", true)]);
    paths("disallow: /\nallow: /foo/bar/%E3%83%84\n", &[("/foo/bar/%E3%83%84", true)]);
    // ID_SpecialCharacters
    paths(
        "disallow: /foo/bar/quz\nallow: /foo/*/qux\n",
        &[("/foo/bar/quz", false), ("/foo/quz", true), ("/foo//quz", true), ("/foo/bax/quz", true)],
    );
    paths(
        "disallow: /foo/bar$\nallow: /foo/bar/qux\n",
        &[("/foo/bar", false), ("/foo/bar/qux", true), ("/foo/bar/", true), ("/foo/bar/baz", true)],
    );
    paths("# disallow: /\ndisallow: /foo/quz#qux\nallow: /\n", &[("/foo/bar", true), ("/foo/quz", false)]);
    // GoogleOnly_IndexHTMLisDirectory
    paths(
        "allow: /allowed-slash/index.html\ndisallow: /\n",
        &[
            ("/allowed-slash/index.html", true),
            ("/allowed-slash/index.htm", true),
            ("/allowed-slash/", true),
            ("/anyother", false),
        ],
    );
    // GoogleOnly_DocumentationChecks
    paths(
        "disallow: /\nallow: /fish\n",
        &[
            ("/bar", false),
            ("/fish", true),
            ("/fish.html", true),
            ("/fishheads/yummy.html", true),
            ("/fish.html?id=x", true),
            ("/Fish.asp", false),
            ("/catfish", false),
            ("/?id=fish", false),
        ],
    );
    paths(
        "disallow: /\nallow: /fish*\n",
        &[
            ("/fish", true),
            ("/fish/salmon.html", true),
            ("/fish.php?id=x", true),
            ("/Fish.bar", false),
            ("/catfish", false),
        ],
    );
    paths(
        "disallow: /\nallow: /fish/\n",
        &[("/fish/", true), ("/fish/salmon", true), ("/fish/?salmon", true), ("/fish", false), ("/fish.html", false)],
    );
    paths(
        "disallow: /\nallow: /*.php\n",
        &[("/filename.php", true), ("/folder/filename.php?p", true), ("/php/", false), ("/filename.PHP", false)],
    );
    paths(
        "disallow: /\nallow: /*.php$\n",
        &[
            ("/folder/filename.php", true),
            ("/filename.php?p", false),
            ("/filename.php/", false),
            ("/filename.php5", false),
            ("/aaaphpaaa", false),
        ],
    );
    paths(
        "disallow: /\nallow: /fish*.php\n",
        &[("/fish.php", true), ("/fishheads/catfish.php?p", true), ("/Fish.PHP", false)],
    );
    paths("allow: /p\ndisallow: /\n", &[("/page", true)]);
    paths("allow: /folder\ndisallow: /folder\n", &[("/folder/page", true)]);
    paths("allow: /$\ndisallow: /\n", &[("/", true), ("/page.html", false)]);
    // ID_LinesNumbersAreCountedCorrectly: line ends
    for end in ["\r\n", "\r", "\n"] {
        let file = ["User-Agent: foo", "Allow: /some/path", "User-Agent: salticid", "", "", "Disallow: /"].join(end);
        check(&[(&file, "/x", false)]);
    }
    // ID_UTF8ByteOrderMarkIsSkipped
    check(&[("\u{feff}User-Agent: foo\nDisallow: /a\nUser-agent: *\nDisallow: /b", "/b", false)]);
}

/// The examples of RFC 9309 §5.1 and §5.2.
#[test]
fn s5_the_examples_of_the_rfc() {
    let simple = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n\
                  User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n\
                  User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n";
    for (agent, path, expected) in [
        ("salticid", "/a.gif", false),
        ("salticid", "/example/page.html", false),
        ("salticid", "/publications/x", true),
        ("foobot", "/example/page.html", true),
        ("foobot", "/example/allowed.gif", true),
        ("foobot", "/publications/", false),
        ("bazbot", "/example/page.html", false),
        ("bazbot", "/a.gif", true),
        ("quxbot", "/example/page.html", true),
        ("FooBot/2.1", "/", false),
    ] {
        let policy = RobotsPolicy::for_agent(agent, 200, simple.as_bytes());
        assert_eq!(allows(&policy, path), expected, "{agent} {path}");
    }
    let longest = "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";
    let policy = RobotsPolicy::for_agent("foobot", 200, longest.as_bytes());
    assert!(allows(&policy, "/example/page/x") && !allows(&policy, "/example/page/disallowed.gif"));
}
