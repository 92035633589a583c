//! Provides assets with a lexicon of a few words.

use engine::lexicon::Lexicon;
use engine::strategy::Assets;
use engine::vectors::WordVectors;
use std::sync::Arc;

pub(crate) fn assets() -> Assets {
    let lexicon = Lexicon::read(include_bytes!("../fixtures/tiny.lex"));
    let lexicon = lexicon.expect("the committed lexicon is of this version");
    let vectors = WordVectors::read(include_bytes!("../fixtures/tiny.vec"));
    let vectors = vectors.expect("the committed vectors are of this version");
    Assets { lexicon: Some(Arc::new(lexicon)), vectors: Some(Arc::new(vectors)), ..Assets::default() }
}
