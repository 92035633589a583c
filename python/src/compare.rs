//! Comparisons of strategies, as the lab runs them, and topics.

use crate::convert::{from_python, to_python};
use crate::driver::SIGNALS;
use crate::errors::{self, PlanError};
use evaluation::compare::{CheckedComparison, Comparison, Summary, Topic, TrialOutcome};
use pyo3::prelude::*;
use salticid_lab::compare::{plan::PlanFile, report};
use salticid_lab::experiment::{self, ExperimentContext, FinishedTrials};
use salticid_lab::{LabError, assets, topics as lab_topics, web};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use types::taxonomy::Taxonomy;

/// The result of a comparison.
#[derive(Default, Serialize)]
struct Compared {
    summary: Summary,
    outcomes: Vec<TrialOutcome>,
}

impl Compared {
    /// Returns the figures of finished crawls, in the order of the comparison.
    fn of(checked: &CheckedComparison, mut done: FinishedTrials) -> Self {
        let trials = checked.trials();
        let outcomes: Vec<_> = trials.filter_map(|trial| done.remove(&trial.key)).collect();
        let summary = Summary::new(checked, &outcomes);
        Self { summary, outcomes }
    }
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
                Ok(PlanFile::new(Path::new("plan.json"), text, *fields))
            }
        }
    }
}

/// Runs the crawls of a plan and returns their figures.
///
/// The crawls run on threads of their own, while this one waits for their outcomes and looks for signals. A signal,
/// such as Ctrl+C, or an exception of `on_crawl` ends the run; the exception gets the figures so far as its attribute
/// `compared`.
#[pyfunction]
pub(crate) fn compare<'py>(
    plan: &Bound<'py, PyAny>,
    web: Option<String>,
    topics: Option<PathBuf>,
    threads: Option<usize>,
    out: Option<PathBuf>,
    on_crawl: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = plan.py();
    let source = PlanSource::read(plan)?;
    let prepare = move || -> Result<Prepared, LabError> {
        let mut plan = source.open()?;
        plan.instead(web.as_deref(), topics.as_deref());
        plan.find_web()?;
        let checked = plan.check(&plan.topics()?)?;
        Ok((plan, Arc::new(checked)))
    };
    let mut run = Running::start(prepare, threads);
    if let Err(error) = run.watch(py, on_crawl.as_ref()) {
        let compared = to_python(py, &py.detach(|| run.stop()))?;
        // An exception without attributes is raised without the figures.
        let _ = error.value(py).setattr("compared", compared);
        return Err(error);
    }
    let compared = py.detach(|| run.finish(out.as_deref()));
    to_python(py, &compared.map_err(errors::of_lab)?)
}

/// A plan, and its checked comparison.
type Prepared = (PlanFile, Arc<CheckedComparison>);

/// A message of a running comparison.
enum Message {
    /// The crawls begin.
    Prepared(Box<Prepared>),
    /// A crawl has ended.
    Outcome(Box<TrialOutcome>),
}

/// A comparison that runs on other threads.
struct Running {
    messages: Receiver<Message>,
    /// The plan, once it was read and checked.
    prepared: Option<Box<Prepared>>,
    /// The outcomes received so far.
    done: FinishedTrials,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<(), LabError>>,
}

impl Running {
    fn start(prepare: impl FnOnce() -> Result<Prepared, LabError> + Send + 'static, threads: Option<usize>) -> Self {
        let (sender, messages) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let work = move || {
            let (plan, checked) = prepare()?;
            let (web, prepared) = (plan.web.clone(), (plan, Arc::clone(&checked)));
            send(&sender, Message::Prepared(Box::new(prepared)))?;
            run(&web, &checked, threads, &sender, &stopped)
        };
        Self { messages, prepared: None, done: FinishedTrials::new(), stop, thread: thread::spawn(work) }
    }

    /// Stores a message; returns the name of a finished crawl.
    fn receive(&mut self, message: Message) -> Option<String> {
        match message {
            Message::Prepared(prepared) => {
                self.prepared = Some(prepared);
                None
            }
            Message::Outcome(outcome) => {
                let key = outcome.key.to_string();
                self.done.insert(outcome.key.clone(), *outcome);
                Some(key)
            }
        }
    }

    /// Waits for all crawls, and reports each to `on_crawl`, with the number of crawls done and that of all.
    ///
    /// # Errors
    /// Returns the exception of a signal's handler, or of `on_crawl`.
    fn watch(&mut self, py: Python<'_>, on_crawl: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        loop {
            let messages = &mut self.messages;
            let message = py.detach(move || messages.recv_timeout(SIGNALS));
            let is_over = matches!(message, Err(RecvTimeoutError::Disconnected));
            let key = message.ok().and_then(|message| self.receive(message));
            py.check_signals()?;
            if let (Some(key), Some(on_crawl), Some(prepared)) = (key, on_crawl, &self.prepared) {
                on_crawl.call1((self.done.len(), prepared.1.len(), key))?;
            }
            if is_over {
                return Ok(());
            }
        }
    }

    /// Stops the threads at their next steps, without waiting for them, and returns the figures so far.
    fn stop(mut self) -> Compared {
        self.stop.store(true, Ordering::Relaxed);
        while let Ok(message) = self.messages.try_recv() {
            self.receive(message);
        }
        let prepared = self.prepared;
        prepared.map_or_else(Compared::default, |of| Compared::of(&of.1, self.done))
    }

    /// Returns the figures of all crawls, and writes the reports into a folder if there is one.
    fn finish(self, out: Option<&Path>) -> Result<Compared, LabError> {
        match self.thread.join() {
            Ok(result) => result?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
        let (plan, checked) = *self.prepared.ok_or(LabError::Stopped)?;
        let compared = Compared::of(&checked, self.done);
        if let Some(folder) = out {
            std::fs::create_dir_all(folder).map_err(LabError::write(folder))?;
            let Compared { summary, outcomes } = &compared;
            let command = "salticid.compare(plan)";
            report::write(folder, &checked, outcomes, summary, &plan, command)?;
        }
        Ok(compared)
    }
}

/// Sends a message to the thread that waits.
///
/// # Errors
/// That thread has gone on without this comparison.
fn send(sender: &Sender<Message>, message: Message) -> Result<(), LabError> {
    sender.send(message).map_err(|_| LabError::Stopped)
}

/// Runs all crawls, and sends each outcome.
fn run(
    web: &str,
    checked: &CheckedComparison,
    threads: Option<usize>,
    sender: &Sender<Message>,
    stop: &AtomicBool,
) -> Result<(), LabError> {
    let web = web::open(web)?;
    experiment::check_seeds(checked, &*web)?;
    let map = checked.needs_map().then(|| experiment::survey(&*web)).flatten();
    let context =
        ExperimentContext { web: &*web, map: map.as_ref(), assets: &assets::load(checked.strategies()), stop };
    let threads = experiment::threads(threads);
    let none = FinishedTrials::new();
    experiment::run(checked, &context, threads, none, |outcome| {
        // The duration differs from run to run.
        outcome.seconds = None;
        send(sender, Message::Outcome(Box::new(outcome.clone())))
    })
    .map(drop)
}

/// Returns the topics of a demo web, or of a file.
#[pyfunction]
pub(crate) fn topics<'py>(py: Python<'py>, source: &str) -> PyResult<Bound<'py, PyAny>> {
    let topics = py.detach(|| {
        let file = (!web::is_made_up(source)).then(|| Path::new(source));
        lab_topics::of_comparison(source, file)
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
