//! The framing of the proxy's `/fetch-many`, cut while it streams in. Pure: bytes in, frames out.
//!
//! A frame is a big-endian `u32`, that many bytes of JSON (the head), a big-endian `u32`, that many bytes of body. Left out on
//! purpose: what the head says (`answers.rs`).

/// Longest head that is taken, in bytes: 64 KiB of headers may stand in it, each byte escaped to six.
const HEAD_BYTES: usize = 512 * 1024;
/// Longest body that is taken, in bytes: twice what the proxy gives at most.
const BODY_BYTES: usize = 16 * 1024 * 1024;

/// One answer of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The head, which should be JSON.
    pub head: Vec<u8>,
    /// The body.
    pub body: Vec<u8>,
}

/// Why a stream is not one of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// A length is beyond what any answer has: the bytes are something else.
    Length(usize),
}

/// Bytes that came and are not yet a whole frame.
#[derive(Debug, Default)]
pub struct Frames {
    bytes: Vec<u8>,
}

impl Frames {
    /// The place where the next bytes of the stream are appended.
    pub fn rest(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Takes the first frame off; `None` where it is not complete yet.
    pub fn take(&mut self) -> Result<Option<Frame>, FrameError> {
        let Some((head, body)) = self.ranges()? else {
            return Ok(None);
        };
        let rest = self.bytes.split_off(body.end);
        let whole = std::mem::replace(&mut self.bytes, rest);
        Ok(Some(Frame {
            head: whole[head].to_vec(),
            body: whole[body].to_vec(),
        }))
    }

    /// Where head and body of the first frame stand, once all of it is here.
    fn ranges(&self) -> Result<Option<(Range, Range)>, FrameError> {
        let Some(head) = self.part(0, HEAD_BYTES)? else {
            return Ok(None);
        };
        let body = self.part(head.end, BODY_BYTES)?;
        Ok(body.map(|body| (head, body)))
    }

    /// The part whose length stands at `at`.
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
