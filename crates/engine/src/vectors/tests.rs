//! Tests reading and using word vectors: a table of four words, and what may come instead of one.

use super::*;
use crate::text::{Analyzer, TermCounts, Terms, TextOptions};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

const HEAD: usize = 4 + 2 + 8;

/// Returns a table with this body and the correct checksum.
fn with_body(body: &[u8]) -> Vec<u8> {
    let checksum = xxh3_64(body).to_le_bytes();
    [&b"SVEC\x01\x00"[..], &checksum, body].concat()
}

/// The words `cat`, `cattl`, `dog` and `walk` in two dimensions; `walk` stands in every document.
fn body() -> Vec<u8> {
    let words = [&b"\x04tiny"[..], b"\x02", b"\x04\x00\x03\x00\x00", b"\x0fcat\ntl\ndog\nwalk"];
    let shares = [200, 200, 200, 0];
    let columns = [10_i8, 20, 8, -1, 0, 20, 6, -50].map(i8::cast_unsigned);
    [&words.concat()[..], &shares, &columns].concat()
}

pub(crate) fn tiny() -> WordVectors {
    WordVectors::read(&with_body(&body())).expect("it is well-formed")
}

fn check(stemming: bool, a: &str, b: &str, expected: f64) {
    let mut analyzer = Analyzer::new(TextOptions { stemming, ..TextOptions::default() });
    let mut terms = Terms::new();
    let mut vectors = TermVectors::new(Arc::new(tiny()));
    let [a, b] = [a, b].map(|text| {
        let counts = TermCounts::count(text, None, &mut analyzer, &mut terms);
        vectors.update(&terms);
        vectors.text(&counts)
    });
    let found = a.cosine(&b);
    assert!((found - expected).abs() < 2e-6, "{found}, not {expected}");
}

#[test]
fn a_table_has_words_with_weights_and_vectors() {
    let table = tiny();
    assert_eq!((table.title(), table.len()), ("tiny", 4));
    let word = |stem| table.find(stem).expect("it is there");
    assert_eq!(table.vector(word("cattl")), [20, 20]);
    assert_eq!(table.vector(word("walk")), [-1, -50]);
    assert!((f64::from(table.weight(word("walk"))) - 0.01 / 1.01).abs() < 1e-6);
    assert!(table.weight(word("dog")) > 0.99);
    assert_eq!(table.find("ca"), None);
}

#[test]
fn the_nearest_words_of_a_word_are_at_least_so_similar_and_in_order() {
    let table = tiny();
    let near = |most, least| {
        let cat = table.find("cat").expect("it is there");
        let near = table.nearest(cat, most, least);
        near.iter().map(|(word, cosine)| (table.stem(*word), (cosine * 1e3).round())).collect::<Vec<_>>()
    };
    assert_eq!(near(9, 0.0), [("dog", 800.0), ("cattl", 707.0)]);
    assert_eq!(near(9, 0.75), [("dog", 800.0)]);
    assert_eq!(near(1, 0.0), [("dog", 800.0)]);
}

#[test]
fn excluded_words_have_no_vector() {
    for (excluded, has_vector) in
        [("cats", false), ("cattl", true), ("Dog", true), ("cat dog", true), ("cat#n#1", true), ("xyzzy", true)]
    {
        let (mut analyzer, mut terms) = (Analyzer::new(TextOptions::default()), Terms::new());
        let mut vectors = TermVectors::new(Arc::new(tiny())).excluding([excluded]);
        let counts = TermCounts::count("a cat", None, &mut analyzer, &mut terms);
        vectors.update(&terms);
        assert_eq!(!vectors.text(&counts).is_empty(), has_vector, "{excluded}");
        let similar: Vec<&str> = vectors.similar_words("Cats").into_iter().map(|(word, _)| word).collect();
        assert_eq!(similar, ["dog", "cattl"]);
    }
}

#[test]
fn texts_are_compared_by_the_words_that_the_table_has() {
    for stemming in [true, false] {
        check(stemming, "cats", "dogs and xyzzy", 0.8);
        check(stemming, "Cattle", "cats", 0.5_f64.sqrt());
        check(stemming, "xyzzy", "cats", 0.0);
        check(stemming, "", "", 0.0);
    }
    // 10 + 8 and 6: both words are equally rare.
    check(true, "cat dog", "cats", 18.0 / (18.0_f64 * 18.0 + 36.0).sqrt());
    // A word of every document changes the sum little: at a share of e^−10, 0.9955 · (10, 0) + 0.0099 · (−1, −50).
    check(true, "cat", "cat walks", 0.998_763);
}

#[test]
fn bytes_that_are_no_table_are_refused_with_a_reason() {
    let good = with_body(&body());
    let mut other_version = good.clone();
    other_version[4] = 9;
    let mut flipped = good.clone();
    flipped[HEAD + 20] ^= 1;
    let longer = [&body()[..], b"\x00"].concat();
    for (bytes, error) in [
        (&b""[..], "Err(NotOurs)"),
        (b"SLEX\x01\x00", "Err(NotOurs)"),
        (b"SVEC", "Err(Damaged)"),
        (&good[..good.len() - 1], "Err(Damaged)"),
        (&other_version, "Err(Version"),
        (&flipped, "Err(Damaged)"),
        (&with_body(&longer), "Err(Content("),
        (&with_body(b"\x00\xff\xff\x03"), "Err(TooLarge"),
        (&with_body(b"\x00\x00\xff\xff\xff\x0f"), "Err(TooLarge"),
    ] {
        let found = format!("{:?}", WordVectors::read(bytes).map(|_| ()));
        assert!(found.starts_with(error), "{bytes:?}: {found}");
    }
}

#[test]
fn a_table_with_any_byte_cut_or_changed_is_rejected_or_usable() {
    let body = body();
    for at in 0..body.len() {
        assert!(WordVectors::read(&with_body(&body[..at])).is_err(), "{at}");
        for byte in 0..=u8::MAX {
            let mut changed = body.clone();
            changed[at] = byte;
            let Ok(table) = WordVectors::read(&with_body(&changed)) else {
                continue;
            };
            for stem in ["cat", "dog", "walk", "tl"] {
                let word = table.find(stem);
                let length = word.map_or(0, |word| table.vector(word).len());
                assert!(length == 0 || length == table.dimensions());
            }
        }
    }
}
