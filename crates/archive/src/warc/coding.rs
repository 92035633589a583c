//! Decodes the transfer and content codings of HTTP bodies: chunks and compression.
//!
//! Recorders differ: some store the bytes of the connection, some store the original headers with a decoded body. So a
//! body that does not match its headers is used unchanged if it is text, and text is no stream of Brotli or deflate
//! just because it begins like one. Of a body that breaks off, the decoded part is kept and marked. Compressed bytes
//! that cannot be decoded are an error, so that they are never read as words; so is Brotli without the feature of this
//! crate. Checksums are not verified, as in browsers, but for those of zstd.
//!
//! Source: RFC 9112 §7.1 (chunks), RFC 9110 §8.4.1 (content codings), RFC 1950 to 1952 (zlib, deflate, gzip), WHATWG
//! Fetch §2.2.6 (unknown codings are left alone).

use crate::limits::{BODY_BYTES, BODY_CODINGS};
use flate2::{Decompress, FlushDecompress, Status};
use std::borrow::Cow;
use types::header::{compressed_type, is_binary};
use types::response_head::chunk_size;
use types::text::cut;

/// The most characters of a coding's name in a message.
const CODING_CHARS: usize = 80;
/// The number of bytes that are decoded at once.
const PIECE: usize = 64 * 1024;

/// A body, as far as it was decoded.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// True if the coded body breaks off or is damaged.
    pub(super) is_truncated: bool,
}

impl<'a> Decoded<'a> {
    /// Returns a body that needs no decoding.
    pub(super) fn whole(bytes: &'a [u8]) -> Self {
        Self { bytes: Cow::Borrowed(bytes), is_truncated: false }
    }

    fn owned(bytes: Vec<u8>, is_truncated: bool) -> Self {
        Self { bytes: Cow::Owned(bytes), is_truncated }
    }
}

/// Returns whether a body begins with a chunk of compressed bytes, which recorders store without declaring chunks.
pub(super) fn is_chunked(body: &[u8]) -> bool {
    chunk(body).is_some_and(|(_, data)| compressed_type(data).is_some())
}

/// Returns the body without its chunk framing, or unchanged if it has none.
pub(super) fn unchunk(body: &[u8]) -> Decoded<'_> {
    let mut joined = Vec::new();
    let mut rest = body;
    loop {
        let Some((size, data)) = chunk(rest) else {
            // A body that does not begin with a chunk was stored without chunks.
            return if rest.len() == body.len() { Decoded::whole(body) } else { Decoded::owned(joined, true) };
        };
        let is_first = rest.len() == body.len();
        if size == 0 {
            // A text may begin with a zero on a line; trailers end with an empty line.
            let is_end = data.trim_ascii().is_empty() || data.ends_with(b"\r\n\r\n") && !is_markup(data);
            return if is_first && !is_end { Decoded::whole(body) } else { Decoded::owned(joined, false) };
        }
        let Some(chunk) = data.get(..size) else {
            // A text may begin with a number on a line; chunks have line ends of two bytes.
            if is_first && !body[..body.len() - data.len()].ends_with(b"\r\n") {
                return Decoded::whole(body);
            }
            joined.extend_from_slice(data);
            return Decoded::owned(joined, true);
        };
        if is_first && !matches!(data[size..], [] | [b'\r' | b'\n', ..]) {
            return Decoded::whole(body);
        }
        joined.extend_from_slice(chunk);
        rest = &data[size..];
        rest = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
}

/// Returns the size of the chunk at the start of some bytes, and the bytes after its line; `None` if there is none.
fn chunk(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = memchr::memchr(b'\n', bytes)?;
    Some((chunk_size(&bytes[..end])?, &bytes[end + 1..]))
}

/// Returns the body without its content codings, which are listed in the order in which they were applied.
///
/// # Errors
/// The reason, as a sentence without its period, if the body is compressed and cannot be decoded.
pub(super) fn decompress<'a>(body: Decoded<'a>, codings: &str) -> Result<Decoded<'a>, String> {
    let mut body = body;
    if codings.split(',').count() > BODY_CODINGS {
        return Err(unsupported(codings));
    }
    for coding in codings.split(',').rev().map(str::trim) {
        let bytes = &*body.bytes;
        let decoded = match coding.to_ascii_lowercase().as_str() {
            _ if bytes.is_empty() => None,
            "" | "identity" => continue,
            // Servers confuse the two, and write names with parameters or quotes.
            "gzip" | "x-gzip" | "deflate" => gzip(bytes).or_else(|| deflate(bytes)),
            #[cfg(feature = "brotli")]
            "br" => brotli(bytes).or_else(|| gzip(bytes)),
            "zstd" => super::packing::zstd(bytes, BODY_BYTES),
            _ => gzip(bytes),
        };
        match decoded {
            Some((bytes, is_truncated)) => body = Decoded::owned(bytes, is_truncated || body.is_truncated),
            // It was stored decoded, or the coding is unknown.
            None if is_text(bytes) => {}
            None => return Err(unsupported(coding)),
        }
    }
    Ok(body)
}

fn unsupported(codings: &str) -> String {
    format!("the recorded body is damaged, or has an unsupported encoding: {}", cut(codings, CODING_CHARS))
}

/// Decodes the members of a gzip body; `None` if it does not begin with one. What follows the last one is no part of
/// it.
fn gzip(bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::new();
    let mut rest = bytes;
    if !is_member(bytes) {
        return None;
    }
    while is_member(rest) {
        let Some(data) = gzip_data(rest) else {
            return Some((out, true));
        };
        let (used, is_whole) = inflate(Decompress::new(false), data, &mut out);
        if !is_whole {
            return Some((out, true));
        }
        // Checksum and length.
        rest = data.get(used + 8..).unwrap_or_default();
    }
    Some((out, false))
}

fn is_member(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Returns the bytes after the header of a gzip member (RFC 1952 §2.3).
fn gzip_data(bytes: &[u8]) -> Option<&[u8]> {
    let flags = *bytes.get(3)?;
    let mut rest = bytes.get(10..)?;
    if flags & 4 != 0 {
        let (length, extra) = rest.split_first_chunk()?;
        rest = extra.get(usize::from(u16::from_le_bytes(*length))..)?;
    }
    for text in [8, 16] {
        if flags & text != 0 {
            rest = &rest[memchr::memchr(0, rest)? + 1..];
        }
    }
    if flags & 2 != 0 { rest.get(2..) } else { Some(rest) }
}

/// Returns whether a body is text. In markup, stray control characters and UTF-16 are text, too.
fn is_text(body: &[u8]) -> bool {
    !is_binary(body) || is_markup(body)
}

/// Returns whether a body begins with a tag, in UTF-16 or any encoding that contains ASCII.
fn is_markup(body: &[u8]) -> bool {
    let start = body.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != 0).unwrap_or(body.len());
    matches!(body[start..], [b'<', b'!' | b'/' | b'?' | b'A'..=b'Z' | b'a'..=b'z' | 0, ..])
}

/// Returns what a stream without a signature gave, and whether it breaks off; `None` if the bytes are text or of
/// another format. Those may begin like a stream, but hardly end with it or give a text that is longer than they are.
/// An empty stream of zlib has eight bytes, and no other has more.
fn stream(bytes: &[u8], out: Vec<u8>, is_whole: bool, is_all: bool) -> Option<(Vec<u8>, bool)> {
    let is_stream = is_whole && is_all && (!out.is_empty() || bytes.len() <= 8)
        || !is_text(bytes) && is_text(&out) && out.len() >= bytes.len();
    is_stream.then_some((out, !is_whole))
}

/// Decodes a body that is a zlib stream, or raw deflate as some hosts send it; `None` if it is neither.
fn deflate(bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::new();
    // RFC 1950 §2.2: the method, and a checksum of the two bytes.
    let is_zlib =
        matches!(bytes, [first, second, ..] if first & 0x0f == 8 && u16::from_be_bytes([*first, *second]) % 31 == 0);
    let (used, is_whole) = inflate(Decompress::new(is_zlib), bytes, &mut out);
    // The checksum of a whole zlib stream is right.
    stream(bytes, out, is_whole, is_zlib || bytes[used..].trim_ascii().is_empty())
}

/// Appends the decoded bytes of a stream, at most [`BODY_BYTES`] in total. Returns the number of bytes that were read,
/// and whether the stream is complete; a stream that is cut at the limit counts as complete.
fn inflate(mut stream: Decompress, bytes: &[u8], out: &mut Vec<u8>) -> (usize, bool) {
    let most = usize::try_from(BODY_BYTES).unwrap_or(usize::MAX);
    loop {
        let used = usize::try_from(stream.total_in()).unwrap_or(usize::MAX);
        out.reserve(PIECE.min(most - out.len()));
        let before = (stream.total_in(), out.len());
        let status = stream.decompress_vec(&bytes[used..], out, FlushDecompress::None);
        out.truncate(most);
        let used = usize::try_from(stream.total_in()).unwrap_or(usize::MAX);
        match status {
            Ok(Status::StreamEnd) => return (used, true),
            _ if out.len() >= most => return (bytes.len(), true),
            Ok(_) if before != (stream.total_in(), out.len()) => {}
            _ => return (used, false),
        }
    }
}

/// Decodes a Brotli body; `None` if it is none.
#[cfg(feature = "brotli")]
fn brotli(bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
    use std::io::Read as _;
    let mut out = Vec::new();
    let mut reader = brotli_decompressor::Decompressor::new(bytes, 4096);
    let is_whole = reader.by_ref().take(BODY_BYTES).read_to_end(&mut out).is_ok();
    // Behind the end of the stream, a read fails if bytes are left.
    let is_all = out.len() as u64 >= BODY_BYTES || reader.read(&mut [0]).is_ok() && reader.get_ref().is_empty();
    stream(bytes, out, is_whole, is_all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use std::io::Read;

    fn all(mut reader: impl Read) -> Vec<u8> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).unwrap();
        bytes
    }

    fn gz(bytes: &[u8]) -> Vec<u8> {
        all(GzEncoder::new(bytes, Compression::fast()))
    }

    /// Returns the decoded bytes, and whether they are marked as truncated.
    fn decode(body: &[u8], codings: &str) -> Result<(Vec<u8>, bool), String> {
        decompress(Decoded::whole(body), codings).map(|body| (body.bytes.into_owned(), body.is_truncated))
    }

    #[test]
    fn chunks_are_joined_and_their_extensions_and_trailers_dropped() {
        for (body, expected, is_truncated) in [
            ("3\r\nabc\r\n0\r\n\r\n", "abc", false),
            ("3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\n", "abc0123456789", false),
            ("3  \r\nabc\r\n0\r\n", "abc", false),
            ("3\nabc\n0\n\n", "abc", false),
            ("3\r\nabc\r\n5\r\nde", "abcde", true),
            ("3\r\nabc\r\n", "abc", true),
            ("3\r\nabc\r\nnoise\r\n", "abc", true),
        ] {
            let Decoded { bytes, is_truncated: marked } = unchunk(body.as_bytes());
            assert_eq!((&*bytes, marked), (expected.as_bytes(), is_truncated), "{body}");
        }
    }

    #[test]
    fn a_body_stored_without_chunks_is_unchanged() {
        for body in [
            "<p>plain",
            "",
            "fffffffffffffffffff\r\nx",
            "\r\n<p>",
            "a <b>\n",
            "2026\nA year.",
            "3\r\nA list of three.",
            "0\r\n<p>spiders",
            "0\r\nspiders found",
            "0\n<p>spiders\r\n\r\n",
        ] {
            let body = body.as_bytes();
            assert_eq!(unchunk(body), Decoded::whole(body));
        }
        for empty in ["0\r\n\r\n", "0\n\n", "0\r\n", "0\r\nT: v\r\n\r\n"] {
            assert_eq!(unchunk(empty.as_bytes()), Decoded::owned(Vec::new(), false), "{empty:?}");
        }
    }

    #[test]
    fn codings_are_decoded_in_reverse_order() {
        let gzip = gz(b"abc");
        let both = all(ZlibEncoder::new(&gzip[..], Compression::fast()));
        let raw = all(DeflateEncoder::new(&b"abc"[..], Compression::fast()));
        let members = [gz(b"a"), gz(b"bc")].concat();
        for (body, codings) in [
            (&gzip, "GZIP"),
            (&both, "gzip, deflate"),
            (&raw, "deflate"),
            (&members, "x-gzip"),
            (&gzip, "gzip, identity"),
            (&gzip, "gzip, gzip"),
            (&gzip, "\"gzip\""),
            (&gz(&gzip), "gzip,x-gzip"),
            (&members, ", gzip ,"),
        ] {
            assert_eq!(decode(body, codings), Ok((b"abc".to_vec(), false)), "{codings}");
        }
    }

    #[test]
    fn the_decoded_part_of_a_body_that_breaks_off_is_kept_and_marked() {
        let text: Vec<u8> =
            (0..20_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_string().into_bytes()).collect();
        let zlib = all(ZlibEncoder::new(&text[..], Compression::fast()));
        let raw = all(DeflateEncoder::new(&text[..], Compression::fast()));
        for (body, coding) in [(gz(&text), "gzip"), (zlib, "deflate"), (raw, "deflate")] {
            let (part, is_truncated) = decode(&body[..body.len() / 2], coding).unwrap();
            assert!(is_truncated && text.starts_with(&part), "{coding}");
            assert!(part.len() > text.len() / 4, "{coding}: {}", part.len());
        }
        assert_eq!(decode(b"\x1f\x8b\x08\x00\x00", "gzip"), Ok((Vec::new(), true)), "not even a header");
    }

    #[test]
    fn a_missing_checksum_and_bytes_after_the_end_cost_nothing() {
        let whole = gz(b"<p>page");
        let no_checksum = &whole[..whole.len() - 8];
        let comment = [&whole[..], b"<!-- cached -->"].concat();
        let mut wrong = whole.clone();
        *wrong.last_mut().unwrap() ^= 1;
        for body in [no_checksum, &comment, &wrong] {
            assert_eq!(decode(body, "gzip"), Ok((b"<p>page".to_vec(), false)));
        }
    }

    /// RFC 8878 §3: frames follow one another, and some are to be skipped; §3.1.1: one may end with a checksum.
    #[test]
    fn all_frames_of_a_zstd_body_are_decoded() {
        let frame = &b"\x28\xb5\x2f\xfd\x20\x03\x19\0\0abc"[..];
        let skipped = &b"\x51\x2a\x4d\x18\x02\0\0\0xx"[..];
        let wrong = &b"\x28\xb5\x2f\xfd\x24\x03\x19\0\0abc\0\0\0\0"[..];
        for (parts, expected, is_truncated) in [
            (&[frame][..], "abc", false),
            (&[frame, frame], "abcabc", false),
            (&[skipped, frame, skipped, frame, b"\n"], "abcabc", false),
            (&[frame, &frame[..11]], "abc", true),
            (&[wrong], "abc", true),
        ] {
            let decoded = decode(&parts.concat(), "zstd");
            assert_eq!(decoded, Ok((expected.as_bytes().to_vec(), is_truncated)), "{parts:x?}");
        }
    }

    #[test]
    fn the_bytes_decide_between_gzip_and_deflate() {
        let zlib = all(ZlibEncoder::new(&b"<p>page"[..], Compression::fast()));
        for (body, coding) in
            [(&gz(b"<p>page"), "deflate"), (&zlib, "gzip"), (&gz(b"<p>page"), "gzip;q=1"), (&gz(b"<p>page"), "br")]
        {
            assert_eq!(decode(body, coding), Ok((b"<p>page".to_vec(), false)), "{coding}");
        }
    }

    #[test]
    fn every_field_of_a_gzip_header_is_skipped() {
        let plain = gz(b"abc");
        let mut member = vec![0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 0];
        member.extend(b"\x02\0xxname\0comment\0cc");
        member.extend(&plain[10..]);
        assert_eq!(decode(&member, "gzip"), Ok((b"abc".to_vec(), false)));
        for end in 2..member.len() {
            let _ = decode(&member[..end], "gzip");
        }
    }

    #[test]
    fn brotli_is_decoded_only_with_its_feature() {
        let mut body = Vec::new();
        let params = brotli::enc::BrotliEncoderParams::default();
        brotli::BrotliCompress(&mut &b"abc"[..], &mut body, &params).unwrap();
        let expected = cfg!(feature = "brotli").then(|| (b"abc".to_vec(), false));
        assert_eq!(decode(&body, "br").ok(), expected);
    }

    #[cfg(feature = "brotli")]
    #[test]
    fn the_decoded_part_of_a_brotli_body_that_breaks_off_is_kept_and_marked() {
        let text: Vec<u8> =
            (0..20_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_string().into_bytes()).collect();
        let mut body = Vec::new();
        let params = brotli::enc::BrotliEncoderParams::default();
        brotli::BrotliCompress(&mut &text[..], &mut body, &params).unwrap();
        let (part, is_truncated) = decode(&body[..body.len() / 2], "br").unwrap();
        assert!(is_truncated && text.starts_with(&part) && !part.is_empty(), "{}", part.len());
    }

    #[test]
    fn bombs_and_nested_codings_are_bounded() {
        let bomb = gz(&gz(&vec![0; 64 << 20]));
        let (body, _) = decode(&bomb, "gzip, gzip").unwrap();
        assert_eq!(body.len() as u64, BODY_BYTES);
        assert!(decode(b"x", &"gzip,".repeat(4)).is_err());
    }

    /// Fetch leaves unknown codings alone, and recorders keep the header of a body that they decoded.
    #[test]
    fn text_under_any_coding_is_unchanged() {
        for coding in ["gzip", "deflate", "br", "zstd", "none", "UTF-8", "8bit", "", "gzip, br"] {
            for body in [
                &b"<p>plain"[..],
                b"",
                b"plain text, even with \xe4",
                b"<p>a\x0bb",
                b" <!DOCTYPE html>a\0b",
                b"<p>a\x08b",
                b"<p>\xe4\x1a",
                b"<\0p\0>\0a\0",
                b"\0<\0p\0>\0a",
            ] {
                assert_eq!(decode(body, coding), Ok((body.to_vec(), false)), "{coding}: {body:?}");
            }
        }
    }

    /// Streams of Brotli and deflate have no signature: `3` is an empty one of Brotli, and `x ` begins one of zlib.
    #[test]
    fn text_that_begins_like_a_stream_is_unchanged() {
        let letters = (b' '..=b'~').map(|letter| char::from(letter).to_string());
        let long = "piders hunt other spiders at night, and rest by day.\n\
            <p>Some jump and the others weave a web that is wide.";
        for start in letters.chain(["80 ", "x ", "Xf", "HK", "hb", "8n", "Zi"].map(str::to_owned)) {
            for rest in [" spiders", long] {
                let body = format!("{start}{rest}").into_bytes();
                for coding in ["gzip", "deflate", "br", "zstd"] {
                    assert_eq!(decode(&body, coding), Ok((body.clone(), false)), "{coding}: {start}{rest}");
                }
            }
        }
    }

    #[test]
    fn compressed_bytes_are_never_text() {
        let page = b"<p>Jumping spiders hunt other spiders.".repeat(20);
        let (gzip, zlib) = (gz(&page), all(ZlibEncoder::new(&page[..], Compression::fast())));
        for (body, coding) in [
            (&b"\x1f\x9d\x90abc"[..], "compress"),
            (b"\x00\x01", "zzz"),
            (b"\x1f\x8c\x08\0", "gzip"),
            (&gzip[1..], "gzip"),
            (&gzip[1..], "deflate"),
            (&gzip[1..], "br"),
            (&zlib, "br"),
            (b"\x28\xb5\x2f\xfd\x20\x03\x19\0\0abc", "br"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0", "br"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0", "deflate"),
        ] {
            let reason = decode(body, coding).unwrap_err();
            assert!(reason.contains(coding), "{reason}");
        }
        let reason = decode(b"\0", &"z".repeat(10_000)).unwrap_err();
        assert!(reason.len() < 200, "a long name is cut: {}", reason.len());
    }
}
