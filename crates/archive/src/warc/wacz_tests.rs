//! Tests that recordings are found in WACZ files of every kind, and that no file of one is trusted.

use crate::limits::WarcLimits;
use crate::warc::{Recording, WarcError};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write as _;

fn page(url: &str, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
    let length = block.len();
    format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
    )
    .into_bytes()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut member = GzEncoder::new(Vec::new(), Compression::fast());
    member.write_all(bytes).unwrap();
    member.finish().unwrap()
}

/// Returns a ZIP file with these entries, compressed or not.
fn zip(entries: &[(&str, &[u8], bool)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut out);
    for (name, data, is_packed) in entries {
        let method = if *is_packed { CompressionMethod::DEFLATE } else { CompressionMethod::STORE };
        let (mut entry, config) = archive.new_file(*name).compression_method(method).start().unwrap();
        let output = if *is_packed {
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
            writer.write_all(data).unwrap();
            let (encoder, output) = writer.finish().unwrap();
            encoder.finish().unwrap();
            output
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(data).unwrap();
            writer.finish().unwrap().1
        };
        entry.finish(output).unwrap();
    }
    archive.finish().unwrap();
    out
}

fn wacz() -> Vec<u8> {
    let one: Vec<u8> = [gzip(&page("http://a.test/", "one")), gzip(&page("http://a.test/1", "more"))].concat();
    zip(&[
        ("datapackage.json", b"{}", false),
        ("archive/one.warc.gz", &one, false),
        ("archive/two.warc", &page("http://b.test/", "two"), true),
        ("indexes/index.cdx", b"com,example)/ 2020 {}\n", false),
        ("pages/pages.jsonl", b"{}", true),
    ])
}

fn read(file: Vec<u8>) -> Result<Recording, WarcError> {
    Recording::read(file, &WarcLimits::TAB)
}

fn urls(web: &Recording) -> Vec<&str> {
    web.urls().map(types::url::CanonicalUrl::as_str).collect()
}

#[test]
fn the_recordings_of_a_wacz_file_are_one_web() {
    let web = read(wacz()).unwrap();
    assert_eq!(urls(&web), ["http://a.test/", "http://a.test/1", "http://b.test/"]);
    for (url, body) in [("http://a.test/", "one"), ("http://a.test/1", "more"), ("http://b.test/", "two")] {
        assert_eq!(web.answer(url).unwrap().unwrap().body, body.as_bytes(), "{url}");
    }
    assert_eq!(web.skipped().count, 0);
}

/// APPNOTE §4.3.14 (64-bit end of the directory) and §4.5.3 (64-bit sizes and offsets), which tools write for large
/// files, and when they do not know the size.
#[test]
fn a_wacz_file_with_64_bit_sizes_and_offsets_is_read() {
    let (name, data) = (b"archive/a.warc", page("http://a.test/", "one"));
    let (size, none) = ((data.len() as u64).to_le_bytes(), [0xff_u8; 4]);
    let fields = |extra: u8| [&[0, 8, 0, 0, 0, 0, 0x21, 0][..], &crc(&data), &none, &none, &[14, 0, extra, 0]].concat();
    let local = [b"PK\x03\x04\x2d\0", &fields(20)[..], name, &[1, 0, 16, 0], &size, &size, &data].concat();
    let entry = [
        &b"PK\x01\x02\x2d\0\x2d\0"[..],
        &fields(28),
        &[0; 10],
        &none,
        name,
        &[1, 0, 24, 0],
        &size,
        &size,
        &0_u64.to_le_bytes(),
    ]
    .concat();
    let at = (local.len() as u64).to_le_bytes();
    let (end, length, one) = (local.len() + entry.len(), (entry.len() as u64).to_le_bytes(), 1_u64.to_le_bytes());
    let record =
        [b"PK\x06\x06", &44_u64.to_le_bytes()[..], &[45, 0, 45, 0], &[0; 8], &one, &one, &length, &at].concat();
    let locator = [b"PK\x06\x07", &[0; 4][..], &(end as u64).to_le_bytes(), &[1, 0, 0, 0]].concat();
    let last = [b"PK\x05\x06", &[0; 4][..], &none, &none, &none, &[0; 2]].concat();
    let web = read([local, entry, record, locator, last].concat()).unwrap();
    assert_eq!((urls(&web), web.skipped().count), (vec!["http://a.test/"], 0));
}

/// Returns the checksum of some bytes.
fn crc(bytes: &[u8]) -> [u8; 4] {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

#[test]
fn a_revisit_may_refer_to_another_recording_of_the_file() {
    let again = b"WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: http://a.test/2\r\n\
        WARC-Refers-To-Target-URI: http://b.test/\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    let file = zip(&[
        ("archive/a.warc.gz", &gzip(again), false),
        ("archive/b.warc.gz", &gzip(&page("http://b.test/", "two")), false),
    ]);
    let web = read(file).unwrap();
    assert_eq!(web.answer("http://a.test/2").unwrap().unwrap().body, b"two");
}

/// As in an archive that extracts itself: the offsets of the directory count from its own start.
#[test]
fn bytes_before_a_wacz_file_change_nothing() {
    let zeros = vec![0; 70_000];
    for before in [&b"#!/bin/sh\n"[..], b"\r\n", &zeros] {
        let file = [before, &wacz()].concat();
        assert!(crate::warc::is_recording("site.zip", &file));
        let web = read(file).unwrap();
        assert_eq!((urls(&web).len(), web.skipped().count), (3, 0));
        assert_eq!(web.answer("http://b.test/").unwrap().unwrap().body, b"two");
    }
    // A ZIP file inside the last record is none of the recording's form.
    let block = [&b"HTTP/1.1 200 OK\r\n\r\n"[..], &wacz()].concat();
    let head = format!("WARC-Type: response\r\nWARC-Target-URI: http://c.test/\r\nContent-Length: {}", block.len());
    let inner = [b"\r\nWARC/1.0\r\n", head.as_bytes(), b"\r\n\r\n", &block].concat();
    assert_eq!(urls(&read(inner).unwrap()), ["http://c.test/"]);
}

/// A file that was cut off has no directory.
#[test]
fn a_wacz_file_that_is_cut_off_gives_its_whole_records() {
    let file = wacz();
    for end in [file.len() - 10, file.len() - 400] {
        let web = read(file[..end].to_vec()).unwrap();
        assert_eq!(urls(&web)[..2], ["http://a.test/", "http://a.test/1"], "{end}");
        assert!(web.skipped().listed[0].reason.contains("directory"));
    }
}

#[test]
fn damage_is_listed_with_the_name_of_the_recording() {
    let good = gzip(&page("http://a.test/", "one"));
    let file = zip(&[
        ("archive/good.warc.gz", &good, false),
        ("archive/bad.warc.gz", &good[..30], false),
        ("other.wacz", b"PK", false),
    ]);
    let web = read(file).unwrap();
    let listed: Vec<&str> = web.skipped().listed.iter().map(|damage| &*damage.reason).collect();
    assert_eq!(
        listed,
        ["other.wacz: open this WACZ file by itself", "archive/bad.warc.gz: the file ends inside a gzip member"]
    );
}

#[test]
fn an_entry_that_decompresses_to_more_than_the_limit_is_cut() {
    let bomb = [page("http://a.test/", "one"), vec![b'\n'; 80 << 20]].concat();
    let web = read(zip(&[("archive/a.warc", &bomb, true)])).unwrap();
    assert_eq!(urls(&web), ["http://a.test/"]);
    assert!(web.skipped().listed[0].reason.contains("more than the limit"));
}

#[test]
fn no_bytes_make_the_reader_panic() {
    let file = wacz();
    for at in (0..file.len()).step_by(3) {
        let mut damaged = file.clone();
        damaged[at] ^= 0xff;
        let _ = read(damaged);
        let _ = read(file[..at].to_vec());
    }
}

#[test]
fn no_pages_in_a_zip_file_is_an_error() {
    assert!(matches!(read(zip(&[("a.txt", b"x", false)])), Err(WarcError::Empty)));
}
