//! Finds the words that are most similar to a word.

use super::{WordNumber, WordVectors};
use types::sorting;

impl WordVectors {
    /// Returns the words most similar to `word`, best first: at most `most`, each with its cosine of at least `least`.
    /// The word itself is not among them. Scans the whole table: a few milliseconds for 40,000 words.
    pub fn nearest(&self, word: WordNumber, most: usize, least: f64) -> Vec<(WordNumber, f64)> {
        let vector = self.vector(word);
        let length = |vector: &[i8]| f64::from(product(vector, vector)).sqrt();
        let own_length = length(vector);
        let mut near: Vec<(WordNumber, f64)> = Vec::new();
        for other in (0..crate::count(self.len())).map(WordNumber) {
            let other_vector = self.vector(other);
            let product = product(vector, other_vector);
            if other == word || product <= 0 {
                continue;
            }
            let cosine = f64::from(product) / (own_length * length(other_vector));
            if cosine >= least {
                near.push((other, cosine));
            }
        }
        // The sort is stable, so equal words stay in the order of the table.
        sorting::sort_by(&mut near, |(_, a), (_, b)| b.total_cmp(a));
        near.truncate(most);
        near
    }
}

/// Returns the inner product. The number of dimensions is limited, so it does not overflow.
fn product(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}
