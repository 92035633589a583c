//! Writes the `--export` and the `--site-map` of a crawl: one format by the file's extension, or all exports into a
//! folder.
//!
//! Not covered: the formats themselves, which are in the crate `archive`.

use crate::LabError;
use crate::file::NewFile;
use crate::record::SOFTWARE;
use crate::web::Web;
use archive::graph::{LinkGraph, gexf, graphml};
use archive::site_map::Site;
use archive::warc::{Exchange, Form, Origin, Writer};
use archive::{bookmarks, csv, list, page, site_map};
use engine::crawl::Crawl;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use types::report::PageRecord;
use types::site_map::Arrangement;
use types::url::CanonicalUrl;

/// The files of a folder, one per format.
const FOLDER: [&str; 7] =
    ["pages.csv", "pages.jsonl", "graph.gexf", "graph.graphml", "bookmarks.html", "urls.txt", "pages.warc.gz"];

/// A file to write.
#[derive(Clone, Debug)]
pub(super) struct Export {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A text that is created from the crawl alone.
    Text(fn(&Crawl) -> String),
    /// A graph, with the targets that were not crawled on request.
    Graph(fn(&LinkGraph<'_>) -> String),
    /// The responses themselves.
    Warc(Form),
}

impl Kind {
    /// Returns the format for a file extension.
    fn of(path: &Path) -> Option<Self> {
        let exports: [(_, Self); 9] = [
            (".csv", Self::Text(|crawl| csv::pages(crawl.pages()))),
            (".jsonl", Self::Text(|crawl| page::jsonl(crawl.pages()))),
            (".gexf", Self::Graph(gexf)),
            (".graphml", Self::Graph(graphml)),
            (".html", Self::Text(good_pages)),
            (".txt", Self::Text(urls)),
            (".warc", Self::Warc(Form::Plain)),
            (".warc.gz", Self::Warc(Form::Gzip)),
            (".wacz", Self::Warc(Form::Wacz)),
        ];
        of_ending(path, exports)
    }

    /// Returns the format of a site map for a file extension.
    fn of_site_map(path: &Path, arrangement: Arrangement) -> Option<Self> {
        let svg: fn(&Crawl) -> String = match arrangement {
            Arrangement::Path => |crawl| drawing(crawl, Arrangement::Path),
            Arrangement::Links => |crawl| drawing(crawl, Arrangement::Links),
        };
        let site_maps = [
            (".html", Self::Text(|crawl| with_site(crawl, site_map::html))),
            (".svg", Self::Text(svg)),
            (".graphml", Self::Text(tree)),
        ];
        of_ending(path, site_maps)
    }
}

fn of_ending<const FORMATS: usize>(path: &Path, formats: [(&str, Kind); FORMATS]) -> Option<Kind> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let mut formats = formats.into_iter();
    let found = formats.find(|(ending, _)| name.ends_with(ending));
    found.map(|(_, kind)| kind)
}

/// Returns the files that the flags name; creates missing folders.
pub(super) fn plan(paths: &[PathBuf]) -> Result<Vec<Export>, LabError> {
    let mut exports = Vec::new();
    for path in paths {
        if path.is_dir() || path.extension().is_none() {
            std::fs::create_dir_all(path).map_err(LabError::write(path))?;
            exports.extend(FOLDER.iter().filter_map(|name| export(path.join(name))));
        } else {
            exports.push(export(path.clone()).ok_or_else(|| unknown(path))?);
        }
    }
    Ok(exports)
}

/// Returns the site maps that the flags name.
pub(super) fn site_maps(paths: &[PathBuf], arrangement: Arrangement) -> Result<Vec<Export>, LabError> {
    let file = |path: &PathBuf| match Kind::of_site_map(path, arrangement) {
        Some(kind) => Ok(Export { path: path.clone(), kind }),
        None => Err(LabError::flag(
            "site-map",
            format!("{} has an unknown extension: name an .html, .svg or .graphml file", path.display()),
        )),
    };
    paths.iter().map(file).collect()
}

fn export(path: PathBuf) -> Option<Export> {
    let kind = Kind::of(&path)?;
    Some(Export { path, kind })
}

fn unknown(path: &Path) -> LabError {
    LabError::flag(
        "export",
        format!(
            "{} has an unknown extension: name a folder, or a .csv, .jsonl, .gexf, .graphml, .html, .txt, .warc, \
            .warc.gz or .wacz file",
            path.display()
        ),
    )
}

/// Writes the files of a finished crawl. `asked` are the addresses requested from the web, in order.
/// Graphs include link targets that were not crawled on request.
pub(super) fn write(
    exports: &[Export],
    crawl: &Crawl,
    web: &dyn Web,
    asked: &[String],
    with_uncrawled: bool,
) -> Result<(), LabError> {
    for export in exports {
        let written = NewFile::create(&export.path).and_then(|mut out| {
            match export.kind {
                Kind::Warc(form) => warc(&mut out, form, crawl, web, asked)?,
                Kind::Text(text) => out.write_all(text(crawl).as_bytes())?,
                Kind::Graph(text) => {
                    let graph = LinkGraph::new(crawl.pages(), crawl.links(), with_uncrawled);
                    out.write_all(text(&graph).as_bytes())?;
                }
            }
            out.finish()
        });
        written.map_err(LabError::write(&export.path))?;
    }
    Ok(())
}

/// Returns the pages that were read, in the order of the crawl.
fn urls(crawl: &Crawl) -> String {
    let read = crawl.pages().iter().filter(|page| page.outcome.is_read());
    list::write(read.map(|page| &page.url))
}

fn good_pages(crawl: &Crawl) -> String {
    bookmarks::good_pages(&name(crawl), crawl.pages(), crawl.plan().good)
}

fn with_site(crawl: &Crawl, write: impl Fn(&Site<'_>) -> String) -> String {
    write(&Site { title: &name(crawl), pages: crawl.pages(), good: crawl.plan().good })
}

fn drawing(crawl: &Crawl, arrangement: Arrangement) -> String {
    with_site(crawl, |site| site_map::svg(site, arrangement))
}

fn tree(crawl: &Crawl) -> String {
    let (pages, good) = (crawl.pages(), crawl.plan().good);
    graphml(&LinkGraph::site_map(pages, crawl.links(), good))
}

/// Returns the title of a crawl.
fn name(crawl: &Crawl) -> String {
    match crawl.plan().query.as_str() {
        "" => crawl.plan().strategy.id.clone(),
        query => query.to_owned(),
    }
}

/// Returns every response of the crawl, robots.txt and redirects included, in the order of the requests.
fn warc(out: &mut dyn Write, form: Form, crawl: &Crawl, web: &dyn Web, asked: &[String]) -> io::Result<()> {
    let dates = asked.iter().filter_map(|url| web.recorded_at(url));
    let origin = Origin {
        software: SOFTWARE,
        description: &format!("a crawl for “{}”", name(crawl)),
        started: dates.min().unwrap_or_default(),
    };
    let (mut writer, first) = Writer::begin(form, &origin);
    out.write_all(&first)?;
    let pages = crawl.pages().iter().map(|page| (&page.url, page));
    let pages: BTreeMap<&CanonicalUrl, &PageRecord> = pages.collect();
    for url in asked {
        let Some(Ok(response)) = web.response(url).map(|reply| reply.outcome) else {
            continue;
        };
        let canonical = CanonicalUrl::parse(url).ok();
        let page = canonical.and_then(|url| pages.get(&url).copied());
        out.write_all(&writer.exchange(&Exchange {
            url,
            at: web.recorded_at(url).unwrap_or_default(),
            response: &response,
            title: page.map(|page| page.text.title.as_str()),
            via: page.and_then(|page| parent(crawl, page)),
            depth: page.map(|page| page.discovery.depth),
            elapsed_ms: page.map(|page| page.fetch.elapsed_ms),
        }))?;
    }
    out.write_all(&writer.finish().map_err(io::Error::other)?)
}

/// Returns the URL of the page that led to this one.
fn parent<'a>(crawl: &'a Crawl, page: &PageRecord) -> Option<&'a str> {
    let at = page.discovery.parent?.checked_sub(1)?;
    Some(crawl.pages().get(at as usize)?.url.as_str())
}
