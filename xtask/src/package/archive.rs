//! Archives in memory: tar.gz and zip. Entries carry no time and no owner, so that the same files make the same archive.

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Cursor, Write as _};
use tar::{Builder, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The permissions of a file that everyone may read.
pub(crate) const FILE: u32 = 0o644;
/// The permissions of a file that everyone may run.
pub(crate) const PROGRAM: u32 = 0o755;

/// A file of an archive.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Its Unix permissions.
    pub(crate) mode: u32,
}

/// Returns a gzipped tar archive.
pub(crate) fn tar_gz(entries: &[Entry]) -> Result<Vec<u8>> {
    let mut tar = Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for entry in entries {
        let mut header = Header::new_gnu();
        header.set_mode(entry.mode);
        header.set_size(entry.bytes.len() as u64);
        tar.append_data(&mut header, &entry.name, entry.bytes.as_slice())?;
    }
    Ok(tar.into_inner()?.finish()?)
}

/// Returns a zip archive.
pub(crate) fn zip(entries: &[Entry]) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        zip.start_file(&*entry.name, SimpleFileOptions::default().unix_permissions(entry.mode))?;
        zip.write_all(&entry.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
