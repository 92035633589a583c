//! Measures the CPU time of parsing malicious input: pages of 2 MiB, and texts for every other parser. Prints the
//! slowest pages, or all of them with `--all`.
//!
//! `cargo bench -p engine --bench bombs [-- --all | --texts | FILE…]`; with files it parses those. It does not use
//! criterion, which cannot sort by time.

#[path = "../tests/support/bombs.rs"]
mod bombs;

use bombs::{BOMBS, BYTES, long_bombs};
use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use engine::html::{EncodingRs, read};
use engine::learning::{bookmarks, trails};
use engine::robots::{RobotsPolicy, directives, header_robots};
use engine::text::{Analyzer, Language, Sketch, TermCounts, Terms, TextOptions};
use std::hint::black_box;
use std::time::{Duration, Instant};
use types::text::clean;
use types::url::CanonicalUrl;

/// The number of times that a page is parsed. The fastest counts, since other programs slow the others down.
const ROUNDS: usize = 3;
/// The number of pages that are printed without `--all`.
const SHOWN: usize = 15;

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    if given.iter().any(|word| word == "--texts") {
        return texts();
    }
    let files = given.iter().filter(|word| !word.starts_with("--"));
    let mut pages: Vec<(String, Vec<u8>)> =
        files.filter_map(|path| Some((path.clone(), std::fs::read(path).ok()?))).collect();
    if pages.is_empty() {
        let short = BOMBS.iter();
        let short = short.map(|bomb| (bomb.name.to_owned(), bomb.page(BYTES).into_bytes()));
        let long = long_bombs().into_iter();
        pages = short.chain(long.map(|(name, page)| (name.to_owned(), page.into_bytes()))).collect();
    }
    let mut rows: Vec<Row> = pages.into_iter().map(|(name, page)| measured(&name, &page)).collect();
    summarize(&rows);
    rows.sort_by_key(|row| std::cmp::Reverse(row.time));
    let all = given.iter().any(|word| word == "--all");
    for row in rows.iter().take(if all { rows.len() } else { SHOWN }) {
        let milliseconds = row.time.as_secs_f64() * 1e3;
        println!("{milliseconds:>8.1} ms  {}", row.text);
    }
}

/// The measurement of a page.
struct Row {
    /// The CPU time of parsing it.
    time: Duration,
    /// The name and the size of the page.
    text: String,
}

fn summarize(rows: &[Row]) {
    let total: Duration = rows.iter().map(|row| row.time).sum();
    println!("{} pages in {:.2} s", rows.len(), total.as_secs_f64());
}

fn measured(name: &str, page: &[u8]) -> Row {
    let url = CanonicalUrl::parse("https://example.org/").expect("an address");
    let (document, first) = timed(|| read(page, None, &url, &EncodingRs));
    let again = (1..ROUNDS).map(|_| timed(|| read(page, None, &url, &EncodingRs)).1);
    let time = again.fold(first, Duration::min);
    let (bytes, links) = (page.len(), document.links.len());
    let cut = if document.cut { ", cut" } else { "" };
    let text = format!("{name} ({bytes} bytes, {links} links{cut})");
    Row { time, text }
}

/// Returns the result of `work` and its CPU time, or the elapsed time if the system has no CPU clock.
#[expect(clippy::disallowed_methods, reason = "a benchmark has a clock")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (cpu, wall) = (cpu_time(), Instant::now());
    let done = black_box(work());
    let time = match (cpu, cpu_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => wall.elapsed(),
    };
    (done, time)
}

/// Returns the CPU time of this thread so far, if the system has such a clock.
fn cpu_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = stat.split_ascii_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// Prints the CPU time of every text parser on malicious input.
fn texts() {
    robots();
    headers();
    words();
    lists();
    addresses();
}

/// Prints the CPU time of `work` with a description of its input.
fn row<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let (done, time) = timed(work);
    println!("{:>8.1} ms  {name}", time.as_secs_f64() * 1e3);
    done
}

fn robots() {
    let path = format!("http://example.org/{}", "a".repeat(2_000));
    let url = CanonicalUrl::parse(&path).expect("an address");
    // Repeated rules count once, so each ends with its number.
    let fill = |rule: &str| {
        let mut file = "User-agent: *\n".to_owned();
        for n in 0..500 * 1024 {
            let line = format!("{rule}{n:x}\n");
            if file.len() + line.len() > 500 * 1024 {
                break;
            }
            file.push_str(&line);
        }
        file
    };
    for (name, file) in [
        ("one rule of stars", format!("User-agent: *\nDisallow: /{}b", "*a".repeat(250_000))),
        ("plain rules", fill("Allow:/a")),
        ("rules of stars", fill("Allow:*b")),
        ("rules of a frequent beginning", fill("Allow:*aaab")),
        ("rules of three stars", fill("Allow:*a*a*b")),
        ("rules of many stars", fill(&format!("Allow:/{}b", "*a".repeat(1_000)))),
        ("rules of a long beginning", fill(&format!("Allow:*{}b", "a".repeat(1_000)))),
        ("groups", fill("User-agent: x")),
        ("delays", fill("Crawl-delay: 1e308")),
        ("escapes", fill("Disallow:/%24%2a%")),
    ] {
        let policy = row(&format!("robots.txt, {name}: parse"), || RobotsPolicy::from_status(200, file.as_bytes()));
        let work = policy.work();
        row(&format!("robots.txt, {name}: 100 pages, work {work}"), || {
            (0..100).filter(|_| policy.allows(&url)).count()
        });
    }
}

fn headers() {
    let long = |unit: &str| unit.repeat((1 << 20) / unit.len());
    row("directives of a meta element, 1 MiB", || directives(&long("none,")));
    row("X-Robots-Tag, 1 MiB", || header_robots(&long("x:none,")));
    row("Content-Type, 1 MiB", || {
        read(
            b"\xff",
            Some(&long("x=;charset=\"")),
            &CanonicalUrl::parse("http://a.test/").expect("an address"),
            &EncodingRs,
        )
    });
    let (location, retry) = (long("../"), long("9"));
    row("Location and Retry-After, 1 MiB", || {
        let url = CanonicalUrl::parse("http://a.test/").expect("an address");
        let headers = [("location".to_owned(), location), ("retry-after".to_owned(), retry)];
        let raw = RawResponse { status: 302, headers: &headers, body: b"", elapsed_ms: 1 };
        let request = FetchRequest::page(url.clone());
        FetchResponse::read(&request, raw, 0, &EncodingRs).target(&url)
    });
}

fn words() {
    let fill = |unit: &str| unit.repeat((1 << 20) / unit.len());
    let differ: Vec<String> = (0..150_000).map(|n| format!("w{n:x} ")).collect();
    let differ = differ.concat();
    let ends: Vec<String> = (0..100_000).map(|n| format!("{n}ingly ")).collect();
    let ends = ends.concat();
    for (name, text) in [
        ("one word", fill("x")),
        ("one word of marks", fill("a\u{301}")),
        ("one run of Han", fill("漢")),
        ("words that differ", differ),
        ("words to stem", ends),
        ("spaces", fill(" ")),
        ("capitals", fill("İ")),
        ("words of forty letters", fill(&format!("{} ", "ational".repeat(5)))),
    ] {
        for language in ["en", "de", "fi", "zh"] {
            let language = Language::from_code(language);
            let code = language.as_ref().map_or("", Language::code).to_owned();
            row(&format!("term counts, {name}, {code}, 1 MiB"), || {
                let (mut analyzer, mut terms) = (Analyzer::new(TextOptions::default()), Terms::new());
                TermCounts::count(&text, language, &mut analyzer, &mut terms).len()
            });
        }
        row(&format!("sketch, {name}, 1 MiB"), || Sketch::new(&text));
        row(&format!("cleaned, {name}, 1 MiB"), || clean(&text));
        row(&format!("language, {name}, 1 MiB"), || {
            let url = CanonicalUrl::parse("http://a.test/").expect("an address");
            read(text.as_bytes(), None, &url, &EncodingRs).language
        });
    }
}

fn lists() {
    let fill = |unit: &str| unit.repeat((2 << 20) / unit.len());
    for (name, file) in [
        ("folders", fill("<DT><H3>x</H3><DL>")),
        ("lists", fill("<DL>")),
        ("bookmarks", fill("<DT><A HREF=http://a.test/>x</A>")),
        ("ends of lists", fill("</DL>")),
        ("attributes", format!("<DT><A {}>", (0..250_000).map(|n| format!("a{n} ")).collect::<Vec<_>>().concat())),
        (
            "tags of attributes",
            fill(&format!("<A {}>", (0..600).map(|n| format!("a{n} ")).collect::<Vec<_>>().concat())),
        ),
        ("one title", format!("<DT><A HREF=http://a.test/>{}", fill("x "))),
        ("references", fill("&lt;")),
    ] {
        row(&format!("bookmarks, {name}, 2 MiB"), || bookmarks::read(file.as_bytes(), &EncodingRs).is_ok());
    }
    for (name, file) in [
        ("brackets", fill("[")),
        ("objects", fill("{\"a\":")),
        ("trails", format!("{{\"version\":1,\"trails\":[{}", fill("{\"pages\":[]},"))),
        ("lines", fill("http://a.test/x y\n")),
    ] {
        row(&format!("trails, {name}, 2 MiB"), || trails::read_json(file.as_bytes()).is_ok());
    }
}

fn addresses() {
    let fill = |unit: &str| unit.repeat(2_000 / unit.len());
    for (name, address) in [
        ("segments", fill("a/")),
        ("dots", fill("../")),
        ("escapes", fill("%25")),
        ("parameters", format!("?{}", fill("a&"))),
        ("session ids", fill(";sid=1")),
        ("host", format!("@{}", fill("a."))),
    ] {
        row(&format!("address of {name}, 1,000 times"), || {
            let text = format!("http://a.test/{address}");
            (0..1_000).filter(|_| CanonicalUrl::parse(&text).is_ok()).count()
        });
    }
}
