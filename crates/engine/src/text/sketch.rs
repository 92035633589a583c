//! Detects near-duplicate pages with sketches of their word shingles.
//!
//! A shingle is a sequence of four words; the resemblance of two pages is the Jaccard coefficient of their shingle
//! sets. A sketch stores the smallest hashes of the set, from which the coefficient is estimated (bottom-k MinHash):
//! with 64 of them two estimates in three are within 0.05 of the true value. A page is compared only with those that
//! share one of its smallest few hashes, so that the cost per page does not grow with the crawl. The crawl sketches the
//! main text, so that the menus of a site do not make its short pages similar.
//!
//! Source: Evolving §2.1.5 (Broder 1997).

use super::fold::fold;
use super::words::words;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use types::limits;
use xxhash_rust::xxh3::xxh3_64;

/// The smallest hashes of a text's shingles, ascending, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sketch(Vec<u32>);

impl Sketch {
    /// Returns the sketch of a text, ignoring case and the other distinctions that terms do not have.
    pub fn new(text: &str) -> Self {
        let mut smallest: Vec<u32> = Vec::with_capacity(limits::SKETCH_HASHES + 1);
        let mut last = [0_u64; limits::SHINGLE_WORDS];
        let (mut count, mut folded) = (0_usize, String::new());
        words(text, |word| {
            fold(&text[word.start..word.end], &mut folded);
            last.rotate_left(1);
            last[limits::SHINGLE_WORDS - 1] = xxh3_64(folded.as_bytes());
            count += 1;
            if count >= limits::SHINGLE_WORDS {
                keep(&mut smallest, shingle(last));
            }
        });
        Self(smallest)
    }

    /// Returns the Jaccard coefficient of two texts estimated from their sketches, in 0..=1; 0 if either has no
    /// shingle.
    pub fn resemblance(&self, other: &Self) -> f64 {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        let (mut seen, mut both) = (0_usize, 0_usize);
        while seen < limits::SKETCH_HASHES {
            match (a.peek(), b.peek()) {
                (Some(x), Some(y)) => {
                    let order = x.cmp(y);
                    both += usize::from(order.is_eq());
                    if order.is_le() {
                        a.next();
                    }
                    if order.is_ge() {
                        b.next();
                    }
                }
                (Some(_), None) => drop(a.next()),
                (None, Some(_)) => drop(b.next()),
                (None, None) => break,
            }
            seen += 1;
        }
        if seen == 0 { 0.0 } else { both as f64 / seen as f64 }
    }

    /// Returns true for a text that is too short to be compared by its sketch.
    pub(crate) fn is_short(&self) -> bool {
        self.0.len() < limits::MIN_SHINGLES
    }

    /// Returns the hashes under which the text is indexed.
    fn handles(&self) -> &[u32] {
        &self.0[..self.0.len().min(limits::SKETCH_HANDLES)]
    }
}

fn shingle(words: [u64; limits::SHINGLE_WORDS]) -> u32 {
    let mut bytes = [0_u8; 8 * limits::SHINGLE_WORDS];
    for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    u32::try_from(xxh3_64(&bytes) >> 32).unwrap_or_default()
}

fn keep(smallest: &mut Vec<u32>, hash: u32) {
    let is_full = smallest.len() == limits::SKETCH_HASHES;
    if is_full && smallest.last().is_some_and(|largest| hash >= *largest) {
        return;
    }
    if let Err(index) = smallest.binary_search(&hash) {
        smallest.insert(index, hash);
        smallest.truncate(limits::SKETCH_HASHES);
    }
}

/// The distinct texts so far, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Vec<(u32, Sketch)>")]
pub struct NearDuplicateIndex {
    sketches: Vec<(u32, Sketch)>,
    /// Indexes in `sketches` by handle.
    by_handle: BTreeMap<u32, Vec<u32>>,
}

/// Only the sketches are saved; the index by handle is rebuilt from them.
impl From<Vec<(u32, Sketch)>> for NearDuplicateIndex {
    fn from(sketches: Vec<(u32, Sketch)>) -> Self {
        let mut near_duplicates = Self::default();
        for (number, sketch) in sketches {
            near_duplicates.keep(number, sketch);
        }
        near_duplicates
    }
}

impl Serialize for NearDuplicateIndex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.sketches.serialize(serializer)
    }
}

impl NearDuplicateIndex {
    /// Returns the numbers of the texts.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.sketches.iter().map(|(number, _)| *number)
    }

    /// Returns the sketch of a stored text.
    pub(crate) fn sketch(&self, number: u32) -> Option<&Sketch> {
        let at = self.sketches.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(&self.sketches[at].1)
    }

    /// Returns the number of an earlier text that this one nearly repeats; otherwise stores it under its own number.
    /// Short texts are neither compared nor stored, since their similarity is meaningless.
    pub fn find_or_keep(&mut self, number: u32, sketch: Sketch) -> Option<u32> {
        if sketch.is_short() {
            return None;
        }
        let near = |index: &u32| {
            let (number, other) = &self.sketches[*index as usize];
            (sketch.resemblance(other) >= limits::NEAR_DUPLICATE).then_some(*number)
        };
        let handles = sketch.handles().iter();
        let mut alike = handles.filter_map(|handle| self.by_handle.get(handle)).flatten();
        if let Some(original) = alike.find_map(near) {
            return Some(original);
        }
        self.keep(number, sketch);
        None
    }

    fn keep(&mut self, number: u32, sketch: Sketch) {
        let index = crate::count(self.sketches.len());
        for handle in sketch.handles() {
            let indices = self.by_handle.entry(*handle).or_default();
            // A hash on so many pages belongs to a menu and identifies none.
            if indices.len() < limits::SKETCHES_PER_HANDLE {
                indices.push(index);
            }
        }
        self.sketches.push((number, sketch));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Returns the words from `from` to `to`, all distinct.
    fn text(from: u32, to: u32) -> String {
        let words: Vec<String> = (from..to).map(|n| format!("word{n}")).collect();
        words.join(" ")
    }

    /// Returns the exact Jaccard coefficient.
    fn jaccard(a: &str, b: &str) -> f64 {
        let shingles = |text: &str| -> BTreeSet<Vec<String>> {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            words.windows(limits::SHINGLE_WORDS).map(<[String]>::to_vec).collect()
        };
        let (a, b) = (shingles(a), shingles(b));
        a.intersection(&b).count() as f64 / a.union(&b).count() as f64
    }

    #[test]
    fn the_estimate_is_near_the_coefficient() {
        for (a, b) in [
            (text(0, 500), text(0, 500)),
            (text(0, 500), text(20, 520)),
            (text(0, 500), text(100, 600)),
            (text(0, 500), text(250, 750)),
            (text(0, 500), text(500, 900)),
            (text(0, 30), text(5, 40)),
        ] {
            let estimate = Sketch::new(&a).resemblance(&Sketch::new(&b));
            let truth = jaccard(&a, &b);
            assert!((estimate - truth).abs() < 0.12, "{estimate} {truth}");
        }
    }

    #[test]
    fn case_and_punctuation_are_ignored_and_the_order_of_words_is_not() {
        let a = Sketch::new("The cat sat on the mat, and slept.");
        assert_eq!(a, Sketch::new("the CAT sat -- on the mat and slept"));
        let b = Sketch::new("slept and mat the on sat cat the");
        assert!(a.resemblance(&b) < 1e-9);
        assert!(Sketch::new("one two three").resemblance(&a) < 1e-9, "no shingle");
    }

    #[test]
    fn a_page_with_another_date_is_a_near_duplicate_and_another_page_is_not() {
        let mut near_duplicates = NearDuplicateIndex::default();
        let page = text(0, 300);
        assert_eq!(near_duplicates.find_or_keep(1, Sketch::new(&page)), None);
        assert_eq!(near_duplicates.find_or_keep(2, Sketch::new(&text(300, 600))), None);
        let again = format!("{page} printed on friday");
        assert_eq!(near_duplicates.find_or_keep(3, Sketch::new(&again)), Some(1));
        assert_eq!(near_duplicates.find_or_keep(4, Sketch::new(&text(150, 450))), None, "half of it");
    }

    #[test]
    fn short_pages_are_not_compared() {
        let mut near_duplicates = NearDuplicateIndex::default();
        for number in 1..4 {
            assert_eq!(near_duplicates.find_or_keep(number, Sketch::new("please log in to see this page")), None);
        }
    }

    #[test]
    fn a_menu_on_every_page_costs_no_more_than_its_bound() {
        let mut near_duplicates = NearDuplicateIndex::default();
        for number in 0..2_000 {
            let page = format!("{} {}", text(0, 60), text(1_000 * number, 1_000 * number + 60));
            near_duplicates.find_or_keep(number, Sketch::new(&page));
        }
        let longest = near_duplicates.by_handle.values().map(Vec::len).max();
        assert_eq!(longest, Some(limits::SKETCHES_PER_HANDLE));
    }
}
