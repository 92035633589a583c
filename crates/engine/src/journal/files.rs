//! Reads and writes the files of a crawl: the log of events, one record per event, snapshots of the whole crawl, and
//! models.
//!
//! A model has its specification as JSON, which every version reads, and the learned data, which only the same format
//! version reads.

use super::JournalError;
use super::frame::{Kind, PREFIX, append, frame, frames, header, of_any_version, value};
use crate::crawl::{Crawl, Learned, Model, Saved};
use crate::event::Event;
use crate::strategy::Assets;
use types::model::ModelSpec;

/// Returns the bytes to append for an event. The `first` record of a log contains the header.
pub fn record(event: &Event, first: bool) -> Result<Vec<u8>, JournalError> {
    let head = if first { header(Kind::Journal) } else { Vec::new() };
    append(head, event)
}

/// Returns the events of a log, and the error that ended the reading, if any. The events before the damage are valid.
pub fn read(bytes: &[u8]) -> (Vec<Event>, Option<JournalError>) {
    let (records, mut damage) = frames(bytes, Kind::Journal);
    let mut events = Vec::new();
    for record in records {
        match postcard::from_bytes(record) {
            Ok(event) => events.push(event),
            Err(error) => {
                damage = Some(error.into());
                break;
            }
        }
    }
    (events, damage)
}

/// Returns a crawl as bytes. They can be as large as the crawl in memory, so their number is computed first, and they
/// exist once.
pub fn write(crawl: &Crawl) -> Result<Vec<u8>, JournalError> {
    let saved = crawl.saved();
    let mut bytes = header(Kind::Snapshot);
    bytes.reserve_exact(PREFIX + postcard::experimental::serialized_size(&saved)?);
    append(bytes, &saved)
}

/// Returns the saved crawl. Its requests in flight are in [`Crawl::in_flight`].
pub fn open(bytes: &[u8], assets: &Assets) -> Result<Crawl, JournalError> {
    let saved: Saved = value(bytes, Kind::Snapshot, 0)?;
    Crawl::restore(saved, assets).map_err(|error| JournalError::Content(error.to_string()))
}

/// The content of a model file.
#[derive(Clone, Debug)]
pub enum ModelFile {
    /// A complete model, which can start crawls.
    Whole(Box<Model>),
    /// Only the specification is readable, for this reason; the model has to be trained again.
    SpecOnly(Box<ModelSpec>, JournalError),
}

/// Returns a model as bytes.
pub fn write_model(model: &Model) -> Result<Vec<u8>, JournalError> {
    let spec = serde_json::to_vec(&model.spec).map_err(|error| JournalError::Content(error.to_string()))?;
    let mut bytes = header(Kind::Model);
    bytes.extend(frame(&spec));
    append(bytes, &model.learned)
}

/// Returns the saved model, or only its specification if the rest is damaged or in another format.
pub fn read_model(bytes: &[u8]) -> Result<ModelFile, JournalError> {
    let records = of_any_version(bytes, Kind::Model)?;
    let spec = records.first().ok_or(JournalError::Damaged { intact: 0 })?;
    let spec: ModelSpec = serde_json::from_slice(spec).map_err(|error| JournalError::Content(error.to_string()))?;
    Ok(match value::<Learned>(bytes, Kind::Model, 1) {
        Ok(learned) => ModelFile::Whole(Box::new(Model { spec, learned })),
        Err(reason) => ModelFile::SpecOnly(Box::new(spec), reason),
    })
}
