//! Loads the code of strategies, in chunks: one for each part that not every crawl needs.

use crate::chunk::{ChunkError, chunk};
use engine::strategy::{CodePart, FindMake, code};

chunk!(adaptive: fn adaptive_code() -> FindMake {
    let find: FindMake = code::adaptive;
    find
});
chunk!(population: fn population_code() -> FindMake {
    let find: FindMake = code::population;
    find
});
chunk!(semantic: fn semantic_code() -> FindMake {
    let find: FindMake = code::semantic;
    find
});
chunk!(trained: fn trained_code() -> FindMake {
    let find: FindMake = code::trained;
    find
});

/// Loads a part of the strategies' code. The error is the reason as a sentence if it could not be loaded.
pub(crate) async fn load(part: CodePart) -> Result<FindMake, String> {
    let find = match part {
        CodePart::Baseline => Ok(code::baseline as FindMake),
        CodePart::Content => Ok(code::content as FindMake),
        CodePart::Adaptive => adaptive_code().await,
        CodePart::Population => population_code().await,
        CodePart::Semantic => semantic_code().await,
        CodePart::Trained => trained_code().await,
    };
    find.map_err(ChunkError::sentence)
}
