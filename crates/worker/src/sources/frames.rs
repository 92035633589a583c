//! Splits the stream of the proxy's `/fetch-many` into frames, without input or output.
//!
//! A frame is a big-endian `u32`, that many bytes of JSON (the head), a big-endian `u32`, that many bytes of body. The
//! head is parsed in `proxy.rs`.

/// The most bytes of a head, which may contain 64 KiB of headers, each byte escaped to six.
const HEAD_BYTES: usize = 512 * 1024;
/// The most bytes of a body, well over the most that the proxy sends.
const BODY_BYTES: usize = 16 * 1024 * 1024;

/// One response of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The head, in JSON if the stream is valid.
    pub head: Vec<u8>,
    /// The body.
    pub body: Vec<u8>,
}

/// The error of an invalid stream of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// A length above the limit.
    Length(usize),
}

/// Holds the bytes that do not form a whole frame yet.
#[derive(Debug, Default)]
pub struct Frames {
    bytes: Vec<u8>,
    /// The length of the frames at the start that were taken.
    taken: usize,
}

impl Frames {
    /// Returns the buffer to which the next bytes are appended.
    pub fn rest(&mut self) -> &mut Vec<u8> {
        self.bytes.drain(..std::mem::take(&mut self.taken));
        &mut self.bytes
    }

    /// Takes the first frame; `None` if it is not complete yet.
    pub fn take(&mut self) -> Result<Option<Frame>, FrameError> {
        let Some((head, body)) = self.ranges()? else {
            return Ok(None);
        };
        self.taken = body.end;
        Ok(Some(Frame { head: self.bytes[head].to_vec(), body: self.bytes[body].to_vec() }))
    }

    /// Returns the ranges of the first frame's head and body, once both are complete.
    fn ranges(&self) -> Result<Option<(Range, Range)>, FrameError> {
        let Some(head) = self.part(self.taken, HEAD_BYTES)? else {
            return Ok(None);
        };
        let body = self.part(head.end, BODY_BYTES)?;
        Ok(body.map(|body| (head, body)))
    }

    /// Returns the range of the part whose length is at `at`.
    fn part(&self, at: usize, limit: usize) -> Result<Option<Range>, FrameError> {
        let Some(length) = self.bytes.get(at..).and_then(|rest| rest.first_chunk()) else {
            return Ok(None);
        };
        let length = u32::from_be_bytes(*length) as usize;
        if length > limit {
            return Err(FrameError::Length(length));
        }
        let start = at + 4;
        Ok((self.bytes.len() >= start + length).then_some(start..start + length))
    }
}

type Range = std::ops::Range<usize>;
