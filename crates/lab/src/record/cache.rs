//! Keeps responses in a folder, as an HTTP cache for one person (RFC 9111).
//!
//! A fresh response is not requested again, and a stale one is requested with its validators. A file holds the last
//! response of an address, in a folder by the first two digits of its name. robots.txt is always requested, since it
//! must not be older than a day (RFC 9309 §2.4). Not covered: a limit of size; people delete the folder.

use super::live::{Fetch, Fetching};
use crate::{LabError, file};
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, header};
use http_cache_semantics::{AfterResponse, BeforeRequest, CacheOptions, CachePolicy};
use salticid_proxy::ClientResponse;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::task::spawn_blocking;
use types::failure::Failure;
use types::header::TRUNCATED;
use xxhash_rust::xxh3::xxh3_128;

/// The status of a response without a body, which says that the stored one is still right.
const NOT_MODIFIED: u16 = 304;

/// A fetcher that keeps the responses of another one.
pub struct Cache {
    fetcher: Arc<dyn Fetch>,
    folder: PathBuf,
}

/// The first line of a file, before the body.
#[derive(Serialize, Deserialize)]
struct Head {
    policy: CachePolicy,
    status: u16,
    headers: Vec<(String, String)>,
}

/// A response of the folder.
struct Stored {
    head: Head,
    body: Vec<u8>,
}

impl Cache {
    /// Opens a folder, which is created if it is missing.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn open(folder: &Path, fetcher: Arc<dyn Fetch>) -> Result<Self, LabError> {
        fs::create_dir_all(folder).map_err(LabError::write(folder))?;
        Ok(Self { fetcher, folder: folder.to_owned() })
    }

    /// Returns the file of an address. If two addresses share it, the policy tells them apart.
    fn path(&self, address: &str) -> PathBuf {
        let name = format!("{:032x}", xxh3_128(address.as_bytes()));
        self.folder.join(&name[..2]).join(name)
    }

    async fn response(&self, address: String) -> Result<ClientResponse, Failure> {
        let fetch = |conditions| Arc::clone(&self.fetcher).fetch(address.clone(), conditions);
        let Some(request) = self.request(&address) else {
            return fetch(HeaderMap::new()).await;
        };
        let path = self.path(&address);
        let file = path.clone();
        let stored = spawn_blocking(move || Stored::read(&file)).await.ok().flatten();
        let known = stored.map(|stored| (stored.head.policy.before_request(&request, SystemTime::now()), stored));
        let (conditions, stored) = match known {
            Some((BeforeRequest::Fresh(_), stored)) => return Ok(stored.response()),
            Some((BeforeRequest::Stale { request, matches: true }, stored)) => (request.headers, Some(stored)),
            _ => (HeaderMap::new(), None),
        };
        let mut response = fetch(conditions).await?;
        if response.status == NOT_MODIFIED
            && let Some(stored) = stored
        {
            if let Some(stored) = validated(&request, stored, &response) {
                let answer = ClientResponse { elapsed: response.elapsed, ..stored.response() };
                write(stored, path).await;
                return Ok(answer);
            }
            // Its validators are others than those of the stored response.
            response = fetch(HeaderMap::new()).await?;
        }
        if let Some(stored) = storable(&request, &response) {
            write(stored, path).await;
        }
        Ok(response)
    }

    /// Returns the request of an address; `None` if its response is not stored.
    fn request(&self, address: &str) -> Option<Request<()>> {
        if address.ends_with("/robots.txt") {
            return None;
        }
        let mut request = Request::get(address).body(()).ok()?;
        *request.headers_mut() = self.fetcher.request_headers(address);
        Some(request)
    }
}

impl Fetch for Cache {
    fn fetch(self: Arc<Self>, address: String, _conditions: HeaderMap) -> Fetching {
        Box::pin(async move { self.response(address).await })
    }

    fn request_headers(&self, address: &str) -> HeaderMap {
        self.fetcher.request_headers(address)
    }
}

/// Writes a response. One that cannot be stored is requested again.
async fn write(stored: Stored, path: PathBuf) {
    let _ = spawn_blocking(move || stored.write(&path)).await;
}

/// Returns the stored response with the headers of a 304 response; `None` if that is about another one.
fn validated(request: &Request<()>, old: Stored, new: &ClientResponse) -> Option<Stored> {
    let fields = with_validators(head(new), &old);
    let AfterResponse::NotModified(policy, _) = old.head.policy.after_response(request, &fields, SystemTime::now())
    else {
        return None;
    };
    let headers = merged(old.head.headers, &new.headers);
    Some(Stored { head: Head { policy, headers, ..old.head }, body: old.body })
}

/// Returns a response to store; `None` if it must not be stored.
fn storable(request: &Request<()>, new: &ClientResponse) -> Option<Stored> {
    let options = CacheOptions { shared: false, ..CacheOptions::default() };
    let policy = CachePolicy::new_options(request, &head(new), SystemTime::now(), options);
    let is_whole = new.headers.iter().all(|(name, _)| name != TRUNCATED);
    let head = Head { policy, status: new.status, headers: new.headers.clone() };
    (is_whole && head.policy.is_storable()).then(|| Stored { head, body: new.body.to_vec() })
}

/// Returns status and headers of a response. A value that HTTP does not allow is omitted.
fn head(response: &ClientResponse) -> Response<()> {
    let mut head = Response::new(());
    *head.status_mut() = response.status.try_into().unwrap_or_default();
    for (name, value) in &response.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            head.headers_mut().append(name, value);
        }
    }
    head
}

/// Adds the validators of the stored response to one without any, which hosts leave out of a 304 response.
fn with_validators(mut new: Response<()>, old: &Stored) -> Response<()> {
    let validators = [header::ETAG, header::LAST_MODIFIED];
    if !validators.iter().any(|name| new.headers().contains_key(name)) {
        for name in validators {
            let value = old.head.headers.iter().find(|(field, _)| name == field.as_str());
            if let Some(Ok(value)) = value.map(|(_, value)| HeaderValue::try_from(value)) {
                new.headers_mut().insert(name, value);
            }
        }
    }
    new
}

/// Returns the stored headers, with those of a 304 response in place of those with the same name (RFC 9111 §3.2). The
/// type of the body stays.
fn merged(old: Vec<(String, String)>, new: &[(String, String)]) -> Vec<(String, String)> {
    let new = new.iter().filter(|(name, _)| *name != header::CONTENT_TYPE.as_str());
    let kept = old.into_iter().filter(|(name, _)| !new.clone().any(|(other, _)| other == name));
    kept.collect::<Vec<_>>().into_iter().chain(new.clone().cloned()).collect()
}

impl Stored {
    /// Reads a file; `None` if it is missing or damaged.
    fn read(path: &Path) -> Option<Self> {
        let mut bytes = fs::read(path).ok()?;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let head = serde_json::from_slice(&bytes[..end]).ok()?;
        Some(Self { head, body: bytes.split_off(end + 1) })
    }

    fn write(&self, path: &Path) -> Result<(), LabError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(LabError::write(folder))?;
        }
        let mut bytes = serde_json::to_vec(&self.head).map_err(std::io::Error::other).map_err(LabError::write(path))?;
        bytes.push(b'\n');
        bytes.extend(&self.body);
        file::write(path, bytes)
    }

    /// Returns the response, without the time of a request.
    fn response(&self) -> ClientResponse {
        let Head { status, headers, .. } = &self.head;
        let (headers, body) = (headers.clone(), self.body.clone().into());
        ClientResponse { status: *status, headers, body, elapsed: Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A host with one page, which answers conditional requests. It notes the `If-None-Match` of each request.
    struct Host {
        headers: Mutex<Vec<(&'static str, &'static str)>>,
        language: Mutex<&'static str>,
        asked: Mutex<Vec<Option<String>>>,
    }

    impl Fetch for Host {
        fn fetch(self: Arc<Self>, _address: String, conditions: HeaderMap) -> Fetching {
            let condition = conditions.get(header::IF_NONE_MATCH).or_else(|| conditions.get(header::IF_MODIFIED_SINCE));
            let condition = condition.map(|value| value.to_str().expect("ASCII").to_owned());
            let is_known = condition.is_some();
            self.asked.lock().expect("no panic").push(condition);
            let headers = self.headers.lock().expect("no panic").clone();
            // As many hosts do, it leaves Last-Modified out of a 304 response.
            let sent = headers.iter().filter(|(name, _)| !is_known || *name != "last-modified");
            let headers = sent.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let (status, body) = if is_known { (NOT_MODIFIED, "") } else { (200, "<p>spider") };
            let elapsed = Duration::from_millis(7);
            Box::pin(async move { Ok(ClientResponse { status, headers, body: body.into(), elapsed }) })
        }

        fn request_headers(&self, _address: &str) -> HeaderMap {
            let language = HeaderValue::from_static(*self.language.lock().expect("no panic"));
            HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, language)])
        }
    }

    /// Requests addresses of a host with these headers, and returns the conditions of the requests that it got.
    async fn asked(name: &str, headers: &[(&'static str, &'static str)], addresses: &[&str]) -> Vec<Option<String>> {
        let (host, cache) = cache(name, headers);
        for address in addresses {
            let response = Arc::clone(&cache).fetch((*address).to_owned(), HeaderMap::new()).await.expect("a response");
            assert_eq!((response.status, &*response.body), (200, &b"<p>spider"[..]), "{name}");
        }
        let asked = host.asked.lock().expect("no panic");
        asked.clone()
    }

    fn cache(name: &str, headers: &[(&'static str, &'static str)]) -> (Arc<Host>, Arc<Cache>) {
        let folder = std::env::temp_dir().join(format!("salticid-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let (headers, asked) = (Mutex::new(headers.to_vec()), Mutex::default());
        let host = Arc::new(Host { headers, language: Mutex::new("en"), asked });
        let cache = Cache::open(&folder, Arc::clone(&host) as Arc<dyn Fetch>).expect("a folder");
        (host, Arc::new(cache))
    }

    const PAGE: &str = "http://a.test/";

    #[tokio::test]
    async fn a_fresh_response_is_not_requested_again_and_a_stale_one_is_validated() {
        let etag = |value: &str| Some(value.to_owned());
        let modified = "Fri, 20 Nov 2026 00:00:00 GMT";
        let html = ("content-type", "text/html");
        for (name, headers, expected) in [
            ("fresh", vec![html, ("cache-control", "max-age=60")], vec![None]),
            ("private", vec![html, ("cache-control", "private, max-age=60")], vec![None]),
            ("etag", vec![html, ("cache-control", "no-cache"), ("etag", "\"a\"")], vec![None, etag("\"a\"")]),
            ("date", vec![("cache-control", "max-age=0"), ("last-modified", modified)], vec![None, etag(modified)]),
            ("no-store", vec![("cache-control", "no-store"), ("etag", "\"a\"")], vec![None, None]),
            ("cut", vec![("cache-control", "max-age=60"), (TRUNCATED, "length")], vec![None, None]),
            ("unknown", vec![html], vec![None, None]),
        ] {
            assert_eq!(asked(name, &headers, &[PAGE, PAGE]).await, expected, "{name}");
        }
        let robots = "http://a.test/robots.txt";
        assert_eq!(asked("robots", &[("cache-control", "max-age=60")], &[robots, robots]).await, [None, None]);
    }

    #[tokio::test]
    async fn a_validated_response_has_the_new_headers_and_is_fresh_again() {
        let headers = [("cache-control", "no-cache"), ("etag", "\"a\""), ("x-robots-tag", "noindex"), ("link", "<a>")];
        let (host, cache) = cache("again", &headers);
        let fetch = || Arc::clone(&cache).fetch(PAGE.to_owned(), HeaderMap::new());
        fetch().await.expect("a response");
        *host.headers.lock().expect("no panic") = vec![("cache-control", "max-age=60"), ("etag", "\"a\"")];
        for elapsed in [7, 0] {
            let response = fetch().await.expect("a response");
            assert_eq!((response.status, response.elapsed), (200, Duration::from_millis(elapsed)));
            let named = |name| response.headers.iter().find(|(field, _)| field == name).map(|(_, value)| &**value);
            assert_eq!((named("cache-control"), named("x-robots-tag")), (Some("max-age=60"), Some("noindex")));
        }
        assert_eq!(host.asked.lock().expect("no panic").len(), 2);
    }

    #[tokio::test]
    async fn a_response_that_varies_by_a_header_is_requested_again_with_another_value() {
        let (host, cache) = cache("vary", &[("cache-control", "max-age=60"), ("vary", "Accept-Language")]);
        for (language, requests) in [("en", 1), ("en", 1), ("de", 2), ("de", 2)] {
            *host.language.lock().expect("no panic") = language;
            let response = Arc::clone(&cache).fetch(PAGE.to_owned(), HeaderMap::new()).await;
            assert_eq!(response.expect("a response").status, 200);
            assert_eq!(host.asked.lock().expect("no panic").len(), requests, "{language}");
        }
    }
}
