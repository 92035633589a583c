//! Comparisons of strategies, as the lab runs them, and topics.

use crate::convert::{from_python, to_python};
use crate::errors::{self, PlanError};
use evaluation::compare::{Comparison, Summary, Topic, TrialOutcome};
use pyo3::prelude::*;
use salticid_lab::compare::{plan::PlanFile, report};
use salticid_lab::experiment::{self, ExperimentContext, FinishedTrials};
use salticid_lab::{LabError, assets, topics as lab_topics, web};
use serde::Serialize;
use std::path::{Path, PathBuf};
use types::taxonomy::Taxonomy;

/// The result of a comparison.
#[derive(Serialize)]
struct Compared {
    summary: Summary,
    outcomes: Vec<TrialOutcome>,
}

/// A plan as Python code gives it: a file, or a dictionary.
enum PlanSource {
    File(PathBuf),
    Fields(Box<Comparison>),
}

impl PlanSource {
    fn read(plan: &Bound<'_, PyAny>) -> PyResult<Self> {
        match plan.extract::<PathBuf>() {
            Ok(path) => Ok(Self::File(path)),
            Err(_) => Ok(Self::Fields(Box::new(from_python(plan, "plan")?))),
        }
    }

    /// Returns the plan; paths in a dictionary are relative to the current folder.
    fn open(self) -> Result<PlanFile, LabError> {
        match self {
            Self::File(path) => PlanFile::read(&path),
            Self::Fields(fields) => {
                let text = serde_json::to_string_pretty(&*fields).unwrap_or_default();
                Ok(PlanFile::of(Path::new("plan.json"), text, *fields))
            }
        }
    }
}

/// Runs the crawls of a plan and returns their figures.
#[pyfunction]
pub(crate) fn compare<'py>(
    plan: &Bound<'py, PyAny>,
    web: Option<String>,
    topics: Option<PathBuf>,
    threads: Option<usize>,
    out: Option<PathBuf>,
    on_crawl: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = plan.py();
    let source = PlanSource::read(plan)?;
    let mut failed = None;
    let compared = py.detach(|| {
        let mut plan = source.open()?;
        plan.instead(web.as_deref(), topics.as_deref());
        run(&plan, threads, out.as_deref(), |done, of, outcome| {
            let Some(on_crawl) = &on_crawl else {
                return true;
            };
            let key = outcome.key.to_string();
            let called = Python::attach(|py| on_crawl.call1(py, (done, of, key)).map(drop));
            failed = called.err();
            failed.is_none()
        })
    });
    match failed {
        Some(error) => Err(error),
        None => to_python(py, &compared.map_err(errors::of_lab)?),
    }
}

/// Runs all crawls; `each` is called with the number of crawls done, that of all, and the new outcome, and ends the run by `false`.
fn run(
    plan: &PlanFile,
    threads: Option<usize>,
    out: Option<&Path>,
    mut each: impl FnMut(usize, usize, &TrialOutcome) -> bool + Send,
) -> Result<Compared, LabError> {
    plan.find_web()?;
    let checked = plan.check(&plan.topics()?)?;
    let web = web::open(&plan.web)?;
    experiment::check_seeds(&checked, &*web)?;
    let map = checked
        .needs_map()
        .then(|| experiment::survey(&*web))
        .flatten();
    let context = ExperimentContext {
        web: &*web,
        map: map.as_ref(),
        assets: &assets::of(checked.strategies()),
    };
    let (mut done, of) = (0, checked.len());
    let threads = experiment::threads(threads);
    let outcomes = experiment::run(
        &checked,
        &context,
        threads,
        FinishedTrials::new(),
        |outcome| {
            // The duration differs from run to run.
            outcome.seconds = None;
            done += 1;
            if each(done, of, outcome) {
                return Ok(());
            }
            Err(LabError::NothingRecorded(
                "the comparison was stopped".to_owned(),
            ))
        },
    )?;
    let summary = Summary::of(&checked, &outcomes);
    if let Some(folder) = out {
        std::fs::create_dir_all(folder).map_err(LabError::write(folder))?;
        let command = "salticid.compare(plan)";
        report::write(folder, &checked, &outcomes, &summary, plan, command)?;
    }
    Ok(Compared { summary, outcomes })
}

/// Returns the topics of a demo web, or of a file.
#[pyfunction]
pub(crate) fn topics<'py>(py: Python<'py>, source: &str) -> PyResult<Bound<'py, PyAny>> {
    let topics = py.detach(|| {
        let file = (!web::is_made_up(source)).then(|| Path::new(source));
        lab_topics::of(source, file)
    });
    let topics = topics.map_err(errors::of_lab)?;
    if topics.is_empty() {
        return Err(PlanError::new_err(format!("{source} has no topics")));
    }
    to_python(py, &topics)
}

/// A topic with the taxonomy in which it is the target.
#[derive(Serialize)]
struct TopicWithTaxonomy {
    #[serde(flatten)]
    topic: Topic,
    taxonomy: Taxonomy,
}

/// Returns one topic, in the notation `FILE#NAME` or `demo#NAME`.
#[pyfunction]
pub(crate) fn topic<'py>(py: Python<'py>, reference: &str) -> PyResult<Bound<'py, PyAny>> {
    let found = py.detach(|| lab_topics::read_one(reference));
    let (topic, taxonomy) = found.map_err(errors::of_lab)?;
    to_python(py, &TopicWithTaxonomy { topic, taxonomy })
}
