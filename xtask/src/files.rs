//! Lists, copies and digests files. A digest says whether the app must be built again, and names its files by their
//! content.
//!
//! Leaves out times and permissions, so a fresh checkout of the same commit has the same digest.

use anyhow::Result;
use fs_err as fs;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The number of hexadecimal digits of a digest in names: 64 bits, which no wrong file has by accident.
const SHORT: usize = 16;

/// Returns the first 16 hexadecimal digits of the SHA-256 of all parts, each with its length.
pub(crate) fn digest_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    hex(&digest.finalize()[..SHORT / 2])
}

/// Returns the first 16 hexadecimal digits of the SHA-256 of a file's content.
pub(crate) fn short_sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..SHORT / 2])
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

/// Returns the digest of all files at and below `paths` (relative to `root`; missing ones count as absent), names
/// included.
pub(crate) fn digest_files(root: &Path, paths: &[impl AsRef<Path>]) -> Result<String> {
    let mut parts = Vec::new();
    for path in paths {
        for file in files_below(&root.join(path))? {
            parts.push(name_in(root, &file).into_bytes());
            parts.push(fs::read(&file)?);
        }
    }
    Ok(digest_parts(parts.iter().map(Vec::as_slice)))
}

/// Returns all files at or below a path, sorted; none if there is nothing.
pub(crate) fn files_below(path: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut waiting = vec![path.to_path_buf()];
    while let Some(next) = waiting.pop() {
        if next.is_file() {
            files.push(next);
        } else if next.is_dir() {
            for entry in fs::read_dir(&next)? {
                waiting.push(entry?.path());
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

/// Copies all files of a folder, with the folders that they are in.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for file in files_below(from)? {
        let copy = to.join(name_in(from, &file));
        fs::create_dir_all(copy.parent().unwrap_or(to))?;
        fs::copy(&file, copy)?;
    }
    Ok(())
}

/// Removes a folder, if it is there.
pub(crate) fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_a_byte_from_one_part_to_the_next_changes_the_digest() {
        let digest = |parts: &[&[u8]]| digest_parts(parts.iter().copied());
        assert_eq!(digest(&[b"ab", b"c"]), digest(&[b"ab", b"c"]));
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        assert_eq!(digest(&[b"ab"]).len(), SHORT);
    }

    #[test]
    fn a_changed_file_changes_the_digest_and_a_missing_one_is_no_error() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("salticid-digest-{}", std::process::id()));
        fs::create_dir_all(folder.join("a"))?;
        let digest_of = |text: &str| {
            fs::write(folder.join("a/b"), text)?;
            digest_files(&folder, &["a", "missing"])
        };
        assert_ne!(digest_of("one")?, digest_of("two")?);
        remove(&folder)
    }
}
