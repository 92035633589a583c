//! Tests of the canonical form: the papers' tables, then properties of all texts.

use super::*;
use crate::limits::URL_BYTES;

fn canonical(text: &str) -> String {
    CanonicalUrl::parse(text).unwrap().into()
}

fn check(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(canonical(text), *expected, "{text}");
        assert_eq!(canonical(expected), *expected, "twice: {text}");
    }
}

#[test]
fn pant_2_4_list_of_steps() {
    check(&[
        ("HTTP://www.UIOWA.edu", "http://www.uiowa.edu/"),
        ("http://myspiders.biz.uiowa.edu/faq.html#what", "http://myspiders.biz.uiowa.edu/faq.html"),
        ("http://dollar.biz.uiowa.edu/%7Epant/", "http://dollar.biz.uiowa.edu/~pant/"),
        ("http://dollar.biz.uiowa.edu", "http://dollar.biz.uiowa.edu/"),
        ("http://dollar.biz.uiowa.edu/index.html", "http://dollar.biz.uiowa.edu/"),
        ("http://dollar.biz.uiowa.edu/a/index.htm", "http://dollar.biz.uiowa.edu/a/"),
        (
            "http://dollar.biz.uiowa.edu/%7Epant/BizIntel/Seeds/../ODPSeeds.dat",
            "http://dollar.biz.uiowa.edu/~pant/BizIntel/ODPSeeds.dat",
        ),
        ("http://dollar.biz.uiowa.edu:80/", "http://dollar.biz.uiowa.edu/"),
        ("http://dollar.biz.uiowa.edu:8080/", "http://dollar.biz.uiowa.edu:8080/"),
    ]);
}

#[test]
fn evolving_table_3_1() {
    check(&[
        ("http://IT.ISIKUN.EDU.TR", "http://it.isikun.edu.tr/"),
        ("http://it.isikun.edu.tr/sss.html#3", "http://it.isikun.edu.tr/sss.html"),
        ("http://it.isikun.edu.tr/%7estaj/", "http://it.isikun.edu.tr/~staj/"),
        ("http://it.isikun.edu.tr/index.html", "http://it.isikun.edu.tr/"),
        ("http://it.isikun.edu.tr/staj/../staj/", "http://it.isikun.edu.tr/staj/"),
        ("http://it.isikun.edu.tr:80/", "http://it.isikun.edu.tr/"),
    ]);
}

#[test]
fn rfc_3986_6_2_2_escapes() {
    check(&[
        ("http://a.test/%41%2d%2E%5f", "http://a.test/A-._"),
        ("http://a.test/%c3%a9%2f%3f", "http://a.test/%C3%A9%2F%3F"),
        ("http://a.test/é b", "http://a.test/%C3%A9%20b"),
        ("http://a.test/?q=%7e%2b+x", "http://a.test/?q=~%2B+x"),
        ("http://a.test/%", "http://a.test/%"),
        ("http://a.test/100%zz%4", "http://a.test/100%zz%4"),
        // Decoding these would create new escapes.
        ("http://a.test/%%37E", "http://a.test/%%37E"),
        ("http://a.test/%7%45", "http://a.test/%7%45"),
        ("http://a.test/%252E", "http://a.test/%252E"),
        ("http://a.test/a/%2e%2E/b", "http://a.test/b"),
        ("http://a.test/a^b", "http://a.test/a%5Eb"),
        ("http://a.test/a%5eb", "http://a.test/a%5Eb"),
        ("http://a.test/%^7E?a^b", "http://a.test/%%5E7E?a^b"),
    ]);
}

#[test]
fn default_documents_are_removed_unless_a_query_follows() {
    check(&[
        ("http://a.test/x/Default.aspx", "http://a.test/x/"),
        ("http://a.test/index.php?utm_source=mail", "http://a.test/"),
        ("http://a.test/index.php?id=3", "http://a.test/index.php?id=3"),
        ("http://a.test/index.html;jsessionid=1", "http://a.test/"),
        ("http://a.test/index.html/", "http://a.test/index.html/"),
        ("http://a.test/myindex.html", "http://a.test/myindex.html"),
        ("http://a.test/%69ndex.html", "http://a.test/"),
    ]);
}

#[test]
fn tracking_parameters_are_removed_and_others_keep_their_order() {
    check(&[
        ("http://a.test/p?utm_source=x&b=2&UTM_Medium=y&a=1&fbclid=z", "http://a.test/p?b=2&a=1"),
        ("http://a.test/p?gclid=1", "http://a.test/p"),
        ("http://a.test/p?utm%5Fsource=1", "http://a.test/p"),
        ("http://a.test/p?", "http://a.test/p"),
        ("http://a.test/p?&&a=1&", "http://a.test/p?a=1"),
        ("http://a.test/p?a&b=", "http://a.test/p?a&b="),
        ("http://a.test/p?ref=x&source=y", "http://a.test/p?ref=x&source=y"),
    ]);
}

#[test]
fn session_ids_are_removed_from_query_and_path() {
    check(&[
        ("http://a.test/p?PHPSESSID=0f3a&x=1", "http://a.test/p?x=1"),
        ("http://a.test/p;jsessionid=A1.node2?x=1", "http://a.test/p?x=1"),
        ("http://a.test/p;JSESSIONID=A1/q;v=1", "http://a.test/p/q;v=1"),
        ("http://a.test/p?sid=0f3a91c2d4e5b6a70f3a91c2d4e5b6a7", "http://a.test/p"),
        ("http://a.test/p?sid=1234", "http://a.test/p?sid=1234"),
        ("http://a.test/a/..;jsessionid=1/b", "http://a.test/a/..;jsessionid=1/b"),
        ("http://a.test/jsessionid=1;v=2", "http://a.test/jsessionid=1;v=2"),
    ]);
}

#[test]
fn a_whole_url_keeps_what_the_canonical_one_omits() {
    let omitted = |reference| {
        let base = Url::parse("http://a.test/").unwrap();
        let (_, omitted) = CanonicalUrl::join_with_omitted(&base, reference, None).unwrap();
        omitted.original.map(String::from)
    };
    for reference in ["p;jsessionid=A1", "p;jsessionid=A1/q", "p;v=1;jsessionid=A1/q;v=2", "p?fbclid=1&x=2"] {
        assert_eq!(omitted(reference), Some(format!("http://a.test/{reference}")));
    }
    for reference in ["p", "p;v=1", "p;v=1/..;jsessionid=1/q", "p?x=1"] {
        assert_eq!(omitted(reference), None, "{reference}");
    }
}

/// A list of prefixes or of ambiguous names would merge different pages.
#[test]
fn parameters_are_removed_by_exact_documented_names_only() {
    for query in [
        "pk_id=1",
        "pk_article=1",
        "session_id=2",
        "sessionid=3",
        "session=keynote2024monday1",
        "sess=0f3a91c2d4e5b6a70f3a91c2d4e5b6a7",
        "sid=0f3a91c2d4e5b6a7",
        "sid=keynote2024monday1keynote2024mon",
        "ssid=0f3a91c2d4e5b6a70f3a91c2d4e5b6a7",
        "cfid=12",
        "piwik_page=1",
        "matomo_version=5",
        "hsa_title=x",
        "utm_zone=33",
        "mtm_event=5",
        "ga_campaign_story=1",
        "s_cid=4",
        "aspsessionidx=1",
        "fb_source=x",
    ] {
        let address = format!("http://a.test/x?{query}");
        check(&[(&address, &address)]);
    }
    for query in [
        "pk_campaign=1&PK_KWD=2&pk_cid=3",
        "mtm_campaign=x&mtm_placement=y",
        "piwik_campaign=1&matomo_kwd=2",
        "hsa_acc=1&hsa_cam=2&hsa_ver=3",
        "utm_id=1&utm_source_platform=2",
        "zenid=1&osCsid=2",
        "sid=0F3A91c2d4e5b6a70f3a91c2d4e5b6a7",
    ] {
        check(&[(&format!("http://a.test/x?{query}"), "http://a.test/x")]);
    }
}

#[test]
fn parts_that_may_name_another_page_are_kept() {
    check(&[
        ("http://a.test//b///c", "http://a.test//b///c"),
        ("http://a.test/b", "http://a.test/b"),
        ("http://www.a.test/b/", "http://www.a.test/b/"),
        ("https://a.test/B?b=1&a=2", "https://a.test/B?b=1&a=2"),
    ]);
}

#[test]
fn a_host_name_with_a_trailing_dot_is_the_same_host() {
    check(&[
        ("http://a.test./b", "http://a.test/b"),
        ("http://a.test..:8080/b", "http://a.test:8080/b"),
        ("http://0x7f000001../", "http://127.0.0.1/"),
    ]);
    assert_eq!(CanonicalUrl::parse("http://./").unwrap_err().code(), "url-unreadable");
}

#[test]
fn urls_that_cannot_be_crawled_are_refused_with_a_code() {
    for (text, code) in [
        ("javascript:alert(1)", "url-scheme"),
        ("data:text/html,x", "url-scheme"),
        ("file:///etc/passwd", "url-scheme"),
        ("http://user@a.test/", "url-credentials"),
        ("http://:secret@a.test/", "url-credentials"),
        ("a.test/b", "url-unreadable"),
        ("http://a b/", "url-unreadable"),
        ("", "url-unreadable"),
    ] {
        assert_eq!(CanonicalUrl::parse(text).unwrap_err().code(), code, "{text}");
    }
}

#[test]
fn the_length_limit_applies_to_the_canonical_form() {
    let base = "http://a.test/";
    let longest = format!("{base}{}", "x".repeat(URL_BYTES - base.len()));
    assert_eq!(canonical(&longest).len(), URL_BYTES);
    assert_eq!(canonical(&format!("{longest}#{longest}")).len(), URL_BYTES);
    let longer = format!("{longest}x");
    assert_eq!(CanonicalUrl::parse(&longer), Err(UrlProblem::TooLong(URL_BYTES + 1)));
    assert_eq!(CanonicalUrl::try_from(longer), Err(UrlProblem::TooLong(URL_BYTES + 1)));
    assert!(CanonicalUrl::try_from(longest).is_ok());
}

#[test]
fn a_host_name_that_dns_cannot_represent_is_refused() {
    let host = |bytes: usize| format!("{}.test", "a".repeat(bytes - ".test".len()));
    for (bytes, is_taken) in [(253, true), (254, false), (2_070, false)] {
        let text = format!("http://{}/", host(bytes));
        assert_eq!(CanonicalUrl::parse(&text).is_ok(), is_taken, "{bytes}");
        assert_eq!(CanonicalUrl::try_from(text).is_ok(), is_taken, "{bytes}");
    }
    let with_port = format!("http://{}:8080/", host(253));
    assert!(CanonicalUrl::try_from(with_port).is_ok());
}

#[test]
fn references_are_resolved_against_their_base() {
    let base = Url::parse("http://a.test/b/c?d#e").unwrap();
    for (reference, expected) in [
        ("", "http://a.test/b/c?d"),
        ("#top", "http://a.test/b/c?d"),
        ("g", "http://a.test/b/g"),
        ("../g/", "http://a.test/g/"),
        ("?y", "http://a.test/b/c?y"),
        ("//Other.test", "http://other.test/"),
        (" /x\n", "http://a.test/x"),
        ("///b.test/x", "http://b.test/x"),
        (" \\//b.test", "http://b.test/"),
        ("////b.test/x//y", "http://b.test/x//y"),
    ] {
        assert_eq!(CanonicalUrl::join(&base, reference).unwrap().as_str(), expected, "{reference}");
    }
}

#[test]
fn the_parts_of_a_url() {
    let url = CanonicalUrl::parse("https://www.example.org:8443/a//b.html?q=1?2").unwrap();
    assert_eq!(url.host_key(), "https://www.example.org:8443");
    assert_eq!(url.authority(), "www.example.org:8443");
    assert_eq!(url.host(), "www.example.org");
    assert_eq!(url.site(), "example.org");
    assert_eq!(url.path(), "/a//b.html");
    assert_eq!(url.query(), Some("q=1?2"));
    assert_eq!(url.path_and_query(), "/a//b.html?q=1?2");
    assert_eq!(url.segments().collect::<Vec<_>>(), ["a", "b.html"]);
    assert_eq!(url.slashes(), 3);
    for (text, host) in [("http://[::1]/", "[::1]"), ("http://[::1]:81/", "[::1]"), ("http://a.test/:9", "a.test")] {
        assert_eq!(CanonicalUrl::parse(text).unwrap().host(), host, "{text}");
    }
}

#[test]
fn tokens_are_the_words_of_host_path_and_query() {
    for (text, words) in [
        ("https://www.linux.test/kernel-news/2.6_release.html", "www linux test kernel news 2 6 release html"),
        ("http://a.test:8080/?q=first+aid", "a test 8080 q first aid"),
        ("http://a.test/caf%C3%A9%20au%20lait/%E6%9C%BA%E5%99%A8", "a test café au lait 机器"),
        ("http://a.test/%FF", "a test"),
    ] {
        let url = CanonicalUrl::parse(text).unwrap();
        assert_eq!(url.tokens().collect::<Vec<_>>().join(" "), words, "{text}");
    }
}

#[test]
fn a_url_is_serialized_as_its_text_and_checked_when_read() {
    let url = CanonicalUrl::parse("http://a.test/b?c").unwrap();
    let bytes = postcard::to_stdvec(&url).unwrap();
    assert_eq!(bytes, postcard::to_stdvec("http://a.test/b?c").unwrap());
    assert_eq!(postcard::from_bytes::<CanonicalUrl>(&bytes).unwrap(), url);
    let bad = postcard::to_stdvec("javascript:alert(1)").unwrap();
    assert!(postcard::from_bytes::<CanonicalUrl>(&bad).is_err());
}

#[cfg(not(target_arch = "wasm32"))]
mod any_text {
    use super::*;
    use proptest::prelude::*;

    /// Generates texts of characters that the rules handle, so that the rules interact.
    fn url_text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("%"),
            Just("%7E"),
            Just("%2e"),
            Just("%2F"),
            Just("%25"),
            Just("7"),
            Just("E"),
            Just(".."),
            Just("."),
            Just("/"),
            Just("//"),
            Just("\\"),
            Just(";jsessionid=1"),
            Just(";"),
            Just("index.html"),
            Just("?"),
            Just("&"),
            Just("="),
            Just("utm_source"),
            Just("sid"),
            Just("#"),
            Just("@"),
            Just(":"),
            Just("80"),
            Just("é"),
            Just("'"),
            Just(" "),
            Just("a"),
            Just("%6"),
            Just("^"),
            Just("0x7f"),
            Just("\t"),
        ];
        let host = prop_oneof![
            Just("a.test"),
            Just("A.TEST."),
            Just("1.2.3.4.."),
            Just("[::1]"),
            Just("xn--a"),
            Just("é.test")
        ];
        (host, prop::collection::vec(piece, 0..16))
            .prop_map(|(host, pieces)| format!("http://{host}/{}", pieces.concat()))
    }

    proptest! {
        #[test]
        fn canonicalization_is_idempotent(text in url_text()) {
            if let Ok(once) = CanonicalUrl::parse(&text) {
                prop_assert_eq!(&CanonicalUrl::parse(once.as_str()).unwrap(), &once);
                let read = Url::parse(once.as_str()).unwrap();
                prop_assert_eq!(read.as_str(), once.as_str());
                prop_assert_eq!(format!("{}{}", once.host_key(), once.path_and_query()), once.as_str());
            }
        }

        #[test]
        fn no_text_panics(text in any::<String>(), reference in any::<String>()) {
            let _ = CanonicalUrl::from_person(&text);
            let base = Url::parse("http://a.test/b/").unwrap();
            if let Ok(url) = CanonicalUrl::join(&base, &reference) {
                prop_assert_eq!(&CanonicalUrl::parse(url.as_str()).unwrap(), &url);
                prop_assert!(url.tokens().all(|word| !word.is_empty()));
            }
        }
    }
}

#[test]
fn serialized_urls_are_deserialized_and_other_texts_are_refused() {
    let url = CanonicalUrl::parse("https://a.test:81/x?y=%20z").unwrap();
    assert_eq!(CanonicalUrl::try_from(String::from(url.clone())), Ok(url));
    for (text, code) in [
        ("javascript:alert(1)", "url-unreadable"),
        ("javascript://a.test/%0aalert(1)", "url-scheme"),
        ("http:///x", "url-unreadable"),
        ("http://a.test", "url-unreadable"),
        ("http://me@a.test/", "url-credentials"),
        ("http://a.test/ \nx", "url-unreadable"),
        ("http://a.test/\u{202e}", "url-unreadable"),
    ] {
        let problem = CanonicalUrl::try_from(text.to_owned()).unwrap_err();
        assert_eq!(problem.code(), code, "{text}");
    }
}
