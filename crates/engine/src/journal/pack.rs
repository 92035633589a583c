//! Packs many saved values into one, so that a database has few values to write.
//!
//! After the header comes a frame with a list of numbers (u64) and lengths (u32), all little-endian, then the values
//! one after the other. Every version reads a pack, because its values have versions and checksums of their own.

use super::frame::{Kind, body_of_any_version, frame, header, split};

/// The bytes of an entry in the list.
const ENTRY: usize = 8 + 4;

/// Returns numbered values as one.
pub fn pack<'a>(values: impl IntoIterator<Item = (u64, &'a [u8])>) -> Vec<u8> {
    let (mut list, mut content) = (Vec::new(), Vec::new());
    for (number, value) in values {
        // No value has 4 GiB, which is more than a tab's memory.
        let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
        list.extend(number.to_le_bytes());
        list.extend(length.to_le_bytes());
        content.extend(value);
    }
    [header(Kind::Pack), frame(&list), content].concat()
}

/// Returns the values of a pack with their numbers; `None` if the bytes are not a pack, or its list is damaged. If the
/// end is missing, values at the end are cut off or empty.
pub fn unpack(bytes: &[u8]) -> Option<Vec<(u64, &[u8])>> {
    let (list, mut content) = split(body_of_any_version(bytes, Kind::Pack).ok()?)?;
    let entries = list.chunks_exact(ENTRY).map(|entry| {
        let (number, length) = entry.split_at(8);
        let length = u32::from_le_bytes(length.try_into().ok()?);
        let length = content.len().min(usize::try_from(length).ok()?);
        let (value, rest) = content.split_at(length);
        content = rest;
        Some((u64::from_le_bytes(number.try_into().ok()?), value))
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{JournalError, seal, unseal};

    fn sealed() -> Vec<(u64, Vec<u8>)> {
        let value = |number: u64| seal(&(number, "a page")).expect("plain data can be sealed");
        [3, 4, 9].map(|number| (number, value(number))).to_vec()
    }

    fn packed() -> Vec<u8> {
        pack(sealed().iter().map(|(number, value)| (*number, &value[..])))
    }

    /// Returns the readable values of a pack.
    fn read(bytes: &[u8]) -> Vec<(u64, String)> {
        let values = unpack(bytes).unwrap_or_default().into_iter();
        let read = values.filter_map(|(number, value)| {
            let value: (u64, String) = unseal(value).ok()?;
            assert_eq!(value.0, number, "a value keeps its number");
            Some(value)
        });
        read.collect()
    }

    #[test]
    fn packed_values_keep_numbers_and_order_and_a_pack_may_be_empty() {
        let numbers: Vec<u64> = read(&packed()).iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [3, 4, 9]);
        assert_eq!(unpack(&pack([])), Some(Vec::new()));
    }

    #[test]
    fn damage_in_a_value_loses_only_that_value_and_in_the_list_the_whole_pack() {
        let bytes = packed();
        let values = bytes.len() - sealed().iter().map(|(_, value)| value.len()).sum::<usize>();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            let expected = match at {
                // The format version.
                4 | 5 => 3,
                _ if at < values => 0,
                _ => 2,
            };
            assert_eq!(read(&damaged).len(), expected, "byte {at}");
            let cut = read(&bytes[..at]);
            assert!(cut.len() < 3 && read(&bytes).starts_with(&cut), "cut at {at}");
        }
    }

    #[test]
    fn other_values_are_no_packs_and_a_damaged_pack_is_reported_as_damaged() {
        for other in [&sealed()[0].1[..], b"SLTC", b"", &[1, 2, 3]] {
            assert_eq!(unpack(other), None);
        }
        let mut damaged = packed();
        damaged[7] ^= 1;
        assert_eq!(unpack(&damaged), None);
        let read = unseal::<(u64, String)>(&damaged);
        assert_eq!(read, Err(JournalError::Damaged { intact: 0 }));
    }

    /// The bytes that databases have.
    #[test]
    fn the_form_of_a_pack_does_not_change() {
        let bytes = pack([(2, &b"ab"[..]), (7, b"c")]);
        assert_eq!(&bytes[..7], b"SLTC\x01\x00\x06");
        assert_eq!(&bytes[7..11], 24_u32.to_le_bytes());
        let list = b"\x02\0\0\0\0\0\0\0\x02\0\0\0\x07\0\0\0\0\0\0\0\x01\0\0\0";
        assert_eq!(&bytes[19..43], list);
        assert_eq!(&bytes[43..], b"abc");
    }
}
