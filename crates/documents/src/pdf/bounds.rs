//! Bounds what a file may unpack to: a deflated stream has up to 1,032 times its size (RFC 1951), and streams may be
//! deflated twice.
//!
//! `hayro-syntax` unpacks streams whole, so every deflated stream is counted before a file is opened.

use flate2::{Decompress, FlushDecompress, Status};
use hayro_syntax::object::{Name, Stream};

/// Maximum total size of the unpacked streams of a file, in bytes.
const FILE_BYTES: u64 = 512 << 20;

/// Returns true if the deflated streams of a file unpack to a bounded size, pictures included.
pub(super) fn unpacks_within_bounds(file: &[u8]) -> bool {
    let mut total = 0;
    let mut from = 0;
    let finder = memchr::memmem::Finder::new(b"stream");
    while let Some(at) = finder.find(&file[from..]) {
        let start = from + at + "stream".len();
        from = start;
        let data = &file[start..];
        let data = data.strip_prefix(b"\r").unwrap_or(data);
        let data = data.strip_prefix(b"\n").unwrap_or(data);
        if is_deflated(data) {
            total += unpacked_bytes(data, FILE_BYTES - total);
            if total >= FILE_BYTES {
                return false;
            }
        }
    }
    true
}

/// Returns true if data begin with the header of a zlib stream (RFC 1950 §2.2).
fn is_deflated(data: &[u8]) -> bool {
    matches!(data, [kind, flags, ..] if kind & 0x0f == 8 && (u16::from(*kind) << 8 | u16::from(*flags)) % 31 == 0)
}

/// Returns the unpacked size of a zlib stream, counted up to a limit; of what is deflated twice, both sizes.
fn unpacked_bytes(data: &[u8], most: u64) -> u64 {
    let (mut outer, mut inner) = (Decompress::new(true), None);
    let (mut chunk, mut sink) = (vec![0; 64 << 10], Vec::new());
    loop {
        let (consumed, produced) = (position(outer.total_in()), outer.total_out());
        let Some(status) = step(&mut outer, &data[consumed.min(data.len())..], &mut chunk) else {
            return outer.total_out() + total(inner.as_ref());
        };
        let new = &chunk[..position(outer.total_out() - produced)];
        if produced == 0 && is_deflated(new) {
            inner = Some(Decompress::new(true));
            sink.resize(64 << 10, 0);
        }
        if let Some(second) = &mut inner {
            feed(second, new, &mut sink, most);
        }
        let count = outer.total_out() + total(inner.as_ref());
        if count >= most || status == Status::StreamEnd || new.is_empty() {
            return count;
        }
    }
}

fn total(inner: Option<&Decompress>) -> u64 {
    inner.map_or(0, Decompress::total_out)
}

fn position(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

fn step(decoder: &mut Decompress, data: &[u8], chunk: &mut [u8]) -> Option<Status> {
    decoder.decompress(data, chunk, FlushDecompress::None).ok()
}

fn feed(decoder: &mut Decompress, data: &[u8], sink: &mut [u8], most: u64) {
    let start = decoder.total_in();
    while decoder.total_out() < most {
        let (before, produced) = (decoder.total_in(), decoder.total_out());
        let rest = data.get(position(before - start)..).unwrap_or_default();
        let is_over = !matches!(step(decoder, rest, sink), Some(Status::Ok));
        if is_over || decoder.total_in() == before && decoder.total_out() == produced {
            return;
        }
    }
}

/// Returns the unpacked data of a stream, at most `most` bytes; `None` if it is a picture or damaged from its start.
pub(super) fn unpacked(stream: &Stream<'_>, most: usize) -> Option<Vec<u8>> {
    let filter = stream.dict().get::<Name<'_>>("Filter");
    if filter.is_some_and(|name| name.as_ref() == b"FlateDecode") && !stream.dict().contains_key("DecodeParms") {
        let raw = stream.raw_data();
        let has_header = is_deflated(&raw);
        let mut decoder = Decompress::new(has_header);
        let mut data = Vec::with_capacity((raw.len() * 4).min(most));
        loop {
            let rest = raw.get(position(decoder.total_in())..).unwrap_or_default();
            let before = data.len();
            if data.capacity() == data.len() {
                data.reserve(data.len().clamp(4_096, most));
            }
            let status = decoder.decompress_vec(rest, &mut data, FlushDecompress::None);
            let is_stuck = data.len() == before && data.len() < data.capacity();
            if !matches!(status, Ok(Status::Ok | Status::BufError)) || is_stuck || data.len() >= most {
                data.truncate(most);
                return (!data.is_empty() || raw.is_empty()).then_some(data);
            }
        }
    }
    let mut data = stream.decoded_data().ok()?.into_owned();
    data.truncate(most);
    Some(data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use std::io::Write as _;

    fn deflated(data: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(data).expect("memory");
        encoder.finish().expect("memory")
    }

    #[test]
    fn what_streams_unpack_to_is_counted_also_if_it_is_deflated_twice() {
        let zeros = vec![0; 4 << 20];
        let (once, twice) = (deflated(&zeros), deflated(&deflated(&zeros)));
        assert_eq!(unpacked_bytes(&once, u64::MAX), 4 << 20);
        assert_eq!(unpacked_bytes(&twice, u64::MAX), (4 << 20) + once.len() as u64);
        assert!((1 << 20..2 << 20).contains(&unpacked_bytes(&once, 1 << 20)), "counting ends at the limit");
        assert_eq!(unpacked_bytes(&once[..once.len() / 2], u64::MAX).min(1 << 20), 1 << 20, "a damaged end");
        assert!(unpacks_within_bounds(&[b"stream\r\n", &once[..], b"endstream stream\n", &twice].concat()));
    }
}
