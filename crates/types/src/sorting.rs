//! Stable sorting that is compiled once, which keeps the wasm small.
//!
//! The standard library's sort is compiled for each type and comparison, five kilobytes of wasm each time; here only
//! the indices of a list are sorted, and a call compares and moves items. It calls through pointers: lists that are
//! long, or sorted for every link or word, are sorted by [`slice::sort_by`].

use std::cmp::Ordering;

/// Sorts items, stably, as [`slice::sort_by`] does.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut indices: Vec<usize> = (0..items.len()).collect();
    sort_indices(&mut indices, &mut |a, b| compare(&items[a], &items[b]));
    arrange(&mut indices, &mut |a, b| items.swap(a, b));
}

/// Sorts items by a key, stably, as [`slice::sort_by_key`] does.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

fn sort_indices(indices: &mut [usize], compare: &mut dyn FnMut(usize, usize) -> Ordering) {
    indices.sort_by(|a, b| compare(*a, *b));
}

/// Moves the item at `indices[0]` to the start, that at `indices[1]` behind it, and so on.
fn arrange(indices: &mut [usize], swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..indices.len() {
        // Follows a cycle of moves. The index of an item that is where it belongs is its own.
        let mut at = start;
        while indices[at] != start {
            let from = indices[at];
            swap(at, from);
            indices[at] = at;
            at = from;
        }
        indices[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_sorted_as_by_the_standard_library() {
        for length in [0, 1, 2, 5, 100, 1_000] {
            // Few keys, so that many are equal.
            let mut items: Vec<(u64, u64)> = (0..length).map(|at| (at * 7_919 % 13, at)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
            sort_by(&mut items, |a, b| b.0.cmp(&a.0));
            assert_eq!(items, expected);
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut items, |(key, _)| *key);
            assert_eq!(items, expected);
        }
    }
}
