//! Reads and writes the files named by flags; errors include the file name.
//!
//! A written file replaces the one with its name only when it is complete and on the disk (`NewFile`): a full disk, an
//! error or a crash leaves the old file as it was. Journals and recordings are appended to instead.

use crate::LabError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Reads a text file and parses it with `parse`, whose error gets the file's name.
pub(crate) fn read<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, LabError> {
    let text = std::fs::read_to_string(path).map_err(LabError::read(path))?;
    // Some editors write a byte order mark at the start of a text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    parse(text).map_err(LabError::content(path))
}

/// Reads a binary file and parses it with `parse`, whose error gets the file's name.
pub(crate) fn read_bytes<T>(path: &Path, parse: impl FnOnce(&[u8]) -> Result<T, String>) -> Result<T, LabError> {
    let bytes = std::fs::read(path).map_err(LabError::read(path))?;
    parse(&bytes).map_err(LabError::content(path))
}

/// Writes a file at once.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), LabError> {
    let written = NewFile::create(path).and_then(|mut file| {
        file.write_all(content.as_ref())?;
        file.finish()
    });
    written.map_err(LabError::write(path))
}

/// A file that is being written. Until [`NewFile::finish`], it is a draft in the same folder, which is removed if it is
/// dropped.
///
/// The new file has the permissions of the old one. A symbolic link stays, and its target is replaced. A device or a
/// pipe is written directly.
pub(crate) struct NewFile {
    out: BufWriter<Box<dyn Write>>,
    draft: Option<Draft>,
}

/// A draft, its path and that of the finished file. Dropping it removes the draft.
struct Draft {
    file: File,
    path: PathBuf,
    target: PathBuf,
}

impl NewFile {
    /// Returns the standard output.
    pub(crate) fn stdout() -> Self {
        Self::new(io::stdout(), None)
    }

    fn new(out: impl Write + 'static, draft: Option<Draft>) -> Self {
        let out = BufWriter::new(Box::new(out) as Box<dyn Write>);
        Self { out, draft }
    }

    /// Starts a file with this name.
    ///
    /// # Errors
    /// The old file or the folder cannot be written.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let old = fs::metadata(path).ok();
        if let Some(old) = &old {
            // A file that is read-only stays as it is.
            let file = OpenOptions::new().write(true).open(path)?;
            if !old.is_file() {
                return Ok(Self::new(file, None));
            }
        }
        let target = target(path);
        let path = draft_beside(&target);
        let file = File::create_new(&path)?;
        let draft = Draft { file: file.try_clone()?, path, target };
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        Ok(Self::new(file, Some(draft)))
    }

    /// Replaces the old file.
    ///
    /// # Errors
    /// The file cannot be written to the disk; the old one is unchanged.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(Draft { file, path, target }) = &self.draft else {
            return Ok(());
        };
        file.sync_all()?;
        fs::rename(path, target)?;
        // The name is on the disk once the folder is. Some systems cannot open folders, and need no such call.
        if let Some(Ok(folder)) = target.parent().map(File::open) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the renaming there is no such file.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the file that a path names, in place of a symbolic link to it.
fn target(path: &Path) -> PathBuf {
    let link = || Some(path.parent()?.join(fs::read_link(path).ok()?));
    let found = fs::canonicalize(path).ok().or_else(link);
    found.unwrap_or_else(|| path.to_owned())
}

/// Returns a new name in the folder of a file.
fn draft_beside(target: &Path) -> PathBuf {
    static DRAFTS: AtomicU32 = AtomicU32::new(0);
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    target.with_file_name(format!(".salticid-{}-{number}.draft", std::process::id()))
}
