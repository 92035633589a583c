//! Writes WARC records: the file's description, then each response with its metadata.
//!
//! The caller writes the bytes record by record, so that no file is held in memory. The same calls give the same bytes:
//! dates come from the caller, and a record's id is computed from its content and position. `request` records are
//! omitted, because all requests of a crawl have the same headers. So are `revisit` records, and failed fetches, for
//! which WARC has no record; the list of pages has them. Source: ISO 28500:2017 §5 (named fields), §6.2, §6.3, §6.6
//! (kinds), annex D (compression); RFC 9562 §5.8 (ids).

use super::Response;
use super::http::TRANSFER_HEADERS;
use super::package::Package;
use crate::date;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha1::{Digest as _, Sha1};
use std::fmt::Write as _;
use std::io::Write as _;
use types::header::{TRUNCATED, is_token};
use types::report::Millis;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// The compression of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Uncompressed: `.warc`.
    Plain,
    /// Each record as a separate gzip member: `.warc.gz`.
    Gzip,
    /// The same, packed with an index and a list of pages: `.wacz`, at most 4 GiB.
    Wacz,
}

/// The metadata of a file.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The program and its version: `salticid-lab/0.1.0`.
    pub software: &'a str,
    /// A sentence about the crawl.
    pub description: &'a str,
    /// The time of the crawl's start.
    pub started: Millis,
}

/// A response with its metadata.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    /// The requested address.
    pub url: &'a str,
    /// The time of the response.
    pub at: Millis,
    /// The answer.
    pub response: &'a Response,
    /// The page's title, if known; only WACZ has it.
    pub title: Option<&'a str>,
    /// The page whose link led here; none for a seed, or if it is unknown.
    pub via: Option<&'a str>,
    /// Links from a seed to here, if known.
    pub depth: Option<u32>,
    /// The duration of the fetch in milliseconds, if known.
    pub elapsed_ms: Option<u32>,
}

impl<'a> Exchange<'a> {
    /// Creates an exchange of which nothing else is known.
    pub fn new(url: &'a str, at: Millis, response: &'a Response) -> Self {
        Self { url, at, response, title: None, via: None, depth: None, elapsed_ms: None }
    }
}

/// The error of a WACZ file that is over the limit of ZIP files without the 64-bit extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a WACZ file has at most 4 GiB: export a .warc.gz file instead")]
pub struct PackageTooLarge;

/// Writes one file.
#[derive(Debug)]
pub struct Writer {
    form: Form,
    /// Records so far.
    records: u64,
    /// The id of the first record.
    info: String,
    package: Option<Box<Package>>,
}

impl Writer {
    /// Starts a file: returns the writer, and the file's first bytes.
    pub fn begin(form: Form, origin: &Origin<'_>) -> (Self, Vec<u8>) {
        let mut writer = Self { form, records: 0, info: String::new(), package: None };
        let block = fields(&[
            ("software", origin.software),
            ("description", origin.description),
            ("format", "WARC File Format 1.1"),
            ("conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"),
            ("robots", "obey"),
        ]);
        let content_type = ("Content-Type", "application/warc-fields");
        let (id, bytes) = writer.record("warcinfo", origin.started, &[content_type], &block);
        writer.info = id;
        if form == Form::Wacz {
            let (mut package, head) = Package::begin(origin);
            package.add(&bytes);
            writer.package = Some(Box::new(package));
            return (writer, [head, bytes].concat());
        }
        (writer, bytes)
    }

    /// Returns the file's last bytes, which only WACZ has.
    ///
    /// # Errors
    /// Returns an error if a WACZ file is over 4 GiB.
    pub fn finish(self) -> Result<Vec<u8>, PackageTooLarge> {
        self.package.map_or_else(|| Ok(Vec::new()), |package| package.finish())
    }

    /// Returns the bytes of a response, and of a record with its metadata if there are any.
    pub fn exchange(&mut self, exchange: &Exchange<'_>) -> Vec<u8> {
        let Response { status, headers, body } = exchange.response;
        let block = message(*status, headers, body);
        let payload = digest(body);
        let info = self.info.clone();
        let mut named = vec![
            ("WARC-Target-URI", exchange.url),
            ("WARC-Warcinfo-ID", &info),
            ("WARC-Payload-Digest", &payload),
            ("Content-Type", "application/http; msgtype=response"),
        ];
        if let Some(reason) = exchange.response.header(TRUNCATED) {
            named.push(("WARC-Truncated", reason));
        }
        let (id, mut bytes) = self.record("response", exchange.at, &named, &block);
        if let Some(package) = &mut self.package {
            package.add_response(exchange, &payload, &bytes);
        }
        let how = how(exchange);
        if !how.is_empty() {
            let named = [
                ("WARC-Target-URI", exchange.url),
                ("WARC-Warcinfo-ID", &info),
                ("WARC-Concurrent-To", &id),
                ("Content-Type", "application/warc-fields"),
            ];
            let metadata = self.record("metadata", exchange.at, &named, &how).1;
            if let Some(package) = &mut self.package {
                package.add(&metadata);
            }
            bytes.extend(metadata);
        }
        bytes
    }

    /// Returns a record's id and bytes.
    fn record(&mut self, kind: &str, at: Millis, named: &[(&str, &str)], block: &[u8]) -> (String, Vec<u8>) {
        self.records += 1;
        let mut head = String::new();
        line(&mut head, "WARC-Type", kind);
        line(&mut head, "WARC-Date", &date::to_millis(at));
        for (name, value) in named {
            line(&mut head, name, value);
        }
        line(&mut head, "WARC-Block-Digest", &digest(block));
        line(&mut head, "Content-Length", &block.len().to_string());
        let id = id(self.records, &head);
        let head = format!("WARC/1.1\r\nWARC-Record-ID: {id}\r\n{head}\r\n");
        let parts = [head.as_bytes(), block, b"\r\n\r\n"];
        let bytes = match self.form {
            Form::Plain => parts.concat(),
            Form::Gzip | Form::Wacz => zip(&parts),
        };
        (id, bytes)
    }
}

/// Returns the path to a response in Heritrix's notation: one `L` for each link from the seed.
fn how(exchange: &Exchange<'_>) -> Vec<u8> {
    let hops = exchange.depth.map(|depth| "L".repeat(depth as usize));
    let elapsed = exchange.elapsed_ms.map(|ms| ms.to_string());
    let known = [
        ("via", exchange.via),
        ("hopsFromSeed", hops.as_deref().filter(|hops| !hops.is_empty())),
        ("fetchTimeMs", elapsed.as_deref()),
    ];
    let known: Vec<(&str, &str)> = known.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    fields(&known)
}

fn fields(fields: &[(&str, &str)]) -> Vec<u8> {
    let mut text = String::new();
    for (name, value) in fields {
        line(&mut text, name, value);
    }
    text.into_bytes()
}

/// Returns an HTTP message whose headers describe the following body: no transfer coding, and its actual length.
///
/// Header values from the web cannot inject lines: an invalid header is dropped, and line ends in a value become
/// blanks. The reason phrase is omitted, because no reader uses it (RFC 9112 §4 allows that). Source: RFC 9112 §2, §4,
/// §5; RFC 9110 §5.1, §5.5; ISO 28500:2017 §6.3.
fn message(status: u16, headers: &[(String, String)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status:03} \r\n");
    for (name, value) in headers {
        let lower = name.to_ascii_lowercase();
        if is_token(name) && lower != TRUNCATED && !TRANSFER_HEADERS.contains(&&*lower) {
            line(&mut head, name, value);
        }
    }
    line(&mut head, "content-length", &body.len().to_string());
    head += "\r\n";
    [head.as_bytes(), body].concat()
}

/// Appends a header, with its value on one line.
fn line(out: &mut String, name: &str, value: &str) {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = write!(out, "{name}: {}\r\n", value.trim());
}

/// Returns the digest of some bytes as WARC writes it: `sha1:` and the digest in base 32 (ISO 28500:2017 §5.8, §5.9;
/// RFC 4648 §6). SHA-1 is no protection against forgery, but WARC tools use it to compare payloads.
fn digest(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    // 160 bits are exactly 32 letters of 5 bits, so no padding is needed.
    let digits = Sha1::digest(bytes);
    let letters = digits.chunks(5).flat_map(|five| {
        let bits = five.iter().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        (0..8).rev().map(move |at| char::from(ALPHABET[(bits >> (5 * at) & 31) as usize]))
    });
    "sha1:".chars().chain(letters).collect()
}

/// Returns a UUID of version 8 (custom): the hash of a record's header, which includes its digest, and of its position.
fn id(place: u64, head: &str) -> String {
    let hash = xxh3_128_with_seed(head.as_bytes(), place);
    let hash = hash & !(0xf << 76 | 0x3 << 62) | 0x8 << 76 | 0x2 << 62;
    let hex = format!("{hash:032x}");
    let parts = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
    format!("<urn:uuid:{}>", parts.join("-"))
}

/// Returns the gzip member of these bytes.
pub(super) fn zip(parts: &[&[u8]]) -> Vec<u8> {
    let mut member = GzEncoder::new(Vec::new(), Compression::default());
    for part in parts {
        member.write_all(part).expect("writing to memory does not fail");
    }
    member.finish().expect("writing to memory does not fail")
}

#[cfg(test)]
#[path = "write_tests.rs"]
mod tests;
