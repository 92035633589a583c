//! Saves single values that a driver keeps beside journal and snapshot: plain values in the current format, and texts
//! that every version can read.

use super::JournalError;
use super::frame::{Kind, append, frame, frames, header, of_any_version};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Serializes a value with a header and a checksum.
pub fn seal<T: Serialize>(value: &T) -> Result<Vec<u8>, JournalError> {
    append(header(Kind::Sealed), value)
}

/// Deserializes a saved value.
pub fn unseal<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, JournalError> {
    let (records, damage) = frames(bytes, Kind::Sealed);
    match (records.as_slice(), damage) {
        ([record], None) => Ok(postcard::from_bytes(record)?),
        (_, Some(error)) => Err(error),
        (_, None) => Err(JournalError::Damaged { intact: 0 }),
    }
}

/// Returns a text as bytes, for self-describing data such as JSON that must outlive every format version.
pub fn seal_text(text: &str) -> Vec<u8> {
    let mut bytes = header(Kind::Text);
    bytes.extend(frame(text.as_bytes()));
    bytes
}

/// Returns the saved text, whichever version wrote it.
pub fn unseal_text(bytes: &[u8]) -> Result<String, JournalError> {
    let records = of_any_version(bytes, Kind::Text)?;
    let record = records.first().ok_or(JournalError::Damaged { intact: 0 })?;
    String::from_utf8(record.to_vec()).map_err(|error| JournalError::Content(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_value_is_restored_and_a_damaged_one_is_rejected() {
        let value = ("a crawl".to_owned(), 7_u32);
        let bytes = seal(&value).expect("plain data can be sealed");
        assert_eq!(unseal(&bytes), Ok(value));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(unseal::<(String, u32)>(&damaged).is_err(), "byte {at}");
            assert!(unseal::<(String, u32)>(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn a_sealed_text_of_another_version_is_read_and_a_damaged_one_is_rejected() {
        let sealed = seal_text("trails ★");
        let mut newer = sealed.clone();
        newer[4] += 1;
        for bytes in [&sealed, &newer] {
            assert_eq!(unseal_text(bytes).as_deref(), Ok("trails ★"));
        }
        for at in (0..sealed.len()).filter(|at| !(4..6).contains(at)) {
            let mut damaged = sealed.clone();
            damaged[at] ^= 1;
            assert!(unseal_text(&damaged).is_err(), "byte {at}");
        }
    }
}
