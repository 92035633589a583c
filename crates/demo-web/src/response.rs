//! Defines responses of the web's hosts, and connection failures.
//!
//! The server adds the HTTP framing: it adds `Content-Length` and waits for `delay_ms`.

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
