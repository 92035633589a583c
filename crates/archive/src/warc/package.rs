//! Packs a recording as WACZ: a ZIP file with the recording, an index, a list of pages, and hashes of all of them.
//!
//! The bytes come out in order, so that no file is held in memory: sizes and checksum of the recording stand behind it
//! (a data descriptor). Nothing is compressed again, so that players read single records out of the file.
//!
//! Source: WACZ 1.1.1 (Webrecorder): §4 (directory layout), §5 (`datapackage.json`, pages, digest); CDXJ and its
//! compressed form (`index.cdx.gz`, `index.idx`) as pywb and wabac.js read them; PKWARE APPNOTE 6.3.10 §4.3 (ZIP).

use super::write::{self, Exchange, Origin, PackageTooLarge};
use crate::date;
use crate::zip::{self, DESCRIPTOR, Entry, UTF8, short};
use flate2::Crc;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use types::sorting;

/// The path of the recording.
const DATA: &str = "archive/data.warc.gz";
/// The lines of the index in one gzip member; a player reads and decompresses that many for a page.
const INDEX_LINES: usize = 300;

/// A WACZ file that is being written.
#[derive(Debug)]
pub(super) struct Package {
    software: String,
    title: String,
    created: String,
    /// The entries so far, but for the recording, with their hashes.
    entries: Vec<(Entry, String)>,
    data: Sum,
    /// The number of bytes of the file so far.
    written: u64,
    /// The lines of the index, with their sort keys in front.
    index: Vec<String>,
    pages: String,
}

/// Length, checksum and hash of some bytes.
#[derive(Debug, Default)]
struct Sum {
    crc: Crc,
    hash: Sha256,
    bytes: u64,
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        self.crc.update(bytes);
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    fn entry(self, path: &str, at: u64, flags: u16) -> (Entry, String) {
        let hash = hash(&self.hash.finalize());
        (Entry { path: path.to_owned(), at, bytes: self.bytes, crc: self.crc.sum(), flags }, hash)
    }
}

impl Package {
    /// Starts a file. Returns it, and its first bytes.
    pub(super) fn begin(origin: &Origin<'_>) -> (Self, Vec<u8>) {
        let head = Entry { path: DATA.to_owned(), at: 0, bytes: 0, crc: 0, flags: UTF8 | DESCRIPTOR }.head();
        let header = json!({"format": "json-pages-1.0", "id": "pages", "title": "All pages", "hasText": false});
        let package = Self {
            software: origin.software.to_owned(),
            title: origin.description.to_owned(),
            created: seconds(origin.started),
            entries: Vec::new(),
            data: Sum::default(),
            written: head.len() as u64,
            index: Vec::new(),
            pages: format!("{header}\n"),
        };
        (package, head)
    }

    /// Adds bytes of the recording that belong to no page.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.data.add(bytes);
        self.written += bytes.len() as u64;
    }

    /// Adds the record of a response, with the digest of its payload.
    pub(super) fn add_response(&mut self, exchange: &Exchange<'_>, digest: &str, bytes: &[u8]) {
        let at = date::to_millis(exchange.at);
        let time: String = at.chars().filter(char::is_ascii_digit).take(14).collect();
        let response = exchange.response;
        let media_type = response.header("content-type").and_then(|value| value.split(';').next()).unwrap_or_default();
        let fields = json!({
            "url": exchange.url,
            "mime": media_type.trim(),
            "status": response.status.to_string(),
            "digest": digest,
            "length": bytes.len().to_string(),
            "offset": self.data.bytes.to_string(),
            "filename": "data.warc.gz",
        });
        self.index.push(format!("{} {time} {fields}\n", surt(exchange.url)));
        if response.is_page() {
            let title = exchange.title.filter(|title| !title.is_empty()).unwrap_or(exchange.url);
            let id = format!("{:x}", self.index.len());
            let page = json!({"id": id, "url": exchange.url, "ts": seconds(exchange.at), "title": title});
            let _ = writeln!(self.pages, "{page}");
        }
        self.add(bytes);
    }

    /// Returns the last bytes of the file.
    ///
    /// # Errors
    /// Returns an error if the file is over 4 GiB.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, PackageTooLarge> {
        let mut out = Vec::new();
        let data = std::mem::take(&mut self.data).entry(DATA, 0, UTF8 | DESCRIPTOR);
        out.extend_from_slice(b"PK\x07\x08");
        out.extend_from_slice(&data.0.crc.to_le_bytes());
        let size = short(data.0.bytes).to_le_bytes();
        out.extend([size, size].concat());
        self.written += out.len() as u64;
        self.entries.push(data);
        let (index, blocks) = compressed(std::mem::take(&mut self.index));
        let pages = std::mem::take(&mut self.pages);
        self.file(&mut out, "indexes/index.cdx.gz", &index);
        self.file(&mut out, "indexes/index.idx", blocks.as_bytes());
        self.file(&mut out, "pages/pages.jsonl", pages.as_bytes());
        let package = self.description();
        self.file(&mut out, "datapackage.json", package.as_bytes());
        let digest = json!({"path": "datapackage.json", "hash": hash(&Sha256::digest(package.as_bytes()))});
        self.file(&mut out, "datapackage-digest.json", digest.to_string().as_bytes());
        out.extend(zip::directory(self.entries.iter().map(|(entry, _)| entry), self.written));
        if u32::try_from(self.written).is_ok() { Ok(out) } else { Err(PackageTooLarge) }
    }

    /// Appends a file of the package.
    fn file(&mut self, out: &mut Vec<u8>, path: &str, bytes: &[u8]) {
        let mut sum = Sum::default();
        sum.add(bytes);
        let entry = sum.entry(path, self.written, UTF8);
        let head = entry.0.head();
        self.written += (head.len() + bytes.len()) as u64;
        out.extend(head);
        out.extend_from_slice(bytes);
        self.entries.push(entry);
    }

    /// Returns `datapackage.json`.
    fn description(&self) -> String {
        let resources: Vec<_> = self
            .entries
            .iter()
            .map(|(entry, hash)| {
                let name = entry.path.rsplit('/').next();
                json!({"name": name, "path": entry.path, "hash": hash, "bytes": entry.bytes})
            })
            .collect();
        json!({
            "profile": "data-package",
            "resources": resources,
            "wacz_version": "1.1.1",
            "title": self.title,
            "created": self.created,
            "software": self.software,
        })
        .to_string()
    }
}

/// Returns the sorted index in gzip members, and the list of these members: key, time, place.
fn compressed(mut lines: Vec<String>) -> (Vec<u8>, String) {
    lines.sort_unstable();
    let mut index = Vec::new();
    let mut blocks = format!("!meta 0 {}\n", json!({"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}));
    for block in lines.chunks(INDEX_LINES) {
        let member = write::zip(&[block.concat().as_bytes()]);
        let key = block[0].splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ");
        let digest = hash(&Sha256::digest(&member));
        let place =
            json!({"offset": index.len(), "length": member.len(), "digest": digest, "filename": "index.cdx.gz"});
        let _ = writeln!(blocks, "{key} {place}");
        index.extend(member);
    }
    (index, blocks)
}

/// Returns the sort key of a URL: the host's parts in reverse order, path and sorted query in lower case, without
/// `www.` (the form that wabac.js and pywb look up).
fn surt(url: &str) -> String {
    let url = url.to_lowercase();
    let Some((_, rest)) = url.split_once("://") else { return url };
    let rest = rest.split('#').next().unwrap_or_default();
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let (host, port) = authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let host = host.strip_prefix("www").map_or(host, |rest| {
        rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).strip_prefix('.').unwrap_or(host)
    });
    let mut parts: Vec<&str> = host.split('.').collect();
    parts.reverse();
    let port = port.map_or_else(String::new, |port| format!(":{port}"));
    let (path, query) = path.split_once('?').map_or((path, None), |(path, query)| (path, Some(query)));
    let path = if path.is_empty() { "/" } else { path };
    let query = query.map_or_else(String::new, |query| {
        let mut fields: Vec<&str> = query.split('&').collect();
        sorting::sort_by_key(&mut fields, |field| field.split('=').next().unwrap_or_default());
        format!("?{}", fields.join("&"))
    });
    format!("{}{port}){path}{query}", parts.join(","))
}

fn hash(digest: &[u8]) -> String {
    digest.iter().fold("sha256:".to_owned(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns a time in whole seconds, as WACZ has it.
fn seconds(at: types::report::Millis) -> String {
    let at = date::to_millis(at);
    at.get(..19).map_or(at.clone(), |seconds| format!("{seconds}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::WarcLimits;
    use crate::warc::{Form, Recording, Response, Writer};

    fn wacz(pages: usize) -> Vec<u8> {
        let origin =
            Origin { software: "salticid/0.1.0", description: "a crawl for “spiders”", started: 1_795_163_400_000 };
        let (mut writer, mut file) = Writer::begin(Form::Wacz, &origin);
        for n in 0..pages {
            let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
            let response = Response { status: 200, headers, body: format!("<title>{n}</title>").into_bytes() };
            let (url, title) = (format!("http://www.a.test/{n}"), format!("Page {n}"));
            let exchange = Exchange::new(&url, 1_795_163_400_000, &response);
            file.extend(writer.exchange(&Exchange { title: Some(&title), ..exchange }));
        }
        file.extend(writer.finish().unwrap());
        file
    }

    #[test]
    fn a_written_wacz_file_is_read_back() {
        for pages in [0, 1, 700] {
            let web = Recording::read(wacz(pages), &WarcLimits::TAB);
            if pages == 0 {
                assert!(web.is_err());
                continue;
            }
            let web = web.unwrap();
            assert_eq!((web.urls().count(), web.skipped().count), (pages, 0));
            assert_eq!(web.answer("http://www.a.test/0").unwrap().unwrap().body, b"<title>0</title>");
        }
    }

    /// The index leads to the bytes of the record, as a player reads it.
    #[test]
    fn the_index_has_the_place_of_each_record() {
        use std::io::Read as _;
        let file = wacz(2);
        let archive = rawzip::ZipArchive::from_slice(&file[..]).unwrap();
        let mut entries = archive.entries();
        let mut content = std::collections::BTreeMap::new();
        while let Some(entry) = entries.next_entry().unwrap() {
            let path = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
            content.insert(path, archive.get_entry(entry.wayfinder()).unwrap().data().to_vec());
        }
        let mut index = String::new();
        flate2::read::MultiGzDecoder::new(&content["indexes/index.cdx.gz"][..]).read_to_string(&mut index).unwrap();
        let line = index.lines().nth(1).unwrap();
        let (key, fields) = line.split_once(" {").unwrap();
        assert_eq!(key, "test,a)/1 20261120083000");
        let fields: serde_json::Value = serde_json::from_str(&format!("{{{fields}")).unwrap();
        let number = |name: &str| fields[name].as_str().unwrap().parse::<usize>().unwrap();
        let record = &content[DATA][number("offset")..][..number("length")];
        let mut text = String::new();
        flate2::read::GzDecoder::new(record).read_to_string(&mut text).unwrap();
        assert!(text.contains("WARC-Target-URI: http://www.a.test/1\r\n"), "{text}");
        assert!(content["indexes/index.idx"].starts_with(b"!meta 0 {"));
        assert!(String::from_utf8_lossy(&content["pages/pages.jsonl"]).contains(r#""title":"Page 1""#));
    }

    #[test]
    fn keys_are_those_that_players_look_up() {
        for (url, key) in [
            ("http://www.A.test/B?z=1&a=2", "test,a)/b?a=2&z=1"),
            ("https://www2.a.test", "test,a)/"),
            ("http://a.test:8080/x#y", "test,a:8080)/x"),
            ("http://wwww.test/", "test,wwww)/"),
        ] {
            assert_eq!(surt(url), key, "{url}");
        }
    }
}
