//! Defines the refusals of the proxy: one enum with a stable code for each case.
//!
//! Messages state the remedy and never contain an address, so that they do not reveal the addresses of private names.
//! Error responses of a host, such as a 404 or 500, are responses and not refusals.

use hyper::StatusCode;
use thiserror::Error;

/// Declares the refusals: code, HTTP status and message. Codes are part of the contract: they are never renamed.
macro_rules! refusals {
    ($($(#[$doc:meta])* $case:ident $(($part:ty))? = $code:literal, $status:literal, $message:literal;)*) => {
        /// A refusal or failure, as reported to the caller. Codes are part of the contract: they are never renamed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
        pub enum Refusal {
            $($(#[$doc])* #[error($message)] $case $(($part))?,)*
        }

        impl Refusal {
            /// Returns code and status of each case, on which callers rely.
            const fn code_and_status(self) -> (&'static str, u16) {
                match self {
                    $(Self::$case { .. } => ($code, $status),)*
                }
            }

            /// Returns every case.
            #[cfg(test)]
            fn all() -> Vec<Self> {
                vec![$(Self::$case $((<$part>::default()))?,)*]
            }
        }
    };
}

refusals! {
    /// The URL does not parse, or has no host.
    BadUrl = "bad-url", 400,
        "This is not an absolute URL. Write it with its scheme, such as http://example.com/.";
    /// The URL is longer than the limit.
    UrlTooLong = "url-too-long", 414,
        "The URL is too long. The limit is 2,083 bytes.";
    /// The scheme is neither http nor https.
    Scheme = "scheme", 400,
        "Only http and https URLs are allowed.";
    /// A name or password precedes the host.
    Userinfo = "userinfo", 400,
        "The URL has a user name or password. Remove them: the proxy sends no credentials.";
    /// The port is not allowed.
    Port = "port", 403,
        "Only ports 80, 443, 8080 and 8443 are allowed. The operator can allow another with --allow-address.";
    /// The address, or one of the addresses of the name, is not public. Contains the kind of network.
    Address(&'static str) = "address", 403,
        "The host is not on the public internet ({0}). The operator can allow it with --allow-address.";
    /// The request is for the proxy itself, or another server on its machine.
    OwnAddress = "own-address", 403,
        "The proxy does not fetch from itself or from its own machine. The operator can allow another server there \
        with --allow-address.";
    /// The addresses of the machine's interfaces are unknown, so any address may be one of them.
    Interfaces = "interfaces", 503,
        "The proxy could not list the addresses of its own machine, which it must not fetch from. Retry later or \
        restart the proxy.";
    /// The name has no address.
    Dns = "dns", 502,
        "The host name was not found. Check its spelling.";
    /// No address of the host accepted the connection.
    Connect = "connect", 502,
        "The host refused the connection. It may be down.";
    /// The TLS handshake failed: wrong name, unknown issuer, expired, or no TLS there.
    Tls = "tls", 502,
        "TLS failed: the host's certificate is not trusted, or it does not support TLS.";
    /// The response is not HTTP/1.
    Protocol = "protocol", 502,
        "The host's response is not HTTP.";
    /// The connection ended before the response did.
    Broken = "broken", 502,
        "The host closed the connection before its response was complete. Try again later.";
    /// Lookup, dialing and handshake took too long.
    ConnectTimeout = "timeout-connect", 504,
        "The host took too long to accept the connection. Try again later.";
    /// The head of the response took too long.
    HeadersTimeout = "timeout-headers", 504,
        "The host took too long to respond. Try again later.";
    /// The body made no progress for too long.
    IdleTimeout = "timeout-idle", 504,
        "The host stopped in the middle of its response. Try again later.";
    /// The fetch as a whole took too long.
    TotalTimeout = "timeout-total", 504,
        "The whole response took too long. Try again later.";
    /// The response's head, or the number of interim responses before it, exceeds its limit.
    HeadersTooLarge = "headers-too-large", 502,
        "The response head is over 64 KiB, or follows more than 8 interim responses.";
    /// The response's body exceeds its limit, compressed or decoded.
    TooLarge = "too-large", 502,
        "The response is over the size limit of 8 MiB, or 4 MiB compressed.";
    /// An encoding that was not requested, too many of them, or broken compressed data.
    Encoding = "encoding", 502,
        "The response's compression is unknown or damaged.";
    /// The compressed data consist of far more blocks, or gzip members, than data of their size need.
    DecodingWork = "decoding-work", 502,
        "The response's compressed data has too many blocks for its size. It is damaged or malicious.";
    /// The media type is neither HTML, text, XML, JSON nor a feed.
    ContentType(&'static str) = "content-type", 415,
        "The response is {0}. Only HTML, text, XML, JSON and feeds are allowed.";
    /// All slots stayed occupied, or the memory for responses did.
    Busy = "busy", 503,
        "The proxy is busy. Retry in a few seconds, with fewer parallel fetches.";
    /// Too many fetches in too short a time.
    Rate = "rate", 429,
        "Too many fetches in a short time. Retry in a few seconds.";
    /// The `Host` of the request is not a name of this proxy.
    ForbiddenHost = "forbidden-host", 403,
        "This proxy does not serve this host name. The operator can add it with --host.";
    /// The `Origin` of the request is neither ours nor on the list.
    ForbiddenOrigin = "forbidden-origin", 403,
        "This origin may not use the proxy. The operator can add it with --allow-origin.";
    /// The request is proven neither to come from the proxy's own page nor to have the token.
    ForbiddenSite = "forbidden-site", 403,
        "Only the proxy's own page may fetch. Open the app from the proxy, or send the X-Salticid-Token header.";
    /// A browser would use the response as a script, a frame or anything else except data.
    ForbiddenDestination = "forbidden-destination", 403,
        "The browser requested the page for another use than fetch(). Only fetch() is allowed.";
    /// The route does not support the method.
    Method = "method", 405,
        "Use GET, HEAD or OPTIONS; /fetch-many needs POST.";
    /// The request itself is malformed.
    BadRequest = "bad-request", 400,
        "The request is malformed. /fetch takes one `url`; /fetch-many takes JSON with at most 64 `urls`.";
    /// No such page.
    NotFound = "not-found", 404,
        "Not found. Check the path.";
    /// The ticket was never issued, was already collected, or has expired.
    NoTicket = "no-ticket", 404,
        "This ticket is unknown or has ended. Ask for the URL again.";
    /// The patience ended before the response came; the fetch continues.
    StillWaiting = "still-waiting", 202,
        "The response has not arrived. Collect it later with the ticket.";
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_refusal_has_a_code_of_its_own_and_a_status_that_says_whose_fault_it_is() {
        let codes: HashSet<_> = Refusal::all().into_iter().map(Refusal::code).collect();
        assert_eq!(codes.len(), Refusal::all().len());
        for refusal in Refusal::all() {
            let status = refusal.status();
            assert!(
                status.is_client_error() || status.is_server_error() || refusal == Refusal::StillWaiting,
                "{refusal:?}"
            );
            assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{refusal:?}");
        }
    }

    #[test]
    fn no_message_names_an_address() {
        for refusal in Refusal::all() {
            let message = refusal.to_string();
            for word in message.split(|c: char| c.is_whitespace() || c == '(' || c == ')') {
                let word = word.trim_end_matches(['.', ',', ';', ':']);
                assert!(word.parse::<std::net::IpAddr>().is_err(), "{message}");
                assert!(word.parse::<std::net::SocketAddr>().is_err(), "{message}");
            }
        }
    }
}
