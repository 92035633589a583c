//! Webs to crawl: recordings and the made-up demo web behind one trait.
//!
//! A web is a function from URLs to replies, without memory. Not covered: anything that goes out to the network.

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
use std::path::Path;
use types::failure::Failure;
use types::report::Millis;
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// A web that answers.
pub trait Web: Send + Sync {
    /// Returns the response to a GET of this absolute URL; `None` for an unknown URL, which counts as
    /// [`RecordedResponse::missing`].
    fn response(&self, url: &str) -> Option<RecordedResponse>;

    /// Returns the URLs that it answers, where it can list them; a web without end cannot.
    fn urls(&self) -> Vec<CanonicalUrl> {
        Vec::new()
    }

    /// When the answer to this URL was recorded, in milliseconds since 1970; `None` if unknown.
    fn recorded_at(&self, _url: &str) -> Option<Millis> {
        None
    }
}

/// The response to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedResponse {
    /// Milliseconds that pass before it is there.
    pub delay_ms: u32,
    /// An HTTP response, or the reason why none came.
    pub outcome: Result<Response, Failure>,
}

impl RecordedResponse {
    /// Returns the answer to a URL that a web does not know.
    pub fn missing() -> Self {
        let response = Response {
            status: 404,
            ..Response::default()
        };
        Self {
            delay_ms: 0,
            outcome: Ok(response),
        }
    }
}

/// Opens what `--web` names: `demo`, `demo:SEED`, several demo webs side by side as in `demo:1+2`, or a WARC file.
pub fn open(name: &str) -> Result<Box<dyn Web>, LabError> {
    Ok(match demo_seeds(name)?.as_deref() {
        Some([seed]) => Box::new(Demo::new(*seed)),
        Some(seeds) => Box::new(CombinedDemoWebs::of(seeds)),
        None => Box::new(open_recording(Path::new(name))?),
    })
}

/// Returns true for the name of a web that is made up and not read from a file.
pub fn is_made_up(name: &str) -> bool {
    !matches!(demo_seeds(name), Ok(None))
}

/// Returns a hash of what a web's name stands for: of a file its bytes; empty for webs that are made up, whose names say all.
pub fn digest(name: &str) -> Result<String, LabError> {
    if is_made_up(name) {
        return Ok(String::new());
    }
    crate::file::read_bytes(Path::new(name), |bytes| {
        Ok(format!("{:016x}", xxh3_64(bytes)))
    })
}

/// Returns the seed of the one demo web that a name asks for; `None` if the name is another one.
pub fn demo_seed(name: &str) -> Result<Option<u64>, LabError> {
    let seeds = demo_seeds(name)?;
    Ok(seeds.filter(|seeds| seeds.len() == 1).map(|seeds| seeds[0]))
}

/// Returns the seeds of the demo webs that a name asks for; `None` if the name is a file's.
pub(crate) fn demo_seeds(name: &str) -> Result<Option<Vec<u64>>, LabError> {
    match name.split_once(':') {
        None if name == "demo" => Ok(Some(vec![demo_web::DEFAULT_SEED])),
        Some(("demo", seeds)) => seeds
            .split('+')
            .map(demo_number)
            .collect::<Result<_, _>>()
            .map(Some),
        _ => Ok(None),
    }
}

fn demo_number(seed: &str) -> Result<u64, LabError> {
    seed.parse().map_err(|_| LabError::Flag {
        flag: "web",
        problem: format!(
            "“{seed}” is not a seed of the demo web: give a whole number, as in demo:7"
        ),
    })
}
