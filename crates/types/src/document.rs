//! Documents that pages link to: files that are not pages, such as PDF. A crawl lists them, and reads those of some
//! formats like pages.

use crate::header::MediaType;
use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DocumentKind {
    /// PDF and PostScript.
    Pdf,
    /// EPUB and other electronic books.
    Book,
    /// Documents, spreadsheets and slides of Office and `OpenDocument`.
    Office,
    /// Data sets, also in archives.
    Data,
    /// Scanned pages.
    Scan,
}

/// The beginnings of the subtypes of Office documents.
const OFFICE: [&str; 6] = [
    "vnd.ms-word",
    "vnd.ms-excel",
    "vnd.ms-powerpoint",
    "vnd.ms-works",
    "vnd.openxmlformats-officedocument.",
    "vnd.oasis.opendocument.",
];

impl DocumentKind {
    /// Returns the name in the interface and in exports.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::Book => "E-book",
            Self::Office => "Office document",
            Self::Data => "Data",
            Self::Scan => "Scan",
        }
    }

    /// Returns the kind of the document at a URL by the extension of its path; `None` for anything else. A path such as
    /// `/wiki/File:A.pdf` names a page about a file.
    pub fn of_url(url: &CanonicalUrl) -> Option<Self> {
        let name = url.path().rsplit('/').next().filter(|name| !name.contains(':') && !name.contains("%3A"))?;
        let (stem, extension) = name.rsplit_once('.')?;
        if stem.is_empty() {
            return None;
        }
        Some(match extension.to_ascii_lowercase().as_str() {
            "pdf" | "ps" => Self::Pdf,
            "epub" | "mobi" | "azw3" | "fb2" => Self::Book,
            "doc" | "docx" | "docm" | "rtf" | "odt" | "ott" | "xls" | "xlsx" | "xlsm" | "xlsb" | "ods" | "ppt"
            | "pptx" | "pps" | "ppsx" | "odp" | "odg" => Self::Office,
            "csv" | "tsv" | "json" | "jsonl" | "ndjson" | "geojson" | "parquet" | "sav" | "dta" | "rds" | "mat"
            | "nc" | "h5" | "hdf5" | "sqlite" | "zip" | "gz" | "tgz" | "bz2" | "xz" | "7z" | "rar" | "tar" => {
                Self::Data
            }
            "djvu" | "djv" | "tif" | "tiff" => Self::Scan,
            _ => return None,
        })
    }

    /// Returns the kind of a document with this media type, in lower case and without parameters; `None` for anything
    /// else. JSON is none: without an extension it is the answer of a program.
    pub fn of_media_type(essence: &str) -> Option<Self> {
        let (_, subtype) = essence.split_once('/')?;
        Some(match subtype {
            "pdf" | "x-pdf" | "postscript" => Self::Pdf,
            "epub+zip" | "x-mobipocket-ebook" | "x-fictionbook+xml" => Self::Book,
            "msword" | "rtf" | "x-rtf" => Self::Office,
            _ if OFFICE.iter().any(|begin| subtype.starts_with(begin)) => Self::Office,
            "csv"
            | "tab-separated-values"
            | "geo+json"
            | "x-ndjson"
            | "jsonl"
            | "vnd.apache.parquet"
            | "x-hdf5"
            | "x-netcdf"
            | "vnd.sqlite3"
            | "zip"
            | "x-zip-compressed"
            | "gzip"
            | "x-gzip"
            | "x-tar"
            | "x-bzip2"
            | "x-xz"
            | "x-7z-compressed"
            | "vnd.rar"
            | "x-rar-compressed" => Self::Data,
            "vnd.djvu" | "x-djvu" | "x.djvu" | "tiff" => Self::Scan,
            _ => return None,
        })
    }
}

/// A format of documents that can be read like pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DocumentFormat {
    /// PDF (ISO 32000-1).
    Pdf,
    /// Texts of Word (ECMA-376).
    Docx,
    /// Texts of `OpenDocument` (ISO 26300).
    Odt,
    /// Books (EPUB 3.3).
    Epub,
}

impl DocumentFormat {
    /// All formats.
    const ALL: [Self; 4] = [Self::Pdf, Self::Docx, Self::Odt, Self::Epub];

    /// Returns the name in the interface and in exports.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::Docx => "DOCX",
            Self::Odt => "ODT",
            Self::Epub => "EPUB",
        }
    }

    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Odt => "application/vnd.oasis.opendocument.text",
            Self::Epub => "application/epub+zip",
        }
    }

    /// Returns the format of the document at a URL by the extension of its path.
    pub fn of_url(url: &CanonicalUrl) -> Option<Self> {
        DocumentKind::of_url(url)?;
        let (_, extension) = url.path().rsplit_once('.')?;
        Self::ALL.into_iter().find(|format| format.title().eq_ignore_ascii_case(extension))
    }

    /// Returns the format with this media type, in lower case and without parameters.
    pub fn of_media_type(essence: &str) -> Option<Self> {
        // The type before it was registered (RFC 8118).
        let essence = if essence == "application/x-pdf" { "application/pdf" } else { essence };
        Self::ALL.into_iter().find(|format| format.media_type() == essence)
    }

    /// Returns the format of a body: by its first bytes whatever its media type is, else by its type.
    pub fn detect(url: &CanonicalUrl, media_type: Option<&MediaType>, body: &[u8]) -> Option<Self> {
        Self::by_first_bytes(url, media_type, body).or_else(|| media_type?.document_format())
    }

    /// Returns the format of a body that begins as one. Of a ZIP file, the first entry decides, then the media type,
    /// and if that says no more than that it is a ZIP file, the URL.
    fn by_first_bytes(url: &CanonicalUrl, media_type: Option<&MediaType>, body: &[u8]) -> Option<Self> {
        if body.starts_with(b"%PDF-") {
            return Some(Self::Pdf);
        }
        if !body.starts_with(b"PK\x03\x04") {
            return None;
        }
        // The first entry has the type, without compression (OpenDocument 1.3 part 2 §3.3, EPUB 3.3 §4.2.4).
        let content = body.get(30..).and_then(|name| name.strip_prefix(b"mimetype")).unwrap_or_default();
        let by_content = [Self::Odt, Self::Epub].into_iter().find(|it| content.starts_with(it.media_type().as_bytes()));
        let essence = media_type.map(|known| known.essence.as_str());
        let is_any = matches!(
            essence,
            None | Some("application/zip" | "application/x-zip-compressed" | "application/octet-stream")
        );
        by_content.or_else(|| Self::of_media_type(essence?)).or_else(|| Self::of_url(url).filter(|_| is_any))
    }
}

/// A document that was read like a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadDocument {
    /// The format.
    pub format: DocumentFormat,
    /// The number of pages; 0 if the format has none, or if the document cannot be read.
    pub pages: u32,
}

impl std::fmt::Display for ReadDocument {
    /// Writes “PDF, 12 pages”.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.format.title())?;
        match self.pages {
            0 => Ok(()),
            1 => f.write_str(", 1 page"),
            pages => write!(f, ", {pages} pages"),
        }
    }
}

/// Returns the size in bytes that the text of a link states, such as “Report (PDF, 2.3 MB)”; the last one if there are
/// several, `None` if there is none. Units are decimal, except those with an `i`.
pub fn stated_bytes(text: &str) -> Option<u64> {
    let (mut rest, mut bytes) = (text, None);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let is_end = |c: char| !c.is_ascii_digit() && c != '.' && c != ',';
        let end = rest[at..].find(is_end).map_or(rest.len(), |length| at + length);
        let number = rest[at..end].trim_end_matches(['.', ',']);
        rest = &rest[end..];
        let unit: String = rest.trim_start().chars().take_while(|c| c.is_alphabetic()).collect();
        let Some(factor) = factor(&unit.to_lowercase()) else {
            continue;
        };
        // In “1,234 KB” the comma separates thousands.
        let parts: Vec<&str> = number.split(['.', ',']).collect();
        let is_whole = parts[1..].iter().all(|part| part.len() == 3) && factor < 1e6;
        let number = parts.join(if is_whole { "" } else { "." });
        bytes = number.parse::<f64>().ok().map(|number| crate::to_u64(number * factor)).or(bytes);
    }
    bytes
}

/// Returns the number of bytes of a unit in lower case, also in French and Russian.
fn factor(unit: &str) -> Option<f64> {
    Some(match unit {
        "byte" | "bytes" => 1.0,
        "kb" | "ko" | "кб" => 1e3,
        "kib" => 1_024.0,
        "mb" | "mo" | "мб" => 1e6,
        "mib" => 1_048_576.0,
        "gb" | "go" | "гб" => 1e9,
        "gib" => 1_073_741_824.0,
        _ => return None,
    })
}

/// A document that pages link to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkedDocument {
    /// Its URL.
    pub url: CanonicalUrl,
    /// Its kind.
    pub kind: DocumentKind,
    /// The text of the link with the best estimate.
    pub anchor: String,
    /// The record of the page with that link.
    pub page: Option<u32>,
    /// The size in bytes, if the text of the link states it.
    pub bytes: Option<u64>,
    /// The number of pages with a link to it.
    pub pages: u32,
    /// The estimated relevance, in 0..=1: the mean of the relevance of the linking page, and of the similarity of the
    /// link's text or context to the query.
    pub relevance: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_name_type_and_bytes() {
        for (url, expected) in [
            ("http://a.test/b/Paper.PDF?download=1", Some(DocumentFormat::Pdf)),
            ("http://a.test/x.ps", None),
            ("http://a.test/pdf", None),
            ("http://a.test/wiki/File:A.pdf", None),
        ] {
            assert_eq!(DocumentFormat::of_url(&CanonicalUrl::parse(url).unwrap()), expected, "{url}");
        }
        for essence in ["application/pdf", "application/x-pdf"] {
            assert_eq!(DocumentFormat::of_media_type(essence), Some(DocumentFormat::Pdf));
        }
        assert_eq!(DocumentFormat::of_media_type("application/postscript"), None);
        let odt = b"PK\x03\x04--------------------------mimetypeapplication/vnd.oasis.opendocument.textPK";
        for (url, essence, body, expected) in [
            ("http://a.test/", Some("text/html"), &b"%PDF-1.7"[..], Some(DocumentFormat::Pdf)),
            ("http://a.test/x.pdf", Some("application/pdf"), b"<p>", None),
            ("http://a.test/", None, odt, Some(DocumentFormat::Odt)),
            ("http://a.test/", Some("application/epub+zip"), b"PK\x03\x04", Some(DocumentFormat::Epub)),
            ("http://a.test/x.docx", Some("application/octet-stream"), b"PK\x03\x04", Some(DocumentFormat::Docx)),
            ("http://a.test/x.docx", Some("text/plain"), b"PK\x03\x04", None),
            ("http://a.test/x.zip", None, b"PK\x03\x04", None),
        ] {
            let media_type = MediaType::extract(essence);
            let url = CanonicalUrl::parse(url).unwrap();
            assert_eq!(DocumentFormat::by_first_bytes(&url, media_type.as_ref(), body), expected, "{url} {essence:?}");
        }
    }

    #[test]
    fn a_read_document_is_named_with_its_pages() {
        let name = |pages| ReadDocument { format: DocumentFormat::Pdf, pages }.to_string();
        assert_eq!([0, 1, 12].map(name), ["PDF", "PDF, 1 page", "PDF, 12 pages"]);
    }

    #[test]
    fn documents_are_told_by_the_extension_of_the_path() {
        for (url, kind) in [
            ("http://a.test/b/Paper.PDF?download=1", Some(DocumentKind::Pdf)),
            ("http://a.test/book.epub", Some(DocumentKind::Book)),
            ("http://a.test/x.odt", Some(DocumentKind::Office)),
            ("http://a.test/set.tar.gz", Some(DocumentKind::Data)),
            ("http://a.test/p1.djvu", Some(DocumentKind::Scan)),
            ("http://a.test/?file=a.pdf", None),
            ("http://a.pdf/", None),
            ("http://a.test/wiki/File:A.pdf", None),
            ("http://a.test/.pdf", None),
            ("http://a.test/a.html", None),
        ] {
            assert_eq!(DocumentKind::of_url(&CanonicalUrl::parse(url).unwrap()), kind, "{url}");
        }
    }

    #[test]
    fn documents_without_an_extension_are_told_by_their_media_type() {
        for (media_type, kind) in [
            ("application/pdf", Some(DocumentKind::Pdf)),
            ("application/epub+zip", Some(DocumentKind::Book)),
            ("application/vnd.ms-excel", Some(DocumentKind::Office)),
            ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", Some(DocumentKind::Office)),
            ("application/vnd.oasis.opendocument.text", Some(DocumentKind::Office)),
            ("text/csv", Some(DocumentKind::Data)),
            ("application/gzip", Some(DocumentKind::Data)),
            ("image/tiff", Some(DocumentKind::Scan)),
            ("application/json", None),
            ("image/png", None),
            ("application/vnd.ms-fontobject", None),
            ("text/plain", None),
            ("pdf", None),
        ] {
            assert_eq!(DocumentKind::of_media_type(media_type), kind, "{media_type}");
        }
    }

    #[test]
    fn the_size_is_what_the_text_of_the_link_states() {
        for (text, bytes) in [
            ("Annual report 2024 (PDF, 2.3 MB)", Some(2_300_000)),
            ("Rapport annuel [PDF - 2,3\u{a0}Mo]", Some(2_300_000)),
            ("Data: 1,234 KB", Some(1_234_000)),
            ("812kB", Some(812_000)),
            ("Отчёт, 5 Мб", Some(5_000_000)),
            ("1.5 GiB of scans", Some(1_610_612_736)),
            ("Chapter 3, 120 mbar", None),
            ("1.2.3 MB", None),
            ("Report 2024", None),
            ("99999999999999999999999 GB", Some(u64::MAX)),
        ] {
            assert_eq!(stated_bytes(text), bytes, "{text}");
        }
    }
}
