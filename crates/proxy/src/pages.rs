//! Serves the built app, from a folder or embedded in the program: checks names, prefers compressed siblings, and sets caching by name.
//!
//! Files are small and few, so they are read completely. A name with a content hash never changes and is cached permanently; other files
//! are revalidated, which costs a 304. Directory listings, ranges and percent-encoded names are not supported (the build creates none).

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::response::Response;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};

use crate::error::Refusal;

/// The policy of the app's page: its own files, WebAssembly, its own worker, its own proxy, and sites that send CORS
/// headers (the source “direct”).
pub const APP_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
img-src 'self' data:; base-uri 'none'; form-action 'none'; connect-src 'self' http: https:; frame-ancestors 'none'";

/// The header that isolates the app from pages that open it (HTML standard §7.1.3).
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The page at `/` if there is no app to serve.
const NO_APP: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Salticid proxy</title>\
<h1>The proxy is running</h1><p>It has no app to serve. Build the app and start both with <code>cargo xtask start</code>, \
or name a built folder with <code>--dist DIR</code>.</p></html>";

/// The least number of hexadecimal digits in a file name that count as a content hash.
const HASH_DIGITS: usize = 12;

/// The source of the app's files.
#[derive(Debug, Clone)]
pub(crate) enum Pages {
    /// A folder on disk.
    Folder(PathBuf),
    /// The program itself, which contains them if it was built with the feature `embed-dist`.
    BuiltIn,
}

#[cfg(feature = "embed-dist")]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../dist"]
struct Dist;

#[cfg(feature = "embed-dist")]
fn built_in(name: &str) -> Option<Vec<u8>> {
    <Dist as rust_embed::RustEmbed>::get(name).map(|file| file.data.into_owned())
}

#[cfg(not(feature = "embed-dist"))]
fn built_in(_name: &str) -> Option<Vec<u8>> {
    None
}

impl Pages {
    /// Returns the named folder, or else the files in the program.
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        folder.map_or(Self::BuiltIn, Self::Folder)
    }

    /// Responds to a GET or HEAD of one of the app's files.
    pub(crate) async fn answer(&self, path: &str, asked: &HeaderMap) -> Result<Response, Refusal> {
        let name = file_name(path).ok_or(Refusal::NotFound)?;
        for (suffix, encoding) in [(".br", Some("br")), (".gz", Some("gzip")), ("", None)] {
            if encoding.is_some_and(|encoding| !accepts(asked, encoding)) {
                continue;
            }
            if let Some(bytes) = self.read(&format!("{name}{suffix}")).await {
                return Ok(file(name, encoding, bytes, asked));
            }
        }
        match self {
            Self::BuiltIn if name == "index.html" => Ok(file(name, None, NO_APP.into(), asked)),
            _ => Err(Refusal::NotFound),
        }
    }

    async fn read(&self, name: &str) -> Option<Vec<u8>> {
        match self {
            Self::Folder(folder) => within(folder, name).await,
            Self::BuiltIn => built_in(name),
        }
    }
}

/// Reads a regular file of a folder; `None` if there is none, or if a symbolic link leads out of the folder.
async fn within(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let file = tokio::fs::canonicalize(folder.join(name)).await.ok()?;
    let home = tokio::fs::canonicalize(folder).await.ok()?;
    let is_file = tokio::fs::metadata(&file).await.ok()?.is_file();
    if !is_file || !file.starts_with(home) {
        return None;
    }
    tokio::fs::read(file).await.ok()
}

/// Returns the file of a path, which may only have plain segments, so that no path leads out of the folder.
fn file_name(path: &str) -> Option<&str> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '@' | '+');
    name.split('/')
        .all(|part| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain))
        .then_some(name)
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
    let hash =
        |part: &str| part.len() >= HASH_DIGITS && part.bytes().all(|b| b.is_ascii_hexdigit());
    name.split(['/', '-', '_', '.']).any(hash)
}

fn file(name: &str, encoding: Option<&'static str>, bytes: Vec<u8>, asked: &HeaderMap) -> Response {
    let tag = tag(&bytes, encoding);
    let known = asked
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .any(|value| *value == tag);
    let mut response = Response::new(if known {
        Body::empty()
    } else {
        Body::from(bytes)
    });
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let cache = if is_hashed(name) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value))
    };
    set(header::CACHE_CONTROL, cache);
    set(header::VARY, "accept-encoding");
    set(header::CONTENT_SECURITY_POLICY, APP_POLICY);
    // A page that opens the app, or is opened by it, gets no reference to its window.
    set(OPENER_POLICY, "same-origin");
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    headers.insert(header::ETAG, tag);
    headers.insert(header::CONTENT_TYPE, content_type(name));
    response
}

fn content_type(name: &str) -> HeaderValue {
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let text = if kind.type_() == "text" {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_string()
    };
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

fn tag(bytes: &[u8], encoding: Option<&str>) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    let text = format!(
        "\"{:016x}{}\"",
        hasher.finish(),
        encoding.unwrap_or_default()
    );
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
        for (path, name) in [
            ("/", "index.html"),
            ("/app.js", "app.js"),
            ("/snippets/a-1/b.js", "snippets/a-1/b.js"),
        ] {
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

    #[test]
    fn an_encoding_is_used_only_where_it_is_accepted() {
        for (offer, takes) in [
            ("br", true),
            ("gzip, deflate, br", true),
            ("gzip;q=1.0, BR;q=0.5", true),
            ("br;q=0", false),
            ("gzip", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(offer));
            assert_eq!(accepts(&headers, "br"), takes, "{offer}");
        }
    }
}
