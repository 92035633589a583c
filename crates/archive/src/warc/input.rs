//! Decompresses a WARC file from front to back, and goes on after damaged gzip members.
//!
//! Source: RFC 1952 (gzip), ISO 28500:2017 annex D (one gzip member a record).

use flate2::bufread::GzDecoder;
use memchr::memmem;
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The start of a gzip member with the only compression method (RFC 1952 §2.3.1).
const MEMBER: [u8; 3] = [0x1f, 0x8b, 8];
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
    /// A gzip member is damaged; reading continues with the next one.
    Damage(String),
}

/// The bytes of a file, decompressed.
pub(super) struct Input<R> {
    state: State<R>,
    /// The bytes of the file that were read: in a compressed one, those before the last gzip member.
    read: u64,
    /// The bytes of the last gzip member, after its end.
    passed: u64,
}

enum State<R> {
    Plain(R),
    Between(Rest<R>),
    /// Inside a gzip member, whose first bytes were already read.
    Member(Box<GzDecoder<Counted<MemberAndRest<R>>>>),
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

    /// Returns the number of bytes of a damaged member, and what follows it: the next member, if it begins among the
    /// last bytes that were read.
    fn end_of_damaged(mut self) -> (u64, Rest<R>) {
        let last = self.last.take().unwrap_or_default();
        let next = last.get(1..).and_then(|last| memmem::find(last, &MEMBER));
        let Some(at) = next.map(|at| at + 1) else {
            return self.end();
        };
        let (count, rest) = self.end();
        let again = last[at..].to_vec();
        let (_, input) = rest.into_inner();
        (count - again.len() as u64, Cursor::new(again).chain(input))
    }
}

impl<R: BufRead> Input<R> {
    /// Starts at the first byte of a file.
    ///
    /// # Errors
    /// Returns the error of the first read.
    pub(super) fn new(mut input: R) -> io::Result<Self> {
        let is_zipped = input.fill_buf()?.starts_with(&MEMBER[..2]);
        let state = if is_zipped { State::Between(Cursor::default().chain(input)) } else { State::Plain(input) };
        Ok(Self { state, read: 0, passed: 0 })
    }

    /// Returns the offset of the text, of which `waiting` bytes were read and not parsed yet.
    pub(super) fn offset(&self, waiting: usize) -> u64 {
        match self.state {
            State::Plain(_) => self.read.saturating_sub(waiting as u64),
            State::Between(_) | State::Member(_) | State::Ended => self.read,
        }
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
                    self.state = State::Plain(input);
                    return Ok(if read == 0 { More::End } else { More::Bytes });
                }
                State::Between(mut input) => {
                    let (skipped, is_found) = find_member(&mut input)?;
                    self.read += std::mem::take(&mut self.passed) + skipped;
                    if !is_found {
                        return Ok(More::End);
                    }
                    let again = input.get_ref().0;
                    let is_new = again.position() >= again.get_ref().len() as u64;
                    self.state = State::Member(Box::new(GzDecoder::new(Counted {
                        inner: MEMBER.chain(input),
                        count: 0,
                        last: is_new.then(Vec::new),
                    })));
                    more = More::Member;
                }
                State::Member(mut decoder) => {
                    let before = text.len();
                    match decoder.by_ref().take(CHUNK).read_to_end(text) {
                        Ok(read) if read as u64 == CHUNK => {
                            self.state = State::Member(decoder);
                            return Ok(more);
                        }
                        Ok(read) => {
                            self.between(decoder.into_inner().end());
                            if read > 0 {
                                return Ok(more);
                            }
                        }
                        Err(error) if is_damage(&error) => {
                            // The checksum comes last, so none of these bytes can be trusted.
                            text.truncate(before);
                            self.between(decoder.into_inner().end_of_damaged());
                            return Ok(More::Damage(format!("a gzip member is damaged: {error}")));
                        }
                        Err(error) => return Err(error),
                    }
                }
            }
        }
    }

    /// Ends a gzip member of this many bytes.
    fn between(&mut self, (bytes, rest): (u64, Rest<R>)) {
        self.passed = bytes;
        self.state = State::Between(rest);
    }
}

/// Returns true for an error of the compressed bytes, and not of their source.
fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

/// Reads up to and including the start of the next gzip member; returns the number of bytes before it, and whether
/// there is one.
fn find_member(input: &mut impl BufRead) -> io::Result<(u64, bool)> {
    let (mut skipped, mut matched) = (0, 0);
    loop {
        let bytes = input.fill_buf()?;
        let Some(byte) = bytes.first().copied() else {
            return Ok((skipped + matched as u64, false));
        };
        if byte == MEMBER[matched] {
            matched += 1;
        } else {
            skipped += matched as u64;
            matched = usize::from(byte == MEMBER[0]);
            skipped += u64::from(matched == 0);
        }
        input.consume(1);
        if matched == MEMBER.len() {
            return Ok((skipped, true));
        }
    }
}
