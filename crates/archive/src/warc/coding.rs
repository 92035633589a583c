//! Decodes the transfer and content codings of HTTP bodies: chunks and compression.
//!
//! Recorders differ: some store the bytes of the connection, some store the original headers with a decoded body. So a
//! body that does not match its headers is used unchanged. Zstd and other codings, which recorders do not request by
//! default, are rejected instead of being read as noise. Brotli is a feature of this crate. Source: RFC 9112 §7.1
//! (chunks), RFC 9110 §8.4.1 (content codings).

use crate::limits::{BODY_BYTES, BODY_CODINGS};
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use std::borrow::Cow;
use std::io::Read;

/// Returns the body without its chunk framing, or unchanged if it has none.
pub(super) fn unchunk(body: &[u8]) -> Cow<'_, [u8]> {
    chunks(body).map_or(Cow::Borrowed(body), Cow::Owned)
}

/// Returns the joined chunks; `None` if the body is not chunked. Of a truncated recording, the complete chunks are
/// kept.
fn chunks(body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::new();
    let mut rest = body;
    loop {
        let (data, size) = match httparse::parse_chunk_size(rest) {
            Ok(httparse::Status::Complete((at, size))) => (&rest[at..], usize::try_from(size).ok()?),
            Ok(httparse::Status::Partial) if !joined.is_empty() => return Some(joined),
            _ => return None,
        };
        if size == 0 {
            return Some(joined);
        }
        let Some(chunk) = data.get(..size) else {
            joined.extend_from_slice(data);
            return Some(joined);
        };
        joined.extend_from_slice(chunk);
        rest = data[size..].strip_prefix(b"\r\n").unwrap_or(&data[size..]);
    }
}

/// Returns the body without its content codings; `None` if one of them is unknown, or if there are too many.
pub(super) fn decompress<'a>(body: Cow<'a, [u8]>, codings: &str) -> Option<Cow<'a, [u8]>> {
    let mut body = body;
    if codings.split(',').count() > BODY_CODINGS {
        return None;
    }
    for coding in codings.split(',').rev() {
        let undone = match coding.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => continue,
            "gzip" | "x-gzip" => all(MultiGzDecoder::new(&*body)),
            "deflate" => all(ZlibDecoder::new(&*body)).or_else(|| all(DeflateDecoder::new(&*body))),
            #[cfg(feature = "brotli")]
            "br" => all(brotli_decompressor::Decompressor::new(&*body, 4096)),
            _ => return None,
        };
        body = undone.map_or(body, Cow::Owned);
    }
    Some(body)
}

fn all(reader: impl Read) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(BODY_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};

    #[test]
    fn chunks_are_joined_and_their_extensions_and_trailers_dropped() {
        for (body, expected) in [
            ("3\r\nabc\r\n0\r\n\r\n", "abc"),
            ("3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\n", "abc0123456789"),
            ("3\r\nabc\r\n5\r\nde", "abcde"),
            ("3\r\nabc\r\n", "abc"),
        ] {
            assert_eq!(*unchunk(body.as_bytes()), *expected.as_bytes(), "{body}");
        }
    }

    #[test]
    fn a_body_stored_without_chunks_is_unchanged() {
        for body in ["<p>plain", "", "fffffffffffffffffff\r\nx"] {
            assert_eq!(*unchunk(body.as_bytes()), *body.as_bytes());
        }
    }

    #[test]
    fn codings_are_decoded_in_reverse_order() {
        let gzip = all(GzEncoder::new(&b"abc"[..], Compression::fast())).unwrap();
        let both = all(ZlibEncoder::new(&gzip[..], Compression::fast())).unwrap();
        let raw = all(DeflateEncoder::new(&b"abc"[..], Compression::fast())).unwrap();
        for (body, codings) in [(gzip, "GZIP"), (both, "gzip, deflate"), (raw, "deflate")] {
            assert_eq!(decompress(body.into(), codings).as_deref(), Some(&b"abc"[..]), "{codings}");
        }
    }

    #[test]
    fn brotli_is_decoded_only_with_its_feature() {
        let mut body = Vec::new();
        let params = brotli::enc::BrotliEncoderParams::default();
        brotli::BrotliCompress(&mut &b"abc"[..], &mut body, &params).unwrap();
        let undone = decompress(body.into(), "br");
        let expected = cfg!(feature = "brotli").then_some(&b"abc"[..]);
        assert_eq!(undone.as_deref(), expected);
    }

    #[test]
    fn bombs_and_nested_codings_are_bounded() {
        let mut bomb = vec![0; 64 << 20];
        for _ in 0..2 {
            bomb = all_of(GzEncoder::new(&bomb[..], Compression::fast()));
        }
        let undone = decompress(bomb.into(), "gzip, gzip").unwrap();
        assert_eq!(undone.len() as u64, BODY_BYTES);
        assert_eq!(decompress(Cow::Borrowed(b"x"), &"gzip,".repeat(4)), None);
    }

    fn all_of(mut reader: impl Read) -> Vec<u8> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_body_stored_decoded_is_unchanged_and_an_unknown_coding_is_rejected() {
        let plain = || Cow::Borrowed(&b"<p>"[..]);
        assert_eq!(decompress(plain(), "gzip").as_deref(), Some(&b"<p>"[..]));
        assert_eq!(decompress(plain(), "zstd"), None);
    }
}
