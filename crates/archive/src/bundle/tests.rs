//! Tests saved crawls: complete, from an earlier build, and damaged in various ways.
//!
//! After a deliberate change of the format, raise `VERSION`, keep the old file with a test for its rejection, and write
//! a new one with `SALTICID_BLESS=1 cargo test -p archive`.

use super::*;
use crate::limits::{BUNDLE_SECTION_BYTES, FREE_BYTES};

fn write(sections: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut writer, mut file) = Writer::begin();
    for (name, bytes) in sections {
        file.extend(writer.section(name, bytes).unwrap());
    }
    file.extend(writer.finish());
    file
}

fn some() -> Vec<u8> {
    write(&[
        ("meta", b"{\"name\":\"dengue fever\"}"),
        ("snapshot", &[7; 5_000]),
        ("journal", b""),
        ("bodies/0", "<p>ä".as_bytes()),
    ])
}

#[test]
fn what_was_written_is_read_back() {
    let file = some();
    let bundle = Bundle::open(&file).unwrap();
    let names: Vec<_> = bundle.sections().collect();
    assert_eq!(names, [("bodies/0", 5), ("journal", 0), ("meta", 23), ("snapshot", 5_000)]);
    assert_eq!(bundle.read_section("snapshot").unwrap().unwrap(), [7; 5_000]);
    assert_eq!(bundle.read_section("journal").unwrap().unwrap(), b"");
    assert!(bundle.read_section("no such").is_none());
    assert!(Bundle::open(&write(&[])).unwrap().sections().next().is_none());
}

#[test]
fn the_committed_file_of_format_1_is_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/crawl-v1.salticid");
    if std::env::var_os("SALTICID_BLESS").is_some() {
        std::fs::write(path, some()).unwrap();
    }
    let kept = std::fs::read(path).unwrap();
    let (old, new) = (Bundle::open(&kept).unwrap(), some());
    let new = Bundle::open(&new).unwrap();
    assert!(old.sections().eq(new.sections()));
    for (name, _) in old.sections() {
        assert_eq!(old.read_section(name), new.read_section(name), "{name}");
    }
}

#[test]
fn invalid_saved_crawls_are_rejected_with_the_reason() {
    let whole = some();
    let mut newer = whole.clone();
    newer[8] = 2;
    let longer = [&whole[..], b"x"].concat();
    for (file, error) in [
        (&b""[..], BundleError::NotOurs),
        (b"SLTC\x01", BundleError::NotOurs),
        (&newer, BundleError::Version(2)),
        (&longer, BundleError::Damaged),
        (&whole[..whole.len() - 1], BundleError::Cut),
    ] {
        assert_eq!(Bundle::open(file).unwrap_err(), error);
    }
}

#[test]
fn every_truncation_is_detected() {
    let whole = some();
    for end in 0..whole.len() {
        assert!(Bundle::open(&whole[..end]).is_err(), "{end}");
    }
}

#[test]
fn every_flipped_byte_is_detected_on_opening_or_reading() {
    let whole = some();
    for at in 0..whole.len() {
        let mut broken = whole.clone();
        broken[at] ^= 0x10;
        let read = Bundle::open(&broken).and_then(|bundle| {
            let names: Vec<_> = bundle.sections().collect();
            names.into_iter().try_for_each(|(name, _)| bundle.read_section(name).unwrap().map(drop))
        });
        assert!(read.is_err(), "byte {at}");
    }
}

#[test]
fn lost_and_repeated_sections_are_detected() {
    let (mut writer, head) = Writer::begin();
    let (a, b) = (writer.section("a", b"1").unwrap(), writer.section("b", b"2").unwrap());
    let end = writer.finish();
    let file = |sections: &[&[u8]]| [&[&head[..]], sections, &[&end[..]]].concat().concat();
    assert!(Bundle::open(&file(&[&a, &b])).is_ok());
    for (sections, error) in [
        (&[&a[..]][..], BundleError::Damaged),
        (&[&b, &a], BundleError::Damaged),
        (&[&a, &a], BundleError::Name),
        (&[&a, &b, &b], BundleError::Name),
    ] {
        assert_eq!(Bundle::open(&file(sections)).unwrap_err(), error);
    }
}

#[test]
fn a_section_with_a_false_length_is_rejected_without_full_decompression() {
    let stored = {
        let (mut writer, _) = Writer::begin();
        let section = writer.section("a", &vec![0; 50 << 20]).unwrap();
        section[2 + 1 + 24..].to_vec()
    };
    for (length, error) in [
        (10, BundleError::Section("a".into())),
        (51 << 20, BundleError::Section("a".into())),
        (BUNDLE_SECTION_BYTES + 1, BundleError::TooLarge("a".into())),
        (u64::MAX, BundleError::TooLarge("a".into())),
    ] {
        let mut head = vec![SECTION, 1, b'a'];
        head.extend(length.to_le_bytes());
        head.extend((stored.len() as u64).to_le_bytes());
        head.extend(xxhash_rust::xxh3::xxh3_64(&stored).to_le_bytes());
        let mut file = [&MAGIC[..], &VERSION.to_le_bytes(), &head, &stored, &[END, 1, 0, 0, 0, 0, 0, 0, 0]].concat();
        file.extend(xxhash_rust::xxh3::xxh3_64(&head).to_le_bytes());
        let bundle = Bundle::open(&file).unwrap();
        assert_eq!(bundle.read_section("a").unwrap().unwrap_err(), error, "{length}");
    }
}

#[test]
fn a_section_with_a_bomb_ratio_is_rejected_without_decompression() {
    let free = usize::try_from(FREE_BYTES).unwrap();
    let zeros = vec![0; free + 1];
    let file = write(&[("bodies/0", &zeros[1..]), ("bodies/1", &zeros)]);
    assert!(file.len() < 200_000, "{} bytes", file.len());
    let bundle = Bundle::open(&file).unwrap();
    let read = |name| bundle.read_section(name).unwrap().map(|bytes| bytes.len() as u64);
    assert_eq!(read("bodies/0"), Ok(FREE_BYTES));
    assert_eq!(read("bodies/1"), Err(BundleError::Bomb("bodies/1".to_owned())));
}

#[test]
fn names_are_checked_when_they_are_written() {
    let (mut writer, _) = Writer::begin();
    assert_eq!(writer.section("", b""), Err(BundleError::Name));
    assert_eq!(writer.section(&"x".repeat(256), b""), Err(BundleError::Name));
    assert!(writer.section("a", b"").is_ok());
    assert_eq!(writer.section("a", b""), Err(BundleError::Name));
}

#[cfg(not(target_arch = "wasm32"))]
mod chance {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;
    use std::collections::BTreeMap;

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(1950),
            ..ProptestConfig::default()
        })]

        #[test]
        fn any_sections_are_read_back(
            sections in proptest::collection::btree_map(
                "[a-z/0-9ä]{1,20}",
                proptest::collection::vec(any::<u8>(), 0..2_000),
                0..10,
            ),
        ) {
            let named: Vec<(&str, &[u8])> =
                sections.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
            let file = write(&named);
            let bundle = Bundle::open(&file).unwrap();
            let read: BTreeMap<String, Vec<u8>> = bundle
                .sections()
                .map(|(name, _)| (name.to_owned(), bundle.read_section(name).unwrap().unwrap()))
                .collect();
            prop_assert_eq!(read, sections);
        }

        #[test]
        fn no_bytes_make_the_reader_panic(at in 0usize..300, instead in proptest::collection::vec(any::<u8>(), 1..40)) {
            let mut file = some();
            let at = at.min(file.len());
            let end = (at + instead.len()).min(file.len());
            file.splice(at..end, instead);
            if let Ok(bundle) = Bundle::open(&file) {
                for (name, _) in bundle.sections() {
                    let _ = bundle.read_section(name);
                }
            }
        }
    }
}

#[test]
fn values_are_read_with_their_numbers_unless_the_last_is_truncated() {
    let mut section = Vec::new();
    put_value(&mut section, 7, b"first");
    put_value(&mut section, u64::MAX, b"");
    let expected: &[(u64, &[u8])] = &[(7, b"first"), (u64::MAX, b"")];
    assert_eq!(values(&section).as_deref(), Some(expected));
    assert_eq!(values(b"").as_deref(), Some(&[][..]));
    for end in (1..section.len()).filter(|end| *end != 17) {
        assert_eq!(values(&section[..end]), None, "{end}");
    }
}
