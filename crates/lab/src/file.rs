//! Reads the files named by flags; errors include the file name.

use crate::LabError;
use std::path::Path;

/// Reads a text file and parses it with `parse`, whose error gets the file's name.
pub(crate) fn read<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, LabError> {
    let text = std::fs::read_to_string(path).map_err(LabError::read(path))?;
    // Some editors write a byte order mark at the start of a text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    parse(text).map_err(LabError::content(path))
}

/// Reads a binary file and parses it with `parse`, whose error gets the file's name.
pub(crate) fn read_bytes<T>(
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<T, String>,
) -> Result<T, LabError> {
    let bytes = std::fs::read(path).map_err(LabError::read(path))?;
    parse(&bytes).map_err(LabError::content(path))
}
