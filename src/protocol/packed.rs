//! Serializes large parts of messages as one byte array. Thousands of small objects would cost the page a tenth of a second; a byte array
//! costs a few milliseconds.
//!
//! For `#[serde(with = "packed")]`. The format is postcard, which both sides have; messages never leave the build that wrote them.

use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserializer, Serialize, Serializer};
use std::fmt;

/// Serializes a value as bytes.
pub(super) fn serialize<T: Serialize, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let bytes = postcard::to_allocvec(value).map_err(S::Error::custom)?;
    serializer.serialize_bytes(&bytes)
}

/// Deserializes a value from bytes.
pub(super) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let bytes = deserializer.deserialize_any(Bytes)?;
    postcard::from_bytes(&bytes).map_err(D::Error::custom)
}

struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("bytes")
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}
