//! Reads the records of a WARC or ARC file from front to back, in steps of bounded work and in spite of damage.
//!
//! Damage never ends the reading: after a damaged gzip member the next member is searched, after a damaged record the
//! next start of a record. A truncated member does not end where it seems to, so the next one is searched among its
//! last bytes too. A record whose length is wrong, which shows at its end, ends where the next one begins, and so does
//! one that breaks off inside its header. Each damaged place is reported once, with its offset.
//!
//! Source: ISO 28500:2017 §4, annex D (one gzip member a record).

use super::Damage;
use super::input::{Input, More, Storage};
use super::packing;
use super::record::{self, Format, Record, Size};
use memchr::memmem;
use std::io::{self, BufRead};

/// The most bytes of padding after a record in which the next one is looked for, to check the record's length.
const LOOK_AHEAD: usize = 1024;

/// The result of a step.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// There is more to do.
    Working,
    /// A record is there ([`RecordReader::record`]), until the next step.
    Record,
    Damage(Damage),
    End,
}

/// Reads records step by step.
pub(super) struct RecordReader<R> {
    input: Input<R>,
    format: Option<Format>,
    /// Decompressed bytes that were not parsed yet, from `at` on.
    text: Vec<u8>,
    at: usize,
    began: Place,
    stage: Stage,
    /// The most bytes of a record; larger ones are skipped.
    record_bytes: u64,
    /// True after damage until the next record, so that one place is reported once.
    is_lost: bool,
    /// Damage after the current record.
    pending: Option<Damage>,
}

/// The start of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The offset of the record in the file; in a compressed file, of the gzip member in which it begins.
    pub(super) offset: u64,
    pub(super) storage: Storage,
}

enum Stage {
    /// At the header of a record, of which so many bytes were searched for its end.
    Head(usize),
    /// In the block of a record of this size.
    Block(Size),
    /// In a record over the limit, with the number of bytes that are left.
    Skip(u64),
    /// Behind a damaged place: the next record is searched.
    Seek,
    /// At a complete record of this many bytes, which may be shorter than the block really is.
    Ready { used: usize, is_short: bool },
    /// At the end of the file.
    Ended,
}

/// The result of reading more bytes.
enum Fill {
    More,
    /// Another record, at this position of the text and the start of a member or of a plain part.
    Record(usize),
    Damage(Damage),
    End,
}

impl<R: BufRead> RecordReader<R> {
    /// Creates a reader of a file from its start, which skips records of more than `record_bytes`.
    ///
    /// # Errors
    /// Returns the error of the first read.
    pub(super) fn new(input: R, record_bytes: u64) -> io::Result<Self> {
        Ok(Self {
            input: Input::new(input)?,
            format: None,
            text: Vec::new(),
            at: 0,
            began: Place::default(),
            stage: Stage::Head(0),
            record_bytes,
            is_lost: false,
            pending: None,
        })
    }

    /// Returns the current record and its place, after a step that found one.
    pub(super) fn record(&self) -> Option<(Record<'_>, Place)> {
        Some((self.format().record(self.bytes()?)?, self.began))
    }

    /// Returns the bytes of the current record, without those of the line ends after it.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        let Stage::Ready { used, .. } = self.stage else { return None };
        self.text.get(self.at..self.at + used)
    }

    /// Returns whether bytes of the current record's block are missing, because its length is too small.
    pub(super) fn is_short(&self) -> bool {
        matches!(self.stage, Stage::Ready { is_short: true, .. })
    }

    /// Returns damage of the current record.
    pub(super) fn damage(&self, reason: impl Into<String>) -> Damage {
        Damage { offset: self.began.offset, reason: reason.into() }
    }

    /// Returns the input, for its counts.
    pub(super) fn input(&self) -> &Input<R> {
        &self.input
    }

    /// Reads at most [`super::input::CHUNK`] bytes, and reports what is there.
    ///
    /// # Errors
    /// Returns the error of the source.
    pub(super) fn step(&mut self) -> io::Result<Step> {
        if let Some(damage) = self.pending.take() {
            return Ok(self.report(damage, false));
        }
        let step = match self.stage {
            Stage::Ready { used, .. } => {
                self.at += used;
                self.stage = Stage::Head(0);
                self.head(0)?
            }
            Stage::Head(searched) => self.head(searched)?,
            Stage::Block(size) => self.block(size)?,
            Stage::Skip(left) => self.skip(left)?,
            Stage::Seek => self.seek()?,
            Stage::Ended => Step::End,
        };
        Ok(step)
    }

    /// Reports a damaged place, unless the last one is not over: no record was found since. `is_over` is true if the
    /// next record begins at the current position.
    fn report(&mut self, damage: Damage, is_over: bool) -> Step {
        let is_same = std::mem::replace(&mut self.is_lost, !is_over);
        if is_same { Step::Working } else { Step::Damage(damage) }
    }

    fn format(&self) -> Format {
        self.format.unwrap_or(Format::Warc)
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    /// Reads until the text begins with the whole header of a record.
    fn head(&mut self, searched: usize) -> io::Result<Step> {
        self.at += record::padding(self.rest());
        let waiting = self.rest().len();
        if searched == 0 {
            self.began = Place { offset: self.input.offset(waiting), storage: self.input.storage(waiting) };
        }
        if self.input.is_plain() && packing::may_start(self.rest()) {
            let is_known = waiting >= packing::ZSTD.len();
            if is_known && self.put_back() || !is_known && matches!(self.fill()?, Fill::More) {
                return Ok(Step::Working);
            }
        }
        if self.format.is_none() && waiting >= record::ARC_START.len() {
            self.format = Some(Format::detect(self.rest()));
        }
        match self.format().head_end(self.rest(), searched) {
            Ok(Some(end)) => {
                if let Some(start) = record::next_within(&self.rest()[..end]) {
                    let damage = self.damage("a record ends inside its header");
                    self.restart(self.at + start);
                    return Ok(self.report(damage, false));
                }
                self.stage = match self.format().size(&self.rest()[..end]) {
                    Some(Size { total, .. }) if total > self.record_bytes => {
                        let limit = self.record_bytes;
                        self.stage = Stage::Skip(total);
                        let reason = format!("a record of {total} bytes is over the limit of {limit}");
                        let damage = self.damage(reason);
                        return Ok(self.report(damage, true));
                    }
                    Some(size) => Stage::Block(size),
                    None => return Ok(self.lose(end, "a record has no valid length")),
                };
                Ok(Step::Working)
            }
            Ok(None) => match self.fill()? {
                Fill::More => {
                    self.stage = Stage::Head(waiting);
                    Ok(Step::Working)
                }
                Fill::Record(at) if waiting == 0 => Ok(self.restart(at)),
                Fill::Record(at) => Ok(self.longer_than_member(at)),
                Fill::Damage(damage) => {
                    self.text.clear();
                    self.at = 0;
                    self.stage = Stage::Head(0);
                    Ok(self.report(damage, false))
                }
                Fill::End => {
                    self.stage = Stage::Ended;
                    let damage = self.damage("the file ends inside a record");
                    Ok(if waiting == 0 { Step::End } else { self.report(damage, true) })
                }
            },
            Err(_) => Ok(self.lose(0, "the bytes are not a WARC record")),
        }
    }

    /// Goes on at a position of the text where a record begins.
    fn restart(&mut self, at: usize) -> Step {
        self.at = at;
        self.stage = Stage::Head(0);
        Step::Working
    }

    /// Gives the current record up for the one that begins at a position of the text.
    fn longer_than_member(&mut self, at: usize) -> Step {
        let damage = self.damage("a record is longer than its gzip member");
        self.restart(at);
        self.report(damage, true)
    }

    /// Gives the current record up after its header, because another one may begin inside if its length is wrong.
    fn give_up(&mut self, size: Size, damage: Damage) -> Step {
        self.at += size.head;
        self.stage = Stage::Seek;
        self.report(damage, false)
    }

    /// Reads until the block of a record is complete, and checks that its length is right.
    fn block(&mut self, size: Size) -> io::Result<Step> {
        let Some(total) = usize::try_from(size.total).ok().filter(|total| *total <= self.rest().len()) else {
            return Ok(match self.fill()? {
                Fill::More => Step::Working,
                Fill::Record(at) => self.longer_than_member(at),
                Fill::Damage(damage) => self.give_up(size, damage),
                Fill::End => {
                    let damage = self.damage("the file ends inside a record");
                    self.give_up(size, damage)
                }
            });
        };
        if self.began.storage != Storage::Plain && self.input.offset(0) != self.began.offset {
            self.began.storage = Storage::Members;
        }
        let is_unknown = self.format().may_start(self.next_start(total)) && self.rest().len() - total < LOOK_AHEAD;
        if is_unknown && !self.input.is_between() && !self.input.is_ended() {
            // What follows shows whether the length is right.
            match self.fill()? {
                Fill::More | Fill::End => return Ok(Step::Working),
                Fill::Record(_) => {}
                Fill::Damage(damage) => self.pending = Some(damage),
            }
        }
        let next = self.next_start(total);
        let is_member = self.input.is_plain() && packing::may_start(next);
        let (is_end, is_start) = (next.len() < record::START.len() || is_member, self.format().starts(next));
        // The line of an ARC record looks like one without its first bytes, too.
        let before = &self.rest()[..self.rest().len() - next.len()];
        let is_right = is_end || is_start && (self.format() == Format::Warc || before.ends_with(b"\n"));
        if !is_right && let Some(start) = self.start_within(size.head, total) {
            let damage = self.damage("a record is shorter than its length says");
            self.restart(self.at + start);
            return Ok(self.report(damage, true));
        }
        let is_short = !is_end && !is_start && !matches!(self.rest()[total..], [b'\n', ..] | [b'\r', b'\n', ..]);
        self.stage = Stage::Ready { used: total, is_short };
        self.is_lost = false;
        Ok(Step::Record)
    }

    /// Returns the offset of a record that begins within the block of this one, even if only the start of its first
    /// line does.
    fn start_within(&self, head: usize, total: usize) -> Option<usize> {
        let end = self.rest().len().min(total + self.format().start_bytes() - 1);
        let start = head + self.format().find(&self.rest()[head..end])?;
        (start < total).then_some(start)
    }

    /// Returns what follows a record of this many bytes, without padding.
    fn next_start(&self, total: usize) -> &[u8] {
        let after = &self.rest()[total..];
        &after[record::padding(after)..]
    }

    /// Skips a record over the limit. Unless it is in a gzip member of its own, it ends at the latest where a record
    /// begins on a line of its own, because its length may be wrong.
    fn skip(&mut self, left: u64) -> io::Result<Step> {
        let has = self.rest().len();
        let used = usize::try_from(left).unwrap_or(usize::MAX).min(has);
        let skipped = &self.rest()[..used];
        let start = memmem::find(skipped, b"\n\r\nWARC/1.").map(|at| at + 3);
        let start = start.or(memmem::find(skipped, b"\n\nWARC/1.").map(|at| at + 2));
        if let Some(start) = start.filter(|_| self.began.storage != Storage::Member(0)) {
            return Ok(self.restart(self.at + start));
        }
        if left == used as u64 {
            return Ok(self.restart(self.at + used));
        }
        // A start may continue in the next bytes.
        let kept = used.min(10);
        self.at += used - kept;
        match self.fill()? {
            Fill::More => {
                self.stage = Stage::Skip(left - (used - kept) as u64);
                Ok(Step::Working)
            }
            Fill::Record(at) => Ok(self.restart(at)),
            Fill::Damage(damage) => {
                self.stage = Stage::Seek;
                Ok(self.report(damage, false))
            }
            Fill::End => {
                self.stage = Stage::Ended;
                Ok(Step::Working)
            }
        }
    }

    /// Reports the current place with this reason, and moves on behind `head` bytes to the next start of a record. Of
    /// several starts in the header of the damaged record the last one is taken: to try each would take the square of
    /// their number.
    fn lose(&mut self, head: usize, reason: &str) -> Step {
        let damage = self.damage(reason);
        self.stage = Stage::Seek;
        let head = match self.format() {
            Format::Arc => head,
            Format::Warc => {
                let rest = self.rest();
                let head = &rest[..record::head_bytes(rest)];
                if let Some(start @ 1..) = memmem::rfind(head, record::START) {
                    self.restart(self.at + start);
                    return self.report(damage, false);
                }
                head.len().saturating_sub(record::START.len() - 1)
            }
        };
        // At an ARC record, the search begins with the line end before it.
        self.at += head.max(1);
        self.report(damage, false)
    }

    /// Searches the next start of a record.
    fn seek(&mut self) -> io::Result<Step> {
        let start = self.format().find(self.rest());
        let is_plain = self.input.is_plain();
        let member = if is_plain { packing::find(&self.rest()[..start.unwrap_or(self.rest().len())]) } else { None };
        if let Some(start) = member.or(start) {
            return Ok(self.restart(self.at + start));
        }
        // A start may continue in the next bytes.
        let tail = self.format().start_bytes().max(if is_plain { packing::FOUND_IN } else { 0 }) - 1;
        self.at = self.at.max(self.text.len().saturating_sub(tail));
        match self.fill()? {
            Fill::More => Ok(Step::Working),
            Fill::Record(at) => Ok(self.restart(at)),
            Fill::Damage(damage) => Ok(self.report(damage, false)),
            Fill::End => {
                self.stage = Stage::Ended;
                Ok(Step::Working)
            }
        }
    }

    /// Leaves a plain part at a member, which the input decompresses. Returns false if it cannot.
    fn put_back(&mut self) -> bool {
        let is_back = self.input.put_back(&self.text[self.at..]);
        if is_back {
            self.text.truncate(self.at);
        }
        is_back
    }

    /// Appends decompressed bytes to the text.
    fn fill(&mut self) -> io::Result<Fill> {
        if !self.input.is_ended() {
            self.text.drain(..self.at);
            self.at = 0;
        }
        let has = self.text.len();
        Ok(match self.input.read(&mut self.text)? {
            More::Part if self.format().starts(&self.text[has..]) => Fill::Record(has),
            More::Bytes | More::Part => Fill::More,
            More::Damage(damage) => Fill::Damage(damage),
            More::End => Fill::End,
        })
    }
}
