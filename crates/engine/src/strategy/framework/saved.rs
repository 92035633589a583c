//! Converts the saved state of a strategy to bytes and back.

/// Returns a strategy's state as bytes, for [`Strategy::save`].
pub(in crate::strategy) fn saved<T: serde::Serialize>(memory: &T) -> Vec<u8> {
    postcard::to_stdvec(memory).expect("plain data in memory can always be written")
}

/// Restores a strategy's state, for [`Strategy::restore`].
pub(in crate::strategy) fn restored<T: serde::de::DeserializeOwned>(
    memory: &mut T,
    saved: &[u8],
) -> bool {
    read_saved(saved).map(|read| *memory = read).is_some()
}

/// Reads the output of [`saved`]; `None` if the bytes are invalid or too long.
pub(in crate::strategy) fn read_saved<T: serde::de::DeserializeOwned>(saved: &[u8]) -> Option<T> {
    let (read, rest) = postcard::take_from_bytes(saved).ok()?;
    rest.is_empty().then_some(read)
}
