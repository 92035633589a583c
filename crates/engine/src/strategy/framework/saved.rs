//! Converts the saved state of a strategy to bytes and back.

/// Returns a strategy's state as bytes, for [`super::Strategy::save`].
pub(in crate::strategy) fn saved<T: serde::Serialize>(state: &T) -> Vec<u8> {
    postcard::to_stdvec(state).expect("plain data in memory can always be written")
}

/// Restores a strategy's state, for [`super::Strategy::restore`].
pub(in crate::strategy) fn restored<T: serde::de::DeserializeOwned>(state: &mut T, saved: &[u8]) -> bool {
    read_saved(saved).map(|read| *state = read).is_some()
}

/// Decodes the output of [`saved`]; `None` if the bytes are invalid or too long.
pub(in crate::strategy) fn read_saved<T: serde::de::DeserializeOwned>(saved: &[u8]) -> Option<T> {
    let (read, rest) = postcard::take_from_bytes(saved).ok()?;
    rest.is_empty().then_some(read)
}
