//! Reads a recording into a [`Recording`], in steps of bounded work. There are no threads, which a tab does not have.

use super::index::{Index, Indexed};
use super::input::Storage;
use super::location::{FileSlice, Files, RecordLocation};
use super::recording::Recording;
use super::records::{RecordReader, Step};
use super::{Damage, WarcError, wacz};
use crate::limits::{WarcLimits, inflated};
use std::collections::VecDeque;
use std::io::Cursor;
use std::sync::Arc;

/// Reads a recording step by step, so that the caller can do other work between two steps.
pub struct RecordingReader {
    files: Files,
    limits: WarcLimits,
    index: Index,
    /// The files that were not begun yet.
    waiting: VecDeque<FileSlice>,
    records: Option<RecordReader<Cursor<FileSlice>>>,
    /// The number of bytes of all files, and of those that were read.
    total: usize,
    done: usize,
    /// The most bytes of the current file that were read. Some are read again after damage.
    position: u64,
    /// The number of decompressed bytes of the files that were read.
    produced: u64,
}

impl RecordingReader {
    /// Creates a reader of a WARC or ARC file, compressed or not, or of a WACZ file.
    ///
    /// # Errors
    /// Returns an error if a WACZ file has too many damaged entries.
    pub fn new(file: Vec<u8>, limits: &WarcLimits) -> Result<Self, WarcError> {
        let loose_bytes = limits.loose_bytes.min(inflated(file.len()));
        let mut index = Index::new(limits);
        let slices = if wacz::is_package(&file) {
            let content = wacz::content(file, loose_bytes);
            content.skipped.into_iter().try_for_each(|damage| index.skip(damage))?;
            content.slices
        } else {
            let range = 0..file.len();
            vec![FileSlice { name: None, bytes: Arc::new(file), range }]
        };
        Ok(Self {
            files: Files::default(),
            limits: WarcLimits { loose_bytes, ..*limits },
            index,
            total: slices.iter().map(|slice| slice.range.len()).sum(),
            waiting: slices.into(),
            records: None,
            done: 0,
            position: 0,
            produced: 0,
        })
    }

    /// Processes a record, or a part of a large one, which takes some milliseconds at most. Returns false at the end of
    /// the file.
    ///
    /// # Errors
    /// Returns an error if the file exceeds a limit as a whole.
    pub fn step(&mut self) -> Result<bool, WarcError> {
        let Some(records) = &mut self.records else {
            return self.next_file();
        };
        let step = records.step().map_err(|error| WarcError::Unreadable(error.to_string()))?;
        self.position = self.position.max(records.input().position());
        if self.produced + records.input().produced() > self.limits.inflated_bytes {
            return Err(WarcError::Bomb(self.limits.inflated_bytes));
        }
        match step {
            Step::Working => {}
            Step::Damage(damage) => self.skip(damage)?,
            Step::Record => self.record()?,
            Step::End => {
                self.produced += records.input().produced();
                self.done += self.files.slices.last().map_or(0, |file| file.range.len());
                (self.records, self.position) = (None, 0);
            }
        }
        Ok(true)
    }

    /// Returns the share of the file that was read, in 0..=1.
    pub fn part(&self) -> f64 {
        let part = (self.done as f64 + self.position as f64) / self.total.max(1) as f64;
        // In a file that was compressed once more, the bytes of the inner one are counted.
        part.min(1.0)
    }

    /// Reads the rest, and builds the recording.
    ///
    /// # Errors
    /// Returns an error if there is no page, or if the file exceeds a limit as a whole.
    pub fn finish(mut self) -> Result<Recording, WarcError> {
        while self.step()? {}
        let Indexed { pages, apart, summary } = self.index.finish()?;
        match summary.skipped.listed.first() {
            _ if !pages.is_empty() => Ok(Recording { files: self.files, pages, apart, summary }),
            Some(damage) => Err(WarcError::Damaged(damage.clone())),
            None => Err(WarcError::Empty),
        }
    }

    fn next_file(&mut self) -> Result<bool, WarcError> {
        let Some(file) = self.waiting.pop_front() else {
            return Ok(false);
        };
        self.files.slices.push(file.clone());
        let records = RecordReader::new(Cursor::new(file), self.limits.record_bytes);
        self.records = Some(records.map_err(|error| WarcError::Unreadable(error.to_string()))?);
        Ok(true)
    }

    /// Adds a damaged place of the current file.
    fn skip(&mut self, damage: Damage) -> Result<(), WarcError> {
        let name = self.files.slices.last().and_then(|file| file.name.as_deref());
        let reason = name.map(|name| format!("{name}: {}", damage.reason));
        self.index.skip(Damage { reason: reason.unwrap_or(damage.reason), ..damage })
    }

    /// Adds the current record.
    fn record(&mut self) -> Result<(), WarcError> {
        let Some(records) = &self.records else {
            return Ok(());
        };
        let (Some((record, place)), Some(bytes)) = (records.record(), records.bytes()) else {
            return Ok(());
        };
        let number = self.files.slices.len().saturating_sub(1);
        let (file, length) = (types::count(number), bytes.len());
        let at = usize::try_from(place.offset).unwrap_or(usize::MAX);
        let location = match place.storage {
            Storage::Plain if !records.input().is_twice() => RecordLocation::Plain(file, at, length),
            Storage::Member(skip @ 0..=SKIP_BYTES) if !records.input().is_twice() => {
                RecordLocation::Packed { file, start: at, skip: usize::try_from(skip).unwrap_or_default(), length }
            }
            _ => RecordLocation::Loose(self.files.loose.len(), length),
        };
        let is_page = self.index.record(location, &record, &records.damage(""), records.is_short())?;
        if let Err(reason) = is_page {
            let damage = records.damage(reason);
            return self.skip(damage);
        }
        if is_page == Ok(true) && matches!(location, RecordLocation::Loose(..)) {
            self.files.loose.extend_from_slice(bytes);
            if self.files.loose.len() as u64 > self.limits.loose_bytes {
                return Err(WarcError::TooLarge(self.limits.loose_bytes));
            }
        }
        Ok(())
    }
}

/// The most decompressed bytes before a record in its gzip member, so that a request decompresses little more than the
/// record.
const SKIP_BYTES: u64 = 64 * 1024;
