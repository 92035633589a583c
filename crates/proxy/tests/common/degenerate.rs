//! Compressed data that costs a decoder much and gives almost no output: valid, but never produced in practice.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Bits in the order of deflate and brotli: the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: usize,
}

impl Bits {
    fn put(&mut self, value: u32, bits: usize) -> &mut Self {
        for bit in 0..bits {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((value >> bit & 1) as u8) << (self.used % 8);
            self.used += 1;
        }
        self
    }

    /// Repeats the output of `block` up to this many bytes.
    fn fill(&mut self, bytes: usize, block: fn(&mut Self)) -> &mut Self {
        while self.bytes.len() < bytes {
            block(self);
        }
        self
    }

    fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a gzip file of members with this many bytes each.
pub(crate) fn members(count: usize, bytes: usize) -> Vec<u8> {
    gzip(&vec![b'a'; bytes]).repeat(count)
}

/// So many bytes of empty gzip members.
pub(crate) fn empty_members(bytes: usize) -> Vec<u8> {
    let member = gzip(b"");
    member.repeat(bytes / member.len())
}

/// Bare deflate data of so many bytes in empty blocks with the fixed code (RFC 1951 §3.2.6), ten bits each.
pub(crate) fn empty_fixed_blocks(bytes: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.fill(bytes, |bits| {
        bits.put(0b010, 3).put(0, 7);
    });
    bits.put(0b011, 3).put(0, 7).take()
}

/// Bare deflate data of so many bytes in empty blocks with codes of their own (RFC 1951 §3.2.7), 90 bits each.
pub(crate) fn empty_dynamic_blocks(bytes: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.fill(bytes, dynamic_block);
    bits.put(0b011, 3).put(0, 7).take()
}

fn dynamic_block(bits: &mut Bits) {
    // No final block, 257 literals, one distance, 18 lengths of code lengths.
    bits.put(0b100, 3).put(0, 5).put(0, 5).put(14, 4);
    // Length 1 for "138 zeros" and for "1", the third and the last of the order.
    for place in 0..18 {
        bits.put(u32::from(place == 2 || place == 17), 3);
    }
    // 138 and 118 zeros; then the end of the block and the one distance, one bit each.
    bits.put(1, 1).put(127, 7).put(1, 1).put(107, 7);
    bits.put(0, 1).put(0, 1);
    // The end of the block.
    bits.put(0, 1);
}

/// Bare deflate data of so many bytes in empty blocks with all codes there are, most of them of 14 and 15 bits: the
/// tables that take longest to make. A block has 60 bytes.
pub(crate) fn empty_blocks_of_long_codes(bytes: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.fill(bytes, block_of_long_codes);
    bits.put(0b011, 3).put(0, 7).take()
}

/// The order of the lengths of code lengths (RFC 1951 §3.2.7).
const LENGTH_ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

fn block_of_long_codes(bits: &mut Bits) {
    // One code of each short length, then as many of 14 and of 15 bits as make the code complete.
    let lengths = |short: usize, of_14: usize, of_15: usize| {
        let long = [vec![14; of_14], vec![15; of_15]].concat();
        [(1..=short).collect(), long].concat()
    };
    let (literals, distances) = (lengths(6, 232, 48), lengths(10, 12, 8));
    let mut of_lengths = [0; 19];
    for (number, length) in (1..=10).chain(14..=16).enumerate() {
        of_lengths[length] = if number < 10 { 4 } else { 3 };
    }
    bits.put(0b100, 3).put(29, 5).put(29, 5).put(15, 4);
    for length in LENGTH_ORDER {
        bits.put(u32::try_from(of_lengths[length]).expect("small"), 3);
    }
    for lengths in [&literals, &distances] {
        put_lengths(bits, lengths, &of_lengths);
    }
    put_code(bits, &literals, 256);
}

/// Writes lengths, those that come again by the code for "three to six times more".
fn put_lengths(bits: &mut Bits, lengths: &[usize], of_lengths: &[usize]) {
    for run in lengths.chunk_by(|one, next| one == next) {
        put_code(bits, of_lengths, run[0]);
        let mut left = run.len() - 1;
        while left >= 3 {
            // The remainder must be zero or at least three.
            let times = (3..=6).rev().find(|times| left == *times || left >= times + 3);
            let times = times.expect("three fit");
            put_code(bits, of_lengths, 16);
            bits.put(u32::try_from(times - 3).expect("small"), 2);
            left -= times;
        }
        for _ in 0..left {
            put_code(bits, of_lengths, run[0]);
        }
    }
}

/// Writes the code of a symbol among codes of these lengths (RFC 1951 §3.2.2), its highest bit first.
fn put_code(bits: &mut Bits, lengths: &[usize], symbol: usize) {
    let own = lengths[symbol];
    let before =
        |&(other, length): &(usize, &usize)| *length > 0 && (*length < own || (*length == own && other < symbol));
    let sizes = lengths.iter().enumerate().filter(before);
    let code: u32 = sizes.map(|(_, length)| 1 << (own - length)).sum();
    for bit in (0..own).rev() {
        bits.put(code >> bit & 1, 1);
    }
}

/// Bare deflate data of so many bytes in empty stored blocks, five bytes each.
pub(crate) fn empty_stored_blocks(bytes: usize) -> Vec<u8> {
    let mut data = [0, 0, 0, 0xff, 0xff].repeat(bytes / 5);
    data.extend([1, 0, 0, 0xff, 0xff]);
    data
}

/// Returns a brotli stream of so many bytes in empty meta-blocks of metadata (RFC 7932 §9.2), one byte each.
pub(crate) fn empty_metablocks(bytes: usize) -> Vec<u8> {
    let mut data = vec![0x06; bytes];
    if let Some(first) = data.first_mut() {
        // The size of the window precedes the first one.
        *first = 0x0c;
    }
    data.push(0x03);
    data
}

/// Returns a brotli stream of so many bytes in meta-blocks of one byte each, every one with codes of its own.
pub(crate) fn small_metablocks(bytes: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0, 1);
    bits.fill(bytes, small_metablock);
    bits.put(0b11, 2).take()
}

fn small_metablock(bits: &mut Bits) {
    // Not the last, one byte, compressed; one type of block each, no postfix, one tree each.
    bits.put(0, 1).put(0, 2).put(0, 16).put(0, 1);
    bits.put(0, 3).put(0, 2).put(0, 4).put(0, 2).put(0, 2);
    // Simple codes of one symbol: a literal, "insert one byte", a distance.
    bits.put(1, 2).put(0, 2).put(u32::from(b'a'), 8);
    bits.put(1, 2).put(0, 2).put(8, 10);
    bits.put(1, 2).put(0, 2).put(0, 6);
}

/// Returns a brotli stream of so many bytes in meta-blocks of one byte each, every one with 256 trees of literals.
pub(crate) fn metablocks_of_many_trees(bytes: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0, 1);
    bits.fill(bytes, metablock_of_many_trees);
    bits.put(0b11, 2).take()
}

fn metablock_of_many_trees(bits: &mut Bits) {
    bits.put(0, 1).put(0, 2).put(0, 16).put(0, 1);
    bits.put(0, 3).put(0, 2).put(0, 4).put(0, 2);
    // 256 trees: 129 and 127 more. All contexts use the first one: no runs, a simple code of one symbol, no transform.
    bits.put(0b1111, 4).put(127, 7).put(0, 1);
    bits.put(1, 2).put(0, 2).put(0, 8).put(0, 1);
    // One tree of distances.
    bits.put(0, 1);
    for _ in 0..256 {
        bits.put(1, 2).put(0, 2).put(u32::from(b'a'), 8);
    }
    bits.put(1, 2).put(0, 2).put(8, 10);
    bits.put(1, 2).put(0, 2).put(0, 6);
}
