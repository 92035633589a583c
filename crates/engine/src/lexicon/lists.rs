//! Stores rows of numbers in one array: the senses of lemmas, the lemmas of synsets, edges in both directions.

use crate::count;

/// A list of rows.
pub(super) struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Default for Lists<T> {
    fn default() -> Self {
        Self::with_capacity(0, 0)
    }
}

impl<T: Copy> Lists<T> {
    pub(super) fn with_capacity(rows: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        Self { starts, items: Vec::with_capacity(items) }
    }

    /// Adds one item to the open row.
    pub(super) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Closes the open row.
    pub(super) fn end_row(&mut self) {
        self.starts.push(count(self.items.len()));
    }

    /// Returns a row; empty if it does not exist.
    pub(super) fn row(&self, at: u32) -> &[T] {
        let at = at as usize;
        match self.starts.get(at..at.saturating_add(2)) {
            Some(&[start, end]) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Returns the open row.
    pub(super) fn open_row(&mut self) -> &mut Vec<T> {
        &mut self.items
    }

    /// Returns the number of complete rows.
    pub(super) fn rows(&self) -> usize {
        self.starts.len() - 1
    }
}

/// Groups triples of row, key and item into rows, whose items are in ascending order of their keys.
pub(super) fn sorted_by_row<T: Copy + Ord>(rows: usize, mut pairs: Vec<(u32, u32, T)>) -> Lists<T> {
    pairs.sort_unstable();
    let mut lists = Lists::with_capacity(rows, pairs.len());
    let mut pairs = pairs.into_iter().peekable();
    for row in 0..count(rows) {
        while let Some((_, _, item)) = pairs.next_if(|&(at, _, _)| at == row) {
            lists.push(item);
        }
        lists.end_row();
    }
    lists
}
