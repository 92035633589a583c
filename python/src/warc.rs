//! Recordings as streams: the pages of a WARC file one by one, and records to write.

use crate::errors::FileError;
use archive::limits::WarcLimits;
use archive::warc::{Exchange, Form, Origin, PageStream, Response, Writer};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Read};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// The number of bytes that are read at once.
const CHUNK: usize = 1 << 20;

/// A Python object with a method `read`, such as a file. The interpreter's lock is taken for each call.
struct PythonFile(Py<PyAny>);

impl Read for PythonFile {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.bind(py).call_method1("read", (to.len(),));
            let bytes = read.map_err(io::Error::other)?;
            let bytes = bytes.cast_into::<PyBytes>();
            let bytes = bytes.map_err(|_| io::Error::other("read() must return bytes"))?;
            let bytes = bytes.as_bytes();
            let into = to.get_mut(..bytes.len());
            into.ok_or_else(|| io::Error::other("read() returned more bytes than it was asked for"))?
                .copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

/// Returns the exception for a failed read: that of `read()` itself if it asks the program to end, such as Ctrl+C.
fn of_read(py: Python<'_>, error: io::Error) -> PyErr {
    match error.downcast::<PyErr>() {
        Ok(raised) if !raised.is_instance_of::<PyException>(py) => raised,
        Ok(raised) => FileError::new_err(raised.to_string()),
        Err(error) => FileError::new_err(error.to_string()),
    }
}

type Stream = PageStream<BufReader<PythonFile>>;

/// The pages of a WARC file, from front to back.
///
/// One thread uses it at a time. Raises `FileError` if the file cannot be read; an interrupt of its `read()` is raised
/// as it is.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct WarcReader(Mutex<Stream>);

impl WarcReader {
    /// Locks the stream, unless it is in use: waiting for a `read()` that uses its own reader would never end.
    fn lock(&self) -> PyResult<MutexGuard<'_, Stream>> {
        match self.0.try_lock() {
            Ok(stream) => Ok(stream),
            Err(TryLockError::Poisoned(stream)) => Ok(stream.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(FileError::new_err("the reader is in use: use it in one thread, and not in the read() of its file"))
            }
        }
    }
}

/// A response of a WARC file.
#[pyclass(frozen, get_all, module = "salticid")]
pub(crate) struct WarcResponse {
    /// The recorded address.
    url: String,
    /// The time of recording in milliseconds since 1970; `None` if it is not known.
    at: Option<u64>,
    /// The HTTP status.
    status: u16,
    /// Names in lower case, and values.
    headers: Vec<(String, String)>,
    /// The decoded body.
    body: Py<PyBytes>,
    /// True for an HTML page with a status of success.
    is_page: bool,
}

/// A damaged place of a WARC file.
#[pyclass(frozen, get_all, module = "salticid")]
pub(crate) struct WarcDamage {
    /// The offset of the place in the file.
    offset: u64,
    /// The reason, in a sentence.
    reason: String,
}

#[pymethods]
impl WarcReader {
    #[new]
    fn new(py: Python<'_>, file: Py<PyAny>) -> PyResult<Self> {
        let mut input = BufReader::with_capacity(CHUNK, PythonFile(file));
        // Read with little on the stack, since a `read()` may itself read with a reader, down to Python's own limit.
        let read = py.detach(|| input.fill_buf().map(<[u8]>::len));
        let stream = read.and_then(|_| py.detach(|| PageStream::new(input, WarcLimits::TAB.record_bytes)));
        Ok(Self(Mutex::new(stream.map_err(|error| of_read(py, error))?)))
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let next = py.detach(|| Ok::<_, PyErr>(self.lock()?.next().transpose()))?;
        Ok(match next.map_err(|error| of_read(py, error))? {
            None => None,
            Some(Ok(page)) => {
                let response = WarcResponse {
                    is_page: page.response.is_page(),
                    url: page.url,
                    at: page.at,
                    status: page.response.status,
                    headers: page.response.headers,
                    body: PyBytes::new(py, &page.response.body).unbind(),
                };
                Some(Py::new(py, response)?.into_any())
            }
            Some(Err(damage)) => {
                let (offset, reason) = (damage.offset, damage.reason);
                Some(Py::new(py, WarcDamage { offset, reason })?.into_any())
            }
        })
    }

    /// The records so far that are not responses, by kind: `request`, `metadata`, `revisit`, …
    #[getter]
    fn others(&self) -> PyResult<BTreeMap<&'static str, u32>> {
        Ok(self.lock()?.others().by_kind().clone())
    }
}

/// Makes the bytes of a compressed WARC file, record by record.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct WarcWriter {
    writer: Mutex<Writer>,
    /// The first bytes of the file.
    #[pyo3(get)]
    head: Py<PyBytes>,
}

#[pymethods]
impl WarcWriter {
    #[new]
    fn new(py: Python<'_>, description: &str, started: u64) -> Self {
        let software = concat!("salticid-python/", env!("CARGO_PKG_VERSION"));
        let origin = Origin { software, description, started };
        let (writer, head) = Writer::begin(Form::Gzip, &origin);
        Self { writer: Mutex::new(writer), head: PyBytes::new(py, &head).unbind() }
    }

    /// Returns the bytes of a response.
    #[expect(clippy::too_many_arguments, reason = "the parts of a response")]
    fn response<'py>(
        &self,
        py: Python<'py>,
        url: &str,
        at: u64,
        status: u16,
        headers: Vec<(String, String)>,
        body: &[u8],
        elapsed_ms: u32,
    ) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| {
            let response = Response { status, headers, body: body.to_vec() };
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.exchange(&Exchange { elapsed_ms: Some(elapsed_ms), ..Exchange::new(url, at, &response) })
        });
        PyBytes::new(py, &bytes)
    }
}
