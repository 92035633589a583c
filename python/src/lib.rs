//! The engine for Python: the native part of the package `salticid`.
//!
//! Classes and functions here convert values and release the interpreter's lock while they work; the engine, the
//! evaluation and the lab do the work itself. `python/salticid` adds the signatures that people use, with their
//! documentation, and the results as tables.
//!
//! Objects of a crawl are guarded by a lock that is taken only while the interpreter's lock is released, so the two
//! cannot block each other.

// Python passes owned values.
#![allow(clippy::needless_pass_by_value)]

mod batch_crawl;
mod clusters;
mod command;
mod compare;
mod convert;
mod crawl;
mod driver;
mod errors;
mod evaluate;
mod graph;
mod live;
mod model;
mod page;
mod plan;
mod robots;
mod rounds;
mod run;
mod saved_crawl;
mod scorer;
mod seeds;
mod warc;

use pyo3::pymodule;

/// The native part of the package.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch_crawl::BatchCrawl;
    #[pymodule_export]
    use crate::clusters::{cluster_urls, url_parts};
    #[pymodule_export]
    use crate::command::{app, convert, lab};
    #[pymodule_export]
    use crate::compare::{compare, topic, topics};
    #[pymodule_export]
    use crate::crawl::{Confirm, Crawl, Fetch, Finished, Wait};
    #[pymodule_export]
    use crate::evaluate::evaluate;
    #[pymodule_export]
    use crate::graph::context_set;
    #[pymodule_export]
    use crate::model::{Model, train};
    #[pymodule_export]
    use crate::page::{Link, Page, canonical_url, parse, site};
    #[pymodule_export]
    use crate::plan::strategies;
    #[pymodule_export]
    use crate::robots::Robots;
    #[pymodule_export]
    use crate::rounds::{Round, RoundFetcher, scores_pages_independently};
    #[pymodule_export]
    use crate::run::Run;
    #[pymodule_export]
    use crate::saved_crawl::{read_saved_crawl, saved_crawl, write_file};
    #[pymodule_export]
    use crate::scorer::{ScoredLink, ScoredPage, Scorer};
    #[pymodule_export]
    use crate::seeds::find_seeds;
    #[pymodule_export]
    use crate::warc::{WarcDamage, WarcReader, WarcResponse, WarcWriter};
    use pyo3::prelude::*;
    use pyo3::types::IntoPyDict as _;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::errors::import(module.py());
        module.add("PAGE_BYTES", types::limits::PAGE_BYTES)?;
        module.add("DOCUMENT_BYTES", types::limits::DOCUMENT_BYTES)?;
        let settings: Vec<_> = types::settings::settings().map(|setting| (setting.key(), setting.help)).collect();
        module.add("SETTINGS", settings.into_py_dict(module.py())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
