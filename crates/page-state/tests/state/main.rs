//! Tests of the state: actions in, effects out. No browser is needed.

mod compare;
mod confirm;
mod figures;
mod form;
mod good_pages;
mod learning;
mod library;
mod models;
mod related;
mod replay;
mod results;
mod revisit;
mod seeds;
mod spiders;
mod steering;
mod topics;
mod train;

#[path = "../../../../tests/fakes"]
mod fakes {
    pub(crate) mod record;
}
