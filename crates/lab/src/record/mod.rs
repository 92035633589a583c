//! Records webs as WARC files, by crawling or from a folder of pages.
//!
//! It is the only part of the lab that uses the network, in the same way as the tab through its proxy: the same guard
//! before every connection, the same robots.txt, the same delays. It runs the engine on a real clock with
//! [`salticid_proxy::Client`], the proxy's fetching without its socket. An interrupted recording cannot be continued,
//! but the written part is a valid file, and a new crawl can start from it. Scripts, pictures and styles are not
//! recorded, because crawls do not read them.

pub mod cache;
pub mod folder;
pub mod live;
pub mod responses;

use crate::LabError;
use archive::warc::{Exchange, Form, Origin, Writer};
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use types::report::Millis;

/// The name of this program in its files.
pub(crate) const SOFTWARE: &str = concat!("salticid-lab/", env!("CARGO_PKG_VERSION"));

/// A recording that is being written.
pub struct RecordingWriter {
    path: PathBuf,
    out: BufWriter<File>,
    writer: Writer,
    /// The number of responses so far.
    pub answers: u32,
    /// The number of bytes written so far.
    pub bytes: u64,
    /// The first failure in a sentence; `None` if every address could be fetched.
    pub refused: Option<String>,
}

impl RecordingWriter {
    /// Creates a file, plain or compressed by its name. An existing file is not overwritten.
    pub fn begin(path: &Path, description: &str, started: Millis) -> Result<Self, LabError> {
        let form = form(path)?;
        let file = File::create_new(path).map_err(|source| match source.kind() {
            ErrorKind::AlreadyExists => LabError::flag(
                "out",
                format!("{} already exists: name another file, or delete this one", path.display()),
            ),
            _ => LabError::write(path)(source),
        })?;
        let origin = Origin { software: SOFTWARE, description, started };
        let (writer, first) = Writer::begin(form, &origin);
        let mut tape =
            Self { path: path.to_owned(), out: BufWriter::new(file), writer, answers: 0, bytes: 0, refused: None };
        tape.write(&first)?;
        Ok(tape)
    }

    /// Adds a response. It is in the file when this returns, so that an interrupted recording ends with a complete
    /// record.
    pub fn add(&mut self, exchange: &Exchange<'_>) -> Result<(), LabError> {
        self.answers += 1;
        let bytes = self.writer.exchange(exchange);
        self.write(&bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), LabError> {
        self.bytes += bytes.len() as u64;
        let written = self.out.write_all(bytes).and_then(|()| self.out.flush());
        written.map_err(LabError::write(&self.path))
    }
}

/// Returns the compression that the file name implies.
fn form(path: &Path) -> Result<Form, LabError> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.unwrap_or_default().to_ascii_lowercase();
    let endings = [(".warc", Form::Plain), (".warc.gz", Form::Gzip)];
    let found = endings.into_iter().find(|(ending, _)| name.ends_with(ending));
    found.map(|(_, form)| form).ok_or_else(|| {
        LabError::flag(
            "out",
            format!("{} is not a name for a recording: use .warc.gz, or .warc without compression", path.display()),
        )
    })
}
