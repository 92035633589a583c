//! What a host of the demo web says to a request, transport failures included.
//!
//! Left out: HTTP framing. Whoever serves the answer adds `Content-Length` and waits `delay_ms`.

/// One answer, and how long the host takes to give it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What comes back.
    pub outcome: Outcome,
    /// Milliseconds that the host lets pass before it answers.
    pub delay_ms: u32,
}

/// A response or a broken connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// An HTTP response, whatever its status.
    Response(Response),
    /// No HTTP response at all.
    Failure(Failure),
}

/// An HTTP response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// HTTP status code.
    pub status: u16,
    /// Header names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body, in the character set that the headers or the document name.
    pub body: Vec<u8>,
}

/// How a connection breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The host closes the connection without a word.
    Reset,
    /// The host never answers.
    TimedOut,
}

impl Failure {
    /// A stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::TimedOut => "timed-out",
        }
    }

    /// What happened, in a sentence without its full stop.
    pub fn message(self) -> &'static str {
        match self {
            Self::Reset => "the host closed the connection without an answer",
            Self::TimedOut => "the host did not answer in time",
        }
    }
}

impl Answer {
    /// A document in UTF-8.
    pub(crate) fn html(status: u16, html: String) -> Self {
        let mut answer = Self::file("text/html; charset=utf-8", &[]);
        if let Outcome::Response(response) = &mut answer.outcome {
            response.status = status;
            response.body = html.into_bytes();
        }
        answer
    }

    /// A file of some other type.
    pub(crate) fn file(content_type: &str, body: &[u8]) -> Self {
        let headers = vec![("content-type".to_owned(), content_type.to_owned())];
        let response = Response {
            status: 200,
            headers,
            body: body.to_vec(),
        };
        Self {
            outcome: Outcome::Response(response),
            delay_ms: 0,
        }
    }

    /// The same answer with one more header.
    pub(crate) fn with(mut self, name: &str, value: String) -> Self {
        if let Outcome::Response(response) = &mut self.outcome {
            response.headers.push((name.to_owned(), value));
        }
        self
    }
}
