//! Tests the encodings and their limits, without a network.

#[path = "../../tests/common/degenerate.rs"]
mod degenerate;
#[path = "../../tests/common/packing.rs"]
mod packing;

use super::*;
use crate::limits::Limits;
use crate::memory::MemoryBudget;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::header::HeaderValue;
use packing::{bare, brotli, gzip, zlib};
use std::io::Write;

fn decode(encoding: &'static str, wire: &[u8], piece: usize) -> Result<Vec<u8>, Refusal> {
    let limits = Limits::default();
    decode_within(&MemoryBudget::new(limits.memory), encoding, wire, piece).map(Vec::from)
}

fn decode_within(memory: &MemoryBudget, encoding: &'static str, wire: &[u8], piece: usize) -> Result<Bytes, Refusal> {
    decode_wanted(memory, encoding, Wanted::All, wire, piece)
}

fn decode_wanted(
    memory: &MemoryBudget,
    encoding: &'static str,
    wanted: Wanted,
    wire: &[u8],
    piece: usize,
) -> Result<Bytes, Refusal> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    let mut decoder = Decoder::new(&headers, &Limits::default(), wanted, memory.reserve(0)?)?;
    for piece in wire.chunks(piece) {
        decoder.feed(piece)?;
        while decoder.is_ready() {
            decoder.decode_slice()?;
        }
        if decoder.is_full() {
            break;
        }
    }
    decoder.finish().map(|body| body.bytes)
}

#[test]
fn a_limited_body_yields_its_first_bytes_in_every_encoding() {
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
            let memory = MemoryBudget::new(limits.memory);
            let body = decode_wanted(&memory, encoding, Wanted::First(first), &wire, piece);
            let body = body.expect(encoding);
            assert_eq!(body, text[..first], "{encoding} in {piece}");
            drop(body);
            assert!(memory.reserve(limits.memory).is_ok(), "{encoding} gives back");
        }
    }
}

#[test]
fn a_body_shorter_than_the_limit_is_complete_or_refused() {
    let memory = MemoryBudget::new(Limits::default().memory);
    let decode = |encoding, wire: &[u8]| decode_wanted(&memory, encoding, Wanted::First(TEXT.len()), wire, 8);
    assert_eq!(decode("identity", TEXT).expect("whole"), TEXT);
    assert_eq!(decode("gzip", &gzip(TEXT)).expect("whole"), TEXT);
    let bomb = gzip(&degenerate::empty_stored_blocks(2_000_000));
    assert_eq!(decode("deflate, gzip", &bomb), Err(Refusal::DecodingWork));
}

#[test]
fn a_body_takes_its_memory_from_the_budget_until_it_is_dropped() {
    const KIB: usize = 1_024;
    let text = vec![b'a'; 1_024 * KIB];
    for (encoding, wire) in [("identity", text.clone()), ("gzip", gzip(&text))] {
        let small = MemoryBudget::new(1_024 * KIB);
        let refused = decode_within(&small, encoding, &wire, 8 * KIB);
        assert_eq!(refused.err(), Some(Refusal::Busy), "{encoding}");
        assert!(small.reserve(1_024 * KIB).is_ok(), "{encoding} gives back");
        let large = MemoryBudget::new(2_100 * KIB);
        let body = decode_within(&large, encoding, &wire, 8 * KIB).expect(encoding);
        assert!(large.reserve(1_100 * KIB).is_err(), "{encoding} is held");
        drop(body);
        assert!(large.reserve(2_100 * KIB).is_ok(), "{encoding} is gone");
    }
}

#[test]
fn the_window_of_brotli_is_counted_as_far_as_it_is_filled() {
    const KIB: usize = 1_024;
    let wire = brotli(&vec![b'a'; 1_024 * KIB]);
    let refused = decode_within(&MemoryBudget::new(2_100 * KIB), "br", &wire, 8 * KIB);
    assert_eq!(refused.err(), Some(Refusal::Busy));
    let memory = MemoryBudget::new(3_000 * KIB);
    let _body = decode_within(&memory, "br", &wire, 8 * KIB).expect("room");
    assert!(memory.held() < 2_048 * KIB, "the window is gone");
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
            assert_eq!(decode(encoding, &wire, piece).as_ref(), Ok(&text), "{encoding} in {piece}");
        }
    }
}

#[test]
fn a_step_in_the_middle_stops_at_the_cap_though_nothing_comes_out() {
    // The next layer gets one stored block, and ignores bytes after its end.
    let mut inner = vec![1, 0, 0, 0xff, 0xff];
    inner.resize(Limits::default().compressed_bytes + 1, 0);
    let refused = decode("deflate, gzip", &gzip(&inner), 1024);
    assert_eq!(refused, Err(Refusal::TooLarge));
}

#[test]
fn empty_blocks_and_members_are_limited_in_every_encoding() {
    const BYTES: usize = 1 << 20;
    let members = degenerate::empty_members(BYTES);
    let fixed = degenerate::empty_fixed_blocks(BYTES);
    let dynamic = degenerate::empty_dynamic_blocks(BYTES);
    let stored = degenerate::empty_stored_blocks(BYTES);
    for (encoding, wire) in [
        ("gzip", members.clone()),
        ("gzip, gzip", gzip(&members)),
        ("deflate", fixed.clone()),
        ("deflate", dynamic.clone()),
        ("deflate", degenerate::empty_blocks_of_long_codes(3 * BYTES)),
        ("deflate, gzip", gzip(&dynamic)),
        ("deflate, br", brotli(&fixed)),
        ("deflate", stored),
        ("br", degenerate::empty_metablocks(BYTES)),
        ("br", degenerate::small_metablocks(BYTES)),
        ("br", degenerate::metablocks_of_many_trees(BYTES)),
        ("br, gzip", gzip(&degenerate::small_metablocks(BYTES))),
    ] {
        let limits = Limits::default();
        let decoded = report::decode(encoding, &wire, &limits);
        assert_eq!(decoded.body, Err(Refusal::DecodingWork), "{encoding}");
        let granted = limits.blocks + wire.len() / limits.bytes_per_block;
        // The step that exceeds the grant is counted completely: up to three blocks per byte of brotli.
        assert!(decoded.blocks <= granted + 3 * STEP_BYTES, "{encoding}");
        assert_eq!(decoded.memory(), 0, "{encoding} gives back");
    }
}

#[test]
fn degenerate_data_is_valid_so_only_the_limit_refuses_it() {
    let limits = Limits { blocks: usize::MAX / 2, members: usize::MAX, ..Limits::default() };
    for (encoding, wire, length) in [
        ("gzip", degenerate::empty_members(50_000), 0),
        ("deflate", degenerate::empty_fixed_blocks(50_000), 0),
        ("deflate", degenerate::empty_dynamic_blocks(50_000), 0),
        ("deflate", degenerate::empty_blocks_of_long_codes(50_000), 0),
        ("deflate", degenerate::empty_stored_blocks(50_000), 0),
        ("br", degenerate::empty_metablocks(50_000), 0),
        ("br", degenerate::small_metablocks(50_000), 5_797),
        ("br", degenerate::metablocks_of_many_trees(50_000), 127),
    ] {
        let body = report::decode(encoding, &wire, &limits).body;
        assert_eq!(body.map(|body| body.len()), Ok(length), "{encoding}");
    }
}

#[test]
fn a_file_in_members_of_64_kib_as_genome_browsers_write_it_passes() {
    let limits = Limits::default();
    let block = 64 * 1024;
    let mut file = degenerate::members(limits.decoded_bytes / block, block);
    // It ends with an empty member.
    file.extend(gzip(b""));
    let decoded = report::decode("gzip", &file, &limits);
    let length = decoded.body.map(|body| body.len());
    assert_eq!(length, Ok(limits.decoded_bytes));
    for (count, refusal) in [(limits.members, None), (limits.members + 1, Some(Refusal::DecodingWork))] {
        let file = degenerate::members(count, 10);
        assert_eq!(report::decode("gzip", &file, &limits).body.err(), refusal);
    }
}

#[test]
fn a_page_that_was_flushed_after_every_line_passes() {
    let line = b"<tr><td>Portia labiata plans its detours.</td></tr>\n";
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    for _ in 0..8_000 {
        encoder.write_all(line).expect("memory");
        encoder.flush().expect("memory");
    }
    let page = encoder.finish().expect("memory");
    let body = decode("gzip", &page, 1_000);
    assert_eq!(body.map(|body| body.len()), Ok(8_000 * line.len()));
}

#[test]
fn a_gzip_header_with_all_of_its_fields_is_passed_over() {
    let text = TEXT.repeat(3);
    let mut wire = flate2::GzBuilder::new()
        .filename("page.html")
        .comment("a page")
        .extra(vec![7; 300])
        .write(Vec::new(), Compression::fast());
    wire.write_all(&text).expect("memory");
    let mut wire = wire.finish().expect("memory");
    let begin = 10 + 2 + 300 + "page.html\0a page\0".len();
    // The checksum of the header, which flate2 does not write.
    wire[3] |= 2;
    wire.splice(begin..begin, [0xab, 0xcd]);
    for piece in [1, usize::MAX] {
        assert_eq!(decode("gzip", &wire, piece).as_ref(), Ok(&text));
    }
    wire[3] |= 0x80;
    assert_eq!(decode("gzip", &wire, 7), Err(Refusal::Encoding));
}

#[test]
fn a_member_whose_checksum_or_length_is_wrong_is_marked_as_truncated() {
    let wire = gzip(TEXT);
    for at in 1..=8 {
        let mut wire = wire.clone();
        let place = wire.len() - at;
        wire[place] ^= 1;
        assert_eq!(decode_part("gzip", &wire, 7), (TEXT.to_vec(), true), "{at}");
    }
}

#[test]
fn a_slice_is_short_whatever_is_decoded() {
    let limits = Limits::default();
    let memory = MemoryBudget::new(limits.memory);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip, gzip"));
    let reservation = memory.reserve(0).expect("room");
    let mut decoder = Decoder::new(&headers, &limits, Wanted::All, reservation).expect("gzip");
    let wire = gzip(&gzip(&vec![0; limits.decoded_bytes]));
    decoder.feed(&wire).expect("room");
    let mut slices = 0;
    while decoder.is_ready() {
        decoder.decode_slice().expect("within the limits");
        slices += 1;
    }
    assert!(slices > limits.decoded_bytes / (2 * SLICE_BYTES), "{slices}");
}

#[test]
fn a_slice_is_short_with_empty_blocks() {
    const BYTES: usize = 200_000;
    let limits = Limits { blocks: usize::MAX / 2, members: usize::MAX, ..Limits::default() };
    let memory = MemoryBudget::new(limits.memory);
    // A step reads one block of deflate, and up to three blocks a byte of brotli.
    let brotli_step = 3 * STEP_BYTES;
    for (encoding, wire, step) in [
        ("gzip", degenerate::empty_members(BYTES), 1),
        ("deflate", degenerate::empty_fixed_blocks(BYTES), 1),
        ("deflate", degenerate::empty_dynamic_blocks(BYTES), 1),
        ("deflate", degenerate::empty_blocks_of_long_codes(BYTES), 1),
        ("deflate", degenerate::empty_stored_blocks(BYTES), 1),
        ("br", degenerate::empty_metablocks(BYTES), brotli_step),
        ("br", degenerate::small_metablocks(BYTES), brotli_step),
        ("br", degenerate::metablocks_of_many_trees(BYTES), brotli_step),
    ] {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        let reservation = memory.reserve(0).expect("room");
        let mut decoder = Decoder::new(&headers, &limits, Wanted::All, reservation).expect(encoding);
        decoder.feed(&wire).expect("room");
        let mut longest = 0;
        while decoder.is_ready() {
            let begun = decoder.blocks();
            decoder.decode_slice().expect("within the limits");
            longest = longest.max(decoder.blocks() - begun);
        }
        assert!(longest >= SLICE_BLOCKS.min(decoder.blocks()), "{encoding}");
        assert!(longest < SLICE_BLOCKS + step, "{encoding}: {longest}");
    }
}

#[test]
fn a_body_of_exactly_the_cap_passes_and_one_byte_more_does_not() {
    let cap = Limits::default().decoded_bytes;
    for encoding in ["identity", "gzip"] {
        let wire = |bytes: usize| {
            if encoding == "gzip" { gzip(&vec![b'a'; bytes]) } else { vec![b'a'; bytes] }
        };
        assert_eq!(decode(encoding, &wire(cap), 65_536).map(|body| body.len()), Ok(cap), "{encoding}");
        assert_eq!(decode(encoding, &wire(cap + 1), 65_536), Err(Refusal::TooLarge), "{encoding}");
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
    assert_eq!(decode("gzip", &gzip(&noise), 65_536), Err(Refusal::TooLarge));
    assert!(decode("identity", &noise, 65_536).is_ok());
}

#[test]
fn repeated_encodings_and_data_of_which_nothing_can_be_decoded_are_refused() {
    let text = TEXT.repeat(50);
    let packed = gzip(&text);
    for (encoding, wire) in [
        ("gzip, gzip, gzip", gzip(&gzip(&packed))),
        ("gzip", text.clone()),
        ("gzip", packed[..8].to_vec()),
        ("br", text.clone()),
    ] {
        assert_eq!(decode(encoding, &wire, 64), Err(Refusal::Encoding), "{encoding}");
    }
}

/// WHATWG Fetch §2.2.6.
#[test]
fn unknown_encodings_are_left_alone() {
    for encoding in ["none", "UTF-8", "8bit", "zstd", "compress", "none, identity"] {
        assert_eq!(decode(encoding, TEXT, 7), Ok(TEXT.to_vec()), "{encoding}");
    }
    for encoding in ["gzip, none", "none, gzip"] {
        assert_eq!(decode(encoding, &gzip(TEXT), 7), Ok(TEXT.to_vec()), "{encoding}");
    }
}

/// Returns the part of a body that can be decoded, and whether it is marked as truncated.
fn decode_part(encoding: &'static str, wire: &[u8], piece: usize) -> (Vec<u8>, bool) {
    let limits = Limits::default();
    let headers = HeaderMap::from_iter([(CONTENT_ENCODING, HeaderValue::from_static(encoding))]);
    let memory = MemoryBudget::new(limits.memory).reserve(0).expect("room");
    let mut decoder = Decoder::new(&headers, &limits, Wanted::All, memory).expect("a decoder");
    for piece in wire.chunks(piece) {
        decoder.feed(piece).expect("room");
        while decoder.is_ready() {
            decoder.decode_slice().expect("a part");
        }
        if decoder.is_full() {
            break;
        }
    }
    let body = decoder.finish().expect("a part");
    (body.bytes.to_vec(), body.is_truncated)
}

#[test]
fn the_decoded_part_of_data_that_breaks_off_or_is_damaged_is_kept_and_marked() {
    let text: Vec<u8> = (0..20_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_string().into_bytes()).collect();
    for (encoding, whole) in [
        ("gzip", gzip(&text)),
        ("deflate", zlib(&text)),
        ("deflate", bare(&text)),
        ("br", brotli(&text)),
        ("gzip, gzip", gzip(&gzip(&text))),
    ] {
        for piece in [13, 4_096, usize::MAX] {
            let half = whole.len() / 2;
            let (part, is_truncated) = decode_part(encoding, &whole[..half], piece);
            assert!(is_truncated && text.starts_with(&part) && part.len() > text.len() / 4, "{encoding} in {piece}");
            let damaged = [&whole[..half], &[0xff; 512], &whole[half + 512..]].concat();
            let (part, is_truncated) = decode_part(encoding, &damaged, piece);
            // Raw deflate has no checksum that would tell.
            assert!(part.len() > text.len() / 4 && (is_truncated || encoding == "deflate"), "{encoding} in {piece}");
        }
    }
}

#[test]
fn a_missing_checksum_and_bytes_after_the_end_cost_nothing() {
    let whole = gzip(TEXT);
    for wire in
        [&whole[..whole.len() - 8], &[&whole[..], b"<!-- cached -->"].concat(), &[&whole[..], &[0; 99]].concat()]
    {
        for piece in [1, 4_096] {
            assert_eq!(decode_part("gzip", wire, piece), (TEXT.to_vec(), false));
        }
    }
}

#[test]
fn a_window_of_a_gigabyte_is_no_brotli() {
    let params = ::brotli::enc::BrotliEncoderParams { large_window: true, lgwin: 30, ..Default::default() };
    let mut wire = Vec::new();
    ::brotli::BrotliCompress(&mut &TEXT.repeat(50)[..], &mut wire, &params).expect("memory");
    assert_eq!(decode("br", &wire, 64), Err(Refusal::Encoding));
}

#[test]
fn an_empty_body_is_empty_in_every_encoding() {
    for encoding in ["gzip", "deflate", "br", "identity"] {
        assert_eq!(decode(encoding, b"", 1), Ok(Vec::new()), "{encoding}");
    }
}
