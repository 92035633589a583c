//! Bytes that are no lexicon, and lexicons that someone has changed: reading them ends, and what could be read can be used.

use super::*;
use crate::text::{Analyzer, TextOptions};
use xxhash_rust::xxh3::xxh3_64;

/// Made by xtask's tests from a database of thirteen synsets.
const TINY: &[u8] = include_bytes!("../../tests/fixtures/tiny.lex");
const HEAD: usize = 4 + 2 + 8;

/// Returns a lexicon with this body, its checksum right.
fn with_body(body: &[u8]) -> Vec<u8> {
    let mut bytes = TINY[..6].to_vec();
    bytes.extend(xxh3_64(body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Asks everything of a lexicon, if it is one.
fn use_it(bytes: &[u8]) {
    let Ok(lexicon) = Lexicon::read(bytes) else {
        return;
    };
    let (excluded, _) = ExcludedWords::read(&lexicon, ["dog#n#1", "cat"]);
    let forms = ["dog", "wolves", "went", "hot dogs", "x ray", "entity"];
    let terms: Vec<Term> = forms.iter().filter_map(|form| lexicon.term(form)).collect();
    for &a in &terms {
        let probe = Probe::new(&lexicon, a, &excluded);
        for &b in &terms {
            for measure in [Measure::Path, Measure::LI, Measure::Synonyms] {
                let similarity = probe.similarity(&lexicon, b, measure);
                assert!((0.0..=1.0).contains(&similarity), "{similarity}");
            }
        }
        lexicon.related(a, Measure::Path, 0.2, 10);
        lexicon.synonyms(a);
    }
    let mut analyzer = Analyzer::new(TextOptions::default());
    Mentions::new().find(&lexicon, &mut analyzer, "Hot dogs run away.", None, |_| {});
}

#[test]
fn bytes_that_are_no_lexicon_are_refused_with_a_code() {
    let mut other_version = TINY.to_vec();
    other_version[4] = 9;
    let mut flipped = TINY.to_vec();
    flipped[HEAD + 20] ^= 1;
    let mut longer = TINY[HEAD..].to_vec();
    longer.push(0);
    for (bytes, error) in [
        (&b""[..], "Err(NotOurs)"),
        (b"\x1f\x8b\x08\x00 still compressed", "Err(NotOurs)"),
        (b"SLEX", "Err(Damaged)"),
        (&TINY[..TINY.len() - 1], "Err(Damaged)"),
        (&other_version, "Err(Version"),
        (&flipped, "Err(Damaged)"),
        (&with_body(&longer), "Err(Content("),
        (&with_body(b""), "Err(Content("),
        (&with_body(b"\x00\xff\xff\xff\xff\x0f"), "Err(TooLarge"),
    ] {
        let found = format!("{:?}", Lexicon::read(bytes).map(|_| ()));
        assert!(found.starts_with(error), "{bytes:?}: {found}");
    }
}

#[test]
fn a_lexicon_that_was_cut_is_refused_wherever_it_was_cut() {
    let body = &TINY[HEAD..];
    for end in 0..body.len() {
        assert!(Lexicon::read(&with_body(&body[..end])).is_err(), "{end}");
    }
}

#[test]
fn a_lexicon_with_any_byte_changed_is_refused_or_can_be_used() {
    let body = &TINY[HEAD..];
    for at in 0..body.len() {
        let bits = (0..8).map(|bit| body[at] ^ (1 << bit));
        for byte in bits.chain([0, 0x7f, 0x80, 0xff]) {
            let mut changed = body.to_vec();
            changed[at] = byte;
            use_it(&with_body(&changed));
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config {
        cases: 2_000,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(3),
        ..Default::default()
    })]

    #[test]
    fn a_lexicon_with_anything_in_its_middle_is_refused_or_can_be_used(
        start in 0..(TINY.len() - HEAD),
        instead in proptest::collection::vec(proptest::num::u8::ANY, 0..40),
        skipped in 0..40_usize,
    ) {
        let body = &TINY[HEAD..];
        let rest = &body[(start + skipped).min(body.len())..];
        use_it(&with_body(&[&body[..start], &instead, rest].concat()));
    }
}

#[test]
fn a_graph_that_would_need_too_much_memory_is_refused() {
    // A chain of hypernyms, deeper than any is.
    let deep = chain(usize::from(types::limits::LEXICON_DEPTH) + 2);
    // Rows of synsets of which each has all of the row above for hypernyms.
    let wide = rows(20, 60);
    for (what, body) in [("levels", deep), ("ancestors", wide)] {
        let error = Lexicon::read(&with_body(&body)).map(|_| ()).unwrap_err();
        assert!(
            matches!(error, LexiconError::TooLarge { what: found, .. } if found == what),
            "{error:?}"
        );
    }
}

fn chain(n: usize) -> Vec<u8> {
    rows(n, 1)
}

/// Returns the body of a lexicon without lemmas whose nouns stand in rows.
fn rows(rows: usize, width: usize) -> Vec<u8> {
    let mut body = vec![0, 0, 0];
    let mut push = |mut n: usize| {
        while n >= 0x80 {
            body.push(u8::try_from(n & 0x7f).unwrap() | 0x80);
            n >>= 7;
        }
        body.push(u8::try_from(n).unwrap());
    };
    push(rows * width);
    for at in 0..rows * width {
        push(if at < width { 0 } else { width });
    }
    let mut largest = 0;
    for at in width..rows * width {
        let last_above = at / width * width - 1;
        push(last_above - largest);
        largest = last_above;
        for _ in 1..width {
            push(1);
        }
    }
    body
}
