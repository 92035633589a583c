//! Defines webs to crawl: recordings and the demo web behind one trait.
//!
//! A web is a pure function from URLs to responses, without network access. In a recording a URL that was not recorded
//! is a 404, including robots.txt, and `http` and `https` are distinguished.

pub(crate) mod combined;
mod info;

pub use archive::warc::{Recording, Response};
pub use combined::CombinedDemoWebs;
pub use info::WebInfo;

use crate::LabError;
use archive::limits::WarcLimits;
use archive::warc::SkippedRecords;
use demo_web::{ConnectionError, DemoWeb, DemoWebSpec, DemoWebSpecError, GroundTruth};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use types::failure::{Failure, FailureKind};
use types::report::Millis;
use types::text::clean;
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// A web.
pub trait Web: Send + Sync {
    /// Returns the response to a GET of this absolute URL; `None` for an unknown URL, which counts as
    /// [`RecordedResponse::missing`].
    fn response(&self, url: &str) -> Option<RecordedResponse>;

    /// Returns its URLs; empty if it cannot list them, as for an endless web.
    fn urls(&self) -> Vec<CanonicalUrl> {
        Vec::new()
    }

    /// Returns the time of the recorded response in milliseconds since 1970; `None` if unknown.
    fn recorded_at(&self, _url: &str) -> Option<Millis> {
        None
    }

    /// Returns the response to every request of a client with this User-Agent to a host that refuses such clients;
    /// `None` for others.
    fn refusal(&self, _host: &str, _user_agent: &str) -> Option<Response> {
        None
    }

    /// Returns the damaged places and the unreadable records of a recording; `None` for other webs.
    fn skipped(&self) -> Option<&SkippedRecords> {
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

/// Opens the web named by `--web`: `demo`, `demo:SEED`, `demo:SEEDxSIZE`, several demo webs as in `demo:1+2`, or a
/// recording. The standard error lists the first places of a recording that were skipped.
pub fn open(name: &str) -> Result<Box<dyn Web>, LabError> {
    let web = open_quietly(name)?;
    for sentence in skipped_places(name, &*web) {
        eprintln!("{sentence}");
    }
    Ok(web)
}

/// Opens a web like [`open`], without output.
pub fn open_quietly(name: &str) -> Result<Box<dyn Web>, LabError> {
    Ok(match demo_webs(name)?.as_deref() {
        Some([one]) => Box::new(Demo::new(*one)),
        Some(webs) => Box::new(CombinedDemoWebs::new(webs)),
        None => Box::new(open_recording(Path::new(name))?),
    })
}

/// Returns true for the name of a generated web.
pub fn is_made_up(name: &str) -> bool {
    !matches!(demo_webs(name), Ok(None))
}

/// Returns a hash that identifies a web's content. It is the hash of the bytes of a file; empty for generated webs,
/// which are identified by their names.
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

/// The most skipped places of a recording that are printed.
const PRINTED: usize = 5;

/// Returns how many places of a recording were skipped, and the first of them with the reasons, in lines; none for a
/// web without such places.
pub fn skipped_places(name: &str, web: &dyn Web) -> Vec<String> {
    let Some(skipped) = web.skipped().filter(|skipped| skipped.count > 0) else {
        return Vec::new();
    };
    let count = format!("{name}: skipped {} damaged places or unreadable records", skipped.count);
    let first = skipped.listed.iter().take(PRINTED).map(|damage| format!("{name}, {}", clean(&damage.to_string())));
    [count].into_iter().chain(first).collect()
}

/// Reads a recording.
pub fn open_recording(path: &Path) -> Result<Recording, LabError> {
    let file = std::fs::read(path).map_err(LabError::read(path))?;
    Recording::read(file, &WarcLimits::NATIVE).map_err(|problem| LabError::Web { path: path.to_owned(), problem })
}

impl Web for Recording {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        Some(RecordedResponse { delay_ms: 0, outcome: Self::answer(self, url)? })
    }

    fn urls(&self) -> Vec<CanonicalUrl> {
        Self::urls(self).cloned().collect()
    }

    fn recorded_at(&self, url: &str) -> Option<Millis> {
        self.date(url)
    }

    fn skipped(&self) -> Option<&SkippedRecords> {
        Some(Self::skipped(self))
    }
}

/// A demo web: its delays are virtual time, its broken connections are failures.
pub struct Demo(DemoWeb);

impl Demo {
    /// Returns a demo web.
    pub fn new(spec: impl Into<DemoWebSpec>) -> Self {
        Self(DemoWeb::sized(spec.into()))
    }
}

impl Web for Demo {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let simulated = self.0.fetch(url)?;
        let outcome = match simulated.result {
            Ok(response) => Ok(Response { status: response.status, headers: response.headers, body: response.body }),
            Err(error) => Err(failure(error)),
        };
        Some(RecordedResponse { delay_ms: simulated.delay_ms, outcome })
    }

    /// Returns the planned pages, without traps, which are endless.
    fn urls(&self) -> Vec<CanonicalUrl> {
        let truth = GroundTruth::new(&self.0);
        let urls = truth.pages();
        urls.filter_map(|url| CanonicalUrl::parse(url).ok()).collect()
    }
}

fn failure(error: ConnectionError) -> Failure {
    Failure { code: error.code().to_owned(), message: error.message().to_owned(), kind: FailureKind::Transient }
}

/// A web and the addresses requested from it, so that a crawl can be written as a recording: the web gives the same
/// responses again.
pub(crate) struct RecordingWeb<'a> {
    web: &'a dyn Web,
    asked: Mutex<Asked>,
}

#[derive(Default)]
struct Asked {
    order: Vec<String>,
    known: BTreeSet<String>,
}

impl<'a> RecordingWeb<'a> {
    pub(crate) fn new(web: &'a dyn Web) -> Self {
        Self { web, asked: Mutex::default() }
    }

    /// Returns the addresses in the order of their first request.
    pub(crate) fn into_requested(self) -> Vec<String> {
        let asked = self.asked.into_inner();
        asked.unwrap_or_else(PoisonError::into_inner).order
    }
}

impl Web for RecordingWeb<'_> {
    fn response(&self, url: &str) -> Option<RecordedResponse> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.known.insert(url.to_owned()) {
            asked.order.push(url.to_owned());
        }
        self.web.response(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(url: &str) -> Option<RecordedResponse> {
        Demo::new(demo_web::DEFAULT_SEED).response(url)
    }

    #[test]
    fn hosts_outside_the_demo_web_are_not_known() {
        assert_eq!(response("http://nowhere.example/"), None);
    }

    #[test]
    fn pages_come_with_status_type_and_body() {
        let web = DemoWeb::new(demo_web::DEFAULT_SEED);
        let response = response(&web.topics()[0].seeds[0]).unwrap().outcome.unwrap();
        assert_eq!(response.status, 200);
        assert!(response.header("content-type").unwrap().starts_with("text/html"));
        assert!(!response.body.is_empty());
    }
}
