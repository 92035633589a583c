//! Defines webs to crawl: recordings and the demo web behind one trait.
//!
//! A web is a pure function from URLs to responses, without network access.

pub(crate) mod combined;
mod demo;
mod info;
mod recording;
mod recording_web;

pub use archive::warc::{Recording, Response};
pub use combined::CombinedDemoWebs;
pub use demo::Demo;
pub use info::WebInfo;
pub use recording::open_recording;
pub(crate) use recording_web::RecordingWeb;

use crate::LabError;
use demo_web::{DemoWebSpec, DemoWebSpecError};
use std::path::Path;
use types::failure::Failure;
use types::report::Millis;
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// A web.
pub trait Web: Send + Sync {
    /// Returns the response to a GET of this absolute URL; `None` for an unknown URL, which counts as [`RecordedResponse::missing`].
    fn response(&self, url: &str) -> Option<RecordedResponse>;

    /// Returns its URLs; empty if it cannot list them, as for an endless web.
    fn urls(&self) -> Vec<CanonicalUrl> {
        Vec::new()
    }

    /// Returns the time of the recorded response in milliseconds since 1970; `None` if unknown.
    fn recorded_at(&self, _url: &str) -> Option<Millis> {
        None
    }
}

/// The response to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedResponse {
    /// The delay of the response in milliseconds.
    pub delay_ms: u32,
    /// An HTTP response, or the reason of a failure.
    pub outcome: Result<Response, Failure>,
}

impl RecordedResponse {
    /// Returns the response for an unknown URL.
    pub fn missing() -> Self {
        let response = Response { status: 404, ..Response::default() };
        Self { delay_ms: 0, outcome: Ok(response) }
    }
}

/// Opens the web named by `--web`: `demo`, `demo:SEED`, `demo:SEEDxSIZE`, several demo webs as in `demo:1+2`, or a WARC file.
pub fn open(name: &str) -> Result<Box<dyn Web>, LabError> {
    Ok(match demo_webs(name)?.as_deref() {
        Some([one]) => Box::new(Demo::new(*one)),
        Some(webs) => Box::new(CombinedDemoWebs::of(webs)),
        None => Box::new(open_recording(Path::new(name))?),
    })
}

/// Returns true for the name of a generated web.
pub fn is_made_up(name: &str) -> bool {
    !matches!(demo_webs(name), Ok(None))
}

/// Returns a hash that identifies a web's content. It is the hash of the bytes of a file; empty for generated webs, which are identified by
/// their names.
pub fn digest(name: &str) -> Result<String, LabError> {
    if is_made_up(name) {
        return Ok(String::new());
    }
    crate::file::read_bytes(Path::new(name), |bytes| Ok(format!("{:016x}", xxh3_64(bytes))))
}

/// Returns the single demo web with this name; `None` for another name.
pub fn demo_web(name: &str) -> Result<Option<DemoWebSpec>, LabError> {
    let webs = demo_webs(name)?;
    Ok(webs.filter(|webs| webs.len() == 1).map(|webs| webs[0]))
}

/// Returns the demo webs with this name; `None` for the name of a file.
pub(crate) fn demo_webs(name: &str) -> Result<Option<Vec<DemoWebSpec>>, LabError> {
    match name.split_once(':') {
        None if name == "demo" => Ok(Some(vec![DemoWebSpec::default()])),
        Some(("demo", webs)) => webs.split('+').map(demo_spec).collect::<Result<_, _>>().map(Some),
        _ => Ok(None),
    }
}

fn demo_spec(text: &str) -> Result<DemoWebSpec, LabError> {
    text.parse().map_err(|remedy: DemoWebSpecError| {
        LabError::flag("web", format!("“{text}” is not a seed of the demo web: {remedy}"))
    })
}
