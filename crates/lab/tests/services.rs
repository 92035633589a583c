//! Tests the simulated search services as a program: the flags that it prints, its responses over HTTP, and tables of
//! seeds.

use crate::{file, lab, place, program, stderr};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

/// A running program, ended when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends a GET request with this User-Agent, and returns the response.
fn get(address: &str, host: &str, path: &str, agent: &str) -> String {
    let mut socket = TcpStream::connect(address).expect("the program listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {agent}\r\nConnection: close\r\n\r\n");
    socket.write_all(request.as_bytes()).expect("the program reads");
    let mut response = String::new();
    socket.read_to_string(&mut response).expect("the response is UTF-8");
    response
}

#[test]
fn the_services_print_the_flags_that_lead_to_them_and_answer_by_the_host_header() {
    let mut command = program();
    command.args(["serve", "--services", "--fail", "hacker-news=offline"]).stdout(Stdio::piped());
    let mut running = Running(command.spawn().expect("the program starts"));
    let lines = BufReader::new(running.0.stdout.take().expect("it is piped")).lines();
    let mut flags = Vec::new();
    let mut address = String::new();
    for line in lines.map_while(Result::ok) {
        if let Some((_, at)) = line.split_once(" on http://") {
            at.clone_into(&mut address);
            break;
        }
        flags.push(line);
    }
    for (host, at) in [
        ("de.wikipedia.org:443", address.as_str()),
        ("hn.algolia.com:443", "127.0.0.1:1"),
        ("asthma-guide.boxed:80", &address),
    ] {
        let flag = format!("--resolve={host}:http://{at}");
        assert!(flags.contains(&flag), "{flag}: {flags:?}");
    }
    for flag in &flags {
        let mapping = flag.strip_prefix("--resolve=").map(str::parse::<salticid_proxy::Mapping>);
        assert!(matches!(mapping, Some(Ok(_))), "{flag}");
    }
    let path = "/w/api.php?action=query&list=search&srsearch=Photosynthese&format=json&formatversion=2";
    let found = get(&address, "de.wikipedia.org", path, "test (+https://example.org/)");
    assert!(found.starts_with("HTTP/1.1 200") && found.contains("\"title\":\"Photosynthese\""), "{found}");
    let refused = get(&address, "de.wikipedia.org", path, "test");
    assert!(refused.starts_with("HTTP/1.1 403") && refused.contains("Please set a user-agent"), "{refused}");
}

#[test]
fn a_table_of_seeds_counts_the_readable_ones_and_says_which_services_fail() {
    let queries = file("seed-queries.txt", "# comment\n\nen | medicine | migraine\nxylographic zymurgy\n");
    let output = lab(&["seeds", "--queries", &queries, "--fail", "hacker-news=slow"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let table = String::from_utf8(output.stdout).expect("it is UTF-8");
    let row = |query: &str| table.lines().find(|line| line.starts_with(&format!("| {query} |"))).map(str::to_owned);
    assert_eq!(row("xylographic zymurgy").as_deref(), Some("| xylographic zymurgy | 0 | 5000 | 0 | 0 | 0 | – |"));
    let cells: Vec<u32> = row("migraine")
        .into_iter()
        .flat_map(|row| row.split('|').filter_map(|cell| cell.trim().parse().ok()).collect::<Vec<_>>())
        .collect();
    let [found, start_ms, _, readable, _, first_ms] = cells[..] else { panic!("{table}") };
    assert!(found >= 4 && readable >= 4, "{table}");
    // An article takes 30 ms, and follows the robots.txt that was requested at 0 after a second.
    assert_eq!((start_ms, first_ms), (400, 1_060), "{table}");
    assert!(table.contains(" of 2 queries have 10 readable seeds on 4 hosts"), "{table}");
    assert!(table.contains("- Hacker News: No response within 5 seconds."), "{table}");
}

#[test]
fn nine_of_ten_queries_of_the_table_have_ten_readable_seeds_on_four_hosts() {
    let queries = concat!(env!("CARGO_MANIFEST_DIR"), "/data/services/queries.txt");
    let output = lab(&["seeds", "--queries", queries]);
    assert!(output.status.success(), "{}", stderr(&output));
    let table = String::from_utf8(output.stdout).expect("it is UTF-8");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    assert_eq!(rows.len(), 40, "{table}");
    let poor = rows.iter().filter(|row| {
        let cells: Vec<usize> = row.split('|').skip(2).filter_map(|cell| cell.trim().parse().ok()).collect();
        let [_, _, _, readable, hosts, ..] = cells[..] else { panic!("{row}") };
        readable < 10 || hosts < 4
    });
    let poor: Vec<_> = poor.collect();
    assert!(poor.len() <= 4, "{poor:#?}");
}

#[test]
fn topics_are_written_with_the_seeds_that_the_search_of_the_demo_web_finds() {
    let out = place("seed-topics.json");
    let out = out.to_str().expect("it is UTF-8");
    let output = lab(&["seeds", "--topics", "demo", "--out", out]);
    assert!(output.status.success(), "{}", stderr(&output));
    let written: Value = serde_json::from_slice(&std::fs::read(out).expect("it was written")).expect("it is JSON");
    let topics = written["topics"].as_object().expect("they have names");
    for (name, topic) in topics {
        let seeds = topic["seeds"].as_array().expect("a list");
        assert!(seeds.len() >= 7, "{name}: {seeds:?}");
        assert!(
            seeds.iter().all(|seed| seed.as_str().is_some_and(|seed| seed.contains(".test/"))),
            "{name}: {seeds:?}"
        );
    }
    let output =
        lab(&["topics", "--web", "demo", "--topics", out, "--strategies", "best-first", "--pages", "20", "--at", "20"]);
    assert!(output.status.success(), "{}", stderr(&output));
}
