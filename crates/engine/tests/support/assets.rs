//! Provides the driver's assets: a lexicon of a few words.

use engine::lexicon::Lexicon;
use engine::strategy::Assets;
use std::sync::Arc;

pub(crate) fn assets() -> Assets {
    let lexicon = Lexicon::read(include_bytes!("../fixtures/tiny.lex"));
    let lexicon = lexicon.expect("the committed lexicon is of this version");
    Assets {
        lexicon: Some(Arc::new(lexicon)),
        ..Assets::default()
    }
}
