//! Any plain value in a frame of its own: what a driver keeps beside journal and snapshot.

use super::JournalError;
use super::frame::{Kind, frame, frames, header};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value as bytes.
pub fn seal<T: Serialize>(value: &T) -> Result<Vec<u8>, JournalError> {
    let payload =
        postcard::to_stdvec(value).map_err(|error| JournalError::Content(error.to_string()))?;
    let mut bytes = header(Kind::Sealed);
    bytes.extend(frame(&payload));
    Ok(bytes)
}

/// The value that was sealed.
pub fn unseal<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, JournalError> {
    let (records, complaint) = frames(bytes, Kind::Sealed);
    match (records.as_slice(), complaint) {
        ([record], None) => {
            postcard::from_bytes(record).map_err(|error| JournalError::Content(error.to_string()))
        }
        (_, Some(error)) => Err(error),
        (_, None) => Err(JournalError::Damaged { intact: 0 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_comes_back_and_what_was_damaged_does_not() {
        let value = ("a crawl".to_owned(), 7_u32);
        let bytes = seal(&value).expect("plain data can be sealed");
        assert_eq!(unseal(&bytes), Ok(value));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(unseal::<(String, u32)>(&damaged).is_err(), "byte {at}");
            assert!(
                unseal::<(String, u32)>(&bytes[..at]).is_err(),
                "cut at {at}"
            );
        }
    }
}
