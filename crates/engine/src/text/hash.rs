//! The hasher of this folder's look-up tables: XXH3 of the bytes, the same on every run and every platform.
//!
//! The standard hasher has a random key and is three times slower on words. No table with this hasher is ever iterated.

use std::hash::{BuildHasherDefault, Hasher};

/// A look-up table with the fixed hasher.
#[allow(clippy::disallowed_types, reason = "looked up by word only, never iterated, so its order decides nothing")]
pub(crate) type WordMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// XXH3 over the written bytes, chained by its seed.
#[derive(Default)]
pub(crate) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxhash_rust::xxh3::xxh3_64_with_seed(bytes, self.0);
    }

    // `str` ends its bytes with 0xFF, which separates strings in a list; single words need no separator.
    fn write_u8(&mut self, _mark: u8) {}

    fn finish(&self) -> u64 {
        self.0
    }
}
