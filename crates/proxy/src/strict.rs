//! Rewrites the response of a host as strict HTTP/1.1 while it arrives, because hyper refuses what browsers accept.
//!
//! The head is written anew: names and values that [`ResponseHead`] reads, control characters except tabs as blanks,
//! one length. A head that breaks off behind its status line is read as far as it came, as in Chromium, and its body
//! breaks off as well: missing rules of a robots.txt are never an empty file. Over TLS only the host can end it so.
//! Equal lengths are one (RFC 9110 §8.6), and an invalid one is none, so that the body ends with the connection, as in
//! Chromium; different ones are left to hyper, which refuses them. Codings of the transfer other than chunks are
//! ignored. The lines of chunks end with two bytes, and trailers are left out. What cannot be read is passed on as it
//! is, for hyper to refuse, and so is a head over the limit. Only one response is read of a connection, so that no
//! reading of a length can mix two of them.
//!
//! Source: RFC 9112 §2.2, §5, §6.3, §7.1.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use types::response_head::{HeadEnd, ResponseHead, chunk_size};

/// The most bytes of the line with a chunk's size.
const CHUNK_LINE: usize = 4 * 1024;
/// The number of bytes that are read at once.
const PIECE: usize = 8 * 1024;

/// A connection whose response is rewritten.
pub(crate) struct StrictStream<C> {
    inner: C,
    stage: Stage,
    /// The bytes of the host that were not rewritten yet.
    input: Vec<u8>,
    /// The rewritten bytes, of which `at` were read.
    output: Vec<u8>,
    at: usize,
    /// The most bytes of a head.
    head_bytes: usize,
}

enum Stage {
    Head(HeadEnd),
    /// At the line of a chunk.
    ChunkSize,
    /// In a chunk, with the number of bytes that are left.
    Chunk(usize),
    /// At the line end behind a chunk.
    ChunkEnd,
    /// Everything is passed on.
    Rest,
    /// Behind the last chunk: nothing is passed on.
    End,
}

impl<C> StrictStream<C> {
    pub(crate) fn new(inner: C, head_bytes: usize) -> Self {
        let stage = Stage::Head(HeadEnd::default());
        Self { inner, stage, input: Vec::new(), output: Vec::new(), at: 0, head_bytes }
    }

    /// Rewrites as much of the input as possible.
    fn rewrite(&mut self) {
        while !self.input.is_empty() {
            let next = match &mut self.stage {
                Stage::Head(search) => match search.find(&self.input) {
                    Some(end) => self.head(end, false),
                    None if self.input.len() > self.head_bytes => Stage::Rest,
                    None => return,
                },
                Stage::ChunkSize => match self.input.iter().position(|byte| *byte == b'\n') {
                    Some(end) => self.chunk_size(end + 1),
                    None if self.input.len() > CHUNK_LINE => Stage::Rest,
                    None => return,
                },
                Stage::Chunk(left) => {
                    let (left, taken) = (*left, self.input.len().min(*left));
                    self.output.extend(self.input.drain(..taken));
                    if taken == left { Stage::ChunkEnd } else { Stage::Chunk(left - taken) }
                }
                Stage::ChunkEnd => match &self.input[..] {
                    [b'\r'] => return,
                    [b'\n', ..] | [b'\r', b'\n', ..] => {
                        let end = if self.input[0] == b'\r' { 2 } else { 1 };
                        self.input.drain(..end);
                        self.output.extend(b"\r\n");
                        Stage::ChunkSize
                    }
                    _ => Stage::Rest,
                },
                Stage::Rest => {
                    self.output.append(&mut self.input);
                    return;
                }
                Stage::End => {
                    self.input.clear();
                    return;
                }
            };
            self.stage = next;
        }
    }

    /// Rewrites what is left when the host has closed the connection.
    fn close(&mut self) {
        let has_line = self.input.trim_ascii_start().contains(&b'\n');
        self.stage = match self.stage {
            Stage::Head(_) if has_line => self.head(self.input.len(), true),
            _ => Stage::Rest,
        };
        self.rewrite();
    }

    /// Rewrites a head of this many bytes, behind which the host has closed the connection if `is_cut` is true.
    fn head(&mut self, end: usize, is_cut: bool) -> Stage {
        let rest = self.input.split_off(end);
        let bytes = std::mem::replace(&mut self.input, rest);
        let Some(head) = ResponseHead::parse(&bytes, 0, bytes.len()) else {
            self.output.extend(bytes);
            return Stage::Rest;
        };
        // A body without its first chunk breaks off.
        let is_chunked = is_cut || head.joined("transfer-encoding").to_ascii_lowercase().contains("chunked");
        self.output.extend(format!("HTTP/1.1 {} \r\n", head.status).bytes());
        for (name, value) in &head.headers {
            if !matches!(name.as_str(), "transfer-encoding" | "content-length") {
                let is_kept = |byte: u8| byte == b'\t' || !byte.is_ascii_control();
                let value = value.iter().map(|byte| if is_kept(*byte) { *byte } else { b' ' });
                self.output.extend(name.bytes().chain([b':']).chain(value).chain(*b"\r\n"));
            }
        }
        if is_chunked {
            self.output.extend(b"transfer-encoding:chunked\r\n");
        } else {
            for length in lengths(&head.joined("content-length")) {
                self.output.extend(format!("content-length:{length}\r\n").bytes());
            }
        }
        self.output.extend(b"\r\n");
        match head.status {
            100 | 102..=199 => Stage::Head(HeadEnd::default()),
            _ if is_chunked => Stage::ChunkSize,
            _ => Stage::Rest,
        }
    }

    /// Rewrites the line of a chunk, which has this many bytes.
    fn chunk_size(&mut self, end: usize) -> Stage {
        let Some(size) = chunk_size(&self.input[..end]) else {
            return Stage::Rest;
        };
        self.input.drain(..end);
        self.output.extend(format!("{size:x}\r\n").bytes());
        if size > 0 {
            return Stage::Chunk(size);
        }
        self.output.extend(b"\r\n");
        Stage::End
    }
}

/// Returns the different valid lengths of a list.
fn lengths(list: &str) -> Vec<u64> {
    let digits = |value: &&str| value.bytes().all(|byte| byte.is_ascii_digit());
    let mut lengths: Vec<u64> = list.split(',').map(str::trim).filter(digits).filter_map(|v| v.parse().ok()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

impl<C: AsyncRead + Unpin> AsyncRead for StrictStream<C> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        loop {
            let ready = &this.output[this.at..];
            if !ready.is_empty() {
                let count = ready.len().min(to.remaining());
                to.put_slice(&ready[..count]);
                this.at += count;
                return Poll::Ready(Ok(()));
            }
            (this.output, this.at) = (Vec::new(), 0);
            match this.stage {
                Stage::Rest if this.input.is_empty() => return Pin::new(&mut this.inner).poll_read(cx, to),
                Stage::End => return Poll::Ready(Ok(())),
                _ => {}
            }
            let mut piece = [0; PIECE];
            let mut piece = ReadBuf::new(&mut piece);
            ready!(Pin::new(&mut this.inner).poll_read(cx, &mut piece))?;
            if piece.filled().is_empty() {
                this.close();
                if this.output.is_empty() {
                    return Poll::Ready(Ok(()));
                }
            }
            this.input.extend_from_slice(piece.filled());
            this.rewrite();
        }
    }
}

impl<C: AsyncWrite + Unpin> AsyncWrite for StrictStream<C> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rewrites a response that arrives in parts of every size, and ends with its connection.
    fn rewritten(response: &[u8]) -> String {
        let mut found: Option<String> = None;
        for size in 1..=response.len() {
            let mut stream = StrictStream::new((), 1_000);
            for part in response.chunks(size) {
                stream.input.extend_from_slice(part);
                stream.rewrite();
            }
            stream.close();
            let text = String::from_utf8_lossy(&stream.output).into_owned();
            assert_eq!(*found.get_or_insert_with(|| text.clone()), text, "in parts of {size}");
        }
        found.unwrap_or_default()
    }

    #[test]
    fn heads_are_rewritten_as_strict_ones() {
        for (head, expected) in [
            ("HTTP/1.1 200OK\r\nA : b\r\n\r\n", "HTTP/1.1 200 \r\na:b\r\n\r\n"),
            ("\r\nHTTP/2 200\nA:b\n c\n\n", "HTTP/1.1 200 \r\na:b c\r\n\r\n"),
            ("HTTP/1.0 200 OK\r\nA: b\0c\rd\r\nno colon\r\n\r\n", "HTTP/1.1 200 \r\na:b c d\r\n\r\n"),
            ("HTTP/1.1 200 OK\r\nA: b\tc\r\n\r\n", "HTTP/1.1 200 \r\na:b\tc\r\n\r\n"),
            ("HTTP/1.1 100 Go\n\nHTTP/1.1 204 No\n\n", "HTTP/1.1 100 \r\n\r\nHTTP/1.1 204 \r\n\r\n"),
            ("HTTP/1.1 101 S\nA: b\n\nHTTP/1.1 200 OK\n\n", "HTTP/1.1 101 \r\na:b\r\n\r\nHTTP/1.1 200 OK\n\n"),
            ("HTTP/1.1 999 Request denied\n\n", "HTTP/1.1 999 \r\n\r\n"),
            ("HTTP/1.1 OK\nA: b\n\n", "HTTP/1.1 200 \r\na:b\r\n\r\n"),
            ("HTTP/1.1\r\n\r\n", "HTTP/1.1 200 \r\n\r\n"),
            ("SSH-2.0-OpenSSH\n\nx\n", "SSH-2.0-OpenSSH\n\nx\n"),
        ] {
            assert_eq!(rewritten(head.as_bytes()), expected);
        }
        let long = format!("HTTP/1.1 200 OK\nA: {}", "b".repeat(1_000));
        assert_eq!(rewritten(long.as_bytes()), long);
    }

    /// Chromium (`HttpStreamParser::HandleReadHeaderResult`).
    #[test]
    fn a_head_that_breaks_off_behind_its_status_line_is_read() {
        let expected = "HTTP/1.1 302 \r\nlocation:/x\r\ntransfer-encoding:chunked\r\n\r\n";
        for (head, expected) in [
            ("HTTP/1.1 302 F\r\nLocation: /x\r\n", expected),
            ("HTTP/1.1 302 F\r\nLocation: /x", expected),
            ("HTTP/1.1 302 F\nContent-Length: 5\nLocation: /x\nServ", expected),
            ("\nHTTP/1.1 404 N\n", "HTTP/1.1 404 \r\ntransfer-encoding:chunked\r\n\r\n"),
            ("\nHTTP/1.1 404 N", "\nHTTP/1.1 404 N"),
            ("SSH-2.0-OpenSSH\n", "SSH-2.0-OpenSSH\n"),
            ("\r\n\r\n", "\r\n\r\n"),
        ] {
            assert_eq!(rewritten(head.as_bytes()), expected, "{head:?}");
        }
    }

    /// RFC 9112 §6.3.
    #[test]
    fn a_head_has_one_length_or_none_unless_they_differ() {
        for (lines, expected) in [
            ("Content-Length: 5\nContent-Length: 5", "content-length:5\r\n"),
            ("Content-Length: 5, 5", "content-length:5\r\n"),
            ("Content-Length: 5\nContent-Length: 6", "content-length:5\r\ncontent-length:6\r\n"),
            ("Content-Length: +5", ""),
            ("Content-Length: five", ""),
            ("Content-Length: 99999999999999999999", ""),
            ("Transfer-Encoding: identity\nContent-Length: 5", "content-length:5\r\n"),
            ("Transfer-Encoding: gzip, Chunked\nContent-Length: 5", "transfer-encoding:chunked\r\n"),
        ] {
            let head = format!("HTTP/1.1 200 OK\n{lines}\n\n");
            assert_eq!(rewritten(head.as_bytes()), format!("HTTP/1.1 200 \r\n{expected}\r\n"), "{lines}");
        }
    }

    /// RFC 9112 §7.1.
    #[test]
    fn chunks_are_rewritten_as_strict_ones() {
        for (chunks, expected) in [
            ("3\nabc\n0\n\n", "3\r\nabc\r\n0\r\n\r\n"),
            ("03 ; x=\"y\"\r\nabc\r\n0\r\nTrailer: x\r\n\r\nmore", "3\r\nabc\r\n0\r\n\r\n"),
            ("3\r\nabc\r\n", "3\r\nabc\r\n"),
            ("3\r\nabcd\r\n", "3\r\nabcd\r\n"),
            ("-3\r\nabc\r\n", "-3\r\nabc\r\n"),
        ] {
            let head = "HTTP/1.1 200 \r\ntransfer-encoding:chunked\r\n\r\n";
            let response = format!("{head}{chunks}");
            assert_eq!(rewritten(response.as_bytes()), format!("{head}{expected}"), "{chunks:?}");
        }
        let endless = format!("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3;{}", "x".repeat(CHUNK_LINE));
        assert!(rewritten(endless.as_bytes()).ends_with("xxx"));
    }
}
