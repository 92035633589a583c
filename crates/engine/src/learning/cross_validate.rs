//! Cross-validates a model's predictions of layers over trails.
//!
//! Whole trails are left out, never single pages: the pages of a trail resemble each other, and a model trained on half
//! of a trail would seem too good. Trails of one site may likewise be left out together ([`Fold::by_group`]). The fold
//! of a trail or group is its number modulo the number of folds; nothing is random. A page may occur in several trails,
//! so the training function gets the left-out trails and can omit their pages. Not covered: the choice of settings.
//!
//! Source: Kohavi 1995, "A study of cross-validation"; Batsakis §3.4 for layers.

use serde::{Deserialize, Serialize};

/// The trails of one fold, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The trails for training.
    pub training: Vec<usize>,
    /// The trails for testing.
    pub test: Vec<usize>,
}

impl Fold {
    /// Returns the number of folds: `requested`, but at least 2 and at most one per trail; 0 for fewer than two trails.
    fn count(trails: usize, requested: usize) -> usize {
        match requested.max(2).min(trails) {
            0 | 1 => 0,
            folds => folds,
        }
    }

    /// Returns the folds of trails by the number of each one's group, counted from 0: at most `requested`, with the
    /// trails of a group in the same fold. With a single group, each trail is a group of its own.
    pub fn by_group(groups: &[usize], requested: usize) -> Vec<Self> {
        let last = groups.iter().max().map_or(0, |last| *last);
        let group = |trail: usize| if last == 0 { trail } else { groups[trail] };
        let folds = Self::count(if last == 0 { groups.len() } else { last + 1 }, requested);
        let fold = |number| {
            let (test, training) = (0..groups.len()).partition(|trail| group(*trail) % folds == number);
            Self { training, test }
        };
        (0..folds).map(fold).collect()
    }
}

/// The confusion matrix: pages by actual and predicted class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confusion {
    /// For each class, the number of its pages that were classified as each class.
    pub counts: Vec<Vec<u32>>,
    /// For each class, the number of pages without a prediction, because the model gave none or could not be trained.
    /// They count as wrong.
    pub unknown: Vec<u32>,
}

impl Confusion {
    /// Creates an empty confusion matrix.
    pub fn new(classes: usize) -> Self {
        Self { counts: vec![vec![0; classes]; classes], unknown: vec![0; classes] }
    }

    /// Counts a page. An invalid actual class is ignored; an invalid predicted class counts as no prediction.
    pub fn count(&mut self, class: usize, predicted: Option<usize>) {
        let Some(row) = self.counts.get_mut(class) else {
            return;
        };
        let place = match predicted.and_then(|predicted| row.get_mut(predicted)) {
            Some(pages) => Some(pages),
            None => self.unknown.get_mut(class),
        };
        if let Some(pages) = place {
            *pages = pages.saturating_add(1);
        }
    }

    /// Returns the number of classified pages.
    pub fn pages(&self) -> u32 {
        let classes = 0..self.counts.len();
        classes.fold(0, |sum, class| sum.saturating_add(self.of_class(class)))
    }

    /// Returns the share of correctly classified pages, in 0..=1; `None` if there are no pages.
    pub fn accuracy(&self) -> Option<f64> {
        let correct = self.counts.iter().enumerate();
        let correct = correct.filter_map(|(class, row)| row.get(class));
        self.share(correct.fold(0, |sum, pages| sum.saturating_add(*pages)))
    }

    /// Returns the accuracy of always predicting the most frequent class, as a baseline. `None` if there are no pages.
    pub fn majority_baseline(&self) -> Option<f64> {
        let classes = 0..self.counts.len();
        self.share(classes.map(|class| self.of_class(class)).max()?)
    }

    /// Returns true if it has this many classes. Saved data may contain anything.
    pub fn is_of(&self, classes: usize) -> bool {
        let rows = self.counts.iter().all(|row| row.len() == classes);
        rows && self.counts.len() == classes && self.unknown.len() == classes
    }

    /// Returns for each class the shares of its pages that were classified as each class, in 0..=1; zeros for a class
    /// without pages.
    pub fn shares(&self) -> Vec<Vec<f64>> {
        let of = |class: usize, pages: u32| f64::from(pages) / f64::from(self.of_class(class).max(1));
        let rows = self.counts.iter().enumerate();
        rows.map(|(class, row)| row.iter().map(|pages| of(class, *pages)).collect()).collect()
    }

    /// Returns the same pages in two classes: the first `first` classes, and the rest.
    #[must_use]
    pub fn halved(&self, first: usize) -> Self {
        let mut halves = Self::new(2);
        let side = |class: usize| usize::from(class >= first);
        for (class, row) in self.counts.iter().enumerate() {
            for (predicted, pages) in row.iter().enumerate() {
                let half = &mut halves.counts[side(class)][side(predicted)];
                *half = half.saturating_add(*pages);
            }
        }
        for (class, pages) in self.unknown.iter().enumerate() {
            let half = &mut halves.unknown[side(class)];
            *half = half.saturating_add(*pages);
        }
        halves
    }

    /// Returns the number of pages of a class.
    pub fn of_class(&self, class: usize) -> u32 {
        let counts = self.counts.get(class).into_iter().flatten();
        let all = counts.chain(self.unknown.get(class));
        all.fold(0, |sum, pages| sum.saturating_add(*pages))
    }

    fn share(&self, of: u32) -> Option<f64> {
        let pages = self.pages();
        (pages > 0).then(|| f64::from(of) / f64::from(pages))
    }
}

/// Calls `each` for every fold that leaves something out, ascending. Items without a fold are always in the training
/// set.
pub(in crate::learning) fn each_fold<E>(
    folds: &[Option<usize>],
    mut judge: impl FnMut(&Fold) -> Result<(), E>,
) -> Result<(), E> {
    let last = folds.iter().flatten().max().map_or(0, |last| last + 1);
    for fold in 0..last {
        let (test, training) = (0..folds.len()).partition(|at| folds[*at] == Some(fold));
        let fold = Fold { training, test };
        if !fold.test.is_empty() {
            judge(&fold)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trail_is_left_out_once() {
        assert_eq!(Fold::count(7, 3), 3);
        let folds = Fold::by_group(&[0; 7], 3);
        let out: Vec<usize> = folds.iter().flat_map(|fold| fold.test.clone()).collect();
        assert_eq!(out, [0, 3, 6, 1, 4, 2, 5]);
        for fold in folds {
            assert_eq!(fold.training.len() + fold.test.len(), 7);
            assert!(fold.training.iter().all(|trail| !fold.test.contains(trail)));
        }
    }

    #[test]
    fn trails_of_a_group_are_left_out_together() {
        let tests = |groups: &[usize], requested| {
            let folds = Fold::by_group(groups, requested).into_iter();
            folds.map(|fold| fold.test).collect::<Vec<_>>()
        };
        assert_eq!(tests(&[0, 1, 0, 2], 5), [vec![0, 2], vec![1], vec![3]]);
        assert_eq!(tests(&[0, 1, 0, 2], 2), [vec![0, 2, 3], vec![1]]);
        assert_eq!(tests(&[0, 0, 0], 2), [vec![0, 2], vec![1]], "a single group");
        assert_eq!((tests(&[0], 2), tests(&[], 2)), (vec![], vec![]));
    }

    #[test]
    fn a_single_trail_cannot_be_left_out() {
        assert_eq!([0, 1, 2, 9].map(|trails| Fold::count(trails, 5)), [0, 0, 2, 5]);
    }

    #[test]
    fn pages_are_counted_by_actual_and_predicted_class() {
        let mut confusion = Confusion::new(2);
        for (class, predicted) in [(0, Some(0)), (0, Some(1)), (1, Some(1)), (1, None), (1, Some(7)), (9, Some(0))] {
            confusion.count(class, predicted);
        }
        assert_eq!((&confusion.counts, &confusion.unknown), (&vec![vec![1, 1], vec![0, 1]], &vec![0, 2]));
        assert_eq!((confusion.accuracy(), confusion.majority_baseline()), (Some(0.4), Some(0.6)));
        let half = 1.0 / 2.0;
        let third = 1.0 / 3.0;
        assert_eq!(confusion.shares(), [[half, half], [0.0, third]]);
        assert!(confusion.is_of(2) && !confusion.is_of(3));
    }

    #[test]
    fn layers_are_merged_into_two_classes() {
        let confusion = Confusion { counts: vec![vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 9]], unknown: vec![1, 1, 1] };
        let halves = confusion.halved(1);
        assert_eq!((halves.counts, halves.unknown), (vec![vec![1, 5], vec![11, 28]], vec![1, 2]));
    }

    #[test]
    fn without_pages_there_is_no_accuracy() {
        let none = Confusion::new(3);
        assert_eq!((none.pages(), none.accuracy(), none.majority_baseline()), (0, None, None));
    }
}
