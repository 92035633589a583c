//! Parses the head of an HTTP response, and the lines of its chunks, as leniently as browsers do.
//!
//! A header line without a colon, or whose name is no token, is ignored; blanks before the colon are too. A line that
//! begins with a blank continues the line before it. Lines may end with a line feed alone. A status line may be of any
//! version, and the reason may be missing or follow at once; without a code it means 200. Recordings and the proxy are
//! both read here.
//!
//! Source: RFC 9112 §2 to §5 (message format; §2.2 and §5.2 on leniency).

use crate::header::is_token;

/// The head of a response, without transfer or content codings applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseHead {
    /// HTTP status, 100..=999.
    pub status: u16,
    /// Header names in lower case with their values, in any bytes.
    pub headers: Vec<(String, Vec<u8>)>,
    /// The offset of the body in the message.
    pub end: usize,
}

impl ResponseHead {
    /// Parses the head at an offset of a message, which may end before the head does. Lines behind the first `most`
    /// bytes of the message are not read.
    pub fn parse(message: &[u8], at: usize, most: usize) -> Option<Self> {
        let start = message.len() - message[at..].trim_ascii_start().len();
        let start = start + noise(&message[start..]);
        let mut lines = Lines { message, at: start, most };
        let status = lines.next().and_then(status)?;
        let mut headers: Vec<(String, Vec<u8>)> = Vec::new();
        // The line before was ignored, and so is its continuation.
        let mut is_ignored = true;
        for line in lines.by_ref() {
            if line.starts_with(b" ") || line.starts_with(b"\t") {
                if let Some((_, value)) = headers.last_mut().filter(|_| !is_ignored) {
                    if !value.is_empty() {
                        value.push(b' ');
                    }
                    value.extend_from_slice(line.trim_ascii());
                }
                continue;
            }
            let header = header(line);
            is_ignored = header.is_none();
            headers.extend(header);
        }
        Some(Self { status, headers, end: lines.at })
    }

    /// Returns the values of a header, joined with commas. `name` is in lower case.
    pub fn joined(&self, name: &str) -> String {
        let values = self.headers.iter().filter(|(given, _)| given == name);
        values.map(|(_, value)| String::from_utf8_lossy(value)).collect::<Vec<_>>().join(",")
    }
}

/// Finds the end of a head whose bytes arrive in parts: its first empty line behind a line of text.
#[derive(Debug, Default)]
pub struct HeadEnd {
    searched: usize,
    has_text: bool,
    is_line: bool,
}

impl HeadEnd {
    /// Returns the offset of the body in the bytes that came so far; `None` if the head goes on. Each call gets all
    /// bytes of the call before.
    pub fn find(&mut self, message: &[u8]) -> Option<usize> {
        for byte in &message[self.searched..] {
            self.searched += 1;
            match byte {
                b'\n' if self.has_text && !self.is_line => return Some(self.searched),
                b'\n' => self.is_line = false,
                b'\r' => {}
                _ => (self.has_text, self.is_line) = (true, true),
            }
        }
        None
    }
}

/// Iterates over the lines of a head, up to the empty line, the end of the message, or the limit of a head.
struct Lines<'a> {
    message: &'a [u8],
    at: usize,
    most: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = &self.message[self.at..];
        if rest.is_empty() || self.at > self.most {
            return None;
        }
        let end = rest.iter().position(|byte| *byte == b'\n');
        self.at += end.map_or(rest.len(), |end| end + 1);
        let line = &rest[..end.unwrap_or(rest.len())];
        let text = line.iter().rposition(|byte| *byte != b'\r').map_or(0, |last| last + 1);
        let line = &line[..text];
        (!line.is_empty()).then_some(line)
    }
}

/// Returns the number of bytes before the status line that are skipped, as in Chromium (`HttpStreamParser`):
/// at most four, such as the end of an earlier body.
fn noise(message: &[u8]) -> usize {
    let mut starts = message.windows(4).take(5);
    starts.position(|start| start.eq_ignore_ascii_case(b"HTTP")).unwrap_or_default()
}

/// The status of a status line without a code, as in Chromium (`HttpResponseHeaders::ParseStatusLine`) and Firefox.
const DEFAULT_STATUS: u16 = 200;

/// Returns the status of a status line, in any version of HTTP and with or without a code and a reason. Three digits are
/// a code, also beyond those of RFC 9110 §15: some sites refuse crawlers with 999.
fn status(line: &[u8]) -> Option<u16> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let version = words.next()?;
    let is_http = version.get(..4)?.eq_ignore_ascii_case(b"HTTP");
    let has_version = is_http && matches!(version[4..], [b'/', b'0'..=b'9', ..]);
    let code = words.next().unwrap_or_default();
    // The reason may follow at once: `200OK`.
    let digits = code.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return has_version.then_some(DEFAULT_STATUS);
    }
    let is_http = is_http && matches!(version.get(4), None | Some(b'/'));
    let code = std::str::from_utf8(&code[..digits]).ok().filter(|_| is_http && digits == 3)?.parse().ok()?;
    (100..1_000).contains(&code).then_some(code)
}

/// Returns name and value of a header line; `None` for a line that is ignored.
fn header(line: &[u8]) -> Option<(String, Vec<u8>)> {
    let at = line.iter().position(|byte| *byte == b':')?;
    let name = std::str::from_utf8(line[..at].trim_ascii()).ok()?;
    is_token(name).then(|| (name.to_ascii_lowercase(), line[at + 1..].trim_ascii().to_vec()))
}

/// Returns the size of a chunk from its line, behind which blanks and an extension may follow; `None` if it is no size
/// (RFC 9112 §7.1).
pub fn chunk_size(line: &[u8]) -> Option<usize> {
    let line = line.trim_ascii();
    let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let is_end = matches!(line[digits..].trim_ascii_start(), [] | [b';', ..]);
    let digits = std::str::from_utf8(&line[..digits]).ok().filter(|_| is_end)?;
    usize::from_str_radix(digits, 16).ok()
}

/// Returns true for redirect statuses (RFC 9110 §15.4).
pub fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_head_is_found_in_parts_of_every_size() {
        for (message, end) in [
            (&b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n<p>"[..], Some(25)),
            (b"HTTP/1.1 200 OK\nA: b\n\n<p>", Some(22)),
            (b"\r\n\nHTTP/1.1 200 OK\r\n\r\n", Some(22)),
            (b"HTTP/1.1 200 OK\r\n \r\nA: b\r\n", None),
            (b"\r\n\r\n", None),
        ] {
            for size in 1..=message.len() {
                let mut search = HeadEnd::default();
                let parts = (size..message.len()).step_by(size).chain([message.len()]);
                assert_eq!(parts.into_iter().find_map(|part| search.find(&message[..part])), end, "{message:?}");
            }
        }
    }
}
