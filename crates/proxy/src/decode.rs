//! Content decoding under a cap: gzip, deflate and brotli, pushed through piece by piece (RFC 9110 §8.4).
//!
//! Every step, not only the last, counts what it puts out and stops at the cap, so that neither a bomb nor a bomb
//! inside a bomb grows memory or burns time. Where the first bytes are enough, it ends with them. What is kept, and brotli's window, is taken from the common budget. Left out on purpose: zstd, whose library is C, and which no host sends
//! that was not asked for it.

use std::io::{self, ErrorKind, Write};

use bytes::Bytes;
use flate2::write::MultiGzDecoder;
use flate2::{Decompress, FlushDecompress, Status};
use hyper::header::{CONTENT_ENCODING, HeaderMap};

use crate::error::Refusal;
use crate::limits::Limits;
use crate::memory::Share;

/// Bytes that a decoder puts out at once.
const BUFFER: usize = 16 * 1024;

/// One step of the way from the wire to the bytes that are handed on.
trait Step: Write + Send {
    /// Ends the step and all after it, and gives the decoded bytes with the share of memory that they take.
    fn end(self: Box<Self>) -> io::Result<Kept>;

    /// Takes out what was kept so far, though the data have not ended; `None` where less than the cap came.
    fn take_full(&mut self) -> Option<Kept>;
}

/// How much of a body is wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wanted {
    /// All of it; over the limit it is refused.
    All,
    /// Its first bytes, this many at most; what comes after them is not read.
    First(usize),
}

type Next = Box<dyn Step>;
type Kept = (Vec<u8>, Share);

/// A body on its way in: pieces are pushed, the decoded whole comes out.
pub(crate) struct Decoder {
    first: Next,
    coded: bool,
    room: usize,
}

impl Decoder {
    /// Prepares for the encodings that the head names. The share, which covers a head, grows with the body.
    pub(crate) fn new(
        headers: &HeaderMap,
        limits: &Limits,
        wanted: Wanted,
        share: Share,
    ) -> Result<Self, Refusal> {
        let encodings = encodings(headers)?;
        if encodings.len() > limits.encodings {
            return Err(Refusal::Encoding);
        }
        let cap = limits.decoded_bytes;
        let windows = encodings
            .iter()
            .map(|encoding| (encoding == "br").then(|| share.beside()).transpose())
            .collect::<Result<Vec<_>, _>>()?;
        let mut first: Next = Box::new(Whole {
            bytes: Vec::new(),
            head: limits.header_bytes,
            share,
            cap: match wanted {
                Wanted::All => cap,
                Wanted::First(bytes) => bytes.min(cap),
            },
            wanted,
        });
        for (encoding, window) in encodings.iter().zip(windows) {
            let counted = Counted {
                out: 0,
                cap,
                window,
                next: first,
            };
            first = step(encoding, Box::new(counted))?;
        }
        let coded = !encodings.is_empty();
        let room = if coded { limits.compressed_bytes } else { cap };
        Ok(Self { first, coded, room })
    }

    /// Takes the next piece as it came over the wire; gives the body where it is over and only its first bytes were wanted.
    pub(crate) fn push(&mut self, piece: &[u8]) -> Result<Option<Bytes>, Refusal> {
        self.room = self
            .room
            .checked_sub(piece.len())
            .ok_or(Refusal::TooLarge)?;
        match self.first.write_all(piece) {
            Ok(()) => Ok(None),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                let full = self.first.take_full().ok_or(Refusal::TooLarge)?;
                Ok(Some(full.1.hold(full.0)))
            }
            Err(error) => Err(refusal(&error)),
        }
    }

    /// The decoded body; refused where the compressed data stops too early. An empty body is empty in every encoding.
    pub(crate) fn finish(self, pushed_any: bool) -> Result<Bytes, Refusal> {
        if self.coded && !pushed_any {
            return Ok(Bytes::new());
        }
        let (bytes, share) = self.first.end().map_err(|error| refusal(&error))?;
        Ok(share.hold(bytes))
    }
}

/// The encodings in the order in which they were applied.
fn encodings(headers: &HeaderMap) -> Result<Vec<String>, Refusal> {
    let mut names = Vec::new();
    for value in headers.get_all(CONTENT_ENCODING) {
        let value = value.to_str().map_err(|_| Refusal::Encoding)?;
        let listed = value
            .split(',')
            .map(|name| name.trim().to_ascii_lowercase());
        names.extend(listed.filter(|name| !name.is_empty() && name != "identity"));
    }
    Ok(names)
}

fn step(encoding: &str, next: Next) -> Result<Next, Refusal> {
    Ok(match encoding {
        "gzip" | "x-gzip" => Box::new(Gzip(MultiGzDecoder::new(next))),
        "deflate" => Box::new(Deflate {
            engine: None,
            ended: false,
            next,
        }),
        "br" => Box::new(Brotli {
            begun: false,
            decoder: brotli::DecompressorWriter::new(next, BUFFER),
        }),
        _ => return Err(Refusal::Encoding),
    })
}

fn refusal(error: &io::Error) -> Refusal {
    match error.kind() {
        ErrorKind::FileTooLarge => Refusal::TooLarge,
        ErrorKind::OutOfMemory => Refusal::Busy,
        _ => Refusal::Encoding,
    }
}

/// The last step: keeps the bytes.
struct Whole {
    bytes: Vec<u8>,
    head: usize,
    share: Share,
    cap: usize,
    wanted: Wanted,
}

impl Whole {
    /// Makes room for more, by doubling and never beyond the cap, after the budget has granted it.
    fn make_room(&mut self, needed: usize) -> io::Result<()> {
        if needed > self.bytes.capacity() {
            let room = needed.max(2 * self.bytes.capacity()).min(self.cap);
            let granted = self.share.raise(self.head + room);
            granted.map_err(|_| ErrorKind::OutOfMemory)?;
            self.bytes.reserve_exact(room - self.bytes.len());
        }
        Ok(())
    }
}

impl Write for Whole {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let room = self.cap - self.bytes.len();
        let fitting = match self.wanted {
            Wanted::First(_) => &piece[..piece.len().min(room)],
            Wanted::All => piece,
        };
        if fitting.len() > room || (fitting.is_empty() && !piece.is_empty()) {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.make_room(self.bytes.len() + fitting.len())?;
        self.bytes.extend_from_slice(fitting);
        Ok(fitting.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Step for Whole {
    fn end(self: Box<Self>) -> io::Result<Kept> {
        Ok((self.bytes, self.share))
    }

    fn take_full(&mut self) -> Option<Kept> {
        let is_full = matches!(self.wanted, Wanted::First(_)) && self.bytes.len() == self.cap;
        let none = self.share.beside().ok().filter(|_| is_full)?;
        // What a decoder still holds and lets go of when it is dropped finds no room.
        self.cap = 0;
        Some((
            std::mem::take(&mut self.bytes),
            std::mem::replace(&mut self.share, none),
        ))
    }
}

/// Stands behind every decoder and stops it at the cap.
struct Counted {
    out: usize,
    cap: usize,
    /// Brotli's window is as large as the host wishes, but no more of it is touched than was put out.
    window: Option<Share>,
    next: Next,
}

impl Write for Counted {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.out += piece.len();
        if self.out > self.cap {
            return Err(ErrorKind::FileTooLarge.into());
        }
        if let Some(window) = &mut self.window {
            window.raise(self.out).map_err(|_| ErrorKind::OutOfMemory)?;
        }
        self.next.write_all(piece)?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Step for Counted {
    fn end(self: Box<Self>) -> io::Result<Kept> {
        self.next.end()
    }

    fn take_full(&mut self) -> Option<Kept> {
        self.next.take_full()
    }
}

struct Gzip(MultiGzDecoder<Next>);

impl Write for Gzip {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0.write(piece)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Step for Gzip {
    fn end(self: Box<Self>) -> io::Result<Kept> {
        self.0.finish()?.end()
    }

    fn take_full(&mut self) -> Option<Kept> {
        self.0.get_mut().take_full()
    }
}

/// "deflate" is zlib by the standard (RFC 9110 §8.4.1.2) and bare deflate from some hosts; the first byte tells.
///
/// Driven by hand, since flate2's writer takes a stream that stops too early for one that ends.
struct Deflate {
    engine: Option<Decompress>,
    ended: bool,
    next: Next,
}

impl Write for Deflate {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let Some(first) = piece.first().filter(|_| !self.ended) else {
            // What stands behind the end is no part of the body.
            return Ok(piece.len());
        };
        let zlib = first & 0x0f == 8;
        let engine = self.engine.get_or_insert_with(|| Decompress::new(zlib));
        let mut out = [0; BUFFER];
        let mut taken = 0;
        loop {
            let (before_in, before_out) = (engine.total_in(), engine.total_out());
            let status = engine.decompress(&piece[taken..], &mut out, FlushDecompress::None)?;
            taken += usize::try_from(engine.total_in() - before_in).unwrap_or(0);
            let given = usize::try_from(engine.total_out() - before_out).unwrap_or(0);
            self.next.write_all(&out[..given])?;
            if status == Status::StreamEnd {
                self.ended = true;
                return Ok(piece.len());
            }
            if taken == piece.len() && given < BUFFER {
                return Ok(taken);
            }
            if given == 0 && engine.total_in() == before_in {
                return Err(ErrorKind::InvalidData.into());
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Step for Deflate {
    fn end(self: Box<Self>) -> io::Result<Kept> {
        if self.ended {
            self.next.end()
        } else {
            Err(ErrorKind::UnexpectedEof.into())
        }
    }

    fn take_full(&mut self) -> Option<Kept> {
        self.next.take_full()
    }
}

struct Brotli {
    begun: bool,
    decoder: brotli::DecompressorWriter<Next>,
}

/// The first seven bits of a stream with a window of up to a gigabyte, which the decoder would set aside at once. They
/// are invalid in "br" (RFC 7932 §9.1), whose windows end at 16 MiB.
const LARGE_WINDOW: u8 = 0b001_0001;

impl Write for Brotli {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if let Some(first) = piece.first().filter(|_| !self.begun) {
            self.begun = true;
            if first & 0x7f == LARGE_WINDOW {
                return Err(ErrorKind::InvalidData.into());
            }
        }
        self.decoder.write(piece)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Step for Brotli {
    fn end(self: Box<Self>) -> io::Result<Kept> {
        self.decoder
            .into_inner()
            .map_err(|_| ErrorKind::UnexpectedEof)?
            .end()
    }

    fn take_full(&mut self) -> Option<Kept> {
        self.decoder.get_mut().take_full()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use hyper::header::HeaderValue;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    fn bare(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    fn brotli(bytes: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        let mut encoder = brotli::CompressorWriter::new(&mut packed, 4096, 1, 20);
        encoder.write_all(bytes).expect("memory");
        drop(encoder);
        packed
    }

    fn decode(encoding: &'static str, wire: &[u8], piece: usize) -> Result<Vec<u8>, Refusal> {
        let limits = Limits::default();
        decode_within(&Memory::new(limits.memory), encoding, wire, piece).map(Vec::from)
    }

    fn decode_within(
        memory: &Memory,
        encoding: &'static str,
        wire: &[u8],
        piece: usize,
    ) -> Result<Bytes, Refusal> {
        decode_wanted(memory, encoding, Wanted::All, wire, piece)
    }

    fn decode_wanted(
        memory: &Memory,
        encoding: &'static str,
        wanted: Wanted,
        wire: &[u8],
        piece: usize,
    ) -> Result<Bytes, Refusal> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        let mut decoder = Decoder::new(&headers, &Limits::default(), wanted, memory.share(0)?)?;
        for piece in wire.chunks(piece) {
            if let Some(body) = decoder.push(piece)? {
                return Ok(body);
            }
        }
        decoder.finish(!wire.is_empty())
    }

    #[test]
    fn of_a_body_whose_first_bytes_are_wanted_they_come_and_no_more_in_every_encoding() {
        let limits = Limits::default();
        let text = TEXT.repeat(300_000);
        assert!(text.len() > limits.decoded_bytes);
        for (encoding, wire) in [
            ("identity", text.clone()),
            ("gzip", gzip(&text)),
            ("deflate", zlib(&text)),
            ("deflate", bare(&text)),
            ("br", brotli(&text)),
            ("gzip, gzip", gzip(&gzip(&text))),
        ] {
            for (first, piece) in [(1_000, 7), (500_000, 65_536)] {
                let memory = Memory::new(limits.memory);
                let body = decode_wanted(&memory, encoding, Wanted::First(first), &wire, piece);
                let body = body.expect(encoding);
                assert_eq!(body, text[..first], "{encoding} in {piece}");
                drop(body);
                assert!(memory.share(limits.memory).is_ok(), "{encoding} gives back");
            }
        }
    }

    #[test]
    fn a_body_that_ends_before_the_first_bytes_that_are_wanted_is_whole_or_refused_as_ever() {
        let memory = Memory::new(Limits::default().memory);
        let decode = |encoding, wire: &[u8]| {
            decode_wanted(&memory, encoding, Wanted::First(TEXT.len()), wire, 8)
        };
        assert_eq!(decode("identity", TEXT).expect("whole"), TEXT);
        assert_eq!(decode("gzip", &gzip(TEXT)).expect("whole"), TEXT);
        assert_eq!(decode("gzip", &gzip(TEXT)[..20]), Err(Refusal::Encoding));
        let empty_blocks = [0, 0, 0, 0xff, 0xff].repeat(2_000_000);
        let bomb = gzip(&empty_blocks);
        assert_eq!(decode("deflate, gzip", &bomb), Err(Refusal::TooLarge));
    }

    #[test]
    fn a_body_takes_its_memory_from_the_budget_until_it_is_dropped() {
        const KIB: usize = 1_024;
        let text = vec![b'a'; 1_024 * KIB];
        for (encoding, wire) in [("identity", text.clone()), ("gzip", gzip(&text))] {
            let small = Memory::new(1_024 * KIB);
            let refused = decode_within(&small, encoding, &wire, 8 * KIB);
            assert_eq!(refused.err(), Some(Refusal::Busy), "{encoding}");
            assert!(small.share(1_024 * KIB).is_ok(), "{encoding} gives back");
            let large = Memory::new(2_100 * KIB);
            let body = decode_within(&large, encoding, &wire, 8 * KIB).expect(encoding);
            assert!(large.share(1_100 * KIB).is_err(), "{encoding} is held");
            drop(body);
            assert!(large.share(2_100 * KIB).is_ok(), "{encoding} is gone");
        }
    }

    #[test]
    fn the_window_of_brotli_is_counted_as_far_as_it_is_filled() {
        const KIB: usize = 1_024;
        let wire = brotli(&vec![b'a'; 1_024 * KIB]);
        let refused = decode_within(&Memory::new(2_100 * KIB), "br", &wire, 8 * KIB);
        assert_eq!(refused.err(), Some(Refusal::Busy));
        let memory = Memory::new(2_200 * KIB);
        let _body = decode_within(&memory, "br", &wire, 8 * KIB).expect("room");
        assert!(memory.share(1_024 * KIB).is_ok(), "the window is gone");
    }

    const TEXT: &[u8] = b"Portia labiata plans its detours. ";

    #[test]
    fn every_encoding_that_is_asked_for_decodes_in_pieces_of_any_size() {
        let text = TEXT.repeat(500);
        for (encoding, wire) in [
            ("identity", text.clone()),
            ("", text.clone()),
            ("gzip", gzip(&text)),
            ("X-GZIP", gzip(&text)),
            ("deflate", zlib(&text)),
            ("deflate", bare(&text)),
            ("br", brotli(&text)),
            ("deflate, gzip", gzip(&zlib(&text))),
            ("gzip,br", brotli(&gzip(&text))),
        ] {
            for piece in [1, 7, 4096, usize::MAX] {
                assert_eq!(
                    decode(encoding, &wire, piece).as_ref(),
                    Ok(&text),
                    "{encoding} in {piece}"
                );
            }
        }
    }

    #[test]
    fn a_bomb_is_refused_at_the_cap() {
        let flat = vec![0; 16 * 1024 * 1024];
        for (encoding, wire) in [
            ("gzip", gzip(&flat)),
            ("deflate", zlib(&flat)),
            ("deflate", bare(&flat)),
            ("br", brotli(&flat)),
        ] {
            assert!(wire.len() < 100_000, "{encoding} packs the bomb well");
            assert_eq!(
                decode(encoding, &wire, 16 * 1024),
                Err(Refusal::TooLarge),
                "{encoding}"
            );
        }
        assert_eq!(
            decode("gzip, gzip", &gzip(&gzip(&flat)), 1024),
            Err(Refusal::TooLarge)
        );
    }

    #[test]
    fn a_step_in_the_middle_stops_at_the_cap_though_nothing_comes_out() {
        let empty_blocks = [0, 0, 0, 0xff, 0xff].repeat(2_000_000);
        assert!(empty_blocks.len() > Limits::default().decoded_bytes);
        assert_eq!(
            decode("deflate, gzip", &gzip(&empty_blocks), 1024),
            Err(Refusal::TooLarge)
        );
    }

    #[test]
    fn a_body_of_exactly_the_cap_passes_and_one_byte_more_does_not() {
        let cap = Limits::default().decoded_bytes;
        for encoding in ["identity", "gzip"] {
            let wire = |bytes: usize| {
                if encoding == "gzip" {
                    gzip(&vec![b'a'; bytes])
                } else {
                    vec![b'a'; bytes]
                }
            };
            assert_eq!(
                decode(encoding, &wire(cap), 65_536).map(|body| body.len()),
                Ok(cap),
                "{encoding}"
            );
            assert_eq!(
                decode(encoding, &wire(cap + 1), 65_536),
                Err(Refusal::TooLarge),
                "{encoding}"
            );
        }
    }

    #[test]
    fn a_compressed_body_is_counted_as_it_comes() {
        let mut state = 1_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .take(Limits::default().compressed_bytes + 100_000)
        .collect();
        assert_eq!(
            decode("gzip", &gzip(&noise), 65_536),
            Err(Refusal::TooLarge)
        );
        assert!(decode("identity", &noise, 65_536).is_ok());
    }

    #[test]
    fn unknown_doubled_and_broken_encodings_are_refused() {
        let text = TEXT.repeat(50);
        let packed = gzip(&text);
        for (encoding, wire) in [
            ("zstd", packed.clone()),
            ("compress", packed.clone()),
            ("gzip, gzip, gzip", gzip(&gzip(&packed))),
            ("gzip", text.clone()),
            ("gzip", packed[..packed.len() / 2].to_vec()),
            ("deflate", zlib(&text)[..20].to_vec()),
            ("br", brotli(&text)[..20].to_vec()),
            ("br", text.clone()),
        ] {
            assert_eq!(
                decode(encoding, &wire, 64),
                Err(Refusal::Encoding),
                "{encoding}"
            );
        }
    }

    #[test]
    fn a_window_of_a_gigabyte_is_no_brotli() {
        let params = brotli::enc::BrotliEncoderParams {
            large_window: true,
            lgwin: 30,
            ..Default::default()
        };
        let mut wire = Vec::new();
        brotli::BrotliCompress(&mut &TEXT.repeat(50)[..], &mut wire, &params).expect("memory");
        assert_eq!(decode("br", &wire, 64), Err(Refusal::Encoding));
    }

    #[test]
    fn an_empty_body_is_empty_in_every_encoding() {
        for encoding in ["gzip", "deflate", "br", "identity"] {
            assert_eq!(decode(encoding, b"", 1), Ok(Vec::new()), "{encoding}");
        }
    }
}
