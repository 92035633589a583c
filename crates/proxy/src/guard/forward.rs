//! An HTTP proxy between a program and the hosts, as in companies whose network has no other way out.
//!
//! It looks up the names itself, so the addresses of names are its responsibility; those in URLs are checked as without
//! it. A host with TLS is reached through a tunnel (CONNECT), another one by requests with the whole URL. Source: RFC
//! 9110 §9.3.6 (CONNECT), RFC 9112 §3.2.2 (absolute form).

use hyper::header::HeaderValue;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::error::Refusal;
use crate::guard::target::Target;

/// The most bytes of the response to a CONNECT.
const HEAD_BYTES: usize = 16 * 1024;

/// An HTTP proxy.
#[derive(Debug, Clone)]
pub struct ForwardProxy {
    /// Host and port.
    address: String,
    /// The credentials, as `Proxy-Authorization` has them.
    authorization: Option<HeaderValue>,
}

impl ForwardProxy {
    /// Returns a proxy at `host:port`, with credentials such as `Basic …` if it needs any.
    ///
    /// # Errors
    /// A sentence for an address without a port, and for credentials that are no header.
    pub fn new(address: &str, authorization: Option<&str>) -> Result<Self, String> {
        let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(1..))) {
            return Err(format!("“{address}” is not an address such as proxy.example.org:3128"));
        }
        let authorization = authorization.map(HeaderValue::try_from).transpose();
        let authorization = authorization.map_err(|_| "the credentials have control characters".to_owned())?;
        Ok(Self { address: address.to_owned(), authorization })
    }

    /// Returns the credentials.
    pub(crate) fn authorization(&self) -> Option<&HeaderValue> {
        self.authorization.as_ref()
    }

    /// Connects to the proxy; with `is_tunnel`, to the target through it.
    pub(crate) async fn connect(&self, target: &Target, is_tunnel: bool) -> Result<TcpStream, Refusal> {
        let mut stream = TcpStream::connect(&self.address).await.map_err(|_| Refusal::Connect)?;
        if is_tunnel {
            let host = format!("{}:{}", target.host_name(), target.port());
            let mut request = format!("CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n").into_bytes();
            if let Some(authorization) = &self.authorization {
                request.extend(b"Proxy-Authorization: ");
                request.extend(authorization.as_bytes());
                request.extend(b"\r\n");
            }
            request.extend(b"\r\n");
            stream.write_all(&request).await.map_err(|_| Refusal::Broken)?;
            let head = head(&mut stream).await?;
            let status = head.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
            if !head.starts_with(b"HTTP/1.") || !status.starts_with(b"2") {
                return Err(Refusal::Connect);
            }
        }
        Ok(stream)
    }
}

/// Reads the head of a response, and no byte of the tunnel after it.
async fn head(stream: &mut TcpStream) -> Result<Vec<u8>, Refusal> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() >= HEAD_BYTES {
            return Err(Refusal::HeadersTooLarge);
        }
        head.push(stream.read_u8().await.map_err(|_| Refusal::Broken)?);
    }
    Ok(head)
}
