//! Provides the committed lexicon, decompressed and parsed once.

use engine::lexicon::Lexicon;
use std::io::Read as _;
use std::sync::LazyLock;

/// WordNet 3.0.
pub(crate) fn lexicon() -> &'static Lexicon {
    static LEXICON: LazyLock<Lexicon> =
        LazyLock::new(|| Lexicon::read(&bytes()).expect("the committed lexicon is whole"));
    &LEXICON
}

/// Returns its decompressed bytes.
pub(crate) fn bytes() -> Vec<u8> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/lexicon/wordnet-3.0.lex.gz");
    let packed = std::fs::read(file).expect("the lexicon is committed");
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(&*packed).read_to_end(&mut plain).expect("it is a gzip file");
    plain
}
