//! Reads a saved crawl: its headers at once, a section on request.

use super::{BundleError, END, MAGIC, SECTION, VERSION};
use crate::limits::{BUNDLE_SECTION_BYTES, BUNDLE_SECTIONS, inflated};
use flate2::read::ZlibDecoder;
use std::collections::BTreeMap;
use std::io::Read as _;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// A file whose headers were checked.
#[derive(Debug)]
pub struct Bundle<'a> {
    sections: BTreeMap<&'a str, Section<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct Section<'a> {
    length: u64,
    checksum: u64,
    stored: &'a [u8],
}

impl<'a> Bundle<'a> {
    /// Opens a file: checks that it is complete and that its headers match their checksum. No section is decompressed.
    pub fn open(file: &'a [u8]) -> Result<Self, BundleError> {
        let mut reader = Reader { rest: file };
        if reader.take(MAGIC.len()).ok() != Some(&MAGIC[..]) {
            return Err(BundleError::NotOurs);
        }
        match reader.number::<2>()? {
            found if found == u64::from(VERSION) => {}
            found => {
                return Err(BundleError::Version(u16::try_from(found).unwrap_or(u16::MAX)));
            }
        }
        let mut bundle = Self { sections: BTreeMap::new() };
        let mut heads = Xxh3::new();
        loop {
            let head = reader.rest;
            match reader.number::<1>()? {
                tag if tag == u64::from(SECTION) => {
                    let (name, section, used) = reader.section()?;
                    heads.update(&head[..=used]);
                    bundle.add(name, section)?;
                }
                tag if tag == u64::from(END) => break,
                _ => return Err(BundleError::Damaged),
            }
        }
        let whole = reader.number::<8>()? == bundle.sections.len() as u64
            && reader.number::<8>()? == heads.digest()
            && reader.rest.is_empty();
        whole.then_some(bundle).ok_or(BundleError::Damaged)
    }

    fn add(&mut self, name: &'a str, section: Section<'a>) -> Result<(), BundleError> {
        if self.sections.len() == BUNDLE_SECTIONS {
            return Err(BundleError::TooMany);
        }
        match self.sections.insert(name, section) {
            None => Ok(()),
            Some(_) => Err(BundleError::Name),
        }
    }

    /// Returns the sections' names in alphabetical order, with the decompressed size of each.
    pub fn sections(&self) -> impl Iterator<Item = (&'a str, u64)> {
        let sections = self.sections.iter();
        sections.map(|(name, section)| (*name, section.length))
    }

    /// Decompresses a section and verifies its checksum; `None` if the file has no section with that name.
    ///
    /// # Errors
    /// Returns an error if the section is too large, a decompression bomb, or damaged.
    pub fn read_section(&self, name: &str) -> Option<Result<Vec<u8>, BundleError>> {
        let section = self.sections.get(name)?;
        Some(section.read(name))
    }
}

impl Section<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, BundleError> {
        if self.length > BUNDLE_SECTION_BYTES {
            return Err(BundleError::TooLarge(name.to_owned()));
        }
        if self.length > inflated(self.stored.len()) {
            return Err(BundleError::Bomb(name.to_owned()));
        }
        let damaged = || BundleError::Section(name.to_owned());
        if xxh3_64(self.stored) != self.checksum {
            return Err(damaged());
        }
        let mut bytes = Vec::new();
        // One additional byte reveals that the stream is too long.
        let read = ZlibDecoder::new(self.stored).take(self.length + 1).read_to_end(&mut bytes);
        match read {
            Ok(read) if read as u64 == self.length => Ok(bytes),
            _ => Err(damaged()),
        }
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, bytes: usize) -> Result<&'a [u8], BundleError> {
        let (head, rest) = self.rest.split_at_checked(bytes).ok_or(BundleError::Cut)?;
        self.rest = rest;
        Ok(head)
    }

    /// Reads a number of this many bytes, at most eight.
    fn number<const BYTES: usize>(&mut self) -> Result<u64, BundleError> {
        let mut eight = [0; 8];
        eight[..BYTES].copy_from_slice(self.take(BYTES)?);
        Ok(u64::from_le_bytes(eight))
    }

    /// Reads the section after its tag; returns its name, the section, and the size of its header.
    fn section(&mut self) -> Result<(&'a str, Section<'a>, usize), BundleError> {
        let before = self.rest.len();
        let length = usize::try_from(self.number::<1>()?).map_err(|_| BundleError::Name)?;
        let name = std::str::from_utf8(self.take(length)?).map_err(|_| BundleError::Name)?;
        if name.is_empty() {
            return Err(BundleError::Name);
        }
        let (length, stored) = (self.number::<8>()?, self.number::<8>()?);
        let checksum = self.number::<8>()?;
        let used = before - self.rest.len();
        let stored = self.take(usize::try_from(stored).map_err(|_| BundleError::Cut)?)?;
        let section = Section { length, checksum, stored };
        Ok((name, section, used))
    }
}
