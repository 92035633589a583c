//! Tests the site map of a crawl on the command line.

use crate::{file, page, place, program, stderr};

/// Writes a site of five pages, with one page on the topic behind another, and a link to another host.
fn web(name: &str) -> String {
    let pages = [
        page(
            "http://a.test/",
            "<title>Start</title><a href=/news/>news</a> <a href=/health/>health</a> \
            <a href=http://b.test/>elsewhere</a>",
        ),
        page("http://a.test/news/", "<title>News</title>Sun. <a href=/news/rain>rain</a>"),
        page("http://a.test/news/rain", "<title>Rain</title>Rain."),
        page("http://a.test/health/", "<title>Health</title>Doctors. <a href=/health/dengue>more</a>"),
        page("http://a.test/health/dengue", "<title>Dengue fever</title>Dengue fever comes with fever."),
        page("http://b.test/", "<title>Elsewhere</title>Dengue fever."),
    ];
    file(name, pages.concat())
}

/// Crawls the site with these flags, and returns the error, if any.
fn crawl(name: &str, more: &[&str]) -> Result<(), String> {
    let web = web(&format!("{name}.warc"));
    let output = program()
        .args(["crawl", "--web", &web, "--strategy", "shark-search", "--query", "dengue fever"])
        .args(["--seed", "http://a.test/", "--stay", "--log"])
        .arg(place("site-map.jsonl"))
        .args(more)
        .output()
        .expect("the program starts");
    if output.status.success() { Ok(()) } else { Err(stderr(&output)) }
}

/// Returns the site map in a file of this name, written with these flags.
fn site_map(name: &str, more: &[&str]) -> String {
    let path = place(name);
    let file = path.to_str().expect("the path is UTF-8");
    crawl(name, &[&["--site-map", file], more].concat()).expect("the crawl runs");
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
    let error = crawl("map.pdf", &["--site-map", "map.pdf"]).expect_err("there is no such format");
    assert!(error.contains("name an .html, .svg or .graphml file"), "{error}");
}
