//! Serves the built app, from a folder or embedded in the program: checks names, prefers compressed siblings, and sets
//! caching by name.
//!
//! A name with a content hash never changes and is cached permanently; other files are revalidated, which costs a 304.
//! A file is read completely, once for all callers that get it at the same time, and counts in the common memory until
//! the last one has it. Directory listings, ranges and percent-encoded names are not supported (the build creates
//! none).

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::SystemTime;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use tokio::sync::Mutex;

use crate::error::Refusal;
use crate::limits::Limits;
use crate::memory::{MemoryBudget, Slices};

/// The policy of the app's page: its own files, WebAssembly, its own worker, its own proxy, and sites that send CORS
/// headers (the source “direct”).
pub const APP_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; connect-src 'self' http: https:; \
    frame-ancestors 'none'";

/// The header that isolates the app from pages that open it (HTML standard §7.1.3).
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The header by which the app learns without a request that a proxy served it (W3C Server Timing §3.3), with the name
/// of `/healthz`.
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// The page at `/` if there is no app to serve.
const NO_APP: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Salticid proxy</title>\
<h1>The proxy is running</h1><p>It has no app to serve. Build the app and start both with \
<code>cargo xtask start</code>, \
or name a built folder with <code>--dist DIR</code>.</p></html>";

/// The least number of hexadecimal digits in a file name that count as a content hash.
const HASH_DIGITS: usize = 12;

/// The app's files: of a folder on disk, or else those in the program, if it was built with the feature `embed-dist`.
pub(crate) struct Pages {
    folder: Option<PathBuf>,
    /// The files that some caller is getting.
    shared: Mutex<HashMap<PathBuf, Weak<SharedFile>>>,
    memory: MemoryBudget,
    limits: Limits,
}

/// A file of the folder, with its reservation of memory.
struct SharedFile {
    bytes: Bytes,
    modified: Option<SystemTime>,
}

/// One caller's part in a shared file.
struct Part(Arc<SharedFile>);

impl AsRef<[u8]> for Part {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

#[cfg(feature = "embed-dist")]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../dist"]
struct Dist;

#[cfg(feature = "embed-dist")]
fn built_in(name: &str) -> Option<Bytes> {
    use std::borrow::Cow;
    match <Dist as rust_embed::RustEmbed>::get(name)?.data {
        Cow::Borrowed(bytes) => Some(Bytes::from_static(bytes)),
        Cow::Owned(bytes) => Some(bytes.into()),
    }
}

#[cfg(not(feature = "embed-dist"))]
fn built_in(_name: &str) -> Option<Bytes> {
    None
}

impl Pages {
    /// Serves the named folder, or else the files in the program.
    pub(crate) fn new(folder: Option<PathBuf>, memory: &MemoryBudget, limits: &Limits) -> Self {
        Self { folder, shared: Mutex::default(), memory: memory.clone(), limits: limits.clone() }
    }

    /// Responds to a GET or HEAD of one of the app's files.
    pub(crate) async fn answer(&self, path: &str, asked: &HeaderMap) -> Result<Response, Refusal> {
        let name = file_name(path).ok_or(Refusal::NotFound)?;
        for (suffix, encoding) in [(".br", Some("br")), (".gz", Some("gzip")), ("", None)] {
            if encoding.is_some_and(|encoding| !accepts(asked, encoding)) {
                continue;
            }
            if let Some(bytes) = self.read(&format!("{name}{suffix}")).await? {
                return Ok(self.file(name, encoding, bytes, asked));
            }
        }
        if self.folder.is_none() && name == "index.html" {
            return Ok(self.file(name, None, Bytes::from_static(NO_APP.as_bytes()), asked));
        }
        Err(Refusal::NotFound)
    }

    async fn read(&self, name: &str) -> Result<Option<Bytes>, Refusal> {
        match &self.folder {
            None => Ok(built_in(name)),
            Some(folder) => match within(folder, name).await {
                Some(path) => self.share(path).await,
                None => Ok(None),
            },
        }
    }

    /// Reads a file, unless a caller is getting it in its present version; [`Refusal::Busy`] without memory for it.
    async fn share(&self, path: PathBuf) -> Result<Option<Bytes>, Refusal> {
        // Held while the file is read, so that callers at the same moment read it once.
        let mut shared = self.shared.lock().await;
        let Ok(metadata) = tokio::fs::metadata(&path).await else {
            return Ok(None);
        };
        let (length, modified) = (metadata.len(), metadata.modified().ok());
        let length = usize::try_from(length).map_err(|_| Refusal::Busy)?;
        let known = shared.get(&path).and_then(Weak::upgrade);
        let current = |file: &Arc<SharedFile>| file.modified == modified && file.bytes.len() == length;
        if let Some(file) = known.filter(current) {
            return Ok(Some(Bytes::from_owner(Part(file))));
        }
        let mut reservation = self.memory.reserve(length)?;
        let Ok(bytes) = tokio::fs::read(&path).await else {
            return Ok(None);
        };
        reservation.grow_to(bytes.len())?;
        let bytes = reservation.attach(bytes);
        let file = Arc::new(SharedFile { bytes, modified });
        shared.retain(|_, file| file.strong_count() > 0);
        shared.insert(path, Arc::downgrade(&file));
        Ok(Some(Bytes::from_owner(Part(file))))
    }

    fn file(&self, name: &str, encoding: Option<&'static str>, bytes: Bytes, asked: &HeaderMap) -> Response {
        let tag = tag(&bytes, encoding);
        let known = asked.get_all(header::IF_NONE_MATCH).iter().any(|value| *value == tag);
        let mut response =
            Response::new(if known { Body::empty() } else { Body::new(Slices::new(bytes, &self.limits)) });
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let cache = if is_hashed(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
        let headers = response.headers_mut();
        let mut set = |name: HeaderName, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
        set(header::CACHE_CONTROL, cache);
        set(header::VARY, "accept-encoding");
        set(header::CONTENT_SECURITY_POLICY, APP_POLICY);
        // A page that opens the app, or is opened by it, gets no reference to its window.
        set(OPENER_POLICY, "same-origin");
        set(SERVER_TIMING, "salticid-proxy");
        if let Some(encoding) = encoding {
            set(header::CONTENT_ENCODING, encoding);
        }
        headers.insert(header::ETAG, tag);
        headers.insert(header::CONTENT_TYPE, content_type(name));
        response
    }
}

/// Returns the path of a regular file of a folder; `None` if there is none, or if a symbolic link leads out of the
/// folder.
async fn within(folder: &Path, name: &str) -> Option<PathBuf> {
    let file = tokio::fs::canonicalize(folder.join(name)).await.ok()?;
    let home = tokio::fs::canonicalize(folder).await.ok()?;
    let is_file = tokio::fs::metadata(&file).await.ok()?.is_file();
    (is_file && file.starts_with(home)).then_some(file)
}

/// Returns the file of a path, which may only have plain segments, so that no path leads out of the folder.
fn file_name(path: &str) -> Option<&str> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '@' | '+');
    name.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain)).then_some(name)
}

/// Returns true if the caller accepts the encoding (RFC 9110 §12.5.3; the only weight that is considered is zero).
fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    asked
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|offer| {
            let (name, weight) = offer.split_once(';').unwrap_or((offer, ""));
            let refused = matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
            name.trim().eq_ignore_ascii_case(encoding) && !refused
        })
}

fn is_hashed(name: &str) -> bool {
    let hash = |part: &str| part.len() >= HASH_DIGITS && part.bytes().all(|b| b.is_ascii_hexdigit());
    name.split(['/', '-', '_', '.']).any(hash)
}

fn content_type(name: &str) -> HeaderValue {
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let text = if kind.type_() == "text" { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

fn tag(bytes: &[u8], encoding: Option<&str>) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    let text = format!("\"{:016x}{}\"", hasher.finish(), encoding.unwrap_or_default());
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for path in [
            "",
            "x",
            "//",
            "/..",
            "/../x",
            "/a/../b",
            "/./x",
            "/a//b",
            "/a/",
            "/.env",
            "/a/.git/config",
            "/%2e%2e/x",
            "/a%2fb",
            "/a\\b",
            "/c:x",
            "/a\0b",
            "/ä",
            "//etc/passwd",
        ] {
            assert_eq!(file_name(path), None, "{path:?}");
        }
        for (path, name) in [("/", "index.html"), ("/app.js", "app.js"), ("/snippets/a-1/b.js", "snippets/a-1/b.js")] {
            assert_eq!(file_name(path), Some(name));
        }
    }

    #[test]
    fn files_have_their_types() {
        for (name, kind) in [
            ("index.html", "text/html; charset=utf-8"),
            ("a.js", "text/javascript; charset=utf-8"),
            ("a.wasm", "application/wasm"),
            ("a.css", "text/css; charset=utf-8"),
            ("a.svg", "image/svg+xml"),
            ("a.json", "application/json"),
            ("a.unknown", "application/octet-stream"),
        ] {
            assert_eq!(content_type(name), kind, "{name}");
        }
    }

    #[test]
    fn only_names_with_a_hash_are_cached_for_good() {
        for (name, hashed) in [
            ("salticid-3f2a9c81d07be645.js", true),
            ("salticid-3f2a9c81d07be645_bg.wasm", true),
            ("index.html", false),
            ("worker.js", false),
            ("worker_bg.wasm", false),
            ("decade-facade.js", false),
        ] {
            assert_eq!(is_hashed(name), hashed, "{name}");
        }
    }

    #[tokio::test]
    async fn callers_at_the_same_time_share_a_file_until_it_changes() {
        let folder = std::env::temp_dir().join(format!("salticid-pages-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for tests");
        let write = |length| std::fs::write(folder.join("a.js"), vec![b'a'; length]);
        let memory = MemoryBudget::new(1 << 20);
        let pages = Pages::new(Some(folder.clone()), &memory, &Limits::default());
        let asked = HeaderMap::new();
        write(4 * 4_096).expect("a folder for tests");
        let (first, second) = tokio::join!(pages.answer("/a.js", &asked), pages.answer("/a.js", &asked));
        assert_eq!(memory.held(), 4 * 4_096);
        drop(first);
        assert_eq!(memory.held(), 4 * 4_096);
        write(2 * 4_096).expect("a folder for tests");
        let third = pages.answer("/a.js", &asked).await.expect("a file");
        assert_eq!(memory.held(), 6 * 4_096, "the old and the new version");
        let body = axum::body::to_bytes(third.into_body(), 1 << 20).await;
        assert_eq!(body.expect("a body").len(), 2 * 4_096);
        drop(second);
        assert_eq!(memory.held(), 0);
        std::fs::remove_dir_all(folder).expect("a folder for tests");
    }
}
