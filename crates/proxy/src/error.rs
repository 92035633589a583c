//! Defines the refusals of the proxy: one enum with a stable code for each case.
//!
//! Messages state the remedy and never contain an address, so that they do not reveal the addresses of private names. Error responses of a
//! host, such as a 404 or 500, are responses and not refusals.

use hyper::StatusCode;
use thiserror::Error;

/// A refusal or failure, as reported to the caller. Codes are part of the contract: they are never renamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The URL does not parse, or has no host.
    #[error("This is not an absolute URL. Write it with its scheme, such as http://example.com/.")]
    BadUrl,
    /// The URL is longer than the limit.
    #[error("The URL is too long. The limit is 2,083 bytes.")]
    UrlTooLong,
    /// The scheme is neither http nor https.
    #[error("Only http and https URLs are allowed.")]
    Scheme,
    /// A name or password precedes the host.
    #[error("The URL has a user name or password. Remove them: the proxy sends no credentials.")]
    Userinfo,
    /// The port is not allowed.
    #[error(
        "Only ports 80, 443, 8080 and 8443 are allowed. The operator can allow another with --allow-address."
    )]
    Port,
    /// The address, or one of the addresses of the name, is not public. Contains the kind of network.
    #[error(
        "The host is not on the public internet ({0}). The operator can allow it with --allow-address."
    )]
    Address(&'static str),
    /// The request is for the proxy itself, or another server on its machine.
    #[error(
        "The proxy does not fetch from itself or from its own machine. The operator can allow another server there with --allow-address."
    )]
    OwnAddress,
    /// The addresses of the machine's interfaces are unknown, so any address may be one of them.
    #[error(
        "The proxy could not list the addresses of its own machine, which it must not fetch from. Retry later or restart the proxy."
    )]
    Interfaces,
    /// The name has no address.
    #[error("The host name was not found. Check its spelling.")]
    Dns,
    /// No address of the host accepted the connection.
    #[error("The host refused the connection. It may be down.")]
    Connect,
    /// The TLS handshake failed: wrong name, unknown issuer, expired, or no TLS there.
    #[error("TLS failed: the host's certificate is not trusted, or it does not support TLS.")]
    Tls,
    /// The response is not HTTP/1.
    #[error("The host's response is not HTTP.")]
    Protocol,
    /// The connection ended before the response did.
    #[error("The host closed the connection before its response was complete. Try again later.")]
    Broken,
    /// Lookup, dialing and handshake took too long.
    #[error("The host took too long to accept the connection. Try again later.")]
    ConnectTimeout,
    /// The head of the response took too long.
    #[error("The host took too long to respond. Try again later.")]
    HeadersTimeout,
    /// The body made no progress for too long.
    #[error("The host stopped in the middle of its response. Try again later.")]
    IdleTimeout,
    /// The fetch as a whole took too long.
    #[error("The whole response took too long. Try again later.")]
    TotalTimeout,
    /// The response's head exceeds its limit.
    #[error("The response head is over 64 KiB.")]
    HeadersTooLarge,
    /// The response's body exceeds its limit, compressed or decoded.
    #[error("The response is over the size limit of 8 MiB, or 4 MiB compressed.")]
    TooLarge,
    /// An encoding that was not requested, too many of them, or broken compressed data.
    #[error("The response's compression is unknown or damaged.")]
    Encoding,
    /// The compressed data consist of far more blocks, or gzip members, than data of their size need.
    #[error(
        "The response's compressed data has too many blocks for its size. It is damaged or malicious."
    )]
    DecodingWork,
    /// The media type is neither HTML, text, XML, JSON nor a feed.
    #[error("The response is {0}. Only HTML, text, XML, JSON and feeds are allowed.")]
    ContentType(&'static str),
    /// All slots stayed occupied, or the memory for responses did.
    #[error("The proxy is busy. Retry in a few seconds, with fewer parallel fetches.")]
    Busy,
    /// Too many fetches in too short a time.
    #[error("Too many fetches in a short time. Retry in a few seconds.")]
    Rate,
    /// The `Host` of the request is not a name of this proxy.
    #[error("This proxy does not serve this host name. The operator can add it with --host.")]
    ForbiddenHost,
    /// The `Origin` of the request is neither ours nor on the list.
    #[error("This origin may not use the proxy. The operator can add it with --allow-origin.")]
    ForbiddenOrigin,
    /// The request is proven neither to come from the proxy's own page nor to have the token.
    #[error(
        "Only the proxy's own page may fetch. Open the app from the proxy, or send the X-Salticid-Token header."
    )]
    ForbiddenSite,
    /// A browser would use the response as a script, a frame or anything else except data.
    #[error(
        "The browser requested the page for another use than fetch(). Only fetch() is allowed."
    )]
    ForbiddenDestination,
    /// The route does not support the method.
    #[error("Use GET, HEAD or OPTIONS; /fetch-many needs POST.")]
    Method,
    /// The request itself is malformed.
    #[error(
        "The request is malformed. /fetch takes one `url`; /fetch-many takes JSON with at most 64 `urls`."
    )]
    BadRequest,
    /// No such page.
    #[error("Not found. Check the path.")]
    NotFound,
    /// The ticket was never issued, was already collected, or has expired.
    #[error("This ticket is unknown or has ended. Ask for the URL again.")]
    NoTicket,
    /// The patience ended before the response came; the fetch continues.
    #[error("The response has not arrived. Collect it later with the ticket.")]
    StillWaiting,
}

impl Refusal {
    /// Returns the stable code, as in `X-Proxy-Error` and in the JSON.
    pub const fn code(self) -> &'static str {
        self.code_and_status().0
    }

    /// Returns the HTTP status of the refusal.
    pub fn status(self) -> StatusCode {
        StatusCode::from_u16(self.code_and_status().1).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Returns code and status of each case, on which callers rely.
    const fn code_and_status(self) -> (&'static str, u16) {
        match self {
            Self::BadUrl => ("bad-url", 400),
            Self::UrlTooLong => ("url-too-long", 414),
            Self::Scheme => ("scheme", 400),
            Self::Userinfo => ("userinfo", 400),
            Self::Port => ("port", 403),
            Self::Address(_) => ("address", 403),
            Self::OwnAddress => ("own-address", 403),
            Self::Interfaces => ("interfaces", 503),
            Self::Dns => ("dns", 502),
            Self::Connect => ("connect", 502),
            Self::Tls => ("tls", 502),
            Self::Protocol => ("protocol", 502),
            Self::Broken => ("broken", 502),
            Self::ConnectTimeout => ("timeout-connect", 504),
            Self::HeadersTimeout => ("timeout-headers", 504),
            Self::IdleTimeout => ("timeout-idle", 504),
            Self::TotalTimeout => ("timeout-total", 504),
            Self::HeadersTooLarge => ("headers-too-large", 502),
            Self::TooLarge => ("too-large", 502),
            Self::Encoding => ("encoding", 502),
            Self::DecodingWork => ("decoding-work", 502),
            Self::ContentType(_) => ("content-type", 415),
            Self::Busy => ("busy", 503),
            Self::Rate => ("rate", 429),
            Self::ForbiddenHost => ("forbidden-host", 403),
            Self::ForbiddenOrigin => ("forbidden-origin", 403),
            Self::ForbiddenSite => ("forbidden-site", 403),
            Self::ForbiddenDestination => ("forbidden-destination", 403),
            Self::Method => ("method", 405),
            Self::BadRequest => ("bad-request", 400),
            Self::NotFound => ("not-found", 404),
            Self::NoTicket => ("no-ticket", 404),
            Self::StillWaiting => ("still-waiting", 202),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Returns every case. The match ensures that new cases are added here.
    fn all() -> Vec<Refusal> {
        use Refusal as R;
        let (first, network) = (R::BadUrl, "loopback");
        match first {
            R::BadUrl
            | R::UrlTooLong
            | R::Scheme
            | R::Userinfo
            | R::Port
            | R::Address(_)
            | R::OwnAddress
            | R::Interfaces
            | R::Dns
            | R::Connect
            | R::Tls
            | R::Protocol
            | R::Broken
            | R::ConnectTimeout
            | R::HeadersTimeout
            | R::IdleTimeout
            | R::TotalTimeout
            | R::HeadersTooLarge
            | R::TooLarge
            | R::Encoding
            | R::DecodingWork
            | R::ContentType(_)
            | R::ForbiddenDestination
            | R::Busy
            | R::Rate
            | R::ForbiddenHost
            | R::ForbiddenOrigin
            | R::ForbiddenSite
            | R::Method
            | R::BadRequest
            | R::NotFound
            | R::NoTicket
            | R::StillWaiting => {}
        }
        vec![
            R::BadUrl,
            R::UrlTooLong,
            R::Scheme,
            R::Userinfo,
            R::Port,
            R::Address(network),
            R::OwnAddress,
            R::Interfaces,
            R::Dns,
            R::Connect,
            R::Tls,
            R::Protocol,
            R::Broken,
            R::ConnectTimeout,
            R::HeadersTimeout,
            R::IdleTimeout,
            R::TotalTimeout,
            R::HeadersTooLarge,
            R::TooLarge,
            R::Encoding,
            R::DecodingWork,
            R::ContentType("an image"),
            R::ForbiddenDestination,
            R::Busy,
            R::Rate,
            R::ForbiddenHost,
            R::ForbiddenOrigin,
            R::ForbiddenSite,
            R::Method,
            R::BadRequest,
            R::NotFound,
            R::NoTicket,
            R::StillWaiting,
        ]
    }

    #[test]
    fn every_refusal_has_a_code_of_its_own_and_a_status_that_says_whose_fault_it_is() {
        let codes: HashSet<_> = all().into_iter().map(Refusal::code).collect();
        assert_eq!(codes.len(), all().len());
        for refusal in all() {
            let status = refusal.status();
            assert!(
                status.is_client_error()
                    || status.is_server_error()
                    || refusal == Refusal::StillWaiting,
                "{refusal:?}"
            );
            assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{refusal:?}");
        }
    }

    #[test]
    fn no_message_names_an_address() {
        for refusal in all() {
            let message = refusal.to_string();
            for word in message.split(|c: char| c.is_whitespace() || c == '(' || c == ')') {
                let word = word.trim_end_matches(['.', ',', ';', ':']);
                assert!(word.parse::<std::net::IpAddr>().is_err(), "{message}");
                assert!(word.parse::<std::net::SocketAddr>().is_err(), "{message}");
            }
        }
    }
}
