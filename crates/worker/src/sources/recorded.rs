//! Serves a recorded web: the pages of a WARC file, immediately and without a network. A URL that was not recorded is a
//! 404, including robots.txt.
//!
//! One recording is open at a time, in this worker's memory. It is not saved, because the person has the file. The code
//! that decompresses and reads its records is a chunk of code.

use super::{SourceResponse, failure};
use archive::warc::{Recording, Response};
use engine::fetch::FetchRequest;
use protocol::chunk;
use protocol::chunk::ChunkError;
use protocol::{Source, SourceKind};
use std::cell::RefCell;
use std::rc::Rc;
use types::failure::Failure;
use types::plan::Plan;
use types::text::{clean, cut};
use types::url::CanonicalUrl;

/// The most bytes of a file's name that are shown.
const NAME_BYTES: usize = 200;

chunk!(recorded: fn respond(recording: Rc<Recording>, address: String) -> Option<Result<Response, Failure>> {
    recording.answer(&address)
});

chunk!(recorded: fn load() -> () {});

/// Serves a recording; without one every response is a 404.
pub struct Recorded {
    recording: Option<Rc<Recording>>,
}

impl Recorded {
    /// Creates a source over a recording.
    pub fn new(recording: Option<Rc<Recording>>) -> Self {
        Self { recording }
    }

    /// Loads the code that reads the recording. The error is the reason as a sentence if it could not be loaded.
    pub(super) async fn check(&self) -> Result<(), String> {
        load().await.map_err(ChunkError::sentence)
    }

    /// Returns the recorded response.
    pub(super) async fn fetch(&self, request: &FetchRequest) -> Result<SourceResponse, Failure> {
        let answer = match self.recording.clone() {
            Some(recording) => respond(recording, request.address().to_owned()).await,
            None => Ok(None),
        };
        let answer = answer.map_err(|error| failure("not-loaded", &error.sentence()))?;
        let Some(response) = answer.transpose()? else {
            return Ok(SourceResponse { status: 404, ..SourceResponse::default() });
        };
        Ok(SourceResponse { status: response.status, headers: response.headers, body: response.body, elapsed_ms: 0 })
    }
}

/// The open recording, with the name of its file.
#[derive(Default)]
pub(crate) struct OpenRecording(RefCell<Option<(String, Rc<Recording>)>>);

impl OpenRecording {
    /// Opens a recording, which replaces the previous one.
    pub(crate) fn open(&self, name: &str, recording: Recording) {
        self.0.replace(Some((name.to_owned(), Rc::new(recording))));
    }

    /// Returns the open recording.
    pub(crate) fn get(&self) -> Option<Rc<Recording>> {
        self.0.borrow().as_ref().map(|(_, recording)| Rc::clone(recording))
    }

    /// Returns the remedy, as the end of a sentence, if this source is a recording that is not open.
    pub(crate) fn missing(&self, source: &Source) -> Option<String> {
        let open = self.0.borrow();
        let name = open.as_ref().map(|(name, _)| name);
        let is_open = match source {
            Source::RecordedIn(file) => name == Some(file),
            Source::Recorded => name.is_some(),
            _ => true,
        };
        (!is_open).then(|| missing(source))
    }

    /// Adds the file's name to a source that means the open recording, so that a saved crawl names its file.
    pub(crate) fn name_source(&self, source: Source) -> Source {
        match (source, &*self.0.borrow()) {
            (Source::Recorded, Some((name, _))) => Source::RecordedIn(name.clone()),
            (source, _) => source,
        }
    }

    /// Checks that a source which is a recording is open and has a seed of this plan. The error is the remedy, as the
    /// end of a sentence.
    pub(crate) fn check(&self, plan: &Plan, source: &Source) -> Result<(), String> {
        if source.kind() != SourceKind::Recorded {
            return Ok(());
        }
        let recording = self.get().ok_or_else(|| missing(source))?;
        let seeds =
            plan.seeds.iter().flat_map(|seed| [CanonicalUrl::from_person(seed), CanonicalUrl::whole_from_person(seed)]);
        if seeds.flatten().any(|seed| recording.has(seed.as_str())) {
            return Ok(());
        }
        Err(match source {
            Source::RecordedIn(name) => {
                format!("another recorded web is open: choose “{}” under “Source”", shown(name))
            }
            _ => "none of the seeds is in the recorded web: use a suggested one, or choose another file".to_owned(),
        })
    }
}

/// Returns the remedy if the recording of a crawl is not open.
fn missing(source: &Source) -> String {
    let file = match source {
        Source::RecordedIn(name) => format!("“{}”", shown(name)),
        _ => "the file of the recorded web".to_owned(),
    };
    format!("choose {file} again under “Source”: a recorded web stays open only until the tab closes")
}

/// Returns a file's name for display.
fn shown(name: &str) -> String {
    cut(&clean(name), NAME_BYTES).to_owned()
}
