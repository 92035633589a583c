//! Reads and writes model files, which contain a strategy trained on trails or topics.

use crate::{LabError, file};
use engine::crawl::Model;
use engine::journal::{self, JournalError, ModelFile};
use std::path::Path;

/// Reads a model. A file of which only the specification can be read is an error.
pub fn read(path: &Path) -> Result<Model, LabError> {
    file::read_bytes(path, from_bytes)
}

/// Reads a model from the bytes of its file; the error is a sentence.
pub fn from_bytes(bytes: &[u8]) -> Result<Model, String> {
    match journal::read_model(bytes).map_err(reason)? {
        ModelFile::Whole(model) => Ok(*model),
        ModelFile::SpecOnly(spec, reason) if spec.taxonomy.is_empty() => {
            Err(format!("{reason}. Its trails are readable: retrain with “train --trails”"))
        }
        ModelFile::SpecOnly(_, reason) => Err(format!("{reason}. Train the model again on its topics")),
    }
}

fn reason(error: JournalError) -> String {
    match error {
        JournalError::NotOurs => "this is not a model: choose a .salticid-model file".to_owned(),
        other => other.to_string(),
    }
}

/// Writes a model.
pub fn write(path: &Path, model: &Model) -> Result<(), LabError> {
    let bytes = journal::write_model(model).map_err(|error| error.to_string()).map_err(LabError::content(path))?;
    file::write(path, bytes)
}
