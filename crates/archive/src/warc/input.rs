//! Decompresses a WARC file from front to back, and goes on after damaged gzip members and zstd frames, which are both
//! called members here.
//!
//! Plain records may stand before, between and behind members. A gzip file that was compressed once more is read like
//! the inner one, whose offsets are reported.
//!
//! Source: RFC 1952 (gzip), RFC 8878 (zstd), ISO 28500:2017 annex D (one gzip member a record), the IIPC's "Zstandard
//! compression in WARC files" 1.0.

use super::Damage;
use super::packing::{self, Member, Packing};
use super::record;
use crate::limits::inflated;
use flate2::bufread::MultiGzDecoder;
use memchr::memmem;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

/// The number of bytes that are read at once.
pub(super) const CHUNK: u64 = 256 * 1024;
/// The least number of bytes of a plain part that are read at once. What begins a member is put back, so a part is read
/// in steps that grow with it.
pub(super) const LEAST: u64 = 4 * 1024;
/// The number of bytes at the start of a file that show whether it was compressed once more.
const START_BYTES: u64 = 4 * 1024;
/// The least number of bytes of a gzip member that are kept, to be read again after damage.
const KEPT: usize = 1 << 20;

/// The result of reading more bytes.
pub(super) enum More {
    Bytes,
    /// The first bytes of a member or of a plain part.
    Part,
    End,
    /// A place is damaged; reading continues after it.
    Damage(Damage),
}

/// The place of a record in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Storage {
    #[default]
    Plain,
    /// In a member, behind so many decompressed bytes of it.
    Member(u64),
    /// In several members.
    Members,
}

/// The bytes of a file, decompressed.
pub(super) struct Input<R> {
    state: State<Source<R>>,
    packing: Packing,
    /// The bytes of the file that were read; those before the last member while it is read.
    read: u64,
    /// The bytes of the last gzip member, after its end.
    passed: u64,
    /// The number of decompressed bytes, in total and before the last member or plain part.
    produced: u64,
    part_at: u64,
    /// True in a plain part.
    is_plain: bool,
    is_twice: bool,
}

/// The bytes of a file.
enum Source<R> {
    Once(Rest<R>),
    /// Those inside a file that was compressed once more.
    Twice(Box<BufReader<Outer<R>>>),
}

/// Decompresses a file that was compressed once more, up to the limit for its size.
struct Outer<R> {
    decoder: MultiGzDecoder<Counted<Rest<R>>>,
    produced: u64,
}

impl<R: BufRead> Read for Outer<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let packed = usize::try_from(self.decoder.get_ref().count).unwrap_or(usize::MAX);
        if self.produced > inflated(packed) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it decompresses to too many bytes"));
        }
        let read = self.decoder.read(to)?;
        self.produced += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> Source<R> {
    fn inner(&mut self) -> &mut (dyn BufRead + '_) {
        match self {
            Self::Once(file) => file,
            Self::Twice(file) => file,
        }
    }
}

impl<R: BufRead> Read for Source<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.inner().read(to)
    }
}

impl<R: BufRead> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner().fill_buf()
    }

    fn consume(&mut self, used: usize) {
        self.inner().consume(used);
    }
}

enum State<R> {
    Plain(PartAndRest<R>),
    /// At the end of the file, behind a plain part.
    PlainEnd(PartAndRest<R>),
    Between(Rest<R>),
    /// Behind the first bytes of a gzip member.
    Start(Rest<R>),
    Member(Box<Member<Counted<PartAndRest<R>>>>),
    /// Behind a gzip member that breaks off, for this reason.
    Broken(String),
    Ended,
}

/// The rest of a file: bytes of a damaged gzip member that are read again, and those after them.
type Rest<R> = Chain<Cursor<Vec<u8>>, R>;

/// The first bytes of a member or of a plain part, and the rest of a file after them.
type PartAndRest<R> = Chain<&'static [u8], Rest<R>>;

/// Counts the bytes that are read, and keeps the last ones.
struct Counted<R> {
    inner: R,
    count: u64,
    /// `None` in a member that is read again, so that no byte is read more than twice.
    last: Option<Vec<u8>>,
}

impl<R> Counted<R> {
    fn count(&mut self, bytes: usize) {
        self.count += bytes as u64;
        if let Some(last) = self.last.as_mut().filter(|last| last.len() > 2 * KEPT) {
            last.drain(..last.len() - KEPT);
        }
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(to)?;
        if let Some(last) = &mut self.last {
            last.extend_from_slice(&to[..read]);
        }
        self.count(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, used: usize) {
        if let (Some(last), Ok(bytes)) = (&mut self.last, self.inner.fill_buf()) {
            last.extend_from_slice(&bytes[..used.min(bytes.len())]);
        }
        self.inner.consume(used);
        self.count(used);
    }
}

impl<R: BufRead> Counted<PartAndRest<R>> {
    /// Returns the number of bytes of a member, and what follows it.
    fn end(self) -> (u64, Rest<R>) {
        (self.count, self.inner.into_inner().1)
    }

    /// Returns the number of bytes of a damaged member, what follows it, and whether that is the next member or a plain
    /// record, which begins among the last bytes that were read. One that may only begin there is read again, too.
    fn end_of_damaged(mut self, start: &[u8]) -> (u64, Rest<R>, bool) {
        let last = self.last.take().unwrap_or_default();
        let after = last.get(1..).unwrap_or_default();
        let starts = [start, record::START];
        let whole = starts.into_iter().filter_map(|start| memmem::find(after, start)).min();
        let begun = |start: &[u8]| (1..start.len()).rev().find(|length| after.ends_with(&start[..*length]));
        let next = whole.or_else(|| starts.into_iter().filter_map(begun).max().map(|length| after.len() - length));
        let (count, rest) = self.end();
        let Some(again) = next.map(|at| after[at..].to_vec()) else {
            return (count, rest, false);
        };
        let (_, input) = rest.into_inner();
        (count - again.len() as u64, Cursor::new(again).chain(input), whole.is_some())
    }
}

impl<R: BufRead> Input<R> {
    /// Starts at the first byte of a file.
    ///
    /// # Errors
    /// Returns the error of the first read.
    pub(super) fn new(mut file: R) -> io::Result<Self> {
        let mut start = Vec::new();
        file.by_ref().take(START_BYTES).read_to_end(&mut start)?;
        let is_twice = packing::is_twice(&start);
        let file = Cursor::new(start).chain(file);
        let mut source = if is_twice {
            let decoder = MultiGzDecoder::new(Counted { inner: file, count: 0, last: None });
            Source::Twice(Box::new(BufReader::new(Outer { decoder, produced: 0 })))
        } else {
            Source::Once(file)
        };
        let (packing, read) = Packing::detect(&mut source)?;
        let input = Cursor::default().chain(source);
        let is_plain = packing == Packing::None;
        let none: &'static [u8] = &[];
        let state = if is_plain { State::Plain(none.chain(input)) } else { State::Between(input) };
        Ok(Self { state, packing, read, passed: 0, produced: 0, part_at: 0, is_plain, is_twice })
    }

    /// Appends the next bytes of the file to a text.
    ///
    /// # Errors
    /// Returns the error of the source.
    pub(super) fn read(&mut self, text: &mut Vec<u8>) -> io::Result<More> {
        let before = text.len();
        match self.read_part(text) {
            // The source is the outer compression, behind whose damage nothing can be read.
            Err(error) if self.is_twice && is_damage(&error) => {
                text.truncate(before);
                let reason = format!("the outer compression is damaged: {error}");
                Ok(More::Damage(Damage { offset: self.read, reason }))
            }
            result => result,
        }
    }

    /// Appends the next bytes of a member or of a plain part to a text.
    fn read_part(&mut self, text: &mut Vec<u8>) -> io::Result<More> {
        let mut more = More::Bytes;
        loop {
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Ended => return Ok(More::End),
                State::PlainEnd(input) => {
                    self.state = State::PlainEnd(input);
                    return Ok(More::End);
                }
                State::Plain(mut input) => {
                    let before = self.produced - self.part_at;
                    let read = input.by_ref().take(before.clamp(LEAST, CHUNK)).read_to_end(text)? as u64;
                    self.read += read;
                    self.produced += read;
                    if read == 0 {
                        self.state = State::PlainEnd(input);
                        return Ok(More::End);
                    }
                    self.state = State::Plain(input);
                    return Ok(if before == 0 { More::Part } else { More::Bytes });
                }
                State::Broken(reason) => return Ok(More::Damage(Damage { offset: self.read, reason })),
                State::Between(input) => {
                    if let Some(damage) = self.find_part(input)? {
                        return Ok(More::Damage(damage));
                    }
                }
                State::Start(input) => {
                    let again = input.get_ref().0;
                    let is_new = again.position() >= again.get_ref().len() as u64;
                    let last = is_new.then(Vec::new);
                    let inner = self.packing.start().chain(input);
                    (self.part_at, self.is_plain) = (self.produced, false);
                    self.state = State::Member(Box::new(self.packing.member(Counted { inner, count: 0, last })));
                    more = More::Part;
                }
                State::Member(mut decoder) => {
                    let before = text.len();
                    let result = decoder.by_ref().take(CHUNK).read_to_end(text);
                    match result {
                        Ok(read) if read as u64 == CHUNK => self.state = State::Member(decoder),
                        Ok(_) => {
                            let (bytes, rest) = decoder.into_inner().end();
                            self.passed = bytes;
                            self.state = State::Between(rest);
                        }
                        Err(error) if is_damage(&error) => {
                            if let Some(damage) = self.damaged(*decoder, &error, text, before) {
                                return Ok(More::Damage(damage));
                            }
                        }
                        Err(error) => return Err(error),
                    }
                    self.produced += (text.len() - before) as u64;
                    if text.len() > before {
                        return Ok(more);
                    }
                }
            }
        }
    }

    /// Ends a damaged gzip member. What was decompressed of it is kept if the file just breaks off; otherwise no byte
    /// can be trusted, because the checksum comes last.
    fn damaged(
        &mut self,
        decoder: Member<Counted<PartAndRest<Source<R>>>>,
        error: &io::Error,
        text: &mut Vec<u8>,
        before: usize,
    ) -> Option<Damage> {
        let name = self.packing.name();
        let reason = format!("a {name} is damaged: {error}");
        let (bytes, rest, has_next) = decoder.into_inner().end_of_damaged(self.packing.start());
        if error.kind() == io::ErrorKind::UnexpectedEof && !has_next {
            self.state = State::Broken(format!("the file ends inside a {name}"));
            return None;
        }
        text.truncate(before);
        let offset = self.read;
        self.passed = bytes;
        self.state = State::Between(rest);
        Some(Damage { offset, reason })
    }

    /// Reads up to and including the first bytes of the next member or plain record. Returns the place if there are other
    /// bytes before it than padding and skippable frames.
    fn find_part(&mut self, mut input: Rest<Source<R>>) -> io::Result<Option<Damage>> {
        self.read += std::mem::take(&mut self.passed);
        let (mut offset, mut is_foreign) = (self.read, false);
        let starts = [self.packing.start(), record::START];
        let is_zstd = matches!(self.packing, Packing::Zstd(_));
        // The last bytes; at first padding.
        let mut last = [0; record::START.len()];
        let mut found: &[u8] = &[];
        while found.is_empty() {
            let bytes = input.fill_buf()?;
            if bytes.is_empty() {
                break;
            }
            let (mut used, mut is_skipped) = (0, false);
            while found.is_empty() && !is_skipped && used < bytes.len() {
                is_foreign |= !record::is_padding(last[0]);
                last.rotate_left(1);
                last[record::START.len() - 1] = bytes[used];
                used += 1;
                found = starts.into_iter().find(|start| last.ends_with(start)).unwrap_or_default();
                // Among other bytes it would be no frame, and its length any number.
                is_skipped = is_zstd && !is_foreign && record::is_padding(last[0]) && packing::is_skippable(&last[1..]);
            }
            input.consume(used);
            self.read += used as u64;
            if is_skipped {
                offset = self.read - 4;
                let (skipped, is_whole) = packing::skip_frame(&mut input)?;
                self.read += skipped;
                if !is_whole {
                    return Ok(Some(Damage { offset, reason: "the file ends inside a skippable frame".to_owned() }));
                }
                (offset, last) = (self.read, [0; record::START.len()]);
            }
        }
        is_foreign |= !last[..last.len() - found.len()].iter().all(|byte| record::is_padding(*byte));
        self.read -= found.len() as u64;
        if found == record::START {
            (self.part_at, self.is_plain) = (self.produced, true);
            self.state = State::Plain(record::START.chain(input));
        } else if !found.is_empty() {
            self.state = State::Start(input);
        }
        let length = self.read - offset;
        let name = self.packing.name();
        Ok(is_foreign.then(|| Damage { offset, reason: format!("{length} bytes are no {name}") }))
    }

    /// Takes the last bytes of a plain part back, which begin a member. Returns false if there is no more plain part.
    pub(super) fn put_back(&mut self, bytes: &[u8]) -> bool {
        let input = match std::mem::replace(&mut self.state, State::Ended) {
            State::Plain(input) | State::PlainEnd(input) => input,
            other => {
                self.state = other;
                return false;
            }
        };
        let (mut again, input) = input.into_inner().1.into_inner();
        let at = usize::try_from(again.position()).unwrap_or(usize::MAX);
        let left = again.get_ref().get(at..).unwrap_or_default();
        match at.checked_sub(bytes.len()) {
            // These bytes were put back before.
            Some(at) if !left.is_empty() => again.set_position(at as u64),
            _ => again = Cursor::new([bytes, left].concat()),
        }
        self.state = State::Between(again.chain(input));
        self.is_plain = false;
        self.read -= bytes.len() as u64;
        self.produced -= bytes.len() as u64;
        if let Ok((packing, _)) = Packing::detect(&mut &bytes[..])
            && (self.packing == Packing::None || packing.start() != self.packing.start())
        {
            self.packing = packing;
        }
        true
    }

    /// Returns the offset of the text in the file, of which `waiting` bytes were read and not parsed yet; in a member,
    /// that of the member.
    pub(super) fn offset(&self, waiting: usize) -> u64 {
        let in_part = (self.produced - self.part_at).min(waiting as u64);
        if self.is_plain { self.read - in_part } else { self.read }
    }

    /// Returns how the text is stored, of which `waiting` bytes were read and not parsed yet.
    pub(super) fn storage(&self, waiting: usize) -> Storage {
        match (self.produced - waiting as u64).checked_sub(self.part_at) {
            Some(_) if self.is_plain => Storage::Plain,
            Some(before) => Storage::Member(before),
            None => Storage::Members,
        }
    }

    /// Returns the number of decompressed bytes so far.
    pub(super) fn produced(&self) -> u64 {
        self.produced
    }

    /// Returns the number of bytes of the file that were read so far.
    pub(super) fn position(&self) -> u64 {
        let within = match &self.state {
            State::Member(decoder) => decoder.get_ref().count,
            _ => self.passed,
        };
        self.read + within
    }

    /// Returns whether the text ends with a gzip member.
    pub(super) fn is_between(&self) -> bool {
        matches!(self.state, State::Between(_))
    }

    /// Returns whether no more bytes follow.
    pub(super) fn is_ended(&self) -> bool {
        matches!(self.state, State::Ended | State::PlainEnd(_))
    }

    /// Returns whether the text is in a plain part.
    pub(super) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Returns whether the file was compressed once more, so that its offsets are those of the inner one.
    pub(super) fn is_twice(&self) -> bool {
        self.is_twice
    }
}

/// Returns true for an error of the compressed bytes, and not of their source.
fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}
