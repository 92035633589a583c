//! Archives in memory: tar.gz and zip. Entries carry no time and no owner, so that the same files make the same archive.

use crate::failure::{Failure, Outcome};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Cursor, Write as _};
use std::path::Path;
use tar::{Builder, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A file of an archive.
pub(crate) struct Entry {
    name: String,
    bytes: Vec<u8>,
    mode: u32,
}

impl Entry {
    /// Returns a file that everyone may read.
    pub(crate) fn file(name: String, bytes: Vec<u8>) -> Self {
        let mode = 0o644;
        Self { name, bytes, mode }
    }

    /// Returns a file that everyone may run.
    pub(crate) fn program(name: String, bytes: Vec<u8>) -> Self {
        let mode = 0o755;
        Self { name, bytes, mode }
    }
}

/// Returns a gzipped tar archive.
pub(crate) fn tar_gz(entries: &[Entry]) -> Outcome<Vec<u8>> {
    let pack = || {
        let mut tar = Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
        for entry in entries {
            let mut header = Header::new_gnu();
            header.set_mode(entry.mode);
            header.set_size(entry.bytes.len() as u64);
            tar.append_data(&mut header, &entry.name, entry.bytes.as_slice())?;
        }
        tar.into_inner()?.finish()
    };
    pack().map_err(Failure::file("write", Path::new("a tar archive")))
}

/// Returns a zip archive.
pub(crate) fn zip(entries: &[Entry]) -> Outcome<Vec<u8>> {
    let pack = || -> std::io::Result<Vec<u8>> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for entry in entries {
            let options = SimpleFileOptions::default().unix_permissions(entry.mode);
            zip.start_file(&*entry.name, options)?;
            zip.write_all(&entry.bytes)?;
        }
        Ok(zip.finish()?.into_inner())
    };
    pack().map_err(Failure::file("write", Path::new("a zip archive")))
}
