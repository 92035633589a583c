//! Tests the policy. Each test is named after the clause of RFC 9309 that it proves.

use super::*;
use robotxt::Rule;
use types::limits::{CRAWL_DELAY_MAX_MS, ROBOTS_BYTES, ROBOTS_PATTERN_STARS, ROBOTS_STARS};

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
    // The fetcher may have truncated the file at the limit already; the incomplete line must not become a rule then either.
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
    let stars = format!("/{}b", "*a".repeat(ROBOTS_PATTERN_STARS));
    let file = format!("User-agent: *\n{}", format!("Disallow: {stars}\n").repeat(10));
    let policy = policy(&file);
    assert!(allows(&policy, &format!("/{}", "a".repeat(2_000))));
    assert!(!allows(&RobotsPolicy::from_status(200, b"User-agent: *\nDisallow: /*a*a*b$"), "/xaxaxb"));
}

#[test]
fn a_pattern_with_too_many_stars_only_becomes_stricter() {
    let stars = "*a".repeat(ROBOTS_PATTERN_STARS);
    let many = policy(format!("User-agent: *\nDisallow: /{stars}*b\nDisallow: /x\nAllow: /x{stars}*b"));
    assert!(!allows(&many, &format!("/{}", "a".repeat(2_000))));
    assert!(allows(&many, "/a") && !allows(&many, &format!("/x{}b", "a".repeat(40))));
    assert!(many.work() < 3_000, "{}", many.work());
}

/// The file makes one match as expensive as possible; it is read from a host and from a saved crawl.
#[test]
fn the_cost_of_a_match_is_bounded_for_any_file() {
    for pattern in ["*".repeat(900), "*a".repeat(450), format!("*{}", "a".repeat(900))] {
        let rules = (0..550).map(|n| format!("Disallow: /{pattern}b{n}\n"));
        let file = format!("User-agent: *\n{}", rules.collect::<String>());
        let (sent, raw) = (policy(&file), Robots::parse(file.as_bytes(), PRODUCT_TOKEN));
        let brought =
            RobotsPolicy::from(SavedPolicy { access: Access::Successful, rules: raw, crawl_delay_ms: Some(u64::MAX) });
        assert_eq!(brought.crawl_delay_ms(), Some(CRAWL_DELAY_MAX_MS));
        for policy in [sent, brought] {
            let most = 1_700 * ROBOTS_STARS as u64;
            assert!(policy.work() <= most, "{}", policy.work());
        }
    }
}

/// Each star is a search through the whole address, for every requested page.
#[test]
fn patterns_with_stars_beyond_the_limit_only_become_stricter() {
    let rules = |name: &str, times: usize| {
        let rules = (0..times).map(|n| format!("{name}: /{n:05}*{n:05}\n"));
        rules.collect::<Vec<_>>().concat()
    };
    let few = policy(format!("User-agent: *\n{}", rules("Disallow", ROBOTS_STARS)));
    assert!(allows(&few, "/00000") && !allows(&few, "/00000/00000"));
    assert!(allows(&few, "/00499") && !allows(&few, "/00499/00499"));
    let many = policy(format!("User-agent: *\nDisallow: /plain\n{}", rules("Disallow", 20_000)));
    assert!(allows(&many, "/00000") && !allows(&many, "/00000/00000"));
    assert!(!allows(&many, "/19999") && !allows(&many, "/19999/19999"));
    assert!(!allows(&many, "/plain") && allows(&many, "/other"));
    let stars = |policy: &RobotsPolicy| {
        let inner = |rule: &&Rule| rule.pattern().trim_end_matches('*').contains('*');
        policy.rules.rules().iter().filter(inner).count()
    };
    assert_eq!((stars(&few), stars(&many)), (ROBOTS_STARS, ROBOTS_STARS));
    let open = policy(format!("User-agent: *\nDisallow: /\n{}", rules("Allow", 20_000)));
    assert!(allows(&open, "/00000/00000") && !allows(&open, "/19999/19999"));
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

#[test]
fn the_cost_and_the_memory_of_rules_follow_their_patterns() {
    let policy = policy("User-agent: *\nDisallow: /a*b\nDisallow: /c");
    assert_eq!(policy.work(), 2 + STAR_WORK);
    assert_eq!(policy.bytes(), 2 * ROBOTS_RULE_COST + "/a*b/c".len());
}
