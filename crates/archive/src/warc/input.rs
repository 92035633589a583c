//! Decompresses a WARC file from front to back, and goes on after damaged gzip members and zstd frames, which are both
//! called members here.
//!
//! Source: RFC 1952 (gzip), RFC 8878 (zstd), ISO 28500:2017 annex D (one gzip member a record), the IIPC's "Zstandard
//! compression in WARC files" 1.0.

use super::Damage;
use super::packing::{Member, Packing};
use memchr::memmem;
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The number of bytes that are read at once.
pub(super) const CHUNK: u64 = 256 * 1024;
/// The least number of bytes of a gzip member that are kept, to be read again after damage.
const KEPT: usize = 1 << 20;

/// The result of reading more bytes.
pub(super) enum More {
    Bytes,
    /// The first bytes of a gzip member.
    Member,
    End,
    /// A place is damaged; reading continues after it.
    Damage(Damage),
}

/// The bytes of a file, decompressed.
pub(super) struct Input<R> {
    state: State<R>,
    packing: Packing,
    /// The bytes of the file that were read: in a compressed one, those before the last gzip member.
    read: u64,
    /// The bytes of the last gzip member, after its end.
    passed: u64,
    /// The number of decompressed bytes, in total and before the last gzip member.
    produced: u64,
    member_at: u64,
}

enum State<R> {
    Plain(R),
    Between(Rest<R>),
    /// Behind the first bytes of a gzip member.
    Start(Rest<R>),
    Member(Box<Member<Counted<MemberAndRest<R>>>>),
    /// Behind a gzip member that breaks off, for this reason.
    Broken(String),
    Ended,
}

/// The rest of a file: bytes of a damaged gzip member that are read again, and those after them.
type Rest<R> = Chain<Cursor<Vec<u8>>, R>;

/// The first bytes of a gzip member, and the rest of a file after them.
type MemberAndRest<R> = Chain<&'static [u8], Rest<R>>;

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

impl<R: BufRead> Counted<MemberAndRest<R>> {
    /// Returns the number of bytes of a member, and what follows it.
    fn end(self) -> (u64, Rest<R>) {
        (self.count, self.inner.into_inner().1)
    }

    /// Returns the number of bytes of a damaged member, what follows it, and whether that is the next member, which
    /// begins among the last bytes that were read.
    fn end_of_damaged(mut self, start: &[u8]) -> (u64, Rest<R>, bool) {
        let last = self.last.take().unwrap_or_default();
        let next = last.get(1..).and_then(|last| memmem::find(last, start));
        let Some(at) = next.map(|at| at + 1) else {
            let (count, rest) = self.end();
            return (count, rest, false);
        };
        let (count, rest) = self.end();
        let again = last[at..].to_vec();
        let (_, input) = rest.into_inner();
        (count - again.len() as u64, Cursor::new(again).chain(input), true)
    }
}

impl<R: BufRead> Input<R> {
    /// Starts at the first byte of a file.
    ///
    /// # Errors
    /// Returns the error of the first read.
    pub(super) fn new(mut input: R) -> io::Result<Self> {
        let (packing, read) = Packing::detect(&mut input)?;
        let state =
            if packing == Packing::None { State::Plain(input) } else { State::Between(Cursor::default().chain(input)) };
        Ok(Self { state, packing, read, passed: 0, produced: 0, member_at: 0 })
    }

    /// Appends the next bytes of the file to a text.
    ///
    /// # Errors
    /// Returns the error of the source.
    pub(super) fn read(&mut self, text: &mut Vec<u8>) -> io::Result<More> {
        let mut more = More::Bytes;
        loop {
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Ended => return Ok(More::End),
                State::Plain(mut input) => {
                    let read = input.by_ref().take(CHUNK).read_to_end(text)? as u64;
                    self.read += read;
                    self.produced += read;
                    if read == 0 {
                        return Ok(More::End);
                    }
                    self.state = State::Plain(input);
                    return Ok(More::Bytes);
                }
                State::Broken(reason) => return Ok(More::Damage(Damage { offset: self.read, reason })),
                State::Between(input) => {
                    if let Some(damage) = self.find_member(input)? {
                        return Ok(More::Damage(damage));
                    }
                }
                State::Start(input) => {
                    let again = input.get_ref().0;
                    let is_new = again.position() >= again.get_ref().len() as u64;
                    let last = is_new.then(Vec::new);
                    let inner = self.packing.start().chain(input);
                    self.member_at = self.produced;
                    self.state = State::Member(Box::new(self.packing.member(Counted { inner, count: 0, last })));
                    more = More::Member;
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
        decoder: Member<Counted<MemberAndRest<R>>>,
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

    /// Reads up to and including the start of the next gzip member. Returns the place if there are other bytes before
    /// it than padding.
    fn find_member(&mut self, mut input: Rest<R>) -> io::Result<Option<Damage>> {
        let (mut matched, start) = (0, self.packing.start());
        self.read += std::mem::take(&mut self.passed);
        let (offset, mut foreign) = (self.read, None);
        loop {
            let bytes = input.fill_buf()?;
            let Some(byte) = bytes.first().copied() else {
                self.read += matched as u64;
                break;
            };
            if byte == start[matched] {
                matched += 1;
            } else {
                self.read += matched as u64;
                matched = usize::from(byte == start[0]);
                self.read += u64::from(matched == 0);
                if !matches!(byte, 0 | b' ' | b'\r' | b'\n') {
                    foreign.get_or_insert(byte);
                }
            }
            input.consume(1);
            if matched == start.len() {
                self.state = State::Start(input);
                break;
            }
        }
        let length = self.read - offset;
        let name = self.packing.name();
        Ok(foreign.map(|_| Damage { offset, reason: format!("{length} bytes are no {name}") }))
    }

    /// Returns the offset of the text in the file, of which `waiting` bytes were read and not parsed yet; in a
    /// compressed file, that of the last gzip member.
    pub(super) fn offset(&self, waiting: usize) -> u64 {
        if self.is_zipped() { self.read } else { self.read.saturating_sub(waiting as u64) }
    }

    /// Returns the number of bytes of the last gzip member before the text, of which `waiting` bytes were read and not
    /// parsed yet; `None` if the text begins before the member.
    pub(super) fn offset_in_member(&self, waiting: usize) -> Option<u64> {
        let at = self.produced - waiting as u64;
        at.checked_sub(self.member_at).filter(|_| self.is_zipped())
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
        matches!(self.state, State::Between(_)) || self.is_zipped() && self.is_ended()
    }

    /// Returns whether no more bytes follow.
    pub(super) fn is_ended(&self) -> bool {
        matches!(self.state, State::Ended)
    }

    /// Returns whether the file is compressed.
    pub(super) fn is_zipped(&self) -> bool {
        self.packing != Packing::None
    }
}

/// Returns true for an error of the compressed bytes, and not of their source.
fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}
