//! Tests which strings in the data of a page are links, and with which anchors.

use super::*;
use std::fmt::Write;
use types::limits::SCRIPT_DATA_BYTES;

/// Returns the paths of the links in the data of a page at `https://a.test/here`, each with its anchor.
fn found(markup: &str) -> Vec<(String, String)> {
    let page = CanonicalUrl::parse("https://a.test/here").unwrap();
    let links = links(markup, &page, 7);
    assert!(links.iter().all(|link| link.kind == LinkKind::Data && link.span == (7, 7)));
    links.into_iter().map(|link| (link.url.path_and_query().to_owned(), link.anchor)).collect()
}

#[track_caller]
fn check(markup: &str, expected: &[(&str, &str)]) {
    let found = found(markup);
    let found: Vec<(&str, &str)> = found.iter().map(|(path, anchor)| (path.as_str(), anchor.as_str())).collect();
    assert_eq!(found, expected, "{markup}");
}

fn script(content: &str) -> String {
    format!("<div id=root></div><script>{content}</script><script src=/a.js></script>")
}

#[test]
fn addresses_in_json_have_the_title_or_name_beside_them() {
    let json = r#"{"props":{"list":[{"title":"One","name":"x","url":"/one"},{"href":"/two?p=2","label":"Two"}]}}"#;
    check(
        &format!("<script id=__NEXT_DATA__ type=application/json>{json}</script>"),
        &[("/one", "One"), ("/two?p=2", "Two")],
    );
    let json = r#"{"@type":"ListItem","position":1,"name":"Spiders","item":"https://a.test/spiders/"}"#;
    check(&format!("<script type='application/ld+json'>[{json}]</script>"), &[("/spiders/", "Spiders")]);
    check(&script(r#"a = {"title":"All","list":[{"u":"/one"},"/two"]}"#), &[("/one", ""), ("/two", "")]);
}

#[test]
fn objects_that_scripts_assign_or_pass_on_are_data() {
    let expected = &[("/one", "One")];
    check(&script(r#"window.__INITIAL_STATE__ = {"a":[{"title":"One","url":"\/one"}]};"#), expected);
    check(&script(r#"kit.start(app, element, {data:[null,{title:"One",path:"/one"}]})"#), expected);
    check(&script("x.y=[{title:'One',path:'/one'}]"), expected);
    check(&script(r#"(function(a){return {t:{title:"One",path:"\u002Fone"}}}(1))"#), expected);
}

#[test]
fn strings_that_are_data_themselves_are_read() {
    let expected = &[("/one", "Say \"1\"")];
    let first = r#"self.__next_f.push([1,"1:[\"$\",\"a\",null,{\"children\":\"Say \\\"1\\\"\",\"hr"])"#;
    let rest = r#"self.__next_f.push([1,"ef\":\"/one\"}]\n"])"#;
    check(&format!("{}{}", script(first), script(rest)), expected);
    check(&script(r#"s = JSON.parse("{\"url\":\"/one\",\"name\":\"Say \\\"1\\\"\"}")"#), expected);
    check(&script(r#"s = JSON.parse('{"url":"/one","name":"Say \\"1\\""}')"#), expected);
    check(&script(r#"s = JSON.parse('{"name":"It\'s","url":"/one"}')"#), &[("/one", "It's")]);
    // One level only.
    check(&script(r#"s = JSON.parse("[JSON.parse(\"{\\\"url\\\":\\\"/one\\\"}\")]")"#), &[]);
}

#[test]
fn attributes_that_are_objects_are_data() {
    let json = "{&quot;props&quot;:[{&quot;title&quot;:&quot;One&quot;,&quot;url&quot;:&quot;/one&quot;}]}";
    check(&format!("<div id=app data-page=\"{json}\"></div>"), &[("/one", "One")]);
    check("<div onclick='f({\"url\":\"/one\"})'>", &[]);
}

#[test]
fn other_hosts_files_interfaces_and_patterns_are_no_pages() {
    for text in [
        "https://b.test/one",
        "//b.test/one",
        "http://a.test:8080/one",
        "/here",
        "#part",
        "/img/a.webp",
        "/a.b/c.JSON",
        "/app.webmanifest",
        "/api/list",
        "/v1/API/list",
        "/_next/data/x",
        "/.well-known/x",
        "/static/x",
        "/articles/[slug]",
        "/articles/:slug",
        "/$lang/x",
        "/(group)/x",
        "/search?q={query}",
        "/a b",
        "/*",
        "<a href='/x'>",
        "one/two",
    ] {
        check(&script(&format!("a = {{\"url\":{}}}", serde_json::to_string(text).unwrap())), &[]);
    }
    check(&script(r#"a = {"apiUrl":"/one","basePath":"/two","src":"/three","assetPrefix":"/four"}"#), &[]);
}

#[test]
fn pages_have_no_extension_or_that_of_a_page() {
    for path in ["/", "/one", "/one.html", "/one.PHP?id=3", "/v1.2", "/wiki/File:One_(1)", "/St._Mary-Church", "/é"] {
        assert_eq!(found(&script(&format!("a = [{{u:\"{path}\"}}]"))).len(), 1, "{path}");
    }
    check(&script(r#"a = {"u":"https://a.test/one#part"}"#), &[("/one", "")]);
    check(&script(r#"a = {"u":"//a.test/one"}"#), &[("/one", "")]);
}

#[test]
fn strings_of_code_are_no_data() {
    check(&script("fetch('/one'); x = '/two'; go(1, '/three'); if (a == '/four') { b('/five') }"), &[]);
    check("<script src=/a.js>a = {u: '/one'}</script><style>{a:'/two'}</style><p>{a:'/three'}</p>", &[]);
}

#[test]
fn a_target_occurs_once_with_its_first_anchor() {
    let json = r#"a = [{"u":"/one"},{"u":"/one","title":"One"},{"u":"/one","title":"Uno"}]"#;
    check(&script(json), &[("/one", "One")]);
}

#[test]
fn damage_costs_its_place_only() {
    let after = "\nb = {\"u\":\"/one\"}";
    for damage in [r#"a = "not closed"#, "it's {[(", "a = {\"x\":[1,2}", "}}}]])", "a = {\"u\":\"/\\x41\"}", "`"] {
        assert!(found(&script(&format!("{damage}{after}"))).iter().any(|(path, _)| path == "/one"), "{damage}");
    }
    // The first end tag ends a script, whatever string it is in.
    check(r#"<script>a = {"u":"</script>{"u":"/x"}<script>b = {"u":"/one"}</script>"#, &[("/one", "")]);
    check(r#"<script>a = {"u":"/two","t":"<\/script>"}</script>"#, &[("/two", "")]);
}

#[test]
fn links_and_bytes_are_limited() {
    let list = (0..5_000).fold(String::from("a = ["), |mut list, n| {
        let _ = write!(list, "{{\"u\":\"/{n}\"}},");
        list
    });
    assert_eq!(found(&script(&list)).len(), DATA_LINKS);
    let long = format!("a = [\"{}\",\"/one\"]", "x".repeat(SCRIPT_DATA_BYTES));
    check(&script(&long), &[]);
    check(&format!("{}{}", script(&long), script("a = {u:'/two'}")), &[]);
}

#[test]
fn hostile_data_takes_linear_time() {
    let pieces = [
        "{",
        "}",
        "[",
        "(",
        "{[(",
        "{(]",
        "{}",
        "\"",
        "'\"",
        "\\",
        "\"\\",
        "\"\\\n'",
        "{a:",
        "{\"title\":\"",
        "{\"u\":\"/a\",",
        "[\"/a\",",
        "(\"[\\\"/a\\\",\"",
        "<script>{",
        "<a a={{{>",
        "</script>",
        "\u{e9}",
        "\"\\\u{e9}",
    ];
    for piece in pieces {
        let text = piece.repeat(300_000 / piece.len());
        for markup in [script(&text), format!("{}{text}", "{".repeat(300)), text] {
            assert!(found(&markup).len() <= DATA_LINKS);
        }
    }
    let deep = format!("a = {}{{\"u\":\"/one\"}}{};b = {{\"u\":\"/two\"}}", "[".repeat(100_000), "]".repeat(100_000));
    check(&script(&deep), &[("/two", "")]);
}
