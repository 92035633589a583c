//! Reads a `ReadableStream` chunk by chunk, and cancels it when it is dropped.
//!
//! Bodies of responses are read into buffers that are used again: chunks that the browser allocates, of up to 2 MiB,
//! stay in memory until its next garbage collection.

use js_sys::Uint8Array;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamByobReader, ReadableStreamDefaultReader, ReadableStreamReadResult};

/// The bytes of a buffer.
const BUFFER_BYTES: u32 = 256 * 1024;

thread_local! {
    /// The buffers that no stream uses, as many as streams were read at the same time.
    static UNUSED: RefCell<Vec<Uint8Array>> = const { RefCell::new(Vec::new()) };
}

/// The body of a response. Dropping it cancels the download.
pub(crate) struct ByteStream {
    reader: Option<Reader>,
}

/// The reader of a stream.
enum Reader {
    /// Reads into the buffer, which is absent during a read.
    Buffered(ReadableStreamByobReader, RefCell<Option<Uint8Array>>),
    /// Reads chunks that the browser allocates: not all browsers and streams can read into a buffer.
    Allocating(ReadableStreamDefaultReader),
}

impl Reader {
    fn new(stream: &ReadableStream) -> Self {
        ReadableStreamByobReader::new(stream).map_or_else(
            |_| Self::Allocating(stream.get_reader().unchecked_into()),
            |reader| Self::Buffered(reader, RefCell::new(UNUSED.with_borrow_mut(Vec::pop))),
        )
    }

    /// Appends the next chunk. Returns false at the end.
    async fn append_to(&self, bytes: &mut Vec<u8>) -> Result<bool, JsValue> {
        let read = match self {
            Self::Buffered(reader, buffer) => {
                let buffer = buffer.take().unwrap_or_else(|| Uint8Array::new_with_length(BUFFER_BYTES));
                reader.read_with_array_buffer_view(&buffer)
            }
            Self::Allocating(reader) => reader.read(),
        };
        let read: ReadableStreamReadResult = JsFuture::from(read).await?.unchecked_into();
        let Ok(piece) = read.get_value().dyn_into::<Uint8Array>() else {
            return Ok(false);
        };
        let at = bytes.len();
        bytes.resize(at + piece.length() as usize, 0);
        piece.copy_to(&mut bytes[at..]);
        if let Self::Buffered(_, buffer) = self {
            buffer.replace(Some(Uint8Array::new(&piece.buffer())));
        }
        Ok(!read.get_done().unwrap_or(true))
    }
}

impl ByteStream {
    /// Reads a body; a response without one is empty.
    pub(crate) fn new(body: Option<&ReadableStream>) -> Self {
        Self { reader: body.map(Reader::new) }
    }

    /// Appends the next chunk. Returns false at the end of the body.
    pub(crate) async fn append_to(&self, bytes: &mut Vec<u8>) -> Result<bool, JsValue> {
        match &self.reader {
            Some(reader) => reader.append_to(bytes).await,
            None => Ok(false),
        }
    }

    /// Reads into `bytes` until there are more than `most`, or to the end. The rest is not downloaded. After an error
    /// of the stream, `bytes` has what came before it.
    pub(crate) async fn read_past(self, most: usize, bytes: &mut Vec<u8>) -> Result<(), JsValue> {
        while bytes.len() <= most && self.append_to(bytes).await? {}
        Ok(())
    }
}

impl Drop for ByteStream {
    fn drop(&mut self) {
        let Some(reader) = self.reader.take() else {
            return;
        };
        let cancelled = match reader {
            Reader::Buffered(reader, buffer) => {
                UNUSED.with_borrow_mut(|unused| unused.extend(buffer.take()));
                reader.cancel()
            }
            Reader::Allocating(reader) => reader.cancel(),
        };
        // Cancelling a failed stream rejects, which can be ignored.
        let ignored = JsFuture::from(cancelled);
        wasm_bindgen_futures::spawn_local(async move {
            let _ = ignored.await;
        });
    }
}
