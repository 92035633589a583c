//! Tests of the state: actions in, effects out. No browser is needed.

mod class;
mod compare;
mod confirm;
mod figures;
mod form;
mod good_pages;
mod judging;
mod learning;
mod library;
mod models;
mod recovery;
mod related;
mod replay;
mod results;
mod revisit;
mod seeds;
mod spiders;
mod steering;
mod subject_pages;
mod topics;
mod train;
mod update;

#[path = "../../../../tests/fakes"]
mod fakes {
    pub(crate) mod branches;
    pub(crate) mod compare;
    pub(crate) mod crawl_summary;
    pub(crate) mod record;
    pub(crate) mod recovery;
    pub(crate) mod related;
    pub(crate) mod replay;
    pub(crate) mod revisit;
    pub(crate) mod spiders;
    pub(crate) mod steering;
    pub(crate) mod topics;
}
