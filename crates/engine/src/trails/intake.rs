//! Takes the pages of a file or list in up to the limit.

use types::limits;
use types::trails::Complaint;
use types::url::UrlProblem;

/// Takes pages in up to the limit, and keeps what is to be said of the others.
#[derive(Default)]
pub(super) struct Intake {
    taken: usize,
    skipped: usize,
    complaints: Vec<Complaint>,
    full: bool,
}

impl Intake {
    /// Returns true if there is room for one more page or trail.
    pub(super) fn room(&mut self) -> bool {
        self.full |= self.taken >= limits::TRAIL_ENTRIES;
        self.taken += usize::from(!self.full);
        !self.full
    }

    /// Leaves a page out; both numbers are counted from 1.
    pub(super) fn skip(
        &mut self,
        (trail, name): (usize, &str),
        number: usize,
        problem: UrlProblem,
    ) {
        if self.complaints.len() < limits::TRAIL_COMPLAINTS {
            let name = name.to_owned();
            self.complaints.push(Complaint::Skipped {
                trail,
                name,
                number,
                problem,
            });
        } else {
            self.skipped += 1;
        }
    }

    pub(super) fn complaints(mut self) -> Vec<Complaint> {
        let more = (self.skipped > 0).then_some(Complaint::MoreSkipped(self.skipped));
        let full = self.full.then_some(Complaint::TooMany);
        self.complaints.extend([more, full].into_iter().flatten());
        self.complaints
    }
}
