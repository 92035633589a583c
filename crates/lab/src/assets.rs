//! Provides the assets of crawls: `WordNet`, which is part of the program.

use engine::lexicon::Lexicon;
use engine::strategy::{self, Assets};
use flate2::read::GzDecoder;
use std::io::Read as _;
use std::sync::Arc;

/// The lexicon as `cargo xtask lexicon` makes it.
const WORDNET: &[u8] = include_bytes!("../../../www/lexicon/wordnet-3.0.lex.gz");

/// Returns the assets that these strategies need.
pub(crate) fn of<'a>(strategies: impl IntoIterator<Item = &'a str>) -> Assets {
    let needed = strategies
        .into_iter()
        .any(|id| strategy::find(id).is_some_and(|entry| entry.needs.lexicon));
    Assets {
        lexicon: needed.then(|| Arc::new(wordnet())),
    }
}

fn wordnet() -> Lexicon {
    let mut bytes = Vec::new();
    let unpacked = GzDecoder::new(WORDNET).read_to_end(&mut bytes);
    unpacked.expect("the lexicon was packed whole");
    Lexicon::read(&bytes).expect("the lexicon is of this version")
}
