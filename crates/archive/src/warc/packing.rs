//! The two compressions of recordings: gzip members and zstd frames, each of which usually has one record.
//!
//! Source: RFC 1952 (gzip), RFC 8878 (zstd), ISO 28500:2017 annex D, the IIPC's "Zstandard compression in WARC files"
//! 1.0 (a dictionary in a skippable frame at the start). Checksums are verified.

use super::record;
use flate2::bufread::GzDecoder;
use memchr::memmem;
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use xxhash_rust::xxh64::Xxh64;

/// The start of a gzip member with the only compression method (RFC 1952 §2.3.1).
pub(super) const GZIP: &[u8] = &[0x1f, 0x8b, 8];
/// The start of a zstd frame (RFC 8878 §3.1.1).
pub(super) const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
/// The start of a skippable frame with a dictionary.
pub(super) const ZSTD_DICTIONARY: &[u8] = &[0x5d, 0x2a, 0x4d, 0x18];
/// The most bytes of a dictionary, compressed or not. Tools train dictionaries of some 100 KiB.
const DICTIONARY_BYTES: u64 = 16 << 20;

/// The compression of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    None,
    Gzip,
    /// With a dictionary, which may be empty.
    Zstd(Arc<Vec<u8>>),
}

impl Packing {
    /// Returns the compression of a file by its first bytes, and the number of bytes that were read: those of a
    /// dictionary.
    ///
    /// # Errors
    /// Returns the error of the source.
    pub(super) fn detect(input: &mut impl BufRead) -> io::Result<(Self, u64)> {
        let start = input.fill_buf()?;
        if start.starts_with(&GZIP[..2]) {
            Ok((Self::Gzip, 0))
        } else if start.starts_with(ZSTD) {
            Ok((Self::Zstd(Arc::default()), 0))
        } else if start.starts_with(ZSTD_DICTIONARY) {
            let (mut head, mut dictionary) = (Vec::new(), Vec::new());
            let read = input.by_ref().take(8).read_to_end(&mut head)?;
            let length = head.last_chunk().map_or(0, |length| u64::from(u32::from_le_bytes(*length)));
            let read = read + input.take(length.min(DICTIONARY_BYTES)).read_to_end(&mut dictionary)?;
            Ok((Self::Zstd(Arc::new(unpacked(dictionary))), read as u64))
        } else if is_skippable(start) {
            Ok((Self::Zstd(Arc::default()), 0))
        } else {
            Ok((Self::None, 0))
        }
    }

    /// Returns the first bytes of a member.
    pub(super) fn start(&self) -> &'static [u8] {
        if let Self::Zstd(_) = self { ZSTD } else { GZIP }
    }

    /// Returns the name of a member in messages.
    pub(super) fn name(&self) -> &'static str {
        if let Self::Zstd(_) = self { "zstd frame" } else { "gzip member" }
    }

    /// Returns the decoder of a member, which begins with the first byte of `source`.
    pub(super) fn member<R: BufRead>(&self, source: R) -> Member<R> {
        match self {
            Self::Zstd(dictionary) => Member::Zstd(Box::new(Frame::new(source, dictionary))),
            Self::None | Self::Gzip => Member::Gzip(GzDecoder::new(source)),
        }
    }
}

/// Returns whether some bytes are the start of a zstd frame that is to be skipped (RFC 8878 §3.1.2).
pub(super) fn is_skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// Skips a frame behind its first bytes, by its length. Returns the number of bytes that were read, and whether the
/// frame is whole.
///
/// # Errors
/// Returns the error of the source.
pub(super) fn skip_frame(input: &mut impl Read) -> io::Result<(u64, bool)> {
    let mut head = Vec::new();
    let read = input.by_ref().take(4).read_to_end(&mut head)? as u64;
    let Some(length) = head.first_chunk().map(|length| u64::from(u32::from_le_bytes(*length))) else {
        return Ok((read, false));
    };
    let skipped = io::copy(&mut input.take(length), &mut io::sink())?;
    Ok((read + skipped, skipped == length))
}

/// Returns a dictionary, which may be a zstd frame.
fn unpacked(dictionary: Vec<u8>) -> Vec<u8> {
    if !dictionary.starts_with(ZSTD) {
        return dictionary;
    }
    let mut plain = Vec::new();
    // A damaged one decodes no frame, which is reported there.
    let _ = Frame::new(&dictionary[..], &[]).take(DICTIONARY_BYTES).read_to_end(&mut plain);
    plain
}

/// Decodes a member.
pub(super) enum Member<R> {
    Gzip(GzDecoder<R>),
    Zstd(Box<Frame<R>>),
}

impl<R: BufRead> Member<R> {
    /// Returns the source, which is at the end of the member if that was read.
    pub(super) fn into_inner(self) -> R {
        match self {
            Self::Gzip(decoder) => decoder.into_inner(),
            Self::Zstd(frame) => frame.source,
        }
    }

    pub(super) fn get_ref(&self) -> &R {
        match self {
            Self::Gzip(decoder) => decoder.get_ref(),
            Self::Zstd(frame) => &frame.source,
        }
    }
}

impl<R: BufRead> Read for Member<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Gzip(decoder) => decoder.read(to),
            Self::Zstd(frame) => frame.read(to),
        }
    }
}

/// Decodes a zstd frame.
pub(super) struct Frame<R> {
    decoder: FrameDecoder,
    source: R,
    has_begun: bool,
    /// The checksum of what was read.
    checksum: Xxh64,
}

impl<R: BufRead> Frame<R> {
    fn new(source: R, dictionary: &[u8]) -> Self {
        let mut decoder = FrameDecoder::new();
        if let Ok(dictionary) = Dictionary::decode_dict(dictionary) {
            // Fails for an invalid id only, which no frame has.
            let _ = decoder.add_dict(dictionary);
        }
        Self { decoder, source, has_begun: false, checksum: Xxh64::new(0) }
    }

    /// Returns true if the frame has another checksum than what was read: the last bytes of XXH64 (RFC 8878 §3.1.1).
    fn has_other_checksum(&self) -> bool {
        let declared = self.decoder.get_checksum_from_data();
        declared.is_some_and(|declared| !self.checksum.digest().to_le_bytes().starts_with(&declared.to_le_bytes()))
    }

    /// Returns the error of a damaged or truncated frame.
    fn damage(&mut self, reason: impl std::fmt::Display) -> io::Error {
        let is_end = self.source.fill_buf().is_ok_and(<[u8]>::is_empty);
        let kind = if is_end { io::ErrorKind::UnexpectedEof } else { io::ErrorKind::InvalidData };
        io::Error::new(kind, reason.to_string())
    }
}

impl<R: BufRead> Read for Frame<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if !self.has_begun {
            if let Err(error) = self.decoder.init(&mut self.source) {
                return Err(self.damage(error));
            }
            self.has_begun = true;
        }
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let decoded = self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1));
            if let Err(error) = decoded {
                return Err(self.damage(error));
            }
        }
        let read = self.decoder.read(to)?;
        self.checksum.update(&to[..read]);
        if read == 0 && !to.is_empty() && self.has_other_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it does not have its checksum"));
        }
        Ok(read)
    }
}

/// Returns whether some bytes are the first ones of a member, as far as they are there.
pub(super) fn may_start(bytes: &[u8]) -> bool {
    let is_start = |start: &[u8]| bytes.iter().zip(start).all(|(one, other)| one == other);
    !bytes.is_empty() && (is_start(GZIP) || is_start(ZSTD))
}

/// The most bytes in which [`find`] recognizes a member: its header, and the tables of its compression.
pub(super) const FOUND_IN: usize = 1024;
/// The most places at which [`find`] decompresses something, which takes a thousand times as long as reading.
const PLACES: usize = 16;

/// Returns the offset of a member that begins with a WARC record.
pub(super) fn find(bytes: &[u8]) -> Option<usize> {
    let begins_record =
        |at: &usize| decompress(&bytes[*at..], 0, 0, record::START.len()).is_some_and(|start| start == record::START);
    let first = |start: &[u8]| memmem::find_iter(bytes, start).take(PLACES).find(begins_record);
    [GZIP, ZSTD].into_iter().filter_map(first).min()
}

/// Returns whether the file with this start is a gzip file that was compressed once more.
pub(super) fn is_twice(start: &[u8]) -> bool {
    let inner = decompress(start, 0, 0, ZSTD.len()).unwrap_or_default();
    start.starts_with(GZIP) && (inner.starts_with(GZIP) || inner == ZSTD)
}

/// Decompresses `length` bytes of the member at an offset of a file, after `skip` bytes of it; `None` if it is damaged.
pub(super) fn decompress(file: &[u8], start: usize, skip: usize, length: usize) -> Option<Vec<u8>> {
    let member = file.get(start..)?;
    let packing = match Packing::detect(&mut &file[..]).ok()? {
        (packing, _) if member.starts_with(packing.start()) => packing,
        _ => Packing::detect(&mut &member[..]).ok()?.0,
    };
    let mut member = packing.member(member);
    let skipped = io::copy(&mut member.by_ref().take(skip as u64), &mut io::sink()).ok()?;
    let mut bytes = Vec::new();
    member.take(length as u64).read_to_end(&mut bytes).ok()?;
    (skipped == skip as u64 && bytes.len() == length).then_some(bytes)
}

/// Decodes the frames of a body in zstd, at most `most` bytes of them; `None` if it does not begin with one. The second
/// value is true if a frame is damaged or breaks off. What follows the last one is no part of the body.
pub(super) fn zstd(body: &[u8], most: u64) -> Option<(Vec<u8>, bool)> {
    let (mut rest, mut out) = (body, Vec::new());
    while (out.len() as u64) < most {
        if is_skippable(rest) {
            rest = &rest[4..];
            let _ = skip_frame(&mut rest);
        } else if rest.starts_with(ZSTD) {
            let mut frame = Frame::new(rest, &[]);
            if frame.by_ref().take(most - out.len() as u64).read_to_end(&mut out).is_err() {
                return Some((out, true));
            }
            rest = frame.source;
        } else {
            break;
        }
    }
    (rest.len() < body.len()).then_some((out, false))
}
