//! How well a model tells layers apart on trails that it never saw.
//!
//! Whole trails are left out, never single pages: the pages of one trail resemble each other, and a model that knows half of a trail seems
//! better than it is. Fold f has the trails whose number leaves f when divided by the folds; nothing is drawn. A page may stand in several
//! trails: training is told which trails are out, so that it can leave out their pages too.
//! Left out on purpose: choosing settings by the outcome.
//!
//! Source: Kohavi 1995, "A study of cross-validation"; Batsakis §3.4 for layers.

use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// The trails of one fold, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Those to learn from.
    pub kept: Vec<usize>,
    /// Those that are judged.
    pub out: Vec<usize>,
}

/// What came out: pages by the class that they are of and the class that they were taken for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confusion {
    /// For each class, how many of its pages were taken for each class.
    pub taken: Vec<Vec<u32>>,
    /// Pages that were taken for none: nothing was said of them, or no model could be trained. They count as wrong.
    pub unknown: Vec<u32>,
}

impl Confusion {
    /// Nothing judged yet.
    pub fn new(classes: usize) -> Self {
        Self {
            taken: vec![vec![0; classes]; classes],
            unknown: vec![0; classes],
        }
    }

    /// Counts a page; one of a class that there is not is passed over, and one taken for such a class is taken for none.
    pub fn count(&mut self, class: usize, taken_for: Option<usize>) {
        let Some(row) = self.taken.get_mut(class) else {
            return;
        };
        let place = match taken_for.and_then(|taken_for| row.get_mut(taken_for)) {
            Some(pages) => Some(pages),
            None => self.unknown.get_mut(class),
        };
        if let Some(pages) = place {
            *pages = pages.saturating_add(1);
        }
    }

    /// Pages judged.
    pub fn pages(&self) -> u32 {
        let classes = 0..self.taken.len();
        classes.fold(0, |sum, class| sum.saturating_add(self.of_class(class)))
    }

    /// Share of the pages that were taken for what they are, in 0..=1; `None` where none was judged.
    pub fn accuracy(&self) -> Option<f64> {
        let right = self.taken.iter().enumerate();
        let right = right.filter_map(|(class, row)| row.get(class));
        self.share(right.fold(0, |sum, pages| sum.saturating_add(*pages)))
    }

    /// The accuracy of always saying the class that most pages are of: what a model has to beat. `None` where none was judged.
    pub fn chance(&self) -> Option<f64> {
        let classes = 0..self.taken.len();
        self.share(classes.map(|class| self.of_class(class)).max()?)
    }

    fn of_class(&self, class: usize) -> u32 {
        let taken = self.taken.get(class).into_iter().flatten();
        let all = taken.chain(self.unknown.get(class));
        all.fold(0, |sum, pages| sum.saturating_add(*pages))
    }

    fn share(&self, of: u32) -> Option<f64> {
        let pages = self.pages();
        (pages > 0).then(|| f64::from(of) / f64::from(pages))
    }
}

/// Leaves out each fold once. `trails` are the classes of each trail's pages. `train` learns from a fold's kept trails, `None` where that cannot be
/// done; `classify` says what the pages of a trail are taken for, in their order (what it leaves out is taken for none).
///
/// With fewer than two trails nothing can be left out, and nothing is judged. `folds` is at least 2, and at most the number of trails.
pub fn cross_validate<M>(
    trails: &[Vec<usize>],
    classes: usize,
    folds: usize,
    mut train: impl FnMut(&Fold) -> Option<M>,
    mut classify: impl FnMut(&M, usize) -> Vec<Option<usize>>,
) -> Confusion {
    let mut confusion = Confusion::new(classes);
    let folds = folds.max(2).min(trails.len());
    let of_trail: Vec<Option<usize>> = (0..trails.len()).map(|trail| Some(trail % folds)).collect();
    if folds < 2 {
        return confusion;
    }
    let judged = each_fold(&of_trail, |fold| {
        let model = train(fold);
        for trail in &fold.out {
            let said = model.as_ref().map(|model| classify(model, *trail));
            let mut said = said.unwrap_or_default().into_iter();
            for class in &trails[*trail] {
                confusion.count(*class, said.next().flatten());
            }
        }
        Ok::<(), Infallible>(())
    });
    judged.unwrap_or_else(|never| match never {});
    confusion
}

/// Gives each fold that leaves something out, ascending; what is in no fold is always kept.
pub(super) fn each_fold<E>(
    folds: &[Option<usize>],
    mut judge: impl FnMut(&Fold) -> Result<(), E>,
) -> Result<(), E> {
    let last = folds.iter().flatten().max().map_or(0, |last| last + 1);
    for fold in 0..last {
        let (out, kept) = (0..folds.len()).partition(|at| folds[*at] == Some(fold));
        let fold = Fold { kept, out };
        if !fold.out.is_empty() {
            judge(&fold)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trail_is_judged_once_by_a_model_that_never_saw_it() {
        let trails: Vec<Vec<usize>> = (0..7).map(|at| vec![1, 0, at % 2]).collect();
        let mut judged = Vec::new();
        let outcome = cross_validate(
            &trails,
            2,
            3,
            |fold| {
                assert_eq!(fold.kept.len() + fold.out.len(), 7);
                Some(fold.kept.clone())
            },
            |kept, trail| {
                assert!(!kept.contains(&trail));
                judged.push(trail);
                vec![Some(1), Some(1), Some(0)]
            },
        );
        assert_eq!(judged, [0, 3, 6, 1, 4, 2, 5]);
        // Of class 1: seven first pages right, three last ones wrong. Of class 0: seven wrong, four last ones right.
        assert_eq!(outcome.taken, [[4, 7], [3, 7]]);
        assert_eq!(
            (outcome.accuracy(), outcome.chance()),
            (Some(11.0 / 21.0), Some(11.0 / 21.0))
        );
    }

    #[test]
    fn pages_of_which_nothing_is_said_count_as_wrong() {
        let trails = [vec![0, 1], vec![0, 1]];
        let silent = cross_validate(&trails, 2, 10, |_| Some(()), |(), _| vec![Some(0)]);
        assert_eq!(
            (silent.taken, silent.unknown),
            (vec![vec![2, 0], vec![0, 0]], vec![0, 2])
        );
        let untrained = cross_validate(&trails, 2, 2, |_| None::<()>, |(), _| Vec::new());
        assert_eq!(
            (untrained.accuracy(), untrained.chance()),
            (Some(0.0), Some(0.5))
        );
    }

    #[test]
    fn a_single_trail_cannot_be_judged() {
        for trails in [vec![], vec![vec![0, 1]]] {
            let outcome = cross_validate(
                &trails,
                2,
                5,
                |_| Some(()),
                |(), _| panic!("nothing to judge"),
            );
            assert_eq!(
                (outcome.pages(), outcome.accuracy(), outcome.chance()),
                (0, None, None)
            );
        }
    }
}
