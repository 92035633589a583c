//! Tests `salticid-lab record` as people call it: recordings of a local server, of the demo web and of a folder, and
//! rejected flags.

use crate::{file, lab, page, response, stderr};
use salticid_lab::serve;
use salticid_lab::web::{RecordedResponse, Response, Web, open_recording};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use types::agent;
use types::url::CanonicalUrl;

/// Returns an unused path.
fn place(name: &str) -> PathBuf {
    let path = crate::place(name);
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// A site that disallows a page, redirects another, and records the order of its requests and their User-Agents.
#[derive(Default)]
struct Site {
    asked: Mutex<Vec<String>>,
    agents: Mutex<BTreeSet<String>>,
}

impl Web for Site {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let path = url.strip_prefix("http://wiki.test")?;
        self.asked.lock().expect("no panic before").push(path.to_owned());
        let html = |body: &str| (200, "text/html", body.to_owned());
        let (status, kind, body) = match path {
            "/robots.txt" => (200, "text/plain", "User-agent: *\nDisallow: /secret\n".to_owned()),
            "/" => html(
                "<title>Start</title><p><a href=/spiders>jumping spiders</a> <a href=/secret>secret</a> \
                <a href=/old>old</a> <a href=http://else.test/>else</a>",
            ),
            "/spiders" => html("<title>Spiders</title><p>Jumping spiders see well."),
            "/secret" => html("secret"),
            "/old" => (301, "text/html", String::new()),
            "/new" => html("<title>New</title><p>Moved here."),
            _ => return None,
        };
        let mut headers = vec![("content-type".to_owned(), kind.to_owned())];
        if status == 301 {
            headers.push(("location".to_owned(), "/new".to_owned()));
        }
        let response = Response { status, headers, body: body.into_bytes() };
        Some(RecordedResponse { delay_ms: 0, outcome: Ok(response) })
    }

    fn refusal(&self, _host: &str, user_agent: &str) -> Option<Response> {
        self.agents.lock().expect("no panic before").insert(user_agent.to_owned());
        None
    }
}

/// Serves a web while `work` runs.
fn served(web: Arc<dyn Web>, work: impl FnOnce(SocketAddr)) {
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let server = runtime.spawn(serve::serve(listener, web, async {
        let _ = ended.await;
    }));
    work(address);
    let _ = end.send(());
    runtime.block_on(server).expect("no panic").expect("served");
}

#[test]
fn a_recording_has_robots_txt_and_redirects_but_no_disallowed_pages() {
    let (site, out) = (Arc::new(Site::default()), place("live.warc.gz"));
    let file = out.to_str().unwrap();
    served(site.clone(), |address| {
        let map = format!("wiki.test:80:{address}");
        let output =
            lab(&["record", "--seed", "http://wiki.test/", "--within", "wiki.test", "--resolve", &map, "--out", file]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stderr(&output).contains("3 pages read, 5 responses recorded"), "{}", stderr(&output));
        assert!(stderr(&output).contains("--contact"), "{}", stderr(&output));
    });
    let asked = site.asked.lock().unwrap();
    assert_eq!(asked[0], "/robots.txt");
    assert!(!asked.iter().any(|path| path == "/secret"), "{asked:?}");
    let recording = open_recording(&out).expect("a recording");
    let status = |url: &str| Some(Web::response(&recording, url)?.outcome.ok()?.status);
    for (url, expected) in [
        ("http://wiki.test/robots.txt", Some(200)),
        ("http://wiki.test/", Some(200)),
        ("http://wiki.test/spiders", Some(200)),
        ("http://wiki.test/old", Some(301)),
        ("http://wiki.test/new", Some(200)),
        ("http://wiki.test/secret", None),
        ("http://else.test/", None),
    ] {
        assert_eq!(status(url), expected, "{url}");
    }
}

/// The content of each address shows in its link.
#[test]
fn a_crawl_of_a_recording_finds_each_address_that_differs_by_a_dropped_parameter() {
    let home = "spider <a href='/x?utm_term=a'>a</a> <a href='/x?utm_term=b'>b</a> <a href=/two>two</a>";
    let variants = ["/x?utm_term=a", "/x?utm_term=b", "/from-a", "/from-b", "/two", "/from-two"];
    let record = |path: &str, body: &str| page(&format!("http://a.test{path}"), body);
    let read = |name: &str, bare: &str| {
        let web = [
            bare.to_owned(),
            record("/", home),
            record("/x?utm_term=a", "spider a <a href=/from-a>more</a>"),
            record("/x?utm_term=b", "spider b <a href=/from-b>more</a>"),
            record("/from-a", "spider from a"),
            record("/from-b", "spider from b"),
            response("http://a.test/two", "503 Unavailable", ""),
            record("/two", "spider the first capture <a href=/from-two>more</a>"),
            record("/two", "spider the second capture"),
            record("/from-two", "spider from the first capture"),
        ];
        let web = file(&format!("variants-{name}.warc"), web.concat());
        let output = lab(&["crawl", "--web", &web, "--strategy", "breadth-first", "--seed", "http://a.test/"]);
        let log = String::from_utf8_lossy(&output.stdout).into_owned();
        let has = |path: &&str| log.contains(&format!("\"url\":\"http://a.test{path}\",\"status\":200"));
        let missing: Vec<&str> = variants.into_iter().filter(|path| !has(path)).collect();
        assert_eq!(missing, [""; 0], "{name}: {log}");
    };
    read("alone", "");
    read("missing", &response("http://a.test/x", "404 Not Found", ""));
    read("beside", &record("/x", "spider without a parameter"));
}

#[test]
fn every_request_of_a_recording_names_the_page_of_the_project_or_of_the_operator() {
    for contact in [None, Some("https://example.org/us"), Some("mailto:us@example.org")] {
        let (out, site) = (place("named.warc"), Arc::new(Site::default()));
        served(site.clone(), |address| {
            let map = format!("wiki.test:80:{address}");
            let mut args = vec!["record", "--seed", "http://wiki.test/", "--pages", "1", "--resolve", &map];
            args.extend(["--out", out.to_str().unwrap()]);
            args.extend(contact.into_iter().flat_map(|contact| ["--contact", contact]));
            let output = lab(&args);
            assert!(output.status.success(), "{}", stderr(&output));
            assert_eq!(stderr(&output).contains("Name a page about you"), contact.is_none(), "{}", stderr(&output));
        });
        let named = contact.unwrap_or(agent::HOMEPAGE);
        let expected = format!("Salticid/{} (+{named}; topical crawler)", env!("CARGO_PKG_VERSION"));
        assert_eq!(*site.agents.lock().unwrap(), BTreeSet::from([expected]));
    }
}

#[test]
fn refused_addresses_are_not_fetched_and_the_reason_is_reported() {
    let out = place("refused.warc.gz");
    let output = lab(&["record", "--seed", "http://127.0.0.1/", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(
        told.contains("nothing was recorded: no page could be read") && told.contains("not on the public internet"),
        "{told}"
    );
    assert!(!out.exists(), "a file without an answer is not left behind");
}

#[test]
fn a_folder_is_recorded_under_the_addresses_that_its_files_would_have() {
    let folder = place("mirror");
    for (name, content) in [
        ("index.html", "<title>Home</title><a href=a/deep.html>deep</a>"),
        ("robots.txt", "User-agent: *\n"),
        ("a/deep.html", "<title>Deep</title>"),
        ("a/what is it?.htm", "<title>Odd</title>"),
        ("a/Without_ending", "\n<!DOCTYPE html><title>Wiki</title>"),
        ("a/notes", "no page"),
        ("a/silk.md", "# Silk"),
        ("a/picture.png", "\u{1}"),
        (".hidden/page.html", "<title>Hidden</title>"),
    ] {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    for (base, prefix, files) in
        [("http://m.test", "http://m.test/", 6), ("http://m.test/docs", "http://m.test/docs/", 5)]
    {
        let out = place("folder.warc.gz");
        let output =
            lab(&["record", "--folder", folder.to_str().unwrap(), "--base", base, "--out", out.to_str().unwrap()]);
        assert!(output.status.success(), "{}", stderr(&output));
        let told = format!("{files} files recorded, {} skipped", 9 - files);
        assert!(stderr(&output).contains(&told), "{}", stderr(&output));
        let recording = open_recording(&out).expect("a recording");
        for path in ["", "a/deep.html", "a/what%20is%20it%3F.htm", "a/Without_ending"] {
            let url = CanonicalUrl::parse(&format!("{prefix}{path}")).expect("a URL");
            let reply = Web::response(&recording, url.as_str()).expect(path);
            let response = reply.outcome.expect("an answer");
            assert_eq!(response.header("content-type"), Some("text/html"), "{path}");
        }
        let text = Web::response(&recording, &format!("{prefix}a/silk.md")).and_then(|reply| reply.outcome.ok());
        assert_eq!(text.as_ref().and_then(|text| text.header("content-type")), Some("text/markdown"));
        let rules = Web::response(&recording, &format!("{prefix}robots.txt"));
        assert_eq!(rules.is_some(), base == "http://m.test");
    }
}

#[test]
fn invalid_flags_are_rejected_with_the_remedy() {
    let empty = place("empty");
    std::fs::create_dir_all(&empty).unwrap();
    let there = place("there.warc.gz");
    std::fs::write(&there, "x").unwrap();
    let (empty, there) = (empty.to_str().unwrap(), there.to_str().unwrap());
    let new = place("new.warc.gz");
    let new = new.to_str().unwrap();
    for (args, says) in [
        (vec!["--out", new], "--seed"),
        (vec!["--out", new, "--folder", empty], "--base"),
        (vec!["--out", new, "--folder", empty, "--base", "m.test"], "is not a URL"),
        (vec!["--out", new, "--folder", empty, "--base", "ftp://m.test/"], "cannot be crawled"),
        (vec!["--out", new, "--folder", empty, "--base", "http://m.test/?q"], "not the URL of a folder"),
        (vec!["--out", new, "--folder", empty, "--base", "http://m.test/"], "name the folder with the .html files"),
        (vec!["--out", "x.zip", "--seed", "http://m.test/"], "use .warc.gz"),
        (vec!["--out", there, "--seed", "http://m.test/"], "already exists: name another file"),
        (
            vec!["--out", new, "--seed", "http://m.test/", "--query", "spiders", "--strategy", "hmm"],
            "learns from trails",
        ),
        (vec!["--out", new, "--seed", "nonsense"], "seed 1"),
        (vec!["--out", new, "--seed", "http://m.test/", "--contact", "me"], "is not a URL such as"),
        (vec!["--out", new, "--seed", "http://m.test/", "--contact", "http://a.test/\nX: y"], "is not a URL such as"),
    ] {
        let output = lab(&[&["record"], &args[..]].concat());
        assert!(!output.status.success(), "{args:?}");
        assert!(stderr(&output).contains(says), "{args:?}: {}", stderr(&output));
    }
    assert_eq!(std::fs::read_to_string(there).unwrap(), "x");
}

/// The additional byte lets the crawler detect the truncation.
#[test]
fn the_proxy_hands_on_more_than_the_crawler_reads() {
    let limits = salticid_proxy::Limits::default();
    assert!(limits.page_bytes > types::limits::PAGE_BYTES);
    assert!(limits.robots_bytes > types::limits::ROBOTS_BYTES);
    assert!(limits.decoded_bytes > types::limits::SEED_ANSWER_BYTES);
}
