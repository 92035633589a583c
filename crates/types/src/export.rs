//! The formats in which a crawl is exported: their names, purposes, file names and media types.
//!
//! The app's menu, the extensions of `salticid-lab crawl --export` and the documentation are made from this list.

use crate::site_map::Arrangement;
use serde::{Deserialize, Serialize};

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExportFormat {
    /// The main texts of pages in one Markdown file, the best page first.
    Markdown,
    /// A ZIP file with a Markdown file a page.
    MarkdownFolder,
    /// The main texts of pages as plain text, the best page first.
    Text,
    /// The good pages as a page to read from.
    ReadingList,
    /// The pages as bookmarks, for a browser.
    Bookmarks,
    /// References for reference managers (RIS).
    Ris,
    /// References for LaTeX (BibTeX).
    Bibtex,
    /// References for citation processors (CSL-JSON).
    CslJson,
    /// The pages as a table that Excel opens, the best page first.
    Excel,
    /// The pages as a table for programs.
    Csv,
    /// The documents that pages link to.
    Documents(DocumentsFormat),
    /// The good pages as a feed (Atom).
    Atom,
    /// The sites of the good pages, for feed readers (OPML).
    Opml,
    /// The addresses of the pages, one per line.
    Urls,
    /// The pages as lines of JSON.
    Jsonl,
    /// The same with the main text of each page.
    TextJsonl,
    /// The links between the pages, as GEXF.
    Gexf,
    /// The links between the pages, as `GraphML`.
    GraphMl,
    /// The site map as an HTML page with both trees.
    SiteMapHtml,
    /// One tree of the site map, as a drawing.
    SiteMapSvg(Arrangement),
    /// The site map, as `GraphML`.
    SiteMapGraphMl,
    /// The servers' responses.
    Warc,
    /// The same, compressed.
    WarcGz,
    /// The same with an index and a list of pages, for players of web archives.
    Wacz,
    /// The whole crawl, to continue it elsewhere; the unchanged bytes of an unreadable crawl.
    Crawl,
}

/// A format of the documents that pages link to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DocumentsFormat {
    /// A list of links.
    Markdown,
    /// Bookmarks, for a browser.
    Bookmarks,
    /// A table that Excel opens.
    Csv,
    /// The addresses, one per line.
    Urls,
    /// Lines of JSON.
    Jsonl,
    /// References for reference managers (RIS).
    Ris,
    /// References for LaTeX (BibTeX).
    Bibtex,
    /// References for citation processors (CSL-JSON).
    CslJson,
}

impl DocumentsFormat {
    /// All formats, in the order of the menu.
    pub const ALL: [Self; 8] =
        [Self::Markdown, Self::Bookmarks, Self::Ris, Self::Bibtex, Self::CslJson, Self::Csv, Self::Urls, Self::Jsonl];
}

/// The purpose of a format: a section of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportPurpose {
    /// For people and language models.
    Reading,
    /// For reference managers.
    References,
    /// For spreadsheets.
    Spreadsheets,
    /// For programs.
    Programs,
    /// The documents that pages link to.
    Documents,
    /// For drawings of the site and the link graph.
    Graphs,
    /// For archives.
    Archives,
}

impl ExportPurpose {
    /// All purposes, in the order of the menu.
    pub const ALL: [Self; 7] = [
        Self::Reading,
        Self::References,
        Self::Spreadsheets,
        Self::Programs,
        Self::Documents,
        Self::Graphs,
        Self::Archives,
    ];

    /// Returns the title of the section.
    pub fn title(self) -> &'static str {
        match self {
            Self::Reading => "For reading",
            Self::References => "For reference managers",
            Self::Spreadsheets => "For spreadsheets",
            Self::Programs => "For programs",
            Self::Documents => "Linked documents",
            Self::Graphs => "Site maps and link graphs",
            Self::Archives => "For archives",
        }
    }
}

/// The properties of a format.
struct Properties {
    title: &'static str,
    help: &'static str,
    file_name: &'static str,
    purpose: ExportPurpose,
}

impl ExportFormat {
    /// All formats, in the order of the menu.
    pub const ALL: [Self; 33] = [
        Self::Markdown,
        Self::MarkdownFolder,
        Self::Text,
        Self::ReadingList,
        Self::Bookmarks,
        Self::Atom,
        Self::Opml,
        Self::Ris,
        Self::Bibtex,
        Self::CslJson,
        Self::Excel,
        Self::Csv,
        Self::Urls,
        Self::Jsonl,
        Self::TextJsonl,
        Self::Documents(DocumentsFormat::Markdown),
        Self::Documents(DocumentsFormat::Bookmarks),
        Self::Documents(DocumentsFormat::Ris),
        Self::Documents(DocumentsFormat::Bibtex),
        Self::Documents(DocumentsFormat::CslJson),
        Self::Documents(DocumentsFormat::Csv),
        Self::Documents(DocumentsFormat::Urls),
        Self::Documents(DocumentsFormat::Jsonl),
        Self::Gexf,
        Self::GraphMl,
        Self::SiteMapHtml,
        Self::SiteMapSvg(Arrangement::Path),
        Self::SiteMapSvg(Arrangement::Links),
        Self::SiteMapGraphMl,
        Self::Warc,
        Self::WarcGz,
        Self::Wacz,
        Self::Crawl,
    ];

    fn properties(self) -> Properties {
        use ExportPurpose as For;
        let (title, help, file_name, purpose) = match self {
            Self::Markdown => ("Markdown", "main texts in one file, best first", "pages.md", For::Reading),
            Self::MarkdownFolder => {
                ("Markdown, ZIP", "one file per page, with front matter", "pages.md.zip", For::Reading)
            }
            Self::Text => ("Plain text", "main texts in one file, best first", "pages.text.txt", For::Reading),
            Self::ReadingList => {
                ("Reading list", "a web page with titles and summaries", "reading.list.html", For::Reading)
            }
            Self::Bookmarks => ("Bookmarks", "for browsers, best first", "bookmarks.html", For::Reading),
            Self::Atom => ("Feed, Atom", "for feed readers, newest first", "pages.atom", For::Reading),
            Self::Opml => ("Sites, OPML", "list of sites for feed readers", "sites.opml", For::Reading),
            Self::Ris => ("References, RIS", "for Zotero, Mendeley, EndNote", "references.ris", For::References),
            Self::Bibtex => ("References, BibTeX", "for LaTeX and JabRef", "references.bib", For::References),
            Self::CslJson => {
                ("References, CSL-JSON", "for Pandoc and citation processors", "references.csl.json", For::References)
            }
            Self::Excel => ("Pages, Excel CSV", "ranked, with notes", "pages.excel.csv", For::Spreadsheets),
            Self::Csv => ("Pages, CSV", "all columns, in crawl order", "pages.csv", For::Spreadsheets),
            Self::Urls => ("URLs", "list of fetched pages", "urls.txt", For::Programs),
            Self::Jsonl => ("Pages, JSONL", "one line per page", "pages.jsonl", For::Programs),
            Self::TextJsonl => {
                ("Pages and texts, JSONL", "with main text and metadata", "pages.text.jsonl", For::Programs)
            }
            Self::Documents(DocumentsFormat::Markdown) => {
                ("Documents, Markdown", "list of linked PDF, Office and data files", "documents.md", For::Documents)
            }
            Self::Documents(DocumentsFormat::Bookmarks) => {
                ("Documents, bookmarks", "for browsers, best first", "documents.html", For::Documents)
            }
            Self::Documents(DocumentsFormat::Ris) => {
                ("Documents, RIS", "for Zotero, Mendeley, EndNote", "documents.ris", For::Documents)
            }
            Self::Documents(DocumentsFormat::Bibtex) => {
                ("Documents, BibTeX", "for LaTeX and JabRef", "documents.bib", For::Documents)
            }
            Self::Documents(DocumentsFormat::CslJson) => {
                ("Documents, CSL-JSON", "for Pandoc and citation processors", "documents.csl.json", For::Documents)
            }
            Self::Documents(DocumentsFormat::Csv) => {
                ("Documents, CSV", "with kind and linking page", "documents.csv", For::Documents)
            }
            Self::Documents(DocumentsFormat::Urls) => {
                ("Documents, URLs", "one line per document", "documents.txt", For::Documents)
            }
            Self::Documents(DocumentsFormat::Jsonl) => {
                ("Documents, JSONL", "one line per document", "documents.jsonl", For::Documents)
            }
            Self::Gexf => ("Links, GEXF", "for Gephi", "graph.gexf", For::Graphs),
            Self::GraphMl => ("Links, GraphML", "for Cytoscape, networkx, igraph", "graph.graphml", For::Graphs),
            Self::SiteMapHtml => {
                ("Site map, HTML", "an interactive page, by path and by links", "site-map.html", For::Graphs)
            }
            Self::SiteMapSvg(Arrangement::Path) => {
                ("Site map by path, SVG", "an image", "site-map-path.svg", For::Graphs)
            }
            Self::SiteMapSvg(Arrangement::Links) => {
                ("Site map by links, SVG", "an image", "site-map-links.svg", For::Graphs)
            }
            Self::SiteMapGraphMl => {
                ("Site map, GraphML", "links, with how each page was found", "site-map.graphml", For::Graphs)
            }
            Self::Warc => ("Recording, WARC uncompressed", "pages as they were fetched", "pages.warc", For::Archives),
            Self::WarcGz => ("Recording, WARC", "pages as they were fetched", "pages.warc.gz", For::Archives),
            Self::Wacz => {
                ("Recording, WACZ", "for players of web archives, such as ReplayWeb.page", "pages.wacz", For::Archives)
            }
            Self::Crawl => ("Whole crawl", "to resume or replay in another browser", "crawl.salticid", For::Archives),
        };
        Properties { title, help, file_name, purpose }
    }

    /// Returns the title in the interface.
    pub fn title(self) -> &'static str {
        self.properties().title
    }

    /// Returns the purpose or the content in a few words.
    pub fn help(self) -> &'static str {
        self.properties().help
    }

    /// Returns the name of a file without the name of its crawl.
    pub fn file_name(self) -> &'static str {
        self.properties().file_name
    }

    /// Returns the extension, from its first dot.
    pub fn extension(self) -> &'static str {
        let name = self.file_name();
        &name[name.find('.').unwrap_or_default()..]
    }

    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Markdown | Self::Documents(DocumentsFormat::Markdown) => "text/markdown",
            Self::MarkdownFolder => "application/zip",
            Self::Text | Self::Urls | Self::Documents(DocumentsFormat::Urls) => "text/plain",
            Self::ReadingList | Self::Bookmarks | Self::Documents(DocumentsFormat::Bookmarks) | Self::SiteMapHtml => {
                "text/html"
            }
            Self::Atom => "application/atom+xml",
            Self::Opml => "text/x-opml",
            Self::Ris | Self::Documents(DocumentsFormat::Ris) => "application/x-research-info-systems",
            Self::Bibtex | Self::Documents(DocumentsFormat::Bibtex) => "application/x-bibtex",
            Self::CslJson | Self::Documents(DocumentsFormat::CslJson) => "application/vnd.citationstyles.csl+json",
            Self::Excel | Self::Csv | Self::Documents(DocumentsFormat::Csv) => "text/csv",
            Self::Jsonl | Self::TextJsonl | Self::Documents(DocumentsFormat::Jsonl) => "application/jsonl",
            Self::Gexf => "application/gexf+xml",
            Self::GraphMl | Self::SiteMapGraphMl => "application/graphml+xml",
            Self::SiteMapSvg(_) => "image/svg+xml",
            Self::Warc | Self::WarcGz => "application/warc",
            Self::Wacz => "application/wacz",
            Self::Crawl => "application/octet-stream",
        }
    }

    /// Returns the section of the menu.
    pub fn purpose(self) -> ExportPurpose {
        self.properties().purpose
    }

    /// Returns true if the judgments of pages choose them or are in the file.
    pub fn has_judgments(self) -> bool {
        self.reads_bodies() || matches!(self, Self::Bookmarks | Self::Excel)
    }

    /// Returns true if the file is made of pages: of a crawl, of a choice of its pages, or of a topic.
    pub fn is_of_pages(self) -> bool {
        self.has_judgments() || self.is_recording() || matches!(self, Self::Csv | Self::Urls | Self::Jsonl)
    }

    /// Returns true if the file can have the pages or the documents of a topic.
    pub fn takes_topic(self) -> bool {
        self.is_of_pages() || matches!(self, Self::Documents(_))
    }

    /// Returns true if the file has the servers' responses.
    pub fn is_recording(self) -> bool {
        matches!(self, Self::Warc | Self::WarcGz | Self::Wacz)
    }

    /// Returns true if the file lacks something without the bodies of its pages.
    pub fn reads_bodies(self) -> bool {
        matches!(
            self,
            Self::Markdown
                | Self::MarkdownFolder
                | Self::Text
                | Self::ReadingList
                | Self::Atom
                | Self::Opml
                | Self::Ris
                | Self::Bibtex
                | Self::CslJson
                | Self::TextJsonl
        )
    }

    /// Returns the format of a file of documents by its extension.
    pub fn of_documents_file(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let mut formats = DocumentsFormat::ALL.into_iter().map(Self::Documents);
        formats.find(|format| name.ends_with(format.extension()))
    }

    /// Returns the format of a file by the longest extension that its name ends with.
    pub fn of_file(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let fits = |format: &Self| format.is_named_by_extension() && name.ends_with(format.extension());
        Self::ALL.into_iter().filter(fits).max_by_key(|format| format.extension().len())
    }

    /// Returns true if a file of this format is recognized by its extension alone; site maps and documents share theirs.
    fn is_named_by_extension(self) -> bool {
        use ExportFormat::{Crawl, Documents, SiteMapGraphMl, SiteMapHtml, SiteMapSvg};
        !matches!(self, SiteMapHtml | SiteMapSvg(_) | SiteMapGraphMl | Documents(_) | Crawl)
    }

    /// Returns the extensions that name a format, in the order of the menu.
    pub fn extensions() -> Vec<&'static str> {
        Self::ALL.into_iter().filter(|format| format.is_named_by_extension()).map(Self::extension).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_extension_names_one_format() {
        for format in ExportFormat::ALL.into_iter().filter(|format| format.is_named_by_extension()) {
            assert_eq!(ExportFormat::of_file(&format!("A crawl{}", format.extension().to_uppercase())), Some(format));
        }
        for (name, format) in [
            ("a.txt", Some(ExportFormat::Urls)),
            ("a.text.txt", Some(ExportFormat::Text)),
            ("a.b.html", Some(ExportFormat::Bookmarks)),
            ("a.warc.zip", None),
            ("a.zip", None),
            ("a.json", None),
            ("a", None),
        ] {
            assert_eq!(ExportFormat::of_file(name), format, "{name}");
        }
    }

    #[test]
    fn the_documentation_lists_each_format() {
        let page = include_str!("../../../docs/exports.md");
        for format in ExportFormat::ALL {
            assert!(page.contains(&format!("`{}`", format.file_name())), "docs/exports.md lacks {format:?}");
        }
    }

    #[test]
    fn file_names_differ() {
        let mut names = ExportFormat::ALL.map(ExportFormat::file_name);
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
