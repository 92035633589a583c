//! Keeps the responses of a running crawl in a WARC file, from which its pages are read again.
//!
//! Beside the file, an index has a line for each record: offset, length, time and address. A crawl that continues goes on
//! after the last record of the index, so a response that a killed program wrote in part is written again.

use super::SOFTWARE;
use crate::LabError;
use crate::web::{RecordedResponse, Web};
use archive::limits::WarcLimits;
use archive::warc::{Exchange, Form, Origin, PageStream, Writer};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use types::report::Millis;
use types::url::CanonicalUrl;

/// The name of the recording in the folder of a crawl.
const RECORDING: &str = "responses.warc.gz";
/// The name of its index.
const INDEX: &str = "responses.index";

/// The responses of a crawl.
pub struct Responses {
    path: PathBuf,
    file: Mutex<File>,
    length: u64,
    writer: Writer,
    /// `None` for a temporary file.
    index: Option<File>,
    /// The last record of each address.
    places: BTreeMap<String, Place>,
    /// The addresses in the order of their first response.
    urls: Vec<String>,
}

/// The place of a record in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    offset: u64,
    length: u64,
    at: Millis,
}

impl Responses {
    /// Opens the responses in the folder of a crawl, or begins them.
    ///
    /// # Errors
    /// The files cannot be read or written.
    pub fn in_folder(folder: &Path, description: &str, started: Millis) -> Result<Self, LabError> {
        let (path, index_path) = (folder.join(RECORDING), folder.join(INDEX));
        let open = |path: &Path| {
            let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
            file.map_err(LabError::write(path))
        };
        let (file, mut index) = (open(&path)?, open(&index_path)?);
        let mut text = String::new();
        index.read_to_string(&mut text).map_err(LabError::read(&index_path))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (mut places, mut urls, mut length) = (BTreeMap::new(), Vec::new(), 0);
        for (url, place) in text[..whole].lines().filter_map(parse) {
            length = length.max(place.offset + place.length);
            if places.insert(url.to_owned(), place).is_none() {
                urls.push(url.to_owned());
            }
        }
        let cut = index.set_len(whole as u64).and_then(|()| index.seek(SeekFrom::End(0)));
        cut.map_err(LabError::write(&index_path))?;
        file.set_len(length).map_err(LabError::write(&path))?;
        Self::begin(path, (file, length), Some(index), (places, urls), description, started)
    }

    /// Begins responses in a file without a name, which the system removes with the program.
    ///
    /// # Errors
    /// The folder of temporary files cannot be written.
    pub fn temporary(description: &str, started: Millis) -> Result<Self, LabError> {
        static FILES: AtomicU32 = AtomicU32::new(0);
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("salticid-{}-{number}.warc.gz", std::process::id()));
        let file = OpenOptions::new().create_new(true).read(true).write(true).open(&path);
        let file = file.map_err(LabError::write(&path))?;
        // The open file stays usable.
        let _ = fs::remove_file(&path);
        Self::begin(path, (file, 0), None, (BTreeMap::new(), Vec::new()), description, started)
    }

    fn begin(
        path: PathBuf,
        (file, length): (File, u64),
        index: Option<File>,
        (places, urls): (BTreeMap<String, Place>, Vec<String>),
        description: &str,
        started: Millis,
    ) -> Result<Self, LabError> {
        let (writer, head) = Writer::begin(Form::Gzip, &Origin { software: SOFTWARE, description, started });
        let mut responses = Self { path, file: Mutex::new(file), length, writer, index, places, urls };
        responses.append(&head).map_err(LabError::write(&responses.path))?;
        Ok(responses)
    }

    /// Adds a response, which is in the file when this returns.
    ///
    /// # Errors
    /// The file cannot be written, as on a full disk. The next record is written at the same place.
    pub fn add(&mut self, exchange: &Exchange<'_>) -> Result<(), LabError> {
        let bytes = self.writer.exchange(exchange);
        let place = Place { offset: self.length, length: bytes.len() as u64, at: exchange.at };
        let written = self.append(&bytes).and_then(|()| match &mut self.index {
            Some(index) => index.write_all(line(exchange.url, place).as_bytes()),
            None => Ok(()),
        });
        written.map_err(LabError::write(&self.path))?;
        if self.places.insert(exchange.url.to_owned(), place).is_none() {
            self.urls.push(exchange.url.to_owned());
        }
        Ok(())
    }

    /// Returns the addresses in the order of their first response.
    pub fn urls(&self) -> &[String] {
        &self.urls
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.length))?;
        file.write_all(bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn bytes(&self, place: Place) -> io::Result<Vec<u8>> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(place.offset))?;
        let mut bytes = Vec::new();
        (&mut *file).take(place.length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Returns the line of a record in the index. An address has no white space.
fn line(url: &str, place: Place) -> String {
    format!("{} {} {} {url}\n", place.offset, place.length, place.at)
}

/// Parses a line of the index.
fn parse(line: &str) -> Option<(&str, Place)> {
    let mut parts = line.splitn(4, ' ');
    let mut number = || parts.next()?.parse().ok();
    let place = Place { offset: number()?, length: number()?, at: number()? };
    Some((parts.next()?, place))
}

/// A response that cannot be read counts as one that was not recorded.
impl Web for Responses {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let bytes = self.bytes(*self.places.get(url)?).ok()?;
        let mut records = PageStream::new(&bytes[..], WarcLimits::NATIVE.record_bytes).ok()?;
        let page = records.next()?.ok()?.ok()?;
        Some(RecordedResponse { delay_ms: 0, outcome: Ok(page.response) })
    }

    fn urls(&self) -> Vec<CanonicalUrl> {
        self.urls.iter().filter_map(|url| CanonicalUrl::parse(url).ok()).collect()
    }

    fn recorded_at(&self, url: &str) -> Option<Millis> {
        Some(self.places.get(url)?.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use archive::warc::Response;

    fn add(responses: &mut Responses, url: &str, at: Millis, body: &str) {
        let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
        let response = Response { status: 200, headers, body: body.into() };
        let exchange = Exchange { elapsed_ms: Some(3), ..Exchange::new(url, at, &response) };
        responses.add(&exchange).expect("the file can be written");
    }

    fn body(responses: &Responses, url: &str) -> Option<String> {
        let response = responses.response(url)?.outcome.ok()?;
        String::from_utf8(response.body).ok()
    }

    #[test]
    fn responses_are_read_while_others_are_written() {
        let mut responses = Responses::temporary("a test", 0).expect("a file");
        add(&mut responses, "http://a.test/", 5, "one");
        add(&mut responses, "http://a.test/robots.txt", 6, "rules");
        assert_eq!(body(&responses, "http://a.test/").as_deref(), Some("one"));
        add(&mut responses, "http://a.test/", 7, "two");
        assert_eq!(body(&responses, "http://a.test/").as_deref(), Some("two"));
        assert_eq!(responses.recorded_at("http://a.test/"), Some(7));
        assert_eq!(responses.urls(), ["http://a.test/", "http://a.test/robots.txt"]);
        assert_eq!(body(&responses, "http://a.test/other"), None);
    }

    #[test]
    fn a_response_that_was_written_in_part_is_written_again() {
        let folder = std::env::temp_dir().join(format!("salticid-responses-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let open = || Responses::in_folder(&folder, "a test", 0).expect("a recording");
        let mut responses = open();
        add(&mut responses, "http://a.test/", 5, "one");
        add(&mut responses, "http://a.test/2", 6, "two");
        drop(responses);
        let index = fs::read_to_string(folder.join(INDEX)).expect("an index");
        fs::write(folder.join(INDEX), &index[..index.len() - 4]).expect("a shorter index");
        let mut responses = open();
        assert_eq!(responses.urls(), ["http://a.test/"]);
        add(&mut responses, "http://a.test/3", 7, "three");
        drop(responses);
        let web = crate::web::open_recording(&folder.join(RECORDING)).expect("a valid recording");
        let urls: Vec<String> = web.urls().map(ToString::to_string).collect();
        assert_eq!(urls, ["http://a.test/", "http://a.test/3"]);
        assert_eq!(body(&open(), "http://a.test/3").as_deref(), Some("three"));
    }
}
