//! Digests of files, by content: what tells whether the app must be built again, and what names the worker's files.
//!
//! Leaves out times and permissions, so a fresh checkout of the same commit has the same digest.

use crate::failure::{Failure, Outcome};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of hexadecimal digits of a digest in names: 64 bits.
const SHORT: usize = 16;

/// Returns the first 16 hexadecimal digits of the SHA-256 of all parts, each with its length.
pub(crate) fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    let mut hex = hex(&digest.finalize());
    hex.truncate(SHORT);
    hex
}

/// Returns the SHA-256 of a file's content, in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(digest: &[u8]) -> String {
    let mut hex = String::new();
    for byte in digest {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Returns the digest of all files at and below `paths` (relative to `root`; missing ones count as absent), names included.
pub(crate) fn of_files(root: &Path, paths: &[&str]) -> Outcome<String> {
    let mut parts = Vec::new();
    for path in paths {
        for file in files_below(&root.join(path))? {
            parts.push(name_in(root, &file).into_bytes());
            parts.push(fs::read(&file).map_err(Failure::file("read", &file))?);
        }
    }
    Ok(of_parts(parts.iter().map(Vec::as_slice)))
}

/// Returns all files at or below a path, sorted; none if there is nothing.
pub(crate) fn files_below(path: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut waiting = vec![path.to_path_buf()];
    while let Some(next) = waiting.pop() {
        if next.is_file() {
            files.push(next);
        } else if next.is_dir() {
            for entry in fs::read_dir(&next).map_err(Failure::file("list", &next))? {
                waiting.push(entry.map_err(Failure::file("list", &next))?.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the path of a file relative to a folder that contains it, with slashes on every system.
pub(crate) fn name_in(folder: &Path, file: &Path) -> String {
    let name = file.strip_prefix(folder).unwrap_or(file);
    name.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_a_byte_from_one_part_to_the_next_changes_the_digest() {
        let digest = |parts: &[&[u8]]| of_parts(parts.iter().copied());
        assert_eq!(digest(&[b"ab", b"c"]), digest(&[b"ab", b"c"]));
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        assert_eq!(digest(&[b"ab"]).len(), SHORT);
    }

    #[test]
    fn a_changed_file_changes_the_digest_and_a_missing_one_is_no_error() -> Outcome {
        let dir = std::env::temp_dir().join(format!("salticid-fingerprint-{}", std::process::id()));
        fs::create_dir_all(dir.join("a")).map_err(Failure::file("create", &dir))?;
        let write = |text: &str| fs::write(dir.join("a/b"), text).map_err(Failure::file("write", &dir));
        write("one")?;
        let before = of_files(&dir, &["a", "missing"])?;
        write("two")?;
        let after = of_files(&dir, &["a", "missing"])?;
        fs::remove_dir_all(&dir).map_err(Failure::file("remove", &dir))?;
        assert_ne!(before, after);
        Ok(())
    }
}
