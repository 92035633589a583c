//! Provides the assets of crawls: `WordNet` and the starter topics, which are part of the program.

use engine::lexicon::Lexicon;
use engine::strategy::{self, Assets};
use flate2::read::GzDecoder;
use std::io::Read as _;
use std::sync::Arc;
use types::strategy::Needs;
use types::taxonomy::Taxonomy;

/// The lexicon as `cargo xtask lexicon` makes it.
const WORDNET: &[u8] = include_bytes!("../../../www/lexicon/wordnet-3.0.lex.gz");

/// The starter topics, as the app loads them.
pub(crate) const STARTER_TOPICS: &str = include_str!("../../../www/topics/starter.json");

/// Returns the assets that these strategies need.
pub(crate) fn of<'a>(strategies: impl IntoIterator<Item = &'a str>) -> Assets {
    let entries = strategies.into_iter().filter_map(strategy::find);
    let needs: Vec<Needs> = entries.map(|entry| entry.needs).collect();
    let is_needed = |what: fn(&Needs) -> bool| needs.iter().any(what);
    Assets {
        lexicon: is_needed(|needs| needs.lexicon).then(|| Arc::new(wordnet())),
        starter: is_needed(|needs| needs.taxonomy).then(|| Arc::new(starter())),
    }
}

fn starter() -> Taxonomy {
    serde_json::from_str(STARTER_TOPICS).expect("the starter topics are well-formed")
}

fn wordnet() -> Lexicon {
    let mut bytes = Vec::new();
    let unpacked = GzDecoder::new(WORDNET).read_to_end(&mut bytes);
    unpacked.expect("the lexicon was packed whole");
    Lexicon::read(&bytes).expect("the lexicon is of this version")
}
