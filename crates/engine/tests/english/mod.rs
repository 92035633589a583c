//! Provides the committed word vectors, decompressed and read once.

use engine::vectors::WordVectors;
use std::io::Read as _;
use std::sync::{Arc, LazyLock};

/// The vectors of English words.
pub(crate) fn vectors() -> Arc<WordVectors> {
    static VECTORS: LazyLock<Arc<WordVectors>> =
        LazyLock::new(|| Arc::new(WordVectors::read(&bytes()).expect("the committed vectors are whole")));
    Arc::clone(&VECTORS)
}

/// Returns their plain bytes.
pub(crate) fn bytes() -> Vec<u8> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/vectors/english.vec.gz");
    let packed = std::fs::read(file).expect("the vectors are committed");
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(&*packed).read_to_end(&mut plain).expect("it is a gzip file");
    plain
}
