//! Writes the `--export` and the `--site-map` of a crawl: one format by the file's extension, or all exports into a
//! folder.
//!
//! Not covered: the formats themselves, which are in the crate `archive`.

use crate::LabError;
use crate::file::NewFile;
use crate::record::SOFTWARE;
use crate::web::Web;
use archive::export::{DocumentList, Export, ExportPage, is_exported};
use archive::graph::{LinkGraph, gexf, graphml};
use archive::site_map::Site;
use archive::warc::{Exchange, Form, Origin, Writer};
use archive::{csv, list, page, site_map};
use engine::crawl::Crawl;
use engine::html::{EncodingRs, PageContent, read_content};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use types::export::{DocumentsFormat, ExportFormat};
use types::report::{Millis, PageRecord};
use types::site_map::Arrangement;
use types::url::CanonicalUrl;

/// A file to write.
#[derive(Clone, Debug)]
pub struct ExportFile {
    path: PathBuf,
    format: ExportFormat,
}

/// Returns the files that the flags name; creates missing folders.
pub fn plan(paths: &[PathBuf]) -> Result<Vec<ExportFile>, LabError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() || path.extension().is_none() {
            std::fs::create_dir_all(path).map_err(LabError::write(path))?;
            files.extend(folder().map(|format| ExportFile { path: path.join(format.file_name()), format }));
        } else {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let format = ExportFormat::of_file(&name).ok_or_else(|| unknown(path))?;
            files.push(ExportFile { path: path.clone(), format });
        }
    }
    Ok(files)
}

/// Returns the formats of the files of a folder: all but site maps and further recordings.
fn folder() -> impl Iterator<Item = ExportFormat> {
    let is_written = |format: &ExportFormat| {
        let is_named = ExportFormat::of_file(format.file_name()) == Some(*format);
        (is_named || matches!(format, ExportFormat::Documents(_)))
            && !matches!(format, ExportFormat::Warc | ExportFormat::Wacz)
    };
    ExportFormat::ALL.into_iter().filter(is_written)
}

/// Returns the files of documents that the flags name.
pub(super) fn documents(paths: &[PathBuf]) -> Result<Vec<ExportFile>, LabError> {
    let file = |path: &PathBuf| {
        let format = ExportFormat::of_documents_file(&path.to_string_lossy()).ok_or_else(|| {
            let known = DocumentsFormat::ALL.map(|format| ExportFormat::Documents(format).extension()).join(", ");
            let reason = format!("{} has an unknown extension: name a file with one of {known}", path.display());
            LabError::flag("documents", reason)
        })?;
        Ok(ExportFile { path: path.clone(), format })
    };
    paths.iter().map(file).collect()
}

/// Returns the site maps that the flags name.
pub(super) fn site_maps(paths: &[PathBuf], arrangement: Arrangement) -> Result<Vec<ExportFile>, LabError> {
    let file = |path: &PathBuf| {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let format = match extension.as_str() {
            "html" => ExportFormat::SiteMapHtml,
            "svg" => ExportFormat::SiteMapSvg(arrangement),
            "graphml" => ExportFormat::SiteMapGraphMl,
            _ => {
                return Err(LabError::flag(
                    "site-map",
                    format!("{} has an unknown extension: name an .html, .svg or .graphml file", path.display()),
                ));
            }
        };
        Ok(ExportFile { path: path.clone(), format })
    };
    paths.iter().map(file).collect()
}

fn unknown(path: &Path) -> LabError {
    let known = ExportFormat::extensions().join(", ");
    LabError::flag(
        "export",
        format!("{} has an unknown extension: name a folder, or a file with one of {known}", path.display()),
    )
}

/// The crawl to export, and its responses.
pub struct ExportedCrawl<'a> {
    /// The crawl.
    pub crawl: &'a Crawl,
    /// The source of the responses.
    pub web: &'a dyn Web,
    /// The addresses requested from the web, in order.
    pub asked: &'a [String],
    /// Graphs include link targets that were not crawled.
    pub with_uncrawled: bool,
    /// The maximum number of tokens of a text.
    pub tokens: u32,
}

impl ExportedCrawl<'_> {
    /// Writes the files of the finished crawl.
    pub fn write(&self, files: &[ExportFile]) -> Result<(), LabError> {
        for file in files {
            let written = NewFile::create(&file.path).and_then(|mut out| {
                self.write_one(&mut out, file.format)?;
                out.finish()
            });
            written.map_err(LabError::write(&file.path))?;
        }
        Ok(())
    }

    fn write_one(&self, out: &mut dyn Write, format: ExportFormat) -> io::Result<()> {
        let crawl = self.crawl;
        let (pages, good) = (crawl.pages(), crawl.plan().good);
        let graph = || LinkGraph::new(pages, crawl.links(), self.with_uncrawled);
        let title = name(crawl);
        let site = &Site { title: &title, pages, good };
        let text = match format {
            ExportFormat::Csv => csv::pages(page::lines(pages)),
            ExportFormat::Jsonl => page::jsonl(page::lines(pages)),
            ExportFormat::Gexf => gexf(&graph()),
            ExportFormat::GraphMl => graphml(&graph()),
            ExportFormat::Urls => list::write(self.chosen(format).map(|page| &page.url)),
            ExportFormat::Documents(format) => {
                let mut documents = DocumentList::default();
                documents.add(crawl.documents(), pages);
                documents.write(&title, format)
            }
            ExportFormat::SiteMapHtml => site_map::html(site),
            ExportFormat::SiteMapSvg(arrangement) => site_map::svg(site, arrangement),
            ExportFormat::SiteMapGraphMl => graphml(&LinkGraph::site_map(pages, crawl.links(), good)),
            ExportFormat::Warc => return self.warc(out, Form::Plain),
            ExportFormat::WarcGz => return self.warc(out, Form::Gzip),
            ExportFormat::Wacz => return self.warc(out, Form::Wacz),
            _ => return out.write_all(&self.pages(format)),
        };
        out.write_all(text.as_bytes())
    }

    /// Returns the pages that a format lists, in the order of the crawl.
    fn chosen(&self, format: ExportFormat) -> impl Iterator<Item = &PageRecord> {
        let good = self.crawl.plan().good;
        self.crawl.pages().iter().filter(move |page| is_exported(format, page, None, good))
    }

    /// Returns an export for people, which is made of the pages and their bodies.
    fn pages(&self, format: ExportFormat) -> Vec<u8> {
        let (crawl, asked) = (self.crawl, self.asked_by_url());
        let pages = self.chosen(format).map(|page| {
            let asked = asked.get(&page.url).copied().unwrap_or(page.url.as_str());
            ExportPage::new(page, self.content(asked, page), format)
        });
        let title = name(crawl);
        let mut export = Export::new(&title, self.started(), pages.collect());
        export.tokens = self.tokens;
        export.write(format)
    }

    /// Returns the content of a page; empty without a response.
    fn content(&self, asked: &str, page: &PageRecord) -> PageContent {
        let response = self.web.response(asked).and_then(|response| response.outcome.ok());
        response.map_or_else(PageContent::default, |response| {
            read_content(&response.body, response.header("content-type"), &page.url, &EncodingRs)
        })
    }

    /// Returns the requested addresses by their canonical URLs.
    fn asked_by_url(&self) -> BTreeMap<CanonicalUrl, &str> {
        let urls = self.asked.iter().filter_map(|asked| Some((CanonicalUrl::parse(asked).ok()?, asked.as_str())));
        urls.collect()
    }

    /// Returns the time of the earliest response.
    fn started(&self) -> Millis {
        let dates = self.asked.iter().filter_map(|url| self.web.recorded_at(url));
        dates.min().unwrap_or_default()
    }

    /// Returns every response of the crawl, robots.txt and redirects included, in the order of the requests.
    fn warc(&self, out: &mut dyn Write, form: Form) -> io::Result<()> {
        let (crawl, web) = (self.crawl, self.web);
        let origin = Origin {
            software: SOFTWARE,
            description: &format!("a crawl for “{}”", name(crawl)),
            started: self.started(),
        };
        let (mut writer, first) = Writer::begin(form, &origin);
        out.write_all(&first)?;
        let pages = crawl.pages().iter().map(|page| (&page.url, page));
        let pages: BTreeMap<&CanonicalUrl, &PageRecord> = pages.collect();
        for url in self.asked {
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
}

/// Returns the title of a crawl.
fn name(crawl: &Crawl) -> String {
    match crawl.plan().query.as_str() {
        "" => crawl.plan().strategy.id.clone(),
        query => query.to_owned(),
    }
}

/// Returns the URL of the page that led to this one.
fn parent<'a>(crawl: &'a Crawl, page: &PageRecord) -> Option<&'a str> {
    let at = page.discovery.parent?.checked_sub(1)?;
    Some(crawl.pages().get(at as usize)?.url.as_str())
}
