//! Tests the site map of a crawl on the command line.

use std::path::PathBuf;
use std::process::Command;

/// Writes a site of five pages, with one page on the topic behind another, and a link to another host.
fn web() -> String {
    let page = |url: &str, body: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
        let length = block.len();
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
        )
    };
    let pages = [
        page(
            "http://a.test/",
            "<title>Start</title><a href=/news/>news</a> <a href=/health/>health</a> <a href=http://b.test/>elsewhere</a>",
        ),
        page("http://a.test/news/", "<title>News</title>Sun. <a href=/news/rain>rain</a>"),
        page("http://a.test/news/rain", "<title>Rain</title>Rain."),
        page("http://a.test/health/", "<title>Health</title>Doctors. <a href=/health/dengue>more</a>"),
        page("http://a.test/health/dengue", "<title>Dengue fever</title>Dengue fever comes with fever."),
        page("http://b.test/", "<title>Elsewhere</title>Dengue fever."),
    ];
    // A file of its own for each test, since they run at the same time.
    let test = std::thread::current().name().unwrap_or("site").to_owned();
    let path = folder().join(format!("{test}.warc"));
    std::fs::write(&path, pages.concat()).expect("the folder for tests can be written");
    path.to_str().expect("the path is UTF-8").to_owned()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Crawls the site with these flags, and returns the error, if any.
fn crawl(more: &[&str]) -> Result<(), String> {
    let web = web();
    let output = Command::new(env!("CARGO_BIN_EXE_salticid-lab"))
        .args(["crawl", "--web", &web, "--strategy", "shark-search", "--query", "dengue fever"])
        .args(["--seed", "http://a.test/", "--stay", "--log"])
        .arg(folder().join("site-map.jsonl"))
        .args(more)
        .output()
        .expect("the program starts");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Returns the site map in a file of this name, written with these flags.
fn site_map(name: &str, more: &[&str]) -> String {
    let path = folder().join(name);
    let file = path.to_str().expect("the path is UTF-8");
    crawl(&[&["--site-map", file], more].concat()).expect("the crawl runs");
    std::fs::read_to_string(path).expect("the file is there")
}

#[test]
fn a_site_map_is_written_in_the_format_of_its_extension() {
    let html = site_map("site-map.html", &[]);
    assert!(html.contains("5 pages, 1 relevant."), "{html}");
    assert!(!html.contains("b.test"), "the crawl stays on the host of its seed");
    let graph = site_map("site-map.graphml", &[]);
    assert_eq!(graph.matches("<data key=\"tree\">true<").count(), 4);
    let drawings = ["path", "links"].map(|tree| {
        let name = format!("site-map-{tree}.svg");
        site_map(&name, &["--site-map-by", tree])
    });
    for (drawing, tree) in drawings.iter().zip(["By path", "By links"]) {
        assert!(drawing.contains(tree) && drawing.contains("Dengue fever"), "{drawing}");
        assert!(drawing.contains("2 pages, not relevant"), "{drawing}");
    }
}

#[test]
fn a_site_map_in_another_format_is_refused() {
    let error = crawl(&["--site-map", "map.pdf"]).expect_err("there is no such format");
    assert!(error.contains("name an .html, .svg or .graphml file"), "{error}");
}
