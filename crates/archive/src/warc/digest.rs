//! Computes digests in the format of WARC: `sha1:` and the digest in base 32.
//!
//! Other algorithms are not supported. SHA-1 is no protection against forgery, but WARC tools use it to compare payloads. Source: ISO
//! 28500:2017 §5.8, §5.9; RFC 4648 §6 (base 32).

use sha1::{Digest as _, Sha1};

const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Returns the digest of some bytes.
pub(super) fn digest(bytes: &[u8]) -> String {
    // 160 bits are exactly 32 letters of 5 bits, so no padding is needed.
    let digits = Sha1::digest(bytes);
    let letters = digits.chunks(5).flat_map(|five| {
        let bits = five.iter().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        (0..8).rev().map(move |at| letter(bits >> (5 * at)))
    });
    "sha1:".chars().chain(letters).collect()
}

fn letter(bits: u64) -> char {
    char::from(ALPHABET[(bits & 31) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_other_tools() {
        // printf abc | openssl sha1 -binary | base32
        for (text, expected) in
            [("", "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), ("abc", "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5")]
        {
            assert_eq!(digest(text.as_bytes()), expected);
        }
    }
}
