//! Tests the evaluation from plan to figures, and against other programs. One program, since each is linked by itself.

mod comparisons;
mod reference;
