//! Saves models as files: the specification as JSON, which every version reads, and the learned data, which only the same format
//! version reads.

use super::JournalError;
use super::frame::{Kind, append, frame, frames, header, of_any_version};
use crate::crawl::Model;
use types::model::ModelSpec;

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
    let learned = learned(bytes);
    Ok(match learned {
        Ok(learned) => ModelFile::Whole(Box::new(Model { spec, learned })),
        Err(reason) => ModelFile::SpecOnly(Box::new(spec), reason),
    })
}

fn learned(bytes: &[u8]) -> Result<crate::crawl::Learned, JournalError> {
    let (records, damage) = frames(bytes, Kind::Model);
    if let Some(error) = damage {
        return Err(error);
    }
    let record = records.get(1).ok_or(JournalError::Damaged { intact: 1 })?;
    Ok(postcard::from_bytes(record)?)
}
