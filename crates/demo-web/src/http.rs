//! Defines requests, responses of the web's hosts, and connection failures.
//!
//! The server adds the HTTP framing: it adds `Content-Length` and waits for `delay_ms`.

/// The parts of a URL that decide its response.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RequestUrl {
    /// Host in lower case, without port.
    pub(crate) host: String,
    /// Path and query without fragment; never empty.
    pub(crate) path: String,
}

impl RequestUrl {
    /// Parses an absolute `http` or `https` URL on its default port, as crawlers write it: canonical or nearly so.
    /// Percent-encoding and dot segments stay, because no page of this web needs them.
    pub(crate) fn parse(url: &str) -> Option<Self> {
        let (scheme, rest) = url.trim().split_once("://")?;
        let port = match scheme.to_ascii_lowercase().as_str() {
            "http" => "80",
            "https" => "443",
            _ => return None,
        };
        let rest = rest.split('#').next().unwrap_or_default();
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let host = match authority.split_once(':') {
            Some((host, given)) if given == port || given.is_empty() => host,
            Some(_) => return None,
            None => authority,
        };
        Some(Self { host: host.trim_end_matches('.').to_ascii_lowercase(), path: with_slash(path) })
    }
}

/// Returns the path with a leading slash and without an empty query.
fn with_slash(path: &str) -> String {
    let path = path.strip_suffix('?').unwrap_or(path);
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}

/// The result of a request, and the host's response time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimulatedResponse {
    /// An HTTP response of any status, or a failed connection.
    pub result: Result<Response, ConnectionError>,
    /// Milliseconds before the host answers.
    pub delay_ms: u32,
}

/// An HTTP response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// HTTP status code.
    pub status: u16,
    /// Header names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body, in the character set that the headers or the document declare.
    pub body: Vec<u8>,
}

/// A connection that failed before a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionError {
    /// The host closed the connection.
    Reset,
    /// The host did not answer.
    TimedOut,
}

impl ConnectionError {
    /// Returns a stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::TimedOut => "timed-out",
        }
    }

    /// Returns a message in lower case without a full stop.
    pub fn message(self) -> &'static str {
        match self {
            Self::Reset => "the host closed the connection without an answer",
            Self::TimedOut => "the host did not answer in time",
        }
    }
}

impl Response {
    /// Creates a response with an HTML document in UTF-8.
    pub(crate) fn html(status: u16, html: String) -> Self {
        let mut response = Self::file("text/html; charset=utf-8", html.into_bytes());
        response.status = status;
        response
    }

    /// Creates a response with status 200 and a body of any type.
    pub(crate) fn file(content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, headers: vec![("content-type".to_owned(), content_type.to_owned())], body: body.into() }
    }

    /// Adds a header.
    pub(crate) fn with_header(mut self, name: &str, value: String) -> Self {
        self.headers.push((name.to_owned(), value));
        self
    }
}

impl From<Response> for SimulatedResponse {
    fn from(response: Response) -> Self {
        Self { result: Ok(response), delay_ms: 0 }
    }
}
